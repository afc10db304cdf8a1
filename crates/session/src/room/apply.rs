//! What each entry of a room's log does to the room.

use std::collections::BTreeMap;

use vierschach_engine::Color;
use vierschach_protocol::{
    AskEnd, Event, GameId, Holder, MemberId, Player, RoomNews, STAND_IN_LEVEL,
};

use super::entry::{Line, Newcomer, RoomDeed, RoomEntry, Start};
use super::state::{Exile, GRACE, Person, RoomGame, RoomSeat, State, Told};
use crate::clock::turn_of;
use crate::{Act, LogError, Session, Step, wire};

impl RoomGame {
    /// Hands a seat over, if it still plays and is not that player's already.
    fn hand(&mut self, color: Color, player: Player, at: u64) -> Option<Event> {
        let player_now = self.session.seats()[color.index()].player;
        let plays = self.session.game().status()[color.index()].plays();
        if self.is_over() || !plays || player_now == player {
            return None;
        }
        let step = self.session.consider(Act::Seat(color, player), at).ok()?;
        self.session.commit(step).cloned()
    }
}

impl State {
    /// Takes an entry. Of an act in the game that was judged already, the step may be given.
    ///
    /// # Errors
    /// When its number is not the next one, or the game does not bear it. The state is as it was
    /// then, as far as a screen can tell.
    pub(super) fn apply(
        &mut self,
        entry: RoomEntry,
        step: Option<Box<Step>>,
    ) -> Result<Told, LogError> {
        let RoomEntry {
            number,
            at,
            by,
            spent,
            goes,
            deed,
        } = entry;
        let expected = self.number + 1;
        if number != expected {
            return Err(LogError::Gap {
                expected,
                found: number,
            });
        }
        let turn = self.game.as_ref().map(|game| turn_of(&game.session));
        if let (Some(spent), Some(game)) = (spent, self.game.as_deref_mut()) {
            game.thought = spent.thought;
            if let Some((_, member)) = game.mover() {
                game.grace.insert(member, spent.grace.min(GRACE));
            }
        }
        let is_deed = deed != RoomDeed::Alive;
        let told = self.take(number, at, (deed, goes), step)?;
        if let Some(game) = self.game.as_deref_mut()
            && turn != Some(turn_of(&game.session))
        {
            game.thought = 0;
        }
        self.number = number;
        self.deeds += u32::from(is_deed);
        self.updated = self.updated.max(at);
        self.by = by;
        Ok(told)
    }

    fn take(
        &mut self,
        number: u32,
        at: u64,
        (deed, goes): (RoomDeed, Option<MemberId>),
        step: Option<Box<Step>>,
    ) -> Result<Told, LogError> {
        let mut told = Told::room();
        match deed {
            RoomDeed::Entered(newcomer) => self.enter(*newcomer, at),
            RoomDeed::Here { member, line } => {
                if let Some(person) = self.person_mut(member) {
                    person.line = Some(line);
                    person.since = at;
                }
            }
            RoomDeed::Gone { member, line } => return Ok(self.gone(member, line, at)),
            RoomDeed::Alive | RoomDeed::Said(..) | RoomDeed::Pointed(..) => {
                return Ok(Told::default());
            }
            RoomDeed::Sat {
                member,
                color,
                name,
            } => return Ok(self.sit(member, color, name, at)),
            RoomDeed::Stood(color) => self.seats[color.index()] = RoomSeat::free(),
            RoomDeed::Ready(member, ready) => {
                if let Some(person) = self.person_mut(member) {
                    person.ready = ready;
                }
            }
            RoomDeed::Renamed(member, name) => {
                if let Some(person) = self.person_mut(member) {
                    person.name = name;
                }
            }
            RoomDeed::Seat(color, level) => {
                let holder = level.map_or(Holder::Free, |level| Holder::Cpu { level });
                self.seats[color.index()] = RoomSeat {
                    holder,
                    ..RoomSeat::free()
                };
            }
            RoomDeed::Swapped(one, other) => self.seats.swap(one.index(), other.index()),
            RoomDeed::Options(options) => {
                self.options = *options;
                self.nobody_is_ready();
            }
            RoomDeed::Locked(locked) => self.locked = locked,
            RoomDeed::Host(member) => self.host = member,
            RoomDeed::Kicked(member) => {
                self.exiles.extend(self.exile(member));
                let told = self.news_of(member, |member, name| RoomNews::Kicked { member, name });
                return Ok(self.leave(member, at, told));
            }
            RoomDeed::Left(member) => {
                let told = self.news_of(member, |member, name| RoomNews::Left { member, name });
                return Ok(self.leave(member, at, told));
            }
            RoomDeed::Started(start) => {
                self.start(number, *start)?;
                told.game = true;
            }
            RoomDeed::Game(entry) => return self.act(number, entry, step),
            RoomDeed::StandIn(color) => {
                let level = STAND_IN_LEVEL;
                return Ok(self.hand(color, Player::Cpu { level }, at));
            }
            RoomDeed::Back(color) => {
                return Ok(self.hand(color, Player::Person { me: false }, at));
            }
            RoomDeed::Asked { member, color } => self.asked(member, color, at),
            RoomDeed::Answered(member, agrees) => {
                if agrees {
                    self.waits_no_longer_for(member);
                } else {
                    told.news
                        .extend(self.end_ask(AskEnd::Refused { by: member }));
                }
            }
            RoomDeed::AskOver => {
                let end = goes.map_or(AskEnd::Unanswered, |member| AskEnd::Gone { member });
                told.news.extend(self.end_ask(end));
            }
            RoomDeed::Rematch => self.rematch(),
        }
        self.settle_ask(at, &mut told);
        Ok(told)
    }

