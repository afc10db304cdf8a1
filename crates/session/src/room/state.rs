//! What a room is: a function of its log.

use std::collections::BTreeMap;

use vierschach_engine::Color;
use vierschach_protocol::{
    Event, GRACE_SECONDS, GameId, Holder, LOBBY_HOURS, MemberId, ROOM_DAYS, RoomNews, RoomOptions,
};

use super::entry::{Line, RoomDeed, RoomEntry, RoomHeader, RoomSnapshot};
use crate::{Next, Session};

/// What a member's absence may take of a game at the own turns, in milliseconds.
pub(super) const GRACE: u32 = GRACE_SECONDS * 1_000;

const HOUR: u64 = 3_600_000;

/// Somebody in a room.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) id: MemberId,
    pub(super) name: String,
    /// The SHA-256 of the token.
    pub(super) token: String,
    pub(super) device: Option<String>,
    pub(super) watches: bool,
    pub(super) ready: bool,
    /// The line to the screen; `None`: gone, since `since`.
    pub(super) line: Option<Line>,
    pub(super) since: u64,
}

/// A seat of the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RoomSeat {
    pub(super) holder: Holder,
    /// The name of another person at the member's screen.
    pub(super) name: Option<String>,
    /// Nobody sits here: the CPU plays this game alone, and the seat is free in the next one.
    pub(super) spare: bool,
}

/// The game that is played, or the last one until the rematch.
#[derive(Clone, Debug)]
pub(super) struct RoomGame {
    pub(super) id: GameId,
    pub(super) session: Session,
    /// Who has its seats; after its end, who had them.
    pub(super) seats: [RoomSeat; 4],
    /// What the player to move has thought of this turn, as far as the log knows.
    pub(super) thought: u32,
    /// What each member has used of the grace, as far as the log knows.
    pub(super) grace: BTreeMap<MemberId, u32>,
    /// The last event when moves were last asked back: once for each position is enough.
    pub(super) asked_at: Option<u32>,
}

/// A wish to take moves back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ask {
    pub(super) color: Color,
    pub(super) at: u64,
    pub(super) waits_for: Vec<MemberId>,
}

/// Somebody who was sent out.
#[derive(Clone, Debug)]
pub(super) struct Exile {
    pub(super) token: String,
    pub(super) device: Option<String>,
}

/// A room.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) header: RoomHeader,
    /// The number of the last entry.
    pub(super) number: u32,
    /// How many entries tell that something was done: all but those that a process is alive.
    pub(super) deeds: u32,
    /// When that was written, and by which process.
    pub(super) updated: u64,
    pub(super) by: u64,
    pub(super) options: RoomOptions,
    pub(super) people: Vec<Person>,
    /// The number of the last member.
    pub(super) numbered: u32,
    pub(super) host: MemberId,
    pub(super) seats: [RoomSeat; 4],
    /// The level of the CPUs that came onto free seats last.
    pub(super) free_level: Option<u8>,
    pub(super) locked: bool,
    pub(super) exiles: Vec<Exile>,
    /// Games that were started.
    pub(super) games: u32,
    /// The text of the last game's seed.
    pub(super) seed: Option<String>,
    pub(super) game: Option<Box<RoomGame>>,
    pub(super) ask: Option<Ask>,
}

/// What an entry changed for those who look.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// The room.
    pub(super) room: bool,
    /// What the room does not show by itself.
    pub(super) news: Vec<RoomNews>,
    /// What happened in the game.
    pub(super) event: Option<Event>,
    /// The game as a whole.
    pub(super) game: bool,
}

impl Told {
    /// The room changed, and nothing else.
    pub(super) fn room() -> Told {
        Told {
            room: true,
            ..Told::default()
        }
    }
}

impl RoomSeat {
    pub(super) fn free() -> RoomSeat {
        RoomSeat {
            holder: Holder::Free,
            name: None,
            spare: false,
        }
    }

    pub(super) fn is_of(&self, member: MemberId) -> bool {
        self.holder == Holder::Member { member }
    }
}

impl RoomGame {
    pub(super) fn is_over(&self) -> bool {
        self.session.game().result().is_some()
    }

