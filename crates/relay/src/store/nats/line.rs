//! The line to a NATS server: what the store asks of it, with patience and without repeating itself.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::context::{Context, ContextBuilder, PublishErrorKind};
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::{self, RawMessageErrorKind, StorageType, Stream};
use async_nats::{Client, ConnectOptions, Event, HeaderMap, Subscriber};
use futures_util::{StreamExt, TryStreamExt};
use tokio::sync::watch;
use tokio::time::{timeout, timeout_at};

use super::super::StoreError;
use super::record::{LOG, SETTINGS, SHARDS, TOLD, shard_of};

/// A question that is not answered for so long has failed.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// How long the first connection may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);

/// The longest pause between two attempts to reach the server again.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// A message that comes again within this time is known to be the same.
const SAME_WITHIN: Duration = Duration::from_secs(120);

/// The streams' names, without the numbers of those of the log; another format will have others.
const LOG_STREAM: &str = "VIERSCHACH-LOG-1";
const SETTINGS_STREAM: &str = "VIERSCHACH-SETTINGS-1";

/// Streams that are looked at or made at a time.
const STREAMS_AT_ONCE: usize = 8;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// Stored, under this sequence.
    At(u64),
    /// Refused: another message is the subject's last.
    Stale,
}

/// Whether the server is there.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    here: bool,
    /// How often what the server told may have been missed.
    missed: u32,
}

/// A line to a server. It is set up again by itself.
pub(super) struct Line {
    client: Client,
    context: Context,
    /// The log's streams, by their numbers.
    logs: Vec<Stream<()>>,
    settings: Stream<()>,
    heard: watch::Receiver<Heard>,
    /// How much of [`Heard::missed`] was seen to.
    seen: watch::Sender<u32>,
}

impl fmt::Debug for Line {
    /// Without the server's address, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Line")
    }
}

impl Line {
    pub(super) async fn connect(url: &str) -> Result<Line, StoreError> {
        let refused = |error: &dyn Error| StoreError::Failed(with_causes(error));
        let (address, replicas) = parts(url)?;
        let (tell, heard) = watch::channel(Heard::default());
        let options = ConnectOptions::new()
            .name("vierschach-relay")
            .connection_timeout(CONNECT_WITHIN)
            .request_timeout(Some(PATIENCE))
            .reconnect_delay_callback(|attempts| {
                let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
                LONGEST_PAUSE.min(Duration::from_millis(20).saturating_mul(attempts))
            })
            .event_callback(move |event| {
                tell.send_modify(|heard| match event {
                    Event::Connected => heard.here = true,
                    Event::Disconnected | Event::Closed => {
                        heard.here = false;
                        heard.missed = heard.missed.wrapping_add(1);
                    }
                    Event::SlowConsumer(_) => heard.missed = heard.missed.wrapping_add(1),
                    _ => {}
                });
                std::future::ready(())
            });
        let connected = timeout(CONNECT_WITHIN, options.connect(address)).await;
        let client = connected
            .map_err(|_| StoreError::Away)?
            .map_err(|error| refused(&error))?;
        let context = ContextBuilder::new()
            .timeout(PATIENCE)
            .build(client.clone());
        let logs = (0..SHARDS).map(|shard| stream::Config {
            name: format!("{LOG_STREAM}-{shard}"),
            subjects: vec![format!("{LOG}.{shard}.>")],
            storage: StorageType::File,
            num_replicas: replicas,
            duplicate_window: SAME_WITHIN,
            republish: Some(stream::Republish {
                source: format!("{LOG}.{shard}.>"),
                destination: format!("{TOLD}.{shard}.>"),
                headers_only: true,
            }),
            ..stream::Config::default()
        });
        let settings = stream::Config {
            name: SETTINGS_STREAM.to_owned(),
            subjects: vec![format!("{SETTINGS}.>")],
            storage: StorageType::File,
            num_replicas: replicas,
            max_messages_per_subject: 1,
            ..stream::Config::default()
        };
        let made = futures_util::stream::iter(logs.chain([settings])).map(|config| async {
            let name = config.name.clone();
            context
                .get_or_create_stream(config)
                .await
                .map_err(|error| refused(&error))?;
            let stream = context.get_stream_no_info(name).await;
            stream.map_err(|error| refused(&error))
        });
        let mut logs: Vec<_> = made.buffered(STREAMS_AT_ONCE).try_collect().await?;
        let settings = logs.pop().ok_or(StoreError::Stopped)?;
        Ok(Line {
            logs,
            settings,
            client,
            context,
            heard,
            seen: watch::Sender::new(0),
        })
    }

