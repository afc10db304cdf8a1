//! What people around one device do besides moving: other rules, takebacks, seats, the next game.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::{CPU, Host, PERSON, new_game};
use vierschach_protocol::{
    Action, Board, ClientMessage, Color, Draft, ErrorCode, GameView, HouseRule, Now, Player,
    ServerMessage, Settings, Table, VERSION, Variant,
};
use vierschach_session::{ConnectionId, Input};

const ME: Player = Player::Person { me: true };

fn rule(name: &str, value: &str) -> HouseRule {
    HouseRule {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

fn happened(host: &mut Host) -> (vierschach_protocol::Event, Now) {
    match host.take().1 {
        ServerMessage::Happened { event, now, .. } => (event, *now),
        other => panic!("nothing happened: {other:?}"),
    }
}

fn snapshot(host: &mut Host) -> (ConnectionId, Option<u32>, GameView) {
    match host.take() {
        (to, ServerMessage::Snapshot { request, game }) => (to, request, *game),
        other => panic!("no snapshot: {other:?}"),
    }
}

fn take_back(host: &Host, view: &GameView, color: Color, ply: u32) -> ClientMessage {
    let game = view.id.clone();
    let hash = host.hash(&game);
    ClientMessage::TakeBack {
        game,
        color,
        ply,
        hash,
    }
}

/// Plays a person's first legal move.
fn play_any(host: &mut Host, screen: ConnectionId, view: &mut GameView) {
    let mv = view.now.legal[0].mv.0.clone();
    host.ask(screen, Host::play(view, &mv));
    view.now = happened(host).1;
}

#[test]
fn house_rules_are_in_force_and_kept() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = new_game([ME, PERSON, CPU, CPU]);
    game.house = vec![
        rule("move_limit", "200"),
        rule("points.draw", "3"),
        rule("promotion.rank", "end-of-file"),
        rule("setup", "modern"),
    ];
    game.table = Table {
        move_seconds: None,
        show_legal: false,
        rotate_first: false,
    };
    let view = host.create(screen, game.clone());
    assert_eq!(view.table, game.table);
    for HouseRule { name, value } in &game.house {
        let field = view.rules.iter().find(|field| field.name == *name);
        assert_eq!(&field.unwrap().value, value, "{name}");
    }
    let mut host = Host::with(host.disk);
    let screen = host.connect(1);
    assert_eq!(host.opened(screen, &view.id), view);
}

#[test]
fn a_game_starts_from_a_position_that_was_set_up() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = new_game([ME, PERSON, CPU, CPU]);
    let draft = Draft {
        board: Board("rKh1 rQd1+ bKa7 bPd7 yKg14 gKn8 gRn11".to_owned()),
        turn: Color::Blue,
        out: [false, false, false, true],
        points: [3, 0, 12, 7],
        castling: [[true; 2]; 4],
    };
    game.start = Some(draft.clone());
    let view = host.create(screen, game.clone());
    assert_eq!(
        (view.first, view.now.turn),
        (Color::Blue, Some(Color::Blue))
    );
    assert_eq!(view.start, view.board);
    assert_eq!(view.board.len(), 7);
    assert_eq!(view.now.points, draft.points);
    assert!(
        view.board
            .iter()
            .all(|at| at.piece.grey == (at.piece.color == Color::Green))
    );
    assert!(view.board.iter().any(|at| at.piece.promoted));
    // The next game begins there, and a restart too.
    let again = ClientMessage::PlayAgain {
        game: view.id.clone(),
    };
    host.ask(screen, again);
    let (_, _, next) = snapshot(&mut host);
    assert_eq!((&next.board, next.first), (&view.board, Color::Blue));
    let mut host = Host::with(host.disk);
    let screen = host.connect(1);
    assert_eq!(host.opened(screen, &view.id), view);

    for board in ["", "rKh1", "rKh1 rKh1", "rKz1", "rKh1 bKa7 yKg14 gKn8"] {
        let mut bad = game.clone();
        let board = Board(board.to_owned());
        let draft = draft.clone();
        bad.start = Some(Draft { board, ..draft });
        host.ask(screen, ClientMessage::CreateGame(bad));
        assert_eq!(host.refusal().1, ErrorCode::BadDraft);
    }
}

