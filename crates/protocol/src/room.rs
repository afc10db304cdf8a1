//! Rooms: friends in different places, a code, and one game after the other.
//!
//! A room has a connection of its own. Its first request is [`ClientMessage::EnterRoom`]; what
//! follows are [`RoomAct`]s and the requests about the game that is played
//! ([`ClientMessage::Play`], `resign`, `claim`, `take-back`, `preview`, `ask-premoves`,
//! `open-game`, `export-game`, `ping`). All else is refused with [`crate::ErrorCode::BadRequest`].
//!
//! [`ClientMessage::EnterRoom`]: crate::ClientMessage::EnterRoom
//! [`ClientMessage::Play`]: crate::ClientMessage::Play

use serde::{Deserialize, Serialize};

use crate::{Color, GameId, HouseRule, Square, Table, Variant};

/// The symbols of room codes: no vowels and no look-alikes, so that no code is a word or is misread.
pub const CODE_SYMBOLS: &str = "23456789BCDFGHJKMNPQRSTVWXYZ";

/// The length of a room's code.
pub const CODE_LENGTH: usize = 6;

/// So many seconds a game a person may be without a line at the own turns, before a CPU plays on.
pub const GRACE_SECONDS: u32 = 60;

/// The level of the CPU that plays on for somebody who is gone.
pub const STAND_IN_LEVEL: u8 = 4;

/// So many minutes before its date a room opens.
pub const OPENS_MINUTES: u32 = 15;

/// A room in which nothing was ever started is kept for so many hours, after its date if it has one.
pub const LOBBY_HOURS: u32 = 24;

/// A room in which a game was started is kept for so many days after the last thing done in it.
pub const ROOM_DAYS: u32 = 30;

/// The most people in a room, those included who only watch.
pub const MAX_MEMBERS: usize = 36;

/// A room's code: [`CODE_LENGTH`] of [`CODE_SYMBOLS`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct RoomCode(pub String);

/// A person in a room: a small number, given once and never again in this room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct MemberId(pub u32);

/// How somebody comes into a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Entrance {
    /// Makes the room. Whoever makes it hosts it and sits on the first seat.
    Create {
        /// The name, up to [`crate::MAX_NAME_CHARS`] characters.
        name: String,
        /// What is played.
        options: RoomOptions,
    },
    /// Comes by the code, or by a link.
    Join {
        /// Which room.
        code: RoomCode,
        /// The link's secret. It makes up for the limit on guessed codes; a wrong one is as none.
        secret: Option<String>,
        /// The name.
        name: String,
        /// Only to watch.
        watch: bool,
    },
    /// Comes back, in the seat that the token is for.
    Return {
        /// Which room.
        code: RoomCode,
        /// What `room-entered` gave.
        token: String,
        /// The game and the number of the last event that the client has of it.
        since: Option<Known>,
    },
}

/// How far a client knows a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Which game.
    pub game: GameId,
    /// The number of the last event.
    pub number: u32,
}

/// What is played in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoomOptions {
    /// The preset whose rules it has.
    pub variant: Variant,
    /// What the table changes in them.
    #[serde(default)]
    pub house: Vec<HouseRule>,
    /// What else the table agreed on.
    #[serde(default)]
    pub table: Table,
    /// Who moves first in the next game.
    pub first: Color,
    /// When the friends want to meet, in milliseconds since 1970. The room opens
    /// [`OPENS_MINUTES`] before; until then only its host comes in.
    #[serde(default)]
    pub date: Option<f64>,
}

// A date is a number of milliseconds, never NaN: JSON has none.
impl Eq for RoomOptions {}

/// What a person does in a room. What is marked *host* is refused to all others with
/// [`crate::ErrorCode::NotHost`]; what is marked *lobby* is refused while a game is played with
/// [`crate::ErrorCode::NotNow`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum RoomAct {
    /// Sits down on a free seat or a CPU's: *lobby*. In a game: on a seat that a CPU plays for good.
    /// A person may have several seats: for others at the same screen.
    Sit {
        /// Which.
        color: Color,
        /// The name of the other person at the same screen; `None`: one's own.
        name: Option<String>,
    },
    /// Gets up: *lobby*.
    Stand {
        /// From which seat of one's own.
        color: Color,
    },
    /// Is ready, or not any more: *lobby*.
    Ready {
        /// Whether.
        ready: bool,
    },
    /// Takes another name: *lobby*.
    Rename {
        /// The name.
        name: String,
    },
    /// Empties a seat, or gives it to a CPU: *host*, *lobby*. Whoever sat there stays in the room.
    SetSeat {
        /// Which.
        color: Color,
        /// The CPU's level; `None`: free.
        level: Option<u8>,
    },
    /// Changes two seats' players with each other: *host*, *lobby*.
    SwapSeats {
        /// One.
        one: Color,
        /// The other.
        other: Color,
    },
    /// Changes what is played: *host*, *lobby*. Nobody is ready after it.
    SetOptions {
        /// All of it.
        options: RoomOptions,
    },
    /// Lets nobody new in, or everybody again: *host*.
    Lock {
        /// Whether the room is locked.
        locked: bool,
    },
    /// Sends somebody out who can't come back into this room: *host*. In a game, a CPU goes on.
    Kick {
        /// Whom.
        member: MemberId,
    },
    /// Makes somebody else the host: *host*.
    MakeHost {
        /// Whom.
        member: MemberId,
    },
    /// Starts the game: *host*, *lobby*. Free seats become CPUs of this level.
    Start {
        /// The level.
        level: u8,
    },
    /// Goes back to the lobby for the next game, with the next first player where the table
    /// rotates: *host*, when the game is over. Who sits keeps the seat; seats that a CPU played
    /// because nobody sat there, or whose member left, are free.
    Rematch {},
    /// Leaves for good; a CPU goes on. The next person hosts.
    Leave {},
    /// Answers a wish to take moves back.
    AnswerTakeBack {
        /// Whether it may be.
        agree: bool,
    },
    /// Says a set phrase, where [`RoomView::talk`] allows it.
    Say {
        /// Which.
        phrase: Phrase,
    },
    /// Points at a square, where [`RoomView::talk`] allows it.
    Point {
        /// Which.
        square: Square,
    },
}

