//! FEN4, the positions of the public servers: reading, checking, writing.

mod board;
mod check;
mod extras;
mod read;
mod write;

use crate::{Color, Error};

pub(crate) use extras::Extras;

/// No FEN4 is nearly this long; anything longer is refused unread.
const MAX_LENGTH: usize = 1 << 16;

/// A FEN4's fields, read but not checked against each other.
struct Fields {
    turn: Color,
    dead: [bool; 4],
    kingside: [bool; 4],
    queenside: [bool; 4],
    points: [i32; 4],
    clock: u16,
    extras: Extras,
    /// What stands on each square, by index.
    board: Box<[Option<crate::Piece>; 256]>,
}

fn bad<T>(field: &'static str, problem: impl Into<String>) -> Result<T, Error> {
    Err(Error::BadFen4 {
        field,
        problem: problem.into(),
    })
}

/// The beginning of a text that may be anything, for error messages.
fn excerpt(text: &str) -> String {
    text.chars().take(24).collect()
}
