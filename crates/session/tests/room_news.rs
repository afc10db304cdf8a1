//! What members hear of each other: who left, how a wish to take back ended, who sits where next.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::room::{Guest, RoomHost, options, playing, short, sit, take_back, to_the_end};
use vierschach_protocol::{AskEnd, Color, ErrorCode, Holder, RoomAct, RoomNews, ServerMessage};

/// What a guest was told beside the room itself.
fn news(host: &mut RoomHost, guest: &Guest) -> Vec<RoomNews> {
    let messages = host.messages(guest.screen).into_iter();
    let news = messages.filter_map(|message| match message {
        ServerMessage::Room { news, .. } => Some(news),
        _ => None,
    });
    news.flatten().collect()
}

fn over(color: Color, end: AskEnd) -> Vec<RoomNews> {
    vec![RoomNews::TakeBackOver { color, end }]
}

#[test]
fn everybody_hears_who_left_and_who_was_sent_out() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    let clara = host.join("Clara");
    host.forget();
    host.act(&anna, RoomAct::Kick { member: clara.id });
    let kicked = vec![RoomNews::Kicked {
        member: clara.id,
        name: "Clara".to_owned(),
    }];
    assert_eq!(news(&mut host, &ben), kicked);
    host.act(&anna, RoomAct::Leave {});
    let left = vec![RoomNews::Left {
        member: anna.id,
        name: "Anna".to_owned(),
    }];
    assert_eq!(news(&mut host, &ben), left);
    assert_eq!(host.view(&ben).host, ben.id);
    // It is told once.
    host.act(&ben, RoomAct::Lock { locked: true });
    assert!(news(&mut host, &ben).is_empty());
    host.check_replay();
}

#[test]
fn who_asked_hears_how_the_wish_ended() {
    let (mut host, anna, ben) = playing(options());
    let ask = |host: &mut RoomHost| {
        take_back(host, &anna, Color::Red);
        host.forget();
    };
    host.plays(&anna);
    ask(&mut host);
    host.act(&ben, RoomAct::AnswerTakeBack { agree: true });
    assert_eq!(news(&mut host, &anna), over(Color::Red, AskEnd::Agreed));

    host.plays(&anna);
    ask(&mut host);
    host.act(&ben, RoomAct::AnswerTakeBack { agree: false });
    let refused = over(Color::Red, AskEnd::Refused { by: ben.id });
    assert_eq!(news(&mut host, &anna), refused);

    host.plays(&ben);
    ask(&mut host);
    host.pass(31_000);
    assert_eq!(news(&mut host, &anna), over(Color::Red, AskEnd::Unanswered));

    host.cpu_plays();
    ask(&mut host);
    host.go(ben.screen);
    host.pass(2_500);
    let gone = over(Color::Red, AskEnd::Gone { member: ben.id });
    assert_eq!(news(&mut host, &anna), gone);
    let ben = host.come_back(&ben, None);

    host.cpu_plays();
    host.plays(&anna);
    ask(&mut host);
    host.plays(&ben);
    // The question about the game forgot the messages before the move.
    assert_eq!(news(&mut host, &anna), over(Color::Red, AskEnd::MovedOn));

    take_back(&mut host, &ben, Color::Blue);
    host.forget();
    host.act(&ben, RoomAct::Leave {});
    let told = news(&mut host, &anna);
    assert_eq!(told, gone_with(Color::Blue, left(&ben, "Ben")));
    assert!(host.view(&anna).asks.is_none());
    host.check_replay();
}

fn left(guest: &Guest, name: &str) -> RoomNews {
    let (member, name) = (guest.id, name.to_owned());
    RoomNews::Left { member, name }
}

/// What is told when somebody goes, and a wish with them.
fn gone_with(color: Color, news: RoomNews) -> Vec<RoomNews> {
    let (RoomNews::Left { member, .. } | RoomNews::Kicked { member, .. }) = news else {
        panic!("{news:?}");
    };
    let mut told = over(color, AskEnd::Gone { member });
    told.push(news);
    told
}

