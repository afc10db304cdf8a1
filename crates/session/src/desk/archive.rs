//! Everything that is kept as one file, a line of JSON each, and back again.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use vierschach_protocol::{ErrorCode, GameId, ServerMessage};

use super::{Answer, Asker, Desk, Job, Kept, MAX_GAMES, Then};
use crate::log::{check_format, from_text, to_text};
use crate::{Entry, FORMAT, Header, LogError, Session, clean_name, read_settings};

/// Shortest time between two archives, in milliseconds: each reads all that is kept.
const ARCHIVE_EVERY: u64 = 2_000;

/// One line: a game, or the settings.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Game(ArchivedGame),
    Settings { format: u32, settings: Value },
}

/// A game's log. Its parts stay JSON here, so that one that this version can't play is not lost.
#[derive(Debug, Serialize, Deserialize)]
struct ArchivedGame {
    format: u32,
    id: GameId,
    header: Value,
    entries: Vec<Value>,
    deleted: Option<u64>,
}

/// A game that was brought back.
#[derive(Debug)]
pub(super) struct Restored {
    pub(super) game: GameId,
    pub(super) kept: Kept,
}

impl Desk {
    /// Sends all that is kept, line by line.
    pub(super) fn export_all(&mut self, now: u64, asker: Asker) {
        let last = self.archived;
        if last.is_some_and(|last| now.saturating_sub(last) < ARCHIVE_EVERY) {
            return self.refuse(asker, None, ErrorCode::TooFast);
        }
        self.archived = Some(now);
        let games: Vec<GameId> = self.kept.keys().cloned().collect();
        let parts = u32::try_from(games.len() + 1).unwrap_or(u32::MAX);
        let settings = Line::Settings {
            format: FORMAT,
            settings: serde_json::to_value(&self.settings).unwrap_or_default(),
        };
        self.send_line(asker, (1, parts), &settings);
        for (game, part) in games.into_iter().zip(2..) {
            let job = Job::Load { game: game.clone() };
            let place = (part, parts);
            self.ask_store(job, Then::Archived { asker, game, place });
        }
    }

    /// Sends a game's line.
    pub(super) fn archive(
        &mut self,
        asker: Asker,
        game: GameId,
        place: (u32, u32),
        answer: Option<Answer>,
    ) {
        let Some(Answer::Log { header, entries }) = answer else {
            return self.refuse(asker, Some(game), ErrorCode::Internal);
        };
        // What is no JSON at all is kept as the text that it is.
        let value = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
        let kept = self.kept.get(&game);
        let line = Line::Game(ArchivedGame {
            format: FORMAT,
            deleted: kept.and_then(|kept| kept.snapshot.deleted),
            id: game,
            header: value(header),
            entries: entries.into_iter().map(value).collect(),
        });
        self.send_line(asker, place, &line);
    }

    fn send_line(&mut self, (to, request): Asker, (part, parts): (u32, u32), line: &Line) {
        let message = ServerMessage::Archive {
            request,
            part,
            parts,
            line: to_text(line),
        };
        self.send(to, message);
    }

    /// Brings a line back. One that is damaged changes nothing.
    pub(super) fn import_archive(&mut self, asker: Asker, line: &str) {
        let read = check_format(line, "a line").and_then(|_| from_text(line, "a line"));
        match read {
            Ok(Line::Game(game)) => self.restore_game(asker, game),
            Ok(Line::Settings { settings, .. }) => self.restore_settings(asker, &settings),
            Err(_) => self.refuse(asker, None, ErrorCode::BadArchive),
        }
    }

    fn restore_game(&mut self, asker: Asker, archived: ArchivedGame) {
        if !is_id(&archived.id) {
            return self.refuse(asker, None, ErrorCode::BadArchive);
        }
        if self.kept.contains_key(&archived.id) {
            return self.archive_read(asker, false);
        }
        let Ok(session) = archived.replay() else {
            return self.refuse(asker, None, ErrorCode::BadArchive);
        };
        let full = match archived.deleted {
            None => self.game_count() >= MAX_GAMES,
            Some(_) => self.kept.len() - self.game_count() >= MAX_GAMES,
        };
        if full {
            return self.refuse_more(asker);
        }
        let mut snapshot = session.snapshot();
        snapshot.deleted = archived.deleted;
        let game = archived.id;
        let job = restore(game.clone(), &session, snapshot.to_text());
        let kept = Kept {
            snapshot,
            read_only: false,
        };
        let restored = Box::new(Restored { game, kept });
        self.ask_store(job, Then::Restored { asker, restored });
    }

    /// A game of an archive is kept.
    pub(super) fn restored(&mut self, asker: Asker, Restored { game, kept }: Restored) {
        self.kept.insert(game, kept);
        self.archive_read(asker, true);
        self.send_list();
    }

    fn restore_settings(&mut self, asker: Asker, settings: &Value) {
        let Some(mut settings) = read_settings(&settings.to_string()) else {
            return self.refuse(asker, None, ErrorCode::BadArchive);
        };
        let name = settings.name.as_deref().map(clean_name).transpose();
        let Ok(name) = name else {
            return self.refuse(asker, None, ErrorCode::BadArchive);
        };
        settings.name = name;
        // What another device offered may not be had here.
        if !self.config.levels.contains(&settings.level) {
            settings.level = self.settings.level;
        }
        settings.last_game = settings.last_game.filter(|game| {
            let mut seats = game.seats.iter();
            seats.all(|seat| {
                let name = seat.name.as_deref().map(clean_name).transpose();
                self.has_player(seat.player) && name.as_ref() == Ok(&seat.name)
            })
        });
        if settings == self.settings {
            return self.archive_read(asker, false);
        }
        let job = Job::SaveSettings {
            settings: to_text(&settings),
        };
        let settings = Box::new(settings);
        self.ask_store(job, Then::SettingsRestored { asker, settings });
    }

    pub(super) fn archive_read(&mut self, (to, request): Asker, added: bool) {
        self.send(to, ServerMessage::ArchiveRead { request, added });
    }

    /// Has a game kept that has a past already; the screen that asked for it shows it then.
    pub(super) fn keep_new(&mut self, asker: Asker, session: Session) {
        let game = self.new_id();
        let job = restore(game.clone(), &session, session.snapshot().to_text());
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
}

fn restore(game: GameId, session: &Session, snapshot: String) -> Job {
    Job::Restore {
        game,
        header: session.header().to_text(),
        entries: session.entries().iter().map(Entry::to_text).collect(),
        snapshot,
    }
}

impl ArchivedGame {
    fn replay(&self) -> Result<Session, LogError> {
        let header = Header::from_text(&self.header.to_string())?;
        let unclean = LogError::Unreadable {
            what: "the header",
            problem: "a name that no seat can have".to_owned(),
        };
        for seat in &header.seats {
            if let Some(name) = &seat.name
                && clean_name(name).as_ref() != Ok(name)
            {
                return Err(unclean);
            }
        }
        let entries = self.entries.iter().map(|entry| {
            let text = entry.to_string();
            Entry::from_text(&text)
        });
        let entries = entries.collect::<Result<Vec<_>, _>>()?;
        Session::replay(header, entries)
    }
}

/// Whether a desk may have given this id: stores make file names of ids, so nothing else will do.
fn is_id(id: &GameId) -> bool {
    let digit = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    id.0.len() == 32 && id.0.bytes().all(digit)
}
