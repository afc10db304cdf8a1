//! A room of friends: who is in it, who sits where, and one game after the other.

mod acts;
mod agenda;
mod apply;
mod asks;
mod clocks;
mod enter;
mod entry;
mod flow;
mod game;
mod state;
mod talk;
mod types;
mod view;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use vierschach_protocol::{ClientMessage, ErrorCode, MemberId, ServerMessage};

use crate::clock::TurnClock;
use crate::refuse::{refusal, refused};
use crate::{ConnectionId, Input, LogError, Step, Ticket, Token};

use clocks::GraceClock;
use entry::{Line, RoomDeed, RoomEntry};
pub use entry::{ROOM_FORMAT, RoomHeader, RoomSnapshot};
use state::State;
use talk::Rate;
pub use types::{Outcome, RoomConfig, RoomEffect, RoomInput};

/// The most requests that wait while an append is under way.
const MAX_BACKLOG: usize = 64;

/// A tick is asked for no sooner than so many milliseconds from now.
const SOONEST: u64 = 20;

/// A room of friends.
///
/// What a room is follows from its log ([`Room::load`]). A host feeds it [`RoomInput`]s and carries
/// out the [`RoomEffect`]s in their order. It never does anything by itself: with the same inputs it
/// gives the same effects. Whatever changes it is written down first and told then.
///
/// Several processes may have the same room, each with some of its screens. Whoever appends first
/// decides; the others take that entry and judge anew what they had wanted.
#[derive(Debug)]
pub struct Room {
    config: RoomConfig,
    random: ChaCha20Rng,
    state: State,
    screens: BTreeMap<ConnectionId, Screen>,
    /// The append under way.
    waiting: Option<Pending>,
    backlog: VecDeque<Input>,
    /// Requests that are judged when it is known what others wrote, and those for which it is.
    doubtful: Vec<(Asker, ClientMessage)>,
    certain: VecDeque<(Asker, ClientMessage)>,
    effects: Vec<RoomEffect>,
    counter: u64,
    /// The clock of the player to move, where the table has one and it is a person's turn.
    clock: Option<TurnClock>,
    /// The grace of the member who is to move.
    grace: Option<GraceClock>,
    /// What the screens know of both.
    told: clocks::ToldClocks,
    thinking: Option<Thinking>,
    /// Nothing is tried by itself before this time: something failed.
    trouble: Option<u64>,
    /// It failed when it was tried last, and everybody knows.
    failing: bool,
    /// When the room was loaded, and when its last entry was taken here.
    loaded: Option<u64>,
    taken: u64,
    /// Other processes that wrote something since, and when they did last.
    others: BTreeMap<u64, u64>,
    /// When this process wrote last.
    wrote: u64,
    /// Members whose line here has ended, and when.
    vacated: BTreeMap<MemberId, u64>,
    /// What members said, and did beside the game, lately.
    rates: BTreeMap<MemberId, Rate>,
    deeds: BTreeMap<MemberId, Rate>,
    /// Where those came from who were sent out. It is never written down.
    exiled: BTreeSet<String>,
    wake_at: Option<u64>,
}

/// A screen.
#[derive(Debug, Default)]
struct Screen {
    device: Option<String>,
    address: Option<String>,
    /// Whose it is, from the entry that says so on.
    member: Option<MemberId>,
}

/// A CPU at work.
#[derive(Clone, Copy, Debug)]
struct Thinking {
    token: Token,
    /// For a person whose time has run out.
    for_player: bool,
}

/// An append under way.
#[derive(Debug)]
struct Pending {
    ticket: Ticket,
    entry: RoomEntry,
    step: Option<Box<Step>>,
    origin: Origin,
    /// What is written down next: it was wanted, and the entry goes before it.
    then: Option<RoomDeed>,
}

/// Who asked: a screen and its request's number.
type Asker = (ConnectionId, u32);

/// Who wanted it.
#[derive(Debug)]
enum Origin {
    /// Nobody: a CPU, chance, a clock.
    Room,
    /// A request. It is judged anew when the log has gone on meanwhile.
    Asked {
        asker: Asker,
        message: Box<ClientMessage>,
        /// The token of somebody who comes.
        token: Option<String>,
    },
}

