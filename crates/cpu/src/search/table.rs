//! The transposition table: what is known of positions met before, shared by all threads of a search.
//!
//! No locks: a slot is two words, the second of which is stored in the first as well, mixed with
//! the key. Two threads that write at once leave words that don't belong together, and these are
//! taken for a slot of another position.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use vierschach_engine::{Kind, Move, Square};

use crate::score::Score;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the true one.
    Exact = 1,
    /// The true one is at least as high.
    Lower = 2,
    /// The true one is at most as high.
    Upper = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// For the player to move.
    pub(crate) score: Score,
    /// The best move, if one was found.
    pub(crate) mv: Option<Move>,
    /// The depth it was searched to.
    pub(crate) depth: u8,
    /// How the score relates to the true one.
    pub(crate) bound: Bound,
}

/// Bits of an entry: the score in 32, the move's squares in 8 each and its promotion in 3, the
/// depth in 8, the bound in 2. No entry is 0, which stands for none.
impl Entry {
    fn pack(self) -> u64 {
        let mv = self.mv.map_or(0, |mv| {
            let promotion = mv.promotion.map_or(0, |kind| kind as u64 + 1);
            (mv.from.index() as u64) | (mv.to.index() as u64) << 8 | promotion << 16
        });
        u64::from(self.score as u32)
            | mv << 32
            | u64::from(self.depth) << 51
            | (self.bound as u64) << 59
    }

    fn unpack(bits: u64) -> Option<Entry> {
        let bound = match bits >> 59 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let square = |shift: u32| Square::from_index((bits >> shift & 255) as usize);
        let promotion = (bits >> 48 & 7) as usize;
        let mv = square(32).zip(square(40)).map(|(from, to)| Move {
            from,
            to,
            promotion: promotion.checked_sub(1).map(|kind| Kind::ALL[kind % 6]),
        });
        Some(Entry {
            score: bits as u32 as Score,
            mv,
            depth: (bits >> 51 & 255) as u8,
            bound,
        })
    }
}

/// The key mixed with the entry, and the entry.
type Slot = [AtomicU64; 2];

/// A table of fixed size, one entry for each slot. What is newer replaces, unless the slot holds a
/// deeper search of the same position.
pub(crate) struct Table(Box<[Slot]>);

impl Table {
    /// A table of at most so many bytes.
    pub(crate) fn new(bytes: usize, nodes: Option<u64>) -> Table {
        Table::with_slots(Table::slots(bytes, nodes))
    }

    /// The most slots in so many bytes, but no less than 2¹⁰, and no more than a search of so many
    /// nodes can fill. A power of two.
    pub(crate) fn slots(bytes: usize, nodes: Option<u64>) -> usize {
        let most = nodes.map_or(usize::MAX, |nodes| {
            usize::try_from(nodes).unwrap_or(usize::MAX)
        });
        let slots = (bytes / size_of::<Slot>())
            .min(most.saturating_mul(2))
            .max(1 << 10);
        1 << slots.ilog2()
    }

    /// An empty table.
    pub(crate) fn with_slots(slots: usize) -> Table {
        // Zeroed by the system, page by page as they are used: writing 64 MiB takes longer than `stop` may.
        Table(bytemuck::zeroed_slice_box(slots))
    }

    /// How many slots it has.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// How full it is, in thousandths, by its first thousand slots.
    pub(crate) fn fill(&self) -> u16 {
        let sample = self.0.iter().take(1000);
        sample.filter(|[_, entry]| entry.load(Relaxed) != 0).count() as u16
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.0[(key as usize) & (self.0.len() - 1)]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let [mixed, entry] = self.slot(key);
        let entry = entry.load(Relaxed);
        if mixed.load(Relaxed) ^ entry == key {
            Entry::unpack(entry)
        } else {
            None
        }
    }

    /// Keeps what was found, unless the slot holds a deeper search of the same position. An entry
    /// without a move keeps the one that was known.
    #[inline]
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        if let Some(old) = self.get(key) {
            if old.depth > entry.depth && entry.bound != Bound::Exact {
                return;
            }
            entry.mv = entry.mv.or(old.mv);
        }
        let bits = entry.pack();
        let [mixed, entry] = self.slot(key);
        mixed.store(key ^ bits, Relaxed);
        entry.store(bits, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_was_put() {
        let table = Table::new(1 << 16, None);
        let moves = ["d2d4", "n11a4", "h7h8q", "h7h8n"].map(|mv| mv.parse().ok());
        for (number, mv) in moves.into_iter().chain([None]).enumerate() {
            for score in [-1_000_000, -1, 0, 99_999] {
                let bound = [Bound::Exact, Bound::Lower, Bound::Upper][number % 3];
                let depth = 60 + number as u8;
                let entry = Entry {
                    score,
                    mv,
                    depth,
                    bound,
                };
                let key = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1);
                table.put(
                    key,
                    Entry {
                        bound: Bound::Exact,
                        ..entry
                    },
                );
                table.put(key, entry);
                assert_eq!(table.get(key).map(|found| found.score), Some(score));
                assert_eq!(table.get(key).and_then(|found| found.mv), mv);
                assert_eq!(
                    table.get(key ^ 1 << 60),
                    None,
                    "another key in the same slot"
                );
            }
        }
    }

    #[test]
    fn its_size_stays_below_what_is_allowed() {
        for bytes in [0, 1 << 14, 100_000, 1 << 20] {
            let table = Table::new(bytes, None);
            assert!(table.0.len() * size_of::<Slot>() <= bytes.max(1 << 14));
            assert!(table.0.len() * size_of::<Slot>() * 2 > bytes);
        }
        assert_eq!(Table::new(1 << 24, Some(600)).0.len(), 1 << 10);
    }
}
