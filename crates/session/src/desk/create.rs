//! Starting games.

use rand::RngExt;
use vierschach_engine::{Error, Rules};
use vierschach_protocol::{ErrorCode, GameId, NewGame, NewSeat, Player};

use super::{Asker, Desk, Job, MAX_GAMES, Then};
use crate::house::{house_rules, is_table};
use crate::refuse::{bad_rules, refused_with};
use crate::{FORMAT, Header, LogSeat, Refusal, Session, clean_name, wire};

impl Desk {
    /// Starts the game that a screen asks for.
    pub(super) fn create(&mut self, now: u64, asker: Asker, game: NewGame) {
        let rules = match house_rules(game.variant, &game.house) {
            Ok(rules) => rules,
            Err(error) => return self.refuse_rules(asker, &error),
        };
        match self.header(now, rules, game) {
            Ok(header) => self.begin(asker, header),
            Err(Refusal(code)) => self.refuse(asker, None, code),
        }
    }

    /// Starts the next game of a table: its seats as they are now, its rules, and the next colour
    /// first if the table rotates.
    pub(super) fn play_again(&mut self, now: u64, asker: Asker, game: &GameId) {
        let session = match self.shown(asker.0, game) {
            Ok(session) => session,
            Err(Refusal(code)) => return self.refuse(asker, Some(game.clone()), code),
        };
        let before = session.header();
        // A position that was set up says itself who moves.
        let rotates = before.table.rotate_first && before.start.is_none();
        let mut header = Header {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            first: if rotates {
                before.first.next()
            } else {
                before.first
            },
            seats: session.seats().clone(),
            created: now,
            ..before.clone()
        };
        header.seed = self.random.random();
        self.begin(asker, header);
    }

    /// Has a new game written down; the screen that asked for it shows it then.
    pub(super) fn begin(&mut self, asker: Asker, header: Header) {
        if self.game_count() >= MAX_GAMES {
            return self.refuse_more(asker);
        }
        let text = header.to_text();
        let Ok(session) = Session::start(header) else {
            return self.refuse(asker, None, ErrorCode::BadRequest);
        };
        let game = self.new_id();
        let job = Job::Create {
            game: game.clone(),
            header: text,
            snapshot: session.snapshot().to_text(),
        };
        let session = Box::new(session);
        self.ask_store(
            job,
            Then::Created {
                asker,
                game,
                session,
            },
        );
    }

    /// A name for a new game.
    pub(super) fn new_id(&mut self) -> GameId {
        GameId(format!("{:032x}", self.random.random::<u128>()))
    }

    fn header(&mut self, now: u64, rules: Rules, game: NewGame) -> Result<Header, Refusal> {
        let NewGame {
            variant,
            house: _,
            table,
            start,
            first,
            seats,
        } = game;
        if !is_table(table) {
            return Err(Refusal(ErrorCode::BadRequest));
        }
        let start = start
            .map(|draft| wire::draft_game(&draft, rules))
            .transpose();
        let start = start.map_err(|_| Refusal(ErrorCode::BadDraft))?;
        let first = start
            .as_ref()
            .map_or(wire::engine_color(first), |game| game.first());
        let [red, blue, yellow, green] = seats.map(|seat| self.seat(seat));
        Ok(Header {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            variant,
            rules,
            table,
            start: start.map(|game| game.to_fen4()),
            first,
            seats: [red?, blue?, yellow?, green?],
            seed: self.random.random(),
            created: now,
        })
    }

    fn seat(&self, seat: NewSeat) -> Result<LogSeat, Refusal> {
        let NewSeat { name, player } = seat;
        if !self.has_player(player) {
            return Err(Refusal(ErrorCode::BadRequest));
        }
        let name = name.as_deref().map(clean_name).transpose()?;
        Ok(LogSeat { name, player })
    }

    /// Whether such a player can be had here.
    pub(super) fn has_player(&self, player: Player) -> bool {
        match player {
            Player::Person { .. } => true,
            Player::Cpu { level } => self.config.levels.contains(&level),
        }
    }

    /// Refuses one more game.
    pub(super) fn refuse_more(&mut self, asker: Asker) {
        let params = [("limit", MAX_GAMES.to_string())];
        self.send(
            asker.0,
            refused_with(asker.1, ErrorCode::TooManyGames, params),
        );
    }

    pub(super) fn refuse_rules(&mut self, asker: Asker, error: &Error) {
        self.send(asker.0, bad_rules(asker.1, error));
    }
}
