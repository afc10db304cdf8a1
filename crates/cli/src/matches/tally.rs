//! What the games so far say: mean share, Elo, and the sequential test.

use std::fmt::Write as _;
use std::str::FromStr;

use vierschach_engine::Color;

use super::journal::Played;
use super::schedule::Seating;

/// The probability of each error of the sequential test.
const RISK: f64 = 0.05;

/// Scores of A, 0 to 1, by opening: games of one opening hang together, openings don't.
pub(super) struct Tally {
    teams: bool,
    /// Sum of scores and number of games of each opening.
    openings: Vec<(f64, usize)>,
    wins: usize,
    draws: usize,
    losses: usize,
    firsts: f64,
}

/// The seats' mean share: (4 − place) / 3, where equal places share what they take together.
fn share(places: [u8; 4], color: Color) -> f64 {
    let mine = places[color.index()];
    let ties = places.iter().filter(|place| **place == mine).count() as f64;
    (4.0 - f64::from(mine) - (ties - 1.0) / 2.0) / 3.0
}

/// A score as a difference of strength. Kept finite where somebody won everything.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Tally {
    pub(super) const fn new(teams: bool) -> Tally {
        Tally {
            teams,
            openings: Vec::new(),
            wins: 0,
            draws: 0,
            losses: 0,
            firsts: 0.0,
        }
    }

    /// A's score in one game: in teams 1, ½ or 0, else the mean share of its seats against what
    /// the best places for so many seats would give.
    fn score(&self, seating: Seating, places: [u8; 4]) -> f64 {
        let own: Vec<Color> = Color::ALL
            .into_iter()
            .filter(|color| seating.is_a(*color))
            .collect();
        let mean = own.iter().map(|color| share(places, *color)).sum::<f64>() / own.len() as f64;
        if self.teams {
            // Both of a team share the better or the worse two places.
            match mean.total_cmp(&0.5) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            }
        } else {
            mean
        }
    }

    pub(super) fn add(&mut self, opening: u64, seating: Seating, played: &Played) {
        let score = self.score(seating, played.places);
        match score.total_cmp(&0.5) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
        let first = |color: &Color| played.places[color.index()] == 1;
        let all = Color::ALL.into_iter().filter(first);
        let own = all.clone().filter(|color| seating.is_a(*color)).count();
        self.firsts += own as f64 / all.count().max(1) as f64;
        let opening = opening as usize;
        if self.openings.len() <= opening {
            self.openings.resize(opening + 1, (0.0, 0));
        }
        self.openings[opening].0 += score;
        self.openings[opening].1 += 1;
    }

    pub(super) fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Mean score and its variance between openings, each opening being one observation.
    fn moments(&self) -> (f64, f64, f64) {
        let means: Vec<f64> = self
            .openings
            .iter()
            .filter(|(_, games)| *games > 0)
            .map(|(sum, games)| sum / *games as f64)
            .collect();
        let count = means.len() as f64;
        let mean = means.iter().sum::<f64>() / count.max(1.0);
        let squares = means.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
        (count, mean, squares / (count - 1.0).max(1.0))
    }

    /// Mean score and its standard error.
    pub(super) fn mean(&self) -> (f64, f64) {
        let (count, mean, variance) = self.moments();
        (mean, (variance / count.max(1.0)).sqrt())
    }

    /// Score and Elo in a few words. One opening tells no error, and who wins or loses all of the points is
    /// any number of Elo away.
    pub(super) fn line(&self) -> String {
        let (count, mean, _) = self.moments();
        let wide = 1.96 * self.mean().1;
        let errors = (count >= 2.0).then(|| {
            let spread = (elo(mean + wide) - elo(mean - wide)) / 2.0;
            (format!("{wide:.3}"), format!("{spread:.0}"))
        });
        let (wide, spread) = errors.unwrap_or_else(|| ("?".to_owned(), "?".to_owned()));
        let mut line = format!("score {mean:.3} ± {wide}");
        if mean > 0.0 && mean < 1.0 {
            // The sum turns what is rounded to -0 into 0.
            let elo = elo(mean).round() + 0.0;
            let _ = write!(line, ", Elo {elo:+.0} ± {spread}");
        }
        line
    }

    /// Everything, in lines; errors are those of 95 %.
    pub(super) fn summary(&self) -> String {
        let mut text = String::new();
        let Tally {
            wins,
            draws,
            losses,
            ..
        } = self;
        let games = self.games();
        let _ = writeln!(text, "games {games}: +{wins} ={draws} -{losses}");
        let _ = writeln!(text, "{}", self.line());
        if !self.teams {
            let part = self.firsts / games.max(1) as f64;
            let _ = writeln!(text, "first in {:.1} % of the games", 100.0 * part);
        }
        text
    }
}

/// A sequential probability ratio test between two strengths of A, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    low: f64,
    high: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// More games are needed.
    Open,
    /// At least the higher strength.
    Accepted,
    /// At most the lower strength.
    Refused,
}

