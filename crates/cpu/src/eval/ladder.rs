//! Point games: the places that points so far and armies still standing promise.
//!
//! Each player is credited with the points scored and with a *harvest*: every other living army
//! is worth its pieces and its king, and these will go to the others according to strength. The
//! difference to each rival then counts less the larger it is, because places decide and not
//! points. A finished game is measured on the same scale.

use vierschach_engine::{Color, Points, Position, Rules};

use super::features::{Army, Features};
use crate::score::Score;

/// The difference to one rival approaches this, in hundredths, and reaches it at the game's end.
const ASSURED: Score = 4_000;

/// How much of an army's pieces somebody scores before its king falls, in percent. The rest
/// turns grey or stays on the board.
const GATHERED: Score = 60;

/// What a position promises to `root`, in hundredths of a point against an average rival.
pub(super) fn standing(
    rules: &Rules,
    points: &Points,
    position: &Position,
    features: &Features,
    root: Color,
) -> Score {
    let score = position.points();
    let credit = |color: Color| {
        let army = &features.armies[color.index()];
        let plays = position.status()[color.index()].plays();
        let hope = if plays {
            hope(rules, points, position, features, color)
        } else {
            0
        };
        let mine = position.turn() == Some(root) && color == root;
        let risk = if mine {
            army.second_risk() / 3
        } else {
            army.at_risk / 12
        };
        100 * score[color.index()] + hope - if plays { risk } else { 0 }
    };
    let mine = credit(root);
    let rivals = Color::ALL.into_iter().filter(|color| *color != root);
    rivals
        .map(|rival| soften(mine - credit(rival)))
        .sum::<Score>()
        / 3
}

/// A finished game on the same scale: each rival is beaten, equal or ahead for good.
pub(super) fn finish(places: [u8; 4], root: Color, ply: u8) -> Score {
    let mine = Score::from(places[root.index()]);
    let rivals = Color::ALL.into_iter().filter(|color| *color != root);
    let beaten = rivals
        .map(|rival| (Score::from(places[rival.index()]) - mine).signum())
        .sum::<Score>();
    beaten * ASSURED / 3 - beaten.signum() * Score::from(ply)
}

/// What a living army will still earn and how well it stands.
fn hope(
    rules: &Rules,
    points: &Points,
    position: &Position,
    features: &Features,
    color: Color,
) -> Score {
    let own = &features.armies[color.index()];
    let share = |worth: Score| worth * own.power / features.power.max(1);
    let rivals = Color::ALL
        .into_iter()
        .filter(|rival| rules.enemies(color, *rival));
    let harvest = rivals
        .filter(|rival| position.status()[rival.index()].moves())
        .map(|rival| {
            let scores = position.status()[rival.index()].plays();
            share(
                100 * points.checkmate
                    + if scores {
                        gathered(&features.armies[rival.index()])
                    } else {
                        0
                    },
            )
        })
        .sum::<Score>();
    harvest + own.position
}

fn gathered(army: &Army) -> Score {
    army.power * GATHERED / 100
}

/// Counts the first points of a difference in full, the hundredth hardly.
fn soften(difference: Score) -> Score {
    difference * ASSURED / (ASSURED + difference.abs())
}