#[test]
fn rules_that_make_no_game_are_refused_with_their_names() {
    let mut host = Host::new();
    let screen = host.connect(1);
    for (house, first, second) in [
        (rule("teams", "true"), "mate", Some("teams")),
        (rule("points", "null"), "points", Some("teams")),
        (rule("move_limit", "0"), "move_limit", None),
        (rule("move_limit", "many"), "move_limit", None),
        (rule("gravity", "9"), "set", None),
        (rule("", ""), "set", None),
    ] {
        let mut game = new_game([PERSON; 4]);
        game.house = vec![house.clone()];
        host.ask(screen, ClientMessage::CreateGame(game));
        let ServerMessage::Refused { code, params, .. } = host.take().1 else {
            panic!("not refused");
        };
        assert_eq!(code, ErrorCode::BadRules);
        assert_eq!(
            params.get("first").map(String::as_str),
            Some(first),
            "{house:?}"
        );
        assert_eq!(
            params.get("second").map(String::as_str),
            second,
            "{house:?}"
        );
    }
    assert!(host.disk.games.is_empty());
}

#[test]
fn a_takeback_leads_every_screen_back() {
    let mut host = Host::new();
    let (first, second) = (host.connect(1), host.connect(2));
    let mut view = host.create(first, new_game([ME, CPU, PERSON, CPU]));
    assert_eq!(host.opened(second, &view.id), view);
    let start = view.clone();
    // Nothing to be taken back yet.
    host.ask(first, take_back(&host, &view, Color::Red, 0));
    assert_eq!(host.refusal().1, ErrorCode::NotNow);

    host.ask(first, Host::play(&view, "h2h4"));
    view.now = happened(&mut host).1;
    host.sent.clear();
    assert_eq!(view.now.can.take_back, [Color::Red]);
    let blue = host.asked.pop().unwrap();
    // While a CPU thinks: it need not go on.
    let asked = host.ask(first, take_back(&host, &view, Color::Red, 1));
    assert_eq!(host.cancelled, [blue.token]);
    for (screen, request) in [(first, Some(asked)), (second, None)] {
        let (to, answers, back) = snapshot(&mut host);
        assert_eq!((to, answers), (screen, request));
        assert_eq!(back.number, 2, "numbers go on");
        assert_eq!((&back.events[..], &back.board), (&[][..], &start.board));
        assert_eq!(back.now, start.now);
    }
    host.quiet();
    // The same move again: the CPU chooses anew.
    host.ask(first, Host::play(&start, "h2h4"));
    host.sent.clear();
    let again = host.asked.pop().unwrap();
    assert_eq!(again.color, blue.color);
    assert_ne!(again.seed, blue.seed);
    host.asked.push(again);
    host.cpu_plays();
    view.now = happened(&mut host).1;
    host.sent.clear();
    play_any(&mut host, first, &mut view);
    host.sent.clear();
    assert_eq!(view.now.can.take_back, [Color::Yellow, Color::Red]);
    host.asked.clear();
    // Past somebody else's move and a CPU's.
    host.ask(second, take_back(&host, &view, Color::Red, view.now.ply));
    let (_, _, back) = snapshot(&mut host);
    assert_eq!(back.now, start.now);
    assert_eq!(back.number, 6);
    host.sent.clear();

    // All of it is in the log, and a restart finds the same.
    assert_eq!(host.disk.games[&view.id].entries.len(), 6);
    let mut host = Host::with(host.disk);
    let screen = host.connect(1);
    assert_eq!(host.opened(screen, &view.id), back);
    // Who missed the takeback gets all of the game.
    host.open(screen, &view.id, Some(5));
    assert_eq!(snapshot(&mut host).2, back);
    host.ask(screen, take_back(&host, &back, Color::Blue, 0));
    assert_eq!(host.refusal().1, ErrorCode::NotNow);
}

#[test]
fn a_takeback_that_is_not_saved_did_not_happen() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut view = host.create(screen, new_game([PERSON; 4]));
    play_any(&mut host, screen, &mut view);
    host.full = true;
    host.ask(screen, take_back(&host, &view, Color::Red, 1));
    assert_eq!(host.refusal().1, ErrorCode::NotSaved);
    assert_eq!(snapshot(&mut host).2.now, view.now);
}

