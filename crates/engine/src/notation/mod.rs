//! Text: positions and whole games.

pub mod pgn4;
