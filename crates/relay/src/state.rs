//! What all sockets share: the store, the CPUs, and the desks that are in use.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use ipnet::IpNet;
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vierschach_session::ConnectionId;

use crate::cpu::CpuPool;
use crate::desk::{self, Post};
use crate::metrics::Metrics;
use crate::outbox::Outbox;
use crate::peers::Peers;
use crate::store::{Owner, RoomLog, StoreError};
use crate::ui::UiFiles;

/// Posts, and bytes of requests, that wait for a desk. A socket whose desk is that busy waits. The
/// longest request has room beside others.
const INBOX: usize = 128;
const INBOX_BYTES: usize = 2 << 20;

/// What the requests of a device may bring: bytes a second in the long run, and at once after a rest.
const BYTES_A_SECOND: NonZeroU32 = NonZeroU32::new(512 << 10).expect("not zero");
const BYTES_AT_ONCE: NonZeroU32 = NonZeroU32::new(4 << 20).expect("not zero");

/// The way of a device's sockets to its desk.
#[derive(Clone)]
pub(crate) struct Door {
    posts: mpsc::Sender<Post>,
    /// A permit for each byte of the requests that wait.
    room: Arc<Semaphore>,
    bytes: Arc<DefaultDirectRateLimiter>,
}

impl Door {
    fn new(posts: mpsc::Sender<Post>) -> Door {
        let quota = Quota::per_second(BYTES_A_SECOND).allow_burst(BYTES_AT_ONCE);
        Door {
            posts,
            room: Arc::new(Semaphore::new(INBOX_BYTES)),
            bytes: Arc::new(RateLimiter::direct(quota)),
        }
    }

    /// Whether the device may bring so many bytes now.
    pub(crate) fn may_bring(&self, bytes: usize) -> bool {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let bytes = NonZeroU32::MIN.saturating_add(bytes);
        self.bytes.check_n(bytes).is_ok_and(|fits| fits.is_ok())
    }

    /// Brings a request as soon as there is room for it; `false`: the desk is gone.
    pub(crate) async fn bring(&self, connection: ConnectionId, text: String) -> bool {
        let bytes = text.len().min(INBOX_BYTES);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let Ok(room) = Arc::clone(&self.room).acquire_many_owned(bytes).await else {
            return false;
        };
        let request = Post::Request {
            connection,
            text,
            room,
        };
        self.posts.send(request).await.is_ok()
    }

    /// Tells that a socket is gone, as soon as there is room: a desk must hear of it, or its CPUs
    /// would play on.
    pub(crate) async fn leave(&self, connection: ConnectionId) {
        // A desk that is gone need not know.
        let _ = self.posts.send(Post::Disconnect(connection)).await;
    }
}

