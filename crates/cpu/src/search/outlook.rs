//! What rivals who play for themselves are thought to do: how dark a view the search takes of them.

use std::fmt;
use std::str::FromStr;

use vierschach_engine::{Color, Move, Position};

use super::Search;
use crate::error::UnknownOutlook;
use crate::ordering;
use crate::score::Score;

/// How the others of a game without teams are taken for one side that is against the root's player.
///
/// Both are alpha-beta; they differ in how many of the rivals may hurt the player in one round, the time
/// from one of the player's moves to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outlook {
    /// All of them (paranoid search).
    Paranoid,
    /// One, with any move, while the others do what is good for themselves: they take what they get
    /// for nothing or for less, leave a check, else wait (best-reply search, BRS+).
    #[default]
    BestReply,
}

/// The least that somebody takes for their own sake, in hundredths of a point.
const WORTH_TAKING: Score = 100;

impl Outlook {
    /// Both outlooks, the darker first.
    pub const ALL: [Outlook; 2] = [Outlook::Paranoid, Outlook::BestReply];

    const fn name(self) -> &'static str {
        match self {
            Outlook::Paranoid => "paranoid",
            Outlook::BestReply => "best-reply",
        }
    }
}

impl Search<'_> {
    /// Whether the player to move is a rival who may mind their own business while another rival hurts
    /// the root's player. The last rival has nothing else to do.
    pub(super) fn may_mind_itself(&self, position: &Position, turn: Color) -> bool {
        !self.rules.teams
            && self.outlook == Outlook::BestReply
            && !self.ours(turn)
            && position.status().iter().filter(|one| one.moves()).count() > 2
    }

    /// What a rival who is not in check does for their own sake: the capture that gets most; none if
    /// they wait.
    pub(super) fn own_business(&mut self, position: &Position) -> Option<Move> {
        let start = self.candidates.len();
        ordering::profitable(self.rules, position, &mut self.candidates);
        let best = self.candidates[start..]
            .iter()
            .max_by_key(|one| one.worth());
        let taken = best
            .filter(|one| one.gain() >= WORTH_TAKING)
            .map(|one| one.mv);
        self.candidates.truncate(start);
        taken
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
    fn names_are_read_as_told() {
        for outlook in Outlook::ALL {
            assert_eq!(outlook.to_string().parse(), Ok(outlook));
        }
        assert!("rosy".parse::<Outlook>().is_err());
    }
}
