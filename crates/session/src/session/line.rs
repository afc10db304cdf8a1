//! The line of a game: what its entries do, one after the other, and going back along it.

use vierschach_engine::{Color, Error, Game, Report};
use vierschach_protocol::{ErrorCode, Event, Now};

use super::{Session, Step};
use crate::{Act, Entry, Refusal, wire};

/// So many events lie between two marks: going back plays no more than these again.
const MARK_EVERY: usize = 32;

/// A state of the line, from which the ones after it are found again by playing on.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// How many events of the line lead to it.
    events: usize,
    pub(super) game: Game,
    round: u32,
}

impl Mark {
    pub(super) fn beginning(game: &Game) -> Mark {
        Mark {
            events: 0,
            game: game.clone(),
            round: 1,
        }
    }
}

/// Why an act is no step.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error(transparent)]
    Rules(#[from] Error),
    #[error("there is nothing to be taken back after entry {0}")]
    Nowhere(u32),
    #[error("the engine's report lacks what an event must say")]
    Report,
}

impl Session {
    /// Judges an act by the rules; `now` is the time in milliseconds since 1970.
    ///
    /// # Errors
    /// [`ErrorCode::GameOver`], [`ErrorCode::IllegalMove`]; [`ErrorCode::NotNow`] for a takeback
    /// to where the game never was; [`ErrorCode::Internal`] when the engine tells less about the
    /// act than an event must say.
    pub fn consider(&self, act: Act, now: u64) -> Result<Step, Refusal> {
        self.step(act, now).map_err(|fault| {
            Refusal(match fault {
                Fault::Rules(Error::GameOver) => ErrorCode::GameOver,
                Fault::Rules(_) => ErrorCode::IllegalMove,
                Fault::Nowhere(_) => ErrorCode::NotNow,
                Fault::Report => ErrorCode::Internal,
            })
        })
    }

    pub(super) fn step(&self, act: Act, at: u64) -> Result<Step, Fault> {
        let number = self.number() + 1;
        let (game, round, event) = match act {
            Act::TakeBack { to } => {
                let kept = self.kept(to).ok_or(Fault::Nowhere(to))?;
                let (game, round) = self.rewound(kept)?;
                (game, round, None)
            }
            Act::Seat(color, player) => {
                let event = wire::seat_event(number, self.round, color, player, &self.game);
                (self.game.clone(), self.round, Some(event))
            }
            Act::Move(_) | Act::HostMove(_) | Act::Resign(_) | Act::TimeOut(_) | Act::Claim(_) => {
                let mut game = self.game.clone();
                let report = play(&mut game, act)?;
                let event = wire::event(number, self.round, act, &self.game, &game, &report);
                let event = event.ok_or(Fault::Report)?;
                let round = self.round + rounds(self.game.turn(), &game, act);
                (game, round, Some(event))
            }
        };
        let hash = game.hash();
        Ok(Step {
            entry: Entry {
                number,
                act,
                hash,
                at,
            },
            game,
            round,
            event,
        })
    }

    /// Takes a step that was considered in the present state, and gives its event; `None` when it
    /// took moves back, which is no event but changes all that was told.
    pub fn commit(&mut self, step: Step) -> Option<&Event> {
        let Step {
            entry,
            game,
            round,
            event,
        } = step;
        let Entry {
            number, act, at, ..
        } = entry;
        debug_assert_eq!(number, self.number() + 1);
        match act {
            Act::TakeBack { to } => {
                self.events.truncate(self.events_up_to(to));
                let kept = self.events.len();
                self.marks.retain(|mark| mark.events <= kept);
                self.own_moves.retain(|(_, number)| *number <= to);
                self.takebacks = self.takebacks.saturating_add(1);
            }
            Act::Seat(color, player) => self.seats[color.index()].player = player,
            Act::Move(_) | Act::HostMove(_) => {
                let mover = self.game.turn().filter(|mover| self.is_person(*mover));
                let mover = mover.filter(|_| !self.game.chance_moves());
                self.own_moves.extend(mover.map(|mover| (mover, number)));
            }
            Act::Resign(_) | Act::TimeOut(_) | Act::Claim(_) => {}
        }
        self.game = game;
        self.round = round;
        self.updated = at;
        self.entries.push(entry);
        self.events.push(event?);
        if self.events.len().is_multiple_of(MARK_EVERY) {
            self.marks.push(Mark {
                events: self.events.len(),
                game: self.game.clone(),
                round,
            });
        }
        self.events.last()
    }

    /// The game as it stood after the event of a number, or after the last one before that number
    /// that was not taken back; `None` for a number that is still to come.
    pub fn at(&self, number: u32) -> Option<Game> {
        if number > self.number() {
            return None;
        }
        let (game, _) = self.rewound(self.events_up_to(number)).ok()?;
        Some(game)
    }

