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

/// The strongest level thinks for a set time.
const THINKING: Limits = Limits {
    nodes: None,
    depth: None,
    time: Some(Duration::from_secs(2)),
};

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
        self.strength().limits
    }

    pub(crate) const fn style(self) -> Style {
        self.strength().style
    }

    /// The style of an analysis: it misjudges and overlooks nothing and likes all moves alike.
    pub(crate) const PERFECT: Style = Style {
        wobble: 0,
        oversight: 0,
        spares_queens: true,
        taste: Taste::NONE,
    };

    /// The table of the levels. Each beats the one before: docs/CPU.md says by how much.
    const fn strength(self) -> Strength {
        let pawns = Taste {
            pawns: 60,
            ..Taste::NONE
        };
        let (limits, (wobble, oversight), taste) = match self {
            Level::One => (budget(1_500, 1), (1_600, 930), pawns),
            Level::Two => (budget(1_800, 2), (960, 790), Taste::fights(20, 20)),
            Level::Three => (budget(2_000, 3), (640, 640), Taste::fights(20, 0)),
            Level::Four => (budget(2_200, 4), (445, 440), Taste::fights(10, 10)),
            Level::Five => (budget(2_700, 5), (290, 285), Taste::fights(0, 15)),
            Level::Six => (budget(6_000, 7), (125, 112), Taste::NONE),
            Level::Seven => (budget(12_000, 14), (28, 26), Taste::NONE),
            Level::Eight => (THINKING, (4, 0), Taste::NONE),
        };
        Strength {
            limits,
            style: Style {
                wobble,
                oversight,
                spares_queens: !matches!(self, Level::One),
                taste,
            },
        }
    }
}

/// What makes a level.
struct Strength {
    limits: Limits,
    style: Style,
}

/// A budget of nodes, and how many plies it may look ahead.
const fn budget(nodes: u64, depth: u8) -> Limits {
    Limits {
        nodes: Some(nodes),
        depth: Some(depth),
        time: None,
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
