//! Steps and programs: what runs is printed, and how long it took.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::error::Error;

/// The root of the source tree.
pub(crate) fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().map_or_else(|| own.into(), Path::to_path_buf)
}

/// Runs one step under a heading and prints how long it took.
pub(crate) fn step<T>(heading: &str, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    println!("\n── {heading}");
    let start = Instant::now();
    let result = work();
    let took = start.elapsed().as_secs_f32();
    match result {
        Ok(_) => println!("── {heading}: {took:.1} s"),
        Err(_) => println!("── {heading}: failed after {took:.1} s"),
    }
    result
}

/// A program that runs in the root of the source tree.
pub(crate) fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> Command {
    program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a program to its end.
///
/// # Errors
/// [`Error::Missing`] when it is not there, [`Error::Failed`] when it says that it failed.
pub(crate) fn run(command: &mut Command) -> Result<(), Error> {
    let line = line(command);
    println!("   $ {line}");
    let status = command
        .status()
        .map_err(|error| not_started(command, error))?;
    if status.success() {
        Ok(())
    } else {
        Err(Error::Failed { command: line })
    }
}

/// Runs a program to its end and returns what it printed, whether or not it failed.
pub(crate) fn output(command: &mut Command) -> Result<String, Error> {
    let output = command
        .stderr(Stdio::null())
        .output()
        .map_err(|error| not_started(command, error))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Is there a program of that name?
pub(crate) fn exists(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| {
        let file = folder.join(name);
        file.is_file()
            || file.with_extension("exe").is_file()
            || file.with_extension("cmd").is_file()
    })
}

fn not_started(command: &Command, error: std::io::Error) -> Error {
    let program = command.get_program().to_string_lossy().into_owned();
    if error.kind() == ErrorKind::NotFound {
        let hint = "Install it, or put it on the PATH.".to_owned();
        Error::Missing { program, hint }
    } else {
        Error::File {
            path: program.into(),
            source: error,
        }
    }
}

fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let mut line = name.to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}
