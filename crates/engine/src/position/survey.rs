//! A look at the whole board at once, for evaluation: how far every living piece reaches, whom it
//! attacks, and how many squares around each king.

use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::piece::Code;
use crate::tables::{FORWARD, LINES, ON_LINES, STEP};
use crate::{Color, Kind, Piece, Rules, Square};

const KNIGHT_STEPS: [i16; 8] = [33, 18, -14, -31, -33, -18, 14, 31];
const KING_STEPS: [i16; 8] = [16, 17, 1, -15, -16, -17, -1, 15];

/// What a survey tells about, piece by piece.
pub trait Surveyor {
    /// A living piece and the number of squares it attacks on which no friend stands.
    fn piece(&mut self, square: Square, piece: Piece, reach: u8);

    /// A piece of this kind attacks a living piece, or guards a friend.
    fn attack(&mut self, kind: Kind, target: Square, friend: bool);
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
}

impl Zones {
    #[inline]
    fn of(position: &Position) -> Zones {
        let mut zones = Zones {
            kings: [0; 256],
            lines: [0; LINES],
        };
        for (color, king) in position.king.into_iter().enumerate() {
            if king == NOWHERE {
                continue;
            }
            for step in [0].into_iter().chain(KING_STEPS) {
                let square = (i16::from(king) + step) as u8;
                if !Bitboard::BOARD.has(square) {
                    continue;
                }
                zones.kings[square as usize] |= 1 << color;
                let on = &ON_LINES[square as usize];
                for direction in 0..4 {
                    zones.lines[on.line[direction] as usize] |= 1 << on.bit[direction];
                }
            }
        }
        zones
    }
}

/// A survey under way.
struct Survey<'a, S> {
    position: &'a Position,
    friends: [u8; 4],
    zones: Zones,
    pressure: [u32; 4],
    surveyor: &'a mut S,
}

impl Position {
    /// Tells of every living piece, its reach and its attacks, pins ignored.
    #[inline]
    pub fn survey(&self, rules: &Rules, surveyor: &mut impl Surveyor) -> Pressure {
        let friends = Color::ALL.map(|color| {
            let friend = |other: &Color| !rules.enemies(color, *other);
            let set = Color::ALL.into_iter().filter(friend);
            set.fold(0, |set, other| set | 1 << other.index())
        });
        let mut survey = Survey {
            position: self,
            friends,
            zones: Zones::of(self),
            pressure: [0; 4],
            surveyor,
        };
        for color in Color::ALL {
            for square in self.colors[color.index()] {
                let Some(piece) = self.code(square).piece() else {
                    continue;
                };
                if piece.grey {
                    continue;
                }
                let reach = survey.reach(rules, square, piece);
                survey.surveyor.piece(Square::raw(square), piece, reach);
            }
        }
        Pressure(survey.pressure)
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
            Kind::Knight => self.hops(square, piece, &KNIGHT_STEPS),
            Kind::King => self.hops(square, piece, &KING_STEPS),
            Kind::Bishop => self.line(square, piece, 2) + self.line(square, piece, 3),
            Kind::Rook => self.line(square, piece, 0) + self.line(square, piece, 1),
            Kind::Queen => (0..4)
                .map(|direction| self.line(square, piece, direction))
                .sum(),
        }
    }

    #[inline(always)]
    fn hops(&mut self, square: u8, piece: Piece, steps: &[i16]) -> u8 {
        let mut reach = 0;
        for step in steps {
            let target = (i16::from(square) + step) as u8;
            let on_board = Bitboard::BOARD.has(target);
            if on_board {
                self.press(piece.color, target);
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
            self.press(piece.color, at(near.trailing_zeros()));
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
        let friend = self.friends[piece.color.index()] >> code.color().index() & 1;
        self.surveyor
            .attack(piece.kind, Square::raw(target), friend == 1);
        1 - friend
    }

    #[inline(always)]
    fn press(&mut self, by: Color, target: u8) {
        let kings = self.zones.kings[target as usize];
        self.pressure[by.index()] += LANES[usize::from(kings)];
    }
}
