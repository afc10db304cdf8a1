//! The task around a desk: it does for one device what its desk asks for.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{error, warn};
use vierschach_protocol::{ErrorCode, ServerMessage};
use vierschach_session::{
    AnalysisTask, Answer, ConnectionId, CpuTask, Desk, DeskConfig, Effect, Input, Job, Stored,
    StoredGame, Token,
};
use vierschach_thinking::{Urgency, levels};

use crate::cpu::Report;
use crate::state::Shared;
use crate::store::{Log, Owner, Room, StoreError};

/// A desk without screens is forgotten after this time; its games are in the store.
const IDLE: Duration = Duration::from_secs(30);

/// The most messages and bytes that wait for a socket. One that is slower than that is closed;
/// its client comes back and says what it has. A game and the list of all games go out together
/// when one begins or ends, so both have room.
const OUTBOX_MESSAGES: usize = 64;
const OUTBOX_BYTES: usize = 2 << 20;

/// A client that takes nothing of an archive for so long is let go, and how often it is looked at.
const PATIENCE: Duration = Duration::from_secs(20);
const ROOM_CHECK: Duration = Duration::from_millis(5);

/// What a desk's task is told.
pub(crate) enum Post {
    /// A socket came.
    Connect {
        connection: ConnectionId,
        outbox: Outbox,
    },
    /// Anything else.
    Input(Input),
}

/// The way to a socket, bounded in messages and bytes.
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    welcome: Arc<AtomicBool>,
}

/// The socket's end of an [`Outbox`].
pub(crate) struct Messages {
    messages: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    welcome: Arc<AtomicBool>,
}

/// A way to a socket and its end.
pub(crate) fn outbox() -> (Outbox, Messages) {
    let (sender, receiver) = mpsc::channel(OUTBOX_MESSAGES);
    let waiting = Arc::new(AtomicUsize::new(0));
    let welcome = Arc::new(AtomicBool::new(false));
    let outbox = Outbox {
        messages: sender,
        waiting: Arc::clone(&waiting),
        welcome: Arc::clone(&welcome),
    };
    let messages = Messages {
        messages: receiver,
        waiting,
        welcome,
    };
    (outbox, messages)
}

impl Outbox {
    /// Whether the message has found room. One message always does, however long.
    fn send(&self, message: Utf8Bytes) -> bool {
        let length = message.len();
        let waiting = self.waiting.fetch_add(length, Ordering::Relaxed);
        (waiting == 0 || waiting + length <= OUTBOX_BYTES)
            && self.messages.try_send(message).is_ok()
    }

    /// As [`Outbox::send`], but waits for room: for messages that come in long rows.
    async fn send_patiently(&self, message: Utf8Bytes) -> bool {
        let until = Instant::now() + PATIENCE;
        while !self.has_room(message.len()) && !self.messages.is_closed() {
            if Instant::now() >= until {
                return false;
            }
            sleep(ROOM_CHECK).await;
        }
        self.send(message)
    }

    fn has_room(&self, length: usize) -> bool {
        let waiting = self.waiting.load(Ordering::Relaxed);
        self.messages.capacity() > 0 && (waiting == 0 || waiting + length <= OUTBOX_BYTES)
    }
}

impl Messages {
    /// Whether the desk has taken the client's hello.
    pub(crate) fn is_welcome(&self) -> bool {
        self.welcome.load(Ordering::Relaxed)
    }

    /// The next message; `None` when the desk has given the socket up.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        let message = self.messages.recv().await?;
        self.waiting.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }
}

