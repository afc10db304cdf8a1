//! What tools need to fit the evaluation: its features, its weights, and weights as source text.

use vierschach_engine::{Game, Rules};

use crate::eval;
pub use crate::eval::{Comparison, Model};

/// What the players of a game have more than each other: between teams the side to move more than the
/// other, else each pair of which somebody still plays. None when the game is over.
pub fn comparisons(game: &Game) -> Vec<Comparison> {
    eval::comparisons(game.rules(), game.position())
}

/// The weights in use under some rules.
pub fn model(rules: &Rules) -> Model {
    eval::model(rules)
}
