//! A desk and its store: written before it is told, found again, and looked at when it is broken.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::{CPU, Host, PERSON, new_game};
use vierschach_protocol::{
    ClientMessage, Color, ErrorCode, GameId, Problem, ServerMessage, Settings, StoredItem, VERSION,
};
use vierschach_session::{Answer, ConnectionId, Effect, Input, LogError, MAX_GAMES, Ticket};

#[test]
fn a_game_is_written_before_it_is_told() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let create = ClientMessage::CreateGame(new_game([PERSON, CPU, CPU, CPU]));
    let jobs = host.raw(Host::received(screen, 9, create));
    host.quiet();
    assert_eq!(jobs.len(), 1);
    let Effect::Store { ticket, .. } = jobs[0] else {
        panic!("{jobs:?}");
    };
    // It could not be written: nothing has happened, and the next try is as good as the first.
    host.raw(Input::Stored {
        ticket,
        answer: None,
    });
    assert_eq!(host.refusal(), (Some(9), ErrorCode::NotSaved));
    let view = host.create(screen, new_game([PERSON, CPU, CPU, CPU]));
    assert_eq!(host.disk.games.len(), 1);
    assert_eq!(view.yours, [Color::Red]);
    assert_eq!(view.now.legal.len(), 20);
    assert!(host.asked.is_empty(), "it is a person's turn");
}

#[test]
fn a_move_that_is_not_saved_was_not_played() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON, PERSON, CPU, CPU]));
    host.full = true;
    let request = host.ask(screen, Host::play(&view, "d2d4"));
    assert_eq!(host.refusal(), (Some(request), ErrorCode::NotSaved));
    let (_, message) = host.take();
    let ServerMessage::Snapshot { request, game } = message else {
        panic!("no snapshot: {message:?}");
    };
    assert_eq!((request, *game), (None, view.clone()));
    host.full = false;
    host.ask(screen, Host::play(&view, "d2d4"));
    let (_, message) = host.take();
    assert!(matches!(message, ServerMessage::Happened { event, .. } if event.number == 1));
    host.quiet();
}

#[test]
fn a_cpu_s_move_that_is_not_saved_is_asked_for_again() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([CPU, PERSON, PERSON, PERSON]));
    let first = host.asked[0].clone();
    host.full = true;
    host.cpu_plays();
    let (_, message) = host.take();
    let ServerMessage::Refused {
        request,
        game,
        code,
        ..
    } = message
    else {
        panic!("not refused: {message:?}");
    };
    assert_eq!((request, code), (None, ErrorCode::NotSaved));
    assert_eq!(game.as_ref(), Some(&view.id));
    assert!(host.asked.is_empty(), "it rests");
    host.full = false;
    let again = host.opened(screen, &view.id);
    assert_eq!(again.now, view.now);
    assert_eq!(host.asked[0].seed, first.seed);
    host.cpu_plays();
    assert!(matches!(
        host.take().1,
        ServerMessage::Happened { event, .. } if event.color == Color::Red
    ));
}

#[test]
fn requests_wait_while_something_is_written() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON; 4]));
    let play = Host::received(screen, 1, Host::play(&view, "d2d4"));
    let [Effect::Store { ticket, .. }] = host.raw(play)[..] else {
        panic!("no job");
    };
    // The same again, and a question: neither is looked at yet.
    host.raw(Host::received(screen, 2, Host::play(&view, "d2d4")));
    host.raw(Host::received(screen, 3, ClientMessage::ListGames {}));
    host.quiet();
    // An answer to another job changes nothing.
    host.raw(Input::Stored {
        ticket: Ticket(ticket.0 + 99),
        answer: Some(Answer::Done),
    });
    host.quiet();
    let answer = Some(Answer::Done);
    let jobs = host.raw(Input::Stored { ticket, answer });
    assert!(jobs.is_empty());
    assert!(matches!(host.take().1, ServerMessage::Happened { .. }));
    assert_eq!(host.refusal(), (Some(2), ErrorCode::Stale));
    assert!(matches!(host.take().1, ServerMessage::Snapshot { .. }));
    let (_, ServerMessage::Games { games }) = host.take() else {
        panic!("no list");
    };
    assert_eq!(games[0].turn, Some(Color::Blue));

    // The waiting line is bounded.
    let mut next = view.clone();
    next.now = host.opened(screen, &view.id).now;
    let legal = next.now.legal[0].mv.0.clone();
    let [Effect::Store { .. }] = host.raw(Host::received(screen, 4, Host::play(&next, &legal)))[..]
    else {
        panic!("no job");
    };
    for id in 0..200 {
        host.raw(Host::received(screen, id, ClientMessage::ListGames {}));
    }
    let refused = host.sent.len();
    assert!((100..200).contains(&refused), "{refused}");
    assert_eq!(host.refusal().1, ErrorCode::TooFast);
}

