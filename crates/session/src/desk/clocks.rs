//! Who looks at a game, and the clocks that run while somebody does.

use vierschach_engine::TimeOut;
use vierschach_protocol::{Clock, GameId, GameView, Now, ServerMessage};

use super::{ConnectionId, Desk, Effect, Job, Kept, Open, Table, Then};
use crate::clock::{Turn, TurnClock, turn_of};
use crate::{Act, Next, Session, Snapshot};

/// The level of the CPU that moves for a player whose time ran out.
const HOST_LEVEL: u8 = 2;

/// A kill of the program gives a player back no more than this, in milliseconds.
const UNSAVED: u32 = 10_000;

impl Open {
    /// An open game, with what the player to move has thought already.
    pub(super) fn new(table: Table, kept: Option<&Kept>) -> Open {
        let clock = match &table {
            Table::Live(session) => {
                let kept = kept.map(|kept| &kept.snapshot);
                let kept = kept.filter(|kept| kept.number == session.number());
                TurnClock::of(session, kept.and_then(|kept| kept.thought))
            }
            Table::ReadOnly => None,
        };
        let saved = clock.as_ref().map_or(0, |clock| clock.clock.thought());
        Open {
            table,
            clock,
            saved,
            thinking: None,
            for_player: false,
            stalled: false,
        }
    }

    /// Sets the clock for the turn that the session is at, unless it is that turn's already.
    pub(super) fn set_clock(&mut self) {
        let Table::Live(session) = &self.table else {
            return;
        };
        let turn = turn_of(session);
        if self.clock.as_ref().is_none_or(|clock| clock.turn != turn) {
            self.clock = TurnClock::of(session, None);
            self.saved = 0;
        }
    }

    /// What the player of this turn has thought, if that is worth keeping.
    pub(super) fn thought(&self, turn: Turn) -> Option<u32> {
        let clock = self.clock.as_ref().filter(|clock| clock.turn == turn)?;
        Some(clock.clock.thought()).filter(|thought| *thought > 0)
    }

    /// The clock as screens see it: a person's.
    fn clock_view(&self) -> Option<Clock> {
        let Table::Live(session) = &self.table else {
            return None;
        };
        let person = matches!(session.next(), Next::Person(_));
        let clock = self.clock.as_ref().filter(|_| person)?;
        Some(clock.clock.view())
    }

    /// Whether the time of the person to move has run out.
    pub(super) fn is_out_of_time(&self) -> bool {
        self.clock_view().is_some_and(|clock| clock.left == 0)
    }

    fn is_running(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.clock.is_running())
    }
}

impl Desk {
    /// Whether a screen that shows the game is in sight.
    pub(super) fn is_looked_at(&self, game: &GameId) -> bool {
        let mut connections = self.connections.values();
        connections.any(|screen| screen.shows.as_ref() == Some(game) && !screen.away)
    }

    /// A screen went out of sight or came back.
    pub(super) fn set_away(&mut self, now: u64, screen: ConnectionId, away: bool) {
        let Some(connection) = self.connections.get_mut(&screen) else {
            return;
        };
        connection.away = away;
        let shows = connection.shows.clone();
        if away {
            self.rest_analysis(screen);
        }
        if let Some(game) = shows {
            self.look_again(now, &game);
        }
    }

    /// After a screen began or ceased to look at a game: it rests while nobody does.
    pub(super) fn look_again(&mut self, now: u64, game: &GameId) {
        if self.is_looked_at(game) {
            if self.start_clock(now, game) {
                self.tell_clock(game, None);
            }
            self.advance(now, game);
            return;
        }
        let is_watched = self.is_watched(game);
        let Some(open) = self.open.get_mut(game) else {
            return;
        };
        open.for_player = false;
        let thinking = open.thinking.take().map(Effect::CancelCpu);
        self.effects.extend(thinking);
        let stopped = open.is_running();
        if let Some(clock) = &mut open.clock {
            clock.clock.stop();
        }
        self.save_clock(game);
        if !is_watched {
            self.open.remove(game);
        } else if stopped {
            self.tell_clock(game, None);
        }
    }

