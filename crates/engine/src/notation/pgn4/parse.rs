//! From text to [`Pgn4`].

use std::str::FromStr;

use super::lex::{Lexer, Token};
use super::replay::Placed;
use super::{Entry, Fault, Line, MAX_BYTES, MAX_DEPTH, MAX_ENTRIES, Pgn4, Reason, Slot};
use crate::Error;

/// Reads the games of a text one by one.
///
/// A game that can't be read is an error of its own; reading goes on with the next tag after it.
///
/// ```
/// use vierschach_engine::pgn4;
/// let text = "[GameNr \"1\"]\n\n1. d2-d4 .. R\n\n[GameNr \"2\"]\n\n1. Xx\n";
/// let games: Vec<_> = pgn4::games(text).collect();
/// assert_eq!(games[0].as_ref().unwrap().number(), Some("1"));
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "PGN4: game 2: line 7: round 1: Xx: unreadable");
/// ```
pub fn games(text: &str) -> Games<'_> {
    let too_long = (text.len() > MAX_BYTES).then_some(text.len());
    Games {
        lexer: Lexer::new(if too_long.is_some() { "" } else { text }),
        too_long,
        count: 0,
    }
}

/// The games of a text; see [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    lexer: Lexer<'a>,
    too_long: Option<usize>,
    count: usize,
}

/// A line that is still being read.
#[derive(Default)]
struct Open {
    line: Line,
    round: Option<u32>,
}

/// What the reader of one game has so far.
struct Reader {
    game: Pgn4,
    /// The main line and the variations open at this point, outermost first.
    open: Vec<Open>,
    entries: usize,
    /// The round last printed, for faults.
    round: Option<u32>,
    word: Option<String>,
    places: Places,
}

/// Where the parts of a game begin in its text: line and column, counted from 1.
#[derive(Default)]
pub(in crate::notation) struct Places {
    /// Tags, by name.
    tags: Vec<(String, (u32, u32))>,
    /// Entries of the main line.
    slots: Vec<(u32, u32)>,
}

impl Places {
    /// A fault of the game, with its place in the text.
    pub(in crate::notation) fn place(&self, (slot, mut fault): Placed) -> Box<Fault> {
        let place = match slot {
            Some(slot) => self.slots.get(slot),
            None => {
                let mut tags = self.tags.iter();
                tags.find(|(name, _)| Some(name.as_str()) == fault.reason.tag())
                    .map(|(_, place)| place)
            }
        };
        fault.line = place.map(|place| place.0);
        fault.column = place.map(|place| place.1);
        fault
    }
}

