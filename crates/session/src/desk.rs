//! One device's games and settings, and the screens that look at them.

mod analysis;
mod archive;
mod bin;
mod clocks;
mod create;
mod flow;
mod query;
mod requests;
mod texts;
mod types;

use std::collections::{BTreeMap, VecDeque};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use vierschach_protocol::{
    ErrorCode, GameId, GameSummary, NewGame, Player, Problem, ServerMessage, Settings,
    StoreProblem, StoredItem,
};

use crate::clock::TurnClock;
use crate::refuse::refusal;
use crate::{Header, LogError, Session, Snapshot, Step, read_settings};

use analysis::Running;
use archive::Restored;
use texts::Wish;
pub use types::{
    AnalysisTask, Answer, ConnectionId, CpuTask, DeskConfig, Effect, FoundLine, Input, Job, Stored,
    StoredGame, Ticket, Token,
};

/// The most games that a device keeps, finished ones included; and as many in the bin.
pub const MAX_GAMES: usize = 200;

/// The most screens of one device at a time.
pub const MAX_CONNECTIONS: usize = 16;

/// How long the list waits for more games of an archive, in milliseconds.
const LIST_EVERY: u64 = 1_000;

/// The most requests that wait while a job of the store is under way.
const MAX_BACKLOG: usize = 64;

/// One device's games and settings, and the screens that look at them.
///
/// A host feeds it [`Input`]s and carries out the [`Effect`]s in their order. It never does
/// anything by itself: with the same inputs it gives the same effects.
///
/// ```
/// use vierschach_session::{ConnectionId, Desk, DeskConfig, Effect, Input, Stored};
/// let config = DeskConfig { version: "0".into(), levels: vec![1], entropy: [0; 32] };
/// let mut desk = Desk::new(config, Stored::default());
/// let screen = ConnectionId(1);
/// desk.handle(0, Input::Connected(screen));
/// let text = r#"{"id":1,"message":{"type":"hello","protocol":3}}"#.to_owned();
/// let effects = desk.handle(0, Input::Received { connection: screen, text });
/// assert!(matches!(effects[0], Effect::Send { to, .. } if to == screen));
/// ```
#[derive(Debug)]
pub struct Desk {
    config: DeskConfig,
    random: ChaCha8Rng,
    settings: Settings,
    kept: BTreeMap<GameId, Kept>,
    open: BTreeMap<GameId, Open>,
    connections: BTreeMap<ConnectionId, Connection>,
    problems: Vec<StoreProblem>,
    /// The job under way.
    waiting: Option<Waiting>,
    /// Jobs that wait for it.
    jobs: VecDeque<(Job, Then)>,
    backlog: VecDeque<Input>,
    effects: Vec<Effect>,
    counter: u64,
    /// When the list is told that changes again and again.
    list_at: Option<u64>,
    /// It has had an input.
    awake: bool,
    /// When the host was asked to send a tick.
    wake_at: Option<u64>,
}

/// A game in the list.
#[derive(Debug)]
struct Kept {
    snapshot: Snapshot,
    read_only: bool,
}

/// A game that somebody looks at.
#[derive(Debug)]
struct Open {
    table: Table,
    /// The clock of the player to move, where the table has one.
    clock: Option<TurnClock>,
    /// What the store knows to be thought of this turn, in milliseconds.
    saved: u32,
    /// The task of the CPU that thinks.
    thinking: Option<Token>,
    /// It thinks for a person whose time has run out.
    for_player: bool,
    /// A move by nobody at a screen failed: the game rests until it is opened again.
    stalled: bool,
}

#[derive(Debug)]
enum Table {
    Live(Box<Session>),
    /// The log does not replay: the snapshot in the list is all there is.
    ReadOnly,
}

/// A screen.
#[derive(Debug, Default)]
struct Connection {
    greeted: bool,
    /// The game that it shows.
    shows: Option<GameId>,
    /// What is analysed for it.
    analysis: Option<Running>,
    /// It is out of sight.
    away: bool,
}

/// Who asked: a screen and its request's number.
type Asker = (ConnectionId, u32);

/// A job under way, and what follows when it is done.
#[derive(Debug)]
struct Waiting {
    ticket: Ticket,
    then: Then,
}

