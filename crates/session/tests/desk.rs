//! A desk keeps its games, tells its screens, and refuses what is wrong without any effect.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::{CPU, Host, PERSON, new_game};
use vierschach_engine::Kind;
use vierschach_protocol::{
    ClientMessage, Color, ErrorCode, GameId, MAX_REQUEST_BYTES, ServerMessage, Settings, Theme,
    VERSION, Variant,
};
use vierschach_session::{ConnectionId, Input};

#[test]
fn nothing_is_heard_before_hello() {
    let mut host = Host::new();
    let screen = ConnectionId(1);
    host.input(Input::Connected(screen));
    host.ask(screen, ClientMessage::ListGames {});
    assert_eq!(host.refusal(), (Some(1), ErrorCode::NoHello));
    let protocol = VERSION + 1;
    host.ask(screen, ClientMessage::Hello { protocol });
    let (_, message) = host.take();
    let ServerMessage::Refused { code, params, .. } = message else {
        panic!("not refused: {message:?}");
    };
    assert_eq!(code, ErrorCode::Version);
    assert_eq!(params["client"], protocol.to_string());
    assert_eq!(params["host"], VERSION.to_string());
    host.ask(screen, ClientMessage::ListGames {});
    assert_eq!(host.refusal().1, ErrorCode::NoHello);
    assert_eq!(host.disk, Default::default());
}

#[test]
fn a_screen_that_asks_whether_anybody_is_there_is_answered() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let request = host.ask(screen, ClientMessage::Ping {});
    assert_eq!(host.take(), (screen, ServerMessage::Pong { request }));
    assert_eq!(host.disk, Default::default());
}

#[test]
fn what_is_wrong_with_a_move_is_said_and_changes_nothing() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON, CPU, PERSON, PERSON]));
    let before = host.disk.clone();

    let id = host.ask(screen, Host::play(&view, "d2d5"));
    assert_eq!(host.refusal(), (Some(id), ErrorCode::IllegalMove));
    for nonsense in ["", "d2", "d2d4q", "a1a2", "zz99", "d2d4 ", "ď2d4"] {
        host.ask(screen, Host::play(&view, nonsense));
        assert_eq!(host.refusal().1, ErrorCode::IllegalMove, "{nonsense:?}");
    }
    let mut stale = view.clone();
    stale.now.ply = 4;
    host.ask(screen, Host::play(&stale, "d2d4"));
    assert_eq!(host.refusal().1, ErrorCode::Stale);
    let (_, ServerMessage::Snapshot { request, game }) = host.take() else {
        panic!("no snapshot");
    };
    assert_eq!((request, *game), (None, view.clone()));
    let mut stale = view.clone();
    stale.now.hash = "0000000000000000".to_owned();
    host.ask(screen, Host::play(&stale, "d2d4"));
    assert_eq!(host.refusal().1, ErrorCode::Stale);
    host.take();

    let other = GameId("none".to_owned());
    let mut elsewhere = view.clone();
    elsewhere.id = other.clone();
    host.ask(screen, Host::play(&elsewhere, "d2d4"));
    assert_eq!(host.refusal().1, ErrorCode::NoSuchGame);
    for message in [
        ClientMessage::OpenGame {
            game: other.clone(),
            since: None,
        },
        ClientMessage::DeleteGame { game: other },
    ] {
        host.ask(screen, message);
        assert_eq!(host.refusal().1, ErrorCode::NoSuchGame);
    }
    // Another screen that does not show the game can't play in it.
    let second = host.connect(2);
    host.ask(second, Host::play(&view, "d2d4"));
    assert_eq!(host.refusal().1, ErrorCode::BadRequest);
    host.quiet();
    assert_eq!(host.disk, before);

    // Out of turn: it is a CPU's.
    host.ask(screen, Host::play(&view, "d2d4"));
    let (_, ServerMessage::Happened { now, .. }) = host.take() else {
        panic!("not played");
    };
    let mut early = view.clone();
    early.now = *now;
    host.ask(screen, Host::play(&early, "b5c5"));
    assert_eq!(host.refusal().1, ErrorCode::NotYourTurn);
    // The move that was just played, once more.
    host.ask(screen, Host::play(&view, "d2d4"));
    assert_eq!(host.refusal().1, ErrorCode::Stale);
    assert_eq!(host.disk.games[&view.id].entries.len(), 1);
}

