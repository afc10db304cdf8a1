//! The lock on the stores' folder: two processes that save into the same files would each write over
//! what the other saved.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// The file that is locked, below the stores' folder. It is empty, and its presence says nothing.
const NAME: &str = "lock";

/// Holds the stores' folder for this process until it is dropped. The system lets go of it when the
/// process ends, however that comes.
#[derive(Debug)]
pub(crate) struct Lock {
    /// `None` where files can't be locked.
    _file: Option<File>,
}

impl Lock {
    /// Takes the lock, making the folder if it is missing; `None` if another process holds it.
    ///
    /// Where no file can be locked or made the folder is taken nevertheless: looking at games must
    /// not depend on it, and a store that can't be written says so with the first move.
    pub(crate) fn take(root: &Path) -> Option<Self> {
        match lock(root) {
            Ok(file) => Some(Self { _file: Some(file) }),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(error)) => {
                eprintln!("vierschach: no lock on {}: {error}", root.display());
                Some(Self { _file: None })
            }
        }
    }
}

fn lock(root: &Path) -> Result<File, TryLockError> {
    let open = || -> io::Result<File> {
        fs::create_dir_all(root)?;
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        options.open(root.join(NAME))
    };
    let file = open().map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holds_it_until_it_is_dropped() {
        let folder = tempfile::TempDir::new().unwrap();
        let root = folder.path().join("new");
        let first = Lock::take(&root).unwrap();
        assert!(Lock::take(&root).is_none());
        drop(first);
        assert!(Lock::take(&root).is_some());
    }
}
