//! The web UI's files: from the binary, or from a folder.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use rust_embed::RustEmbed;

/// Where the web UI's files come from.
pub trait UiFiles: Send + Sync + 'static {
    /// The contents of a file by its path below the root, as in `assets/index.js`; `None` when
    /// there is none. Reading may block for as long as a disk does.
    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>>;
}

/// The files that the binary carries. Debug builds read `ui/dist` from the source tree instead.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedUi;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Dist;

impl UiFiles for EmbeddedUi {
    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        Dist::get(path).map(|file| file.data)
    }
}

/// The files of a folder.
#[derive(Clone, Debug)]
pub struct FolderUi {
    root: PathBuf,
}

impl FolderUi {
    /// The files below `root`.
    pub fn new(root: impl Into<PathBuf>) -> FolderUi {
        FolderUi { root: root.into() }
    }
}

impl UiFiles for FolderUi {
    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let path = Path::new(path);
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !path.components().all(plain) {
            return None;
        }
        std::fs::read(self.root.join(path)).ok().map(Cow::Owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_nothing_from_outside() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("dist");
        std::fs::create_dir_all(root.join("assets")).unwrap();
        std::fs::write(root.join("assets/a.js"), "a").unwrap();
        std::fs::write(folder.path().join("secret"), "s").unwrap();
        let ui = FolderUi::new(&root);
        assert_eq!(ui.read("assets/a.js").as_deref(), Some(&b"a"[..]));
        for path in [
            "../secret",
            "assets/../../secret",
            "/etc/passwd",
            "assets",
            "none",
        ] {
            assert_eq!(ui.read(path), None, "{path}");
        }
    }
}