/// What all sockets share.
pub(crate) struct Shared {
    pub(crate) log: Arc<dyn RoomLog>,
    pub(crate) ui: Arc<dyn UiFiles>,
    pub(crate) cpus: CpuPool,
    pub(crate) origins: Vec<String>,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) secure_cookies: bool,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) version: String,
    /// One permit a socket, of this many.
    pub(crate) max_sockets: usize,
    pub(crate) sockets: Arc<Semaphore>,
    /// What each address takes.
    pub(crate) peers: Arc<Peers>,
    /// How long a socket may wait with its hello.
    pub(crate) hello_within: Duration,
    /// Cancelled when the relay stops.
    pub(crate) stop: CancellationToken,
    /// Desks and sockets, waited for when the relay stops.
    pub(crate) tasks: TaskTracker,
    pub(crate) desks: Mutex<HashMap<Owner, Door>>,
    /// A permit for each desk that may be at work beside the runtime.
    pub(crate) workers: Semaphore,
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
    ) -> Option<(ConnectionId, Door)> {
        let connection = ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed));
        let post = Post::Connect { connection, outbox };
        let mut desks = self.desks();
        let known = desks.get(owner).filter(|door| !door.posts.is_closed());
        let door = match known {
            Some(door) => door.clone(),
            None => {
                let (inbox, posts) = mpsc::channel(INBOX);
                self.tasks
                    .spawn(desk::run(Arc::clone(self), owner.clone(), posts));
                let door = Door::new(inbox);
                desks.insert(owner.clone(), door.clone());
                door
            }
        };
        // Under the lock, so that a desk that looks for posts before it retires sees this one.
        door.posts.try_send(post).ok()?;
        Some((connection, door))
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

    /// All figures as text, as they stand now.
    pub(crate) fn figures(&self) -> Result<String, fmt::Error> {
        let gauge = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let Metrics {
            sockets,
            desks,
            cpu_queue,
            ..
        } = &*self.metrics;
        let free = self.sockets.available_permits();
        sockets.set(gauge(self.max_sockets.saturating_sub(free)));
        desks.set(gauge(self.desks().len()));
        cpu_queue.set(gauge(self.cpus.waiting()));
        self.metrics.to_text()
    }

    /// Whether the store answers.
    pub(crate) async fn check_store(&self) -> Result<(), StoreError> {
        self.log.settings(&Owner::of_secret("")).await.map(drop)
    }

    fn desks(&self) -> MutexGuard<'_, HashMap<Owner, Door>> {
        // A map of ways in: no panic can leave it half changed.
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::outbox;
    use crate::store::MemoryLog;
    use crate::ui::EmbeddedUi;

    fn shared() -> Arc<Shared> {
        Arc::new(Shared {
            log: Arc::new(MemoryLog::new()),
            ui: Arc::new(EmbeddedUi),
            cpus: CpuPool::new().unwrap(),
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            secure_cookies: false,
            metrics: Arc::new(Metrics::new()),
            version: "0".to_owned(),
            max_sockets: 1,
            sockets: Arc::new(Semaphore::new(1)),
            peers: Arc::new(Peers::new(1, 1)),
            hello_within: Duration::from_secs(10),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            desks: Mutex::new(HashMap::new()),
            workers: Semaphore::new(1),
            connections: AtomicU64::new(1),
        })
    }

    fn hello() -> String {
        let protocol = vierschach_protocol::VERSION;
        format!(r#"{{"id":1,"message":{{"type":"hello","protocol":{protocol}}}}}"#)
    }

    #[tokio::test(start_paused = true)]
    async fn a_desk_without_screens_is_forgotten_and_set_up_again() {
        let shared = shared();
        let owner = Owner::of_secret("anna");
        let (way, mut messages) = outbox();
        let (connection, door) = shared.connect(&owner, way).unwrap();
        assert!(door.bring(connection, hello()).await);
        assert!(messages.next().await.is_some());
        // With a screen it stays, however quiet that is.
        tokio::time::sleep(Duration::from_secs(3600)).await;
        assert_eq!(shared.desks().len(), 1);
        door.leave(connection).await;
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert!(shared.desks().is_empty() && door.posts.is_closed());
        assert!(messages.next().await.is_none());

        let (way, mut messages) = outbox();
        let (connection, door) = shared.connect(&owner, way).unwrap();
        assert!(door.bring(connection, hello()).await);
        assert!(messages.next().await.is_some());
        assert_eq!(shared.desks().len(), 1);
    }

    #[tokio::test]
    async fn a_busy_desk_takes_no_more_bytes_than_it_has_room_for() {
        let (inbox, mut posts) = mpsc::channel(INBOX);
        let door = Door::new(inbox);
        let half = "x".repeat(INBOX_BYTES / 2);
        let connection = ConnectionId(1);
        for _ in 0..2 {
            assert!(door.bring(connection, half.clone()).await);
        }
        let third = tokio::spawn({
            let door = door.clone();
            async move { door.bring(connection, half).await }
        });
        tokio::task::yield_now().await;
        let first = posts.try_recv().unwrap();
        tokio::task::yield_now().await;
        // Room is free again when the desk is through with a request, not when it takes it.
        assert!(posts.try_recv().is_ok() && posts.try_recv().is_err());
        drop(first);
        assert!(third.await.unwrap());
        assert!(posts.try_recv().is_ok());
    }

    #[test]
    fn a_device_brings_so_many_bytes_at_once_whatever_sockets_it_has() {
        let (inbox, _posts) = mpsc::channel(INBOX);
        let door = Door::new(inbox);
        let part = BYTES_AT_ONCE.get() as usize / 4;
        let brought = (0..8).filter(|_| door.clone().may_bring(part - 1));
        assert_eq!(brought.count(), 4);
    }
}
