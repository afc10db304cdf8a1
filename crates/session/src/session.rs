//! One game: what may be done in it, what was done, and what comes next.

mod acts;
mod line;
mod people;
mod view;

use vierschach_engine::{Color, Game, Move};
use vierschach_protocol::{Event, Player};

use crate::chance::{self, Moment};
use crate::{Entry, Header, LogError, LogSeat};

use line::Mark;
pub use people::{Deed, Seen};
pub(crate) use view::people;

/// One game with its seats and its log. All of it follows from the log.
///
/// A change takes two steps, so that it can be written down before anybody sees it:
/// [`Session::consider`] judges an act and gives a [`Step`] with the entry to be kept, and
/// [`Session::commit`] takes the step. A step that could not be kept is dropped, and nothing
/// happened.
///
/// The log only grows. What was not taken back of it is the *line*: the events that count.
#[derive(Clone, Debug)]
pub struct Session {
    header: Header,
    /// Who sits where now.
    seats: [LogSeat; 4],
    game: Game,
    round: u32,
    entries: Vec<Entry>,
    /// The line.
    events: Vec<Event>,
    /// States along the line, the beginning first.
    marks: Vec<Mark>,
    /// The line's moves by people: whose, and the event's number.
    own_moves: Vec<(Color, u32)>,
    takebacks: u32,
    updated: u64,
}

/// An act that was judged and found good, and not yet taken.
#[derive(Clone, Debug)]
#[must_use = "a step that is not committed has not happened"]
pub struct Step {
    entry: Entry,
    game: Game,
    round: u32,
    /// `None` when moves are taken back.
    event: Option<Event>,
}

impl Step {
    /// The entry that must be kept before the step is taken.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The ply and the player to move after it.
    pub(crate) fn turn(&self) -> (u32, Option<Color>) {
        (self.game.ply(), self.game.turn())
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
        /// The seed for its choice: the same for the same game and ply, until moves are taken
        /// back.
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
    /// [`LogError::BadRules`] when the header's rules contradict each other,
    /// [`LogError::BadStart`] when its position can't be played by them.
    pub fn start(header: Header) -> Result<Session, LogError> {
        let rules = header.rules;
        rules
            .validate()
            .map_err(|error| LogError::BadRules(error.to_string()))?;
        let game = match &header.start {
            None => Game::new(rules, header.first),
            Some(fen4) => Game::from_fen4_in_play(rules, fen4)
                .map_err(|error| LogError::BadStart(error.to_string()))?,
        };
        Ok(Session {
            marks: vec![Mark::beginning(&game)],
            game,
            round: 1,
            entries: Vec::new(),
            events: Vec::new(),
            own_moves: Vec::new(),
            takebacks: 0,
            seats: header.seats.clone(),
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

    /// What the game waits for.
    pub fn next(&self) -> Next {
        let Some(color) = self.game.turn() else {
            return Next::Nothing;
        };
        let Header { seed, .. } = self.header;
        if self.game.chance_moves() {
            return chance::wander(seed, self.takebacks, &self.game)
                .map_or(Next::Nothing, Next::Chance);
        }
        match self.player(color) {
            Player::Person { .. } => Next::Person(color),
            Player::Cpu { level } => Next::Cpu {
                color,
                level,
                seed: self.cpu_seed(),
            },
        }
    }

    /// The seed for a CPU's choice in the present position.
    pub(crate) fn cpu_seed(&self) -> u64 {
        let moment = Moment {
            ply: self.game.ply(),
            takebacks: self.takebacks,
        };
        chance::cpu_seed(self.header.seed, moment)
    }

    /// How the game began.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Who sits where now, in turn order.
    pub fn seats(&self) -> &[LogSeat; 4] {
        &self.seats
    }

    /// The log.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Everything that happened and was not taken back, in the protocol's words.
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

    /// Gives a seat another name from now on. Names are no part of the log.
    pub(crate) fn set_name(&mut self, color: Color, name: Option<String>) {
        self.seats[color.index()].name = name;
    }

    fn player(&self, color: Color) -> Player {
        self.seats[color.index()].player
    }

    pub(crate) fn is_person(&self, color: Color) -> bool {
        matches!(self.player(color), Player::Person { .. })
    }
}
