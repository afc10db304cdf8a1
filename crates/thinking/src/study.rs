//! Analysing a position.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use vierschach_cpu::{Analysis, Limits, Line, Outlook, Resources, analyse};
use vierschach_protocol::{self as protocol, ErrorCode};
use vierschach_session::{AnalysisTask, FoundLine, Input};

use crate::{Urgency, Watch, answer};

/// What an analysis may spend: a moment of a phone's, on one thread and with a small table, so that
/// the CPUs that play hardly feel it.
const LIMITS: Limits = Limits {
    nodes: Some(2_000_000),
    depth: None,
    time: Some(Duration::from_secs(3)),
};
const RESOURCES: Resources = Resources {
    threads: 1,
    table_bytes: 16 << 20,
};

/// What is found of one depth.
#[derive(Clone, Debug, Default)]
struct Found {
    depth: u8,
    nodes: u64,
    lines: Vec<FoundLine>,
}

/// Analyses a position: [`Input::Analysed`] a few times a second and once when it is done, each
/// with all lines of one depth; [`Input::AnalysisFailed`] after a fault. Setting the flag ends it
/// soon, without an answer.
pub fn study(task: &AnalysisTask, stop: &AtomicBool, tell: &dyn Fn(Input, Urgency)) {
    let token = task.token;
    let mut watch = Watch::start();
    let began = watch.began;
    let analysed = |found: Found, done| Input::Analysed {
        token,
        depth: found.depth,
        nodes: found.nodes,
        lines: found.lines,
        done,
    };
    let wanted = usize::from(task.lines).min(task.state.legal_moves().len());
    let work = || {
        // The last depth that is complete, and the one that is being searched.
        let mut complete = Found::default();
        let mut found = Found::default();
        let mut report = |line: Line| {
            if line.place == 0 {
                found.lines.clear();
            }
            found.depth = line.depth;
            found.nodes = line.nodes;
            found.lines.push(found_line(line));
            if found.lines.len() == wanted {
                complete.clone_from(&found);
                if watch.is_due() {
                    tell(analysed(found.clone(), false), Urgency::MayBeLost);
                }
            }
        };
        let analysis = Analysis {
            limits: LIMITS,
            lines: wanted,
            resources: RESOURCES,
            outlook: Outlook::default(),
        };
        let now = || began.elapsed();
        analyse(&task.state, &analysis, stop, &now, &mut report);
        Some(analysed(complete, true))
    };
    let code = ErrorCode::Internal;
    answer(work, Input::AnalysisFailed { token, code }, stop, tell);
}

fn found_line(line: Line) -> FoundLine {
    FoundLine {
        evaluation: match line.evaluation {
            vierschach_cpu::Evaluation::Points(value) => protocol::Evaluation::Points { value },
            vierschach_cpu::Evaluation::Wins(plies) => protocol::Evaluation::Wins { plies },
            vierschach_cpu::Evaluation::Loses(plies) => protocol::Evaluation::Loses { plies },
        },
        moves: line.moves,
    }
}
