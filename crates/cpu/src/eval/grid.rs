//! The board once more, laid out for evaluation: who stands where and who attacks what.

use arrayvec::ArrayVec;
use vierschach_engine::{Color, Kind, Piece, Position, Rules, Side, Square};

/// Steps on the padded 16 × 16 grid of [`Square::index`].
const STRAIGHT: [isize; 4] = [16, 1, -16, -1];
const DIAGONAL: [isize; 4] = [17, -15, -17, 15];
const AROUND: [isize; 8] = [16, 17, 1, -15, -16, -17, -1, 15];
const KNIGHT: [isize; 8] = [33, 18, -14, -31, -33, -18, 14, 31];

/// What a cell of the grid holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// No square of the board.
    Edge,
    /// An empty square.
    Empty,
    /// A grey piece.
    Grey,
    /// A living piece of this colour.
    Living(Color),
}

/// Attackers of one square by one colour.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attack {
    /// How many.
    pub(super) count: u8,
    /// The least of them, by [`Kind::index`]; only meant when there is one.
    pub(super) least: u8,
}

/// A living piece and how far it reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    pub(super) square: Square,
    pub(super) color: Color,
    pub(super) kind: Kind,
    /// Squares it attacks that its own side does not occupy.
    pub(super) reach: u8,
}

/// The living pieces and their attacks.
pub(super) struct Grid {
    cells: [Cell; 256],
    attacks: [[Attack; 256]; 4],
    men: ArrayVec<Man, 160>,
}

const BOARD: [Cell; 256] = {
    let mut cells = [Cell::Edge; 256];
    let mut index = 0;
    while index < 256 {
        if Square::from_index(index).is_some() {
            cells[index] = Cell::Empty;
        }
        index += 1;
    }
    cells
};

/// The squares of the board, laid out at compile time because every evaluation walks them.
const SQUARES: [Square; 160] = {
    let Some(d1) = Square::new(3, 0) else {
        panic!("d1 is on the board")
    };
    let mut squares = [d1; 160];
    let (mut index, mut count) = (0, 0);
    while index < 256 {
        if let Some(square) = Square::from_index(index) {
            squares[count] = square;
            count += 1;
        }
        index += 1;
    }
    squares
};

impl Grid {
    /// Lays out a position. A grey king still living is a living piece among grey ones.
    pub(super) fn of(rules: &Rules, position: &Position) -> Grid {
        let mut grid = Grid {
            cells: BOARD,
            attacks: [[Attack::default(); 256]; 4],
            men: ArrayVec::new(),
        };
        for square in SQUARES {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            if piece.grey {
                grid.cells[square.index()] = Cell::Grey;
                continue;
            }
            let Piece { kind, color, .. } = piece;
            grid.cells[square.index()] = Cell::Living(color);
            grid.men.push(Man {
                square,
                color,
                kind,
                reach: 0,
            });
        }
        for index in 0..grid.men.len() {
            grid.men[index].reach = grid.spread(rules, grid.men[index]);
        }
        grid
    }

    /// All living pieces.
    pub(super) fn men(&self) -> &[Man] {
        &self.men
    }

    /// What stands on the cell `step` away from a square.
    #[inline]
    pub(super) fn beside(&self, square: Square, step: isize) -> Cell {
        self.cells[neighbour(square.index(), step)]
    }

    /// The attackers of a square by one colour.
    #[inline]
    pub(super) fn attack(&self, square: Square, by: Color) -> Attack {
        self.attacks[by.index()][square.index()]
    }

    /// Attacks by one colour on a king's square and the squares around it.
    pub(super) fn pressure(&self, king: Square, by: Color) -> i32 {
        let map = &self.attacks[by.index()];
        let around = AROUND
            .iter()
            .map(|step| i32::from(map[neighbour(king.index(), *step)].count));
        around.sum::<i32>() + i32::from(map[king.index()].count)
    }

    /// How many pieces of `by` stand right beside a square.
    pub(super) fn company(&self, square: Square, by: Color) -> i32 {
        let own = |step: &&isize| self.beside(square, **step) == Cell::Living(by);
        AROUND.iter().filter(own).count() as i32
    }

    /// Marks what a piece attacks; returns on how many squares without a friend.
    fn spread(&mut self, rules: &Rules, man: Man) -> u8 {
        match man.kind {
            Kind::Pawn => {
                let [left, right] = pawn_captures(rules.side(man.color));
                self.hop(rules, man, &[left, right])
            }
            Kind::Knight => self.hop(rules, man, &KNIGHT),
            Kind::King => self.hop(rules, man, &AROUND),
            Kind::Bishop => self.slide(rules, man, &DIAGONAL),
            Kind::Rook => self.slide(rules, man, &STRAIGHT),
            Kind::Queen => self.slide(rules, man, &AROUND),
        }
    }

    fn hop(&mut self, rules: &Rules, man: Man, steps: &[isize]) -> u8 {
        let mut reach = 0;
        for step in steps {
            let target = neighbour(man.square.index(), *step);
            reach += self.mark(rules, man, target);
        }
        reach
    }

    fn slide(&mut self, rules: &Rules, man: Man, steps: &[isize]) -> u8 {
        let mut reach = 0;
        for step in steps {
            let mut target = neighbour(man.square.index(), *step);
            while self.cells[target] == Cell::Empty {
                reach += self.mark(rules, man, target);
                target = neighbour(target, *step);
            }
            reach += self.mark(rules, man, target);
        }
        reach
    }

    #[inline]
    fn mark(&mut self, rules: &Rules, man: Man, target: usize) -> u8 {
        let cell = self.cells[target];
        if cell == Cell::Edge {
            return 0;
        }
        let attack = &mut self.attacks[man.color.index()][target];
        let kind = man.kind as u8;
        attack.least = if attack.count == 0 {
            kind
        } else {
            attack.least.min(kind)
        };
        attack.count += 1;
        match cell {
            Cell::Living(other) if !rules.enemies(man.color, other) => 0,
            _ => 1,
        }
    }
}

/// The cell a step away. The padding keeps every step of a piece on the grid but a knight's
/// from the outermost ranks, which wraps onto padding at the other end.
#[inline]
fn neighbour(index: usize, step: isize) -> usize {
    index.wrapping_add_signed(step) & 255
}

/// Where pawns of a side go.
pub(super) fn forward(side: Side) -> isize {
    match side {
        Side::South => 16,
        Side::West => 1,
        Side::North => -16,
        Side::East => -1,
    }
}

fn pawn_captures(side: Side) -> [isize; 2] {
    match side {
        Side::South => [15, 17],
        Side::West => [17, -15],
        Side::North => [-15, -17],
        Side::East => [-17, 15],
    }
}
