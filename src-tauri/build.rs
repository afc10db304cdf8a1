//! Build script of the app.

fn main() {}
