//! What CPUs do for a desk, alike in every host: choosing moves and analysing positions.
//!
//! A host brings the thread, the flag that stops it and the way back to its desk; [`think`] and
//! [`study`] take a task of the desk's and answer in inputs for the desk. Both read the clock.

mod study;
mod think;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use vierschach_cpu::Level;
use vierschach_session::Input;

pub use study::study;
pub use think::think;
pub use vierschach_cpu::Resources;

/// Shortest time between two reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(250);

/// Whether an input may be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Dropped when the receiver is busy.
    MayBeLost,
    /// Waits for the receiver.
    MustArrive,
}

/// The numbers of the levels that there are, weakest first.
pub fn levels() -> Vec<u8> {
    Level::ALL.into_iter().map(Level::number).collect()
}

/// What one CPU may use of a machine that plays for nobody else.
pub fn own_machine() -> Resources {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    Resources::of_host(cores)
}

/// Works until there is an answer and passes it on, unless the flag was set meanwhile. Work that
/// has none, or panics, is answered by `failed`: a game must not wait for ever.
fn answer(
    work: impl FnOnce() -> Option<Input>,
    failed: Input,
    stop: &AtomicBool,
    tell: &dyn Fn(Input, Urgency),
) {
    let answer = catch_unwind(AssertUnwindSafe(work));
    if !stop.load(Ordering::Relaxed) {
        tell(answer.ok().flatten().unwrap_or(failed), Urgency::MustArrive);
    }
}

/// When it was begun, and when progress was last reported.
#[derive(Clone, Copy, Debug)]
struct Watch {
    began: Instant,
    reported: Option<Instant>,
}

impl Watch {
    fn start() -> Watch {
        Watch {
            began: Instant::now(),
            reported: None,
        }
    }

    /// Whether it is time for a report; the next one is due after [`REPORT_EVERY`].
    fn is_due(&mut self) -> bool {
        let last = self.reported.unwrap_or(self.began);
        let due = last.elapsed() >= REPORT_EVERY;
        if due {
            self.reported = Some(Instant::now());
        }
        due
    }
}
