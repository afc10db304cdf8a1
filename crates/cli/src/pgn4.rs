//! `vierschach pgn4`: checking, replaying and rewriting games.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use serde::Serialize;
use vierschach_engine::pgn4::{self, MAX_BYTES, Pgn4, Replay};
use vierschach_engine::{Color, GameResult};

use crate::{Error, input};

/// What to do with games.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say of each game whether it is played by its rules
    #[command(after_help = "Example: vierschach pgn4 check games.pgn4

Prints the first fault of each bad game (game, round, player, move and what is wrong) and how many
of each file are good. A game is good when each move is legal, each + and # is as printed and its
end as the Result tag says. Exit code 1 if any is at fault.")]
    Check(Files),
    /// Play each game and print how it ended, a JSON line each
    #[command(after_help = "Example: vierschach pgn4 replay games.pgn4

Each line holds the file, the game's number, moves, points, statuses, the last position as FEN4
and the result, or the fault as `error`. Exit code 1 if any is at fault.")]
    Replay(Files),
    /// Write games as the public servers read them
    #[command(after_help = "Example: vierschach pgn4 format games.pgn4 > tidy.pgn4

Keeps tags and comments, puts variations within variations beside each other. Plays nothing, so an
illegal game is written too. Exit code 1 if any game can't be read.")]
    Format(Files),
}

/// Which files.
#[derive(Debug, ClapArgs)]
pub(crate) struct Files {
    /// Files of any number of games; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// One game of `pgn4 replay`.
#[derive(Serialize)]
struct Played<'a> {
    file: &'a Path,
    game: Option<String>,
    #[serde(flatten)]
    outcome: Outcome,
}

/// How a replay went.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Good {
        moves: u32,
        points: [i32; 4],
        status: [vierschach_engine::Status; 4],
        turn: Option<char>,
        fen4: String,
        result: Option<GameResult>,
    },
    Bad {
        error: String,
    },
}

pub(crate) fn run(
    command: &Command,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Error> {
    let (Command::Check(args) | Command::Replay(args) | Command::Format(args)) = command;
    let mut faults = 0;
    for file in &args.files {
        let text = input::text(file, input, MAX_BYTES)?;
        let mut games = 0;
        let mut bad = 0;
        for game in pgn4::games(&text) {
            games += 1;
            let good = match command {
                Command::Check(_) => check(file, game, output)?,
                Command::Replay(_) => replay(file, game, output)?,
                Command::Format(_) => format(file, games, game, output)?,
            };
            bad += usize::from(!good);
        }
        if games == 0 {
            bad += 1;
            eprintln!("vierschach: {}: no game", file.display());
        }
        if matches!(command, Command::Check(_)) {
            writeln!(
                output,
                "{}: {} of {games} games are good",
                file.display(),
                games - bad.min(games)
            )?;
        }
        faults += bad;
    }
    if faults > 0 {
        output.flush()?;
        return Err(Error::Faults(faults));
    }
    Ok(())
}

type Read = Result<Pgn4, vierschach_engine::Error>;

fn check(file: &Path, game: Read, output: &mut dyn Write) -> Result<bool, Error> {
    let judged = game.and_then(|game| game.replay());
    if let Err(error) = &judged {
        writeln!(output, "{}: {error}", file.display())?;
    }
    Ok(judged.is_ok())
}

fn replay(file: &Path, game: Read, output: &mut dyn Write) -> Result<bool, Error> {
    let number = game
        .as_ref()
        .ok()
        .and_then(|game| game.number().map(str::to_owned));
    let outcome = match game.and_then(|game| game.replay()) {
        Ok(Replay { game, .. }) => Outcome::Good {
            moves: game.ply(),
            points: game.points(),
            status: game.status(),
            turn: game.turn().map(Color::letter),
            fen4: game.to_fen4(),
            result: game.result().copied(),
        },
        Err(error) => Outcome::Bad {
            error: error.to_string(),
        },
    };
    let good = matches!(outcome, Outcome::Good { .. });
    let played = Played {
        file,
        game: number,
        outcome,
    };
    serde_json::to_writer(&mut *output, &played).map_err(std::io::Error::from)?;
    writeln!(output)?;
    Ok(good)
}

fn format(file: &Path, count: usize, game: Read, output: &mut dyn Write) -> Result<bool, Error> {
    match game.and_then(|game| game.to_text()) {
        Ok(text) => {
            let between = if count > 1 { "\n" } else { "" };
            write!(output, "{between}{text}")?;
            Ok(true)
        }
        Err(error) => {
            eprintln!("vierschach: {}: {error}", file.display());
            Ok(false)
        }
    }
}