/// Runs a device's desk until it is idle or the relay stops.
pub(crate) async fn run(
    shared: Arc<Shared>,
    owner: Owner,
    inbox: mpsc::Sender<Post>,
    mut posts: mpsc::Receiver<Post>,
) {
    let desk = match load(&shared, &owner).await {
        Ok(desk) => desk,
        Err(error) => {
            // The sockets' outboxes go with the posts; their clients will try again.
            error!(?owner, %error, "the device's games can't be read");
            shared.abandon(&owner, &mut posts);
            return;
        }
    };
    let mut task = DeskTask {
        shared: Arc::clone(&shared),
        owner,
        inbox,
        desk,
        outboxes: HashMap::new(),
        thinking: Thinking::default(),
        alarm: None,
    };
    loop {
        let alarm = task.alarm;
        let post = tokio::select! {
            biased;
            () = shared.stop.cancelled() => return task.end().await,
            post = posts.recv() => post,
            // Never asked for without an alarm.
            () = sleep_until(alarm.unwrap_or_else(Instant::now)), if alarm.is_some() => {
                task.alarm = None;
                task.handle(Input::Tick).await;
                continue;
            }
            () = tokio::time::sleep(IDLE), if task.outboxes.is_empty() => {
                if shared.retire(&task.owner, &mut posts) {
                    return;
                }
                continue;
            }
        };
        match post {
            Some(Post::Connect { connection, outbox }) => {
                task.outboxes.insert(connection, outbox);
                task.handle(Input::Connected(connection)).await;
            }
            Some(Post::Input(input)) => {
                if let Input::Disconnected(connection) = input {
                    task.outboxes.remove(&connection);
                }
                task.handle(input).await;
            }
            None => return,
        }
    }
}

struct DeskTask {
    shared: Arc<Shared>,
    owner: Owner,
    inbox: mpsc::Sender<Post>,
    desk: Desk,
    outboxes: HashMap<ConnectionId, Outbox>,
    thinking: Thinking,
    /// When the desk wants a tick.
    alarm: Option<Instant>,
}

/// The flags of CPUs at work. Dropping them stops all.
#[derive(Default)]
struct Thinking(HashMap<Token, Arc<AtomicBool>>);

