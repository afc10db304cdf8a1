//! A socket's way into a room: finding the room, or making it.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{WebSocket, close_code};
use tracing::{debug, error, warn};
use vierschach_protocol::{
    ClientMessage, Entrance, ErrorCode, MAX_REQUEST_BYTES, Request, RoomCode, RoomOptions,
    ServerMessage, VERSION,
};
use vierschach_session::{ConnectionId, Refusal, RoomHeader, clean_name, refusal};

use super::{Visitor, device_in, is_code, new_code, new_secret, room_id, task};
use crate::desk::Post;
use crate::doors::Door;
use crate::outbox::{Outbox, WeakOutbox, outbox};
use crate::socket::{Brought, Way, bring, close, exchange};
use crate::state::Shared;
use crate::store::{Log, Owner, Room, StoreError, now};

/// So often a socket may try to come in.
const MAX_TRIES: u32 = 10;

/// So many codes are drawn for a room before it is given up: each is taken once in a million times
/// where there are hundreds of rooms.
const MAX_DRAWS: u32 = 8;

/// Serves a socket to a room until either side ends it.
pub(crate) async fn serve(
    mut socket: WebSocket,
    shared: &Arc<Shared>,
    address: IpAddr,
    device: Option<String>,
) {
    let (outbox, messages) = outbox();
    let mut way = RoomWay {
        shared: Arc::clone(shared),
        address,
        device,
        outbox: Some(outbox),
        entered: None,
        tries: 0,
    };
    let (code, reason) = exchange(&mut socket, shared, &mut way, messages).await;
    debug!(reason, "a room's socket went");
    way.leave().await;
    close(&mut socket, code, reason).await;
}

/// The way into a room.
struct RoomWay {
    shared: Arc<Shared>,
    address: IpAddr,
    /// What tells the device from others; apps have nothing.
    device: Option<String>,
    /// Kept until a room has it.
    outbox: Option<Outbox>,
    entered: Option<Entered>,
    tries: u32,
}

/// The room that a socket is at.
struct Entered {
    connection: ConnectionId,
    code: RoomCode,
    door: Door,
    /// The room keeps it open.
    outbox: WeakOutbox,
}

/// A room that somebody may knock at.
struct Found {
    code: RoomCode,
    /// The secret of its link.
    secret: Arc<str>,
    /// Its log, where that is known already: it is new.
    log: Option<Log>,
}

impl Way for RoomWay {
    async fn bring(&mut self, text: &str) -> Brought {
        match &self.entered {
            Some(entered) if entered.outbox.is_welcome() => {
                bring(&entered.door, entered.connection, text).await
            }
            _ => self.come_in(text).await,
        }
    }
}

impl RoomWay {
    /// Reads the request of a socket that no room has let in yet.
    async fn come_in(&mut self, text: &str) -> Brought {
        if text.len() > MAX_REQUEST_BYTES {
            return answer(refusal(text, ErrorCode::TooLong));
        }
        let Ok(Request { id, message }) = serde_json::from_str(text) else {
            return answer(refusal(text, ErrorCode::Malformed));
        };
        let ClientMessage::EnterRoom { protocol, entrance } = message else {
            // Nothing else reaches a room from whoever it has not let in.
            return answer(refusal(text, ErrorCode::NoHello));
        };
        if protocol != VERSION {
            let params = [("client", protocol), ("host", VERSION)];
            return answer(refused(id, ErrorCode::Version, params));
        }
        self.tries += 1;
        if self.tries > MAX_TRIES {
            return Brought::Close(None, close_code::POLICY, "too many tries");
        }
        let found = match entrance {
            Entrance::Create { name, options } => self.create(id, &name, options).await,
            Entrance::Join { code, secret, .. } => self.find(id, code, secret.as_deref()).await,
            Entrance::Return { code, .. } => self.find_again(id, code).await,
        };
        match found {
            Ok(found) => self.enter(found, text).await,
            Err(message) => answer(*message),
        }
    }

    /// Brings the socket and its request to the room.
    async fn enter(&mut self, found: Found, text: &str) -> Brought {
        if let Some(old) = self.entered.take_if(|entered| entered.code != found.code) {
            self.outbox = old.outbox.upgrade();
            old.door.leave(old.connection).await;
        }
        if self.entered.is_none() {
            self.entered = self.outbox.take().and_then(|outbox| {
                let weak = outbox.downgrade();
                let code = found.code.clone();
                let (connection, door) = self.knock(found, outbox)?;
                Some(Entered {
                    connection,
                    code,
                    door,
                    outbox: weak,
                })
            });
        }
        match &self.entered {
            Some(entered) => bring(&entered.door, entered.connection, text).await,
            None => Brought::Close(None, close_code::AGAIN, "too busy"),
        }
    }

    /// Takes the socket to the room, which is set up if it is not in use; `None`: it is too busy.
    fn knock(&self, found: Found, outbox: Outbox) -> Option<(ConnectionId, Door)> {
        let Found { code, secret, log } = found;
        let connection = self.shared.new_connection();
        let visitor = Visitor {
            address: self.address,
            device: self
                .device
                .as_deref()
                .map(|device| device_in(&code, device)),
        };
        let post = Post::Connect {
            connection,
            outbox,
            visitor: Some(visitor),
        };
        let room = task::run(Arc::clone(&self.shared), code.clone(), log);
        let set_up = |posts| {
            self.shared.tasks.spawn(room(posts));
        };
        let doors = &self.shared.rooms.doors;
        let (door, _) = doors.enter(&code, post, || secret, set_up)?;
        Some((connection, door.with_own_bytes()))
    }

