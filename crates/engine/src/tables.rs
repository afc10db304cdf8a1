//! Geometry of the board, computed at compile time.
//!
//! Every square lies on four *lines*: its rank, its file and two diagonals. A line's squares
//! are bits of a `u16`, in steps that grow with the bit. docs/ENGINE.md explains the use.

use crate::Side;
use crate::bitboard::Bitboard;

/// Number of lines of all directions: 16 ranks, 16 files, 32 and 32 diagonals.
pub(crate) const LINES: usize = 96;

/// Distance of neighbours on a line, by direction: rank, file, diagonal, antidiagonal.
pub(crate) const STEP: [i16; 4] = [1, 16, 17, -15];

/// A square's four lines.
#[derive(Clone, Copy)]
pub(crate) struct OnLines {
    /// Each line's number, by direction.
    pub(crate) line: [u8; 4],
    /// The square's bit on each line.
    pub(crate) bit: [u8; 4],
}

/// Every square's lines.
pub(crate) static ON_LINES: [OnLines; 256] = {
    let mut all = [OnLines {
        line: [0; 4],
        bit: [0; 4],
    }; 256];
    let mut square = 0;
    while square < 256 {
        let (row, column) = ((square / 16) as u8, (square % 16) as u8);
        all[square] = OnLines {
            line: [
                row,
                16 + column,
                32 + ((row + 16 - column) & 31),
                64 + ((row + column) & 31),
            ],
            bit: [column, row, column, column],
        };
        square += 1;
    }
    all
};

/// The lines of an empty board: squares off the board are walls.
pub(crate) const WALLS: [u16; LINES] = {
    let mut lines = [u16::MAX; LINES];
    let mut square = 0;
    while square < 256 {
        if Bitboard::BOARD.has(square as u8) {
            let (row, column) = (square / 16, square % 16);
            lines[row] ^= 1 << column;
            lines[16 + column] ^= 1 << row;
            lines[32 + ((row + 16 - column) & 31)] ^= 1 << column;
            lines[64 + ((row + column) & 31)] ^= 1 << column;
        }
        square += 1;
    }
    lines
};

const fn step(square: usize, rows: i32, columns: i32) -> Option<u8> {
    let row = (square / 16) as i32 + rows;
    let column = (square % 16) as i32 + columns;
    if row >= 0 && row < 16 && column >= 0 && column < 16 {
        let to = (16 * row + column) as u8;
        if Bitboard::BOARD.has(to) {
            Some(to)
        } else {
            None
        }
    } else {
        None
    }
}

const fn leaps<const N: usize>(steps: [(i32, i32); N]) -> [Bitboard; 256] {
    let mut all = [Bitboard::EMPTY; 256];
    let mut square = 0;
    while square < 256 {
        let mut n = 0;
        while n < N {
            if let Some(to) = step(square, steps[n].0, steps[n].1) {
                all[square] = all[square].with(to);
            }
            n += 1;
        }
        square += 1;
    }
    all
}

const fn rays<const N: usize>(steps: [(i32, i32); N]) -> [Bitboard; 256] {
    let mut all = [Bitboard::EMPTY; 256];
    let mut square = 0;
    while square < 256 {
        let mut n = 0;
        while n < N {
            let mut at = square;
            while let Some(to) = step(at, steps[n].0, steps[n].1) {
                all[square] = all[square].with(to);
                at = to as usize;
            }
            n += 1;
        }
        square += 1;
    }
    all
}

/// Knight moves on an empty board.
pub(crate) static KNIGHT: [Bitboard; 256] = leaps([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);

/// King moves on an empty board.
pub(crate) static KING: [Bitboard; 256] = leaps([
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);

/// Rook moves on an empty board.
pub(crate) static ORTHOGONAL: [Bitboard; 256] = rays([(0, 1), (1, 0), (0, -1), (-1, 0)]);

/// Bishop moves on an empty board.
pub(crate) static DIAGONAL: [Bitboard; 256] = rays([(1, 1), (1, -1), (-1, -1), (-1, 1)]);

/// The squares from which a pawn of a side attacks a square.
pub(crate) static PAWN_ATTACKERS: [[Bitboard; 256]; 4] = [
    leaps([(-1, -1), (-1, 1)]),
    leaps([(-1, -1), (1, -1)]),
    leaps([(1, -1), (1, 1)]),
    leaps([(-1, 1), (1, 1)]),
];

/// The squares of every line.
pub(crate) static LINE_SQUARES: [Bitboard; LINES] = {
    let mut all = [Bitboard::EMPTY; LINES];
    let mut square = 0;
    while square < 256 {
        if Bitboard::BOARD.has(square as u8) {
            let (row, column) = (square / 16, square % 16);
            let lines = [
                row,
                16 + column,
                32 + ((row + 16 - column) & 31),
                64 + ((row + column) & 31),
            ];
            let mut n = 0;
            while n < 4 {
                all[lines[n]] = all[lines[n]].with(square as u8);
                n += 1;
            }
        }
        square += 1;
    }
    all
};

/// Each side's nth rank (0–13), all files.
pub(crate) static RANKS: [[Bitboard; 14]; 4] = {
    let mut all = [[Bitboard::EMPTY; 14]; 4];
    let mut index = 0;
    while index < 196 {
        let (file, rank) = (index % 14, index / 14);
        let square = (16 * (rank + 1) + file + 1) as u8;
        if Bitboard::BOARD.has(square) {
            let ranks = [rank, file, 13 - rank, 13 - file];
            let mut side = 0;
            while side < 4 {
                all[side][ranks[side]] = all[side][ranks[side]].with(square);
                side += 1;
            }
        }
        index += 1;
    }
    all
};

/// Each side's squares from which a pawn can't step on.
pub(crate) static FILE_ENDS: [Bitboard; 4] = {
    let mut all = [Bitboard::EMPTY; 4];
    let mut square = 0;
    while square < 256 {
        if Bitboard::BOARD.has(square as u8) {
            let mut side = 0;
            while side < 4 {
                let (rows, columns) = [(1, 0), (0, 1), (-1, 0), (0, -1)][side];
                if step(square, rows, columns).is_none() {
                    all[side] = all[side].with(square as u8);
                }
                side += 1;
            }
        }
        square += 1;
    }
    all
};

/// How far a pawn of a side steps.
pub(crate) const FORWARD: [i16; 4] = [16, 1, -16, -1];

/// The square at a place (3–10, counted from the left or from below) of a side's back rank.
pub(crate) const fn back_rank(side: Side, place: u8) -> u8 {
    match side {
        Side::South => 16 + place + 1,
        Side::West => 16 * (place + 1) + 1,
        Side::North => 16 * 14 + place + 1,
        Side::East => 16 * (place + 1) + 14,
    }
}

/// A square's place on a side's back rank, if it lies there.
pub(crate) const fn back_rank_place(side: Side, square: u8) -> Option<u8> {
    let (row, column) = (square / 16, square % 16);
    let (depth, place) = match side {
        Side::South => (row - 1, column - 1),
        Side::West => (column - 1, row - 1),
        Side::North => (14 - row, column - 1),
        Side::East => (14 - column, row - 1),
    };
    if depth == 0 { Some(place) } else { None }
}

/// The eight corners in which castling rooks stand.
pub(crate) static CORNERS: Bitboard = {
    let mut all = Bitboard::EMPTY;
    let mut side = 0;
    while side < 4 {
        all = all
            .with(back_rank(Side::ALL[side], 3))
            .with(back_rank(Side::ALL[side], 10));
        side += 1;
    }
    all
};
