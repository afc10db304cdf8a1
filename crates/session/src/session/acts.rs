//! What was done in a game and not taken back, as notations have it.

use vierschach_engine::pgn4::{Action, Start};

use super::Session;
use crate::Act;

impl Session {
    /// Where the game started.
    pub(crate) fn pgn4_start(&self) -> Start {
        match &self.header.start {
            Some(fen4) => Start::Fen4(fen4.clone()),
            None => Start::Setup(self.header.first),
        }
    }

    /// The moves, resignations, time-outs and claims of the line, in order.
    pub(crate) fn acts(&self) -> Vec<Action> {
        let entries = self.events.iter().filter_map(|event| {
            let index = usize::try_from(event.number).ok()?.checked_sub(1)?;
            self.entries.get(index)
        });
        let acts = entries.filter_map(|entry| match entry.act {
            // A move that the host made in somebody's place is a move like any other.
            Act::Move(mv) | Act::HostMove(mv) => Some(Action::Move(mv)),
            Act::Resign(color) => Some(Action::Resign(color)),
            Act::TimeOut(color) => Some(Action::TimeOut(color)),
            Act::Claim(color) => Some(Action::Claim(color)),
            // Who plays a seat is no part of a notation.
            Act::Seat(..) | Act::TakeBack { .. } => None,
        });
        acts.collect()
    }
}
