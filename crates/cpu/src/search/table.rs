//! The transposition table: what is known of positions met before.

use vierschach_engine::Move;

use crate::score::Score;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least as high.
    Lower,
    /// The true one is at most as high.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    /// For the player to move.
    pub(crate) score: Score,
    /// The best move, if one was found.
    pub(crate) mv: Option<Move>,
    /// The depth it was searched to.
    pub(crate) depth: u8,
    /// How the score relates to the true one.
    pub(crate) bound: Bound,
}

/// A table of fixed size, one entry for each slot. What is newer replaces, unless the slot holds a
/// deeper search of the same position.
pub(crate) struct Table(Vec<Option<Entry>>);

impl Table {
    /// A table with room for a search of so many nodes, between 2¹⁰ and 2¹⁸ slots; as many as
    /// that when the nodes are not limited.
    pub(crate) fn for_nodes(nodes: Option<u64>) -> Table {
        let nodes = nodes.unwrap_or(u64::MAX) / 2;
        let slots = nodes.clamp(1 << 10, 1 << 18).next_power_of_two() as usize;
        Table(vec![None; slots])
    }

    /// The largest table of at most so many bytes, but no less than 2¹⁰ slots.
    pub(crate) fn of_bytes(bytes: usize) -> Table {
        let slots = (bytes / size_of::<Option<Entry>>()).max(1 << 10);
        // The number of slots is a power of two: half of the next one, unless it is one itself.
        Table(vec![None; 1 << slots.ilog2()])
    }

    /// How full it is, in thousandths, by its first thousand slots.
    pub(crate) fn fill(&self) -> u16 {
        let sample = self.0.iter().take(1000);
        sample.filter(|entry| entry.is_some()).count() as u16
    }

    fn slot(&self, key: u64) -> usize {
        (key as usize) & (self.0.len() - 1)
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.0[self.slot(key)].filter(|entry| entry.key == key)
    }

    /// Keeps what was found, unless the slot holds a deeper search of the same position.
    #[inline]
    pub(crate) fn put(
        &mut self,
        key: u64,
        depth: u8,
        score: Score,
        bound: Bound,
        mv: Option<Move>,
    ) {
        let slot = self.slot(key);
        let entry = &mut self.0[slot];
        if let Some(old) = entry.filter(|old| old.key == key) {
            if old.depth > depth && bound != Bound::Exact {
                return;
            }
            let mv = mv.or(old.mv);
            *entry = Some(Entry {
                key,
                score,
                mv,
                depth,
                bound,
            });
        } else {
            *entry = Some(Entry {
                key,
                score,
                mv,
                depth,
                bound,
            });
        }
    }
}
