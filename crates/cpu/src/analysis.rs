//! Analysis: the best moves with scores and lines, for engine programs.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use vierschach_engine::{Game, Move};

use crate::budget::{Limits, Progress};
use crate::level::Level;
use crate::score::{DECIDED, Score, WON};
use crate::search::Outlook;
use crate::style::Mood;
use crate::threads::{Memory, Resources, Task};

/// What to analyse with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// What the search may spend.
    pub limits: Limits,
    /// How many moves to tell apart, best first; at least one is.
    pub lines: usize,
    /// Threads and the transposition table.
    pub resources: Resources,
    /// How rivals who play for themselves are seen; between teams all the same.
    pub outlook: Outlook,
}

/// What a position or move is worth to the player who was to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Hundredths of a point.
    Points(i32),
    /// A game of teams is won after so many plies.
    Wins(u8),
    /// A game of teams is lost after so many plies.
    Loses(u8),
}

impl Evaluation {
    pub(crate) fn new(score: Score) -> Evaluation {
        let plies = |distance: Score| u8::try_from(distance.max(0)).unwrap_or(u8::MAX);
        if score >= DECIDED {
            Evaluation::Wins(plies(WON - score))
        } else if score <= -DECIDED {
            Evaluation::Loses(plies(WON + score))
        } else {
            Evaluation::Points(score)
        }
    }
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its place among them, from 0.
    pub place: usize,
    /// The depth searched to its end.
    pub depth: u8,
    /// The most plies that were looked ahead.
    pub deepest: u8,
    /// What it is worth.
    pub evaluation: Evaluation,
    /// Positions made so far.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub fill: u16,
    /// The move, and what is expected to follow. While several rivals play for themselves, a round:
    /// one of them gives the answer that is feared most, the others play what looks best to them.
    pub moves: Vec<Move>,
}

/// Searches at full strength and without dice, and tells each line of each depth.
///
/// The best move, or none when there is no legal one, the game is over or the army to move moves at random. `stop` and
/// `now` are as for [`choose_within`](crate::choose_within).
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use vierschach_cpu::{Analysis, Limits, Outlook, Resources, analyse};
/// use vierschach_engine::{Color, Game, Preset, Rules};
///
/// let game = Game::new(Rules::preset(Preset::Teams), Color::Red);
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let analysis = Analysis {
///     limits,
///     lines: 3,
///     resources: Resources::default(),
///     outlook: Outlook::default(),
/// };
/// let mut lines = Vec::new();
/// let stop = AtomicBool::new(false);
/// let best = analyse(&game, &analysis, &stop, &|| Duration::ZERO, &mut |line| lines.push(line));
/// assert_eq!(lines.len(), 2 * 3);
/// assert_eq!(best, Some(lines[3].moves[0]));
/// ```
pub fn analyse(
    game: &Game,
    analysis: &Analysis,
    stop: &AtomicBool,
    now: &dyn Fn() -> Duration,
    report: &mut dyn FnMut(Line),
) -> Option<Move> {
    analyse_on(game, analysis, &mut Memory::default(), stop, now, report)
}

/// As [`analyse`], going on with what earlier searches of the game found.
pub fn analyse_on(
    game: &Game,
    analysis: &Analysis,
    memory: &mut Memory,
    stop: &AtomicBool,
    now: &dyn Fn() -> Duration,
    report: &mut dyn FnMut(Line),
) -> Option<Move> {
    if game.chance_moves() {
        return None;
    }
    let me = game.turn()?;
    let mut ignore = |_: Progress| ();
    let task = Task {
        game,
        me,
        mood: Mood::new(Level::PERFECT, 0, 0),
        outlook: analysis.outlook,
        limits: analysis.limits,
        resources: analysis.resources,
        stop,
    };
    task.run(memory, now, &mut ignore, |search| {
        search.analyse(game, analysis.lines.max(1), report)
    })
}
