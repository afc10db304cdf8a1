//! `cargo xtask test`: every test, from nothing.
//!
//! Everything is built once, test programs and binaries together: cargo joins the features of
//! what it builds in one go, so building them one by one would build a hundred crates twice.

use std::fs;
use std::path::PathBuf;
use std::process::Command as Process;

use crate::bench;
use crate::error::Error;
use crate::node::{self, npm};
use crate::play::built;
use crate::run::{cargo, program, root, run, step};
use crate::system;

/// Runs every test.
pub(crate) fn test() -> Result<(), Error> {
    build_everything()?;
    step("Tests in Rust", || {
        run(cargo().args(["test", "--workspace"]))
    })?;
    step("Tests of the UI", || {
        run(npm().args(["test", "--workspace", "ui"]))
    })?;
    bench::taps()?;
    step("Tests in the browser", browser)?;
    if cfg!(target_os = "linux") {
        step("Tests of the window", window)?;
    }
    Ok(())
}

/// Installs what is missing and builds page, tests and binaries.
pub(crate) fn build_everything() -> Result<(), Error> {
    system::install(system::TESTS)?;
    node::build_ui()?;
    step("Build everything", || {
        let targets = ["--lib", "--bins", "--tests", "--examples"];
        run(cargo().args(["build", "--workspace"]).args(targets))
    })
}

/// Whole games by taps, in a browser against the relay.
fn browser() -> Result<(), Error> {
    let mut node = program("node");
    node.arg("--test").args(specs()?);
    node.env("VIERSCHACH_RELAY_BIN", built("vierschach-relay"));
    run(&mut node)
}

fn specs() -> Result<Vec<PathBuf>, Error> {
    let folder = root().join("tests/e2e");
    let entries = fs::read_dir(&folder).map_err(Error::file(&folder))?;
    let mut specs: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    specs.sort();
    if specs.is_empty() {
        return Err(Error::Nothing("tests/e2e/ holds no *.test.mjs.".to_owned()));
    }
    Ok(specs)
}

/// The real window, on a display without a screen.
fn window() -> Result<(), Error> {
    run(&mut without_screen("window"))
}

/// A test program of the app's window, to be run on a display without a screen.
pub(crate) fn without_screen(test: &str) -> Process {
    let mut xvfb = program("xvfb-run");
    xvfb.args([
        "--auto-servernum",
        "--server-args",
        "-screen 0 1280x1024x24",
    ]);
    // The same `--workspace` as above, or the features differ and everything is built again.
    xvfb.arg(cargo().get_program());
    xvfb.args(["test", "--workspace", "--test", test, "--", "--ignored"]);
    xvfb.env("VIERSCHACH_APP_BIN", built("vierschach-app"));
    xvfb
}
