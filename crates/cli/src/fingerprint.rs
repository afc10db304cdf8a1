//! What tells one build of a program from another.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use crate::Error;

/// Length and checksum of a program's file. The same file has the same everywhere; a script stands for
/// itself alone, not for what it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fingerprint {
    bytes: u64,
    crc32: u32,
}

impl Fingerprint {
    /// That of the program that runs.
    ///
    /// # Errors
    /// Its file is not found or can't be read.
    pub(crate) fn own() -> Result<Fingerprint, Error> {
        Fingerprint::of_file(&std::env::current_exe()?)
    }

    /// That of a program as it is started: a name without a folder is looked for as the system does.
    ///
    /// # Errors
    /// There is no such program, or its file can't be read.
    pub(crate) fn of_program(name: &Path) -> Result<Fingerprint, Error> {
        let path = which::which(name);
        let path = path.map_err(|error| failed(name)(io::Error::other(error)))?;
        Fingerprint::of_file(&path)
    }

    fn of_file(path: &Path) -> Result<Fingerprint, Error> {
        let mut file = File::open(path).map_err(failed(path))?;
        let mut hasher = Hasher::new();
        let mut bytes = 0;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = file.read(&mut buffer).map_err(failed(path))?;
            if read == 0 {
                let crc32 = hasher.finalize();
                return Ok(Fingerprint { bytes, crc32 });
            }
            hasher.update(&buffer[..read]);
            bytes += read as u64;
        }
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> Error {
    let path = PathBuf::from(path);
    move |error| Error::Read {
        path: path.clone(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let manifest = Fingerprint::of_file(&folder.join("Cargo.toml")).expect("a file");
        let source = Fingerprint::of_file(&folder.join("src/fingerprint.rs")).expect("a file");
        assert_ne!(manifest, source);
        let told = std::fs::read(folder.join("Cargo.toml")).expect("a file");
        assert_eq!(manifest.bytes, told.len() as u64);
        assert_eq!(manifest.crc32, crc32fast::hash(&told));
    }

    #[test]
    fn programs_are_found_by_path() {
        let own = std::env::current_exe().expect("a program");
        let found = Fingerprint::of_program(&own).expect("its file");
        assert_eq!(found, Fingerprint::own().expect("its file"));
        assert!(matches!(
            Fingerprint::of_program(Path::new("/no/such")),
            Err(Error::Read { .. })
        ));
    }
}
