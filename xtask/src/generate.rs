//! `cargo xtask gen`: the TypeScript twins of the messages.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::run::{cargo, root, run, step};

/// Contents by file name.
type Files = BTreeMap<String, String>;

/// Writes ui/src/protocol/ anew, so that types which are gone leave no file behind.
pub(crate) fn generate() -> Result<(), Error> {
    step("Generate TypeScript", || {
        let files = export()?;
        let folder = twins();
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
        }
        fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        for (name, text) in &files {
            let path = folder.join(name);
            fs::write(&path, text).map_err(Error::file(&path))?;
        }
        println!("   {} files in ui/src/protocol/", files.len());
        Ok(())
    })
}

/// Compares ui/src/protocol/ with what the protocol says now.
///
/// # Errors
/// [`Error::Stale`] with the names of the files that differ.
pub(crate) fn is_fresh() -> Result<(), Error> {
    let wanted = export()?;
    let found = if twins().exists() {
        read(&twins())?
    } else {
        Files::new()
    };
    let differing = differing(&wanted, &found);
    if differing.is_empty() {
        Ok(())
    } else {
        Err(Error::Stale {
            files: differing.join(", "),
        })
    }
}

fn twins() -> PathBuf {
    root().join("ui/src/protocol")
}

/// Lets the protocol's own exporter write the types into a folder of their own.
fn export() -> Result<Files, Error> {
    let folder = root().join("target/typescript");
    let mut export = cargo();
    export.args(["run", "--quiet", "--package", "vierschach-protocol"]);
    export.args(["--features", "typescript", "--bin", "export-typescript"]);
    run(export.arg("--").arg(&folder))?;
    let files = read(&folder)?;
    if files.is_empty() {
        return Err(Error::Nothing("The protocol exported no types.".to_owned()));
    }
    Ok(files)
}

fn read(folder: &Path) -> Result<Files, Error> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
        files.insert(name, text);
    }
    Ok(files)
}

/// Names of files that only one side has, or whose contents differ.
fn differing<'a>(wanted: &'a Files, found: &'a Files) -> Vec<&'a str> {
    let changed = wanted
        .iter()
        .filter(|(name, text)| found.get(*name) != Some(*text));
    let gone = found.keys().filter(|name| !wanted.contains_key(*name));
    changed
        .map(|(name, _)| name)
        .chain(gone)
        .map(String::as_str)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Files, differing};

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter()
            .map(|(name, text)| ((*name).into(), (*text).into()))
            .collect()
    }

    #[test]
    fn any_difference_is_named() {
        let wanted = files(&[("A.ts", "1"), ("B.ts", "2"), ("C.ts", "3")]);
        let found = files(&[("A.ts", "1"), ("B.ts", "x"), ("D.ts", "4")]);
        assert_eq!(differing(&wanted, &found), ["B.ts", "C.ts", "D.ts"]);
        assert!(differing(&wanted, &wanted).is_empty());
    }
}
