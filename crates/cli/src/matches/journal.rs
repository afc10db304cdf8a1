//! The games of a match in a file, so that a match can be gone on with.

use std::path::{Path, PathBuf};
use std::vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Error;
use crate::journal::{self, Kept};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Played {
    /// Each colour's place, in turn order.
    pub(super) places: [u8; 4],
    /// Moves of all players.
    pub(super) moves: u32,
    /// Why it ended, in words; by the name of the reason in journals of earlier versions.
    pub(super) reason: String,
}

/// A game's line.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    opening: u64,
    seating: usize,
    game: Played,
}

/// Games known from before, then a file to add to.
pub(super) struct Journal {
    path: PathBuf,
    known: vec::IntoIter<(usize, Entry)>,
    file: Option<journal::Journal>,
}

impl Journal {
    /// Opens or begins a journal; without a path nothing is kept.
    ///
    /// # Errors
    /// The file can't be used, or is of a match under other conditions.
    pub(super) fn open(path: Option<&Path>, conditions: &str) -> Result<Journal, Error> {
        let Some(path) = path else {
            return Ok(Journal {
                path: PathBuf::new(),
                known: Vec::new().into_iter(),
                file: None,
            });
        };
        let other = || Error::Journal {
            path: path.to_owned(),
            problem: "these games are of another match; name another journal".to_owned(),
        };
        let conditions = Value::from(conditions);
        let kept: Kept<Entry> = journal::read(path, |found| {
            (*found == conditions).then_some(()).ok_or_else(other)
        })?;
        if kept.conditions.is_none() && !kept.games.is_empty() {
            return Err(other());
        }
        Ok(Journal {
            path: path.to_owned(),
            file: Some(journal::Journal::open(path, &kept, &conditions)?),
            known: kept.games.into_iter(),
        })
    }

    /// The next game, if it is known.
    pub(super) fn next(&mut self, opening: u64, seating: usize) -> Result<Option<Played>, Error> {
        let Some((line, entry)) = self.known.next() else {
            return Ok(None);
        };
        if (entry.opening, entry.seating) == (opening, seating) {
            Ok(Some(entry.game))
        } else {
            Err(Error::Journal {
                path: self.path.clone(),
                problem: format!("the game in line {line} is out of order; name another journal"),
            })
        }
    }

    /// Keeps a game.
    pub(super) fn add(&mut self, opening: u64, seating: usize, game: &Played) -> Result<(), Error> {
        let game = game.clone();
        let entry = Entry {
            opening,
            seating,
            game,
        };
        self.file.as_mut().map_or(Ok(()), |file| file.add(&entry))
    }
}
