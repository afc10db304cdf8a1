//! Helpers that the tests across crates share.

pub mod layering;
