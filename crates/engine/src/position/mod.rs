//! A position: the board and everything that decides what may be played.

mod apply;
mod attack;
mod castling;
mod check_squares;
mod danger;
mod end;
mod exchange;
mod generate;
mod leave;
mod pass;
mod perft;
mod premove;
mod queries;
mod sink;
mod start;
mod survey;
mod turn;

use crate::bitboard::Bitboard;
use crate::piece::Code;
use crate::tables::{LINES, ON_LINES};
use crate::{Color, GameResult, Status, zobrist};

pub(crate) use apply::{NoObserver, Observer};
pub(crate) use attack::Checks;
pub use check_squares::CheckSquares;
pub use danger::Danger;
pub(crate) use danger::worth;
pub use survey::{Pressure, Surveyor};

/// The square index that stands for none.
pub(crate) const NOWHERE: u8 = 0;

/// A position: board, rights, points and statuses. `Copy`, below a kilobyte, nothing on the heap.
///
/// It always stands at a player's decision or at the game's end: eliminations, passes and
/// mates are resolved by what made it. It has no memory of earlier positions; a
/// [`Game`](crate::Game) adds repetition.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// What stands on each square of the padded grid.
    board: [Code; 256],
    /// Occupied squares and walls of each line, a bit each ([`crate::tables`]).
    lines: [u16; LINES],
    /// Every piece, living or grey.
    occupied: Bitboard,
    /// Living pieces that take part, by colour.
    colors: [Bitboard; 4],
    pawns: Bitboard,
    knights: Bitboard,
    /// Bishops and queens.
    diagonal: Bitboard,
    /// Rooks and queens.
    orthogonal: Bitboard,
    kings: Bitboard,
    /// Living pieces by colour and kind.
    counts: [[u8; 8]; 4],
    /// What gives check to the player to move, and what it pins.
    checks: Checks,
    hash: u64,
    points: [i32; 4],
    tally: [i32; 4],
    /// Moves of all players since the start.
    ply: u32,
    result: Option<GameResult>,
    /// Plies since the last capture, pawn move or elimination.
    clock: u16,
    /// Each colour's living king, or [`NOWHERE`].
    king: [u8; 4],
    /// By owner: the square passed over and the pawn's, or [`NOWHERE`] twice.
    en_passant: [(u8, u8); 4],
    /// Two bits a colour, for the rook at the lower and at the higher end of its back rank.
    castling: u8,
    /// The castling rights that a king which begins to walk in its own turn may still use.
    walker: Option<u8>,
    status: [Status; 4],
    turn: Color,
    first: Color,
}

impl Position {
    #[inline(always)]
    fn code(&self, square: u8) -> Code {
        self.board[square as usize]
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    fn put(&mut self, square: u8, code: Code) {
        self.board[square as usize] = code;
        self.toggle_occupied(square);
        self.hash ^= zobrist::piece(code, square);
        if !code.is_grey() {
            self.toggle_sets(square, code);
        }
    }

    /// Takes the piece off a square.
    #[inline(always)]
    fn take(&mut self, square: u8) -> Code {
        let code = self.code(square);
        self.board[square as usize] = Code::EMPTY;
        self.toggle_occupied(square);
        self.hash ^= zobrist::piece(code, square);
        if self.colors[code.color().index()].has(square) {
            self.toggle_sets(square, code);
        }
        code
    }

    #[inline(always)]
    fn toggle_occupied(&mut self, square: u8) {
        self.occupied.toggle(square);
        let on = &ON_LINES[square as usize];
        for direction in 0..4 {
            self.lines[on.line[direction] as usize] ^= 1 << on.bit[direction];
        }
    }

    #[inline(always)]
    fn toggle_sets(&mut self, square: u8, code: Code) {
        let (color, kind) = (code.color().index(), code.kind_index());
        self.colors[color].toggle(square);
        let count = &mut self.counts[color][kind];
        *count = if self.colors[color].has(square) {
            *count + 1
        } else {
            *count - 1
        };
        match kind {
            0 => self.pawns.toggle(square),
            1 => self.knights.toggle(square),
            2 => self.diagonal.toggle(square),
            3 => self.orthogonal.toggle(square),
            4 => {
                self.diagonal.toggle(square);
                self.orthogonal.toggle(square);
            }
            _ => self.kings.toggle(square),
        }
    }

    /// Turns a living piece grey where it stands.
    fn grey(&mut self, square: u8) {
        let code = self.take(square);
        self.put(square, code.greyed());
    }

    #[inline]
    fn open_en_passant(&mut self, color: Color, passed: u8, pawn: u8) {
        self.en_passant[color.index()] = (passed, pawn);
        self.hash ^= zobrist::en_passant(passed);
    }

    #[inline(always)]
    fn close_en_passant(&mut self, color: Color) {
        let (passed, _) = self.en_passant[color.index()];
        if passed != NOWHERE {
            self.hash ^= zobrist::en_passant(passed);
            self.en_passant[color.index()] = (NOWHERE, NOWHERE);
        }
    }

    #[inline]
    fn drop_castling(&mut self, rights: u8) {
        let lost = self.castling & rights;
        if lost != 0 {
            self.castling ^= lost;
            self.hash ^= zobrist::castling(lost);
        }
    }

    #[inline]
    fn set_turn(&mut self, color: Color) {
        self.hash ^= zobrist::turn(self.turn.index()) ^ zobrist::turn(color.index());
        self.turn = color;
        self.close_en_passant(color);
    }

    /// The key computed from nothing but the position: what the incremental one must equal.
    pub fn full_hash(&self) -> u64 {
        let pieces = self
            .occupied
            .into_iter()
            .map(|square| zobrist::piece(self.code(square), square));
        let open = self
            .en_passant
            .iter()
            .filter(|(passed, _)| *passed != NOWHERE);
        pieces
            .chain(open.map(|(passed, _)| zobrist::en_passant(*passed)))
            .fold(
                zobrist::castling(self.castling) ^ zobrist::turn(self.turn.index()),
                |hash, key| hash ^ key,
            )
    }
}
