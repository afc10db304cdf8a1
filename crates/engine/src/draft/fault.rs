//! What keeps a position from being played.

use crate::{Color, EndReason, Square};

/// One thing that is wrong with a [`Draft`](super::Draft).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DraftError {
    /// A player who is in has no king.
    #[error("{0} is not dead and has no king")]
    NoKing(Color),
    /// A player has several kings.
    #[error("{0} has several kings")]
    SeveralKings(Color),
    /// By these rules the army of a player who resigned turns grey at once.
    #[error("resigned: by these rules {0} would be dead")]
    Resigned(Color),
    /// A living piece of a player who is out.
    #[error("a living piece of dead {color} on {square}")]
    Living {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A grey piece of a player who is in.
    #[error("a grey piece of living {color} on {square}")]
    Grey {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A living piece besides the king of a player whose army has turned grey.
    #[error("a living piece of resigned {color} on {square}")]
    Retinue {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A pawn that would have promoted.
    #[error("a pawn on or past its promotion square, on {0}")]
    Pawn(Square),
    /// Both players of a team are out.
    #[error("neither {} nor {} is living", .0, .0.partner())]
    TeamOut(Color),
    /// A team has no king left.
    #[error("neither {} nor {} has a king", .0, .0.partner())]
    TeamKingless(Color),
    /// The player to move is out.
    #[error("{0} is out")]
    TurnIsOut(Color),
    /// A castling right without the king in its place.
    #[error("{color}'s king is not in place")]
    CastlingKing {
        /// Whose.
        color: Color,
        /// Towards which rook.
        kingside: bool,
    },
    /// A castling right without the rook in its corner.
    #[error("{color}'s rook is not in place")]
    CastlingRook {
        /// Whose.
        color: Color,
        /// Which rook.
        kingside: bool,
    },
    /// An open en-passant square that no double step of the player passes over.
    #[error("enPassant: {passed}:{pawn} is no double step of {color}")]
    NoDoubleStep {
        /// Whose.
        color: Color,
        /// The square that is said to be passed over.
        passed: Square,
        /// Where the pawn is said to stand.
        pawn: Square,
    },
    /// An open en-passant square without its pawn.
    #[error("enPassant: no pawn of {color} on {pawn}")]
    NoPassedPawn {
        /// Whose.
        color: Color,
        /// Where the pawn is said to stand.
        pawn: Square,
    },
    /// The player to move attacks a last king, which can't be captured (docs/RULES.md section 3).
    #[error("{0}'s last king stands in check by the player to move")]
    LastKingAttacked(Color),
    /// More points than a game may hold.
    #[error("{0}'s points are out of range")]
    Points(Color),
    /// More plies than a game may hold.
    #[error("{0} is no count of plies")]
    Clock(u16),
    /// The game would be over at once.
    #[error("the game is over")]
    Over(EndReason),
}
