//! Everything that is kept as one file, a line of JSON each, and back again.

use std::ops::Bound;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use vierschach_protocol::{ErrorCode, GameId, ServerMessage};

use super::{Answer, Asker, Desk, Job, Kept, MAX_GAMES, Then};
use crate::house::is_table;
use crate::log::{check_format, from_text, to_text};
use crate::{Act, Entry, FORMAT, Header, LogError, LogSeat, Session, clean_name, read_settings};

/// What the clocks of two devices may differ by, in milliseconds.
const CLOCKS_DIFFER: u64 = 24 * 60 * 60 * 1000;

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
    /// Sends one part of all that is kept: the game that follows another one, or the settings. What
    /// a client does not ask for is not read, however slow it is.
    pub(super) fn export_all(&mut self, asker: Asker, after: Option<GameId>) {
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        let mut later = self.kept.range((after, Bound::Unbounded));
        if let Some((game, _)) = later.next() {
            let game = game.clone();
            let job = Job::Load { game: game.clone() };
            return self.ask_store(job, Then::Archived { asker, game });
        }
        let settings = Line::Settings {
            format: FORMAT,
            settings: serde_json::to_value(&self.settings).unwrap_or_default(),
        };
        self.send_part(asker, None, Some(to_text(&settings)));
    }

    /// Sends a game's part. One that can't be read is told, and the others have their turn.
    pub(super) fn archive(&mut self, asker: Asker, game: GameId, answer: Option<Answer>) {
        let Some(Answer::Log { header, entries }) = answer else {
            return self.send_part(asker, Some(game), None);
        };
        // What is no JSON at all is kept as the text that it is.
        let value = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
        let kept = self.kept.get(&game);
        let line = Line::Game(ArchivedGame {
            format: FORMAT,
            deleted: kept.and_then(|kept| kept.snapshot.deleted),
            id: game.clone(),
            header: value(header),
            entries: entries.into_iter().map(value).collect(),
        });
        self.send_part(asker, Some(game), Some(to_text(&line)));
    }

    fn send_part(&mut self, (to, request): Asker, game: Option<GameId>, line: Option<String>) {
        let parts = self.kept.len() + 1;
        let part = match &game {
            Some(game) => self.kept.range(..=game.clone()).count(),
            None => parts,
        };
        let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
        let message = ServerMessage::Archive {
            request,
            part: number(part),
            parts: number(parts),
            game,
            line,
        };
        self.send(to, message);
    }

    /// Brings a line back. One that is damaged changes nothing.
    pub(super) fn import_archive(&mut self, now: u64, asker: Asker, line: &str) {
        let read = check_format(line, "a line", FORMAT).and_then(|_| from_text(line, "a line"));
        match read {
            Ok(Line::Game(game)) => self.restore_game(now, asker, game),
            Ok(Line::Settings { settings, .. }) => self.restore_settings(asker, &settings),
            Err(_) => self.refuse(asker, None, ErrorCode::BadArchive),
        }
    }

    fn restore_game(&mut self, now: u64, asker: Asker, archived: ArchivedGame) {
        if !is_id(&archived.id) {
            return self.refuse(asker, None, ErrorCode::BadArchive);
        }
        if self.kept.contains_key(&archived.id) {
            return self.archive_read(asker, false);
        }
        let full = match archived.deleted {
            None => self.game_count() >= MAX_GAMES,
            Some(_) => self.kept.len() - self.game_count() >= MAX_GAMES,
        };
        if full {
            return self.refuse_more(asker);
        }
        let replayed = archived.read().and_then(|(header, entries)| {
            self.check(now, &header, &entries, archived.deleted)?;
            Session::replay(header, entries)
        });
        let Ok(session) = replayed else {
            return self.refuse(asker, None, ErrorCode::BadArchive);
        };
        let mut snapshot = session.snapshot();
        // A bin keeps nothing longer than it may because another clock was ahead.
        snapshot.deleted = archived.deleted.map(|deleted| deleted.min(now));
        let game = archived.id;
        let job = restore(game.clone(), &session, snapshot.to_text());
        let kept = Kept {
            snapshot,
            read_only: false,
        };
        let restored = Box::new(Restored { game, kept });
        self.ask_store(job, Then::Restored { asker, restored });
    }

    /// Checks what a replay does not: an archive may have been written by anybody.
    fn check(
        &self,
        now: u64,
        header: &Header,
        entries: &[Entry],
        deleted: Option<u64>,
    ) -> Result<(), LogError> {
        let unfit = |problem: &str| LogError::Unreadable {
            what: "the archive",
            problem: problem.to_owned(),
        };
        let only_if = |good: bool, problem| good.then_some(()).ok_or(unfit(problem));
        let latest = now.saturating_add(CLOCKS_DIFFER);
        only_if(is_table(header.table), "a time that no table has")?;
        only_if(header.created <= latest, "a game that is yet to be begun")?;
        let in_bin = deleted.is_none_or(|at| (header.created..=latest).contains(&at));
        only_if(in_bin, "deleted at no time of its")?;
        for LogSeat { name, player } in &header.seats {
            let clean = name.as_deref().map(clean_name).transpose();
            only_if(clean.as_ref() == Ok(name), "a name that no seat can have")?;
            only_if(self.has_player(*player), "a level that there is not")?;
        }
        for entry in entries {
            only_if(entry.at <= latest, "an act that is yet to be done")?;
            if let Act::Seat(_, player) = entry.act {
                only_if(self.has_player(player), "a level that there is not")?;
            }
        }
        Ok(())
    }

    /// A game of an archive is kept.
    pub(super) fn restored(&mut self, now: u64, asker: Asker, restored: Restored) {
        let Restored { game, kept } = restored;
        self.kept.insert(game, kept);
        self.archive_read(asker, true);
        self.send_list_soon(now);
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
    fn read(&self) -> Result<(Header, Vec<Entry>), LogError> {
        let header = Header::from_text(&self.header.to_string())?;
        let entries = self.entries.iter();
        let entries = entries.map(|entry| Entry::from_text(&entry.to_string()));
        Ok((header, entries.collect::<Result<_, _>>()?))
    }
}

/// Whether a desk may have given this id: stores make file names of ids, so nothing else will do.
fn is_id(id: &GameId) -> bool {
    let digit = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    id.0.len() == 32 && id.0.bytes().all(digit)
}
