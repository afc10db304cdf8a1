//! The games of a match in a file, so that a match can be gone on with.

use std::path::{Path, PathBuf};
use std::vec;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Error;
use crate::fingerprint::Fingerprint;
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

/// What must be the same for games to count together.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Conditions {
    /// Whatever the command line says of how games are played.
    pub(super) arguments: String,
    /// The programs that play, first this one, which judges the openings as well.
    pub(super) builds: Vec<Build>,
}

/// A program at one time.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Build {
    /// Its name, for people.
    pub(super) program: String,
    pub(super) file: Fingerprint,
}

impl Conditions {
    /// What keeps games played under the conditions `found` from counting with those played under these.
    /// Journals of earlier versions hold nothing but the arguments.
    fn problem(&self, found: &Value) -> Option<String> {
        let found = match found.as_str() {
            Some(arguments) => Some(Conditions {
                arguments: arguments.to_owned(),
                builds: Vec::new(),
            }),
            None => Conditions::deserialize(found).ok(),
        };
        let Some(found) = found.filter(|found| found.arguments == self.arguments) else {
            return Some("these games are of another match".to_owned());
        };
        let other = self
            .builds
            .iter()
            .find(|build| !found.builds.contains(build))?;
        let program = &other.program;
        Some(format!(
            "these games were played by another build of {program}"
        ))
    }
}

/// Games known from before, then a file to add to.
pub(super) struct Journal {
    path: PathBuf,
    known: vec::IntoIter<(usize, Entry)>,
    file: Option<journal::Journal>,
}

impl Journal {
    /// Nothing known, and nothing that is kept.
    pub(super) fn none() -> Journal {
        Journal {
            path: PathBuf::new(),
            known: Vec::new().into_iter(),
            file: None,
        }
    }

    /// Opens or begins a journal.
    ///
    /// # Errors
    /// The file can't be used, or is of a match under other conditions.
    pub(super) fn open(path: &Path, conditions: &Conditions) -> Result<Journal, Error> {
        let refused = |problem: String| Error::Journal {
            path: path.to_owned(),
            problem: format!("{problem}; name another journal"),
        };
        let kept: Kept<Entry> = journal::read(path, |found| {
            let problem = conditions.problem(found);
            problem.map_or(Ok(()), |problem| Err(refused(problem)))
        })?;
        if kept.conditions.is_none() && !kept.games.is_empty() {
            return Err(refused("these games are of another match".to_owned()));
        }
        Ok(Journal {
            path: path.to_owned(),
            file: Some(journal::Journal::open(path, &kept, conditions)?),
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn games_of_other_builds_do_not_count() {
        let file = Fingerprint::own().expect("a program");
        let build = |program: &str| Build {
            program: program.to_owned(),
            file,
        };
        let conditions = Conditions {
            arguments: "search uci:./old".to_owned(),
            builds: vec![build("vierschach"), build("./old")],
        };
        let written = serde_json::to_value(&conditions).expect("JSON");
        assert_eq!(conditions.problem(&written), None);
        for (index, program) in [(0, "vierschach"), (1, "./old")] {
            let mut other = written.clone();
            other["builds"][index]["file"]["crc32"] = json!(1);
            let told = format!("these games were played by another build of {program}");
            assert_eq!(conditions.problem(&other), Some(told));
        }
        // As earlier versions wrote it.
        let told = conditions.problem(&json!("search uci:./old"));
        assert!(told.is_some_and(|told| told.ends_with("another build of vierschach")));
        let mut other = written;
        other["arguments"] = json!("search level1");
        for other in [other, json!("search level1"), json!(1), json!({})] {
            let told = conditions.problem(&other);
            assert_eq!(told.as_deref(), Some("these games are of another match"));
        }
    }
}
