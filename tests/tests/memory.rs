//! What the app takes of the machine's memory, in the real window. `cargo xtask bench app` runs it.
//!
//! Memory is private memory: the pages that would be free if the process were not there. That of the
//! libraries which every window shares is not counted.

#![cfg(target_os = "linux")]

#[path = "window/driver.rs"]
#[allow(dead_code, reason = "the window's tests use the rest of it")]
mod driver;
#[path = "window/hand.rs"]
#[allow(dead_code, reason = "the window's tests use the rest of it")]
mod hand;

use std::fs;
use std::time::Duration;

use driver::Window;
use hand::BOARD;
use tempfile::TempDir;

/// The main process at most, while the strongest CPU thinks, in bytes.
const MAIN: u64 = 150 * MB;

/// What the page's process may grow from the first game to the last, in bytes.
const GROWTH: u64 = 30 * MB;

/// Games after the first.
const GAMES: u32 = 10;

/// Moves of Red's in each of them.
const MOVES_EACH: usize = 4;

/// Moves against the strongest CPU.
const MOVES: u64 = 3;

const MB: u64 = 1_000_000;

/// Looks at the memory this often while CPUs think.
const EVERY: Duration = Duration::from_millis(50);

#[test]
#[ignore = "takes some minutes: cargo xtask bench app"]
fn the_app_keeps_to_its_share() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let device = TempDir::new().expect("a temporary folder");
    runtime.block_on(async {
        let window = Window::open(device.path()).await;
        let main = peak_while_thinking(&window).await;
        let pages = page_after_each_game(&window).await;
        window.kill();
        let growth = pages[1..]
            .iter()
            .max()
            .map_or(0, |most| most.saturating_sub(pages[0]));
        println!("{:<44}{:>9}{:>9}", "private memory", "measured", "bound");
        for (what, bytes, bound) in [
            ("main process, level 8 thinking, peak", main, MAIN),
            ("page's process, growth over 10 games", growth, GROWTH),
        ] {
            println!("{what:<44}{:>6} MB{:>6} MB", bytes / MB, bound / MB);
        }
        let pages = pages.iter().map(|bytes| (bytes / MB).to_string());
        println!(
            "page's process after each game, in MB: {}",
            pages.collect::<Vec<_>>().join(", ")
        );
        assert!(main <= MAIN, "the main process takes too much");
        assert!(growth <= GROWTH, "the page's process grows");
    });
}

/// Plays against three CPUs of the strongest level; the most that the main process took meanwhile.
async fn peak_while_thinking(window: &Window) -> u64 {
    window.click(r#"[data-testid="home-play"]"#).await;
    window.click(r#"[data-testid="level-8"]"#).await;
    window.click(r#"[data-testid="new-start"]"#).await;
    let app = window.process();
    let mut peak = 0;
    for round in 0..MOVES {
        window.my_turn(4 * round).await;
        let mut ply = window.play_some_move().await;
        while ply < 4 * (round + 1) {
            peak = peak.max(private_memory(app));
            tokio::time::sleep(EVERY).await;
            let board = window.ask(BOARD).await;
            ply = board["ply"].as_u64().expect("a board");
        }
    }
    leave(window).await;
    peak
}

/// Starts games, moves in each, and goes home; what the page's process took after each.
async fn page_after_each_game(window: &Window) -> Vec<u64> {
    let page = page_process(window.process());
    let mut taken = Vec::new();
    for _ in 0..=GAMES {
        window.new_game().await;
        for _ in 0..MOVES_EACH {
            let ply = window.play_some_move().await;
            window.my_turn(ply).await;
        }
        leave(window).await;
        window.find(r#"[data-testid="home-play"]:enabled"#).await;
        taken.push(private_memory(page));
    }
    taken
}

/// Back to the home screen; the game stays open.
async fn leave(window: &Window) {
    window.click(r#"[data-testid="game-menu"]"#).await;
    window.click(r#"[data-testid="menu-leave"]"#).await;
    window.find(r#"[data-testid="home-play"]:enabled"#).await;
}

/// Private memory of a process, in bytes.
fn private_memory(process: u32) -> u64 {
    let path = format!("/proc/{process}/smaps_rollup");
    let rollup = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let kilobytes: u64 = rollup
        .lines()
        .filter_map(|line| {
            let (name, rest) = line.split_once(':')?;
            let private = ["Private_Clean", "Private_Dirty"].contains(&name);
            let number = rest
                .trim()
                .strip_suffix(" kB")?
                .trim()
                .parse::<u64>()
                .ok()?;
            private.then_some(number)
        })
        .sum();
    assert!(kilobytes > 0, "{path} says nothing: {rollup}");
    kilobytes * 1024
}

/// The process in which WebKit runs the page of an app.
fn page_process(app: u32) -> u32 {
    let processes = fs::read_dir("/proc").expect("/proc is there");
    let ids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let stat = |id: u32| fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = |status: &str, wanted: &str| status.lines().any(|line| line == wanted);
    let pages: Vec<u32> = ids
        .filter(|id: &u32| {
            let status = stat(*id);
            // The system cuts names off after 15 letters.
            line(&status, "Name:\tWebKitWebProces") && line(&status, &format!("PPid:\t{app}"))
        })
        .collect();
    let [page] = pages[..] else {
        panic!("the app has one page, not {pages:?}")
    };
    page
}
