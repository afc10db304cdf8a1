//! From fields to a game: every class of invalid position is refused here.

use super::{Extras, Fields, bad};
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::tables::{FORWARD, back_rank};
use crate::{
    Color, Error, Game, Kind, KingCapture, Piece, PromotionRank, Resignation, Rules, Square, Status,
};

impl Fields {
    /// Checks the fields against each other and the rules. Unless it arose `in_play`, no
    /// king that can't be captured is under attack by the player to move.
    pub(super) fn into_game(mut self, rules: Rules, in_play: bool) -> Result<Game, Error> {
        self.mark_promoted()?;
        let mut status = [Status::In; 4];
        for color in Color::ALL {
            status[color.index()] = self.status(&rules, color)?;
        }
        let mut position = Position::empty(self.turn);
        for square in Square::all() {
            if let Some(piece) = self.board[square.index()] {
                self.check_piece(&rules, &status, square, piece)?;
                position.place(square.index() as u8, piece);
            }
        }
        self.check_teams(&rules, &status)?;
        if !status[self.turn.index()].moves() {
            return bad("turn", format!("{} is out", self.turn));
        }
        let castling = self.castling(&rules, &status)?;
        position.set_castling(castling);
        position.set_counts(self.points, self.clock, status);
        let mut extras = self.extras;
        extras.resigned = [false; 4];
        for color in Color::ALL
            .into_iter()
            .filter(|c| rules.en_passant && *c != self.turn)
        {
            if let Some((passed, pawn)) = extras.en_passant[color.index()] {
                check_en_passant(&rules, &position, color, passed, pawn)?;
                position.set_en_passant(color, passed, pawn);
            }
        }
        extras.en_passant = [None; 4];
        if !in_play && rules.king_capture == KingCapture::FirstOfTeam {
            for color in Color::ALL
                .into_iter()
                .filter(|c| rules.enemies(self.turn, *c))
            {
                if position.royal_king_attacked_by_mover(&rules, color) {
                    return bad(
                        "board",
                        format!("{color}'s last king stands in check by the player to move"),
                    );
                }
            }
        }
        Ok(Game::begin(rules, position).with_extras(extras))
    }

    /// Marks the promoted pieces that have no letter of their own.
    fn mark_promoted(&mut self) -> Result<(), Error> {
        let promoted = std::mem::take(&mut self.extras.promoted);
        for (color, squares) in Color::ALL.into_iter().zip(promoted) {
            for square in squares {
                match &mut self.board[square.index()] {
                    Some(piece)
                        if piece.color == color
                            && !matches!(piece.kind, Kind::Pawn | Kind::King) =>
                    {
                        piece.promoted = true;
                    }
                    _ => {
                        return bad(
                            "extras",
                            format!("promoted: no such piece of {color} on {square}"),
                        );
                    }
                }
            }
        }
        Ok(())
    }

    /// A player's status, by the dead list, the resigned list and the kings on the board.
    fn status(&self, rules: &Rules, color: Color) -> Result<Status, Error> {
        if self.dead[color.index()] {
            return Ok(Status::Out);
        }
        let kings = self
            .living(color)
            .filter(|piece| piece.kind == Kind::King)
            .count();
        if kings > 1 {
            return bad("board", format!("{color} has {kings} kings"));
        }
        let kingless = rules.king_capture == KingCapture::FirstOfTeam;
        if kings == 0 && !kingless {
            return bad("board", format!("{color} is not dead and has no king"));
        }
        match (self.extras.resigned[color.index()], rules.resignation) {
            (false, _) if kings == 0 => Ok(Status::Kingless),
            (false, _) => Ok(Status::In),
            (true, Resignation::Wanders) => Ok(Status::Wandering),
            (true, Resignation::Walks) => Ok(Status::Walking),
            (true, Resignation::Stands) => Ok(Status::Resigned),
            (true, Resignation::Grey | Resignation::TeamLoses) => bad(
                "extras",
                format!("resigned: by these rules {color} would be dead"),
            ),
        }
    }

