//! Why a host refuses a request.

use serde::{Deserialize, Serialize};

/// Why a request had no effect. The screen makes the sentence, in the reader's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// Not a message of this protocol: an unknown type, a missing or unknown field, no JSON.
    Malformed,
    /// Longer than [`crate::MAX_REQUEST_BYTES`].
    TooLong,
    /// The peers' protocol versions differ; playing offline is still possible.
    Version,
    /// The first message of a connection was no `hello`.
    NoHello,
    /// There is no such game on this host.
    NoSuchGame,
    /// The player to move is not this client's.
    NotYourTurn,
    /// The rules forbid the move.
    IllegalMove,
    /// The move was meant for another position; a snapshot follows.
    Stale,
    /// The game has ended.
    GameOver,
    /// The game's log no longer replays: it can be looked at, not played.
    ReadOnly,
    /// House rules that contradict each other; `params` has `first` and `second`, rules' names.
    BadRules,
    /// The position that a game shall start from can't be played.
    BadDraft,
    /// A text is neither PGN4 nor FEN4, or has a fault; `params` has `line`, `column` and `found` as
    /// far as they are known.
    BadImport,
    /// A line of an archive can't be read.
    BadArchive,
    /// The rules or the table allow no takeback, claim or change of seats now.
    NotNow,
    /// A seat's name is too long or has signs that names can't have.
    BadName,
    /// The request names a level, colour or variant that can't be had here.
    BadRequest,
    /// As many games as this host keeps are kept already.
    TooManyGames,
    /// Too many requests in a short time.
    TooFast,
    /// The device or the server could not write it down, so it was not played.
    NotSaved,
    /// Another process of this device has the games; the connection may be tried again when it has
    /// ended.
    AlreadyOpen,
    /// There is no room of this code: it was mistyped, or its time is over.
    NoSuchRoom,
    /// What is kept of the room can't be read any more, or makes no room. It is left as it is.
    RoomDamaged,
    /// As many people as a room takes are in it, and all of them are here or sit.
    RoomFull,
    /// As many people of this browser as may be are in the room, and all of them are here or sit.
    BrowserFull,
    /// So much was done in the room that it takes nothing more, nor anybody new: a new room is needed.
    RoomUsedUp,
    /// The host lets nobody new in.
    RoomLocked,
    /// The host sent this person out of the room.
    Kicked,
    /// The room opens later; `params` has `opens`, in milliseconds since 1970.
    NotOpenYet,
    /// Too many codes were tried; `params` has `seconds` after which the next one may be.
    TooManyGuesses,
    /// The token is for no seat of this room any more.
    BadToken,
    /// Only the host may.
    NotHost,
    /// Somebody sits there already.
    SeatTaken,
    /// As many rooms as the relay keeps are open, or as one address may have.
    TooManyRooms,
    /// The relay can't be reached, or is none; the app's shell says so.
    NoRelay,
    /// The host has a fault.
    Internal,
}
