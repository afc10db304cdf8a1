//! The features of a position one by one, for tuning: what each counts for is found by fitting
//! to the results of games.

use std::fmt::Write as _;

use vierschach_engine::{Color, Position, Rules};

use super::balance;
use super::grid::Grid;
use super::places::{HALF, RANKS, seen_by};
use super::weights::{MOST_PRESSURE, MOST_SIGHT, PLACES, TEAMS, WORTH};
use crate::score::Score;

/// Hears of each feature that is counted.
pub(super) trait Trace {
    /// An army has so much of a feature.
    fn tell(&mut self, color: Color, term: usize, amount: Score);
}

/// Nobody listens, while games are played.
impl Trace for () {
    #[inline(always)]
    fn tell(&mut self, _: Color, _: usize, _: Score) {}
}

/// Adds up what one side has more than the other.
struct Sum<'a> {
    rules: &'a Rules,
    root: Color,
    terms: Vec<f32>,
}

impl Trace for Sum<'_> {
    fn tell(&mut self, color: Color, term: usize, amount: Score) {
        let sign = if self.rules.enemies(self.root, color) {
            -1.0
        } else {
            1.0
        };
        // What is weighed in percent.
        let percent = term == term::RUNNER
            || term == term::STRAY
            || (term::OWN_RISK..=term::THEIR_MOST).contains(&term);
        let unit = if percent { 0.01 } else { 1.0 };
        self.terms[term] += sign * unit * amount as f32;
    }
}

/// All features of a position between teams, for the side to move.
pub(crate) fn terms(rules: &Rules, position: &Position) -> Option<Vec<f32>> {
    let root = position.turn()?;
    let mut sum = Sum {
        rules,
        root,
        terms: vec![0.0; term::ALL],
    };
    balance::balance(
        rules,
        position,
        &Grid::of(rules, position),
        root,
        0,
        &mut sum,
    );
    for color in Color::ALL {
        for (square, piece) in position.pieces(color) {
            let (rank, file) = seen_by(rules.side(color), square);
            let kind = piece.kind.index();
            sum.tell(color, term::WORTH + kind, 1);
            sum.tell(color, term::RANK + kind * RANKS + rank, 1);
            sum.tell(color, term::FILE + kind * HALF + file, 1);
        }
    }
    sum.terms[term::TEMPO] = 1.0;
    Some(sum.terms)
}

/// A feature's place among the terms.
pub(super) mod term {
    use super::*;

    pub(in crate::eval) const WORTH: usize = 0;
    pub(in crate::eval) const RANK: usize = WORTH + 6;
    pub(in crate::eval) const FILE: usize = RANK + 6 * RANKS;
    pub(in crate::eval) const REACH: usize = FILE + 6 * HALF;
    pub(in crate::eval) const RUNNER: usize = REACH + 6;
    pub(in crate::eval) const SHELTER: usize = RUNNER + 1;
    pub(in crate::eval) const STRAY: usize = SHELTER + 1;
    pub(in crate::eval) const PRESSURE: usize = STRAY + 1;
    pub(in crate::eval) const SIGHT: usize = PRESSURE + MOST_PRESSURE + 1;
    pub(in crate::eval) const GUARD: usize = SIGHT + MOST_SIGHT + 1;
    /// Risks of the side to move and of the other, and the tempo.
    pub(in crate::eval) const OWN_RISK: usize = GUARD + 1;
    pub(in crate::eval) const THEIR_RISK: usize = OWN_RISK + 1;
    pub(in crate::eval) const THEIR_MOST: usize = THEIR_RISK + 1;
    pub(in crate::eval) const TEMPO: usize = THEIR_MOST + 1;
    pub(in crate::eval) const ALL: usize = TEMPO + 1;
}

