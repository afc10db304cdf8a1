//! Players without hands: they fill a relay's rooms, lose their lines, and misbehave on purpose.
//!
//! `cargo xtask bench relay`, `soak relay` and `attack relay` run the scenarios here against a relay
//! in a process of its own; the relay's tests run short ones. All clients come from loopback; the
//! relay is told to trust it as a proxy, so that each party has an address of its own.

pub mod attack;
pub mod bench;
mod client;
mod figures;
mod process;
pub mod soak;
mod table;

use std::fmt;

pub use figures::Figures;
pub use process::{NatsServer, RelayProcess, Setup, Store};

/// Why a scenario could not be played to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A process, a file or a socket.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A WebSocket failed.
    #[error("a socket failed: {0}")]
    Socket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// The relay closed a socket.
    #[error("the relay closed a socket: {0}")]
    Closed(String),
    /// A message could not be read.
    #[error("a message could not be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The relay refused what it should not have.
    #[error("refused: {0:?}")]
    Refused(vierschach_protocol::ErrorCode),
    /// Something did not happen in time.
    #[error("{0} did not happen in time")]
    Late(&'static str),
    /// The relay said something that can't be.
    #[error("{0}")]
    Wrong(String),
    /// A program is missing, or the machine lacks something.
    #[error("{0}")]
    Missing(String),
}

impl From<tokio_tungstenite::tungstenite::Error> for LoadError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> LoadError {
        LoadError::Socket(Box::new(error))
    }
}

/// What a scenario has shown: figures for people, and what does not hold.
#[derive(Clone, Debug, Default)]
pub struct Report {
    lines: Vec<String>,
    /// What does not hold. Empty: all is well.
    pub breaches: Vec<String>,
    /// What took longer than it may. Only on a machine that does nothing else does it say anything.
    pub slow: Vec<String>,
}

impl Report {
    /// Prints a line at once, and keeps it.
    pub fn say(&mut self, line: impl fmt::Display) {
        let line = line.to_string();
        println!("   {line}");
        self.lines.push(line);
    }

    /// Says how something stands that must hold.
    pub fn must(&mut self, holds: bool, line: impl fmt::Display) {
        self.judge(holds, &line);
        if !holds {
            self.breaches.push(line.to_string());
        }
    }

    /// Says how something stands that must be quick.
    pub fn must_be_quick(&mut self, holds: bool, line: impl fmt::Display) {
        self.judge(holds, &line);
        if !holds {
            self.slow.push(line.to_string());
        }
    }

    fn judge(&mut self, holds: bool, line: &impl fmt::Display) {
        let mark = if holds { "holds" } else { "FAILS" };
        self.say(format!("{mark}: {line}"));
    }
}
