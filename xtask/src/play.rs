//! `cargo xtask play`: from the source tree to a game, in one command.

use std::env;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use crate::error::Error;
use crate::node;
use crate::run::{cargo, program, root, run, step};
use crate::system;

/// How to play.
#[derive(Args)]
pub(crate) struct Options {
    /// Serve the game to browsers even though there is a display.
    #[arg(long)]
    relay: bool,
    /// Where the relay listens; 0.0.0.0:7460 lets other machines in.
    #[arg(long, default_value = "127.0.0.1:7460")]
    bind: SocketAddr,
}

/// Builds the game and starts it: the window where there is a display, else the relay.
pub(crate) fn play(options: &Options) -> Result<(), Error> {
    if has_display() && !options.relay {
        window()
    } else {
        relay(options.bind)
    }
}

/// The development profile: engine and CPU are optimised in it all the same, and it builds in a
/// third of the time that the release profile takes.
fn window() -> Result<(), Error> {
    system::install(system::WINDOW)?;
    node::build_ui()?;
    step("Build the app", || {
        run(cargo().args(["build", "--package", "vierschach-app"]))
    })?;
    println!("\nThe window opens now; close it to come back here.");
    run(&mut program(built("vierschach-app")))
}

fn relay(bind: SocketAddr) -> Result<(), Error> {
    node::build_ui()?;
    step("Build the relay", || {
        run(cargo().args(["build", "--package", "vierschach-relay"]))
    })?;
    println!("\nThe address to open in a browser follows. Ctrl-C ends the relay; games are kept.");
    let mut relay = program(built("vierschach-relay"));
    relay.arg("--bind").arg(bind.to_string());
    relay.arg("--data").arg(games_folder());
    run(&mut relay)
}

/// Games outlive the build folder: they lie where the user's programs keep their data.
fn games_folder() -> PathBuf {
    let data = env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let home = || Some(env::home_dir()?.join(".local/share"));
    data.or_else(home).map_or_else(
        || root().join("target/play"),
        |data| data.join("vierschach-relay"),
    )
}

/// Where cargo puts a binary of the development profile.
pub(crate) fn built(name: &str) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    root().join(target).join("debug").join(name)
}

fn has_display() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
