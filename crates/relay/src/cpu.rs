//! The CPUs' threads: a few of them, shared by all games.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, panic, thread};

use vierschach_cpu::{Level, Progress, Resources, choose_with};
use vierschach_session::{CpuTask, Input};

/// Tasks that wait for a thread. One more is refused.
const QUEUE: usize = 1024;

/// How often a thinking CPU is heard of.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Where a CPU's progress and answer go.
pub(crate) type Report = Box<dyn Fn(Input, Urgency) + Send>;

/// Whether an input may be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Dropped when the receiver is busy.
    MayBeLost,
    /// Waits for the receiver.
    MustArrive,
}

/// A pool of threads that choose moves.
pub(crate) struct CpuPool {
    queue: SyncSender<Job>,
}

struct Job {
    task: Box<CpuTask>,
    stop: Arc<AtomicBool>,
    report: Report,
}

impl CpuPool {
    /// As many threads as the machine has cores. They end when the pool is dropped.
    pub(crate) fn new() -> io::Result<CpuPool> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let (queue, jobs) = sync_channel(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads {
            let jobs = Arc::clone(&jobs);
            thread::Builder::new()
                .name(format!("cpu-{number}"))
                .spawn(move || work(&jobs))?;
        }
        Ok(CpuPool { queue })
    }

    /// Has a task done. Setting the flag that comes back ends it soon, without an answer.
    /// `None`: too many tasks wait already.
    pub(crate) fn ask(&self, task: Box<CpuTask>, report: Report) -> Option<Arc<AtomicBool>> {
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            task,
            stop: Arc::clone(&stop),
            report,
        };
        self.queue.try_send(job).is_ok().then_some(stop)
    }
}

impl fmt::Debug for CpuPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CpuPool").finish_non_exhaustive()
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    loop {
        // The lock is held while waiting for a job, not while doing it.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { task, stop, report }) = job else {
            return;
        };
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        let token = task.token;
        let chosen = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            choose(&task, &stop, &|input| report(input, Urgency::MayBeLost))
        }));
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        let answer = match chosen {
            Ok(Some(answer)) => answer,
            Ok(None) | Err(_) => Input::CpuFailed(token),
        };
        report(answer, Urgency::MustArrive);
    }
}

/// The one place where the relay meets the CPU's crate.
fn choose(task: &CpuTask, stop: &AtomicBool, tell: &dyn Fn(Input)) -> Option<Input> {
    let level = Level::from_number(task.level)?;
    let began = Instant::now();
    let mut told = began;
    let mut progress = |progress: Progress| {
        if told.elapsed() < PROGRESS_EVERY {
            return;
        }
        told = Instant::now();
        tell(Input::Thinking {
            token: task.token,
            depth: progress.depth,
            nodes: progress.nodes,
            fraction: progress.fraction,
        });
    };
    let now = || began.elapsed();
    let resources = Resources::of_host(thread::available_parallelism().map_or(1, usize::from));
    let choice = choose_with(
        &task.state,
        level,
        resources,
        task.seed,
        stop,
        &now,
        &mut progress,
    )?;
    Some(Input::Chosen {
        token: task.token,
        mv: choice.mv,
    })
}

/// The numbers of the levels that there are, weakest first.
pub(crate) fn levels() -> Vec<u8> {
    Level::ALL.into_iter().map(Level::number).collect()
}
