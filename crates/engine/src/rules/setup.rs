//! Where kings and queens start.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Error, Kind, Side, Square};

/// A starting position's kings and queens; everything else always starts alike
/// (docs/RULES.md section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setup {
    /// Every king faces the opposite queen, all queens on one shade.
    Classic,
    /// The public servers' setup of today.
    Modern,
    /// Blue and Yellow turned.
    By,
    /// Blue, Yellow and Green turned.
    Byg,
    /// Red and Green turned.
    Rg,
    /// Kings face kings, queens on their own colour.
    Lutze,
}

impl Setup {
    /// All setups.
    pub const ALL: [Setup; 6] = [
        Setup::Classic,
        Setup::Modern,
        Setup::By,
        Setup::Byg,
        Setup::Rg,
        Setup::Lutze,
    ];

    /// The name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Setup::Classic => "classic",
            Setup::Modern => "modern",
            Setup::By => "by",
            Setup::Byg => "byg",
            Setup::Rg => "rg",
            Setup::Lutze => "lutze",
        }
    }

    /// The public servers' code for it, where there is one.
    pub const fn server_code(self) -> Option<&'static str> {
        match self {
            Setup::Classic => Some("4PCo"),
            Setup::Modern => Some("4PC"),
            Setup::By => Some("4PCb"),
            Setup::Byg => Some("4PCn"),
            Setup::Rg => Some("4PCrg"),
            Setup::Lutze => None,
        }
    }

    /// The setup with one of the public servers' codes.
    pub fn from_server_code(code: &str) -> Option<Setup> {
        Setup::ALL
            .into_iter()
            .find(|setup| setup.server_code() == Some(code))
    }

    /// The king's file (south, north) or rank (west, east), 0–13: 6 or 7. The queen has the other.
    pub const fn king_place(self, side: Side) -> u8 {
        // South, west, north, east, as in the table of docs/RULES.md section 1.
        let places: [u8; 4] = match self {
            Setup::Classic => [7, 7, 6, 6],
            Setup::Modern => [7, 6, 6, 7],
            Setup::By => [7, 6, 7, 6],
            Setup::Byg => [7, 6, 7, 7],
            Setup::Rg => [6, 7, 6, 7],
            Setup::Lutze => [6, 6, 6, 6],
        };
        places[side.index()]
    }

    /// The sixteen pieces of a side with their squares.
    pub fn army(self, side: Side) -> impl Iterator<Item = (Square, Kind)> {
        let king = self.king_place(side);
        (3..11u8).flat_map(move |place| {
            let kind = match place {
                3 | 10 => Kind::Rook,
                4 | 9 => Kind::Knight,
                5 | 8 => Kind::Bishop,
                _ if place == king => Kind::King,
                _ => Kind::Queen,
            };
            let square = move |depth: u8| match side {
                Side::South => Square::new(place, depth),
                Side::West => Square::new(depth, place),
                Side::North => Square::new(place, 13 - depth),
                Side::East => Square::new(13 - depth, place),
            };
            [(square(0), kind), (square(1), Kind::Pawn)]
                .into_iter()
                .filter_map(|(square, kind)| Some((square?, kind)))
        })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Setup {
    type Err = Error;

    /// Reads a setup's own name.
    fn from_str(text: &str) -> Result<Setup, Error> {
        Setup::ALL
            .into_iter()
            .find(|setup| setup.name() == text)
            .ok_or_else(|| Error::UnknownSetup(text.chars().take(32).collect()))
    }
}
