//! Games over real sockets.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use common::{Client, new_game};
use tokio::net::TcpListener;
use vierschach_protocol::{ClientMessage, Color, ErrorCode, Player, ServerMessage, Settings};
use vierschach_relay::{Config, EmbeddedUi, MemoryLog, Relay};

async fn relay() -> Relay {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let config = Config::new(Arc::new(MemoryLog::new()), Arc::new(EmbeddedUi));
    Relay::start(listener, config).unwrap()
}

const CPU: Player = Player::Cpu { level: 1 };

#[tokio::test]
async fn cpus_answer_moves() {
    let relay = relay().await;
    let (mut client, _) = Client::new_device(relay.address()).await;
    let welcome = client.hello().await;
    assert!(welcome.games.is_empty() && welcome.problems.is_empty());
    assert_eq!(welcome.levels[..2], [1, 2]);
    let game = client.start(CPU).await;
    assert_eq!(game.now.legal.len(), 20);
    let mut now = game.now;
    for round in 1..=3 {
        let before = now.ply;
        now = client.play_round(&game.id, now).await;
        // The weakest CPUs may be mated early, and mate; nobody is in the first round.
        assert!(
            now.ply == before + 4 || round > 1 && now.ply > before,
            "{now:?}"
        );
        if now.result.is_some() {
            break;
        }
    }
    relay.stop().await;
}

#[tokio::test]
async fn two_tabs_see_the_same_game() {
    let relay = relay().await;
    let (mut first, cookie) = Client::new_device(relay.address()).await;
    first.hello().await;
    let game = first.start(Player::Person { me: false }).await;
    let mut second = Client::device(relay.address(), &cookie).await;
    let welcome = second.hello().await;
    assert_eq!(welcome.games.len(), 1);
    let seen = second.open(&game.id).await;
    assert_eq!(seen, game);
    let mv = &game.now.legal[0].mv;
    second.play(&game.id, &game.now, mv).await;
    let (here, there) = (first.happened().await, second.happened().await);
    assert_eq!(here, there);
    // The same move again was meant for another position.
    first.play(&game.id, &game.now, mv).await;
    let code = first
        .wait(|message| match message {
            ServerMessage::Refused { code, .. } => Some(code),
            _ => None,
        })
        .await;
    assert_eq!(code, ErrorCode::Stale);
    assert_eq!(first.snapshot().await.now, there);
    relay.stop().await;
}

#[tokio::test]
async fn a_clock_that_runs_out_has_the_relay_move() {
    let relay = relay().await;
    let (mut client, _) = Client::new_device(relay.address()).await;
    client.hello().await;
    let mut game = new_game(Player::Person { me: false });
    game.table.move_seconds = Some(1);
    client.send(ClientMessage::CreateGame(game)).await;
    let game = client.snapshot().await;
    assert_eq!(game.now.clock.unwrap().limit, 1_000);
    // Nobody plays.
    let out = client
        .wait(|message| match message {
            ServerMessage::Clock { clock, .. } => Some(clock),
            _ => None,
        })
        .await;
    assert_eq!((out.left, out.running), (0, false));
    let now = client.happened().await;
    assert_eq!((now.ply, now.turn), (1, Some(Color::Blue)));
    relay.stop().await;
}

#[tokio::test]
async fn devices_do_not_see_each_other() {
    let relay = relay().await;
    let (mut one, cookie) = Client::new_device(relay.address()).await;
    one.hello().await;
    let game = one.start(Player::Person { me: false }).await;
    let (mut other, others_cookie) = Client::new_device(relay.address()).await;
    assert_ne!(cookie, others_cookie);
    assert!(other.hello().await.games.is_empty());
    let asked = ClientMessage::OpenGame {
        game: game.id,
        since: None,
    };
    other.send(asked).await;
    let ServerMessage::Refused { code, .. } = other.receive().await else {
        panic!("not refused");
    };
    assert_eq!(code, ErrorCode::NoSuchGame);
    relay.stop().await;
}

