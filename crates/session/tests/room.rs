//! Rooms of friends: the lobby, and a game from start to rematch.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::room::{RoomHost, join, options, refusal};
use vierschach_protocol::{
    ClientMessage, Color, ErrorCode, Holder, Known, MemberId, Player, RoomAct, ServerMessage, Talk,
};

#[test]
fn friends_come_sit_down_and_start() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    let view = host.view(&ben);
    assert_eq!((view.host, view.you), (anna.id, ben.id));
    assert_eq!(view.seats[0].holder, Holder::Member { member: anna.id });
    assert!(!view.can_start && view.game.is_none() && view.talk == Talk::Everybody);

    host.act(
        &ben,
        RoomAct::Sit {
            color: Color::Red,
            name: None,
        },
    );
    assert_eq!(host.refusal(&ben), Some(ErrorCode::SeatTaken));
    host.act(&ben, RoomAct::Start { level: 1 });
    assert_eq!(host.refusal(&ben), Some(ErrorCode::NotHost));
    host.act(
        &ben,
        RoomAct::Sit {
            color: Color::Blue,
            name: None,
        },
    );
    host.act(&anna, RoomAct::Start { level: 1 });
    assert_eq!(
        host.refusal(&anna),
        Some(ErrorCode::NotNow),
        "Ben is not ready"
    );
    host.act(&ben, RoomAct::Ready { ready: true });
    host.forget();
    host.act(&anna, RoomAct::Start { level: 2 });

    let game = host.game(&ben);
    assert_eq!(game.id.0, "BCDFGH-1");
    assert_eq!(game.yours, [Color::Blue]);
    let players: Vec<_> = game.seats.iter().map(|seat| seat.player).collect();
    let cpu = Player::Cpu { level: 2 };
    let person = |me| Player::Person { me };
    assert_eq!(players, [person(false), person(true), cpu, cpu]);
    assert_eq!(game.seats[0].name.as_deref(), Some("Anna"));
    assert!(game.now.legal.is_empty() && game.now.can.resign == [Color::Blue]);
    assert_eq!(host.game(&anna).now.legal.len(), 20);
    host.check_replay();
}

#[test]
fn moves_go_to_everybody_and_cpus_answer() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    host.start(&[&anna, &ben]);
    host.forget();
    let now = host.game(&anna).now;
    let mv = now.legal[3].mv.clone();
    host.play(&ben, &now, &mv);
    assert_eq!(host.refusal(&ben), Some(ErrorCode::NotYourTurn));
    host.forget();
    host.play(&anna, &now, &mv);
    for guest in [&anna, &ben] {
        let messages = host.messages(guest.screen);
        let [ServerMessage::Happened { event, now, .. }] = messages.as_slice() else {
            panic!("{messages:?}");
        };
        assert_eq!((event.number, now.turn), (1, Some(Color::Blue)));
        assert_eq!(now.legal.is_empty(), guest.id == anna.id);
    }
    // The same again was meant for another position.
    host.play(&anna, &now, &mv);
    let messages = host.messages(anna.screen);
    assert_eq!(refusal(&messages), Some(ErrorCode::Stale));
    assert!(matches!(
        messages.last(),
        Some(ServerMessage::Snapshot { .. })
    ));
    assert!(host.asked.is_empty());
    host.plays(&ben);
    assert_eq!(host.asked.len(), 1);
    host.cpu_plays();
    host.cpu_plays();
    assert_eq!(host.game(&anna).now.turn, Some(Color::Red));
    host.check_replay();
}

#[test]
fn a_member_who_asks_whether_anybody_is_there_is_answered() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    host.forget();
    let request = host.ask(anna.screen, ClientMessage::Ping {});
    assert_eq!(
        host.messages(anna.screen),
        [ServerMessage::Pong { request }]
    );
}

#[test]
fn a_token_brings_back_with_what_was_missed() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    host.start(&[&anna, &ben]);
    host.plays(&anna);
    let game = host.game(&ben).id;
    host.go(anna.screen);
    host.pass(2_100);
    assert!(!host.view(&ben).members[0].here);
    host.plays(&ben);
    let since = Some(Known { game, number: 1 });
    host.forget();
    let anna = host.come_back(&anna, since);
    let messages = host.messages(anna.screen);
    let [
        ServerMessage::RoomEntered { room, token, .. },
        ServerMessage::Happened { event, .. },
    ] = messages.as_slice()
    else {
        panic!("{messages:?}");
    };
    assert_eq!((room.you, token, event.number), (anna.id, &anna.token, 2));
    assert!(host.view(&ben).members[0].here);
    // A second tab takes over from the first.
    let tab = host.come_back(&anna, None);
    let told = host.messages(anna.screen);
    assert_eq!(told, [ServerMessage::Replaced]);
    assert_eq!(host.closed, [anna.screen]);
    let nobody = common::room::Guest {
        token: "0".repeat(32),
        ..tab.clone()
    };
    let screen = host.come(99_999, None);
    host.return_on(screen, &nobody, None);
    assert_eq!(refusal(&host.messages(screen)), Some(ErrorCode::BadToken));
    host.check_replay();
}

#[test]
fn a_restarted_host_goes_on_where_it_was() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    host.start(&[&anna, &ben]);
    host.plays(&anna);
    let mut host = RoomHost::with(host.log, 2, host.time);
    let ben = host.come_back(&ben, None);
    let game = host.game(&ben);
    assert_eq!((game.number, game.now.turn), (1, Some(Color::Blue)));
    host.plays(&ben);
    // Anna's line is the old process's: nobody has heard of that one since.
    host.pass(21_000);
    assert!(!host.view(&ben).members[0].here);
    assert_eq!(host.asked.len(), 1);
    host.check_replay();
}

#[test]
fn names_and_versions() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let other = host.join("anna");
    let names: Vec<_> = host
        .view(&other)
        .members
        .into_iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(names, ["Anna", "anna 2"]);
    assert_eq!((anna.id, other.id), (MemberId(1), MemberId(2)));
    let screen = host.come(77, None);
    host.enter(screen, join("a\u{202e}", false));
    assert_eq!(refusal(&host.messages(screen)), Some(ErrorCode::BadName));
}
