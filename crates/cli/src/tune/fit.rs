//! Logistic regression: weights with which the static score foretells best who ends before whom.

use vierschach_cpu::tuning::{self, Comparison, Model};
use vierschach_engine::{Color, Game, Rules};

use super::record::Record;
use crate::Error;

/// Scores beyond this say nothing of quiet positions.
const CLEAR: i32 = 2_000;

/// How fast weights move, in hundredths of a point.
const RATE: f32 = 2.0;

/// How strongly weights are drawn to where they began; against noise where few games tell.
const HOLD: f32 = 1e-5;

/// How fast the odds move, in ten thousandths.
const ODDS_RATE: f32 = 0.02;

/// Comparisons that a step is made by.
const BATCH: u32 = 256;

/// Comparisons and how they came out.
pub(super) struct Samples {
    /// How much the result counts between teams, 0 to 1; the rest of a goal is the search's score.
    result: f32,
    /// How much of a goal lies further ahead than the next comparison, 0 to 1.
    patience: f32,
    samples: Vec<Sample>,
    /// The terms that are not zero, of one sample after another.
    terms: Vec<(u16, f32)>,
}

struct Sample {
    /// Where its terms begin.
    start: usize,
    ahead: f32,
    circumstances: [f32; 4],
    /// How much the one came before the other, 0 to 1.
    result: f32,
    /// What the model is drawn to: the result, or what came of it on the way there.
    goal: f32,
    /// The next comparison of the same two in the same game.
    next: Option<u32>,
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Samples {
    pub(super) fn new(result: f32, patience: f32) -> Samples {
        Samples {
            result,
            patience,
            samples: Vec::new(),
            terms: Vec::new(),
        }
    }

    /// Adds the quiet positions of a game: the player to move not in check, no capture played and between teams not
    /// clearly won; every `every`th of them.
    pub(super) fn add(
        &mut self,
        rules: &Rules,
        record: &Record,
        every: usize,
    ) -> Result<(), Error> {
        let scale = tuning::model(rules).odds[0] / 10_000.0;
        let mut game = Game::new(*rules, Color::Red);
        let opening = record.moves.len().saturating_sub(record.scores.len());
        let mut quiets = record.opening as usize;
        let mut last = [[None; 4]; 4];
        for (number, mv) in record.moves.iter().enumerate() {
            let score = number
                .checked_sub(opening)
                .and_then(|number| record.scores.get(number))
                .copied()
                .filter(|score| !rules.teams || score.abs() < CLEAR);
            let position = game.position();
            let quiet = position.piece_at(mv.to).is_none() && !position.must_escape();
            if let Some(score) = score.filter(|_| quiet) {
                quiets += 1;
                if quiets.is_multiple_of(every) {
                    for compared in tuning::comparisons(&game) {
                        let index = self.samples.len();
                        let last = &mut last[compared.first.index()][compared.second.index()];
                        if let Some(last) = last.replace(index) {
                            self.samples[last].next = Some(index as u32);
                        }
                        self.compare(rules, record, compared, score as f32 * scale);
                    }
                }
            }
            game.play(*mv)?;
        }
        Ok(())
    }

    fn compare(&mut self, rules: &Rules, record: &Record, compared: Comparison, odds: f32) {
        let place = |color: Color| record.places[color.index()];
        let result = match place(compared.first).cmp(&place(compared.second)) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        let goal = if rules.teams {
            self.result * result + (1.0 - self.result) * chance(odds)
        } else {
            result
        };
        self.samples.push(Sample {
            start: self.terms.len(),
            ahead: compared.ahead,
            circumstances: compared.circumstances,
            result: goal,
            goal,
            next: None,
        });
        let terms = compared.terms.iter().enumerate();
        let kept = terms.filter(|(_, amount)| **amount != 0.0);
        self.terms
            .extend(kept.map(|(term, amount)| (term as u16, *amount)));
    }

    fn terms_of(&self, index: usize) -> &[(u16, f32)] {
        let end = self.samples.get(index + 1);
        &self.terms[self.samples[index].start..end.map_or(self.terms.len(), |next| next.start)]
    }

    /// What a model says of a comparison: hundredths ahead, and the logarithm of the odds.
    fn judge(&self, index: usize, model: &Model) -> (f32, f32) {
        let sample = &self.samples[index];
        let terms = self.terms_of(index).iter();
        let sum: f32 = terms
            .map(|(term, amount)| model.weights[usize::from(*term)] * amount)
            .sum();
        let ahead = sum + sample.ahead;
        (ahead, ahead * model.scale(&sample.circumstances))
    }

    /// Sets goals anew: what the model says of the next comparison of the same two, mixed with the goal
    /// of that one, and in the end the result (temporal differences).
    fn look_ahead(&mut self, model: &Model) {
        if self.patience >= 1.0 {
            return;
        }
        for index in (0..self.samples.len()).rev() {
            let sample = &self.samples[index];
            let goal = match sample.next {
                None => sample.result,
                Some(next) => {
                    let next = next as usize;
                    let said = chance(self.judge(next, model).1);
                    self.patience * self.samples[next].goal + (1.0 - self.patience) * said
                }
            };
            self.samples[index].goal = goal;
        }
    }

    /// The model after so many passes; every tenth thousand of comparisons is kept aside to judge it by.
    pub(super) fn fit(&mut self, rules: &Rules, passes: usize) -> Model {
        let mut model = tuning::model(rules);
        let begin = model.weights.clone();
        let mut weights = Adam::new(begin.len());
        let mut odds = Adam::new(model.odds.len());
        let mut touched = 0;
        let stride = stride(self.samples.len());
        for pass in 0..=passes {
            self.look_ahead(&model);
            let (mut known, mut aside) = ((0.0f64, 0u32), (0.0f64, 0u32));
            for index in 0..self.samples.len() {
                // A fixed shuffle: neighbours come from the same game.
                let index = (index * stride + pass * 31) % self.samples.len();
                let sample = &self.samples[index];
                let (ahead, odds_now) = self.judge(index, &model);
                let foretold = chance(odds_now);
                let error = foretold - sample.goal;
                // A run of a thousand in ten thousand: neighbours, which are alike, stay together.
                let is_aside = index / 1_000 % 10 == 9;
                let loss = if is_aside { &mut aside } else { &mut known };
                loss.0 += f64::from((foretold - sample.result).powi(2));
                loss.1 += 1;
                if is_aside || pass == passes {
                    continue;
                }
                // As a multiple of that at the start, so that rates mean the same under all rules.
                let scale = 10_000.0 * model.scale(&sample.circumstances) / model.odds[0];
                for (term, amount) in self.terms_of(index) {
                    weights.gradient[usize::from(*term)] += error * amount * scale;
                }
                for (gradient, circumstance) in odds.gradient.iter_mut().zip(sample.circumstances) {
                    *gradient += error * ahead * circumstance / 10_000.0;
                }
                touched += 1;
                if touched == BATCH {
                    touched = 0;
                    let slow = 1.0 + pass as f32 / 4.0;
                    weights.step(&mut model.weights, RATE / slow, |term, weight| {
                        HOLD * (weight - begin[term])
                    });
                    // Between teams the scale is set; where points count they set the weights'.
                    if rules.points.is_some() {
                        odds.step(&mut model.odds, ODDS_RATE / slow, |_, _| 0.0);
                    }
                }
            }
            eprintln!(
                "pass {pass}: mean square error {:.5}, aside {:.5}, {} comparisons",
                known.0 / f64::from(known.1.max(1)),
                aside.0 / f64::from(aside.1.max(1)),
                self.samples.len()
            );
        }
        model
    }
}

/// Steps of this length around a circle of so many places meet each of them once: a prime that does not divide
/// their number.
fn stride(places: usize) -> usize {
    let primes = [7_919, 7_907, 7_901, 7_883].into_iter();
    let mut fit = primes.filter(|prime| !places.is_multiple_of(*prime));
    fit.next().unwrap_or(1)
}

/// Steps by the means of gradients and of their squares.
struct Adam {
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Adam {
    fn new(len: usize) -> Adam {
        Adam {
            gradient: vec![0.0; len],
            mean: vec![0.0; len],
            square: vec![1e-12; len],
        }
    }

    fn step(&mut self, values: &mut [f32], rate: f32, pull: impl Fn(usize, f32) -> f32) {
        for (index, value) in values.iter_mut().enumerate() {
            let slope = self.gradient[index] / BATCH as f32 + pull(index, *value);
            self.gradient[index] = 0.0;
            self.mean[index] = 0.9 * self.mean[index] + 0.1 * slope;
            self.square[index] = 0.999 * self.square[index] + 0.001 * slope * slope;
            *value -= rate * self.mean[index] / (self.square[index].sqrt() + 1e-6);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_met_once() {
        for places in [1, 2, 1_000, 7_907, 7_919, 2 * 7_919, 7_919 * 11] {
            let stride = stride(places);
            let mut met = vec![false; places];
            for index in 0..places {
                met[(index * stride + 31) % places] = true;
            }
            assert!(met.into_iter().all(|met| met), "{places}");
        }
    }
}
