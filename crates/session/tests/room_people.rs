//! Who is in a room: watchers, talk, a full room, and a disk that is full.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::room::{Guest, RoomHost, join, options, playing, refusal, sit};
use vierschach_protocol::{
    Color, ErrorCode, MAX_MEMBERS, Phrase, RoomAct, RoomOptions, ServerMessage, Square, Talk,
    Variant,
};

#[test]
fn who_watches_sees_and_says_nothing() {
    let (mut host, anna, _) = playing(options());
    let screen = host.come(700, Some("Olga"));
    host.enter(screen, join("Olga", true));
    let messages = host.messages(screen);
    let [
        ServerMessage::RoomEntered { room, token, .. },
        ServerMessage::Snapshot { game, .. },
    ] = messages.as_slice()
    else {
        panic!("{messages:?}");
    };
    let olga = Guest {
        screen,
        token: token.clone(),
        id: room.you,
    };
    assert_eq!(
        (room.watchers, room.members.len(), room.talk),
        (1, 2, Talk::Nobody)
    );
    assert!(game.yours.is_empty() && game.now.legal.is_empty() && game.now.can.resign.is_empty());
    let now = host.game(&anna).now;
    let mv = now.legal[0].mv.clone();
    host.play(&olga, &now, &mv);
    assert_eq!(host.refusal(&olga), Some(ErrorCode::NotYourTurn));
    host.act(
        &olga,
        RoomAct::Say {
            phrase: Phrase::Smile,
        },
    );
    assert_eq!(host.refusal(&olga), Some(ErrorCode::NotNow));
    host.play(&anna, &now, &mv);
    let messages = host.messages(screen);
    assert!(
        matches!(messages.as_slice(), [ServerMessage::Happened { .. }]),
        "{messages:?}"
    );
    host.go(screen);
    host.pass(2_500);
    assert_eq!(host.view(&anna).watchers, 0);
}

#[test]
fn partners_talk_in_team_games_and_everybody_before_and_after() {
    let mut host = RoomHost::new(RoomOptions {
        variant: Variant::Teams,
        ..options()
    });
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    let clara = host.join("Clara");
    host.forget();
    let smile = RoomAct::Say {
        phrase: Phrase::Smile,
    };
    for _ in 0..4 {
        host.act(&ben, smile.clone());
    }
    let heard = |host: &mut RoomHost, guest: &Guest| {
        let messages = host.messages(guest.screen).into_iter();
        messages
            .filter(|message| {
                matches!(
                    message,
                    ServerMessage::Said { .. } | ServerMessage::Pointed { .. }
                )
            })
            .count()
    };
    assert_eq!((heard(&mut host, &anna), heard(&mut host, &ben)), (4, 4));
    host.act(&ben, smile.clone());
    assert_eq!(host.refusal(&ben), Some(ErrorCode::TooFast));
    host.pass(11_000);
    host.start(&[&anna, &ben, &clara]);
    host.forget();
    assert_eq!(host.view(&clara).talk, Talk::Partners);
    // Red and Yellow are partners.
    let point = |square: &str| RoomAct::Point {
        square: Square(square.to_owned()),
    };
    host.act(&anna, point("h4"));
    host.act(&anna, point("a1"));
    assert_eq!(
        host.refusal(&anna),
        Some(ErrorCode::BadRequest),
        "no square of the board"
    );
    assert_eq!((heard(&mut host, &ben), heard(&mut host, &clara)), (0, 1));

    let (mut host, anna, _) = playing(options());
    host.act(&anna, smile);
    assert_eq!(
        host.refusal(&anna),
        Some(ErrorCode::NotNow),
        "everybody against everybody"
    );
}

#[test]
fn what_can_not_be_written_down_did_not_happen() {
    let (mut host, anna, ben) = playing(options());
    host.full = true;
    let now = host.game(&anna).now;
    let mv = now.legal[0].mv.clone();
    host.play(&anna, &now, &mv);
    let messages = host.messages(anna.screen);
    assert_eq!(refusal(&messages), Some(ErrorCode::NotSaved));
    assert!(matches!(
        messages.last(),
        Some(ServerMessage::Snapshot { .. })
    ));
    assert!(host.messages(ben.screen).is_empty());
    host.full = false;
    host.plays(&anna);
    host.full = true;
    host.plays(&ben);
    host.full = false;
    host.plays(&ben);
    // A CPU's move is tried again, and everybody is told once.
    host.full = true;
    host.forget();
    host.cpu_plays();
    assert_eq!(host.refusal(&anna), Some(ErrorCode::NotSaved));
    host.full = false;
    host.pass(2_500);
    host.cpu_plays();
    assert_eq!(host.game(&anna).now.ply, 3);
    host.check_replay();
}

