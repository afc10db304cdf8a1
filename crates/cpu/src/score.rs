//! Scores: hundredths of a point, as the root's side sees them.

/// The value of a position, in hundredths of a point.
pub(crate) type Score = i32;

/// Above every score.
pub(crate) const INFINITE: Score = 1_000_000;

/// A game of teams won now; one that is won later scores one less for every ply.
pub(crate) const WON: Score = 100_000;

/// Scores beyond this are the end of a game of teams.
pub(crate) const DECIDED: Score = WON - 1_000;

/// Won for all one knows: what proves no end of the game, as a turn left out does not, is worth no more.
pub(crate) const ALMOST_DECIDED: Score = DECIDED - 1;
