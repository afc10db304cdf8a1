//! The rules of rooms, one by one: who may what, who is gone, what ends what.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::room::{
    CODE, RoomHost, join, options, playing, refusal, short, sit, take_back, to_the_end,
};
use vierschach_protocol::{
    Action, ClientMessage, Color, ErrorCode, GRACE_SECONDS, Holder, HouseRule, OPENS_MINUTES,
    Player, RoomAct, RoomOptions, ServerMessage, Table, Talk, Variant,
};

const MINUTE: u64 = 60_000;

fn timed(seconds: u16) -> RoomOptions {
    let table = Table {
        move_seconds: Some(seconds),
        ..Table::default()
    };
    RoomOptions { table, ..options() }
}

#[test]
fn only_the_host_rules_the_lobby() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    let member = anna.id;
    for act in [
        RoomAct::SetSeat {
            color: Color::Blue,
            level: Some(1),
        },
        RoomAct::SwapSeats {
            one: Color::Red,
            other: Color::Blue,
        },
        RoomAct::SetOptions { options: options() },
        RoomAct::Lock { locked: true },
        RoomAct::Kick { member },
        RoomAct::MakeHost { member },
        RoomAct::Start { level: 1 },
        RoomAct::Rematch {},
    ] {
        host.act(&ben, act.clone());
        assert_eq!(host.refusal(&ben), Some(ErrorCode::NotHost), "{act:?}");
    }
    host.act(
        &anna,
        RoomAct::SetSeat {
            color: Color::Blue,
            level: Some(9),
        },
    );
    assert_eq!(host.refusal(&anna), Some(ErrorCode::BadRequest));
    host.act(
        &anna,
        RoomAct::SetSeat {
            color: Color::Blue,
            level: Some(3),
        },
    );
    host.act(
        &anna,
        RoomAct::SwapSeats {
            one: Color::Red,
            other: Color::Green,
        },
    );
    let seats = host.view(&ben).seats.map(|seat| seat.holder);
    let anna_s = Holder::Member { member };
    assert_eq!(
        seats,
        [Holder::Free, Holder::Cpu { level: 3 }, Holder::Free, anna_s]
    );
    // A CPU's seat may be sat on, and one's own is left then.
    host.act(&ben, sit(Color::Yellow));
    host.act(&ben, sit(Color::Blue));
    let seats = host.view(&ben).seats.map(|seat| seat.holder);
    assert_eq!(
        seats[1..3],
        [Holder::Member { member: ben.id }, Holder::Free]
    );
    // Somebody else at the same screen.
    let act = RoomAct::Sit {
        color: Color::Yellow,
        name: Some(" Bea ".to_owned()),
    };
    host.act(&ben, act);
    let seat = host.view(&ben).seats[2].clone();
    assert_eq!(
        (seat.holder, seat.name.as_deref()),
        (Holder::Member { member: ben.id }, Some("Bea"))
    );
    host.act(&anna, RoomAct::Stand { color: Color::Blue });
    assert_eq!(
        host.refusal(&anna),
        Some(ErrorCode::BadRequest),
        "not her seat"
    );
    host.act(
        &ben,
        RoomAct::Stand {
            color: Color::Yellow,
        },
    );
    assert_eq!(host.view(&ben).seats[2].holder, Holder::Free);
    host.check_replay();
}

#[test]
fn other_options_make_everybody_think_again() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    host.act(&ben, sit(Color::Blue));
    host.act(&ben, RoomAct::Ready { ready: true });
    assert!(host.view(&anna).can_start);
    let teams = RoomOptions {
        variant: Variant::Teams,
        ..options()
    };
    host.act(
        &anna,
        RoomAct::SetOptions {
            options: teams.clone(),
        },
    );
    let view = host.view(&ben);
    assert!(!view.can_start && view.options == teams);
    for bad in [
        timed(0),
        RoomOptions {
            date: Some(-1.0),
            ..options()
        },
        RoomOptions {
            date: Some(1e15),
            ..options()
        },
    ] {
        host.act(&anna, RoomAct::SetOptions { options: bad });
        assert_eq!(host.refusal(&anna), Some(ErrorCode::BadRequest));
    }
    let house = vec![HouseRule {
        name: "no_such_rule".to_owned(),
        value: "1".to_owned(),
    }];
    let bad = RoomOptions { house, ..options() };
    host.act(&anna, RoomAct::SetOptions { options: bad });
    assert_eq!(host.refusal(&anna), Some(ErrorCode::BadRules));
    assert_eq!(host.view(&ben).options, teams);
}

