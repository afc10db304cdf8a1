//! The app: a Tauri shell around the sessions.
//!
//! `commands` is what the page may ask, `host` the thread that runs the games, `store` what is
//! kept on the device, `files` what leaves it.

mod commands;
mod error;
mod files;
mod host;
mod store;

use tauri::{Manager as _, RunEvent};

use crate::host::Host;

/// Opens the window and runs the app until it is closed.
///
/// # Panics
/// When the system's web view can't be started: nothing can be shown then.
#[cfg_attr(mobile, tauri::mobile_entry_point)]
pub fn run() {
    let builder = tauri::Builder::default()
        .plugin(tauri_plugin_store::Builder::default().build())
        .plugin(tauri_plugin_dialog::init());
    #[cfg(mobile)]
    let builder = builder.plugin(tauri_plugin_haptics::init());
    #[cfg(target_os = "android")]
    let builder = builder.plugin(tauri_plugin_fs::init());
    let app = builder
        .invoke_handler(tauri::generate_handler![
            commands::connect,
            commands::send,
            commands::save_file
        ])
        .setup(|app| {
            let root = app.path().app_data_dir()?;
            app.manage(Host::start(app.handle().clone(), root)?);
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("the web view starts");
    app.run(|app, event| {
        if let RunEvent::Exit = event {
            app.state::<Host>().end();
        }
    });
}
