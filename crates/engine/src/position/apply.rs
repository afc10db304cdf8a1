//! Making a move: the board first, then what the rules make of it.

use super::castling::Castling;
use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::piece::Code;
use crate::tables::CORNERS;
use crate::{
    AwardReason, Color, EndReason, Kind, KingCapture, MateTest, Move, Piece, Points, Rules, Square,
    Status,
};

/// Watches a move being made. The history of positions is the observer's too.
pub(crate) trait Observer {
    /// The position counts for repetition. True when it stands for the third time.
    fn position(&mut self, _key: u64) -> bool {
        false
    }

    /// A player scored, or a wandering army's tally did.
    fn award(
        &mut self,
        _color: Color,
        _points: i32,
        _reason: AwardReason,
        _square: Option<Square>,
    ) {
    }

    /// A player's status changed.
    fn status(&mut self, _color: Color, _status: Status) {}

    /// A piece was captured.
    fn capture(&mut self, _square: Square, _piece: Piece) {}

    /// A living opponent was given check.
    fn check(&mut self, _color: Color) {}

    /// Whether `check` is wanted although it scores nothing.
    fn wants_checks(&self) -> bool {
        false
    }
}

/// Watches nothing and remembers nothing.
pub(crate) struct NoObserver;

impl Observer for NoObserver {}

impl Position {
    /// The position after a legal move, with everything decided but repetition.
    #[inline]
    pub fn make(&self, rules: &Rules, mv: Move) -> Position {
        self.make_observed(rules, mv, &mut NoObserver)
    }

    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn make_observed<O: Observer>(
        &self,
        rules: &Rules,
        mv: Move,
        observer: &mut O,
    ) -> Position {
        let mut after = *self;
        let moved_rook = after.move_pieces(rules, mv, observer);
        if after.result.is_none() {
            after.score_checks(rules, self, mv.to.index() as u8, moved_rook, observer);
            if rules.mate == MateTest::AtOnce {
                after.test_mates(rules, observer);
            }
            after.settle(rules, observer);
        }
        after
    }

    /// Moves the pieces and settles captures. Returns where a castling rook went.
    #[inline(always)]
    fn move_pieces<O: Observer>(&mut self, rules: &Rules, mv: Move, observer: &mut O) -> u8 {
        let (from, to) = (mv.from.index() as u8, mv.to.index() as u8);
        let mover = self.turn;
        let side = rules.side(mover);
        let mut rook_to = NOWHERE;
        let mut fallen_king = None;
        self.ply += 1;
        self.clock += 1;
        let code = self.code(from);
        if !self.code(to).is_empty() {
            fallen_king = self.capture(rules, to, observer);
        }
        self.take(from);
        if code.is_pawn() {
            self.clock = 0;
            if self.en_passant != [(NOWHERE, NOWHERE); 4] {
                self.take_en_passant(rules, from, to, observer);
            }
            if rules.en_passant
                && let Some(passed) = Position::passed_over(side, from, to)
            {
                self.open_en_passant(mover, passed, to);
            }
        }
        self.put(to, mv.promotion.map_or(code, |kind| code.promoted_to(kind)));
        if code.is_king() {
            if let Some(castling) = Castling::of_move(side, from, to) {
                let rook = self.take(castling.rook_from);
                self.put(castling.rook_to, rook);
                rook_to = castling.rook_to;
            }
            self.king[mover.index()] = to;
            self.drop_castling(3 << (2 * mover.index()));
        }
        if self.castling != 0 && (CORNERS.has(from) || CORNERS.has(to)) {
            let rights = self.right_of_corner(rules, from) | self.right_of_corner(rules, to);
            self.drop_castling(rights);
        }
        self.walker = None;
        if let Some(owner) = fallen_king {
            self.king_fell(rules, owner, observer);
        }
        rook_to
    }

    /// A pawn's diagonal step onto a square passed over takes the pawn that passed.
    #[cold]
    fn take_en_passant<O: Observer>(&mut self, rules: &Rules, from: u8, to: u8, observer: &mut O) {
        if from.abs_diff(to) == 1 || from.abs_diff(to).is_multiple_of(16) {
            return; // a step forward
        }
        let mover = self.turn;
        for other in Color::ALL
            .into_iter()
            .filter(|other| rules.enemies(mover, *other))
        {
            let (passed, pawn) = self.en_passant[other.index()];
            if passed == to && passed != NOWHERE {
                self.capture(rules, pawn, observer);
            }
        }
    }

    /// Takes the piece on `square` for the mover. Returns the owner of a king that takes part.
    #[inline]
    fn capture<O: Observer>(
        &mut self,
        rules: &Rules,
        square: u8,
        observer: &mut O,
    ) -> Option<Color> {
        let code = self.take(square);
        let owner = code.color();
        self.clock = 0;
        if let Some(piece) = code.piece() {
            observer.capture(Square::raw(square), piece);
        }
        if code.is_grey() {
            return None;
        }
        let index = owner.index();
        if self.en_passant[index].1 == square {
            self.close_en_passant(owner);
        }
        if let Some(points) = &rules.points {
            let value = if self.status[index] == Status::Wandering && !code.is_king() {
                0
            } else {
                points.capture(code)
            };
            let reason = if code.is_king() {
                AwardReason::KingCapture
            } else {
                AwardReason::Capture
            };
            self.score(self.turn, value, reason, square, observer);
        }
        code.is_king().then(|| {
            self.king[index] = NOWHERE;
            owner
        })
    }