    /// Makes a room.
    async fn create(
        &self,
        request: u32,
        name: &str,
        options: RoomOptions,
    ) -> Result<Found, Box<ServerMessage>> {
        let refuse = |code| Box::new(refused(request, code, []));
        clean_name(name).map_err(|Refusal(code)| refuse(code))?;
        let rooms = &self.shared.rooms;
        if !rooms.has_room() || !self.shared.peers.new_room(self.address, Instant::now()) {
            return Err(refuse(ErrorCode::TooManyRooms));
        }
        for _ in 0..MAX_DRAWS {
            let drawn = new_code().and_then(|code| Ok((code, new_secret()?)));
            let (code, secret) = drawn.map_err(|error| {
                error!(%error, "no entropy for a room");
                refuse(ErrorCode::Internal)
            })?;
            let options = options.clone();
            let (header, snapshot) =
                RoomHeader::new(code.clone(), secret.clone(), options, request, now())?;
            let header = header.to_text();
            let room = Room {
                id: room_id(&code),
                header: header.clone(),
                snapshot: snapshot.to_text(),
            };
            match self.shared.log.create(&Owner::rooms(), room).await {
                Ok(()) => {
                    let entries = Vec::new();
                    let log = Some(Log { header, entries });
                    let secret = Arc::from(secret);
                    return Ok(Found { code, secret, log });
                }
                Err(StoreError::Exists) => {}
                Err(error) => {
                    warn!(%error, "a room could not be kept");
                    return Err(refuse(ErrorCode::NotSaved));
                }
            }
        }
        Err(refuse(ErrorCode::TooManyRooms))
    }

    /// Finds the room that somebody wants to join. Every try is counted before the code is looked at,
    /// so that codes can't be guessed quickly; those with the link's secret by a wider measure.
    async fn find(
        &self,
        request: u32,
        code: RoomCode,
        secret: Option<&str>,
    ) -> Result<Found, Box<ServerMessage>> {
        let Some(secret) = secret else {
            self.count_guess(request)?;
            return self.look_up(request, code).await;
        };
        self.count_entrance(request)?;
        let found = self.look_up(request, code).await;
        let is_right = matches!(&found, Ok(found) if is_same(&found.secret, secret));
        if !is_right {
            self.count_guess(request)?;
        }
        found
    }

    /// Finds the room that somebody comes back to. The room will count wrong tokens.
    async fn find_again(&self, request: u32, code: RoomCode) -> Result<Found, Box<ServerMessage>> {
        self.count_entrance(request)?;
        let found = self.look_up(request, code).await;
        if found.is_err() {
            self.count_guess(request)?;
        }
        found
    }

    fn count_guess(&self, request: u32) -> Result<(), Box<ServerMessage>> {
        let counted = self.shared.count_guess(self.address);
        counted.map_err(|seconds| Box::new(too_many_guesses(request, seconds)))
    }

    fn count_entrance(&self, request: u32) -> Result<(), Box<ServerMessage>> {
        let counted = self.shared.count_entrance(self.address);
        counted.map_err(|seconds| Box::new(too_many_guesses(request, seconds)))
    }

    /// Finds a room. However long its log is, no more of it is read here than how it began.
    async fn look_up(&self, request: u32, code: RoomCode) -> Result<Found, Box<ServerMessage>> {
        let refuse = |code| Box::new(refused(request, code, []));
        if !is_code(&code) {
            return Err(refuse(ErrorCode::NoSuchRoom));
        }
        let rooms = &self.shared.rooms;
        let log = None;
        if let Some(secret) = rooms.doors.known(&code) {
            return Ok(Found { code, secret, log });
        }
        let header = self.shared.log.header(&Owner::rooms(), &room_id(&code));
        let header = match header.await {
            Ok(header) => header,
            Err(StoreError::NoSuchRoom) => return Err(refuse(ErrorCode::NoSuchRoom)),
            Err(error) => {
                warn!(%error, "a room could not be read");
                return Err(refuse(ErrorCode::Internal));
            }
        };
        if !rooms.has_room() {
            return Err(refuse(ErrorCode::TooManyRooms));
        }
        let header = RoomHeader::from_text(&header).map_err(|error| {
            error!(%error, "a room's header can't be read");
            refuse(ErrorCode::RoomDamaged)
        })?;
        let secret = Arc::from(header.secret);
        Ok(Found { code, secret, log })
    }

    /// Tells the room that the socket is gone.
    async fn leave(self) {
        if let Some(entered) = self.entered {
            entered.door.leave(entered.connection).await;
        }
    }
}

/// Whether a secret is the link's; it takes as long whichever digit is wrong.
fn is_same(kept: &str, given: &str) -> bool {
    let differ = kept.bytes().zip(given.bytes());
    let differ = differ.fold(0, |differ, (one, other)| differ | (one ^ other));
    !kept.is_empty() && kept.len() == given.len() && differ == 0
}

fn answer(message: ServerMessage) -> Brought {
    Brought::Answered(Box::new(message))
}

/// The refusal of whoever has to wait before the next try.
pub(super) fn too_many_guesses(request: u32, seconds: u64) -> ServerMessage {
    let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
    let code = ErrorCode::TooManyGuesses;
    refused(request, code, [("seconds", seconds)])
}

/// A refusal with numbers for its sentence.
pub(super) fn refused<const N: usize>(
    request: u32,
    code: ErrorCode,
    params: [(&str, u32); N],
) -> ServerMessage {
    let params: BTreeMap<_, _> = params
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.to_string()))
        .collect();
    ServerMessage::Refused {
        request: Some(request),
        game: None,
        code,
        params,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_itself_is_the_same() {
        assert!(is_same("5ecret", "5ecret"));
        for given in ["", "5ecre", "5ecrets", "5ecreT"] {
            assert!(!is_same("5ecret", given), "{given}");
        }
        assert!(!is_same("", ""));
    }
}
