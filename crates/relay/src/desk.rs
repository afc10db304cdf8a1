//! The task around a desk: it does for one device what its desk asks for.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};
use tracing::{error, warn};
use vierschach_protocol::{ErrorCode, ServerMessage};
use vierschach_session::{
    AnalysisTask, Answer, ConnectionId, CpuTask, Desk, DeskConfig, Effect, Input, Job, Stored,
    StoredGame, Token,
};
use vierschach_thinking::{Urgency, levels};

use crate::cpu::Report;
use crate::outbox::Outbox;
use crate::state::Shared;
use crate::store::{Log, Owner, Room, StoreError};

/// A desk without screens is forgotten after this time; its games are in the store.
const IDLE: Duration = Duration::from_secs(30);

/// Answers of CPUs that wait for a desk. A task is begun only where its answer has room already, so
/// that no CPU waits for a desk; what it tells on the way may take half of the room.
const ANSWERS: usize = 64;

/// Requests longer than this, and logs of more entries, are work: whole games are read and played
/// again. It is done beside the runtime, which has sockets to serve.
const LIGHT_BYTES: usize = 4 * 1024;
const LIGHT_ENTRIES: usize = 64;

/// What a desk's task is told.
pub(crate) enum Post {
    /// A socket came.
    Connect {
        connection: ConnectionId,
        outbox: Outbox,
    },
    /// A socket brought a request.
    Request {
        connection: ConnectionId,
        text: String,
        /// Its room among the requests that wait, free again when the desk is through with it.
        room: OwnedSemaphorePermit,
    },
    /// A socket went.
    Disconnect(ConnectionId),
}

/// Runs a device's desk until it is idle or the relay stops.
pub(crate) async fn run(shared: Arc<Shared>, owner: Owner, mut posts: mpsc::Receiver<Post>) {
    let desk = match load(&shared, &owner).await {
        Ok(desk) => desk,
        Err(error) => {
            // The sockets' outboxes go with the posts; their clients will try again.
            error!(?owner, %error, "the device's games can't be read");
            shared.abandon(&owner, &mut posts);
            return;
        }
    };
    let (answers, mut answered) = mpsc::channel(ANSWERS);
    let mut task = DeskTask {
        shared: Arc::clone(&shared),
        owner,
        answers,
        desk: Arc::new(Mutex::new(desk)),
        outboxes: HashMap::new(),
        thinking: Thinking::default(),
        alarm: None,
    };
    loop {
        let alarm = task.alarm;
        tokio::select! {
            biased;
            () = shared.stop.cancelled() => return task.end().await,
            Some(answer) = answered.recv() => task.handle(answer).await,
            post = posts.recv() => match post {
                Some(post) => task.take(post).await,
                None => return,
            },
            // Never asked for without an alarm.
            () = sleep_until(alarm.unwrap_or_else(Instant::now)), if alarm.is_some() => {
                task.alarm = None;
                task.handle(Input::Tick).await;
            }
            () = tokio::time::sleep(IDLE), if task.outboxes.is_empty() => {
                if shared.retire(&task.owner, &mut posts) {
                    return;
                }
            }
        }
    }
}

