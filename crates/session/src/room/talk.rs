//! What people say to each other: set phrases and pings, within limits. None of it is kept, unless
//! the log is the way to members whose lines other processes have.

use std::collections::VecDeque;

use vierschach_engine::Color;
use vierschach_protocol::{
    ClientMessage, ErrorCode, MemberId, Phrase, RoomAct, ServerMessage, Square, Talk,
};

use super::entry::RoomDeed;
use super::{Asker, Origin, Room, RoomEffect};

/// So many phrases and pings a person has, in so many milliseconds.
const MOST: usize = 4;
const WITHIN: u64 = 10_000;

/// When somebody said or did something lately.
#[derive(Clone, Debug, Default)]
pub(super) struct Rate(VecDeque<u64>);

impl Rate {
    /// Whether one more may be said or done now, where so many may; it counts then.
    pub(super) fn may(&mut self, now: u64, most: usize) -> bool {
        self.0.retain(|said| now < said + WITHIN && *said <= now);
        let may = self.0.len() < most;
        if may {
            self.0.push_back(now);
        }
        may
    }
}

impl Room {
    /// Who hears what a member says now.
    pub(super) fn talk_of(&self, member: MemberId) -> Talk {
        let watches = self.state.person(member).is_none_or(|one| one.watches);
        match self.state.playing() {
            _ if watches => Talk::Nobody,
            None => Talk::Everybody,
            Some(game) => {
                let plays = game.colors_of(member) != [false; 4];
                if plays && game.session.header().rules.teams {
                    Talk::Partners
                } else {
                    Talk::Nobody
                }
            }
        }
    }

    pub(super) fn say(&mut self, now: u64, asker: Asker, from: MemberId, phrase: Phrase) {
        let act = RoomAct::Say { phrase };
        self.utter(now, asker, RoomDeed::Said(from, phrase), (from, act));
    }

    pub(super) fn point(&mut self, now: u64, asker: Asker, from: MemberId, square: Square) {
        if square.0.parse::<vierschach_engine::Square>().is_err() {
            return self.refuse(asker, ErrorCode::BadRequest);
        }
        let act = RoomAct::Point {
            square: square.clone(),
        };
        self.utter(now, asker, RoomDeed::Pointed(from, square), (from, act));
    }

    fn utter(&mut self, now: u64, asker: Asker, said: RoomDeed, (from, act): (MemberId, RoomAct)) {
        if self.talk_of(from) == Talk::Nobody {
            return self.refuse(asker, ErrorCode::NotNow);
        }
        if !self.rates.entry(from).or_default().may(now, MOST) {
            return self.refuse(asker, ErrorCode::TooFast);
        }
        if self.has_other_lines() {
            // The log is the only way to them.
            let origin = Origin::Asked {
                asker,
                message: Box::new(ClientMessage::Room { act }),
                token: None,
            };
            self.propose(now, said, None, origin);
        } else {
            self.pass_on(&said);
        }
    }

    /// Tells what somebody said to those here who hear it.
    pub(super) fn pass_on(&mut self, said: &RoomDeed) {
        let (from, message) = match said {
            RoomDeed::Said(from, phrase) => {
                let (from, phrase) = (*from, *phrase);
                (from, ServerMessage::Said { from, phrase })
            }
            RoomDeed::Pointed(from, square) => {
                let (from, square) = (*from, square.clone());
                (from, ServerMessage::Pointed { from, square })
            }
            _ => return,
        };
        let talk = self.talk_of(from);
        let hears = |member: MemberId| match talk {
            Talk::Nobody => false,
            Talk::Everybody => true,
            Talk::Partners => self.are_partners(from, member),
        };
        let to: Vec<_> = self
            .entered()
            .filter(|(_, member)| hears(*member))
            .map(|(connection, _)| connection)
            .collect();
        if !to.is_empty() {
            let message = Box::new(message);
            self.effects.push(RoomEffect::Send { to, message });
        }
    }

    /// Whether two members play in the same team.
    fn are_partners(&self, one: MemberId, other: MemberId) -> bool {
        let Some(game) = self.state.playing() else {
            return false;
        };
        let (one, other) = (game.colors_of(one), game.colors_of(other));
        Color::ALL.into_iter().any(|color| {
            let partner = color.partner();
            one[color.index()] && (other[color.index()] || other[partner.index()])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_in_ten_seconds() {
        let mut rate = Rate::default();
        let said: Vec<bool> = (0..6)
            .map(|second| rate.may(second * 1_000, MOST))
            .collect();
        assert_eq!(said, [true, true, true, true, false, false]);
        let mut may = |now| rate.may(now, MOST);
        assert!(may(10_000) && !may(10_500) && may(11_000));
        // A clock that was set back silences nobody.
        assert!(may(5));
    }
}
