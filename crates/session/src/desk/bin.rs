//! The bin: deleted games can be brought back for some days.

use vierschach_protocol::{BIN_DAYS, ErrorCode, GameId};

use super::clocks::checkpoint;
use super::{Asker, Desk, Job, MAX_GAMES, Then};
use crate::Snapshot;

/// Milliseconds that a deleted game stays.
const BIN_TIME: u64 = BIN_DAYS as u64 * 24 * 60 * 60 * 1000;

impl Desk {
    /// Whether a game is in the list and not in the bin.
    pub(super) fn has_game(&self, game: &GameId) -> bool {
        let kept = self.kept.get(game);
        kept.is_some_and(|kept| kept.snapshot.deleted.is_none())
    }

    /// How many games are in the list and not in the bin.
    pub(super) fn game_count(&self) -> usize {
        let kept = self.kept.values();
        kept.filter(|kept| kept.snapshot.deleted.is_none()).count()
    }

    /// Puts a game into the bin. A full bin loses what has been in it longest.
    pub(super) fn delete(&mut self, now: u64, asker: Asker, game: GameId) {
        if !self.has_game(&game) {
            return self.refuse(asker, None, ErrorCode::NoSuchGame);
        }
        if self.kept.len() - self.game_count() >= MAX_GAMES {
            let binned = self.kept.iter();
            let binned = binned.filter(|(_, kept)| kept.snapshot.deleted.is_some());
            let oldest = binned.min_by_key(|(_, kept)| kept.snapshot.deleted);
            if let Some(oldest) = oldest.map(|(id, _)| id.clone()) {
                self.forget(oldest);
            }
        }
        self.mark(asker, game, Some(now));
    }

    /// Brings a game back.
    pub(super) fn restore(&mut self, asker: Asker, game: GameId) {
        if self.has_game(&game) || !self.kept.contains_key(&game) {
            return self.refuse(asker, None, ErrorCode::NoSuchGame);
        }
        if self.game_count() >= MAX_GAMES {
            return self.refuse_more(asker);
        }
        self.mark(asker, game, None);
    }

    /// Removes a game from the bin for good.
    pub(super) fn purge(&mut self, asker: Asker, game: GameId) {
        if self.has_game(&game) || !self.kept.contains_key(&game) {
            return self.refuse(asker, None, ErrorCode::NoSuchGame);
        }
        let job = Job::Delete { game: game.clone() };
        let asker = Some(asker);
        self.ask_store(job, Then::Purged { asker, game });
    }

    /// Removes the games whose time in the bin is over.
    pub(super) fn empty_bin(&mut self, now: u64) {
        let over = |deleted: u64| now.saturating_sub(deleted) >= BIN_TIME;
        let kept = self.kept.iter();
        let kept = kept.filter(|(_, kept)| kept.snapshot.deleted.is_some_and(over));
        let ids: Vec<_> = kept.map(|(id, _)| id.clone()).collect();
        for game in ids {
            self.forget(game);
        }
    }

    /// Removes a game that nobody asks for any more. It is out of sight at once.
    fn forget(&mut self, game: GameId) {
        self.kept.remove(&game);
        let job = Job::Delete { game: game.clone() };
        let asker = None;
        self.ask_store(job, Then::Purged { asker, game });
    }

    fn mark(&mut self, asker: Asker, game: GameId, deleted: Option<u64>) {
        let Some(kept) = self.kept.get(&game) else {
            return;
        };
        let snapshot = Box::new(Snapshot {
            deleted,
            ..kept.snapshot.clone()
        });
        let job = checkpoint(&game, &snapshot);
        let then = Then::Binned {
            asker,
            game,
            snapshot,
        };
        self.ask_store(job, then);
    }

    /// A game went into the bin or came out of it.
    pub(super) fn binned(&mut self, now: u64, game: &GameId, snapshot: Snapshot) {
        let is_gone = snapshot.deleted.is_some();
        if let Some(kept) = self.kept.get_mut(game) {
            kept.snapshot = snapshot;
        }
        if is_gone {
            for watcher in self.watchers(game) {
                self.stop_analysis(watcher);
            }
            for screen in self.watchers(game) {
                self.leave(now, screen);
            }
        }
        self.send_list();
    }

    /// A game is gone for good.
    pub(super) fn purged(&mut self, game: &GameId) {
        if self.kept.remove(game).is_some() {
            self.send_list();
        }
    }
}
