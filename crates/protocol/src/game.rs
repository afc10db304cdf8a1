//! A game as its screens see it: a snapshot, and numbered events that carry it on.

use serde::{Deserialize, Serialize};

use crate::{
    Board, Color, Danger, Kind, Move, Piece, Placed, RuleField, Side, Square, SquareChange, Table,
};

/// A game's name among the games of a host: 1–40 letters, digits and hyphens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct GameId(pub String);

/// A preset of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Everybody against everybody, for points.
    Solo,
    /// Red and Yellow against Blue and Green.
    Teams,
    /// The old game of two against two with partners side by side.
    Vierschach,
    /// Everybody against everybody, resigned armies wander.
    FourKingdoms,
    /// The public servers' point game of today.
    ServerFfa,
    /// The public servers' point game of 2019.
    #[serde(rename = "server-ffa-2019")]
    ServerFfa2019,
    /// The public servers' team game.
    ServerTeams,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Player {
    /// A person on this device.
    Person {
        /// The device's owner: whose board it is, whose statistics are kept.
        #[serde(default)]
        me: bool,
    },
    /// A CPU.
    Cpu {
        /// Its level, 1 being the weakest.
        level: u8,
    },
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Seat {
    /// Its colour.
    pub color: Color,
    /// Where it sits.
    pub side: Side,
    /// Its name; `None`: the screen chooses the words.
    pub name: Option<String>,
    /// Who plays it.
    pub player: Player,
    /// Its partner in team games.
    pub partner: Option<Color>,
}

/// How it stands with a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Plays.
    In,
    /// Out by checkmate.
    Mated,
    /// Out, the king was captured.
    Captured,
    /// Out by stalemate.
    Stalemated,
    /// Out, gave up.
    Resigned,
    /// Gave up; the army moves by chance.
    Wandering,
    /// Gave up; only the king moves, by chance.
    Walking,
    /// Lost the king and plays on.
    Kingless,
    /// Was out in the position from which the game started.
    Out,
}

/// Why points were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum AwardReason {
    /// A living piece was captured.
    Capture {
        /// What it was.
        kind: Kind,
        /// Whose it was.
        from: Color,
        /// Whether it was a promoted piece.
        promoted: bool,
    },
    /// A king in check was captured.
    KingCapture {
        /// Whose.
        from: Color,
    },
    /// Somebody was mated.
    Checkmate {
        /// Who.
        of: Color,
    },
    /// One's own stalemate.
    Stalemate,
    /// Somebody else's king was stalemated.
    OthersStalemate {
        /// Whose.
        of: Color,
    },
    /// Several kings were checked by one move.
    MultiCheck {
        /// How many.
        kings: u8,
        /// Whether a queen made the move.
        queen: bool,
    },
    /// A draw's share.
    Draw,
    /// The last player's bonus for a king still on the board.
    LastPlayer {
        /// Whose king.
        of: Color,
    },
    /// A claim's bonus for a king still on the board.
    Claim {
        /// Whose king.
        of: Color,
    },
}

/// Points given by an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Award {
    /// To whom.
    pub color: Color,
    /// How many.
    pub points: i32,
    /// What for.
    pub reason: AwardReason,
    /// Where on the board it happened.
    pub square: Option<Square>,
}

/// A player's status after an event that changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StatusChange {
    /// Whose.
    pub color: Color,
    /// What it is now.
    pub status: Status,
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum Action {
    /// A move.
    Move {
        /// As programs write it.
        #[serde(rename = "move")]
        mv: Move,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// The piece before the move.
        piece: Piece,
        /// What it became.
        promotion: Option<Kind>,
        /// What was taken and where it stood: none, one, or two for some en-passant captures.
        captured: Vec<Placed>,
        /// The rook's way, when it is a castling.
        castling: Option<[Square; 2]>,
        /// Opponents who are given check.
        gives_check: Vec<Color>,
        /// Time had run out, and the host moved for the player.
        for_player: bool,
    },
    /// Gave up.
    Resign,
    /// Ran out of time.
    TimeOut,
    /// Claimed the win.
    Claim,
    /// The seat was handed over.
    Seat {
        /// Who plays it from now on.
        player: Player,
    },
}

/// One numbered event of a game's log, with all its consequences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Counts from 1. Without gaps as they happen; what was taken back is missing in the list of a
    /// [`GameView`].
    pub number: u32,
    /// Moves played in the game up to and with this event.
    pub ply: u32,
    /// The round in which it happened, from 1.
    pub round: u32,
    /// Who acted.
    pub color: Color,
    /// What they did.
    pub action: Action,
    /// What it changed on the board.
    pub changes: Vec<SquareChange>,
    /// Points given, in the order in which they were.
    pub awards: Vec<Award>,
    /// Players whose status it changed.
    pub statuses: Vec<StatusChange>,
    /// The points after it, in the order Red, Blue, Yellow, Green.
    pub points: [i32; 4],
    /// The end of the game, if this was it.
    pub result: Option<GameResult>,
}

/// A king in check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Check {
    /// Whose king.
    pub color: Color,
    /// Where it stands.
    pub king: Square,
    /// The pieces that attack it.
    pub from: Vec<Square>,
}

