//! The features of a position one by one, for tuning: what each counts for is found by fitting
//! to the results of games.

use vierschach_engine::{Color, Points, Position, Rules};

use super::balance;
use super::features::Features;
use super::grid::Grid;
use super::ladder::Credits;
use super::places::{HALF, RANKS, seen_by};
use super::weights::{MOST_PRESSURE, MOST_SIGHT, POINTS};
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

/// What everybody has of each feature.
struct Sums([Vec<f32>; 4]);

impl Trace for Sums {
    fn tell(&mut self, color: Color, term: usize, amount: Score) {
        // What is weighed in percent.
        let percent = matches!(term, term::RUNNER | term::STRAY | term::KINGS | term::MEN)
            || (term::OWN_RISK..=term::THEIR_MOST).contains(&term)
            || (term::STAKES..term::STAKES + 16).contains(&term);
        let unit = if percent { 0.01 } else { 1.0 };
        self.0[color.index()][term] += unit * amount as f32;
    }
}

impl Sums {
    fn nothing() -> Sums {
        Sums(std::array::from_fn(|_| vec![0.0; term::ALL]))
    }

    /// What the side of `first` has more of each feature than that of `second`.
    fn more(&self, first: Side<'_>, second: Side<'_>) -> Vec<f32> {
        let sum = |side: Side<'_>, term: usize| {
            side.iter()
                .map(|color| self.0[color.index()][term])
                .sum::<f32>()
        };
        (0..term::ALL)
            .map(|term| sum(first, term) - sum(second, term))
            .collect()
    }
}

/// The colours of a side.
type Side<'a> = &'a [Color];

/// What one side has more than another, and what else bears on which of them ends before the other.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// A player of the one side, for whom it is.
    pub first: Color,
    /// A player of the other.
    pub second: Color,
    /// Hundredths of a point that the first is ahead by, whatever the weights are.
    pub ahead: f32,
    /// How much more of each feature the first has.
    pub terms: Vec<f32>,
    /// What the odds hang on besides.
    pub circumstances: [f32; 4],
}

/// Who is compared with whom in a position in play: between teams the side to move with the other, else
/// each player with each other who still plays.
pub(crate) fn comparisons(rules: &Rules, position: &Position) -> Vec<Comparison> {
    let Some(turn) = position.turn() else {
        return Vec::new();
    };
    match &rules.points {
        Some(points) => between_players(rules, points, position),
        None => vec![between_sides(rules, position, turn)],
    }
}

/// Each player with each other, at least one of whom still plays.
fn between_players(rules: &Rules, points: &Points, position: &Position) -> Vec<Comparison> {
    let mut sums = Sums::nothing();
    let grid = Grid::of(rules, position);
    let features = Features::of(rules, position, &grid, &POINTS, &mut sums);
    let credits = Credits::of(rules, points, position, &grid, &features, &mut sums);
    places(rules, position, &mut sums);
    let plays = |color: &Color| position.status()[color.index()].plays();
    // An army without a player earns its owner nothing.
    for color in Color::ALL.into_iter().filter(|color| !plays(color)) {
        sums.0[color.index()].fill(0.0);
    }
    let score = position.points();
    let mut compared = Vec::new();
    for (index, first) in Color::ALL.into_iter().enumerate() {
        for second in Color::ALL.into_iter().skip(index + 1) {
            if plays(&first) || plays(&second) {
                compared.push(Comparison {
                    first,
                    second,
                    ahead: 100.0 * (score[first.index()] - score[second.index()]) as f32,
                    terms: sums.more(&[first], &[second]),
                    circumstances: credits.circumstances,
                });
            }
        }
    }
    compared
}

/// The side to move with the other.
fn between_sides(rules: &Rules, position: &Position, turn: Color) -> Comparison {
    let mut sums = Sums::nothing();
    let grid = Grid::of(rules, position);
    balance::balance(rules, position, &grid, turn, 0, &mut sums);
    places(rules, position, &mut sums);
    let (ours, theirs): (Vec<Color>, Vec<Color>) = Color::ALL
        .into_iter()
        .partition(|color| !rules.enemies(turn, *color));
    let mut terms = sums.more(&ours, &theirs);
    terms[term::TEMPO] = 1.0;
    Comparison {
        first: turn,
        second: theirs.first().copied().unwrap_or(turn),
        ahead: 0.0,
        terms,
        circumstances: [1.0, 0.0, 0.0, 0.0],
    }
}

