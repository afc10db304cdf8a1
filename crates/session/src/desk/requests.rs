//! Reading requests and answering those that need nothing from the store.

use std::collections::BTreeMap;

use rand::RngExt;
use serde::Deserialize;
use vierschach_engine::Rules;
use vierschach_protocol::{
    ClientMessage, ErrorCode, GameId, MAX_REQUEST_BYTES, NewGame, NewSeat, Player, Request,
    ServerMessage, Settings, VERSION, Welcome,
};

use super::{Asker, ConnectionId, Desk, Job, MAX_CONNECTIONS, MAX_GAMES, Table, Then};
use crate::log::to_text;
use crate::{FORMAT, Header, LogSeat, Refusal, Session, Step, clean_name, wire};

/// The refusal of a request that was not looked at: it names the request if that much can be
/// read of it.
pub fn refusal(text: &str, code: ErrorCode) -> ServerMessage {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    let request = if text.len() <= MAX_REQUEST_BYTES {
        serde_json::from_str::<Numbered>(text).ok()
    } else {
        None
    };
    refused(request.map(|request| request.id), None, code)
}

pub(super) fn refused(
    request: Option<u32>,
    game: Option<GameId>,
    code: ErrorCode,
) -> ServerMessage {
    ServerMessage::Refused {
        request,
        game,
        code,
        params: BTreeMap::new(),
    }
}

/// A refusal with numbers for its sentence.
fn refused_with<const N: usize>(
    request: u32,
    code: ErrorCode,
    params: [(&str, String); N],
) -> ServerMessage {
    let params = params.map(|(key, value)| (key.to_owned(), value));
    ServerMessage::Refused {
        request: Some(request),
        game: None,
        code,
        params: params.into(),
    }
}

impl Desk {
    /// Reads a request and acts on it. Whatever is wrong with it has no effect but the answer.
    pub(super) fn receive(&mut self, now: u64, from: ConnectionId, text: &str) {
        let connections = self.connections.len();
        let Some(connection) = self.connections.get_mut(&from) else {
            return;
        };
        if text.len() > MAX_REQUEST_BYTES {
            return self.send(from, refusal(text, ErrorCode::TooLong));
        }
        let Ok(Request { id, message }) = serde_json::from_str(text) else {
            return self.send(from, refusal(text, ErrorCode::Malformed));
        };
        if let ClientMessage::Hello { protocol } = message {
            if protocol != VERSION {
                let params = [
                    ("client", protocol.to_string()),
                    ("host", VERSION.to_string()),
                ];
                return self.send(from, refused_with(id, ErrorCode::Version, params));
            }
            if connections > MAX_CONNECTIONS {
                return self.send(from, refused(Some(id), None, ErrorCode::TooFast));
            }
            connection.greeted = true;
            let welcome = self.welcome();
            return self.send(from, ServerMessage::Welcome(welcome));
        }
        if !connection.greeted {
            return self.send(from, refused(Some(id), None, ErrorCode::NoHello));
        }
        self.dispatch(now, (from, id), message);
    }

    fn dispatch(&mut self, now: u64, asker: Asker, message: ClientMessage) {
        match message {
            // Answered before; a second greeting changes nothing.
            ClientMessage::Hello { .. } => {}
            ClientMessage::CreateGame(game) => self.create(now, asker, game),
            ClientMessage::OpenGame { game, since } => self.open(now, asker, game, since),
            ClientMessage::LeaveGame { game } => {
                let shows = self.connections.get(&asker.0).map(|c| &c.shows);
                if shows.is_some_and(|shows| shows.as_ref() == Some(&game)) {
                    self.leave(asker.0);
                }
            }
            ClientMessage::Play {
                game,
                ply,
                hash,
                mv,
            } => self.act(asker, &game, |session| {
                session.consider_play(ply, &hash, &mv, now)
            }),
            ClientMessage::Resign { game, color, ply } => self.act(asker, &game, |session| {
                session.consider_resign(color, ply, now)
            }),
            ClientMessage::DeleteGame { game } => self.delete(asker, game),
            ClientMessage::ListGames {} => {
                let games = self.list();
                self.send(asker.0, ServerMessage::Games { games });
            }
            ClientMessage::SaveSettings { settings } => self.save_settings(asker, settings),
            ClientMessage::Claim { .. }
            | ClientMessage::TakeBack { .. }
            | ClientMessage::SetPlayer { .. }
            | ClientMessage::Away { .. }
            | ClientMessage::PlayAgain { .. }
            | ClientMessage::DescribeRules { .. }
            | ClientMessage::Preview { .. }
            | ClientMessage::AskPremoves { .. }
            | ClientMessage::Analyse { .. }
            | ClientMessage::StopAnalysis {}
            | ClientMessage::CheckDraft { .. }
            | ClientMessage::AskDraft { .. }
            | ClientMessage::ExportGame { .. }
            | ClientMessage::ImportGame { .. }
            | ClientMessage::ExportAll {}
            | ClientMessage::ImportArchive { .. }
            | ClientMessage::RestoreGame { .. }
            | ClientMessage::PurgeGame { .. } => {
                self.refuse(asker, None, ErrorCode::NotNow);
            }
        }
    }

