//! Who could take what, and when: where everybody plays for themselves it matters whose turn comes first.

use vierschach_engine::{Color, Kind, Position};

use super::grid::{Grid, Man};
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

/// What an army could lose and win by single captures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exposure {
    /// What it could lose to those who move before its owner does.
    pub(super) near: Stakes,
    /// What it could lose to the others.
    pub(super) far: Stakes,
    /// What it could score.
    pub(super) prey: Stakes,
    /// Who attacks the king: whether somebody who moves before its owner does, and somebody else.
    pub(super) checks: [bool; 2],
}

impl Exposure {
    /// That of all armies.
    pub(super) fn of(grid: &Grid<'_>, order: &Order) -> [Exposure; 4] {
        let mut all = [Exposure::default(); 4];
        for man in grid.men().iter().filter(|man| grid.is_attacked(man)) {
            if man.kind == Kind::King {
                for (by, _) in grid.attackers(man) {
                    let later = usize::from(!order.is_before(by, man.color));
                    all[man.color.index()].checks[later] = true;
                }
                continue;
            }
            let (mut near, mut far) = (0, 0);
            for (by, least) in grid.attackers(man) {
                let price = price(grid, man, least);
                let loss = (POWER[man.kind.index()] - price).max(0);
                let side = if order.is_before(by, man.color) {
                    &mut near
                } else {
                    &mut far
                };
                *side = loss.max(*side);
                all[by.index()].prey.add((man.stake - price).max(0));
            }
            let own = &mut all[man.color.index()];
            own.near.add(near);
            own.far.add(far);
        }
        all
    }
}

/// What taking a piece costs: the least attacker where the owner can take back.
#[inline]
fn price(grid: &Grid<'_>, man: &Man, least: usize) -> Score {
    if grid.is_guarded(man) {
        POWER[least]
    } else {
        0
    }
}
