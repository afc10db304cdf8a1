//! Files that leave the app: the person says where, the shell writes.
//!
//! A web view keeps no downloads, so the page hands its files over. It may propose a name, never a
//! place: that comes from the system's dialog alone.

#[cfg(desktop)]
use std::fs;
use std::fs::File;
use std::io::{self, Write as _};
#[cfg(desktop)]
use std::path::Path;

use percent_encoding::percent_decode;
use tauri::http::HeaderMap;
use tauri::ipc::InvokeBody;
use tauri::{AppHandle, Runtime};
use tauri_plugin_dialog::{DialogExt as _, FilePath};

use crate::error::Error;

/// The longest name that is proposed, in bytes: some file systems take no more than 143.
const MAX_NAME: usize = 120;

/// The name of a file whose own is of no use.
const NAMELESS: &str = "vierschach";

/// A file on its way out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OutFile {
    name: String,
    bytes: Vec<u8>,
}

impl OutFile {
    /// Reads a file out of a request; `None` if it holds none.
    pub(crate) fn from_request(headers: &HeaderMap, body: &InvokeBody) -> Option<Self> {
        let name = percent_decode(headers.get("name")?.as_bytes());
        let bytes = match body {
            InvokeBody::Raw(bytes) => bytes.clone(),
            // Android has no raw bytes there: they come as a list of numbers.
            InvokeBody::Json(list) => serde_json::from_value(list.clone()).ok()?,
        };
        let name = proper_name(&name.decode_utf8_lossy());
        Some(Self { name, bytes })
    }
}

/// A name that is one file's in some folder, on every system: no folders, no signs that one of them
/// refuses, no device of Windows, no hidden file.
fn proper_name(name: &str) -> String {
    let options = sanitize_filename::Options {
        windows: true,
        truncate: false,
        replacement: "-",
    };
    let name = sanitize_filename::sanitize_with_options(name, options);
    let name = name.trim_matches(|sign: char| sign.is_whitespace() || "-.".contains(sign));
    let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
    // A long name loses the end of its stem, and keeps what says what is in the file.
    let end = if end.is_empty() || end.len() > 10 {
        String::new()
    } else {
        format!(".{end}")
    };
    let stem = if end.is_empty() { name } else { stem };
    let stem = &stem[..stem.floor_char_boundary(MAX_NAME - end.len())];
    let stem = if stem.is_empty() { NAMELESS } else { stem };
    format!("{stem}{end}")
}

/// Asks the person for a place and keeps the file there; `false` if they would not. Waits for them:
/// not to be called where that matters.
///
/// # Errors
/// When the place takes no file.
#[cfg(not(target_os = "ios"))]
pub(crate) fn save<R: Runtime>(app: &AppHandle<R>, file: &OutFile) -> Result<bool, Error> {
    let Some(place) = ask(app, &file.name) else {
        return Ok(false);
    };
    let shown = place.to_string();
    let written = keep(app, place, &file.bytes);
    written.map_err(Error::file(shown))?;
    Ok(true)
}

/// As on other systems; but the dialog of iOS exports a file that is there already, and knows it by its
/// name in the app's folder of documents.
///
/// # Errors
/// When that folder takes no file.
#[cfg(target_os = "ios")]
pub(crate) fn save<R: Runtime>(app: &AppHandle<R>, file: &OutFile) -> Result<bool, Error> {
    use tauri::Manager as _;
    let draft = app.path().document_dir()?.join(&file.name);
    let written = File::create(&draft).and_then(|mut to| write(&mut to, &file.bytes));
    written.map_err(Error::file(&draft))?;
    let kept = ask(app, &file.name).is_some();
    // What was exported is a copy.
    let _ = std::fs::remove_file(draft);
    Ok(kept)
}

/// The place that the person chose.
fn ask<R: Runtime>(app: &AppHandle<R>, name: &str) -> Option<FilePath> {
    let dialog = app.dialog().file().set_file_name(name);
    #[cfg(desktop)]
    let dialog = on_desktop(app, dialog, name);
    dialog.blocking_save_file()
}

/// On computers the dialog belongs to the window, and shows files of the same kind.
#[cfg(desktop)]
fn on_desktop<R: Runtime>(
    app: &AppHandle<R>,
    mut dialog: tauri_plugin_dialog::FileDialogBuilder<R>,
    name: &str,
) -> tauri_plugin_dialog::FileDialogBuilder<R> {
    use tauri::Manager as _;
    if let Some((_, end)) = name.rsplit_once('.') {
        dialog = dialog.add_filter(end.to_uppercase(), &[end]);
    }
    match app.get_webview_window("main") {
        Some(window) => dialog.set_parent(&window),
        None => dialog,
    }
}

#[cfg(desktop)]
fn keep<R: Runtime>(_: &AppHandle<R>, place: FilePath, bytes: &[u8]) -> io::Result<()> {
    let place = place.into_path().map_err(io::Error::other)?;
    replace(&place, |to| write(to, bytes))
}

