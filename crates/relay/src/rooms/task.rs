//! The task around a room: it does what the room asks for.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{error, warn};
use vierschach_protocol::{ErrorCode, RoomCode, ServerMessage};
use vierschach_session::{
    ConnectionId, Input, LogError, Outcome, Room, RoomConfig, RoomEffect, RoomInput,
};
use vierschach_thinking::levels;

use super::way::too_many_guesses;
use super::{Visitor, damaged, room_id};
use crate::answers::{ANSWERS, Thinking, report};
use crate::desk::Post;
use crate::outbox::Outbox;
use crate::peers::network;
use crate::state::Shared;
use crate::store::{Log, Owner, StoreError, Watch, now};

/// A room without sockets is forgotten after this time; it is in the store.
const IDLE: Duration = Duration::from_secs(30);

/// Logs of more entries are work: they are played again beside the runtime, which has sockets to
/// serve.
const LIGHT_ENTRIES: usize = 64;

/// Why a room can't be served.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Log(#[from] LogError),
    #[error("no entropy: {0}")]
    Entropy(#[from] getrandom::Error),
    #[error("the thread that loaded it has ended")]
    Thread,
}

/// A socket at the room.
struct Screen {
    outbox: Outbox,
    visitor: Option<Visitor>,
}

struct RoomTask {
    shared: Arc<Shared>,
    code: RoomCode,
    /// What the log calls it: codes let people in.
    number: u64,
    owner: Owner,
    /// Whose turn it is among those who want CPUs: each room's own.
    cpu_owner: Owner,
    room: Room,
    screens: HashMap<ConnectionId, Screen>,
    /// The way of CPUs' answers into this task.
    answers: mpsc::Sender<Input>,
    thinking: Thinking,
    /// When the room wants a tick.
    alarm: Option<Instant>,
    /// The room is of no more use.
    over: bool,
}

/// Runs a room until it is idle or the relay stops, from its log if that was read already.
pub(super) fn run(
    shared: Arc<Shared>,
    code: RoomCode,
    log: Option<Log>,
) -> impl FnOnce(mpsc::Receiver<Post>) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send>> {
    move |posts| Box::pin(serve(shared, code, log, posts))
}

async fn serve(
    shared: Arc<Shared>,
    code: RoomCode,
    log: Option<Log>,
    mut posts: mpsc::Receiver<Post>,
) {
    let owner = Owner::rooms();
    let number = shared.new_connection().0;
    let (answers, mut answered) = mpsc::channel(ANSWERS);
    let (room, mut watch) = match load(&shared, &owner, &code, log).await {
        Ok(loaded) => loaded,
        Err(Fault::Log(error)) => {
            error!(room = number, %error, "a room's log makes no room");
            return damaged::serve(&shared, &code, posts).await;
        }
        Err(error) => {
            // The sockets' outboxes go with the posts; their clients will try again.
            error!(room = number, %error, "a room can't be loaded");
            return shared.rooms.doors.abandon(&code, &mut posts);
        }
    };
    let mut task = RoomTask {
        shared: Arc::clone(&shared),
        cpu_owner: Owner::of_secret(&code.0),
        number,
        code,
        owner,
        room,
        screens: HashMap::new(),
        answers,
        thinking: Thinking::default(),
        alarm: None,
        over: false,
    };
    while !task.over {
        let alarm = task.alarm;
        tokio::select! {
            biased;
            () = shared.stop.cancelled() => return,
            Some(answer) = answered.recv() => task.handle(RoomInput::Common(answer)).await,
            post = posts.recv() => match post {
                Some(post) => task.take(post).await,
                None => return,
            },
            number = watch.next() => match number {
                Some(number) if number > task.room.number() => task.catch_up().await,
                Some(_) => {}
                // Removed, or the store has stopped.
                None => break,
            },
            // Never asked for without an alarm.
            () = sleep_until(alarm.unwrap_or_else(Instant::now)), if alarm.is_some() => {
                task.alarm = None;
                task.handle(RoomInput::Common(Input::Tick)).await;
            }
            () = sleep(IDLE), if task.screens.is_empty() => {
                if shared.rooms.doors.retire(&task.code, &mut posts) {
                    return shared.rooms.due.note(task.code, task.room.expires());
                }
            }
        }
    }
    shared.rooms.doors.abandon(&task.code, &mut posts);
    shared.rooms.due.note(task.code, task.room.expires());
}

/// Reads a room, and hears from then on of what others write into it.
async fn load(
    shared: &Shared,
    owner: &Owner,
    code: &RoomCode,
    log: Option<Log>,
) -> Result<(Room, Watch), Fault> {
    let id = room_id(code);
    let watch = shared.log.watch(owner, &id).await?;
    let Log {
        header,
        mut entries,
    } = match log {
        Some(log) => log,
        None => shared.log.read(owner, &id).await?,
    };
    let number = u32::try_from(entries.len()).unwrap_or(u32::MAX);
    entries.extend(shared.log.read_after(owner, &id, number).await?);
    let mut entropy = [0; 32];
    getrandom::fill(&mut entropy)?;
    let config = RoomConfig {
        levels: levels(),
        process: shared.rooms.process,
        entropy,
    };
    let room = if entries.len() <= LIGHT_ENTRIES {
        Room::load(config, &header, &entries)?
    } else {
        // Nobody closes it.
        let _turn = shared.workers.acquire().await;
        let load = spawn_blocking(move || Room::load(config, &header, &entries));
        load.await.map_err(|_| Fault::Thread)??
    };
    Ok((room, watch))
}

