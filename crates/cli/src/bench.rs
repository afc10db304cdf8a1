//! `vierschach bench`: a fixed search workload.

use std::io::Write;
use std::time::Instant;

use clap::Args as ClapArgs;

use crate::Error;

/// Arguments of `bench`: none.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: vierschach bench

Prints the nodes searched from each position and their sum, which are the same on every machine.
Time and rate go to the error output.")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, output: &mut dyn Write) -> Result<(), Error> {
    let start = Instant::now();
    let bench = vierschach_cpu::bench()?;
    let seconds = start.elapsed().as_secs_f64();
    for (name, nodes) in &bench.positions {
        writeln!(output, "{name}: {nodes}")?;
    }
    writeln!(output, "{}", bench.nodes())?;
    output.flush()?;
    eprintln!(
        "{seconds:.3} s, {:.0} nodes/s",
        bench.nodes() as f64 / seconds.max(1e-9)
    );
    Ok(())
}
