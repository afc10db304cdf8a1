//! The line to a room: one WebSocket to a relay, as the page would have it in a browser.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use tauri::async_runtime::{self, JoinHandle};
use tauri::ipc::Channel;
use tokio::sync::mpsc::{self, Receiver, Sender, error::TrySendError};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::{FriendsError, RelayAddress};

/// Requests that wait for the socket. A page sends what a person does: few.
const WAITING: usize = 64;

/// A relay that does not answer in this time is not there.
const OPEN_WITHIN: Duration = Duration::from_secs(10);

/// A socket that does not take a request in this time is dead.
const SEND_WITHIN: Duration = Duration::from_secs(10);

/// A relay pings every 25 s: one that is silent for two of these is gone.
const SILENT_FOR: Duration = Duration::from_secs(60);

/// The longest message that a relay may send, in bytes: a snapshot of a long game has about a
/// megabyte.
const LONGEST: usize = 8 << 20;

/// What the page hears of its line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum LineEvent {
    /// The line is open.
    Open,
    /// The relay says something: a server message as JSON.
    Message {
        /// The JSON.
        text: String,
    },
    /// The line is closed, or never opened. Nothing follows.
    Closed,
}

/// The line that the page has now. There is never more than one.
#[derive(Debug, Default)]
pub(crate) struct RoomLine(Mutex<Option<Current>>);

#[derive(Debug)]
struct Current {
    requests: Sender<String>,
    task: JoinHandle<()>,
}

impl RoomLine {
    /// Opens a line in the place of the one before, of which the page hears nothing more.
    pub(crate) fn open(&self, relay: &RelayAddress, page: Channel<LineEvent>) {
        let (requests, waiting) = mpsc::channel(WAITING);
        let url = relay.socket();
        let task = async_runtime::spawn(async move {
            serve(&url, waiting, &page).await;
            // A page that is gone hears nothing.
            let _ = page.send(LineEvent::Closed);
        });
        if let Some(old) = self.put(Some(Current { requests, task })) {
            old.task.abort();
        }
    }

    /// Sends a request, as JSON.
    ///
    /// # Errors
    /// [`FriendsError::NoLine`], [`FriendsError::Full`].
    pub(crate) fn send(&self, request: String) -> Result<(), FriendsError> {
        let line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = line.as_ref().ok_or(FriendsError::NoLine)?;
        line.requests
            .try_send(request)
            .map_err(|error| match error {
                TrySendError::Full(_) => FriendsError::Full,
                TrySendError::Closed(_) => FriendsError::NoLine,
            })
    }

    /// Closes the line, if one is open, when all that was sent has gone out.
    pub(crate) fn close(&self) {
        // Without a sender the task comes to the end of its queue, and closes the socket.
        drop(self.put(None));
    }

    /// Puts a line in the place of the one that it returns.
    fn put(&self, line: Option<Current>) -> Option<Current> {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *current, line)
    }
}

