//! Text: positions and whole games.

mod fen4;
pub mod pgn4;
