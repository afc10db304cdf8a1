//! What can go wrong in the shell.

use std::io;
use std::path::PathBuf;

/// Why the shell could not do something.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The store could not write.
    #[error("storing {path}: {source}", path = path.display())]
    Store {
        /// The slot.
        path: PathBuf,
        /// Why.
        source: tauri_plugin_store::Error,
    },
    /// A file could not be read, moved or removed.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Error {
    /// For `map_err` on file operations.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |source| Self::File { path, source }
    }

    /// For `map_err` on store operations.
    pub(crate) fn store(
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(tauri_plugin_store::Error) -> Self {
        let path = path.into();
        |source| Self::Store { path, source }
    }
}
