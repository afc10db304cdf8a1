//! A room is its log, and several processes may write it.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::room::{Guest, RoomHost, join, options, refusal};
use vierschach_protocol::{ClientMessage, Color, ErrorCode, Phrase, RoomAct, ServerMessage};
use vierschach_session::{LogError, Room, RoomInput};

/// Anna plays Red at one process, Ben Blue at another.
fn two() -> (RoomHost, RoomHost, Guest, Guest) {
    let mut one = RoomHost::new(options());
    let anna = one.create("Anna");
    let mut other = RoomHost::with(one.log.clone(), 2, one.time);
    let ben = other.join("Ben");
    one.hear();
    other.act(
        &ben,
        RoomAct::Sit {
            color: Color::Blue,
            name: None,
        },
    );
    other.act(&ben, RoomAct::Ready { ready: true });
    one.hear();
    assert!(one.view(&anna).can_start && one.view(&anna).members[1].here);
    one.act(&anna, RoomAct::Start { level: 1 });
    other.hear();
    (one, other, anna, ben)
}

#[test]
fn two_processes_serve_the_same_room() {
    let (mut one, mut other, anna, ben) = two();
    one.plays(&anna);
    other.forget();
    other.hear();
    let messages = other.messages(ben.screen);
    assert!(
        matches!(messages.as_slice(), [ServerMessage::Happened { .. }]),
        "{messages:?}"
    );
    other.plays(&ben);
    // Who wrote last asks its CPU; others only when nothing comes of it.
    one.hear();
    assert_eq!((one.asked.len(), other.asked.len()), (0, 1));
    one.pass(2_900);
    assert!(one.asked.is_empty());
    one.pass(200);
    assert_eq!(one.asked.len(), 1);
    other.cpu_plays();
    one.hear();
    assert_eq!(one.cancelled.len(), 1);
    one.hear();
    one.check_replay();
    other.check_replay();
}

#[test]
fn who_comes_second_judges_anew() {
    let (mut one, mut other, anna, ben) = two();
    one.plays(&anna);
    other.hear();
    // Ben's move is on its way while Anna resigns: it is played, after that.
    let now = other.game(&ben).now;
    let red = one.game(&anna);
    other.slow = true;
    other.play(&ben, &now, &now.legal[0].mv);
    let resign = ClientMessage::Resign {
        game: red.id.clone(),
        color: Color::Red,
        ply: red.now.ply,
        hash: red.now.hash,
    };
    one.ask(anna.screen, resign);
    other.forget();
    // That it hears of it before its own append ends changes nothing.
    other.hear();
    other.finish();
    let messages = other.messages(ben.screen);
    let numbers: Vec<_> = messages
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Happened { event, .. } => Some(event.number),
            _ => None,
        })
        .collect();
    // A resignation changes the position's key, so that the move was meant for another.
    match refusal(&messages) {
        Some(ErrorCode::Stale) => assert_eq!(numbers, [2]),
        None => assert_eq!(numbers, [2, 3]),
        code => panic!("{code:?}"),
    }
    one.hear();
    one.check_replay();
    other.check_replay();
}

#[test]
fn what_was_written_though_it_seemed_to_fail_counts() {
    let (mut one, _, anna, ben) = two();
    one.slow = true;
    let now = one.game(&anna).now;
    one.play(&anna, &now, &now.legal[0].mv);
    one.loses_answer();
    let messages = one.messages(anna.screen);
    assert_eq!(refusal(&messages), Some(ErrorCode::NotSaved));
    assert_eq!(one.game(&anna).now.ply, 1);
    // Likewise somebody who came back, and was told that it failed.
    one.slow = true;
    let screen = one.come(7_000, None);
    one.return_on(screen, &ben, None);
    one.loses_answer();
    assert_eq!(refusal(&one.messages(screen)), Some(ErrorCode::NotSaved));
    assert!(one.view(&anna).members[1].here);
    one.pass(3_000);
    assert!(!one.view(&anna).members[1].here, "nobody has that line");
    one.check_replay();
}

#[test]
fn a_cpu_that_comes_second_is_dropped() {
    let (mut one, mut other, anna, ben) = two();
    one.plays(&anna);
    other.hear();
    other.plays(&ben);
    one.hear();
    one.pass(3_100);
    other.slow = true;
    other.cpu_plays();
    one.cpu_plays();
    other.finish();
    assert_eq!(other.game(&ben).number, 3);
    one.check_replay();
    other.check_replay();
}

#[test]
fn a_screen_at_another_process_takes_over() {
    let (mut one, mut other, anna, _) = two();
    one.forget();
    let screen = other.come(4_000, None);
    other.return_on(screen, &anna, None);
    one.hear();
    assert_eq!(one.messages(anna.screen), [ServerMessage::Replaced]);
    assert_eq!(one.closed, [anna.screen]);
    // That the old line ends changes nothing.
    one.go(anna.screen);
    one.pass(5_000);
    other.hear();
    let ben_sees = other.game(&Guest {
        screen,
        ..anna.clone()
    });
    assert_eq!(ben_sees.now.legal.len(), 20);
    one.check_replay();
}

#[test]
fn lines_of_a_process_that_died_are_given_up_and_others_are_not() {
    let (mut one, mut other, anna, ben) = two();
    // Both live: each hears of the other in time.
    for _ in 0..10 {
        one.pass(6_000);
        other.time = one.time;
        other.pass(1_500);
        one.time = other.time;
        one.hear();
        other.hear();
    }
    assert!(one.view(&anna).members.iter().all(|one| one.here));
    drop(other);
    one.pass(21_000);
    let here: Vec<_> = one.view(&anna).members.iter().map(|one| one.here).collect();
    assert_eq!((here, ben.id.0), (vec![true, false], 2));
    one.check_replay();
}