impl Room {
    /// The room that a log describes.
    ///
    /// # Errors
    /// When its texts can't be read, an entry is missing, or one is against the rules.
    pub fn load(config: RoomConfig, header: &str, entries: &[String]) -> Result<Room, LogError> {
        let mut state = State::new(RoomHeader::from_text(header)?);
        for text in entries {
            state.apply(RoomEntry::from_text(text)?, None)?;
        }
        Ok(Room {
            random: ChaCha20Rng::from_seed(config.entropy),
            config,
            state,
            screens: BTreeMap::new(),
            waiting: None,
            backlog: VecDeque::new(),
            doubtful: Vec::new(),
            certain: VecDeque::new(),
            effects: Vec::new(),
            counter: 0,
            clock: None,
            grace: None,
            told: clocks::ToldClocks::default(),
            thinking: None,
            trouble: None,
            failing: false,
            loaded: None,
            taken: 0,
            others: BTreeMap::new(),
            wrote: 0,
            vacated: BTreeMap::new(),
            rates: BTreeMap::new(),
            deeds: BTreeMap::new(),
            exiled: BTreeSet::new(),
            wake_at: None,
        })
    }

    /// Takes an input at a time, in milliseconds since 1970, and says what is to be done.
    pub fn handle(&mut self, now: u64, input: RoomInput) -> Vec<RoomEffect> {
        if self.loaded.is_none() {
            self.wake(now);
        }
        self.charge(now);
        match input {
            RoomInput::Came {
                connection,
                device,
                address,
            } => {
                let screen = Screen {
                    device,
                    address,
                    member: None,
                };
                self.screens.insert(connection, screen);
            }
            RoomInput::Common(input) => self.take(now, input),
            RoomInput::Kept { ticket, outcome } => {
                if let Some(pending) = self.waiting.take_if(|pending| pending.ticket == ticket) {
                    self.kept(now, pending, outcome);
                }
            }
            RoomInput::Others { first, entries } => {
                self.others_wrote(now, first, &entries);
                self.certain.extend(self.doubtful.drain(..));
            }
        }
        while self.waiting.is_none()
            && let Some((asker, message)) = self.certain.pop_front()
        {
            self.dispatch(now, asker, message);
        }
        while self.waiting.is_none()
            && let Some(input) = self.backlog.pop_front()
        {
            self.take(now, input);
        }
        self.go_on(now);
        self.tell_clocks();
        // What is due and could not be done now has to wait for something.
        let due = self.due().map(|due| due.max(now + SOONEST));
        if due != self.wake_at {
            self.wake_at = due;
            self.effects.push(RoomEffect::WakeAt(due));
        }
        std::mem::take(&mut self.effects)
    }

    /// How many screens there are. Without any, and with no append under way, a host may drop the
    /// room and load it when a screen comes.
    pub fn screens(&self) -> usize {
        self.screens.len()
    }

    /// Whether there is something to be written down soon, though no screen is there.
    pub fn is_settled(&self) -> bool {
        self.waiting.is_none() && self.vacated.is_empty()
    }

    /// The number of the last entry.
    pub fn number(&self) -> u32 {
        self.state.number
    }

    /// When the room may be removed if nothing more is done in it, in milliseconds since 1970.
    pub fn expires(&self) -> u64 {
        self.state.expires()
    }

    /// All that follows from the log, as a text: two rooms of the same log have the same.
    pub fn fingerprint(&self) -> String {
        format!("{:?}", self.state)
    }

    /// Lines of this process that the log still has are of screens that are gone.
    fn wake(&mut self, now: u64) {
        self.loaded = Some(now);
        self.taken = now;
        let process = self.config.process;
        let people = self.state.people.iter();
        let ours = people.filter(|person| person.line.is_some_and(|line| line.process == process));
        self.vacated = ours.map(|person| (person.id, now)).collect();
    }

    fn take(&mut self, now: u64, input: Input) {
        match input {
            // The host's timer is gone: it is told anew.
            Input::Tick => self.wake_at = None,
            Input::Thinking {
                token,
                depth,
                nodes,
                fraction,
            } => self.tell_thinking(token, depth, nodes, fraction),
            Input::Connected(connection) => {
                self.screens.entry(connection).or_default();
            }
            Input::Received { connection, text } if self.waiting.is_some() => {
                if self.backlog.len() < MAX_BACKLOG {
                    self.backlog.push_back(Input::Received { connection, text });
                } else {
                    self.send(connection, refusal(&text, ErrorCode::TooFast));
                }
            }
            // Who is gone is so after what they had asked.
            input @ (Input::Disconnected(_) | Input::Chosen { .. } | Input::CpuFailed(_))
                if self.waiting.is_some() =>
            {
                self.backlog.push_back(input);
            }
            Input::Disconnected(connection) => self.disconnected(now, connection),
            Input::Received { connection, text } => self.receive(now, connection, &text),
            Input::Chosen { token, mv } => self.chosen(now, token, mv),
            Input::CpuFailed(token) => self.cpu_failed(now, token),
            // Of stores and analyses rooms know nothing.
            Input::Stored { .. } | Input::Analysed { .. } | Input::AnalysisFailed { .. } => {}
        }
    }

