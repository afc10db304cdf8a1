//! The real window: a game survives the death of the process, and of its files; and friends come by a
//! link or through the same Wi-Fi.
//!
//! `cargo xtask test` runs these on a display without a screen.

#![cfg(target_os = "linux")]

#[path = "window/desk.rs"]
mod desk;
#[path = "window/driver.rs"]
mod driver;
#[path = "window/friends.rs"]
mod friends;
#[path = "window/hand.rs"]
mod hand;
#[path = "window/network.rs"]
mod network;
#[path = "window/wifi.rs"]
mod wifi;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use driver::Window;
use hand::{BOARD, TARGETS, texts};
use tempfile::TempDir;

/// Longest duration of a test.
const LIMIT: Duration = Duration::from_secs(240);

/// Runs a test on a fresh data folder, within the limit.
fn on_a_fresh_device<F: Future<Output = ()>>(test: impl FnOnce(PathBuf) -> F) {
    let folder = TempDir::new().expect("a temporary folder");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let limited = async { tokio::time::timeout(LIMIT, test(folder.path().into())).await };
    runtime.block_on(limited).expect("the test ends in time");
}

/// The files of the games below a data folder.
fn game_files(data: &Path) -> Vec<PathBuf> {
    let games = data.join("org.vierschach.app/games");
    let files = fs::read_dir(&games).expect("games are kept");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
#[ignore = "needs the app's binary and a display: cargo xtask test"]
fn a_killed_game_goes_on_from_the_same_position() {
    on_a_fresh_device(async |data| {
        let window = Window::open(&data).await;
        let start = window.new_game().await;
        assert_eq!(start["ply"], 0);
        assert_eq!(start["pieces"].as_array().map(Vec::len), Some(64));
        window.click_square("d2").await;
        let targets = window.ask(TARGETS).await;
        assert_eq!(texts(&targets).len(), 2, "a pawn at home has two moves");
        window.click_square("d4").await;
        let first = window.my_turn(4).await;
        assert!(texts(&first["pieces"]).contains(&"d4 red-pawn"));
        window.play_some_move().await;
        let board = window.my_turn(8).await;
        assert_ne!(board["hash"], first["hash"]);
        window.kill();

        let window = Window::open(&data).await;
        window.go_on().await;
        assert_eq!(window.my_turn(8).await, board);

        // Killed again, while the CPUs think about the answer: the move made is not lost.
        let played = window.play_some_move().await;
        window.kill();
        let window = Window::open(&data).await;
        window.go_on().await;
        let shown = window.ask(BOARD).await["ply"].as_u64();
        assert!(shown >= Some(played), "{shown:?} after {played}");
        window.my_turn(12).await;
        window.kill();
    });
}

#[test]
#[ignore = "needs the app's binary and a display: cargo xtask test"]
fn a_damaged_file_is_told_and_costs_no_other_game() {
    on_a_fresh_device(async |data| {
        let window = Window::open(&data).await;
        window.new_game().await;
        window.play_some_move().await;
        window.my_turn(4).await;
        window.kill();
        let damaged = game_files(&data);
        let window = Window::open(&data).await;
        window.new_game().await;
        window.play_some_move().await;
        let board = window.my_turn(4).await;
        window.kill();
        for (file, keep) in damaged.iter().zip([0, 100]) {
            let bytes = fs::read(file).expect("a file");
            fs::write(file, &bytes[..keep]).expect("it can be written");
        }

        let window = Window::open(&data).await;
        window.find(r#"[data-testid="problem-notice"]"#).await;
        let aside = fs::read_dir(data.join("org.vierschach.app/damaged"));
        assert_eq!(aside.expect("files are set aside").count(), damaged.len());
        window.go_on().await;
        assert_eq!(window.my_turn(4).await, board);
        window.kill();
    });
}

#[test]
#[ignore = "needs the app's binary and a display: cargo xtask test"]
fn a_closed_window_ends_the_app_and_keeps_the_game() {
    on_a_fresh_device(async |data| {
        let window = Window::open(&data).await;
        window.new_game().await;
        let played = window.play_some_move().await;
        window.close().await;
        let window = Window::open(&data).await;
        window.go_on().await;
        let shown = window.ask(BOARD).await["ply"].as_u64();
        assert!(shown >= Some(played), "{shown:?} after {played}");
        window.kill();
    });
}

#[test]
#[ignore = "needs the app's binary and a display: cargo xtask test"]
fn two_browsers_and_the_window_play_a_game_together() {
    on_a_fresh_device(async |data| friends::play_together(&data).await);
}

#[test]
#[ignore = "needs the app's binary and a display: cargo xtask test"]
fn the_window_serves_a_game_to_a_browser_of_its_network() {
    on_a_fresh_device(async |data| wifi::play_in_the_wifi(&data).await);
}

#[test]
#[ignore = "needs the app's binary and a display: cargo xtask test"]
fn a_link_opens_in_the_window_that_is_there() {
    on_a_fresh_device(async |data| desk::open_a_link(&data).await);
}
