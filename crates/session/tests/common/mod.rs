//! A scripted host: a store in memory that can be told to fail, CPUs that wait to be answered.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]
#![allow(dead_code, reason = "each test file uses its own part of it")]

pub(crate) mod room;

use std::collections::{BTreeMap, VecDeque};

use serde_json::json;
use vierschach_protocol::{
    ClientMessage, Color, ErrorCode, GameId, GameView, NewGame, NewSeat, Player, Request,
    ServerMessage, VERSION, Variant,
};
use vierschach_session::{
    AnalysisTask, Answer, ConnectionId, CpuTask, Desk, DeskConfig, Effect, Input, Job, LogError,
    Stored, StoredGame, Token,
};

pub(crate) const CPU: Player = Player::Cpu { level: 1 };
pub(crate) const PERSON: Player = Player::Person { me: false };

/// What a store holds of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kept {
    pub(crate) header: String,
    pub(crate) snapshot: String,
    pub(crate) entries: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Disk {
    pub(crate) games: BTreeMap<GameId, Kept>,
    pub(crate) settings: Option<String>,
}

impl Disk {
    fn perform(&mut self, job: Job) -> Answer {
        match job {
            Job::Create {
                game,
                header,
                snapshot,
            } => {
                let kept = Kept {
                    header,
                    snapshot,
                    entries: Vec::new(),
                };
                assert!(self.games.insert(game, kept).is_none(), "ids are fresh");
            }
            Job::Restore {
                game,
                header,
                entries,
                snapshot,
            } => {
                let kept = Kept {
                    header,
                    snapshot,
                    entries,
                };
                assert!(self.games.insert(game, kept).is_none(), "ids are fresh");
            }
            Job::Append {
                game,
                number,
                entry,
                snapshot,
            } => {
                let kept = self.games.get_mut(&game).expect("a known game");
                assert_eq!(number as usize, kept.entries.len() + 1);
                kept.entries.push(entry);
                kept.snapshot = snapshot;
            }
            Job::Checkpoint { game, snapshot } => {
                let kept = self.games.get_mut(&game).expect("a known game");
                kept.snapshot = snapshot;
            }
            Job::Load { game } => {
                let kept = &self.games[&game];
                return Answer::Log {
                    header: kept.header.clone(),
                    entries: kept.entries.clone(),
                };
            }
            Job::Delete { game } => assert!(self.games.remove(&game).is_some()),
            Job::SaveSettings { settings } => self.settings = Some(settings),
        }
        Answer::Done
    }
}

pub(crate) struct Host {
    pub(crate) desk: Desk,
    pub(crate) disk: Disk,
    /// The disk refuses to write.
    pub(crate) full: bool,
    /// Games that the disk can't read.
    pub(crate) unreadable: Vec<GameId>,
    pub(crate) time: u64,
    pub(crate) sent: VecDeque<(ConnectionId, ServerMessage)>,
    pub(crate) asked: Vec<CpuTask>,
    pub(crate) studied: Vec<AnalysisTask>,
    pub(crate) cancelled: Vec<Token>,
    pub(crate) cannot_replay: Vec<(GameId, LogError)>,
    /// When the desk wants a tick.
    pub(crate) wake_at: Option<u64>,
    next_id: u32,
}

pub(crate) fn config() -> DeskConfig {
    DeskConfig {
        version: "0.1.0".to_owned(),
        levels: vec![1, 2, 3],
        entropy: [7; 32],
    }
}

impl Host {
    pub(crate) fn new() -> Host {
        Host::with(Disk::default())
    }

    /// A host that is started with what a disk holds.
    pub(crate) fn with(disk: Disk) -> Host {
        let games = disk.games.iter();
        let stored = Stored {
            settings: disk.settings.clone(),
            games: games
                .map(|(id, kept)| StoredGame {
                    id: id.clone(),
                    header: kept.header.clone(),
                    snapshot: kept.snapshot.clone(),
                })
                .collect(),
            problems: Vec::new(),
        };
        Host {
            desk: Desk::new(config(), stored),
            disk,
            full: false,
            unreadable: Vec::new(),
            time: 1_000,
            sent: VecDeque::new(),
            asked: Vec::new(),
            studied: Vec::new(),
            cancelled: Vec::new(),
            cannot_replay: Vec::new(),
            wake_at: None,
            next_id: 1,
        }
    }

