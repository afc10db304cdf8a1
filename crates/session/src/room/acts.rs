//! What people do in a room beside playing.

use vierschach_engine::{Color, Rules};
use vierschach_protocol::{ClientMessage, ErrorCode, Holder, MemberId, Player, RoomAct};

use super::enter::check_options;
use super::entry::{RoomDeed, Start};
use super::{Asker, Origin, Room};
use crate::house::house_rules;
use crate::refuse::bad_rules;
use crate::{FORMAT, Header, LogSeat, Refusal, clean_name, wire};

/// So many deeds beside the game a member has in ten seconds.
const MOST_DEEDS: usize = 30;

/// A room in which so much was done takes no more deeds, nor anybody new; its game can be played to the
/// end. What processes write to say that they are alive, and what a player has thought, counts only
/// towards the length of the log.
const MAX_DEEDS: u32 = 20_000;
const MAX_ENTRIES: u32 = 200_000;

impl Room {
    /// Judges what a member wants to do, and has it written down.
    pub(super) fn act(&mut self, now: u64, asker: Asker, member: MemberId, act: RoomAct) {
        let deed = match act.clone() {
            RoomAct::Say { phrase } => return self.say(now, asker, member, phrase),
            RoomAct::Point { square } => return self.point(now, asker, member, square),
            RoomAct::SetOptions { options } => {
                let checked = self.may_host_lobby(member);
                if checked.is_ok()
                    && let Err(refused) = check_options(&options, asker.1, now)
                {
                    return self.send(asker.0, *refused);
                }
                checked.map(|()| RoomDeed::Options(Box::new(options)))
            }
            RoomAct::Start { level } => {
                let rules = house_rules(self.state.options.variant, &self.state.options.house);
                match (self.may_start(member, level), rules) {
                    (Ok(()), Ok(rules)) => Ok(self.start(now, rules, level)),
                    (Ok(()), Err(error)) => return self.send(asker.0, bad_rules(asker.1, &error)),
                    (Err(refusal), _) => Err(refusal),
                }
            }
            act => self.judge(member, act),
        };
        match deed.and_then(|deed| self.may_be_kept(now, member, deed)) {
            Ok(deed) if self.changes_nothing(&deed) => self.send_room_to(asker.0, member, &[]),
            Ok(deed) => {
                let origin = Origin::Asked {
                    asker,
                    message: Box::new(ClientMessage::Room { act }),
                    token: None,
                };
                self.propose(now, deed, None, origin);
            }
            Err(Refusal(code)) => self.refuse(asker, code),
        }
    }

    /// Whether the log takes another entry of a member's. Whoever leaves or is sent out always may.
    fn may_be_kept(
        &mut self,
        now: u64,
        member: MemberId,
        deed: RoomDeed,
    ) -> Result<RoomDeed, Refusal> {
        if matches!(deed, RoomDeed::Left(_) | RoomDeed::Kicked(_)) {
            return Ok(deed);
        }
        if self.is_used_up() {
            return Err(Refusal(ErrorCode::RoomUsedUp));
        }
        let may = self.deeds.entry(member).or_default().may(now, MOST_DEEDS);
        may.then_some(deed).ok_or(Refusal(ErrorCode::TooFast))
    }

    /// Whether so much was done in the room that its friends need a new one.
    pub(super) fn is_used_up(&self) -> bool {
        self.state.deeds >= MAX_DEEDS || self.state.number >= MAX_ENTRIES
    }

    /// Whether the room is so already: nothing is written down then.
    fn changes_nothing(&self, deed: &RoomDeed) -> bool {
        let state = &self.state;
        let is = |color: Color, holder: Holder, name: &Option<String>| {
            let seat = &state.seats[color.index()];
            seat.holder == holder && seat.name == *name && !seat.spare
        };
        match deed {
            RoomDeed::Ready(member, ready) => {
                let person = state.person(*member);
                person.is_some_and(|person| person.ready == *ready)
            }
            RoomDeed::Renamed(member, name) => {
                let person = state.person(*member);
                person.is_some_and(|person| person.name == *name)
            }
            RoomDeed::Sat {
                member,
                color,
                name,
            } => is(*color, Holder::Member { member: *member }, name),
            RoomDeed::Seat(color, level) => {
                let holder = level.map_or(Holder::Free, |level| Holder::Cpu { level });
                is(*color, holder, &None)
            }
            RoomDeed::Swapped(one, other) => state.seats[one.index()] == state.seats[other.index()],
            RoomDeed::Options(options) => state.options == **options,
            RoomDeed::Locked(locked) => state.locked == *locked,
            RoomDeed::Host(member) => state.host == *member,
            _ => false,
        }
    }

