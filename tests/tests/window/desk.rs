//! A desktop on which the app runs already when a link is opened.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tokio::time::sleep;

use crate::driver::{PATIENCE, Window, binary};

/// Where the programs of a desktop's session find each other.
struct Bus {
    process: Child,
    address: String,
}

impl Bus {
    fn start() -> Self {
        let mut process = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("dbus-daemon is installed (Debian: dbus)");
        let told = process.stdout.take().expect("a pipe");
        let mut address = String::new();
        BufReader::new(told)
            .read_line(&mut address)
            .expect("a line");
        let address = address.trim().to_owned();
        Self { process, address }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A link opens in the window that is there, whoever the system starts for it ends, and a game that
/// was played goes on.
pub(crate) async fn open_a_link(data: &Path) {
    let bus = Bus::start();
    let window = Window::open_at_desk(data, &bus.address).await;
    window.new_game().await;
    let link = "vierschach://127.0.0.1:9/#room=BCDFGH.3f1c9a7e5b2d4860";
    let mut other = Command::new(binary())
        .arg(link)
        .env("XDG_DATA_HOME", data)
        .env("DBUS_SESSION_BUS_ADDRESS", &bus.address)
        .spawn()
        .expect("the app starts");
    window.find(r#"[data-testid="guest-go"]"#).await;
    let ended = async {
        while other.try_wait().expect("a child").is_none() {
            sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let ended = tokio::time::timeout(PATIENCE, ended).await;
    ended.expect("the second app ends");
    window.kill();
}