#[test]
fn texts_that_are_no_requests_get_their_code() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON, CPU, CPU, CPU]));
    let before = host.disk.clone();
    let padding = " ".repeat(MAX_REQUEST_BYTES - 40);
    let list = r#"{"id":5,"message":{"type":"list-games"}}"#;
    for (text, expected) in [
        ("".to_owned(), (None, ErrorCode::Malformed)),
        ("\u{0}".to_owned(), (None, ErrorCode::Malformed)),
        (
            r#"{"id":3,"message":{"type":"win"}}"#.to_owned(),
            (Some(3), ErrorCode::Malformed),
        ),
        (
            r#"{"id":4,"message":{"type":"list-games","x":0}}"#.to_owned(),
            (Some(4), ErrorCode::Malformed),
        ),
        ("[".repeat(5_000), (None, ErrorCode::Malformed)),
        (format!("{list}{padding} "), (Some(5), ErrorCode::TooLong)),
    ] {
        let connection = screen;
        host.input(Input::Received { connection, text });
        assert_eq!(host.refusal(), expected);
    }
    assert_eq!(list.len() + padding.len(), MAX_REQUEST_BYTES);
    let text = format!("{list}{padding}");
    let connection = screen;
    host.input(Input::Received { connection, text });
    assert!(matches!(host.take().1, ServerMessage::Games { games } if games.len() == 1));
    assert_eq!(host.disk, before);
    assert_eq!(host.opened(screen, &view.id), view);
}

#[test]
fn bad_games_and_settings_are_refused() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut level = new_game([PERSON, CPU, CPU, CPU]);
    level.seats[3].player = vierschach_protocol::Player::Cpu { level: 4 };
    host.ask(screen, ClientMessage::CreateGame(level));
    assert_eq!(host.refusal().1, ErrorCode::BadRequest);
    let mut name = new_game([PERSON, CPU, CPU, CPU]);
    name.seats[0].name = Some("a\u{202e}b".to_owned());
    host.ask(screen, ClientMessage::CreateGame(name.clone()));
    assert_eq!(host.refusal().1, ErrorCode::BadName);
    let settings = |name: &str, level| Settings {
        name: Some(name.to_owned()),
        level,
        theme: Theme::Contrast,
        ..Settings::default()
    };
    let bad = settings("", 1);
    host.ask(screen, ClientMessage::SaveSettings { settings: bad });
    assert_eq!(host.refusal().1, ErrorCode::BadName);
    let bad = settings("Änne", 9);
    host.ask(screen, ClientMessage::SaveSettings { settings: bad });
    assert_eq!(host.refusal().1, ErrorCode::BadRequest);
    assert_eq!(host.disk, Default::default());

    name.seats[0].name = Some("  A\u{0308}nne ".to_owned());
    let view = host.create(screen, name);
    assert_eq!(view.seats[0].name.as_deref(), Some("Änne"));
    let good = settings("A\u{0308}nne", 3);
    host.ask(screen, ClientMessage::SaveSettings { settings: good });
    let (_, ServerMessage::Settings { settings: told }) = host.take() else {
        panic!("not saved");
    };
    assert_eq!(told, settings("Änne", 3));
    let mut host = Host::with(host.disk);
    host.input(Input::Connected(screen));
    host.ask(screen, ClientMessage::Hello { protocol: VERSION });
    let (_, ServerMessage::Welcome(welcome)) = host.take() else {
        panic!("no welcome");
    };
    assert_eq!(welcome.settings, told);
    assert_eq!(welcome.games.len(), 1);
}

#[test]
fn every_variant_starts() {
    let mut host = Host::new();
    let screen = host.connect(1);
    for variant in [
        Variant::Solo,
        Variant::Teams,
        Variant::Vierschach,
        Variant::FourKingdoms,
        Variant::ServerFfa,
        Variant::ServerFfa2019,
        Variant::ServerTeams,
    ] {
        let mut game = new_game([PERSON; 4]);
        game.variant = variant;
        game.first = Color::Yellow;
        let view = host.create(screen, game);
        assert_eq!((view.variant, view.first), (variant, Color::Yellow));
        assert_eq!(view.board.len(), 64);
        assert!(!view.now.legal.is_empty());
        let teams = matches!(
            variant,
            Variant::Teams | Variant::Vierschach | Variant::ServerTeams
        );
        let partner = teams.then_some(Color::Yellow);
        assert_eq!(view.seats[0].partner, partner);
        assert_eq!(view.has_points, !teams);
        assert_eq!(view.lead, (variant == Variant::Solo).then_some(21));
    }
}

#[test]
fn cpus_think_only_while_somebody_looks() {
    let mut host = Host::new();
    let (first, second) = (host.connect(1), host.connect(2));
    let view = host.create(first, new_game([CPU, CPU, CPU, CPU]));
    let token = host.asked[0].token;
    host.opened(second, &view.id);
    assert_eq!(host.asked.len(), 1, "it thinks already");

    host.input(Input::Thinking {
        token,
        depth: 3,
        nodes: 1 << 40,
        fraction: f32::NAN,
    });
    for screen in [first, second] {
        let (to, message) = host.take();
        assert_eq!(to, screen);
        let ServerMessage::Thinking {
            fraction,
            nodes,
            color,
            ..
        } = message
        else {
            panic!("{message:?}");
        };
        assert_eq!((fraction, nodes, color), (0.0, u32::MAX, Color::Red));
    }

    let game = view.id.clone();
    host.ask(first, ClientMessage::LeaveGame { game });
    assert!(host.cancelled.is_empty(), "the second still looks");
    host.input(Input::Disconnected(second));
    assert_eq!(host.cancelled, [token]);
    // An answer that comes too late is nobody's.
    host.cpu_plays();
    assert_eq!(host.disk.games[&view.id].entries.len(), 0);
    host.quiet();

    host.opened(first, &view.id);
    assert_ne!(host.asked[0].token, token);
    for played in 1..=8 {
        host.cpu_plays();
        assert_eq!(host.disk.games[&view.id].entries.len(), played);
    }
}

