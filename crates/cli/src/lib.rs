//! The engine without a window: counting, traces, notation, and an engine for other programs.
//!
//! The binary `vierschach` is [`Cli`] and [`run`] around the process's own input and output;
//! docs/CLI.md tells what each command reads, writes and returns.

mod arguments;
mod bench;
mod error;
mod fen4;
mod fingerprint;
mod game_args;
mod input;
mod journal;
mod matches;
mod perft;
mod pgn4;
mod rules;
pub mod trace;
mod trace_command;
mod tune;
pub mod uci;

pub use error::Error;

use std::io::{BufRead, Write};

use clap::{Parser, Subcommand};

/// Chess for four on the command line.
#[derive(Debug, Parser)]
#[command(name = "vierschach", version, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 what was read is at fault (an illegal game, a bad FEN4); \
2 wrong usage; 3 reading or writing failed, or a program that should play does not; 130 Ctrl-C.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Count the positions after a number of plies.
    Perft(perft::Args),
    /// Check positions or write them in the canonical form.
    #[command(subcommand)]
    Fen4(fen4::Command),
    /// Check, replay or rewrite whole games.
    #[command(subcommand)]
    Pgn4(pgn4::Command),
    /// Play cases and print the states between: JSON lines in, JSON lines out.
    Trace(trace_command::Args),
    /// Be an engine for other programs, on standard input and output.
    Uci(uci::Args),
    /// Search fixed positions: a node count that is the same on every machine.
    Bench(bench::Args),
    /// Let two players play many games and tell what that says of their strength.
    Match(matches::Args),
    /// Fit the evaluation to games of the search against itself.
    Tune(tune::Args),
    /// Print rules as a table or as JSON.
    Rules(rules::Args),
}

/// What commands write to; an engine's search does from a thread of its own.
pub type Output = dyn Write + Send;

/// Runs a command with the given input and output.
///
/// # Errors
/// [`Error`] tells the fault; [`Error::exit_code`] what the process should return.
pub fn run(cli: Cli, input: &mut dyn BufRead, output: &mut Output) -> Result<(), Error> {
    match cli.command {
        Command::Perft(args) => perft::run(&args, output),
        Command::Fen4(command) => fen4::run(&command, input, output),
        Command::Pgn4(command) => pgn4::run(&command, input, output),
        Command::Trace(args) => trace_command::run(&args, input, output),
        Command::Uci(args) => uci::run(&args, input, output),
        Command::Bench(args) => bench::run(&args, output),
        Command::Match(args) => matches::run(&args, output),
        Command::Tune(args) => tune::run(&args, output),
        Command::Rules(args) => rules::run(&args, output),
    }?;
    Ok(output.flush()?)
}