#[test]
fn a_kick_sticks_and_a_lock_holds() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    host.act(&anna, RoomAct::Kick { member: anna.id });
    assert_eq!(host.refusal(&anna), Some(ErrorCode::BadRequest));
    host.act(&anna, RoomAct::Kick { member: ben.id });
    assert_eq!(host.refusal(&ben), Some(ErrorCode::Kicked));
    assert_eq!(host.closed, [ben.screen]);
    let screen = host.come(500, None);
    host.return_on(screen, &ben, None);
    assert_eq!(refusal(&host.messages(screen)), Some(ErrorCode::Kicked));
    // The same device by another name; a harness's guest has its first name for a device.
    let screen = host.come(501, Some("Ben"));
    host.enter(screen, join("Benno", false));
    assert_eq!(refusal(&host.messages(screen)), Some(ErrorCode::Kicked));
    host.act(&anna, RoomAct::Lock { locked: true });
    let screen = host.come(502, Some("Clara"));
    host.enter(screen, join("Clara", false));
    assert_eq!(refusal(&host.messages(screen)), Some(ErrorCode::RoomLocked));
    host.act(&anna, RoomAct::Lock { locked: false });
    host.join("Clara");
    host.check_replay();
}

#[test]
fn a_date_opens_the_room_shortly_before() {
    let at = 1_000_000_000.0;
    let dated = RoomOptions {
        date: Some(at),
        ..options()
    };
    let mut host = RoomHost::new(dated);
    let anna = host.create("Anna");
    let screen = host.come(500, None);
    host.enter(screen, join("Ben", false));
    let messages = host.messages(screen);
    let [ServerMessage::Refused { code, params, .. }] = messages.as_slice() else {
        panic!("{messages:?}");
    };
    assert_eq!(*code, ErrorCode::NotOpenYet);
    let opens = at - f64::from(OPENS_MINUTES) * MINUTE as f64;
    assert_eq!(params["opens"], format!("{opens:.0}"));
    // Its host comes and goes; it lasts until the date and a day.
    host.go(anna.screen);
    let anna = host.come_back(&anna, None);
    assert_eq!(host.view(&anna).expires, at + 24.0 * 60.0 * MINUTE as f64);
    host.time = opens as u64;
    host.enter(screen, join("Ben", false));
    assert_eq!(refusal(&host.messages(screen)), None);
}

#[test]
fn a_room_that_somebody_is_in_is_kept() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let first = host.room.expires();
    assert_eq!(host.view(&anna).expires, first as f64);
    let written = host.log.entries.borrow().len();
    host.pass(22 * 60 * MINUTE);
    assert_eq!(host.log.entries.borrow().len(), written);
    host.pass(8 * 60 * MINUTE);
    assert_eq!(host.log.entries.borrow().len(), written + 1);
    let second = host.room.expires();
    assert!(second > first + 22 * 60 * MINUTE && second > host.time);
    // Without her nobody keeps it.
    host.go(anna.screen);
    host.pass(48 * 60 * MINUTE);
    assert!(host.room.expires() <= host.time);
    host.check_replay();
}

#[test]
fn who_leaves_is_followed_by_the_next_and_a_cpu_plays_on() {
    let (mut host, anna, ben) = playing(options());
    host.act(&anna, RoomAct::Leave {});
    assert_eq!(host.closed, [anna.screen]);
    let view = host.view(&ben);
    assert_eq!((view.host, view.members.len()), (ben.id, 1));
    assert_eq!(view.seats[0].holder, Holder::Cpu { level: 4 });
    let game = host.game(&ben);
    assert_eq!(
        (game.seats[0].player, game.seats[0].name.clone()),
        (Player::Cpu { level: 4 }, None)
    );
    assert_eq!(host.asked.len(), 1, "it is that CPU's turn");
    // Somebody else may take it over.
    let clara = host.join("Clara");
    host.act(&clara, sit(Color::Blue));
    assert_eq!(host.refusal(&clara), Some(ErrorCode::SeatTaken));
    host.act(&ben, sit(Color::Red));
    assert_eq!(
        host.refusal(&ben),
        Some(ErrorCode::NotNow),
        "one side is his"
    );
    host.act(&clara, sit(Color::Red));
    let game = host.game(&clara);
    assert_eq!(
        (game.yours.as_slice(), game.now.legal.len()),
        (&[Color::Red][..], 20)
    );
    assert_eq!(game.seats[0].name.as_deref(), Some("Clara"));
    host.check_replay();
}

