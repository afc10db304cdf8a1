//! `vierschach fen4`: checking and rewriting positions.

use std::io::{BufRead, Write};

use clap::{Args as ClapArgs, Subcommand};
use vierschach_engine::Game;

use crate::Error;
use crate::game_args::RulesArgs;
use crate::input::{self, Line};

/// Longest line that is read as a position, in bytes.
const MAX_LINE: usize = 64 << 10;

/// What to do with positions.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say of each position whether it is one
    #[command(
        after_help = "Example: vierschach fen4 check --rules teams < positions.txt

Prints `ok`, or the field at fault and what is wrong with it, a line for each position.
Exit code 1 if any is at fault."
    )]
    Check(Args),
    /// Write each position in the canonical form
    #[command(
        after_help = "Example: vierschach fen4 format 'R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-x,x,x,yR,…'

A position at fault is told on the error output and has no line in the output.
Exit code 1 if any is at fault."
    )]
    Format(Args),
}

/// Which positions, by which rules.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    /// Positions; without any, each line of the standard input is one
    fen4: Vec<String>,
}

pub(crate) fn run(
    command: &Command,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let (Command::Check(args) | Command::Format(args)) = command;
    let rules = args.rules.rules()?;
    rules.validate()?;
    let mut faults = 0;
    let mut judge = |line: Line, output: &mut dyn Write| -> Result<(), Error> {
        let read = match &line {
            Line::Text(fen4) => Game::from_fen4(rules, fen4).map_err(|error| error.to_string()),
            Line::TooLong => Err(format!("longer than {MAX_LINE} bytes")),
            Line::NotText => Err("no UTF-8 text".to_owned()),
        };
        faults += usize::from(read.is_err());
        match (command, read) {
            (Command::Check(_), Ok(_)) => writeln!(output, "ok")?,
            (Command::Check(_), Err(fault)) => writeln!(output, "{fault}")?,
            (Command::Format(_), Ok(game)) => writeln!(output, "{}", game.to_fen4())?,
            (Command::Format(_), Err(fault)) => eprintln!("vierschach: {fault}"),
        }
        Ok(())
    };
    if args.fen4.is_empty() {
        while let Some(line) = input::line(input, MAX_LINE)? {
            if !matches!(&line, Line::Text(text) if text.trim().is_empty()) {
                judge(line, output)?;
            }
        }
    }
    for fen4 in &args.fen4 {
        judge(Line::Text(fen4.clone()), output)?;
    }
    if faults > 0 {
        output.flush()?;
        return Err(Error::Faults(faults));
    }
    Ok(())
}
