//! The relay under load, faults and bad clients: `bench relay`, `soak relay`, `attack relay`.

use clap::Subcommand;

use crate::error::Error;
use crate::node;
use crate::run::{cargo, exists, program, root, run, step};
use crate::system;

/// Where the relay keeps its rooms while it is tried.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub(crate) enum Store {
    /// A SQLite file in a folder of its own.
    #[default]
    Sqlite,
    /// A NATS server of its own; `soak` has two relays share it.
    Nats,
}

/// Whom bad clients attack.
#[derive(Subcommand)]
pub(crate) enum Attack {
    /// A relay on loopback, in which others play meanwhile.
    Relay {
        /// Where it keeps its rooms.
        #[arg(long, value_enum, default_value_t)]
        store: Store,
        /// Seconds of each attack.
        #[arg(long, default_value_t = 10)]
        seconds: u32,
    },
}

/// Sends bad clients.
pub(crate) fn attack(attack: &Attack) -> Result<(), Error> {
    let Attack::Relay { store, seconds } = attack;
    load(*store, &["attack", "--seconds", &seconds.to_string()])
}

/// Builds the relay and those who try it, and lets one scenario run. The relay has one core, the
/// others another.
pub(crate) fn load(store: Store, scenario: &[&str]) -> Result<(), Error> {
    system::install(system::RELAY)?;
    node::build_ui()?;
    step("Build the relay and its players", || {
        let packages = [
            "--package",
            "vierschach-relay",
            "--package",
            "vierschach-load",
        ];
        run(cargo().args(["build", "--release"]).args(packages))
    })?;
    step("Try the relay", || {
        // Each of thousands of sockets takes a file descriptor on either side.
        let mut shell = program("sh");
        shell.args(["-c", r#"ulimit -n "$(ulimit -H -n)" && exec "$@""#, "sh"]);
        let pinned = exists("taskset") && cores() > 1;
        if pinned {
            shell.args(["taskset", "--cpu-list", "1"]);
        }
        let built = root().join("target/release");
        shell.arg(built.join("vierschach-load"));
        shell.arg("--relay").arg(built.join("vierschach-relay"));
        if pinned {
            shell.args(["--core", "0"]);
        }
        shell.args(["--store", store.name()]).args(scenario);
        run(&mut shell)
    })
}

impl Store {
    fn name(self) -> &'static str {
        match self {
            Store::Sqlite => "sqlite",
            Store::Nats => "nats",
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
