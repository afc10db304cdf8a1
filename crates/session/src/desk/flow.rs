//! What follows when a job is done, a CPU has answered, or a screen opens a game.

use vierschach_engine::{Color, Move};
use vierschach_protocol::{ErrorCode, GameId, Problem, ServerMessage, Settings, StoredItem};

use super::{
    Answer, Asker, ConnectionId, CpuTask, Desk, Effect, Job, Kept, Open, Table, Then, Ticket,
    Token, Waiting, problem,
};
use crate::refuse::refused;
use crate::{Act, Entry, Header, LogError, Next, Refusal, Session, Snapshot, Step, wire};

/// A client that missed more events than this gets a snapshot instead.
const MAX_EVENTS_MISSED: u32 = 40;

impl Desk {
    pub(super) fn ask_store(&mut self, job: Job, then: Then) {
        self.jobs.push_back((job, then));
        self.next_job();
    }

    /// Has the next job done, if none is under way.
    pub(super) fn next_job(&mut self) {
        if self.waiting.is_none()
            && let Some((job, then)) = self.jobs.pop_front()
        {
            let ticket = Ticket(self.count());
            self.waiting = Some(Waiting { ticket, then });
            self.effects.push(Effect::Store { ticket, job });
        }
    }

    /// Has a step written down; it is taken when that is done.
    pub(super) fn append(&mut self, asker: Option<Asker>, game: &GameId, step: Step) {
        let Some(session) = self.session(game) else {
            return;
        };
        let thought = self
            .open
            .get(game)
            .and_then(|open| open.thought(step.turn()));
        let snapshot = Snapshot {
            thought,
            ..session.snapshot_after(&step)
        };
        let job = Job::Append {
            game: game.clone(),
            number: step.entry().number,
            entry: step.entry().to_text(),
            snapshot: snapshot.to_text(),
        };
        let then = Then::Appended {
            asker,
            game: game.clone(),
            step: Box::new(step),
            snapshot: Box::new(snapshot),
        };
        self.ask_store(job, then);
    }

    /// Goes on after a job. `None`: it failed, and nothing has happened.
    pub(super) fn resume(&mut self, now: u64, then: Then, answer: Option<Answer>) {
        match (then, answer) {
            (
                Then::Created {
                    asker,
                    game,
                    session,
                },
                Some(_),
            ) => {
                let snapshot = session.snapshot();
                self.kept.insert(
                    game.clone(),
                    Kept {
                        snapshot,
                        read_only: false,
                    },
                );
                self.open
                    .insert(game.clone(), Open::new(Table::Live(session), None));
                self.show(now, asker, &game, None);
                self.send_list();
            }
            (
                Then::Created { asker, .. }
                | Then::SettingsSaved { asker, .. }
                | Then::Restored { asker, .. }
                | Then::SettingsRestored { asker, .. },
                None,
            ) => self.refuse(asker, None, ErrorCode::NotSaved),
            (Then::Wished { asker, game, wish }, answer) => {
                self.wished(asker, game, wish, answer);
            }
            (Then::Archived { asker, game }, answer) => self.archive(asker, game, answer),
            (Then::Restored { asker, restored }, Some(_)) => self.restored(now, asker, *restored),
            (Then::SettingsRestored { asker, settings }, Some(_)) => {
                self.archive_read(asker, true);
                self.settings_saved(*settings);
            }
            (
                Then::Binned { asker, game, .. }
                | Then::Purged {
                    asker: Some(asker),
                    game,
                },
                None,
            ) => self.refuse(asker, Some(game), ErrorCode::NotSaved),
            // The next start tries again to purge; a clock is kept again soon.
            (Then::Purged { asker: None, .. }, None) | (Then::Checkpointed, _) => {}
            (
                Then::Appended {
                    asker,
                    game,
                    step,
                    snapshot,
                },
                Some(_),
            ) => {
                if let Some(kept) = self.kept.get_mut(&game) {
                    kept.snapshot = *snapshot;
                }
                self.appended(now, asker, &game, *step);
            }
            (Then::Appended { asker, game, .. }, None) => match asker {
                Some(asker) => {
                    self.refuse(asker, Some(game.clone()), ErrorCode::NotSaved);
                    self.send_snapshot(asker.0, None, &game);
                }
                None => self.stall(&game, ErrorCode::NotSaved),
            },
            (Then::Loaded { asker, game, since }, Some(Answer::Log { header, entries })) => {
                let table = match replay(&header, &entries) {
                    Ok(session) => Table::Live(Box::new(session)),
                    Err(error) => {
                        self.cannot_replay(&game, error);
                        Table::ReadOnly
                    }
                };
                let open = Open::new(table, self.kept.get(&game));
                self.open.insert(game.clone(), open);
                self.show(now, asker, &game, since);
            }
            (Then::Loaded { asker, game, .. }, Some(Answer::Done) | None) => {
                self.refuse(asker, Some(game), ErrorCode::Internal);
            }
            (Then::Binned { game, snapshot, .. }, Some(_)) => self.binned(now, &game, *snapshot),
            (Then::Purged { game, .. }, Some(_)) => self.purged(&game),
            (Then::SettingsSaved { settings, .. }, Some(_)) => self.settings_saved(*settings),
        }
    }