    /// The events after number `since`, each with how things stood after it.
    ///
    /// `None` when there is no event of that number, and when something was taken back since.
    pub fn events_since(&self, since: u32) -> Option<Vec<(Event, Now)>> {
        self.told_since(since, None)
    }

    /// [`Session::events_since`] for those who play these colours; `None`: all people do.
    pub(crate) fn told_since(
        &self,
        since: u32,
        colors: Option<[bool; 4]>,
    ) -> Option<Vec<(Event, Now)>> {
        let known = usize::try_from(since).ok()?;
        let missed = self.entries.get(known..)?;
        let back = |entry: &Entry| matches!(entry.act, Act::TakeBack { .. });
        if missed.iter().any(back) {
            return None;
        }
        let mut then = self.as_after(since)?;
        let mut events = Vec::with_capacity(missed.len());
        for entry in missed {
            let step = then.step(entry.act, entry.at).ok()?;
            let event = then.commit(step)?.clone();
            let now = match colors {
                Some(colors) => then.standing(colors).told_to(colors),
                None => then.now(),
            };
            events.push((event, now));
        }
        Some(events)
    }

    /// This session before the entries after number `since`, of which none takes anything back.
    fn as_after(&self, since: u32) -> Option<Session> {
        let entries = self.entries.get(..usize::try_from(since).ok()?)?;
        let kept = self.events_up_to(since);
        let (game, round) = self.rewound(kept).ok()?;
        let own_moves = self.own_moves.iter();
        let mut seats = self.header.seats.clone();
        for entry in entries {
            if let Act::Seat(color, player) = entry.act {
                seats[color.index()].player = player;
            }
        }
        let marks = self.marks.iter();
        Some(Session {
            header: self.header.clone(),
            seats,
            game,
            round,
            entries: entries.to_vec(),
            events: self.events[..kept].to_vec(),
            marks: marks.filter(|mark| mark.events <= kept).cloned().collect(),
            own_moves: own_moves
                .copied()
                .filter(|(_, number)| *number <= since)
                .collect(),
            takebacks: self.takebacks,
            updated: entries.last().map_or(self.header.created, |entry| entry.at),
        })
    }

    /// How many events of the line have a number up to this one.
    pub(super) fn events_up_to(&self, number: u32) -> usize {
        self.events.partition_point(|event| event.number <= number)
    }

    /// How many events a takeback to this number keeps; `None` where it takes nothing back, or
    /// where the line has no such event.
    fn kept(&self, to: u32) -> Option<usize> {
        let kept = self.events_up_to(to);
        let last = self.events[..kept].last().map_or(0, |event| event.number);
        (last == to && kept < self.events.len()).then_some(kept)
    }

    /// The state after the first so many events of the line.
    fn rewound(&self, events: usize) -> Result<(Game, u32), Fault> {
        if events == self.events.len() {
            return Ok((self.game.clone(), self.round));
        }
        let mut marks = self.marks.iter().rev();
        let mark = marks.find(|mark| mark.events <= events);
        let mark = mark.ok_or(Fault::Report)?;
        let (mut game, mut round) = (mark.game.clone(), mark.round);
        for event in &self.events[mark.events..events] {
            let index = event.number as usize - 1;
            let act = self.entries[index].act;
            if matches!(act, Act::Seat(..)) {
                continue;
            }
            let turn = game.turn();
            play(&mut game, act)?;
            round += rounds(turn, &game, act);
        }
        Ok((game, round))
    }
}

/// Does an act of the engine's.
fn play(game: &mut Game, act: Act) -> Result<Report, Fault> {
    Ok(match act {
        Act::Move(mv) | Act::HostMove(mv) => game.play(mv)?,
        Act::Resign(color) => game.resign(color)?,
        Act::TimeOut(color) => game.time_out(color)?,
        Act::Claim(color) => game.claim(color)?,
        Act::TakeBack { .. } | Act::Seat(..) => return Err(Fault::Report),
    })
}

/// How often the first player's turn came round when an act led from somebody's turn to the
/// present state: 0 or 1.
fn rounds(from: Option<Color>, after: &Game, act: Act) -> u32 {
    let (Some(from), Some(to)) = (from, after.turn()) else {
        return 0;
    };
    if from == to && !matches!(act, Act::Move(_) | Act::HostMove(_)) {
        return 0;
    }
    let mut seat = from;
    loop {
        seat = seat.next();
        if seat == after.first() {
            return 1;
        }
        if seat == to {
            return 0;
        }
    }
}
