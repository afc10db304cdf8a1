//! Rooms over real sockets.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::Client;
use common::room::{Friend, ask_to_enter, by_code, enter, line, options};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;
use vierschach_protocol::{
    ClientMessage, Color, Entrance, ErrorCode, GameId, Holder, HouseRule, Request, RoomAct,
    RoomCode, RoomOptions, ServerMessage, Table,
};
use vierschach_relay::{Config, EmbeddedUi, MemoryLog, Owner, Relay, RoomLog, SqliteLog};

async fn relay() -> Relay {
    relay_with(Arc::new(MemoryLog::new())).await
}

async fn relay_with(log: Arc<dyn RoomLog>) -> Relay {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    Relay::start(listener, Config::new(log, Arc::new(EmbeddedUi))).unwrap()
}

/// A game that is over soon.
fn short(moves: u32) -> RoomOptions {
    RoomOptions {
        house: vec![HouseRule {
            name: "move_limit".to_owned(),
            value: moves.to_string(),
        }],
        ..options()
    }
}

/// Friends who sit in turn order, in a game that has begun.
async fn table(relay: &Relay, options: RoomOptions, others: &[(&str, Color)]) -> Vec<Friend> {
    let mut friends = vec![Friend::create(relay.address(), options).await];
    let code = friends[0].room.code.clone();
    for (name, color) in others {
        let mut friend = Friend::join(relay.address(), &code, name).await;
        friend.sit(*color).await;
        friends.push(friend);
    }
    friends[0].until(|room| room.can_start).await;
    friends[0].act(RoomAct::Start { level: 1 }).await;
    for friend in &mut friends {
        friend.until_game(|_| true).await;
        friend.until(|room| room.playing).await;
    }
    friends
}

/// Plays on until so many moves were made, or the game is over.
async fn play_until(friends: &mut [Friend], ply: u32) {
    loop {
        let now = friends[0].now().clone();
        if now.ply >= ply || now.result.is_some() {
            return;
        }
        for friend in friends.iter_mut() {
            if !friend.now().legal.is_empty() {
                friend.play_some().await;
            }
        }
        for friend in friends.iter_mut() {
            friend.until_game(|game| game.now.ply > now.ply).await;
        }
    }
}

#[tokio::test]
async fn three_people_and_a_cpu_play_a_whole_game_and_the_next() {
    let relay = relay().await;
    let others = [("Ben", Color::Blue), ("Clara", Color::Yellow)];
    let mut friends = table(&relay, short(6), &others).await;
    for (friend, color) in friends.iter().zip([Color::Red, Color::Blue, Color::Yellow]) {
        let game = friend.game.as_ref().unwrap();
        assert_eq!(game.yours, [color]);
        assert_eq!(game.seats[1].name.as_deref(), Some("Ben"));
    }
    play_until(&mut friends, 1_000).await;
    let result = friends[0].now().result;
    assert!(result.is_some());
    for friend in &mut friends {
        assert_eq!(friend.now().result, result);
        friend.until(|room| !room.playing).await;
        // The seed is the one that was promised.
        let fairness = friend.room.fairness.clone().unwrap();
        assert_eq!(fairness.seed.unwrap().len(), 32);
    }
    friends[0].act(RoomAct::Rematch {}).await;
    for friend in &mut friends {
        friend.until(|room| room.game.is_none()).await;
        assert_eq!(friend.room.options.first, Color::Blue);
    }
    relay.stop().await;
}

#[tokio::test]
async fn a_lost_line_comes_back_with_what_it_missed() {
    let relay = relay().await;
    let mut friends = table(&relay, options(), &[("Ben", Color::Blue)]).await;
    play_until(&mut friends, 4).await;
    let ben = friends.pop().unwrap();
    let mut anna = friends.pop().unwrap();
    let known = ben.game.as_ref().unwrap().number;
    let back = ben.way_back();
    drop(ben);
    anna.until(|room| !room.members[1].here).await;
    anna.play_some().await;
    anna.until_game(|game| game.number > known).await;
    let mut client = line(relay.address()).await;
    ask_to_enter(&mut client, back).await;
    assert!(matches!(
        client.receive().await,
        ServerMessage::RoomEntered { .. }
    ));
    match client.receive().await {
        ServerMessage::Happened { event, now, .. } => {
            assert_eq!(event.number, known + 1);
            assert!(!now.legal.is_empty());
        }
        other => panic!("not what was missed: {other:?}"),
    }
    anna.until(|room| room.members[1].here).await;
    relay.stop().await;
}

