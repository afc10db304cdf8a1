//! CPU players: from a game, a level and a seed to a move.
//!
//! [`choose`] does no I/O and reads no clock but the caller's, and that only under a time limit.
//! The same game, level and seed give the same move on every machine, but for the strongest
//! level, which thinks for a set time. Hosts run it in a thread of its own and stop it by a flag.
//!
//! Files: `search/` looks ahead, `eval/` judges what it comes to, `ordering` and `exchange` make it
//! fast, `threads` lets several search together, `care` holds what no level but the weakest gets
//! wrong, `style` how levels err and what they like.

mod analysis;
mod bench;
mod budget;
mod care;
mod error;
mod eval;
mod exchange;
mod level;
mod ordering;
mod score;
mod search;
mod style;
mod threads;
pub mod tuning;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use vierschach_engine::{Game, Move};

pub use analysis::{Analysis, Evaluation, Line, analyse, analyse_on};
pub use bench::{Bench, bench};
pub use budget::{Limits, Progress};
pub use error::{UnknownLevel, UnknownOutlook};
pub use level::Level;
pub use search::Outlook;
pub use threads::{Memory, Resources};

use style::Mood;
use threads::Task;

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Positions made to find it, by all threads.
    pub nodes: u64,
    /// The last depth that was searched to its end; 0 for a move at a glance, or the only one.
    pub depth: u8,
    /// Whether the stop flag ended the search. The move is the best found until then.
    pub stopped: bool,
}

/// Chooses a move for the player to move, at a level's strength and within its limits.
///
/// `seed` makes games differ: at one level, other seeds choose other moves among those that seem about as good.
/// `stop` may be set from another thread at any time; the search ends within milliseconds.
/// `now` is read by the strongest level alone, the others being budgets of nodes. `progress` is
/// called at most once in some thousand nodes. Uses one thread and a small table; more are given
/// by [`choose_with`].
///
/// None when the game is over or the army to move moves at random (the host draws its lots).
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use vierschach_cpu::{Level, choose};
/// use vierschach_engine::{Color, Game, Preset, Rules};
///
/// let game = Game::new(Rules::preset(Preset::Solo), Color::Red);
/// let stop = AtomicBool::new(false);
/// let choice = choose(&game, Level::One, 7, &stop, &|| Duration::ZERO, &mut |_| ()).unwrap();
/// assert!(game.is_legal(choice.mv));
/// ```
pub fn choose(
    game: &Game,
    level: Level,
    seed: u64,
    stop: &AtomicBool,
    now: &dyn Fn() -> Duration,
    progress: &mut dyn FnMut(Progress),
) -> Option<Choice> {
    let resources = Resources::default();
    choose_with(game, level, resources, seed, stop, now, progress)
}

/// As [`choose`], with the threads and the memory that the level may use.
pub fn choose_with(
    game: &Game,
    level: Level,
    resources: Resources,
    seed: u64,
    stop: &AtomicBool,
    now: &dyn Fn() -> Duration,
    progress: &mut dyn FnMut(Progress),
) -> Option<Choice> {
    let limits = level.limits();
    // A budget of nodes shared by threads would make the move a matter of their luck.
    let threads = if limits.nodes.is_some() {
        1
    } else {
        resources.threads
    };
    let resources = Resources {
        threads,
        ..resources
    };
    choose_within(game, level, limits, resources, seed, stop, now, progress)
}

/// As [`choose_with`], in the level's style but within other limits. Under a time limit `now` is
/// read once at the start and then every few hundred nodes.
#[expect(
    clippy::too_many_arguments,
    reason = "what is asked, and what the host lends: a flag, a clock, an ear"
)]
pub fn choose_within(
    game: &Game,
    level: Level,
    limits: Limits,
    resources: Resources,
    seed: u64,
    stop: &AtomicBool,
    now: &dyn Fn() -> Duration,
    progress: &mut dyn FnMut(Progress),
) -> Option<Choice> {
    if game.chance_moves() {
        return None;
    }
    let me = game.turn()?;
    let mood = Mood::new(level.style(), seed, game.hash());
    let task = Task {
        game,
        me,
        mood,
        outlook: Outlook::default(),
        limits,
        resources,
        stop,
    };
    task.run(&mut Memory::default(), now, progress, |search| {
        search.run(game)
    })
}