/// What was chosen may lie in another app's hands, which the system opens for us.
#[cfg(target_os = "android")]
fn keep<R: Runtime>(app: &AppHandle<R>, place: FilePath, bytes: &[u8]) -> io::Result<()> {
    use tauri_plugin_fs::{FsExt as _, OpenOptions};
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    write(&mut app.fs().open(place, options)?, bytes)
}

/// Writes a file beside its place and puts it there when it is whole: one that is there already is
/// lost to no full disk.
#[cfg(desktop)]
fn replace(place: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // What a link leads to is meant, not the link.
    let place = place.canonicalize().unwrap_or_else(|_| place.to_owned());
    let mut beside = place.clone().into_os_string();
    beside.push(".part");
    let Ok(mut draft) = File::create_new(&beside) else {
        // Where the system lets us have this one file alone.
        return write(&mut File::create(place)?);
    };
    let written = write(&mut draft);
    drop(draft);
    let kept = written.and_then(|()| fs::rename(&beside, &place));
    if kept.is_err() {
        // It is of no use to anybody.
        let _ = fs::remove_file(&beside);
    }
    kept
}

fn write(to: &mut File, bytes: &[u8]) -> io::Result<()> {
    to.write_all(bytes)?;
    match to.sync_all() {
        // Another app's file may be a pipe to it.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Component;

    use serde_json::json;

    use super::*;

    fn headers(name: &'static str) -> HeaderMap {
        HeaderMap::from_iter([("name".parse().unwrap(), name.parse().unwrap())])
    }

    #[test]
    fn a_file_that_is_there_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::TempDir::new().unwrap();
        let place = folder.path().join("all.jsonl");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        replace(&place, |to| write(to, b"first, and long")).unwrap();
        replace(&place, |to| write(to, b"second")).unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"second");
        let full = replace(&place, |to| {
            write(to, b"th")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(full.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&place).unwrap(), b"second");
        assert_eq!(names(), 1);
        // Nothing can be written beside it.
        fs::create_dir(folder.path().join("all.jsonl.part")).unwrap();
        replace(&place, |to| write(to, b"third")).unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"third");
    }

    #[test]
    fn good_names_stay() {
        for name in [
            "Großmutter 2026-11-30.pgn4",
            "партия.fen4",
            "board.png",
            "v1.2",
        ] {
            assert_eq!(proper_name(name), name);
        }
    }

    #[test]
    fn every_name_stays_in_its_folder() {
        let long = format!("{}.pgn4", "ö".repeat(500));
        for name in [
            "../../etc/passwd",
            "/etc/passwd",
            "..",
            ".",
            "",
            " . ",
            "a/../../b.png",
            r"..\..\boot.ini",
            r"C:\Windows\system.ini",
            "file:stream.txt",
            "nul\0byte.txt",
            "two\nlines.txt",
            "CON",
            "con.txt",
            ".bashrc",
            "../.pgn4",
            "a.",
            &long,
            &format!("a.{}", "b".repeat(500)),
        ] {
            let proper = proper_name(name);
            let parts: Vec<_> = Path::new(&proper).components().collect();
            assert!(
                matches!(parts[..], [Component::Normal(part)] if part == proper.as_str()),
                "{name:?} became {proper:?}"
            );
            assert!((1..=MAX_NAME).contains(&proper.len()), "{proper:?}");
            let refused = |sign: char| sign.is_control() || r#"/\:*?"<>|"#.contains(sign);
            assert!(!proper.contains(refused), "{proper:?}");
            assert!(
                !proper.starts_with('.') && !proper.ends_with('.'),
                "{proper:?}"
            );
            assert!(!proper.to_lowercase().starts_with("con"), "{proper:?}");
        }
    }

    #[test]
    fn long_names_keep_their_ends() {
        let proper = proper_name(&format!("{}.pgn4", "ö".repeat(500)));
        assert!(proper.starts_with("öö") && proper.ends_with("ö.pgn4"));
        assert_eq!(proper.len(), MAX_NAME - 1, "two bytes a letter");
    }

    #[test]
    fn bytes_come_raw_or_as_numbers() {
        let named = headers("%C3%BCber%20alles%2F.png");
        let file = OutFile {
            name: "über alles-.png".to_owned(),
            bytes: vec![0, 137, 255],
        };
        let raw = InvokeBody::Raw(vec![0, 137, 255]);
        assert_eq!(OutFile::from_request(&named, &raw), Some(file));
        let list = InvokeBody::Json(json!([0, 137, 255]));
        let file = OutFile::from_request(&named, &list).unwrap();
        assert_eq!(file.bytes, [0, 137, 255]);
        for other in [json!([256]), json!({}), json!("text"), json!(null)] {
            assert_eq!(
                OutFile::from_request(&named, &InvokeBody::Json(other)),
                None
            );
        }
        assert_eq!(OutFile::from_request(&HeaderMap::new(), &raw), None);
    }

    #[test]
    fn a_file_in_the_way_is_replaced_whole() {
        let folder = tempfile::TempDir::new().unwrap();
        let place = folder.path().join("game.pgn4");
        for bytes in [b"a long first text".as_slice(), b"short"] {
            write(&mut File::create(&place).unwrap(), bytes).unwrap();
            assert_eq!(std::fs::read(&place).unwrap(), bytes);
        }
    }
}
