//! A store that counts how often logs are read.

use std::sync::atomic::{AtomicUsize, Ordering};

use vierschach_protocol::GameId;
use vierschach_relay::{Log, MemoryLog, Owner, Reply, Room, RoomLog, Tip, Watch};

/// Logs in memory, and how often one was read as a whole.
#[derive(Default)]
pub(crate) struct CountingLog {
    log: MemoryLog,
    reads: AtomicUsize,
}

impl CountingLog {
    pub(crate) fn reads(&self) -> usize {
        self.reads.load(Ordering::Relaxed)
    }
}

impl RoomLog for CountingLog {
    fn list(&self, owner: &Owner) -> Reply<'_, Vec<Room>> {
        self.log.list(owner)
    }

    fn restore(&self, owner: &Owner, room: Room, entries: Vec<String>) -> Reply<'_, ()> {
        self.log.restore(owner, room, entries)
    }

    fn append(
        &self,
        owner: &Owner,
        room: &GameId,
        expected_last: u32,
        entry: String,
        snapshot: String,
    ) -> Reply<'_, ()> {
        self.log.append(owner, room, expected_last, entry, snapshot)
    }

    fn checkpoint(&self, owner: &Owner, room: &GameId, snapshot: String) -> Reply<'_, ()> {
        self.log.checkpoint(owner, room, snapshot)
    }

    fn header(&self, owner: &Owner, room: &GameId) -> Reply<'_, String> {
        self.log.header(owner, room)
    }

    fn tip(&self, owner: &Owner, room: &GameId) -> Reply<'_, Tip> {
        self.log.tip(owner, room)
    }

    fn read(&self, owner: &Owner, room: &GameId) -> Reply<'_, Log> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.log.read(owner, room)
    }

    fn read_after(&self, owner: &Owner, room: &GameId, number: u32) -> Reply<'_, Vec<String>> {
        self.log.read_after(owner, room, number)
    }

    fn watch(&self, owner: &Owner, room: &GameId) -> Reply<'_, Watch> {
        self.log.watch(owner, room)
    }

    fn idle(&self, owner: &Owner, before: u64) -> Reply<'_, Vec<Tip>> {
        self.log.idle(owner, before)
    }

    fn delete(&self, owner: &Owner, room: &GameId, expected_last: Option<u32>) -> Reply<'_, ()> {
        self.log.delete(owner, room, expected_last)
    }

    fn settings(&self, owner: &Owner) -> Reply<'_, Option<String>> {
        self.log.settings(owner)
    }

    fn save_settings(&self, owner: &Owner, settings: String) -> Reply<'_, ()> {
        self.log.save_settings(owner, settings)
    }
}