#[test]
fn nobody_agrees_by_leaving() {
    let (mut host, anna, ben) = playing(options());
    host.plays(&anna);
    take_back(&mut host, &anna, Color::Red);
    host.forget();
    host.act(&ben, RoomAct::Leave {});
    let told = news(&mut host, &anna);
    assert_eq!(told, gone_with(Color::Red, left(&ben, "Ben")));
    assert_eq!(host.game(&anna).now.ply, 1);
    host.check_replay();

    // Whoever is sent out with others of the browser ends a wish too.
    let (mut host, anna, ben) = playing(options());
    let screen = host.come(900, Some("Ben"));
    let bea = host.join_on(screen, "Bea");
    host.plays(&anna);
    take_back(&mut host, &anna, Color::Red);
    host.forget();
    host.act(&anna, RoomAct::Kick { member: bea.id });
    let kicked = |guest: &Guest, name: &str| RoomNews::Kicked {
        member: guest.id,
        name: name.to_owned(),
    };
    let told = news(&mut host, &anna);
    assert_eq!(told[0], kicked(&bea, "Bea"));
    assert_eq!(told[1..], gone_with(Color::Red, kicked(&ben, "Ben")));
    assert_eq!(host.game(&anna).now.ply, 1);
    host.check_replay();
}

#[test]
fn who_leaves_and_takes_a_wish_along_has_left() {
    let (mut host, anna, ben) = playing(options());
    host.plays(&anna);
    take_back(&mut host, &anna, Color::Red);
    // Nothing can be written: all is as it was.
    host.full = true;
    host.act(&ben, RoomAct::Leave {});
    assert_eq!(host.refusal(&ben), Some(ErrorCode::NotSaved));
    assert_eq!(host.view(&anna).asks.unwrap().waits_for, [ben.id]);
    host.full = false;
    // The page is closed before anything is written.
    host.slow = true;
    host.act(&ben, RoomAct::Leave {});
    host.go(ben.screen);
    host.finish();
    let members = host.view(&anna).members.into_iter();
    let members: Vec<_> = members.map(|member| member.id).collect();
    assert_eq!(members, [anna.id]);
    host.check_replay();
}

#[test]
fn a_cpu_that_is_wanted_for_the_next_game_stays() {
    let (mut host, anna, ben) = playing(short(4));
    to_the_end(&mut host, &[&anna, &ben]);
    // Yellow was free and a CPU's of level 1 for this game.
    let act = RoomAct::SetSeat {
        color: Color::Yellow,
        level: Some(1),
    };
    host.act(&anna, act);
    host.act(&anna, RoomAct::Rematch {});
    let seats = host.view(&anna).seats;
    assert_eq!(seats[2].holder, Holder::Cpu { level: 1 });
    assert_eq!(seats[3].holder, Holder::Free);
    host.check_replay();
}

#[test]
fn free_seats_are_free_again_in_the_next_game() {
    let mut host = RoomHost::new(short(6));
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    let clara = host.join("Clara");
    host.act(&anna, sit(Color::Red));
    host.act(&clara, sit(Color::Yellow));
    host.act(&clara, RoomAct::Ready { ready: true });
    let act = RoomAct::SetSeat {
        color: Color::Green,
        level: Some(3),
    };
    host.act(&anna, act);
    // Blue is free and becomes a CPU of another level; then Clara leaves, and a CPU follows her.
    host.act(&anna, RoomAct::Start { level: 2 });
    host.act(&clara, RoomAct::Leave {});
    let level = |level| Holder::Cpu { level };
    let is_anna = Holder::Member { member: anna.id };
    let seats = host.view(&anna).seats.map(|seat| seat.holder);
    assert_eq!(seats, [is_anna, level(2), level(4), level(3)]);
    to_the_end(&mut host, &[&anna, &ben]);
    host.act(&anna, RoomAct::Rematch {});
    let view = host.view(&anna);
    let seats = view.seats.map(|seat| seat.holder);
    assert_eq!(seats, [is_anna, Holder::Free, Holder::Free, level(3)]);
    assert_eq!(
        (view.free_level, view.options.first),
        (Some(2), Color::Blue)
    );
    // Who took a CPU's seat over in the game keeps it.
    host.act(&ben, sit(Color::Blue));
    host.act(&ben, RoomAct::Ready { ready: true });
    host.act(&anna, RoomAct::Start { level: 1 });
    let clara = host.join("Clara");
    host.act(&clara, sit(Color::Yellow));
    for _ in 0..6 {
        match host.game(&anna).now.turn {
            Some(Color::Green) => host.cpu_plays(),
            Some(Color::Red) => host.plays(&anna),
            Some(Color::Blue) => host.plays(&ben),
            Some(Color::Yellow) => host.plays(&clara),
            None => panic!("over too soon"),
        }
    }
    host.act(&anna, RoomAct::Rematch {});
    let seats = host.view(&anna).seats.map(|seat| seat.holder);
    let member = clara.id;
    assert_eq!(seats[2], Holder::Member { member });
    host.check_replay();
}
