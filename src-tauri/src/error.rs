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
    /// Something to be kept could not be turned into text, or back.
    #[error("text of the store: {0}")]
    Text(#[from] serde_json::Error),
    /// No such game is kept.
    #[error("game {0} is not kept")]
    NoSuchGame(String),
    /// An entry does not follow the last one of its game.
    #[error("entry {found} of game {game}, but {expected} comes next")]
    Gap {
        /// Which game.
        game: String,
        /// The number that comes next.
        expected: usize,
        /// The number that came.
        found: u32,
    },
    /// The system has no entropy to give.
    #[error("no entropy: {0}")]
    Entropy(getrandom::Error),
    /// Tauri could not do something.
    #[error(transparent)]
    Tauri(#[from] tauri::Error),
    /// A thread could not be started.
    #[error("no thread: {0}")]
    Thread(io::Error),
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