impl Thinking {
    fn stop(&mut self, token: Token) {
        if let Some(flag) = self.0.remove(&token) {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        for flag in self.0.values() {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

impl DeskTask {
    /// Gives the desk an input and does what it asks for, and what it asks for then.
    async fn handle(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            if let Input::Chosen { token, .. }
            | Input::CpuFailed(token)
            | Input::Analysed {
                token, done: true, ..
            }
            | Input::AnalysisFailed { token, .. } = input
            {
                self.thinking.0.remove(&token);
            }
            for effect in self.desk.handle(now(), input) {
                match effect {
                    Effect::Send { to, message } => {
                        if matches!(*message, ServerMessage::Welcome(_))
                            && let Some(outbox) = self.outboxes.get(&to)
                        {
                            outbox.welcome.store(true, Ordering::Relaxed);
                        }
                        match serde_json::to_string(&message) {
                            Ok(text) if matches!(*message, ServerMessage::Archive { .. }) => {
                                inputs.extend(self.send_patiently(to, text).await);
                            }
                            Ok(text) => inputs.extend(self.send(to, text)),
                            Err(error) => error!(%error, "a message is no JSON"),
                        }
                    }
                    Effect::Store { ticket, job } => {
                        let answer = perform(&self.shared, &self.owner, job).await;
                        let answer = answer
                            .inspect_err(|error| warn!(owner = ?self.owner, %error, "not stored"))
                            .ok();
                        inputs.push_back(Input::Stored { ticket, answer });
                    }
                    Effect::AskCpu(task) => inputs.extend(self.ask_cpu(task)),
                    Effect::Analyse(task) => inputs.extend(self.analyse(task)),
                    Effect::CancelCpu(token) | Effect::CancelAnalysis(token) => {
                        self.thinking.stop(token);
                    }
                    Effect::WakeAt(at) => {
                        let wait = at.map(|at| Duration::from_millis(at.saturating_sub(now())));
                        self.alarm = wait.map(|wait| Instant::now() + wait);
                    }
                    Effect::CannotReplay { game, error } => {
                        error!(owner = ?self.owner, game = game.0, %error, "a log does not replay");
                    }
                }
            }
        }
    }

    /// The relay stops: nobody looks any more, and clocks are kept as they stand.
    async fn end(mut self) {
        let screens: Vec<_> = self.outboxes.drain().map(|(screen, _)| screen).collect();
        for screen in screens {
            self.handle(Input::Disconnected(screen)).await;
        }
    }

    /// Sends to a socket. One that can't keep up is let go.
    fn send(&mut self, to: ConnectionId, text: String) -> Option<Input> {
        let sent = self.outboxes.get(&to)?.send(text.into());
        self.let_go_unless(sent, to)
    }

    /// Sends a part of an archive, of which a socket gets as much as it can take.
    async fn send_patiently(&mut self, to: ConnectionId, text: String) -> Option<Input> {
        let sent = self.outboxes.get(&to)?.send_patiently(text.into()).await;
        self.let_go_unless(sent, to)
    }

    fn let_go_unless(&mut self, sent: bool, to: ConnectionId) -> Option<Input> {
        if sent {
            return None;
        }
        self.outboxes.remove(&to);
        Some(Input::Disconnected(to))
    }

    fn ask_cpu(&mut self, task: Box<CpuTask>) -> Option<Input> {
        let token = task.token;
        let asked = self.shared.cpus.ask(task, self.report());
        self.thinks(token, asked, Input::CpuFailed(token))
    }

    fn analyse(&mut self, task: Box<AnalysisTask>) -> Option<Input> {
        let token = task.token;
        let asked = self.shared.cpus.analyse(task, self.report());
        let code = ErrorCode::TooFast;
        self.thinks(token, asked, Input::AnalysisFailed { token, code })
    }

    /// The way of a CPU's answers into this task's inbox.
    fn report(&self) -> Report {
        let inbox = self.inbox.clone();
        Box::new(move |input, urgency| {
            // A desk that is gone needs no answer.
            let _ = match urgency {
                Urgency::MayBeLost => inbox.try_send(Post::Input(input)).is_ok(),
                Urgency::MustArrive => inbox.blocking_send(Post::Input(input)).is_ok(),
            };
        })
    }

    /// Keeps the flag of a CPU that was asked; returns what is to be said if it could not be.
    fn thinks(
        &mut self,
        token: Token,
        asked: Option<Arc<AtomicBool>>,
        refused: Input,
    ) -> Option<Input> {
        let Some(stop) = asked else {
            return Some(refused);
        };
        self.thinking.0.insert(token, stop);
        None
    }
}

async fn load(shared: &Shared, owner: &Owner) -> Result<Desk, StoreError> {
    let mut entropy = [0; 32];
    getrandom::fill(&mut entropy).map_err(|error| StoreError::Failed(error.to_string()))?;
    let rooms = shared.log.list(owner).await?.into_iter();
    let games = rooms.map(|room| StoredGame {
        id: room.id,
        header: room.header,
        snapshot: room.snapshot,
    });
    let stored = Stored {
        settings: shared.log.settings(owner).await?,
        games: games.collect(),
        problems: Vec::new(),
    };
    let config = DeskConfig {
        version: shared.version.clone(),
        levels: levels(),
        entropy,
    };
    Ok(Desk::new(config, stored))
}

/// Does a job of the store.
async fn perform(shared: &Shared, owner: &Owner, job: Job) -> Result<Answer, StoreError> {
    let log = &shared.log;
    match job {
        Job::Create {
            game,
            header,
            snapshot,
        } => {
            let room = Room {
                id: game,
                header,
                snapshot,
            };
            log.create(owner, room).await?;
        }
        Job::Restore {
            game,
            header,
            entries,
            snapshot,
        } => {
            let room = Room {
                id: game,
                header,
                snapshot,
            };
            log.restore(owner, room, entries).await?;
        }
        Job::Append {
            game,
            number,
            entry,
            snapshot,
        } => {
            let last = number.saturating_sub(1);
            log.append(owner, &game, last, entry, snapshot).await?;
        }
        Job::Checkpoint { game, snapshot } => log.checkpoint(owner, &game, snapshot).await?,
        Job::Load { game } => {
            let Log { header, entries } = log.read(owner, &game).await?;
            return Ok(Answer::Log { header, entries });
        }
        Job::Delete { game } => log.delete(owner, &game).await?,
        Job::SaveSettings { settings } => log.save_settings(owner, settings).await?,
    }
    Ok(Answer::Done)
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_socket_holds_no_more_than_it_may() {
        let (outbox, mut messages) = outbox();
        let full = "x".repeat(OUTBOX_BYTES);
        // However long, one message always has room.
        assert!(outbox.send(format!("{full}x").into()));
        assert!(!outbox.send("x".into()));
        assert_eq!(
            messages.next().await.map(|m| m.len()),
            Some(OUTBOX_BYTES + 1)
        );

        let (outbox, mut messages) = super::outbox();
        for _ in 0..OUTBOX_MESSAGES {
            assert!(outbox.send("x".into()));
        }
        assert!(!outbox.send("x".into()));
        drop(outbox);
        let mut taken = 0;
        while messages.next().await.is_some() {
            taken += 1;
        }
        assert_eq!(taken, OUTBOX_MESSAGES);
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_row_waits_for_room_but_not_for_ever() {
        let (outbox, mut messages) = outbox();
        let part = "x".repeat(OUTBOX_BYTES / 2);
        let reader = async {
            let mut taken = 0;
            while taken < 8 && messages.next().await.is_some() {
                sleep(Duration::from_secs(1)).await;
                taken += 1;
            }
            taken
        };
        let writer = async {
            for _ in 0..8 {
                assert!(outbox.send_patiently(part.clone().into()).await);
            }
        };
        let (taken, ()) = tokio::join!(reader, writer);
        assert_eq!(taken, 8);
        assert!(outbox.send("x".repeat(OUTBOX_BYTES).into()));
        assert!(!outbox.send_patiently(part.into()).await);
    }

    #[test]
    fn the_list_of_as_many_games_as_there_may_be_has_room_beside_a_new_one() {
        let config = DeskConfig {
            version: "0".to_owned(),
            levels: vec![1],
            entropy: [0; 32],
        };
        let mut desk = Desk::new(config, Stored::default());
        let connection = ConnectionId(1);
        let mut ask = |input| {
            let mut effects = desk.handle(0, input);
            if let Some(&Effect::Store { ticket, .. }) = effects.first() {
                let answer = Some(Answer::Done);
                effects = desk.handle(0, Input::Stored { ticket, answer });
            }
            effects
        };
        let received = |text: &str| Input::Received {
            connection,
            text: text.to_owned(),
        };
        ask(Input::Connected(connection));
        ask(received(
            r#"{"id":1,"message":{"type":"hello","protocol":3}}"#,
        ));
        let seat = r#"{"name":"wwwwwwwwwwwwwwwwwwww","player":{"type":"person"}}"#;
        let create = format!(
            r#"{{"id":2,"message":{{"type":"create-game","variant":"teams","first":"red","seats":[{seat},{seat},{seat},{seat}]}}}}"#
        );
        let mut last = Vec::new();
        for _ in 0..vierschach_session::MAX_GAMES {
            last = ask(received(&create));
        }
        let (outbox, _messages) = outbox();
        let mut lengths = Vec::new();
        for effect in last {
            let Effect::Send { message, .. } = effect else {
                panic!("nothing but messages: {effect:?}");
            };
            let text = serde_json::to_string(&message).unwrap();
            lengths.push(text.len());
            assert!(outbox.send(text.into()), "{lengths:?}");
        }
        // The snapshot, and a long list.
        assert!(lengths.len() == 2 && lengths[1] > 1 << 17, "{lengths:?}");
    }
}