#[test]
fn a_seat_changes_hands_and_back() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut view = host.create(screen, new_game([ME, PERSON, PERSON, CPU]));
    let set = |view: &GameView, color, player| ClientMessage::SetPlayer {
        game: view.id.clone(),
        color,
        player,
    };
    play_any(&mut host, screen, &mut view);
    // Blue leaves in their own turn: a CPU thinks at once.
    host.ask(screen, set(&view, Color::Blue, CPU));
    let (event, now) = happened(&mut host);
    assert_eq!((event.number, event.ply, event.color), (2, 1, Color::Blue));
    assert_eq!(event.action, Action::Seat { player: CPU });
    assert!(now.legal.is_empty() && !now.can.resign.contains(&Color::Blue));
    let blue = host.asked.pop().unwrap();
    assert_eq!(
        (blue.color, blue.level),
        (vierschach_engine::Color::Blue, 1)
    );
    // And comes back before it has moved.
    host.ask(screen, set(&view, Color::Blue, PERSON));
    let (_, now) = happened(&mut host);
    assert_eq!(host.cancelled, [blue.token]);
    assert!(host.asked.is_empty());
    assert_eq!(now.legal.len(), 20);
    assert!(now.can.resign.contains(&Color::Blue));
    view.now = now;
    play_any(&mut host, screen, &mut view);
    // Who sits where outlives a takeback.
    host.ask(screen, set(&view, Color::Green, PERSON));
    let (_, now) = happened(&mut host);
    host.ask(screen, take_back(&host, &view, Color::Red, now.ply));
    let (_, _, back) = snapshot(&mut host);
    assert_eq!(back.seats[3].player, PERSON);
    assert_eq!(back.yours.len(), 4);
    assert!(back.events.is_empty());

    for (player, code) in [
        (Player::Cpu { level: 99 }, ErrorCode::BadRequest),
        (PERSON, ErrorCode::NotNow),
    ] {
        host.ask(screen, set(&view, Color::Green, player));
        assert_eq!(host.refusal().1, code);
    }
    host.ask(screen, host.resign(&view.id, Color::Green, 0));
    happened(&mut host);
    host.ask(screen, set(&view, Color::Green, CPU));
    assert_eq!(host.refusal().1, ErrorCode::NotNow, "Green is out");
    let mut host = Host::with(host.disk);
    let screen = host.connect(1);
    let found = host.opened(screen, &view.id);
    let players: Vec<_> = found.seats.iter().map(|seat| seat.player).collect();
    assert_eq!(players, [ME, PERSON, PERSON, PERSON]);
}

#[test]
fn a_cpu_that_thinks_gets_another_level() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut view = host.create(screen, new_game([ME, CPU, PERSON, CPU]));
    play_any(&mut host, screen, &mut view);
    let slow = host.asked.pop().unwrap();
    assert_eq!(slow.level, 1);
    let set = ClientMessage::SetPlayer {
        game: view.id.clone(),
        color: Color::Blue,
        player: Player::Cpu { level: 3 },
    };
    host.ask(screen, set.clone());
    let (event, now) = happened(&mut host);
    let player = Player::Cpu { level: 3 };
    assert_eq!(event.action, Action::Seat { player });
    assert_eq!((now.ply, now.turn), (1, Some(Color::Blue)));
    // What it had begun at the old level is given up, and begun anew at the new one.
    assert_eq!(host.cancelled, [slow.token]);
    let anew = host.asked.pop().unwrap();
    assert_eq!((anew.color, anew.level), (slow.color, 3));
    assert_ne!(anew.token, slow.token);
    host.ask(screen, set);
    assert_eq!(host.refusal().1, ErrorCode::NotNow, "it has that level");
    let mut host = Host::with(host.disk);
    let screen = host.connect(1);
    assert_eq!(host.opened(screen, &view.id).seats[1].player, player);
}

#[test]
fn the_next_game_has_the_same_table() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = new_game([ME, CPU, PERSON, CPU]);
    game.first = Color::Green;
    game.seats[2].name = Some("Oma".to_owned());
    game.house = vec![rule("move_limit", "100")];
    let before = host.create(screen, game.clone());
    let again = |host: &mut Host, view: &GameView| {
        host.sent.clear();
        let game = view.id.clone();
        host.ask(screen, ClientMessage::PlayAgain { game });
        snapshot(host).2
    };
    let next = again(&mut host, &before);
    assert_ne!(next.id, before.id);
    assert_eq!(next.first, Color::Red);
    assert_eq!((&next.seats, &next.rules), (&before.seats, &before.rules));
    assert_eq!((next.number, next.now.turn), (0, Some(Color::Red)));
    assert_eq!(again(&mut host, &next).first, Color::Blue);

    game.table.rotate_first = false;
    let before = host.create(screen, game);
    assert_eq!(again(&mut host, &before).first, Color::Green);
    // The one before is no longer shown.
    let game = before.id;
    host.sent.clear();
    host.ask(screen, ClientMessage::PlayAgain { game });
    assert_eq!(host.refusal().1, ErrorCode::BadRequest);
}

