//! The messages between a host and its screens.
