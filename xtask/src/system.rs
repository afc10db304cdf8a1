//! System packages, by their Debian names.

use std::process::Command;

use crate::error::Error;
use crate::run::{exists, output, program, run, step};

/// What the app needs to be built and to open its window.
pub(crate) const WINDOW: &[&str] = &["libwebkit2gtk-4.1-dev", "fonts-dejavu-core"];

/// What the tests need on top: the app's web view under remote control, a display without a
/// screen, a desktop's bus, a browser, and the server of the distributed store.
pub(crate) const TESTS: &[&str] = &[
    "libwebkit2gtk-4.1-dev",
    "fonts-dejavu-core",
    "webkit2gtk-driver",
    "xvfb",
    "xauth",
    "dbus-daemon",
    "chromium",
    "nats-server",
];

/// What the relay is tried with.
pub(crate) const RELAY: &[&str] = &["nats-server"];

/// What the measurements in a browser need.
pub(crate) const BROWSER: &[&str] = &["chromium", "fonts-dejavu-core"];

/// A Rust with its sources, which can check types for targets that have no standard library here.
pub(crate) const PHONES: &[&str] = &[
    "libwebkit2gtk-4.1-dev",
    "rustc-web",
    "cargo-web",
    "rust-web-src",
];

/// Installs those packages that are missing; says what to do where that is not possible.
///
/// # Errors
/// [`Error::Packages`] on a Debian system where this program may not install anything.
pub(crate) fn install(packages: &[&str]) -> Result<(), Error> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    if !exists("dpkg-query") || !exists("apt-get") {
        println!(
            "This system has no apt. If the build fails, install what Debian calls: {}",
            packages.join(" ")
        );
        return Ok(());
    }
    let missing = missing(packages)?;
    if missing.is_empty() {
        return Ok(());
    }
    step(&format!("System packages: {}", missing.join(" ")), || {
        let mut update = apt(&missing)?;
        run(update.arg("update"))?;
        let mut install = apt(&missing)?;
        install.args(["install", "--yes", "--no-install-recommends"]);
        run(install.args(&missing))
    })
}

fn missing<'a>(packages: &[&'a str]) -> Result<Vec<&'a str>, Error> {
    let mut query = program("dpkg-query");
    query.args(["--show", "--showformat", "${Package} ${db:Status-Abbrev}\n"]);
    let installed = output(query.args(packages))?;
    Ok(not_installed(packages, &installed))
}

/// The packages that have no line "name ii".
fn not_installed<'a>(packages: &[&'a str], listing: &str) -> Vec<&'a str> {
    let installed = |name: &str| {
        listing.lines().any(|line| {
            let mut words = line.split_whitespace();
            words.next() == Some(name) && words.next() == Some("ii")
        })
    };
    packages
        .iter()
        .copied()
        .filter(|name| !installed(name))
        .collect()
}

/// `apt-get`, by the rights that this user has.
fn apt(packages: &[&str]) -> Result<Command, Error> {
    let mut command = if output(program("id").arg("-u"))?.trim() == "0" {
        program("apt-get")
    } else if exists("sudo") {
        let mut sudo = program("sudo");
        sudo.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        sudo
    } else {
        let packages = packages.join(" ");
        return Err(Error::Packages { packages });
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::not_installed;

    #[test]
    fn only_installed_packages_count() {
        let listing = "xvfb ii \nchromium rc \nxauth-extra ii \n";
        assert_eq!(
            not_installed(&["xvfb", "chromium", "xauth"], listing),
            ["chromium", "xauth"]
        );
    }
}
