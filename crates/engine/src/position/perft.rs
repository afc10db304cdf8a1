//! Counting move paths, the measure of correctness and speed.

use super::{Observer, Position};
use crate::{Move, MoveList, Rules};

/// Keys of the positions on the way, for repetition.
struct Path<'a> {
    keys: &'a mut Vec<u64>,
}

impl Observer for Path<'_> {
    #[inline]
    fn position(&mut self, key: u64) -> bool {
        self.keys.push(key);
        // An elimination or a pass aside, keys repeat at the same number of plies apart; short
        // paths hold few keys, so all are compared.
        self.keys.iter().filter(|earlier| **earlier == key).count() >= 3
    }
}

impl Position {
    /// Leaf positions after exactly `depth` legal moves. Finished games have no children.
    /// `history` holds the keys of the positions so far, this one's included.
    /// With `bulk` the last ply is counted without making its moves.
    pub(crate) fn perft(
        &self,
        rules: &Rules,
        depth: u32,
        bulk: bool,
        history: &mut Vec<u64>,
    ) -> u64 {
        match depth {
            0 => return 1,
            1 if bulk => return self.count_moves(rules),
            _ => {}
        }
        let mut list = MoveList::new();
        self.legal_moves(rules, &mut list);
        let length = history.len();
        list.iter()
            .map(|mv| {
                let after = self.make_observed(rules, *mv, &mut Path { keys: history });
                let nodes = after.perft(rules, depth - 1, bulk, history);
                history.truncate(length);
                nodes
            })
            .sum()
    }

    /// The same for each move: what `perft --divide` prints.
    pub(crate) fn divide(
        &self,
        rules: &Rules,
        depth: u32,
        history: &mut Vec<u64>,
    ) -> Vec<(Move, u64)> {
        let mut list = MoveList::new();
        self.legal_moves(rules, &mut list);
        let length = history.len();
        list.iter()
            .map(|mv| {
                let after = self.make_observed(rules, *mv, &mut Path { keys: history });
                let nodes = after.perft(rules, depth.saturating_sub(1), true, history);
                history.truncate(length);
                (*mv, nodes)
            })
            .collect()
    }
}
