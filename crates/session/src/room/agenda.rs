//! What a room does by itself: at what time, and what.

use vierschach_engine::{Color, TimeOut};
use vierschach_protocol::MemberId;

use super::entry::{Line, RoomDeed};
use super::{Origin, Room, RoomEffect, Thinking};
use crate::{Act, CpuTask, Next, Token};

/// Somebody who has no line for so long is gone: a page that is loaded anew is back by then.
const GONE_AFTER: u64 = 2_000;

/// The lines of a process that has written nothing for so long are dead, and how often a process
/// writes while others have lines too.
const DEAD_AFTER: u64 = 20_000;
const ALIVE_EVERY: u64 = 7_000;

/// A room that somebody is in is not removed: so long before it would be, that is written down.
const KEPT_BEFORE: u64 = 3_600_000;

/// Others go before for so long: the process that wrote last does what comes next.
const OTHERS_FIRST: u64 = 3_000;

/// A host who is gone for so long hands over to somebody who is here.
const HOST_PATIENCE: u64 = 60_000;

/// A wish to take moves back waits so long for answers.
const ASK_PATIENCE: u64 = 30_000;

/// The level of the CPU that moves for a player whose time ran out.
const HOST_LEVEL: u8 = 2;

impl Room {
    /// Does what is due, as far as one entry goes.
    pub(super) fn go_on(&mut self, now: u64) {
        if self.waiting.is_some() {
            return;
        }
        self.wind(now);
        if self.rests()
            && let Some(thinking) = self.thinking.take()
        {
            self.effects.push(RoomEffect::CancelCpu(thinking.token));
        }
        self.trouble.take_if(|until| *until <= now);
        if self.trouble.is_some() {
            return;
        }
        let first = self.agenda().min_by_key(|(when, _)| *when);
        if let Some((when, deed)) = first
            && when <= now
        {
            return self.propose(now, deed, None, Origin::Room);
        }
        if now >= self.own_turn() {
            self.play_on(now);
        }
    }

    /// When this process may do something by itself that others would do too.
    fn own_turn(&self) -> u64 {
        let ours = self.state.by == self.config.process || self.others.is_empty();
        if ours { 0 } else { self.taken + OTHERS_FIRST }
    }

    /// When the room wants to be looked at.
    pub(super) fn due(&self) -> Option<u64> {
        if self.waiting.is_some() {
            return None;
        }
        let agenda = self.agenda().map(|(when, _)| when);
        let own_turn = Some(self.own_turn()).filter(|when| *when > 0 && self.waits_for_nobody());
        let due = agenda.chain(own_turn).chain(self.clocks_due());
        let again = self.trouble.filter(|_| self.waits_for_nobody());
        let earliest = self.trouble.unwrap_or(0);
        due.map(|due| due.max(earliest)).chain(again).min()
    }

    /// Whether something in the game is to be done that nobody at a screen does.
    fn waits_for_nobody(&self) -> bool {
        if self.rests() || self.thinking.is_some() || self.state.ask.is_some() {
            return false;
        }
        let next = self.state.playing().map(|game| game.session.next());
        match next {
            Some(Next::Cpu { .. } | Next::Chance(_)) => true,
            Some(Next::Person(_)) => self.is_out_of_time(),
            Some(Next::Nothing) | None => false,
        }
    }

