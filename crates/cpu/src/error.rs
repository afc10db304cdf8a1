//! What can go wrong: only names that stand for nothing.

/// The text names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown level {0:?}, the levels are 1 to {max}", max = crate::Level::ALL.len())]
pub struct UnknownLevel(pub String);

/// The text names no outlook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown outlook {0:?}, there are {names}", names = crate::Outlook::ALL.map(|one| one.to_string()).join(", "))]
pub struct UnknownOutlook(pub String);
