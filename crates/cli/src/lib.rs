//! The engine without a window: perft, traces, notation.