#[test]
fn only_the_leader_of_the_last_two_claims() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = new_game([PERSON; 4]);
    game.variant = Variant::ServerFfa;
    game.house = vec![rule("points.lead", "0")];
    let view = host.create(screen, game);
    let (game, ply) = (view.id.clone(), 0);
    let claim = |color| ClientMessage::Claim {
        game: game.clone(),
        color,
        ply,
        hash: view.now.hash.clone(),
    };
    assert_eq!(view.now.can.claim, []);
    host.ask(screen, claim(Color::Red));
    assert_eq!(host.refusal().1, ErrorCode::NotNow);
    let mut now = view.now;
    for color in [Color::Blue, Color::Green] {
        host.ask(screen, host.resign(&view.id, color, ply));
        now = happened(&mut host).1;
    }
    // Two kings walk: forty more points would be needed.
    assert_eq!(now.can.claim, []);
    assert_eq!(now.can.resign, [Color::Red, Color::Yellow]);
    assert!(now.can.take_back.is_empty());
}

#[test]
fn the_game_set_up_last_is_remembered() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = new_game([ME, PERSON, CPU, CPU]);
    game.seats[1].name = Some("A\u{0308}nne".to_owned());
    let last_game = Some(game.clone());
    let settings = Settings {
        last_game,
        ..Settings::default()
    };
    host.ask(screen, ClientMessage::SaveSettings { settings });
    let ServerMessage::Settings { settings } = host.take().1 else {
        panic!("not saved");
    };
    let seats = &settings.last_game.as_ref().unwrap().seats;
    assert_eq!(seats[1].name.as_deref(), Some("Änne"));
    let welcome = |disk| {
        let mut host = Host::with(disk);
        host.input(Input::Connected(screen));
        host.ask(screen, ClientMessage::Hello { protocol: VERSION });
        match host.take().1 {
            ServerMessage::Welcome(welcome) => welcome.settings,
            other => panic!("no welcome: {other:?}"),
        }
    };
    assert_eq!(welcome(host.disk.clone()), settings);
    // What this version can't make sense of is forgotten, and nothing else.
    let kept = host.disk.settings.clone().unwrap();
    for (from, to) in [
        ("\"solo\"", "\"chess960\""),
        ("\"level\":1}", "\"level\":77}"),
    ] {
        let mut disk = host.disk.clone();
        let text = kept.replace(from, to);
        assert_ne!(text, kept);
        disk.settings = Some(text);
        let read = welcome(disk);
        assert_eq!(read.last_game, None);
        assert_eq!(read.sounds, settings.sounds);
    }
    game.seats[1].name = Some("\n".to_owned());
    let last_game = Some(game);
    let settings = Settings {
        last_game,
        ..Settings::default()
    };
    host.ask(screen, ClientMessage::SaveSettings { settings });
    assert_eq!(host.refusal().1, ErrorCode::BadName);
}

#[test]
fn a_ply_that_comes_again_after_a_takeback_is_another_position() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut view = host.create(screen, new_game([PERSON; 4]));
    host.ask(screen, Host::play(&view, "d2d4"));
    host.sent.clear();
    let stale = host.resign(&view.id, Color::Green, 1);
    host.ask(screen, take_back(&host, &view, Color::Red, 1));
    view = snapshot(&mut host).2;
    host.ask(screen, Host::play(&view, "d2d3"));
    host.sent.clear();
    // Green gave up in a position that is no more.
    host.ask(screen, stale);
    assert_eq!(host.refusal().1, ErrorCode::Stale);
    assert_eq!(snapshot(&mut host).2.now.ply, 1);
    host.ask(screen, host.resign(&view.id, Color::Green, 1));
    assert!(matches!(happened(&mut host).0.action, Action::Resign));
}
