//! Who sits where: every distribution of the seats between two players.

use std::fmt;

use vierschach_engine::{Color, Rules};

/// One distribution: the seats of A, in turn order; the others are B's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seating(pub(super) [bool; 4]);

impl Seating {
    /// Whether a seat is A's.
    pub(super) const fn is_a(self, color: Color) -> bool {
        self.0[color.index()]
    }
}

impl fmt::Display for Seating {
    /// The letters of A's colours.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut own = Color::ALL.into_iter().filter(|color| self.is_a(*color));
        own.try_for_each(|color| write!(f, "{}", color.letter()))
    }
}

/// All distributions of a match.
pub(super) struct Seats(Vec<Seating>);

impl Seats {
    /// In teams A plays either team, else every choice of so many seats.
    pub(super) fn new(rules: &Rules, seats: u8) -> Seats {
        let all = (1..15u8).map(|bits| Seating(std::array::from_fn(|seat| bits >> seat & 1 == 1)));
        let fits = |seating: &Seating| {
            let [a, b, c, d] = seating.0;
            if rules.teams {
                a == c && b == d
            } else {
                seating.0.iter().filter(|seat| **seat).count() == usize::from(seats)
            }
        };
        Seats(all.filter(fits).collect())
    }

    /// The distributions, always in the same order.
    pub(super) fn all(&self) -> impl Iterator<Item = Seating> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vierschach_engine::Preset;

    #[test]
    fn every_distribution_occurs_once() {
        let told = |preset, seats| {
            let seats = Seats::new(&Rules::preset(preset), seats);
            seats.all().map(|one| one.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(told(Preset::Teams, 1), ["RY", "BG"]);
        assert_eq!(told(Preset::Solo, 1), ["R", "B", "Y", "G"]);
        assert_eq!(told(Preset::Solo, 2), ["RB", "RY", "BY", "RG", "BG", "YG"]);
        assert_eq!(told(Preset::Solo, 3).len(), 4);
    }
}
