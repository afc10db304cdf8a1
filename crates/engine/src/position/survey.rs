//! A look at the whole board at once, for evaluation: how far every living piece reaches, whom it
//! attacks, and how many squares around each king.

use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::piece::Code;
use crate::tables::{FORWARD, KING, KNIGHT, LINES, ON_LINES, STEP, WALLS};
use crate::{Color, Kind, Piece, Rules, Square};

const KING_STEPS: [i16; 8] = [16, 17, 1, -15, -16, -17, -1, 15];

/// What a survey tells about, piece by piece.
pub trait Surveyor {
    /// A living piece and the number of squares it attacks on which no friend stands.
    fn piece(&mut self, square: Square, piece: Piece, reach: u8);

    /// A piece attacks a living piece, or guards a friend.
    fn attack(&mut self, by: Piece, target: Square, friend: bool);
}

/// Attacks on the squares around the living kings and on the kings' own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressure([u32; 4]);

impl Pressure {
    /// How many times pieces of `by` attack a square around `king`'s king.
    #[inline]
    pub fn on(&self, king: Color, by: Color) -> u8 {
        (self.0[by.index()] >> (8 * king.index())) as u8
    }
}

/// One in a byte for each king of a set.
const LANES: [u32; 16] = {
    let mut lanes = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut king = 0;
        while king < 4 {
            if set >> king & 1 == 1 {
                lanes[set] |= 1 << (8 * king);
            }
            king += 1;
        }
        set += 1;
    }
    lanes
};

/// The squares around the kings.
struct Zones {
    /// By square: the kings beside it, a bit each.
    kings: [u8; 256],
    /// By line: its squares beside any king.
    lines: [u16; LINES],
    /// The squares beside any king.
    all: Bitboard,
}

impl Zones {
    #[inline]
    fn of(position: &Position) -> Zones {
        let mut zones = Zones {
            kings: [0; 256],
            lines: [0; LINES],
            all: Bitboard::EMPTY,
        };
        for (color, king) in position.king.into_iter().enumerate() {
            if king == NOWHERE {
                continue;
            }
            zones.all |= KING[king as usize].with(king);
            let on = &ON_LINES[king as usize];
            for direction in 0..4 {
                // Ranks and files beside the king's hold three of its squares, diagonals fewer the
                // farther they are.
                let (line, bit) = (i16::from(on.line[direction]), on.bit[direction]);
                if direction < 2 {
                    for beside in [-1, 0, 1] {
                        let number = (line + beside) as usize;
                        zones.lines[number] |= 7 << (bit - 1) & !WALLS[number];
                    }
                } else {
                    let first = if direction == 2 { 32 } else { 64 };
                    for (beside, mask) in DIAGONALS_BESIDE[direction - 2] {
                        let number = (first + ((line - first + beside) & 31)) as usize;
                        zones.lines[number] |= mask << (bit - 1) & !WALLS[number];
                    }
                }
            }
            for step in [0].into_iter().chain(KING_STEPS) {
                let square = (i16::from(king) + step) as u8;
                zones.kings[square as usize] |= 1 << color;
            }
        }
        zones
    }
}

/// A king's squares on the diagonals beside its own, and then on the antidiagonals: how far the
/// line's number is from its own, and the squares as bits from the one before the king's.
///
/// A diagonal's number grows with the row and falls with the column, an antidiagonal's grows with both;
/// bits are columns.
const DIAGONALS_BESIDE: [[(i16, u16); 5]; 2] = [
    [(-2, 0b100), (-1, 0b110), (0, 0b111), (1, 0b011), (2, 0b001)],
    [(-2, 0b001), (-1, 0b011), (0, 0b111), (1, 0b110), (2, 0b100)],
];

/// A survey under way.
struct Survey<'a, S> {
    position: &'a Position,
    /// Living pieces.
    living: Bitboard,
    zones: Zones,
    /// Attacks of the colour being surveyed.
    pressure: u32,
    /// Living pieces of its side, and the colours of its side, a bit each.
    friends: Bitboard,
    friendly: u8,
    surveyor: &'a mut S,
}