impl Reader {
    fn current(&mut self) -> &mut Open {
        if self.open.is_empty() {
            self.open.push(Open::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn comment(&mut self, text: &str) {
        let line = &mut self.current().line;
        let comments = match line.slots.last_mut() {
            Some(slot) => &mut slot.comments,
            None => &mut line.comments,
        };
        comments.push(text.to_owned());
    }

    fn open_variation(&mut self) -> Result<(), Reason> {
        if self.current().line.slots.is_empty() {
            return Err(Reason::StrayVariation);
        }
        if self.open.len() > MAX_DEPTH {
            return Err(Reason::TooDeep);
        }
        self.open.push(Open::default());
        Ok(())
    }

    fn close_variation(&mut self) -> Result<(), Reason> {
        if self.open.len() < 2 {
            return Err(Reason::StrayBracket);
        }
        let closed = self.open.pop().map(|open| open.line);
        if let (Some(line), Some(slot)) = (closed, self.current().line.slots.last_mut()) {
            slot.variations.push(line);
        }
        Ok(())
    }

    fn entry(&mut self, word: &str) -> Result<(), Reason> {
        if is_outcome(word) {
            return Ok(());
        }
        let entry = Entry::from_str(word).map_err(|_| {
            self.word = Some(word.chars().take(32).collect());
            Reason::Unreadable
        })?;
        self.entries += 1;
        if self.entries > MAX_ENTRIES {
            return Err(Reason::TooManyEntries);
        }
        let open = self.current();
        let round = open.round.take();
        open.line.slots.push(Slot::new(round, entry));
        Ok(())
    }

    fn token(&mut self, token: Token<'_>, place: (u32, u32)) -> Result<(), Reason> {
        match token {
            Token::Tag(name, value) => {
                self.places.tags.push((name.to_owned(), place));
                self.game.tags.push((name.to_owned(), value));
            }
            Token::Comment(text) => self.comment(text),
            Token::Open => self.open_variation()?,
            Token::Close => self.close_variation()?,
            Token::Round(round) => {
                self.round = Some(round);
                self.current().round = Some(round);
            }
            Token::Dots => {}
            Token::Word(word) => {
                self.entry(word)?;
                let entries = self.open.first().map_or(0, |open| open.line.slots.len());
                if entries > self.places.slots.len() {
                    self.places.slots.push(place);
                }
            }
        }
        Ok(())
    }
}

/// Results that other programs print after the last move.
fn is_outcome(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2")
}

impl Games<'_> {
    fn game(&mut self, reader: &mut Reader) -> Result<(), Reason> {
        while reader.open.is_empty() || !self.lexer.at_tag() {
            let Some(token) = self.lexer.next() else {
                break;
            };
            let token = token?;
            reader.token(token, self.lexer.start())?;
        }
        if reader.open.len() > 1 {
            return Err(Reason::UnclosedVariation);
        }
        reader.game.line = std::mem::take(&mut reader.current().line);
        Ok(())
    }
}

impl Games<'_> {
    /// The next game with the places of its parts.
    fn next_placed(&mut self) -> Option<Result<(Pgn4, Places), Box<Fault>>> {
        if let Some(bytes) = self.too_long.take() {
            return Some(Err(Box::new(Reason::TextTooLong(bytes).into())));
        }
        if self.lexer.at_end() {
            return None;
        }
        self.count += 1;
        let mut reader = Reader {
            game: Pgn4::default(),
            open: Vec::new(),
            entries: 0,
            round: None,
            word: None,
            places: Places::default(),
        };
        let read = self.game(&mut reader).map_err(|reason| {
            let (line, column) = self.lexer.start();
            self.lexer.skip_game(reader.open.is_empty());
            let number = reader.game.number().map(str::to_owned);
            let game = number.or_else(|| Some(format!("#{}", self.count)));
            Box::new(Fault {
                game,
                line: Some(line),
                column: Some(column),
                round: reader.round,
                entry: reader.word.take(),
                ..reason.into()
            })
        });
        Some(read.map(|()| (reader.game, reader.places)))
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Pgn4, Error>;

    fn next(&mut self) -> Option<Result<Pgn4, Error>> {
        let next = self.next_placed()?;
        Some(next.map(|(game, _)| game).map_err(Error::from))
    }
}

impl Pgn4 {
    /// Reads the one game of a text and where its parts stand in it.
    pub(in crate::notation) fn read_placed(text: &str) -> Result<(Pgn4, Places), Box<Fault>> {
        let mut found = games(text);
        let game = found
            .next_placed()
            .unwrap_or_else(|| Err(Box::new(Reason::NoGame.into())))?;
        match found.next_placed() {
            Some(_) => Err(Box::new(Reason::MoreGames.into())),
            None => Ok(game),
        }
    }
}

impl FromStr for Pgn4 {
    type Err = Error;

    /// Reads the one game of a text.
    fn from_str(text: &str) -> Result<Pgn4, Error> {
        Ok(Pgn4::read_placed(text)?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> Reason {
        match text.parse::<Pgn4>() {
            Err(Error::Pgn4(fault)) => fault.reason,
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn variations_nest() {
        let game: Pgn4 = "1. d2-d4 { one } ( .. e2-e4 [ f2-f4 ] .. b7-c7 ) .. R"
            .parse()
            .expect("readable");
        let [first, second] = game.line.slots.as_slice() else {
            panic!("{game:?}")
        };
        assert_eq!((first.round, second.round), (Some(1), None));
        assert_eq!(first.comments, ["one"]);
        let [variation] = first.variations.as_slice() else {
            panic!("{first:?}")
        };
        assert_eq!(variation.slots.len(), 2);
        assert_eq!(
            variation.slots[0].variations[0].slots[0].entry.to_string(),
            "f2-f4"
        );
    }

    #[test]
    fn faults_of_the_text() {
        let deep = format!("1. d2-d4 {}", "( R ".repeat(MAX_DEPTH + 1));
        let many = format!("1. {}", "R ".repeat(MAX_ENTRIES + 1));
        for (text, expected) in [
            ("", Reason::NoGame),
            (" \n ", Reason::NoGame),
            ("1. d2-d4 (", Reason::UnclosedVariation),
            ("1. d2-d4 )", Reason::StrayBracket),
            ("1. ( d2-d4 )", Reason::StrayVariation),
            ("1. d2-d4 { ", Reason::UnclosedComment),
            ("[Red \"", Reason::UnclosedTag),
            ("1. d2–d4", Reason::Unreadable),
            ("R [Red \"a\"] R", Reason::MoreGames),
            (&deep, Reason::TooDeep),
            (&many, Reason::TooManyEntries),
        ] {
            assert_eq!(reason(text), expected, "{:.40}", text);
        }
        let deepest = format!("R {}{}", "( R ".repeat(MAX_DEPTH), ") ".repeat(MAX_DEPTH));
        assert!(deepest.parse::<Pgn4>().is_ok());
    }

    #[test]
    fn a_long_text_is_refused_unread() {
        let text = "}".repeat(MAX_BYTES + 1);
        assert_eq!(reason(&text), Reason::TextTooLong(MAX_BYTES + 1));
    }

    #[test]
    fn the_next_game_follows_a_bad_one() {
        for text in [
            "[A \"1\"]\n[B \"2\"]\n1. d2-d4 %\n2. x\n\n[A \"3\"]\n\n1. R\n",
            "[A \"1\" x]\n[B \"2\"]\n1. d2-d4\n2. x\n\n[A \"3\"]\n\n1. R\n",
        ] {
            let read: Vec<bool> = games(text).map(|game| game.is_ok()).collect();
            assert_eq!(read, [false, true], "{text}");
        }
    }

    #[test]
    fn results_of_other_programs_are_no_entries() {
        let game: Pgn4 = "1. d2-d4 .. R *".parse().expect("readable");
        assert_eq!(game.line.slots.len(), 2);
    }
}
