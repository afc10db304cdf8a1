//! The store that several relays share: streams of NATS JetStream, one subject a room.
//!
//! Each message is appended with the sequence of the subject's last message that its writer knows.
//! The server refuses it if another has come, so relays need no lock. A message is sent under an
//! id, and sent again under the same one when its acknowledgement is lost: it is stored once.

mod line;
mod record;

use std::collections::HashMap;
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::message::StreamMessage;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio_util::task::AbortOnDropHandle;
use tracing::warn;
use vierschach_protocol::GameId;

use super::watch::Watches;
use super::{Log, Owner, Reply, Room, RoomLog, StoreError, Tip, Watch, now};
use line::{Line, PATIENCE, Published};
use record::{LOG, Last, Record, SETTINGS, TOLD, headers, subject};

/// Rooms of which it is known how far they are. Beyond that it is found out anew.
const MAX_KNOWN: usize = 16 * 1024;

/// A writer that finds the subject changed looks again so often.
const TRIES: u32 = 5;

/// Questions to the server that are under way at a time for one call.
const AT_ONCE: usize = 32;

/// So many newer messages are asked for one by one; more of them are read in one go.
const FEW: u32 = 8;

/// The most messages that are asked for in one go.
const BATCH: usize = 500;

/// Logs in streams of NATS JetStream.
///
/// What is acknowledged is as safe as the server's configuration makes it: see docs/RELAY.md. While
/// the server is away calls fail with [`StoreError::Away`]. A call that fails so while it is under way
/// may have been stored; those who watch the room hear of it.
#[derive(Debug)]
pub struct NatsLog {
    shared: Arc<Shared>,
    _hears: AbortOnDropHandle<()>,
}

#[derive(Debug)]
struct Shared {
    line: Line,
    watches: Arc<Watches>,
    known: Mutex<HashMap<String, Last>>,
}

impl NatsLog {
    /// Connects to a server, and makes the streams there if they are missing. `url` is
    /// `nats://HOST:PORT` or `tls://…`, with `USER:PASSWORD@` where the server asks for it, and
    /// `?replicas=N` for streams on so many servers of a cluster.
    ///
    /// # Errors
    /// [`StoreError::Failed`] when the address is none, the server does not answer, refuses, or
    /// has no JetStream.
    pub async fn connect(url: &str) -> Result<NatsLog, StoreError> {
        let line = Line::connect(url).await?;
        let shared = Arc::new(Shared {
            line,
            watches: Arc::default(),
            known: Mutex::default(),
        });
        let told = shared.line.subscribe(format!("{TOLD}.>")).await?;
        let hears = tokio::spawn(Arc::clone(&shared).hear(told));
        let _hears = AbortOnDropHandle::new(hears);
        Ok(NatsLog { shared, _hears })
    }

    /// Does a call's work on what all calls share.
    fn run<T, F>(&self, work: impl FnOnce(Arc<Shared>) -> F) -> Reply<'_, T>
    where
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        Box::pin(work(Arc::clone(&self.shared)))
    }
}

impl Shared {
    /// Passes on what the server tells of stored messages, as long as the store is there.
    async fn hear(self: Arc<Self>, mut told: async_nats::Subscriber) {
        loop {
            tokio::select! {
                message = told.next() => {
                    let Some(message) = message else { return };
                    let Some((owner, room)) = record::room_of(&message.subject, TOLD) else {
                        continue;
                    };
                    match message.headers.as_ref().and_then(record::number) {
                        Some(number) => self.watches.tell(&owner, &room, number),
                        None => self.watches.end(&owner, &room),
                    }
                }
                () = self.line.missed() => self.catch_up().await,
            }
        }
    }

