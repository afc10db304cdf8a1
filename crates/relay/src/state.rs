//! What all sockets share: the store, the CPUs, and the desks and rooms that are in use.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ipnet::IpNet;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vierschach_session::ConnectionId;

use crate::cpu::CpuPool;
use crate::desk::{self, Post};
use crate::doors::{Door, Doors};
use crate::metrics::Metrics;
use crate::outbox::Outbox;
use crate::peers::Peers;
use crate::rooms::Rooms;
use crate::store::{Owner, RoomLog, StoreError};
use crate::ui::UiFiles;

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
    pub(crate) desks: Doors<Owner, ()>,
    pub(crate) rooms: Rooms,
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
        let connection = self.new_connection();
        let post = Post::Connect {
            connection,
            outbox,
            visitor: None,
        };
        let set_up = |posts| {
            self.tasks
                .spawn(desk::run(Arc::clone(self), owner.clone(), posts));
        };
        let (door, ()) = self.desks.enter(owner, post, || (), set_up)?;
        Some((connection, door))
    }

    /// A number that no other connection has.
    pub(crate) fn new_connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// Counts a code or token that an address tried.
    ///
    /// # Errors
    /// The seconds after which the next one may be, where there were too many.
    pub(crate) fn count_guess(&self, address: IpAddr) -> Result<(), u64> {
        self.refuse_guess(self.rooms.count_guess(address))
    }

    /// Counts an entrance that an address tried with a token or a link's secret.
    ///
    /// # Errors
    /// The seconds after which the next one may be, where there were too many.
    pub(crate) fn count_entrance(&self, address: IpAddr) -> Result<(), u64> {
        self.refuse_guess(self.rooms.count_entrance(address))
    }

    fn refuse_guess(&self, counted: Result<(), u64>) -> Result<(), u64> {
        counted.inspect_err(|_| {
            self.metrics.refused_guesses.inc();
        })
    }

    /// All figures as text, as they stand now.
    pub(crate) fn figures(&self) -> Result<String, fmt::Error> {
        let gauge = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let Metrics {
            sockets,
            desks,
            rooms,
            cpu_queue,
            ..
        } = &*self.metrics;
        let free = self.sockets.available_permits();
        sockets.set(gauge(self.max_sockets.saturating_sub(free)));
        desks.set(gauge(self.desks.len()));
        rooms.set(gauge(self.rooms.len()));
        cpu_queue.set(gauge(self.cpus.waiting()));
        self.metrics.to_text()
    }

    /// Whether the store answers.
    pub(crate) async fn check_store(&self) -> Result<(), StoreError> {
        self.log.settings(&Owner::of_secret("")).await.map(drop)
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
            peers: Arc::new(Peers::new(1, 1, 1)),
            hello_within: Duration::from_secs(10),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            desks: Doors::new(),
            rooms: Rooms::new(1, 100),
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
        assert_eq!(shared.desks.len(), 1);
        door.leave(connection).await;
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(shared.desks.len(), 0);
        assert!(!door.bring(connection, hello()).await);
        assert!(messages.next().await.is_none());

        let (way, mut messages) = outbox();
        let (connection, door) = shared.connect(&owner, way).unwrap();
        assert!(door.bring(connection, hello()).await);
        assert!(messages.next().await.is_some());
        assert_eq!(shared.desks.len(), 1);
    }
}
