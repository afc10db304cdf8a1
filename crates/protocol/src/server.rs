//! What a host tells its screens.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    AnalysisLine, Color, Danger, Draft, DraftProblem, ErrorCode, Event, GameId, GameSummary,
    GameView, MemberId, Now, Phrase, Premove, RoomNews, RoomView, RulesView, Settings, Square,
    TextFormat,
};

/// What a host tells a screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome(Welcome),
    /// The list of games, the one played last first: after `list-games`, and to every screen when
    /// a game was started, ended or deleted.
    Games {
        /// Unfinished and finished ones, and those in the bin.
        games: Vec<GameSummary>,
    },
    /// A whole game: after `create-game`, `open-game`, and whenever the client's state is in doubt.
    /// Of a game that can only be looked at it has the last board and no events.
    Snapshot {
        /// The request that it answers, if it answers one.
        request: Option<u32>,
        /// The game. It replaces all that the client had of it.
        game: Box<GameView>,
    },
    /// Something happened in a game that the client has open. Numbers are without gaps; a client
    /// that sees one asks for the game again.
    Happened {
        /// Which game.
        game: GameId,
        /// What happened.
        event: Event,
        /// How things stand after it.
        now: Box<Now>,
    },
    /// A CPU is thinking; sent a few times a second at the most and never kept.
    Thinking {
        /// Which game.
        game: GameId,
        /// Whose CPU.
        color: Color,
        /// The share of its budget that it has used, 0 to 1.
        fraction: f32,
        /// Completed depth in plies.
        depth: u8,
        /// Positions looked at.
        nodes: u32,
    },
    /// The clock stopped or went on; sent when nothing else happened.
    Clock {
        /// Which game.
        game: GameId,
        /// How it stands.
        clock: crate::Clock,
    },
    /// The answer to `describe-rules`.
    Rules {
        /// The request.
        request: u32,
        /// The rules.
        rules: RulesView,
    },
    /// The answer to `preview`.
    Previewed {
        /// The request.
        request: u32,
        /// What the mover may lose before the next turn.
        dangers: Vec<Danger>,
    },
    /// The answer to `ask-premoves`.
    Premoves {
        /// The request.
        request: u32,
        /// Which game.
        game: GameId,
        /// For whom.
        color: Color,
        /// The ply of the position they start from.
        ply: u32,
        /// What may be entered.
        moves: Vec<Premove>,
    },
    /// How far an analysis is.
    Analysis {
        /// The request.
        request: u32,
        /// Which game.
        game: GameId,
        /// The event after which the position stands.
        number: u32,
        /// Completed depth.
        depth: u8,
        /// Positions looked at.
        nodes: f64,
        /// The best moves, best first.
        lines: Vec<AnalysisLine>,
        /// What the player to move may lose before the next turn.
        dangers: Vec<Danger>,
        /// No more will come.
        done: bool,
    },
    /// The answer to `check-draft`.
    DraftChecked {
        /// The request.
        request: u32,
        /// The position as FEN4, if it can be played.
        fen4: Option<String>,
        /// What is wrong with it.
        problems: Vec<DraftProblem>,
    },
    /// The answer to `ask-draft`.
    Draft {
        /// The request.
        request: u32,
        /// The position.
        draft: Draft,
    },
    /// The answer to `export-game`.
    Exported {
        /// The request.
        request: u32,
        /// Which text.
        format: TextFormat,
        /// A name for the file, without a folder.
        name: String,
        /// The text.
        text: String,
    },
    /// The part of the archive that `export-all` asked for. Lines joined by line feeds are the file.
    Archive {
        /// The request.
        request: u32,
        /// Counts from 1.
        part: u32,
        /// How many there are, as things stand.
        parts: u32,
        /// The game that it is about; `None`: the settings, which are the last part.
        game: Option<GameId>,
        /// The line; `None`: the game can't be read.
        line: Option<String>,
    },
    /// The answer to `import-archive`.
    ArchiveRead {
        /// The request.
        request: u32,
        /// Whether the line brought something that was not here before.
        added: bool,
    },
    /// The settings as they are kept now.
    Settings {
        /// All of them.
        settings: Settings,
    },
    /// A request had no effect.
    Refused {
        /// The request; `None` when it could not be read.
        request: Option<u32>,
        /// The game that it was about.
        game: Option<GameId>,
        /// Why.
        code: ErrorCode,
        /// Words for the sentence: numbers and names, never sentences.
        params: BTreeMap<String, String>,
    },
    /// The answer to `enter-room`.
    RoomEntered {
        /// The request.
        request: u32,
        /// What brings this member back, on this device or another; kept by the client, told to
        /// nobody.
        token: String,
        /// What a link to the room carries in its fragment.
        secret: String,
        /// The levels that CPUs have here, weakest first.
        levels: Vec<u8>,
        /// The room.
        room: Box<RoomView>,
    },
    /// Something in the room changed.
    Room {
        /// The room. It replaces all that the client had of it.
        room: Box<RoomView>,
        /// What was done, where the room does not tell it by itself. It is told once, to those who
        /// are there.
        news: Vec<RoomNews>,
    },
    /// Somebody said a phrase.
    Said {
        /// Who.
        from: MemberId,
        /// Which.
        phrase: Phrase,
    },
    /// Somebody pointed at a square.
    Pointed {
        /// Who.
        from: MemberId,
        /// Which.
        square: Square,
    },
    /// The answer to `ping`.
    Pong {
        /// The request that it answers.
        request: u32,
    },
    /// Another tab or window of this device took over; this one gets no more messages.
    Replaced,
}

/// The first answer on a connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Welcome {
    /// The host's [`crate::VERSION`].
    pub protocol: u32,
    /// The version of the program that the host runs.
    pub version: String,
    /// The settings.
    pub settings: Settings,
    /// The games, the one played last first.
    pub games: Vec<GameSummary>,
    /// The levels that CPUs have here, weakest first.
    pub levels: Vec<u8>,
    /// What could not be read when the host started. Told until the host is started again.
    pub problems: Vec<StoreProblem>,
}

/// Something kept that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StoreProblem {
    /// What it was.
    pub item: StoredItem,
    /// What is wrong with it.
    pub problem: Problem,
    /// The name under which the file is kept aside; `None`: it is where it was.
    pub kept_as: Option<String>,
    /// How many of the newest moves are missing, where an older copy could be read.
    pub moves_lost: Option<u32>,
}

/// What was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum StoredItem {
    /// The settings; the defaults are used.
    Settings,
    /// A game.
    Game {
        /// Its id, as far as the file's name tells it.
        game: GameId,
    },
}

/// What is wrong with something kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// The file can't be read or is no such file at all.
    Unreadable,
    /// The file was cut off or changed: its checksum is wrong.
    Damaged,
    /// A newer version of the app wrote it.
    Newer,
    /// Its moves are no longer legal by the rules it was played under: it can only be looked at.
    NoReplay,
}
