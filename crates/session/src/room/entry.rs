//! What is kept of a room: a header, and numbered entries.
//!
//! Both are JSON texts of their own, as those of a game are ([`crate::log`]): stores keep and number
//! them, only this crate reads them.

use serde::{Deserialize, Serialize};
use vierschach_engine::Color;
use vierschach_protocol::{MemberId, Phrase, RoomCode, RoomOptions, Square};

use crate::log::{check_format, from_text, to_text};
use crate::{Entry, Header, LogError};

/// The version of the format of rooms. It moves when older programs can't read what newer ones
/// write.
pub const ROOM_FORMAT: u32 = 1;

/// How a room began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoomHeader {
    /// [`ROOM_FORMAT`] of the program that wrote it.
    pub format: u32,
    /// Its code.
    pub code: RoomCode,
    /// What a link to it carries: 128 bits in hexadecimal digits. Members tell it to others, so it
    /// is kept as it is; members' tokens are not.
    pub secret: String,
    /// What was to be played.
    pub options: RoomOptions,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// What is kept beside a room's log: all that a store's housekeeping needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomSnapshot {
    /// When the room may be removed if nothing more is done in it, in milliseconds since 1970.
    pub expires: u64,
}

/// One numbered entry of a room's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RoomEntry {
    /// Counts from 1, without gaps.
    pub(crate) number: u32,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The process that wrote it.
    pub(crate) by: u64,
    /// What the player who was to move had used of their time by then, if it was a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) spent: Option<Spent>,
    /// With [`RoomDeed::AskOver`] alone: who goes, and ends the wish so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) goes: Option<MemberId>,
    /// What was done.
    pub(crate) deed: RoomDeed,
}

/// Times that a player has used, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spent {
    /// Of the time for this move.
    pub(crate) thought: u32,
    /// Of the grace that the player's member has in this game.
    pub(crate) grace: u32,
}

/// A line to a screen: a process, and the number of one of its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) process: u64,
    pub(crate) connection: u64,
}

/// What was done in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RoomDeed {
    /// Somebody new came.
    Entered(Box<Newcomer>),
    /// A member has this line from now on, and no other.
    Here { member: MemberId, line: Line },
    /// A member has lost this line.
    Gone { member: MemberId, line: Line },
    /// The process that writes it has not forgotten the lines it has.
    Alive,
    /// Sat down; `name` is that of another person at the member's screen.
    Sat {
        member: MemberId,
        color: Color,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Got up.
    Stood(Color),
    /// Is ready, or not any more.
    Ready(MemberId, bool),
    /// Took another name.
    Renamed(MemberId, String),
    /// A seat is a CPU's of this level from now on; `None`: free.
    Seat(Color, Option<u8>),
    /// Two seats have each other's players.
    Swapped(Color, Color),
    /// Something else is played.
    Options(Box<RoomOptions>),
    /// Locked, or open again.
    Locked(bool),
    /// Somebody else hosts.
    Host(MemberId),
    /// Was sent out.
    Kicked(MemberId),
    /// Left for good.
    Left(MemberId),
    /// A game was started. Free seats became CPUs.
    Started(Box<Start>),
    /// Something was done in the game.
    Game(Entry),
    /// A CPU plays on for the member of this seat, who is gone.
    StandIn(Color),
    /// The member of this seat has taken over again.
    Back(Color),
    /// Somebody wants to take this colour's last move back.
    Asked { member: MemberId, color: Color },
    /// Somebody answered that. The last one who agrees takes the move back.
    Answered(MemberId, bool),
    /// Nobody answered in time, or somebody whom the wish is about goes with the next entry.
    AskOver,
    /// Back to the lobby, for the next game. Spare seats become free by entries of their own.
    Rematch,
    /// Somebody said something while another process had lines too. It changes nothing.
    Said(MemberId, Phrase),
    /// Somebody pointed at a square, likewise.
    Pointed(MemberId, Square),
}

/// Somebody who came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Newcomer {
    pub(crate) member: MemberId,
    /// A clean name that nobody else in the room has.
    pub(crate) name: String,
    /// The SHA-256 of what brings the member back.
    pub(crate) token: String,
    /// What the device is called in this room, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) device: Option<String>,
    /// Only watches.
    pub(crate) watches: bool,
    pub(crate) line: Line,
    /// Somebody who has gone without a seat, and makes room in a full room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) instead_of: Option<MemberId>,
}

/// How a game was started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Start {
    /// 32 hexadecimal digits, of which the first 16 are the game's seed and the others keep it from
    /// being guessed from the commitment.
    pub(crate) seed: String,
    /// The game's header.
    pub(crate) header: Header,
}

impl RoomHeader {
    /// The header as a store keeps it.
    pub fn to_text(&self) -> String {
        to_text(self)
    }

    /// Reads what [`RoomHeader::to_text`] wrote.
    ///
    /// # Errors
    /// [`LogError::Unreadable`], [`LogError::Newer`].
    pub fn from_text(text: &str) -> Result<RoomHeader, LogError> {
        check_format(text, "the room's header", ROOM_FORMAT)?;
        from_text(text, "the room's header")
    }
}

impl RoomSnapshot {
    /// The snapshot as a store keeps it.
    pub fn to_text(self) -> String {
        to_text(&self)
    }

    /// Reads what [`RoomSnapshot::to_text`] wrote.
    ///
    /// # Errors
    /// [`LogError::Unreadable`].
    pub fn from_text(text: &str) -> Result<RoomSnapshot, LogError> {
        from_text(text, "the room's snapshot")
    }
}

impl RoomEntry {
    pub(crate) fn to_text(&self) -> String {
        to_text(self)
    }

    pub(crate) fn from_text(text: &str) -> Result<RoomEntry, LogError> {
        from_text(text, "a room's entry")
    }
}
