//! Leaves: captures are played out before anything is evaluated.
//!
//! Where everybody plays for themselves, the position is evaluated when the root's player is to
//! move, after each rival has taken what is to be had for nothing. So a piece that any of the
//! next players can take counts as lost.

use std::ops::Range;

use vierschach_engine::{Color, Move, Position};

use super::{Node, Role, Search, Window};
use crate::budget::Halt;
use crate::ordering::{Candidate, profitable};
use crate::score::{INFINITE, Score};

/// Captures in a row that are followed.
const MOST_CAPTURES: u8 = 8;

/// Captures in a row after which checks are no longer escaped from.
const MOST_ESCAPES: u8 = 3;

impl Search<'_> {
    /// The score of a leaf for the player to move.
    pub(super) fn quiesce(
        &mut self,
        position: &Position,
        turn: Color,
        role: Role,
        checked: bool,
        node: Node,
        mut window: Window,
    ) -> Result<Score, Halt> {
        if role == Role::Rival {
            return self.bystand(position, turn, checked, node, window);
        }
        if node.captures >= MOST_CAPTURES {
            return Ok(self.evaluate(position, turn));
        }
        let escaping = checked && node.captures < MOST_ESCAPES;
        let mut best = -INFINITE;
        if !escaping {
            best = self.evaluate(position, turn);
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                return Ok(best);
            }
        }
        let range = if escaping {
            self.all_moves(position, None, node)
        } else {
            self.takings(position, |_| true)
        };
        let sees_all = role == Role::Ours || escaping;
        self.best_of(position, turn, range, sees_all, node, window, best)
    }

    /// The best of some moves, where `best` is to be had without them.
    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one loop of the search"
    )]
    fn best_of(
        &mut self,
        position: &Position,
        turn: Color,
        range: Range<usize>,
        sees_all: bool,
        node: Node,
        mut window: Window,
        mut best: Score,
    ) -> Result<Score, Halt> {
        let below = Node {
            ply: node.ply + 1,
            captures: node.captures + 1,
            ..node
        };
        for index in range.clone() {
            let Candidate { mv, victim, .. } = self.candidates[index];
            if !sees_all && self.mood.overlooks(mv, victim) {
                continue;
            }
            let child = position.make(self.rules, mv);
            best = best.max(self.follow(&child, turn, below, window)?);
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                break;
            }
        }
        self.candidates.truncate(range.start);
        Ok(best)
    }

    /// A rival for whom no free answer is left takes what costs nothing from the root's player,
    /// or waits; in check, makes the likeliest escape.
    pub(super) fn bystand(
        &mut self,
        position: &Position,
        turn: Color,
        checked: bool,
        node: Node,
        mut window: Window,
    ) -> Result<Score, Halt> {
        if checked {
            return self.escape(position, turn, node, window);
        }
        let mut best = -INFINITE;
        if node.captures < MOST_CAPTURES {
            let me = self.me;
            let range = self.takings(position, |owner| owner == me);
            best = self.best_of(position, turn, range, false, node, window, best)?;
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                return Ok(best);
            }
        }
        Ok(best.max(self.wait(position, turn, node, window)?))
    }

    /// An army that moves at random: it waits, and in check makes some escape.
    pub(super) fn drift(
        &mut self,
        position: &Position,
        turn: Color,
        checked: bool,
        node: Node,
        window: Window,
    ) -> Result<Score, Halt> {
        if checked {
            self.escape(position, turn, node, window)
        } else {
            self.wait(position, turn, node, window)
        }
    }

    /// Escapes from check in the way that hurts the root's player most, without spending depth;
    /// deep in a row of captures, in the likeliest way.
    fn escape(
        &mut self,
        position: &Position,
        turn: Color,
        node: Node,
        window: Window,
    ) -> Result<Score, Halt> {
        let mut range = self.all_moves(position, None, node);
        if node.captures >= MOST_ESCAPES {
            range.end = range.end.min(range.start + 1);
        }
        self.best_of(position, turn, range, true, node, window, -INFINITE)
    }

    /// The player lets the next one move. When all rivals have, the round is over.
    pub(super) fn wait(
        &mut self,
        position: &Position,
        turn: Color,
        node: Node,
        window: Window,
    ) -> Result<Score, Halt> {
        let child = position.pass(self.rules);
        let back = child.turn().is_some_and(|next| self.ours(next));
        let unanswered = back && !node.answered && node.depth > 0;
        let depth = node.depth - u8::from(unanswered);
        self.follow(
            &child,
            turn,
            Node {
                depth,
                ply: node.ply + 1,
                ..node
            },
            window,
        )
    }

    /// Appends all moves of a node, best first.
    pub(super) fn all_moves(
        &mut self,
        position: &Position,
        first: Option<Move>,
        node: Node,
    ) -> Range<usize> {
        self.ordering
            .all(self.rules, position, first, node.ply, &mut self.candidates)
    }

    fn takings(&mut self, position: &Position, wanted: impl Fn(Color) -> bool) -> Range<usize> {
        profitable(self.rules, position, wanted, &mut self.candidates)
    }
}
