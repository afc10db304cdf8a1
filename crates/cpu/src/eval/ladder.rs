//! Point games: the places that points so far and armies still standing promise.
//!
//! Each player is credited with the points scored, with what the army is and how it stands, and with a
//! *harvest*: every other living army is worth its pieces and its king, and these will go to the others
//! according to strength. What one has more than a rival is turned into the odds of ending before that
//! rival, because places decide and not points; they grow with the difference, and with how little is left
//! to be won. A finished game is measured on the same scale.

use vierschach_engine::{Color, Points, Position, Rules};

use super::exposure::{Exposure, Order};
use super::features::Features;
use super::grid::Grid;
use super::terms::{Trace, term};
use super::weights::{POINTS_BOARD, RACE};
use crate::score::Score;

/// Being sure to end before all rivals, in hundredths: such that at the start a hundredth more than all of
/// them is worth one.
pub(super) const ASSURED: f32 = 20_000.0 / RACE.odds[0];

/// The strength of four armies at the start.
const ALL_ARMIES: f32 = 18_800.0;

/// What bears on how much a difference says, as [`super::weights::Race::odds`] has it.
pub(super) type Circumstances = [f32; 4];

/// Credits of all players, in hundredths of a point.
pub(super) struct Credits {
    of: [Score; 4],
    pub(super) circumstances: Circumstances,
}

impl Credits {
    /// What is due to everybody.
    pub(super) fn of(
        rules: &Rules,
        points: &Points,
        position: &Position,
        grid: &Grid<'_>,
        features: &Features,
        trace: &mut impl Trace,
    ) -> Credits {
        let mut of = position.points().map(|score| 100 * score);
        let order = Order::of(position);
        let view = View {
            rules,
            points,
            position,
            grid,
            features,
            order,
            exposures: Exposure::of(grid, &order),
        };
        let mut players = 0;
        for color in Color::ALL {
            if position.status()[color.index()].plays() {
                players += 1;
                of[color.index()] += view.prospects(color, trace);
            }
        }
        let gone = 1.0 - features.power as f32 / ALL_ARMIES;
        let with = |number: i32| if players == number { 1.0 } else { 0.0 };
        let circumstances = [1.0, gone.max(0.0), with(3), with(2)];
        Credits { of, circumstances }
    }

    /// What a position promises to `root`, in hundredths of a point against an average rival.
    pub(super) fn standing(&self, root: Color) -> Score {
        let odds: f32 = self
            .circumstances
            .iter()
            .zip(&RACE.odds)
            .map(|(one, odds)| one * odds)
            .sum();
        let mine = self.of[root.index()];
        let rivals = Color::ALL.into_iter().filter(|color| *color != root);
        let sure: f32 = rivals
            .map(|rival| sure((mine - self.of[rival.index()]) as f32 * odds / 10_000.0))
            .sum();
        (sure * ASSURED / 3.0) as Score
    }
}

/// A finished game on the same scale: each rival is beaten, equal or ahead for good.
pub(super) fn finish(places: [u8; 4], root: Color, ply: u8) -> Score {
    let mine = Score::from(places[root.index()]);
    let rivals = Color::ALL.into_iter().filter(|color| *color != root);
    let beaten = rivals
        .map(|rival| (Score::from(places[rival.index()]) - mine).signum())
        .sum::<Score>();
    beaten * ASSURED as Score / 3 - beaten.signum() * Score::from(ply)
}

/// A position with what is known of it.
struct View<'a> {
    rules: &'a Rules,
    points: &'a Points,
    position: &'a Position,
    grid: &'a Grid<'a>,
    features: &'a Features,
    order: Order,
    exposures: [Exposure; 4],
}

impl View<'_> {
    /// What a living army will still earn and how well it stands.
    fn prospects(&self, color: Color, trace: &mut impl Trace) -> Score {
        let (position, features) = (self.position, self.features);
        let own = &features.armies[color.index()];
        let (mut kings, mut men, mut siege, mut storm) = (0, 0, 0, 0);
        for rival in Color::ALL {
            if !self.rules.enemies(color, rival) {
                continue;
            }
            let status = position.status()[rival.index()];
            if status.moves() {
                kings += 100 * self.points.checkmate;
                siege += self.grid.pressure(rival, color);
            }
            if status.plays() {
                men += features.armies[rival.index()].stake;
            }
            if self.order.is_before(rival, color) {
                storm += self.grid.pressure(color, rival);
            }
        }
        // House rules may let a piece score a thousand.
        let share = |worth: Score| {
            (i64::from(worth) * i64::from(own.power) / i64::from(features.power.max(1))) as Score
        };
        let (kings, men) = (share(kings), share(men));
        trace.tell(color, term::LIFE, 1);
        trace.tell(color, term::SIEGE, siege);
        trace.tell(color, term::KINGS, kings);
        trace.tell(color, term::MEN, men);
        let wait = self.order.wait(color);
        trace.tell(color, term::TURN + wait, 1);
        trace.tell(color, term::STORM + wait, storm);
        let turn = &RACE.turns[wait];
        let mut percents = kings * RACE.kings + men * RACE.men;
        let Exposure { near, far, checked } = self.exposures[color.index()];
        let check = Score::from(checked);
        trace.tell(color, term::CHECK + wait, check);
        let stakes = [(near, turn.near), (far, turn.far)];
        for (number, (stakes, weights)) in stakes.into_iter().enumerate() {
            let term = term::STAKES + 8 * number + 2 * wait;
            trace.tell(color, term, stakes.sum);
            trace.tell(color, term + 1, stakes.most);
            percents += stakes.sum * weights[0] + stakes.most * weights[1];
        }
        let places = position.worth(color, POINTS_BOARD.of(self.rules.side(color)));
        let army = own.position + places + percents / 100;
        let king = turn.storm * storm + turn.check * check;
        RACE.life + RACE.siege * siege + turn.tempo + king + army
    }
}

/// Steps in which [`CURVE`] is laid out for one.
const STEPS: usize = 32;

/// How sure it is who ends before whom, from 0 to 1, by the logarithm of the odds: the hyperbolic
/// tangent of its half.
const CURVE: [f32; 8 * STEPS + 2] = {
    let mut curve = [0.0; 8 * STEPS + 2];
    let mut step = 0;
    while step < curve.len() {
        let odds = exponential(step as f64 / STEPS as f64);
        curve[step] = ((odds - 1.0) / (odds + 1.0)) as f32;
        step += 1;
    }
    curve
};

/// e to the power of a number that is not large.
const fn exponential(power: f64) -> f64 {
    let small = power / 1024.0;
    let mut result = 1.0 + small * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0)));
    let mut doubling = 0;
    while doubling < 10 {
        result *= result;
        doubling += 1;
    }
    result
}

/// See [`CURVE`]; -1 to 1. Tables give the same on every machine, which a library's functions need not.
fn sure(odds: f32) -> f32 {
    let at = (odds.abs() * STEPS as f32).min(8.0 * STEPS as f32);
    let below = at as usize;
    let (low, high) = (CURVE[below], CURVE[below + 1]);
    (low + (high - low) * (at - below as f32)).copysign(odds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_the_hyperbolic_tangent() {
        for tenth in -100..=100 {
            let odds = tenth as f32 / 10.0;
            let known = (odds.clamp(-8.0, 8.0) / 2.0).tanh();
            assert!((sure(odds) - known).abs() < 1e-4, "{odds}");
        }
    }
}
