//! The way from a desk to a socket, bounded in messages and bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// The most messages and bytes that wait for a socket. One that is slower than that is closed;
/// its client comes back and says what it has. A game and the list of all games go out together
/// when one begins or ends, so both have room.
const MESSAGES: usize = 64;
const BYTES: usize = 2 << 20;

/// The way to a socket.
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    socket: Arc<Socket>,
}

/// A way to a socket that is there as long as somebody else keeps it.
pub(crate) struct WeakOutbox {
    messages: mpsc::WeakSender<Utf8Bytes>,
    socket: Arc<Socket>,
}

/// What both ends know.
#[derive(Default)]
struct Socket {
    /// Bytes that wait.
    waiting: AtomicUsize,
    welcome: AtomicBool,
    dismissed: AtomicBool,
}

/// The socket's end of an [`Outbox`].
pub(crate) struct Messages {
    messages: mpsc::Receiver<Utf8Bytes>,
    socket: Arc<Socket>,
}

/// A way to a socket and its end.
pub(crate) fn outbox() -> (Outbox, Messages) {
    let (sender, receiver) = mpsc::channel(MESSAGES);
    let socket = Arc::new(Socket::default());
    let outbox = Outbox {
        messages: sender,
        socket: Arc::clone(&socket),
    };
    let messages = Messages {
        messages: receiver,
        socket,
    };
    (outbox, messages)
}

impl Outbox {
    /// Whether the message has found room. One message always does, however long.
    pub(crate) fn send(&self, message: Utf8Bytes) -> bool {
        let length = message.len();
        let waiting = self.socket.waiting.fetch_add(length, Ordering::Relaxed);
        (waiting == 0 || waiting + length <= BYTES) && self.messages.try_send(message).is_ok()
    }

    /// The desk has taken the client's hello.
    pub(crate) fn welcome(&self) {
        self.socket.welcome.store(true, Ordering::Relaxed);
    }

    /// The same way, which does not keep it open.
    pub(crate) fn downgrade(&self) -> WeakOutbox {
        WeakOutbox {
            messages: self.messages.downgrade(),
            socket: Arc::clone(&self.socket),
        }
    }

    /// Nothing more will come, and the client knows why.
    pub(crate) fn dismiss(self) {
        self.socket.dismissed.store(true, Ordering::Relaxed);
    }
}

impl WeakOutbox {
    /// Whether the client was let in.
    pub(crate) fn is_welcome(&self) -> bool {
        self.socket.welcome.load(Ordering::Relaxed)
    }

    /// The way, if it is still kept.
    pub(crate) fn upgrade(&self) -> Option<Outbox> {
        Some(Outbox {
            messages: self.messages.upgrade()?,
            socket: Arc::clone(&self.socket),
        })
    }
}

impl Messages {
    /// Whether the desk has taken the client's hello.
    pub(crate) fn is_welcome(&self) -> bool {
        self.socket.welcome.load(Ordering::Relaxed)
    }

    /// Whether the client was told that nothing more comes.
    pub(crate) fn is_dismissed(&self) -> bool {
        self.socket.dismissed.load(Ordering::Relaxed)
    }

    /// The next message; `None` when the desk has given the socket up.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        let message = self.messages.recv().await?;
        self.socket
            .waiting
            .fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_socket_holds_no_more_than_it_may() {
        let (outbox, mut messages) = outbox();
        let full = "x".repeat(BYTES);
        // However long, one message always has room.
        assert!(outbox.send(format!("{full}x").into()));
        assert!(!outbox.send("x".into()));
        assert_eq!(messages.next().await.map(|m| m.len()), Some(BYTES + 1));

        let (outbox, mut messages) = super::outbox();
        for _ in 0..MESSAGES {
            assert!(outbox.send("x".into()));
        }
        assert!(!outbox.send("x".into()));
        drop(outbox);
        let mut taken = 0;
        while messages.next().await.is_some() {
            taken += 1;
        }
        assert_eq!(taken, MESSAGES);
    }
}
