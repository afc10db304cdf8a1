//! Squares, pieces and moves as they are written on the wire.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A colour, in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Color {
    /// ●, moves first unless the game says otherwise.
    Red,
    /// ▲, after Red.
    Blue,
    /// ■, after Blue; Red's partner in team games.
    Yellow,
    /// ◆, after Yellow; Blue's partner in team games.
    Green,
}

/// The side of the board on which a colour sits, as the south side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Rank 1.
    South,
    /// File a.
    West,
    /// Rank 14.
    North,
    /// File n.
    East,
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

/// A square's name: file letter `a`–`n` and rank number `1`–`14`, as in `"d2"`.
///
/// Only the engine decides whether it lies on the board; here it is text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Square(pub String);

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A move as programs write it: from, to and the promotion's letter (`"d2d4"`, `"h7h8q"`).
/// Castling is the king's from and to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Move(pub String);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A piece as it stands on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its owner.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
    /// A promoted piece; where points count, a promoted queen is worth 1.
    pub promoted: bool,
    /// Its army is out: it blocks and can be taken for nothing.
    pub grey: bool,
}

/// A whole board as one short text: pieces as `rQg1` (colour's first letter, kind's letter as in
/// `KQRBNP`, square), `+` after a promoted piece and `-` after a grey one, separated by spaces.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Board(pub String);

/// A piece on its square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Placed {
    /// Where.
    pub square: Square,
    /// What.
    pub piece: Piece,
}

/// What an event did to one square. Events can be applied and reverted by these alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SquareChange {
    /// The square.
    pub square: Square,
    /// What stood there before the event.
    pub before: Option<Piece>,
    /// What stands there after it.
    pub after: Option<Piece>,
}
