//! Hearing of what is appended to a room.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch::{self, Receiver, Sender};
use vierschach_protocol::GameId;

use super::Owner;

/// The numbers of a room's newest entries, as they come.
///
/// It holds one number however slow its reader is: a newer one takes the place of one that was not
/// read.
#[derive(Debug)]
pub struct Watch {
    // Dropped before its place, which looks for others.
    numbers: Receiver<u32>,
    _place: Place,
}

impl Watch {
    /// Waits for entries that came after the last call, or after the watch began; gives the number
    /// of the newest. It may be one that the caller knows. `None`: the room was removed, or the
    /// store has stopped.
    pub async fn next(&mut self) -> Option<u32> {
        self.numbers.changed().await.ok()?;
        Some(*self.numbers.borrow_and_update())
    }
}

/// Whose room, and which.
pub(super) type Key = (Owner, GameId);

/// Who watches which room in this process.
#[derive(Debug, Default)]
pub(super) struct Watches(Mutex<HashMap<Key, Sender<u32>>>);

impl Watches {
    /// Watches a room.
    pub(super) fn watch(self: &Arc<Self>, owner: &Owner, room: &GameId) -> Watch {
        let key = (owner.clone(), room.clone());
        let mut rooms = self.rooms();
        let sender = rooms.entry(key.clone());
        let numbers = sender.or_insert_with(|| watch::channel(0).0).subscribe();
        let watches = Arc::clone(self);
        let _place = Place { watches, key };
        Watch { numbers, _place }
    }

    /// Tells those who watch a room of its newest entry.
    pub(super) fn tell(&self, owner: &Owner, room: &GameId, number: u32) {
        if let Some(sender) = self.rooms().get(&(owner.clone(), room.clone())) {
            sender.send_replace(number);
        }
    }

    /// Ends the watches of a room that was removed.
    pub(super) fn end(&self, owner: &Owner, room: &GameId) {
        self.rooms().remove(&(owner.clone(), room.clone()));
    }

    /// The rooms that somebody watches.
    #[cfg(feature = "nats")]
    pub(super) fn watched(&self) -> Vec<Key> {
        self.rooms().keys().cloned().collect()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<Key, Sender<u32>>> {
        // A map of senders: no panic can leave it half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A watch's place among the others of its room; the last one takes the room with it.
#[derive(Debug)]
struct Place {
    watches: Arc<Watches>,
    key: Key,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut rooms = self.watches.rooms();
        if let Entry::Occupied(sender) = rooms.entry(self.key.clone())
            && sender.get().receiver_count() == 0
        {
            sender.remove();
        }
    }
}