#[test]
fn a_cpu_that_fails_does_not_take_the_game_with_it() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([CPU, PERSON, PERSON, PERSON]));
    let token = host.asked.pop().unwrap().token;
    host.input(Input::CpuFailed(token));
    assert_eq!(host.refusal(), (None, ErrorCode::Internal));
    host.opened(screen, &view.id);
    let task = host.asked.pop().unwrap();
    let mut wrong = task.state.legal_moves()[0];
    wrong.promotion = Some(Kind::Queen);
    let token = task.token;
    host.input(Input::Chosen { token, mv: wrong });
    assert_eq!(host.refusal(), (None, ErrorCode::Internal));
    assert_eq!(host.disk.games[&view.id].entries.len(), 0);
    host.opened(screen, &view.id);
    host.cpu_plays();
    assert_eq!(host.disk.games[&view.id].entries.len(), 1);
}

#[test]
fn resigning_stops_the_cpu_that_thinks() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON, CPU, PERSON, CPU]));
    host.ask(screen, Host::play(&view, "d2d4"));
    let blue = host.asked.pop().unwrap();
    host.sent.clear();
    host.ask(screen, host.resign(&view.id, Color::Blue, 1));
    assert_eq!(host.refusal().1, ErrorCode::BadRequest);
    host.ask(screen, host.resign(&view.id, Color::Yellow, 0));
    assert_eq!(host.refusal().1, ErrorCode::Stale);
    host.take();
    host.ask(screen, host.resign(&view.id, Color::Yellow, 1));
    let (_, ServerMessage::Happened { event, now, .. }) = host.take() else {
        panic!("not resigned");
    };
    assert_eq!((event.color, event.ply), (Color::Yellow, 1));
    assert_eq!(now.turn, Some(Color::Blue));
    assert_eq!(host.cancelled, [blue.token]);
    assert_eq!(host.asked.len(), 1, "asked anew, about the new position");
    host.ask(screen, host.resign(&view.id, Color::Yellow, 1));
    assert_eq!(host.refusal().1, ErrorCode::BadRequest);
}

#[test]
fn wandering_armies_move_by_themselves() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = new_game([PERSON, PERSON, PERSON, PERSON]);
    game.variant = Variant::FourKingdoms;
    let view = host.create(screen, game);
    host.ask(screen, host.resign(&view.id, Color::Red, 0));
    let events: Vec<_> = host.sent.drain(..).collect();
    let [(_, resigned), (_, moved)] = &events[..] else {
        panic!("{events:?}");
    };
    assert!(matches!(resigned, ServerMessage::Happened { event, .. } if event.number == 1));
    let ServerMessage::Happened { event, now, .. } = moved else {
        panic!("{moved:?}");
    };
    assert_eq!((event.number, event.color), (2, Color::Red));
    assert_eq!(now.turn, Some(Color::Blue));
    assert_eq!(host.disk.games[&view.id].entries.len(), 2);
}

#[test]
fn deleting_tells_every_screen() {
    let mut host = Host::new();
    let (first, second) = (host.connect(1), host.connect(2));
    let view = host.create(first, new_game([CPU, PERSON, PERSON, PERSON]));
    let token = host.asked[0].token;
    let game = view.id.clone();
    host.ask(second, ClientMessage::DeleteGame { game });
    for screen in [first, second] {
        let (to, message) = host.take();
        assert_eq!(to, screen);
        assert!(matches!(message, ServerMessage::Games { games } if games[0].deleted.is_some()));
    }
    assert_eq!(host.cancelled, [token]);
    host.ask(first, Host::play(&view, "d2d4"));
    assert_eq!(host.refusal().1, ErrorCode::NoSuchGame);
}

#[test]
fn a_finished_game_takes_no_more_moves() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON; 4]));
    for color in [Color::Red, Color::Blue, Color::Yellow] {
        host.ask(screen, host.resign(&view.id, color, 0));
    }
    let events: Vec<_> = host.sent.drain(..).map(|(_, message)| message).collect();
    assert!(
        matches!(events.last(), Some(ServerMessage::Games { games }) if games[0].result.is_some())
    );
    let over = host.opened(screen, &view.id);
    assert_eq!(over.now.turn, None);
    assert!(over.now.result.is_some() && over.now.legal.is_empty());
    host.ask(screen, Host::play(&over, "d2d4"));
    assert_eq!(host.refusal().1, ErrorCode::GameOver);
    host.ask(screen, host.resign(&view.id, Color::Green, 0));
    assert_eq!(host.refusal().1, ErrorCode::GameOver);
}