fn places(rules: &Rules, position: &Position, sums: &mut Sums) {
    for color in Color::ALL {
        for (square, piece) in position.pieces(color) {
            let (rank, file) = seen_by(rules.side(color), square);
            let kind = piece.kind.index();
            sums.tell(color, term::WORTH + kind, 1);
            sums.tell(color, term::RANK + kind * RANKS + rank, 1);
            sums.tell(color, term::FILE + kind * HALF + file, 1);
        }
    }
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
    /// Between teams: risks of the side to move and of the other, and the tempo.
    pub(in crate::eval) const OWN_RISK: usize = GUARD + 1;
    pub(in crate::eval) const THEIR_RISK: usize = OWN_RISK + 1;
    pub(in crate::eval) const THEIR_MOST: usize = THEIR_RISK + 1;
    pub(in crate::eval) const TEMPO: usize = THEIR_MOST + 1;
    /// Where points count: four each, by how many others move before the army's owner does.
    pub(in crate::eval) const TURN: usize = TEMPO + 1;
    pub(in crate::eval) const STORM: usize = TURN + 4;
    /// What is near and far, each by how many others move before: all and most.
    pub(in crate::eval) const STAKES: usize = STORM + 4;
    /// By how many others move before.
    pub(in crate::eval) const CHECK: usize = STAKES + 16;
    pub(in crate::eval) const SIEGE: usize = CHECK + 4;
    pub(in crate::eval) const LIFE: usize = SIEGE + 1;
    pub(in crate::eval) const KINGS: usize = LIFE + 1;
    pub(in crate::eval) const MEN: usize = KINGS + 1;
    pub(in crate::eval) const ALL: usize = MEN + 1;
}

#[cfg(test)]
mod tests {
    use vierschach_engine::{Game, Preset};

    use super::*;
    use crate::eval::{self, Model, ladder, model};

    /// Positions of three players and of two, with some points.
    const FEWER: [&str; 2] = [
        "Y-0,1,0,0-0,0,0,0-0,0,0,0-3,2,4,1-0-3,yR,2,yK,3,yR,3/3,yP,1,yP,yP,yP,yP,yP,yP,3/8,gN,5/\
         dbR,dbP,10,gP,gR/1,dbP,3,yR,6,gP,1/1,dbP,6,gB,3,gP,1/8,rB,4,gK/dbK,dbP,10,gP,1/\
         1,dbP,rQ,11/1,dbP,10,gP,1/dbR,dbP,11,gR/14/3,rP,rP,rP,rP,1,rP,rP,4/3,rR,2,rK,3,rR,3",
        "Y-1,1,0,0-0,0,0,0-0,0,0,0-5,9,7,8-0-5,drR,8/14/4,yR,5,gP,3/9,dbN,4/2,drK,11/4,dbR,yP,8/\
         11,yP,2/5,gB,1,drQ,6/1,drP,1,drP,4,dbB,5/5,gK,3,gP,4/8,dbK,gB,4/4,yQ,9/14/3,yK,1,dbQ,8",
    ];

    /// Positions of a game of random moves from the start.
    fn wander(preset: Preset, look: impl FnMut(&Rules, &Position, Color)) {
        assert!(wander_on(Game::new(Rules::preset(preset), Color::Red), look) > 40);
    }

    /// The same from anywhere; how many.
    fn wander_on(mut game: Game, mut look: impl FnMut(&Rules, &Position, Color)) -> u32 {
        let mut lot = 1u64;
        let mut seen = 0;
        while let Some(turn) = game.turn().filter(|_| seen < 120) {
            look(game.rules(), game.position(), turn);
            seen += 1;
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = game.legal_moves();
            let mv = moves[(lot >> 33) as usize % moves.len()];
            game.play(mv).expect("a legal move");
        }
        seen
    }

    fn value(model: &Model, comparison: &Comparison) -> f32 {
        assert_eq!(comparison.terms.len(), model.weights.len());
        let terms = comparison.terms.iter().zip(&model.weights);
        comparison.ahead + terms.map(|(one, weight)| one * weight).sum::<f32>()
    }

    #[test]
    fn the_static_score_is_the_sum_of_its_terms() {
        wander(Preset::Teams, |rules, position, turn| {
            let compared = comparisons(rules, position);
            let sum = value(&model(rules), &compared[0]);
            let rough = eval::rough(rules, position, turn);
            let score = eval::evaluate(rules, position, turn, rough);
            // Each part that is weighed in percent is rounded by itself.
            assert!((sum - score as f32).abs() < 40.0, "{sum} {score}");
        });
    }

    #[test]
    fn the_standing_is_how_sure_the_comparisons_are() {
        let check = |rules: &Rules, position: &Position, turn: Color| {
            let model = model(rules);
            let compared = comparisons(rules, position);
            let mut sum = 0.0;
            for one in compared
                .iter()
                .filter(|one| one.first == turn || one.second == turn)
            {
                let sure = (value(&model, one) * model.scale(&one.circumstances) / 2.0).tanh();
                sum += if one.first == turn { sure } else { -sure };
            }
            let score = eval::evaluate(rules, position, turn, 0) as f32;
            assert!(
                (ladder::ASSURED / 3.0 * sum - score).abs() < 40.0,
                "{sum} {score}"
            );
        };
        wander(Preset::Solo, check);
        for fen4 in FEWER {
            let rules = Rules::preset(Preset::Solo);
            let game = Game::from_fen4_in_play(rules, fen4).expect(fen4);
            assert!(wander_on(game, check) > 5, "{fen4}");
        }
    }
}
