//! Text: positions and whole games.

mod fen4;
pub mod pgn4;

pub(crate) use fen4::Extras;
