//! The app: a Tauri shell around the sessions.
//!
//! `commands` is what the page may ask, `host` the thread that runs the games, `store` what is
//! kept on the device, `files` what leaves it, `friends` the lines to others.

mod commands;
mod error;
mod files;
mod friends;
mod host;
mod store;

use tauri::{Manager as _, RunEvent};
use tauri_plugin_deep_link::DeepLinkExt as _;

use crate::friends::{Links, RoomLine, WifiHost};
use crate::host::Host;

/// Opens the window and runs the app until it is closed.
///
/// # Panics
/// When the system's web view can't be started: nothing can be shown then.
#[cfg_attr(mobile, tauri::mobile_entry_point)]
pub fn run() {
    let builder = tauri::Builder::default();
    // The first of all: who is not alone ends here, and has no need of the others.
    #[cfg(desktop)]
    let builder = if may_ask_bus(std::env::var("DBUS_SESSION_BUS_ADDRESS").ok().as_deref()) {
        builder.plugin(tauri_plugin_single_instance::init(|app, _, _| show(app)))
    } else {
        builder
    };
    let builder = builder
        .plugin(tauri_plugin_store::Builder::default().build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_deep_link::init());
    #[cfg(mobile)]
    let builder = builder
        .plugin(tauri_plugin_haptics::init())
        .plugin(tauri_plugin_barcode_scanner::init());
    #[cfg(target_os = "android")]
    let builder = builder.plugin(tauri_plugin_fs::init());
    let app = builder
        .invoke_handler(tauri::generate_handler![
            commands::connect,
            commands::send,
            commands::save_file,
            commands::room_connect,
            commands::room_send,
            commands::room_close,
            commands::host_start,
            commands::host_stop,
            commands::listen_links
        ])
        .manage(RoomLine::default())
        .manage(WifiHost::default())
        .manage(Links::default())
        .setup(|app| {
            let root = app.path().app_data_dir()?;
            app.manage(Host::start(app.handle().clone(), root)?);
            hear_links(app);
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("the web view starts");
    app.run(|app, event| {
        if let RunEvent::Exit = event {
            app.state::<Host>().end();
            tauri::async_runtime::block_on(app.state::<WifiHost>().stop());
        }
    });
}

/// Whether the plugin can look for another window. On Linux it asks the session's bus, and panics at
/// an address that it can't read, as the empty one of a session that wants none.
#[cfg(desktop)]
fn may_ask_bus(address: Option<&str>) -> bool {
    let Some(address) = address.filter(|_| cfg!(target_os = "linux")) else {
        return true;
    };
    let mut places = ["unix:path=", "unix:abstract="].into_iter();
    let place = places.find_map(|kind| address.strip_prefix(kind));
    place.is_some_and(|place| !place.is_empty() && !place.contains(';'))
}

/// Brings the window to the front: the app was started again, or by a link. Where a link leads to, the
/// page hears like any other.
#[cfg(desktop)]
fn show(app: &tauri::AppHandle) {
    for window in app.webview_windows().values() {
        // A window manager may refuse: then it waits in its place.
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}

/// Passes on the links that the system opens the app with, the one that started it too.
fn hear_links(app: &tauri::App) {
    let handle = app.handle().clone();
    app.deep_link().on_open_url(move |event| {
        for url in event.urls() {
            handle.state::<Links>().opened(url.into());
        }
    });
    // None, or one that can't be read, is no reason not to start.
    for url in app
        .deep_link()
        .get_current()
        .ok()
        .flatten()
        .unwrap_or_default()
    {
        app.state::<Links>().opened(url.into());
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::may_ask_bus;

    #[test]
    fn a_session_without_a_bus_is_no_obstacle() {
        for none in ["", "disabled:", "/dev/null", "unix:path="] {
            assert!(!may_ask_bus(Some(none)), "{none}");
        }
        for bus in [
            None,
            Some("unix:path=/run/user/1000/bus"),
            Some("unix:abstract=/tmp/dbus-x,guid=3f"),
        ] {
            assert!(may_ask_bus(bus), "{bus:?}");
        }
    }
}
