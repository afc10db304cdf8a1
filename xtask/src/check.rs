//! `cargo xtask check`: all that can be judged without running the game.

use clap::ValueEnum;

use crate::error::Error;
use crate::run::{cargo, exists, run, step};
use crate::{generate, node, phones, system};

/// What to check.
#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum What {
    /// Format, lints, types and generated files.
    #[default]
    All,
    /// The app's types for Android and iOS.
    Phones,
}

/// Checks.
pub(crate) fn check(what: What) -> Result<(), Error> {
    match what {
        What::All => all(),
        What::Phones => phones::check(),
    }
}

fn all() -> Result<(), Error> {
    step("Format of Rust", || {
        run(cargo().args(["fmt", "--all", "--check"]))
    })?;
    // Quick steps first; the lints of Rust need the page, which the app carries.
    system::install(system::WINDOW)?;
    node::build_ui()?;
    step("Lints and types of the UI", || {
        run(node::npm().args(["run", "check", "--workspace", "ui"]))
    })?;
    step("Generated TypeScript", generate::is_fresh)?;
    step("Lints of Rust", || {
        let lints = [
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ];
        run(cargo().args(lints))
    })?;
    if exists("cargo-deny") {
        step("Licences", || {
            run(cargo().args(["deny", "--offline", "check", "bans", "licenses", "sources"]))
        })?;
    } else {
        println!("\nLicences are not checked: cargo-deny is not installed.");
    }
    Ok(())
}
