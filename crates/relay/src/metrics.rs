//! Figures for the operator, in the format that Prometheus reads. They name no device, no room and
//! no address.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use vierschach_protocol::GameId;

use crate::store::{Log, Owner, Reply, Room, RoomLog, StoreError, Tip, Watch};

/// Upper bounds of how long an append takes, in seconds.
const APPEND_SECONDS: [f64; 10] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5,
];

/// What is counted and measured.
pub(crate) struct Metrics {
    registry: Registry,
    /// Attempts to enter a room that were over the limit of their address.
    pub(crate) refused_guesses: Counter,
    /// Open sockets.
    pub(crate) sockets: Gauge,
    /// Desks in use.
    pub(crate) desks: Gauge,
    /// Rooms in use.
    pub(crate) rooms: Gauge,
    /// Moves and analyses that wait for a thread.
    pub(crate) cpu_queue: Gauge,
    appends: Histogram,
    failed_appends: Family<Reason, Counter>,
}

/// Why an append failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reason {
    reason: &'static str,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("vierschach");
        let refused_guesses = Counter::default();
        let (sockets, desks) = (Gauge::default(), Gauge::default());
        let (rooms, cpu_queue) = (Gauge::default(), Gauge::default());
        let appends = Histogram::new(APPEND_SECONDS);
        let failed_appends = Family::default();
        registry.register("sockets", "Open sockets", sockets.clone());
        registry.register("desks", "Devices' desks in use", desks.clone());
        registry.register("rooms", "Rooms of friends in use", rooms.clone());
        registry.register(
            "refused_guesses",
            "Attempts to enter a room that were over the limit of their address",
            refused_guesses.clone(),
        );
        registry.register(
            "cpu_queue",
            "Moves and analyses that wait for a thread",
            cpu_queue.clone(),
        );
        registry.register_with_unit(
            "append",
            "Time from asking for an append until it is kept",
            Unit::Seconds,
            appends.clone(),
        );
        registry.register(
            "failed_appends",
            "Appends that were not kept",
            failed_appends.clone(),
        );
        Metrics {
            registry,
            refused_guesses,
            sockets,
            desks,
            rooms,
            cpu_queue,
            appends,
            failed_appends,
        }
    }

    /// All figures as text.
    pub(crate) fn to_text(&self) -> Result<String, fmt::Error> {
        let mut all = String::new();
        text::encode(&mut all, &self.registry)?;
        Ok(all)
    }

    fn appended(&self, took: Duration, result: &Result<(), StoreError>) {
        match result {
            Ok(()) => self.appends.observe(took.as_secs_f64()),
            Err(error) => {
                let reason = reason(error);
                self.failed_appends.get_or_create(&Reason { reason }).inc();
            }
        }
    }
}

/// An error's name as a label.
fn reason(error: &StoreError) -> &'static str {
    match error {
        StoreError::NoSuchRoom => "no-such-room",
        StoreError::Exists => "exists",
        StoreError::Conflict { .. } => "conflict",
        StoreError::Full => "full",
        StoreError::Away => "away",
        StoreError::Stopped => "stopped",
        StoreError::Newer { .. } | StoreError::InUse { .. } | StoreError::Failed(_) => "failed",
    }
}

/// A store whose appends are measured.
pub(crate) struct Measured {
    log: Arc<dyn RoomLog>,
    metrics: Arc<Metrics>,
}

impl Measured {
    pub(crate) fn new(log: Arc<dyn RoomLog>, metrics: Arc<Metrics>) -> Measured {
        Measured { log, metrics }
    }
}

impl RoomLog for Measured {
    fn append(
        &self,
        owner: &Owner,
        room: &GameId,
        expected_last: u32,
        entry: String,
        snapshot: String,
    ) -> Reply<'_, ()> {
        let asked = Instant::now();
        let reply = self.log.append(owner, room, expected_last, entry, snapshot);
        Box::pin(async move {
            let result = reply.await;
            self.metrics.appended(asked.elapsed(), &result);
            result
        })
    }

    fn list(&self, owner: &Owner) -> Reply<'_, Vec<Room>> {
        self.log.list(owner)
    }

    fn restore(&self, owner: &Owner, room: Room, entries: Vec<String>) -> Reply<'_, ()> {
        self.log.restore(owner, room, entries)
    }

    fn checkpoint(&self, owner: &Owner, room: &GameId, snapshot: String) -> Reply<'_, ()> {
        self.log.checkpoint(owner, room, snapshot)
    }

    fn header(&self, owner: &Owner, room: &GameId) -> Reply<'_, String> {
        self.log.header(owner, room)
    }

    fn tip(&self, owner: &Owner, room: &GameId) -> Reply<'_, Tip> {
        self.log.tip(owner, room)
    }

    fn read(&self, owner: &Owner, room: &GameId) -> Reply<'_, Log> {
        self.log.read(owner, room)
    }

    fn read_after(&self, owner: &Owner, room: &GameId, number: u32) -> Reply<'_, Vec<String>> {
        self.log.read_after(owner, room, number)
    }

    fn watch(&self, owner: &Owner, room: &GameId) -> Reply<'_, Watch> {
        self.log.watch(owner, room)
    }

    fn idle(&self, owner: &Owner, before: u64) -> Reply<'_, Vec<Tip>> {
        self.log.idle(owner, before)
    }

    fn delete(&self, owner: &Owner, room: &GameId, expected_last: Option<u32>) -> Reply<'_, ()> {
        self.log.delete(owner, room, expected_last)
    }

    fn settings(&self, owner: &Owner) -> Reply<'_, Option<String>> {
        self.log.settings(owner)
    }

    fn save_settings(&self, owner: &Owner, settings: String) -> Reply<'_, ()> {
        self.log.save_settings(owner, settings)
    }
}
