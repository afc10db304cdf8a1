//! The order in which moves are tried: what will likely refute first.

use std::ops::Range;

use arrayvec::ArrayVec;
use vierschach_engine::{Color, Kind, Move, MoveList, Position, Rules, Square};

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
    /// What a capture or promotion surely gets.
    gain: Score,
    /// What earlier parts of the search thought of a quiet move.
    heat: i32,
    /// Whether the moved piece attacks an enemy's king.
    pub(crate) checks: bool,
}

impl Candidate {
    /// Whether the move takes nothing and promotes nothing.
    pub(crate) fn quiet(&self) -> bool {
        self.victim.is_none() && self.mv.promotion.is_none()
    }

    /// Whether it is a capture or promotion that loses more than so much.
    pub(crate) fn loses(&self, more: Score) -> bool {
        self.gain < -more
    }

    /// What earlier parts of the search thought of a quiet move, up to ± [`MOST_HISTORY`].
    pub(crate) fn heat(&self) -> i32 {
        self.heat
    }
}

/// The moves of all nodes from the root to the one being searched, each node's best first. One
/// growing list, because lists of their own would fill the stack of a small thread.
pub(crate) type Candidates = Vec<Candidate>;

const FROM_TABLE: i32 = 1 << 30;
const WINNING: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const CHECK: i32 = 1 << 13;
const COUNTER: i32 = 1 << 22;
const MOST_HISTORY: i32 = 1 << 14;
const LOSING: i32 = -(1 << 24);

/// The deepest ply that killers are kept for.
const PLIES: usize = 64;

/// What earlier parts of the search taught about quiet moves.
pub(crate) struct Ordering {
    killers: [[Option<Move>; 2]; PLIES],
    history: [[[i32; 256]; 6]; 4],
    /// By [`Mark`] of the move before: what refuted it last.
    counters: Box<[Option<Move>]>,
}

/// A move as those that answer it remember it: whose piece of which kind went where.
pub(crate) type Mark = u16;

impl Ordering {
    /// Knows nothing yet.
    pub(crate) fn new() -> Ordering {
        Ordering {
            killers: [[None; 2]; PLIES],
            history: [[[0; 256]; 6]; 4],
            counters: vec![None; 4 * 6 * 256].into_boxed_slice(),
        }
    }

    /// How a move is remembered.
    #[inline]
    pub(crate) fn mark(&self, position: &Position, mv: Move) -> Option<Mark> {
        let man = position.piece_at(mv.from)?;
        let place = (man.color.index() * 6 + man.kind.index()) * 256 + mv.to.index();
        Some(place as Mark)
    }

    /// Appends all moves of a node, best first; returns where.
    pub(crate) fn all(
        &self,
        rules: &Rules,
        position: &Position,
        first: Option<Move>,
        ply: u8,
        into: &mut Candidates,
    ) -> Range<usize> {
        let range = self.unsorted(rules, position, first, ply, None, into);
        best_first(into, range.start)
    }

    /// Appends all moves of a node in any order, each with its rank, for [`pick`]; returns where.
    /// `reply_to` is the move before.
    #[inline(never)] // its list must not stay on the stack while the search goes deeper
    pub(crate) fn unsorted(
        &self,
        rules: &Rules,
        position: &Position,
        first: Option<Move>,
        ply: u8,
        reply_to: Option<Mark>,
        into: &mut Candidates,
    ) -> Range<usize> {
        let start = into.len();
        let mut list = MoveList::new();
        position.legal_moves(rules, &mut list);
        let counter = reply_to.and_then(|mark| self.counters[usize::from(mark)]);
        if let Some(mover) = position.turn() {
            let kings = enemy_kings(rules, position, mover);
            into.extend(list.iter().map(|mv| {
                let victim = position.piece_at(mv.to).map(|piece| piece.kind);
                let mut candidate = Candidate {
                    mv: *mv,
                    victim,
                    rank: 0,
                    gain: 0,
                    heat: 0,
                    checks: false,
                };
                candidate.checks = kings
                    .iter()
                    .any(|king| position.attacks_after(rules, *mv, *king));
                self.judge(rules, position, mover, &mut candidate, ply);
                if first == Some(*mv) {
                    candidate.rank = FROM_TABLE;
                } else if counter == Some(*mv) && candidate.quiet() {
                    candidate.rank = candidate.rank.max(COUNTER);
                }
                candidate
            }));
        }
        start..into.len()
    }

