//! PGN4: whole games as the public servers write them (docs/RULES.md sections 11 and 12).
//!
//! ```text
//! [Variant "FFA"]
//! [RuleVariants "DeadKingWalking EnPassant PromoteTo=D"]
//! [StartFen4 "4PC"]
//!
//! 1. d2-d4 .. b7-c7 .. k13-k12 .. m8-l8
//! 2. Qg1-j4 .. R .. Bi14xNb7+ { a comment } ( .. h13-h12 ) .. O-O
//! ```
//!
//! [`games`] reads a text game by game into [`Pgn4`], which is what was printed and nothing more.
//! [`Pgn4::replay`] plays it by the rules its tags name and tells the first [`Fault`];
//! [`Pgn4::record`] writes down a game that was played here, so that it reads back to the same;
//! [`write()`] does so as text.
//!
//! Public servers know no resignation or claim in somebody else's turn. Such an act is written as
//! a command in a comment of the entry it followed, `{ [%resign blue] }`, besides the `R` in the
//! player's own slot, where other readers look for it.

mod entry;
mod fault;
mod lex;
mod outcome;
mod parse;
mod record;
mod replay;
mod rules;
mod write;

pub use entry::{Entry, Leaving, MoveText, Promoted, Step, Wing};
pub use fault::{Fault, Reason};
pub use parse::{Games, games};
pub use record::{Action, Start, write};
pub use replay::{Replay, Replayed};

/// Longest text that is read, in bytes. Longer ones are refused before anything of them is.
pub const MAX_BYTES: usize = 32 << 20;
/// Most entries in one game, those of its variations included.
pub const MAX_ENTRIES: usize = 100_000;
/// Deepest nesting of variations.
pub const MAX_DEPTH: usize = 32;

/// A game as it is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn4 {
    /// Names and values in the order of the text, those without a meaning here too. A name is a
    /// letter, then letters, digits and `_`.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub line: Line,
}

/// A run of entries: a whole game, or a variation of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first entry.
    pub comments: Vec<String>,
    /// The entries in the order they were played.
    pub slots: Vec<Slot>,
}

/// One entry with what is printed around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The number of the round, where one is printed before this entry.
    pub round: Option<u32>,
    /// The entry.
    pub entry: Entry,
    /// Comments after it, clocks too, without their braces.
    pub comments: Vec<String>,
    /// What might have been played in its place.
    pub variations: Vec<Line>,
}

impl Slot {
    /// An entry with nothing around it.
    pub const fn new(round: Option<u32>, entry: Entry) -> Slot {
        Slot {
            round,
            entry,
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}

impl Pgn4 {
    /// The value of the first tag with a name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value; a new one goes to the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The game's number on its server, its `GameNr` tag.
    pub fn number(&self) -> Option<&str> {
        self.tag("GameNr")
    }
}