    fn welcome(&self) -> Welcome {
        Welcome {
            protocol: VERSION,
            version: self.config.version.clone(),
            settings: self.settings.clone(),
            games: self.list(),
            levels: self.config.levels.clone(),
            problems: self.problems.clone(),
        }
    }

    pub(super) fn refuse(&mut self, asker: Asker, game: Option<GameId>, code: ErrorCode) {
        self.send(asker.0, refused(Some(asker.1), game, code));
    }

    fn create(&mut self, now: u64, asker: Asker, game: NewGame) {
        if self.kept.len() >= MAX_GAMES {
            let params = [("limit", MAX_GAMES.to_string())];
            let message = refused_with(asker.1, ErrorCode::TooManyGames, params);
            return self.send(asker.0, message);
        }
        let header = match self.header(now, game) {
            Ok(header) => header,
            Err(Refusal(code)) => return self.refuse(asker, None, code),
        };
        let text = header.to_text();
        let Ok(session) = Session::start(header) else {
            return self.refuse(asker, None, ErrorCode::BadRequest);
        };
        let game = GameId(format!("{:032x}", self.random.random::<u128>()));
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

    fn header(&mut self, now: u64, game: NewGame) -> Result<Header, Refusal> {
        let NewGame {
            variant,
            house: _,
            table,
            start: _,
            first,
            seats,
        } = game;
        let [red, blue, yellow, green] = seats.map(|seat| self.seat(seat));
        Ok(Header {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            variant,
            rules: Rules::preset(wire::preset(variant)),
            table,
            first: wire::engine_color(first),
            seats: [red?, blue?, yellow?, green?],
            seed: self.random.random(),
            created: now,
        })
    }

    fn seat(&self, seat: NewSeat) -> Result<LogSeat, Refusal> {
        let NewSeat { name, player } = seat;
        if let Player::Cpu { level } = player
            && !self.config.levels.contains(&level)
        {
            return Err(Refusal(ErrorCode::BadRequest));
        }
        let name = name.as_deref().map(clean_name).transpose()?;
        Ok(LogSeat { name, player })
    }

    fn open(&mut self, now: u64, asker: Asker, game: GameId, since: Option<u32>) {
        if !self.kept.contains_key(&game) {
            return self.refuse(asker, None, ErrorCode::NoSuchGame);
        }
        if self.open.contains_key(&game) {
            return self.show(now, asker, &game, since);
        }
        let job = Job::Load { game: game.clone() };
        self.ask_store(job, Then::Loaded { asker, game, since });
    }

    /// Judges an act of a person's and has it written down.
    fn act(
        &mut self,
        asker: Asker,
        game: &GameId,
        consider: impl FnOnce(&Session) -> Result<Step, Refusal>,
    ) {
        if !self.kept.contains_key(game) {
            return self.refuse(asker, None, ErrorCode::NoSuchGame);
        }
        let shows = self.connections.get(&asker.0).map(|c| &c.shows);
        let shown = shows.is_some_and(|shows| shows.as_ref() == Some(game));
        let Some(open) = self.open.get(game).filter(|_| shown) else {
            return self.refuse(asker, Some(game.clone()), ErrorCode::BadRequest);
        };
        let considered = match &open.table {
            Table::Live(session) => consider(session),
            Table::ReadOnly => Err(Refusal(ErrorCode::ReadOnly)),
        };
        match considered {
            Ok(step) => self.append(Some(asker), game, step),
            Err(Refusal(code)) => {
                self.refuse(asker, Some(game.clone()), code);
                if code == ErrorCode::Stale {
                    self.send_snapshot(asker.0, None, game);
                }
            }
        }
    }

    fn delete(&mut self, asker: Asker, game: GameId) {
        if !self.kept.contains_key(&game) {
            return self.refuse(asker, None, ErrorCode::NoSuchGame);
        }
        let job = Job::Delete { game: game.clone() };
        self.ask_store(job, Then::Deleted { asker, game });
    }

    fn save_settings(&mut self, asker: Asker, mut settings: Settings) {
        match settings.name.as_deref().map(clean_name).transpose() {
            Ok(name) => settings.name = name,
            Err(Refusal(code)) => return self.refuse(asker, None, code),
        }
        if !self.config.levels.contains(&settings.level) {
            return self.refuse(asker, None, ErrorCode::BadRequest);
        }
        let job = Job::SaveSettings {
            settings: to_text(&settings),
        };
        self.ask_store(job, Then::SettingsSaved { asker, settings });
    }
}
