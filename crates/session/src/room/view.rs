//! A room and its game as each of its members sees them.

use std::collections::BTreeMap;

use vierschach_engine::Color;
use vierschach_protocol::{
    Action, Event, Fairness, GameView, Holder, Member, MemberId, Now, Player, RoomNews, RoomSeat,
    RoomView, ServerMessage, TakeBackAsk,
};

use super::enter::sha256;
use super::state::RoomGame;
use super::{Asker, Room, RoomEffect};
use crate::{ConnectionId, wire};

/// A client that missed more events than this gets a snapshot instead.
const MAX_EVENTS_MISSED: u32 = 40;

/// Screens that are told the same of the game, by the colours that they play.
type Groups = BTreeMap<[bool; 4], Vec<ConnectionId>>;

impl Room {
    /// The room as a member sees it.
    pub(super) fn room_view(&self, you: MemberId) -> Option<RoomView> {
        let state = &self.state;
        state.person(you)?;
        let playing = state.playing().is_some();
        let players = state.people.iter().filter(|person| !person.watches);
        let watchers = state.people.iter();
        let watchers = watchers.filter(|person| person.watches && person.line.is_some());
        Some(RoomView {
            code: state.header.code.clone(),
            you,
            host: state.host,
            members: players
                .map(|person| Member {
                    id: person.id,
                    name: person.name.clone(),
                    here: person.line.is_some(),
                    ready: person.ready || person.id == state.host,
                })
                .collect(),
            seats: Color::ALL.map(|color| self.seat_view(color)),
            options: state.options.clone(),
            locked: state.locked,
            watchers: u32::try_from(watchers.count()).unwrap_or(u32::MAX),
            game: state.game.as_ref().map(|game| game.id.clone()),
            playing,
            games: state.games,
            can_start: self.can_start(),
            talk: self.talk_of(you),
            asks: state.ask.as_ref().map(|ask| TakeBackAsk {
                color: wire::color(ask.color),
                moves: state
                    .playing()
                    .map_or(0, |game| game.session.moves_to_take_back(ask.color)),
                waits_for: ask.waits_for.clone(),
            }),
            free_level: state.free_level,
            fairness: state.seed.as_ref().map(|seed| Fairness {
                commitment: sha256(seed),
                seed: Some(seed.clone()).filter(|_| !playing),
            }),
            expires: state.expires() as f64,
        })
    }

    fn seat_view(&self, color: Color) -> RoomSeat {
        let seat = &self.state.seats[color.index()];
        let game = self.state.playing();
        let grace = match seat.holder {
            Holder::Member { member } if game.is_some() => self.grace_view(member),
            _ => None,
        };
        RoomSeat {
            color: wire::color(color),
            holder: seat.holder,
            name: seat.name.clone(),
            stand_in: game.is_some_and(|game| game.is_stood_in(color)),
            grace,
        }
    }

    /// Tells the room to all but one screen, with what it does not show by itself.
    pub(super) fn send_room(&mut self, news: &[RoomNews], but: Option<ConnectionId>) {
        let screens: Vec<_> = self
            .entered()
            .filter(|(screen, _)| Some(*screen) != but)
            .collect();
        for (screen, member) in screens {
            self.send_room_to(screen, member, news);
        }
    }

    /// Tells a member the room.
    pub(super) fn send_room_to(
        &mut self,
        screen: ConnectionId,
        member: MemberId,
        news: &[RoomNews],
    ) {
        if let Some(room) = self.room_view(member) {
            let (room, news) = (Box::new(room), news.to_vec());
            self.send(screen, ServerMessage::Room { room, news });
        }
    }

    /// Shows the game on a screen: the events that it missed, or all of it.
    pub(super) fn show(&mut self, asker: Asker, member: MemberId, since: Option<u32>) {
        let Some(game) = self.state.game.as_deref() else {
            return;
        };
        let colors = game.colors_of(member);
        let missed = since.and_then(|since| {
            let count = game.session.number().checked_sub(since)?;
            let few = (1..=MAX_EVENTS_MISSED).contains(&count);
            few.then(|| game.session.told_since(since, Some(colors)))?
        });
        let Some(mut events) = missed else {
            return self.send_snapshot(asker.0, Some(asker.1), member);
        };
        let id = game.id.clone();
        if let Some((_, now)) = events.last_mut() {
            now.clock = self.clock_view();
        }
        for (event, now) in events {
            let message = ServerMessage::Happened {
                game: id.clone(),
                event: seen_by(colors, event),
                now: Box::new(now),
            };
            self.send(asker.0, message);
        }
    }

