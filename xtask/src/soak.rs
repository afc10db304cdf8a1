//! `cargo xtask soak`: long runs that break things on purpose.

use clap::Subcommand;

use crate::error::Error;
use crate::relay;
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
    /// Kills relays, and the NATS server where there is one, while rooms are played in; no told
    /// move may be lost.
    Relay {
        /// Where it keeps its rooms.
        #[arg(long, value_enum, default_value_t)]
        store: relay::Store,
        /// How often.
        #[arg(long, default_value_t = 30)]
        kills: u32,
        /// Rooms with four players each.
        #[arg(long, default_value_t = 200)]
        rooms: u32,
        /// Another seed kills at other moments.
        #[arg(long, default_value_t = 1)]
        seed: u32,
    },
}

/// Breaks things until they are known to hold.
pub(crate) fn soak(soak: &Soak) -> Result<(), Error> {
    match soak {
        Soak::App { kills, seed } => app(*kills, *seed),
        Soak::Relay {
            store,
            kills,
            rooms,
            seed,
        } => {
            let [kills, rooms, seed] = [kills, rooms, seed].map(u32::to_string);
            let scenario = [
                "soak", "--kills", &kills, "--rooms", &rooms, "--seed", &seed,
            ];
            relay::load(*store, &scenario)
        }
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