    /// The member who is to move, and with which colour; `None` too while chance moves.
    pub(super) fn mover(&self) -> Option<(Color, MemberId)> {
        let color = match self.session.next() {
            Next::Person(color) | Next::Cpu { color, .. } => color,
            Next::Chance(_) | Next::Nothing => return None,
        };
        match self.seats[color.index()].holder {
            Holder::Member { member } => Some((color, member)),
            Holder::Free | Holder::Cpu { .. } => None,
        }
    }

    /// The colours that a member plays.
    pub(super) fn colors_of(&self, member: MemberId) -> [bool; 4] {
        Color::ALL.map(|color| self.seats[color.index()].is_of(member))
    }

    /// Whether a CPU plays this seat for its member.
    pub(super) fn is_stood_in(&self, color: Color) -> bool {
        let of_member = matches!(self.seats[color.index()].holder, Holder::Member { .. });
        of_member && !self.session.is_person(color)
    }
}

impl State {
    /// Whether the room goes on for this member: in a game those who have a colour, else all who do
    /// not watch.
    pub(super) fn takes_part(&self, person: &Person) -> bool {
        let game = self.playing();
        game.map_or(!person.watches, |game| {
            game.colors_of(person.id).contains(&true)
        })
    }

    pub(super) fn new(header: RoomHeader) -> State {
        State {
            number: 0,
            deeds: 0,
            updated: header.created,
            by: 0,
            options: header.options.clone(),
            people: Vec::new(),
            numbered: 0,
            host: MemberId(0),
            seats: [(); 4].map(|()| RoomSeat::free()),
            free_level: None,
            locked: false,
            exiles: Vec::new(),
            games: 0,
            seed: None,
            game: None,
            ask: None,
            header,
        }
    }

    pub(super) fn person(&self, id: MemberId) -> Option<&Person> {
        self.people.iter().find(|person| person.id == id)
    }

    pub(super) fn person_mut(&mut self, id: MemberId) -> Option<&mut Person> {
        self.people.iter_mut().find(|person| person.id == id)
    }

    pub(super) fn is_gone(&self, id: MemberId) -> bool {
        self.person(id).is_none_or(|person| person.line.is_none())
    }

    /// The members that have come from a device.
    pub(super) fn of_device<'a>(&'a self, device: &'a str) -> impl Iterator<Item = &'a Person> {
        let people = self.people.iter();
        people.filter(move |person| person.device.as_deref() == Some(device))
    }

    /// Whether a device's members were sent out.
    pub(super) fn is_exiled(&self, device: &str) -> bool {
        let mut exiles = self.exiles.iter();
        exiles.any(|exile| exile.device.as_deref() == Some(device))
    }

    /// Who has been gone for the longest of those among these who have no seat and do not host.
    pub(super) fn longest_gone<'a>(
        &self,
        people: impl Iterator<Item = &'a Person>,
    ) -> Option<MemberId> {
        let spare = people.filter(|person| {
            let sits = self.seats.iter().any(|seat| seat.is_of(person.id));
            person.line.is_none() && !sits && person.id != self.host
        });
        let longest = spare.min_by_key(|person| person.since);
        longest.map(|person| person.id)
    }

    /// The game while it is played.
    pub(super) fn playing(&self) -> Option<&RoomGame> {
        self.game.as_deref().filter(|game| !game.is_over())
    }

    pub(super) fn playing_mut(&mut self) -> Option<&mut RoomGame> {
        self.game.as_deref_mut().filter(|game| !game.is_over())
    }

    /// When the room will be removed if nothing more is done in it.
    pub(super) fn expires(&self) -> u64 {
        expires(self.games > 0, &self.options, self.updated)
    }

    /// What is to be kept beside the log with an entry.
    pub(super) fn snapshot_after(&self, entry: &RoomEntry) -> RoomSnapshot {
        let started = self.games > 0 || matches!(entry.deed, RoomDeed::Started(_));
        let options = match &entry.deed {
            RoomDeed::Options(options) => options,
            _ => &self.options,
        };
        RoomSnapshot {
            expires: expires(started, options, entry.at),
        }
    }
}

/// When a room is removed in which something was done at that time.
fn expires(started: bool, options: &RoomOptions, updated: u64) -> u64 {
    if started {
        return updated.saturating_add(u64::from(ROOM_DAYS) * 24 * HOUR);
    }
    // A date is a number of milliseconds that was checked.
    let date = options.date.map_or(0, |date| date as u64);
    let from = updated.max(date);
    from.saturating_add(u64::from(LOBBY_HOURS) * HOUR)
}
