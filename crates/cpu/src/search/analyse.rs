//! The root of an analysis: several best moves with their lines.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use vierschach_engine::{Color, Game, Move, Position};

use super::root::{MAX_DEPTH, RootMove};
use super::{Search, Table};
use crate::analysis::{Evaluation, Line};
use crate::budget::{Budget, Limits, Progress};
use crate::score::DECIDED;

/// Plies of a line while several rivals play for themselves: a round.
const ROUND: usize = 4;

/// What a rival who waits in the search is thought to do meanwhile, within so many nodes.
const GLANCE: Limits = Limits {
    nodes: Some(400),
    depth: Some(1),
    time: None,
};

impl Search<'_> {
    /// Searches deeper and deeper; each depth first for the best move, then for the best of the
    /// others, up to `lines`. A depth is told when all its lines are known, the best first.
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
        self.path = game.history().to_vec();
        let mut moves = self.root_moves(game.position(), Some(game));
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
            }
            let shown = lines.min(moves.len());
            // What is searched later may turn out better than what was searched for the best.
            moves[..shown].sort_by_key(|mv| -mv.score);
            best = moves[0].mv;
            for (place, found) in moves[..shown].iter().enumerate() {
                report(self.line(found, place, depth));
            }
            if lines == 1 && moves[0].score.abs() >= DECIDED {
                break;
            }
        }
        Some(best)
    }

    fn line(&mut self, found: &RootMove, place: usize, depth: u8) -> Line {
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

    /// A move and what is expected after it.
    ///
    /// Where one side answers the other: what the table says, up to the depth. While several rivals
    /// play for themselves: a round, in which one of them gives the answer that the search feared
    /// and the others play what looks best to them.
    fn continuation(&mut self, found: &RootMove, depth: u8) -> Vec<Move> {
        let mut moves = vec![found.mv];
        let mut position = found.after;
        let mut answered = false;
        while let Some(turn) = position.turn() {
            let rival = self.is_rival(&position, turn);
            let most = if rival { ROUND } else { usize::from(depth) };
            if self.wanders(&position, turn) || moves.len() >= most {
                break;
            }
            let known = self.table.get(self.key(&position));
            // Two positions may share a key, one in some quintillions.
            let feared = known
                .filter(|_| !answered)
                .and_then(|entry| entry.mv)
                .filter(|mv| position.is_legal(self.rules, *mv));
            let own = if self.may_mind_itself(&position, turn, position.must_escape()) {
                self.own_business(&position)
            } else {
                None
            };
            let others = || own.or_else(|| self.rivals_own(&position, turn, rival));
            let Some(mv) = feared.or_else(others) else {
                break;
            };
            answered = rival && (answered || feared.is_some_and(|mv| own != Some(mv)));
            moves.push(mv);
            position = position.make(self.rules, mv);
        }
        moves
    }

    /// Whether a player is one of several opponents who play for themselves.
    fn is_rival(&self, position: &Position, turn: Color) -> bool {
        let status = position.status();
        let others = Color::ALL.into_iter().filter(|color| !self.ours(*color));
        let left = others.filter(|color| status[color.index()].plays());
        !self.rules.teams && !self.ours(turn) && left.count() > 1
    }

    /// What looks best to a rival at a glance.
    fn rivals_own(&self, position: &Position, turn: Color, rival: bool) -> Option<Move> {
        if !rival {
            return None;
        }
        let (stop, total) = (AtomicBool::new(false), AtomicU64::new(0));
        let now = || Duration::ZERO;
        let mut ignore = |_: Progress| ();
        let budget = Budget::new(GLANCE, &stop, &total, &now, &mut ignore);
        let table = Table::new(0, None);
        let (rules, outlook) = (self.rules, self.outlook);
        Search::new(rules, turn, self.mood, outlook, budget, &table).glance(position)
    }
}