/// A legal move and what it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// As programs write it: what a `play` message sends back.
    #[serde(rename = "move")]
    pub mv: Move,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What the pawn becomes.
    pub promotion: Option<Kind>,
    /// What it takes and where that stands.
    pub captures: Vec<Placed>,
    /// Points that the mover gets at once.
    pub points: i32,
    /// Opponents who are given check.
    pub gives_check: Vec<Color>,
    /// Opponents who are out after it.
    pub eliminates: Vec<Color>,
    /// The rook's way, when it is a castling.
    pub castling: Option<[Square; 2]>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Only one player was left.
    LastPlayer,
    /// One of the last two was far enough ahead.
    Lead,
    /// A team's king was mated.
    Checkmate,
    /// A team's king was captured.
    KingCaptured,
    /// A team gave up.
    Resignation,
    /// A player of a team had no move.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// Too many moves without a capture or a pawn move.
    MoveCount,
    /// Too little material to mate.
    BareKings,
    /// The move limit of the house rules.
    MoveLimit,
    /// The leader of the last two claimed the win.
    Claim,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameResult {
    /// Why.
    pub reason: EndReason,
    /// The places, in the order Red, Blue, Yellow, Green; equal places share the better number.
    pub places: [u8; 4],
}

/// How things stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Now {
    /// Moves played so far.
    pub ply: u32,
    /// The round: counts from 1 and goes up when the first player's turn comes round.
    pub round: u32,
    /// The position's 64-bit Zobrist key as 16 hexadecimal digits.
    pub hash: String,
    /// Whose turn it is; `None` when the game is over.
    pub turn: Option<Color>,
    /// Points that count for the result, in the order Red, Blue, Yellow, Green.
    pub points: [i32; 4],
    /// What wandering armies earned since they left; ranks for nothing.
    pub tally: [i32; 4],
    /// How it stands with each player.
    pub status: [Status; 4],
    /// Kings in check.
    pub checks: Vec<Check>,
    /// The legal moves of the player to move, if that is a person here; else empty. In the order in
    /// which people look for them: by how many opponents go out, by points, by the value of what is
    /// taken, grey pieces last, by how many kings are checked, by what a pawn becomes, by what moves
    /// (kings first, pawns last), by squares.
    pub legal: Vec<LegalMove>,
    /// The clock of the player to move, where the table has one.
    pub clock: Option<Clock>,
    /// What the people here may lose before their next turn.
    pub dangers: Vec<Danger>,
    /// What the people here may do besides moving.
    pub can: Can,
    /// The end, if the game is over.
    pub result: Option<GameResult>,
}

/// A player's clock for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Clock {
    /// Milliseconds for the move.
    pub limit: u32,
    /// Milliseconds that were left when the message was made.
    pub left: u32,
    /// Whether it runs.
    pub running: bool,
}

/// What people at this client may do besides moving, so that no screen has to know the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Can {
    /// Who may give up.
    pub resign: Vec<Color>,
    /// Who may claim the win.
    pub claim: Vec<Color>,
    /// Whose last move may be taken back, the latest mover first: nobody has given up since.
    pub take_back: Vec<Color>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// Its id.
    pub id: GameId,
    /// The number of the last event in it; 0 before the first.
    pub number: u32,
    /// The preset whose rules it has.
    pub variant: Variant,
    /// Whether points decide.
    pub has_points: bool,
    /// The points from which a leader of the last two wins at once, where the rules have it.
    pub lead: Option<i32>,
    /// Who moved first.
    pub first: Color,
    /// Every rule in force.
    pub rules: Vec<RuleField>,
    /// What the table agreed on beside the rules.
    pub table: Table,
    /// What a living promoted piece counts, where that is not what its kind counts: the number it
    /// wears.
    pub promoted_worth: Option<i32>,
    /// The seats in the order Red, Blue, Yellow, Green.
    pub seats: Vec<Seat>,
    /// The colours that this client plays.
    pub yours: Vec<Color>,
    /// The board before the first event.
    pub start: Vec<Placed>,
    /// The board now.
    pub board: Vec<Placed>,
    /// Everything that happened and was not taken back, oldest first.
    pub events: Vec<Event>,
    /// How things stand.
    pub now: Now,
    /// The log no longer replays by this version's rules: it can only be looked at.
    pub read_only: bool,
    /// When it was started, in milliseconds since 1970.
    pub created: f64,
}

/// A line in the list of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its id.
    pub id: GameId,
    /// The preset whose rules it has.
    pub variant: Variant,
    /// Whether points decide.
    pub has_points: bool,
    /// Who moved first.
    pub first: Color,
    /// The seats in the order Red, Blue, Yellow, Green.
    pub seats: Vec<Seat>,
    /// The colours that this client plays.
    pub yours: Vec<Color>,
    /// The board, for the picture.
    pub board: Board,
    /// Whose turn it is; `None` when the game is over.
    pub turn: Option<Color>,
    /// The round.
    pub round: u32,
    /// Points, in the order Red, Blue, Yellow, Green.
    pub points: [i32; 4],
    /// The end, if the game is over.
    pub result: Option<GameResult>,
    /// When it was started, in milliseconds since 1970.
    pub created: f64,
    /// When it was last played, in milliseconds since 1970.
    pub updated: f64,
    /// It can only be looked at.
    pub read_only: bool,
    /// When it was deleted, in milliseconds since 1970, if it was.
    pub deleted: Option<f64>,
}
