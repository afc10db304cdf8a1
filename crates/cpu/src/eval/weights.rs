//! What the features of a position count for, in hundredths of a point.
//!
//! Those of team games are fitted by `vierschach tune` to 1400 games of 1000 nodes a move (docs/CLI.md).
//! Against the weights set by hand they took 0.635 ± 0.076 in 155 games of 5000 nodes a move (+97 ± 57
//! Elo).

use super::places::{Board, Places};
use crate::score::Score;

/// Attacks around a king beyond this many cost no more.
pub(super) const MOST_PRESSURE: usize = 20;

/// Squares that a king sees beyond this many cost no more.
pub(super) const MOST_SIGHT: usize = 16;

/// One way to judge armies.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// A square of reach, by kind.
    pub(super) reach: [Score; 6],
    /// In percent: what a pawn's way so far is worth.
    pub(super) runner: Score,
    /// A piece beside its king.
    pub(super) shelter: Score,
    /// In percent: the ranks that a king has left its back rank.
    pub(super) stray: Score,
    /// So many enemy attacks on the squares around a king.
    pub(super) pressure: [Score; MOST_PRESSURE + 1],
    /// So many squares that a king sees as a queen would.
    pub(super) sight: [Score; MOST_SIGHT + 1],
    /// A friend's attack on a square around a king.
    pub(super) guard: Score,
    /// In percent: what the side to move can lose, but for the dearest piece.
    pub(super) own_risk: Score,
    /// In percent: what the other side can lose, and the dearest piece of it once more.
    pub(super) their_risk: Score,
    /// See `their_risk`.
    pub(super) their_most: Score,
    /// The right to move.
    pub(super) tempo: Score,
}

const fn square_law() -> [Score; MOST_PRESSURE + 1] {
    let mut all = [0; MOST_PRESSURE + 1];
    let mut n = 0;
    while n <= MOST_PRESSURE {
        let capped = if n > 16 { 16 } else { n as Score };
        all[n] = -capped * capped * 3 / 2;
        n += 1;
    }
    all
}

/// Where points count.
pub(super) static POINTS: Weights = Weights {
    reach: [2, 6, 5, 3, 1, 0],
    runner: 100,
    shelter: 8,
    stray: 100,
    pressure: square_law(),
    sight: [0; MOST_SIGHT + 1],
    guard: 0,
    own_risk: -33,
    their_risk: -25,
    their_most: 0,
    tempo: 0,
};

/// Between teams: pieces on their squares, laid out.
pub(super) static BOARD: Board = Board::new(&PLACES, &WORTH);

/// Between teams: pieces by [`vierschach_engine::Kind::index`].
pub(super) const WORTH: [i16; 6] = [94, 227, 320, 428, 839, 300];
/// Between teams: everything else.
pub(super) static TEAMS: Weights = Weights {
    reach: [1, 10, 3, 6, 6, 10],
    runner: 144,
    shelter: 12,
    stray: 91,
    pressure: [
        40, 20, 7, -20, -49, -54, -51, -76, -113, -123, -152, -180, -218, -253, -294, -337, -384,
        -384, -384, -384, -384,
    ],
    sight: [
        68, 42, 45, 12, -0, 21, 9, -10, 1, -39, -4, -12, -19, -7, -32, -24, -50,
    ],
    guard: 2,
    own_risk: -47,
    their_risk: -7,
    their_most: -16,
    tempo: 27,
};
/// Between teams: squares, by kind.
pub(super) const PLACES: Places = Places {
    ranks: [
        [0, -13, 2, -16, -5, -31, 32, -4, 8, 24, 0, 0, 0, 0],
        [-24, -28, -11, -1, -15, -51, -21, 3, -8, 38, 20, 15, 4, 4],
        [-19, 1, 18, -43, -20, -18, -0, -9, 15, -8, -20, -30, 10, -9],
        [-9, -1, -2, -12, -40, -49, -11, -2, 13, -6, 20, -31, -16, 22],
        [-5, -13, 35, -4, -52, 11, -73, -28, -0, -40, 26, -12, -10, 3],
        [-0, -5, -4, -3, 0, 2, 2, 5, 0, 0, 0, 0, 0, 0],
    ],
    files: [
        [-8, 47, -26, -1, -16, -31, 29],
        [-33, 16, 3, 7, -12, -22, -30],
        [-27, -0, -42, -16, -9, -23, -14],
        [27, 10, -46, -55, -30, -26, -3],
        [10, 1, 20, -57, -26, -40, -69],
        [0, -5, -3, 0, 1, -1, 7],
    ],
};
