//! Who could take what, and when: where everybody plays for themselves it matters whose turn comes first.

use vierschach_engine::{Color, Kind, Position};

use super::grid::Grid;
use super::values::POWER;
use crate::score::Score;

/// The order in which the players' turns come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Order {
    /// By colour: who moves before, a bit each.
    before: [u8; 4],
}

impl Order {
    pub(super) fn of(position: &Position) -> Order {
        let mut order = Order::default();
        let Some(turn) = position.turn() else {
            return order;
        };
        let mut moved = 0;
        for step in 0..4 {
            let color = (turn.index() + step) % 4;
            if position.status()[color].moves() {
                order.before[color] = moved;
                moved |= 1 << color;
            }
        }
        order
    }

    /// How many others move before a player does.
    pub(super) fn wait(&self, color: Color) -> usize {
        self.before[color.index()].count_ones() as usize
    }

    /// Whether `first` moves before `color` does.
    #[inline]
    pub(super) fn is_before(&self, first: Color, color: Color) -> bool {
        self.before[color.index()] >> first.index() & 1 == 1
    }
}

/// Hundredths of a point on some pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stakes {
    /// All together.
    pub(super) sum: Score,
    /// On the dearest.
    pub(super) most: Score,
}

impl Stakes {
    #[inline]
    fn add(&mut self, amount: Score) {
        self.sum += amount;
        self.most = self.most.max(amount);
    }
}

/// What an army could lose by single captures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exposure {
    /// What it could lose to those who move before its owner does.
    pub(super) near: Stakes,
    /// What it could lose to the others.
    pub(super) far: Stakes,
    /// Whether its king is attacked.
    pub(super) checked: bool,
}

impl Exposure {
    /// That of all armies.
    pub(super) fn of(grid: &Grid<'_>, order: &Order) -> [Exposure; 4] {
        let mut all = [Exposure::default(); 4];
        for man in grid.men().iter().filter(|man| grid.is_attacked(man)) {
            if man.kind == Kind::King {
                all[man.color.index()].checked = true;
                continue;
            }
            let (mut near, mut far) = (0, 0);
            for (by, least) in grid.attackers(man) {
                // Where the owner can take back, it costs the least attacker.
                let price = if grid.is_guarded(man) {
                    POWER[least]
                } else {
                    0
                };
                let loss = (POWER[man.kind.index()] - price).max(0);
                let side = if order.is_before(by, man.color) {
                    &mut near
                } else {
                    &mut far
                };
                *side = loss.max(*side);
            }
            let own = &mut all[man.color.index()];
            own.near.add(near);
            own.far.add(far);
        }
        all
    }
}
