//! The command line of the relay.

use std::io::IsTerminal as _;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;

use clap::Parser;
use tokio::net::TcpListener;
use tokio::signal;
use tracing_subscriber::EnvFilter;
use vierschach_relay::{
    Config, EmbeddedUi, FolderUi, IpNet, MemoryLog, Relay, RoomLog, SqliteLog, UiFiles,
};

/// Serves chess for four to browsers: the page, and the games that are played on it.
#[derive(Debug, Parser)]
#[command(version)]
struct Options {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, env = "VIERSCHACH_BIND", default_value = "127.0.0.1:7460")]
    bind: SocketAddr,
    /// The folder for the games, made if it is missing.
    #[arg(long, env = "VIERSCHACH_DATA", default_value = "vierschach-data")]
    data: PathBuf,
    /// Where games are kept: `sqlite:PATH`; `nats://HOST:PORT` for a NATS server with JetStream,
    /// which several relays may share; or `memory` to forget them at the end.
    /// Without it, a SQLite file in the data folder. An address with a password belongs in the
    /// environment, where other users don't see it.
    #[arg(long, env = "VIERSCHACH_STORE", hide_env_values = true)]
    store: Option<Store>,
    /// Serves the web UI from this folder instead of the one that the program carries.
    #[arg(long, env = "VIERSCHACH_UI")]
    ui: Option<PathBuf>,
    /// An origin besides the relay's own whose pages may connect, as in http://localhost:5173.
    #[arg(long, env = "VIERSCHACH_ALLOW_ORIGIN", value_delimiter = ',')]
    allow_origin: Vec<String>,
    /// Lets browsers send their cookie over TLS alone; set it behind a proxy that speaks TLS.
    #[arg(long, env = "VIERSCHACH_SECURE_COOKIES")]
    secure_cookies: bool,
    /// A proxy before the relay, by address or network, as in 127.0.0.1 or 10.0.0.0/8: the clients'
    /// addresses are taken from its X-Forwarded-For, and from nobody else's. Without it all clients
    /// of a proxy share its address, and the limits below.
    #[arg(long, env = "VIERSCHACH_TRUSTED_PROXY", value_delimiter = ',', value_parser = network)]
    trusted_proxy: Vec<IpNet>,
    /// Where to serve figures for Prometheus, /metrics, besides /health; nowhere without it. They
    /// are the operator's: choose an address that nobody else gets to, as 127.0.0.1:9460.
    #[arg(long, env = "VIERSCHACH_METRICS_BIND")]
    metrics_bind: Option<SocketAddr>,
    /// The most sockets at a time. Each takes a file descriptor.
    #[arg(long, env = "VIERSCHACH_SOCKETS", default_value_t = 4096)]
    sockets: usize,
    /// The most sockets at a time of one network address.
    #[arg(long, env = "VIERSCHACH_SOCKETS_PER_ADDRESS", default_value_t = 64)]
    sockets_per_address: usize,
    /// The most devices that may be new from one network address in an hour.
    #[arg(long, env = "VIERSCHACH_NEW_DEVICES_PER_HOUR", default_value_t = 1000)]
    new_devices_per_hour: u32,
    /// The most rooms that one network address may make in an hour.
    #[arg(long, env = "VIERSCHACH_NEW_ROOMS_PER_HOUR", default_value_t = 100)]
    new_rooms_per_hour: u32,
    /// The most rooms in use at a time.
    #[arg(long, env = "VIERSCHACH_ROOMS", default_value_t = 4096)]
    rooms: usize,
}

/// The value of `--store`.
#[derive(Clone, Debug)]
enum Store {
    Sqlite(PathBuf),
    #[cfg(feature = "nats")]
    Nats(String),
    Memory,
}

/// What `--store` may be.
const STORES: &str = if cfg!(feature = "nats") {
    "expected sqlite:PATH, nats://HOST:PORT or memory"
} else {
    "expected sqlite:PATH or memory"
};

impl FromStr for Store {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Store, Self::Err> {
        match text.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Store::Sqlite(path.into())),
            #[cfg(feature = "nats")]
            Some(("nats" | "tls", address)) if address.starts_with("//") => {
                Ok(Store::Nats(text.to_owned()))
            }
            None if text == "memory" => Ok(Store::Memory),
            _ => Err(STORES),
        }
    }
}

/// The system's allocator scatters the events of a game among the messages that tell them.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let options = Options::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("vierschach-relay: {error}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let store = options
        .store
        .unwrap_or_else(|| Store::Sqlite(options.data.join("games.sqlite")));
    let log: Arc<dyn RoomLog> = match store {
        Store::Sqlite(path) => Arc::new(SqliteLog::open_alone(&path)?),
        #[cfg(feature = "nats")]
        Store::Nats(url) => Arc::new(vierschach_relay::NatsLog::connect(&url).await?),
        Store::Memory => Arc::new(MemoryLog::new()),
    };
    let ui: Arc<dyn UiFiles> = match options.ui {
        Some(folder) => Arc::new(FolderUi::new(folder)),
        None => Arc::new(EmbeddedUi),
    };
    let config = Config {
        trusted_proxies: options.trusted_proxy,
        max_sockets: options.sockets,
        origins: options.allow_origin,
        secure_cookies: options.secure_cookies,
        max_sockets_per_address: options.sockets_per_address,
        new_devices_per_hour: options.new_devices_per_hour,
        new_rooms_per_hour: options.new_rooms_per_hour,
        max_rooms: options.rooms,
        ..Config::new(log, ui)
    };
    let listener = listen(options.bind, "--bind").await?;
    let figures = match options.metrics_bind {
        Some(bind) => Some(listen(bind, "--metrics-bind").await?),
        None => None,
    };
    let relay = Relay::start(listener, config)?;
    if let Some(listener) = figures {
        relay.serve_metrics(listener);
    }
    // The one line on standard output: what scripts need that asked for any free port.
    println!("http://{}/", relay.address());
    asked_to_stop().await?;
    relay.stop().await;
    Ok(())
}

async fn listen(bind: SocketAddr, option: &str) -> Result<TcpListener, String> {
    TcpListener::bind(bind).await.map_err(|error| {
        format!("can't listen on {bind}: {error}. Choose another address with {option}")
    })
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let address = text.parse::<IpAddr>().map(IpNet::from);
    let network = address.or_else(|_| text.parse());
    network.map_err(|_| "expected an address or a network, as 10.0.0.0/8".to_owned())
}

/// Waits for Ctrl-C or the system's request to end.
async fn asked_to_stop() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
        tokio::select! {
            pressed = signal::ctrl_c() => pressed,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    signal::ctrl_c().await
}
