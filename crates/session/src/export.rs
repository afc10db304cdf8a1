//! A game's texts: all of it as PGN4, a position of it as FEN4.

use time::OffsetDateTime;
use vierschach_engine::pgn4;
use vierschach_protocol::{ErrorCode, ServerMessage, TextFormat};

use crate::{Header, Refusal, Session, wire};

/// The answer to `export-game`.
///
/// # Errors
/// [`ErrorCode::BadRequest`] for a number that is still to come, [`ErrorCode::Internal`] for a
/// game that no text can hold.
pub(crate) fn exported(
    session: &Session,
    request: u32,
    format: TextFormat,
    number: u32,
) -> Result<ServerMessage, Refusal> {
    let text = match format {
        TextFormat::Pgn4 => pgn4_text(session)?,
        TextFormat::Fen4 => session
            .at(number)
            .ok_or(Refusal(ErrorCode::BadRequest))?
            .to_fen4(),
    };
    Ok(ServerMessage::Exported {
        request,
        format,
        name: file_name(session.header(), format, number),
        text,
    })
}

fn pgn4_text(session: &Session) -> Result<String, Refusal> {
    let header = session.header();
    let names = header.seats.clone().map(|seat| seat.name);
    let mut tags = Vec::new();
    if let Some(date) = date(header.created, '.') {
        tags.push(("Date".to_owned(), date));
    }
    let start = session.pgn4_start();
    let text = pgn4::write(&names, &tags, &header.rules, &start, &session.acts());
    text.map_err(|_| Refusal(ErrorCode::Internal))
}

/// A file's name: the day on which the game was started and the preset, for a position its number.
fn file_name(header: &Header, format: TextFormat, number: u32) -> String {
    let day = date(header.created, '-').map_or(String::new(), |day| format!("-{day}"));
    let preset = wire::preset(header.variant);
    match format {
        TextFormat::Pgn4 => format!("vierschach{day}-{preset}.pgn4"),
        TextFormat::Fen4 => format!("vierschach{day}-{preset}-{number}.fen4"),
    }
}

/// The day of a time in milliseconds since 1970, by the calendar of Greenwich.
fn date(time: u64, between: char) -> Option<String> {
    let seconds = i64::try_from(time / 1000).ok()?;
    let date = OffsetDateTime::from_unix_timestamp(seconds).ok()?.date();
    let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
    Some(format!("{year:04}{between}{month:02}{between}{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(date(0, '-').as_deref(), Some("1970-01-01"));
        assert_eq!(date(1_796_040_000_000, '.').as_deref(), Some("2026.11.30"));
        assert_eq!(date(951_782_400_000, '-').as_deref(), Some("2000-02-29"));
        assert_eq!(date(u64::MAX, '-'), None);
    }
}
