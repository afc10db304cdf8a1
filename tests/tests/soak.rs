//! A long run of sudden deaths: the app is killed at random moments while it plays whole games.
//!
//! `cargo xtask soak app` runs it. Every position that the window has shown must stand in the
//! game's file after each death, and no file may be unreadable.

#![cfg(target_os = "linux")]

#[path = "window/driver.rs"]
#[allow(dead_code, reason = "the window's tests use the rest of it")]
mod driver;
#[path = "window/hand.rs"]
#[allow(dead_code, reason = "the window's tests use the rest of it")]
mod hand;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use driver::Window;
use hand::{BOARD, MINE, TARGETS, texts};

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use tempfile::TempDir;

/// Deaths, unless the environment says another number.
const KILLS: u32 = 50;

/// A life lasts at least and at most so long, once the board is there.
const LIFE_MS: std::ops::Range<u64> = 100..7_000;

/// Where the page is: the game on the screen, and what a person could click.
const PLACE: &str = r#"
    const there = (id) => document.querySelector(`[data-testid="${id}"]`) !== null;
    return {
        game: location.hash.match(/^#[/]game[/](.+)$/)?.[1] ?? null,
        ended: there('end-screen'),
        confirm: there('confirm-move'),
        out: there('pace-end'),
        promotion: there('promote-queen'),
        problem: there('problem-notice'),
        open: document.querySelector('[data-testid="home-continue"]')?.dataset.game ?? null,
    };
"#;

/// What the window has shown of a game.
#[derive(Debug, Default)]
struct Seen {
    /// The keys of the positions, each of a move that was acknowledged.
    hashes: BTreeSet<String>,
    ply: u64,
    ended: bool,
}

/// All that was shown.
type Memory = BTreeMap<String, Seen>;

#[test]
#[ignore = "takes many minutes: cargo xtask soak app"]
fn killed_at_random_moments_not_one_move_is_lost() {
    let number = |name, default| {
        env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
    };
    let kills = number("VIERSCHACH_SOAK_KILLS", KILLS);
    let seed = number("VIERSCHACH_SOAK_SEED", 1);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let device = TempDir::new().expect("a temporary folder");
    let mut dice = ChaCha8Rng::seed_from_u64(seed.into());
    let mut memory = Memory::new();
    for death in 1..=kills {
        runtime.block_on(live_and_die(device.path(), &mut memory, &mut dice));
        check_files(device.path(), &memory);
        let plies: u64 = memory.values().map(|seen| seen.ply).sum();
        let ended = memory.values().filter(|seen| seen.ended).count();
        let games = memory.len();
        println!(
            "death {death} of {kills}: {games} games, {ended} ended, {plies} plies, none lost"
        );
    }
    let ended = memory.values().any(|seen| seen.ended);
    assert!(ended || kills < KILLS, "no game came to its end");
}

/// Opens the app, goes on with what was being played, and kills it at a random moment.
async fn live_and_die(device: &Path, memory: &mut Memory, dice: &mut ChaCha8Rng) {
    let window = Window::open(device).await;
    let place = window.ask(PLACE).await;
    assert_eq!(place["problem"], false, "every file can be read");
    let open = memory.iter().find(|(_, seen)| !seen.ended);
    if let Some((game, seen)) = open
        && place["open"] == game.as_str()
    {
        window.go_on().await;
        let ply = window.ask(BOARD).await["ply"].as_u64();
        assert!(
            ply >= Some(seen.ply),
            "{ply:?} after {} was shown",
            seen.ply
        );
    }
    let life = Duration::from_millis(dice.random_range(LIFE_MS));
    let played = tokio::time::timeout(life, play_on(&window, memory, dice)).await;
    assert!(played.is_err(), "only death ends a life");
    window.kill();
}

/// Plays at random as long as the process lives.
async fn play_on(window: &Window, memory: &mut Memory, dice: &mut ChaCha8Rng) {
    loop {
        let place = window.ask(PLACE).await;
        let board = window.ask(BOARD).await;
        if let Some(game) = place["game"].as_str() {
            let seen = memory.entry(game.to_owned()).or_default();
            let ply = board["ply"].as_u64().unwrap_or_default();
            // The start has no entry of its own.
            let hash = board["hash"].as_str().filter(|_| ply > 0);
            seen.hashes.extend(hash.map(str::to_owned));
            seen.ply = seen.ply.max(ply);
            // The end has a screen of its own, without the board.
            seen.ended |= place["ended"] == true;
        }
        if place["game"].is_null() {
            window.new_game().await;
        } else if place["ended"] == true {
            window.click(r#"[data-testid="end-home"]"#).await;
        } else if place["promotion"] == true {
            window.click(r#"[data-testid="promote-queen"]"#).await;
        } else if place["confirm"] == true {
            window.click(r#"[data-testid="confirm-move"]"#).await;
        } else if place["out"] == true {
            window.click(r#"[data-testid="pace-end"]"#).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        } else if board["rests"] == true {
            try_some_move(window, dice).await;
        } else {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Clicks pieces at random until one may move, and a square it may go to.
async fn try_some_move(window: &Window, dice: &mut ChaCha8Rng) {
    let mine = window.ask(MINE).await;
    let mut mine = texts(&mine);
    mine.shuffle(dice);
    for from in mine {
        window.click_square(from).await;
        let targets = window.ask(TARGETS).await;
        if let Some(to) = texts(&targets).choose(dice) {
            return window.click_square(to).await;
        }
    }
}

/// Every game's newest file has each position that was shown, and both files of each can be read.
fn check_files(device: &Path, memory: &Memory) {
    let root = device.join("org.vierschach.app");
    assert!(!root.join("damaged").exists(), "a file was set aside");
    let games = root.join("games");
    for (game, seen) in memory {
        let files = ["a", "b"].map(|slot| games.join(format!("{game}.{slot}.json")));
        let records: Vec<Value> = files
            .iter()
            .filter_map(|file| fs::read(file).ok())
            .map(|bytes| serde_json::from_slice(&bytes).expect("a whole file"))
            .collect();
        let newest = records
            .iter()
            .max_by_key(|record| record["number"].as_u64())
            .expect("the game is kept");
        let text = newest["text"].as_str().expect("a text");
        let lost = seen.hashes.iter().filter(|hash| !text.contains(*hash));
        assert_eq!(lost.count(), 0, "positions of {game} are lost");
    }
}
