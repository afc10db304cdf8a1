//! What can go wrong, as sentences that say what to do.

use std::io;
use std::path::PathBuf;

/// Why a command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A program ran and reported failure.
    #[error("Failed: {command}")]
    Failed {
        /// The program and its arguments.
        command: String,
    },
    /// A program is not there.
    #[error("`{program}` is missing. {hint}")]
    Missing {
        /// Its name.
        program: String,
        /// How to get it.
        hint: String,
    },
    /// System packages are not there, and this command may not install them.
    #[error("System packages are missing. As root, run: apt-get install {packages}")]
    Packages {
        /// Their Debian names, separated by blanks.
        packages: String,
    },
    /// The generated types are not what the protocol says now.
    #[error("ui/src/protocol/ is stale ({files}). Run: cargo xtask gen")]
    Stale {
        /// The files that differ.
        files: String,
    },
    /// A file or folder could not be used.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is nothing to run where something must be.
    #[error("{0}")]
    Nothing(String),
}

impl Error {
    /// For `map_err` on file operations.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |source| Self::File { path, source }
    }
}
