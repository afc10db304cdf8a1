//! Reading requests and answering those that need nothing from the store.

use vierschach_protocol::{
    ClientMessage, ErrorCode, GameId, MAX_ARCHIVE_BYTES, MAX_IMPORT_BYTES, MAX_REQUEST_BYTES,
    Request, ServerMessage, Settings, VERSION, Welcome,
};

use super::{Asker, ConnectionId, Desk, Job, MAX_CONNECTIONS, Table, Then, Wish};
use crate::log::to_text;
use crate::refuse::{refusal, refused, refused_with};
use crate::{Deed, Refusal, Seen, Session, Step, clean_name};

/// How long a request may be, in bytes: some bring texts.
fn max_bytes(message: &ClientMessage) -> usize {
    match message {
        ClientMessage::ImportGame { .. } => MAX_IMPORT_BYTES,
        ClientMessage::ImportArchive { .. } => MAX_ARCHIVE_BYTES,
        _ => MAX_REQUEST_BYTES,
    }
}

impl Desk {
    /// Reads a request and acts on it. Whatever is wrong with it has no effect but the answer.
    pub(super) fn receive(&mut self, now: u64, from: ConnectionId, text: &str) {
        let connections = self.connections.len();
        let Some(connection) = self.connections.get_mut(&from) else {
            return;
        };
        if text.len() > MAX_ARCHIVE_BYTES {
            return self.send(from, refusal(text, ErrorCode::TooLong));
        }
        let Ok(Request { id, message }) = serde_json::from_str(text) else {
            let code = if text.len() > MAX_REQUEST_BYTES {
                ErrorCode::TooLong
            } else {
                ErrorCode::Malformed
            };
            return self.send(from, refusal(text, code));
        };
        if text.len() > max_bytes(&message) {
            return self.send(from, refused(Some(id), None, ErrorCode::TooLong));
        }
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
                    self.leave(now, asker.0);
                }
            }
            ClientMessage::Play {
                game,
                ply,
                hash,
                mv,
            } => {
                let moved_for = self.open.get(&game).is_some_and(|open| open.for_player);
                self.act(asker, &game, |session| {
                    let seen = Some(Seen { ply, hash: &hash });
                    let step = session.consider_deed(Deed::Move(&mv), seen, now)?;
                    if moved_for {
                        return Err(Refusal(ErrorCode::NotYourTurn));
                    }
                    Ok(step)
                });
            }
            ClientMessage::Resign {
                game,
                color,
                ply,
                hash,
            } => self.do_deed(now, asker, &game, Deed::Resign(color), (ply, &hash)),
            ClientMessage::Claim {
                game,
                color,
                ply,
                hash,
            } => self.do_deed(now, asker, &game, Deed::Claim(color), (ply, &hash)),
            ClientMessage::TakeBack {
                game,
                color,
                ply,
                hash,
            } => self.do_deed(now, asker, &game, Deed::TakeBack(color), (ply, &hash)),
            ClientMessage::SetPlayer {
                game,
                color,
                player,
            } => {
                if !self.has_player(player) {
                    return self.refuse(asker, Some(game), ErrorCode::BadRequest);
                }
                self.act(asker, &game, |session| {
                    session.consider_deed(Deed::Seat(color, player), None, now)
                });
            }
            ClientMessage::PlayAgain { game } => self.play_again(now, asker, &game),
            ClientMessage::DeleteGame { game } => self.delete(now, asker, game),
            ClientMessage::RestoreGame { game } => self.restore(asker, game),
            ClientMessage::PurgeGame { game } => self.purge(asker, game),
            ClientMessage::ListGames {} => {
                let games = self.list();
                self.send(asker.0, ServerMessage::Games { games });
            }
            ClientMessage::Ping {} => {
                self.send(asker.0, ServerMessage::Pong { request: asker.1 });
            }
            ClientMessage::SaveSettings { settings } => self.save_settings(asker, settings),
            ClientMessage::DescribeRules { variant, house } => {
                self.describe_rules(asker, variant, &house);
            }
            ClientMessage::Preview {
                game,
                ply,
                hash,
                mv,
            } => self.preview(now, asker, &game, (ply, &hash), &mv),
            ClientMessage::AskPremoves { game, color } => self.premoves(asker, game, color),
            ClientMessage::Analyse {
                game,
                number,
                lines,
            } => self.analyse(asker, game, number, lines),
            ClientMessage::StopAnalysis {} => self.stop_analysis(asker.0),
            ClientMessage::CheckDraft {
                variant,
                house,
                draft,
            } => self.check_draft(asker, variant, &house, &draft),
            ClientMessage::AskDraft { game, number } => {
                self.wish(asker, game, Wish::Draft(number));
            }
            ClientMessage::ExportGame {
                game,
                number,
                format,
            } => self.wish(asker, game, Wish::Text(format, number)),
            ClientMessage::ImportGame { text } => self.import_game(now, asker, &text),
            ClientMessage::ExportAll { after } => self.export_all(asker, after),
            ClientMessage::ImportArchive { line } => self.import_archive(now, asker, &line),
            ClientMessage::Away { away } => self.set_away(now, asker.0, away),
            // Rooms have connections of their own.
            ClientMessage::EnterRoom { .. } | ClientMessage::Room { .. } => {
                self.refuse(asker, None, ErrorCode::BadRequest);
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

    fn open(&mut self, now: u64, asker: Asker, game: GameId, since: Option<u32>) {
        if !self.has_game(&game) {
            return self.refuse(asker, None, ErrorCode::NoSuchGame);
        }
        if self.open.contains_key(&game) {
            return self.show(now, asker, &game, since);
        }
        let job = Job::Load { game: game.clone() };
        self.ask_store(job, Then::Loaded { asker, game, since });
    }

    /// Does what a person wants in the position that it saw.
    fn do_deed(
        &mut self,
        now: u64,
        asker: Asker,
        game: &GameId,
        deed: Deed<'_>,
        (ply, hash): (u32, &str),
    ) {
        let seen = Some(Seen { ply, hash });
        self.act(asker, game, |session| {
            session.consider_deed(deed, seen, now)
        });
    }

    /// Judges an act of a person's and has it written down.
    fn act(
        &mut self,
        asker: Asker,
        game: &GameId,
        consider: impl FnOnce(&Session) -> Result<Step, Refusal>,
    ) {
        match self.shown(asker.0, game).and_then(consider) {
            Ok(step) => self.append(Some(asker), game, step),
            Err(refusal) => self.refuse_act(asker, game, refusal),
        }
    }

    /// Refuses an act; a screen that saw another position gets the present one.
    pub(super) fn refuse_act(&mut self, asker: Asker, game: &GameId, Refusal(code): Refusal) {
        self.refuse(asker, Some(game.clone()), code);
        if code == ErrorCode::Stale {
            self.send_snapshot(asker.0, None, game);
        }
    }

    /// The game that a screen shows, to play in.
    pub(super) fn shown(&self, screen: ConnectionId, game: &GameId) -> Result<&Session, Refusal> {
        if !self.has_game(game) {
            return Err(Refusal(ErrorCode::NoSuchGame));
        }
        let shows = self.connections.get(&screen).map(|c| &c.shows);
        let shown = shows.is_some_and(|shows| shows.as_ref() == Some(game));
        match self
            .open
            .get(game)
            .filter(|_| shown)
            .map(|open| &open.table)
        {
            Some(Table::Live(session)) => Ok(session),
            Some(Table::ReadOnly) => Err(Refusal(ErrorCode::ReadOnly)),
            None => Err(Refusal(ErrorCode::BadRequest)),
        }
    }

    fn save_settings(&mut self, asker: Asker, mut settings: Settings) {
        match settings.name.as_deref().map(clean_name).transpose() {
            Ok(name) => settings.name = name,
            Err(Refusal(code)) => return self.refuse(asker, None, code),
        }
        if let Some(game) = &mut settings.last_game {
            for seat in &mut game.seats {
                match seat.name.as_deref().map(clean_name).transpose() {
                    Ok(name) => seat.name = name,
                    Err(Refusal(code)) => return self.refuse(asker, None, code),
                }
            }
        }
        if !self.config.levels.contains(&settings.level) {
            return self.refuse(asker, None, ErrorCode::BadRequest);
        }
        let job = Job::SaveSettings {
            settings: to_text(&settings),
        };
        let settings = Box::new(settings);
        self.ask_store(job, Then::SettingsSaved { asker, settings });
    }
}