    /// Tells all who watch how far their rooms are: the server may have told while it was not heard.
    async fn catch_up(&self) {
        let rooms = stream::iter(self.watches.watched());
        let looks = rooms.map(|(owner, room)| async move {
            let name = subject(LOG, &owner, &room)?;
            match self.last(&name).await {
                Ok((last, _)) => self.watches.tell(&owner, &room, last.number),
                Err(StoreError::NoSuchRoom) => self.watches.end(&owner, &room),
                // The line is gone again; there will be another time.
                Err(_) => {}
            }
            Some(())
        });
        looks
            .buffer_unordered(AT_ONCE)
            .for_each(|_| ready(()))
            .await;
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Last>> {
        // A map of numbers: no panic can leave it half changed.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn know(&self, name: &str, last: Last) {
        let mut known = self.known();
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(name.to_owned(), last);
    }

    /// How far a room is, and its last message.
    async fn last(&self, name: &str) -> Result<(Last, StreamMessage), StoreError> {
        let found = self.line.last(name).await?;
        let message = found.ok_or(StoreError::NoSuchRoom)?;
        let last = Last::of(&message.headers, message.sequence, &message.payload)?;
        self.know(name, last);
        Ok((last, message))
    }

    /// How far a room is, as far as it is known here.
    async fn last_known(&self, name: &str) -> Result<Last, StoreError> {
        let known = self.known().get(name).copied();
        match known {
            Some(last) => Ok(last),
            None => Ok(self.last(name).await?.0),
        }
    }

    /// Writes what follows a room's last message, as often as others write between.
    /// `next` gives the number after it and when that was appended, or refuses.
    async fn write(
        &self,
        name: &str,
        record: &Record,
        next: impl Fn(Last) -> Result<(u32, u64), StoreError>,
    ) -> Result<(), StoreError> {
        let payload = record.to_payload()?;
        let mut last = self.last_known(name).await?;
        let mut is_fresh = false;
        for _ in 0..TRIES {
            let (number, changed) = match next(last) {
                Ok(next) => next,
                // What is known here may be old.
                Err(_) if !is_fresh => {
                    (last, is_fresh) = (self.last(name).await?.0, true);
                    continue;
                }
                Err(refused) => return Err(refused),
            };
            let headers = headers(number, changed);
            let payload = payload.clone().into();
            match self
                .line
                .publish(name, headers, payload, last.sequence)
                .await?
            {
                Published::At(sequence) => {
                    let last = Last {
                        number,
                        changed,
                        sequence,
                    };
                    self.know(name, last);
                    return Ok(());
                }
                Published::Stale => (last, is_fresh) = (self.last(name).await?.0, true),
            }
        }
        Err(StoreError::Failed("too many writers".to_owned()))
    }

    /// The messages of a room from a sequence on, up to its last one.
    async fn messages(&self, name: &str, from: u64) -> Result<Vec<Record>, StoreError> {
        let last = self.last(name).await?.0.sequence;
        let mut records = Vec::new();
        if last < from {
            return Ok(records);
        }
        let config = pull::Config {
            filter_subject: name.to_owned(),
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: from.max(1),
            },
            ack_policy: AckPolicy::None,
            inactive_threshold: 2 * PATIENCE,
            memory_storage: true,
            ..pull::Config::default()
        };
        let failed = |error: &dyn std::error::Error| self.line.failed(error);
        let consumer = self.line.consumer(config).await?;
        'all: loop {
            let batch = consumer.batch().max_messages(BATCH).expires(PATIENCE);
            let mut batch = batch.messages().await.map_err(|error| failed(&error))?;
            let mut is_empty = true;
            while let Some(message) = batch.next().await {
                let message = message.map_err(|error| failed(&*error))?;
                is_empty = false;
                records.push(Record::read(&message.payload)?);
                let sequence = message.info().map_err(|error| failed(&*error))?;
                if sequence.stream_sequence >= last {
                    break 'all;
                }
            }
            if is_empty {
                // Removed meanwhile, or the server does not answer.
                return Err(self.last(name).await.err().unwrap_or(StoreError::Away));
            }
        }
        self.line.forget(consumer);
        Ok(records)
    }

    /// How a room began that was not removed.
    async fn first(&self, name: &str) -> Result<String, StoreError> {
        let first = self.line.next(name, 1).await?;
        let first = first.ok_or(StoreError::NoSuchRoom)?;
        match Record::read(&first.payload)? {
            Record::Room { header, .. } => Ok(header),
            _ => Err(StoreError::Failed("a room without a beginning".to_owned())),
        }
    }

    /// How far a room is.
    async fn tip(&self, name: &str) -> Result<(Tip, Last), StoreError> {
        let (last, message) = self.last(name).await?;
        let (_, id) = record::room_of(name, LOG).ok_or(StoreError::NoSuchRoom)?;
        let tip = Tip {
            id,
            last: last.number,
            snapshot: Record::read(&message.payload)?.into_snapshot(),
        };
        Ok((tip, last))
    }

    /// Writes that a room is removed, after the entry of this number or whichever is the last; gives
    /// the sequence of that. From then on nobody finds it or writes into it.
    async fn remove(&self, name: &str, expected: Option<u32>) -> Result<u64, StoreError> {
        let payload = Record::Removed.to_payload()?;
        for _ in 0..TRIES {
            let (
                Last {
                    number, sequence, ..
                },
                _,
            ) = self.last(name).await?;
            if let Some(expected) = expected.filter(|expected| *expected != number) {
                let last = number;
                return Err(StoreError::Conflict { expected, last });
            }
            let payload = payload.clone().into();
            let published = self
                .line
                .publish(name, HeaderMap::new(), payload, sequence)
                .await?;
            if let Published::At(sequence) = published {
                self.known().remove(name);
                return Ok(sequence);
            }
        }
        Err(StoreError::Failed("too many writers".to_owned()))
    }

    /// Removes the messages of a room that was removed, where that is not done yet.
    async fn tidy(&self, name: &str) -> Result<(), StoreError> {
        match self.line.last(name).await? {
            Some(message)
                if Last::of(&message.headers, message.sequence, &message.payload)
                    == Err(StoreError::NoSuchRoom) =>
            {
                self.line.purge(name, message.sequence).await
            }
            _ => Ok(()),
        }
    }

    /// A room with its log.
    async fn read(&self, name: &str) -> Result<Log, StoreError> {
        let mut records = self.messages(name, 1).await?.into_iter();
        let Some(Record::Room {
            header, entries, ..
        }) = records.next()
        else {
            return Err(StoreError::Failed("a room without a beginning".to_owned()));
        };
        let mut log = Log { header, entries };
        log.entries
            .extend(records.filter_map(|record| match record {
                Record::Entry { entry, .. } => Some(entry),
                Record::Room { .. } | Record::Snapshot { .. } | Record::Removed => None,
            }));
        Ok(log)
    }

    /// The entries after the one that is known here, if they are few; `None`: read all.
    async fn few_after(&self, name: &str, number: u32) -> Result<Option<Vec<String>>, StoreError> {
        let known = self.known().get(name).copied();
        let (last, _) = self.last(name).await?;
        if last.number <= number {
            return Ok(Some(Vec::new()));
        }
        let Some(known) = known.filter(|known| known.number == number) else {
            return Ok(None);
        };
        if last.number - number > FEW {
            return Ok(None);
        }
        let mut entries = Vec::new();
        let mut sequence = known.sequence;
        while sequence < last.sequence {
            let message = self.line.next(name, sequence + 1).await?;
            let Some(message) = message else {
                return Ok(None);
            };
            sequence = message.sequence;
            match Record::read(&message.payload)? {
                Record::Entry { entry, .. } => entries.push(entry),
                Record::Snapshot { .. } => {}
                // A new room of that name.
                Record::Room { .. } | Record::Removed => return Ok(None),
            }
        }
        Ok(Some(entries))
    }

    /// What `look` sees in the rooms of an owner, by their subjects.
    async fn each<T, F>(
        &self,
        owner: &Owner,
        look: impl Fn(String) -> F,
    ) -> Result<Vec<T>, StoreError>
    where
        F: Future<Output = Result<Option<T>, StoreError>>,
    {
        let names = self.line.subjects(owner.as_str()).await?;
        let rooms = stream::iter(names).map(|name| {
            let looks = look(name.clone());
            async move {
                match looks.await {
                    Err(StoreError::NoSuchRoom) => self.tidy(&name).await.map(|()| None),
                    looked => looked,
                }
            }
        });
        let rooms = rooms.buffer_unordered(AT_ONCE);
        rooms
            .try_filter_map(|room| ready(Ok(room)))
            .try_collect()
            .await
    }
}

