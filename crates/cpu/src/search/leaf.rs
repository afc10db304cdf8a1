//! Leaves: captures that lose nothing and safe checks are played out, and checks escaped from, before
//! anything is evaluated.

use vierschach_engine::{Color, Kind, Position};

use super::table::Entry;
use super::{MAX_PLY, Search, Window};
use crate::budget::Halt;
use crate::eval::values::POWER;
use crate::ordering::{Asked, Candidate, pick, profitable, safe_checks};
use crate::score::{ALMOST_DECIDED, INFINITE, Score};

/// Plies below the depth after which checks are no longer escaped from.
const MOST_ESCAPES: u8 = 3;

/// What a capture may gain beyond its victim.
const SWING: Score = 150;

impl Search<'_> {
    /// The score of a leaf for the player to move, `below` plies after the depth ran out.
    pub(super) fn leaf(
        &mut self,
        position: &Position,
        turn: Color,
        below: u8,
        ply: u8,
        mut window: Window,
    ) -> Result<Score, Halt> {
        if ply >= MAX_PLY || self.gone(position) {
            return Ok(self.evaluate(position, turn));
        }
        let known = self.table.get(self.key(position));
        if let Some(score) = known.and_then(|entry| entry.answer(0, ply, window)) {
            return Ok(score);
        }
        let asked = window;
        let escaping = position.must_escape() && below < MOST_ESCAPES;
        let (mut best, mut still) = (-INFINITE, -INFINITE);
        if !escaping {
            still = self.evaluate_within(position, turn, window);
            best = still;
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                return Ok(best);
            }
        }
        let mut best_move = None;
        let start = self.candidates.len();
        if escaping {
            let asked = Asked {
                but: None,
                ply,
                reply_to: None,
                partner: None,
            };
            self.all_moves(position, asked);
        } else {
            profitable(self.rules, position, &mut self.candidates);
            // At the first ply also checks, from which mates come.
            if below == 0 {
                safe_checks(self.rules, position, &mut self.candidates);
            }
        }
        let mut index = start;
        while index < self.candidates.len() {
            let candidate = pick(&mut self.candidates, index);
            index += 1;
            if escaping {
                if best > -ALMOST_DECIDED && candidate.loses(0) {
                    continue;
                }
            } else if !self.ours(turn) && self.mood.overlooks(candidate.mv, candidate.victim) {
                continue;
            } else if let Some(most) = most(&candidate, self.rules.points.is_some())
                && still + most <= window.alpha
            {
                best = best.max(still + most);
                continue;
            }
            let child = position.make(self.rules, candidate.mv);
            let score = self.leaf_follow(&child, turn, below + 1, ply + 1, window)?;
            best = best.max(score);
            if score > window.alpha {
                best_move = Some(candidate.mv);
                window.alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        self.candidates.truncate(start);
        if best == -INFINITE {
            best = self.evaluate(position, turn);
        }
        self.keep(
            self.key(position),
            Entry::new(best, asked, best_move, 0),
            ply,
        );
        Ok(best)
    }

    fn leaf_follow(
        &mut self,
        child: &Position,
        mover: Color,
        below: u8,
        ply: u8,
        window: Window,
    ) -> Result<Score, Halt> {
        let turn = match self.arrive(child, mover, ply)? {
            Ok(turn) => turn,
            Err(score) => return Ok(score),
        };
        if self.ours(turn) == self.ours(mover) {
            self.leaf(child, turn, below, ply, window)
        } else {
            self.leaf(child, turn, below, ply, window.flipped())
                .map(|score| -score)
        }
    }
}

/// The most that a capture can bring; none where there is more to it: checks, kings.
fn most(candidate: &Candidate, points: bool) -> Option<Score> {
    if candidate.checks || candidate.victim == Some(Kind::King) {
        return None;
    }
    let power = |kind: Option<Kind>| kind.map_or(0, |kind| POWER[kind.index()]);
    let most = power(candidate.victim) + power(candidate.mv.promotion) + SWING;
    // Points are gained by the one and lost to another, and late in a game they weigh more.
    Some(if points { 3 * most } else { most })
}
