//! One game with seats and a numbered log, and one device's games, without I/O.
//!
//! - [`Session`] is one game: it judges what players ask, and its state is a function of its log
//!   ([`Session::replay`]).
//! - [`Desk`] is one device's games and settings: it reads clients' messages, asks its host for
//!   what it can't do itself (keep something, think about a move) and says what to send to whom.
//! - [`Room`] is a room of friends: who is in it, who sits where, and one game after the other.
//!
//! None of them reads a clock, draws entropy, starts a thread or opens a file: the app's shell and
//! the relay do that, each in a thin shell around the same `Desk` and the same `Room`.

mod chance;
mod clock;
mod desk;
mod error;
mod export;
mod house;
mod log;
mod name;
mod refuse;
mod room;
mod session;
mod settings;
mod snapshot;
mod wire;

pub use desk::{
    AnalysisTask, Answer, ConnectionId, CpuTask, Desk, DeskConfig, Effect, FoundLine, Input, Job,
    MAX_CONNECTIONS, MAX_GAMES, Stored, StoredGame, Ticket, Token,
};
pub use error::{LogError, Refusal};
pub use log::{Act, Entry, FORMAT, Header, LogSeat};
pub use name::clean_name;
pub use refuse::refusal;
pub use room::{
    Outcome, ROOM_FORMAT, Room, RoomConfig, RoomEffect, RoomHeader, RoomInput, RoomSnapshot,
};
pub use session::{Deed, Next, Seen, Session, Step};
pub use settings::read_settings;
pub use snapshot::Snapshot;
