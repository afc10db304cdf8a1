//! The values that a rule may take, for a screen that offers house rules.

use super::{Points, PromotionRank, Rules, Setup};
use crate::Side;

/// What a field may be changed to, as texts that [`Rules::with_edits`] reads.
///
/// Rules that belong together are not offered one by one: whether teams play, when mate is decided
/// and whether points decide come with the preset. What is offered makes a game, but for what
/// [`Rules::validate`] refuses by naming both fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Comes with the preset.
    Fixed,
    /// One of these; the present value is among them. `null` stands for none.
    OneOf(Vec<String>),
    /// A whole number.
    Number {
        /// The least.
        min: i32,
        /// The most.
        max: i32,
    },
}

/// The limits that are offered; the rules allow any.
const MOVE_LIMITS: [&str; 5] = ["null", "100", "200", "300", "400"];

impl Choices {
    /// What `rules` may make of their field `name`, whose value is `present`.
    pub(super) fn of(rules: &Rules, name: &str, present: &str) -> Choices {
        if name.starts_with("points.") {
            return Choices::Number {
                min: *Points::RANGE.start(),
                max: *Points::RANGE.end(),
            };
        }
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let teams = rules.teams;
        let mut values: Vec<String> = match name {
            "setup" => Setup::ALL.map(|setup| setup.name().to_owned()).to_vec(),
            "seating" => seatings(),
            "promotion.rank" => PromotionRank::RANGE
                .map(|rank| rank.to_string())
                .chain(["end-of-file".to_owned()])
                .collect(),
            "promotion.kinds" => words(&["queen", "any"]),
            "en_passant" | "king_capture_in_check" => words(&["true", "false"]),
            "king_capture" if teams => words(&["wins", "first-of-team"]),
            "stalemate" if teams => words(&["draw", "pass"]),
            "stalemate" => words(&["out", "draw"]),
            "move_limit" => words(&MOVE_LIMITS),
            "lead" if !teams => words(&["none", "ends", "claim"]),
            "resignation" if !teams => words(&["grey", "wanders", "walks", "stands"]),
            "time_out" => words(&["host-moves", "resigns"]),
            "material" => words(&["bare-kings", "minor-piece"]),
            "tie" if !teams => words(&["shared", "later-mover"]),
            _ => return Choices::Fixed,
        };
        if !values.iter().any(|value| value == present) {
            values.push(present.to_owned());
        }
        Choices::OneOf(values)
    }
}

/// Every seating with Red in the south; the others are turns of these.
fn seatings() -> Vec<String> {
    let rest = [Side::West, Side::North, Side::East];
    let mut seatings = Vec::new();
    for blue in rest {
        for yellow in rest {
            for green in rest {
                if blue != yellow && yellow != green && green != blue {
                    let sides = [Side::South, blue, yellow, green];
                    seatings.push(sides.map(|side| side.to_string()).join(", "));
                }
            }
        }
    }
    seatings
}