#[tokio::test]
async fn the_clock_of_who_is_gone_stands_still_and_the_grace_runs() {
    let relay = relay().await;
    let timed = RoomOptions {
        table: Table {
            move_seconds: Some(3_600),
            ..Table::default()
        },
        ..options()
    };
    let mut friends = table(&relay, timed, &[("Ben", Color::Blue)]).await;
    let ben = friends.pop().unwrap();
    let mut anna = friends.pop().unwrap();
    drop(ben);
    anna.play_some().await;
    anna.until(|room| room.seats[1].grace.is_some_and(|grace| grace.running))
        .await;
    anna.client
        .send(ClientMessage::OpenGame {
            game: anna.game_id(),
            since: None,
        })
        .await;
    anna.until_game(|game| game.now.clock.is_some_and(|clock| !clock.running))
        .await;
    relay.stop().await;
}

#[tokio::test]
async fn who_was_sent_out_stays_out_and_no_address_is_written_down() {
    let log = Arc::new(MemoryLog::new());
    let relay = relay_with(log.clone()).await;
    let mut anna = Friend::create(relay.address(), options()).await;
    let code = anna.room.code.clone();
    let mut ben = Friend::join(relay.address(), &code, "Ben").await;
    let member = ben.id();
    ben.act(RoomAct::Kick { member: anna.id() }).await;
    assert_eq!(ben.refusal().await, ErrorCode::NotHost);
    anna.act(RoomAct::Kick { member }).await;
    anna.until(|room| room.members.len() == 1).await;
    assert_eq!(ben.refusal().await, ErrorCode::Kicked);
    let closed = loop {
        match ben.client.frame().await {
            Some(Message::Close(frame)) => break frame,
            Some(_) => {}
            None => break None,
        }
    };
    assert_eq!(closed.map(|frame| u16::from(frame.code)), Some(1000));
    let back = ben.way_back();
    for entrance in [back, by_code(&code, "Somebody")] {
        let refused = enter(line(relay.address()).await, entrance).await;
        assert_eq!(refused.err().unwrap().0, ErrorCode::Kicked);
    }
    // A name of the device would be its address, cut and hashed: these clients have no cookie.
    let kept = log.read(&Owner::rooms(), &GameId(code.0)).await.unwrap();
    let says_device = |entry: &String| entry.contains("\"device\"");
    assert!(!kept.entries.iter().any(says_device));
    relay.stop().await;
}

#[tokio::test]
async fn a_second_tab_takes_over_and_the_first_is_told() {
    let relay = relay().await;
    let mut anna = Friend::create(relay.address(), options()).await;
    let back = anna.way_back();
    let second = enter(line(relay.address()).await, back).await.unwrap();
    assert_eq!(second.id(), anna.id());
    assert_eq!(anna.client.receive().await, ServerMessage::Replaced);
    assert!(matches!(anna.client.frame().await, Some(Message::Close(_))));
    relay.stop().await;
}

#[tokio::test]
async fn a_move_for_another_position_is_not_played() {
    let relay = relay().await;
    let mut friends = table(&relay, options(), &[("Ben", Color::Blue)]).await;
    let before = friends[0].now().clone();
    let mv = before.legal[0].mv.clone();
    friends[1].play(&before, &mv).await;
    assert_eq!(friends[1].refusal().await, ErrorCode::NotYourTurn);
    friends[0].play(&before, &mv).await;
    friends[0].until_game(|game| game.now.ply == 1).await;
    friends[0].play(&before, &mv).await;
    assert_eq!(friends[0].refusal().await, ErrorCode::Stale);
    assert!(matches!(
        friends[0].hear().await,
        ServerMessage::Snapshot { .. }
    ));
    assert_eq!(friends[0].now().ply, 1);
    relay.stop().await;
}

