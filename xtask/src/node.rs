//! The UI's tools: Node and npm.

use std::fs;
use std::process::Command;

use crate::error::Error;
use crate::run::{output, program, root, run, step};

/// Oldest Node that the UI's tools run on.
const OLDEST_NODE: u32 = 20;

/// Installs the UI's packages if the lock file is not the one of the last installation.
pub(crate) fn install() -> Result<(), Error> {
    require_node()?;
    let lock = root().join("package-lock.json");
    let stamp = root().join("node_modules/.installed-lock.json");
    let wanted = fs::read(&lock).map_err(Error::file(&lock))?;
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    step("Packages of the UI", || {
        run(npm().args(["ci", "--no-audit", "--no-fund"]))?;
        fs::write(&stamp, &wanted).map_err(Error::file(&stamp))
    })
}

/// Builds the page into ui/dist/, which the app and the relay carry.
pub(crate) fn build_ui() -> Result<(), Error> {
    install()?;
    step("Build the UI", || {
        run(npm().args(["run", "build", "--workspace", "ui"]))
    })
}

/// npm, in the root.
pub(crate) fn npm() -> Command {
    program(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

fn require_node() -> Result<(), Error> {
    let version = output(program("node").arg("--version")).unwrap_or_default();
    if major(&version).is_some_and(|major| major >= OLDEST_NODE) {
        return Ok(());
    }
    let found = version.trim();
    let hint = if found.is_empty() {
        "It was not found"
    } else {
        found
    };
    Err(Error::Missing {
        program: format!("node {OLDEST_NODE}"),
        hint: format!("{hint}; get Node {OLDEST_NODE} or newer with npm from nodejs.org."),
    })
}

/// The 20 of "v20.1.2".
fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn versions_of_node() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major(""), None);
        assert_eq!(major("vx"), None);
    }
}
