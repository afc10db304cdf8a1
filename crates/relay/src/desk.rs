//! The task around a desk: it does for one device what its desk asks for.

use std::collections::{HashMap, VecDeque};
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};
use tracing::{error, warn};
use vierschach_protocol::{ErrorCode, ServerMessage};
use vierschach_session::{
    AnalysisTask, Answer, ConnectionId, CpuTask, Desk, DeskConfig, Effect, Input, Job, Stored,
    StoredGame,
};
use vierschach_thinking::levels;

use crate::answers::{ANSWERS, Thinking, report};
use crate::outbox::Outbox;
use crate::rooms::Visitor;
use crate::state::Shared;
use crate::store::{Log, Owner, Room, StoreError, now};

/// A desk without screens is forgotten after this time; its games are in the store.
const IDLE: Duration = Duration::from_secs(30);

/// Requests longer than this, and logs of more entries, are work: whole games are read and played
/// again. It is done beside the runtime, which has sockets to serve.
const LIGHT_BYTES: usize = 4 * 1024;
const LIGHT_ENTRIES: usize = 64;

/// What the task of a desk or a room is told.
pub(crate) enum Post {
    /// A socket came.
    Connect {
        connection: ConnectionId,
        outbox: Outbox,
        /// Who comes into a room.
        visitor: Option<Visitor>,
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
            shared.desks.abandon(&owner, &mut posts);
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
                if shared.desks.retire(&task.owner, &mut posts) {
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

impl DeskTask {
    async fn take(&mut self, post: Post) {
        match post {
            Post::Connect {
                connection, outbox, ..
            } => {
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
                self.thinking.end(token);
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
                            Ok(text) => self.send(to, text),
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

    /// Sends to a socket. One that can't keep up is let go: it says itself that it is gone, after what
    /// it had asked before.
    fn send(&mut self, to: ConnectionId, text: String) {
        let outbox = self.outboxes.get(&to);
        if outbox.is_some_and(|outbox| !outbox.send(text.into())) {
            self.outboxes.remove(&to);
        }
    }

    fn ask_cpu(&mut self, task: Box<CpuTask>) -> Option<Input> {
        let token = task.token;
        let cpus = &self.shared.cpus;
        let asked = report(&self.answers).and_then(|way| cpus.ask(&self.owner, task, way));
        self.thinking.begin(token, asked, Input::CpuFailed(token))
    }

    fn analyse(&mut self, task: Box<AnalysisTask>) -> Option<Input> {
        let token = task.token;
        let cpus = &self.shared.cpus;
        let asked = report(&self.answers).and_then(|way| cpus.analyse(&self.owner, task, way));
        let code = ErrorCode::TooFast;
        self.thinking
            .begin(token, asked, Input::AnalysisFailed { token, code })
    }
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
        Job::Delete { game } => log.delete(owner, &game, None).await?,
        Job::SaveSettings { settings } => log.save_settings(owner, settings).await?,
    }
    Ok(Answer::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

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
