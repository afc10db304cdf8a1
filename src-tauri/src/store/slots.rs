//! The two slots of one item. A save goes into the slot that is not the newest, so that whatever
//! interrupts it leaves the save before it whole.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use tauri::{AppHandle, Runtime};
use tauri_plugin_store::StoreBuilder;
use vierschach_protocol::Problem;

use super::record::{Flaw, MAX_BYTES, Record};
use crate::error::Error;

/// The ends of the two files' names; a save with an even number goes into the first.
pub(super) const ENDS: [&str; 2] = [".a.json", ".b.json"];

/// Where damaged files are kept, below the folder of all stores.
pub(super) const ASIDE: &str = "damaged";

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
    /// The newest text that is whole.
    pub(super) text: Option<String>,
    /// The files that are not, now moved aside.
    pub(super) damaged: Vec<Damaged>,
}

/// A file that was moved aside.
#[derive(Debug)]
pub(super) struct Damaged {
    /// What is wrong with it.
    pub(super) problem: Problem,
    /// Its path now, below the stores' folder; `None`: it could not be moved.
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

    /// Reads both slots and moves aside what is damaged. Files that are not there are no damage.
    pub(super) fn read<R: Runtime>(&mut self, app: &AppHandle<R>, root: &Path) -> Found {
        let mut records = Vec::new();
        let mut flaws = Vec::new();
        for end in ENDS {
            let path = root.join(self.file(end));
            match read_slot(app, &path) {
                Ok(Some(record)) => records.push(record),
                Ok(None) => {}
                Err(flaw) => flaws.push((path, flaw)),
            }
        }
        let newest = records.into_iter().max_by_key(|record| record.number);
        self.newest = newest.as_ref().map_or(0, |record| record.number);
        let damaged = flaws
            .into_iter()
            .map(|(path, flaw)| Damaged {
                problem: flaw.problem,
                kept_as: move_aside(root, &path).ok(),
                may_be_newer: flaw.number.is_none_or(|number| number > self.newest),
            })
            .collect();
        let text = newest.map(|record| record.text);
        Found { text, damaged }
    }

    /// Saves a text into the older slot. When this returns, the text is on the disk.
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
        let end = ENDS[usize::from(number % 2 == 1)];
        let path = root.join(self.file(end));
        let record = Record { number, text };
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
            .map_err(Error::file(&path))?;
        self.newest = number;
        Ok(())
    }

    /// Removes both slots.
    ///
    /// # Errors
    /// When a file is there and can't be removed.
    pub(super) fn remove(&mut self, root: &Path) -> Result<(), Error> {
        for end in ENDS {
            let path = root.join(self.file(end));
            match fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Error::file(path)(error));
                }
                _ => {}
            }
        }
        self.newest = 0;
        Ok(())
    }

    /// Moves both slots aside, whose contents are whole but mean nothing to this version.
    pub(super) fn set_aside(&mut self, root: &Path) -> Damaged {
        let newest = ENDS[usize::from(self.newest % 2 == 1)];
        let mut damaged = Damaged {
            problem: Problem::Unreadable,
            kept_as: None,
            may_be_newer: false,
        };
        for end in ENDS {
            let moved = move_aside(root, &root.join(self.file(end))).ok();
            if end == newest {
                damaged.kept_as = moved;
            }
        }
        self.newest = 0;
        damaged
    }

    fn file(&self, end: &str) -> PathBuf {
        let mut name = self.stem.clone().into_os_string();
        name.push(end);
        name.into()
    }
}

/// Reads one slot through the store, after a look at the file itself.
fn read_slot<R: Runtime>(app: &AppHandle<R>, path: &Path) -> Result<Option<Record>, Flaw> {
    let unreadable = Flaw {
        problem: Problem::Unreadable,
        number: None,
    };
    let Some(bytes) = read_file(path).map_err(|_| unreadable)? else {
        return Ok(None);
    };
    Record::from_bytes(&bytes)?;
    let store = StoreBuilder::new(app, path)
        .disable_auto_save()
        .build()
        .map_err(|_| unreadable)?;
    let record = Record::from_entries(&store.entries().into_iter().collect());
    store.close_resource();
    record.map(Some)
}

/// The bytes of a file; `None` if there is none.
fn read_file(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(std::io::ErrorKind::FileTooLarge.into());
    }
    Ok(Some(bytes))
}

/// Moves a file into the folder of damaged ones, under a name that is free there. Returns its
/// path below the stores' folder.
fn move_aside(root: &Path, path: &Path) -> std::io::Result<String> {
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
