//! A room whose log makes no room any more: whoever comes is told so, and the log stays as it is.

use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep;
use vierschach_protocol::{ErrorCode, Request, RoomCode};

use super::way::refused;
use crate::desk::Post;
use crate::state::Shared;

/// Without sockets for so long, the room is forgotten, and read anew when somebody comes. Until
/// then nobody has it read again.
const IDLE: Duration = Duration::from_secs(600);

/// Refuses all who come, until nobody has come for a while or the relay stops.
pub(super) async fn serve(shared: &Shared, code: &RoomCode, mut posts: mpsc::Receiver<Post>) {
    let mut screens = HashMap::new();
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            post = posts.recv() => match post {
                Some(Post::Connect { connection, outbox, .. }) => {
                    screens.insert(connection, outbox);
                }
                Some(Post::Disconnect(connection)) => {
                    screens.remove(&connection);
                }
                Some(Post::Request { connection, text, .. }) => {
                    let request = serde_json::from_str(&text).map(|Request { id, .. }| id);
                    let Some((outbox, request)) = screens.get(&connection).zip(request.ok()) else {
                        continue;
                    };
                    let refused = refused(request, ErrorCode::RoomDamaged, []);
                    let sent = serde_json::to_string(&refused);
                    // One that can't keep up is let go.
                    if !sent.is_ok_and(|text| outbox.send(text.into())) {
                        screens.remove(&connection);
                    }
                }
                None => return,
            },
            () = sleep(IDLE), if screens.is_empty() => {
                if shared.rooms.doors.retire(code, &mut posts) {
                    return;
                }
            }
        }
    }
}
