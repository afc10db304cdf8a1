//! Text: positions and whole games, read, checked and written.

mod fen4;
mod import;
pub mod pgn4;

pub use import::{ImportError, Imported, import};
/// What was done in an imported game.
pub use pgn4::Action as ImportedAct;
