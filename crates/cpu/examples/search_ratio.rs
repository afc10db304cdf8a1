//! Speed of the search beside cozy-chess, the fastest two-player move generator in Rust, in one run on
//! one thread, by processor time so that other programs matter little: positions of a game of `teams`
//! from the `modern` setup, and cozy-chess's own `perft 6` with the last ply counted in bulk.
//! Prints the best node rates of the rounds and their ratios.
//!
//! `cargo run --release -p vierschach-cpu --example search_ratio [rounds]`

#![allow(
    clippy::disallowed_methods,
    reason = "a benchmark measures time; the search doesn't"
)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cozy_chess::Board;
use cpu_time::ProcessTime;
use vierschach_cpu::{Analysis, Limits, Outlook, Resources, analyse};
use vierschach_engine::{Color, Error, Game, Preset, Rules, Setup};

const PERFT: u8 = 6;
const NODES: u64 = 400_000;

/// A game; the search is given it after so many of its moves.
const AFTER: [usize; 3] = [6, 13, 20];
const MOVES: [&str; 20] = [
    "h2h3", "b7c7", "g13g12", "n5l6", "g1j4", "b5d5", "h14e11", "m5k5", "j4j11", "a8c6", "e11e9",
    "m10k10", "j11k11", "c6f9", "e9f9", "n10l9", "k11i9", "a10c11", "f9a4", "k10j10",
];

fn perft(board: &Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn game(plies: usize) -> Result<Game, Error> {
    let rules = Rules {
        setup: Setup::Modern,
        ..Rules::preset(Preset::Teams)
    };
    let mut game = Game::new(rules, Color::Red);
    for mv in &MOVES[..plies] {
        game.play(mv.parse()?)?;
    }
    Ok(game)
}

/// Nodes of a search of the game.
fn search(game: &Game) -> u64 {
    let analysis = Analysis {
        limits: Limits {
            nodes: Some(NODES),
            ..Limits::default()
        },
        lines: 1,
        resources: Resources::default(),
        outlook: Outlook::default(),
    };
    let stop = AtomicBool::new(false);
    analyse(game, &analysis, &stop, &|| Duration::ZERO, &mut |_| ());
    NODES
}

/// Nodes a second.
fn rate(count: impl Fn() -> u64) -> f64 {
    let start = ProcessTime::now();
    let nodes = std::hint::black_box(count());
    nodes as f64 / start.elapsed().as_secs_f64()
}

fn main() -> Result<(), Error> {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    let games = AFTER.into_iter().map(game).collect::<Result<Vec<_>, _>>()?;
    let mut generator = 0.0f64;
    let mut searches = [0.0f64; AFTER.len()];
    for _ in 0..rounds {
        // Alternating, so that a busy machine slows both alike.
        generator = generator.max(rate(|| perft(&Board::default(), PERFT)));
        for (best, game) in searches.iter_mut().zip(&games) {
            *best = best.max(rate(|| search(game)));
        }
    }
    println!("cozy-chess {:.1} M/s", generator / 1e6);
    for (plies, rate) in AFTER.iter().zip(searches) {
        let ratio = rate / generator;
        println!(
            "search after {plies} plies {:.3} M/s, ratio {ratio:.5}",
            rate / 1e6
        );
    }
    Ok(())
}
