//! One game: what may be done in it, what was done, and what comes next.

use vierschach_engine::{Color, Game, Move, Position, Report};
use vierschach_protocol::{
    self as protocol, ErrorCode, Event, GameId, GameView, Now, Player, Seat,
};

use crate::snapshot::{BoardPiece, Snapshot};
use crate::{Act, Entry, FORMAT, Header, LogError, Refusal, chance, wire};

/// One game with its seats and its log. All of it follows from the log.
///
/// A change takes two steps, so that it can be written down before anybody sees it:
/// [`Session::consider`] judges an act and gives a [`Step`] with the entry to be kept, and
/// [`Session::commit`] takes the step. A step that could not be kept is dropped, and nothing
/// happened.
#[derive(Clone, Debug)]
pub struct Session {
    header: Header,
    start: Position,
    game: Game,
    round: u32,
    entries: Vec<Entry>,
    events: Vec<Event>,
    updated: u64,
}

/// An act that was judged and found good, and not yet taken.
#[derive(Clone, Debug)]
#[must_use = "a step that is not committed has not happened"]
pub struct Step {
    entry: Entry,
    game: Game,
    round: u32,
    event: Event,
}

impl Step {
    /// The entry that must be kept before the step is taken.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A person's move.
    Person(Color),
    /// A CPU's move.
    Cpu {
        /// Whose.
        color: Color,
        /// Its level.
        level: u8,
        /// The seed for its choice: the same for the same game and ply.
        seed: u64,
    },
    /// This move, drawn by chance for a wandering army or a walking king: the host plays it.
    Chance(Move),
    /// Nothing: the game is over.
    Nothing,
}

impl Session {
    /// A game at its beginning.
    ///
    /// # Errors
    /// [`LogError::BadRules`] when the header's rules contradict each other.
    pub fn start(header: Header) -> Result<Session, LogError> {
        let rules = header.rules;
        rules
            .validate()
            .map_err(|error| LogError::BadRules(error.to_string()))?;
        let game = Game::new(rules, header.first);
        Ok(Session {
            start: *game.position(),
            game,
            round: 1,
            entries: Vec::new(),
            events: Vec::new(),
            updated: header.created,
            header,
        })
    }