impl Sprt {
    /// The logarithm of the ratio of likelihoods, by the normal approximation.
    fn ratio(self, tally: &Tally) -> f64 {
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (expected(self.low), expected(self.high));
        let (count, mean, variance) = tally.moments();
        // A few openings with one result each say nothing of the variance.
        if count < 8.0 {
            return 0.0;
        }
        count * (high - low) * (mean - (low + high) / 2.0) / variance.max(1e-3)
    }

    pub(super) fn verdict(self, tally: &Tally) -> Verdict {
        let bound = ((1.0 - RISK) / RISK).ln();
        let ratio = self.ratio(tally);
        if ratio >= bound {
            Verdict::Accepted
        } else if ratio <= -bound {
            Verdict::Refused
        } else {
            Verdict::Open
        }
    }

    pub(super) fn tell(self, tally: &Tally) -> String {
        let Sprt { low, high } = self;
        let ratio = self.ratio(tally);
        let verdict = match self.verdict(tally) {
            Verdict::Open => "open",
            Verdict::Accepted => "accepted",
            Verdict::Refused => "refused",
        };
        format!("SPRT {low},{high}: {verdict} ({ratio:+.2})")
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let wrong = || format!("{text:?} is not LOW,HIGH, for instance 0,10");
        let (low, high) = text.split_once(',').ok_or_else(wrong)?;
        let number = |word: &str| {
            word.trim()
                .parse::<f64>()
                .ok()
                .filter(|one| one.is_finite())
        };
        match (number(low), number(high)) {
            (Some(low), Some(high)) if low < high => Ok(Sprt { low, high }),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(places: [u8; 4]) -> Played {
        Played {
            places,
            moves: 1,
            reason: "Checkmate".to_owned(),
        }
    }

    const RY: Seating = Seating([true, false, true, false]);

    #[test]
    fn equal_places_share_what_they_take_together() {
        assert_eq!(
            Color::ALL.map(|color| share([1, 2, 3, 4], color)),
            [1.0, 2.0 / 3.0, 1.0 / 3.0, 0.0]
        );
        assert_eq!(share([1, 1, 1, 1], Color::Blue), 0.5);
        assert_eq!(share([1, 1, 3, 3], Color::Red), 5.0 / 6.0);
        assert_eq!(share([1, 2, 2, 4], Color::Yellow), 0.5);
    }

    #[test]
    fn teams_win_draw_and_lose() {
        let mut tally = Tally::new(true);
        tally.add(0, RY, &played([1, 3, 1, 3]));
        tally.add(0, RY, &played([1, 1, 1, 1]));
        tally.add(1, RY, &played([3, 1, 3, 1]));
        assert_eq!((tally.wins, tally.draws, tally.losses), (1, 1, 1));
        assert_eq!(tally.mean().0, (0.75 + 0.0) / 2.0);
    }

    #[test]
    fn errors_and_elo_are_told_where_there_are_any() {
        let mut tally = Tally::new(false);
        tally.add(0, RY, &played([1, 2, 3, 4]));
        assert_eq!(tally.line(), "score 0.667 ± ?, Elo +120 ± ?");
        tally.add(1, RY, &played([1, 3, 2, 4]));
        assert_eq!(tally.line(), "score 0.750 ± 0.163, Elo +191 ± 174");
        let mut tally = Tally::new(true);
        tally.add(0, RY, &played([1, 3, 1, 3]));
        assert_eq!(tally.line(), "score 1.000 ± ?");
        let mut tally = Tally::new(true);
        tally.add(0, RY, &played([1, 1, 1, 1]));
        assert_eq!(tally.line(), "score 0.500 ± ?, Elo +0 ± ?");
        // A little less than half is no less than nothing.
        tally.add(1, RY, &played([1, 1, 1, 1]));
        tally.openings[0].0 -= 0.0001;
        assert!(tally.line().contains("Elo +0 ±"), "{}", tally.line());
    }

    #[test]
    fn elo_of_known_scores() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(0.75) - 190.8).abs() < 0.1);
        assert!(elo(1.0).is_finite());
    }

    #[test]
    fn the_test_ends_either_way() {
        let sprt: Sprt = "0,20".parse().expect("two numbers");
        for (often, verdict) in [(3, Verdict::Accepted), (1, Verdict::Refused)] {
            let mut tally = Tally::new(true);
            assert_eq!(sprt.verdict(&tally), Verdict::Open);
            for opening in 0..400 {
                let won = opening % 4 < often;
                tally.add(
                    opening,
                    RY,
                    &played(if won { [1, 3, 1, 3] } else { [3, 1, 3, 1] }),
                );
            }
            assert_eq!(sprt.verdict(&tally), verdict);
        }
        assert!("20,0".parse::<Sprt>().is_err() && "x,1".parse::<Sprt>().is_err());
    }
}
