//! CPUs at work: each in a thread of its own, with a flag that stops it.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use vierschach_cpu::{Level, Progress, Resources, choose_with};
use vierschach_session::{CpuTask, Input, Token};

use super::Order;

/// Shortest time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(250);

/// The CPUs that were asked and not stopped.
#[derive(Debug)]
pub(super) struct Thinkers {
    answers: SyncSender<Order>,
    flags: HashMap<Token, Arc<AtomicBool>>,
}

impl Thinkers {
    /// Nobody thinks yet; what they find out goes to `answers`.
    pub(super) fn new(answers: SyncSender<Order>) -> Self {
        let flags = HashMap::new();
        Self { answers, flags }
    }

    /// Lets a CPU choose a move; returns what is to be said if there is no thread to be had: the
    /// game rests then, and the player may try again.
    pub(super) fn ask(&mut self, task: CpuTask) -> Option<Input> {
        // Those that have answered hold their flag no longer.
        self.flags.retain(|_, flag| Arc::strong_count(flag) > 1);
        let token = task.token;
        let stop = Arc::new(AtomicBool::new(false));
        self.flags.insert(token, Arc::clone(&stop));
        let answers = self.answers.clone();
        let thinker = thread::Builder::new().name("cpu".to_owned());
        let started = thinker.spawn(move || think(&task, &stop, &answers));
        started.is_err().then_some(Input::CpuFailed(token))
    }

    /// Stops a CPU whose answer is no longer wanted.
    pub(super) fn stop(&mut self, token: Token) {
        if let Some(flag) = self.flags.remove(&token) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Stops all of them.
    pub(super) fn stop_all(&mut self) {
        for (_, flag) in self.flags.drain() {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

fn think(task: &CpuTask, stop: &AtomicBool, answers: &SyncSender<Order>) {
    let token = task.token;
    let start = Instant::now();
    let mut reported = start;
    let mut report = |progress: Progress| {
        if reported.elapsed() < REPORT_EVERY {
            return;
        }
        reported = Instant::now();
        // Where the queue is full nobody misses it.
        let _ = answers.try_send(Order::Cpu(Input::Thinking {
            token,
            depth: progress.depth,
            nodes: progress.nodes,
            fraction: progress.fraction,
        }));
    };
    let choice = catch_unwind(AssertUnwindSafe(|| {
        let level = Level::from_number(task.level)?;
        let now = || start.elapsed();
        let resources = Resources::of_host(thread::available_parallelism().map_or(1, usize::from));
        choose_with(
            &task.state,
            level,
            resources,
            task.seed,
            stop,
            &now,
            &mut report,
        )
    }));
    if stop.load(Ordering::Relaxed) {
        return;
    }
    // A fault in the search must not leave the game waiting for ever.
    let input = match choice {
        Ok(Some(choice)) => Input::Chosen {
            token,
            mv: choice.mv,
        },
        Ok(None) | Err(_) => Input::CpuFailed(token),
    };
    let _ = answers.send(Order::Cpu(input));
}
