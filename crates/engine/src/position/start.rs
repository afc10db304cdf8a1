//! Setting up positions.

use super::{Checks, NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::piece::Code;
use crate::tables::WALLS;
use crate::{Color, Piece, Rules, Square, Status, zobrist};

impl Position {
    /// An empty board, everybody in, nobody with rights.
    pub(crate) fn empty(turn: Color) -> Position {
        Position {
            board: [Code::EMPTY; 256],
            lines: WALLS,
            occupied: Bitboard::EMPTY,
            colors: [Bitboard::EMPTY; 4],
            pawns: Bitboard::EMPTY,
            knights: Bitboard::EMPTY,
            diagonal: Bitboard::EMPTY,
            orthogonal: Bitboard::EMPTY,
            kings: Bitboard::EMPTY,
            counts: [[0; 8]; 4],
            checks: Checks::NONE,
            hash: zobrist::turn(turn.index()),
            points: [0; 4],
            tally: [0; 4],
            ply: 0,
            result: None,
            clock: 0,
            king: [NOWHERE; 4],
            en_passant: [(NOWHERE, NOWHERE); 4],
            castling: 0,
            walker: None,
            status: [Status::In; 4],
            turn,
            first: turn,
        }
    }

    /// The start of a game, decisions of the first turn made.
    pub fn start(rules: &Rules, first: Color) -> Position {
        let mut position = Position::unsettled_start(rules, first);
        position.begin_unobserved(rules);
        position
    }

    /// The pieces of the start, no decision made.
    pub(crate) fn unsettled_start(rules: &Rules, first: Color) -> Position {
        let mut position = Position::empty(first);
        for color in Color::ALL {
            for (square, kind) in rules.setup.army(rules.side(color)) {
                position.place(square.index() as u8, Piece::new(color, kind));
            }
        }
        position.set_castling(u8::MAX);
        position
    }

    /// Puts a piece on an empty square while a position is being set up.
    pub(crate) fn place(&mut self, square: u8, piece: Piece) {
        let code = Code::new(piece);
        self.put(square, code);
        if code.is_king() && !code.is_grey() {
            self.king[piece.color.index()] = square;
        }
    }

    pub(crate) fn set_castling(&mut self, rights: u8) {
        self.drop_castling(u8::MAX);
        self.castling = rights;
        self.hash ^= zobrist::castling(rights);
    }

    /// Points, clock and statuses while a position is being set up.
    pub(crate) fn set_scores(&mut self, points: [i32; 4], clock: u16, status: [Status; 4]) {
        self.points = points;
        self.clock = clock;
        self.status = status;
    }

    /// Opens an en-passant square while a position is being set up.
    pub(crate) fn set_en_passant(&mut self, color: Color, passed: Square, pawn: Square) {
        self.open_en_passant(color, passed.index() as u8, pawn.index() as u8);
    }
}
