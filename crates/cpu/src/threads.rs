//! One search on several threads: each deepens by itself, and what it finds out the others read in
//! the table they share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use vierschach_engine::{Color, Game};

use crate::budget::{Budget, Limits, Progress};
use crate::search::{Outlook, Search, Table};
use crate::style::Mood;

/// What of the machine a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Threads, the caller's included. With more than one, the same seed need not give the same
    /// move. Levels with a budget of nodes use one in any case.
    pub threads: usize,
    /// Most bytes of the transposition table, which is made for one search and never grows. One that
    /// few nodes can't fill is made smaller.
    pub table_bytes: usize,
}

impl Default for Resources {
    /// One thread and 16 MiB.
    fn default() -> Resources {
        Resources {
            threads: 1,
            table_bytes: 16 << 20,
        }
    }
}

impl Resources {
    /// What a host with so many cores lends to one CPU: two threads where it has as many cores, and
    /// a table of 64 MiB, on phones of 16 MiB.
    pub const fn of_host(cores: usize) -> Resources {
        let phone = cfg!(any(target_os = "android", target_os = "ios"));
        Resources {
            threads: if cores < 2 { 1 } else { 2 },
            table_bytes: if phone { 16 << 20 } else { 64 << 20 },
        }
    }
}

/// What a search leaves to the next one of the same game: its transposition table. Of another game by the
/// same rules it tells nothing wrong, but nothing either; where rules or outlook change it must be forgotten,
/// for the keys of positions do not tell them.
#[derive(Default)]
pub struct Memory(Option<Table>);

impl Memory {
    /// The table, made anew where it is smaller than what is allowed and can be filled.
    fn table(&mut self, bytes: usize, nodes: Option<u64>) -> &Table {
        let wanted = Table::slots(bytes, nodes);
        let fits =
            |table: &Table| table.len() >= wanted && table.len() <= Table::slots(bytes, None);
        let kept = self.0.take().filter(fits);
        self.0
            .insert(kept.unwrap_or_else(|| Table::with_slots(wanted)))
    }
}

/// What is searched, and with what.
pub(crate) struct Task<'a> {
    pub(crate) game: &'a Game,
    pub(crate) me: Color,
    pub(crate) mood: Mood,
    pub(crate) outlook: Outlook,
    pub(crate) limits: Limits,
    pub(crate) resources: Resources,
    pub(crate) stop: &'a AtomicBool,
}

/// Ends the helpers, also when the search panics: a scope waits for its threads.
struct EndOnDrop<'a>(&'a AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Task<'_> {
    /// Runs `lead` on this thread, beside helpers on the others. A thread that can't be had is done without.
    pub(crate) fn run<T>(
        &self,
        memory: &mut Memory,
        now: &dyn Fn() -> Duration,
        progress: &mut dyn FnMut(Progress),
        lead: impl FnOnce(Search<'_>) -> T,
    ) -> T {
        let total = AtomicU64::new(0);
        // The clock runs while the table is made.
        let budget = Budget::new(self.limits, self.stop, &total, now, progress);
        let table = memory.table(self.resources.table_bytes, self.limits.nodes);
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            let _end = EndOnDrop(&ended);
            for number in 1..self.resources.threads {
                let (total, ended) = (&total, &ended);
                let help = move || self.help(number, table, total, ended);
                let helper = thread::Builder::new().name("cpu-helper".to_owned());
                if helper.spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            lead(self.search(budget, table))
        })
    }

    fn search<'a>(&'a self, budget: Budget<'a>, table: &'a Table) -> Search<'a> {
        let rules = self.game.rules();
        Search::new(rules, self.me, self.mood, self.outlook, budget, table)
    }

    fn help(&self, number: usize, table: &Table, total: &AtomicU64, ended: &AtomicBool) {
        let limits = Limits {
            nodes: None,
            time: None,
            ..self.limits
        };
        let now = || Duration::ZERO;
        let mut ignore = |_: Progress| ();
        let budget = Budget::new(limits, ended, total, &now, &mut ignore);
        self.search(budget, table).assist(self.game, number);
    }
}