impl Position {
    /// Tells of every living piece, its reach and its attacks, pins ignored.
    #[inline]
    pub fn survey(&self, rules: &Rules, surveyor: &mut impl Surveyor) -> Pressure {
        let all = self.colors;
        let mut survey = Survey {
            position: self,
            living: all[0] | all[1] | all[2] | all[3],
            zones: Zones::of(self),
            pressure: 0,
            friends: Bitboard::EMPTY,
            friendly: 0,
            surveyor,
        };
        let mut pressure = [0; 4];
        for color in Color::ALL {
            let friend = |other: &Color| !rules.enemies(color, *other);
            survey.friends = Bitboard::EMPTY;
            survey.friendly = 0;
            for other in Color::ALL.into_iter().filter(friend) {
                survey.friends |= all[other.index()];
                survey.friendly |= 1 << other.index();
            }
            survey.pressure = 0;
            for square in all[color.index()] {
                let Some(piece) = self.code(square).piece() else {
                    continue;
                };
                let reach = survey.reach(rules, square, piece);
                survey.surveyor.piece(Square::raw(square), piece, reach);
            }
            pressure[color.index()] = survey.pressure;
        }
        Pressure(pressure)
    }
}

impl<S: Surveyor> Survey<'_, S> {
    #[inline(always)]
    fn reach(&mut self, rules: &Rules, square: u8, piece: Piece) -> u8 {
        match piece.kind {
            Kind::Pawn => {
                let ahead = FORWARD[rules.side(piece.color).index()];
                let across = if ahead.abs() == 1 { 16 } else { 1 };
                self.hops(square, piece, &[ahead - across, ahead + across])
            }
            Kind::Knight => self.jumps(piece, KNIGHT[square as usize]),
            Kind::King => self.jumps(piece, KING[square as usize]),
            Kind::Bishop => self.line(square, piece, 2) + self.line(square, piece, 3),
            Kind::Rook => self.line(square, piece, 0) + self.line(square, piece, 1),
            Kind::Queen => (0..4)
                .map(|direction| self.line(square, piece, direction))
                .sum(),
        }
    }

    #[inline(always)]
    fn jumps(&mut self, piece: Piece, targets: Bitboard) -> u8 {
        for target in targets & self.zones.all {
            self.press(target);
        }
        for target in targets & self.living {
            let friend = self.friends.has(target);
            self.surveyor.attack(piece, Square::raw(target), friend);
        }
        (targets & !self.friends).count() as u8
    }

    #[inline(always)]
    fn hops(&mut self, square: u8, piece: Piece, steps: &[i16]) -> u8 {
        let mut reach = 0;
        for step in steps {
            let target = (i16::from(square) + step) as u8;
            let on_board = Bitboard::BOARD.has(target);
            if on_board {
                self.press(target);
                reach += self.end(piece, target, 1);
            }
        }
        reach
    }

    /// Both ways along a line.
    #[inline(always)]
    fn line(&mut self, square: u8, piece: Piece, direction: usize) -> u8 {
        let on = &ON_LINES[square as usize];
        let (line, bit) = (on.line[direction] as usize, u32::from(on.bit[direction]));
        let occupied = u32::from(self.position.lines[line]);
        // Walls stand at both ends of every line.
        let high = bit + 1 + (occupied >> (bit + 1)).trailing_zeros();
        let low = (occupied & ((1 << bit) - 1)).checked_ilog2().unwrap_or(0);
        let seen = (2u32 << high).wrapping_sub(1 << low) & !(1 << bit);
        let mut near = seen & u32::from(self.zones.lines[line]);
        let at =
            |other: u32| (i16::from(square) + STEP[direction] * (other as i16 - bit as i16)) as u8;
        while near != 0 {
            self.press(at(near.trailing_zeros()));
            near &= near - 1;
        }
        let between = (high - low - 2) as u8;
        between + self.end(piece, at(high), 0) + self.end(piece, at(low), 0)
    }

    /// The square at which a reach ends: 1 if it counts, as an empty one does by `empty`.
    #[inline(always)]
    fn end(&mut self, piece: Piece, target: u8, empty: u8) -> u8 {
        let code: Code = self.position.code(target);
        if code.is_empty() {
            return empty;
        }
        if code.is_grey() {
            return 1;
        }
        let friend = self.friendly >> code.color().index() & 1;
        self.surveyor
            .attack(piece, Square::raw(target), friend == 1);
        1 - friend
    }

    #[inline(always)]
    fn press(&mut self, target: u8) {
        let kings = self.zones.kings[target as usize];
        self.pressure += LANES[usize::from(kings & 15)];
    }
}
