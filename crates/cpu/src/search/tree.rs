//! Inner nodes: principal-variation search with a transposition table and late-move reductions.

use vierschach_engine::{Color, Position};

use super::table::{Bound, Entry};
use super::{MAX_PLY, Node, Role, Search, Window};
use crate::budget::Halt;
use crate::ordering::Candidate;
use crate::score::{INFINITE, Score};

/// Mixed into the key of positions where the round's free answer has been given.
const ANSWERED: u64 = 0x6c62_272e_07bb_0142;

/// Moves tried at full depth before later quiet ones are searched less deep.
const EARLY_MOVES: usize = 4;

/// The table's key of a position, before or after the round's free answer.
pub(super) fn key(position: &Position, answered: bool) -> u64 {
    position.hash() ^ if answered { ANSWERED } else { 0 }
}

impl Search<'_> {
    /// The score of a position for the player to move.
    pub(super) fn negamax(
        &mut self,
        position: &Position,
        turn: Color,
        node: Node,
        window: Window,
    ) -> Result<Score, Halt> {
        if self.gone(position) || node.ply >= MAX_PLY {
            return Ok(self.evaluate(position, turn));
        }
        let role = self.role(position, turn);
        let checked = position.in_check(self.rules, turn);
        match role {
            Role::Chance => self.drift(position, turn, checked, node, window),
            _ if node.depth == 0 => self.quiesce(position, turn, role, checked, node, window),
            Role::Rival if node.answered => self.bystand(position, turn, checked, node, window),
            _ => self.expand(position, turn, role, checked, node, window),
        }
    }

    /// Tries all moves of the player to move.
    fn expand(
        &mut self,
        position: &Position,
        turn: Color,
        role: Role,
        checked: bool,
        node: Node,
        mut window: Window,
    ) -> Result<Score, Halt> {
        let key = key(position, node.answered);
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| entry.depth >= node.depth) {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= window.beta,
                Bound::Upper => entry.score <= window.alpha,
            };
            if enough {
                return Ok(entry.score);
            }
        }

        let first = known.and_then(|entry| entry.mv);
        let range = self.all_moves(position, first, node);
        let below = Node {
            depth: node.depth - 1,
            ply: node.ply + 1,
            answered: role == Role::Rival,
            ..node
        };
        let floor = window.alpha;
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut tried = 0;
        for index in range.clone() {
            let candidate = self.candidates[index];
            if role != Role::Ours && !checked && self.mood.overlooks(candidate.mv, candidate.victim)
            {
                continue;
            }
            let child = position.make(self.rules, candidate.mv);
            let late = tried >= EARLY_MOVES && node.depth >= 3 && candidate.quiet() && !checked;
            let score = self.scout_first(&child, turn, below, window, tried, late)?;
            tried += 1;
            if score > best {
                (best, best_move) = (score, Some(candidate.mv));
                window.alpha = window.alpha.max(score);
                if window.alpha >= window.beta {
                    self.refuted(position, &candidate, node);
                    break;
                }
            }
        }
        self.candidates.truncate(range.start);
        if role == Role::Rival && !checked && window.alpha < window.beta {
            best = best.max(self.wait(position, turn, node, window)?);
        }
        if best == -INFINITE {
            best = self.evaluate(position, turn);
        }
        let bound = match best {
            score if score >= window.beta => Bound::Lower,
            score if score <= floor => Bound::Upper,
            _ => Bound::Exact,
        };
        let entry = Entry {
            score: best,
            mv: best_move,
            depth: node.depth,
            bound,
        };
        self.table.put(key, entry);
        Ok(best)
    }

    /// Searches all but the first move with an empty window first, late ones less deep.
    pub(super) fn scout_first(
        &mut self,
        child: &Position,
        mover: Color,
        below: Node,
        window: Window,
        tried: usize,
        late: bool,
    ) -> Result<Score, Halt> {
        if tried == 0 {
            return self.follow(child, mover, below, window);
        }
        let shallow = Node {
            depth: below.depth - u8::from(late),
            ..below
        };
        let mut score = self.follow(child, mover, shallow, window.scout())?;
        if late && score > window.alpha {
            score = self.follow(child, mover, below, window.scout())?;
        }
        if score > window.alpha && score < window.beta {
            score = self.follow(child, mover, below, window)?;
        }
        Ok(score)
    }

    fn refuted(&mut self, position: &Position, candidate: &Candidate, node: Node) {
        if candidate.quiet() {
            self.ordering
                .refuted(position, candidate.mv, node.depth, node.ply);
        }
    }
}
