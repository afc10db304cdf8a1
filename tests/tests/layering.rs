//! The layers of docs/ARCHITECTURE.md hold in this tree.

use std::path::{Path, PathBuf};

use cargo_metadata::MetadataCommand;
use ignore::WalkBuilder;
use vierschach_tests::layering::{Dependencies, edge_breaches, file_breaches, top_level_breaches};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .expect("the root is above this package")
}

/// Paths of files and folders, relative to the root, that git does not ignore.
fn tree() -> Vec<(String, bool)> {
    let root = root();
    let walk = WalkBuilder::new(&root)
        .hidden(false)
        .require_git(false)
        .filter_entry(|entry| entry.file_name() != ".git")
        .build();
    walk.map(|entry| entry.expect("the tree can be walked"))
        .filter(|entry| entry.depth() > 0)
        .map(|entry| {
            let relative = entry.path().strip_prefix(&root).expect("below the root");
            let path = relative
                .to_str()
                .expect("names are UTF-8")
                .replace('\\', "/");
            (path, entry.file_type().is_some_and(|kind| kind.is_dir()))
        })
        .collect()
}

fn report(breaches: &[String]) {
    assert!(breaches.is_empty(), "\n{}\n", breaches.join("\n"));
}

#[test]
fn packages_use_only_what_their_layer_allows() {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .unwrap();
    let found: Dependencies = metadata
        .packages
        .iter()
        .map(|package| {
            let used = package.dependencies.iter().map(|used| used.name.clone());
            (package.name.to_string(), used.collect())
        })
        .collect();
    assert!(found.len() >= 9, "packages are missing: {:?}", found.keys());
    report(&edge_breaches(&found));
}

#[test]
fn source_files_keep_to_the_house_rules() {
    let root = root();
    let mut sources = 0;
    let mut breaches = Vec::new();
    for (path, is_folder) in tree() {
        if is_folder {
            continue;
        }
        // Pictures and other binary files have no rules.
        if let Ok(text) = std::fs::read_to_string(root.join(&path)) {
            sources += usize::from(path.ends_with(".rs"));
            breaches.extend(file_breaches(&path, &text));
        }
    }
    assert!(sources >= 12, "only {sources} Rust files found");
    report(&breaches);
}

#[test]
fn the_top_level_holds_no_other_folders() {
    let tree = tree();
    let folders = tree
        .iter()
        .filter(|(path, is_folder)| *is_folder && !path.contains('/'))
        .map(|(path, _)| path.as_str());
    report(&top_level_breaches(folders));
}
