//! A game as its screens and its store see it.

use vierschach_engine::{Color, Game};
use vierschach_protocol::{self as protocol, GameId, GameView, Now, Player, Seat};

use super::{Next, Session, Step};
use crate::snapshot::{BoardPiece, Snapshot};
use crate::{Act, Entry, FORMAT, LogSeat, wire};

impl Session {
    /// How things stand.
    pub fn now(&self) -> Now {
        let people = Color::ALL.map(|who| self.is_person(who));
        self.standing(people).told_to(people)
    }

    /// How things stand, with what those colours' players are told that others are not.
    pub(crate) fn standing(&self, colors: [bool; 4]) -> Standing {
        let moves = match self.next() {
            Next::Person(mover) if colors[mover.index()] => {
                Some((mover, wire::legal_moves(&self.game)))
            }
            _ => None,
        };
        let dangers = Color::ALL.map(|who| {
            let asked = colors[who.index()] && self.is_person(who);
            asked.then(|| wire::dangers(&self.game, who))
        });
        Standing {
            bare: wire::now(&self.game, self.round),
            moves,
            dangers: dangers.map(Option::unwrap_or_default),
            can: self.can(),
        }
    }

    /// The whole game for a screen.
    pub fn view(&self, id: &GameId) -> GameView {
        self.view_with(id, self.now())
    }

    /// The whole game, with how things stand as some screen is told it.
    pub(crate) fn view_with(&self, id: &GameId, now: Now) -> GameView {
        let rules = &self.header.rules;
        let seats = wire::seats(rules, &self.seats);
        GameView {
            id: id.clone(),
            number: self.number(),
            variant: self.header.variant,
            has_points: rules.points.is_some(),
            lead: wire::lead(rules),
            first: wire::color(self.header.first),
            rules: wire::rule_fields(rules, wire::preset(self.header.variant)),
            table: self.header.table,
            promoted_worth: wire::promoted_worth(rules),
            yours: people(&seats),
            seats,
            start: wire::board(self.marks[0].game.position()),
            board: wire::board(self.game.position()),
            events: self.events.clone(),
            now,
            read_only: false,
            created: self.header.created as f64,
        }
    }

    /// The state to be kept beside the log.
    pub fn snapshot(&self) -> Snapshot {
        let (number, updated) = (self.number(), self.updated);
        self.snapshot_of(&self.game, self.round, &self.seats, number, updated)
    }

    /// The state to be kept with a step's entry.
    pub fn snapshot_after(&self, step: &Step) -> Snapshot {
        let Entry {
            number, at, act, ..
        } = step.entry;
        let mut seats = self.seats.clone();
        if let Act::Seat(color, player) = act {
            seats[color.index()].player = player;
        }
        self.snapshot_of(&step.game, step.round, &seats, number, at)
    }

    fn snapshot_of(
        &self,
        game: &Game,
        round: u32,
        seats: &[LogSeat; 4],
        number: u32,
        updated: u64,
    ) -> Snapshot {
        let Now {
            ply,
            round,
            hash,
            turn,
            points,
            tally,
            status,
            checks,
            legal: _,
            clock: _,
            dangers: _,
            can: _,
            result,
        } = wire::now(game, round);
        let header = &self.header;
        let board = wire::board(game.position()).into_iter();
        Snapshot {
            format: FORMAT,
            number,
            variant: header.variant,
            has_points: header.rules.points.is_some(),
            lead: wire::lead(&header.rules),
            first: wire::color(header.first),
            seats: wire::seats(&header.rules, seats),
            board: board.map(BoardPiece).collect(),
            ply,
            round,
            hash,
            turn,
            points,
            tally,
            status,
            checks,
            result,
            created: header.created,
            updated,
            deleted: None,
            thought: None,
        }
    }
}

/// How a game stands, from which follows what each of its players is told.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    bare: Now,
    moves: Option<(Color, Vec<protocol::LegalMove>)>,
    dangers: [Vec<protocol::Danger>; 4],
    can: protocol::Can,
}

impl Standing {
    /// What those are told who play these colours.
    pub(crate) fn told_to(&self, colors: [bool; 4]) -> Now {
        let has = |color: &protocol::Color| colors[wire::engine_color(*color).index()];
        let only = |of: &[protocol::Color]| of.iter().copied().filter(has).collect();
        let moves = self.moves.as_ref();
        let moves = moves.filter(|(mover, _)| colors[mover.index()]);
        let dangers = colors.iter().zip(&self.dangers);
        Now {
            legal: moves.map_or_else(Vec::new, |(_, moves)| moves.clone()),
            dangers: dangers
                .filter(|(asked, _)| **asked)
                .flat_map(|(_, dangers)| dangers.iter().cloned())
                .collect(),
            can: protocol::Can {
                resign: only(&self.can.resign),
                claim: only(&self.can.claim),
                take_back: only(&self.can.take_back),
            },
            ..self.bare.clone()
        }
    }
}

/// The colours that people play: on one device, all of them are this device's.
pub(crate) fn people(seats: &[Seat]) -> Vec<protocol::Color> {
    let people = seats.iter();
    people
        .filter(|seat| matches!(seat.player, Player::Person { .. }))
        .map(|seat| seat.color)
        .collect()
}
