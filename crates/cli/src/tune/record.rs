//! Games of the search against itself, a JSON line each.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use vierschach_cpu::{Analysis, Evaluation, Limits, Outlook, Resources, analyse};
use vierschach_engine::{Color, Game, Move, Rules};

use super::Args;
use crate::Error;
use crate::fingerprint::Fingerprint;
use crate::journal::{self, Journal, Kept};
use crate::matches::{Opening, Openings};

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

impl Record {
    /// What keeps this from being a game of these rules: a move that is not legal, or another end.
    fn fault(&self, rules: &Rules) -> Option<String> {
        let mut game = Game::new(*rules, Color::Red);
        for mv in &self.moves {
            if let Err(error) = game.play(*mv) {
                return Some(error.to_string());
            }
        }
        (places(&game) != self.places).then(|| "it ends otherwise".to_owned())
    }
}

/// What must be the same for games to be of one run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Conditions {
    rules: Rules,
    nodes: u64,
    seed: u64,
    /// Random plies of an opening.
    opening: u32,
    /// The program whose search played the first of them; files of earlier versions do not tell.
    #[serde(default)]
    build: Option<Fingerprint>,
}

impl Conditions {
    fn new(rules: &Rules, args: &Args) -> Result<Conditions, Error> {
        Ok(Conditions {
            rules: *rules,
            nodes: args.nodes,
            seed: args.seed,
            opening: OPENING,
            build: Some(Fingerprint::own()?),
        })
    }

    /// What keeps games played under these conditions from being fitted to under the rules.
    fn other_rules(&self, rules: &Rules) -> Option<String> {
        let fields = self.rules.fields(rules);
        let mut differing = fields.iter().filter(|field| field.differs());
        let first = &differing.next()?.name;
        let differ = match differing.count() {
            0 => "differs".to_owned(),
            more => format!("and {more} more differ"),
        };
        Some(format!(
            "these games are under other rules ({first} {differ})"
        ))
    }

    /// What keeps a run under `asked` from being added to games played under these conditions.
    fn other_run(&self, asked: &Conditions) -> Option<String> {
        let Conditions { nodes, seed, .. } = self;
        self.other_rules(&asked.rules).or_else(|| {
            let run = |of: &Conditions| (of.nodes, of.seed, of.opening);
            (run(self) != run(asked))
                .then(|| format!("these games are of --nodes {nodes} and --seed {seed}"))
        })
    }
}

/// Plays the games that the file lacks, once all that are there were looked at; all games of all files, those
/// of `also` last.
///
/// # Errors
/// A file is of other games, or can't be read or written.
pub(super) fn play_up_to(rules: &Rules, args: &Args) -> Result<Vec<Record>, Error> {
    let conditions = Conditions::new(rules, args)?;
    let mut build = None;
    let mut kept = read(&args.file, rules, |found| {
        build = found.build;
        found.other_run(&conditions)
    })?;
    if !kept.games.is_empty() && build != conditions.build {
        eprintln!(
            "{}: these games were played by another build of vierschach; they are used all the same",
            args.file.display()
        );
    }
    let mut also = Vec::new();
    for path in &args.also {
        if !path.exists() {
            let error = std::io::ErrorKind::NotFound.into();
            let path = path.clone();
            return Err(Error::Read { path, error });
        }
        let more = read(path, rules, |found| found.other_rules(rules))?;
        also.extend(more.games);
    }
    let known = kept
        .games
        .last()
        .map_or(0, |(_, game)| game.opening.saturating_add(1));
    if known < args.games {
        let mut journal = Journal::open(&args.file, &kept, &conditions)?;
        let openings = Openings::new(rules, args.seed, OPENING);
        for number in known..args.games {
            let record = play(rules, args.nodes, number, openings.draw(number))?;
            journal.add(&record)?;
            kept.games.push((0, record));
            if number % 100 == 99 {
                eprintln!("{} of {} games", number + 1, args.games);
            }
        }
    }
    let games = kept.games.into_iter().chain(also);
    Ok(games.map(|(_, record)| record).collect())
}

/// All games of a file, each of them of these rules. Files of earlier versions do not tell their conditions.
fn read(
    path: &Path,
    rules: &Rules,
    differs: impl FnOnce(&Conditions) -> Option<String>,
) -> Result<Kept<Record>, Error> {
    let refused = |problem: String| Error::Journal {
        path: path.to_owned(),
        problem: format!("{problem}; name another file"),
    };
    let kept: Kept<Record> = journal::read(path, |found| {
        let found = serde_json::from_value(found.clone());
        let found = found.map_err(|_| refused("this is no file of games to tune by".to_owned()))?;
        differs(&found).map_or(Ok(()), |problem| Err(refused(problem)))
    })?;
    for (line, record) in &kept.games {
        let number = record.opening.saturating_add(1);
        if let Some(fault) = record.fault(rules) {
            return Err(refused(format!(
                "game {number}, line {line}, is not of these rules ({fault})"
            )));
        }
    }
    Ok(kept)
}

fn play(rules: &Rules, nodes: u64, number: u64, opening: Opening) -> Result<Record, Error> {
    let mut moves = opening.moves;
    let mut game = Game::new(*rules, Color::Red);
    for mv in &moves {
        game.play(*mv)?;
    }
    let analysis = Analysis {
        limits: Limits {
            nodes: Some(nodes),
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
    Ok(Record {
        opening: number,
        moves,
        scores,
        places: places(&game),
    })
}

/// The colours' places, equal in a game that nobody could end.
fn places(game: &Game) -> [u8; 4] {
    game.result().map_or([1; 4], |result| result.places)
}