#[tokio::test]
async fn codes_can_not_be_guessed_while_a_party_at_the_same_address_plays() {
    let relay = relay().await;
    let mut anna = Friend::create(relay.address(), options()).await;
    let code = anna.room.code.clone();
    let mut party = Vec::new();
    for number in 1..16 {
        party.push(Friend::join(relay.address(), &code, &format!("Guest {number}")).await);
    }
    // Whoever guesses is held up soon.
    let wrong = RoomCode("222222".to_owned());
    let mut held_up = None;
    for _ in 0..40 {
        let refused = enter(line(relay.address()).await, by_code(&wrong, "Eve")).await;
        match refused.err().unwrap() {
            (ErrorCode::NoSuchRoom, _) => {}
            (ErrorCode::TooManyGuesses, params) => {
                held_up = Some(params["seconds"].clone());
                break;
            }
            (code, _) => panic!("{code:?}"),
        }
    }
    assert!(held_up.unwrap().parse::<u32>().unwrap() <= 3);
    // Nor does the right code help, nor a token that somebody made up.
    let refused = enter(line(relay.address()).await, by_code(&code, "Eve")).await;
    assert_eq!(refused.err().unwrap().0, ErrorCode::TooManyGuesses);
    let made_up = Entrance::Return {
        code: code.clone(),
        token: "0".repeat(32),
        since: None,
    };
    let refused = enter(line(relay.address()).await, made_up).await;
    assert_eq!(refused.err().unwrap().0, ErrorCode::TooManyGuesses);
    // The link and the tokens pass that by.
    let by_link = Entrance::Join {
        code: code.clone(),
        secret: Some(anna.secret.clone()),
        name: "Late".to_owned(),
        watch: false,
    };
    let late = enter(line(relay.address()).await, by_link).await.unwrap();
    assert_eq!(late.room.members.len(), 17);
    let mut back = party.pop().unwrap().come_back(relay.address()).await;
    back.sit(Color::Green).await;
    anna.until(|room| room.seats[3].holder != Holder::Free)
        .await;
    anna.until(|room| room.can_start).await;
    // A line on which nothing but wrong codes come is closed.
    let mut client = line(relay.address()).await;
    // One after the other: what a closed socket has not read yet may cost the last word to its other end.
    let closed = loop {
        ask_to_enter(&mut client, by_code(&wrong, "Eve")).await;
        match client.frame().await {
            Some(Message::Close(frame)) => break frame,
            Some(_) => {}
            None => panic!("not told"),
        }
    };
    assert_eq!(closed.map(|frame| u16::from(frame.code)), Some(1008));
    relay.stop().await;
}

#[tokio::test]
async fn made_up_tokens_tell_no_codes_for_ever() {
    let relay = relay().await;
    let anna = Friend::create(relay.address(), options()).await;
    let made_up = Entrance::Return {
        code: anna.room.code.clone(),
        token: "0".repeat(32),
        since: None,
    };
    for _ in 0..14 {
        let mut eve = line(relay.address()).await;
        for _ in 0..10 {
            ask_to_enter(&mut eve, made_up.clone()).await;
            refused(&mut eve).await;
        }
    }
    // Nothing is looked up for this address any more, be it right or wrong.
    let right = enter(line(relay.address()).await, anna.way_back()).await;
    assert_eq!(right.err().unwrap().0, ErrorCode::TooManyGuesses);
    relay.stop().await;
}

#[tokio::test]
async fn who_is_not_let_in_takes_nothing_from_who_is() {
    let relay = relay().await;
    let mut anna = Friend::create(relay.address(), options()).await;
    let made_up = Entrance::Return {
        code: anna.room.code.clone(),
        token: "0".repeat(32),
        since: None,
    };
    let request = Request {
        id: 7,
        message: ClientMessage::ListGames {},
    };
    let mut long = serde_json::to_string(&request).unwrap();
    long += &" ".repeat(16_000);
    // Together more than a room takes at once from one socket.
    for _ in 0..6 {
        let mut eve = line(relay.address()).await;
        ask_to_enter(&mut eve, made_up.clone()).await;
        assert_eq!(refused(&mut eve).await, ErrorCode::BadToken);
        for _ in 0..58 {
            eve.send_text(&long).await;
            assert_eq!(refused(&mut eve).await, ErrorCode::NoHello);
        }
    }
    anna.act(RoomAct::Lock { locked: true }).await;
    anna.until(|room| room.locked).await;
    relay.stop().await;
}

