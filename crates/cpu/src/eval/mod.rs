//! Evaluation: what a position without captures in the air is worth to the root's side.
//!
//! Where points count, a position is worth the places it promises ([`ladder`]); else it is the
//! balance of the two teams. Which of the two is asked of the rules' fields.

mod balance;
mod cache;
mod exposure;
mod features;
mod grid;
mod ladder;
mod model;
mod places;
mod terms;
pub(crate) mod values;
mod weights;

use vierschach_engine::{Color, Position, Rules};

use crate::score::{Score, WON};
pub(crate) use balance::{ROUGHNESS, rough};
pub(crate) use cache::{EvalCache, Keep, scored_key};
use features::Features;
use grid::Grid;
use ladder::Credits;
pub use model::Model;
pub(crate) use model::model;
pub use terms::Comparison;
pub(crate) use terms::comparisons;

/// What `position` is worth to `root` and their partner, if they have one; `rough` is what [`rough`]
/// says.
pub(crate) fn evaluate(rules: &Rules, position: &Position, root: Color, rough: Score) -> Score {
    let grid = Grid::of(rules, position);
    match rules.points {
        Some(points) => {
            let features = Features::of(rules, position, &grid, &weights::POINTS, &mut ());
            Credits::of(rules, &points, position, &grid, &features, &mut ()).standing(root)
        }
        None => balance::balance(rules, position, &grid, root, rough, &mut ()),
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