#[derive(Debug)]
enum Then {
    Created {
        asker: Asker,
        game: GameId,
        session: Box<Session>,
    },
    Appended {
        asker: Option<Asker>,
        game: GameId,
        step: Box<Step>,
        snapshot: Box<Snapshot>,
    },
    /// What a player has thought so far is kept.
    Checkpointed,
    Loaded {
        asker: Asker,
        game: GameId,
        since: Option<u32>,
    },
    /// The snapshot says what becomes of the game: into the bin, or out of it.
    Binned {
        asker: Asker,
        game: GameId,
        snapshot: Box<Snapshot>,
    },
    /// Removed for good; `None`: its time in the bin was over.
    Purged { asker: Option<Asker>, game: GameId },
    SettingsSaved {
        asker: Asker,
        settings: Box<Settings>,
    },
    Wished {
        asker: Asker,
        game: GameId,
        wish: Wish,
    },
    /// Read for an archive.
    Archived { asker: Asker, game: GameId },
    Restored {
        asker: Asker,
        restored: Box<Restored>,
    },
    SettingsRestored {
        asker: Asker,
        settings: Box<Settings>,
    },
}

impl Desk {
    /// A desk with what its store held. What can't be read is told to every screen, and left out.
    pub fn new(config: DeskConfig, stored: Stored) -> Desk {
        let Stored {
            settings,
            games,
            mut problems,
        } = stored;
        let mut settings = settings.map_or_else(Settings::default, |text| {
            read_settings(&text).unwrap_or_else(|| {
                problems.push(problem(StoredItem::Settings, Problem::Unreadable));
                Settings::default()
            })
        });
        // A level that this program lacks would have every later change of the settings refused.
        if !config.levels.contains(&settings.level)
            && let Some(weakest) = config.levels.first()
        {
            settings.level = *weakest;
        }
        let has = |player: &Player| match player {
            Player::Person { .. } => true,
            Player::Cpu { level } => config.levels.contains(level),
        };
        let known = |game: &NewGame| game.seats.iter().all(|seat| has(&seat.player));
        settings.last_game = settings.last_game.filter(known);
        let mut kept = BTreeMap::new();
        for game in games {
            match Kept::read(&game) {
                Ok(read) => {
                    if read.read_only {
                        let game = game.id.clone();
                        problems.push(problem(StoredItem::Game { game }, Problem::NoReplay));
                    }
                    kept.insert(game.id, read);
                }
                Err(found) => problems.push(problem(StoredItem::Game { game: game.id }, found)),
            }
        }
        Desk {
            random: ChaCha8Rng::from_seed(config.entropy),
            config,
            settings,
            kept,
            open: BTreeMap::new(),
            connections: BTreeMap::new(),
            problems,
            waiting: None,
            jobs: VecDeque::new(),
            backlog: VecDeque::new(),
            effects: Vec::new(),
            counter: 0,
            list_at: None,
            awake: false,
            wake_at: None,
        }
    }

    /// Takes an input at a time, in milliseconds since 1970, and says what is to be done.
    pub fn handle(&mut self, now: u64, input: Input) -> Vec<Effect> {
        self.wake(now);
        self.run_clocks_between_jobs(now);
        self.take(now, input);
        loop {
            // Before the next one is taken: the job that a clock wants must not send it back.
            self.run_clocks_between_jobs(now);
            if self.waiting.is_some() {
                break;
            }
            let Some(input) = self.backlog.pop_front() else {
                break;
            };
            self.take(now, input);
        }
        if self.list_at.is_some_and(|at| at <= now) {
            self.send_list();
        }
        let due = self.due().into_iter().chain(self.list_at).min();
        if due != self.wake_at {
            self.wake_at = due;
            self.effects.push(Effect::WakeAt(due));
        }
        std::mem::take(&mut self.effects)
    }

    /// Time goes on before anything else happens; while a job is under way nothing does.
    fn run_clocks_between_jobs(&mut self, now: u64) {
        if self.waiting.is_none() {
            self.run_clocks(now);
        }
    }

    /// Does what was due while no desk was there; once.
    fn wake(&mut self, now: u64) {
        if !std::mem::replace(&mut self.awake, true) {
            self.empty_bin(now);
        }
    }

    /// How many screens there are. Without any, and with no job under way, a host may drop the
    /// desk and make a new one from its store when a screen comes.
    pub fn connections(&self) -> usize {
        self.connections.len()
    }

