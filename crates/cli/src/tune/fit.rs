//! Logistic regression: weights with which the static score foretells results best.

use vierschach_cpu::tuning;
use vierschach_engine::{Color, Game, Rules};

use super::record::Record;
use crate::Error;

/// A score at which the odds are e to one.
const SCALE: f32 = 450.0;

/// Scores beyond this say nothing of quiet positions.
const CLEAR: i32 = 2_000;

/// How fast weights move, in hundredths of a point.
const RATE: f32 = 2.0;

/// How strongly weights are drawn to where they began; against noise where few games tell.
const HOLD: f32 = 1e-5;

/// Positions and what should come out of them.
pub(super) struct Samples {
    /// How much the result counts, 0 to 1.
    result: f32,
    /// Where each sample's terms begin, and its goal from 0 to 1.
    samples: Vec<(usize, f32)>,
    /// The terms that are not zero.
    terms: Vec<(u16, f32)>,
}

fn chance(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

impl Samples {
    pub(super) fn new(result: f32) -> Samples {
        Samples {
            result,
            samples: Vec::new(),
            terms: Vec::new(),
        }
    }

    /// Adds the quiet positions of a game: nobody in check, no capture played or clearly won.
    pub(super) fn add(&mut self, rules: &Rules, record: &Record) -> Result<(), Error> {
        let mut game = Game::new(*rules, Color::Red);
        let opening = record.moves.len().saturating_sub(record.scores.len());
        for (number, mv) in record.moves.iter().enumerate() {
            let score = number
                .checked_sub(opening)
                .and_then(|number| record.scores.get(number))
                .copied()
                .filter(|score| score.abs() < CLEAR);
            let position = game.position();
            let quiet = position.piece_at(mv.to).is_none() && !position.must_escape();
            if let Some((score, turn)) = score.zip(game.turn())
                && quiet
                && let Some(terms) = tuning::terms(&game)
            {
                let red = !rules.enemies(turn, Color::Red);
                let result = match record.place.cmp(&record.rival) {
                    std::cmp::Ordering::Equal => 0.5,
                    order => f32::from(u8::from(order.is_lt() == red)),
                };
                let goal = self.result * result + (1.0 - self.result) * chance(score as f32);
                self.samples.push((self.terms.len(), goal));
                let kept = terms
                    .iter()
                    .enumerate()
                    .filter(|(_, amount)| **amount != 0.0);
                self.terms
                    .extend(kept.map(|(term, amount)| (term as u16, *amount)));
            }
            game.play(*mv)?;
        }
        Ok(())
    }

    /// The weights after so many passes; every tenth position is kept aside to judge them by.
    pub(super) fn fit(&self, passes: usize) -> Vec<f32> {
        let begin = tuning::weights();
        let mut weights = begin.clone();
        // Adam: means of the gradients and of their squares.
        let (mut mean, mut square) = (vec![0.0f32; begin.len()], vec![1e-12f32; begin.len()]);
        let mut gradient = vec![0.0f32; begin.len()];
        let mut touched = 0;
        for pass in 0..=passes {
            let (mut known, mut aside) = ((0.0f64, 0u32), (0.0f64, 0u32));
            for index in 0..self.samples.len() {
                // A fixed shuffle: neighbours come from the same game.
                let index = (index * 7_919 + pass * 31) % self.samples.len();
                let (start, goal) = self.samples[index];
                let end = self
                    .samples
                    .get(index + 1)
                    .map_or(self.terms.len(), |next| next.0);
                let terms = &self.terms[start..end];
                let score: f32 = terms
                    .iter()
                    .map(|(term, amount)| weights[usize::from(*term)] * amount)
                    .sum();
                let error = chance(score) - goal;
                // Whole games aside: a run of a thousand positions in ten thousand.
                let loss = if index / 1_000 % 10 == 9 {
                    &mut aside
                } else {
                    &mut known
                };
                loss.0 += f64::from(error * error);
                loss.1 += 1;
                if index / 1_000 % 10 == 9 || pass == passes {
                    continue;
                }
                for (term, amount) in terms {
                    gradient[usize::from(*term)] += error * amount;
                }
                touched += 1;
                if touched == 256 {
                    touched = 0;
                    let rate = RATE / (1.0 + pass as f32 / 4.0);
                    for term in 0..weights.len() {
                        let slope = gradient[term] / 256.0 + HOLD * (weights[term] - begin[term]);
                        gradient[term] = 0.0;
                        mean[term] = 0.9 * mean[term] + 0.1 * slope;
                        square[term] = 0.999 * square[term] + 0.001 * slope * slope;
                        weights[term] -= rate * mean[term] / (square[term].sqrt() + 1e-6);
                    }
                }
            }
            eprintln!(
                "pass {pass}: mean square error {:.5}, aside {:.5}, {} positions",
                known.0 / f64::from(known.1.max(1)),
                aside.0 / f64::from(aside.1.max(1)),
                self.samples.len()
            );
        }
        weights
    }
}
