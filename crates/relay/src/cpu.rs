//! The CPUs' threads: a few of them, shared by all games, and fewer for analyses.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

use vierschach_session::{AnalysisTask, CpuTask, Input};
use vierschach_thinking::{Urgency, study, think};

/// Moves that wait for a thread. One more is refused.
const MOVES: usize = 1024;

/// Analyses that wait for a thread. One more is refused: each may take seconds.
const ANALYSES: usize = 32;

/// Where a CPU's progress and answer go.
pub(crate) type Report = Box<dyn Fn(Input, Urgency) + Send>;

/// Threads that choose moves, and threads that analyse: moves never wait for an analysis.
pub(crate) struct CpuPool {
    moves: SyncSender<Job>,
    analyses: SyncSender<Job>,
}

/// What a thread does, until its flag is set.
type Work = Box<dyn FnOnce(&AtomicBool, &Report) + Send>;

struct Job {
    work: Work,
    stop: Arc<AtomicBool>,
    report: Report,
}

impl CpuPool {
    /// As many threads for moves as the machine has cores, and half as many for analyses. They end
    /// when the pool is dropped.
    pub(crate) fn new() -> io::Result<CpuPool> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Ok(CpuPool {
            moves: start("cpu", cores, MOVES)?,
            analyses: start("analysis", cores.div_ceil(2), ANALYSES)?,
        })
    }

    /// Has a move chosen. Setting the flag that comes back ends it soon, without an answer.
    /// `None`: too many tasks wait already.
    pub(crate) fn ask(&self, task: Box<CpuTask>, report: Report) -> Option<Arc<AtomicBool>> {
        let work = move |stop: &AtomicBool, report: &Report| think(&task, stop, report);
        put(&self.moves, Box::new(work), report)
    }

    /// Has a position analysed, in the same way.
    pub(crate) fn analyse(
        &self,
        task: Box<AnalysisTask>,
        report: Report,
    ) -> Option<Arc<AtomicBool>> {
        let work = move |stop: &AtomicBool, report: &Report| study(&task, stop, report);
        put(&self.analyses, Box::new(work), report)
    }
}

impl fmt::Debug for CpuPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CpuPool").finish_non_exhaustive()
    }
}

fn start(name: &str, threads: usize, queue: usize) -> io::Result<SyncSender<Job>> {
    let (queue, jobs) = sync_channel(queue);
    let jobs = Arc::new(Mutex::new(jobs));
    for number in 0..threads {
        let jobs = Arc::clone(&jobs);
        thread::Builder::new()
            .name(format!("{name}-{number}"))
            .spawn(move || work(&jobs))?;
    }
    Ok(queue)
}

fn put(queue: &SyncSender<Job>, work: Work, report: Report) -> Option<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let job = Job {
        work,
        stop: Arc::clone(&stop),
        report,
    };
    queue.try_send(job).is_ok().then_some(stop)
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    loop {
        // The lock is held while waiting for a job, not while doing it.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { work, stop, report }) = job else {
            return;
        };
        if !stop.load(Ordering::Relaxed) {
            work(&stop, &report);
        }
    }
}
