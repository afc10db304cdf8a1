//! From a draft to a game: every class of invalid position is refused here.

use super::{Draft, DraftError};
use crate::position::Position;
use crate::tables::{FORWARD, back_rank};
use crate::{
    Color, Game, Kind, KingCapture, Piece, PromotionRank, Resignation, Rules, Square, Status,
};

/// Largest number of points either way.
const MAX_POINTS: u32 = 1_000_000;
/// Largest number of plies on the clock.
const MAX_CLOCK: u16 = 10_000;

impl Draft {
    /// The game that begins here, by the letter of the draft. Unless the position arose `in_play`,
    /// no king that can't be captured is under attack by the player to move.
    ///
    /// # Errors
    /// Everything that is wrong, at least one thing.
    pub(crate) fn checked(&self, rules: Rules, in_play: bool) -> Result<Game, Vec<DraftError>> {
        let mut problems = Vec::new();
        let status = Color::ALL.map(|color| {
            self.status(&rules, color).unwrap_or_else(|problem| {
                problems.push(problem);
                Status::In
            })
        });
        for (square, piece) in &self.pieces {
            problems.extend(check_piece(&rules, &status, *square, *piece).err());
        }
        if rules.teams {
            self.check_teams(&status, &mut problems);
        }
        if !status[self.turn.index()].moves() {
            problems.push(DraftError::TurnIsOut(self.turn));
        }
        self.check_counts(&mut problems);
        let castling = self.castling(&rules, &status, &mut problems);
        let open = self.open_en_passant(&rules, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut position = Position::empty(self.turn);
        for (square, piece) in &self.pieces {
            position.place(square.index() as u8, *piece);
        }
        position.set_castling(castling);
        position.set_counts(self.points, self.clock, status);
        for (color, passed, pawn) in open {
            position.set_en_passant(color, passed, pawn);
        }
        if !in_play && rules.king_capture == KingCapture::FirstOfTeam {
            let enemies = Color::ALL.into_iter();
            let enemies = enemies.filter(|color| rules.enemies(self.turn, *color));
            let attacked =
                enemies.filter(|color| position.royal_king_attacked_by_mover(&rules, *color));
            problems.extend(attacked.map(DraftError::LastKingAttacked));
        }
        if problems.is_empty() {
            Ok(Game::begin(rules, position))
        } else {
            Err(problems)
        }
    }

    /// A player's status, by who is out, who resigned, and the kings on the board.
    fn status(&self, rules: &Rules, color: Color) -> Result<Status, DraftError> {
        if self.out[color.index()] {
            return Ok(Status::Out);
        }
        let kings = self.living_kings(color);
        if kings > 1 {
            return Err(DraftError::SeveralKings(color));
        }
        let kingless = rules.king_capture == KingCapture::FirstOfTeam;
        if kings == 0 && !kingless {
            return Err(DraftError::NoKing(color));
        }
        match (self.resigned[color.index()], rules.resignation) {
            (false, _) if kings == 0 => Ok(Status::Kingless),
            (false, _) => Ok(Status::In),
            (true, Resignation::Wanders) => Ok(Status::Wandering),
            (true, Resignation::Walks) => Ok(Status::Walking),
            (true, Resignation::Stands) => Ok(Status::Resigned),
            (true, Resignation::Grey | Resignation::TeamLoses) => Err(DraftError::Resigned(color)),
        }
    }

    fn living_kings(&self, color: Color) -> usize {
        let mut pieces = self.pieces.values();
        let is_one = |piece: &&Piece| piece.color == color && !piece.grey;
        pieces
            .by_ref()
            .filter(is_one)
            .filter(|piece| piece.kind == Kind::King)
            .count()
    }

    fn check_teams(&self, status: &[Status; 4], problems: &mut Vec<DraftError>) {
        for one in [Color::Red, Color::Blue] {
            let both = [one, one.partner()];
            if both.iter().all(|color| !status[color.index()].moves()) {
                problems.push(DraftError::TeamOut(one));
            } else if both.iter().all(|color| self.living_kings(*color) == 0) {
                problems.push(DraftError::TeamKingless(one));
            }
        }
    }

    fn check_counts(&self, problems: &mut Vec<DraftError>) {
        for color in Color::ALL {
            if self.points[color.index()].unsigned_abs() > MAX_POINTS {
                problems.push(DraftError::Points(color));
            }
        }
        if self.clock > MAX_CLOCK {
            problems.push(DraftError::Clock(self.clock));
        }
    }

    /// The castling rights, each with king and rook in place.
    fn castling(&self, rules: &Rules, status: &[Status; 4], problems: &mut Vec<DraftError>) -> u8 {
        let mut rights = 0;
        for kingside in [true, false] {
            for color in Color::ALL {
                if !self.castling[color.index()][usize::from(!kingside)] {
                    continue;
                }
                let able = matches!(status[color.index()], Status::In | Status::Wandering);
                match self.castling_corner(rules, color, kingside) {
                    Ok(corner) if able => rights |= Position::castling_right(color, corner == 10),
                    Ok(_) => problems.push(DraftError::CastlingKing { color, kingside }),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        rights
    }

    /// The place of the rook with which a king castles.
    pub(super) fn castling_corner(
        &self,
        rules: &Rules,
        color: Color,
        kingside: bool,
    ) -> Result<u8, DraftError> {
        let side = rules.side(color);
        let stands = |place: u8, kind: Kind| {
            let square = Square::raw(back_rank(side, place));
            self.pieces.get(&square) == Some(&Piece::new(color, kind))
        };
        let place = [6, 7].into_iter().find(|place| stands(*place, Kind::King));
        let place = place.ok_or(DraftError::CastlingKing { color, kingside })?;
        let corner = if (place == 7) == kingside { 10 } else { 3 };
        if stands(corner, Kind::Rook) {
            Ok(corner)
        } else {
            Err(DraftError::CastlingRook { color, kingside })
        }
    }

    /// The open squares; those of the player to move, and all without the rule, are dropped.
    fn open_en_passant(
        &self,
        rules: &Rules,
        problems: &mut Vec<DraftError>,
    ) -> Vec<(Color, Square, Square)> {
        let mut open = Vec::new();
        for color in Color::ALL
            .into_iter()
            .filter(|color| rules.en_passant && *color != self.turn)
        {
            if let Some((passed, pawn)) = self.en_passant[color.index()] {
                match self.check_en_passant(rules, color, passed, pawn) {
                    Ok(()) => open.push((color, passed, pawn)),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        open
    }

    pub(super) fn check_en_passant(
        &self,
        rules: &Rules,
        color: Color,
        passed: Square,
        pawn: Square,
    ) -> Result<(), DraftError> {
        let side = rules.side(color);
        let forward = FORWARD[side.index()];
        let step = pawn.index() as i16 - passed.index() as i16;
        if passed.rank_for(side) != 2 || step != forward {
            return Err(DraftError::NoDoubleStep {
                color,
                passed,
                pawn,
            });
        }
        if self.pieces.get(&pawn) == Some(&Piece::new(color, Kind::Pawn)) {
            Ok(())
        } else {
            Err(DraftError::NoPassedPawn { color, pawn })
        }
    }
}

fn check_piece(
    rules: &Rules,
    status: &[Status; 4],
    square: Square,
    piece: Piece,
) -> Result<(), DraftError> {
    let color = piece.color;
    match (status[color.index()], piece.grey) {
        (Status::Out, false) => return Err(DraftError::Living { color, square }),
        (Status::In | Status::Wandering | Status::Kingless, true) => {
            return Err(DraftError::Grey { color, square });
        }
        (Status::Walking | Status::Resigned, false) if piece.kind != Kind::King => {
            return Err(DraftError::Retinue { color, square });
        }
        _ => {}
    }
    let side = rules.side(color);
    let promotes = match rules.promotion.rank {
        PromotionRank::Rank(rank) => square.rank_for(side) + 1 >= rank,
        PromotionRank::End(_) => Position::promotion_squares(rules, side).has(square.index() as u8),
    };
    if piece.kind == Kind::Pawn && promotes {
        return Err(DraftError::Pawn(square));
    }
    Ok(())
}

impl Position {
    /// Points, clock and statuses of a position being set up. A resigned player's king stands still.
    fn set_counts(&mut self, points: [i32; 4], clock: u16, status: [Status; 4]) {
        self.set_scores(points, clock, status);
        for color in Color::ALL
            .into_iter()
            .filter(|c| status[c.index()] == Status::Resigned)
        {
            self.petrify_king(color);
        }
    }
}
