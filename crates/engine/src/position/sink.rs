//! Where generated moves go: into a list, a count, or no further than the first or the one sought.

use crate::bitboard::Bitboard;
use crate::{Kind, Move, MoveList, PromotionKinds, Square};

/// Takes generated moves. The generator hands them over in bulk, so that counting needs no list.
pub(crate) trait Sink {
    /// One move.
    fn one(&mut self, from: u8, to: u8, promotion: Option<Kind>);

    /// Moves of one piece to a set of squares.
    #[inline(always)]
    fn piece_moves(&mut self, from: u8, to: Bitboard) {
        for to in to {
            self.one(from, to, None);
        }
    }

    /// Moves of one piece to `count` squares, `step` apart.
    #[inline(always)]
    fn run(&mut self, from: u8, step: i16, count: u8) {
        let mut to = i16::from(from);
        for _ in 0..count {
            to += step;
            self.one(from, to as u8, None);
        }
    }

    /// Moves to a set of squares, each from the square `step` before it.
    #[inline(always)]
    fn steps(&mut self, to: Bitboard, step: i16) {
        for to in to {
            self.one((i16::from(to) - step) as u8, to, None);
        }
    }

    /// The same, promoting.
    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, step: i16, kinds: PromotionKinds) {
        for to in to {
            for kind in kinds.kinds() {
                self.one((i16::from(to) - step) as u8, to, Some(*kind));
            }
        }
    }

    /// Whether no more moves are wanted.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn one(&mut self, from: u8, to: u8, promotion: Option<Kind>) {
        self.push(Move {
            from: Square::raw(from),
            to: Square::raw(to),
            promotion,
        });
    }
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    #[inline(always)]
    fn one(&mut self, _: u8, _: u8, _: Option<Kind>) {
        self.0 += 1;
    }

    #[inline(always)]
    fn piece_moves(&mut self, _: u8, to: Bitboard) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn run(&mut self, _: u8, _: i16, count: u8) {
        self.0 += u64::from(count);
    }

    #[inline(always)]
    fn steps(&mut self, to: Bitboard, _: i16) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, _: i16, kinds: PromotionKinds) {
        self.0 += u64::from(to.count()) * kinds.kinds().len() as u64;
    }
}

/// Asks whether there is any move.
#[derive(Default)]
pub(crate) struct Any(pub(crate) bool);

impl Sink for Any {
    #[inline(always)]
    fn one(&mut self, _: u8, _: u8, _: Option<Kind>) {
        self.0 = true;
    }

    #[inline(always)]
    fn piece_moves(&mut self, _: u8, to: Bitboard) {
        self.0 |= !to.is_empty();
    }

    #[inline(always)]
    fn run(&mut self, _: u8, _: i16, count: u8) {
        self.0 |= count > 0;
    }

    #[inline(always)]
    fn steps(&mut self, to: Bitboard, _: i16) {
        self.0 |= !to.is_empty();
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, _: i16, _: PromotionKinds) {
        self.0 |= !to.is_empty();
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.0
    }
}

/// Looks for one move.
pub(crate) struct Seek {
    from: u8,
    to: u8,
    promotion: Option<Kind>,
    found: bool,
}

impl Seek {
    /// Not found yet.
    #[inline]
    pub(crate) fn new(mv: Move) -> Seek {
        Seek {
            from: mv.from.index() as u8,
            to: mv.to.index() as u8,
            promotion: mv.promotion,
            found: false,
        }
    }
}

impl Sink for Seek {
    #[inline(always)]
    fn one(&mut self, from: u8, to: u8, promotion: Option<Kind>) {
        self.found |= (from, to, promotion) == (self.from, self.to, self.promotion);
    }

    #[inline(always)]
    fn piece_moves(&mut self, from: u8, to: Bitboard) {
        self.found |= from == self.from && self.promotion.is_none() && to.has(self.to);
    }

    #[inline(always)]
    fn run(&mut self, from: u8, step: i16, count: u8) {
        if from == self.from && self.promotion.is_none() {
            let way = i16::from(self.to) - i16::from(from);
            let steps = way / step;
            self.found |= way % step == 0 && steps > 0 && steps <= i16::from(count);
        }
    }

    #[inline(always)]
    fn steps(&mut self, to: Bitboard, step: i16) {
        let fits = i16::from(self.to) - step == i16::from(self.from);
        self.found |= fits && self.promotion.is_none() && to.has(self.to);
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, step: i16, kinds: PromotionKinds) {
        let fits = i16::from(self.to) - step == i16::from(self.from) && to.has(self.to);
        let kind = |kind: Kind| kinds.kinds().contains(&kind);
        self.found |= fits && self.promotion.is_some_and(kind);
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.found
    }
}
