//! What can go wrong on the command line, and the exit code for it.

use std::io;
use std::path::PathBuf;

/// The exit code of a program that was told to end by Ctrl-C, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Errors of the command line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Rules, a position or a game that the engine refuses.
    #[error(transparent)]
    Engine(#[from] vierschach_engine::Error),
    /// Some of what was read is at fault; the output has told which.
    #[error("{0} at fault")]
    Faults(usize),
    /// An argument that is no JSON object of rules.
    #[error("--set {0}")]
    Set(String),
    /// An input longer than is read.
    #[error("{path}: longer than {limit} bytes", path = path.display())]
    TooLong {
        /// The file, or `-`.
        path: PathBuf,
        /// The most that is read.
        limit: usize,
    },
    /// An input that is no UTF-8 text.
    #[error("{path}: no UTF-8 text", path = .0.display())]
    NotText(PathBuf),
    /// A file that can't be read.
    #[error("{path}: {error}", path = path.display())]
    Read {
        /// The file, or `-`.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Arguments that don't go together.
    #[error("{0}")]
    Usage(String),
    /// A file of games that can't be gone on with or used.
    #[error("{path}: {problem}", path = path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// Ctrl-C was pressed; how to go on.
    #[error("{0}")]
    Interrupted(&'static str),
    /// A match that can't be played or gone on with.
    #[error("{0}")]
    Match(String),
    /// Output that can't be written, or a broken input.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Error {
    /// Whether the reader of the output went away, as `head` does: no failure of ours.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Error::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether there is nothing to tell the user any more.
    pub fn is_quiet(&self) -> bool {
        self.is_closed_pipe() || matches!(self, Error::Faults(_))
    }

    /// 0 when the output was closed early, 1 for faults of what was read, 2 for wrong arguments,
    /// 3 when reading or writing failed, 130 after Ctrl-C.
    pub fn exit_code(&self) -> u8 {
        match self {
            _ if self.is_closed_pipe() => 0,
            Error::Engine(_)
            | Error::Faults(_)
            | Error::TooLong { .. }
            | Error::NotText(_)
            | Error::Journal { .. } => 1,
            Error::Interrupted(_) => INTERRUPTED,
            Error::Set(_) | Error::Usage(_) => 2,
            Error::Read { .. } | Error::Io(_) | Error::Match(_) => 3,
        }
    }
}
