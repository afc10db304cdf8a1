//! Starting and stopping a relay.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use ipnet::IpNet;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, info, warn};

use crate::cpu::CpuPool;
use crate::doors::Doors;
use crate::metrics::{Measured, Metrics};
use crate::peers::Peers;
use crate::rooms::{self, Rooms};
use crate::state::Shared;
use crate::store::RoomLog;
use crate::ui::UiFiles;
use crate::web;

/// How long a stopping relay waits for its sockets and desks.
const STOP_WITHIN: Duration = Duration::from_secs(5);

/// How many desks may be at work beside the runtime: half of the cores, so that moves go on.
fn workers() -> usize {
    let cores = std::thread::available_parallelism();
    cores.map_or(1, |cores| cores.get().div_ceil(2))
}

/// What a relay is made of.
pub struct Config {
    /// Where rooms and settings are kept.
    pub log: Arc<dyn RoomLog>,
    /// Where the web UI comes from.
    pub ui: Arc<dyn UiFiles>,
    /// Origins besides the relay's own whose pages may open sockets, as in `http://localhost:5173`.
    pub origins: Vec<String>,
    /// The networks of proxies that are believed when they say for which address they ask.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether browsers may send the cookie over TLS alone: where a proxy speaks TLS for the relay.
    pub secure_cookies: bool,
    /// The most sockets at a time.
    pub max_sockets: usize,
    /// The most sockets at a time of one network address, loopback included. Behind a proxy, whose
    /// address all clients share, as many as `max_sockets`.
    pub max_sockets_per_address: usize,
    /// The most devices that may be new from one network address in an hour.
    pub new_devices_per_hour: u32,
    /// The most rooms that one network address may make in an hour.
    pub new_rooms_per_hour: u32,
    /// The most rooms in use at a time.
    pub max_rooms: usize,
    /// A socket that has not greeted after this time is closed.
    pub hello_within: Duration,
}

impl Config {
    /// A relay of its own origin, without TLS, for up to 4096 sockets and 4096 rooms in use; of one
    /// address, up to 64 sockets, and 1000 new devices and 100 new rooms an hour.
    pub fn new(log: Arc<dyn RoomLog>, ui: Arc<dyn UiFiles>) -> Config {
        Config {
            log,
            ui,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            secure_cookies: false,
            max_sockets: 4096,
            max_sockets_per_address: 64,
            new_devices_per_hour: 1000,
            new_rooms_per_hour: 100,
            max_rooms: 4096,
            hello_within: Duration::from_secs(10),
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("origins", &self.origins)
            .field("trusted_proxies", &self.trusted_proxies)
            .field("secure_cookies", &self.secure_cookies)
            .field("max_sockets", &self.max_sockets)
            .field("max_sockets_per_address", &self.max_sockets_per_address)
            .field("new_devices_per_hour", &self.new_devices_per_hour)
            .field("new_rooms_per_hour", &self.new_rooms_per_hour)
            .field("max_rooms", &self.max_rooms)
            .field("hello_within", &self.hello_within)
            .finish_non_exhaustive()
    }
}

/// Why a relay can't start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RelayError {
    /// The socket has no address, or there are no threads to be had.
    #[error("can't start: {0}")]
    Io(#[from] std::io::Error),
}

/// A running relay. Dropping it leaves it running as long as the runtime does.
pub struct Relay {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: CancellationToken,
    tasks: TaskTracker,
    server: JoinHandle<()>,
}

impl fmt::Debug for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relay")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Relay {
    /// Starts a relay on a listener. Must be called in a tokio runtime.
    ///
    /// # Errors
    /// When the listener has no address, or the CPUs' threads can't be started.
    pub fn start(listener: TcpListener, config: Config) -> Result<Relay, RelayError> {
        let Config {
            log,
            ui,
            origins,
            trusted_proxies,
            secure_cookies,
            max_sockets,
            max_sockets_per_address,
            new_devices_per_hour,
            new_rooms_per_hour,
            max_rooms,
            hello_within,
        } = config;
        let address = listener.local_addr()?;
        let process = getrandom::u64().map_err(std::io::Error::other)?;
        let stop = CancellationToken::new();
        let tasks = TaskTracker::new();
        let metrics = Arc::new(Metrics::new());
        let shared = Arc::new(Shared {
            log: Arc::new(Measured::new(log, Arc::clone(&metrics))),
            ui,
            cpus: CpuPool::new()?,
            origins,
            trusted_proxies,
            secure_cookies,
            metrics,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            max_sockets,
            sockets: Arc::new(Semaphore::new(max_sockets)),
            peers: Arc::new(Peers::new(
                max_sockets_per_address,
                new_devices_per_hour,
                new_rooms_per_hour,
            )),
            hello_within,
            stop: stop.clone(),
            tasks: tasks.clone(),
            desks: Doors::new(),
            rooms: Rooms::new(process, max_rooms),
            workers: Semaphore::new(workers()),
            connections: AtomicU64::new(1),
        });
        tasks.spawn(rooms::sweep(Arc::clone(&shared)));
        let router =
            web::router(Arc::clone(&shared)).into_make_service_with_connect_info::<SocketAddr>();
        let stopped = stop.clone().cancelled_owned();
        let server = tokio::spawn(async move {
            let serve = axum::serve(listener, router).with_graceful_shutdown(stopped);
            if let Err(error) = serve.await {
                error!(%error, "the server failed");
            }
        });
        info!(%address, "the relay listens");
        Ok(Relay {
            address,
            shared,
            stop,
            tasks,
            server,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves the figures, `/metrics`, on a listener of their own, and `/health`, until the relay
    /// stops. They are the operator's, so that listener belongs where nobody else gets to.
    pub fn serve_metrics(&self, listener: TcpListener) {
        let router = web::operator(Arc::clone(&self.shared));
        let stopped = self.stop.clone().cancelled_owned();
        tokio::spawn(async move {
            let serve = axum::serve(listener, router).with_graceful_shutdown(stopped);
            if let Err(error) = serve.await {
                error!(%error, "the server of the figures failed");
            }
        });
    }

    /// Tells all clients, lets writes that are under way end, and stops.
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        let all = async {
            self.tasks.wait().await;
            // A server that has panicked has ended as well.
            let _ = self.server.await;
        };
        if timeout(STOP_WITHIN, all).await.is_err() {
            warn!("some connections did not end in time");
        }
        info!("the relay has stopped");
    }
}
