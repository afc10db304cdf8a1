//! From where pieces of the player to move would attack an enemy's king.

use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::tables::{KNIGHT, ON_LINES, PAWN_ATTACKERS, STEP};
use crate::{Color, Kind, Rules, Square};

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
        let bit = u32::from(on.bit[direction]);
        let (low, high) = self.bounds(on.line[direction], bit);
        let at =
            |other: u32| (i16::from(square) + STEP[direction] * (other as i16 - bit as i16)) as u8;
        let mut seen = Bitboard::EMPTY;
        for other in (low..=high).filter(|other| *other != bit) {
            seen = seen.with(at(other));
        }
        seen
    }
}