#[test]
fn a_host_who_is_gone_hands_over_after_a_while() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    host.go(anna.screen);
    host.pass(30_000);
    assert_eq!(host.view(&ben).host, anna.id);
    host.pass(40_000);
    assert_eq!(host.view(&ben).host, ben.id);
    host.check_replay();
}

#[test]
fn the_grace_is_used_up_at_own_turns_alone_and_then_a_cpu_plays() {
    let (mut host, anna, ben) = playing(timed(30));
    host.go(anna.screen);
    host.pass(2_100);
    let grace = host.view(&ben).seats[0].grace.unwrap();
    assert!(grace.running);
    let clock = host.game(&ben).now.clock.unwrap();
    assert!(!clock.running && clock.left > 27_000, "{clock:?}");
    host.pass(20_000);
    let anna = host.come_back(&anna, None);
    let used = 60_000 - host.view(&anna).seats[0].grace.unwrap().left;
    assert!((21_500..=22_500).contains(&used), "{used}");
    let clock = host.game(&anna).now.clock.unwrap();
    assert!(clock.running && clock.left > 27_000, "{clock:?}");
    host.plays(&anna);
    // In others' turns nothing runs.
    host.go(anna.screen);
    host.pass(25_000);
    assert!(!host.view(&ben).seats[0].grace.unwrap().running);
    host.plays(&ben);
    host.cpu_plays();
    host.cpu_plays();
    let left = u64::from(GRACE_SECONDS) * 1_000 - u64::from(used);
    host.pass(left - 1_000);
    assert!(host.asked.is_empty() && !host.view(&ben).seats[0].stand_in);
    host.pass(1_500);
    let seat = host.view(&ben).seats[0].clone();
    assert!(seat.stand_in && seat.holder == Holder::Member { member: anna.id });
    assert_eq!(host.asked.last().unwrap().level, 4);
    // Back in the CPU's turn: it plays this one, and the seat is Anna's from the next on.
    let anna = host.come_back(&anna, None);
    assert!(host.view(&anna).seats[0].stand_in);
    host.cpu_plays();
    assert!(!host.view(&anna).seats[0].stand_in);
    host.forget();
    host.plays(&ben);
    host.cpu_plays();
    host.cpu_plays();
    assert!(!host.game(&anna).now.legal.is_empty());
    // The bank is empty: next time a CPU plays at once.
    host.go(anna.screen);
    host.pass(2_200);
    assert!(host.view(&ben).seats[0].stand_in);
    host.check_replay();
}

#[test]
fn who_comes_and_goes_thinks_no_longer_than_others() {
    let (mut host, mut anna, ben) = playing(timed(30));
    for _ in 0..60 {
        host.go(anna.screen);
        host.pass(1_900);
        anna = host.come_back(&anna, None);
    }
    assert!(!host.view(&ben).seats[0].stand_in, "never gone for long");
    assert_eq!(host.view(&ben).seats[0].grace.unwrap().left, 0);
    let clock = host.game(&ben).now.clock.unwrap();
    assert_eq!(clock.left, 0);
    assert_eq!(host.asked.last().unwrap().level, 2);
    host.check_replay();
}

#[test]
fn a_room_without_anybody_rests() {
    let (mut host, anna, ben) = playing(timed(30));
    host.go(ben.screen);
    host.go(anna.screen);
    host.pass(60 * MINUTE);
    let mut host = RoomHost::with(host.log, 1, host.time);
    let anna = host.come_back(&anna, None);
    let clock = host.game(&anna).now.clock.unwrap();
    assert!(clock.left > 29_000 && clock.running, "{clock:?}");
    host.plays(&anna);
    host.pass(2_200);
    let grace = host.view(&anna).seats[1].grace.unwrap();
    assert!(grace.running && grace.left > 55_000, "{grace:?}");
}