/// The weights in use, in the order of [`term`].
pub(crate) fn team_weights() -> Vec<f32> {
    let mut all = Vec::with_capacity(term::ALL);
    all.extend(WORTH.map(f32::from));
    all.extend(
        PLACES
            .ranks
            .as_flattened()
            .iter()
            .map(|one| f32::from(*one)),
    );
    all.extend(
        PLACES
            .files
            .as_flattened()
            .iter()
            .map(|one| f32::from(*one)),
    );
    let points = |score: &Score| *score as f32;
    all.extend(TEAMS.reach.iter().map(points));
    all.extend([
        points(&TEAMS.runner),
        points(&TEAMS.shelter),
        -points(&TEAMS.stray),
    ]);
    all.extend(TEAMS.pressure.iter().map(points));
    all.extend(TEAMS.sight.iter().map(points));
    all.push(points(&TEAMS.guard));
    all.extend([TEAMS.own_risk, TEAMS.their_risk, TEAMS.their_most].map(|one| one as f32));
    all.push(points(&TEAMS.tempo));
    all
}

/// Weights as Rust source for `weights.rs`.
pub(crate) fn source(weights: &[f32]) -> String {
    let points = |from: usize, many: usize| {
        let text: Vec<String> = weights[from..from + many]
            .iter()
            .map(|one| (one.round() as i32).to_string())
            .collect();
        format!("[{}]", text.join(", "))
    };
    let one = |term: usize| format!("{:.0}", weights[term]);
    let mut text = format!("const WORTH: [i16; 6] = {};\n", points(term::WORTH, 6));
    let _ = writeln!(text, "pub(super) static TEAMS: Weights = Weights {{");
    let mut field = |name: &str, value: String| {
        let _ = writeln!(text, "    {name}: {value},");
    };
    field("reach", points(term::REACH, 6));
    field("runner", one(term::RUNNER));
    field("shelter", one(term::SHELTER));
    field("stray", format!("{:.0}", -weights[term::STRAY]));
    field("pressure", points(term::PRESSURE, MOST_PRESSURE + 1));
    field("sight", points(term::SIGHT, MOST_SIGHT + 1));
    field("guard", one(term::GUARD));
    field("own_risk", one(term::OWN_RISK));
    field("their_risk", one(term::THEIR_RISK));
    field("their_most", one(term::THEIR_MOST));
    field("tempo", one(term::TEMPO));
    text.push_str("};\npub(super) const PLACES: Places = Places {\n");
    for (name, first, many) in [("ranks", term::RANK, RANKS), ("files", term::FILE, HALF)] {
        let _ = writeln!(text, "    {name}: [");
        for kind in 0..6 {
            let _ = writeln!(text, "        {},", points(first + kind * many, many));
        }
        text.push_str("    ],\n");
    }
    text.push_str("};\n");
    text
}

#[cfg(test)]
mod tests {
    use vierschach_engine::{Game, Preset};

    use super::*;
    use crate::eval;

    #[test]
    fn the_static_score_is_the_sum_of_its_terms() {
        let mut game = Game::new(Rules::preset(Preset::Teams), Color::Red);
        let weights = team_weights();
        let mut lot = 1u64;
        let mut seen = 0;
        while let Some(turn) = game.turn() {
            let (rules, position) = (game.rules(), game.position());
            let terms = terms(rules, position).expect("a game in play");
            assert_eq!(terms.len(), weights.len());
            let sum: f32 = terms
                .iter()
                .zip(&weights)
                .map(|(one, weight)| one * weight)
                .sum();
            let rough = eval::rough(rules, position, turn);
            let score = eval::evaluate(rules, position, turn, rough);
            // Each part that is weighed in percent is rounded by itself.
            assert!((sum - score as f32).abs() < 40.0, "{sum} {score}");
            seen += 1;
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = game.legal_moves();
            let mv = moves[(lot >> 33) as usize % moves.len()];
            game.play(mv).expect("a legal move");
            if seen == 120 {
                break;
            }
        }
        assert!(seen > 40);
    }
}