/// Passes messages both ways until either end is gone, or the relay is silent.
async fn serve(url: &str, mut waiting: Receiver<String>, page: &Channel<LineEvent>) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(LONGEST))
        .max_frame_size(Some(LONGEST));
    // The library takes the process's choice of cryptography; a second choice changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let opening = connect_async_with_config(url, Some(config), true);
    let Ok(Ok((mut socket, _))) = timeout(OPEN_WITHIN, opening).await else {
        return;
    };
    if page.send(LineEvent::Open).is_err() {
        return;
    }
    // What is sent does not lengthen it: a line that is dead one way takes requests for minutes.
    let mut heard_until = Instant::now() + SILENT_FOR;
    loop {
        tokio::select! {
            request = waiting.recv() => {
                let Some(request) = request else { break };
                let sent = timeout(SEND_WITHIN, socket.send(Message::text(request))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    break;
                }
            }
            heard = timeout_at(heard_until, socket.next()) => {
                heard_until = Instant::now() + SILENT_FOR;
                match heard {
                    Ok(Some(Ok(Message::Text(text)))) => {
                        let text = text.as_str().to_owned();
                        if page.send(LineEvent::Message { text }).is_err() {
                            break;
                        }
                    }
                    Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => break,
                    // Pings are answered by the library.
                    Ok(Some(Ok(_))) => {}
                }
            }
        }
    }
    let _ = timeout(OPEN_WITHIN, socket.close(None)).await;
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc as std_mpsc;

    use tauri::ipc::InvokeResponseBody;
    use tokio::net::TcpListener;

    use super::*;

    /// A channel of the page's, and what comes out of it.
    fn page() -> (Channel<LineEvent>, std_mpsc::Receiver<String>) {
        let (told, heard) = std_mpsc::channel();
        let channel = Channel::new(move |body| {
            if let InvokeResponseBody::Json(text) = body {
                let _ = told.send(text);
            }
            Ok(())
        });
        (channel, heard)
    }

    fn next(heard: &std_mpsc::Receiver<String>) -> String {
        heard.recv_timeout(Duration::from_secs(20)).unwrap()
    }

    #[test]
    fn what_is_sent_comes_back_and_the_end_is_told() {
        let (address, relay) = async_runtime::block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let relay = async_runtime::spawn(async move {
                let (stream, _) = listener.accept().await.unwrap();
                let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
                let request = socket.next().await.unwrap().unwrap();
                socket.send(request).await.unwrap();
                socket.close(None).await.unwrap();
            });
            (address, relay)
        });
        let line = RoomLine::default();
        assert!(matches!(
            line.send("{}".to_owned()),
            Err(FriendsError::NoLine)
        ));
        let (channel, heard) = page();
        let relay_address = RelayAddress::read(Some(&format!("http://{address}"))).unwrap();
        line.open(&relay_address, channel);
        assert_eq!(next(&heard), r#"{"type":"open"}"#);
        line.send("{\"id\":1}".to_owned()).unwrap();
        assert_eq!(next(&heard), r#"{"type":"message","text":"{\"id\":1}"}"#);
        assert_eq!(next(&heard), r#"{"type":"closed"}"#);
        async_runtime::block_on(relay).unwrap();
        // The end of the task is not far.
        while line.send("{}".to_owned()).is_ok() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn what_was_sent_before_the_end_arrives() {
        const SENT: usize = 20;
        let (address, relay) = async_runtime::block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let relay = async_runtime::spawn(async move {
                let (stream, _) = listener.accept().await.unwrap();
                let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
                let mut heard = Vec::new();
                while let Some(Ok(message)) = socket.next().await {
                    if let Message::Text(text) = message {
                        heard.push(text.as_str().to_owned());
                    } else {
                        assert!(message.is_close(), "{message:?}");
                    }
                }
                heard
            });
            (address, relay)
        });
        let line = RoomLine::default();
        let (channel, heard) = page();
        let relay_address = RelayAddress::read(Some(&format!("http://{address}"))).unwrap();
        line.open(&relay_address, channel);
        // Before the socket is open: all of it waits when the line is closed.
        let sent: Vec<_> = (0..SENT).map(|id| format!("{{\"id\":{id}}}")).collect();
        for request in &sent {
            line.send(request.clone()).unwrap();
        }
        line.close();
        assert!(matches!(
            line.send("{}".to_owned()),
            Err(FriendsError::NoLine)
        ));
        assert_eq!(async_runtime::block_on(relay).unwrap(), sent);
        assert_eq!(next(&heard), r#"{"type":"open"}"#);
        assert_eq!(next(&heard), r#"{"type":"closed"}"#);
    }

    #[test]
    fn a_relay_that_is_not_there_closes_the_line() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        for scheme in ["http", "https"] {
            let (channel, heard) = page();
            let relay = RelayAddress::read(Some(&format!("{scheme}://{address}"))).unwrap();
            RoomLine::default().open(&relay, channel);
            assert_eq!(next(&heard), r#"{"type":"closed"}"#, "{scheme}");
        }
    }

    #[test]
    fn a_server_without_tls_is_no_safe_relay() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            use std::io::Write as _;
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        });
        let (channel, heard) = page();
        let relay = RelayAddress::read(Some(&format!("https://{address}"))).unwrap();
        RoomLine::default().open(&relay, channel);
        assert_eq!(next(&heard), r#"{"type":"closed"}"#);
    }
}
