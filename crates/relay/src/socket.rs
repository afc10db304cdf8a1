//! One WebSocket: requests in, messages out, and limits on both.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::WebSocketUpgrade;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tracing::debug;
use vierschach_protocol::{ErrorCode, MAX_ARCHIVE_BYTES, MAX_REQUEST_BYTES, ServerMessage};
use vierschach_session::{ConnectionId, refusal};

use crate::doors::Door;
use crate::outbox::{Messages, outbox};
use crate::state::Shared;
use crate::store::Owner;

/// Longer frames end the connection; up to here they are read, and refused.
const MAX_FRAME: usize = MAX_ARCHIVE_BYTES + 4 * MAX_REQUEST_BYTES;

/// Buffers of a socket, each way.
const BUFFER: usize = 4 * 1024;

/// The write buffer grows to one message while the network is slow; the longest message is a list
/// of all games.
const MAX_WRITE_BUFFER: usize = 4 << 20;

/// Requests a second in the long run, and at once after a rest.
const RATE: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
const BURST: NonZeroU32 = NonZeroU32::new(60).expect("not zero");

/// So many requests over the limit end the connection.
const MAX_OFFENCES: u32 = 200;

/// How often a quiet client is pinged. One that is silent for two of these is gone.
const PING_EVERY: Duration = Duration::from_secs(25);

/// A client that does not take a message for so long is gone.
const SEND_WITHIN: Duration = Duration::from_secs(20);

/// "Service restart": the client comes back by itself.
const RESTART: u16 = close_code::RESTART;

/// Small buffers, capped messages.
pub(crate) fn configure(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
}

/// Serves a socket until either side ends it.
pub(crate) async fn serve(mut socket: WebSocket, shared: &Arc<Shared>, owner: Owner) {
    let (outbox, messages) = outbox();
    let Some((connection, desk)) = shared.connect(&owner, outbox) else {
        return close(&mut socket, close_code::AGAIN, "too busy").await;
    };
    debug!(?owner, ?connection, "a socket came");
    let mut way = DeskWay { connection, desk };
    let (code, reason) = exchange(&mut socket, shared, &mut way, messages).await;
    debug!(?owner, ?connection, reason, "a socket went");
    way.desk.leave(connection).await;
    close(&mut socket, code, reason).await;
}

/// Where a socket's requests go.
pub(crate) trait Way: Send {
    /// Brings a request there.
    fn bring(&mut self, text: &str) -> impl Future<Output = Brought> + Send;
}

/// What became of a request that was brought.
pub(crate) enum Brought {
    /// Whoever it is for will answer.
    Taken,
    /// It has this answer.
    Answered(Box<ServerMessage>),
    /// It came too fast.
    TooFast,
    /// The socket has to be closed, after this answer.
    Close(Option<Box<ServerMessage>>, u16, &'static str),
}

/// The way to a device's desk.
struct DeskWay {
    connection: ConnectionId,
    desk: Door,
}

impl Way for DeskWay {
    async fn bring(&mut self, text: &str) -> Brought {
        bring(&self.desk, self.connection, text).await
    }
}

/// Brings a request through a door.
pub(crate) async fn bring(door: &Door, connection: ConnectionId, text: &str) -> Brought {
    if !door.may_bring(text.len()) {
        Brought::TooFast
    } else if door.bring(connection, text.to_owned()).await {
        Brought::Taken
    } else {
        Brought::Close(None, close_code::AGAIN, "the desk is gone")
    }
}

/// Passes messages both ways; gives the reason for which it ended.
pub(crate) async fn exchange(
    socket: &mut WebSocket,
    shared: &Shared,
    way: &mut impl Way,
    mut messages: Messages,
) -> (u16, &'static str) {
    let limiter: DefaultDirectRateLimiter =
        RateLimiter::direct(Quota::per_second(RATE).allow_burst(BURST));
    let mut offences = 0;
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = true;
    let hello_by = Instant::now() + shared.hello_within;
    loop {
        let answer = tokio::select! {
            // In this order: a desk that stops lets go of its sockets, which are not too slow then.
            biased;
            () = shared.stop.cancelled() => return (RESTART, "the relay stops"),
            message = messages.next() => match message {
                Some(message) => Message::Text(message),
                None if messages.is_dismissed() => return (close_code::NORMAL, "dismissed"),
                None => return (close_code::AGAIN, "too slow"),
            },
            () = sleep_until(hello_by), if !messages.is_welcome() => {
                if let Ok(text) = serde_json::to_string(&refusal("", ErrorCode::NoHello)) {
                    let _ = send(socket, Message::Text(text.into())).await;
                }
                return (close_code::POLICY, "no hello");
            }
            _ = pings.tick() => {
                if !heard {
                    return (close_code::AWAY, "silent");
                }
                heard = false;
                Message::Ping(Vec::new().into())
            }
            frame = socket.recv() => {
                heard = true;
                let refused = match frame {
                    None | Some(Ok(Message::Close(_))) => return (close_code::NORMAL, "closed"),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => refusal("", ErrorCode::Malformed),
                    Some(Ok(Message::Text(text))) => {
                        let brought = match limiter.check() {
                            Ok(()) => way.bring(&text).await,
                            Err(_) => Brought::TooFast,
                        };
                        match brought {
                            Brought::Taken => continue,
                            Brought::Answered(answer) => *answer,
                            Brought::Close(answer, code, reason) => {
                                if let Some(Ok(text)) = answer.map(|a| serde_json::to_string(&a)) {
                                    let _ = send(socket, Message::Text(text.into())).await;
                                }
                                return (code, reason);
                            }
                            Brought::TooFast => {
                                offences += 1;
                                if offences > MAX_OFFENCES {
                                    return (close_code::POLICY, "too fast");
                                }
                                refusal(&text, ErrorCode::TooFast)
                            }
                        }
                    }
                    Some(Err(error)) => {
                        debug!(%error, "a socket failed");
                        let refused = refusal("", ErrorCode::TooLong);
                        if is_too_long(&error)
                            && let Ok(text) = serde_json::to_string(&refused)
                        {
                            let _ = send(socket, Message::Text(text.into())).await;
                            return (close_code::SIZE, "too long");
                        }
                        return (close_code::PROTOCOL, "failed");
                    }
                };
                match serde_json::to_string(&refused) {
                    Ok(text) => Message::Text(text.into()),
                    Err(_) => continue,
                }
            }
        };
        if !send(socket, answer).await {
            return (close_code::AWAY, "does not listen");
        }
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref::<tokio_tungstenite::tungstenite::Error>() {
            return matches!(error, tokio_tungstenite::tungstenite::Error::Capacity(_));
        }
        source = error.source();
    }
    false
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_WITHIN, socket.send(message)).await, Ok(Ok(())))
}

pub(crate) async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    };
    // A socket that is gone already can't be closed, and need not be.
    let _ = timeout(SEND_WITHIN, socket.send(Message::Close(Some(frame)))).await;
}
