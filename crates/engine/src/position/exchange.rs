//! Captures and recaptures on one square, judged without making a move.

use arrayvec::ArrayVec;

use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::tables::{KING, KNIGHT, ON_LINES, PAWN_ATTACKERS, STEP};
use crate::{Color, Kind, Move, Piece, Rules};

/// Captures in a row that are looked at.
const MOST: usize = 16;

/// Who bears on a square: pieces that jump there, and the nearest piece on each ray.
struct Bearing<'a> {
    position: &'a Position,
    square: u8,
    /// The square's lines without the pieces that are gone.
    lines: [u32; 4],
    leapers: Bitboard,
    /// By direction, the nearest piece at the higher and at the lower end.
    nearest: [[u8; 2]; 4],
}

impl Position {
    /// What the player to move gets out of a capture or promotion when both the mover's side and
    /// all others go on capturing on its square, each with its least piece and as long as it pays
    /// (static exchange evaluation). Turn order and pins are not looked at. `worth` values pieces.
    pub fn exchange_gain(&self, rules: &Rules, mv: Move, worth: impl Fn(Piece) -> i32) -> i32 {
        let (from, to) = (mv.from.index() as u8, mv.to.index() as u8);
        let Some(mut standing) = self.code(from).piece() else {
            return 0;
        };
        let mut first = self.code(to).piece().map_or(0, &worth);
        if let Some(kind) = mv.promotion {
            let pawn = worth(standing);
            standing.kind = kind;
            standing.promoted = true;
            first += worth(standing) - pawn;
        }
        let theirs = self.enemies_of(rules, self.turn);
        let ours = {
            let all = self.colors.into_iter();
            all.fold(Bitboard::EMPTY, |all, one| all | one) & !theirs
        };
        let mut bearing = Bearing::new(self, rules, to);
        bearing.remove(from);
        // Gains of the side that captures, each counted as though the exchange ended there.
        let mut gains: ArrayVec<i32, MOST> = ArrayVec::new();
        gains.push(first);
        let mut side = theirs;
        while !gains.is_full() {
            let Some(next) = bearing.least(side, &worth) else {
                break;
            };
            let Some(piece) = self.code(next).piece() else {
                break;
            };
            let last = gains.last().copied().unwrap_or(0);
            gains.push(worth(standing) - last);
            bearing.remove(next);
            standing = piece;
            side = if side == theirs { ours } else { theirs };
        }
        while gains.len() > 1 {
            let last = gains.pop().unwrap_or(0);
            if let Some(before) = gains.last_mut() {
                *before = (*before).min(-last);
            }
        }
        gains[0]
    }
}

impl<'a> Bearing<'a> {
    #[inline]
    fn new(position: &'a Position, rules: &Rules, square: u8) -> Bearing<'a> {
        let at = square as usize;
        let mut pawns = Bitboard::EMPTY;
        for color in Color::ALL {
            let side = rules.side(color).index();
            pawns |= PAWN_ATTACKERS[side][at] & position.colors[color.index()];
        }
        let leapers =
            KNIGHT[at] & position.knights | KING[at] & position.kings | pawns & position.pawns;
        let on = &ON_LINES[at];
        let mut bearing = Bearing {
            position,
            square,
            lines: on.line.map(|line| u32::from(position.lines[line as usize])),
            leapers,
            nearest: [[NOWHERE; 2]; 4],
        };
        for direction in 0..4 {
            bearing.look_along(direction);
        }
        bearing
    }

    /// Finds the nearest pieces along a direction.
    #[inline]
    fn look_along(&mut self, direction: usize) {
        let bit = u32::from(ON_LINES[self.square as usize].bit[direction]);
        let occupied = self.lines[direction];
        let high = bit + 1 + (occupied >> (bit + 1)).trailing_zeros();
        let low = (occupied & ((1 << bit) - 1)).checked_ilog2().unwrap_or(0);
        self.nearest[direction] = [high, low].map(|other| {
            let way = other as i16 - bit as i16;
            (i16::from(self.square) + STEP[direction] * way) as u8
        });
    }

    /// Takes a piece off the board.
    #[inline]
    fn remove(&mut self, square: u8) {
        self.leapers = self.leapers.without(square);
        let (here, there) = (&ON_LINES[self.square as usize], &ON_LINES[square as usize]);
        if let Some(direction) = (0..4).find(|&one| here.line[one] == there.line[one]) {
            self.lines[direction] &= !(1 << there.bit[direction]);
            self.look_along(direction);
        }
    }

    /// The least piece of a side that could capture now; a king goes last, whatever it is worth.
    #[inline]
    fn least(&self, side: Bitboard, worth: &impl Fn(Piece) -> i32) -> Option<u8> {
        let mut least = None;
        let mut lowest = i32::MAX;
        let mut consider = |square: u8| {
            if let Some(piece) = self.position.code(square).piece() {
                let price = if piece.kind == Kind::King {
                    i32::MAX - 1
                } else {
                    worth(piece)
                };
                if price < lowest {
                    (least, lowest) = (Some(square), price);
                }
            }
        };
        for square in self.leapers & side {
            consider(square);
        }
        let sliders = [
            self.position.orthogonal & side,
            self.position.diagonal & side,
        ];
        for direction in 0..4 {
            for square in self.nearest[direction] {
                if sliders[direction / 2].has(square) {
                    consider(square);
                }
            }
        }
        least
    }
}
