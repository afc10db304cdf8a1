//! The CPUs' threads: a few of them, shared by all devices in turn, and fewer for analyses.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{io, thread};

use vierschach_session::{AnalysisTask, CpuTask, Input, MAX_CONNECTIONS};
use vierschach_thinking::{Resources, Urgency, study, think};

use crate::store::Owner;
use crate::turns::Turns;

/// Moves that wait for a thread, of one device (a game for each of its screens) and of all. One
/// more is refused.
const MOVES_EACH: usize = MAX_CONNECTIONS;
const MOVES: usize = 1024;

/// Analyses that wait for a thread. One more is refused: each may take seconds.
const ANALYSES_EACH: usize = 4;
const ANALYSES: usize = 32;

/// Where a CPU's progress and answer go. Must not wait: others' CPUs need the thread.
pub(crate) type Report = Box<dyn Fn(Input, Urgency) + Send>;

/// Threads that choose moves, and threads that analyse: moves never wait for an analysis.
pub(crate) struct CpuPool {
    moves: Arc<Crew>,
    analyses: Arc<Crew>,
}

/// What a thread does, until its flag is set.
type Work = Box<dyn FnOnce(&AtomicBool, &Report) + Send>;

struct Job {
    work: Work,
    stop: Arc<AtomicBool>,
    report: Report,
}

/// Threads that do jobs of the same kind.
struct Crew {
    shift: Mutex<Shift>,
    changed: Condvar,
}

/// What a crew has before it.
struct Shift {
    turns: Turns<Owner, Job>,
    is_over: bool,
}

impl CpuPool {
    /// As many threads for moves as the machine has cores, and half as many for analyses. They end
    /// when the pool is dropped.
    pub(crate) fn new() -> io::Result<CpuPool> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Ok(CpuPool {
            moves: Crew::start("cpu", cores, Turns::new(MOVES_EACH, MOVES))?,
            analyses: Crew::start(
                "analysis",
                cores.div_ceil(2),
                Turns::new(ANALYSES_EACH, ANALYSES),
            )?,
        })
    }

    /// Has a move chosen for a device, on one thread and with a small table: the machine is
    /// everybody's. Setting the flag that comes back ends it soon, without an answer.
    /// `None`: too many tasks wait already.
    pub(crate) fn ask(
        &self,
        owner: &Owner,
        task: Box<CpuTask>,
        report: Report,
    ) -> Option<Arc<AtomicBool>> {
        let work = move |stop: &AtomicBool, report: &Report| {
            think(&task, Resources::default(), stop, report);
        };
        self.moves.put(owner, Box::new(work), report)
    }

    /// Has a position analysed, in the same way.
    pub(crate) fn analyse(
        &self,
        owner: &Owner,
        task: Box<AnalysisTask>,
        report: Report,
    ) -> Option<Arc<AtomicBool>> {
        let work = move |stop: &AtomicBool, report: &Report| study(&task, stop, report);
        self.analyses.put(owner, Box::new(work), report)
    }
}

impl CpuPool {
    /// How many moves and analyses wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        let crews = [&self.moves, &self.analyses];
        crews.iter().map(|crew| crew.shift().turns.waiting()).sum()
    }
}

impl Drop for CpuPool {
    fn drop(&mut self) {
        for crew in [&self.moves, &self.analyses] {
            crew.shift().is_over = true;
            crew.changed.notify_all();
        }
    }
}

impl fmt::Debug for CpuPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CpuPool").finish_non_exhaustive()
    }
}

impl Job {
    fn is_wanted(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

impl Crew {
    fn start(name: &str, threads: usize, turns: Turns<Owner, Job>) -> io::Result<Arc<Crew>> {
        let shift = Shift {
            turns,
            is_over: false,
        };
        let crew = Arc::new(Crew {
            shift: Mutex::new(shift),
            changed: Condvar::new(),
        });
        for number in 0..threads {
            let crew = Arc::clone(&crew);
            thread::Builder::new()
                .name(format!("{name}-{number}"))
                .spawn(move || crew.work())?;
        }
        Ok(crew)
    }

    fn put(&self, owner: &Owner, work: Work, report: Report) -> Option<Arc<AtomicBool>> {
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            work,
            stop: Arc::clone(&stop),
            report,
        };
        let mut shift = self.shift();
        shift.turns.retain(Job::is_wanted);
        let found_room = shift.turns.put(owner, job);
        self.changed.notify_one();
        found_room.then_some(stop)
    }

    fn work(&self) {
        let mut shift = self.shift();
        while !shift.is_over {
            let Some((owner, job)) = shift.turns.next() else {
                let changed = self.changed.wait(shift);
                shift = changed.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(shift);
            if job.is_wanted() {
                (job.work)(&job.stop, &job.report);
            }
            shift = self.shift();
            // This thread looks for the next turn itself: nobody needs to be woken.
            shift.turns.done(&owner);
        }
    }

    fn shift(&self) -> MutexGuard<'_, Shift> {
        // Nothing panics while it is held.
        self.shift.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_device_with_many_tasks_leaves_a_thread_to_the_others() {
        let crew = Crew::start("test", 2, Turns::new(8, 8)).unwrap();
        let report = || -> Report { Box::new(|_, _| {}) };
        let (busy, is_busy) = channel();
        let anna = Owner::of_secret("anna");
        for _ in 0..4 {
            let busy = busy.clone();
            let until_stopped = move |stop: &AtomicBool, _: &Report| {
                busy.send(()).unwrap();
                while !stop.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
            };
            assert!(crew.put(&anna, Box::new(until_stopped), report()).is_some());
        }
        is_busy.recv().unwrap();
        let (did, is_done) = channel();
        let at_once = move |_: &AtomicBool, _: &Report| did.send(()).unwrap();
        crew.put(&Owner::of_secret("ben"), Box::new(at_once), report());
        is_done.recv_timeout(Duration::from_secs(30)).unwrap();
        // One of hers at a time.
        assert!(is_busy.try_recv().is_err());
    }
}
