//! Who attacks what: checks, pins, attackers.

use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::tables::{
    DIAGONAL, KING, KNIGHT, LINE_SQUARES, ON_LINES, ORTHOGONAL, PAWN_ATTACKERS, STEP,
};
use crate::{Color, KingCapture, Rules};

/// What stands between a player and a free choice of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks {
    /// Pieces that give check to a king that must not stay in check.
    pub(crate) count: u8,
    /// Squares that a piece other than the king may move to: with one check those that end it.
    pub(crate) evasions: Bitboard,
    /// Own pieces that must stay on their line with the king.
    pub(crate) pinned: Bitboard,
}

impl Checks {
    /// No check, no pin.
    pub(crate) const NONE: Checks = Checks {
        count: 0,
        evasions: Bitboard::BOARD,
        pinned: Bitboard::EMPTY,
    };
}

/// The squares strictly between two aligned squares.
pub(super) struct Between {
    direction: usize,
    pub(super) line: usize,
    low: u8,
    origin: i16,
    span: u16,
}

impl Between {
    #[inline(always)]
    pub(super) fn new(one: u8, other: u8) -> Between {
        let (a, b) = (&ON_LINES[one as usize], &ON_LINES[other as usize]);
        let direction = if a.line[0] == b.line[0] {
            0
        } else if a.line[1] == b.line[1] {
            1
        } else if a.line[2] == b.line[2] {
            2
        } else {
            3
        };
        let (from, to) = (a.bit[direction], b.bit[direction]);
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        let span = (1u32 << high) - (2u32 << low);
        Between {
            direction,
            line: a.line[direction] as usize,
            low: from,
            origin: i16::from(one),
            span: span as u16,
        }
    }

    /// The square of a bit of the line.
    #[inline(always)]
    fn square(&self, bit: u8) -> u8 {
        (self.origin + STEP[self.direction] * (i16::from(bit) - i16::from(self.low))) as u8
    }
}

impl Position {
    /// Whether `color` has a king that must not be left in check (docs/RULES.md section 3).
    #[inline(always)]
    pub(super) fn is_royal(&self, rules: &Rules, color: Color) -> bool {
        let index = color.index();
        self.king[index] != NOWHERE
            && (rules.king_capture != KingCapture::FirstOfTeam || self.king[index ^ 2] == NOWHERE)
    }

    /// Living pieces that may give check to `color`.
    #[inline(always)]
    pub(super) fn enemies_of(&self, rules: &Rules, color: Color) -> Bitboard {
        let index = color.index();
        let across = self.colors[(index + 1) & 3] | self.colors[(index + 3) & 3];
        if rules.teams {
            across
        } else {
            across | self.colors[index ^ 2]
        }
    }

    /// Occupied squares between two aligned squares, as bits of their line.
    #[inline(always)]
    pub(super) fn blockers(&self, between: &Between) -> u16 {
        self.lines[between.line] & between.span
    }

    /// Pieces of `by` whose line of sight to `square` only other pieces can block.
    #[inline(always)]
    pub(super) fn aligned_sliders(&self, square: u8, by: Bitboard) -> Bitboard {
        (ORTHOGONAL[square as usize] & self.orthogonal | DIAGONAL[square as usize] & self.diagonal)
            & by
    }

    /// Knights, pawns and kings of `by` that attack `square`.
    #[inline(always)]
    fn leapers(&self, rules: &Rules, square: u8, by: Bitboard) -> Bitboard {
        let square = square as usize;
        let mut pawns = Bitboard::EMPTY;
        for color in 0..4 {
            let side = rules.seating[color].index();
            pawns |= PAWN_ATTACKERS[side][square] & self.colors[color];
        }
        (KNIGHT[square] & self.knights | KING[square] & self.kings | pawns & self.pawns) & by
    }

    /// The pieces of `by` that attack `square`.
    pub(super) fn attackers_among(&self, rules: &Rules, square: u8, by: Bitboard) -> Bitboard {
        let mut attackers = self.leapers(rules, square, by);
        for slider in self.aligned_sliders(square, by) {
            if self.blockers(&Between::new(square, slider)) == 0 {
                attackers = attackers.with(slider);
            }
        }
        attackers
    }

    /// Whether a piece of `by` attacks `square` once the king on `king` has left its square.
    #[inline(always)]
    pub(super) fn attacked_without(
        &self,
        rules: &Rules,
        square: u8,
        by: Bitboard,
        king: u8,
    ) -> bool {
        if !self.leapers(rules, square, by).is_empty() {
            return true;
        }
        let on = &ON_LINES[king as usize];
        self.aligned_sliders(square, by).into_iter().any(|slider| {
            let between = Between::new(square, slider);
            let mut blockers = self.blockers(&between);
            if on.line[between.direction] as usize == between.line {
                blockers &= !(1 << on.bit[between.direction]);
            }
            blockers == 0
        })
    }

    /// The living enemies that give check to `color`'s king.
    #[inline]
    pub(super) fn checkers_of(&self, rules: &Rules, color: Color) -> Bitboard {
        let king = self.king[color.index()];
        if king == NOWHERE || !self.kings.has(king) {
            return Bitboard::EMPTY;
        }
        self.attackers_among(rules, king, self.enemies_of(rules, color))
    }

    /// Checks and pins of `color`, as though it were its turn.
    #[inline(always)]
    pub(super) fn checks_of(&self, rules: &Rules, color: Color) -> Checks {
        if !self.is_royal(rules, color) {
            return Checks::NONE;
        }
        let king = self.king[color.index()];
        let enemies = self.enemies_of(rules, color);
        let own = self.colors[color.index()];
        let mut checkers = self.leapers(rules, king, enemies);
        let mut pinned = Bitboard::EMPTY;
        for slider in self.aligned_sliders(king, enemies) {
            let between = Between::new(king, slider);
            let blockers = self.blockers(&between);
            if blockers == 0 {
                checkers = checkers.with(slider);
            } else if blockers & (blockers - 1) == 0 {
                let blocker = between.square(blockers.trailing_zeros() as u8);
                if own.has(blocker) {
                    pinned = pinned.with(blocker);
                }
            }
        }
        if checkers.is_empty() {
            return Checks {
                pinned,
                ..Checks::NONE
            };
        }
        Checks {
            count: checkers.count() as u8,
            evasions: self.evasions(king, checkers),
            pinned,
        }
    }

    /// The squares on which one checker is captured or blocked; none with more checkers.
    fn evasions(&self, king: u8, checkers: Bitboard) -> Bitboard {
        let mut checkers_left = checkers.into_iter();
        let (Some(checker), None) = (checkers_left.next(), checkers_left.next()) else {
            return Bitboard::EMPTY;
        };
        let mut evasions = checkers;
        if !self.aligned_sliders(king, checkers).is_empty() {
            let between = Between::new(king, checker);
            let mut span = between.span;
            while span != 0 {
                evasions = evasions.with(between.square(span.trailing_zeros() as u8));
                span &= span - 1;
            }
        }
        evasions
    }

    /// The line through two aligned squares.
    #[inline]
    pub(super) fn line_through(one: u8, other: u8) -> Bitboard {
        LINE_SQUARES[Between::new(one, other).line]
    }
}
