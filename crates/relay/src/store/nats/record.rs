//! What the store's messages hold, and under which names they are found.

use async_nats::HeaderMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vierschach_protocol::GameId;

use super::super::{Owner, StoreError};

/// Subjects of rooms' messages: `vierschach.log.SHARD.OWNER.ROOM`.
pub(super) const LOG: &str = "vierschach.log";

/// Subjects under which the server tells of rooms' messages that it has stored.
pub(super) const TOLD: &str = "vierschach.told";

/// Subjects of settings: `vierschach.settings.OWNER`.
pub(super) const SETTINGS: &str = "vierschach.settings";

/// The number of the log's last entry after the message.
const NUMBER: &str = "Vierschach-Number";

/// When that entry was appended, in milliseconds since 1970.
const CHANGED: &str = "Vierschach-Changed";

/// Rooms are spread over so many streams. The server finds a room's messages by walking over all
/// of its stream's that came in the same time, so each stream should have few rooms in use.
pub(super) const SHARDS: u8 = 32;

/// The longest name that is a part of a subject.
const MAX_NAME: usize = 64;

/// A message of a room's subject. An entry and the snapshot after it are one message, so that
/// both are kept or neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum Record {
    /// The first: a new room, and the past that it has.
    Room {
        header: String,
        entries: Vec<String>,
        snapshot: String,
    },
    /// An entry.
    Entry { entry: String, snapshot: String },
    /// Another snapshot for the entry before.
    Snapshot { snapshot: String },
    /// The last: the room was removed, and its messages go next. It has no number.
    Removed,
}

impl Record {
    /// The record in a message.
    pub(super) fn read(payload: &[u8]) -> Result<Record, StoreError> {
        serde_json::from_slice(payload).map_err(|error| {
            // The parser's words may quote what is kept, which is nobody's business.
            let (line, column) = (error.line(), error.column());
            let kind = error.classify();
            StoreError::Failed(format!(
                "a message can't be read: {kind:?}, line {line}, column {column}"
            ))
        })
    }

    /// The message's payload.
    pub(super) fn to_payload(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|error| StoreError::Failed(error.to_string()))
    }

    /// The snapshot that every record of a room carries.
    pub(super) fn into_snapshot(self) -> String {
        match self {
            Record::Removed => String::new(),
            Record::Room { snapshot, .. }
            | Record::Entry { snapshot, .. }
            | Record::Snapshot { snapshot } => snapshot,
        }
    }
}

/// How far a room's log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Last {
    /// The number of its last entry.
    pub(super) number: u32,
    /// When that was appended, in milliseconds since 1970.
    pub(super) changed: u64,
    /// The stream's number of the subject's last message.
    pub(super) sequence: u64,
}

impl Last {
    /// What the subject's last message says, by its headers where it is a room's.
    ///
    /// # Errors
    /// [`StoreError::NoSuchRoom`] when the message says that the room was removed;
    /// [`StoreError::Failed`] when it is none of ours.
    pub(super) fn of(
        headers: &HeaderMap,
        sequence: u64,
        payload: &[u8],
    ) -> Result<Last, StoreError> {
        if let Some((number, changed)) = number(headers).zip(value(headers, CHANGED)) {
            return Ok(Last {
                number,
                changed,
                sequence,
            });
        }
        match Record::read(payload)? {
            Record::Removed => Err(StoreError::NoSuchRoom),
            _ => Err(StoreError::Failed("a message without a number".to_owned())),
        }
    }
}

/// The headers of a message after which the log's last entry is `number`.
pub(super) fn headers(number: u32, changed: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(NUMBER, number.to_string());
    headers.insert(CHANGED, changed.to_string());
    headers
}

/// The number of the log's last entry after a message.
pub(super) fn number(headers: &HeaderMap) -> Option<u32> {
    value(headers, NUMBER)
}

fn value<T: std::str::FromStr>(headers: &HeaderMap, name: &str) -> Option<T> {
    headers.get(name)?.as_str().parse().ok()
}

/// A room's subject; `None` for a name that no room here can have.
pub(super) fn subject(below: &str, owner: &Owner, room: &GameId) -> Option<String> {
    let owner = owner.as_str();
    let room = room.0.as_str();
    (is_name(owner) && is_name(room)).then(|| {
        let shard = shard(owner, room);
        format!("{below}.{shard}.{owner}.{room}")
    })
}

/// Which stream a room is in; part of the format.
fn shard(owner: &str, room: &str) -> u8 {
    let digest = Sha256::digest(format!("{owner}.{room}"));
    digest.first().copied().unwrap_or_default() % SHARDS
}

/// Which stream a room's subject is in.
pub(super) fn shard_of(subject: &str) -> Option<usize> {
    let names = subject.strip_prefix(LOG)?.strip_prefix('.')?;
    names.split('.').next()?.parse().ok()
}

/// Whose room a subject is.
pub(super) fn room_of(subject: &str, below: &str) -> Option<(Owner, GameId)> {
    let names = subject.strip_prefix(below)?.strip_prefix('.')?;
    let (_, names) = names.split_once('.')?;
    let (owner, room) = names.split_once('.')?;
    Some((Owner(owner.to_owned()), GameId(room.to_owned())))
}

/// Letters, digits and hyphens mean nothing to the server.
fn is_name(text: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=MAX_NAME).contains(&text.len()) && text.bytes().all(good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_name_rooms_and_nothing_else() {
        let owner = Owner::of_secret("anna");
        let room = |name: &str| GameId(name.to_owned());
        let named = subject(LOG, &owner, &room("K7-3")).unwrap();
        assert_eq!(room_of(&named, LOG), Some((owner.clone(), room("K7-3"))));
        assert_eq!(room_of(&named, TOLD), None);
        assert_eq!(named.split('.').count(), 5);
        assert!(shard_of(&named).is_some_and(|shard| shard < usize::from(SHARDS)));
        for bad in ["", "*", ">", "a.b", "a b", "ä", &"x".repeat(65)] {
            assert_eq!(subject(LOG, &owner, &room(bad)), None, "{bad}");
        }
    }

    #[test]
    fn headers_are_read_back() {
        let last = Last::of(&headers(7, 1 << 41), 9, b"").unwrap();
        assert_eq!((last.number, last.changed, last.sequence), (7, 1 << 41, 9));
    }

    #[test]
    fn only_a_room_that_was_removed_is_gone() {
        let removed = Record::Removed.to_payload().unwrap();
        let last = |payload: &[u8]| Last::of(&HeaderMap::new(), 9, payload);
        assert_eq!(last(&removed), Err(StoreError::NoSuchRoom));
        for other in [
            &b"{\"type\":\"snapshot\",\"snapshot\":\"s\"}"[..],
            b"",
            b"{\"Anna\":1}",
        ] {
            let Err(StoreError::Failed(problem)) = last(other) else {
                panic!("{other:?}");
            };
            assert!(!problem.contains("Anna"), "{problem}");
        }
    }
}
