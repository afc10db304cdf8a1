//! FEN4, the positions of the public servers: reading, checking, writing.

mod board;
mod extras;
mod read;
mod write;

use crate::{Draft, DraftError, Error};

/// No FEN4 is nearly this long; anything longer is refused unread.
const MAX_LENGTH: usize = 1 << 16;

/// A FEN4, read but not checked by any rules.
struct Fields {
    draft: Draft,
    /// Extras that mean nothing here, names and values.
    carried: Vec<(String, String)>,
}

fn bad<T>(field: &'static str, problem: impl Into<String>) -> Result<T, Error> {
    Err(Error::BadFen4 {
        field,
        problem: problem.into(),
    })
}

/// What the rules refuse, told by the field in which it stands.
fn refused(problem: DraftError) -> Error {
    let field = match problem {
        DraftError::TurnIsOut(_) => "turn",
        DraftError::TeamOut(_) => "dead",
        DraftError::CastlingKing { kingside, .. } | DraftError::CastlingRook { kingside, .. } => {
            if kingside {
                "castling-kingside"
            } else {
                "castling-queenside"
            }
        }
        DraftError::Points(_) => "points",
        DraftError::Clock(_) => "halfmove",
        DraftError::Resigned(_)
        | DraftError::NoDoubleStep { .. }
        | DraftError::NoPassedPawn { .. } => "extras",
        DraftError::NoKing(_)
        | DraftError::SeveralKings(_)
        | DraftError::Living { .. }
        | DraftError::Grey { .. }
        | DraftError::Retinue { .. }
        | DraftError::Pawn(_)
        | DraftError::TeamKingless(_)
        | DraftError::LastKingAttacked(_)
        | DraftError::Over(_) => "board",
    };
    Error::BadFen4 {
        field,
        problem: problem.to_string(),
    }
}

/// The beginning of a text that may be anything, for error messages.
fn excerpt(text: &str) -> String {
    text.chars().take(24).collect()
}
