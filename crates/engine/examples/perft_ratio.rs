//! Speed of move generation beside cozy-chess, the fastest two-player generator in Rust, in one
//! run on one thread, by processor time so that other programs matter little: `perft 6` of `teams` from the `modern` setup and cozy-chess's own
//! `perft 6`, both counting the last ply in bulk. Prints rates, their ratio, and how much longer
//! `solo` with its mate tests takes.
//!
//! `cargo run --release -p vierschach-engine --example perft_ratio [rounds]`, best with
//! `RUSTFLAGS="-C target-cpu=native"` and a target directory of its own.

#![allow(
    clippy::disallowed_methods,
    reason = "a benchmark measures time; the engine doesn't"
)]

use std::time::Duration;

use cozy_chess::Board;
use cpu_time::ProcessTime;
use vierschach_engine::{Color, Game, Preset, Rules, Setup};

const DEPTH: u8 = 6;

fn cozy(board: &Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn four(preset: Preset) -> u64 {
    let rules = Rules {
        setup: Setup::Modern,
        ..Rules::preset(preset)
    };
    Game::new(rules, Color::Red).perft(u32::from(DEPTH), true)
}

fn timed(count: impl Fn() -> u64) -> (u64, Duration) {
    let start = ProcessTime::now();
    let nodes = std::hint::black_box(count());
    (nodes, start.elapsed())
}

fn best(rounds: &[(u64, Duration)]) -> (u64, f64) {
    let nodes = rounds.first().map_or(0, |round| round.0);
    let time = rounds.iter().map(|round| round.1).min().unwrap_or_default();
    (nodes, time.as_secs_f64())
}

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(3);
    let (mut cozies, mut teams, mut solos) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        // Alternating, so that a busy machine slows all of them alike.
        cozies.push(timed(|| cozy(&Board::default(), DEPTH)));
        teams.push(timed(|| four(Preset::Teams)));
        solos.push(timed(|| four(Preset::Solo)));
    }
    let print = |name: &str, (nodes, seconds): (u64, f64)| {
        println!(
            "{name:<12} {nodes:>12} nodes {seconds:>7.3} s {:>7.1} M/s",
            nodes as f64 / seconds / 1e6
        );
    };
    let (cozy, teams, solo) = (best(&cozies), best(&teams), best(&solos));
    print("cozy-chess", cozy);
    print("teams", teams);
    print("solo", solo);
    println!(
        "teams / cozy-chess, node rates: {:.3}",
        (teams.0 as f64 / teams.1) / (cozy.0 as f64 / cozy.1)
    );
    println!("solo / teams, times: {:.2}", solo.1 / teams.1);
    println!(
        "size of a position: {} bytes",
        size_of::<vierschach_engine::Position>()
    );
}