#[test]
fn phrases_reach_the_screens_of_other_processes() {
    let mut one = RoomHost::new(options());
    let anna = one.create("Anna");
    let alone = one.room.number();
    one.act(
        &anna,
        RoomAct::Say {
            phrase: Phrase::Smile,
        },
    );
    assert_eq!(one.room.number(), alone, "nothing of it is kept");
    let mut other = RoomHost::with(one.log.clone(), 2, one.time);
    let ben = other.join("Ben");
    one.hear();
    other.forget();
    one.forget();
    one.act(
        &anna,
        RoomAct::Say {
            phrase: Phrase::Thanks,
        },
    );
    other.hear();
    let said = ServerMessage::Said {
        from: anna.id,
        phrase: Phrase::Thanks,
    };
    assert_eq!(other.messages(ben.screen), std::slice::from_ref(&said));
    assert_eq!(one.messages(anna.screen), [said]);
    one.check_replay();
}

#[test]
fn what_was_seen_elsewhere_counts_before_it_is_heard_of_here() {
    let mut one = RoomHost::new(options());
    let anna = one.create("Anna");
    let mut other = RoomHost::with(one.log.clone(), 2, one.time);
    let ben = other.join("Ben");
    one.hear();
    other.act(
        &ben,
        RoomAct::Sit {
            color: Color::Blue,
            name: None,
        },
    );
    other.act(&ben, RoomAct::Ready { ready: true });
    // Anna was told by telephone.
    one.act(&anna, RoomAct::Start { level: 1 });
    assert!(one.view(&anna).playing);
    one.check_replay();
}

#[test]
fn entries_that_are_missing_are_asked_for() {
    let (mut one, mut other, anna, _) = two();
    let known = other.room.number();
    one.plays(&anna);
    let last = one.room.number();
    assert!(last > known);
    let gap = RoomInput::Others {
        first: last + 3,
        entries: vec!["{}".to_owned()],
    };
    other.input(gap);
    assert_eq!(other.room.number(), last);
}

#[test]
fn logs_that_are_no_room_s_are_errors() {
    let (one, ..) = two();
    let entries = one.log.entries.borrow().clone();
    let load = |header: &str, entries: &[String]| {
        Room::load(common::room::config(3), header, entries).map(|_| ())
    };
    assert_eq!(load(&one.log.header, &entries), Ok(()));
    let unreadable = load("{}", &[]);
    assert!(matches!(unreadable, Err(LogError::Unreadable { .. })));
    // What can't be read is not quoted: it may be a name, or the link's secret.
    let secret = one
        .log
        .header
        .replace("\"format\":1", "\"format\":\"5ecret\"");
    let found = load(&secret, &entries).unwrap_err().to_string();
    assert!(
        found.contains("line 1") && !found.contains("5ecret"),
        "{found}"
    );
    let newer = one.log.header.replacen("\"format\":1", "\"format\":2", 1);
    let found = load(&newer, &entries);
    assert_eq!(found, Err(LogError::Newer { found: 2, known: 1 }));
    let gap = load(&one.log.header, &entries[1..]);
    assert_eq!(
        gap,
        Err(LogError::Gap {
            expected: 1,
            found: 2
        })
    );
    for number in 0..entries.len() {
        let mut cut = entries.clone();
        cut[number].truncate(20);
        assert!(load(&one.log.header, &cut).is_err());
    }
}

#[test]
fn nobody_takes_the_place_of_somebody_who_is_here_and_thought_gone() {
    let from = |host: &mut RoomHost, number| {
        let screen = host.come(number, Some("eve"));
        host.join_on(screen, "Eve")
    };
    let mut one = RoomHost::new(options());
    one.create("Anna");
    let eve = from(&mut one, 11);
    let mut other = RoomHost::with(one.log.clone(), 2, one.time);
    let others = [12, 13, 14].map(|number| from(&mut other, number));
    // One process is not heard of for long, as it waits for the store.
    other.pass(21_000);
    assert!(!other.view(&others[0]).members[1].here);
    one.slow = true;
    one.time = other.time;
    one.act(&eve, RoomAct::Ready { ready: true });
    let late = one.come(15, Some("eve"));
    one.enter(late, join("Eve", false));
    one.finish();
    assert_eq!(refusal(&one.messages(late)), Some(ErrorCode::BrowserFull));
    // Where that is not known somebody takes her place, and she hears of it.
    one.pass(10);
    other.hear();
    other.pass(42_000);
    from(&mut other, 16);
    one.forget();
    one.hear();
    assert_eq!(one.refusal(&eve), Some(ErrorCode::BadToken));
    assert_eq!(one.closed, [eve.screen]);
    other.hear();
    one.check_replay();
    other.check_replay();
}

#[test]
fn somebody_alive_who_was_thought_gone_is_here_again() {
    let (mut one, mut two, anna, ben) = two();
    // The first process is cut off for so long that its lines count as dead, and a CPU plays.
    two.pass(90_000);
    let view = two.view(&ben);
    assert!(!view.members[0].here && view.seats[0].stand_in);
    one.time = two.time;
    one.hear();
    two.hear();
    for view in [one.view(&anna), two.view(&ben)] {
        assert!(view.members[0].here);
    }
    two.cpu_plays();
    assert!(!two.view(&ben).seats[0].stand_in, "it is Anna's seat again");
    two.check_replay();
}
