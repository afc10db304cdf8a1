//! What hosts rely on: it stops when told, reports as it goes, keeps to its limits and to the
//! workload that pins its behaviour.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod common;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::pick;
use vierschach_cpu::{
    Analysis, Choice, Evaluation, Level, Limits, Line, Outlook, Progress, Resources, analyse,
    bench, choose, choose_with, choose_within,
};
use vierschach_engine::{Color, Game, Preset, Rules};

fn start(preset: Preset) -> Game {
    Game::new(Rules::preset(preset), Color::Red)
}

fn never() -> Duration {
    panic!("the clock was read without a time limit")
}

/// Only the flag ends it.
const ENDLESS: Limits = Limits {
    nodes: None,
    depth: None,
    time: None,
};

/// What level seven chooses within other limits.
fn think(
    game: &Game,
    limits: Limits,
    resources: Resources,
    stop: &AtomicBool,
    now: &dyn Fn() -> Duration,
    progress: &mut dyn FnMut(Progress),
) -> Option<Choice> {
    choose_within(
        game,
        Level::Seven,
        limits,
        resources,
        1,
        stop,
        now,
        progress,
    )
}

#[test]
fn it_stops_when_the_flag_is_set() {
    for (preset, threads) in [(Preset::Solo, 1), (Preset::Teams, 1), (Preset::Teams, 3)] {
        let game = start(preset);
        let stop = AtomicBool::new(false);
        let resources = Resources {
            threads,
            ..Resources::default()
        };
        let late = thread::scope(|scope| {
            let search = scope.spawn(|| {
                let choice = think(&game, ENDLESS, resources, &stop, &never, &mut |_| ());
                (choice, Instant::now())
            });
            thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
            let told = Instant::now();
            let (choice, ended) = search.join().unwrap();
            let choice = choice.unwrap();
            assert!(choice.stopped);
            assert!(game.is_legal(choice.mv));
            ended.saturating_duration_since(told)
        });
        // 20 ms are promised; a busy machine may lose many times that between two threads.
        assert!(late < Duration::from_millis(500), "{preset}: {late:?}");
    }
}

/// The promise of 20 ms in the machine's own measure: how many nodes pass after the flag.
#[test]
fn it_looks_at_the_flag_every_few_hundred_nodes() {
    let game = start(Preset::Solo);
    let stop = AtomicBool::new(false);
    let set_at = Cell::new(0);
    let mut progress = |progress: Progress| {
        stop.store(true, Ordering::Relaxed);
        set_at.set(progress.nodes);
    };
    let one = Resources::default();
    let choice = think(&game, ENDLESS, one, &stop, &never, &mut progress).unwrap();
    assert!(choice.stopped);
    assert!(set_at.get() > 0 && choice.nodes - set_at.get() <= 256);
}

#[test]
fn a_flag_set_before_the_start_still_gives_a_move() {
    let game = start(Preset::Teams);
    let stop = AtomicBool::new(true);
    let choice = choose(&game, Level::Seven, 1, &stop, &never, &mut |_| ()).unwrap();
    assert!(choice.stopped && choice.nodes <= 256);
    assert!(game.is_legal(choice.mv));
}

#[test]
fn progress_grows_and_is_reported_sparingly() {
    let game = start(Preset::Solo);
    let stop = AtomicBool::new(false);
    let budget = 60_000;
    let limits = Limits {
        nodes: Some(budget),
        ..Limits::default()
    };
    let mut reports: Vec<Progress> = Vec::new();
    let mut progress = |report| reports.push(report);
    let one = Resources::default();
    let choice = think(&game, limits, one, &stop, &never, &mut progress).unwrap();
    assert!(choice.nodes <= budget + 1 && !choice.stopped);
    assert!(reports.len() >= 10 && reports.len() as u64 <= budget / 4_096);
    assert!(reports.is_sorted_by(|a, b| a.nodes + 4_096 <= b.nodes && a.fraction < b.fraction));
    assert!(
        reports
            .iter()
            .all(|report| report.fraction <= 1.0 && report.best.is_some())
    );
}

