//! The command line of the load generator; `cargo xtask bench relay` and its sisters call it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use vierschach_load::{LoadError, Report, Setup, Store, attack, bench, soak};

/// Loads a relay, lets it die, or misbehaves towards it.
#[derive(Debug, Parser)]
struct Options {
    /// The relay's program.
    #[arg(long, default_value = "target/release/vierschach-relay")]
    relay: PathBuf,
    /// The core that the relay is pinned to.
    #[arg(long)]
    core: Option<usize>,
    /// Where it keeps its rooms: sqlite or nats.
    #[arg(long, default_value = "sqlite")]
    store: Store,
    #[command(subcommand)]
    scenario: Scenario,
}

#[derive(Debug, Subcommand)]
enum Scenario {
    /// Many rooms at a steady pace.
    Bench {
        /// Rooms with four sockets each.
        #[arg(long, default_value_t = 2000)]
        rooms: usize,
        /// How long moves are played.
        #[arg(long, default_value_t = 300)]
        seconds: u64,
        /// Milliseconds between two moves of a room.
        #[arg(long, default_value_t = 2000)]
        every: u64,
        /// Goes on at a growing pace until it breaks.
        #[arg(long)]
        ramp: bool,
        /// Rooms that come and go at the end, to measure what they leave.
        #[arg(long, default_value_t = 400)]
        passing: usize,
    },
    /// Processes that die, and a disk that is full.
    Soak {
        /// Rooms with four players each.
        #[arg(long, default_value_t = 200)]
        rooms: usize,
        /// Deaths.
        #[arg(long, default_value_t = 30)]
        kills: u32,
        /// Another seed kills at other moments.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Bad clients.
    Attack {
        /// Seconds of each attack.
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// Seconds of guessing codes.
        #[arg(long, default_value_t = 60)]
        guessing: u64,
    },
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(report) if report.breaches.is_empty() && report.slow.is_empty() => {
            println!("   all holds");
            ExitCode::SUCCESS
        }
        Ok(report) => {
            for breach in report.breaches.iter().chain(&report.slow) {
                eprintln!("FAILS: {breach}");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// One thread: it has one core, beside the relay's.
#[tokio::main(flavor = "current_thread")]
async fn run(options: &Options) -> Result<Report, LoadError> {
    let setup = Setup {
        program: options.relay.clone(),
        core: options.core,
        store: options.store,
    };
    match options.scenario {
        Scenario::Bench {
            rooms,
            seconds,
            every,
            ramp,
            passing,
        } => {
            let plan = bench::Plan {
                rooms,
                play: Duration::from_secs(seconds),
                every: Duration::from_millis(every),
                ramp,
                passing,
            };
            bench::bench(&setup, &plan).await
        }
        Scenario::Soak { rooms, kills, seed } => {
            let plan = soak::Plan {
                rooms,
                kills,
                seed,
                every: Duration::from_millis(300),
                life: Duration::from_secs(4),
                full_disk: true,
            };
            soak::soak(&setup, &plan).await
        }
        Scenario::Attack { seconds, guessing } => {
            let plan = attack::Plan {
                each: Duration::from_secs(seconds),
                guessing: Duration::from_secs(guessing),
            };
            attack::attack(&setup, &plan).await
        }
    }
}
