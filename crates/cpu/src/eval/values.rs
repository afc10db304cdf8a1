//! What pieces are worth, in hundredths of a point.

use vierschach_engine::{Kind, Piece, Points};

use crate::score::Score;

/// How strong a piece is on the board, by [`Kind::index`]. Long lines make the line pieces
/// stronger here than on 64 squares. The king's strength is what a spare one is good for.
pub(crate) const POWER: [Score; 6] = [100, 300, 450, 550, 1_000, 300];

/// What the capture of a living piece scores, in hundredths; a king as its capture in check.
pub(crate) fn capture_points(points: &Points, piece: Piece) -> Score {
    if piece.grey {
        return 0;
    }
    100 * match piece.kind {
        Kind::King => points.king,
        _ if piece.promoted => points.promoted,
        Kind::Pawn => points.pawn,
        Kind::Knight => points.knight,
        Kind::Bishop => points.bishop,
        Kind::Rook => points.rook,
        Kind::Queen => points.queen,
    }
}

/// How much stronger a side gets for one piece taken: the one measure for exchanges and for
/// the order of captures. Grey pieces only clear the way.
pub(crate) fn exchange_value(points: Option<&Points>, piece: Piece) -> Score {
    if piece.grey {
        return 0;
    }
    let power = POWER[piece.kind.index()];
    match points {
        // The capturer scores, the owner loses strength; the capturer feels mostly the former.
        Some(points) => (2 * capture_points(points, piece) + power) / 3,
        None if piece.kind == Kind::King => 20 * power,
        None => power,
    }
}
