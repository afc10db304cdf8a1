//! What doesn't belong here is refused, and disturbs nobody.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Client, handshake};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::{self, Message};
use vierschach_protocol::{
    ClientMessage, ErrorCode, MAX_ARCHIVE_BYTES, MAX_REQUEST_BYTES, Player, ServerMessage, VERSION,
};
use vierschach_relay::{Config, FolderUi, MemoryLog, Relay};

async fn relay() -> Relay {
    relay_with(|_| {}).await
}

async fn relay_with(change: impl FnOnce(&mut Config)) -> Relay {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let ui = FolderUi::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui"));
    let mut config = Config::new(Arc::new(MemoryLog::new()), Arc::new(ui));
    change(&mut config);
    Relay::start(listener, config).unwrap()
}

async fn refused(client: &mut Client) -> (Option<u32>, ErrorCode) {
    let refusal = client.wait(|message| match message {
        ServerMessage::Refused { request, code, .. } => Some((request, code)),
        ServerMessage::Games { .. } => None,
        _ => panic!("not refused"),
    });
    refusal.await
}

#[tokio::test]
async fn bad_requests_get_a_code_and_nothing_else() {
    let relay = relay().await;
    let (mut client, _) = Client::new_device(relay.address()).await;
    client.send(ClientMessage::ListGames {}).await;
    assert_eq!(refused(&mut client).await, (Some(1), ErrorCode::NoHello));
    let protocol = VERSION + 1;
    client.send(ClientMessage::Hello { protocol }).await;
    assert_eq!(refused(&mut client).await, (Some(2), ErrorCode::Version));
    client.hello().await;
    let game = client.start(Player::Person { me: false }).await;

    let padding = " ".repeat(MAX_REQUEST_BYTES);
    for (text, request, code) in [
        ("", None, ErrorCode::Malformed),
        ("{", None, ErrorCode::Malformed),
        (r#"{"id":7}"#, Some(7), ErrorCode::Malformed),
        (
            r#"{"id":7,"message":{"type":"cheat"}}"#,
            Some(7),
            ErrorCode::Malformed,
        ),
        (
            r#"{"id":-1,"message":{"type":"list-games"}}"#,
            None,
            ErrorCode::Malformed,
        ),
        (&"[".repeat(10_000), None, ErrorCode::Malformed),
        (&padding, None, ErrorCode::Malformed),
        (&format!("{padding} "), None, ErrorCode::TooLong),
    ] {
        client.send_text(text).await;
        assert_eq!(refused(&mut client).await, (request, code), "{:.60}", text);
    }
    client.send_frame(Message::binary(vec![0; 100])).await;
    assert_eq!(refused(&mut client).await, (None, ErrorCode::Malformed));

    let same = client.open(&game.id).await;
    assert_eq!(same, game);
    relay.stop().await;
}

#[tokio::test]
async fn a_huge_frame_ends_the_connection_with_a_reason() {
    let relay = relay().await;
    let (mut client, cookie) = Client::new_device(relay.address()).await;
    client.hello().await;
    let game = client.start(Player::Person { me: false }).await;
    // Just over the limit, so that all of it is on its way before the answer comes.
    client
        .send_text("x".repeat(MAX_ARCHIVE_BYTES + MAX_REQUEST_BYTES * 4 + 1))
        .await;
    assert_eq!(refused(&mut client).await, (None, ErrorCode::TooLong));
    // The rest of the frame is never read, so the system may cut the connection before the close
    // frame is through.
    if let Some(frame) = client.frame().await {
        let Message::Close(Some(frame)) = frame else {
            panic!("not closed: {frame:?}");
        };
        assert_eq!(u16::from(frame.code), 1009);
    }
    let mut client = Client::device(relay.address(), &cookie).await;
    client.hello().await;
    assert_eq!(client.open(&game.id).await, game);
    relay.stop().await;
}

#[tokio::test]
async fn a_flood_is_throttled_and_then_ended() {
    let relay = relay().await;
    let (mut flooder, _) = Client::new_device(relay.address()).await;
    flooder.hello().await;
    let (mut neighbour, _) = Client::new_device(relay.address()).await;
    neighbour.hello().await;
    let mut sent = 0;
    let mut too_fast = 0;
    // Keeps to one unanswered request, so that it is the rate that ends it.
    let code = loop {
        flooder.send(ClientMessage::ListGames {}).await;
        sent += 1;
        match flooder.frame().await {
            Some(Message::Text(text)) => too_fast += u32::from(text.contains("too-fast")),
            Some(Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
            other => panic!("{other:?}"),
        }
        assert!(sent < 2_000, "never ended");
    };
    assert_eq!(code, Some(1008));
    assert!(too_fast >= 100, "{too_fast} of {sent}");
    neighbour.start(Player::Person { me: false }).await;
    relay.stop().await;
}

#[tokio::test]
async fn foreign_pages_are_refused() {
    let relay = relay().await;
    let address = relay.address();
    let own = format!("http://{address}");
    assert!(handshake(address, &[("origin", &own)]).await.is_ok());
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        match handshake(address, &[("origin", origin)]).await {
            Err(tungstenite::Error::Http(response)) => assert_eq!(response.status(), 403),
            Err(other) => panic!("{origin}: {other}"),
            Ok(_) => panic!("{origin} was let in"),
        }
    }
    relay.stop().await;
}

#[tokio::test]
async fn a_socket_that_does_not_greet_is_closed() {
    let within = Duration::from_millis(300);
    let relay = relay_with(|config| config.hello_within = within).await;
    let (mut greeter, _) = Client::new_device(relay.address()).await;
    greeter.hello().await;
    // Neither silence nor a hello that is refused will do.
    let (mut silent, _) = Client::new_device(relay.address()).await;
    let (mut other, _) = Client::new_device(relay.address()).await;
    let protocol = VERSION + 1;
    other.send(ClientMessage::Hello { protocol }).await;
    assert_eq!(refused(&mut other).await, (Some(1), ErrorCode::Version));
    for client in [&mut silent, &mut other] {
        assert_eq!(refused(client).await, (None, ErrorCode::NoHello));
        match client.frame().await {
            Some(Message::Close(Some(frame))) => assert_eq!(u16::from(frame.code), 1008),
            other => panic!("not closed: {other:?}"),
        }
    }
    greeter.start(Player::Person { me: false }).await;
    relay.stop().await;
}

/// The status with which a handshake is refused; `None` if it is not.
async fn status(relay: &Relay, headers: &[(&'static str, &str)]) -> Option<u16> {
    match handshake(relay.address(), headers).await {
        Ok(_) => None,
        Err(tungstenite::Error::Http(response)) => Some(response.status().as_u16()),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn an_address_has_so_many_sockets_at_a_time() {
    let relay = relay_with(|config| config.max_sockets_per_address = 2).await;
    let (first, cookie) = Client::new_device(relay.address()).await;
    let mut second = Client::device(relay.address(), &cookie).await;
    assert_eq!(status(&relay, &[("cookie", &cookie)]).await, Some(429));
    drop(first);
    // The relay hears of the end a moment later.
    let start = Instant::now();
    while status(&relay, &[("cookie", &cookie)]).await.is_some() {
        assert!(start.elapsed() < common::PATIENCE);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    second.hello().await;
    relay.stop().await;
}

#[tokio::test]
async fn an_address_has_so_many_new_devices_an_hour() {
    let relay = relay_with(|config| config.new_devices_per_hour = 2).await;
    let base = format!("http://{}", relay.address());
    assert_eq!(reqwest::get(&base).await.unwrap().status(), 200);
    let (_, cookie) = Client::new_device(relay.address()).await;
    assert_eq!(status(&relay, &[]).await, Some(429));
    assert_eq!(reqwest::get(&base).await.unwrap().status(), 429);
    // Known devices come and go, and what is the same for all needs no device.
    assert_eq!(status(&relay, &[("cookie", &cookie)]).await, None);
    let script = format!("{base}/assets/page-1a2b.js");
    assert_eq!(reqwest::get(script).await.unwrap().status(), 200);
    relay.stop().await;
}

#[tokio::test]
async fn the_page_comes_with_its_guards() {
    let relay = relay().await;
    let base = format!("http://{}", relay.address());
    let page = reqwest::get(&base).await.unwrap();
    assert_eq!(page.status(), 200);
    let header = |name: &str| page.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    assert_eq!(header("cache-control"), "private, no-cache");
    assert_eq!(header("x-content-type-options"), "nosniff");
    let policy = header("content-security-policy");
    assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"));
    let cookie = header("set-cookie");
    assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax"));

    let script = reqwest::get(format!("{base}/assets/page-1a2b.js"))
        .await
        .unwrap();
    let header = |name: &str| script.headers()[name].to_str().unwrap();
    assert_eq!(header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(
        header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert!(!script.headers().contains_key("set-cookie"));

    for path in [
        "none",
        "assets/../../common/mod.rs",
        "%2e%2e/common/mod.rs",
        "assets",
    ] {
        let missing = reqwest::get(format!("{base}/{path}")).await.unwrap();
        assert_eq!(missing.status(), 404, "{path}");
        assert!(missing.headers().contains_key("content-security-policy"));
    }
    let health = reqwest::get(format!("{base}/health")).await.unwrap();
    assert_eq!(health.text().await.unwrap(), "ok\n");
    let plain = reqwest::get(format!("{base}/ws")).await.unwrap();
    assert_eq!(plain.status(), 400);
    let posted = reqwest::Client::new().post(&base).send().await.unwrap();
    assert_eq!(posted.status(), 405);
    relay.stop().await;
}

#[tokio::test]
async fn the_page_s_device_is_the_socket_s() {
    let relay = relay().await;
    let page = reqwest::get(format!("http://{}", relay.address()))
        .await
        .unwrap();
    let cookie = page.headers()["set-cookie"].to_str().unwrap();
    let pair = cookie.split(';').next().unwrap().to_owned();
    let mut client = Client::device(relay.address(), &pair).await;
    client.hello().await;
    client.start(Player::Person { me: false }).await;
    let mut again = Client::device(relay.address(), &pair).await;
    assert_eq!(again.hello().await.games.len(), 1);
    relay.stop().await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_its_own_limits() {
    let relay = relay_with(|config| {
        config.max_sockets_per_address = 1;
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let (mut anna, _) = handshake(relay.address(), &from("203.0.113.7"))
        .await
        .unwrap();
    assert_eq!(status(&relay, &from("203.0.113.7")).await, Some(429));
    let claim = "198.51.100.1, 203.0.113.7";
    assert_eq!(status(&relay, &from(claim)).await, Some(429));
    let (mut ben, _) = handshake(relay.address(), &from("203.0.113.8"))
        .await
        .unwrap();
    anna.hello().await;
    ben.hello().await;
    relay.stop().await;

    // Nobody is believed who is not trusted.
    let relay = relay_with(|config| config.max_sockets_per_address = 1).await;
    let _anna = handshake(relay.address(), &from("203.0.113.7"))
        .await
        .unwrap();
    assert_eq!(status(&relay, &from("203.0.113.8")).await, Some(429));
    relay.stop().await;
}

#[tokio::test]
async fn figures_are_the_operator_s() {
    let relay = relay().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let operator = format!("http://{}", listener.local_addr().unwrap());
    relay.serve_metrics(listener);
    let (mut client, cookie) = Client::new_device(relay.address()).await;
    client.hello().await;
    let game = client.start(Player::Cpu { level: 1 }).await;
    client.play_round(&game.id, game.now).await;

    let answer = reqwest::get(format!("{operator}/metrics")).await.unwrap();
    let kind = answer.headers()["content-type"].to_str().unwrap();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    let text = answer.text().await.unwrap();
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let line = line.unwrap_or_else(|| panic!("no {name} in\n{text}"));
        line.trim().parse::<f64>().unwrap()
    };
    assert_eq!(value("vierschach_sockets "), 1.0);
    assert_eq!(value("vierschach_desks "), 1.0);
    assert_eq!(value("vierschach_rooms "), 0.0);
    assert_eq!(value("vierschach_refused_guesses_total "), 0.0);
    assert!(value("vierschach_append_seconds_count ") >= 4.0);
    for secret in [cookie.as_str(), &game.id.0, "127.0.0.1"] {
        assert!(!text.contains(secret), "{secret}");
    }
    let health = reqwest::get(format!("{operator}/health")).await.unwrap();
    assert_eq!(health.status(), 200);
    let public = reqwest::get(format!("http://{}/metrics", relay.address())).await;
    assert_eq!(public.unwrap().status(), 404);
    relay.stop().await;
}
