//! From where pieces of the player to move would attack an enemy's king.

use super::sink::Sink;
use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::tables::{
    DIAGONAL, FORWARD, KNIGHT, LINE_SQUARES, ON_LINES, ORTHOGONAL, PAWN_ATTACKERS, RANKS, STEP,
};
use crate::{Color, Kind, MoveList, Rules, Square};

/// Squares from which a piece that comes there attacks a living enemy king, by the kind it is then.
///
/// A piece that attacks the king already and goes away on the same line is not known to attack it
/// still, and kings attack no king.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    pawn: Bitboard,
    knight: Bitboard,
    aslant: Bitboard,
    straight: Bitboard,
}

impl CheckSquares {
    /// Whether a piece of this kind on `to` would give check.
    #[inline]
    pub fn has(&self, kind: Kind, to: Square) -> bool {
        let to = to.index() as u8;
        match kind {
            Kind::Pawn => self.pawn.has(to),
            Kind::Knight => self.knight.has(to),
            Kind::Bishop => self.aslant.has(to),
            Kind::Rook => self.straight.has(to),
            Kind::Queen => self.aslant.has(to) || self.straight.has(to),
            Kind::King => false,
        }
    }
}

impl Position {
    /// From where the player to move would give check.
    #[inline]
    pub fn check_squares(&self, rules: &Rules) -> CheckSquares {
        let mover = self.turn;
        let side = rules.side(mover).index();
        let mut squares = CheckSquares {
            pawn: Bitboard::EMPTY,
            knight: Bitboard::EMPTY,
            aslant: Bitboard::EMPTY,
            straight: Bitboard::EMPTY,
        };
        for color in Color::ALL {
            let king = self.king[color.index()];
            if king == NOWHERE || !rules.enemies(mover, color) {
                continue;
            }
            squares.pawn |= PAWN_ATTACKERS[side][king as usize];
            squares.knight |= KNIGHT[king as usize];
            for direction in 0..4 {
                let seen = self.seen(king, direction);
                if direction < 2 {
                    squares.straight |= seen;
                } else {
                    squares.aslant |= seen;
                }
            }
        }
        squares
    }

    /// How many empty squares a queen would reach from a square.
    #[inline]
    pub fn open_squares(&self, from: Square) -> u8 {
        let on = &ON_LINES[from.index()];
        (0..4)
            .map(|direction| {
                let bit = u32::from(on.bit[direction]);
                let (low, high) = self.bounds(on.line[direction], bit);
                (high - low - 2) as u8
            })
            .sum()
    }

    /// The bits of the nearest occupied squares or walls on both sides of one.
    #[inline(always)]
    fn bounds(&self, line: u8, bit: u32) -> (u32, u32) {
        let occupied = u32::from(self.lines[line as usize]);
        // Walls stand at both ends of every line.
        let high = bit + 1 + (occupied >> (bit + 1)).trailing_zeros();
        let low = (occupied & ((1 << bit) - 1)).checked_ilog2().unwrap_or(0);
        (low, high)
    }

    /// The squares seen from one both ways along a line, with the pieces at their ends.
    #[inline(always)]
    fn seen(&self, square: u8, direction: usize) -> Bitboard {
        let on = &ON_LINES[square as usize];
        let (line, bit) = (on.line[direction], u32::from(on.bit[direction]));
        let (low, high) = self.bounds(line, bit);
        let at =
            |other: u32| (i16::from(square) + STEP[direction] * (other as i16 - bit as i16)) as u8;
        let (one, other) = (at(low), at(high));
        let between = UP_TO[one.max(other) as usize] & !BELOW[one.min(other) as usize];
        (LINE_SQUARES[line as usize] & between).without(square)
    }

    /// Appends the quiet moves, promotions aside, by which the moved piece attacks an enemy's king.
    #[inline]
    pub fn quiet_checks(&self, rules: &Rules, list: &mut MoveList) {
        let (checks, squares) = (&self.checks, self.check_squares(rules));
        if self.result.is_some() || checks.count > 1 {
            return;
        }
        let targets = Bitboard::BOARD & !self.occupied & checks.evasions;
        let own = self.colors[self.turn.index()];
        let promoting = Position::promotion_squares(rules, rules.side(self.turn));
        let pawns = squares.pawn & targets & !promoting;
        let aslant = squares.aslant & targets;
        let straight = squares.straight & targets;
        for to in pawns {
            for from in self.pawns_before(rules, to) {
                self.unless_pinned(from, Bitboard::of(to), list);
            }
        }
        for from in own & self.knights {
            self.unless_pinned(from, KNIGHT[from as usize] & squares.knight & targets, list);
        }
        for from in own & self.orthogonal {
            let queen = self.diagonal.has(from);
            let wanted = if queen { straight | aslant } else { straight };
            if !(ORTHOGONAL[from as usize] & wanted).is_empty() {
                let seen = self.seen(from, 0) | self.seen(from, 1);
                self.unless_pinned(from, seen & wanted, list);
            }
        }
        for from in own & self.diagonal {
            let queen = self.orthogonal.has(from);
            let wanted = if queen { straight | aslant } else { aslant };
            if !(DIAGONAL[from as usize] & wanted).is_empty() {
                let seen = self.seen(from, 2) | self.seen(from, 3);
                self.unless_pinned(from, seen & wanted, list);
            }
        }
    }

    /// Pawns of the player to move that may step to an empty square.
    #[inline(always)]
    fn pawns_before(&self, rules: &Rules, to: u8) -> Bitboard {
        let side = rules.side(self.turn).index();
        let own = self.pawns & self.colors[self.turn.index()];
        let before = |steps: i16| (i16::from(to) - steps * FORWARD[side]) as u8;
        if self.occupied.has(before(1)) {
            own & Bitboard::of(before(1))
        } else if RANKS[side][3].has(to) {
            own & Bitboard::of(before(2))
        } else {
            Bitboard::EMPTY
        }
    }

    /// Appends moves of a piece, of a pinned one those along its pin.
    #[inline(always)]
    fn unless_pinned(&self, from: u8, mut to: Bitboard, list: &mut MoveList) {
        if self.checks.pinned.has(from) {
            to &= Position::line_through(self.king[self.turn.index()], from);
            if self.checks.count > 0 {
                return; // it does not block another check
            }
        }
        list.piece_moves(from, to);
    }
}

/// The squares with a lower index.
static BELOW: [Bitboard; 256] = {
    let mut all = [Bitboard::EMPTY; 256];
    let mut index = 1;
    while index < 256 {
        all[index] = all[index - 1].with(index as u8 - 1);
        index += 1;
    }
    all
};

/// The squares with no higher index.
static UP_TO: [Bitboard; 256] = {
    let mut all = BELOW;
    let mut index = 0;
    while index < 256 {
        all[index] = all[index].with(index as u8);
        index += 1;
    }
    all
};
