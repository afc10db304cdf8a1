//! The four colours and the four sides of the board they sit on.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Error;

/// A colour, in turn order: Red, Blue, Yellow, Green (docs/RULES.md section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Color {
    /// First in turn order, mark ●.
    Red,
    /// Second in turn order, mark ▲.
    Blue,
    /// Third in turn order, mark ■; Red's partner where there are teams.
    Yellow,
    /// Fourth in turn order, mark ◆; Blue's partner where there are teams.
    Green,
}

impl Color {
    /// All colours in turn order.
    pub const ALL: [Color; 4] = [Color::Red, Color::Blue, Color::Yellow, Color::Green];

    /// Place in turn order, 0 for Red to 3 for Green.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour at a place in turn order; the index is taken modulo 4.
    #[inline]
    pub const fn from_index(index: usize) -> Color {
        Color::ALL[index & 3]
    }

    /// The letter used by all notations: `R`, `B`, `Y` or `G`.
    pub const fn letter(self) -> char {
        ['R', 'B', 'Y', 'G'][self as usize]
    }

    /// The next colour in turn order, whether or not its player is still in.
    #[inline]
    pub const fn next(self) -> Color {
        Color::from_index(self as usize + 1)
    }

    /// The colour across in turn order: the partner where there are teams.
    #[inline]
    pub const fn partner(self) -> Color {
        Color::from_index(self as usize + 2)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Red => "red",
            Color::Blue => "blue",
            Color::Yellow => "yellow",
            Color::Green => "green",
        })
    }
}

impl FromStr for Color {
    type Err = Error;

    /// Reads a letter or an English name, in either case.
    fn from_str(text: &str) -> Result<Color, Error> {
        Color::ALL
            .into_iter()
            .find(|color| {
                let name = color.to_string();
                text.eq_ignore_ascii_case(&name) || text.eq_ignore_ascii_case(&name[..1])
            })
            .ok_or_else(|| Error::UnknownColor(text.chars().take(16).collect()))
    }
}

/// A side of the board, as the south player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Back rank d1–k1, pawns move up.
    South,
    /// Back rank a4–a11, pawns move right.
    West,
    /// Back rank d14–k14, pawns move down.
    North,
    /// Back rank n4–n11, pawns move left.
    East,
}

impl Side {
    /// All sides, clockwise from the south.
    pub const ALL: [Side; 4] = [Side::South, Side::West, Side::North, Side::East];

    /// Place in [`Side::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::South => "south",
            Side::West => "west",
            Side::North => "north",
            Side::East => "east",
        })
    }
}
