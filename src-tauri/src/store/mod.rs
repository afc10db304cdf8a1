//! What the app keeps on the device: every game and the settings, through Tauri's store plugin.
//!
//! The plugin writes a file in place and takes a file that it can't read for an empty one. So
//! each item has two slots ([`slots`]) whose contents are numbered and checked ([`record`]); a
//! save is on the disk before the move is acknowledged; what is damaged is moved aside and told.

mod record;
mod slots;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tauri::{AppHandle, Runtime};
use vierschach_protocol::{GameId, Problem, Settings, StoreProblem, StoredItem};

use crate::error::Error;
use slots::{Damaged, ENDS, Slots};

/// The folder of the games, below the stores' folder.
const GAMES: &str = "games";

/// The stores of this device.
#[derive(Debug)]
pub(crate) struct Store<R: Runtime> {
    app: AppHandle<R>,
    root: PathBuf,
    settings: Slots,
    games: BTreeMap<GameId, Slots>,
}

/// What was kept when the app started.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The settings; the defaults where none could be read.
    pub(crate) settings: Settings,
    /// The text last saved for each game.
    pub(crate) games: Vec<(GameId, String)>,
    /// What could not be read.
    pub(crate) problems: Vec<StoreProblem>,
}

impl<R: Runtime> Store<R> {
    /// Reads all that is kept below `root` and moves damaged files aside. A folder that is not
    /// there is an empty one.
    pub(crate) fn open(app: AppHandle<R>, root: PathBuf) -> (Self, Kept) {
        let mut store = Self {
            app,
            root,
            settings: Slots::new("settings"),
            games: BTreeMap::new(),
        };
        let mut kept = Kept::default();
        store.read_settings(&mut kept);
        for game in game_ids(&store.root.join(GAMES)) {
            store.read_game(game, &mut kept);
        }
        (store, kept)
    }

    /// Keeps the settings.
    ///
    /// # Errors
    /// When they can't be written.
    pub(crate) fn save_settings(&mut self, settings: &Settings) -> Result<(), Error> {
        let text = serde_json::to_string(settings)
            .map_err(|error| Error::file("settings")(error.into()))?;
        self.settings.write(&self.app, &self.root, text)
    }

    /// Keeps a game's text; when this returns, it is on the disk.
    ///
    /// # Errors
    /// When it can't be written; the text before it is still kept then.
    pub(crate) fn save_game(&mut self, game: &GameId, text: String) -> Result<(), Error> {
        let slots = self.slots(game);
        let mut changed = slots.clone();
        changed.write(&self.app, &self.root, text)?;
        self.games.insert(game.clone(), changed);
        Ok(())
    }

    /// Forgets a game.
    ///
    /// # Errors
    /// When its files are there and can't be removed.
    pub(crate) fn delete_game(&mut self, game: &GameId) -> Result<(), Error> {
        let mut slots = self.slots(game);
        slots.remove(&self.root)?;
        self.games.remove(game);
        Ok(())
    }

    /// Moves a game aside whose text is whole but means nothing to this version.
    pub(crate) fn set_game_aside(&mut self, game: &GameId, problem: Problem) -> StoreProblem {
        let kept_as = self.slots(game).set_aside(&self.root);
        self.games.remove(game);
        StoreProblem {
            item: StoredItem::Game { game: game.clone() },
            problem,
            kept_as,
            moves_lost: None,
        }
    }

    fn slots(&self, game: &GameId) -> Slots {
        let known = self.games.get(game).cloned();
        known.unwrap_or_else(|| Slots::new(Path::new(GAMES).join(&game.0)))
    }

    fn read_settings(&mut self, kept: &mut Kept) {
        let found = self.settings.read(&self.app, &self.root);
        let item = StoredItem::Settings;
        for damaged in found.damaged {
            kept.problems.push(report(item.clone(), damaged, None));
        }
        let Some(text) = found.text else { return };
        match serde_json::from_str(&text) {
            Ok(settings) => kept.settings = settings,
            Err(_) => kept.problems.push(StoreProblem {
                item,
                problem: Problem::Unreadable,
                kept_as: self.settings.set_aside(&self.root),
                moves_lost: None,
            }),
        }
    }

    fn read_game(&mut self, game: GameId, kept: &mut Kept) {
        let mut slots = self.slots(&game);
        let found = slots.read(&self.app, &self.root);
        for damaged in found.damaged {
            // Every event is saved, so the slots are one event apart.
            let lost = u32::from(damaged.may_be_newer);
            let lost = found.text.is_some().then_some(lost);
            let item = StoredItem::Game { game: game.clone() };
            kept.problems.push(report(item, damaged, lost));
        }
        if let Some(text) = found.text {
            self.games.insert(game.clone(), slots);
            kept.games.push((game, text));
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

/// The games that have a slot in a folder. Files with other names are nobody's, and stay.
fn game_ids(folder: &Path) -> BTreeSet<GameId> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| {
            let id = ENDS.iter().find_map(|end| name.strip_suffix(end))?;
            let sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
            let proper = (1..=40).contains(&id.len()) && id.chars().all(sign);
            proper.then(|| GameId(id.to_owned()))
        })
        .collect()
}
