//! Games of the search against itself, a JSON line each.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use vierschach_cpu::{Analysis, Evaluation, Limits, Outlook, Resources, analyse};
use vierschach_engine::{Color, Game, Move, Rules};

use super::Args;
use crate::Error;
use crate::matches::Opening;

/// Random plies of an opening.
const OPENING: u32 = 8;

/// A score that stands for a game decided.
const DECIDED: i32 = 10_000;

/// A game as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// The number of its opening.
    pub(super) opening: u64,
    /// All moves, those of the opening too.
    pub(super) moves: Vec<Move>,
    /// What the search thought of each position after the opening, for the player to move.
    pub(super) scores: Vec<i32>,
    /// The colours' places.
    pub(super) places: [u8; 4],
}

/// Plays the games that are missing.
pub(super) fn play_up_to(rules: &Rules, args: &Args) -> Result<(), Error> {
    let known = if args.file.exists() {
        read(&args.file)?.last().map_or(0, |game| game.opening + 1)
    } else {
        0
    };
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&args.file)?;
    if known > 0 {
        // What was broken off stays a line of its own.
        file.write_all(b"\n")?;
    }
    for number in known..args.games {
        let record = play(rules, args, number)?;
        let mut line = serde_json::to_string(&record).map_err(std::io::Error::from)?;
        line.push('\n');
        file.write_all(line.as_bytes())?;
        if number % 100 == 99 {
            eprintln!("{} of {} games", number + 1, args.games);
        }
    }
    Ok(())
}

/// All games of a file; what can't be read is left out.
pub(super) fn read(path: &Path) -> Result<Vec<Record>, Error> {
    let file = File::open(path).map_err(|error| Error::Read {
        path: path.to_owned(),
        error,
    })?;
    let mut games = Vec::new();
    for line in BufReader::new(file).lines() {
        games.extend(serde_json::from_str::<Record>(&line?).ok());
    }
    Ok(games)
}

fn play(rules: &Rules, args: &Args, number: u64) -> Result<Record, Error> {
    let Opening(mut moves) = Opening::draw(rules, args.seed, number, OPENING);
    let mut game = Game::new(*rules, Color::Red);
    for mv in &moves {
        game.play(*mv)?;
    }
    let analysis = Analysis {
        limits: Limits {
            nodes: Some(args.nodes),
            ..Limits::default()
        },
        lines: 1,
        resources: Resources::default(),
        outlook: Outlook::default(),
    };
    let stop = AtomicBool::new(false);
    let mut scores = Vec::new();
    while game.turn().is_some() {
        let mut score = 0;
        let mut report = |line: vierschach_cpu::Line| {
            score = match line.evaluation {
                Evaluation::Points(points) => points,
                Evaluation::Wins(_) => DECIDED,
                Evaluation::Loses(_) => -DECIDED,
            };
        };
        let Some(mv) = analyse(&game, &analysis, &stop, &|| Duration::ZERO, &mut report) else {
            break;
        };
        scores.push(score);
        game.play(mv)?;
        moves.push(mv);
    }
    let places = game.result().map_or([1; 4], |result| result.places);
    Ok(Record {
        opening: number,
        moves,
        scores,
        places,
    })
}
