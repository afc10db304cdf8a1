//! Games of teams: what one side has more than the other.

use vierschach_engine::{Color, Position, Rules};

use super::features::Features;
use super::grid::Grid;
use super::terms::{Trace, term};
use super::weights::{BOARD, DUEL, TEAMS};
use crate::score::Score;

/// How far a static score hardly ever lies from the [`rough`] one: in one of seventy cases.
pub(crate) const ROUGHNESS: Score = 300;

/// The balance for the side of `root`, of which the [`rough`] part is known.
pub(super) fn balance(
    rules: &Rules,
    position: &Position,
    grid: &Grid<'_>,
    root: Color,
    rough: Score,
    trace: &mut impl Trace,
) -> Score {
    let features = Features::of(rules, position, grid, &TEAMS, trace);
    let to_move = position.turn();
    let mut sum = 0;
    for color in Color::ALL {
        let army = &features.armies[color.index()];
        let moves_next = to_move.is_some_and(|turn| !rules.enemies(turn, color));
        let risk = if moves_next {
            trace.tell(color, term::OWN_RISK, army.second_risk());
            army.second_risk() * DUEL.own_risk / 100
        } else {
            trace.tell(color, term::THEIR_RISK, army.at_risk);
            trace.tell(color, term::THEIR_MOST, army.most_at_risk);
            (army.at_risk * DUEL.their_risk + army.most_at_risk * DUEL.their_most) / 100
        };
        let worth = army.position + risk;
        sum += if rules.enemies(root, color) {
            -worth
        } else {
            worth
        };
    }
    let tempo = match to_move {
        Some(turn) if rules.enemies(root, turn) => -DUEL.tempo,
        Some(_) => DUEL.tempo,
        None => 0,
    };
    rough + sum + tempo
}

/// The balance of pieces on their squares, for the side of `root`; 0 where points count.
#[inline]
pub(crate) fn rough(rules: &Rules, position: &Position, root: Color) -> Score {
    if rules.points.is_some() {
        return 0;
    }
    let mut sum = 0;
    for color in Color::ALL {
        let army = position.worth(color, BOARD.of(rules.side(color)));
        sum += if rules.enemies(root, color) {
            -army
        } else {
            army
        };
    }
    sum
}
