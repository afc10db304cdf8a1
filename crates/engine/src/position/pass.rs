//! Giving up the turn, which no rule allows but searches ask for.

use super::{NoObserver, Position};
use crate::Rules;

impl Position {
    /// The position with the turn given to the next player whose turn comes, everything decided
    /// for them as after a move. What a search asks to learn what threatens; the player who
    /// passes should not be in check. A finished game stays as it is.
    pub fn pass(&self, rules: &Rules) -> Position {
        let mut after = *self;
        if after.result.is_none() {
            after.walker = None;
            after.settle(rules, &mut NoObserver);
        }
        after
    }
}
