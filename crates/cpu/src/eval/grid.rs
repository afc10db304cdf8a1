//! The board once more, laid out for evaluation: who stands where and who attacks whom.

use arrayvec::ArrayVec;
use vierschach_engine::{
    Color, Kind, Piece, Points, Position, Pressure, Rules, Side, Square, Surveyor,
};

use super::values::capture_points;
use crate::score::Score;

/// A living piece and how far it reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    pub(super) square: Square,
    pub(super) color: Color,
    pub(super) kind: Kind,
    /// What taking it scores; 0 for a king, for an army without a player and where no points count.
    pub(super) stake: Score,
    /// Squares it attacks that its own side does not occupy.
    pub(super) reach: u8,
}

/// The living pieces and their attacks on each other.
pub(super) struct Grid<'a> {
    position: &'a Position,
    points: Option<Points>,
    men: ArrayVec<Man, 160>,
    /// The least piece of each enemy that attacks the piece on a square, in a byte for each colour: one
    /// more than its [`Kind::index`], 0 for none.
    least: [u32; 256],
    /// Whether a friend could take back there.
    guarded: [bool; 256],
    /// Attacks around the kings.
    pressure: Pressure,
}

impl Surveyor for Grid<'_> {
    #[inline]
    fn piece(&mut self, square: Square, piece: Piece, reach: u8) {
        let Piece { kind, color, .. } = piece;
        let stake = match &self.points {
            Some(points) if kind != Kind::King && self.position.status()[color.index()].plays() => {
                capture_points(points, piece)
            }
            _ => 0,
        };
        self.men.push(Man {
            square,
            color,
            kind,
            stake,
            reach,
        });
    }

    #[inline]
    fn attack(&mut self, by: Piece, target: Square, friend: bool) {
        if friend {
            self.guarded[target.index()] = true;
            return;
        }
        let least = &mut self.least[target.index()];
        let lane = 8 * by.color.index();
        let kind = by.kind as u32 + 1;
        let known = *least >> lane & 255;
        if known == 0 || known > kind {
            *least ^= (known ^ kind) << lane;
        }
    }
}

impl Grid<'_> {
    /// Lays out a position. A grey king still living is a living piece among grey ones.
    pub(super) fn of<'a>(rules: &Rules, position: &'a Position) -> Grid<'a> {
        let mut grid = Grid {
            position,
            points: rules.points,
            men: ArrayVec::new(),
            least: [0; 256],
            guarded: [false; 256],
            pressure: Pressure::default(),
        };
        grid.pressure = position.survey(rules, &mut grid);
        grid
    }

    /// All living pieces.
    pub(super) fn men(&self) -> &[Man] {
        &self.men
    }

    /// What stands `step` away from a square; none off the board.
    #[inline]
    fn beside(&self, square: Square, step: isize) -> Option<Option<Piece>> {
        let index = square.index().wrapping_add_signed(step) & 255;
        Square::from_index(index).map(|square| self.position.piece_at(square))
    }

    /// Whether the square before a pawn is empty.
    #[inline]
    pub(super) fn is_free_before(&self, pawn: &Man, side: Side) -> bool {
        self.beside(pawn.square, forward(side)) == Some(None)
    }

    /// The least of the enemies that attack a living piece, by [`Kind::index`].
    #[inline]
    pub(super) fn least_attacker(&self, man: &Man) -> Option<u8> {
        let least = self.least[man.square.index()].to_le_bytes();
        least.into_iter().filter_map(|one| one.checked_sub(1)).min()
    }

    /// Whether an enemy attacks a living piece.
    #[inline]
    pub(super) fn is_attacked(&self, man: &Man) -> bool {
        self.least[man.square.index()] != 0
    }

    /// The enemies that attack a living piece, each with the least of its attackers by
    /// [`Kind::index`].
    #[inline]
    pub(super) fn attackers(&self, man: &Man) -> impl Iterator<Item = (Color, usize)> {
        let least = self.least[man.square.index()].to_le_bytes();
        let by = Color::ALL.into_iter().zip(least);
        by.filter_map(|(color, one)| Some((color, usize::from(one.checked_sub(1)?))))
    }

    /// Whether a friend of a living piece could take back on its square.
    #[inline]
    pub(super) fn is_guarded(&self, man: &Man) -> bool {
        self.guarded[man.square.index()]
    }

    /// Attacks by one colour on a king's square and the squares around it.
    #[inline]
    pub(super) fn pressure(&self, king: Color, by: Color) -> i32 {
        i32::from(self.pressure.on(king, by))
    }
}

/// Where pawns of a side go.
fn forward(side: Side) -> isize {
    match side {
        Side::South => 16,
        Side::West => 1,
        Side::North => -16,
        Side::East => -1,
    }
}