    /// What a failure of the library means.
    pub(super) fn failed(&self, error: &dyn Error) -> StoreError {
        if self.client.connection_state() == State::Connected {
            StoreError::Failed(with_causes(error))
        } else {
            StoreError::Away
        }
    }

    /// Fails where the server is known to be away: what is sent then would wait for it, and might
    /// come long after its sender was told that it had failed.
    fn must_be_here(&self) -> Result<(), StoreError> {
        match self.client.connection_state() {
            State::Connected => Ok(()),
            _ => Err(StoreError::Away),
        }
    }

    /// Waits until something may have been missed, and the server is there again.
    pub(super) async fn missed(&self) {
        let mut heard = self.heard.clone();
        let seen = *self.seen.borrow();
        let found = heard
            .wait_for(|heard| heard.here && heard.missed != seen)
            .await;
        match found.map(|heard| heard.missed) {
            Ok(missed) => {
                self.seen.send_replace(missed);
            }
            // The client is gone, and nothing comes any more.
            Err(_) => std::future::pending().await,
        }
    }

    /// An answer, unless the line breaks meanwhile.
    async fn while_here<T>(&self, answer: impl Future<Output = T>) -> Result<T, StoreError> {
        let mut heard = self.heard.clone();
        let missed = heard.borrow_and_update().missed;
        tokio::select! {
            answer = answer => Ok(answer),
            _ = heard.wait_for(|heard| !heard.here && heard.missed != missed) => {
                Err(StoreError::Away)
            }
        }
    }

