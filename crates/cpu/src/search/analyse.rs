//! The root of an analysis: several best moves with their lines.

use vierschach_engine::{Game, Move};

use super::root::{MAX_DEPTH, RootMove};
use super::{Role, Search};
use crate::analysis::{Evaluation, Line};
use crate::score::DECIDED;

impl Search<'_> {
    /// Searches deeper and deeper; each depth first for the best move, then for the best of the
    /// others, up to `lines`.
    pub(crate) fn analyse(
        mut self,
        game: &Game,
        lines: usize,
        report: &mut dyn FnMut(Line),
    ) -> Option<Move> {
        let deepest = self
            .budget
            .limits()
            .depth
            .unwrap_or(MAX_DEPTH)
            .min(MAX_DEPTH);
        let mut moves = self.root_moves(game);
        let mut best = moves.first()?.mv;
        for depth in 1..=deepest {
            self.budget.depth = depth;
            for place in 0..lines.min(moves.len()) {
                let mut found = moves[place].mv;
                let halted = self.deepen(&mut moves[place..], depth, &mut found);
                if place == 0 {
                    best = found;
                }
                if halted.is_err() {
                    return Some(best);
                }
                report(self.line(&moves[place], place, depth));
            }
            if lines == 1 && moves[0].score.abs() >= DECIDED {
                break;
            }
        }
        Some(best)
    }

    fn line(&self, found: &RootMove, place: usize, depth: u8) -> Line {
        let decided = found.score.abs() >= DECIDED;
        let score = if decided {
            found.score
        } else {
            found.score - found.bias
        };
        Line {
            place,
            depth,
            deepest: self.deepest.max(depth),
            evaluation: Evaluation::new(score),
            nodes: self.budget.nodes(),
            fill: self.table.fill(),
            moves: self.continuation(found, depth),
        }
    }

    /// A move and what the table expects after it, as far as one player after another moves.
    fn continuation(&self, found: &RootMove, depth: u8) -> Vec<Move> {
        let mut moves = vec![found.mv];
        let mut position = found.after;
        while moves.len() < usize::from(depth) {
            let Some(turn) = position.turn() else { break };
            if matches!(self.role(&position, turn), Role::Rival | Role::Chance) {
                break;
            }
            let Some(mv) = self.table.get(position.hash()).and_then(|entry| entry.mv) else {
                break;
            };
            // Two positions may share a key, one in some quintillions.
            if !position.is_legal(self.rules, mv) {
                break;
            }
            moves.push(mv);
            position = position.make(self.rules, mv);
        }
        moves
    }
}
