//! The commands that people type: `cargo xtask play`, `test`, `check`, `gen`, `bench`.

fn main() {}
