//! What a host and a desk tell each other.

use vierschach_engine::{Color, Game, Move};
use vierschach_protocol::{ErrorCode, Evaluation, GameId, ServerMessage, StoreProblem};

use crate::LogError;

/// One screen: a tab or a window. The host chooses the number and never uses it twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnectionId(pub u64);

/// The number of a [`Job`], under which its answer comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// The number of a [`CpuTask`] or an [`AnalysisTask`], under which its answer comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(pub u64);

/// What a desk must know of its host.
#[derive(Clone, Debug)]
pub struct DeskConfig {
    /// The version of the program, told to clients.
    pub version: String,
    /// The levels that CPUs have here, weakest first.
    pub levels: Vec<u8>,
    /// Fresh entropy: the games' ids and seeds come from it.
    pub entropy: [u8; 32],
}

/// What a store held when the host was started.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    /// The settings' text, if there are any.
    pub settings: Option<String>,
    /// The games.
    pub games: Vec<StoredGame>,
    /// What the store itself could not read.
    pub problems: Vec<StoreProblem>,
}

/// What a store holds of a game beside the entries of its log.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// The text of [`Job::Create`].
    pub header: String,
    /// The newest snapshot.
    pub snapshot: String,
}

/// What happens to a desk.
#[derive(Clone, Debug)]
pub enum Input {
    /// A screen came.
    Connected(ConnectionId),
    /// A screen sent a request.
    Received {
        /// Which screen.
        connection: ConnectionId,
        /// The request as JSON, not yet looked at.
        text: String,
    },
    /// A screen went.
    Disconnected(ConnectionId),
    /// A job was done, or failed.
    Stored {
        /// Which.
        ticket: Ticket,
        /// `None`: it failed, and what was to be kept is not kept.
        answer: Option<Answer>,
    },
    /// A CPU tells how far it is. Hosts pass on a few of these a second.
    Thinking {
        /// Which task.
        token: Token,
        /// Completed depth in plies.
        depth: u8,
        /// Positions looked at.
        nodes: u64,
        /// The share of its budget that it has used, 0 to 1.
        fraction: f32,
    },
    /// A CPU chose a move.
    Chosen {
        /// Which task.
        token: Token,
        /// The move.
        mv: Move,
    },
    /// A CPU had no answer.
    CpuFailed(Token),
    /// An analysis came further. Hosts pass on a few of these a second, and the last one always.
    Analysed {
        /// Which task.
        token: Token,
        /// The last depth that was searched to its end.
        depth: u8,
        /// Positions looked at.
        nodes: u64,
        /// The best moves of that depth, best first.
        lines: Vec<FoundLine>,
        /// Whether this is the last of it.
        done: bool,
    },
    /// An analysis could not be begun, or broke off.
    AnalysisFailed {
        /// Which task.
        token: Token,
        /// What to tell the screen: [`ErrorCode::TooFast`] where too many wait for their turn.
        code: ErrorCode,
    },
    /// The time has come that [`Effect::WakeAt`] asked for. A tick too many does no harm.
    Tick,
}

/// What a desk wants done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Send a message to a screen.
    Send {
        /// Which screen.
        to: ConnectionId,
        /// What.
        message: Box<ServerMessage>,
    },
    /// Do a job of the store and answer with [`Input::Stored`]. There is never more than one
    /// under way: until its answer, the desk keeps other inputs waiting.
    Store {
        /// The number for the answer.
        ticket: Ticket,
        /// What to do.
        job: Job,
    },
    /// Let a CPU choose a move and answer with [`Input::Chosen`] or [`Input::CpuFailed`].
    AskCpu(Box<CpuTask>),
    /// An asked CPU's answer is no longer wanted.
    CancelCpu(Token),
    /// Analyse a position and answer with [`Input::Analysed`] or [`Input::AnalysisFailed`]. Moves of
    /// CPUs that play come first: an analysis must not make them wait.
    Analyse(Box<AnalysisTask>),
    /// An analysis is no longer wanted.
    CancelAnalysis(Token),
    /// Send [`Input::Tick`] at this time, in milliseconds since 1970, and not at the one asked for
    /// before; `None`: at no time.
    WakeAt(Option<u64>),
    /// A game's log can't be replayed; for the host's own log. Screens are told by themselves.
    CannotReplay {
        /// Which game.
        game: GameId,
        /// Why.
        error: LogError,
    },
}

/// A job of the store. Texts are opaque to it.
///
/// Whatever is written must be safe against loss of power before it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// Keep a new game with an empty log.
    Create {
        /// Its id.
        game: GameId,
        /// Its header.
        header: String,
        /// Its snapshot.
        snapshot: String,
    },
    /// Keep a game that has a past already: all of it, or nothing.
    Restore {
        /// Its id.
        game: GameId,
        /// Its header.
        header: String,
        /// Its entries, number 1 first.
        entries: Vec<String>,
        /// The snapshot after the last one.
        snapshot: String,
    },
    /// Append an entry to a game's log and replace its snapshot: both, or neither.
    Append {
        /// Which game.
        game: GameId,
        /// The entry's number: the last one in the log plus 1, else the job must fail.
        number: u32,
        /// The entry.
        entry: String,
        /// The snapshot after it.
        snapshot: String,
    },
    /// Replace a game's snapshot and leave its log as it is.
    Checkpoint {
        /// Which game.
        game: GameId,
        /// The snapshot, of the state after the last entry.
        snapshot: String,
    },
    /// Read a game's log; answered by [`Answer::Log`].
    Load {
        /// Which game.
        game: GameId,
    },
    /// Remove a game.
    Delete {
        /// Which game.
        game: GameId,
    },
    /// Keep the settings.
    SaveSettings {
        /// Their text.
        settings: String,
    },
}

/// How a job went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Written down.
    Done,
    /// The log that was asked for.
    Log {
        /// Its header.
        header: String,
        /// Its entries, in order.
        entries: Vec<String>,
    },
}

/// A move that a CPU shall choose.
#[derive(Clone, Debug)]
pub struct CpuTask {
    /// The number for the answer.
    pub token: Token,
    /// Which game.
    pub game: GameId,
    /// Whose move.
    pub color: Color,
    /// The level.
    pub level: u8,
    /// The seed for the choice.
    pub seed: u64,
    /// The position with its history.
    pub state: Game,
}

/// A position that shall be analysed.
#[derive(Clone, Debug)]
pub struct AnalysisTask {
    /// The number for the answers.
    pub token: Token,
    /// How many moves to tell apart, 1 to 5.
    pub lines: u8,
    /// The position with its history, in which somebody who plays is to move.
    pub state: Game,
}

/// One of the best moves that an analysis found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundLine {
    /// What it is worth to the player to move.
    pub evaluation: Evaluation,
    /// The move and what is expected to follow. What can't be played is left out.
    pub moves: Vec<Move>,
}
