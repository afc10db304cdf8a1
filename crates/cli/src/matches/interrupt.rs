//! Ctrl-C in a match: the sum so far is told before the end.

use std::future::poll_fn;
use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::thread;

use tokio::runtime::Builder;
use tokio::signal;

use crate::error::INTERRUPTED;

/// Whether Ctrl-C was pressed.
#[derive(Clone, Debug)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on. Who presses again ends the program at once.
    ///
    /// # Errors
    /// The system lets nobody listen.
    pub(super) fn listen() -> io::Result<Interrupt> {
        let pressed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&pressed);
        let runtime = Builder::new_current_thread().enable_io().build()?;
        let mut first = Box::pin(signal::ctrl_c());
        // The first look at it begins to listen.
        let look = poll_fn(|context| Poll::Ready(first.as_mut().poll(context)));
        if let Poll::Ready(failed) = runtime.block_on(look) {
            failed?;
        }
        thread::spawn(move || {
            runtime.block_on(async {
                if first.await.is_ok() {
                    flag.store(true, Ordering::Relaxed);
                }
                if signal::ctrl_c().await.is_ok() {
                    process::exit(INTERRUPTED.into());
                }
            });
        });
        Ok(Interrupt(pressed))
    }

    /// Whether it is time to end.
    pub(super) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What ends a search as well.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}
