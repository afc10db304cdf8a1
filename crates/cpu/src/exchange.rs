//! Exchanges on one square, judged without playing them out.

use vierschach_engine::{Color, Move, Piece, Position, Rules};

use crate::eval::values::{POWER, exchange_value};
use crate::score::Score;

/// What `mover` surely gets out of a capture or promotion: the victim's worth and the pawn's
/// rise, less the moved piece when somebody can take it back. A lower bound: further pieces in
/// the exchange are not looked at.
pub(crate) fn gain(rules: &Rules, position: &Position, mover: Color, mv: Move) -> Score {
    let worth = |piece: Piece| exchange_value(rules.points.as_ref(), piece);
    let Some(mut man) = position.piece_at(mv.from) else {
        return 0;
    };
    let mut won = position.piece_at(mv.to).map_or(0, worth);
    if let Some(kind) = mv.promotion {
        won += POWER[kind.index()] - POWER[man.kind.index()];
        man.kind = kind;
        man.promoted = true;
    }
    let lost = worth(man);
    if won >= lost && mv.promotion.is_none() || !guarded(rules, position, mover, mv) {
        won
    } else {
        won - lost
    }
}

/// Whether an enemy of the mover could take back on the move's target.
fn guarded(rules: &Rules, position: &Position, mover: Color, mv: Move) -> bool {
    let mut enemies = Color::ALL
        .into_iter()
        .filter(|color| rules.enemies(mover, *color));
    enemies.any(|enemy| position.is_attacked(rules, mv.to, enemy))
}
