//! What can go wrong in this crate.

use crate::{Color, Move};

/// Errors of the engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Not a colour's letter or name.
    #[error("unknown colour {0:?}")]
    UnknownColor(String),
    /// Not a square of the board.
    #[error("unknown square {0:?}")]
    UnknownSquare(String),
    /// Not a move in the form `d2d4` or `h7h8q`.
    #[error("unreadable move {0:?}")]
    UnreadableMove(String),
    /// Not a preset's name.
    #[error("unknown preset {0:?}")]
    UnknownPreset(String),
    /// Not a setup's name.
    #[error("unknown setup {0:?}")]
    UnknownSetup(String),
    /// A value that a rule can't have, or rules that contradict each other.
    #[error("rules: {field}: {problem}")]
    BadRules {
        /// The field at fault, by its dotted name (`promotion.rank`); `set` where no known field is.
        field: &'static str,
        /// The other field, where two contradict each other.
        with: Option<&'static str>,
        /// What is wrong with it.
        problem: String,
    },
    /// A FEN4 that can't be read or describes no valid position.
    #[error("FEN4: {field}: {problem}")]
    BadFen4 {
        /// The field at fault: `turn`, `dead`, `castling-kingside`, `castling-queenside`,
        /// `points`, `halfmove`, `extras` or `board`.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A PGN4 that can't be read, or a game that does not go as it says.
    #[error("PGN4: {0}")]
    Pgn4(Box<crate::pgn4::Fault>),
    /// The move is not legal.
    #[error("{0} is not a legal move")]
    IllegalMove(Move),
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A player who doesn't play any more can't do this.
    #[error("{0} no longer plays")]
    NotPlaying(Color),
    /// The rules give no such claim, or not now.
    #[error("{0} can't claim the win")]
    NoClaim(Color),
}
