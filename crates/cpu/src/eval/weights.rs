//! What the features of a position count for, in hundredths of a point.
//!
//! Those of team games are fitted by `vierschach tune` to 1400 games of 1000 nodes a move (docs/CLI.md).
//! Against the weights set by hand they took 0.635 ± 0.076 in 155 games of 5000 nodes a move (+97 ± 57
//! Elo). Those of point games are fitted to 1958 games of 1000 nodes; such weights took 0.589 ± 0.042 of two
//! seats against two in 78 games of 5000 nodes a move from those set by hand before.

use super::places::{Board, Places};
use crate::score::Score;

/// Attacks around a king beyond this many cost no more.
pub(super) const MOST_PRESSURE: usize = 20;

/// Squares that a king sees beyond this many cost no more.
pub(super) const MOST_SIGHT: usize = 16;

/// One way to judge armies.
#[derive(Clone, Copy, Debug)]
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
}

/// What counts between teams besides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duel {
    /// In percent: what the side to move can lose, but for the dearest piece.
    pub(super) own_risk: Score,
    /// In percent: what the other side can lose, and the dearest piece of it once more.
    pub(super) their_risk: Score,
    /// See `their_risk`.
    pub(super) their_most: Score,
    /// The right to move.
    pub(super) tempo: Score,
}

/// What counts besides where everybody plays for points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    /// By how many others move before the army's owner does.
    pub(super) turns: [Turn; 4],
    /// An attack on a square around a rival's king.
    pub(super) siege: Score,
    /// Being in the game.
    pub(super) life: Score,
    /// In percent: this army's share of what the rivals' kings will bring.
    pub(super) kings: Score,
    /// In percent: its share of what the rivals' men will bring.
    pub(super) men: Score,
    /// How much a hundredth of a point says, in ten thousandths: at the start, more for each part of
    /// all armies that is gone, and more again with three and with two players left.
    pub(super) odds: [f32; 4],
}

/// What counts for an army while so many others move before its owner does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// Having the turn so soon.
    pub(super) tempo: Score,
    /// An attack of theirs on a square around the king.
    pub(super) storm: Score,
    /// In percent: what they could win by taking its pieces, all together, and on one piece.
    pub(super) near: [Score; 2],
    /// The same of those who move later.
    pub(super) far: [Score; 2],
    /// A check.
    pub(super) check: Score,
}

/// Where points count: pieces on their squares, laid out.
pub(super) static POINTS_BOARD: Board = Board::new(&POINTS_PLACES, &POINTS_WORTH);

/// Where points count: pieces by [`vierschach_engine::Kind::index`], beyond their share of the harvest.
pub(super) const POINTS_WORTH: [i16; 6] = [63, 12, -44, -18, 87, -50];
/// Where points count: all armies alike.
pub(super) static POINTS: Weights = Weights {
    reach: [-37, 1, -1, 1, 5, -87],
    runner: 145,
    shelter: -15,
    stray: 84,
    pressure: [
        121, 55, -12, -68, -96, -84, -78, -85, -104, -123, -156, -181, -215, -253, -294, -337,
        -384, -384, -384, -384, -384,
    ],
    sight: [
        16, 26, 52, 30, 17, 25, -8, -1, -16, -10, -34, -26, -36, -36, -26, -22, -3,
    ],
    guard: 14,
};
/// Where points count: everything else.
pub(super) const RACE: Race = Race {
    turns: [
        Turn {
            tempo: -22,
            storm: 0,
            near: [0, 0],
            far: [-76, 53],
            check: 0,
        },
        Turn {
            tempo: -13,
            storm: -26,
            near: [-29, -17],
            far: [-49, 25],
            check: -93,
        },
        Turn {
            tempo: -15,
            storm: -20,
            near: [-58, -39],
            far: [-29, 4],
            check: -54,
        },
        Turn {
            tempo: 1,
            storm: -50,
            near: [-64, -20],
            far: [-8, 0],
            check: 0,
        },
    ],
    siege: 2,
    life: -50,
    kings: 151,
    men: 50,
    odds: [6.53, 0.69, 1.53, 11.42],
};
/// Where points count: squares, by kind.
pub(super) const POINTS_PLACES: Places = Places {
    ranks: [
        [0, 10, 52, 3, -22, -6, 25, 0, 0, 0, 0, 0, 0, 0],
        [2, 31, 40, -13, 1, -17, -19, 1, -10, -6, -1, -1, -1, 0],
        [-33, 16, -7, -9, 6, -1, 10, -1, 9, -16, -12, -11, 3, 0],
        [-2, 2, -20, 22, 15, 14, 2, -12, -9, -7, -7, 2, -9, -14],
        [48, 40, 36, 11, -3, 8, 3, 28, -15, -27, -15, -3, -12, -14],
        [-81, 5, 11, 3, 4, 0, 4, 0, 0, 0, 5, 0, 0, 0],
    ],
    files: [
        [-2, -10, -13, -55, 74, 7, 61],
        [-12, -44, 0, -26, -8, 43, 44],
        [-32, 13, -18, -26, -3, 5, 12],
        [-8, 4, -7, 6, -8, -25, 23],
        [9, 14, 12, 1, 3, 10, 32],
        [4, 6, 3, -13, 15, -3, -51],
    ],
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
};
/// Between teams: risks and the turn.
pub(super) static DUEL: Duel = Duel {
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
