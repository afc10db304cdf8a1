//! Removing rooms whose time is over.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tracing::{info, warn};
use vierschach_protocol::{LOBBY_HOURS, RoomCode};
use vierschach_session::RoomSnapshot;

use super::{Rooms, room_id};
use crate::state::Shared;
use crate::store::{Owner, RoomLog, StoreError, now};

/// How often rooms are removed.
const EVERY: Duration = Duration::from_secs(600);

/// How often all rooms of the store are looked at: when the relay starts, and for those of other
/// relays that ended. Of its own a relay knows when their time may be over.
const ALL_EVERY: u64 = 24 * HOUR;

/// No room is removed sooner after the last entry.
const SOONEST: u64 = LOBBY_HOURS as u64 * HOUR;

const HOUR: u64 = 3_600_000;

/// Rooms, and when their time may be over: a hint, which the store confirms.
#[derive(Default)]
pub(super) struct Due(Mutex<BTreeMap<RoomCode, u64>>);

impl Due {
    /// A room's time may be over then.
    pub(super) fn note(&self, room: RoomCode, when: u64) {
        self.rooms().insert(room, when);
    }

    /// Takes the rooms whose time may be over.
    fn take(&self, now: u64) -> Vec<RoomCode> {
        let mut rooms = self.rooms();
        let over = rooms.extract_if(.., |_, when| *when <= now);
        over.map(|(room, _)| room).collect()
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<RoomCode, u64>> {
        // A map of times: no panic can leave it half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes rooms from the store when their time is over, until the relay stops.
pub(crate) async fn sweep(shared: Arc<Shared>) {
    let mut times = interval(EVERY);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut looked = None;
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = times.tick() => {}
        }
        let (log, rooms) = (&*shared.log, &shared.rooms);
        match go_round(log, rooms, &mut looked, now()).await {
            Ok(0) => {}
            Ok(removed) => info!(removed, "rooms whose time was over"),
            Err(error) => warn!(%error, "rooms whose time is over could not be removed"),
        }
    }
}

/// Removes the rooms whose time is over; says how many there were. `looked` is when all rooms were
/// looked at last.
async fn go_round(
    log: &dyn RoomLog,
    rooms: &Rooms,
    looked: &mut Option<u64>,
    now: u64,
) -> Result<usize, StoreError> {
    if looked.is_none_or(|looked| now >= looked.saturating_add(ALL_EVERY)) {
        let before = looked.map_or(u64::MAX, |_| now.saturating_sub(SOONEST));
        match log.idle(&Owner::rooms(), before).await {
            Ok(tips) => {
                for tip in tips {
                    if let Ok(RoomSnapshot { expires }) = RoomSnapshot::from_text(&tip.snapshot) {
                        rooms.due.note(RoomCode(tip.id.0), expires);
                    }
                }
                *looked = Some(now);
            }
            // Those that are known are removed all the same.
            Err(error) => warn!(%error, "not all rooms could be looked at"),
        }
    }
    let mut removed = 0;
    let mut over = rooms.due.take(now).into_iter();
    while let Some(room) = over.next() {
        if rooms.doors.known(&room).is_some() {
            // It is noted again when it is out of use.
            continue;
        }
        match remove(log, rooms, room, now).await {
            Ok(did) => removed += usize::from(did),
            // Nothing else can be removed now either.
            Err(error @ (StoreError::Away | StoreError::Stopped)) => {
                over.for_each(|room| rooms.due.note(room, now));
                return Err(error);
            }
            // The others' turn does not depend on it.
            Err(error) => warn!(%error, "a room whose time is over could not be removed"),
        }
    }
    Ok(removed)
}

/// Removes a room if its time is over, and nobody writes into it meanwhile; whether it did.
async fn remove(
    log: &dyn RoomLog,
    rooms: &Rooms,
    room: RoomCode,
    now: u64,
) -> Result<bool, StoreError> {
    let (owner, id) = (Owner::rooms(), room_id(&room));
    let removed = async {
        let tip = log.tip(&owner, &id).await?;
        // One that can't be read stays.
        let snapshot = RoomSnapshot::from_text(&tip.snapshot).ok();
        let expires = snapshot.map_or(u64::MAX, |snapshot| snapshot.expires);
        if expires > now {
            return Ok(Some(expires));
        }
        log.delete(&owner, &id, Some(tip.last)).await?;
        Ok(None)
    };
    match removed.await {
        Ok(None) => Ok(true),
        Ok(Some(expires)) => {
            rooms.due.note(room, expires);
            Ok(false)
        }
        // Another relay was quicker.
        Err(StoreError::NoSuchRoom) => Ok(false),
        // Somebody came.
        Err(StoreError::Conflict { .. }) => {
            rooms.due.note(room, now);
            Ok(false)
        }
        Err(error) => {
            rooms.due.note(room, now);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Log, MemoryLog, Reply, Room, Tip, Watch};
    use std::future::ready;
    use vierschach_protocol::GameId;

    const LATER: u64 = 100 * HOUR;

    fn code(text: &str) -> RoomCode {
        RoomCode(text.to_owned())
    }

    async fn make(log: &MemoryLog, text: &str, expires: u64) {
        let room = Room {
            id: room_id(&code(text)),
            header: String::new(),
            snapshot: RoomSnapshot { expires }.to_text(),
        };
        log.create(&Owner::rooms(), room).await.unwrap();
    }

    async fn is_kept(log: &MemoryLog, text: &str) -> bool {
        let id = room_id(&code(text));
        log.tip(&Owner::rooms(), &id).await.is_ok()
    }

    #[tokio::test]
    async fn rooms_go_when_their_time_is_over() {
        let (log, rooms) = (MemoryLog::new(), Rooms::new(1, 9));
        make(&log, "OVER", 1).await;
        make(&log, "LATER", LATER).await;
        let mut looked = None;
        let first = go_round(&log, &rooms, &mut looked, HOUR).await;
        assert_eq!(first, Ok(1));
        assert!(!is_kept(&log, "OVER").await && is_kept(&log, "LATER").await);
        assert_eq!(looked, Some(HOUR));
        // One that this relay has not heard of is found when all are looked at again.
        make(&log, "OTHER", 1).await;
        let soon = go_round(&log, &rooms, &mut looked, 2 * HOUR).await;
        assert_eq!(soon, Ok(0));
        let at = now() + SOONEST + 1;
        assert_eq!(go_round(&log, &rooms, &mut looked, at).await, Ok(2));
    }

    /// A store in which nobody can look at all rooms, nor read one of them.
    struct Faulty(MemoryLog);

    const UNREADABLE: &str = "AAAA";

    impl RoomLog for Faulty {
        fn idle(&self, _: &Owner, _: u64) -> Reply<'_, Vec<Tip>> {
            Box::pin(ready(Err(StoreError::Failed("no look".to_owned()))))
        }

        fn tip(&self, owner: &Owner, room: &GameId) -> Reply<'_, Tip> {
            if *room == room_id(&code(UNREADABLE)) {
                return Box::pin(ready(Err(StoreError::Failed("no tip".to_owned()))));
            }
            self.0.tip(owner, room)
        }

        fn list(&self, owner: &Owner) -> Reply<'_, Vec<Room>> {
            self.0.list(owner)
        }

