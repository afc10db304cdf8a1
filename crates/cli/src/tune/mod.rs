//! `vierschach tune`: finds what the features of a position are worth, from games that the search plays
//! against itself.

mod fit;
mod record;

use std::io::Write;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::Error;
use crate::arguments::whole;
use crate::game_args::RulesArgs;

/// Arguments of `tune`.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: vierschach tune --rules teams --setup modern --games 10000 teams.jsonl

Plays games of the search against itself until the file has so many (of 400 moves of all players at most,
unless the rules have a limit), then fits the weights of the evaluation to how they ended and to what the
search thought, and prints them as they stand in crates/cpu/src/eval/weights.rs. A run that was broken off
goes on where it was.
A file of games under other rules, of other nodes or of another seed is refused and stays as it is; games that
another build's search played are used, with a word about it."
)]
pub(crate) struct Args {
    /// Where the games are kept
    file: PathBuf,
    /// Games to have
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u64>(0..))]
    games: u64,
    #[command(flatten)]
    rules: RulesArgs,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1..))]
    nodes: u64,
    /// Openings are drawn from this number
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// More files of games, to be fitted to as well
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 30)]
    passes: usize,
    /// How much of a goal lies further ahead than the next position used, 0 to 1; 1 fits to results alone
    #[arg(long, value_name = "PART", default_value_t = 1.0, value_parser = part)]
    patience: f32,
    /// Every Nth quiet position is used
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..))]
    every: u16,
    /// How much of a position's goal is the game's result between teams, in percent; the rest is the search's score
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = whole(0..=100_u8))]
    result: u8,
}

/// A part of a whole, as an argument.
fn part(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok();
    let part = number.filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "a number from 0 to 1 is needed".to_owned())
}

pub(crate) fn run(args: &Args, output: &mut dyn Write) -> Result<(), Error> {
    let mut rules = args.rules.rules()?;
    rules.move_limit = rules.move_limit.or(Some(400));
    let games = record::play_up_to(&rules, args)?;
    let mut samples = fit::Samples::new(f32::from(args.result) / 100.0, args.patience);
    for game in &games {
        samples.add(&rules, game, usize::from(args.every))?;
    }
    write!(output, "{}", samples.fit(&rules, args.passes).source())?;
    Ok(())
}
