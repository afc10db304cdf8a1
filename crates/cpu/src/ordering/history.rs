//! What earlier parts of a search taught about quiet moves.

use vierschach_engine::{Color, Kind, Move, Position, Square};

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

#[inline]
fn place(kind: Kind, to: Square) -> usize {
    kind.index() * 160 + usize::from(NUMBERS[to.index()])
}

impl Mark {
    /// How a move is remembered.
    #[inline]
    pub(crate) fn of(position: &Position, mv: Move) -> Option<Mark> {
        let man = position.piece_at(mv.from)?;
        Some(Mark {
            color: man.color as u8,
            place: place(man.kind, mv.to) as u16,
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

/// Nothing is known after no move.
static NOTHING: [i16; PLACES] = [0; PLACES];

/// What is known of the moves of one node.
pub(super) struct Lore<'a> {
    killers: [Option<Move>; 2],
    counter: Option<Move>,
    main: &'a [i16],
    replies: &'a [i16],
    continuations: &'a [i16],
}

impl Lore<'_> {
    /// Whether a move refuted another node at this ply.
    #[inline]
    pub(super) fn is_killer(&self, mv: Move) -> bool {
        self.killers.contains(&Some(mv))
    }

    /// Whether a move refuted the move before, last time.
    #[inline]
    pub(super) fn is_counter(&self, mv: Move) -> bool {
        self.counter == Some(mv)
    }

    /// How often a move of a kind of piece refuted, less how often it was tried in vain: by itself,
    /// and after the moves before.
    #[inline]
    pub(super) fn score(&self, kind: Kind, to: Square) -> i32 {
        let place = place(kind, to);
        let sum = i32::from(self.main[place])
            + i32::from(self.replies[place])
            + i32::from(self.continuations[place]);
        (sum / 2).clamp(-MOST_HISTORY, MOST_HISTORY)
    }
}

/// Moves that refuted before, and how often moves did.
pub(crate) struct History {
    killers: [[Option<Move>; 2]; PLIES],
    /// By [`Mark`] of the move (history): +71 ± 57 Elo in 138 games of 10,000 nodes a move.
    main: Box<[i16]>,
    /// By [`Mark`] of the move before: what refuted it last.
    counters: Box<[Option<Move>]>,
    /// By the places of the move before and of the move (continuation history): +135 ± 99 Elo together
    /// with `continuations` in 54 games of 10,000 nodes a move.
    replies: Box<[i16]>,
    /// The same, by the partner's move before.
    continuations: Box<[i16]>,
}

impl History {
    /// Knows nothing yet.
    pub(crate) fn new() -> History {
        History {
            killers: [[None; 2]; PLIES],
            main: vec![0; 4 * PLACES].into_boxed_slice(),
            counters: vec![None; 4 * PLACES].into_boxed_slice(),
            replies: vec![0; PLACES * PLACES].into_boxed_slice(),
            continuations: vec![0; PLACES * PLACES].into_boxed_slice(),
        }
    }

    /// What is known of the moves of one node.
    pub(super) fn at(&self, mover: Color, asked: &Asked) -> Lore<'_> {
        let main = mover.index() * PLACES;
        Lore {
            killers: self.killers[usize::from(asked.ply) % PLIES],
            counter: asked.reply_to.and_then(|mark| self.counters[mark.index()]),
            main: &self.main[main..main + PLACES],
            replies: row(&self.replies, asked.reply_to),
            continuations: row(&self.continuations, asked.partner),
        }
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
        self.learn(position, mv, by, &asked);
        for vain in before.iter().filter(|vain| vain.quiet()) {
            self.learn(position, vain.mv, -by, &asked);
        }
    }

    fn learn(&mut self, position: &Position, mv: Move, by: i32, asked: &Asked) {
        let Some(mark) = Mark::of(position, mv) else {
            return;
        };
        nudge(&mut self.main[mark.index()], by);
        if let Some(before) = asked.reply_to {
            nudge(&mut self.replies[mark.after(before)], by);
        }
        if let Some(before) = asked.partner {
            nudge(&mut self.continuations[mark.after(before)], by);
        }
    }
}

/// What is known of moves after another.
fn row(table: &[i16], before: Option<Mark>) -> &[i16] {
    before.map_or(&NOTHING, |mark| {
        let start = usize::from(mark.place) * PLACES;
        &table[start..start + PLACES]
    })
}

/// Moves a score towards ± [`MOST_HISTORY`], the less the nearer it is.
fn nudge(score: &mut i16, by: i32) {
    let now = i32::from(*score);
    *score = (now + by - now * by.abs() / MOST_HISTORY) as i16;
}
