//! A game as its screens and its store see it.

use vierschach_engine::{Color, Game};
use vierschach_protocol::{self as protocol, GameId, GameView, Now, Player, Seat};

use super::{Next, Session, Step};
use crate::snapshot::{BoardPiece, Snapshot};
use crate::{Act, Entry, FORMAT, LogSeat, wire};

impl Session {
    /// How things stand.
    pub fn now(&self) -> Now {
        let people = Color::ALL.into_iter().filter(|who| self.is_person(*who));
        let legal = match self.next() {
            Next::Person(_) => wire::legal_moves(&self.game),
            Next::Cpu { .. } | Next::Chance(_) | Next::Nothing => Vec::new(),
        };
        Now {
            legal,
            dangers: people
                .flat_map(|who| wire::dangers(&self.game, who))
                .collect(),
            can: self.can(),
            ..wire::now(&self.game, self.round)
        }
    }

    /// The whole game for a screen.
    pub fn view(&self, id: &GameId) -> GameView {
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
            now: self.now(),
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

/// The colours that people play: on one device, all of them are this device's.
pub(crate) fn people(seats: &[Seat]) -> Vec<protocol::Color> {
    let people = seats.iter();
    people
        .filter(|seat| matches!(seat.player, Player::Person { .. }))
        .map(|seat| seat.color)
        .collect()
}
