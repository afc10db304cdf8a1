//! The host as the page sees it: games over the channel, on a mock of the app.

use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};
use tauri::ipc::InvokeResponseBody;
use tauri::test::{mock_builder, mock_context, noop_assets};
use tempfile::TempDir;

use super::*;

/// No answer of a host takes longer, a CPU's move included.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in front of a host.
struct Page {
    host: Host,
    heard: Receiver<Value>,
    requests: u32,
}

impl Page {
    /// Starts the app on a folder and greets the host.
    fn open(folder: &TempDir) -> (Self, Value) {
        let mut page = Self::start(folder);
        page.hello();
        let welcome = page.hear("welcome");
        (page, welcome)
    }

    /// Starts the app on a folder.
    fn start(folder: &TempDir) -> Self {
        let app = mock_builder()
            .plugin(tauri_plugin_store::Builder::default().build())
            .build(mock_context(noop_assets()))
            .unwrap();
        let root = folder.path().to_owned();
        let host = Host::start(app.handle().clone(), root).unwrap();
        let heard = listen(&host);
        Self {
            host,
            heard,
            requests: 0,
        }
    }

    fn hello(&mut self) {
        self.send(json!({"type": "hello", "protocol": vierschach_protocol::VERSION}));
    }

    fn send(&mut self, message: Value) {
        self.requests += 1;
        let request = json!({"id": self.requests, "message": message});
        self.host
            .order(Order::Receive(request.to_string()))
            .unwrap();
    }

