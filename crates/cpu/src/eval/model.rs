//! What the features count for as one list, as tools that fit it want it, and as source text.

use std::fmt::Write as _;

use vierschach_engine::Rules;

use super::places::{HALF, RANKS};
use super::terms::term;
use super::weights::{
    DUEL, MOST_PRESSURE, MOST_SIGHT, PLACES, POINTS, POINTS_PLACES, POINTS_WORTH, RACE, TEAMS,
    WORTH,
};
use crate::score::Score;

/// What features count for, and how much a difference says.
#[derive(Clone, Debug)]
pub struct Model {
    /// Hundredths of a point, as [`Comparison::terms`] has the features.
    pub weights: Vec<f32>,
    /// The logarithm of the odds of a hundredth of a point, in ten thousandths: the sum of these, each
    /// times its circumstance.
    pub odds: [f32; 4],
    /// Whether points count.
    points: bool,
}

/// A score between teams at which the odds are e to one.
const TEAM_SCALE: f32 = 450.0;

/// What is in use.
pub(crate) fn model(rules: &Rules) -> Model {
    let points = rules.points.is_some();
    let (worth, places, armies, odds) = if points {
        (POINTS_WORTH, &POINTS_PLACES, &POINTS, RACE.odds)
    } else {
        (
            WORTH,
            &PLACES,
            &TEAMS,
            [10_000.0 / TEAM_SCALE, 0.0, 0.0, 0.0],
        )
    };
    let mut weights = vec![0.0; term::ALL];
    let mut set = |first: usize, values: &[Score]| {
        for (weight, value) in weights[first..].iter_mut().zip(values) {
            *weight = *value as f32;
        }
    };
    let wide = |values: &[i16]| -> Vec<Score> { values.iter().copied().map(Score::from).collect() };
    set(term::WORTH, &wide(&worth));
    set(term::RANK, &wide(places.ranks.as_flattened()));
    set(term::FILE, &wide(places.files.as_flattened()));
    set(term::REACH, &armies.reach);
    set(
        term::RUNNER,
        &[armies.runner, armies.shelter, -armies.stray],
    );
    set(term::PRESSURE, &armies.pressure);
    set(term::SIGHT, &armies.sight);
    set(term::GUARD, &[armies.guard]);
    if points {
        for (wait, turn) in RACE.turns.iter().enumerate() {
            set(term::TURN + wait, &[turn.tempo]);
            set(term::STORM + wait, &[turn.storm]);
            set(term::CHECK + wait, &[turn.check]);
            for (number, stakes) in [turn.near, turn.far].iter().enumerate() {
                set(term::STAKES + 8 * number + 2 * wait, stakes);
            }
        }
        set(term::SIEGE, &[RACE.siege, RACE.life, RACE.kings, RACE.men]);
    } else {
        set(
            term::OWN_RISK,
            &[DUEL.own_risk, DUEL.their_risk, DUEL.their_most, DUEL.tempo],
        );
    }
    Model {
        weights,
        odds,
        points,
    }
}

impl Model {
    /// The logarithm of the odds that a hundredth of a point is good for.
    pub fn scale(&self, circumstances: &[f32; 4]) -> f32 {
        let terms = self.odds.iter().zip(circumstances);
        terms.map(|(odds, one)| odds * one).sum::<f32>() / 10_000.0
    }

    /// The weights as Rust source for `weights.rs`.
    pub fn source(&self) -> String {
        let prefix = if self.points { "POINTS_" } else { "" };
        let mut text = format!(
            "pub(super) const {prefix}WORTH: [i16; 6] = {};\n",
            self.list(term::WORTH, 6)
        );
        let name = if self.points { "POINTS" } else { "TEAMS" };
        let _ = writeln!(text, "pub(super) static {name}: Weights = Weights {{");
        field(&mut text, "reach", &self.list(term::REACH, 6));
        field(&mut text, "runner", &self.one(term::RUNNER));
        field(&mut text, "shelter", &self.one(term::SHELTER));
        field(
            &mut text,
            "stray",
            &format!("{:.0}", -self.weights[term::STRAY]),
        );
        field(
            &mut text,
            "pressure",
            &self.list(term::PRESSURE, MOST_PRESSURE + 1),
        );
        field(&mut text, "sight", &self.list(term::SIGHT, MOST_SIGHT + 1));
        field(&mut text, "guard", &self.one(term::GUARD));
        text.push_str("};\n");
        if self.points {
            text.push_str("pub(super) const RACE: Race = Race {\n");
            text.push_str("    turns: [\n");
            for wait in 0..4 {
                let stakes = |number: usize| self.list(term::STAKES + 8 * number + 2 * wait, 2);
                let _ = writeln!(
                    text,
                    "Turn {{ tempo: {}, storm: {}, near: {}, far: {}, check: {} }},",
                    self.one(term::TURN + wait),
                    self.one(term::STORM + wait),
                    stakes(0),
                    stakes(1),
                    self.one(term::CHECK + wait)
                );
            }
            text.push_str("    ],\n");
            for (name, term) in [
                ("siege", term::SIEGE),
                ("life", term::LIFE),
                ("kings", term::KINGS),
                ("men", term::MEN),
            ] {
                field(&mut text, name, &self.one(term));
            }
            field(&mut text, "odds", &format!("{:.2?}", self.odds));
        } else {
            text.push_str("pub(super) static DUEL: Duel = Duel {\n");
            for (name, term) in [
                ("own_risk", term::OWN_RISK),
                ("their_risk", term::THEIR_RISK),
                ("their_most", term::THEIR_MOST),
                ("tempo", term::TEMPO),
            ] {
                field(&mut text, name, &self.one(term));
            }
        }
        let _ = writeln!(
            text,
            "}};\npub(super) const {prefix}PLACES: Places = Places {{"
        );
        for (name, first, many) in [("ranks", term::RANK, RANKS), ("files", term::FILE, HALF)] {
            let _ = writeln!(text, "    {name}: [");
            for kind in 0..6 {
                let _ = writeln!(text, "        {},", self.list(first + kind * many, many));
            }
            text.push_str("    ],\n");
        }
        text.push_str("};\n");
        text
    }

    fn one(&self, term: usize) -> String {
        format!("{:.0}", self.weights[term])
    }

    fn list(&self, from: usize, many: usize) -> String {
        let text: Vec<String> = self.weights[from..from + many]
            .iter()
            .map(|one| (one.round() as i32).to_string())
            .collect();
        format!("[{}]", text.join(", "))
    }
}

fn field(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "    {name}: {value},");
}
