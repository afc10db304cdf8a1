//! What follows when something is written down, here or elsewhere.

use vierschach_protocol::{ErrorCode, ServerMessage};

use super::entry::{RoomDeed, RoomEntry};
use super::state::Told;
use super::{Asker, Origin, Outcome, Pending, Room, RoomEffect, Screen};
use crate::{ConnectionId, LogError, Refusal, Step};

impl Room {
    /// Goes on after an append.
    pub(super) fn kept(&mut self, now: u64, pending: Pending, outcome: Outcome) {
        let Pending {
            ticket: _,
            entry,
            step,
            origin,
            then,
        } = pending;
        match outcome {
            Outcome::Written => {
                self.trouble = None;
                self.failing = false;
                self.wrote = now;
                match then {
                    None => self.commit(now, entry, step, origin),
                    Some(deed) => {
                        self.commit(now, entry, step, Origin::Room);
                        self.propose(now, deed, None, origin);
                    }
                }
            }
            Outcome::Overtaken(entries) => {
                self.others_wrote(now, entry.number, &entries);
                // What nobody asked for is thought of again by itself.
                if let Origin::Asked { asker, message, .. } = origin
                    && self.screens.contains_key(&asker.0)
                {
                    self.dispatch(now, asker, *message);
                }
            }
            Outcome::Failed => {
                // It may have been written all the same, or the log may have gone on.
                self.effects.push(RoomEffect::ReadAfter(self.state.number));
                self.not_kept(now, &entry, origin);
            }
        }
    }

    fn not_kept(&mut self, now: u64, entry: &RoomEntry, origin: Origin) {
        match origin {
            Origin::Asked { asker, .. } => {
                let in_game = matches!(entry.deed, RoomDeed::Game(_));
                self.refuse_in_game(asker, Refusal(ErrorCode::NotSaved));
                if in_game && let Some(member) = self.member_of(asker.0) {
                    self.send_snapshot(asker.0, None, member);
                }
            }
            Origin::Room => self.trouble(now, ErrorCode::NotSaved),
        }
    }

    /// Takes an entry that is written down, and tells what it changed.
    fn commit(&mut self, now: u64, entry: RoomEntry, step: Option<Box<Step>>, origin: Origin) {
        let deed = entry.deed.clone();
        let told = match self.state.apply(entry, step) {
            Ok(told) => told,
            Err(error) => return self.effects.push(RoomEffect::Astray(error)),
        };
        self.took(now, &deed);
        let asker = match &origin {
            Origin::Room => None,
            Origin::Asked { asker, .. } => Some(*asker),
        };
        let comes = match (&deed, asker) {
            (RoomDeed::Entered(newcomer), Some(asker)) => Some((asker, newcomer.member)),
            (RoomDeed::Here { member, .. }, Some(asker)) => Some((asker, *member)),
            _ => None,
        };
        if let Some(((screen, _), member)) = comes {
            self.comes(screen, member);
        }
        self.wind(now);
        if let (Some((asker, member)), Origin::Asked { message, token, .. }) = (comes, origin) {
            self.tell(&told, asker, Some(asker.0));
            self.welcome(asker, member, token.unwrap_or_default(), &message);
        } else {
            self.tell(&told, asker.unwrap_or((ConnectionId(0), 0)), None);
        }
        self.pass_on(&deed);
        self.let_out(&deed);
    }

    /// Takes entries that another process may have written.
    pub(super) fn others_wrote(&mut self, now: u64, first: u32, texts: &[String]) {
        if self.waiting.is_some() {
            // What is under way tells whether there is anything new.
            return;
        }
        let next = self.state.number + 1;
        if first > next {
            return self.effects.push(RoomEffect::ReadAfter(self.state.number));
        }
        let known = usize::try_from(next - first).unwrap_or(usize::MAX);
        for text in texts.iter().skip(known) {
            if let Err(error) = self.take_other(now, text) {
                return self.effects.push(RoomEffect::Astray(error));
            }
        }
    }

