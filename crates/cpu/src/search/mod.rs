//! The search: depth first over two sides, the root's and everybody else.
//!
//! One search serves all rules. Between two teams it is plain alpha-beta. Where everybody plays
//! for themselves, the others are not one player: in each round *one* of them, whichever hurts
//! most, answers freely; the rest take what is to be had for nothing and otherwise wait
//! (best-reply search in turn order). With two players left the difference vanishes.

mod analyse;
mod quiesce;
mod root;
mod table;
mod tree;

use vierschach_engine::{Color, Position, Rules};

use crate::budget::{Budget, Halt};
use crate::eval;
use crate::ordering::{Candidates, Ordering};
use crate::score::Score;
use crate::style::Mood;
pub(crate) use table::Table;

/// No line is followed further than this.
const MAX_PLY: u8 = 60;

/// One search from one root.
pub(crate) struct Search<'a> {
    rules: &'a Rules,
    /// The player whose move is sought.
    me: Color,
    mood: Mood,
    budget: Budget<'a>,
    table: &'a Table,
    ordering: Box<Ordering>,
    /// The most plies from the root that were looked at.
    deepest: u8,
    candidates: Candidates,
}

/// Where in the tree a node stands.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Depth still to search.
    depth: u8,
    /// Plies from the root, waiting counted.
    ply: u8,
    /// Whether one of several rivals has had this round's free answer.
    answered: bool,
    /// Captures played since the depth ran out.
    captures: u8,
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
}

/// How a player takes part in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The root's player or their partner.
    Ours,
    /// The only opponent, or one of an opposing team.
    Opponent,
    /// One of several opponents who play for themselves.
    Rival,
    /// An army that moves at random.
    Chance,
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
            ordering: Box::new(Ordering::new()),
            deepest: 0,
            candidates: Vec::new(),
        }
    }

    fn ours(&self, color: Color) -> bool {
        !self.rules.enemies(self.me, color)
    }

    fn role(&self, position: &Position, turn: Color) -> Role {
        let status = position.status();
        if self.ours(turn) {
            return Role::Ours;
        }
        if !status[turn.index()].plays() {
            return Role::Chance;
        }
        let rivals = Color::ALL
            .into_iter()
            .filter(|c| !self.ours(*c) && status[c.index()].moves());
        if !self.rules.teams && rivals.count() > 1 {
            Role::Rival
        } else {
            Role::Opponent
        }
    }

    /// Whether the root's player is out though the game goes on.
    fn gone(&self, position: &Position) -> bool {
        !position.status()[self.me.index()].moves() && !self.rules.teams
    }

    /// The static score, for the player to move.
    fn evaluate(&self, position: &Position, turn: Color) -> Score {
        let score = eval::evaluate(self.rules, position, self.me);
        if self.ours(turn) { score } else { -score }
    }

    /// Counts the position after a move or a wait of `mover` and searches it, captures only once
    /// no depth is left. The score is for `mover`.
    fn follow(
        &mut self,
        child: &Position,
        mover: Color,
        node: Node,
        window: Window,
    ) -> Result<Score, Halt> {
        self.budget.count()?;
        self.deepest = self.deepest.max(node.ply);
        let Some(turn) = child.turn() else {
            let places = child.result().map_or([1; 4], |result| result.places);
            let score = eval::result(self.rules, places, self.me, node.ply);
            return Ok(if self.ours(mover) { score } else { -score });
        };
        if self.ours(turn) == self.ours(mover) {
            self.negamax(child, turn, node, window)
        } else {
            self.negamax(child, turn, node, window.flipped())
                .map(|score| -score)
        }
    }
}