#[test]
fn a_process_that_crashes_gives_back_a_quarter_of_the_time_at_most() {
    let (mut host, anna, ben) = playing(timed(40));
    let written = host.log.entries.borrow().len();
    host.pass(9_000);
    assert_eq!(host.log.entries.borrow().len(), written);
    host.pass(26_000);
    assert_eq!(host.log.entries.borrow().len(), written + 3);
    let mut host = RoomHost::with(host.log, 2, host.time);
    // How long it was down counts for nothing.
    host.time += 60 * MINUTE;
    let anna = host.come_back(&anna, None);
    let left = host.game(&anna).now.clock.unwrap().left;
    assert!((5_000..=10_000).contains(&left), "{left}");
    // Nor is the next player's time touched, nor more of the grace given back.
    let ben = host.come_back(&ben, None);
    host.plays(&anna);
    let clock = host.game(&ben).now.clock.unwrap();
    assert!(clock.left > 39_000, "{clock:?}");
    host.go(ben.screen);
    host.pass(50_000);
    let mut host = RoomHost::with(host.log, 3, host.time);
    let ben = host.come_back(&ben, None);
    let left = host.view(&ben).seats[1].grace.unwrap().left;
    assert!((10_000..=25_000).contains(&left), "{left}");
    host.check_replay();
}

#[test]
fn a_game_does_not_go_on_for_who_watches_it() {
    let (mut host, anna, ben) = playing(timed(30));
    let screen = host.come(500, None);
    host.enter(screen, join("Clara", true));
    assert_eq!(refusal(&host.messages(screen)), None);
    host.plays(&anna);
    host.go(anna.screen);
    host.go(ben.screen);
    host.pass(10 * MINUTE);
    assert!(host.asked.is_empty(), "no CPU plays for Ben");
    let ben = host.come_back(&ben, None);
    let view = host.view(&ben);
    assert!(view.seats.iter().all(|seat| !seat.stand_in));
    let clock = host.game(&ben).now.clock.unwrap();
    assert!(clock.running && clock.left > 29_000, "{clock:?}");
    host.check_replay();
}

#[test]
fn clocks_run_on_while_nobody_looks_away_and_the_host_moves_then() {
    let (mut host, anna, ben) = playing(timed(30));
    host.pass(31_000);
    let task = host.asked.last().unwrap();
    assert_eq!((task.level, task.color.index()), (2, 0));
    // Too late.
    let now = host.game(&anna).now;
    assert_eq!(now.clock.unwrap().left, 0);
    let mv = now.legal[0].mv.clone();
    host.play(&anna, &now, &mv);
    assert_eq!(host.refusal(&anna), Some(ErrorCode::NotYourTurn));
    host.cpu_plays();
    let event = host.game(&ben).events.pop().unwrap();
    assert!(matches!(
        event.action,
        Action::Move {
            for_player: true,
            ..
        }
    ));
    host.check_replay();

    let mut resigns = timed(30);
    let house = HouseRule {
        name: "time_out".to_owned(),
        value: "resigns".to_owned(),
    };
    resigns.house.push(house);
    let (mut host, _, ben) = playing(resigns);
    host.pass(31_000);
    let event = host.game(&ben).events[0].clone();
    assert_eq!((event.action, event.color), (Action::TimeOut, Color::Red));
    host.check_replay();
}

#[test]
fn moves_are_taken_back_when_everybody_agrees() {
    let (mut host, anna, ben) = playing(options());
    host.plays(&anna);
    take_back(&mut host, &ben, Color::Red);
    assert_eq!(host.refusal(&ben), Some(ErrorCode::BadRequest), "not his");
    take_back(&mut host, &anna, Color::Red);
    let ask = host.view(&ben).asks.unwrap();
    assert_eq!((ask.color, ask.waits_for), (Color::Red, vec![ben.id]));
    assert_eq!(ask.moves, 1);
    take_back(&mut host, &anna, Color::Red);
    assert_eq!(
        host.refusal(&anna),
        Some(ErrorCode::NotNow),
        "one at a time"
    );
    host.act(&anna, RoomAct::AnswerTakeBack { agree: true });
    assert_eq!(
        host.refusal(&anna),
        Some(ErrorCode::NotNow),
        "others answer"
    );
    host.forget();
    host.act(&ben, RoomAct::AnswerTakeBack { agree: true });
    assert!(host.view(&anna).asks.is_none());
    let messages = host.messages(anna.screen);
    let told = |message: &ServerMessage| matches!(message, ServerMessage::Snapshot { .. });
    assert!(messages.iter().any(told));
    assert_eq!(host.game(&anna).now.ply, 0);

    // One no, or a move, or half a minute end it.
    host.plays(&anna);
    take_back(&mut host, &anna, Color::Red);
    host.act(&ben, RoomAct::AnswerTakeBack { agree: false });
    assert!(host.view(&anna).asks.is_none());
    take_back(&mut host, &anna, Color::Red);
    assert_eq!(host.refusal(&anna), Some(ErrorCode::NotNow), "once a ply");
    host.plays(&ben);
    take_back(&mut host, &ben, Color::Blue);
    assert!(host.view(&anna).asks.is_some());
    host.asked.clear();
    host.act(&anna, RoomAct::AnswerTakeBack { agree: false });
    host.cpu_plays();
    // CPUs wait for the answer.
    let thinking = host.asked.pop().unwrap().token;
    take_back(&mut host, &anna, Color::Red);
    assert!(host.view(&anna).asks.is_some() && host.cancelled.contains(&thinking));
    assert_eq!(host.view(&ben).asks.unwrap().moves, 3, "all since hers go");
    host.pass(29_000);
    assert!(host.view(&anna).asks.is_some() && host.asked.is_empty());
    host.pass(2_000);
    assert!(host.view(&anna).asks.is_none());
    assert_eq!(host.asked.len(), 1);
    host.check_replay();
}

