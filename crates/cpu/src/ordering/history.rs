//! What earlier parts of a search taught about quiet moves.

use vierschach_engine::{Move, Position, Square};

use super::{Asked, Candidate};

/// History scores stay within ± this.
pub(crate) const MOST_HISTORY: i32 = 1 << 14;

/// The deepest ply that killers are kept for.
const PLIES: usize = 64;

/// A move as those that answer it remember it: whose piece of which kind went where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    color: u8,
    /// Kind and square.
    place: u16,
}

/// Kinds times squares.
const PLACES: usize = 6 * 160;

/// The squares of the board, numbered without gaps.
const NUMBERS: [u8; 256] = {
    let mut numbers = [0; 256];
    let (mut index, mut next) = (0, 0);
    while index < 256 {
        if Square::from_index(index).is_some() {
            numbers[index] = next;
            next += 1;
        }
        index += 1;
    }
    numbers
};

impl Mark {
    /// How a move is remembered.
    #[inline]
    pub(crate) fn of(position: &Position, mv: Move) -> Option<Mark> {
        let man = position.piece_at(mv.from)?;
        Some(Mark {
            color: man.color as u8,
            place: (man.kind.index() * 160 + usize::from(NUMBERS[mv.to.index()])) as u16,
        })
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.color) * PLACES + usize::from(self.place)
    }

    /// The place of this move after another.
    #[inline]
    fn after(self, before: Mark) -> usize {
        usize::from(before.place) * PLACES + usize::from(self.place)
    }
}

/// Moves that refuted before, and how often moves did.
pub(crate) struct History {
    killers: [[Option<Move>; 2]; PLIES],
    /// By [`Mark`] of the move.
    heat: Box<[i16]>,
    /// By [`Mark`] of the move before: what refuted it last.
    counters: Box<[Option<Move>]>,
    /// By the places of the move before and of the move (continuation history): +40 ± 69 Elo together
    /// with `follows` in 87 games of 6000 nodes a move.
    replies: Box<[i16]>,
    /// The same, by the partner's move before.
    follows: Box<[i16]>,
}

impl History {
    /// Knows nothing yet.
    pub(crate) fn new() -> History {
        History {
            killers: [[None; 2]; PLIES],
            heat: vec![0; 4 * PLACES].into_boxed_slice(),
            counters: vec![None; 4 * PLACES].into_boxed_slice(),
            replies: vec![0; PLACES * PLACES].into_boxed_slice(),
            follows: vec![0; PLACES * PLACES].into_boxed_slice(),
        }
    }

    /// Whether a move refuted another node at this ply.
    #[inline]
    pub(super) fn is_killer(&self, mv: Move, ply: u8) -> bool {
        self.killers[usize::from(ply) % PLIES].contains(&Some(mv))
    }

    /// What refuted a move last.
    #[inline]
    pub(super) fn counter(&self, to: Option<Mark>) -> Option<Move> {
        to.and_then(|mark| self.counters[mark.index()])
    }

    /// How often a move refuted, less how often it was tried in vain: by itself, and half as much
    /// each after the moves before.
    #[inline]
    pub(super) fn heat(&self, mark: Mark, asked: &Asked) -> i32 {
        let mut sum = i32::from(self.heat[mark.index()]);
        if let Some(before) = asked.reply_to {
            sum += i32::from(self.replies[mark.after(before)]);
        }
        if let Some(before) = asked.partner {
            sum += i32::from(self.follows[mark.after(before)]);
        }
        (sum / 2).clamp(-MOST_HISTORY, MOST_HISTORY)
    }

    /// Remembers a quiet move that refuted its node, and what was tried `before` in vain.
    pub(crate) fn refuted(
        &mut self,
        position: &Position,
        mv: Move,
        before: &[Candidate],
        depth: i32,
        asked: Asked,
    ) {
        let Asked { ply, reply_to, .. } = asked;
        let killers = &mut self.killers[usize::from(ply) % PLIES];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(mark) = reply_to {
            self.counters[mark.index()] = Some(mv);
        }
        let by = (16 * depth * depth + 32 * depth).min(2_000);
        self.warm(position, mv, by, &asked);
        for vain in before.iter().filter(|vain| vain.quiet()) {
            self.warm(position, vain.mv, -by, &asked);
        }
    }

    fn warm(&mut self, position: &Position, mv: Move, by: i32, asked: &Asked) {
        let Some(mark) = Mark::of(position, mv) else {
            return;
        };
        warm(&mut self.heat[mark.index()], by);
        if let Some(before) = asked.reply_to {
            warm(&mut self.replies[mark.after(before)], by);
        }
        if let Some(before) = asked.partner {
            warm(&mut self.follows[mark.after(before)], by);
        }
    }
}

/// Moves a heat towards ± [`MOST_HISTORY`], the less the nearer it is.
fn warm(heat: &mut i16, by: i32) {
    let now = i32::from(*heat);
    *heat = (now + by - now * by.abs() / MOST_HISTORY) as i16;
}
