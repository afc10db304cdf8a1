//! What the app keeps on the device: every game and the settings, through Tauri's store plugin.
//!
//! The plugin writes a file in place and takes a file that it can't read for an empty one. So
//! each item has two slots ([`slots`]) whose contents are numbered and checked ([`record`]); a
//! save is written beside them and becomes a slot once it is whole and on the disk, before the move is
//! acknowledged; what is damaged is moved aside and told.
//! Games of a newer format, and those that can't be read today, stay where they are.

mod lock;
mod record;
mod slots;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Runtime};
use vierschach_protocol::{GameId, StoreProblem, StoredItem};
use vierschach_session::{Answer, Job, Stored, StoredGame, read_settings};

use crate::error::Error;
pub(crate) use lock::Lock;
use slots::{DRAFT, Damaged, ENDS, Foreign, Slots};

/// The folder of the games, below the stores' folder.
const GAMES: &str = "games";

/// The stores of this device.
#[derive(Debug)]
pub(crate) struct Store<R: Runtime> {
    app: AppHandle<R>,
    root: PathBuf,
    settings: Slots,
    games: BTreeMap<GameId, Slots>,
    /// The log read or written last: the one that is being played.
    current: Option<(GameId, GameLog)>,
}

/// What is kept of one game, in texts that only the session reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct GameLog {
    header: String,
    snapshot: String,
    entries: Vec<String>,
}

impl<R: Runtime> Store<R> {
    /// Reads all that is kept below `root` and moves damaged files aside; games whose files are of a
    /// newer format or out of reach are left out and untouched. A folder that is not
    /// there is an empty one.
    pub(crate) fn open(app: AppHandle<R>, root: PathBuf) -> (Self, Stored) {
        let mut store = Self {
            app,
            root,
            settings: Slots::new("settings"),
            games: BTreeMap::new(),
            current: None,
        };
        let mut stored = Stored::default();
        store.read_settings(&mut stored);
        for game in game_ids(&store.root.join(GAMES)) {
            store.read_game(game, &mut stored);
        }
        (store, stored)
    }

    /// Does a job. When this returns, what was to be kept is on the disk.
    ///
    /// # Errors
    /// When it can't be done; what was kept before is still kept then.
    pub(crate) fn perform(&mut self, job: Job) -> Result<Answer, Error> {
        match job {
            Job::Create {
                game,
                header,
                snapshot,
            } => {
                let entries = Vec::new();
                let log = GameLog {
                    header,
                    snapshot,
                    entries,
                };
                self.save(game, log)?;
            }
            Job::Restore {
                game,
                header,
                entries,
                snapshot,
            } => {
                let log = GameLog {
                    header,
                    snapshot,
                    entries,
                };
                self.save(game, log)?;
            }
            Job::Append {
                game,
                number,
                entry,
                snapshot,
            } => {
                let mut log = self.load(&game)?;
                let expected = log.entries.len() + 1;
                if usize::try_from(number) != Ok(expected) {
                    let (game, found) = (game.0, number);
                    return Err(Error::Gap {
                        game,
                        expected,
                        found,
                    });
                }
                log.entries.push(entry);
                log.snapshot = snapshot;
                self.save(game, log)?;
            }
            Job::Checkpoint { game, snapshot } => {
                let mut log = self.load(&game)?;
                log.snapshot = snapshot;
                self.save(game, log)?;
            }
            Job::Load { game } => {
                let GameLog {
                    header, entries, ..
                } = self.load(&game)?;
                return Ok(Answer::Log { header, entries });
            }
            Job::Delete { game } => {
                self.current = None;
                self.slots(&game).remove(&self.root)?;
                self.games.remove(&game);
            }
            Job::SaveSettings { settings } => {
                self.settings.write(&self.app, &self.root, settings)?;
            }
        }
        Ok(Answer::Done)
    }

    fn save(&mut self, game: GameId, log: GameLog) -> Result<(), Error> {
        let text = serde_json::to_string(&log)?;
        let mut slots = self.slots(&game);
        slots.write(&self.app, &self.root, text)?;
        self.games.insert(game.clone(), slots);
        self.current = Some((game, log));
        Ok(())
    }

    fn load(&mut self, game: &GameId) -> Result<GameLog, Error> {
        if let Some((current, log)) = &self.current
            && current == game
        {
            return Ok(log.clone());
        }
        let mut slots = self.slots(game);
        let found = slots.read(&self.app, &self.root, Foreign::Stays);
        let missing = || Error::NoSuchGame(game.0.clone());
        let log: GameLog = serde_json::from_str(&found.text.ok_or_else(missing)?)?;
        self.games.insert(game.clone(), slots);
        self.current = Some((game.clone(), log.clone()));
        Ok(log)
    }

    fn slots(&self, game: &GameId) -> Slots {
        let known = self.games.get(game).cloned();
        known.unwrap_or_else(|| Slots::new(Path::new(GAMES).join(&game.0)))
    }

    fn read_settings(&mut self, stored: &mut Stored) {
        let found = self
            .settings
            .read(&self.app, &self.root, Foreign::MovesAside);
        let item = StoredItem::Settings;
        for damaged in found.damaged {
            stored.problems.push(report(item.clone(), damaged, None));
        }
        let Some(text) = found.text else { return };
        if read_settings(&text).is_some() {
            stored.settings = Some(text);
        } else {
            let damaged = self.settings.set_aside(&self.root);
            stored.problems.push(report(item, damaged, None));
        }
    }

    fn read_game(&mut self, game: GameId, stored: &mut Stored) {
        let mut slots = self.slots(&game);
        let item = StoredItem::Game { game: game.clone() };
        let found = slots.read(&self.app, &self.root, Foreign::Stays);
        for damaged in found.damaged {
            // Every entry is saved, so the slots are one entry apart at the most.
            let lost = u32::from(damaged.may_be_newer);
            let lost = found.text.is_some().then_some(lost);
            stored.problems.push(report(item.clone(), damaged, lost));
        }
        let Some(text) = found.text else { return };
        match serde_json::from_str(&text) {
            Ok(GameLog {
                header, snapshot, ..
            }) => {
                self.games.insert(game.clone(), slots);
                stored.games.push(StoredGame {
                    id: game,
                    header,
                    snapshot,
                });
            }
            Err(_) => {
                let damaged = slots.set_aside(&self.root);
                stored.problems.push(report(item, damaged, None));
            }
        }
    }
}

fn report(item: StoredItem, damaged: Damaged, moves_lost: Option<u32>) -> StoreProblem {
    StoreProblem {
        item,
        problem: damaged.problem,
        kept_as: damaged.kept_as,
        moves_lost,
    }
}

/// The games that have a slot in a folder, or the rest of an interrupted first save. Files with other names are nobody's, and stay.
fn game_ids(folder: &Path) -> BTreeSet<GameId> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| {
            let mut ends = ENDS.into_iter().chain([DRAFT]);
            let id = ends.find_map(|end| name.strip_suffix(end))?;
            let sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
            let proper = (1..=40).contains(&id.len()) && id.chars().all(sign);
            proper.then(|| GameId(id.to_owned()))
        })
        .collect()
}
