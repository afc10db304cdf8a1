//! Durations by the thousand, and what is to be said of them.

use std::fmt;
use std::time::Duration;

/// Durations in microseconds.
#[derive(Clone, Debug, Default)]
pub struct Figures(Vec<u32>);

impl Figures {
    /// Adds one.
    pub fn add(&mut self, took: Duration) {
        self.0
            .push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
    }

    /// Adds all of others.
    pub fn merge(&mut self, mut others: Figures) {
        self.0.append(&mut others.0);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The duration that `share` (0 to 1) of all stay within; zero if there are none.
    pub fn share(&self, share: f64) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (share * sorted.len() as f64).ceil() as usize;
        let micros = sorted.get(rank.max(1) - 1).copied().unwrap_or(0);
        Duration::from_micros(micros.into())
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |share| self.share(share).as_secs_f64() * 1000.0;
        write!(
            f,
            "p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, longest {:.1} ms of {}",
            ms(0.5),
            ms(0.99),
            ms(0.999),
            ms(1.0),
            self.count()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all() {
        let mut figures = Figures::default();
        assert_eq!(figures.share(0.99), Duration::ZERO);
        for millis in (1..=100).rev() {
            figures.add(Duration::from_millis(millis));
        }
        assert_eq!(figures.share(0.5), Duration::from_millis(50));
        assert_eq!(figures.share(0.99), Duration::from_millis(99));
        assert_eq!(figures.share(1.0), Duration::from_millis(100));
    }
}
