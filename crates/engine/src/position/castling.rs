//! Castling (docs/RULES.md section 2).

use super::sink::Sink;
use super::{NOWHERE, Position};
use crate::tables::{back_rank, back_rank_place};
use crate::{Color, Rules, Side};

/// A castling: where king and rook stand and where they go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub(super) king_to: u8,
    pub(super) rook_from: u8,
    pub(super) rook_to: u8,
}

impl Castling {
    /// The castling of a king at a place of its back rank towards the higher or lower corner.
    fn new(side: Side, place: u8, high: bool) -> Castling {
        let at = |towards: u8| {
            back_rank(
                side,
                if high {
                    place + towards
                } else {
                    place - towards
                },
            )
        };
        Castling {
            king_to: at(2),
            rook_from: back_rank(side, if high { 10 } else { 3 }),
            rook_to: at(1),
        }
    }

    /// The castling that a king's move between two squares is, if it is one.
    pub(super) fn of_move(side: Side, from: u8, to: u8) -> Option<Castling> {
        let (from, to) = (back_rank_place(side, from)?, back_rank_place(side, to)?);
        (from.abs_diff(to) == 2).then(|| Castling::new(side, from, to > from))
    }
}

/// The bit of a colour's right with the rook at the lower or higher corner.
pub(super) const fn right(color: Color, high: bool) -> u8 {
    1 << (2 * color.index() + high as usize)
}

impl Position {
    /// The rights a colour may use on its turn, as bits of [`right`].
    #[inline(always)]
    pub(super) fn castling_rights(&self, color: Color) -> u8 {
        let rights = match self.walker {
            Some(rights) if color == self.turn => rights,
            _ => self.castling,
        };
        rights & 3 << (2 * color.index())
    }

    /// Castling moves of a king that is not in check. A king that needs not fear check must not be
    /// in it to castle either.
    pub(super) fn castle<S: Sink>(&self, rules: &Rules, color: Color, rights: u8, sink: &mut S) {
        let king = self.king[color.index()];
        let side = rules.side(color);
        let Some(place) = back_rank_place(side, king) else {
            return;
        };
        let enemies = self.enemies_of(rules, color);
        let safe = |square| !self.attacked_without(rules, square, enemies, king);
        for high in [false, true] {
            if rights & right(color, high) == 0 {
                continue;
            }
            let Castling {
                king_to, rook_to, ..
            } = Castling::new(side, place, high);
            let mut between = if high { place + 1..10 } else { 4..place };
            let empty = between.all(|place| !self.occupied.has(back_rank(side, place)));
            if empty && safe(king) && safe(rook_to) && safe(king_to) {
                sink.one(king, king_to, None);
            }
        }
    }

    /// Where a king at a place of its back rank castles to.
    pub(super) fn castled_king(side: Side, place: u8, high: bool) -> u8 {
        Castling::new(side, place, high).king_to
    }

    /// The right that belongs to a corner, of whoever sits on its side.
    pub(super) fn right_of_corner(&self, rules: &Rules, square: u8) -> u8 {
        Color::ALL.into_iter().fold(0, |rights, color| {
            let side = rules.side(color);
            let of = |high, place| {
                if back_rank(side, place) == square {
                    right(color, high)
                } else {
                    0
                }
            };
            rights | of(false, 3) | of(true, 10)
        })
    }

    /// The bit of a colour's right with the rook at the lower or higher corner.
    pub(crate) const fn castling_right(color: Color, high: bool) -> u8 {
        right(color, high)
    }

    /// Both of a colour's rights in the order kingside, queenside: the bits of [`right`].
    pub(crate) fn castling_sides(rules: &Rules, color: Color, king: u8) -> Option<(u8, u8)> {
        match back_rank_place(rules.side(color), king)? {
            6 => Some((right(color, false), right(color, true))),
            7 => Some((right(color, true), right(color, false))),
            _ => None,
        }
    }

    /// A colour's remaining rights, kingside then queenside.
    pub fn castling(&self, rules: &Rules, color: Color) -> (bool, bool) {
        let king = self.king[color.index()];
        if king == NOWHERE {
            return (false, false);
        }
        let sides = Position::castling_sides(rules, color, king).unwrap_or((0, 0));
        (self.castling & sides.0 != 0, self.castling & sides.1 != 0)
    }
}
