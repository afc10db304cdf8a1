//! Build script of the app: bakes page, icons and the window's one capability into the binary.

use tauri_build::{AppManifest, Attributes};

fn main() {
    let manifest = AppManifest::new().permissions_path_pattern("src-tauri/permissions/*.toml");
    tauri_build::try_build(Attributes::new().app_manifest(manifest))
        .expect("tauri.conf.json and src-tauri/permissions/ describe the app");
}
