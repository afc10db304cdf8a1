//! What all sockets share: the store, the CPUs, and the desks that are in use.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vierschach_session::ConnectionId;

use crate::cpu::CpuPool;
use crate::desk::{self, Outbox, Post};
use crate::peers::Peers;
use crate::store::{Owner, RoomLog, StoreError};
use crate::ui::UiFiles;

/// Inputs that wait for a desk. A socket whose desk is that busy waits.
const INBOX: usize = 128;

/// What all sockets share.
pub(crate) struct Shared {
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) ui: Arc<dyn UiFiles>,
    pub(crate) cpus: CpuPool,
    pub(crate) origins: Vec<String>,
    pub(crate) secure_cookies: bool,
    pub(crate) version: String,
    /// One permit a socket.
    pub(crate) sockets: Arc<Semaphore>,
    /// What each address takes.
    pub(crate) peers: Arc<Peers>,
    /// How long a socket may wait with its hello.
    pub(crate) hello_within: Duration,
    /// Cancelled when the relay stops.
    pub(crate) stop: CancellationToken,
    /// Desks and sockets, waited for when the relay stops.
    pub(crate) tasks: TaskTracker,
    pub(crate) desks: Mutex<HashMap<Owner, mpsc::Sender<Post>>>,
    pub(crate) connections: AtomicU64,
}

impl Shared {
    /// Takes a socket to its device's desk, which is set up if it is not in use.
    ///
    /// `None`: the desk is too busy.
    pub(crate) fn connect(
        self: &Arc<Self>,
        owner: &Owner,
        outbox: Outbox,
    ) -> Option<(ConnectionId, mpsc::Sender<Post>)> {
        let connection = ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed));
        let post = Post::Connect { connection, outbox };
        let mut desks = self.desks();
        let known = desks.get(owner).filter(|inbox| !inbox.is_closed());
        let inbox = match known {
            Some(inbox) => inbox.clone(),
            None => {
                let (inbox, posts) = mpsc::channel(INBOX);
                let desk = desk::run(Arc::clone(self), owner.clone(), inbox.clone(), posts);
                self.tasks.spawn(desk);
                desks.insert(owner.clone(), inbox.clone());
                inbox
            }
        };
        // Under the lock, so that a desk that looks for posts before it retires sees this one.
        inbox.try_send(post).ok()?;
        Some((connection, inbox))
    }

    /// Takes a desk out of use, unless a post has come. `true`: no more will come.
    pub(crate) fn retire(&self, owner: &Owner, posts: &mut mpsc::Receiver<Post>) -> bool {
        let mut desks = self.desks();
        if !posts.is_empty() {
            return false;
        }
        posts.close();
        desks.remove(owner);
        true
    }

    /// Takes a desk out of use that could not be set up, and lets go of whoever waits for it.
    pub(crate) fn abandon(&self, owner: &Owner, posts: &mut mpsc::Receiver<Post>) {
        let mut desks = self.desks();
        posts.close();
        desks.remove(owner);
    }

    /// Whether the store answers.
    pub(crate) async fn check_store(&self) -> Result<(), StoreError> {
        self.log.settings(&Owner::of_secret("")).await.map(drop)
    }

    fn desks(&self) -> MutexGuard<'_, HashMap<Owner, mpsc::Sender<Post>>> {
        // A map of senders: no panic can leave it half changed.
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use vierschach_session::Input;

    use super::*;
    use crate::store::MemoryLog;
    use crate::ui::EmbeddedUi;

    fn shared() -> Arc<Shared> {
        Arc::new(Shared {
            log: Arc::new(MemoryLog::new()),
            ui: Arc::new(EmbeddedUi),
            cpus: CpuPool::new().unwrap(),
            origins: Vec::new(),
            secure_cookies: false,
            version: "0".to_owned(),
            sockets: Arc::new(Semaphore::new(1)),
            peers: Arc::new(Peers::new(1, 1)),
            hello_within: Duration::from_secs(10),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            desks: Mutex::new(HashMap::new()),
            connections: AtomicU64::new(1),
        })
    }

    #[tokio::test(start_paused = true)]
    async fn a_desk_without_screens_is_forgotten_and_set_up_again() {
        let shared = shared();
        let owner = Owner::of_secret("anna");
        let (outbox, mut messages) = desk::outbox();
        let (connection, inbox) = shared.connect(&owner, outbox).unwrap();
        let hello = |connection| {
            let protocol = vierschach_protocol::VERSION;
            let text = format!(r#"{{"id":1,"message":{{"type":"hello","protocol":{protocol}}}}}"#);
            Post::Input(Input::Received { connection, text })
        };
        inbox.send(hello(connection)).await.ok().unwrap();
        assert!(messages.next().await.is_some());
        // With a screen it stays, however quiet that is.
        tokio::time::sleep(Duration::from_secs(3600)).await;
        assert_eq!(shared.desks().len(), 1);
        let gone = Post::Input(Input::Disconnected(connection));
        inbox.send(gone).await.ok().unwrap();
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert!(shared.desks().is_empty() && inbox.is_closed());
        assert!(messages.next().await.is_none());

        let (outbox, mut messages) = desk::outbox();
        let (connection, inbox) = shared.connect(&owner, outbox).unwrap();
        inbox.send(hello(connection)).await.ok().unwrap();
        assert!(messages.next().await.is_some());
        assert_eq!(shared.desks().len(), 1);
    }
}
