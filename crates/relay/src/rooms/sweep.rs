//! Removing rooms whose time is over.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tracing::{info, warn};
use vierschach_protocol::{LOBBY_HOURS, RoomCode};
use vierschach_session::RoomSnapshot;

use crate::state::Shared;
use crate::store::{Owner, StoreError, now};

/// How often.
const EVERY: Duration = Duration::from_secs(600);

/// No room is removed sooner after the last entry.
const SOONEST: u64 = LOBBY_HOURS as u64 * 3_600_000;

/// Removes rooms from the store when their time is over, until the relay stops.
pub(crate) async fn sweep(shared: Arc<Shared>) {
    let mut times = interval(EVERY);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = times.tick() => {}
        }
        match remove_expired(&shared, now()).await {
            Ok(0) => {}
            Ok(removed) => info!(removed, "rooms whose time was over"),
            Err(error) => warn!(%error, "rooms whose time is over could not be removed"),
        }
    }
}

/// Removes the rooms whose time is over; says how many there were.
async fn remove_expired(shared: &Shared, now: u64) -> Result<usize, StoreError> {
    let owner = Owner::rooms();
    let mut removed = 0;
    for room in shared.log.idle(&owner, now.saturating_sub(SOONEST)).await? {
        let snapshot = RoomSnapshot::from_text(&room.snapshot);
        let is_over = snapshot.is_ok_and(|snapshot| snapshot.expires <= now);
        let in_use = shared.rooms.doors.known(&RoomCode(room.id.0.clone()));
        if !is_over || in_use.is_some() {
            continue;
        }
        match shared.log.delete(&owner, &room.id).await {
            Ok(()) => removed += 1,
            // Another relay was quicker.
            Err(StoreError::NoSuchRoom) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(removed)
}