    fn settings_saved(&mut self, settings: Settings) {
        self.settings = settings.clone();
        self.send_to_all(&ServerMessage::Settings { settings });
    }

    /// Shows a game on a screen: the events that it missed, or all of the game.
    pub(super) fn show(&mut self, now: u64, asker: Asker, game: &GameId, since: Option<u32>) {
        let (to, request) = asker;
        let shows = self.connections.get(&to).and_then(|c| c.shows.as_ref());
        if shows.is_some_and(|shown| shown != game) {
            self.leave(now, to);
        }
        let Some(connection) = self.connections.get_mut(&to) else {
            return self.look_again(now, game);
        };
        connection.shows = Some(game.clone());
        if self.start_clock(now, game) {
            self.tell_clock(game, Some(to));
        }
        // Judged by the numbers alone: telling how things stood after each event takes its time.
        let missed = since.and_then(|since| {
            let session = self.session(game)?;
            let count = session.number().checked_sub(since)?;
            let few = (1..=MAX_EVENTS_MISSED).contains(&count);
            few.then(|| session.events_since(since))?
        });
        match missed {
            Some(mut events) => {
                if let Some((_, now)) = events.last_mut() {
                    now.clock = self.clock_of(game);
                }
                for (event, now) in events {
                    let message = ServerMessage::Happened {
                        game: game.clone(),
                        event,
                        now: Box::new(now),
                    };
                    self.send(to, message);
                }
            }
            None => self.send_snapshot(to, Some(request), game),
        }
        if let Some(open) = self.open.get_mut(game) {
            open.stalled = false;
        }
        self.advance(now, game);
    }

    pub(super) fn send_snapshot(&mut self, to: ConnectionId, request: Option<u32>, game: &GameId) {
        let view = match self.session(game) {
            Some(session) => Some(self.view_of(game, session)),
            None => self.kept.get(game).map(|kept| kept.snapshot.view(game)),
        };
        if let Some(view) = view {
            let game = Box::new(view);
            self.send(to, ServerMessage::Snapshot { request, game });
        }
    }

    /// A screen no longer shows its game. A game that no screen shows rests.
    pub(super) fn leave(&mut self, now: u64, connection: ConnectionId) {
        self.stop_analysis(connection);
        let connection = self.connections.get_mut(&connection);
        if let Some(game) = connection.and_then(|connection| connection.shows.take()) {
            self.look_again(now, &game);
        }
    }

    pub(super) fn chosen(&mut self, now: u64, token: Token, mv: Move) {
        let Some((game, for_player)) = self.answered(token) else {
            return;
        };
        let act = if for_player {
            Act::HostMove(mv)
        } else {
            Act::Move(mv)
        };
        let session = self.session(&game);
        let considered = session.map(|session| session.consider(act, now));
        match considered {
            Some(Ok(step)) => self.append(None, &game, step),
            Some(Err(Refusal(_))) => self.stall(&game, ErrorCode::Internal),
            None => {}
        }
    }

    pub(super) fn cpu_failed(&mut self, token: Token) {
        if let Some((game, _)) = self.answered(token) {
            self.stall(&game, ErrorCode::Internal);
        }
    }

    pub(super) fn tell_thinking(&mut self, token: Token, depth: u8, nodes: u64, fraction: f32) {
        let Some(game) = self.thinking_game(token) else {
            return;
        };
        let turn = self
            .session(&game)
            .and_then(|session| session.game().turn());
        if let Some(color) = turn {
            let message = wire::thinking(&game, color, fraction, depth, nodes);
            self.send_to_watchers(&game, &message);
        }
    }

