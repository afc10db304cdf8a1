//! The games of a match in a file, a JSON line each, so that a match can be gone on with.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::vec;

use serde::{Deserialize, Serialize};

use crate::Error;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Played {
    /// Each colour's place, in turn order.
    pub(super) places: [u8; 4],
    /// Moves of all players.
    pub(super) moves: u32,
    /// Why it ended.
    pub(super) reason: String,
}

/// The first line.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    conditions: String,
}

/// Every other line.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    opening: u64,
    seating: usize,
    game: Played,
}

/// Games known from before, then a file to add to.
pub(super) struct Journal {
    known: vec::IntoIter<Entry>,
    file: Option<File>,
}

impl Journal {
    /// Opens or begins a journal; without a path nothing is kept.
    ///
    /// # Errors
    /// The file can't be used, or is of a match under other conditions.
    pub(super) fn open(path: Option<&Path>, conditions: &str) -> Result<Journal, Error> {
        let Some(path) = path else {
            let known = Vec::new().into_iter();
            return Ok(Journal { known, file: None });
        };
        let failed = |error| Error::Read {
            path: path.to_owned(),
            error,
        };
        let header = Header {
            conditions: conditions.to_owned(),
        };
        let mut known = Vec::new();
        let mut begun = false;
        if path.exists() {
            let file = File::open(path).map_err(failed)?;
            for (number, line) in BufReader::new(file).lines().enumerate() {
                let line = line.map_err(failed)?;
                if number == 0 {
                    begun = true;
                    if serde_json::from_str(&line).ok() != Some(header.conditions()) {
                        let path = path.display();
                        let what = format!("{path} is of another match; name another journal");
                        return Err(Error::Match(what));
                    }
                } else if let Ok(entry) = serde_json::from_str(&line) {
                    known.push(entry);
                }
                // What can't be read was broken off while it was written, and is played again.
            }
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
        if begun {
            // Whatever was broken off stays a line of its own.
            file.write_all(b"\n")?;
        } else {
            write_line(&mut file, &header)?;
        }
        Ok(Journal {
            known: known.into_iter(),
            file: Some(file),
        })
    }

    /// The next game, if it is known.
    pub(super) fn next(&mut self, opening: u64, seating: usize) -> Result<Option<Played>, Error> {
        let Some(entry) = self.known.next() else {
            return Ok(None);
        };
        if (entry.opening, entry.seating) == (opening, seating) {
            Ok(Some(entry.game))
        } else {
            let what = "the journal's games are out of order; name another";
            Err(Error::Match(what.to_owned()))
        }
    }

    /// Keeps a game.
    pub(super) fn add(&mut self, opening: u64, seating: usize, game: &Played) -> Result<(), Error> {
        let game = game.clone();
        match &mut self.file {
            Some(file) => write_line(
                file,
                &Entry {
                    opening,
                    seating,
                    game,
                },
            ),
            None => Ok(()),
        }
    }
}

impl Header {
    fn conditions(&self) -> Header {
        Header {
            conditions: self.conditions.clone(),
        }
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> Result<(), Error> {
    let mut line = serde_json::to_string(value).map_err(std::io::Error::from)?;
    line.push('\n');
    file.write_all(line.as_bytes())?;
    Ok(file.flush()?)
}
