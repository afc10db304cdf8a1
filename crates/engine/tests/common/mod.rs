//! What several tests of the rules share: a slow generator and random games.

pub(crate) mod playout;
pub(crate) mod slow;