    /// Gives the desk an input and does what it wants, jobs of the store included.
    pub(crate) fn input(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            for effect in self.raw(input) {
                if let Effect::Store { ticket, job } = effect {
                    let load = matches!(job, Job::Load { .. });
                    let broken =
                        matches!(&job, Job::Load { game } if self.unreadable.contains(game));
                    let fails = self.full && !load || broken;
                    let answer = (!fails).then(|| self.disk.perform(job));
                    inputs.push_back(Input::Stored { ticket, answer });
                }
            }
        }
    }

    /// Gives the desk an input; jobs of the store are left to the caller.
    pub(crate) fn raw(&mut self, input: Input) -> Vec<Effect> {
        self.time += 1;
        let mut jobs = Vec::new();
        for effect in self.desk.handle(self.time, input) {
            match effect {
                Effect::Send { to, message } => self.sent.push_back((to, *message)),
                Effect::AskCpu(task) => self.asked.push(*task),
                Effect::Analyse(task) => self.studied.push(*task),
                Effect::CancelCpu(token) | Effect::CancelAnalysis(token) => {
                    self.cancelled.push(token);
                }
                Effect::WakeAt(at) => self.wake_at = at,
                Effect::CannotReplay { game, error } => self.cannot_replay.push((game, error)),
                Effect::Store { .. } => jobs.push(effect),
            }
        }
        assert!(jobs.len() <= 1, "one job at a time");
        jobs
    }

    /// Lets time go by, with a tick whenever the desk asked for one.
    pub(crate) fn pass(&mut self, milliseconds: u64) {
        let until = self.time + milliseconds;
        while let Some(at) = self.wake_at.filter(|at| *at <= until) {
            assert!(at >= self.time, "a tick is asked for in time");
            // A timer rings once. Each input takes a millisecond.
            self.wake_at = None;
            self.time = at.saturating_sub(1);
            self.input(Input::Tick);
        }
        self.time = self.time.max(until);
    }

    pub(crate) fn connect(&mut self, number: u64) -> ConnectionId {
        let connection = ConnectionId(number);
        self.input(Input::Connected(connection));
        self.ask(connection, ClientMessage::Hello { protocol: VERSION });
        match self.take() {
            (to, ServerMessage::Welcome(_)) if to == connection => connection,
            other => panic!("no welcome: {other:?}"),
        }
    }

    pub(crate) fn received(connection: ConnectionId, id: u32, message: ClientMessage) -> Input {
        let text = serde_json::to_string(&Request { id, message }).unwrap();
        Input::Received { connection, text }
    }

    pub(crate) fn ask(&mut self, connection: ConnectionId, message: ClientMessage) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        self.input(Host::received(connection, id, message));
        id
    }

    pub(crate) fn take(&mut self) -> (ConnectionId, ServerMessage) {
        self.sent.pop_front().expect("a message was sent")
    }

    /// The one message that was sent, a refusal.
    pub(crate) fn refusal(&mut self) -> (Option<u32>, ErrorCode) {
        match self.take().1 {
            ServerMessage::Refused { request, code, .. } => (request, code),
            other => panic!("not refused: {other:?}"),
        }
    }

    pub(crate) fn quiet(&self) {
        assert!(self.sent.is_empty(), "{:?}", self.sent);
    }

    pub(crate) fn create(&mut self, connection: ConnectionId, game: NewGame) -> GameView {
        self.ask(connection, ClientMessage::CreateGame(game));
        let mut view = None;
        for (_, message) in self.sent.drain(..) {
            match message {
                ServerMessage::Snapshot { game, .. } => view = Some(*game),
                ServerMessage::Games { .. } => {}
                other => panic!("not created: {other:?}"),
            }
        }
        view.expect("a snapshot")
    }

    pub(crate) fn open(&mut self, connection: ConnectionId, game: &GameId, since: Option<u32>) {
        let game = game.clone();
        self.ask(connection, ClientMessage::OpenGame { game, since });
    }

    pub(crate) fn opened(&mut self, connection: ConnectionId, game: &GameId) -> GameView {
        self.open(connection, game, None);
        match self.take() {
            (to, ServerMessage::Snapshot { game, .. }) if to == connection => *game,
            other => panic!("not opened: {other:?}"),
        }
    }

    /// A `play` message for the position that a view shows.
    pub(crate) fn play(view: &GameView, mv: &str) -> ClientMessage {
        let value = json!({
            "type": "play",
            "game": view.id,
            "ply": view.now.ply,
            "hash": view.now.hash,
            "move": mv,
        });
        serde_json::from_value(value).unwrap()
    }

    /// The key of the position that a game is kept at.
    pub(crate) fn hash(&self, game: &GameId) -> String {
        let snapshot: serde_json::Value =
            serde_json::from_str(&self.disk.games[game].snapshot).unwrap();
        snapshot["hash"].as_str().unwrap().to_owned()
    }

    /// A resignation in the position that a game is kept at.
    pub(crate) fn resign(&self, game: &GameId, color: Color, ply: u32) -> ClientMessage {
        ClientMessage::Resign {
            game: game.clone(),
            color,
            ply,
            hash: self.hash(game),
        }
    }

    /// Lets the CPU that was asked last play its first legal move.
    pub(crate) fn cpu_plays(&mut self) {
        let task = self.asked.pop().expect("a CPU was asked");
        let mv = task.state.legal_moves()[0];
        let token = task.token;
        self.input(Input::Chosen { token, mv });
    }
}

pub(crate) fn new_game(players: [Player; 4]) -> NewGame {
    NewGame {
        variant: Variant::Solo,
        house: Vec::new(),
        table: vierschach_protocol::Table::default(),
        start: None,
        first: Color::Red,
        seats: players.map(|player| NewSeat { name: None, player }),
    }
}
