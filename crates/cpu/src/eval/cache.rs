//! Static scores of positions met before, which a search meets often.

use vierschach_engine::Position;

use crate::score::Score;

/// A power of two, small enough for a core's own cache.
const SLOTS: usize = 1 << 14;

/// Bits of a slot that hold the score; the others are the key's.
const SCORE: u64 = (1 << 20) - 1;

/// Whether a score is worth keeping: rough ones are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    Yes,
    No,
}

/// The engine's key of a position, which leaves points out, with the points.
#[inline]
pub(crate) fn scored_key(position: &Position) -> u64 {
    let points = position.points().iter().fold(0u64, |all, one| {
        (all ^ *one as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    position.hash() ^ points
}

/// A small table of static scores; what is newer replaces.
pub(crate) struct EvalCache(Box<[u64]>);

impl EvalCache {
    /// Knows nothing yet.
    pub(crate) fn new() -> EvalCache {
        EvalCache(vec![0; SLOTS].into_boxed_slice())
    }

    /// The score of a position: from the table, or by asking and then kept where the answer is to be.
    #[inline]
    pub(crate) fn get_or(
        &mut self,
        position: &Position,
        ask: impl FnOnce() -> (Score, Keep),
    ) -> Score {
        let key = scored_key(position);
        let slot = &mut self.0[key as usize & (SLOTS - 1)];
        if (*slot ^ key) & !SCORE == 0 {
            // Scores stay within 19 bits and a sign.
            return (((*slot << 44) as i64) >> 44) as Score;
        }
        let (score, keep) = ask();
        if keep == Keep::Yes {
            *slot = key & !SCORE | score as u64 & SCORE;
        }
        score
    }
}
