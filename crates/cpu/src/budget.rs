//! What a search may spend, and the watch over it: nodes, time and the stop flag.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use vierschach_engine::Move;

/// What a search may spend. The first limit reached ends it; without any, only the stop flag and
/// the deepest possible search do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions made, the root's moves included.
    pub nodes: Option<u64>,
    /// Depth in plies, moves of any player.
    pub depth: Option<u8>,
    /// Time by the caller's clock, which is read for this limit alone.
    pub time: Option<Duration>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The depth being searched.
    pub depth: u8,
    /// Positions made so far.
    pub nodes: u64,
    /// Part of the budget that is spent, 0 to 1; of a budget without nodes, always 0.
    pub fraction: f32,
    /// The best move so far.
    pub best: Option<Move>,
}

/// Why a search ended before its full depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Somebody set the stop flag.
    Stopped,
    /// Nodes or time are spent.
    Spent,
}

/// The flag and the clock are looked at once in so many nodes: a fraction of a millisecond.
const LOOK_EVERY: u64 = 256;

/// Progress is reported at most once in so many nodes.
const REPORT_EVERY: u64 = 4_096;

/// The watch over one thread of a search.
pub(crate) struct Budget<'a> {
    limits: Limits,
    stop: &'a AtomicBool,
    /// Nodes of all threads, each of which adds to it when it looks up.
    total: &'a AtomicU64,
    /// Nodes of this thread that are in the total.
    added: u64,
    now: &'a dyn Fn() -> Duration,
    start: Duration,
    progress: &'a mut dyn FnMut(Progress),
    next_report: u64,
    nodes: u64,
    /// The depth being searched, for the reports.
    pub(crate) depth: u8,
    /// The best move so far, for the reports.
    pub(crate) best: Option<Move>,
}

impl<'a> Budget<'a> {
    /// Starts the watch. The clock is read only under a time limit.
    pub(crate) fn new(
        limits: Limits,
        stop: &'a AtomicBool,
        total: &'a AtomicU64,
        now: &'a dyn Fn() -> Duration,
        progress: &'a mut dyn FnMut(Progress),
    ) -> Budget<'a> {
        let start = if limits.time.is_some() {
            now()
        } else {
            Duration::ZERO
        };
        let next_report = REPORT_EVERY;
        Budget {
            limits,
            stop,
            total,
            added: 0,
            now,
            start,
            progress,
            next_report,
            nodes: 0,
            depth: 0,
            best: None,
        }
    }

    /// Counts one node and says whether to go on.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes > most) {
            return Err(Halt::Spent);
        }
        if self.nodes.is_multiple_of(LOOK_EVERY) {
            self.look()
        } else {
            Ok(())
        }
    }

    /// What may be spent.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Nodes counted so far, those of other threads included.
    pub(crate) fn nodes(&self) -> u64 {
        self.total.load(Ordering::Relaxed) + self.nodes - self.added
    }

    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        let total = &self.total;
        total.fetch_add(self.nodes - self.added, Ordering::Relaxed);
        self.added = self.nodes;
        if self.limits.nodes.is_some_and(|most| self.nodes() > most) {
            return Err(Halt::Spent);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        if self
            .limits
            .time
            .is_some_and(|most| (self.now)().saturating_sub(self.start) >= most)
        {
            return Err(Halt::Spent);
        }
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + REPORT_EVERY;
            let fraction = self
                .limits
                .nodes
                .map_or(0.0, |most| self.nodes() as f32 / most as f32);
            let Budget { depth, best, .. } = *self;
            let nodes = self.nodes();
            (self.progress)(Progress {
                depth,
                nodes,
                fraction: fraction.min(1.0),
                best,
            });
        }
        Ok(())
    }
}
