//! The engine without a window: perft, traces, notation.

pub mod trace;