/// All that can be said, in the reader's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phrase {
    /// "Well played".
    WellPlayed,
    /// "Thank you".
    Thanks,
    /// "Can you cover this?"
    Cover,
    /// "I attack …".
    Attack {
        /// Whom.
        color: Color,
    },
    /// "Watch the king".
    WatchKing,
    /// "Wait a little".
    Wait,
    /// A face that smiles.
    Smile,
    /// A face that laughs.
    Laugh,
    /// A surprised face.
    Surprised,
    /// A sad face.
    Sad,
    /// A face that thinks.
    Thinking,
}

/// Who hears what one says now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Talk {
    /// Nobody: in a game of everybody against everybody, and for those who watch.
    Nobody,
    /// One's partners, in a team game.
    Partners,
    /// Everybody: before a game and after its end.
    Everybody,
}

/// A room as one of its members sees it. Told anew after every change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RoomView {
    /// Its code.
    pub code: RoomCode,
    /// Whom this is told to.
    pub you: MemberId,
    /// Who hosts it.
    pub host: MemberId,
    /// Those who play or may sit down, in the order in which they came.
    pub members: Vec<Member>,
    /// The seats in the order Red, Blue, Yellow, Green.
    pub seats: [RoomSeat; 4],
    /// What is played.
    pub options: RoomOptions,
    /// Nobody new comes in.
    pub locked: bool,
    /// How many watch.
    pub watchers: u32,
    /// The game that is played, or that has ended and was not followed by a rematch.
    pub game: Option<GameId>,
    /// Whether that game goes on.
    pub playing: bool,
    /// Games that were started here, this one included.
    pub games: u32,
    /// Whether the host may start: two people sit, and all who sit are ready.
    pub can_start: bool,
    /// Who hears what one says now.
    pub talk: Talk,
    /// A wish to take moves back that waits for answers.
    pub asks: Option<TakeBackAsk>,
    /// The level that CPUs on free seats had when a game was last started with free seats.
    pub free_level: Option<u8>,
    /// How chance is held to account; `None` before the first game.
    pub fairness: Option<Fairness>,
    /// When it will be removed if nothing more is done in it, in milliseconds since 1970.
    pub expires: f64,
}

/// A person in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Member {
    /// The number.
    pub id: MemberId,
    /// The name, different from all others in the room.
    pub name: String,
    /// Whether a line to a screen of theirs is open.
    pub here: bool,
    /// Ready to start.
    pub ready: bool,
}

/// A seat of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RoomSeat {
    /// Its colour.
    pub color: Color,
    /// Who has it.
    pub holder: Holder,
    /// The name of somebody else at the same screen as the member whose seat it is.
    pub name: Option<String>,
    /// A CPU plays for the member, who is gone.
    pub stand_in: bool,
    /// What is left of the member's grace, in milliseconds, while it runs or when it has run.
    pub grace: Option<Grace>,
}

/// How long others still wait for somebody who is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Grace {
    /// Milliseconds that were left when the message was made.
    pub left: u32,
    /// Whether it runs: it is the turn of somebody who is gone.
    pub running: bool,
}

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Holder {
    /// Nobody yet.
    Free,
    /// A person.
    Member {
        /// Who.
        member: MemberId,
    },
    /// A CPU.
    Cpu {
        /// Its level.
        level: u8,
    },
}

/// A wish to take moves back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TakeBackAsk {
    /// Whose move.
    pub color: Color,
    /// How many moves go: that one, and all that were played since.
    pub moves: u32,
    /// Who has not answered yet.
    pub waits_for: Vec<MemberId>,
}

/// Something that was done in a room and that [`RoomView`] does not show. That somebody came, lost
/// the line, came back or hosts now is seen by comparing two views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RoomNews {
    /// Somebody left for good: a member, or one who watched.
    Left {
        /// Who.
        member: MemberId,
        /// The name, as [`RoomView::members`] has it no more.
        name: String,
    },
    /// The host sent somebody out.
    Kicked {
        /// Whom.
        member: MemberId,
        /// The name.
        name: String,
    },
    /// A wish to take moves back waits no longer.
    TakeBackOver {
        /// Whose move it was about.
        color: Color,
        /// Why.
        end: AskEnd,
    },
}

/// How a wish to take moves back ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum AskEnd {
    /// Everybody agreed: the move was taken back.
    Agreed,
    /// Somebody said no.
    Refused {
        /// Who.
        by: MemberId,
    },
    /// Somebody did not answer in half a minute.
    Unanswered,
    /// Somebody who was asked, or who had asked, is here no longer.
    Gone {
        /// Who.
        member: MemberId,
    },
    /// The game went on.
    MovedOn,
}

/// How chance is held to account: the seed of a game is fixed before it starts and told after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fairness {
    /// The SHA-256 of the seed's text, in hexadecimal digits; told when the game starts.
    pub commitment: String,
    /// The seed's text, when the game is over.
    pub seed: Option<String>,
}
