//! The command line: [`vierschach_cli`] around the process's input and output.

use std::io::{self, BufWriter};
use std::process::ExitCode;

use clap::Parser;
use vierschach_cli::{Cli, run};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = BufWriter::new(io::stdout());
    match run(cli, &mut io::stdin().lock(), &mut output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !error.is_quiet() {
                eprintln!("vierschach: {error}");
            }
            ExitCode::from(error.exit_code())
        }
    }
}
