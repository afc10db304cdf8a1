//! Squares of the cross board, numbered on a padded 16 × 16 grid.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Error, Side};

/// One of the 160 squares (docs/RULES.md section 1).
///
/// The number inside is `16 * (rank + 1) + (file + 1)`: a border of one square all around
/// lets pieces step off the board without running into the next rank (docs/ENGINE.md).
///
/// ```
/// use vierschach_engine::Square;
/// let square: Square = "d2".parse().unwrap();
/// assert_eq!((square.file(), square.rank()), (3, 1));
/// assert_eq!(Square::all().count(), 160);
/// assert!("a1".parse::<Square>().is_err()); // a cut corner
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square(u8);

impl Square {
    /// The square on a file (0–13 for a–n) and a rank (0–13 for 1–14), if it is on the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if on_board(file, rank) {
            Some(Square(16 * (rank + 1) + file + 1))
        } else {
            None
        }
    }

    /// The square with a number on the padded grid, if it is on the board.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 256 && index >= 16 && !index.is_multiple_of(16) {
            Square::new((index % 16) as u8 - 1, (index / 16) as u8 - 1)
        } else {
            None
        }
    }

    /// Trusts the caller that `index` is the number of a square on the board.
    #[inline]
    pub(crate) const fn raw(index: u8) -> Square {
        Square(index)
    }

    /// Number on the padded 16 × 16 grid, below 256.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// File, 0–13 for a–n.
    #[inline]
    pub const fn file(self) -> u8 {
        (self.0 & 15) - 1
    }

    /// Rank, 0–13 for 1–14.
    #[inline]
    pub const fn rank(self) -> u8 {
        (self.0 >> 4) - 1
    }

    /// The rank, 0–13, as the player on `side` counts it from their own back rank.
    pub const fn rank_for(self, side: Side) -> u8 {
        match side {
            Side::South => self.rank(),
            Side::West => self.file(),
            Side::North => 13 - self.rank(),
            Side::East => 13 - self.file(),
        }
    }

    /// The 160 squares, from d1 rank by rank to k14.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..14).flat_map(|rank| (0..14).filter_map(move |file| Square::new(file, rank)))
    }
}

/// Whether a file and rank (0–13 each) lie on the cross.
pub(crate) const fn on_board(file: u8, rank: u8) -> bool {
    let middle_file = file >= 3 && file <= 10;
    let middle_rank = rank >= 3 && rank <= 10;
    file < 14 && rank < 14 && (middle_file || middle_rank)
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Square, Error> {
        let parse = || {
            let file = *text.as_bytes().first()?;
            let digits = text.get(1..)?;
            if !file.is_ascii_lowercase() || digits.starts_with('0') || digits.len() > 2 {
                return None;
            }
            let rank = digits
                .bytes()
                .all(|b| b.is_ascii_digit())
                .then(|| digits.parse::<u8>().ok());
            Square::new(file - b'a', rank??.checked_sub(1)?)
        };
        parse().ok_or_else(|| Error::UnknownSquare(text.chars().take(16).collect()))
    }
}

impl TryFrom<String> for Square {
    type Error = Error;

    fn try_from(text: String) -> Result<Square, Error> {
        text.parse()
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}
