//! The two slots of one item. A save is written under a third name and then takes the place of the
//! slot that is not the newest, so that whatever interrupts it leaves two whole slots.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use tauri::{AppHandle, Runtime};
use tauri_plugin_store::StoreBuilder;
use vierschach_protocol::Problem;

use super::record::{Flaw, MAX_BYTES, Record};
use crate::error::Error;

/// The ends of the two files' names; a save with an even number goes into the first.
pub(super) const ENDS: [&str; 2] = [".a.json", ".b.json"];

/// The end of the name under which a save is written before it becomes a slot. What an interrupted save
/// left there was never acknowledged, and is removed at the next start.
pub(super) const DRAFT: &str = ".new.json";

/// Where damaged files are kept, below the folder of all stores.
pub(super) const ASIDE: &str = "damaged";

/// What becomes of files that this version can't judge: those of a newer format, and those that the
/// system does not let it read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foreign {
    /// They stay, and the item is left out: a newer version, or a better day, will read it.
    Stays,
    /// They are moved aside like damaged ones, so that the item can be saved anew.
    MovesAside,
}

/// One item's pair of files below the stores' folder, and the number of its newest save.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    /// The path of both files but for their ends, relative to the stores' folder.
    stem: PathBuf,
    /// 0 before the first save.
    newest: u64,
}

/// What the slots of an item held.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The newest text that is whole; `None` as well when a foreign file stays, which may be newer
    /// and which the next save would write over.
    pub(super) text: Option<String>,
    /// The files that are not, now moved aside unless they stay.
    pub(super) damaged: Vec<Damaged>,
}

/// A file that is of no use.
#[derive(Debug)]
pub(super) struct Damaged {
    /// What is wrong with it.
    pub(super) problem: Problem,
    /// Its path now, below the stores' folder; `None`: it is where it was.
    pub(super) kept_as: Option<String>,
    /// Whether it may hold a newer save than the text that was found.
    pub(super) may_be_newer: bool,
}

impl Slots {
    /// The slots at `stem`, of which nothing is known yet.
    pub(super) fn new(stem: impl Into<PathBuf>) -> Self {
        let (stem, newest) = (stem.into(), 0);
        Self { stem, newest }
    }

    /// Reads both slots, moves aside what is damaged, and removes what an interrupted save left. Files that are not there are no damage.
    pub(super) fn read<R: Runtime>(
        &mut self,
        app: &AppHandle<R>,
        root: &Path,
        foreign: Foreign,
    ) -> Found {
        self.discard(root);
        let mut records = Vec::new();
        let mut useless = Vec::new();
        for end in ENDS {
            let path = root.join(self.file(end));
            match read_slot(app, &path) {
                Ok(Some(record)) => records.push(record),
                Ok(None) => {}
                Err(found) => useless.push((path, found)),
            }
        }
        let newest = records.into_iter().max_by_key(|record| record.number);
        self.newest = newest.as_ref().map_or(0, |record| record.number);
        let mut complete = true;
        let mut damaged = Vec::new();
        for (path, Useless { flaw, is_foreign }) in useless {
            let stays = is_foreign && foreign == Foreign::Stays;
            complete &= !stays;
            damaged.push(Damaged {
                problem: flaw.problem,
                kept_as: (!stays).then(|| move_aside(root, &path).ok()).flatten(),
                may_be_newer: flaw.number.is_none_or(|number| number > self.newest),
            });
        }
        let text = newest.filter(|_| complete).map(|record| record.text);
        Found { text, damaged }
    }

    /// Saves a text in the place of the older slot. When this returns, the text is on the disk.
    ///
    /// # Errors
    /// When it can't be written; the newest save is untouched then.
    pub(super) fn write<R: Runtime>(
        &mut self,
        app: &AppHandle<R>,
        root: &Path,
        text: String,
    ) -> Result<(), Error> {
        let number = self.newest + 1;
        let record = Record { number, text };
        let committed = self
            .draft(app, root, &record)
            .and_then(|()| self.commit(root, number));
        if committed.is_err() {
            self.discard(root);
        }
        committed?;
        self.newest = number;
        Ok(())
    }

    /// The first step of a save: the record is on the disk, under the third name.
    pub(super) fn draft<R: Runtime>(
        &self,
        app: &AppHandle<R>,
        root: &Path,
        record: &Record,
    ) -> Result<(), Error> {
        let path = root.join(self.file(DRAFT));
        let store = StoreBuilder::new(app, &path)
            .disable_auto_save()
            .create_new()
            .build()
            .map_err(Error::store(&path))?;
        for (key, value) in record.entries() {
            store.set(key, value);
        }
        let saved = store.save().map_err(Error::store(&path));
        // The plugin writes every open store again when the app ends: not this one.
        store.close_resource();
        saved?;
        // `save` leaves it to the system when the bytes reach the disk.
        let file = File::options().write(true).open(&path);
        file.and_then(|file| file.sync_all())
            .map_err(Error::file(&path))
    }

