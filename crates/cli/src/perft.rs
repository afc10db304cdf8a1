//! `vierschach perft`: counting move paths.

use std::io::Write;
use std::time::Instant;

use clap::Args as ClapArgs;

use crate::Error;
use crate::arguments::whole;
use crate::game_args::GameArgs;

/// Arguments of `perft`.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: vierschach perft --rules teams --setup modern --divide 3

Prints the number of positions after exactly DEPTH legal moves; finished games have none after
them. Time and rate go to the error output."
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print the count of each first move too
    #[arg(long)]
    divide: bool,
    /// Make the moves of the last ply instead of counting them
    #[arg(long, conflicts_with = "divide")]
    no_bulk: bool,
    /// Number of plies
    #[arg(value_parser = whole(0..=20_u32))]
    depth: u32,
}

pub(crate) fn run(args: &Args, output: &mut dyn Write) -> Result<(), Error> {
    let game = args.game.game()?;
    let start = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let mut counts = game.divide(args.depth);
        counts.sort_by_key(|(mv, _)| mv.to_string());
        for (mv, nodes) in &counts {
            writeln!(output, "{mv}: {nodes}")?;
        }
        counts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        game.perft(args.depth, !args.no_bulk)
    };
    let seconds = start.elapsed().as_secs_f64();
    writeln!(output, "{nodes}")?;
    output.flush()?;
    eprintln!(
        "{seconds:.3} s, {:.0} nodes/s",
        nodes as f64 / seconds.max(1e-9)
    );
    Ok(())
}