    fn judge(&self, member: MemberId, act: RoomAct) -> Result<RoomDeed, Refusal> {
        let not_now = Refusal(ErrorCode::NotNow);
        let bad = Refusal(ErrorCode::BadRequest);
        let state = &self.state;
        let seat = |color: Color| &state.seats[color.index()];
        Ok(match act {
            RoomAct::Sit { color, name } => {
                let color = wire::engine_color(color);
                self.may_sit(member, color)?;
                let name = name.as_deref().map(clean_name).transpose()?;
                RoomDeed::Sat {
                    member,
                    color,
                    name,
                }
            }
            RoomAct::Stand { color } => {
                self.is_lobby()?;
                let color = wire::engine_color(color);
                seat(color).is_of(member).then_some(()).ok_or(bad)?;
                RoomDeed::Stood(color)
            }
            RoomAct::Ready { ready } => {
                self.is_lobby()?;
                RoomDeed::Ready(member, ready)
            }
            RoomAct::Rename { name } => {
                self.is_lobby()?;
                RoomDeed::Renamed(member, self.free_name(&clean_name(&name)?, Some(member)))
            }
            RoomAct::SetSeat { color, level } => {
                self.may_host_lobby(member)?;
                self.has_level(level)?;
                RoomDeed::Seat(wire::engine_color(color), level)
            }
            RoomAct::SwapSeats { one, other } => {
                self.may_host_lobby(member)?;
                RoomDeed::Swapped(wire::engine_color(one), wire::engine_color(other))
            }
            RoomAct::Lock { locked } => {
                self.may_host(member)?;
                RoomDeed::Locked(locked)
            }
            RoomAct::Kick { member: other } => {
                self.may_host(member)?;
                let known = other != member && state.person(other).is_some();
                known.then_some(()).ok_or(bad)?;
                RoomDeed::Kicked(other)
            }
            RoomAct::MakeHost { member: other } => {
                self.may_host(member)?;
                let person = state.person(other).filter(|other| !other.watches);
                person.ok_or(bad)?;
                RoomDeed::Host(other)
            }
            RoomAct::Rematch {} => {
                self.may_host(member)?;
                let game = state.game.as_ref().ok_or(not_now)?;
                game.is_over().then_some(()).ok_or(not_now)?;
                RoomDeed::Rematch
            }
            RoomAct::Leave {} => RoomDeed::Left(member),
            RoomAct::AnswerTakeBack { agree } => {
                state.waits_for(member).then_some(()).ok_or(not_now)?;
                RoomDeed::Answered(member, agree)
            }
            // Judged before.
            RoomAct::SetOptions { .. }
            | RoomAct::Start { .. }
            | RoomAct::Say { .. }
            | RoomAct::Point { .. } => return Err(bad),
        })
    }

    fn may_host(&self, member: MemberId) -> Result<(), Refusal> {
        let hosts = self.state.host == member;
        hosts.then_some(()).ok_or(Refusal(ErrorCode::NotHost))
    }

    /// No game is played.
    fn is_lobby(&self) -> Result<(), Refusal> {
        let playing = self.state.playing().is_some();
        (!playing).then_some(()).ok_or(Refusal(ErrorCode::NotNow))
    }

    fn may_host_lobby(&self, member: MemberId) -> Result<(), Refusal> {
        self.may_host(member)?;
        self.is_lobby()
    }

    fn has_level(&self, level: Option<u8>) -> Result<(), Refusal> {
        let has = level.is_none_or(|level| self.config.levels.contains(&level));
        has.then_some(()).ok_or(Refusal(ErrorCode::BadRequest))
    }

    fn may_sit(&self, member: MemberId, color: Color) -> Result<(), Refusal> {
        let taken = Refusal(ErrorCode::SeatTaken);
        let holder = self.state.seats[color.index()].holder;
        match (self.state.playing(), holder) {
            (_, Holder::Member { member: other }) if other != member => Err(taken),
            (None, _) => Ok(()),
            (Some(game), Holder::Cpu { .. }) => {
                let plays = game.session.game().status()[color.index()].plays();
                let rules = &game.session.header().rules;
                let own = game.colors_of(member).into_iter().zip(Color::ALL);
                // Nobody begins to play two sides in the middle of a game.
                let one_side = own
                    .filter(|(has, _)| *has)
                    .all(|(_, own)| rules.partners(own, color));
                let may = plays && one_side;
                may.then_some(()).ok_or(Refusal(ErrorCode::NotNow))
            }
            // One's own seat.
            (Some(_), _) => Err(Refusal(ErrorCode::NotNow)),
        }
    }

    /// Whether two people sit, and all who sit are ready. Who hosts is ready with the start.
    pub(super) fn can_start(&self) -> bool {
        let seats = self.state.seats.iter();
        let holders = seats.filter_map(|seat| match seat.holder {
            Holder::Member { member } => Some(member),
            Holder::Free | Holder::Cpu { .. } => None,
        });
        let holders: Vec<_> = holders.collect();
        let is_ready = |member: &MemberId| {
            *member == self.state.host || self.state.person(*member).is_some_and(|one| one.ready)
        };
        self.state.game.is_none() && holders.len() >= 2 && holders.iter().all(is_ready)
    }

    fn may_start(&self, member: MemberId, level: u8) -> Result<(), Refusal> {
        self.may_host_lobby(member)?;
        self.has_level(Some(level))?;
        let can = self.can_start();
        can.then_some(()).ok_or(Refusal(ErrorCode::NotNow))
    }

    fn start(&mut self, now: u64, rules: Rules, level: u8) -> RoomDeed {
        let seed = self.digits();
        let seats = Color::ALL.map(|color| {
            let seat = &self.state.seats[color.index()];
            let player = match seat.holder {
                Holder::Free => Player::Cpu { level },
                Holder::Cpu { level } => Player::Cpu { level },
                Holder::Member { .. } => Player::Person { me: false },
            };
            let name = self.seat_name(color);
            LogSeat { name, player }
        });
        let options = &self.state.options;
        let header = Header {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            variant: options.variant,
            rules,
            table: options.table,
            start: None,
            first: wire::engine_color(options.first),
            seats,
            seed: game_seed(&seed),
            created: now,
        };
        RoomDeed::Started(Box::new(Start { seed, header }))
    }

    /// Who sits there, by name.
    fn seat_name(&self, color: Color) -> Option<String> {
        let seat = &self.state.seats[color.index()];
        let Holder::Member { member } = seat.holder else {
            return None;
        };
        let own = || Some(self.state.person(member)?.name.clone());
        seat.name.clone().or_else(own)
    }
}

/// The seed that the first half of a seed's text is.
fn game_seed(text: &str) -> u64 {
    let half = text.get(..16).unwrap_or_default();
    u64::from_str_radix(half, 16).unwrap_or_default()
}