/// The code of the refusal that comes next.
async fn refused(client: &mut Client) -> ErrorCode {
    match client.receive().await {
        ServerMessage::Refused { code, .. } => code,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn a_relay_that_is_started_again_goes_on_with_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    let relay = relay_with(Arc::new(SqliteLog::open(&file).unwrap())).await;
    let others = [("Ben", Color::Blue), ("Clara", Color::Yellow)];
    let mut friends = table(&relay, options(), &others).await;
    play_until(&mut friends, 9).await;
    relay.stop().await;

    let relay = relay_with(Arc::new(SqliteLog::open(&file).unwrap())).await;
    let mut back = Vec::new();
    for friend in friends {
        back.push(friend.come_back(relay.address()).await);
    }
    for friend in &mut back {
        friend.until_game(|game| game.now.ply >= 9).await;
        friend
            .client
            .send(ClientMessage::OpenGame {
                game: friend.game.as_ref().unwrap().id.clone(),
                since: None,
            })
            .await;
        while !matches!(friend.hear().await, ServerMessage::Snapshot { .. }) {}
    }
    play_until(&mut back, 14).await;
    assert!(back[0].now().ply >= 14);
    relay.stop().await;
}

#[tokio::test]
async fn a_room_goes_on_from_what_a_store_that_lost_something_has() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooms.sqlite");
    let relay = relay_with(Arc::new(SqliteLog::open(&file).unwrap())).await;
    let mut anna = Friend::create(relay.address(), options()).await;
    for locked in [true, false] {
        anna.act(RoomAct::Lock { locked }).await;
        anna.until(|room| room.locked == locked).await;
    }
    let store = rusqlite::Connection::open(&file).unwrap();
    let lose = "DELETE FROM entry WHERE number = 3; UPDATE room SET last = 2;";
    store.execute_batch(lose).unwrap();
    anna.act(RoomAct::Ready { ready: true }).await;
    while let Some(frame) = anna.client.frame().await {
        if matches!(frame, Message::Close(_)) {
            break;
        }
    }
    let mut anna = anna.come_back(relay.address()).await;
    assert!(anna.room.locked, "it was opened in what is lost");
    anna.act(RoomAct::Lock { locked: false }).await;
    anna.until(|room| !room.locked).await;
    relay.stop().await;
}

#[tokio::test]
async fn a_socket_says_first_where_it_wants_to_go() {
    let relay = relay().await;
    let mut client = line(relay.address()).await;
    client.send(ClientMessage::ListGames {}).await;
    assert_eq!(refused(&mut client).await, ErrorCode::NoHello);
    client.send_text("{}").await;
    assert_eq!(refused(&mut client).await, ErrorCode::Malformed);
    let bad = Entrance::Create {
        name: "  ".to_owned(),
        options: options(),
    };
    ask_to_enter(&mut client, bad).await;
    assert_eq!(refused(&mut client).await, ErrorCode::BadName);
    let create = Entrance::Create {
        name: "Anna".to_owned(),
        options: options(),
    };
    let mut anna = enter(client, create).await.unwrap();
    anna.client.send(ClientMessage::ListGames {}).await;
    assert_eq!(anna.refusal().await, ErrorCode::BadRequest);
    tokio::time::sleep(Duration::from_millis(1)).await;
    relay.stop().await;
}

#[tokio::test]
async fn what_was_asked_before_the_socket_closed_is_done() {
    let relay = relay().await;
    let mut host = Friend::create(relay.address(), options()).await;
    for name in ["Ben", "Cem", "Dana", "Eva", "Finn"] {
        let mut guest = Friend::join(relay.address(), &host.room.code, name).await;
        host.until(|room| room.members.len() == 2).await;
        // While the room is still at these, the socket is through with all that came.
        for _ in 0..20 {
            guest.client.send(ClientMessage::Ping {}).await;
        }
        guest.act(RoomAct::Leave {}).await;
        guest.client.send_frame(Message::Close(None)).await;
        let left = host.until(|room| room.members.len() == 1);
        let left = tokio::time::timeout(common::PATIENCE, left).await;
        left.expect("who has left is gone");
    }
    relay.stop().await;
}
