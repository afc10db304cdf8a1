//! A search in a thread of its own, its limits and what it tells.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use vierschach_cpu::{Analysis, Evaluation, Limits, Line, Memory, Outlook, analyse_on};
use vierschach_engine::{Color, Game, Move};

use super::command::Go;
use super::options::Options;
use super::{Shared, say};
use crate::Error;

/// Moves a clock is shared among when nobody says how many are to come.
const MOVES_TO_GO: u32 = 30;
/// What is kept back for the way of the answer.
const OVERHEAD: Duration = Duration::from_millis(20);

/// A search that is going on.
pub(super) struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, Result<(), Error>>,
    stop: Arc<AtomicBool>,
    endless: bool,
}

impl<'scope> Running<'scope> {
    pub(super) fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Shared<'env>,
        game: Game,
        go: &Go,
        options: &Options,
        memory: Arc<Mutex<Memory>>,
    ) -> Running<'scope> {
        let limits = limits(go, game.turn());
        let endless = limits == Limits::default();
        let analysis = Analysis {
            limits,
            lines: options.lines,
            resources: options.resources(),
            outlook: Outlook::default(),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = scope.spawn(move || {
            let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
            let best = think(output, &game, &analysis, &mut memory, &flag)?;
            drop(memory);
            // Without limits the answer is due when it is asked for, not when nothing is left to search.
            while endless && !flag.load(Ordering::Relaxed) {
                std::thread::park();
            }
            let best = best.map_or_else(|| "(none)".to_owned(), |mv| mv.to_string());
            say(output, &format!("bestmove {best}"))
        });
        Running {
            thread,
            stop,
            endless,
        }
    }

    /// Whether it goes on until it is stopped.
    pub(super) const fn is_endless(&self) -> bool {
        self.endless
    }

    /// Ends it, and waits for its answer.
    pub(super) fn stop(self) -> Result<(), Error> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        self.wait()
    }

    /// Waits until it has answered by itself.
    pub(super) fn wait(self) -> Result<(), Error> {
        self.thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Searches and tells each line; the best move, if there is any.
fn think(
    output: &Shared<'_>,
    game: &Game,
    analysis: &Analysis,
    memory: &mut Memory,
    stop: &AtomicBool,
) -> Result<Option<Move>, Error> {
    if game.chance_moves() {
        // Nobody chooses: any legal move is as good, and the same position gives the same one.
        let moves = game.legal_moves();
        let index = usize::try_from(game.hash() >> 32)
            .unwrap_or(0)
            .checked_rem(moves.len());
        say(output, "info string this army moves at random")?;
        return Ok(index.map(|index| moves[index]));
    }
    let start = Instant::now();
    let mut told = Ok(());
    let mut report = |line: Line| {
        if told.is_ok() {
            told = say(output, &info(&line, start.elapsed()));
        }
        if told.is_err() {
            // Nobody listens any more.
            stop.store(true, Ordering::Relaxed);
        }
    };
    let now = || start.elapsed();
    let best = analyse_on(game, analysis, memory, stop, &now, &mut report);
    told.map(|()| best)
}

/// What a search may spend.
fn limits(go: &Go, turn: Option<Color>) -> Limits {
    let share = turn.and_then(|color| {
        let left = go.clocks[color.index()]?;
        let moves = go.moves_to_go.unwrap_or(MOVES_TO_GO).max(1);
        let increment = go.increments[color.index()] * 4 / 5;
        let share = (left / moves + increment).min(left / 2);
        Some(share.saturating_sub(OVERHEAD).max(Duration::from_millis(1)))
    });
    let time = match (go.movetime, share) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        time,
    }
}

/// An `info` line.
fn info(line: &Line, elapsed: Duration) -> String {
    // Mates are counted in the player's own moves, of which every fourth ply is one.
    let moves = |plies: u8| u32::from(plies).div_ceil(4);
    let score = match line.evaluation {
        Evaluation::Points(hundredths) => format!("cp {hundredths}"),
        Evaluation::Wins(plies) => format!("mate {}", moves(plies)),
        Evaluation::Loses(plies) => format!("mate -{}", moves(plies)),
    };
    let rate = line.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {score} nodes {} nps {rate:.0} hashfull {} time {} pv",
        line.depth,
        line.deepest,
        line.place + 1,
        line.nodes,
        line.fill,
        elapsed.as_millis(),
    );
    for mv in &line.moves {
        let _ = write!(text, " {mv}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str, turn: Color) -> Limits {
        let Ok(super::super::Command::Go(go)) = line.parse() else {
            panic!("{line}")
        };
        limits(&go, Some(turn))
    }

    #[test]
    fn the_mover_s_own_clock_counts() {
        let line = "go rtime 60000 btime 600 yinc 1000";
        assert_eq!(
            parsed(line, Color::Red).time,
            Some(Duration::from_millis(1980))
        );
        assert_eq!(
            parsed(line, Color::Blue).time,
            Some(Duration::from_millis(1))
        );
        assert_eq!(parsed(line, Color::Yellow).time, None);
        let line = "go rtime 1000 rinc 5000 movetime 300";
        assert_eq!(
            parsed(line, Color::Red).time,
            Some(Duration::from_millis(300))
        );
        assert_eq!(
            parsed("go rtime 1000 rinc 5000", Color::Red).time,
            Some(Duration::from_millis(480))
        );
        assert_eq!(parsed("go infinite", Color::Red), Limits::default());
    }

    #[test]
    fn an_info_line_in_full() {
        let line = Line {
            place: 1,
            depth: 3,
            deepest: 9,
            evaluation: Evaluation::Loses(6),
            nodes: 500,
            fill: 12,
            moves: vec![
                "d2d4".parse().expect("a move"),
                "a4b4".parse().expect("a move"),
            ],
        };
        assert_eq!(
            info(&line, Duration::from_millis(250)),
            "info depth 3 seldepth 9 multipv 2 score mate -2 nodes 500 nps 2000 hashfull 12 time 250 pv d2d4 a4b4"
        );
    }
}
