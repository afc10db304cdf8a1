//! A NATS server of a test's own: on a free port, with JetStream in a folder that goes with it.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]
#![allow(dead_code, reason = "each test file uses its own part of it")]

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A NATS server; dropping it kills it.
pub(crate) struct NatsServer {
    address: SocketAddr,
    folder: tempfile::TempDir,
    child: Child,
}

impl NatsServer {
    /// Starts a server and waits until it listens.
    pub(crate) fn start() -> NatsServer {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let folder = tempfile::tempdir().unwrap();
        let child = run(address, folder.path());
        NatsServer {
            address,
            folder,
            child,
        }
    }

    /// The value of `--store`.
    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it as a power cut of the process would.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again, on the same port and what it had stored.
    pub(crate) fn restart(&mut self) {
        self.kill();
        self.child = run(self.address, self.folder.path());
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

fn run(address: SocketAddr, folder: &Path) -> Child {
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
    let child = command
        .spawn()
        .expect("nats-server, as in: apt-get install nats-server");
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "never listened");
        sleep(Duration::from_millis(10));
    }
    child
}
