//! `vierschach trace`: the trace format on the command line.

use std::io::{BufRead, Write};

use clap::Args as ClapArgs;

use crate::input::{self, Line};
use crate::{Error, trace};

/// Arguments of `trace`: none.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: vierschach trace < tests/data/golden/traces.jsonl

Each line of input is a case, `{\"id\": \"a\", \"rules\": \"solo\", \"actions\": [\"d2d4\"]}`; each line of
output its states and result, or its error. tests/data/golden/README.md describes both. A bad case
is answered, not a failure: the exit code is 0."
)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Error> {
    while let Some(line) = input::line(input, trace::MAX_LINE)? {
        let answer = match line {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => trace::run_line(&text),
            Line::TooLong => trace::refuse(&format!("longer than {} bytes", trace::MAX_LINE)),
            Line::NotText => trace::refuse("no UTF-8 text"),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
