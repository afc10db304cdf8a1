//! Which combinations of rules make sense.

use super::{KingCapture, Lead, MateTest, Points, PromotionRank, Resignation, Rules, Stalemate};
use crate::{Error, Side};

impl Rules {
    /// Whether these rules make a game.
    ///
    /// # Errors
    /// [`Error::BadRules`] names the first field that contradicts another one.
    pub fn validate(&self) -> Result<(), Error> {
        let check = |good: bool, field: &'static str, problem: &str| {
            if good {
                Ok(())
            } else {
                Err(Error::BadRules {
                    field,
                    problem: problem.to_owned(),
                })
            }
        };
        let by_points = self.points.is_some();
        check(
            Side::ALL.iter().all(|side| self.seating.contains(side)),
            "seating",
            "each side takes one colour",
        )?;
        check(
            !matches!(self.promotion.rank, PromotionRank::Rank(rank) if !(5..=11).contains(&rank)),
            "promotion.rank",
            "a rank from 5 to 11, or end-of-file",
        )?;
        check(
            self.teams == (self.mate == MateTest::OnTurn),
            "mate",
            "teams decide mate on turn, single players at once",
        )?;
        check(
            self.teams == (self.king_capture != KingCapture::Eliminates),
            "king_capture",
            "it eliminates single players, never one of a team",
        )?;
        check(
            match self.stalemate {
                Stalemate::Out => !self.teams,
                Stalemate::Draw => true,
                Stalemate::Pass => self.teams,
            },
            "stalemate",
            "single players go out, only partners are passed over",
        )?;
        check(
            self.teams != by_points,
            "points",
            "they decide between single players, not teams",
        )?;
        check(
            self.lead == Lead::None || by_points,
            "lead",
            "without points nobody leads",
        )?;
        check(
            self.teams == (self.resignation == Resignation::TeamLoses),
            "resignation",
            "with teams the team loses, and only with teams",
        )?;
        check(
            !self.king_capture_in_check || self.king_capture != KingCapture::FirstOfTeam,
            "king_capture_in_check",
            "a last king can't be captured",
        )?;
        check(self.move_limit != Some(0), "move_limit", "at least 1")?;
        self.points.map_or(Ok(()), |points| {
            check(
                points.in_range(),
                "points",
                "each value lies between 0 and 1000",
            )
        })
    }
}

impl Points {
    fn in_range(&self) -> bool {
        let Points {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            promoted,
            king,
            checkmate,
            stalemate,
            walker_stalemate,
            two_checks,
            two_checks_queen,
            three_checks,
            three_checks_queen,
            draw,
            living_king,
            lead,
        } = *self;
        [
            pawn, knight, bishop, rook, queen, promoted, king, checkmate, stalemate,
        ]
        .into_iter()
        .chain([walker_stalemate, two_checks, two_checks_queen, three_checks])
        .chain([three_checks_queen, draw, living_king, lead])
        .all(|value| (0..=1000).contains(&value))
    }
}
