//! The server: sessions over WebSockets, and the web UI.
//!
//! Each device (a browser with its cookie) has a desk ([`vierschach_session::Desk`]) with its games;
//! here are the task that runs it, the socket that it talks over, the threads of its CPUs and the
//! store that keeps its logs. The rules of play, the order of things and the messages are the
//! session's: nothing here knows them.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//! use vierschach_relay::{Config, EmbeddedUi, Relay, SqliteLog};
//! let log = SqliteLog::open("games.sqlite".as_ref())?;
//! let config = Config::new(Arc::new(log), Arc::new(EmbeddedUi));
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! let relay = Relay::start(listener, config)?;
//! println!("http://{}/", relay.address());
//! relay.stop().await;
//! # Ok(())
//! # }
//! ```
#![deny(missing_docs)]

mod answers;
mod client;
mod cpu;
mod desk;
mod device;
mod doors;
mod metrics;
mod outbox;
mod peers;
mod relay;
mod rooms;
mod socket;
mod state;
mod store;
mod turns;
mod ui;
mod web;

pub use ipnet::IpNet;
pub use relay::{Config, Relay, RelayError};
#[cfg(feature = "nats")]
pub use store::NatsLog;
pub use store::{Log, MemoryLog, Owner, Reply, Room, RoomLog, SqliteLog, StoreError, Tip, Watch};
pub use ui::{EmbeddedUi, FolderUi, UiFiles};
