//! `cargo xtask check phones`: the app's types for Android and iOS.
//!
//! Where rustup has the target's standard library, cargo checks with it. Elsewhere Debian's
//! `rustc-web` builds the standard library's metadata from its vendored sources. Either way
//! nothing is linked: neither the NDK nor Xcode is needed.

use std::path::Path;
use std::process::Command;

use crate::error::Error;
use crate::node;
use crate::run::{cargo, output, program, run, step};
use crate::system;

const TARGETS: [&str; 2] = ["aarch64-linux-android", "aarch64-apple-ios"];

/// Debian's compiler, which comes with the sources of its standard library.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";

/// Checks the library of the app for both phones.
pub(crate) fn check() -> Result<(), Error> {
    let missing: Vec<_> = TARGETS
        .into_iter()
        .filter(|target| !has_std(target))
        .collect();
    if !missing.is_empty() {
        system::install(system::PHONES)?;
        if !Path::new(DEBIAN_CARGO).is_file() {
            return Err(Error::Missing {
                program: format!("the standard library of {}", missing.join(" and ")),
                hint: format!("Run: rustup target add {}", missing.join(" ")),
            });
        }
    }
    node::build_ui()?;
    for target in TARGETS {
        step(&format!("Types for {target}"), || {
            let mut check = if missing.contains(&target) {
                debian_cargo()
            } else {
                cargo()
            };
            if !missing.contains(&target) {
                check.arg("check");
            }
            check.args(["--package", "vierschach-app", "--lib", "--target", target]);
            check.args(["--target-dir", "target/phones"]);
            // C sources of dependencies are not compiled: only types are checked.
            let suffix = target.replace('-', "_");
            check.env(format!("CC_{suffix}"), "/bin/true");
            check.env(format!("AR_{suffix}"), "/bin/true");
            check.env("SDKROOT", "/tmp");
            run(&mut check)
        })?;
    }
    Ok(())
}

fn has_std(target: &str) -> bool {
    let libraries = output(program("rustc").args(["--print", "target-libdir", "--target", target]));
    libraries.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

fn debian_cargo() -> Command {
    let mut cargo = program(DEBIAN_CARGO);
    cargo.args(["check", "-Zbuild-std=std,panic_abort"]);
    cargo.env("RUSTC_BOOTSTRAP", "1");
    cargo.env("RUSTC", DEBIAN_RUSTC);
    // Set by the cargo that runs this program, and wrong for the other one.
    cargo.env_remove("RUSTUP_TOOLCHAIN");
    cargo
}
