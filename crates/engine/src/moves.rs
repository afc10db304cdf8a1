//! Moves between squares and lists of them.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Error, Kind, Square};

/// A move: from, to and what a pawn becomes. Castling is the king's from and to
/// (docs/RULES.md section 11).
///
/// ```
/// use vierschach_engine::{Kind, Move};
/// let mv: Move = "h7h8q".parse().unwrap();
/// assert_eq!(mv.promotion, Some(Kind::Queen));
/// assert_eq!(mv.to_string(), "h7h8q");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Move {
    /// The square the piece leaves.
    pub from: Square,
    /// The square it reaches.
    pub to: Square,
    /// What a promoting pawn becomes; none for every other move.
    pub promotion: Option<Kind>,
}

impl Move {
    /// A move without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            promotion: None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| {
            write!(f, "{}", kind.letter().to_ascii_lowercase())
        })
    }
}

impl FromStr for Move {
    type Err = Error;

    fn from_str(text: &str) -> Result<Move, Error> {
        let parse = || {
            let second = 1 + text.get(1..)?.find(|c: char| !c.is_ascii_digit())?;
            let rest = text.get(second + 1..)?;
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .map_or(text.len(), |n| second + 1 + n);
            let promotion = match text.get(end..)? {
                "" => None,
                letter => Some(
                    [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight]
                        .into_iter()
                        .find(|kind| letter == kind.letter().to_ascii_lowercase().to_string())?,
                ),
            };
            let from = text.get(..second)?.parse().ok()?;
            let to = text.get(second..end)?.parse().ok()?;
            Some(Move {
                from,
                to,
                promotion,
            })
        };
        parse().ok_or_else(|| Error::UnreadableMove(text.chars().take(16).collect()))
    }
}

impl TryFrom<String> for Move {
    type Error = Error;

    fn try_from(text: String) -> Result<Move, Error> {
        text.parse()
    }
}

impl From<Move> for String {
    fn from(mv: Move) -> String {
        mv.to_string()
    }
}

/// A list of moves that never allocates.
///
/// Its capacity bounds any position: a square is reached at most once from each of eight
/// directions and by each own knight, which makes 8 × 160 at most, and the pawns in front of
/// one promotion rank add three more pieces to choose for each of their three targets.
#[derive(Clone, Debug, Default)]
pub struct MoveList(ArrayVec<Move, 1536>);

impl MoveList {
    /// An empty list.
    #[inline]
    pub fn new() -> MoveList {
        MoveList(ArrayVec::new())
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, 1536>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
