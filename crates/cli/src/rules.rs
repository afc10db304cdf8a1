//! `vierschach rules`: what a preset says.

use std::io::Write;

use clap::Args as ClapArgs;
use vierschach_engine::{Preset, Rules};

use crate::{Error, arguments};

/// Arguments of `rules`.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples: vierschach rules; vierschach rules teams; vierschach rules teams --json

A star marks what differs from `solo`. docs/RULES.md explains each field."
)]
pub(crate) struct Args {
    /// The preset; without one, their names
    #[arg(value_name = "R", value_parser = arguments::preset)]
    preset: Option<Preset>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, output: &mut dyn Write) -> Result<(), Error> {
    match args.preset {
        Some(preset) if args.json => json(&Rules::preset(preset), output),
        Some(preset) => table(&Rules::preset(preset), output),
        None if args.json => json(&Preset::ALL, output),
        None => Ok(Preset::ALL
            .iter()
            .try_for_each(|preset| writeln!(output, "{preset}"))?),
    }
}

fn json(value: &impl serde::Serialize, output: &mut dyn Write) -> Result<(), Error> {
    serde_json::to_writer_pretty(&mut *output, value).map_err(std::io::Error::from)?;
    Ok(writeln!(output)?)
}

fn table(rules: &Rules, output: &mut dyn Write) -> Result<(), Error> {
    let fields = rules.fields(&Rules::preset(Preset::Solo));
    let width = fields
        .iter()
        .map(|field| field.name.len())
        .max()
        .unwrap_or(0);
    for field in fields {
        let star = if field.differs() { '*' } else { ' ' };
        writeln!(output, "{:width$} {star} {}", field.name, field.value)?;
    }
    Ok(())
}
