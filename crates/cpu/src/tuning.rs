//! What tools need to fit the evaluation of games of teams: its features, its weights, and weights
//! as source text.

use vierschach_engine::Game;

use crate::eval;

/// How much of each feature the side to move has more than the other; none when the game is over.
/// The static score is their sum, each times its weight, but for rounding.
pub fn terms(game: &Game) -> Option<Vec<f32>> {
    eval::terms(game.rules(), game.position())
}

/// The weights in use, in hundredths of a point, in the order of [`terms`].
pub fn weights() -> Vec<f32> {
    eval::team_weights()
}

/// Weights as they stand in the source of the evaluation.
pub fn source(weights: &[f32]) -> String {
    eval::source(weights)
}