    fn living(&self, color: Color) -> impl Iterator<Item = Piece> + '_ {
        self.board
            .iter()
            .flatten()
            .copied()
            .filter(move |p| p.color == color && !p.grey)
    }

    fn check_piece(
        &self,
        rules: &Rules,
        status: &[Status; 4],
        square: Square,
        piece: Piece,
    ) -> Result<(), Error> {
        let color = piece.color;
        match (status[color.index()], piece.grey) {
            (Status::Out, false) => {
                return bad(
                    "board",
                    format!("a living piece of dead {color} on {square}"),
                );
            }
            (Status::In | Status::Wandering | Status::Kingless, true) => {
                return bad(
                    "board",
                    format!("a grey piece of living {color} on {square}"),
                );
            }
            (Status::Walking | Status::Resigned, false) if piece.kind != Kind::King => {
                let problem = format!("a living piece of resigned {color} on {square}");
                return bad("board", problem);
            }
            _ => {}
        }
        let side = rules.side(color);
        let promotes = match rules.promotion.rank {
            PromotionRank::Rank(rank) => square.rank_for(side) + 1 >= rank,
            PromotionRank::End(_) => Position::promotes_on(rules, side, square),
        };
        if piece.kind == Kind::Pawn && promotes {
            return bad(
                "board",
                format!("a pawn on or past its promotion square, on {square}"),
            );
        }
        Ok(())
    }

    fn check_teams(&self, rules: &Rules, status: &[Status; 4]) -> Result<(), Error> {
        if !rules.teams {
            return Ok(());
        }
        for (one, other) in [(Color::Red, Color::Yellow), (Color::Blue, Color::Green)] {
            if [one, other]
                .iter()
                .all(|color| !status[color.index()].moves())
            {
                return bad("dead", format!("neither {one} nor {other} is living"));
            }
            let mut living = self.living(one).chain(self.living(other));
            if !living.any(|piece| piece.kind == Kind::King) {
                return bad("board", format!("neither {one} nor {other} has a king"));
            }
        }
        Ok(())
    }

    /// The castling rights, each with king and rook in place.
    fn castling(&self, rules: &Rules, status: &[Status; 4]) -> Result<u8, Error> {
        let mut rights = 0;
        for color in Color::ALL {
            let side = rules.side(color);
            let stands = |place: u8, kind: Kind| {
                let piece = self.board[usize::from(back_rank(side, place))];
                piece == Some(Piece::new(color, kind))
            };
            let place = [6, 7].into_iter().find(|place| stands(*place, Kind::King));
            let lists = [
                ("castling-kingside", self.kingside, true),
                ("castling-queenside", self.queenside, false),
            ];
            for (field, list, kingside) in lists {
                if !list[color.index()] {
                    continue;
                }
                let able = matches!(status[color.index()], Status::In | Status::Wandering);
                let Some(place) = place.filter(|_| able) else {
                    return bad(field, format!("{color}'s king is not in place"));
                };
                let corner = if (place == 7) == kingside { 10 } else { 3 };
                if !stands(corner, Kind::Rook) {
                    return bad(field, format!("{color}'s rook is not in place"));
                }
                rights |= Position::castling_right(color, corner == 10);
            }
        }
        Ok(rights)
    }
}

fn check_en_passant(
    rules: &Rules,
    position: &Position,
    color: Color,
    passed: Square,
    pawn: Square,
) -> Result<(), Error> {
    let side = rules.side(color);
    let forward = FORWARD[side.index()];
    let fits = passed.rank_for(side) == 2 && pawn.index() as i16 - passed.index() as i16 == forward;
    if !fits {
        return bad(
            "extras",
            format!("enPassant: {passed}:{pawn} is no double step of {color}"),
        );
    }
    let stands = position.piece_at(pawn) == Some(Piece::new(color, Kind::Pawn));
    if !stands {
        return bad("extras", format!("enPassant: no pawn of {color} on {pawn}"));
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

    fn promotes_on(rules: &Rules, side: crate::Side, square: Square) -> bool {
        let squares: Bitboard = Position::promotion_squares(rules, side);
        squares.has(square.index() as u8)
    }
}

impl Game {
    fn with_extras(mut self, extras: Extras) -> Game {
        self.extras = extras;
        self
    }
}
