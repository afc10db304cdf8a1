//! Leaves: captures are played out before anything is evaluated.
//!
//! Where everybody plays for themselves, the position is evaluated when the root's player is to
//! move, after each rival has taken what is to be had for nothing. So a piece that any of the
//! next players can take counts as lost.

use vierschach_engine::{Color, MoveList, Position};

use super::{Node, Role, Search, Window};
use crate::budget::Halt;
use crate::ordering::{Candidates, profitable};
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
        let moves = if escaping {
            self.all_moves(position, node)
        } else {
            self.takings(position, |_| true)
        };
        let below = Node {
            ply: node.ply + 1,
            captures: node.captures + 1,
            ..node
        };
        for candidate in &moves {
            if role != Role::Ours
                && !escaping
                && self.mood.overlooks(candidate.mv, candidate.victim)
            {
                continue;
            }
            let child = position.make(self.rules, candidate.mv);
            let score = self.follow(&child, turn, below, window)?;
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                break;
            }
        }
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
        let me = self.me;
        let moves = if node.captures < MOST_CAPTURES {
            self.takings(position, |owner| owner == me)
        } else {
            Candidates::new()
        };
        let below = Node {
            ply: node.ply + 1,
            captures: node.captures + 1,
            ..node
        };
        let mut best = -INFINITE;
        for candidate in &moves {
            if self.mood.overlooks(candidate.mv, candidate.victim) {
                continue;
            }
            let child = position.make(self.rules, candidate.mv);
            let score = self.follow(&child, turn, below, window)?;
            best = best.max(score);
            window.alpha = window.alpha.max(score);
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
        mut window: Window,
    ) -> Result<Score, Halt> {
        let moves = self.all_moves(position, node);
        let most = if node.captures < MOST_ESCAPES {
            moves.len()
        } else {
            1
        };
        let below = Node {
            ply: node.ply + 1,
            captures: node.captures + 1,
            ..node
        };
        let mut best = -INFINITE;
        for candidate in &moves[..most.min(moves.len())] {
            let child = position.make(self.rules, candidate.mv);
            best = best.max(self.follow(&child, turn, below, window)?);
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best)
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

    fn all_moves(&self, position: &Position, node: Node) -> Candidates {
        let mut list = MoveList::new();
        position.legal_moves(self.rules, &mut list);
        self.ordering
            .sort(self.rules, position, &list, None, node.ply)
    }

    fn takings(&self, position: &Position, wanted: impl Fn(Color) -> bool) -> Candidates {
        let mut list = MoveList::new();
        position.captures(self.rules, &mut list);
        profitable(self.rules, position, &list, wanted)
    }
}