#[test]
fn giving_up_is_final() {
    let (mut host, anna, ben) = playing(options());
    host.plays(&anna);
    host.plays(&ben);
    let view = host.game(&ben);
    assert_eq!(view.now.can.take_back, [Color::Blue]);
    host.ask(
        ben.screen,
        ClientMessage::Resign {
            game: view.id,
            color: Color::Blue,
            ply: view.now.ply,
            hash: view.now.hash,
        },
    );
    // Neither whoever gave up nor anybody else takes that back.
    for (who, color) in [(&ben, Color::Blue), (&anna, Color::Red)] {
        assert!(host.game(who).now.can.take_back.is_empty());
        take_back(&mut host, who, color);
        assert_eq!(host.refusal(who), Some(ErrorCode::NotNow));
    }
    // A move made since can go: whoever gave up stays out.
    host.cpu_plays();
    host.cpu_plays();
    host.plays(&anna);
    assert_eq!(host.game(&anna).now.can.take_back, [Color::Red]);
    assert!(host.game(&ben).now.can.take_back.is_empty());
    host.check_replay();
}

#[test]
fn who_is_gone_does_not_agree() {
    let (mut host, anna, ben) = playing(options());
    host.plays(&anna);
    take_back(&mut host, &anna, Color::Red);
    assert!(host.view(&anna).asks.is_some());
    host.go(ben.screen);
    host.pass(2_500);
    assert!(host.view(&anna).asks.is_none());
    assert_eq!(host.game(&anna).now.ply, 1);
    // Nor is anything asked without them, until a CPU plays for them.
    let ben = host.come_back(&ben, None);
    host.plays(&ben);
    host.go(ben.screen);
    host.pass(2_500);
    take_back(&mut host, &anna, Color::Red);
    assert_eq!(host.refusal(&anna), Some(ErrorCode::NotNow));
    host.check_replay();
}

#[test]
fn the_next_game_begins_with_the_next_colour_and_the_seed_is_told() {
    let (mut host, anna, ben) = playing(short(2));
    let promised = host.view(&ben).fairness.unwrap();
    assert!(promised.seed.is_none() && promised.commitment.len() == 64);
    host.act(&anna, RoomAct::Rematch {});
    assert_eq!(host.refusal(&anna), Some(ErrorCode::NotNow));
    to_the_end(&mut host, &[&anna, &ben]);
    let view = host.view(&ben);
    assert!(!view.playing && view.game.is_some() && view.talk == Talk::Everybody);
    let kept = view.fairness.unwrap();
    assert_eq!(kept.commitment, promised.commitment);
    assert_eq!(kept.seed.unwrap().len(), 32);
    host.act(&anna, RoomAct::Rematch {});
    let view = host.view(&ben);
    assert!(view.game.is_none() && view.games == 1 && !view.can_start);
    assert_eq!(view.free_level, Some(1));
    assert_eq!(view.options.first, Color::Blue);
    host.act(&ben, RoomAct::Ready { ready: true });
    host.act(&anna, RoomAct::Start { level: 1 });
    let game = host.game(&ben);
    assert_eq!(
        (game.id.0, game.now.turn),
        (format!("{CODE}-2"), Some(Color::Blue))
    );
    let again = host.view(&ben).fairness.unwrap();
    assert!(again.seed.is_none() && again.commitment != promised.commitment);
    host.check_replay();
}
