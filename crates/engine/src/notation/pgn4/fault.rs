//! What is wrong with a PGN4 game, and where.

use std::fmt;

use crate::{Color, Error, Kind, Move, Square};

/// The first fault of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The `GameNr` tag, or the game's place in its text as `#1`, `#2` ….
    pub game: Option<String>,
    /// The line of the text, counted from 1, where the text itself is at fault or was
    /// [imported](crate::notation::import).
    pub line: Option<u32>,
    /// The letter of the line, counted from 1, where the line is known.
    pub column: Option<u32>,
    /// The round, as last printed.
    pub round: Option<u32>,
    /// Whose entry it is.
    pub color: Option<Color>,
    /// The entry as printed.
    pub entry: Option<String>,
    /// What is wrong.
    pub reason: Reason,
}

impl From<Reason> for Fault {
    fn from(reason: Reason) -> Fault {
        Fault {
            game: None,
            line: None,
            column: None,
            round: None,
            color: None,
            entry: None,
            reason,
        }
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = &self.game {
            write!(f, "game {game}: ")?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(round) = self.round {
            write!(f, "round {round}: ")?;
        }
        match (self.color, &self.entry) {
            (Some(color), Some(entry)) => write!(f, "{color} {entry}: ")?,
            (Some(color), None) => write!(f, "{color}: ")?,
            (None, Some(entry)) => write!(f, "{entry}: ")?,
            (None, None) => {}
        }
        self.reason.fmt(f)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Pgn4(Box::new(fault))
    }
}

impl From<Box<Fault>> for Error {
    fn from(fault: Box<Fault>) -> Error {
        Error::Pgn4(fault)
    }
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The text is longer than [`MAX_BYTES`](super::MAX_BYTES).
    #[error("{0} bytes are too many, at most {max} are read", max = super::MAX_BYTES)]
    TextTooLong(usize),
    /// More entries than [`MAX_ENTRIES`](super::MAX_ENTRIES).
    #[error("more than {max} entries", max = super::MAX_ENTRIES)]
    TooManyEntries,
    /// Variations nest deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    #[error("variations nest deeper than {max}", max = super::MAX_DEPTH)]
    TooDeep,
    /// The text holds no game.
    #[error("no game")]
    NoGame,
    /// The text goes on after its one game.
    #[error("more than one game")]
    MoreGames,
    /// A comment has no closing brace.
    #[error("a comment never ends")]
    UnclosedComment,
    /// A tag has no closing quote or bracket.
    #[error("a tag never ends")]
    UnclosedTag,
    /// A variation has no closing bracket.
    #[error("a variation never ends")]
    UnclosedVariation,
    /// A closing bracket without its opening one.
    #[error("a bracket closes nothing")]
    StrayBracket,
    /// A variation before the first entry.
    #[error("a variation of nothing")]
    StrayVariation,
    /// Neither a move nor a sign.
    #[error("unreadable")]
    Unreadable,
    /// A `Variant` tag that names no game known here.
    #[error("unknown variant {0:?}")]
    UnknownVariant(String),
    /// A word of the `RuleVariants` tag that names no rule known here.
    #[error("unknown rule variant {0:?}")]
    UnknownRule(String),
    /// A `StartFen4` tag that is neither a setup's code nor a FEN4.
    #[error("unknown start position {0:?}")]
    UnknownStart(String),
    /// A `Result` tag that can't be read.
    #[error("unreadable result {0:?}")]
    BadResult(String),
    /// The game is over before this entry.
    #[error("the game is over")]
    Over,
    /// The engine refuses what is printed.
    #[error(transparent)]
    Refused(Error),
    /// Nothing stands where the move begins.
    #[error("{0} is empty")]
    NoPiece(Square),
    /// The piece is somebody else's.
    #[error("the piece on {square} is {owner}")]
    NotOwn {
        /// Where the move begins.
        square: Square,
        /// Whose piece stands there.
        owner: Color,
    },
    /// The piece is not of the kind that is printed.
    #[error("on {square} stands {}, not {}", name(Some(*found)), name(Some(*printed)))]
    WrongKind {
        /// Where the move begins.
        square: Square,
        /// What is printed.
        printed: Kind,
        /// What stands there.
        found: Kind,
    },
    /// The move takes something else than is printed.
    #[error("the move takes {}, but {} is printed", name(*found), name(*printed))]
    WrongCapture {
        /// What is printed.
        printed: Option<Kind>,
        /// What is taken.
        found: Option<Kind>,
    },
    /// The move is not legal.
    #[error("{0} is not a legal move")]
    Illegal(Move),
    /// The player can't castle on that wing.
    #[error("no such castling")]
    NoCastling,
    /// The move gives check to more or fewer than it says.
    #[error("{printed} printed, but the move checks {counted}")]
    WrongChecks {
        /// Number of `+`.
        printed: u8,
        /// Number of opponents given check.
        counted: u8,
    },
    /// The move mates, or takes the king of, more or fewer than it says.
    #[error("{printed} printed, but the move mates {counted}")]
    WrongMates {
        /// Number of `#`.
        printed: u8,
        /// Number of opponents mated or taken.
        counted: u8,
    },
    /// A lone `#` or `S`, or the `#` of `R#`, but nobody went out that way.
    #[error("nobody is out that way")]
    NobodyOut,
    /// The points at the end are not those of the `Result` tag.
    #[error("the result tag says {printed:?}, the game {counted:?}")]
    WrongPoints {
        /// The tag's points, Red to Green.
        printed: [i32; 4],
        /// The game's.
        counted: [i32; 4],
    },
    /// The result is not that of the `Result` tag.
    #[error("the result tag says {0:?}, which is not how the game went")]
    WrongResult(String),
}

impl Reason {
    /// The tag that is at fault.
    pub(super) fn tag(&self) -> Option<&'static str> {
        match self {
            Reason::UnknownVariant(_) => Some("Variant"),
            Reason::UnknownRule(_) => Some("RuleVariants"),
            Reason::UnknownStart(_) | Reason::Refused(Error::BadFen4 { .. }) => Some("StartFen4"),
            Reason::Refused(Error::BadRules { .. } | Error::UnknownPreset(_)) => Some("Rules"),
            Reason::BadResult(_) | Reason::WrongPoints { .. } | Reason::WrongResult(_) => {
                Some("Result")
            }
            _ => None,
        }
    }
}

/// A kind in a message.
const fn name(kind: Option<Kind>) -> &'static str {
    match kind {
        None => "nothing",
        Some(Kind::Pawn) => "a pawn",
        Some(Kind::Knight) => "a knight",
        Some(Kind::Bishop) => "a bishop",
        Some(Kind::Rook) => "a rook",
        Some(Kind::Queen) => "a queen",
        Some(Kind::King) => "a king",
    }
}
