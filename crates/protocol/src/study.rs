//! What a host works out for a screen without changing any game: dangers, premoves, analysis,
//! positions being edited, texts to take away.

use serde::{Deserialize, Serialize};

use crate::{Board, Color, LegalMove, Move, Piece, Square, SquareChange};

/// A piece that somebody may take before its owner's next turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Danger {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub piece: Piece,
    /// The pieces that can take it, the next mover's first.
    pub by: Vec<Attacker>,
    /// Somebody of its side could take back.
    pub covered: bool,
    /// It would be lost for nothing, or for too little.
    pub for_nothing: bool,
}

/// A piece that can take another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Attacker {
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub color: Color,
}

/// One of the best moves that an analysis found, with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// What it is worth to the player to move.
    pub evaluation: Evaluation,
    /// The move and its expected answers, at least one step.
    pub steps: Vec<LineStep>,
}

/// A move of a line, with what it changes, so that a screen can show the board after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineStep {
    /// Who moves.
    pub color: Color,
    /// The piece before the move.
    pub piece: Piece,
    /// The move and what it does.
    #[serde(rename = "move")]
    pub mv: LegalMove,
    /// What it changes on the board.
    pub changes: Vec<SquareChange>,
}

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Points {
        /// How many.
        value: i32,
    },
    /// Wins by force.
    Wins {
        /// After so many moves of all players.
        plies: u8,
    },
    /// Loses by force.
    Loses {
        /// After so many moves of all players.
        plies: u8,
    },
}

/// A position that a person set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// What stands where.
    pub board: Board,
    /// Who is to move.
    pub turn: Color,
    /// Who is out, in the order Red, Blue, Yellow, Green.
    pub out: [bool; 4],
    /// Points so far, in the same order.
    pub points: [i32; 4],
    /// Whether each may castle to the king's and to the queen's side, as far as king and rook stand for it.
    pub castling: [[bool; 2]; 4],
}

/// Why a draft is no position to play on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum DraftProblem {
    /// The board's text can't be read.
    Board,
    /// A player who is in has no king.
    NoKing {
        /// Who.
        color: Color,
    },
    /// A player has several kings.
    Kings {
        /// Who.
        color: Color,
    },
    /// A piece stands where it can't.
    Misplaced {
        /// Where.
        square: Square,
    },
    /// The player to move is out.
    TurnIsOut,
    /// The player to move could take a king that can't be taken.
    KingEnPrise {
        /// Whose.
        color: Color,
    },
    /// The game would be over at once.
    Over,
    /// Anything else that the engine refuses.
    Other,
}

/// The form of a game's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TextFormat {
    /// The whole game.
    Pgn4,
    /// The position shown.
    Fen4,
}

/// A move that may be entered before its turn; whether it is legal then, the turn tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Premove {
    /// As programs write it.
    #[serde(rename = "move")]
    pub mv: Move,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What the pawn becomes.
    pub promotion: Option<crate::Kind>,
}