    /// What keeps a member out: the token, and the device unless it is the host's too.
    fn exile(&self, member: MemberId) -> Option<Exile> {
        let person = self.person(member)?;
        let host = self.person(self.host).filter(|host| host.id != member);
        let host = host.and_then(|host| host.device.as_ref());
        let device = person.device.as_ref().filter(|own| Some(*own) != host);
        Some(Exile {
            token: person.token.clone(),
            device: device.cloned(),
        })
    }

    /// What to tell of a member who will be here no longer.
    fn news_of(&self, member: MemberId, news: fn(MemberId, String) -> RoomNews) -> Told {
        let person = self.person(member);
        let news = person.map(|person| news(member, person.name.clone()));
        Told {
            news: news.into_iter().collect(),
            ..Told::room()
        }
    }

    fn enter(&mut self, newcomer: Newcomer, at: u64) {
        let Newcomer {
            member,
            name,
            token,
            device,
            watches,
            line,
            instead_of,
        } = newcomer;
        self.people.retain(|person| Some(person.id) != instead_of);
        let first = self.people.is_empty();
        self.numbered = self.numbered.max(member.0);
        self.people.push(Person {
            id: member,
            name,
            token,
            device,
            watches,
            ready: false,
            line: Some(line),
            since: at,
        });
        if first {
            // Who makes a room, or comes into one that everybody has left, hosts it.
            self.host = member;
            if !watches && self.playing().is_none() && self.seats[0].holder == Holder::Free {
                self.seats[0].holder = Holder::Member { member };
            }
        }
    }

    fn gone(&mut self, member: MemberId, line: Line, at: u64) -> Told {
        match self.person_mut(member) {
            // Another line has taken its place before.
            Some(person) if person.line != Some(line) => return Told::default(),
            Some(person) => {
                person.line = None;
                person.since = at;
            }
            None => return Told::default(),
        }
        let mut told = Told::room();
        // Who is gone can't agree, and nobody waits for the answer.
        if self.waits_for(member) {
            told.news.extend(self.end_ask(AskEnd::Gone { member }));
        }
        told
    }

    fn sit(&mut self, member: MemberId, color: Color, name: Option<String>, at: u64) -> Told {
        let playing = self.playing().is_some();
        if name.is_none() && !playing {
            // One's own place is one: whoever sits down elsewhere leaves it.
            let own = |seat: &&mut RoomSeat| seat.is_of(member) && seat.name.is_none();
            if let Some(seat) = self.seats.iter_mut().find(own) {
                *seat = RoomSeat::free();
            }
        }
        let shown = name
            .clone()
            .or_else(|| self.person(member).map(|person| person.name.clone()));
        let seat = RoomSeat {
            holder: Holder::Member { member },
            name,
            spare: false,
        };
        self.seats[color.index()] = seat.clone();
        if let Some(person) = self.person_mut(member) {
            person.watches = false;
        }
        if let Some(game) = self.playing_mut() {
            game.seats[color.index()] = seat;
            game.session.set_name(color, shown);
            game.hand(color, Player::Person { me: false }, at);
        }
        Told {
            game: playing,
            ..Told::room()
        }
    }

