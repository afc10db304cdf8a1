//! The search: alpha-beta over two sides, the root's and everybody else's.
//!
//! Between two teams these are the sides of the game. Where everybody plays for themselves, the others
//! are taken for one side that is against the root's player (paranoid search): too dark a view, but one
//! that prunes as a game of two does and so looks far. Against best-reply search in turn order, where one
//! rival a round answers freely and the rest wait or take what is to be had for nothing, it took a mean
//! share of 0.642 ± 0.050 in 60 games of two seats each, and of 0.702 ± 0.080 with one seat of four in 80
//! games, at 4000 nodes a move (4.2 plies against 1.8 rounds deep).

mod analyse;
mod leaf;
mod node;
mod root;
mod table;

use vierschach_engine::{Color, Position, Rules};

use crate::budget::{Budget, Halt};
use crate::eval::{self, Known};
use crate::ordering::{Candidates, History, Mark};
use crate::score::Score;
use crate::style::Mood;
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
    known: Known,
    /// The most plies from the root that were looked at.
    deepest: u8,
    candidates: Candidates,
    /// Keys of the positions on the way to the node being searched, the game's own first.
    path: Vec<u64>,
    /// Static scores on the way, by ply.
    stills: [Score; LINE],
    /// Moves on the way, by ply; none where a turn was left out.
    moved: [Option<Mark>; LINE],
    /// Whether the turn before a ply was left out.
    passed: [bool; LINE],
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
            known: Known::new(),
            deepest: 0,
            candidates: Vec::new(),
            path: Vec::new(),
            stills: [0; LINE],
            moved: [None; LINE],
            passed: [false; LINE],
        }
    }

    /// A position's key in the table.
    fn key(&self, position: &Position) -> u64 {
        position.hash() ^ self.salt
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
        let score = self.known.get_or(position, || {
            let rough = eval::rough(rules, position, me);
            eval::evaluate(rules, position, me, rough)
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
        let rough = eval::rough(rules, position, me);
        let far = sign * rough;
        if far + eval::ROUGHNESS <= window.alpha || far - eval::ROUGHNESS >= window.beta {
            return far;
        }
        let ask = || eval::evaluate(rules, position, me, rough);
        sign * self.known.get_or(position, ask)
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