impl RoomTask {
    async fn take(&mut self, post: Post) {
        match post {
            Post::Connect {
                connection,
                outbox,
                visitor,
            } => {
                let device = visitor.as_ref().and_then(|visitor| visitor.device.clone());
                let address = visitor.as_ref();
                let address = address.map(|visitor| network(visitor.address).to_string());
                self.screens.insert(connection, Screen { outbox, visitor });
                self.handle(RoomInput::Came {
                    connection,
                    device,
                    address,
                })
                .await;
            }
            Post::Request {
                connection,
                text,
                room,
            } => {
                let received = Input::Received { connection, text };
                self.handle(RoomInput::Common(received)).await;
                drop(room);
            }
            Post::Disconnect(connection) => {
                self.screens.remove(&connection);
                let gone = Input::Disconnected(connection);
                self.handle(RoomInput::Common(gone)).await;
            }
        }
    }

    /// Gives the room an input and does what it asks for, and what it asks for then.
    async fn handle(&mut self, input: RoomInput) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            if let RoomInput::Common(Input::Chosen { token, .. } | Input::CpuFailed(token)) = input
            {
                self.thinking.end(token);
            }
            for effect in self.room.handle(now(), input) {
                match effect {
                    RoomEffect::Send { to, message } => self.send(&to, *message),
                    RoomEffect::Close(connection) => {
                        if let Some(screen) = self.screens.remove(&connection) {
                            screen.outbox.dismiss();
                        }
                    }
                    RoomEffect::Append {
                        ticket,
                        number,
                        entry,
                        snapshot,
                    } => {
                        let outcome = self.append(number, entry, snapshot).await;
                        inputs.push_back(RoomInput::Kept { ticket, outcome });
                    }
                    RoomEffect::ReadAfter(number) => {
                        inputs.push_back(self.read_after(number).await)
                    }
                    RoomEffect::AskCpu(task) => {
                        let token = task.token;
                        let cpus = &self.shared.cpus;
                        let asked = report(&self.answers)
                            .and_then(|way| cpus.ask(&self.cpu_owner, task, way));
                        let refused = Input::CpuFailed(token);
                        let refused = self.thinking.begin(token, asked, refused);
                        inputs.extend(refused.map(RoomInput::Common));
                    }
                    RoomEffect::CancelCpu(token) => self.thinking.stop(token),
                    RoomEffect::WakeAt(at) => {
                        let wait = at.map(|at| Duration::from_millis(at.saturating_sub(now())));
                        self.alarm = wait.map(|wait| Instant::now() + wait);
                    }
                    RoomEffect::Astray(error) => {
                        error!(room = self.number, %error, "a room's log goes astray");
                        self.over = true;
                    }
                }
            }
        }
    }

    /// Sends to sockets, as one text for all of them. One that can't keep up is let go: it says itself
    /// that it is gone, after what it had asked before.
    fn send(&mut self, to: &[ConnectionId], message: ServerMessage) {
        let message = self.count_guess(to, message);
        let welcome = matches!(message, ServerMessage::RoomEntered { .. });
        let text = match serde_json::to_string(&message) {
            Ok(text) => Utf8Bytes::from(text),
            Err(error) => return error!(%error, "a message is no JSON"),
        };
        for connection in to {
            let Some(screen) = self.screens.get(connection) else {
                continue;
            };
            if welcome {
                screen.outbox.welcome();
            }
            if !screen.outbox.send(text.clone()) {
                self.screens.remove(connection);
            }
        }
    }

    /// A wrong token counts as a guessed code, and too many of them are told nothing.
    fn count_guess(&self, to: &[ConnectionId], message: ServerMessage) -> ServerMessage {
        let ServerMessage::Refused {
            request: Some(request),
            code: ErrorCode::BadToken,
            ..
        } = message
        else {
            return message;
        };
        let screens = to.iter().filter_map(|to| self.screens.get(to));
        let mut visitors = screens.filter_map(|screen| screen.visitor.as_ref());
        let counted = visitors.try_for_each(|visitor| self.shared.count_guess(visitor.address));
        match counted {
            Ok(()) => message,
            Err(seconds) => too_many_guesses(request, seconds),
        }
    }

    async fn append(&mut self, number: u32, entry: String, snapshot: String) -> Outcome {
        let id = room_id(&self.code);
        let last = number.saturating_sub(1);
        let log = &self.shared.log;
        match log.append(&self.owner, &id, last, entry, snapshot).await {
            Ok(()) => Outcome::Written,
            Err(StoreError::Conflict { last: kept, .. }) if kept < last => {
                warn!(room = self.number, "the store has lost entries");
                // Whoever comes back finds the room as the store has it.
                self.over = true;
                Outcome::Failed
            }
            Err(StoreError::Conflict { .. }) => {
                match log.read_after(&self.owner, &id, last).await {
                    Ok(entries) if !entries.is_empty() => Outcome::Overtaken(entries),
                    Ok(_) => Outcome::Failed,
                    Err(error) => {
                        warn!(room = self.number, %error, "not read");
                        Outcome::Failed
                    }
                }
            }
            Err(error) => {
                warn!(room = self.number, %error, "not stored");
                self.over |= error == StoreError::NoSuchRoom;
                Outcome::Failed
            }
        }
    }

    /// Takes what others have written.
    async fn catch_up(&mut self) {
        let others = self.read_after(self.room.number()).await;
        self.handle(others).await;
    }

    /// What others have written after this number; nothing where it can't be read.
    async fn read_after(&self, number: u32) -> RoomInput {
        let id = room_id(&self.code);
        let read = self.shared.log.read_after(&self.owner, &id, number).await;
        let entries = read.unwrap_or_else(|error| {
            warn!(room = self.number, %error, "not read");
            Vec::new()
        });
        let first = number + 1;
        RoomInput::Others { first, entries }
    }
}
