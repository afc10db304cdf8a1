//! The order in which moves are tried: what will likely refute first.

use std::ops::Range;

use vierschach_engine::{Color, Kind, Move, MoveList, Position, Rules};

use crate::eval::values::{POWER, exchange_value};
use crate::exchange;
use crate::score::Score;

/// A move with its place in the order and what it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The move.
    pub(crate) mv: Move,
    /// What stands on its target.
    pub(crate) victim: Option<Kind>,
    /// Higher is tried earlier.
    rank: i32,
}

impl Candidate {
    /// Whether the move takes nothing and promotes nothing.
    pub(crate) fn quiet(&self) -> bool {
        self.victim.is_none() && self.mv.promotion.is_none()
    }
}

/// The moves of all nodes from the root to the one being searched, each node's best first. One
/// growing list, because lists of their own would fill the stack of a small thread.
pub(crate) type Candidates = Vec<Candidate>;

const FROM_TABLE: i32 = 1 << 30;
const WINNING: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const MOST_HISTORY: i32 = 1 << 20;
const LOSING: i32 = -(1 << 24);

/// The deepest ply that killers are kept for.
const PLIES: usize = 64;

/// What earlier parts of the search taught about quiet moves.
pub(crate) struct Ordering {
    killers: [[Option<Move>; 2]; PLIES],
    history: [[[i32; 256]; 6]; 4],
}

impl Ordering {
    /// Knows nothing yet.
    pub(crate) fn new() -> Ordering {
        Ordering {
            killers: [[None; 2]; PLIES],
            history: [[[0; 256]; 6]; 4],
        }
    }

    /// Appends all moves of a node, best first; returns where.
    #[inline(never)] // its list must not stay on the stack while the search goes deeper
    pub(crate) fn all(
        &self,
        rules: &Rules,
        position: &Position,
        first: Option<Move>,
        ply: u8,
        into: &mut Candidates,
    ) -> Range<usize> {
        let start = into.len();
        let mut list = MoveList::new();
        position.legal_moves(rules, &mut list);
        if let Some(mover) = position.turn() {
            into.extend(list.iter().map(|mv| {
                let victim = position.piece_at(mv.to).map(|piece| piece.kind);
                let mut candidate = Candidate {
                    mv: *mv,
                    victim,
                    rank: FROM_TABLE,
                };
                if first != Some(*mv) {
                    candidate.rank = self.rank(rules, position, mover, &candidate, ply);
                }
                candidate
            }));
        }
        best_first(into, start)
    }

    fn rank(
        &self,
        rules: &Rules,
        position: &Position,
        mover: Color,
        candidate: &Candidate,
        ply: u8,
    ) -> i32 {
        let mv = candidate.mv;
        if !candidate.quiet() {
            let gain = exchange::gain(rules, position, mover, mv);
            return if gain < 0 {
                LOSING + gain
            } else {
                WINNING + victim_first(rules, position, mv)
            };
        }
        if self.killers[usize::from(ply) % PLIES].contains(&Some(mv)) {
            return KILLER;
        }
        position.piece_at(mv.from).map_or(0, |man| {
            self.history[mover.index()][man.kind.index()][mv.to.index()]
        })
    }

    /// Remembers a quiet move that refuted its node.
    pub(crate) fn refuted(&mut self, position: &Position, mv: Move, depth: u8, ply: u8) {
        let killers = &mut self.killers[usize::from(ply) % PLIES];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(man) = position.piece_at(mv.from) {
            let heat = &mut self.history[man.color.index()][man.kind.index()][mv.to.index()];
            *heat = (*heat + i32::from(depth) * i32::from(depth)).min(MOST_HISTORY);
        }
    }
}

/// The dearest victim by the cheapest piece.
fn victim_first(rules: &Rules, position: &Position, mv: Move) -> Score {
    let worth = |piece| exchange_value(rules.points.as_ref(), piece);
    let victim = position.piece_at(mv.to).map_or(0, worth);
    let man = position
        .piece_at(mv.from)
        .map_or(0, |piece| POWER[piece.kind.index()]);
    16 * (victim + mv.promotion.map_or(0, |kind| POWER[kind.index()])) - man
}

/// Appends captures of living pieces and promotions that lose nothing, best first; `wanted` says
/// whose pieces to take. Returns where.
#[inline(never)] // as above
pub(crate) fn profitable(
    rules: &Rules,
    position: &Position,
    wanted: impl Fn(Color) -> bool,
    into: &mut Candidates,
) -> Range<usize> {
    let start = into.len();
    let mut list = MoveList::new();
    position.captures(rules, &mut list);
    for mv in &list {
        // An en-passant capture shows no victim and is left to the full search.
        let victim = position
            .piece_at(mv.to)
            .filter(|piece| !piece.grey && wanted(piece.color));
        if victim.is_none() && mv.promotion.is_none() {
            continue;
        }
        if position
            .turn()
            .is_some_and(|mover| exchange::gain(rules, position, mover, *mv) >= 0)
        {
            let victim = victim.map(|piece| piece.kind);
            into.push(Candidate {
                mv: *mv,
                victim,
                rank: victim_first(rules, position, *mv),
            });
        }
    }
    best_first(into, start)
}

/// Sorts what was appended; the move itself breaks ties, so that no order is left to chance.
fn best_first(moves: &mut Candidates, start: usize) -> Range<usize> {
    moves[start..].sort_unstable_by_key(|candidate| (-candidate.rank, candidate.mv));
    start..moves.len()
}