#[tokio::test]
async fn a_client_that_was_away_gets_what_it_missed() {
    let relay = relay().await;
    let (mut client, cookie) = Client::new_device(relay.address()).await;
    client.hello().await;
    let game = client.start(Player::Person { me: false }).await;
    let mut now = game.now;
    for _ in 0..3 {
        let mv = now.legal[0].mv.clone();
        client.play(&game.id, &now, &mv).await;
        now = client.happened().await;
    }
    drop(client);
    let mut client = Client::device(relay.address(), &cookie).await;
    client.hello().await;
    let since = Some(1);
    let id = game.id.clone();
    client
        .send(ClientMessage::OpenGame { game: id, since })
        .await;
    for number in [2, 3] {
        let message = client.receive().await;
        let ServerMessage::Happened {
            event, now: then, ..
        } = message
        else {
            panic!("no event: {message:?}");
        };
        assert_eq!((event.number, then.ply), (number, number));
        assert_eq!(*then == now, number == 3);
    }
    relay.stop().await;
}

/// The program itself, with a store on disk.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(data: &Path) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vierschach-relay"))
            .args(["--bind", "127.0.0.1:0", "--data"])
            .arg(data)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let address = line
            .trim()
            .trim_start_matches("http://")
            .trim_end_matches('/');
        let address = address.parse().unwrap();
        Process { child, address }
    }
}

impl Drop for Process {
    /// SIGKILL: nothing is tidied up.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn a_killed_relay_comes_back_with_every_game() {
    let data = tempfile::tempdir().unwrap();
    let mut relay = Process::start(data.path());
    let (mut client, cookie) = Client::new_device(relay.address).await;
    client.hello().await;
    let settings = Settings {
        level: 2,
        name: Some("Änne".to_owned()),
        ..Settings::default()
    };
    let message = ClientMessage::SaveSettings {
        settings: settings.clone(),
    };
    client.send(message).await;
    let game = client.start(CPU).await;
    let mut now = game.now;
    for _ in 0..3 {
        now = client.play_round(&game.id, now).await;
        drop(relay);
        relay = Process::start(data.path());
        client = Client::device(relay.address, &cookie).await;
        let welcome = client.hello().await;
        assert_eq!(welcome.settings, settings);
        assert_eq!(welcome.problems, []);
        assert_eq!(welcome.games.len(), 1);
        let again = client.open(&game.id).await;
        assert_eq!(again.now, now);
        assert_eq!(again.events.len() as u32, now.ply);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_relay_that_is_asked_to_stop_tells_its_clients() {
    use tokio_tungstenite::tungstenite::Message;

    let data = tempfile::tempdir().unwrap();
    let mut relay = Process::start(data.path());
    let (mut client, _) = Client::new_device(relay.address).await;
    client.hello().await;
    client.start(CPU).await;
    let asked = Command::new("kill")
        .arg(relay.child.id().to_string())
        .status();
    assert!(asked.unwrap().success());
    let code = loop {
        match client.frame().await {
            Some(Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
            Some(_) => {}
            None => panic!("not told"),
        }
    };
    assert_eq!(code, Some(1012));
    assert!(relay.child.wait().unwrap().success());
}

#[tokio::test]
async fn a_game_of_cpus_plays_on_while_somebody_looks() {
    let relay = relay().await;
    let (mut client, cookie) = Client::new_device(relay.address()).await;
    client.hello().await;
    let mut game = new_game(CPU);
    game.seats[0].player = CPU;
    client.send(ClientMessage::CreateGame(game)).await;
    let id = client.snapshot().await.id;
    while client.happened().await.ply < 4 {}
    drop(client);
    // Nobody looks: as soon as the relay has noticed, nothing happens any more.
    let mut client = Client::device(relay.address(), &cookie).await;
    let mut seen = client.hello().await.games;
    for attempt in 0.. {
        assert!(attempt < 20, "the CPUs play on");
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        client.send(ClientMessage::ListGames {}).await;
        let games = client
            .wait(|message| match message {
                ServerMessage::Games { games } => Some(games),
                _ => None,
            })
            .await;
        if std::mem::replace(&mut seen, games.clone()) == games {
            break;
        }
    }
    assert_eq!(seen[0].result, None);
    client.open(&id).await;
    client.happened().await;
    relay.stop().await;
}
