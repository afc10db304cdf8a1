//! The commands that people type: `cargo xtask play`, `test`, `check`, `gen`, `bench`, `soak`, `attack`.

mod bench;
mod check;
mod error;
mod generate;
mod node;
mod phones;
mod play;
mod relay;
mod run;
mod soak;
mod system;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Error;

/// Play, test and check Vierschach. Each command installs what it needs.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the game and open its window; without a display, serve it to browsers.
    Play(play::Options),
    /// Run every test, from nothing.
    Test,
    /// Format, lints, types: all that can be judged without running the game.
    Check {
        /// What to check: all of the ordinary build, or the app's types for phones.
        #[arg(value_enum, default_value_t)]
        what: check::What,
    },
    /// Write the TypeScript twins of the messages into ui/src/protocol/.
    Gen,
    /// Measure.
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Break things on purpose, for a long time.
    #[command(subcommand)]
    Soak(soak::Soak),
    /// Misbehave on purpose.
    #[command(subcommand)]
    Attack(relay::Attack),
}

fn dispatch(command: &Command) -> Result<(), Error> {
    match command {
        Command::Play(options) => play::play(options),
        Command::Test => test::test(),
        Command::Check { what } => check::check(*what),
        Command::Gen => generate::generate(),
        Command::Bench(bench) => bench::bench(bench),
        Command::Soak(soak) => soak::soak(soak),
        Command::Attack(attack) => relay::attack(attack),
    }
}

fn main() -> ExitCode {
    match dispatch(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error}");
            ExitCode::FAILURE
        }
    }
}