struct DeskTask {
    shared: Arc<Shared>,
    owner: Owner,
    /// The way of CPUs' answers into this task.
    answers: mpsc::Sender<Input>,
    /// Nobody but this task has it, where need be on another thread.
    desk: Arc<Mutex<Desk>>,
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
    async fn take(&mut self, post: Post) {
        match post {
            Post::Connect { connection, outbox } => {
                self.outboxes.insert(connection, outbox);
                self.handle(Input::Connected(connection)).await;
            }
            Post::Request {
                connection,
                text,
                room,
            } => {
                self.handle(Input::Received { connection, text }).await;
                drop(room);
            }
            Post::Disconnect(connection) => {
                self.outboxes.remove(&connection);
                self.handle(Input::Disconnected(connection)).await;
            }
        }
    }

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
            for effect in self.decide(input).await {
                match effect {
                    Effect::Send { to, message } => {
                        if matches!(*message, ServerMessage::Welcome(_))
                            && let Some(outbox) = self.outboxes.get(&to)
                        {
                            outbox.welcome();
                        }
                        match serde_json::to_string(&message) {
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

    /// What the desk makes of an input. Work is done by few threads at a time, for one device after
    /// the other.
    async fn decide(&self, input: Input) -> Vec<Effect> {
        if !is_work(&input) {
            return handle(&self.desk, input);
        }
        // Nobody closes it.
        let _turn = self.shared.workers.acquire().await;
        let desk = Arc::clone(&self.desk);
        match spawn_blocking(move || handle(&desk, input)).await {
            Ok(effects) => effects,
            // As without another thread: the desk is gone, and a new one is made of its store.
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                Err(_) => Vec::new(),
            },
        }
    }

    /// Sends to a socket. One that can't keep up is let go.
    fn send(&mut self, to: ConnectionId, text: String) -> Option<Input> {
        if self.outboxes.get(&to)?.send(text.into()) {
            return None;
        }
        self.outboxes.remove(&to);
        Some(Input::Disconnected(to))
    }

    fn ask_cpu(&mut self, task: Box<CpuTask>) -> Option<Input> {
        let token = task.token;
        let cpus = &self.shared.cpus;
        let asked = report(&self.answers).and_then(|way| cpus.ask(&self.owner, task, way));
        self.thinks(token, asked, Input::CpuFailed(token))
    }

    fn analyse(&mut self, task: Box<AnalysisTask>) -> Option<Input> {
        let token = task.token;
        let cpus = &self.shared.cpus;
        let asked = report(&self.answers).and_then(|way| cpus.analyse(&self.owner, task, way));
        let code = ErrorCode::TooFast;
        self.thinks(token, asked, Input::AnalysisFailed { token, code })
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

/// The way of one CPU's answers to a desk, on which it never waits; `None`: there is no room.
fn report(answers: &mpsc::Sender<Input>) -> Option<Report> {
    let answers = answers.clone();
    let room = Cell::new(Some(answers.clone().try_reserve_owned().ok()?));
    Some(Box::new(move |input, urgency| match urgency {
        // A desk that is gone needs no answer.
        Urgency::MustArrive => drop(room.take().map(|room| room.send(input))),
        Urgency::MayBeLost if answers.capacity() > ANSWERS / 2 => {
            let _ = answers.try_send(input);
        }
        Urgency::MayBeLost => {}
    }))
}

/// Whether a desk may be long at an input.
fn is_work(input: &Input) -> bool {
    match input {
        Input::Received { text, .. } => text.len() > LIGHT_BYTES,
        Input::Stored {
            answer: Some(Answer::Log { entries, .. }),
            ..
        } => entries.len() > LIGHT_ENTRIES,
        _ => false,
    }
}

fn handle(desk: &Mutex<Desk>, input: Input) -> Vec<Effect> {
    // A desk that has panicked gets no further input: its task has panicked too.
    let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
    desk.handle(now(), input)
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

    fn thinking(depth: u8) -> Input {
        Input::Thinking {
            token: Token(1),
            depth,
            nodes: 0,
            fraction: 0.0,
        }
    }

    #[test]
    fn a_cpu_never_waits_for_a_desk_and_its_answer_arrives() {
        let (answers, mut answered) = mpsc::channel(ANSWERS);
        let first = report(&answers).unwrap();
        // Nobody takes anything.
        for depth in 0..200 {
            first(thinking(depth), Urgency::MayBeLost);
        }
        let others: Vec<_> = std::iter::from_fn(|| report(&answers)).collect();
        assert!(others.len() >= ANSWERS / 4, "{}", others.len());
        for other in others {
            other(Input::CpuFailed(Token(2)), Urgency::MustArrive);
        }
        first(Input::CpuFailed(Token(1)), Urgency::MustArrive);
        first(Input::CpuFailed(Token(1)), Urgency::MustArrive);
        let mut last = None;
        let mut arrived = 0;
        while let Ok(input) = answered.try_recv() {
            arrived += 1;
            last = Some(input);
        }
        assert_eq!(arrived, ANSWERS);
        assert!(matches!(last, Some(Input::CpuFailed(Token(1)))));
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
        let (outbox, _messages) = crate::outbox::outbox();
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
