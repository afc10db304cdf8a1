//! What a move or a resignation did: changes, points, statuses, the result.

use serde::{Deserialize, Serialize};

use crate::{Color, Move, Piece, Square};

/// How a player stands in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Plays.
    In,
    /// Eliminated, or lost for the team, by checkmate.
    Mated,
    /// Eliminated, or lost for the team, by the capture of the king.
    Captured,
    /// Eliminated by stalemate, or the player whose stalemate drew the game.
    Stalemated,
    /// Resigned or ran out of time, and out.
    Resigned,
    /// Resigned; the army moves at random (docs/RULES.md section 6).
    Wandering,
    /// Resigned; the army is grey and the king moves at random (docs/RULES.md section 12).
    Walking,
    /// Lost the king and plays on (docs/RULES.md section 3).
    Kingless,
    /// Was already out in the position the game started from.
    Out,
}

impl Status {
    /// Whether this player's turn still comes ("still in" of docs/RULES.md section 8).
    #[inline]
    pub const fn moves(self) -> bool {
        matches!(
            self,
            Status::In | Status::Wandering | Status::Walking | Status::Kingless
        )
    }

    /// Whether the player themselves still plays: neither out nor wandering nor walking.
    #[inline]
    pub const fn plays(self) -> bool {
        matches!(self, Status::In | Status::Kingless)
    }
}

/// Why a game ended (docs/RULES.md section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// One player, or none, is left.
    LastPlayer,
    /// Two players are left and one leads by enough.
    Lead,
    /// A team lost by checkmate.
    Checkmate,
    /// A team lost its king.
    KingCaptured,
    /// A team resigned.
    Resignation,
    /// A stalemate drew the game.
    Stalemate,
    /// The same position stood for the third time.
    Repetition,
    /// Too many moves without a capture or a pawn move.
    MoveCount,
    /// Too little material is left.
    BareKings,
    /// The move limit was reached.
    MoveLimit,
    /// The leader of the last two claimed the win.
    Claim,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameResult {
    /// Why.
    pub reason: EndReason,
    /// Each colour's place, 1–4, in turn order; equal places share the better number.
    pub places: [u8; 4],
}

/// What points were given for (docs/RULES.md section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AwardReason {
    /// A capture.
    Capture,
    /// The capture of a king.
    KingCapture,
    /// A checkmate.
    Checkmate,
    /// Checking two or three kings with one move.
    MultiCheck,
    /// Being stalemated, or standing by when a walking king is.
    Stalemate,
    /// A draw.
    Draw,
    /// The other kings still living when the game ended.
    LivingKings,
}

/// Points given to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Award {
    /// Who scores; for a wandering army these points go to its tally.
    pub color: Color,
    /// How much.
    pub points: i32,
    /// What for.
    pub reason: AwardReason,
    /// The square of the captured piece or of the mated king, where there is one.
    pub square: Option<Square>,
}

/// A square whose content changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SquareChange {
    /// Where.
    pub square: Square,
    /// What stood there.
    pub before: Option<Piece>,
    /// What stands there now.
    pub after: Option<Piece>,
}

/// Everything that one move, resignation or claim did to a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Who moved, resigned or claimed.
    pub mover: Option<Color>,
    /// The move, if it was one.
    pub mv: Option<Move>,
    /// Squares that differ from before, in board order.
    pub changes: Vec<SquareChange>,
    /// Points in the order they were given.
    pub awards: Vec<Award>,
    /// Living opponents given check: notation's `+` signs (docs/RULES.md section 7).
    pub checks: Vec<Color>,
    /// Players whose status changed, in the order it happened.
    pub statuses: Vec<(Color, Status)>,
    /// Captured pieces and where they stood.
    pub captured: Vec<(Square, Piece)>,
    /// The result, if this ended the game.
    pub result: Option<GameResult>,
}
