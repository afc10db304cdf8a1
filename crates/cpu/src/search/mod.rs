//! The search: depth first over two sides, the root's and everybody else.
//!
//! Between two teams it is alpha-beta (`sides`, `sides_quiesce`). Where everybody plays for
//! themselves (`tree`, `quiesce`), the others are not one player: in each round *one* of them, whichever hurts
//! most, answers freely; the rest take what is to be had for nothing and otherwise wait
//! (best-reply search in turn order). With two players left the difference vanishes.

mod analyse;
mod quiesce;
mod root;
mod sides;
mod sides_quiesce;
mod table;
mod tree;

use std::ops::Range;

use vierschach_engine::{Color, Move, Position, Rules};

use crate::budget::{Budget, Halt};
use crate::eval;
use crate::ordering::{Candidate, Candidates, Mark, Ordering, pick, profitable};
use crate::score::Score;
use crate::style::Mood;
pub(crate) use table::Table;

/// No line is followed further than this.
const MAX_PLY: u8 = 60;

/// Room for what is known of each ply of a line.
const LINE: usize = MAX_PLY as usize + 2;

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
    /// Keys of the positions on the way to the node being searched, the game's own first.
    path: Vec<u64>,
    /// Static scores on the way, by ply.
    stills: [Score; LINE],
    /// Moves on the way, by ply; none where a turn was left out.
    moved: [Option<Mark>; LINE],
    /// Whether the turn before a ply was left out.
    passed: [bool; LINE],
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
            path: Vec::new(),
            stills: [0; LINE],
            moved: [None; LINE],
            passed: [false; LINE],
        }
    }

    /// Appends all moves of a node between teams, to be picked one by one; returns where.
    fn side_moves(
        &mut self,
        position: &Position,
        first: Option<Move>,
        ply: u8,
        reply_to: Option<Mark>,
    ) -> Range<usize> {
        let into = &mut self.candidates;
        self.ordering
            .unsorted(self.rules, position, first, ply, reply_to, into)
    }

    /// Appends the captures and promotions that lose nothing; returns where.
    fn side_takings(&mut self, position: &Position) -> Range<usize> {
        profitable(self.rules, position, |_| true, &mut self.candidates)
    }

    /// The best of the moves from `index` on.
    fn pick(&mut self, index: usize, end: usize) -> Candidate {
        pick(&mut self.candidates, index, end)
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

    /// Counts the position after a move or a wait of `mover` and searches it, captures only once
    /// no depth is left. The score is for `mover`.
    fn follow(
        &mut self,
        child: &Position,
        mover: Color,
        node: Node,
        window: Window,
    ) -> Result<Score, Halt> {
        if self.rules.teams {
            return self.side_follow(child, mover, i32::from(node.depth), node.ply, window);
        }
        let turn = match self.arrive(child, mover, node.ply)? {
            Ok(turn) => turn,
            Err(score) => return Ok(score),
        };
        if self.ours(turn) == self.ours(mover) {
            self.negamax(child, turn, node, window)
        } else {
            self.negamax(child, turn, node, window.flipped())
                .map(|score| -score)
        }
    }
}
