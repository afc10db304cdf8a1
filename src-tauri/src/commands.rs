//! All that the page may ask of the shell: to be heard, and to be told.

use tauri::State;
use tauri::ipc::Channel;
use vierschach_protocol::{ErrorCode, ServerMessage};

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
