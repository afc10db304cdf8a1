//! Friends with a code: two browsers and the app's window in one room.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::net::TcpListener;
use vierschach_relay::{Config, FolderUi, MemoryLog, Relay};

use crate::driver::{PATIENCE, SHOWN, Window};
use crate::hand::BOARD;
use crate::network::Network;

/// Moves that everybody makes before the three give up.
const MOVES: usize = 5;

/// What the end screen says.
const ENDED: &str = r#"
    const end = document.querySelector('[data-testid="end-screen"]');
    if (!end) return null;
    const places = [...end.querySelectorAll('[data-testid^="place-"]')];
    return { reason: end.dataset.reason, places: places.map((row) => row.dataset.testid) };
"#;

/// A relay that keeps its rooms in memory, with the page as it was built.
async fn relay() -> Relay {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist");
    let config = Config::new(Arc::new(MemoryLog::new()), Arc::new(FolderUi::new(page)));
    let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let listener = TcpListener::bind(any).await.expect("a free port");
    Relay::start(listener, config).expect("the relay starts")
}

impl Window {
    /// Makes a room and gives the link to it.
    async fn make_room(&self, name: &str) -> String {
        self.click(r#"[data-testid="home-friends"]"#).await;
        self.write(r#"[data-testid="room-name"]"#, name).await;
        self.click(r#"[data-testid="room-make"]:enabled"#).await;
        let invite = self.find(r#"[data-testid="room-invite"]"#).await;
        let link = invite.attr("data-link").await.expect("the page answers");
        link.expect("a link")
    }

    /// Comes into the room of the link that is open, and is ready.
    pub(crate) async fn come_in(&self, name: &str) {
        self.write(r#"[data-testid="room-name"]"#, name).await;
        self.click(r#"[data-testid="guest-go"]"#).await;
        self.click(r#"[data-testid="room-ready"]"#).await;
    }

    pub(crate) async fn write(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        field.clear().await.expect("the field can be emptied");
        field.send_keys(text).await.expect("the field takes words");
    }

    /// Gives up.
    async fn resign(&self) {
        self.click(r#"[data-testid="game-menu"]"#).await;
        self.click(r#"[data-testid="menu-resign"]"#).await;
        self.click(r#"[data-testid="resign-yes"]"#).await;
    }

    async fn board(&self) -> Value {
        self.ask(BOARD).await
    }
}

/// Has everybody move who is to move, until a window has seen this ply.
pub(crate) async fn play_to(windows: &[&Window], ply: u64) {
    let mut newest = (None, Instant::now());
    loop {
        for window in windows {
            let board = window.board().await;
            let seen = board["ply"].as_u64();
            if seen >= Some(ply) {
                return;
            }
            if seen > newest.0 {
                newest = (seen, Instant::now());
            }
            if newest.1.elapsed() > PATIENCE {
                let mut shown = Vec::new();
                for window in windows {
                    shown.push(window.ask(SHOWN).await);
                }
                panic!("nobody goes on at {seen:?} of {ply}; the pages show {shown:#?}");
            }
            if board["rests"] == true {
                window.play_some_move().await;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// All windows show the same board.
pub(crate) async fn agree(windows: &[&Window], ply: u64) {
    let mut hashes = Vec::new();
    for window in windows {
        let arrived = |board: &Value| board["ply"].as_u64() >= Some(ply);
        let board = window.until(BOARD, arrived).await;
        hashes.push((board["ply"].clone(), board["hash"].clone()));
    }
    assert!(hashes.windows(2).all(|two| two[0] == two[1]), "{hashes:?}");
}

/// Two browsers and the window play a game together; one of them loses its network in the middle.
pub(crate) async fn play_together(data: &Path) {
    let relay = relay().await;
    let network = Network::to(relay.address()).await;
    let page = format!("http://{}/", relay.address());

    let anna = Window::browse(&data.join("anna"), &page).await;
    let link = anna.make_room("Anna").await;
    let (_, room) = link.split_once('#').expect("a fragment");
    let boris = Window::browse(&data.join("boris"), &format!("{}#{room}", network.page())).await;
    boris.come_in("Boris").await;
    let opened = format!("vierschach://{}/#{room}", relay.address());
    let chiara = Window::open_by(&data.join("chiara"), &opened).await;
    chiara.come_in("Chiara").await;

    anna.click(r#"[data-testid="room-start"]:enabled"#).await;
    let all = [&anna, &boris, &chiara];
    agree(&all, 0).await;
    // Four seats: the fourth is a computer's. Everybody waits for whoever is to move.
    let half = 4 * (MOVES as u64 / 2);
    play_to(&all, half).await;
    network.cut();
    // Until Boris is told that his line is lost, the others go on as far as they come without him.
    let others = [&anna, &chiara];
    tokio::select! {
        _ = boris.find(r#"[data-testid="reconnect"]"#) => {}
        () = play_to(&others, u64::MAX) => {}
    }
    network.mend();
    let end = 4 * MOVES as u64;
    play_to(&all, end).await;

    for window in all {
        window
            .until(BOARD, |board| board["ply"].as_u64() >= Some(end))
            .await;
    }
    for window in [&boris, &chiara, &anna] {
        window.resign().await;
    }
    let mut ends = Vec::new();
    for window in all {
        ends.push(window.until(ENDED, |end| !end.is_null()).await);
    }
    assert_eq!(ends[0]["reason"], "last-player", "{ends:?}");
    assert!(ends.windows(2).all(|two| two[0] == two[1]), "{ends:?}");
    relay.stop().await;
}