#[test]
fn a_restart_finds_everything() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON, CPU, CPU, CPU]));
    host.ask(screen, Host::play(&view, "e2e4"));
    host.cpu_plays();
    host.cpu_plays();
    host.sent.clear();
    let live = host.opened(screen, &view.id);
    assert_eq!(live.number, 3);
    let mut host = Host::with(host.disk);
    let screen = host.connect(5);
    assert_eq!(host.opened(screen, &view.id), live);
    assert_eq!(host.asked.len(), 1, "Green's CPU goes on");
    assert!(host.cannot_replay.is_empty());
}

#[test]
fn a_screen_that_comes_back_gets_what_it_missed_unless_that_is_too_much() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([CPU; 4]));
    for _ in 0..50 {
        host.cpu_plays();
    }
    let live: Vec<_> = host.sent.drain(..).map(|(_, message)| message).collect();
    assert_eq!(live.len(), 50);
    let second = host.connect(2);
    for since in [49, 10] {
        host.open(second, &view.id, Some(since));
        let told: Vec<_> = host.sent.drain(..).collect();
        assert!(told.iter().all(|(to, _)| *to == second));
        let told: Vec<_> = told.into_iter().map(|(_, message)| message).collect();
        assert_eq!(told, live[since as usize..], "since {since}");
    }
    // Too many, none, and more than there are.
    for since in [0, 9, 50, 51, u32::MAX] {
        host.open(second, &view.id, Some(since));
        let (_, ServerMessage::Snapshot { game, .. }) = host.take() else {
            panic!("no snapshot since {since}");
        };
        assert_eq!(game.number, 50);
        host.quiet();
    }
}

#[test]
fn settings_with_a_level_that_is_not_offered_can_still_be_changed() {
    let mut host = Host::new();
    host.disk.settings = Some(r#"{"level":7,"coordinates":false}"#.to_owned());
    let mut host = Host::with(host.disk);
    let screen = ConnectionId(1);
    host.input(Input::Connected(screen));
    host.ask(screen, ClientMessage::Hello { protocol: VERSION });
    let (_, ServerMessage::Welcome(welcome)) = host.take() else {
        panic!("no welcome");
    };
    assert_eq!(
        (welcome.settings.level, welcome.settings.coordinates),
        (1, false)
    );
    let settings = welcome.settings;
    host.ask(screen, ClientMessage::SaveSettings { settings });
    assert!(matches!(host.take().1, ServerMessage::Settings { .. }));
}

#[test]
fn a_log_that_does_not_replay_can_be_looked_at() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON; 4]));
    let other = host.create(screen, new_game([PERSON; 4]));
    host.opened(screen, &view.id);
    host.ask(screen, Host::play(&view, "e2e4"));
    host.sent.clear();
    let live = host.opened(screen, &view.id);
    let mut disk = host.disk;
    let kept = disk.games.get_mut(&view.id).unwrap();
    kept.entries[0] = kept.entries[0].replace("e2e4", "e2e3");
    let mut host = Host::with(disk);
    let screen = host.connect(1);
    host.sent.clear();
    let looked = host.opened(screen, &view.id);
    assert!(looked.read_only && looked.events.is_empty() && looked.now.legal.is_empty());
    assert_eq!(looked.board, live.board);
    assert_eq!(looked.now.hash, live.now.hash);
    let error = LogError::OtherPosition { number: 1 };
    assert_eq!(host.cannot_replay, [(view.id.clone(), error)]);
    host.ask(screen, Host::play(&live, "b5c5"));
    assert_eq!(host.refusal().1, ErrorCode::ReadOnly);
    host.ask(screen, ClientMessage::Hello { protocol: VERSION });
    let (_, ServerMessage::Welcome(welcome)) = host.take() else {
        panic!("no welcome");
    };
    let [problem] = &welcome.problems[..] else {
        panic!("{:?}", welcome.problems);
    };
    assert_eq!(problem.problem, Problem::NoReplay);
    assert_eq!(problem.item, StoredItem::Game { game: view.id });
    // The other game is none the worse.
    assert_eq!(host.opened(screen, &other.id), other);
}

