//! Pieces on their squares: one table for all sides, each of which looks from its own back rank.

use vierschach_engine::{Side, Square};

/// Half of the files: left and right of the middle count alike.
pub(super) const HALF: usize = 7;

/// The ranks.
pub(super) const RANKS: usize = 14;

/// By kind: a rank from the own side, and a file from the nearer edge. A square is worth the sum of
/// both, which some hundred games can tell and single squares can't.
pub(super) struct Places {
    pub(super) ranks: [[i16; RANKS]; 6],
    pub(super) files: [[i16; HALF]; 6],
}

/// Rank and folded file of a square as a side sees it.
pub(super) const fn seen_by(side: Side, square: Square) -> (usize, usize) {
    let across = match side {
        Side::South | Side::North => square.file(),
        Side::West | Side::East => square.rank(),
    } as usize;
    let file = if across < HALF { across } else { 13 - across };
    (square.rank_for(side) as usize, file)
}

/// What a piece is worth on a square, by side, kind and square.
pub(super) struct Board([[[i16; 256]; 6]; 4]);

impl Board {
    /// Lays out a table, with the pieces' worth added.
    pub(super) const fn new(places: &Places, worth: &[i16; 6]) -> Board {
        let mut board = [[[0; 256]; 6]; 4];
        let mut side = 0;
        while side < 4 {
            let mut kind = 0;
            while kind < 6 {
                let mut index = 0;
                while index < 256 {
                    if let Some(square) = Square::from_index(index) {
                        let (rank, file) = seen_by(Side::ALL[side], square);
                        board[side][kind][index] =
                            worth[kind] + places.ranks[kind][rank] + places.files[kind][file];
                    }
                    index += 1;
                }
                kind += 1;
            }
            side += 1;
        }
        Board(board)
    }

    /// A side's table, by kind and square.
    #[inline]
    pub(super) fn of(&self, side: Side) -> &[[i16; 256]; 6] {
        &self.0[side.index()]
    }
}