    /// Lets the clock of a person's turn run while somebody looks; whether it ran not before.
    pub(super) fn start_clock(&mut self, now: u64, game: &GameId) -> bool {
        if !self.is_looked_at(game) {
            return false;
        }
        let Some(open) = self.open.get_mut(game) else {
            return false;
        };
        open.set_clock();
        let view = open.clock_view();
        let Some(clock) = &mut open.clock else {
            return false;
        };
        match view {
            Some(Clock { running, .. }) => {
                clock.clock.start(now);
                !running && clock.clock.is_running()
            }
            // A CPU took the seat over.
            None => {
                clock.clock.stop();
                false
            }
        }
    }

    /// Charges what has passed, and does what the rules say where time has run out.
    pub(super) fn run_clocks(&mut self, now: u64) {
        let running = self.open.iter_mut().filter(|(_, open)| open.is_running());
        let mut seen = Vec::new();
        for (game, open) in running {
            if let Some(clock) = &mut open.clock {
                clock.clock.charge(now);
                let unsaved = clock.clock.thought() - open.saved;
                seen.push((game.clone(), clock.clock.is_out(), unsaved >= UNSAVED));
            }
        }
        for (game, is_out, is_unsaved) in seen {
            if is_out {
                self.tell_clock(&game, None);
                self.advance(now, &game);
            } else if is_unsaved {
                self.save_clock(&game);
            }
        }
    }

    /// What the host does for a person whose time has run out.
    pub(super) fn run_out(&mut self, now: u64, game: &GameId, who: vierschach_engine::Color) {
        let Some(session) = self.session(game) else {
            return;
        };
        match session.header().rules.time_out {
            TimeOut::HostMoves => {
                let seed = session.cpu_seed();
                let levels = self.config.levels.iter().copied();
                let level = levels.filter(|level| *level <= HOST_LEVEL).max();
                let level = level.unwrap_or(HOST_LEVEL);
                self.ask_cpu(game, who, level, seed);
                if let Some(open) = self.open.get_mut(game) {
                    open.for_player = true;
                }
            }
            TimeOut::Resigns => match session.consider(Act::TimeOut(who), now) {
                Ok(step) => self.append(None, game, step),
                Err(crate::Refusal(code)) => self.stall(game, code),
            },
        }
    }

    /// When the next clock wants to be looked at.
    pub(super) fn due(&self) -> Option<u64> {
        let clocks = self.open.values().filter_map(|open| open.clock.as_ref());
        clocks.filter_map(|clock| clock.clock.due()).min()
    }

    /// The clock of the person to move in an open game.
    pub(super) fn clock_of(&self, game: &GameId) -> Option<Clock> {
        self.open.get(game).and_then(Open::clock_view)
    }

    /// How things stand in an open game, its clock included.
    pub(super) fn now_of(&self, game: &GameId, session: &Session) -> Now {
        Now {
            clock: self.clock_of(game),
            ..session.now()
        }
    }

    /// The whole of an open game, its clock included.
    pub(super) fn view_of(&self, game: &GameId, session: &Session) -> GameView {
        let mut view = session.view(game);
        view.now.clock = self.clock_of(game);
        view
    }

    /// Tells how the clock of a game stands to the screens that show it, but for one.
    pub(super) fn tell_clock(&mut self, game: &GameId, but: Option<ConnectionId>) {
        let Some(clock) = self.clock_of(game) else {
            return;
        };
        for watcher in self.watchers(game) {
            if Some(watcher) != but {
                let game = game.clone();
                self.send(watcher, ServerMessage::Clock { game, clock });
            }
        }
    }

    /// Has kept what the player to move has thought, where the store does not know it yet.
    fn save_clock(&mut self, game: &GameId) {
        let (Some(open), Some(kept)) = (self.open.get_mut(game), self.kept.get_mut(game)) else {
            return;
        };
        let Some(clock) = &open.clock else {
            return;
        };
        let thought = clock.clock.thought();
        if open.saved == thought {
            return;
        }
        open.saved = thought;
        kept.snapshot.thought = Some(thought);
        let job = checkpoint(game, &kept.snapshot);
        self.ask_store(job, Then::Checkpointed);
    }
}

/// The job that keeps a snapshot by itself.
pub(super) fn checkpoint(game: &GameId, snapshot: &Snapshot) -> Job {
    Job::Checkpoint {
        game: game.clone(),
        snapshot: snapshot.to_text(),
    }
}