#[test]
fn what_can_t_be_read_at_all_is_told_and_left_alone() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let ids: Vec<_> = (0..5)
        .map(|_| host.create(screen, new_game([PERSON; 4])).id)
        .collect();
    let mut disk = host.disk;
    disk.settings = Some("{".to_owned());
    let game = |disk: &mut common::Disk, id: &GameId, header: &str, snapshot: &str| {
        let kept = disk.games.get_mut(id).unwrap();
        for (text, new) in [(&mut kept.header, header), (&mut kept.snapshot, snapshot)] {
            if !new.is_empty() {
                *text = new.to_owned();
            }
        }
    };
    game(&mut disk, &ids[0], "garbage", "garbage");
    game(&mut disk, &ids[1], r#"{"format":99}"#, r#"{"format":99}"#);
    game(&mut disk, &ids[2], "garbage", "");
    game(&mut disk, &ids[3], "", "garbage");
    let before = disk.clone();
    let mut host = Host::with(disk);
    host.input(Input::Connected(screen));
    host.ask(screen, ClientMessage::Hello { protocol: VERSION });
    let (_, ServerMessage::Welcome(welcome)) = host.take() else {
        panic!("no welcome");
    };
    let of = |id: &GameId| {
        let item = StoredItem::Game { game: id.clone() };
        let mut problems = welcome.problems.iter();
        problems.find(|p| p.item == item).map(|p| p.problem)
    };
    assert_eq!(welcome.problems.len(), 4);
    assert_eq!(welcome.problems[0].item, StoredItem::Settings);
    assert_eq!(of(&ids[0]), Some(Problem::Unreadable));
    assert_eq!(of(&ids[1]), Some(Problem::Newer));
    assert_eq!(of(&ids[2]), Some(Problem::NoReplay));
    assert_eq!(welcome.settings, Settings::default());
    let mut listed: Vec<_> = welcome.games.iter().map(|g| (&g.id, g.read_only)).collect();
    listed.sort_unstable();
    let mut expected = vec![(&ids[2], true), (&ids[3], false), (&ids[4], false)];
    expected.sort_unstable();
    assert_eq!(listed, expected);
    assert!(host.opened(screen, &ids[2]).read_only);
    assert!(!host.opened(screen, &ids[3]).read_only);
    assert_eq!(host.disk, before);
}

#[test]
fn there_is_room_for_so_many_games_and_no_more() {
    let mut host = Host::new();
    let screen = host.connect(1);
    for _ in 0..MAX_GAMES {
        host.create(screen, new_game([PERSON; 4]));
    }
    let game = ClientMessage::CreateGame(new_game([PERSON; 4]));
    host.ask(screen, game.clone());
    assert_eq!(host.refusal().1, ErrorCode::TooManyGames);
    let old = host.disk.games.keys().next().unwrap().clone();
    host.ask(screen, ClientMessage::DeleteGame { game: old });
    host.sent.clear();
    host.ask(screen, game);
    assert!(matches!(host.take().1, ServerMessage::Snapshot { .. }));
}
