//! Whatever people paste: a game as PGN4, a position as FEN4, or a setup's name.

use super::pgn4::{Action as ImportedAct, Fault, Pgn4, Reason};
use crate::{Color, Draft, Error, Game, Preset, Rules, Setup};

/// A game that was read from a text, by its rules: each act is legal in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The rules it is played by.
    pub rules: Rules,
    /// The preset that comes nearest to them.
    pub preset: Preset,
    /// The players' names where the text has some, in turn order, as they are written there.
    pub names: [Option<String>; 4],
    /// Who moves first.
    pub first: Color,
    /// The FEN4 of the start, where that is not the start of the rules.
    pub start: Option<String>,
    /// Moves, resignations, time-outs and claims in order.
    pub acts: Vec<ImportedAct>,
    /// Tags that mean nothing here: dates, places, numbers.
    pub carried: Vec<(String, String)>,
    /// What the text says otherwise than the rules: a `+` too few, other points at the end. Nothing
    /// that any move depends on; at most some dozens.
    pub doubts: Vec<Fault>,
}

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// There is nothing in it.
    #[error("an empty text")]
    Empty,
    /// A FEN4 at fault.
    #[error(transparent)]
    Fen4(Error),
    /// A PGN4 at fault. The fault tells line, column, round, player and sign as far as there are any.
    #[error(transparent)]
    Pgn4(Box<Fault>),
}

impl ImportError {
    /// The line and column of the fault, both counted from 1.
    pub fn place(&self) -> Option<(u32, u32)> {
        match self {
            ImportError::Pgn4(fault) => Some((fault.line?, fault.column?)),
            ImportError::Empty | ImportError::Fen4(_) => None,
        }
    }

    /// The round that is printed before the fault.
    pub fn round(&self) -> Option<u32> {
        match self {
            ImportError::Pgn4(fault) => fault.round,
            ImportError::Empty | ImportError::Fen4(_) => None,
        }
    }

    /// What was not understood, as it is written: a sign, a move, a word of a tag, a FEN4's field.
    pub fn found(&self) -> Option<&str> {
        match self {
            ImportError::Empty => None,
            ImportError::Fen4(Error::BadFen4 { field, .. }) => Some(field),
            ImportError::Fen4(_) => None,
            ImportError::Pgn4(fault) => match (&fault.entry, &fault.reason) {
                (Some(entry), _) => Some(entry),
                (
                    None,
                    Reason::UnknownVariant(word)
                    | Reason::UnknownRule(word)
                    | Reason::UnknownStart(word),
                ) => Some(word),
                _ => None,
            },
        }
    }
}

/// Reads a game or a position that somebody pasted.
///
/// A FEN4 says nothing of its rules: it is taken by the first preset that allows it. A PGN4 is
/// played by the rules of its tags. Moves must be legal; signs, taken pieces' letters and results
/// that are wrong become [`Imported::doubts`]. Dashes, quotes and castling zeros that chats and
/// keyboards make of the plain ones are understood. Comments and variations are left out.
///
/// ```
/// use vierschach_engine::notation::import;
/// let game = import("[Red \"Ann\"]\n\n1. d2–d4 .. b7-c7").unwrap();
/// assert_eq!(game.names[0].as_deref(), Some("Ann"));
/// assert_eq!(game.acts.len(), 2);
/// let error = import("1. d2-d4 .. b7-c7\n2. k13-k12 .. ?").unwrap_err();
/// assert_eq!((error.place(), error.found()), (Some((2, 15)), Some("?")));
/// ```
///
/// # Errors
/// The first fault of the text.
pub fn import(text: &str) -> Result<Imported, ImportError> {
    let trimmed =
        text.trim_matches(|letter: char| letter.is_whitespace() || "\u{feff}\"'`".contains(letter));
    if trimmed.is_empty() {
        return Err(ImportError::Empty);
    }
    if let Some(setup) = Setup::from_server_code(trimmed) {
        let rules = Rules {
            setup,
            ..Rules::preset(Preset::Solo)
        };
        return Ok(of_start(&Game::new(rules, Color::Red)));
    }
    if is_fen4(trimmed) {
        return import_fen4(trimmed);
    }
    import_pgn4(text).or_else(|fault| {
        let plain = plain(text);
        let again = Some(plain).filter(|plain| plain != text);
        again
            .and_then(|plain| import_pgn4(&plain).ok())
            .ok_or(ImportError::Pgn4(fault))
    })
}

/// Whether a text begins as a FEN4 does: a colour's letter and a dash. No move begins so.
fn is_fen4(text: &str) -> bool {
    let rest = text.strip_prefix(|letter| Color::ALL.iter().any(|c| c.letter() == letter));
    rest.is_some_and(|rest| rest.trim_start().starts_with('-'))
}

fn import_fen4(text: &str) -> Result<Imported, ImportError> {
    // What is over as it is read has had its last points given already: there is nothing to play.
    let read = |preset: Preset| match Game::from_fen4_in_play(Rules::preset(preset), text)? {
        game if game.result().is_some() => Err(Error::GameOver),
        game => Ok(game),
    };
    let mut games = Preset::ALL.into_iter().map(read);
    let first = games.next().unwrap_or(Err(Error::GameOver));
    let game = match first {
        Ok(game) => game,
        Err(error) => games.find_map(Result::ok).ok_or(ImportError::Fen4(error))?,
    };
    Ok(of_start(&game))
}

/// A game in which nothing has been done yet.
fn of_start(game: &Game) -> Imported {
    let rules = *game.rules();
    let first = game.first();
    let usual = Draft::from_game(&Game::new(rules, first)) == Draft::from_game(game);
    Imported {
        rules,
        preset: rules.nearest_preset(),
        names: [const { None }; 4],
        first,
        start: (!usual).then(|| game.to_fen4()),
        acts: Vec::new(),
        carried: Vec::new(),
        doubts: Vec::new(),
    }
}

fn import_pgn4(text: &str) -> Result<Imported, Box<Fault>> {
    let (game, places) = Pgn4::read_placed(text)?;
    let played = game.replay_gently();
    let (replay, doubts) = played.map_err(|placed| places.place(placed))?;
    let start = game.start().map_err(Fault::from)?;
    Ok(Imported {
        names: Color::ALL.map(|color| game.player(color)),
        acts: replay.steps.iter().map(|step| step.action).collect(),
        carried: game.carried(),
        doubts: doubts
            .into_iter()
            .map(|placed| *places.place(placed))
            .collect(),
        ..of_start(&start)
    })
}

/// The text with the signs that keyboards, chats and other programs print in place of the plain
/// ones; each letter stays in its line and column.
fn plain(text: &str) -> String {
    let signs = text.chars().map(|letter| match letter {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => '"',
        '\u{d7}' => 'x',
        '`' => ' ',
        other => other,
    });
    let signs: String = signs.collect();
    signs.replace("0-0-0", "O-O-O").replace("0-0", "O-O")
}
