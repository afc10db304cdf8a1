//! Choosing a move for a CPU's seat.

use std::sync::atomic::AtomicBool;

use vierschach_cpu::{Level, Progress, Resources, choose_with};
use vierschach_session::{CpuTask, Input};

use crate::{Urgency, Watch, answer};

/// Chooses a move with so much of the machine: [`Input::Thinking`] a few times a second, then [`Input::Chosen`] or
/// [`Input::CpuFailed`]. Setting the flag ends it soon, without an answer.
pub fn think(
    task: &CpuTask,
    resources: Resources,
    stop: &AtomicBool,
    tell: &dyn Fn(Input, Urgency),
) {
    let token = task.token;
    let mut watch = Watch::start();
    let began = watch.began;
    let mut report = |progress: Progress| {
        if watch.is_due() {
            let thinking = Input::Thinking {
                token,
                depth: progress.depth,
                nodes: progress.nodes,
                fraction: progress.fraction,
            };
            tell(thinking, Urgency::MayBeLost);
        }
    };
    let choose = || {
        let level = Level::from_number(task.level)?;
        let now = || began.elapsed();
        let choice = choose_with(
            &task.state,
            level,
            resources,
            task.seed,
            stop,
            &now,
            &mut report,
        )?;
        Some(Input::Chosen {
            token,
            mv: choice.mv,
        })
    };
    answer(choose, Input::CpuFailed(token), stop, tell);
}
