//! A store that forgets: for tests, and for games that nobody wants to keep.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use vierschach_protocol::GameId;

use super::watch::Watches;
use super::{Log, Owner, Reply, Room, RoomLog, StoreError, Tip, Watch, now};

/// Logs in memory.
#[derive(Debug, Default)]
pub struct MemoryLog {
    state: Mutex<State>,
    watches: Arc<Watches>,
}

#[derive(Debug, Default)]
struct State {
    rooms: BTreeMap<(Owner, GameId), Kept>,
    settings: BTreeMap<Owner, String>,
}

#[derive(Debug)]
struct Kept {
    log: Log,
    snapshot: String,
    /// When an entry was last appended, in milliseconds since 1970.
    changed: u64,
}

impl MemoryLog {
    /// An empty store.
    pub fn new() -> MemoryLog {
        MemoryLog::default()
    }

    /// What `look` sees in the rooms of an owner.
    fn of<T>(&self, owner: &Owner, look: impl Fn(&GameId, &Kept) -> Option<T>) -> Vec<T> {
        let state = self.state();
        let rooms = state.rooms.iter().filter(|((of, _), _)| of == owner);
        rooms.filter_map(|((_, id), kept)| look(id, kept)).collect()
    }

    /// What `look` sees in a room.
    fn room<T>(
        &self,
        owner: &Owner,
        room: &GameId,
        look: impl FnOnce(&Kept) -> T,
    ) -> Result<T, StoreError> {
        let state = self.state();
        let kept = state.rooms.get(&(owner.clone(), room.clone()));
        kept.map(look).ok_or(StoreError::NoSuchRoom)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each change is a single insertion or push, so a panic elsewhere leaves no half of one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn last(&self) -> u32 {
        u32::try_from(self.log.entries.len()).unwrap_or(u32::MAX)
    }

    fn tip(&self, id: &GameId) -> Tip {
        Tip {
            id: id.clone(),
            last: self.last(),
            snapshot: self.snapshot.clone(),
        }
    }
}

fn done<'a, T: Send + 'a>(result: Result<T, StoreError>) -> Reply<'a, T> {
    Box::pin(ready(result))
}

impl RoomLog for MemoryLog {
    fn list(&self, owner: &Owner) -> Reply<'_, Vec<Room>> {
        let room = |id: &GameId, kept: &Kept| {
            Some(Room {
                id: id.clone(),
                header: kept.log.header.clone(),
                snapshot: kept.snapshot.clone(),
            })
        };
        done(Ok(self.of(owner, room)))
    }

    fn restore(&self, owner: &Owner, room: Room, entries: Vec<String>) -> Reply<'_, ()> {
        let Room {
            id,
            header,
            snapshot,
        } = room;
        let mut state = self.state();
        let key = (owner.clone(), id);
        if state.rooms.contains_key(&key) {
            return done(Err(StoreError::Exists));
        }
        let log = Log { header, entries };
        let changed = now();
        let kept = Kept {
            log,
            snapshot,
            changed,
        };
        state.rooms.insert(key, kept);
        done(Ok(()))
    }

    fn append(
        &self,
        owner: &Owner,
        room: &GameId,
        expected_last: u32,
        entry: String,
        snapshot: String,
    ) -> Reply<'_, ()> {
        let mut state = self.state();
        let Some(kept) = state.rooms.get_mut(&(owner.clone(), room.clone())) else {
            return done(Err(StoreError::NoSuchRoom));
        };
        let last = kept.last();
        if last != expected_last {
            let expected = expected_last;
            return done(Err(StoreError::Conflict { expected, last }));
        }
        kept.log.entries.push(entry);
        kept.snapshot = snapshot;
        kept.changed = now();
        self.watches.tell(owner, room, last + 1);
        done(Ok(()))
    }

    fn checkpoint(&self, owner: &Owner, room: &GameId, snapshot: String) -> Reply<'_, ()> {
        let mut state = self.state();
        let kept = state.rooms.get_mut(&(owner.clone(), room.clone()));
        done(
            kept.map(|kept| kept.snapshot = snapshot)
                .ok_or(StoreError::NoSuchRoom),
        )
    }

    fn header(&self, owner: &Owner, room: &GameId) -> Reply<'_, String> {
        done(self.room(owner, room, |kept| kept.log.header.clone()))
    }

    fn tip(&self, owner: &Owner, room: &GameId) -> Reply<'_, Tip> {
        done(self.room(owner, room, |kept| kept.tip(room)))
    }

    fn read(&self, owner: &Owner, room: &GameId) -> Reply<'_, Log> {
        done(self.room(owner, room, |kept| kept.log.clone()))
    }

    fn read_after(&self, owner: &Owner, room: &GameId, number: u32) -> Reply<'_, Vec<String>> {
        let newer = |kept: &Kept| {
            let known = usize::try_from(number).unwrap_or(usize::MAX);
            kept.log.entries.get(known..).unwrap_or_default().to_vec()
        };
        done(self.room(owner, room, newer))
    }

    fn watch(&self, owner: &Owner, room: &GameId) -> Reply<'_, Watch> {
        done(Ok(self.watches.watch(owner, room)))
    }

    fn idle(&self, owner: &Owner, before: u64) -> Reply<'_, Vec<Tip>> {
        let idle = |id: &GameId, kept: &Kept| (kept.changed < before).then(|| kept.tip(id));
        done(Ok(self.of(owner, idle)))
    }

    fn delete(&self, owner: &Owner, room: &GameId, expected_last: Option<u32>) -> Reply<'_, ()> {
        let mut state = self.state();
        let Entry::Occupied(kept) = state.rooms.entry((owner.clone(), room.clone())) else {
            return done(Err(StoreError::NoSuchRoom));
        };
        let last = kept.get().last();
        if let Some(expected) = expected_last.filter(|expected| *expected != last) {
            return done(Err(StoreError::Conflict { expected, last }));
        }
        kept.remove();
        self.watches.end(owner, room);
        done(Ok(()))
    }

    fn settings(&self, owner: &Owner) -> Reply<'_, Option<String>> {
        done(Ok(self.state().settings.get(owner).cloned()))
    }

    fn save_settings(&self, owner: &Owner, settings: String) -> Reply<'_, ()> {
        self.state().settings.insert(owner.clone(), settings);
        done(Ok(()))
    }
}