    /// Somebody is in the room no longer. A wish to take back has been ended before; but in logs of
    /// before that was written down the wish goes on, and only waits for that answer no longer.
    fn leave(&mut self, member: MemberId, at: u64, mut told: Told) -> Told {
        self.waits_no_longer_for(member);
        self.people.retain(|person| person.id != member);
        if self.host == member {
            self.host = self.next_host().unwrap_or(MemberId(0));
        }
        let level = STAND_IN_LEVEL;
        for color in Color::ALL {
            if !self.seats[color.index()].is_of(member) {
                continue;
            }
            let mut seat = RoomSeat::free();
            if let Some(game) = self.playing_mut() {
                seat.holder = Holder::Cpu { level };
                seat.spare = true;
                game.seats[color.index()] = seat.clone();
                game.session.set_name(color, None);
                game.hand(color, Player::Cpu { level }, at);
                told.game = true;
            }
            self.seats[color.index()] = seat;
        }
        self.settle_ask(at, &mut told);
        told
    }

    /// Who hosts when the host leaves: whoever came first of those who are here and may play.
    pub(super) fn next_host(&self) -> Option<MemberId> {
        let others = || self.people.iter().filter(|other| other.id != self.host);
        others()
            .find(|other| !other.watches && other.line.is_some())
            .or_else(|| others().find(|other| !other.watches))
            .or_else(|| others().next())
            .map(|other| other.id)
    }

    fn nobody_is_ready(&mut self) {
        for person in &mut self.people {
            person.ready = false;
        }
    }

    fn start(&mut self, number: u32, start: Start) -> Result<(), LogError> {
        let Start { seed, header } = start;
        for (seat, player) in self.seats.iter_mut().zip(&header.seats) {
            if let (Holder::Free, Player::Cpu { level }) = (seat.holder, player.player) {
                seat.holder = Holder::Cpu { level };
                seat.spare = true;
                self.free_level = Some(level);
            }
        }
        let session = Session::start(header).map_err(|error| illegal(number, error))?;
        self.games += 1;
        self.seed = Some(seed);
        self.ask = None;
        self.game = Some(Box::new(RoomGame {
            id: GameId(format!("{}-{}", self.header.code.0, self.games)),
            session,
            seats: self.seats.clone(),
            thought: 0,
            grace: BTreeMap::new(),
            asked_at: None,
        }));
        Ok(())
    }

    fn act(
        &mut self,
        number: u32,
        entry: crate::Entry,
        step: Option<Box<Step>>,
    ) -> Result<Told, LogError> {
        let Some(game) = self.game.as_deref_mut() else {
            return Err(illegal(number, "no game is played"));
        };
        let step = match step {
            Some(step) if *step.entry() == entry => *step,
            _ => game
                .session
                .consider(entry.act, entry.at)
                .map_err(|error| illegal(number, error))?,
        };
        if *step.entry() != entry {
            return Err(LogError::OtherPosition { number });
        }
        let event = game.session.commit(step).cloned();
        let over = game.is_over();
        let news: Vec<_> = self.end_ask(AskEnd::MovedOn).into_iter().collect();
        Ok(Told {
            room: over || !news.is_empty(),
            news,
            game: event.is_none(),
            event,
        })
    }

    fn hand(&mut self, color: Color, player: Player, at: u64) -> Told {
        let event = self
            .playing_mut()
            .and_then(|game| game.hand(color, player, at));
        Told {
            event,
            ..Told::room()
        }
    }

    fn rematch(&mut self) {
        let Some(game) = self.game.take() else {
            return;
        };
        if self.options.table.rotate_first {
            self.options.first = wire::color(game.session.header().first.next());
        }
        self.ask = None;
        self.nobody_is_ready();
    }
}

fn illegal(number: u32, problem: impl ToString) -> LogError {
    LogError::Illegal {
        number,
        problem: problem.to_string(),
    }
}
