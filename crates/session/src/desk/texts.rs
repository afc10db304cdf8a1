//! Games and positions as texts and drafts: taking them away, bringing them in, setting them up.

use vierschach_engine::notation::{ImportError, Imported, import};
use vierschach_engine::pgn4;
use vierschach_protocol::{
    Draft, ErrorCode, GameId, HouseRule, MAX_NAME_CHARS, Player, ServerMessage, Table, TextFormat,
    Variant,
};

use super::{Answer, Asker, Desk, Job, Then};
use crate::export::exported;
use crate::house::house_rules;
use crate::refuse::refused_with;
use crate::{Act, FORMAT, Header, LogSeat, Refusal, Session, clean_name, wire};

/// The most moves and other acts of a game that is brought in.
const MAX_ACTS: usize = 4_000;

/// The most letters of a text that a refusal quotes.
const MAX_QUOTE: usize = 40;

/// What is wanted of a game that may not be open.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wish {
    /// A text of it, of the position after the event of a number.
    Text(TextFormat, u32),
    /// The position after the event of a number, to edit it.
    Draft(u32),
}

impl Desk {
    /// Answers a wish, if need be after the game was read.
    pub(super) fn wish(&mut self, asker: Asker, game: GameId, wish: Wish) {
        if !self.kept.contains_key(&game) {
            return self.refuse(asker, None, ErrorCode::NoSuchGame);
        }
        if let Some(session) = self.session(&game) {
            let answer = grant(session, asker, wish);
            return self.answer(asker, game, answer);
        }
        if self.open.contains_key(&game) {
            return self.refuse(asker, Some(game), ErrorCode::ReadOnly);
        }
        let job = Job::Load { game: game.clone() };
        self.ask_store(job, Then::Wished { asker, game, wish });
    }

    /// Answers a wish with the log that was read for it.
    pub(super) fn wished(
        &mut self,
        asker: Asker,
        game: GameId,
        wish: Wish,
        answer: Option<Answer>,
    ) {
        let answer = match answer {
            Some(Answer::Log { header, entries }) => super::flow::replay(&header, &entries)
                .map_err(|_| Refusal(ErrorCode::ReadOnly))
                .and_then(|session| grant(&session, asker, wish)),
            Some(Answer::Done) | None => Err(Refusal(ErrorCode::Internal)),
        };
        self.answer(asker, game, answer);
    }

    fn answer(&mut self, asker: Asker, game: GameId, answer: Result<ServerMessage, Refusal>) {
        match answer {
            Ok(message) => self.send(asker.0, message),
            Err(Refusal(code)) => self.refuse(asker, Some(game), code),
        }
    }

    /// Makes a game of a text.
    pub(super) fn import_game(&mut self, now: u64, asker: Asker, text: &str) {
        if self.game_count() >= super::MAX_GAMES {
            return self.refuse_more(asker);
        }
        let imported = match import(text) {
            Ok(imported) => imported,
            Err(error) => return self.refuse_import(asker, &error),
        };
        let seed = rand::RngExt::random(&mut self.random);
        match played(imported, seed, now) {
            Some(session) => self.keep_new(asker, session),
            None => self.refuse(asker, None, ErrorCode::BadImport),
        }
    }

    fn refuse_import(&mut self, asker: Asker, error: &ImportError) {
        let mut params = Vec::new();
        if let Some((line, column)) = error.place() {
            params.push(("line", line.to_string()));
            params.push(("column", column.to_string()));
        }
        if let Some(found) = error.found() {
            params.push(("found", found.chars().take(MAX_QUOTE).collect()));
        }
        let message = refused_with(asker.1, ErrorCode::BadImport, params);
        self.send(asker.0, message);
    }

    /// Says whether a position can be played.
    pub(super) fn check_draft(
        &mut self,
        asker: Asker,
        variant: Variant,
        house: &[HouseRule],
        draft: &Draft,
    ) {
        let rules = match house_rules(variant, house) {
            Ok(rules) => rules,
            Err(error) => return self.refuse_rules(asker, &error),
        };
        let (fen4, problems) = match wire::draft_game(draft, rules) {
            Ok(game) => (Some(game.to_fen4()), Vec::new()),
            Err(problems) => (None, problems),
        };
        let message = ServerMessage::DraftChecked {
            request: asker.1,
            fen4,
            problems,
        };
        self.send(asker.0, message);
    }
}

fn grant(session: &Session, (_, request): Asker, wish: Wish) -> Result<ServerMessage, Refusal> {
    let at = |number| session.at(number).ok_or(Refusal(ErrorCode::BadRequest));
    Ok(match wish {
        Wish::Draft(number) => ServerMessage::Draft {
            request,
            draft: wire::draft(&at(number)?),
        },
        Wish::Text(format, number) => exported(session, request, format, number)?,
    })
}

/// The game of a text, with people on all seats; `None` where it is too long.
fn played(imported: Imported, seed: u64, now: u64) -> Option<Session> {
    let Imported {
        rules,
        preset,
        names,
        first,
        start,
        acts,
        carried: _,
        doubts: _,
    } = imported;
    if acts.len() > MAX_ACTS {
        return None;
    }
    let header = Header {
        format: FORMAT,
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        variant: wire::variant(preset),
        rules,
        table: Table::default(),
        start,
        first,
        seats: names.map(|name| LogSeat {
            name: name.and_then(|name| short_name(&name)),
            player: Player::Person { me: false },
        }),
        seed,
        created: now,
    };
    let mut session = Session::start(header).ok()?;
    for act in acts {
        let act = match act {
            pgn4::Action::Move(mv) => Act::Move(mv),
            pgn4::Action::Resign(color) => Act::Resign(color),
            pgn4::Action::TimeOut(color) => Act::TimeOut(color),
            pgn4::Action::Claim(color) => Act::Claim(color),
        };
        let step = session.consider(act, now).ok()?;
        session.commit(step);
    }
    Some(session)
}

/// As much of somebody's name as a seat can bear; `None` where nothing of it is left.
fn short_name(name: &str) -> Option<String> {
    let short: String = name.trim().chars().take(MAX_NAME_CHARS).collect();
    clean_name(&short).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_to_what_a_seat_bears() {
        let long = "Maximilian of Somewhere";
        assert_eq!(short_name(long).as_deref(), Some("Maximilian of Somewh"));
        assert_eq!(short_name(" "), None);
        assert_eq!(short_name("a\u{202e}b"), None);
    }
}
