//! What can go wrong: only the name of a level.

/// The text names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown level {0:?}, the levels are 1 to {max}", max = crate::Level::ALL.len())]
pub struct UnknownLevel(pub String);
