//! A position: the board and everything that decides what may be played.
//! Skeleton while the rules are being filled in.

use crate::{Color, GameResult, Move, MoveList, Piece, Rules, Square, Status};

/// A position. `Copy`, below a kilobyte, nothing on the heap.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    turn: Color,
}

impl Position {
    /// The start of a game.
    pub fn start(_rules: &Rules, first: Color) -> Position {
        Position { turn: first }
    }
    /// Who is to move; none when the game is over.
    pub fn turn(&self) -> Option<Color> {
        Some(self.turn)
    }
    /// What stands on a square.
    pub fn piece_at(&self, _square: Square) -> Option<Piece> {
        todo!()
    }
    /// Appends the legal moves of the player to move; none when the game is over.
    pub fn legal_moves(&self, _rules: &Rules, _list: &mut MoveList) {
        todo!()
    }
    /// Appends those legal moves that capture a living or grey piece (en passant included) or promote.
    pub fn captures(&self, _rules: &Rules, _list: &mut MoveList) {
        todo!()
    }
    /// The position after a legal move, with eliminations, mates, points, passes and the game's end
    /// decided; only repetition is the caller's ([`Game`](crate::Game) knows the history).
    pub fn make(&self, _rules: &Rules, _mv: Move) -> Position {
        todo!()
    }
    /// Zobrist key, incremental.
    pub fn hash(&self) -> u64 {
        todo!()
    }
    /// Points that count, in turn order.
    pub fn points(&self) -> [i32; 4] {
        todo!()
    }
    /// How each player stands, in turn order.
    pub fn status(&self) -> [Status; 4] {
        todo!()
    }
    /// The result when the game is over.
    pub fn result(&self) -> Option<&GameResult> {
        todo!()
    }
    /// Whether a colour's king is attacked by a living enemy.
    pub fn in_check(&self, _rules: &Rules, _color: Color) -> bool {
        todo!()
    }
    /// The squares of living pieces of `by` that attack `square`.
    pub fn attackers(
        &self,
        _rules: &Rules,
        _square: Square,
        _by: Color,
    ) -> impl Iterator<Item = Square> {
        std::iter::empty()
    }
    /// Whether a living piece of `by` attacks `square`.
    pub fn is_attacked(&self, _rules: &Rules, _square: Square, _by: Color) -> bool {
        todo!()
    }
    /// A colour's king, living.
    pub fn king(&self, _color: Color) -> Option<Square> {
        todo!()
    }
    /// The living pieces of a colour with their squares.
    pub fn pieces(&self, _color: Color) -> impl Iterator<Item = (Square, Piece)> {
        std::iter::empty()
    }
    /// Plies since the last capture, pawn move or elimination.
    pub fn clock(&self) -> u16 {
        todo!()
    }
}
