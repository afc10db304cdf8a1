//! Games kept in a file, a JSON line each under a line that says how they were played, so that a run
//! that was broken off can be gone on with.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Error;
use crate::input::{self, Line};

/// The longest line that is read, in bytes: some hundred times the longest game.
const MAX_LINE: usize = 1 << 20;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header<C> {
    conditions: C,
}

/// What a file holds.
#[derive(Debug)]
pub(crate) struct Kept<G> {
    /// How its games were played; none in an empty file, and in games that stand without this line.
    pub(crate) conditions: Option<Value>,
    /// Each game with the number of its line.
    pub(crate) games: Vec<(usize, G)>,
}

/// Reads a file that need not exist. `fits` judges the conditions before any game is looked at. A line that
/// was broken off while it was written counts for nothing.
///
/// # Errors
/// The file can't be read, `fits` refuses it, or a whole line of it is no game.
pub(crate) fn read<G: DeserializeOwned>(
    path: &Path,
    fits: impl FnOnce(&Value) -> Result<(), Error>,
) -> Result<Kept<G>, Error> {
    let mut kept = Kept {
        conditions: None,
        games: Vec::new(),
    };
    if !path.exists() {
        return Ok(kept);
    }
    let mut fits = Some(fits);
    let mut input = BufReader::new(File::open(path).map_err(failed(path))?);
    let mut number = 0;
    let unread = |error| match error {
        Error::Io(error) => failed(path)(error),
        other => other,
    };
    while let Some(line) = input::line(&mut input, MAX_LINE).map_err(unread)? {
        number += 1;
        let fault = || Error::Journal {
            path: path.to_owned(),
            problem: format!("line {number} is no game that was written here; name another file"),
        };
        let Line::Text(line) = line else {
            return Err(fault());
        };
        if line.trim().is_empty() {
            continue;
        }
        if kept.games.is_empty()
            && let Ok(Header { conditions }) = serde_json::from_str::<Header<Value>>(&line)
            && let Some(fits) = fits.take()
        {
            fits(&conditions)?;
            kept.conditions = Some(conditions);
            continue;
        }
        match serde_json::from_str(&line) {
            Ok(game) => kept.games.push((number, game)),
            Err(error) if error.is_eof() => {}
            Err(_) => return Err(fault()),
        }
    }
    Ok(kept)
}

/// A file that games are added to.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file whose content `kept` is, and begins it with the conditions if there is nothing in it.
    ///
    /// # Errors
    /// It can't be written.
    pub(crate) fn open<G>(
        path: &Path,
        kept: &Kept<G>,
        conditions: &impl Serialize,
    ) -> Result<Journal, Error> {
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).read(true).open(path);
        let mut file = file.map_err(failed(path))?;
        if !ends_its_line(&mut file).map_err(failed(path))? {
            // Whatever was broken off stays a line of its own.
            file.write_all(b"\n").map_err(failed(path))?;
        }
        let path = path.to_owned();
        let mut journal = Journal { path, file };
        if kept.conditions.is_none() && kept.games.is_empty() {
            journal.add(&Header { conditions })?;
        }
        Ok(journal)
    }

    /// Adds a line.
    ///
    /// # Errors
    /// It can't be written.
    pub(crate) fn add(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let mut line = serde_json::to_string(value).map_err(std::io::Error::from)?;
        line.push('\n');
        let written = self.file.write_all(line.as_bytes());
        written.map_err(failed(&self.path))
    }
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> Error {
    |error| Error::Read {
        path: path.to_owned(),
        error,
    }
}

/// Whether nothing was broken off at the end.
fn ends_its_line(file: &mut File) -> std::io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}