    /// Appends a message to a subject whose last message has the sequence `expected`; 0: there is
    /// none.
    pub(super) async fn publish(
        &self,
        subject: &str,
        headers: HeaderMap,
        payload: bytes::Bytes,
        expected: u64,
    ) -> Result<Published, StoreError> {
        let mut id = [0; 16];
        getrandom::fill(&mut id).map_err(|error| StoreError::Failed(error.to_string()))?;
        let message = PublishMessage::build()
            .headers(headers)
            .payload(payload)
            .message_id(format!("{:032x}", u128::from_le_bytes(id)))
            .expected_last_subject_sequence(expected);
        self.must_be_here()?;
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let published = async {
                let sent = self
                    .context
                    .send_publish(subject.to_owned(), message.clone());
                sent.await?.await
            };
            match self.while_here(published).await {
                Ok(Ok(ack)) => return Ok(Published::At(ack.sequence)),
                Ok(Err(error)) => match error.kind() {
                    PublishErrorKind::WrongLastSequence => return Ok(Published::Stale),
                    PublishErrorKind::TimedOut => return Err(StoreError::Away),
                    _ => return Err(self.failed(&error)),
                },
                // It may be stored or not: the same message once more, when the server is back.
                Err(_) => {
                    let mut heard = self.heard.clone();
                    let back = timeout_at(until, heard.wait_for(|heard| heard.here)).await;
                    back.map_err(|_| StoreError::Away)?
                        .map_err(|_| StoreError::Stopped)?;
                }
            }
        }
    }

    /// The stream that a room's subject is in.
    fn log(&self, subject: &str) -> Result<&Stream<()>, StoreError> {
        let log = shard_of(subject).and_then(|shard| self.logs.get(shard));
        log.ok_or(StoreError::NoSuchRoom)
    }

    /// A subject's last message.
    pub(super) async fn last(&self, subject: &str) -> Result<Option<StreamMessage>, StoreError> {
        let question = self.log(subject)?.raw_message_builder();
        self.found(question.last_by_subject(subject).send()).await
    }

    /// A subject's first message from a sequence on.
    pub(super) async fn next(
        &self,
        subject: &str,
        sequence: u64,
    ) -> Result<Option<StreamMessage>, StoreError> {
        let question = self.log(subject)?.raw_message_builder();
        let question = question.sequence(sequence).next_by_subject(subject);
        self.found(question.send()).await
    }

    /// The leader is asked, not a copy that may be behind.
    async fn found(
        &self,
        question: impl Future<Output = Result<StreamMessage, stream::RawMessageError>>,
    ) -> Result<Option<StreamMessage>, StoreError> {
        self.must_be_here()?;
        match self.while_here(question).await? {
            Ok(message) => Ok(Some(message)),
            Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// The subjects of all rooms of an owner.
    pub(super) async fn subjects(&self, owner: &str) -> Result<Vec<String>, StoreError> {
        self.must_be_here()?;
        let logs = self.logs.clone().into_iter().enumerate();
        let found = logs.map(|(shard, log)| {
            let filter = format!("{LOG}.{shard}.{owner}.>");
            async move {
                let subjects = log.info_with_subjects(filter).await?;
                let subjects = subjects.map_ok(|(subject, _)| subject);
                subjects.try_collect::<Vec<_>>().await
            }
        });
        let found = futures_util::stream::iter(found).buffer_unordered(STREAMS_AT_ONCE);
        let found: Result<_, stream::InfoError> = self.while_here(found.try_concat()).await?;
        found.map_err(|error| self.failed(&error))
    }

    /// A reader of one room's subject.
    pub(super) async fn consumer(
        &self,
        config: pull::Config,
    ) -> Result<Consumer<pull::Config>, StoreError> {
        self.must_be_here()?;
        let log = self.log(&config.filter_subject)?;
        let made = self.while_here(log.create_consumer(config.clone())).await?;
        made.map_err(|error| self.failed(&error))
    }

    /// Lets a reader go. One that is not heard of for a while goes by itself.
    pub(super) fn forget(&self, consumer: Consumer<pull::Config>) {
        let info = consumer.cached_info();
        let Ok(log) = self.log(&info.config.filter_subject) else {
            return;
        };
        let (log, name) = (log.clone(), info.name.clone());
        tokio::spawn(async move { log.delete_consumer(&name).await });
    }

    /// Removes a subject's messages up to this sequence.
    pub(super) async fn purge(&self, subject: &str, last: u64) -> Result<(), StoreError> {
        self.must_be_here()?;
        let purge = self.log(subject)?.purge().filter(subject);
        let purge = purge.sequence(last + 1);
        let purged = self.while_here(purge.into_future()).await?;
        purged.map(drop).map_err(|error| self.failed(&error))
    }

    pub(super) async fn subscribe(&self, subject: String) -> Result<Subscriber, StoreError> {
        let subscribed = self.client.subscribe(subject).await;
        let subscribed = subscribed.map_err(|error| self.failed(&error))?;
        // What is told from now on must not be missed.
        let flushed = self.client.flush().await;
        flushed.map_err(|error| self.failed(&error))?;
        Ok(subscribed)
    }

    pub(super) async fn settings(&self, subject: &str) -> Result<Option<String>, StoreError> {
        let question = self.settings.raw_message_builder().last_by_subject(subject);
        let Some(message) = self.found(question.send()).await? else {
            return Ok(None);
        };
        let text = String::from_utf8(message.payload.to_vec());
        text.map(Some)
            .map_err(|error| StoreError::Failed(error.to_string()))
    }

    pub(super) async fn save_settings(
        &self,
        subject: String,
        settings: String,
    ) -> Result<(), StoreError> {
        self.must_be_here()?;
        let saved = async { self.context.publish(subject, settings.into()).await?.await };
        let saved = self.while_here(saved).await?;
        saved.map(drop).map_err(|error| self.failed(&error))
    }
}

/// The server's address, and on how many servers its streams lie.
fn parts(url: &str) -> Result<(&str, usize), StoreError> {
    let Some((address, query)) = url.split_once('?') else {
        return Ok((url, 1));
    };
    let replicas = query.strip_prefix("replicas=");
    let replicas = replicas.and_then(|number| number.parse().ok());
    let replicas = replicas.filter(|number| (1..=5).contains(number));
    let wrong = || StoreError::Failed("after the address: ?replicas=1 to ?replicas=5".to_owned());
    Ok((address, replicas.ok_or_else(wrong)?))
}

/// The library's errors say what happened in their causes.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn addresses_may_say_on_how_many_servers() {
        assert_eq!(parts("nats://a:4222"), Ok(("nats://a:4222", 1)));
        assert_eq!(parts("nats://a?replicas=3"), Ok(("nats://a", 3)));
        for wrong in ["nats://a?replicas=0", "nats://a?replicas=6", "nats://a?x=1"] {
            assert!(parts(wrong).is_err(), "{wrong}");
        }
    }
}