    fn take(&mut self, now: u64, input: Input) {
        match input {
            // The host's timer is gone: it is told anew.
            Input::Tick => self.wake_at = None,
            Input::Stored { ticket, answer } => {
                if let Some(waiting) = self.waiting.take_if(|waiting| waiting.ticket == ticket) {
                    self.resume(now, waiting.then, answer);
                    self.next_job();
                }
            }
            Input::Thinking {
                token,
                depth,
                nodes,
                fraction,
            } => self.tell_thinking(token, depth, nodes, fraction),
            Input::Analysed {
                token,
                depth,
                nodes,
                lines,
                done,
            } => self.analysed(token, (depth, nodes), &lines, done),
            Input::AnalysisFailed { token, code } => self.analysis_failed(token, code),
            Input::Received { connection, text } if self.waiting.is_some() => {
                if self.backlog.len() < MAX_BACKLOG {
                    self.backlog.push_back(Input::Received { connection, text });
                } else {
                    self.send(connection, refusal(&text, ErrorCode::TooFast));
                }
            }
            input if self.waiting.is_some() => self.backlog.push_back(input),
            Input::Connected(connection) => {
                self.connections.entry(connection).or_default();
            }
            Input::Disconnected(connection) => {
                self.leave(now, connection);
                self.connections.remove(&connection);
            }
            Input::Received { connection, text } => self.receive(now, connection, &text),
            Input::Chosen { token, mv } => self.chosen(now, token, mv),
            Input::CpuFailed(token) => self.cpu_failed(token),
        }
    }

    /// The list of games, the one played last first.
    fn list(&self) -> Vec<GameSummary> {
        let mut games: Vec<_> = self
            .kept
            .iter()
            .map(|(id, kept)| kept.snapshot.summary(id, kept.read_only))
            .collect();
        games.sort_by(|a, b| b.updated.total_cmp(&a.updated));
        games
    }

    fn count(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    fn send(&mut self, to: ConnectionId, message: ServerMessage) {
        if self.connections.contains_key(&to) {
            let message = Box::new(message);
            self.effects.push(Effect::Send { to, message });
        }
    }

    /// The screens that show a game.
    fn watchers(&self, game: &GameId) -> Vec<ConnectionId> {
        let watchers = self.connections.iter();
        watchers
            .filter(|(_, connection)| connection.shows.as_ref() == Some(game))
            .map(|(id, _)| *id)
            .collect()
    }

    /// Sends to every screen that shows a game.
    fn send_to_watchers(&mut self, game: &GameId, message: &ServerMessage) {
        for watcher in self.watchers(game) {
            self.send(watcher, message.clone());
        }
    }

    /// Sends to every screen that has said hello.
    fn send_to_all(&mut self, message: &ServerMessage) {
        let all = self.connections.iter();
        let all: Vec<_> = all
            .filter(|(_, connection)| connection.greeted)
            .map(|(id, _)| *id)
            .collect();
        for screen in all {
            self.send(screen, message.clone());
        }
    }

    fn send_list(&mut self) {
        self.list_at = None;
        let games = self.list();
        self.send_to_all(&ServerMessage::Games { games });
    }

    /// Has the list told soon: games that come one after the other are told together.
    fn send_list_soon(&mut self, now: u64) {
        self.list_at.get_or_insert(now + LIST_EVERY);
    }

    fn is_watched(&self, game: &GameId) -> bool {
        let mut connections = self.connections.values();
        connections.any(|connection| connection.shows.as_ref() == Some(game))
    }
}

impl Kept {
    /// The list's line of a stored game. A good header makes up for a bad snapshot until the log
    /// is loaded; a good snapshot makes up for a bad header, but for looking only.
    fn read(stored: &StoredGame) -> Result<Kept, Problem> {
        let header = Header::from_text(&stored.header);
        let snapshot = Snapshot::from_text(&stored.snapshot);
        match (header.and_then(Session::start), snapshot) {
            (start, Ok(snapshot)) => Ok(Kept {
                snapshot,
                read_only: start.is_err(),
            }),
            (Ok(session), Err(_)) => Ok(Kept {
                snapshot: session.snapshot(),
                read_only: false,
            }),
            (Err(LogError::Newer { .. }), Err(_)) => Err(Problem::Newer),
            (Err(_), Err(_)) => Err(Problem::Unreadable),
        }
    }
}

fn problem(item: StoredItem, problem: Problem) -> StoreProblem {
    StoreProblem {
        item,
        problem,
        kept_as: None,
        moves_lost: None,
    }
}
