//! What several tests of the rules share: any rules and boards, random games, a slow generator.

pub(crate) mod boards;
pub(crate) mod playout;
pub(crate) mod slow;