#[test]
fn a_time_limit_is_kept_by_the_callers_clock() {
    let game = start(Preset::Solo);
    let stop = AtomicBool::new(false);
    // A clock on which every look costs ten milliseconds.
    let looks = Cell::new(0);
    let now = || {
        looks.set(looks.get() + 1);
        Duration::from_millis(10 * looks.get())
    };
    let limits = Limits {
        time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let one = Resources::default();
    let choice = think(&game, limits, one, &stop, &now, &mut |_| ()).unwrap();
    assert!(!choice.stopped);
    assert_eq!(
        looks.get(),
        11,
        "once at the start and ten times on the way"
    );
    assert_eq!(choice.nodes, 2_560);
}

/// The strongest level thinks for its time and no longer, with a helper beside it.
#[test]
fn the_strongest_level_keeps_its_time() {
    let game = start(Preset::Teams);
    let stop = AtomicBool::new(false);
    let resources = Resources {
        threads: 2,
        table_bytes: 1 << 20,
    };
    // A clock that runs a thousand times as fast as the machine's.
    let begin = Instant::now();
    let now = || 1_000 * begin.elapsed();
    let choice = choose_with(&game, Level::Eight, resources, 1, &stop, &now, &mut |_| ()).unwrap();
    assert!(!choice.stopped && game.is_legal(choice.mv));
    let took = begin.elapsed();
    assert!(took < Duration::from_millis(500), "{took:?}");
}

/// Generous by far, since tests run beside others: a level that takes this long is broken.
#[test]
fn a_move_takes_no_longer_than_its_level_allows() {
    let most = |level: Level| if level <= Level::Four { 300 } else { 1_500 };
    for level in Level::ALL.into_iter().filter(|level| *level < Level::Eight) {
        let most = most(level);
        for preset in [Preset::Solo, Preset::Teams] {
            let game = start(preset);
            let stop = AtomicBool::new(false);
            let begin = Instant::now();
            choose(&game, level, 1, &stop, &never, &mut |_| ()).unwrap();
            let took = begin.elapsed();
            assert!(
                took < 10 * Duration::from_millis(most),
                "{preset}, level {level}: {took:?}"
            );
        }
    }
}

/// The fingerprint of the whole search: the same on every machine. Whoever changes what the CPU
/// does changes this number in the same commit.
#[test]
fn the_workload_is_pinned() {
    assert_eq!(bench().unwrap().nodes(), 322_304);
}

#[test]
fn a_thousand_points_for_everything_do_no_harm() {
    let mut rules = Rules::preset(Preset::Solo);
    let points = rules.points.as_mut().unwrap();
    points.pawn = 1000;
    points.rook = 1000;
    points.queen = 1000;
    points.king = 1000;
    points.checkmate = 1000;
    let mut game = Game::new(rules, Color::Red);
    for seed in 0..24 {
        let mv = pick(&game, Level::Two, 500, seed).unwrap().mv;
        game.play(mv).unwrap();
    }
    assert_eq!(game.ply(), 24);
}

#[test]
fn the_lines_of_a_depth_are_told_best_first() {
    let game = start(Preset::Solo);
    let analysis = Analysis {
        limits: Limits {
            nodes: Some(30_000),
            ..Limits::default()
        },
        lines: 4,
        resources: Resources::default(),
        outlook: Outlook::default(),
    };
    let stop = AtomicBool::new(false);
    let mut told: Vec<Line> = Vec::new();
    let best = analyse(&game, &analysis, &stop, &never, &mut |line| told.push(line));
    let depths: Vec<&[Line]> = told.chunk_by(|a, b| a.depth == b.depth).collect();
    assert!(depths.len() >= 6);
    for lines in depths {
        let points = lines.iter().map(|line| match line.evaluation {
            Evaluation::Points(points) => points,
            decided => panic!("{decided:?} at the start"),
        });
        assert!(points.is_sorted_by(|a, b| a >= b), "{lines:?}");
        let places: Vec<usize> = lines.iter().map(|line| line.place).collect();
        assert_eq!(places, [0, 1, 2, 3]);
    }
    assert!(best.is_some_and(|mv| game.is_legal(mv)));
}