#[test]
fn a_full_room_takes_nobody_in_before_somebody_goes() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let mut others = Vec::new();
    for number in 1..MAX_MEMBERS {
        others.push(host.join(&format!("Guest {number}")));
    }
    let screen = host.come(90_000, None);
    host.enter(screen, join("Late", false));
    assert_eq!(refusal(&host.messages(screen)), Some(ErrorCode::RoomFull));
    // Who sits keeps the place, whoever has gone without a seat does not.
    host.act(&others[0], sit(Color::Blue));
    host.go(others[0].screen);
    host.go(others[1].screen);
    host.pass(2_500);
    host.enter(screen, join("Late", false));
    assert_eq!(refusal(&host.messages(screen)), None);
    let view = host.view(&anna);
    assert_eq!(view.members.len(), MAX_MEMBERS);
    let is_in = |of: &Guest| view.members.iter().any(|one| one.id == of.id);
    assert!(is_in(&others[0]) && !is_in(&others[1]));
    host.check_replay();
}

#[test]
fn what_changes_nothing_is_not_written_down() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let written = host.log.entries.borrow().len();
    for act in [
        RoomAct::Ready { ready: false },
        RoomAct::Lock { locked: false },
        RoomAct::MakeHost { member: anna.id },
        RoomAct::SetOptions { options: options() },
        RoomAct::Rename {
            name: "Anna".to_owned(),
        },
        RoomAct::SwapSeats {
            one: Color::Blue,
            other: Color::Green,
        },
        RoomAct::SetSeat {
            color: Color::Blue,
            level: None,
        },
        sit(Color::Red),
    ] {
        host.forget();
        host.act(&anna, act.clone());
        let messages = host.messages(anna.screen);
        assert!(
            matches!(messages.as_slice(), [ServerMessage::Room { .. }]),
            "{act:?}: {messages:?}"
        );
    }
    assert_eq!(host.log.entries.borrow().len(), written);
}

/// The room after so many more of such a deed.
fn grown(host: RoomHost, more: usize, deed: &serde_json::Value) -> RoomHost {
    let entry = |number: usize| {
        serde_json::json!({ "number": number, "at": 1_000, "by": 1, "deed": deed }).to_string()
    };
    let first = host.log.entries.borrow().len() + 1;
    let entries = (first..first + more).map(entry);
    host.log.entries.borrow_mut().extend(entries);
    RoomHost::with(host.log, 1, host.time)
}

#[test]
fn a_member_has_so_many_deeds_and_a_log_so_many_entries() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    let written = host.log.entries.borrow().len();
    for number in 0..100 {
        let ready = number % 2 == 0;
        host.act(&ben, RoomAct::Ready { ready });
    }
    assert_eq!(host.log.entries.borrow().len(), written + 30);
    assert_eq!(host.refusal(&ben), Some(ErrorCode::TooFast));
    // Others are not held up, and who is may leave.
    host.act(&anna, RoomAct::Lock { locked: true });
    assert!(host.view(&ben).locked);
    host.act(&ben, RoomAct::Leave {});
    assert_eq!(host.closed, [ben.screen]);
    // That processes are alive counts little.
    let mut host = grown(host, 20_000, &serde_json::json!("alive"));
    let anna = host.come_back(&anna, None);
    host.act(&anna, RoomAct::Lock { locked: false });
    assert_eq!(host.refusal(&anna), None);
    // Where so much was done the room takes what ends things, and nothing else.
    let renamed = serde_json::json!({ "renamed": [anna.id.0, "Anna"] });
    let mut host = grown(host, 20_000, &renamed);
    let anna = host.come_back(&anna, None);
    let used_up = Some(ErrorCode::RoomUsedUp);
    host.act(&anna, RoomAct::Lock { locked: true });
    assert_eq!(host.refusal(&anna), used_up);
    let screen = host.come(host.time, None);
    host.enter(screen, join("Clara", false));
    assert_eq!(refusal(&host.messages(screen)), used_up);
    host.act(&anna, RoomAct::Leave {});
    assert_eq!(host.closed, [anna.screen]);
}