    fn disconnected(&mut self, now: u64, connection: ConnectionId) {
        let screen = self.screens.remove(&connection);
        if let Some(member) = screen.and_then(|screen| screen.member) {
            self.vacated.insert(member, now);
        }
    }

    /// The member whose screen it is.
    fn member_of(&self, connection: ConnectionId) -> Option<MemberId> {
        self.screens.get(&connection)?.member
    }

    /// The screen of a member's here, if there is one.
    fn screen_of(&self, member: MemberId) -> Option<ConnectionId> {
        let mut screens = self.screens.iter();
        let of_member = screens.find(|(_, screen)| screen.member == Some(member));
        of_member.map(|(connection, _)| *connection)
    }

    /// The line that a screen of this process is.
    fn line_of(&self, connection: ConnectionId) -> Line {
        Line {
            process: self.config.process,
            connection: connection.0,
        }
    }

    /// The screens of members.
    fn entered(&self) -> impl Iterator<Item = (ConnectionId, MemberId)> + '_ {
        let screens = self.screens.iter();
        screens.filter_map(|(connection, screen)| Some((*connection, screen.member?)))
    }

    /// Nobody looks at this process.
    fn is_unseen(&self) -> bool {
        self.entered().next().is_none()
    }

    /// Nobody looks here, or nobody who plays is connected anywhere, as far as this process knows:
    /// nothing goes on by itself. Friends' game does not go on for who watches it.
    fn rests(&self) -> bool {
        let mut people = self.state.people.iter();
        self.is_unseen() || !people.any(|one| self.state.takes_part(one) && self.is_here(one.id))
    }

    fn count(&mut self) -> u64 {
        self.counter += 1;
        self.counter
    }

    /// 128 random bits in hexadecimal digits.
    fn digits(&mut self) -> String {
        format!("{:032x}", self.random.random::<u128>())
    }

    fn send(&mut self, to: ConnectionId, message: ServerMessage) {
        if self.screens.contains_key(&to) {
            let message = Box::new(message);
            self.effects.push(RoomEffect::Send {
                to: vec![to],
                message,
            });
        }
    }

    fn send_to_all(&mut self, message: ServerMessage) {
        let to: Vec<_> = self.entered().map(|(connection, _)| connection).collect();
        if !to.is_empty() {
            let message = Box::new(message);
            self.effects.push(RoomEffect::Send { to, message });
        }
    }

    fn refuse(&mut self, asker: Asker, code: ErrorCode) {
        self.send(asker.0, refused(Some(asker.1), None, code));
    }

    fn close(&mut self, connection: ConnectionId) {
        if self.screens.remove(&connection).is_some() {
            self.effects.push(RoomEffect::Close(connection));
        }
    }

    /// Has something written down; it is taken when that is done.
    fn propose(&mut self, now: u64, deed: RoomDeed, step: Option<Step>, origin: Origin) {
        let ticket = Ticket(self.count());
        // With who goes a wish to take back ends, which replays must not have to guess.
        let goes = self.state.ends_ask(&deed);
        let (deed, then) = match goes {
            Some(_) => (RoomDeed::AskOver, Some(deed)),
            None => (deed, None),
        };
        let at = now.max(self.state.updated);
        let entry = RoomEntry {
            number: self.state.number + 1,
            at,
            by: self.config.process,
            spent: self.spent(),
            goes,
            deed,
        };
        self.effects.push(RoomEffect::Append {
            ticket,
            number: entry.number,
            entry: entry.to_text(),
            snapshot: self.state.snapshot_after(&entry).to_text(),
        });
        self.waiting = Some(Pending {
            ticket,
            entry,
            step: step.map(Box::new),
            origin,
            then,
        });
    }
}