        fn restore(&self, owner: &Owner, room: Room, entries: Vec<String>) -> Reply<'_, ()> {
            self.0.restore(owner, room, entries)
        }

        fn append(
            &self,
            owner: &Owner,
            room: &GameId,
            last: u32,
            entry: String,
            snapshot: String,
        ) -> Reply<'_, ()> {
            self.0.append(owner, room, last, entry, snapshot)
        }

        fn checkpoint(&self, owner: &Owner, room: &GameId, snapshot: String) -> Reply<'_, ()> {
            self.0.checkpoint(owner, room, snapshot)
        }

        fn header(&self, owner: &Owner, room: &GameId) -> Reply<'_, String> {
            self.0.header(owner, room)
        }

        fn read(&self, owner: &Owner, room: &GameId) -> Reply<'_, Log> {
            self.0.read(owner, room)
        }

        fn read_after(&self, owner: &Owner, room: &GameId, number: u32) -> Reply<'_, Vec<String>> {
            self.0.read_after(owner, room, number)
        }

        fn watch(&self, owner: &Owner, room: &GameId) -> Reply<'_, Watch> {
            self.0.watch(owner, room)
        }

        fn delete(&self, owner: &Owner, room: &GameId, last: Option<u32>) -> Reply<'_, ()> {
            self.0.delete(owner, room, last)
        }

        fn settings(&self, owner: &Owner) -> Reply<'_, Option<String>> {
            self.0.settings(owner)
        }

        fn save_settings(&self, owner: &Owner, settings: String) -> Reply<'_, ()> {
            self.0.save_settings(owner, settings)
        }
    }

    #[tokio::test]
    async fn a_room_that_can_not_be_read_keeps_no_other() {
        let (log, rooms) = (Faulty(MemoryLog::new()), Rooms::new(1, 9));
        for text in [UNREADABLE, "OVER"] {
            make(&log.0, text, 1).await;
            rooms.due.note(code(text), 1);
        }
        let mut looked = None;
        assert_eq!(go_round(&log, &rooms, &mut looked, HOUR).await, Ok(1));
        assert!(is_kept(&log.0, UNREADABLE).await && !is_kept(&log.0, "OVER").await);
        // Both are tried again.
        assert_eq!(looked, None);
        assert_eq!(rooms.due.take(HOUR), [code(UNREADABLE)]);
    }

    #[tokio::test]
    async fn what_another_relay_goes_on_with_is_kept() {
        let (log, rooms) = (MemoryLog::new(), Rooms::new(1, 9));
        make(&log, "USED", 1).await;
        rooms.due.note(code("USED"), 1);
        let (owner, id) = (Owner::rooms(), room_id(&code("USED")));
        let snapshot = RoomSnapshot { expires: LATER }.to_text();
        log.append(&owner, &id, 0, String::new(), snapshot)
            .await
            .unwrap();
        let mut looked = Some(0);
        assert_eq!(go_round(&log, &rooms, &mut looked, HOUR).await, Ok(0));
        assert!(is_kept(&log, "USED").await);
        // It is not asked for again before its time.
        assert!(rooms.due.take(LATER - 1).is_empty());
        assert_eq!(rooms.due.take(LATER), [code("USED")]);
    }
}
