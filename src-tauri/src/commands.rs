//! All that the page may ask of the shell: to be heard, to be told, and to keep a file.

use tauri::ipc::{Channel, Request};
use tauri::{AppHandle, State};
use vierschach_protocol::{ErrorCode, ServerMessage};

use crate::files::{self, OutFile};
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
