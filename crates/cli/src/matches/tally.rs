//! What the games so far say: mean share, Elo, and the sequential test.

use std::fmt::Write as _;
use std::str::FromStr;

use statrs::distribution::{ContinuousCDF, StudentsT};
use vierschach_engine::Color;

use super::journal::Played;
use super::schedule::Seating;
use crate::Error;

/// The probability of each error of the sequential test.
const RISK: f64 = 0.05;

/// Scores of less variance than this are the same, but for rounding.
const SAME: f64 = 1e-12;

/// Scores of A, 0 to 1, by opening: games of one opening hang together, openings don't.
pub(super) struct Tally {
    teams: bool,
    /// Games of an opening that was played with every distribution of the seats.
    whole: usize,
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

/// How many standard errors lie on either side of a mean of so many observations in 95 % of cases, by
/// Student's distribution: their spread is estimated from themselves. None for fewer than two.
fn width(count: usize) -> Option<f64> {
    let freedom = count.checked_sub(1)?;
    let distribution = StudentsT::new(0.0, 1.0, freedom as f64).ok()?;
    Some(distribution.inverse_cdf(0.975))
}

/// What the openings say that were played with every distribution of the seats, each being one observation.
#[derive(Clone, Copy, Debug)]
struct Moments {
    openings: usize,
    /// Of the scores; 0 without any.
    mean: f64,
    variance: f64,
}

impl Moments {
    /// How far the mean may be off in 95 % of cases, if there are openings enough to tell. Such as all agree
    /// tell nothing of how far others may lie off.
    fn error(&self) -> Option<f64> {
        let width = width(self.openings)?;
        (self.variance > SAME).then(|| width * (self.variance / self.openings as f64).sqrt())
    }
}

impl Tally {
    /// Nothing yet, of openings that have `whole` games each.
    pub(super) const fn new(teams: bool, whole: usize) -> Tally {
        Tally {
            teams,
            whole,
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

    /// An opening of which some distributions of the seats lack is left out: who has which seats decides
    /// much of a game, and only all of them together favour nobody.
    fn moments(&self) -> Moments {
        let whole = self
            .openings
            .iter()
            .filter(|(_, games)| *games == self.whole);
        let means: Vec<f64> = whole.map(|(sum, games)| sum / *games as f64).collect();
        let count = means.len() as f64;
        let mean = means.iter().sum::<f64>() / count.max(1.0);
        let squares = means.iter().map(|one| (one - mean).powi(2)).sum::<f64>();
        Moments {
            openings: means.len(),
            mean,
            variance: squares / (count - 1.0).max(1.0),
        }
    }

    /// The mean score of the whole openings, else of the games that there are.
    fn mean(&self, moments: Moments) -> f64 {
        if moments.openings > 0 {
            return moments.mean;
        }
        let sum: f64 = self.openings.iter().map(|(sum, _)| sum).sum();
        sum / self.games().max(1) as f64
    }

    /// Score, and Elo between teams, in a few words. One opening tells no error, and who wins or loses all of
    /// the points is any number of Elo away.
    pub(super) fn line(&self) -> String {
        let moments = self.moments();
        let mean = self.mean(moments);
        let error = moments.error();
        let told = error.map_or("?".to_owned(), |error| format!("{error:.3}"));
        let openings = match moments.openings {
            1 => "1 opening".to_owned(),
            count => format!("{count} openings"),
        };
        let mut line = format!("score {mean:.3} ± {told} ({openings})");
        // A share of places is no chance to win, from which alone Elo follows.
        if self.teams && mean > 0.0 && mean < 1.0 {
            // The sum turns what is rounded to -0 into 0.
            let strength = elo(mean).round() + 0.0;
            let spread = error
                .filter(|error| mean - error > 0.0 && mean + error < 1.0)
                .map(|error| (elo(mean + error) - elo(mean - error)) / 2.0)
                .map_or("?".to_owned(), |spread| format!("{spread:.0}"));
            let _ = write!(line, ", Elo {strength:+.0} ± {spread}");
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

/// The two strengths of A that a sequential test tells apart, as the command line has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    low: f64,
    high: f64,
}

/// A sequential probability ratio test between two strengths of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    bounds: Bounds,
    /// The scores that the bounds let expect.
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
    /// Bounds are Elo between teams, else mean shares.
    ///
    /// # Errors
    /// A mean share lies outside 0 to 1.
    pub(super) fn new(bounds: Bounds, teams: bool) -> Result<Sprt, Error> {
        let Bounds { low, high } = bounds;
        if teams {
            let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            let (low, high) = (expected(low), expected(high));
            return Ok(Sprt { bounds, low, high });
        }
        if low < 0.0 || high > 1.0 {
            return Err(Error::Usage(format!(
                "--sprt {low},{high}: where all play for themselves LOW and HIGH are mean shares \
                 from 0 to 1, for instance 0.50,0.55"
            )));
        }
        Ok(Sprt { bounds, low, high })
    }

    /// The logarithm of the ratio of likelihoods, by the normal approximation.
    fn ratio(self, tally: &Tally) -> f64 {
        let Sprt { low, high, .. } = self;
        let Moments {
            openings,
            mean,
            variance,
        } = tally.moments();
        // A few openings with one result each say nothing of the variance.
        if openings < 8 {
            return 0.0;
        }
        openings as f64 * (high - low) * (mean - (low + high) / 2.0) / variance.max(1e-3)
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
        let Bounds { low, high } = self.bounds;
        let ratio = self.ratio(tally);
        let verdict = match self.verdict(tally) {
            Verdict::Open => "open",
            Verdict::Accepted => "accepted",
            Verdict::Refused => "refused",
        };
        format!("SPRT {low},{high}: {verdict} ({ratio:+.2})")
    }
}

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Bounds, String> {
        let wrong = || {
            format!("{text:?} is not LOW,HIGH, for instance 0,10 between teams and 0.50,0.55 else")
        };
        let (low, high) = text.split_once(',').ok_or_else(wrong)?;
        let number = |word: &str| {
            word.trim()
                .parse::<f64>()
                .ok()
                .filter(|one| one.is_finite())
        };
        match (number(low), number(high)) {
            (Some(low), Some(high)) if low < high => Ok(Bounds { low, high }),
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
    const BG: Seating = Seating([false, true, false, true]);

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

    fn sprt(text: &str, teams: bool) -> Result<Sprt, Error> {
        Sprt::new(text.parse().expect("two numbers"), teams)
    }

    /// Every opening's two results between teams.
    fn teams(openings: &[[[u8; 4]; 2]]) -> Tally {
        let mut tally = Tally::new(true, 2);
        for (number, places) in (0..).zip(openings) {
            tally.add(number, RY, &played(places[0]));
            tally.add(number, BG, &played(places[1]));
        }
        tally
    }

    /// Red and yellow end first, nobody does, blue and green do.
    const RY_WIN: [u8; 4] = [1, 3, 1, 3];
    const DRAW: [u8; 4] = [1; 4];
    const BG_WIN: [u8; 4] = [3, 1, 3, 1];

    #[test]
    fn teams_win_draw_and_lose() {
        let tally = teams(&[[RY_WIN, DRAW], [BG_WIN, RY_WIN]]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (1, 1, 2));
        assert_eq!(tally.moments().mean, (0.75 + 0.0) / 2.0);
    }

    #[test]
    fn errors_are_student_s() {
        for (count, known) in [
            (2, 12.706),
            (3, 4.303),
            (11, 2.228),
            (31, 2.042),
            (1_000, 1.962),
        ] {
            let width = width(count).expect("enough");
            assert!((width - known).abs() < 6e-4, "{count}: {width}");
        }
        assert_eq!((width(0), width(1)), (None, None));
        // Scores 0.75, 0.5, 0.25: a standard error of 0.25 / √3.
        let tally = teams(&[[RY_WIN, DRAW], [DRAW, DRAW], [DRAW, RY_WIN]]);
        assert_eq!(tally.line(), "score 0.500 ± 0.621 (3 openings), Elo +0 ± ?");
        let even: Vec<_> = (0..20)
            .map(|number| [DRAW, if number % 2 == 0 { BG_WIN } else { RY_WIN }])
            .collect();
        assert_eq!(
            teams(&even).line(),
            "score 0.500 ± 0.120 (20 openings), Elo +0 ± 85"
        );
    }

    #[test]
    fn errors_and_elo_are_told_where_there_are_any() {
        let line = |openings: &[[[u8; 4]; 2]]| teams(openings).line();
        assert_eq!(line(&[[RY_WIN, BG_WIN]]), "score 1.000 ± ? (1 opening)");
        assert_eq!(
            line(&[[DRAW, DRAW]]),
            "score 0.500 ± ? (1 opening), Elo +0 ± ?"
        );
        // Openings that agree tell no error.
        assert_eq!(line(&[[RY_WIN, BG_WIN]; 3]), "score 1.000 ± ? (3 openings)");
        // A little less than half is no less than nothing.
        let mut tally = teams(&[[DRAW, DRAW], [DRAW, DRAW]]);
        tally.openings[0].0 -= 0.0001;
        assert!(tally.line().contains("Elo +0 ±"), "{}", tally.line());
    }

    #[test]
    fn only_whole_openings_count() {
        let mut tally = Tally::new(true, 2);
        tally.add(0, RY, &played(RY_WIN));
        assert_eq!(tally.line(), "score 1.000 ± ? (0 openings)");
        tally.add(0, BG, &played(RY_WIN));
        tally.add(1, RY, &played(RY_WIN));
        assert_eq!(tally.line(), "score 0.500 ± ? (1 opening), Elo +0 ± ?");
        assert!(tally.summary().starts_with("games 3: +2 =0 -1\n"));
        // Nor does the sequential test hear of the others.
        let sprt = sprt("0,20", true).expect("a test");
        let mut tally = Tally::new(true, 2);
        for opening in 0..400 {
            tally.add(opening, RY, &played(RY_WIN));
        }
        assert_eq!(sprt.verdict(&tally), Verdict::Open);
    }

    #[test]
    fn elo_of_known_scores() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(0.75) - 190.8).abs() < 0.1);
        assert!(elo(1.0).is_finite());
    }

    #[test]
    fn the_test_ends_either_way() {
        let sprt = sprt("0,20", true).expect("a test");
        for (often, verdict) in [(3, Verdict::Accepted), (1, Verdict::Refused)] {
            let mut tally = Tally::new(true, 1);
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
        assert!("20,0".parse::<Bounds>().is_err() && "x,1".parse::<Bounds>().is_err());
    }

    #[test]
    fn shares_are_shares_and_no_elo() {
        let test = sprt("0.50,0.55", false).expect("a test");
        let mut tally = Tally::new(false, 1);
        for opening in 0..200 {
            let places = if opening % 4 < 3 {
                [1, 2, 3, 4]
            } else {
                [2, 1, 4, 3]
            };
            tally.add(opening, RY, &played(places));
        }
        assert_eq!(tally.line(), "score 0.583 ± 0.020 (200 openings)");
        assert_eq!(test.verdict(&tally), Verdict::Accepted);
        assert!(test.tell(&tally).starts_with("SPRT 0.5,0.55: accepted"));
        for text in ["0,10", "-0.1,0.5"] {
            assert!(matches!(sprt(text, false), Err(Error::Usage(_))), "{text}");
            assert!(sprt(text, true).is_ok(), "{text}");
        }
    }
}
