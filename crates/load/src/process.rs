//! The processes under test: relays, and the NATS server that they may share.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::LoadError;

/// A process that does not listen after so long never will.
const STARTS_WITHIN: Duration = Duration::from_secs(30);

/// How often it is looked whether a process listens.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// Sockets, and rooms in use, that a relay under test may have.
const SOCKETS: &str = "20000";

/// Where the relay keeps its rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// A SQLite file in a new folder.
    Sqlite,
    /// A NATS server of the test's own.
    Nats,
}

impl FromStr for Store {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Store, Self::Err> {
        match text {
            "sqlite" => Ok(Store::Sqlite),
            "nats" => Ok(Store::Nats),
            _ => Err("expected sqlite or nats"),
        }
    }
}

/// How relays are started.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The relay's program.
    pub program: PathBuf,
    /// The core that it is pinned to, if it is.
    pub core: Option<usize>,
    /// Where it keeps its rooms.
    pub store: Store,
}

/// What relays under test keep their rooms in. It goes when it is dropped.
#[derive(Debug)]
pub(crate) struct Keeping {
    folder: TempDir,
    /// The server, where it is one.
    pub(crate) nats: Option<NatsServer>,
}

impl Keeping {
    /// Makes a store of its own.
    pub(crate) fn new(store: Store) -> Result<Keeping, LoadError> {
        let nats = match store {
            Store::Nats => Some(NatsServer::start()?),
            Store::Sqlite => None,
        };
        let folder = tempfile::tempdir()?;
        Ok(Keeping { folder, nats })
    }

    /// The value of `--store`.
    pub(crate) fn url(&self) -> String {
        match &self.nats {
            Some(nats) => nats.url(),
            None => format!(
                "sqlite:{}",
                self.folder.path().join("games.sqlite").display()
            ),
        }
    }
}

/// A relay in a process of its own. Dropping it kills it.
#[derive(Debug)]
pub struct RelayProcess {
    setup: Setup,
    store: String,
    address: SocketAddr,
    child: Child,
}

impl RelayProcess {
    /// Starts a relay on a free port. `store`: the value of `--store`.
    ///
    /// # Errors
    /// When it can't be started, or does not listen.
    pub fn start(setup: &Setup, store: &str) -> Result<RelayProcess, LoadError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let mut child = run_relay(setup, store, address)?;
        wait_for(&mut child, address)?;
        Ok(RelayProcess {
            setup: setup.clone(),
            store: store.to_owned(),
            address,
            child,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends it as a crash would.
    pub fn kill(&mut self) {
        // One that is gone already can't be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again on its port; returns when the port accepts.
    ///
    /// # Errors
    /// As [`RelayProcess::start`].
    pub fn restart(&mut self) -> Result<(), LoadError> {
        self.kill();
        self.child = run_relay(&self.setup, &self.store, self.address)?;
        wait_for(&mut self.child, self.address)
    }

    /// Resident memory in bytes.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn resident(&self) -> Result<u64, LoadError> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        let kib = kib.ok_or_else(|| LoadError::Missing("/proc tells no memory".to_owned()))?;
        Ok(kib * 1024)
    }

    /// Processor time that it has used.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn busy(&self) -> Result<Duration, LoadError> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let (_, fields) = stat.rsplit_once(") ").unwrap_or_default();
        let fields = fields.split(' ').skip(11).take(2);
        let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        // Linux has always counted a hundred a second for programs.
        Ok(Duration::from_millis(ticks * 10))
    }
}

impl Drop for RelayProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

fn run_relay(setup: &Setup, store: &str, address: SocketAddr) -> Result<Child, LoadError> {
    let mut command = match setup.core {
        Some(core) => {
            let mut taskset = Command::new("taskset");
            taskset.args(["--cpu-list", &core.to_string()]);
            taskset.arg(&setup.program);
            taskset
        }
        None => Command::new(&setup.program),
    };
    command.args(["--bind", &address.to_string(), "--store", store]);
    command.args(["--trusted-proxy", "127.0.0.1", "--sockets", SOCKETS]);
    command.args(["--rooms", SOCKETS, "--new-devices-per-hour", "1000000"]);
    command.stdout(Stdio::null()).stdin(Stdio::null());
    if std::env::var_os("RUST_LOG").is_none() {
        command.env("RUST_LOG", "error");
    }
    start(command)
}

/// A NATS server with JetStream on a free port, in a folder that goes with it. Dropping it kills it.
#[derive(Debug)]
pub struct NatsServer {
    address: SocketAddr,
    folder: TempDir,
    child: Child,
}

impl NatsServer {
    /// Starts a server and waits until it listens.
    ///
    /// # Errors
    /// When it is not installed, or does not listen.
    pub fn start() -> Result<NatsServer, LoadError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let folder = tempfile::tempdir()?;
        let mut child = run_nats(address, folder.path())?;
        wait_for(&mut child, address)?;
        Ok(NatsServer {
            address,
            folder,
            child,
        })
    }

    /// The value of `--store`.
    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Ends it as a crash would.
    pub fn kill(&mut self) {
        // One that is gone already can't be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again, on the same port and what it had stored; returns when the port accepts.
    ///
    /// # Errors
    /// As [`NatsServer::start`].
    pub fn restart(&mut self) -> Result<(), LoadError> {
        self.kill();
        self.child = run_nats(self.address, self.folder.path())?;
        wait_for(&mut self.child, self.address)
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn run_nats(address: SocketAddr, folder: &Path) -> Result<Child, LoadError> {
    // Debian keeps it where only root looks.
    let debian = Path::new("/usr/sbin/nats-server");
    let program = if debian.exists() {
        debian
    } else {
        Path::new("nats-server")
    };
    let mut command = Command::new(program);
    command.args(["-js", "-a", &address.ip().to_string()]);
    command.args(["-p", &address.port().to_string(), "-sd"]);
    command.arg(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    start(command)
}

fn start(mut command: Command) -> Result<Child, LoadError> {
    command.spawn().map_err(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        LoadError::Missing(format!("{program}: {error}"))
    })
}

fn free_port() -> Result<u16, LoadError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// Waits until a process accepts.
fn wait_for(child: &mut Child, address: SocketAddr) -> Result<(), LoadError> {
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        if let Some(status) = child.try_wait()? {
            return Err(LoadError::Missing(format!("it ended with {status}")));
        }
        if start.elapsed() > STARTS_WITHIN {
            return Err(LoadError::Late("listening"));
        }
        sleep(LOOK_EVERY);
    }
    Ok(())
}
