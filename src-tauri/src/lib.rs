//! The app: a Tauri shell around the sessions.

mod error;
mod store;

/// Opens the window and runs the app until it is closed.
///
/// # Panics
/// When the system's web view can't be started: nothing can be shown then.
#[cfg_attr(mobile, tauri::mobile_entry_point)]
pub fn run() {
    tauri::Builder::default()
        .plugin(tauri_plugin_store::Builder::default().build())
        .run(tauri::generate_context!())
        .expect("the web view starts");
}
