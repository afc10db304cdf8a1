//! A desktop on which the app runs already when a link is opened.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tokio::time::{Duration, sleep, timeout};

use crate::driver::{PATIENCE, Window, binary};

/// A process that ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where the programs of a desktop's session find each other.
struct Bus {
    _process: Running,
    address: String,
}

impl Bus {
    fn start() -> Self {
        let process = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("dbus-daemon is installed (Debian: dbus-daemon)");
        let mut process = Running(process);
        let told = process.0.stdout.take().expect("a pipe");
        let mut address = String::new();
        BufReader::new(told)
            .read_line(&mut address)
            .expect("a line");
        let address = address.trim().to_owned();
        Self {
            _process: process,
            address,
        }
    }
}

/// A link opens in the window that is there, and whoever the system starts for it ends; one step back
/// from it lies the game that was played.
pub(crate) async fn open_a_link(data: &Path) {
    let bus = Bus::start();
    let window = Window::open_at_desk(data, &bus.address).await;
    window.new_game().await;
    window.play_some_move().await;
    let board = window.my_turn(4).await;
    let link = "vierschach://127.0.0.1:9/#room=BCDFGH.3f1c9a7e5b2d4860";
    let other = Command::new(binary())
        .arg(link)
        .env("XDG_DATA_HOME", data)
        .env("DBUS_SESSION_BUS_ADDRESS", &bus.address)
        .spawn();
    let mut other = Running(other.expect("the app starts"));
    window.find(r#"[data-testid="guest-go"]"#).await;
    let ended = async {
        while other.0.try_wait().expect("a child").is_none() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    let ended = timeout(PATIENCE, ended).await;
    ended.expect("the second app ends");
    window.ask("history.back()").await;
    assert_eq!(window.my_turn(4).await, board);
    window.kill();
}
