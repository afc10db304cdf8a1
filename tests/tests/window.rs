//! The real window: a game survives the death of the process, and of its files.
//!
//! `cargo xtask test` runs these on a display without a screen.

#![cfg(target_os = "linux")]

#[path = "window/driver.rs"]
mod driver;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use driver::Window;
use serde_json::Value;
use tempfile::TempDir;

/// Longest duration of a test.
const LIMIT: Duration = Duration::from_secs(240);

/// What the board shows, for comparisons: turn, ply, hash, and each piece with its square.
const BOARD: &str = r#"
    const board = document.querySelector('[data-board]');
    if (!board) return null;
    const pieces = [...board.querySelectorAll('[data-at]')];
    return {
        ply: Number(board.dataset.ply),
        hash: board.dataset.hash,
        turn: board.dataset.turn,
        rests: board.dataset.yourTurn === 'true' && board.dataset.animating === 'false',
        pieces: pieces.map((piece) => `${piece.dataset.at} ${piece.dataset.piece}`).sort(),
    };
"#;

/// The squares of Red's pieces, farthest from home last.
const MINE: &str = r#"
    const pieces = document.querySelectorAll('[data-board] [data-piece^="red-"]');
    return [...pieces].map((piece) => piece.dataset.at);
"#;

/// Where the chosen piece may go.
const TARGETS: &str = r#"
    const targets = document.querySelectorAll('[data-board] [data-target]');
    return [...targets].map((target) => target.dataset.square);
"#;

impl Window {
    /// Starts a game as Red against three CPUs of the weakest level.
    async fn new_game(&self) -> Value {
        self.click(r#"[data-testid="home-play"]"#).await;
        self.click(r#"[data-testid="level-1"]"#).await;
        self.click(r#"[data-testid="color-red"]"#).await;
        self.click(r#"[data-testid="new-start"]"#).await;
        self.my_turn(0).await
    }

    /// Opens the game played last from the home screen.
    async fn go_on(&self) {
        self.click(r#"[data-testid="home-continue"]"#).await;
        self.find("[data-board]").await;
    }

    /// Waits until it is Red's turn at a ply or later and nothing moves any more.
    async fn my_turn(&self, ply: u64) -> Value {
        let wanted = |board: &Value| board["rests"] == true && board["ply"].as_u64() >= Some(ply);
        self.until(BOARD, wanted).await
    }

    async fn click_square(&self, square: &str) {
        self.click(&format!("[data-square=\"{square}\"]")).await;
    }

    /// Clicks pieces until one may move, and moves it. Returns the ply that follows.
    async fn play_some_move(&self) -> u64 {
        let before = self.ask(BOARD).await["ply"].as_u64().expect("a board");
        let mine = self.ask(MINE).await;
        for from in texts(&mine) {
            self.click_square(from).await;
            let targets = self.ask(TARGETS).await;
            if let Some(to) = texts(&targets).first() {
                self.click_square(to).await;
                let moved = |board: &Value| board["ply"].as_u64() > Some(before);
                let board = self.until(BOARD, moved).await;
                return board["ply"].as_u64().expect("a board");
            }
        }
        panic!("no piece of Red's can move: {mine}");
    }
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.filter_map(Value::as_str).collect()
}

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
