//! The app's binary on computers; phones load the library.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() {
    vierschach_app::run();
}
