//! What rivals who play for themselves are thought to do: how dark a view the search takes of them.

use std::fmt;
use std::str::FromStr;

use vierschach_engine::{Color, Move, Position};

use super::Search;
use crate::error::UnknownOutlook;
use crate::exchange;
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
    ///
    /// With 16,000 nodes a move it took 0.617 ± 0.038 of two seats against two in 60 games from a forerunner's
    /// 2000, from which the paranoid one took 0.419 ± 0.068 in 38 (docs/CPU.md).
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
    /// Whether the player to move is a rival who need not hurt the root's player: one of several who play
    /// for themselves, and not in check, which has to be left first.
    pub(super) fn may_mind_itself(&self, position: &Position, turn: Color, checked: bool) -> bool {
        let plays = |color: Color| position.status()[color.index()].plays();
        !self.rules.teams
            && self.outlook == Outlook::BestReply
            && !checked
            && !self.ours(turn)
            && plays(turn)
            && Color::ALL.into_iter().filter(|color| plays(*color)).count() > 2
    }

    /// What a rival who is not in check does for their own sake: the capture that gets most, of those
    /// that the level sees; none if they wait.
    pub(super) fn own_business(&mut self, position: &Position) -> Option<Move> {
        let start = self.candidates.len();
        ordering::profitable(self.rules, position, &mut self.candidates);
        let (mut best, mut taken) = (WORTH_TAKING - 1, None);
        for one in self.candidates.drain(start..) {
            let gain = exchange::gain(self.rules, position, one.mv);
            if gain > best && !self.mood.overlooks(one.mv, one.victim) {
                (best, taken) = (gain, Some(one.mv));
            }
        }
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
    use std::sync::atomic::{AtomicBool, AtomicU64};
    use std::time::Duration;

    use vierschach_engine::{Game, Preset, Rules};

    use super::*;
    use crate::Level;
    use crate::budget::{Budget, Limits, Progress};
    use crate::search::Table;
    use crate::style::Mood;

    /// What Red does for their own sake in a search for Blue, and whether they may.
    fn own_business(fen4: &str) -> (Option<String>, bool) {
        let rules = Rules::preset(Preset::Solo);
        let game = Game::from_fen4_in_play(rules, fen4).expect(fen4);
        let (stop, total) = (AtomicBool::new(false), AtomicU64::new(0));
        let now = || Duration::ZERO;
        let mut ignore = |_: Progress| ();
        let budget = Budget::new(Limits::default(), &stop, &total, &now, &mut ignore);
        let table = Table::new(0, None);
        let mood = Mood::new(Level::PERFECT, 0, 0);
        let outlook = Outlook::BestReply;
        let mut search = Search::new(&rules, Color::Blue, mood, outlook, budget, &table);
        let position = game.position();
        let may = search.may_mind_itself(position, Color::Red, position.must_escape());
        let own = search.own_business(position);
        (own.map(|mv| mv.to_string()), may)
    }

    const HEAD: &str = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-";

    #[test]
    fn a_rival_takes_what_is_free_for_any_piece() {
        for taker in ["rB", "rQ"] {
            let board = format!(
                "7,yK,6/7,yP,6/14/14/14/14/bK,bP,7,gQ,4/14/14/14/5,{taker},6,gP,gK/14/4,rP,9/6,rK,7"
            );
            let (own, may) = own_business(&format!("{HEAD}{board}"));
            assert_eq!((own.as_deref(), may), (Some("f4j8"), true), "{taker}");
        }
    }

    #[test]
    fn a_rival_waits_where_captures_lose() {
        let board = "7,yK,6/6,yP,yP,6/14/14/14/14/bK,bP,10,gP,gK/6,rQ,4,gP,2/14/14/14/14/\
                     5,rP,rP,rP,6/6,rK,7";
        assert_eq!(own_business(&format!("{HEAD}{board}")), (None, true));
    }

    #[test]
    fn the_last_rival_has_nothing_else_to_do() {
        let board = "7,dyK,6/14/14/14/14/14/bK,bP,7,dgQ,4/14/14/14/5,rQ,7,dgK/14/4,rP,9/6,rK,7";
        let head = "R-0,0,1,1-0,0,0,0-0,0,0,0-0,0,0,0-0-";
        assert!(!own_business(&format!("{head}{board}")).1);
    }

    #[test]
    fn names_are_read_as_told() {
        for outlook in Outlook::ALL {
            assert_eq!(outlook.to_string().parse(), Ok(outlook));
        }
        assert!("rosy".parse::<Outlook>().is_err());
    }
}
