//! The levels: how much each one thinks and how human it is.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::budget::Limits;
use crate::error::UnknownLevel;
use crate::style::{Style, Taste};

/// The strength of a CPU player, weakest first. Screens give the levels their names.
///
/// All but the last are fixed budgets of nodes, so they play alike on each device. A weaker level
/// looks less far ahead, misjudges a little, overlooks pieces that strike from afar, and has a
/// taste of its own for certain moves.
///
/// ```
/// use vierschach_cpu::Level;
/// assert_eq!("2".parse(), Ok(Level::Two));
/// assert_eq!(Level::Three.number(), 3);
/// assert!("9".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Sees its own move and hardly anything of what may be taken in answer; no threats of mate. Pushes its pawns.
    One,
    /// Sees the next player's answer, and of what comes from afar a fifth; misses no mate in one and leaves no
    /// queen for nothing. Likes to take and to give check.
    Two,
    /// Sees two answers, and of what comes from afar a third. Likes to take.
    Three,
    /// Sees a round, with nearly half of what comes from afar overlooked. Likes to take and to give check.
    Four,
    /// Sees more than a round, a good quarter of what comes from afar not. Likes to attack.
    Five,
    /// Sees nearly two rounds, and misjudges by a pawn or so.
    Six,
    /// Looks as far as its budget lets it, and hardly overlooks anything.
    Seven,
    /// Thinks for a set time, on all threads it is lent.
    Eight,
}

/// How long the strongest level thinks.
const THINKING_TIME: Duration = Duration::from_secs(2);

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 8] = [
        Level::One,
        Level::Two,
        Level::Three,
        Level::Four,
        Level::Five,
        Level::Six,
        Level::Seven,
        Level::Eight,
    ];

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

    /// What the level may spend on one move.
    pub const fn limits(self) -> Limits {
        let (nodes, depth) = match self {
            Level::One => (1_500, 1),
            Level::Two => (1_800, 2),
            Level::Three => (2_000, 3),
            Level::Four => (2_200, 4),
            Level::Five => (2_700, 5),
            Level::Six => (6_000, 7),
            Level::Seven => (12_000, 14),
            Level::Eight => {
                return Limits {
                    nodes: None,
                    depth: None,
                    time: Some(THINKING_TIME),
                };
            }
        };
        Limits {
            nodes: Some(nodes),
            depth: Some(depth),
            time: None,
        }
    }

    /// The style of an analysis: it misjudges and overlooks nothing and likes all moves alike.
    pub(crate) const PERFECT: Style = Style {
        wobble: 0,
        oversight: 0,
        spares_queens: true,
        taste: Taste::NONE,
    };

    pub(crate) const fn style(self) -> Style {
        let (wobble, oversight) = match self {
            Level::One => (1_600, 930),
            Level::Two => (960, 790),
            Level::Three => (640, 640),
            Level::Four => (445, 440),
            Level::Five => (290, 285),
            Level::Six => (125, 112),
            Level::Seven => (28, 26),
            Level::Eight => (4, 0),
        };
        let taste = match self {
            Level::One => Taste {
                pawns: 60,
                ..Taste::NONE
            },
            Level::Two => Taste {
                captures: 20,
                checks: 20,
                ..Taste::NONE
            },
            Level::Three => Taste {
                captures: 20,
                ..Taste::NONE
            },
            Level::Four => Taste {
                captures: 10,
                checks: 10,
                ..Taste::NONE
            },
            Level::Five => Taste {
                checks: 15,
                ..Taste::NONE
            },
            _ => Taste::NONE,
        };
        Style {
            wobble,
            oversight,
            spares_queens: !matches!(self, Level::One),
            taste,
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
