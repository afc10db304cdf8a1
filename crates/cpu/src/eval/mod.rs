//! Evaluation: what a position without captures in the air is worth to the root's side.
//!
//! Where points count, a position is worth the places it promises ([`ladder`]); else it is the
//! balance of the two teams. Which of the two is asked of the rules' fields.

mod features;
mod grid;
mod ladder;
pub(crate) mod values;

use vierschach_engine::{Color, Position, Rules};

use crate::score::{Score, WON};
use features::Features;
use grid::Grid;

/// What `position` is worth to `root` and their partner, if they have one.
pub(crate) fn evaluate(rules: &Rules, position: &Position, root: Color) -> Score {
    let features = Features::of(rules, position, &Grid::of(rules, position));
    match rules.points {
        Some(points) => ladder::standing(rules, &points, position, &features, root),
        None => balance(rules, position, &features, root),
    }
}

/// The worth of a finished game to `root`; an end `ply` plies away counts a little less.
pub(crate) fn result(rules: &Rules, places: [u8; 4], root: Color, ply: u8) -> Score {
    let mine = places[root.index()];
    if rules.points.is_some() {
        return ladder::finish(places, root, ply);
    }
    let ours = |color: Color| !rules.enemies(root, color);
    let rivals = Color::ALL.into_iter().filter(|color| !ours(*color));
    let best = rivals
        .map(|color| places[color.index()])
        .min()
        .unwrap_or(mine);
    match mine.cmp(&best) {
        std::cmp::Ordering::Less => WON - Score::from(ply),
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => Score::from(ply) - WON,
    }
}

/// Games of teams: what one side has more than the other.
fn balance(rules: &Rules, position: &Position, features: &Features, root: Color) -> Score {
    let to_move = position.turn();
    let mut sum = 0;
    for color in Color::ALL {
        let army = &features.armies[color.index()];
        let moves_next = to_move.is_some_and(|turn| !rules.enemies(turn, color));
        let risk = if moves_next {
            army.second_risk() / 3
        } else {
            army.at_risk / 4
        };
        let worth = army.power + army.position - risk;
        sum += if rules.enemies(root, color) {
            -worth
        } else {
            worth
        };
    }
    sum
}
