//! All that the page may ask of the shell: to be heard, to be told, to keep a file, and to reach
//! friends.

use tauri::ipc::{Channel, Request};
use tauri::{AppHandle, Manager as _, State};
use vierschach_protocol::{ErrorCode, ServerMessage};

use crate::files::{self, OutFile};
use crate::friends::{FriendsError, LineEvent, Links, RelayAddress, RoomLine, Wifi, WifiHost};
use crate::host::{Host, Order};

/// The page listens to the host on this channel; an earlier page is forgotten.
///
/// # Errors
/// Why the host will not hear of it: its thread is gone, or its queue full.
#[tauri::command]
pub(crate) fn connect(
    channel: Channel<ServerMessage>,
    host: State<'_, Host>,
) -> Result<(), ErrorCode> {
    host.order(Order::Connect(channel))
}

/// The page sends a request. It is not looked at here: whatever is wrong with it, the desk answers
/// with a typed refusal, as it does on a relay.
///
/// # Errors
/// As for [`connect`].
#[tauri::command]
pub(crate) fn send(request: serde_json::Value, host: State<'_, Host>) -> Result<(), ErrorCode> {
    host.order(Order::Receive(request.to_string()))
}

/// The page has a file for the person, who is asked where to keep it: the bytes are the body of the
/// request, its header `name` is the name to propose, percent-encoded. Answers whether it was kept:
/// people may change their minds.
///
/// # Errors
/// [`ErrorCode::BadRequest`] without bytes or a name, [`ErrorCode::NotSaved`] when the place takes no
/// file.
#[tauri::command]
pub(crate) async fn save_file(app: AppHandle, request: Request<'_>) -> Result<bool, ErrorCode> {
    let file = OutFile::from_request(request.headers(), request.body());
    let file = file.ok_or(ErrorCode::BadRequest)?;
    // The dialog waits for the person, so this is no work for the threads of commands.
    let saved = tauri::async_runtime::spawn_blocking(move || files::save(&app, &file)).await;
    saved.map_err(|_| ErrorCode::Internal)?.map_err(|error| {
        eprintln!("vierschach: {error}");
        ErrorCode::NotSaved
    })
}

/// The page wants a line to a relay's rooms, in the place of the one it had; without an address, to
/// the relay that the app was built for. Answers the relay's address, for links. How it goes on is
/// told over the channel.
///
/// # Errors
/// [`ErrorCode::NoRelay`] when the address is none.
#[tauri::command]
pub(crate) fn room_connect(
    relay: Option<String>,
    channel: Channel<LineEvent>,
    line: State<'_, RoomLine>,
) -> Result<RelayAddress, ErrorCode> {
    let relay = RelayAddress::read(relay.as_deref()).map_err(|error| error.code())?;
    line.open(&relay, channel);
    Ok(relay)
}

/// The page sends a request over its line to a room. It is not looked at here.
///
/// # Errors
/// [`ErrorCode::NoRelay`] without a line, [`ErrorCode::TooFast`].
#[tauri::command]
pub(crate) fn room_send(
    request: serde_json::Value,
    line: State<'_, RoomLine>,
) -> Result<(), ErrorCode> {
    let sent = line.send(request.to_string());
    sent.map_err(|error| error.code())
}

/// The page needs its line to a room no more.
#[tauri::command]
pub(crate) fn room_close(line: State<'_, RoomLine>) {
    line.close();
}

/// Starts the relay on this device, for friends in the same local network; answers where they find
/// it. It runs until [`host_stop`], or until the app ends.
///
/// # Errors
/// [`ErrorCode::NoRelay`] without a local network, [`ErrorCode::Internal`].
#[tauri::command]
pub(crate) async fn host_start(
    app: AppHandle,
    host: State<'_, WifiHost>,
) -> Result<Wifi, ErrorCode> {
    let folder = app.path().app_data_dir();
    let folder = folder.map_err(|_| ErrorCode::Internal)?.join("friends");
    let started = host.start(app.clone(), folder).await;
    started.map_err(|error: FriendsError| {
        eprintln!("vierschach: {error}");
        error.code()
    })
}

/// Stops the relay on this device.
///
/// # Errors
/// None; commands that wait need a result.
#[tauri::command]
pub(crate) async fn host_stop(host: State<'_, WifiHost>) -> Result<(), ErrorCode> {
    host.stop().await;
    Ok(())
}

/// The page wants to hear of the links that the system opens the app with.
#[tauri::command]
pub(crate) fn listen_links(channel: Channel<String>, links: State<'_, Links>) {
    links.listen(channel);
}
