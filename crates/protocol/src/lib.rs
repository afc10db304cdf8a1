//! The messages between a host (the app's shell, a relay) and its screens.
//!
//! One client message goes in a [`Request`], the host answers with [`ServerMessage`]s. Both
//! hosts speak exactly these types: the app in its command `send` and over the channel that the
//! command `connect` takes, the relay as JSON text frames. The TypeScript twins are generated from here (`cargo xtask gen`).
//!
//! Everything that the screens need to know about the rules is in the messages: legal moves
//! with what they capture, score and check; each event with its square changes and reasons.

mod board;
mod client;
mod error;
mod game;
mod room;
mod rules;
mod server;
mod settings;
mod study;

pub use board::{Board, Color, Kind, Move, Piece, Placed, Side, Square, SquareChange};
pub use client::{ClientMessage, NewGame, NewSeat, Request, Table};
pub use error::ErrorCode;
pub use game::{
    Action, Award, AwardReason, Can, Check, Clock, EndReason, Event, GameId, GameResult,
    GameSummary, GameView, LegalMove, Now, Player, Seat, Status, StatusChange, Variant,
};
pub use room::{
    AskEnd, CODE_LENGTH, CODE_SYMBOLS, Entrance, Fairness, GRACE_SECONDS, Grace, Holder, Known,
    LOBBY_HOURS, MAX_MEMBERS, Member, MemberId, OPENS_MINUTES, Phrase, ROOM_DAYS, RoomAct,
    RoomCode, RoomNews, RoomOptions, RoomSeat, RoomView, STAND_IN_LEVEL, TakeBackAsk, Talk,
};
pub use rules::{HouseRule, RuleChoices, RuleField, RulesView};
pub use server::{Problem, ServerMessage, StoreProblem, StoredItem, Welcome};
pub use settings::{
    Announce, BoardShade, Confirm, Haptics, Input, Language, PieceSet, Settings, Sounds, Speed,
    TableView, Theme, Turning,
};
pub use study::{
    AnalysisLine, Attacker, Danger, Draft, DraftProblem, Evaluation, LineStep, Premove, TextFormat,
};

/// The version of this protocol. A host refuses a client of another version with
/// [`ErrorCode::Version`]; the number moves with every change that an older peer can't read.
pub const VERSION: u32 = 3;

/// The longest request that a host reads, in bytes of JSON. Longer ones are refused with
/// [`ErrorCode::TooLong`] before they are parsed.
pub const MAX_REQUEST_BYTES: usize = 16 * 1024;

/// The longest request that brings a game's text or a line of an archive, in bytes of JSON.
pub const MAX_IMPORT_BYTES: usize = 256 * 1024;

/// The longest request that brings a line of an archive back: a game of some 9,000 moves.
pub const MAX_ARCHIVE_BYTES: usize = 1024 * 1024;

/// For so many days a deleted game can be brought back.
pub const BIN_DAYS: u32 = 7;

/// The longest name of a seat, in characters.
pub const MAX_NAME_CHARS: usize = 20;