    pub(super) fn send_snapshot(
        &mut self,
        to: ConnectionId,
        request: Option<u32>,
        member: MemberId,
    ) {
        let Some(game) = self.state.game.as_deref() else {
            return;
        };
        let colors = game.colors_of(member);
        let now = game.session.standing(colors).told_to(colors);
        let game = Box::new(self.game_view(game, colors, now));
        self.send(to, ServerMessage::Snapshot { request, game });
    }

    /// Sends the whole game to all but one screen; the asker's has the number of the request.
    pub(super) fn send_snapshots(&mut self, asker: Asker, but: Option<ConnectionId>) {
        let Some(game) = self.state.game.as_deref() else {
            return;
        };
        let groups = self.groups(game, but);
        let standing = game.session.standing(union(&groups));
        let mut sends = Vec::new();
        for (colors, to) in groups {
            let view = Box::new(self.game_view(game, colors, standing.told_to(colors)));
            let (asked, others): (Vec<_>, Vec<_>) = to.into_iter().partition(|to| *to == asker.0);
            let parts = [(asked, Some(asker.1)), (others, None)];
            for (to, request) in parts.into_iter().filter(|(to, _)| !to.is_empty()) {
                let game = view.clone();
                let message = Box::new(ServerMessage::Snapshot { request, game });
                sends.push(RoomEffect::Send { to, message });
            }
        }
        self.effects.extend(sends);
        self.clocks_are_told();
    }

    /// Tells an event to all but one screen: once for all who see the same.
    pub(super) fn send_event(&mut self, event: &Event, but: Option<ConnectionId>) {
        let Some(game) = self.state.game.as_deref() else {
            return;
        };
        let groups = self.groups(game, but);
        let standing = game.session.standing(union(&groups));
        let clock = self.clock_view();
        let sends = groups.into_iter().map(|(colors, to)| {
            let mut now = standing.told_to(colors);
            now.clock = clock;
            let message = Box::new(ServerMessage::Happened {
                game: game.id.clone(),
                event: seen_by(colors, event.clone()),
                now: Box::new(now),
            });
            RoomEffect::Send { to, message }
        });
        let sends: Vec<_> = sends.collect();
        self.effects.extend(sends);
        self.clocks_are_told();
    }

    fn groups(&self, game: &RoomGame, but: Option<ConnectionId>) -> Groups {
        let mut groups = Groups::new();
        for (screen, member) in self.entered().filter(|(screen, _)| Some(*screen) != but) {
            let colors = game.colors_of(member);
            groups.entry(colors).or_default().push(screen);
        }
        groups
    }

    /// The whole game for those who play these colours.
    fn game_view(&self, game: &RoomGame, colors: [bool; 4], now: Now) -> GameView {
        let mut view = game.session.view_with(&game.id, now);
        view.now.clock = self.clock_view();
        view.yours = own(colors);
        for (seat, own) in view.seats.iter_mut().zip(colors) {
            if let Player::Person { me } = &mut seat.player {
                *me = own;
            }
        }
        let events = std::mem::take(&mut view.events).into_iter();
        view.events = events.map(|event| seen_by(colors, event)).collect();
        view
    }
}

/// The colours that any of the groups plays.
fn union(groups: &Groups) -> [bool; 4] {
    let mut all = [false; 4];
    for colors in groups.keys() {
        for (any, has) in all.iter_mut().zip(colors) {
            *any |= has;
        }
    }
    all
}

fn own(colors: [bool; 4]) -> Vec<vierschach_protocol::Color> {
    let own = Color::ALL.into_iter().zip(colors);
    own.filter(|(_, own)| *own)
        .map(|(color, _)| wire::color(color))
        .collect()
}

/// An event as those see it who play these colours: a person who takes a seat is "me" or is not.
fn seen_by(colors: [bool; 4], mut event: Event) -> Event {
    let own = colors[wire::engine_color(event.color).index()];
    if let Action::Seat {
        player: Player::Person { me },
    } = &mut event.action
    {
        *me = own;
    }
    event
}
