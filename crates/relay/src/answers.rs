//! CPUs at work for a desk or a room, and the way of their answers back.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;
use vierschach_session::{Input, Token};
use vierschach_thinking::Urgency;

use crate::cpu::Report;

/// Answers of CPUs that wait for a desk. A task is begun only where its answer has room already, so
/// that no CPU waits for a desk; what it tells on the way may take half of the room.
pub(crate) const ANSWERS: usize = 64;

/// The flags of CPUs at work. Dropping them stops all.
#[derive(Default)]
pub(crate) struct Thinking(HashMap<Token, Arc<AtomicBool>>);

impl Thinking {
    /// Keeps the flag of a CPU that was asked; gives what is to be said if it could not be.
    pub(crate) fn begin(
        &mut self,
        token: Token,
        asked: Option<Arc<AtomicBool>>,
        refused: Input,
    ) -> Option<Input> {
        let Some(stop) = asked else {
            return Some(refused);
        };
        self.0.insert(token, stop);
        None
    }

    /// A CPU has answered.
    pub(crate) fn end(&mut self, token: Token) {
        self.0.remove(&token);
    }

    /// Stops a CPU whose answer is no longer wanted.
    pub(crate) fn stop(&mut self, token: Token) {
        if let Some(flag) = self.0.remove(&token) {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        for flag in self.0.values() {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

/// The way of one CPU's answers to a desk, on which it never waits; `None`: there is no room.
pub(crate) fn report(answers: &mpsc::Sender<Input>) -> Option<Report> {
    let answers = answers.clone();
    let room = Cell::new(Some(answers.clone().try_reserve_owned().ok()?));
    Some(Box::new(move |input, urgency| match urgency {
        // A desk that is gone needs no answer.
        Urgency::MustArrive => drop(room.take().map(|room| room.send(input))),
        Urgency::MayBeLost if answers.capacity() > ANSWERS / 2 => {
            let _ = answers.try_send(input);
        }
        Urgency::MayBeLost => {}
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinking(depth: u8) -> Input {
        Input::Thinking {
            token: Token(1),
            depth,
            nodes: 0,
            fraction: 0.0,
        }
    }

    #[test]
    fn a_cpu_never_waits_for_a_desk_and_its_answer_arrives() {
        let (answers, mut answered) = mpsc::channel(ANSWERS);
        let first = report(&answers).unwrap();
        // Nobody takes anything.
        for depth in 0..200 {
            first(thinking(depth), Urgency::MayBeLost);
        }
        let others: Vec<_> = std::iter::from_fn(|| report(&answers)).collect();
        assert!(others.len() >= ANSWERS / 4, "{}", others.len());
        for other in others {
            other(Input::CpuFailed(Token(2)), Urgency::MustArrive);
        }
        first(Input::CpuFailed(Token(1)), Urgency::MustArrive);
        first(Input::CpuFailed(Token(1)), Urgency::MustArrive);
        let mut last = None;
        let mut arrived = 0;
        while let Ok(input) = answered.try_recv() {
            arrived += 1;
            last = Some(input);
        }
        assert_eq!(arrived, ANSWERS);
        assert!(matches!(last, Some(Input::CpuFailed(Token(1)))));
    }
}