    /// The second step: the draft becomes a slot, at once or not at all.
    pub(super) fn commit(&self, root: &Path, number: u64) -> Result<(), Error> {
        self.commit_by(root, number, sync_folders)
    }

    /// As [`Slots::commit`], with what puts a change of folders on the disk.
    pub(super) fn commit_by(
        &self,
        root: &Path,
        number: u64,
        sync: impl FnOnce(&Path, &Path) -> io::Result<()>,
    ) -> Result<(), Error> {
        let path = root.join(self.file(end_of(number)));
        fs::rename(root.join(self.file(DRAFT)), &path).map_err(Error::file(&path))?;
        // The save is the newest one now. To call it lost because the folder could not be synced would
        // have the games in memory differ from the files.
        if let Err(error) = sync(root, &path) {
            eprintln!("vierschach: {}", Error::file(path)(error));
        }
        Ok(())
    }

    /// Removes what an interrupted save left.
    pub(super) fn discard(&self, root: &Path) {
        // Where it can't be removed it does no harm: nothing reads it, and the next save replaces it.
        let _ = fs::remove_file(root.join(self.file(DRAFT)));
    }

    /// Removes both slots, the older one first: whatever interrupts it leaves the newest save or
    /// nothing, never an older one alone.
    ///
    /// # Errors
    /// When a file is there and can't be removed; the newest save is kept then.
    pub(super) fn remove(&mut self, root: &Path) -> Result<(), Error> {
        for end in self.ends_by_age() {
            let path = root.join(self.file(end));
            match fs::remove_file(&path) {
                Ok(()) => sync_folders(root, &path).map_err(Error::file(path))?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(Error::file(path)(error)),
            }
        }
        self.newest = 0;
        Ok(())
    }

    /// Moves both slots aside, whose contents are whole but mean nothing to this version.
    pub(super) fn set_aside(&mut self, root: &Path) -> Damaged {
        let [older, newest] = self.ends_by_age();
        // Nothing is told of the older one: it may not even be there.
        let _ = move_aside(root, &root.join(self.file(older)));
        let kept_as = move_aside(root, &root.join(self.file(newest))).ok();
        self.newest = 0;
        Damaged {
            problem: Problem::Unreadable,
            kept_as,
            may_be_newer: false,
        }
    }

    /// The ends of the older slot and of the newest save.
    fn ends_by_age(&self) -> [&'static str; 2] {
        [end_of(self.newest + 1), end_of(self.newest)]
    }

    fn file(&self, end: &str) -> PathBuf {
        let mut name = self.stem.clone().into_os_string();
        name.push(end);
        name.into()
    }
}

/// The end of the file into which the save with a number goes.
fn end_of(number: u64) -> &'static str {
    ENDS[usize::from(number % 2 == 1)]
}

/// A slot that can't be used.
struct Useless {
    flaw: Flaw,
    /// Whether it may be whole nevertheless: of a newer format, or out of reach.
    is_foreign: bool,
}

impl From<Flaw> for Useless {
    fn from(flaw: Flaw) -> Self {
        let is_foreign = flaw.problem == Problem::Newer;
        Self { flaw, is_foreign }
    }
}

/// Reads one slot through the store, after a look at the file itself.
fn read_slot<R: Runtime>(app: &AppHandle<R>, path: &Path) -> Result<Option<Record>, Useless> {
    let unreadable = |is_foreign| Useless {
        flaw: Flaw {
            problem: Problem::Unreadable,
            number: None,
        },
        is_foreign,
    };
    let read = read_file(path);
    // What is too long was read as far as it had to be: it is no file of ours.
    let read = read.map_err(|error| unreadable(error.kind() != io::ErrorKind::FileTooLarge))?;
    let Some(bytes) = read else {
        return Ok(None);
    };
    Record::from_bytes(&bytes)?;
    let store = StoreBuilder::new(app, path)
        .disable_auto_save()
        .build()
        .map_err(|_| unreadable(true))?;
    let record = Record::from_entries(&store.entries().into_iter().collect());
    store.close_resource();
    Ok(Some(record?))
}

/// The bytes of a file; `None` if there is none.
fn read_file(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(Some(bytes))
}

/// Puts on the disk that a file has come or gone: the folders from its own up to `root`, which may
/// be new as well. Other systems than Unix do that by themselves, and can't open folders.
fn sync_folders(root: &Path, path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folders = path.ancestors().skip(1);
        for folder in folders.take_while(|folder| folder.starts_with(root)) {
            File::open(folder)?.sync_all()?;
        }
    }
    Ok(())
}

/// Moves a file into the folder of damaged ones, under a name that is free there. Returns its
/// path below the stores' folder.
fn move_aside(root: &Path, path: &Path) -> io::Result<String> {
    fs::create_dir_all(root.join(ASIDE))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut kept_as = format!("{ASIDE}/{name}");
    let mut copy = 1;
    while root.join(&kept_as).exists() {
        copy += 1;
        kept_as = format!("{ASIDE}/{copy}-{name}");
    }
    fs::rename(path, root.join(&kept_as))?;
    Ok(kept_as)
}