    /// What is to be written down by itself, and when.
    fn agenda(&self) -> impl Iterator<Item = (u64, RoomDeed)> + '_ {
        let gone = self.state.people.iter().filter_map(|person| {
            let (when, line) = self.when_gone(person.id, person.line?)?;
            let member = person.id;
            Some((when, RoomDeed::Gone { member, line }))
        });
        let rests = self.rests();
        let for_all = [
            self.next_host(),
            self.ask_over(),
            self.stand_in(),
            self.back(),
            self.freed(),
            self.spent_unknown().map(|when| (when, RoomDeed::Alive)),
        ];
        let own_turn = self.own_turn();
        let for_all = for_all.into_iter().flatten().filter(move |_| !rests);
        let for_all = for_all.map(move |(when, deed)| (when.max(own_turn), deed));
        gone.chain(for_all)
            .chain(self.alive())
            .chain(self.still_here())
            .chain(self.sent_out_too())
    }

    /// With one member of a device the others go too.
    fn sent_out_too(&self) -> Option<(u64, RoomDeed)> {
        let mut people = self.state.people.iter();
        let person = people.find(|person| {
            let device = person.device.as_deref();
            person.id != self.state.host
                && device.is_some_and(|device| self.state.is_exiled(device))
        })?;
        Some((0, RoomDeed::Kicked(person.id)))
    }

    /// Others thought that a screen here was lost, as they had not heard of this process for long.
    fn still_here(&self) -> Option<(u64, RoomDeed)> {
        let (connection, member) = self.entered().find(|(_, member)| {
            let person = self.state.person(*member);
            person.is_some_and(|person| person.line.is_none())
        })?;
        let line = self.line_of(connection);
        Some((0, RoomDeed::Here { member, line }))
    }

    /// When a line counts as lost.
    fn when_gone(&self, member: MemberId, line: Line) -> Option<(u64, Line)> {
        if line.process == self.config.process {
            let since = self.vacated.get(&member)?;
            return Some((since + GONE_AFTER, line));
        }
        if self.is_unseen() {
            return None;
        }
        let heard = self.others.get(&line.process).copied();
        let heard = heard.max(self.loaded)?;
        Some((heard + DEAD_AFTER, line))
    }

    /// While others have lines too, they hear that this process has not forgotten its own. So does
    /// whoever looks for rooms that nobody is in any more.
    fn alive(&self) -> Option<(u64, RoomDeed)> {
        if self.is_unseen() {
            return None;
        }
        let kept = self.state.expires().saturating_sub(KEPT_BEFORE);
        let others = self.has_other_lines();
        let when = if others {
            kept.min(self.wrote + ALIVE_EVERY)
        } else {
            kept
        };
        Some((when, RoomDeed::Alive))
    }

    /// Whether other processes have lines of members.
    pub(super) fn has_other_lines(&self) -> bool {
        let process = self.config.process;
        let mut lines = self.state.people.iter().filter_map(|person| person.line);
        lines.any(|line| line.process != process)
    }

    fn next_host(&self) -> Option<(u64, RoomDeed)> {
        let host = self.state.person(self.state.host);
        let since = match host {
            Some(host) if host.line.is_none() => host.since,
            Some(_) => return None,
            None => 0,
        };
        let next = self.state.next_host().filter(|next| self.is_here(*next))?;
        let next = self.state.person(next).filter(|next| !next.watches)?.id;
        Some((since + HOST_PATIENCE, RoomDeed::Host(next)))
    }

    fn ask_over(&self) -> Option<(u64, RoomDeed)> {
        let ask = self.state.ask.as_ref()?;
        Some((ask.at + ASK_PATIENCE, RoomDeed::AskOver))
    }

    /// A CPU plays on where somebody is gone for too long.
    fn stand_in(&self) -> Option<(u64, RoomDeed)> {
        let game = self.state.playing()?;
        let (color, member) = game.mover()?;
        let out = self.is_out_of_grace() && self.state.is_gone(member);
        let due = out && !game.is_stood_in(color);
        due.then_some((0, RoomDeed::StandIn(color)))
    }

    /// Who is back takes over, but for a turn that a CPU has begun.
    fn back(&self) -> Option<(u64, RoomDeed)> {
        let game = self.state.playing()?;
        let turn = game.session.game().turn();
        let back = Color::ALL.into_iter().find(|color| {
            let vierschach_protocol::Holder::Member { member } = game.seats[color.index()].holder
            else {
                return false;
            };
            let plays = game.session.game().status()[color.index()].plays();
            game.is_stood_in(*color) && plays && turn != Some(*color) && !self.state.is_gone(member)
        });
        Some((0, RoomDeed::Back(back?)))
    }

    /// After a rematch the seats are free that nobody sat on.
    fn freed(&self) -> Option<(u64, RoomDeed)> {
        let state = &self.state;
        let mut colors = Color::ALL.into_iter();
        let spare = colors.find(|color| state.seats[color.index()].spare);
        let spare = spare.filter(|_| state.game.is_none())?;
        Some((0, RoomDeed::Seat(spare, None)))
    }

    /// Has the next move made that no person makes.
    fn play_on(&mut self, now: u64) {
        if self.rests() || self.thinking.is_some() || self.state.ask.is_some() {
            return;
        }
        let Some(game) = self.state.playing() else {
            return;
        };
        match game.session.next() {
            Next::Cpu { color, level, seed } => self.ask_cpu(color, level, seed, false),
            Next::Chance(mv) => self.act_by_itself(now, Act::Move(mv)),
            Next::Person(color) if self.is_out_of_time() => {
                match game.session.header().rules.time_out {
                    TimeOut::HostMoves => {
                        let seed = game.session.cpu_seed();
                        let levels = self.config.levels.iter().copied();
                        let level = levels.filter(|level| *level <= HOST_LEVEL).max();
                        self.ask_cpu(color, level.unwrap_or(HOST_LEVEL), seed, true);
                    }
                    TimeOut::Resigns => self.act_by_itself(now, Act::TimeOut(color)),
                }
            }
            Next::Person(_) | Next::Nothing => {}
        }
    }

    fn ask_cpu(&mut self, color: Color, level: u8, seed: u64, for_player: bool) {
        let token = Token(self.count());
        let Some(game) = self.state.playing() else {
            return;
        };
        let task = CpuTask {
            token,
            game: game.id.clone(),
            color,
            level,
            seed,
            state: game.session.game().clone(),
        };
        self.thinking = Some(Thinking { token, for_player });
        self.effects.push(RoomEffect::AskCpu(Box::new(task)));
    }
}
