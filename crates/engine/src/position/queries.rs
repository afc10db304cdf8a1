//! What searches, sessions and notations ask a position.

use super::generate::Order;
use super::sink::{Count, Seek, Sink};
use super::{NOWHERE, Position};
use crate::tables::KING;
use crate::{Color, GameResult, Kind, Move, MoveList, Piece, Rules, Square, Status};

impl Position {
    /// Who is to move; none when the game is over.
    #[inline]
    pub fn turn(&self) -> Option<Color> {
        self.result.is_none().then_some(self.turn)
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.code(square.index() as u8).piece()
    }

    /// Appends the legal moves of the player to move; none when the game is over.
    #[inline]
    pub fn legal_moves(&self, rules: &Rules, list: &mut MoveList) {
        if self.result.is_none() {
            self.generate(self.order(rules, false), list);
        }
    }

    /// Appends the legal moves that capture something, grey pieces too, or promote.
    #[inline]
    pub fn captures(&self, rules: &Rules, list: &mut MoveList) {
        if self.result.is_none() {
            self.generate(self.order(rules, true), list);
        }
    }

    /// Number of legal moves of the player to move, without listing them.
    #[inline]
    pub fn count_moves(&self, rules: &Rules) -> u64 {
        let mut count = Count::default();
        if self.result.is_none() {
            self.generate(self.order(rules, false), &mut count);
        }
        count.0
    }

    #[inline(always)]
    fn order<'a>(&'a self, rules: &'a Rules, captures_only: bool) -> Order<'a> {
        Order {
            rules,
            color: self.turn,
            checks: &self.checks,
            on_turn: true,
            captures_only,
        }
    }

    /// Whether a move is among the legal ones.
    #[inline]
    pub fn is_legal(&self, rules: &Rules, mv: Move) -> bool {
        let mut seek = Seek::new(mv);
        if self.result.is_none() {
            self.generate(self.order(rules, false), &mut seek);
        }
        seek.is_done()
    }

    /// How many living pieces of a kind a colour has.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> u8 {
        self.counts[color.index()][kind.index()]
    }

    /// Zobrist key of pieces, castling rights, open en-passant squares and the player to move.
    /// Points, clock and history are not part of it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Points that count, in turn order.
    #[inline]
    pub fn points(&self) -> [i32; 4] {
        self.points
    }

    /// What wandering armies earned since they left, in turn order.
    #[inline]
    pub fn tally(&self) -> [i32; 4] {
        self.tally
    }

    /// How each player stands, in turn order.
    #[inline]
    pub fn status(&self) -> [Status; 4] {
        self.status
    }

    /// The result when the game is over.
    #[inline]
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// Plies since the last capture, pawn move or elimination.
    #[inline]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// Moves of all players since the start position.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The game's first player, who matters for ties.
    #[inline]
    pub fn first(&self) -> Color {
        self.first
    }

    /// A colour's living king.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = self.king[color.index()];
        (king != NOWHERE).then(|| Square::raw(king))
    }

    /// The living pieces of a colour with their squares.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        self.colors[color.index()].into_iter().filter_map(|square| {
            let square = Square::raw(square);
            Some((square, self.piece_at(square)?))
        })
    }

    /// The sum of what a colour's living pieces are worth by [`Kind::index`] and [`Square::index`].
    #[inline]
    pub fn worth(&self, color: Color, table: &[[i16; 256]; 6]) -> i32 {
        let squares = self.colors[color.index()].into_iter();
        squares
            .map(|square| {
                let kind = self.code(square).kind_index();
                table
                    .get(kind)
                    .map_or(0, |row| i32::from(row[square as usize]))
            })
            .sum()
    }

    /// How many living pieces of a colour stand right beside a square.
    #[inline]
    pub fn company(&self, square: Square, color: Color) -> u32 {
        (KING[square.index()] & self.colors[color.index()]).count()
    }

    /// Whether a colour's king is attacked by a living enemy.
    #[inline]
    pub fn in_check(&self, rules: &Rules, color: Color) -> bool {
        !self.checkers_of(rules, color).is_empty()
    }

    /// Whether the player to move stands in a check that the move must end. Known without a look at
    /// the board; a king that may be left in check does not count.
    #[inline]
    pub fn must_escape(&self) -> bool {
        self.checks.count > 0
    }

    /// The squares of the living enemies that attack a colour's king.
    pub fn checkers(&self, rules: &Rules, color: Color) -> impl Iterator<Item = Square> + use<> {
        self.checkers_of(rules, color).into_iter().map(Square::raw)
    }

    /// The squares of the living pieces of `by` that attack `square`, pins ignored.
    pub fn attackers(
        &self,
        rules: &Rules,
        square: Square,
        by: Color,
    ) -> impl Iterator<Item = Square> + use<> {
        let by = self.colors[by.index()];
        self.attackers_among(rules, square.index() as u8, by)
            .into_iter()
            .map(Square::raw)
    }

    /// Whether a living piece of `by` attacks `square`, pins ignored.
    #[inline]
    pub fn is_attacked(&self, rules: &Rules, square: Square, by: Color) -> bool {
        let by = self.colors[by.index()];
        !self
            .attackers_among(rules, square.index() as u8, by)
            .is_empty()
    }

    /// The square a colour's double step passed over and its pawn's, while it may be taken there.
    pub fn en_passant(&self, color: Color) -> Option<(Square, Square)> {
        let (passed, pawn) = self.en_passant[color.index()];
        (passed != NOWHERE).then(|| (Square::raw(passed), Square::raw(pawn)))
    }

    /// Whose turn it is, or would be if the game were not over.
    pub(crate) fn next_to_move(&self) -> Color {
        self.turn
    }

    /// Whether a king that can't be captured is attacked by the player to move.
    pub(crate) fn royal_king_attacked_by_mover(&self, rules: &Rules, owner: Color) -> bool {
        let king = self.king[owner.index()];
        self.is_royal(rules, owner)
            && !self
                .attackers_among(rules, king, self.colors[self.turn.index()])
                .is_empty()
    }
}
