//! Values and the files that hold their bytes.

use std::fmt::Debug;
use std::path::PathBuf;
use std::{env, fs};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Where the files are.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// A value is written as its file has it, and read back as it was.
pub(crate) fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(name: &str, value: &T) {
    let path = folder().join(format!("{name}.json"));
    let text = serde_json::to_string(value).unwrap();
    if env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(&path, format!("{text}\n")).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(text, kept.trim_end_matches('\n'), "{name}");
    let read: T = serde_json::from_str(&kept).unwrap();
    assert_eq!(&read, value, "{name}");
}

/// The tag under which a message goes, which names its file too.
pub(crate) fn tag(message: &impl Serialize) -> String {
    let value = serde_json::to_value(message).unwrap();
    value["type"].as_str().unwrap().to_owned()
}