    /// What the capture of a king does (docs/RULES.md sections 3 and 5).
    fn king_fell<O: Observer>(&mut self, rules: &Rules, owner: Color, observer: &mut O) {
        if !self.status[owner.index()].moves() {
            // A king left standing by a player who is out.
            self.set_status(owner, Status::Captured, observer);
            return;
        }
        match rules.king_capture {
            KingCapture::Eliminates => self.eliminate(owner, Status::Captured, observer),
            KingCapture::Wins => {
                self.set_status(owner, Status::Captured, observer);
                self.team_loses(owner, EndReason::KingCaptured);
            }
            KingCapture::FirstOfTeam => {
                self.set_status(owner, Status::Kingless, observer);
                self.drop_castling(3 << (2 * owner.index()));
            }
        }
    }

    /// Gives points: to a player, or to the tally of a wandering army. A walking king earns nothing.
    pub(super) fn score<O: Observer>(
        &mut self,
        color: Color,
        points: i32,
        reason: AwardReason,
        square: u8,
        observer: &mut O,
    ) {
        let index = color.index();
        if points == 0 || self.status[index] == Status::Walking {
            return;
        }
        match self.status[index] {
            Status::Wandering => self.tally[index] += points,
            _ => self.points[index] += points,
        }
        let square = (square != NOWHERE).then(|| Square::raw(square));
        observer.award(color, points, reason, square);
    }

    pub(super) fn set_status<O: Observer>(
        &mut self,
        color: Color,
        status: Status,
        observer: &mut O,
    ) {
        self.status[color.index()] = status;
        observer.status(color, status);
    }

    /// Checks given by the move, and the bonus for more than one (docs/RULES.md section 7).
    #[inline(always)]
    fn score_checks<O: Observer>(
        &mut self,
        rules: &Rules,
        before: &Position,
        to: u8,
        rook_to: u8,
        observer: &mut O,
    ) {
        if rules.points.is_none() && !observer.wants_checks() {
            return;
        }
        let mover = self.turn;
        let mut checked = 0;
        for owner in Color::ALL
            .into_iter()
            .filter(|owner| rules.enemies(mover, *owner))
        {
            let king = self.king[owner.index()];
            let checkers = self.checkers_of(rules, owner);
            if checkers.is_empty() {
                continue;
            }
            let fresh = checkers.has(to) || checkers.has(rook_to) || {
                let attackers =
                    before.attackers_among(rules, king, before.enemies_of(rules, owner));
                !(checkers & !attackers).is_empty()
            };
            if fresh {
                observer.check(owner);
                checked += u32::from(self.status[owner.index()] != Status::Walking);
            }
        }
        if checked > 1
            && let Some(points) = &rules.points
        {
            let queen = self.code(to).kind_index() == Kind::Queen.index();
            let bonus = match (checked, queen) {
                (2, false) => points.two_checks,
                (2, true) => points.two_checks_queen,
                (_, false) => points.three_checks,
                (_, true) => points.three_checks_queen,
            };
            self.score(mover, bonus, AwardReason::MultiCheck, NOWHERE, observer);
        }
    }

    /// Eliminates every mated opponent of the mover (docs/RULES.md section 4).
    #[inline(always)]
    fn test_mates<O: Observer>(&mut self, rules: &Rules, observer: &mut O) {
        while let Some(mated) = self.mated_opponent(rules) {
            let king = self.king[mated.index()];
            let points = rules.points.map_or(0, |points| points.checkmate);
            self.score(self.turn, points, AwardReason::Checkmate, king, observer);
            self.eliminate(mated, Status::Mated, observer);
        }
    }

    #[inline(always)]
    fn mated_opponent(&self, rules: &Rules) -> Option<Color> {
        let mover = self.turn.index();
        (1..4)
            .map(|n| Color::from_index(mover + n))
            .find(|&opponent| {
                rules.enemies(self.turn, opponent)
                    && self.status[opponent.index()].moves()
                    && !self.checkers_of(rules, opponent).is_empty()
                    && self.is_mated(rules, opponent)
            })
    }

    /// Turns a player's pieces grey and ends their rights (docs/RULES.md section 5).
    #[cold]
    pub(super) fn eliminate<O: Observer>(
        &mut self,
        color: Color,
        status: Status,
        observer: &mut O,
    ) {
        for square in self.colors[color.index()] {
            self.grey(square);
        }
        self.king[color.index()] = NOWHERE;
        self.end_rights(color);
        self.set_status(color, status, observer);
    }

    /// Ends castling and en passant of a player who is eliminated; the clock starts again.
    pub(super) fn end_rights(&mut self, color: Color) {
        self.drop_castling(3 << (2 * color.index()));
        self.close_en_passant(color);
        self.clock = 0;
    }

    /// The pieces of a colour other than its king.
    pub(super) fn retinue(&self, color: Color) -> Bitboard {
        self.colors[color.index()] & !self.kings
    }
}

impl Points {
    /// What a living piece is worth to its capturer.
    #[inline]
    pub(super) fn capture(&self, code: Code) -> i32 {
        if code.is_promoted() {
            return self.promoted;
        }
        [
            self.pawn,
            self.knight,
            self.bishop,
            self.rook,
            self.queen,
            self.king,
        ][code.kind_index() % 6]
    }
}
