//! Wishes to take moves back, and how they end.

use vierschach_engine::Color;
use vierschach_protocol::{AskEnd, MemberId, RoomNews};

use super::entry::RoomDeed;
use super::state::{Ask, Person, State, Told};
use crate::wire;

impl State {
    /// Somebody wants to take this colour's last move back: the others who play and are here are asked.
    pub(super) fn asked(&mut self, member: MemberId, color: Color, at: u64) {
        let Some(game) = self.playing_mut() else {
            return;
        };
        game.asked_at = Some(game.session.number());
        let others = self.others_who_play(member);
        let others = others.filter(|other| other.line.is_some());
        let waits_for = others.map(|other| other.id).collect();
        self.ask = Some(Ask {
            color,
            at,
            waits_for,
        });
    }

    /// Whether all others who play are here to be asked, but for those whose turns a CPU plays.
    pub(super) fn can_ask(&self, member: MemberId) -> bool {
        let Some(game) = self.playing() else {
            return false;
        };
        self.others_who_play(member).all(|other| {
            let own = game.colors_of(other.id).into_iter().zip(Color::ALL);
            let mut own = own.filter_map(|(has, color)| has.then_some(color));
            other.line.is_some() || own.all(|color| game.is_stood_in(color))
        })
    }

    /// The others who have a colour that still plays.
    fn others_who_play(&self, member: MemberId) -> impl Iterator<Item = &Person> {
        let game = self.playing();
        let plays = move |id: MemberId| {
            game.is_some_and(|game| {
                let status = game.session.game().status();
                let colors = game.colors_of(id).into_iter().zip(status);
                colors
                    .into_iter()
                    .any(|(has, status)| has && status.plays())
            })
        };
        let people = self.people.iter();
        people.filter(move |other| other.id != member && plays(other.id))
    }

    /// Whether somebody's answer is waited for.
    pub(super) fn waits_for(&self, member: MemberId) -> bool {
        let ask = self.ask.as_ref();
        ask.is_some_and(|ask| ask.waits_for.contains(&member))
    }

    /// Whether it is a member's move that shall be taken back.
    pub(super) fn asks(&self, member: MemberId) -> bool {
        let color = self.ask.as_ref().map(|ask| ask.color);
        let seat = color.zip(self.playing());
        seat.is_some_and(|(color, game)| game.seats[color.index()].is_of(member))
    }

    /// Who goes with this deed, where a wish to take back ends with that.
    pub(super) fn ends_ask(&self, deed: &RoomDeed) -> Option<MemberId> {
        let (RoomDeed::Left(member) | RoomDeed::Kicked(member)) = *deed else {
            return None;
        };
        (self.asks(member) || self.waits_for(member)).then_some(member)
    }

    /// Somebody's answer is waited for no longer.
    pub(super) fn waits_no_longer_for(&mut self, member: MemberId) {
        if let Some(ask) = &mut self.ask {
            ask.waits_for.retain(|other| *other != member);
        }
    }

    /// Ends the wish, if there is one; gives what to tell of it.
    pub(super) fn end_ask(&mut self, end: AskEnd) -> Option<RoomNews> {
        let color = wire::color(self.ask.take()?.color);
        Some(RoomNews::TakeBackOver { color, end })
    }

    /// Takes back what was asked for, if nobody has to answer any more.
    pub(super) fn settle_ask(&mut self, at: u64, told: &mut Told) {
        let settled = self.ask.as_ref().filter(|ask| ask.waits_for.is_empty());
        let Some(color) = settled.map(|ask| ask.color) else {
            return;
        };
        let game = self.playing_mut();
        // Whether it may be was judged when it was asked; whatever is done in the game ends the wish.
        let took_back = game.is_some_and(|game| {
            let back = game.session.back_before(color);
            let step = back.and_then(|back| game.session.consider(back, at).ok());
            step.is_some_and(|step| game.session.commit(step).is_none())
        });
        let end = if took_back {
            AskEnd::Agreed
        } else {
            AskEnd::MovedOn
        };
        told.game |= took_back;
        told.news.extend(self.end_ask(end));
    }
}
