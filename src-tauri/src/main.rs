//! The app: the binary.

fn main() {}
