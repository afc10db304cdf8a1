//! The host of the app's games: one thread that owns the desk, the store and the thinking CPUs.
//!
//! Everything else puts inputs into its queue and goes on: nothing is locked, and the window never
//! waits. What the desk wants told goes to the page over the channel that it opened.

#[cfg(test)]
mod tests;
mod thinkers;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tauri::ipc::Channel;
use tauri::{AppHandle, Runtime};
use vierschach_protocol::{ErrorCode, ServerMessage};
use vierschach_session::{ConnectionId, Desk, DeskConfig, Effect, Input, refusal};
use vierschach_thinking::levels;

use crate::error::Error;
use crate::store::{Lock, Store};
use thinkers::Thinkers;

/// Orders that wait for the host's thread.
const QUEUE: usize = 256;

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
    orders: SyncSender<Order>,
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
        let (orders, queue) = mpsc::sync_channel(QUEUE);
        let answers = orders.clone();
        let thread = thread::Builder::new()
            .name("host".to_owned())
            .spawn(move || HostThread::new(app, root, entropy, answers).run(&queue))
            .map_err(Error::Thread)?;
        let thread = Mutex::new(Some(thread));
        Ok(Self { orders, thread })
    }

    /// Puts an order into the queue. Never waits: the window's own thread calls this.
    ///
    /// # Errors
    /// [`ErrorCode::TooFast`] if the queue is full, [`ErrorCode::Internal`] if the thread is gone.
    pub(crate) fn order(&self, order: Order) -> Result<(), ErrorCode> {
        self.orders.try_send(order).map_err(|error| match error {
            TrySendError::Full(_) => ErrorCode::TooFast,
            TrySendError::Disconnected(_) => ErrorCode::Internal,
        })
    }

    /// Ends the thread. What it was writing is written when this returns.
    pub(crate) fn end(&self) {
        // A thread that is gone has ended.
        let _ = self.orders.send(Order::End);
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the host's thread owns.
struct HostThread<R: Runtime> {
    app: AppHandle<R>,
    root: PathBuf,
    entropy: [u8; 32],
    /// `None` before the first page, and while another process has the stores.
    games: Option<Games<R>>,
    thinkers: Thinkers,
    page: Option<(ConnectionId, Channel<ServerMessage>)>,
    pages: u64,
    /// When the desk wants a tick.
    alarm: Option<Instant>,
}

/// The games of this device, as long as this process alone has them.
struct Games<R: Runtime> {
    desk: Desk,
    store: Store<R>,
    _lock: Lock,
}

impl<R: Runtime> HostThread<R> {
    fn new(
        app: AppHandle<R>,
        root: PathBuf,
        entropy: [u8; 32],
        answers: SyncSender<Order>,
    ) -> Self {
        Self {
            app,
            root,
            entropy,
            games: None,
            thinkers: Thinkers::new(answers),
            page: None,
            pages: 0,
            alarm: None,
        }
    }

    fn run(mut self, queue: &Receiver<Order>) {
        loop {
            let order = match self.alarm {
                None => queue.recv().map_err(RecvTimeoutError::from),
                Some(at) => queue.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match order {
                Ok(Order::Connect(channel)) => self.connect(channel),
                Ok(Order::Receive(text)) => self.receive(text),
                Ok(Order::Cpu(input)) => self.handle(input),
                Err(RecvTimeoutError::Timeout) => {
                    self.alarm = None;
                    self.handle(Input::Tick);
                }
                Ok(Order::End) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // Nobody looks any more: clocks are kept as they stand.
        if let Some((page, _)) = self.page.take() {
            self.handle(Input::Disconnected(page));
        }
        self.thinkers.stop_all();
    }

    /// Takes the stores, unless another process has them.
    fn open(&mut self) {
        if self.games.is_some() {
            return;
        }
        let Some(lock) = Lock::take(&self.root) else {
            return;
        };
        let (store, stored) = Store::open(self.app.clone(), self.root.clone());
        let config = DeskConfig {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            levels: levels(),
            entropy: self.entropy,
        };
        self.games = Some(Games {
            desk: Desk::new(config, stored),
            store,
            _lock: lock,
        });
    }

    fn receive(&mut self, text: String) {
        let Some((connection, channel)) = &self.page else {
            return;
        };
        if self.games.is_some() {
            let connection = *connection;
            self.handle(Input::Received { connection, text });
        } else {
            let _ = channel.send(refusal(&text, ErrorCode::AlreadyOpen));
        }
    }

    /// The newest page is the only one: its forerunner is gone with its channel.
    fn connect(&mut self, channel: Channel<ServerMessage>) {
        self.open();
        self.pages += 1;
        let connection = ConnectionId(self.pages);
        if let Some((gone, _)) = self.page.replace((connection, channel)) {
            self.handle(Input::Disconnected(gone));
        }
        self.handle(Input::Connected(connection));
    }

    /// Hands an input to the desk and does what it wants, until it wants no more.
    fn handle(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(games) = &mut self.games
            && let Some(input) = inputs.pop_front()
        {
            for effect in games.desk.handle(now(), input) {
                inputs.extend(self.carry_out(effect));
            }
        }
    }

    /// Carries out an effect; returns what the desk is to hear of it.
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
                let store = &mut self.games.as_mut()?.store;
                let answer = store.perform(job);
                if let Err(error) = &answer {
                    eprintln!("vierschach: {error}");
                }
                let answer = answer.ok();
                return Some(Input::Stored { ticket, answer });
            }
            Effect::AskCpu(task) => return self.thinkers.ask(*task),
            Effect::Analyse(task) => return self.thinkers.analyse(*task),
            Effect::CancelCpu(token) | Effect::CancelAnalysis(token) => self.thinkers.stop(token),
            Effect::WakeAt(at) => {
                let wait = at.map(|at| Duration::from_millis(at.saturating_sub(now())));
                self.alarm = wait.map(|wait| Instant::now() + wait);
            }
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