    /// Fills in gain, heat and rank.
    fn judge(
        &self,
        rules: &Rules,
        position: &Position,
        mover: Color,
        candidate: &mut Candidate,
        ply: u8,
    ) {
        let mv = candidate.mv;
        if !candidate.quiet() {
            candidate.gain = exchange::gain(rules, position, mover, mv);
            candidate.rank = if candidate.gain < 0 {
                LOSING + candidate.gain
            } else {
                WINNING + victim_first(rules, position, mv)
            };
            return;
        }
        candidate.heat = position.piece_at(mv.from).map_or(0, |man| {
            self.history[mover.index()][man.kind.index()][mv.to.index()]
        });
        let killer = self.killers[usize::from(ply) % PLIES].contains(&Some(mv));
        candidate.rank = if killer { KILLER } else { candidate.heat };
        if candidate.checks {
            candidate.rank += CHECK;
        }
    }

    /// Remembers a quiet move that refuted its node between teams, and what was tried `before` in
    /// vain.
    pub(crate) fn refuted_among(
        &mut self,
        position: &Position,
        candidate: &Candidate,
        before: &[Candidate],
        depth: i32,
        ply: u8,
        reply_to: Option<Mark>,
    ) {
        let killers = &mut self.killers[usize::from(ply) % PLIES];
        if killers[0] != Some(candidate.mv) {
            *killers = [Some(candidate.mv), killers[0]];
        }
        if let Some(mark) = reply_to {
            self.counters[usize::from(mark)] = Some(candidate.mv);
        }
        let heat = (16 * depth * depth + 32 * depth).min(2_000);
        self.warm(position, candidate.mv, heat);
        for vain in before.iter().filter(|vain| vain.quiet()) {
            self.warm(position, vain.mv, -heat);
        }
    }

    /// Moves the heat of a move towards ± [`MOST_HISTORY`], the less the nearer it is.
    fn warm(&mut self, position: &Position, mv: Move, by: i32) {
        if let Some(man) = position.piece_at(mv.from) {
            let heat = &mut self.history[man.color.index()][man.kind.index()][mv.to.index()];
            *heat += by - *heat * by.abs() / MOST_HISTORY;
        }
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
        let Some(mover) = position.turn() else { break };
        let gain = exchange::gain(rules, position, mover, *mv);
        if gain >= 0 {
            into.push(Candidate {
                mv: *mv,
                victim: victim.map(|piece| piece.kind),
                rank: victim_first(rules, position, *mv),
                gain,
                heat: 0,
                checks: false,
            });
        }
    }
    best_first(into, start)
}

/// The enemies' living kings.
fn enemy_kings(rules: &Rules, position: &Position, mover: Color) -> ArrayVec<Square, 4> {
    Color::ALL
        .into_iter()
        .filter(|color| rules.enemies(mover, *color))
        .filter_map(|color| position.king(color))
        .collect()
}

/// Appends quiet moves that attack an enemy's king from a square where nobody can take the piece;
/// returns the end of what stands there now.
#[inline(never)] // as above
pub(crate) fn safe_checks(rules: &Rules, position: &Position, into: &mut Candidates) -> usize {
    let mut list = MoveList::new();
    position.legal_moves(rules, &mut list);
    if let Some(mover) = position.turn() {
        let kings = enemy_kings(rules, position, mover);
        for mv in &list {
            let quiet = mv.promotion.is_none() && position.piece_at(mv.to).is_none();
            if quiet
                && kings
                    .iter()
                    .any(|king| position.attacks_after(rules, *mv, *king))
                && exchange::gain(rules, position, mover, *mv) >= 0
            {
                into.push(Candidate {
                    mv: *mv,
                    victim: None,
                    rank: LOSING,
                    gain: 0,
                    heat: 0,
                    checks: true,
                });
            }
        }
    }
    into.len()
}

/// Brings the best of the moves from `index` to `end` to `index` and returns it. Where a node is
/// refuted early, most of a sort would be in vain.
#[inline]
pub(crate) fn pick(moves: &mut Candidates, index: usize, end: usize) -> Candidate {
    let mut best = index;
    for other in index + 1..end {
        if moves[other].rank > moves[best].rank {
            best = other;
        }
    }
    moves.swap(index, best);
    moves[index]
}

/// Sorts what was appended; the move itself breaks ties, so that no order is left to chance.
fn best_first(moves: &mut Candidates, start: usize) -> Range<usize> {
    moves[start..].sort_unstable_by_key(|candidate| (-candidate.rank, candidate.mv));
    start..moves.len()
}
