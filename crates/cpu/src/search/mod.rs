//! The search: alpha-beta over two sides, the root's and everybody else's.
//!
//! Between two teams these are the sides of the game. Where everybody plays for themselves, the others
//! are taken for one side that is against the root's player, and an [`Outlook`] says how many of them may
//! hurt the player in one round. docs/CPU.md has what was measured.

mod analyse;
mod node;
mod outlook;
mod quiescence;
mod root;
mod table;

use vierschach_engine::{Color, Position, Rules};

use crate::budget::{Budget, Halt};
use crate::eval::{self, EvalCache, Keep};
use crate::ordering::{Candidates, History, Mark};
use crate::score::Score;
use crate::style::Mood;
pub use outlook::Outlook;
pub(crate) use table::Table;

/// No line is followed further than this.
const MAX_PLY: u8 = 60;

/// Room for what is known of each ply of a line.
const LINE: usize = MAX_PLY as usize + 2;

/// An odd number without a pattern.
const SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// One search from one root.
pub(crate) struct Search<'a> {
    rules: &'a Rules,
    /// The player whose move is sought.
    me: Color,
    mood: Mood,
    budget: Budget<'a>,
    table: &'a Table,
    /// Mixed into keys of the table: where everybody plays for themselves, scores are the root
    /// player's, and a table may be shared with searches for others.
    salt: u64,
    history: History,
    /// Static scores met before.
    evals: EvalCache,
    /// The most plies from the root that were looked at.
    deepest: u8,
    candidates: Candidates,
    /// Keys of the positions on the way to the node being searched, the game's own first.
    path: Vec<u64>,
    /// Static scores on the way, by ply, for the player to move there.
    static_evals: [Score; LINE],
    /// Who was to move on the way, by ply.
    turns: [Option<Color>; LINE],
    /// Moves on the way, by ply; none where a turn was left out.
    moved: [Option<Mark>; LINE],
    /// Whether the turn before a ply was left out.
    passed: [bool; LINE],
    /// How rivals who play for themselves are seen.
    outlook: Outlook,
    /// Whether one of them has hurt the root's player since that player moved, by ply; set by each node
    /// for the next.
    hurt: [bool; LINE],
}

/// Scores that still matter, for the player to move.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// The same scores as the other side counts them.
    fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Asks only whether a score is above `alpha`.
    fn scout(self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.alpha + 1,
        }
    }

    /// Whether the true score is wanted, and not only on which side of a bound it is.
    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<'a> Search<'a> {
    /// A search for `me`.
    pub(crate) fn new(
        rules: &'a Rules,
        me: Color,
        mood: Mood,
        outlook: Outlook,
        budget: Budget<'a>,
        table: &'a Table,
    ) -> Search<'a> {
        Search {
            rules,
            me,
            mood,
            budget,
            table,
            salt: if rules.teams {
                0
            } else {
                SALT.wrapping_mul(me as u64 + 1)
            },
            history: History::new(),
            evals: EvalCache::new(),
            deepest: 0,
            candidates: Vec::new(),
            path: Vec::new(),
            static_evals: [0; LINE],
            turns: [None; LINE],
            moved: [None; LINE],
            passed: [false; LINE],
            outlook,
            hurt: [false; LINE],
        }
    }

    /// A position's key in the table.
    fn key(&self, position: &Position) -> u64 {
        eval::scored_key(position) ^ self.salt
    }

    /// The same at a node: what rivals may play there hangs on those before them.
    fn node_key(&self, position: &Position, hurt: bool) -> u64 {
        self.key(position) ^ SALT.rotate_left(7).wrapping_mul(u64::from(hurt))
    }

    fn ours(&self, color: Color) -> bool {
        !self.rules.enemies(self.me, color)
    }

    /// Whether the army to move has no player and moves at random.
    fn wanders(&self, position: &Position, turn: Color) -> bool {
        !position.status()[turn.index()].plays() && !self.ours(turn)
    }

    /// Whether the root's player is out though the game goes on.
    fn gone(&self, position: &Position) -> bool {
        !self.rules.teams && !position.status()[self.me.index()].moves()
    }

    /// The static score, for the player to move.
    fn evaluate(&mut self, position: &Position, turn: Color) -> Score {
        let (rules, me) = (self.rules, self.me);
        let score = self.evals.get_or(position, || {
            let rough = eval::rough(rules, position, me);
            (eval::evaluate(rules, position, me, rough), Keep::Yes)
        });
        if self.ours(turn) { score } else { -score }
    }

    /// As [`Search::evaluate`], but between teams only roughly where the score is far outside the
    /// window (lazy evaluation).
    fn evaluate_within(&mut self, position: &Position, turn: Color, window: Window) -> Score {
        let (rules, me) = (self.rules, self.me);
        if rules.points.is_some() {
            return self.evaluate(position, turn);
        }
        let sign = if self.ours(turn) { 1 } else { -1 };
        let score = self.evals.get_or(position, || {
            let rough = eval::rough(rules, position, me);
            let far = sign * rough;
            if far + eval::ROUGHNESS <= window.alpha || far - eval::ROUGHNESS >= window.beta {
                (rough, Keep::No)
            } else {
                (eval::evaluate(rules, position, me, rough), Keep::Yes)
            }
        });
        sign * score
    }

    /// Counts the position after a move of `mover`: whose turn it is, or for a finished game the
    /// score for `mover`.
    fn arrive(
        &mut self,
        child: &Position,
        mover: Color,
        ply: u8,
    ) -> Result<Result<Color, Score>, Halt> {
        self.budget.count()?;
        self.deepest = self.deepest.max(ply);
        Ok(child.turn().ok_or_else(|| {
            let places = child.result().map_or([1; 4], |result| result.places);
            let score = eval::result(self.rules, places, self.me, ply);
            if self.ours(mover) { score } else { -score }
        }))
    }
}
