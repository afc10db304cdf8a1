//! Exchanges on one square, judged without playing them out.

use vierschach_engine::{Move, Piece, Position, Rules};

use crate::eval::values::exchange_value;
use crate::score::Score;

/// What the player to move gets out of a capture or promotion, further captures on its square
/// counted in.
pub(crate) fn gain(rules: &Rules, position: &Position, mv: Move) -> Score {
    let worth = |piece: Piece| exchange_value(rules.points.as_ref(), piece);
    position.exchange_gain(rules, mv, worth)
}

/// As [`gain`], but of a capture that is good in any case only what it surely gets.
#[inline]
pub(crate) fn at_least(rules: &Rules, position: &Position, mv: Move) -> Score {
    let worth = |piece: Piece| exchange_value(rules.points.as_ref(), piece);
    if mv.promotion.is_none() {
        let victim = position.piece_at(mv.to).map_or(0, worth);
        let man = position.piece_at(mv.from).map_or(0, worth);
        if victim >= man && victim > 0 {
            return victim - man;
        }
    }
    gain(rules, position, mv)
}
