//! Sets of squares on the padded 16 × 16 grid.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use crate::square::on_board;

/// A set of squares: bit `n` stands for the square with index `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bitboard(pub(crate) [u64; 4]);

impl Bitboard {
    pub(crate) const EMPTY: Bitboard = Bitboard([0; 4]);

    /// The 160 squares of the cross.
    pub(crate) const BOARD: Bitboard = {
        let mut board = Bitboard::EMPTY;
        let mut index = 0;
        while index < 196 {
            let (file, rank) = ((index % 14) as u8, (index / 14) as u8);
            if on_board(file, rank) {
                board = board.with(16 * (rank + 1) + file + 1);
            }
            index += 1;
        }
        board
    };

    #[inline(always)]
    pub(crate) const fn of(square: u8) -> Bitboard {
        Bitboard::EMPTY.with(square)
    }

    #[inline(always)]
    pub(crate) const fn with(mut self, square: u8) -> Bitboard {
        self.0[(square >> 6) as usize] |= 1 << (square & 63);
        self
    }

    #[inline(always)]
    pub(crate) const fn without(mut self, square: u8) -> Bitboard {
        self.0[(square >> 6) as usize] &= !(1 << (square & 63));
        self
    }

    #[inline(always)]
    pub(crate) fn toggle(&mut self, square: u8) {
        self.0[(square >> 6) as usize] ^= 1 << (square & 63);
    }

    #[inline(always)]
    pub(crate) const fn has(self, square: u8) -> bool {
        self.0[(square >> 6) as usize] >> (square & 63) & 1 != 0
    }

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    #[inline(always)]
    pub(crate) const fn count(self) -> u32 {
        self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()
    }

    /// Moves every square by `N` indices; what leaves the grid is lost.
    #[inline(always)]
    pub(crate) fn shift<const N: i32>(self) -> Bitboard {
        let [a, b, c, d] = self.0;
        if N > 0 {
            let (up, rest) = (N as u32, 64 - N as u32);
            Bitboard([
                a << up,
                b << up | a >> rest,
                c << up | b >> rest,
                d << up | c >> rest,
            ])
        } else {
            let (down, rest) = (-N as u32, 64 - (-N) as u32);
            Bitboard([
                a >> down | b << rest,
                b >> down | c << rest,
                c >> down | d << rest,
                d >> down,
            ])
        }
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(std::array::from_fn(|n| self.0[n] ^ other.0[n]))
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(std::array::from_fn(|n| !self.0[n]))
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl IntoIterator for Bitboard {
    type Item = u8;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares {
            words: self.0,
            word: 0,
        }
    }
}

/// The indices in a set, ascending.
#[derive(Clone, Debug)]
pub(crate) struct Squares {
    words: [u64; 4],
    word: usize,
}

impl Iterator for Squares {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        while self.word < 4 {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some((self.word * 64) as u8 + bits.trailing_zeros() as u8);
            }
            self.word += 1;
        }
        None
    }
}
