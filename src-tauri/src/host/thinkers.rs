//! CPUs at work: each in a thread of its own, with a flag that stops it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;

use vierschach_protocol::ErrorCode;
use vierschach_session::{AnalysisTask, CpuTask, Input, Token};
use vierschach_thinking::{Urgency, own_machine, study, think};

use super::Order;

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
        let token = task.token;
        let started = self.start(token, "cpu", move |stop, tell| {
            think(&task, own_machine(), stop, tell);
        });
        (!started).then_some(Input::CpuFailed(token))
    }

    /// Has a position analysed; returns what is to be said if there is no thread to be had.
    pub(super) fn analyse(&mut self, task: AnalysisTask) -> Option<Input> {
        let token = task.token;
        let started = self.start(token, "analysis", move |stop, tell| {
            study(&task, stop, tell)
        });
        let code = ErrorCode::Internal;
        (!started).then_some(Input::AnalysisFailed { token, code })
    }

    /// Starts a thread; `false`: there is none to be had.
    fn start(
        &mut self,
        token: Token,
        name: &str,
        work: impl FnOnce(&AtomicBool, &dyn Fn(Input, Urgency)) + Send + 'static,
    ) -> bool {
        // Those that have answered hold their flag no longer.
        self.flags.retain(|_, flag| Arc::strong_count(flag) > 1);
        let stop = Arc::new(AtomicBool::new(false));
        self.flags.insert(token, Arc::clone(&stop));
        let answers = self.answers.clone();
        let tell = move |input, urgency| {
            // A host that is gone needs no answer, and progress is missed by nobody.
            let _ = match urgency {
                Urgency::MayBeLost => answers.try_send(Order::Cpu(input)).is_ok(),
                Urgency::MustArrive => answers.send(Order::Cpu(input)).is_ok(),
            };
        };
        let thinker = thread::Builder::new().name(name.to_owned());
        thinker.spawn(move || work(&stop, &tell)).is_ok()
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
