//! CPU players: search, evaluation, levels.