    fn take_other(&mut self, now: u64, text: &str) -> Result<(), LogError> {
        let entry = RoomEntry::from_text(text)?;
        let (deed, by) = (entry.deed.clone(), entry.by);
        let told = self.state.apply(entry, None)?;
        if by != self.config.process {
            self.others.insert(by, now);
        }
        self.clock = None;
        self.grace = None;
        self.took(now, &deed);
        let line = match &deed {
            RoomDeed::Entered(newcomer) => Some((newcomer.member, newcomer.line)),
            RoomDeed::Here { member, line } => Some((*member, *line)),
            _ => None,
        };
        if let Some((member, line)) = line {
            self.replace(member, None);
            if line.process == self.config.process {
                // Its screen was told that it was not written.
                self.vacated.insert(member, now);
            }
        }
        self.wind(now);
        self.tell(&told, (ConnectionId(0), 0), None);
        self.pass_on(&deed);
        self.let_out(&deed);
        Ok(())
    }

    /// An entry was taken: what was under way for the state before it is over.
    fn took(&mut self, now: u64, deed: &RoomDeed) {
        self.taken = now;
        let stays = matches!(
            deed,
            RoomDeed::Here { .. }
                | RoomDeed::Gone { .. }
                | RoomDeed::Alive
                | RoomDeed::Said(..)
                | RoomDeed::Pointed(..)
                | RoomDeed::Locked(_)
                | RoomDeed::Host(_)
        );
        if !stays && let Some(thinking) = self.thinking.take() {
            self.effects.push(RoomEffect::CancelCpu(thinking.token));
        }
        if let RoomDeed::Gone { member, .. } = deed {
            self.vacated.remove(member);
        }
    }

    /// A screen is a member's from now on; one that was before is told and let go of.
    fn comes(&mut self, screen: ConnectionId, member: vierschach_protocol::MemberId) {
        self.replace(member, Some(screen));
        if let Some(screen) = self.screens.get_mut(&screen) {
            screen.member = Some(member);
            self.vacated.remove(&member);
        } else {
            // It went while its entrance was written down.
            self.vacated.insert(member, self.taken);
        }
    }

    /// Lets go of a member's screen, unless it is this one.
    fn replace(&mut self, member: vierschach_protocol::MemberId, by: Option<ConnectionId>) {
        if let Some(old) = self.screen_of(member).filter(|old| Some(*old) != by) {
            self.send(old, ServerMessage::Replaced);
            self.close(old);
        }
    }

    /// Lets go of the screen of somebody who is in the room no longer.
    fn let_out(&mut self, deed: &RoomDeed) {
        let (member, code) = match deed {
            RoomDeed::Kicked(member) => (*member, Some(ErrorCode::Kicked)),
            RoomDeed::Left(member) => (*member, None),
            RoomDeed::Entered(newcomer) => match newcomer.instead_of {
                // Another process took a member for gone whose screen is here.
                Some(member) => (member, Some(ErrorCode::BadToken)),
                None => return,
            },
            _ => return,
        };
        self.vacated.remove(&member);
        self.rates.remove(&member);
        self.deeds.remove(&member);
        if let Some(screen) = self.screen_of(member) {
            if let Some(code) = code {
                if code == ErrorCode::Kicked {
                    self.exile(screen);
                }
                self.send(screen, crate::refuse::refused(None, None, code));
            }
            self.close(screen);
        }
    }

    /// Nobody new comes in from where this screen was; but a device is known again by its name, so
    /// that those stay welcome who are where the host is, or may be: it is not known where a host is
    /// whose screen is elsewhere.
    fn exile(&mut self, screen: ConnectionId) {
        let host = self.screen_of(self.state.host);
        let host = host.and_then(|host| self.screens.get(&host));
        let Some(Screen {
            device, address, ..
        }) = self.screens.get(&screen)
        else {
            return;
        };
        if device.is_none() || host.is_some_and(|host| host.address != *address) {
            self.exiled.extend(address.clone());
        }
    }

    /// Tells what an entry changed to all but one screen; `asker`'s request is named in a snapshot.
    fn tell(&mut self, told: &Told, asker: Asker, but: Option<ConnectionId>) {
        if told.room {
            self.send_room(&told.news, but);
        }
        if told.game {
            self.send_snapshots(asker, but);
        } else if let Some(event) = &told.event {
            self.send_event(event, but);
        }
    }
}
