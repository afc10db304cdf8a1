//! Where rooms and settings are kept.

mod memory;
#[cfg(feature = "nats")]
mod nats;
mod sqlite;
mod watch;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use vierschach_protocol::GameId;

pub use memory::MemoryLog;
#[cfg(feature = "nats")]
pub use nats::NatsLog;
pub use sqlite::SqliteLog;
pub use watch::Watch;

/// What a store promises.
pub type Reply<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Whose rooms: the hash of a device's secret, so that a stolen store opens no door.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Owner(String);

impl Owner {
    /// The owner who holds a secret.
    pub fn of_secret(secret: &str) -> Owner {
        let digest = Sha256::digest(secret.as_bytes());
        Owner(digest.iter().fold(String::new(), |mut text, byte| {
            use fmt::Write as _;
            let _ = write!(text, "{byte:02x}");
            text
        }))
    }

    /// The relay itself, which owns the rooms of friends. No secret's hash reads like this.
    pub fn rooms() -> Owner {
        Owner("rooms".to_owned())
    }

    /// The hash in hexadecimal digits, or the name of the relay's own.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Owner {
    /// The first digits only: enough to tell owners apart in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get(..8).unwrap_or_default())
    }
}

/// A room in the list of its owner's rooms. The texts are the session's; stores don't read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its id.
    pub id: GameId,
    /// How its game began.
    pub header: String,
    /// Its newest state.
    pub snapshot: String,
}

/// A room's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// How its game began.
    pub header: String,
    /// Its entries, number 1 first.
    pub entries: Vec<String>,
}

/// How far a room is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tip {
    /// Its id.
    pub id: GameId,
    /// The number of its last entry; 0: it has none.
    pub last: u32,
    /// Its newest state.
    pub snapshot: String,
}

/// Why something was not kept or read. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such room.
    #[error("there is no such room")]
    NoSuchRoom,
    /// There is a room of that id already.
    #[error("there is a room of that id already")]
    Exists,
    /// The log has gone on without the writer.
    #[error("the last entry is number {last}, not {expected}")]
    Conflict {
        /// The number that the writer expected to be the last.
        expected: u32,
        /// The number that is.
        last: u32,
    },
    /// A newer version of the program wrote the store.
    #[error("the store has format {found}, this program knows up to {known}")]
    Newer {
        /// The store's format.
        found: i64,
        /// The newest known one.
        known: i64,
    },
    /// Another relay has the store open.
    #[error(
        "another relay keeps its games in {path}; end it, or choose another folder with --data"
    )]
    InUse {
        /// The store's file.
        path: String,
    },
    /// The disk is full.
    #[error("the disk is full; nothing more is kept until there is room")]
    Full,
    /// The server that keeps the store can't be reached.
    #[error("the store's server does not answer")]
    Away,
    /// The store has stopped.
    #[error("the store has stopped")]
    Stopped,
    /// The disk, or the library that writes to it.
    #[error("the store failed: {0}")]
    Failed(String),
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// Append-only numbered logs, a room each, and the settings of their owners.
///
/// What a call has written is safe against loss of power when it returns. A call that fails has
/// changed nothing.
pub trait RoomLog: Send + Sync + 'static {
    /// All rooms of an owner.
    fn list(&self, owner: &Owner) -> Reply<'_, Vec<Room>>;

    /// A new room with an empty log.
    ///
    /// # Errors
    /// [`StoreError::Exists`].
    fn create(&self, owner: &Owner, room: Room) -> Reply<'_, ()> {
        self.restore(owner, room, Vec::new())
    }

    /// A new room with a log that has entries already: all of it, or nothing.
    ///
    /// # Errors
    /// [`StoreError::Exists`].
    fn restore(&self, owner: &Owner, room: Room, entries: Vec<String>) -> Reply<'_, ()>;

    /// Appends an entry after number `expected_last` (0: the log is empty) and replaces the
    /// snapshot.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRoom`]; [`StoreError::Conflict`] when another entry is the last.
    fn append(
        &self,
        owner: &Owner,
        room: &GameId,
        expected_last: u32,
        entry: String,
        snapshot: String,
    ) -> Reply<'_, ()>;

    /// Replaces the snapshot of a room and leaves its log as it is.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRoom`].
    fn checkpoint(&self, owner: &Owner, room: &GameId, snapshot: String) -> Reply<'_, ()>;

    /// How a room began: the header alone, however long its log is.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRoom`].
    fn header(&self, owner: &Owner, room: &GameId) -> Reply<'_, String>;

    /// How far a room is, however long its log is.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRoom`].
    fn tip(&self, owner: &Owner, room: &GameId) -> Reply<'_, Tip>;

    /// A room's log.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRoom`].
    fn read(&self, owner: &Owner, room: &GameId) -> Reply<'_, Log>;

    /// A room's entries after number `number`, the next one first; none if there are no newer ones.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRoom`].
    fn read_after(&self, owner: &Owner, room: &GameId, number: u32) -> Reply<'_, Vec<String>>;

    /// Hears from now on of what is appended to a room, by whomever. Whoever watches first and reads
    /// then misses nothing. A room that does not exist is silent.
    ///
    /// # Errors
    /// When the store has stopped.
    fn watch(&self, owner: &Owner, room: &GameId) -> Reply<'_, Watch>;

    /// The rooms of an owner whose log was last appended to, or made, before a time in milliseconds
    /// since 1970.
    fn idle(&self, owner: &Owner, before: u64) -> Reply<'_, Vec<Tip>>;

    /// Removes a room and its log; where a number is given, if that is still its last entry's.
    /// Nobody appends to it after that.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRoom`]; [`StoreError::Conflict`] when another entry is the last.
    fn delete(&self, owner: &Owner, room: &GameId, expected_last: Option<u32>) -> Reply<'_, ()>;

    /// An owner's settings, if any were saved.
    fn settings(&self, owner: &Owner) -> Reply<'_, Option<String>>;

    /// Keeps an owner's settings.
    fn save_settings(&self, owner: &Owner, settings: String) -> Reply<'_, ()>;
}
