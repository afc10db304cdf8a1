//! The host of the app's games: one thread that owns the desk, the store and the thinking CPUs.
//!
//! Everything else puts inputs into its queue and goes on: nothing is locked, and the window never
//! waits. What the desk wants told goes to the page over the channel that it opened.

#[cfg(test)]
mod tests;
mod thinkers;

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use tauri::ipc::Channel;
use tauri::{AppHandle, Runtime};
use vierschach_cpu::Level;
use vierschach_protocol::ServerMessage;
use vierschach_session::{ConnectionId, Desk, DeskConfig, Effect, Input};

use crate::error::Error;
use crate::store::Store;
use thinkers::Thinkers;

/// What is put into the host's queue.
pub(crate) enum Order {
    /// The page, or a page that was loaded anew, listens on this channel.
    Connect(Channel<ServerMessage>),
    /// The page sent a request, as JSON.
    Receive(String),
    /// A CPU has something to say.
    Cpu(Input),
    /// The app ends.
    End,
}

/// The host as the rest of the app sees it.
pub(crate) struct Host {
    orders: Sender<Order>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Host {
    /// Starts the host's thread on what is kept below `root`.
    ///
    /// # Errors
    /// When the system has neither entropy nor a thread to give.
    pub(crate) fn start<R: Runtime>(app: AppHandle<R>, root: PathBuf) -> Result<Self, Error> {
        let mut entropy = [0; 32];
        getrandom::fill(&mut entropy).map_err(Error::Entropy)?;
        let (orders, queue) = mpsc::channel();
        let answers = orders.clone();
        let thread = thread::Builder::new()
            .name("host".to_owned())
            .spawn(move || HostThread::open(app, root, entropy, answers).run(&queue))
            .map_err(Error::Thread)?;
        let thread = Mutex::new(Some(thread));
        Ok(Self { orders, thread })
    }

    /// Puts an order into the queue. After the end of the app it goes nowhere.
    pub(crate) fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }

    /// Ends the thread. What it was writing is written when this returns.
    pub(crate) fn end(&self) {
        self.order(Order::End);
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the host's thread owns.
struct HostThread<R: Runtime> {
    desk: Desk,
    store: Store<R>,
    thinkers: Thinkers,
    page: Option<(ConnectionId, Channel<ServerMessage>)>,
    pages: u64,
}

impl<R: Runtime> HostThread<R> {
    fn open(app: AppHandle<R>, root: PathBuf, entropy: [u8; 32], answers: Sender<Order>) -> Self {
        let (store, stored) = Store::open(app, root);
        let config = DeskConfig {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            levels: Level::ALL.map(Level::number).to_vec(),
            entropy,
        };
        Self {
            desk: Desk::new(config, stored),
            store,
            thinkers: Thinkers::new(answers),
            page: None,
            pages: 0,
        }
    }

    fn run(mut self, queue: &Receiver<Order>) {
        for order in queue {
            match order {
                Order::Connect(channel) => self.connect(channel),
                Order::Receive(text) => {
                    if let Some((connection, _)) = self.page {
                        self.handle(Input::Received { connection, text });
                    }
                }
                Order::Cpu(input) => self.handle(input),
                Order::End => break,
            }
        }
        self.thinkers.stop_all();
    }

    /// The newest page is the only one: its forerunner is gone with its channel.
    fn connect(&mut self, channel: Channel<ServerMessage>) {
        self.pages += 1;
        let connection = ConnectionId(self.pages);
        if let Some((gone, _)) = self.page.replace((connection, channel)) {
            self.handle(Input::Disconnected(gone));
        }
        self.handle(Input::Connected(connection));
    }

    /// Hands an input to the desk and does what it wants, until it wants no more.
    fn handle(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            for effect in self.desk.handle(now(), input) {
                if let Some(answer) = self.carry_out(effect) {
                    next = Some(answer);
                }
            }
        }
    }

    /// Carries out an effect; returns the answer of the store if it was a job. The desk never
    /// wants two jobs at a time.
    fn carry_out(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Send { to, message } => {
                if let Some((page, channel)) = &self.page
                    && *page == to
                {
                    // A page that is gone hears nothing; the next one asks for all it needs.
                    let _ = channel.send(*message);
                }
            }
            Effect::Store { ticket, job } => {
                let answer = self.store.perform(job);
                if let Err(error) = &answer {
                    eprintln!("vierschach: {error}");
                }
                let answer = answer.ok();
                return Some(Input::Stored { ticket, answer });
            }
            Effect::AskCpu(task) => self.thinkers.ask(*task),
            Effect::CancelCpu(token) => self.thinkers.stop(token),
            Effect::CannotReplay { game, error } => {
                eprintln!("vierschach: game {}: {error}", game.0);
            }
        }
        None
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}