    pub(super) fn session(&self, game: &GameId) -> Option<&Session> {
        match &self.open.get(game)?.table {
            Table::Live(session) => Some(session),
            Table::ReadOnly => None,
        }
    }

    fn thinking_game(&self, token: Token) -> Option<GameId> {
        let mut open = self.open.iter();
        open.find(|(_, open)| open.thinking == Some(token))
            .map(|(game, _)| game.clone())
    }

    /// The game whose CPU answered, and whether it did so for a player whose time had run out;
    /// `None` for an answer that nobody waits for any more.
    fn answered(&mut self, token: Token) -> Option<(GameId, bool)> {
        let game = self.thinking_game(token)?;
        let open = self.open.get_mut(&game)?;
        open.thinking = None;
        Some((game, std::mem::take(&mut open.for_player)))
    }

    /// Takes a step that is written down, tells it, and goes on.
    fn appended(&mut self, now: u64, asker: Option<Asker>, game: &GameId, step: Step) {
        let Some(open) = self.open.get_mut(game) else {
            return;
        };
        let Table::Live(session) = &mut open.table else {
            return;
        };
        let event = session.commit(step).cloned();
        let over = session.game().result().is_some();
        open.for_player = false;
        // What could be written down goes on, whatever had failed before.
        open.stalled = false;
        let thinking = open.thinking.take().map(Effect::CancelCpu);
        self.effects.extend(thinking);
        self.start_clock(now, game);
        match event {
            Some(event) => {
                let Some(session) = self.session(game) else {
                    return;
                };
                let message = ServerMessage::Happened {
                    game: game.clone(),
                    event,
                    now: Box::new(self.now_of(game, session)),
                };
                self.send_to_watchers(game, &message);
            }
            // Moves were taken back: what the screens know of the game no longer holds.
            None => {
                for watcher in self.watchers(game) {
                    let request = asker.filter(|(who, _)| *who == watcher).map(|(_, id)| id);
                    self.send_snapshot(watcher, request, game);
                }
            }
        }
        if over {
            self.send_list();
        }
        self.advance(now, game);
    }

    /// Has the next move made that no person makes, as long as somebody looks.
    pub(super) fn advance(&mut self, now: u64, game: &GameId) {
        if !self.is_looked_at(game) {
            return;
        }
        let Some(open) = self.open.get(game) else {
            return;
        };
        let Table::Live(session) = &open.table else {
            return;
        };
        if open.stalled || open.thinking.is_some() {
            return;
        }
        match session.next() {
            Next::Cpu { color, level, seed } => self.ask_cpu(game, color, level, seed),
            Next::Chance(mv) => match session.consider(Act::Move(mv), now) {
                Ok(step) => self.append(None, game, step),
                Err(Refusal(code)) => self.stall(game, code),
            },
            Next::Person(who) if open.is_out_of_time() => self.run_out(now, game, who),
            Next::Person(_) | Next::Nothing => {}
        }
    }

    /// Lets a CPU think about the present position.
    pub(super) fn ask_cpu(&mut self, game: &GameId, color: Color, level: u8, seed: u64) {
        let token = Token(self.count());
        let Some(open) = self.open.get_mut(game) else {
            return;
        };
        let Table::Live(session) = &open.table else {
            return;
        };
        open.thinking = Some(token);
        self.effects.push(Effect::AskCpu(Box::new(CpuTask {
            token,
            game: game.clone(),
            color,
            level,
            seed,
            state: session.game().clone(),
        })));
    }

    /// A move by nobody at a screen failed: everybody is told, and opening the game again tries
    /// again.
    pub(super) fn stall(&mut self, game: &GameId, code: ErrorCode) {
        if let Some(open) = self.open.get_mut(game) {
            open.stalled = true;
        }
        self.send_to_watchers(game, &refused(None, Some(game.clone()), code));
    }

    fn cannot_replay(&mut self, game: &GameId, error: LogError) {
        if let Some(kept) = self.kept.get_mut(game) {
            kept.read_only = true;
        }
        let item = StoredItem::Game { game: game.clone() };
        if !self.problems.iter().any(|known| known.item == item) {
            self.problems.push(problem(item, Problem::NoReplay));
        }
        let game = game.clone();
        self.effects.push(Effect::CannotReplay { game, error });
    }
}

pub(super) fn replay(header: &str, entries: &[String]) -> Result<Session, LogError> {
    let header = Header::from_text(header)?;
    let entries = entries.iter().map(|text| Entry::from_text(text));
    Session::replay(header, entries.collect::<Result<Vec<_>, _>>()?)
}