    /// The game that a log describes.
    ///
    /// # Errors
    /// When an entry is missing, illegal, or leads to another position than it did.
    pub fn replay(
        header: Header,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Session, LogError> {
        let mut session = Session::start(header)?;
        for entry in entries {
            let expected = session.number() + 1;
            let number = entry.number;
            if number != expected {
                return Err(LogError::Gap {
                    expected,
                    found: number,
                });
            }
            let step = session
                .step(entry.act, entry.at)
                .map_err(|error| LogError::Illegal {
                    number,
                    problem: error.to_string(),
                })?;
            if step.entry.hash != entry.hash {
                return Err(LogError::OtherPosition { number });
            }
            session.commit(step);
        }
        Ok(session)
    }

    /// Judges an act by the rules; `now` is the time in milliseconds since 1970.
    ///
    /// # Errors
    /// [`ErrorCode::GameOver`], [`ErrorCode::IllegalMove`]; [`ErrorCode::Internal`] when the engine
    /// tells less about it than an event must say.
    pub fn consider(&self, act: Act, now: u64) -> Result<Step, Refusal> {
        self.step(act, now).map_err(|fault| {
            Refusal(match fault {
                Fault::Rules(vierschach_engine::Error::GameOver) => ErrorCode::GameOver,
                Fault::Rules(_) => ErrorCode::IllegalMove,
                Fault::Report => ErrorCode::Internal,
            })
        })
    }

    /// Judges a move that a person made in the position with this ply and key.
    ///
    /// # Errors
    /// [`ErrorCode::Stale`] in another position, [`ErrorCode::GameOver`],
    /// [`ErrorCode::NotYourTurn`] when no person is to move, [`ErrorCode::IllegalMove`].
    pub fn consider_play(
        &self,
        ply: u32,
        hash: &str,
        mv: &protocol::Move,
        now: u64,
    ) -> Result<Step, Refusal> {
        if ply != self.game.ply() || hash != wire::hash(self.game.hash()) {
            return Err(Refusal(ErrorCode::Stale));
        }
        match self.next() {
            Next::Person(_) => {}
            Next::Nothing => return Err(Refusal(ErrorCode::GameOver)),
            Next::Cpu { .. } | Next::Chance(_) => return Err(Refusal(ErrorCode::NotYourTurn)),
        }
        let mv = mv.0.parse();
        let mv = mv.map_err(|_| Refusal(ErrorCode::IllegalMove))?;
        self.consider(Act::Move(mv), now)
    }

    /// Judges a person's resignation in the position with this ply.
    ///
    /// # Errors
    /// [`ErrorCode::Stale`] in another position, [`ErrorCode::GameOver`],
    /// [`ErrorCode::BadRequest`] for a seat of a CPU's or a player who is out.
    pub fn consider_resign(
        &self,
        color: protocol::Color,
        ply: u32,
        now: u64,
    ) -> Result<Step, Refusal> {
        let color = wire::engine_color(color);
        if ply != self.game.ply() {
            return Err(Refusal(ErrorCode::Stale));
        }
        if self.game.result().is_some() {
            return Err(Refusal(ErrorCode::GameOver));
        }
        let plays = self.game.status()[color.index()].plays();
        if !plays || !matches!(self.player(color), Player::Person { .. }) {
            return Err(Refusal(ErrorCode::BadRequest));
        }
        self.consider(Act::Resign(color), now)
    }

    /// Takes a step that was considered in the present state, and gives its event.
    pub fn commit(&mut self, step: Step) -> &Event {
        debug_assert_eq!(step.entry.number, self.number() + 1);
        self.game = step.game;
        self.round = step.round;
        self.updated = step.entry.at;
        self.entries.push(step.entry);
        let last = self.events.len();
        self.events.push(step.event);
        &self.events[last]
    }

    /// What the game waits for.
    pub fn next(&self) -> Next {
        let Some(color) = self.game.turn() else {
            return Next::Nothing;
        };
        if self.game.chance_moves() {
            return chance::wander(self.header.seed, &self.game)
                .map_or(Next::Nothing, Next::Chance);
        }
        match self.player(color) {
            Player::Person { .. } => Next::Person(color),
            Player::Cpu { level } => Next::Cpu {
                color,
                level,
                seed: chance::cpu_seed(self.header.seed, self.game.ply()),
            },
        }
    }

    /// How the game began.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The log.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Everything that happened, in the protocol's words.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The engine's view of the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the last entry; 0 before the first.
    pub fn number(&self) -> u32 {
        self.entries.last().map_or(0, |entry| entry.number)
    }

    /// How things stand.
    pub fn now(&self) -> Now {
        let person = matches!(self.next(), Next::Person(_));
        wire::now(&self.game, self.round, person)
    }

    /// The events after number `since`, each with how things stood after it.
    ///
    /// `None` when there is no event of that number.
    pub fn events_since(&self, since: u32) -> Option<Vec<(Event, Now)>> {
        let known = usize::try_from(since).ok()?;
        let missed = self.entries.get(known..)?;
        let kept = self.entries[..known].iter().cloned();
        let mut replay = Session::replay(self.header.clone(), kept).ok()?;
        let mut events = Vec::with_capacity(missed.len());
        for entry in missed {
            let step = replay.consider(entry.act, entry.at).ok()?;
            let event = replay.commit(step).clone();
            events.push((event, replay.now()));
        }
        Some(events)
    }

    /// The whole game for a screen.
    pub fn view(&self, id: &GameId) -> GameView {
        let seats = wire::seats(&self.header);
        GameView {
            id: id.clone(),
            number: self.number(),
            variant: self.header.variant,
            has_points: self.header.rules.points.is_some(),
            lead: wire::lead(&self.header.rules),
            first: wire::color(self.header.first),
            rules: wire::rule_fields(&self.header),
            table: self.header.table,
            promoted_worth: wire::promoted_worth(&self.header.rules),
            yours: people(&seats),
            seats,
            start: wire::board(&self.start),
            board: wire::board(self.game.position()),
            events: self.events.clone(),
            now: self.now(),
            read_only: false,
            created: self.header.created as f64,
        }
    }

    /// The state to be kept beside the log.
    pub fn snapshot(&self) -> Snapshot {
        snapshot(
            &self.header,
            &self.game,
            self.round,
            self.number(),
            self.updated,
        )
    }

    /// The state to be kept with a step's entry.
    pub fn snapshot_after(&self, step: &Step) -> Snapshot {
        let Entry { number, at, .. } = step.entry;
        snapshot(&self.header, &step.game, step.round, number, at)
    }

    fn player(&self, color: Color) -> Player {
        self.header.seats[color.index()].player
    }

    fn step(&self, act: Act, now: u64) -> Result<Step, Fault> {
        let mut game = self.game.clone();
        let report: Report = match act {
            Act::Move(mv) => game.play(mv)?,
            Act::Resign(color) => game.resign(color)?,
            Act::TimeOut(color) => game.time_out(color)?,
            Act::Claim(color) => game.claim(color)?,
        };
        let number = self.number() + 1;
        let event = wire::event(number, self.round, act, &self.game, &game, &report)
            .ok_or(Fault::Report)?;
        Ok(Step {
            entry: Entry {
                number,
                act,
                hash: game.hash(),
                at: now,
            },
            round: self.round + rounds(&self.game, &game, act),
            event,
            game,
        })
    }
}

/// Why an act is no step.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Rules(#[from] vierschach_engine::Error),
    #[error("the engine's report lacks what an event must say")]
    Report,
}

/// How often the first player's turn came round between two states: 0 or 1.
fn rounds(before: &Game, after: &Game, act: Act) -> u32 {
    let (Some(from), Some(to)) = (before.turn(), after.turn()) else {
        return 0;
    };
    if from == to && !matches!(act, Act::Move(_)) {
        return 0;
    }
    let mut seat = from;
    loop {
        seat = seat.next();
        if seat == before.first() {
            return 1;
        }
        if seat == to {
            return 0;
        }
    }
}

fn snapshot(header: &Header, game: &Game, round: u32, number: u32, updated: u64) -> Snapshot {
    let Now {
        ply,
        round,
        hash,
        turn,
        points,
        tally,
        status,
        checks,
        legal: _,
        clock: _,
        dangers: _,
        can: _,
        result,
    } = wire::now(game, round, false);
    Snapshot {
        format: FORMAT,
        number,
        variant: header.variant,
        has_points: header.rules.points.is_some(),
        lead: wire::lead(&header.rules),
        first: wire::color(header.first),
        seats: wire::seats(header),
        board: wire::board(game.position())
            .into_iter()
            .map(BoardPiece)
            .collect(),
        ply,
        round,
        hash,
        turn,
        points,
        tally,
        status,
        checks,
        result,
        created: header.created,
        updated,
    }
}

/// The colours that people play: on one device, all of them are this device's.
pub(crate) fn people(seats: &[Seat]) -> Vec<protocol::Color> {
    let people = seats.iter();
    people
        .filter(|seat| matches!(seat.player, Player::Person { .. }))
        .map(|seat| seat.color)
        .collect()
}
