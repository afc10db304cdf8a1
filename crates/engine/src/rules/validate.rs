//! Which combinations of rules make sense.

use std::ops::RangeInclusive;

use super::{KingCapture, Lead, MateTest, Points, PromotionRank, Resignation, Rules, Stalemate};
use crate::{Error, Side};

impl Rules {
    /// Whether these rules make a game.
    ///
    /// # Errors
    /// [`Error::BadRules`] names the first field at fault, and the field that it contradicts.
    pub fn validate(&self) -> Result<(), Error> {
        check(
            Side::ALL.iter().all(|side| self.seating.contains(side)),
            ("seating", None),
            "each side takes one colour",
        )?;
        check(
            !matches!(self.promotion.rank, PromotionRank::Rank(rank) if !PromotionRank::RANGE.contains(&rank)),
            ("promotion.rank", None),
            "a rank from 5 to 11, or end-of-file",
        )?;
        check(
            self.teams == (self.mate == MateTest::OnTurn),
            ("mate", Some("teams")),
            "teams decide mate on turn, single players at once",
        )?;
        check(
            self.teams == (self.king_capture != KingCapture::Eliminates),
            ("king_capture", Some("teams")),
            "it eliminates single players, never one of a team",
        )?;
        check(
            match self.stalemate {
                Stalemate::Out => !self.teams,
                Stalemate::Draw => true,
                Stalemate::Pass => self.teams,
            },
            ("stalemate", Some("teams")),
            "single players go out, only partners are passed over",
        )?;
        check(
            self.teams != self.points.is_some(),
            ("points", Some("teams")),
            "they decide between single players, not teams",
        )?;
        check(
            self.lead == Lead::None || self.points.is_some(),
            ("lead", Some("points")),
            "without points nobody leads",
        )?;
        check(
            self.teams == (self.resignation == Resignation::TeamLoses),
            ("resignation", Some("teams")),
            "with teams the team loses, and only with teams",
        )?;
        check(
            !self.king_capture_in_check || self.king_capture != KingCapture::FirstOfTeam,
            ("king_capture_in_check", Some("king_capture")),
            "a last king can't be captured",
        )?;
        check(
            self.move_limit != Some(0),
            ("move_limit", None),
            "at least 1",
        )?;
        self.points.map_or(Ok(()), |points| points.validate())
    }
}

fn check(
    good: bool,
    (field, with): (&'static str, Option<&'static str>),
    problem: &str,
) -> Result<(), Error> {
    if good {
        return Ok(());
    }
    Err(Error::BadRules {
        field,
        with,
        problem: problem.to_owned(),
    })
}

impl PromotionRank {
    /// The ranks on which pawns may promote.
    pub(super) const RANGE: RangeInclusive<u8> = 5..=11;
}

impl Points {
    /// What any of the values may be.
    pub(super) const RANGE: RangeInclusive<i32> = 0..=1000;

    fn validate(&self) -> Result<(), Error> {
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
        let values = [
            ("points.pawn", pawn),
            ("points.knight", knight),
            ("points.bishop", bishop),
            ("points.rook", rook),
            ("points.queen", queen),
            ("points.promoted", promoted),
            ("points.king", king),
            ("points.checkmate", checkmate),
            ("points.stalemate", stalemate),
            ("points.walker_stalemate", walker_stalemate),
            ("points.two_checks", two_checks),
            ("points.two_checks_queen", two_checks_queen),
            ("points.three_checks", three_checks),
            ("points.three_checks_queen", three_checks_queen),
            ("points.draw", draw),
            ("points.living_king", living_king),
            ("points.lead", lead),
        ];
        values.into_iter().try_for_each(|(field, value)| {
            check(
                Points::RANGE.contains(&value),
                (field, None),
                "a value from 0 to 1000",
            )
        })
    }
}
