//! What rivals who play for themselves are thought to do: how dark a view the search takes of them.

use std::fmt;
use std::str::FromStr;

use crate::error::UnknownOutlook;

/// How the others of a game without teams are taken for one side that is against the root's player.
///
/// All three are alpha-beta; they differ in how many of the rivals may hurt the player in one round,
/// the time from one of the player's moves to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outlook {
    /// All of them (paranoid search).
    Paranoid,
    /// One, while each of the others plays the move that comes first in the order (best-reply search
    /// with moves for everybody, BRS+).
    BestReply,
    /// One, while the others play some of the first moves in the order (opponent-pruning paranoid search).
    #[default]
    Pruned,
}

/// What rivals may play in a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Freedom {
    /// So many of them any move.
    rivals: u8,
    /// The others one of so many, the first in the order.
    moves: usize,
}

impl Outlook {
    /// All outlooks, the darkest first.
    pub const ALL: [Outlook; 3] = [Outlook::Paranoid, Outlook::BestReply, Outlook::Pruned];

    const fn name(self) -> &'static str {
        match self {
            Outlook::Paranoid => "paranoid",
            Outlook::BestReply => "best-reply",
            Outlook::Pruned => "pruned",
        }
    }

    pub(super) const fn freedom(self) -> Freedom {
        match self {
            Outlook::Paranoid => Freedom::FULL,
            Outlook::BestReply => Freedom {
                rivals: 1,
                moves: 1,
            },
            Outlook::Pruned => Freedom {
                rivals: 1,
                moves: 3,
            },
        }
    }
}

impl Freedom {
    /// Any move for everybody.
    pub(super) const FULL: Freedom = Freedom {
        rivals: 3,
        moves: 0,
    };

    /// How many rivals have gone out of the order in this round once one plays the nth move of it, from
    /// 1, after `strayed` others did; none if that may not be.
    #[inline]
    pub(super) fn strays(self, strayed: u8, nth: usize) -> Option<u8> {
        if nth <= self.moves || self.rivals >= 3 {
            Some(strayed)
        } else if strayed < self.rivals {
            Some(strayed + 1)
        } else {
            None
        }
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Outlook {
    type Err = UnknownOutlook;

    fn from_str(text: &str) -> Result<Outlook, UnknownOutlook> {
        let named = |outlook: &Outlook| outlook.name() == text;
        let found = Outlook::ALL.into_iter().find(named);
        found.ok_or_else(|| UnknownOutlook(text.chars().take(16).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rival_a_round_goes_out_of_the_order() {
        let freedom = Outlook::Pruned.freedom();
        assert_eq!(freedom.strays(0, 3), Some(0));
        assert_eq!(freedom.strays(0, 4), Some(1));
        assert_eq!(freedom.strays(1, 3), Some(1));
        assert_eq!(freedom.strays(1, 4), None);
        assert_eq!(Outlook::BestReply.freedom().strays(1, 2), None);
        assert_eq!(Outlook::Paranoid.freedom().strays(0, 90), Some(0));
    }

    #[test]
    fn names_are_read_as_told() {
        for outlook in Outlook::ALL {
            assert_eq!(outlook.to_string().parse(), Ok(outlook));
        }
        assert!("rosy".parse::<Outlook>().is_err());
    }
}