    /// The next message of a type; others are passed over.
    fn hear(&self, kind: &str) -> Value {
        loop {
            let message = self.heard.recv_timeout(PATIENCE).expect(kind);
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Starts a game of a person, Red, against three CPUs; returns the snapshot.
    fn create(&mut self) -> Value {
        let cpu = json!({"name": null, "player": {"type": "cpu", "level": 1}});
        let person = json!({"name": "Ada", "player": {"type": "person"}});
        self.send(json!({
            "type": "create-game", "variant": "solo", "first": "red",
            "seats": [person, cpu, cpu, cpu],
        }));
        self.hear("snapshot")["game"].take()
    }

    /// Plays the first legal move and waits until it is Red's turn again; returns how things
    /// stand then.
    fn play(&mut self, game: &Value, now: &Value) -> Value {
        self.send(json!({
            "type": "play", "game": game["id"], "ply": now["ply"], "hash": now["hash"],
            "move": now["legal"][0]["move"],
        }));
        loop {
            let mut happened = self.hear("happened");
            if happened["now"]["turn"] == "red" {
                return happened["now"].take();
            }
        }
    }
}

fn listen(host: &Host) -> Receiver<Value> {
    let (say, heard) = channel();
    let page = Channel::new(move |body| {
        let InvokeResponseBody::Json(text) = body else {
            panic!("messages are JSON");
        };
        // After the end of a test nobody listens.
        let _ = say.send(serde_json::from_str(&text).unwrap());
        Ok(())
    });
    host.order(Order::Connect(page)).unwrap();
    heard
}

/// A copy of the stores as they are at this moment.
fn copy(folder: &TempDir) -> TempDir {
    let copy = TempDir::new().unwrap();
    std::fs::create_dir(copy.path().join("games")).unwrap();
    for file in std::fs::read_dir(folder.path().join("games")).unwrap() {
        let file = file.unwrap();
        let to = copy.path().join("games").join(file.file_name());
        std::fs::copy(file.path(), to).unwrap();
    }
    copy
}

#[test]
fn a_game_goes_on_where_the_app_was_killed() {
    let folder = TempDir::new().unwrap();
    let (mut page, welcome) = Page::open(&folder);
    assert_eq!(welcome["games"], json!([]));
    assert_eq!(welcome["problems"], json!([]));
    let game = page.create();
    let now = page.play(&game, &game["now"]);
    assert_eq!(now["ply"], 4);
    // What is on the disk while the process is in the midst of things: all that a kill leaves.
    let left = copy(&folder);

    let (mut page, welcome) = Page::open(&left);
    assert_eq!(welcome["games"][0]["id"], game["id"]);
    page.send(json!({"type": "open-game", "game": game["id"], "since": null}));
    let snapshot = page.hear("snapshot");
    assert_eq!(snapshot["game"]["now"], now);
    let now = page.play(&game, &now);
    assert_eq!(now["ply"], 8);
    page.host.end();
}

#[test]
fn what_is_no_request_is_refused() {
    let folder = TempDir::new().unwrap();
    let (mut page, _) = Page::open(&folder);
    for (request, code) in [
        (json!({"type": "dance"}), "malformed"),
        (json!({"type": "list-games", "more": 1}), "malformed"),
        (
            json!({"type": "delete-game", "game": "x".repeat(20_000)}),
            "too-long",
        ),
        (
            json!({"type": "open-game", "game": "none", "since": null}),
            "no-such-game",
        ),
    ] {
        page.send(request);
        let refused = page.hear("refused");
        assert_eq!(refused["code"], code);
    }
    let game = page.create();
    page.send(json!({
        "type": "play", "game": game["id"], "ply": 0, "hash": game["now"]["hash"], "move": "d2d5",
    }));
    assert_eq!(page.hear("refused")["code"], "illegal-move");
    page.host.end();
}

#[test]
fn clocks_run_out_and_stand_still_while_the_app_is_closed() {
    let folder = TempDir::new().unwrap();
    let (mut page, _) = Page::open(&folder);
    let person = json!({"name": null, "player": {"type": "person"}});
    page.send(json!({
        "type": "create-game", "variant": "solo", "first": "red",
        "table": {"moveSeconds": 1, "showLegal": true, "rotateFirst": true},
        "seats": [person, person, person, person],
    }));
    let game = page.hear("snapshot")["game"].take();
    // Nobody plays.
    assert_eq!(page.hear("clock")["clock"]["left"], 0);
    let happened = page.hear("happened");
    assert_eq!(happened["event"]["action"]["forPlayer"], true);
    page.host.end();
    let (mut page, _) = Page::open(&folder);
    page.send(json!({"type": "open-game", "game": game["id"], "since": null}));
    let left = &page.hear("snapshot")["game"]["now"]["clock"]["left"];
    assert!(left.as_u64().unwrap() <= 1_000);
    page.host.end();
}

#[test]
fn a_page_that_is_loaded_anew_takes_over() {
    let folder = TempDir::new().unwrap();
    let (mut page, _) = Page::open(&folder);
    let game = page.create();
    let before = std::mem::replace(&mut page.heard, listen(&page.host));
    // The new page has to greet like any other.
    page.send(json!({"type": "list-games"}));
    assert_eq!(page.hear("refused")["code"], "no-hello");
    page.hello();
    assert_eq!(page.hear("welcome")["games"][0]["id"], game["id"]);
    page.host.end();
    let strayed = before.try_iter().find(|message| message["type"] != "games");
    assert_eq!(strayed, None, "the page before heard more");
}

#[test]
fn the_end_stops_thinking_and_keeps_the_move() {
    let folder = TempDir::new().unwrap();
    let (mut page, _) = Page::open(&folder);
    let game = page.create();
    page.send(json!({
        "type": "play", "game": game["id"], "ply": 0, "hash": game["now"]["hash"],
        "move": game["now"]["legal"][0]["move"],
    }));
    page.host.end();
    let (_, welcome) = Page::open(&folder);
    let played = welcome["games"][0]["turn"] != "red";
    assert!(played, "{welcome}");
}

#[test]
fn a_second_process_is_refused_until_the_first_has_ended() {
    let folder = TempDir::new().unwrap();
    let (mut first, _) = Page::open(&folder);
    let game = first.create();
    let mut second = Page::start(&folder);
    for request in 1..=2 {
        second.hello();
        let refused = second.hear("refused");
        assert_eq!(refused["code"], "already-open");
        assert_eq!(refused["request"], request);
    }
    // The first goes on undisturbed.
    first.play(&game, &game["now"]);
    first.host.end();
    // Trying again opens the line anew, as a page does.
    second.heard = listen(&second.host);
    second.hello();
    let welcome = second.hear("welcome");
    assert_eq!(welcome["games"][0]["id"], game["id"]);
    second.host.end();
}

#[test]
fn a_host_that_is_gone_says_so() {
    let folder = TempDir::new().unwrap();
    let (page, _) = Page::open(&folder);
    page.host.end();
    let sent = page.host.order(Order::Receive("{}".to_owned()));
    assert_eq!(sent, Err(ErrorCode::Internal));
    let connected = page.host.order(Order::Connect(Channel::new(|_| Ok(()))));
    assert_eq!(connected, Err(ErrorCode::Internal));
}

#[test]
fn a_full_queue_says_so_and_does_not_wait() {
    let (orders, queue) = mpsc::sync_channel(1);
    let thread = Mutex::new(None);
    let host = Host { orders, thread };
    let order = || host.order(Order::Receive("{}".to_owned()));
    assert_eq!(order(), Ok(()));
    assert_eq!(order(), Err(ErrorCode::TooFast));
    drop(queue);
    assert_eq!(order(), Err(ErrorCode::Internal));
}
