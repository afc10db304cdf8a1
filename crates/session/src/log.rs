//! What is kept of a game: a header, and numbered entries.
//!
//! Both are JSON texts of their own. Hosts keep the texts and number them; only this crate reads
//! them, so that no store knows the format.

use serde::{Deserialize, Serialize};
use vierschach_engine::{Color, Move, Rules};
use vierschach_protocol::{Player, Table, Variant};

use crate::LogError;

/// The version of the format. It moves when older programs can't read what newer ones write.
pub const FORMAT: u32 = 2;

/// How a game began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// [`FORMAT`] of the program that wrote it.
    pub format: u32,
    /// The version of the engine that it was played by.
    pub engine: String,
    /// The preset that the rules came from: a name for people, nothing is decided by it.
    pub variant: Variant,
    /// All the rules.
    pub rules: Rules,
    /// What the table agreed on beside the rules; formats before 2 lack it.
    #[serde(default)]
    pub table: Table,
    /// The position that it started from, as FEN4; `None`: the rules' own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who moved first.
    pub first: Color,
    /// The seats in turn order.
    pub seats: [LogSeat; 4],
    /// Where chance and the CPUs' choices come from.
    pub seed: u64,
    /// When it was started, in milliseconds since 1970.
    pub created: u64,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LogSeat {
    /// A clean name ([`crate::clean_name`]); `None`: the screen chooses the words.
    pub name: Option<String>,
    /// Who plays it.
    pub player: Player,
}

/// One numbered entry of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Counts from 1, without gaps.
    pub number: u32,
    /// What was done.
    pub act: Act,
    /// The position's key after it, so that a replay that goes astray is noticed.
    #[serde(with = "hex")]
    pub hash: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// What somebody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// The player to move moved. A move drawn by chance is recorded like any other.
    Move(Move),
    /// Gave up.
    Resign(Color),
    /// Ran out of time.
    TimeOut(Color),
    /// Claimed the win.
    Claim(Color),
    /// The time of the player to move had run out, and the host moved for them.
    HostMove(Move),
    /// The game went back to where it stood after the entry of this number, 0 being its
    /// beginning. What it took back stays in the log and counts for nothing; who sits where stays
    /// as it is.
    TakeBack {
        /// The number of an entry that was not taken back.
        to: u32,
    },
    /// Somebody else plays this seat from now on.
    Seat(Color, Player),
}

impl Header {
    /// The header as a store keeps it.
    pub fn to_text(&self) -> String {
        to_text(self)
    }

    /// Reads what [`Header::to_text`] wrote.
    ///
    /// # Errors
    /// [`LogError::Unreadable`], [`LogError::Newer`].
    pub fn from_text(text: &str) -> Result<Header, LogError> {
        let format = check_format(text, "the header", FORMAT)?;
        let mut header: Header = from_text(text, "the header")?;
        if format < 2 {
            let players = header.seats.iter_mut();
            know_the_owner(players.map(|seat| &mut seat.player));
        }
        Ok(header)
    }
}

impl Entry {
    /// The entry as a store keeps it.
    pub fn to_text(&self) -> String {
        to_text(self)
    }

    /// Reads what [`Entry::to_text`] wrote.
    ///
    /// # Errors
    /// [`LogError::Unreadable`].
    pub fn from_text(text: &str) -> Result<Entry, LogError> {
        from_text(text, "an entry")
    }
}

/// Before format 2 a person was not told from the owner of the device: the only person was.
pub(crate) fn know_the_owner<'a>(players: impl Iterator<Item = &'a mut Player>) {
    let mut people = players.filter_map(|player| match player {
        Player::Person { me } => Some(me),
        Player::Cpu { .. } => None,
    });
    if let (Some(me), None) = (people.next(), people.next()) {
        *me = true;
    }
}

/// The `format` of a text. One that is newer than `known` is refused before the rest of the text is
/// looked at.
pub(crate) fn check_format(text: &str, what: &'static str, known: u32) -> Result<u32, LogError> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let Format { format } = from_text(text, what)?;
    if format > known {
        return Err(LogError::Newer {
            found: format,
            known,
        });
    }
    Ok(format)
}

/// A log's types as JSON. They have no maps, so that nothing in them can be unfit for it.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a log's types are plain data")
}

pub(crate) fn from_text<'a, T: Deserialize<'a>>(
    text: &'a str,
    what: &'static str,
) -> Result<T, LogError> {
    serde_json::from_str(text).map_err(|error| {
        // The parser's words may quote a name or a secret, and errors are written into hosts' logs.
        let (line, column) = (error.line(), error.column());
        let problem = format!("{:?}, line {line}, column {column}", error.classify());
        LogError::Unreadable { what, problem }
    })
}

/// Position keys as 16 hexadecimal digits, as everywhere outside the engine.
mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(hash: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{hash:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        u64::from_str_radix(&text, 16).map_err(D::Error::custom)
    }
}
