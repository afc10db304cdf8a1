//! What can go wrong with a log, and why a request is refused.

use vierschach_protocol::ErrorCode;

/// Why a kept game can't be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// The text is no header, entry or snapshot.
    #[error("{what} can't be read: {problem}")]
    Unreadable {
        /// Which part of the log.
        what: &'static str,
        /// What kind of fault it is, and where; never what stands there.
        problem: String,
    },
    /// A newer version wrote it.
    #[error("format {found} is newer than this program's {known}")]
    Newer {
        /// The text's format.
        found: u32,
        /// The newest known one.
        known: u32,
    },
    /// The header's rules contradict each other.
    #[error("the rules don't hold: {0}")]
    BadRules(String),
    /// The header's position can't be played by its rules.
    #[error("the start can't be played: {0}")]
    BadStart(String),
    /// An entry is missing or stands twice.
    #[error("entry {found} where {expected} should be")]
    Gap {
        /// The number that comes next.
        expected: u32,
        /// The number that was found.
        found: u32,
    },
    /// An entry is against the rules that the header states.
    #[error("entry {number} can't be played: {problem}")]
    Illegal {
        /// The entry's number.
        number: u32,
        /// The engine's words.
        problem: String,
    },
    /// An entry leads to another position than it did when it was written.
    #[error("entry {number} leads to another position than it did")]
    OtherPosition {
        /// The entry's number.
        number: u32,
    },
}

/// Why a request had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("refused: {0:?}")]
pub struct Refusal(pub ErrorCode);
