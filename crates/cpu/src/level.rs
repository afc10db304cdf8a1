//! The levels: how much each one thinks and how human it is.

use std::fmt;
use std::str::FromStr;

use vierschach_engine::Rules;

use crate::budget::Limits;
use crate::error::UnknownLevel;
use crate::style::Style;

/// The strength of a CPU player, weakest first. Screens give the levels their names.
///
/// Every level is a fixed budget of nodes, so it plays alike on each device. A weaker level looks
/// less far ahead, misjudges a little and overlooks pieces that strike from afar.
///
/// ```
/// use vierschach_cpu::Level;
/// assert_eq!("2".parse(), Ok(Level::Two));
/// assert_eq!(Level::Three.number(), 3);
/// assert!("9".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Sees its own move and what may be taken in answer, and not all of that; no threats of mate.
    One,
    /// Sees a full round and answers threats of mate, with small misjudgements.
    Two,
    /// Sees two rounds and more and overlooks nothing on purpose.
    Three,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 3] = [Level::One, Level::Two, Level::Three];

    /// The level's number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The level with a number, if there is one.
    pub fn from_number(number: u8) -> Option<Level> {
        Level::ALL
            .into_iter()
            .find(|level| level.number() == number)
    }

    /// What the level may spend on one move under these rules.
    pub const fn limits(self, rules: &Rules) -> Limits {
        let (nodes, rounds, plies) = match self {
            Level::One => (4_000, 1, 2),
            Level::Two => (30_000, 2, 4),
            Level::Three => (150_000, 12, 24),
        };
        let depth = if rules.teams { plies } else { rounds };
        Limits {
            nodes: Some(nodes),
            depth: Some(depth),
            time: None,
        }
    }

    /// The style of an analysis: it misjudges and overlooks nothing.
    pub(crate) const PERFECT: Style = Style {
        wobble: 0,
        oversight: 0,
        spares_queens: true,
    };

    pub(crate) const fn style(self) -> Style {
        match self {
            Level::One => Style {
                wobble: 150,
                oversight: 250,
                spares_queens: false,
            },
            Level::Two => Style {
                wobble: 40,
                oversight: 60,
                spares_queens: true,
            },
            Level::Three => Style {
                wobble: 10,
                oversight: 0,
                spares_queens: true,
            },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let number = text.parse().ok();
        number
            .and_then(Level::from_number)
            .ok_or_else(|| UnknownLevel(text.chars().take(16).collect()))
    }
}
