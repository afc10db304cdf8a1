//! `cargo xtask bench`: figures.

use clap::Subcommand;

use crate::error::Error;
use crate::node;
use crate::relay;
use crate::run::{cargo, program, root, run, step};
use crate::system;
use crate::test;

/// What to measure.
#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Move generation against the fastest generator for two, in the same run.
    Perft,
    /// The page in a slowed-down browser: first paint, answers to taps, size, memory.
    Ui,
    /// Memory of the real app, on a display without a screen.
    App,
    /// Wrong moves and taps per move of a trembling finger on the board of a small phone.
    Taps,
    /// A relay on one core with many rooms, the players on another.
    Relay {
        /// Where it keeps its rooms.
        #[arg(long, value_enum, default_value_t)]
        store: relay::Store,
        /// Rooms with four sockets each.
        #[arg(long, default_value_t = 2000)]
        rooms: u32,
        /// Seconds for which a move is played in each room every two seconds.
        #[arg(long, default_value_t = 300)]
        seconds: u32,
        /// Goes on at a growing pace until it breaks.
        #[arg(long)]
        ramp: bool,
    },
}

/// Measures and prints.
pub(crate) fn bench(bench: &Bench) -> Result<(), Error> {
    match bench {
        Bench::Perft => perft(),
        Bench::Ui => ui(),
        Bench::App => app(),
        Bench::Taps => taps(),
        Bench::Relay {
            store,
            rooms,
            seconds,
            ramp,
        } => {
            let (rooms, seconds) = (rooms.to_string(), seconds.to_string());
            let mut scenario = vec!["bench", "--rooms", &rooms, "--seconds", &seconds];
            scenario.extend(ramp.then_some("--ramp"));
            relay::load(*store, &scenario)
        }
    }
}

/// A target folder of its own: other flags would make cargo build everything else again.
fn perft() -> Result<(), Error> {
    step("Perft", || {
        let mut cargo = cargo();
        cargo.args(["run", "--release", "--package", "vierschach-engine"]);
        cargo.args(["--example", "perft_ratio", "--target-dir", "target/native"]);
        cargo.env("RUSTFLAGS", "-C target-cpu=native");
        run(&mut cargo)
    })
}

fn ui() -> Result<(), Error> {
    system::install(system::BROWSER)?;
    node::build_ui()?;
    step("Build the relay", || {
        run(cargo().args(["build", "--release", "--package", "vierschach-relay"]))
    })?;
    step("Measure the UI", || {
        let mut node = program("node");
        node.arg("tests/bench/ui.mjs");
        node.env(
            "VIERSCHACH_RELAY_BIN",
            root().join("target/release/vierschach-relay"),
        );
        run(&mut node)
    })
}

fn app() -> Result<(), Error> {
    test::build_everything()?;
    step("Measure the app", || {
        run(test::without_screen("memory").arg("--nocapture"))
    })
}

/// The hand is a pure machine: no browser, no relay, the same figures on every machine.
pub(crate) fn taps() -> Result<(), Error> {
    node::install()?;
    step("Tap with a trembling finger", || {
        run(program("node").arg("tests/bench/taps.mjs"))
    })
}