/// A room's subject; there is no room of a name that can't be one.
fn name(owner: &Owner, room: &GameId) -> Result<String, StoreError> {
    subject(LOG, owner, room).ok_or(StoreError::NoSuchRoom)
}

impl RoomLog for NatsLog {
    fn list(&self, owner: &Owner) -> Reply<'_, Vec<Room>> {
        let owner = owner.clone();
        self.run(|shared| async move {
            let shared = &*shared;
            let room = |name: String| async move {
                let (Tip { id, snapshot, .. }, _) = shared.tip(&name).await?;
                let header = shared.first(&name).await?;
                Ok(Some(Room {
                    id,
                    header,
                    snapshot,
                }))
            };
            shared.each(&owner, room).await
        })
    }

    fn restore(&self, owner: &Owner, room: Room, entries: Vec<String>) -> Reply<'_, ()> {
        let name = name(owner, &room.id);
        self.run(|shared| async move {
            let (name, changed) = (name?, now());
            let number = u32::try_from(entries.len())
                .map_err(|_| StoreError::Failed("a log too long".to_owned()))?;
            let record = Record::Room {
                header: room.header,
                entries,
                snapshot: room.snapshot,
            };
            let payload = record.to_payload()?.into();
            let published = shared
                .line
                .publish(&name, headers(number, changed), payload, 0);
            match published.await? {
                Published::At(sequence) => {
                    let last = Last {
                        number,
                        changed,
                        sequence,
                    };
                    shared.know(&name, last);
                    Ok(())
                }
                Published::Stale => Err(StoreError::Exists),
            }
        })
    }

    fn append(
        &self,
        owner: &Owner,
        room: &GameId,
        expected_last: u32,
        entry: String,
        snapshot: String,
    ) -> Reply<'_, ()> {
        let name = name(owner, room);
        self.run(|shared| async move {
            let changed = now();
            let next = |Last { number, .. }| {
                let (expected, last) = (expected_last, number);
                if expected == last {
                    Ok((last + 1, changed))
                } else {
                    Err(StoreError::Conflict { expected, last })
                }
            };
            let record = Record::Entry { entry, snapshot };
            shared.write(&name?, &record, next).await
        })
    }

    fn checkpoint(&self, owner: &Owner, room: &GameId, snapshot: String) -> Reply<'_, ()> {
        let name = name(owner, room);
        self.run(|shared| async move {
            let next = |last: Last| Ok((last.number, last.changed));
            shared
                .write(&name?, &Record::Snapshot { snapshot }, next)
                .await
        })
    }

    fn header(&self, owner: &Owner, room: &GameId) -> Reply<'_, String> {
        let name = name(owner, room);
        self.run(|shared| async move {
            let name = name?;
            shared.last(&name).await?;
            shared.first(&name).await
        })
    }

    fn tip(&self, owner: &Owner, room: &GameId) -> Reply<'_, Tip> {
        let name = name(owner, room);
        self.run(|shared| async move { Ok(shared.tip(&name?).await?.0) })
    }

    fn read(&self, owner: &Owner, room: &GameId) -> Reply<'_, Log> {
        let name = name(owner, room);
        self.run(|shared| async move { shared.read(&name?).await })
    }

    fn read_after(&self, owner: &Owner, room: &GameId, number: u32) -> Reply<'_, Vec<String>> {
        let name = name(owner, room);
        self.run(|shared| async move {
            let name = name?;
            if let Some(few) = shared.few_after(&name, number).await? {
                return Ok(few);
            }
            let all = shared.read(&name).await?.entries.into_iter();
            Ok(all
                .skip(usize::try_from(number).unwrap_or(usize::MAX))
                .collect())
        })
    }

    fn watch(&self, owner: &Owner, room: &GameId) -> Reply<'_, Watch> {
        Box::pin(ready(Ok(self.shared.watches.watch(owner, room))))
    }

    fn idle(&self, owner: &Owner, before: u64) -> Reply<'_, Vec<Tip>> {
        let owner = owner.clone();
        self.run(|shared| async move {
            let shared = &*shared;
            let idle = |name: String| async move {
                match shared.tip(&name).await {
                    Ok((tip, last)) => Ok(Some(tip).filter(|_| last.changed < before)),
                    Err(StoreError::Failed(problem)) => {
                        // It stays, and the others are found all the same.
                        warn!(problem, "a room can't be read");
                        Ok(None)
                    }
                    Err(error) => Err(error),
                }
            };
            shared.each(&owner, idle).await
        })
    }

    fn delete(&self, owner: &Owner, room: &GameId, expected_last: Option<u32>) -> Reply<'_, ()> {
        let name = name(owner, room);
        self.run(move |shared| async move {
            let name = name?;
            // Those who watch hear of it, as of every message.
            let sequence = shared.remove(&name, expected_last).await?;
            if let Err(error) = shared.line.purge(&name, sequence).await {
                // The room is gone all the same.
                warn!(%error, "what is left of a room is removed later");
            }
            Ok(())
        })
    }

    fn settings(&self, owner: &Owner) -> Reply<'_, Option<String>> {
        let name = format!("{SETTINGS}.{}", owner.as_str());
        self.run(|shared| async move { shared.line.settings(&name).await })
    }

    fn save_settings(&self, owner: &Owner, settings: String) -> Reply<'_, ()> {
        let name = format!("{SETTINGS}.{}", owner.as_str());
        self.run(|shared| async move { shared.line.save_settings(name, settings).await })
    }
}
