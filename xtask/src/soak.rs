//! `cargo xtask soak`: long runs that break things on purpose.

use clap::Subcommand;

use crate::error::Error;
use crate::run::{run, step};
use crate::test;

/// What to break.
#[derive(Subcommand)]
pub(crate) enum Soak {
    /// Kills the app at random moments of whole games; no move may be lost.
    App {
        /// How often.
        #[arg(long, default_value_t = 50)]
        kills: u32,
        /// Another seed kills at other moments.
        #[arg(long, default_value_t = 1)]
        seed: u32,
    },
}

/// Breaks things until they are known to hold.
pub(crate) fn soak(soak: &Soak) -> Result<(), Error> {
    match soak {
        Soak::App { kills, seed } => app(*kills, *seed),
    }
}

fn app(kills: u32, seed: u32) -> Result<(), Error> {
    test::build_everything()?;
    step("Kill the app", || {
        let mut window = test::without_screen("soak");
        window.arg("--nocapture");
        window.env("VIERSCHACH_SOAK_KILLS", kills.to_string());
        window.env("VIERSCHACH_SOAK_SEED", seed.to_string());
        run(&mut window)
    })
}
