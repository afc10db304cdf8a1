//! Rooms as a store has them: asleep, and damaged.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use std::sync::Arc;

use common::log::CountingLog;
use common::room::{Friend, by_code, enter, line, options};
use tokio::net::TcpListener;
use vierschach_protocol::{Entrance, ErrorCode, GameId, Holder, RoomCode};
use vierschach_relay::{Config, EmbeddedUi, Owner, Relay, RoomLog};

async fn relay(log: Arc<dyn RoomLog>) -> Relay {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    Relay::start(listener, Config::new(log, Arc::new(EmbeddedUi))).unwrap()
}

/// Why somebody is not let in.
async fn refused(relay: &Relay, entrance: Entrance) -> ErrorCode {
    let entered = enter(line(relay.address()).await, entrance).await;
    entered.err().expect("a refusal").0
}

/// So often a thing is tried that depends on how quick the machine is.
const TRIES: usize = 20;

/// Tries wrong codes until it may try no more.
async fn guess_until_stopped(relay: &Relay) {
    let wrong = by_code(&RoomCode("222222".to_owned()), "Eve");
    for _ in 0..1_000 {
        if refused(relay, wrong.clone()).await == ErrorCode::TooManyGuesses {
            return;
        }
    }
    panic!("a thousand guesses");
}

#[tokio::test]
async fn who_guesses_has_no_log_read() {
    let log = Arc::new(CountingLog::default());
    let first = relay(log.clone()).await;
    let anna = Friend::create(first.address(), options()).await;
    let code = anna.room.code.clone();
    first.stop().await;

    let by_link = |secret: &str| Entrance::Join {
        code: code.clone(),
        secret: Some(secret.to_owned()),
        name: "Eve".to_owned(),
        watch: false,
    };
    // A guess comes free with time, and a right code lets in then: another relay is asked.
    let mut tried = None;
    for _ in 0..TRIES {
        let relay = relay(log.clone()).await;
        guess_until_stopped(&relay).await;
        let reads = log.reads();
        let entered = enter(line(relay.address()).await, by_link(&"0".repeat(32))).await;
        if let Err((refused, _)) = entered {
            tried = Some((refused, log.reads() - reads, relay));
            break;
        }
        relay.stop().await;
    }
    let (refused, reads, relay) = tried.expect("a refusal");
    assert_eq!((refused, reads), (ErrorCode::TooManyGuesses, 0));
    let before = log.reads();
    // The link itself opens the room, whose log is read then.
    let late = enter(line(relay.address()).await, by_link(&anna.secret)).await;
    assert!(late.unwrap().room.members.len() >= 2);
    assert_eq!(log.reads(), before + 1);
    relay.stop().await;
}

#[tokio::test]
async fn a_room_whose_log_makes_no_room_says_so_and_harms_no_other() {
    let log = Arc::new(CountingLog::default());
    let first = relay(log.clone()).await;
    let anna = Friend::create(first.address(), options()).await;
    let ben = Friend::create(first.address(), options()).await;
    first.stop().await;
    // Somebody writes what no room can take.
    let (owner, id) = (Owner::rooms(), GameId(anna.room.code.0.clone()));
    let number = log.tip(&owner, &id).await.unwrap().last;
    let text = "{\"deed\": \"unheard-of\"}".to_owned();
    log.append(&owner, &id, number, text, String::new())
        .await
        .unwrap();
    let before = log.read(&owner, &id).await.unwrap();
    let read = log.reads();

    let relay = relay(log.clone()).await;
    for entrance in [
        anna.way_back(),
        by_code(&anna.room.code, "Clara"),
        anna.way_back(),
    ] {
        assert_eq!(refused(&relay, entrance).await, ErrorCode::RoomDamaged);
    }
    assert_eq!(log.reads(), read + 1, "once is enough");
    let mut ben = ben.come_back(relay.address()).await;
    ben.sit(vierschach_protocol::Color::Green).await;
    ben.until(|room| room.seats[3].holder != Holder::Free).await;
    assert_eq!(log.read(&owner, &id).await.unwrap(), before);
    relay.stop().await;
}
