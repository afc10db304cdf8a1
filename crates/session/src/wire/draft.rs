//! Positions that people set up.

use vierschach_engine as engine;
use vierschach_protocol as protocol;

use super::{board, board_text, color, engine_color, square};
use crate::snapshot::BoardPiece;

/// A game's position as a draft.
pub(crate) fn draft(game: &engine::Game) -> protocol::Draft {
    let engine::Draft {
        pieces: _,
        turn,
        out,
        resigned: _,
        points,
        castling,
        // A draft that people edit has no past.
        en_passant: _,
        clock: _,
    } = engine::Draft::from_game(game);
    protocol::Draft {
        board: board_text(board(game.position())),
        turn: color(turn),
        out,
        points,
        castling,
    }
}

/// The game that begins with a draft.
///
/// # Errors
/// What is wrong with it, at least one thing.
pub(crate) fn draft_game(
    draft: &protocol::Draft,
    rules: engine::Rules,
) -> Result<engine::Game, Vec<protocol::DraftProblem>> {
    let protocol::Draft {
        board,
        turn,
        out,
        points,
        castling,
    } = draft;
    let pieces = board_pieces(board).ok_or_else(|| vec![protocol::DraftProblem::Board])?;
    let draft = engine::Draft {
        pieces,
        out: *out,
        points: *points,
        castling: *castling,
        ..engine::Draft::empty(engine_color(*turn))
    };
    draft.game(rules).map_err(|_| {
        let problems = draft.problems(&rules).into_iter();
        problems.map(draft_problem).collect()
    })
}

/// The pieces of a board's text; `None` where it is none, or puts two on a square.
fn board_pieces(
    board: &protocol::Board,
) -> Option<std::collections::BTreeMap<engine::Square, engine::Piece>> {
    let mut pieces = std::collections::BTreeMap::new();
    for text in board.0.split_whitespace() {
        let BoardPiece(placed) = BoardPiece::try_from(text.to_owned()).ok()?;
        let at = placed.square.0.parse().ok()?;
        let piece = super::engine_piece(placed.piece);
        if pieces.insert(at, piece).is_some() {
            return None;
        }
    }
    Some(pieces)
}

fn draft_problem(error: engine::DraftError) -> protocol::DraftProblem {
    use engine::DraftError as Error;
    use protocol::DraftProblem as Problem;
    match error {
        Error::NoKing(of) => Problem::NoKing { color: color(of) },
        Error::SeveralKings(of) => Problem::Kings { color: color(of) },
        Error::Living { square: at, .. }
        | Error::Grey { square: at, .. }
        | Error::Retinue { square: at, .. }
        | Error::Pawn(at) => Problem::Misplaced { square: square(at) },
        Error::TurnIsOut(_) => Problem::TurnIsOut,
        Error::LastKingAttacked(of) => Problem::KingEnPrise { color: color(of) },
        Error::Over(_) => Problem::Over,
        _ => Problem::Other,
    }
}
