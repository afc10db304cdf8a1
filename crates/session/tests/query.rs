//! A desk answers what screens ask about rules, dangers, premoves and positions, and changes
//! nothing by it.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::{CPU, Host, PERSON, new_game};
use serde_json::json;
use vierschach_protocol::{
    AnalysisLine, ClientMessage, Color, ErrorCode, Evaluation, GameView, HouseRule, RuleChoices,
    RulesView, ServerMessage, Side, Variant,
};
use vierschach_session::{AnalysisTask, ConnectionId, FoundLine, Input};

const VARIANTS: [Variant; 7] = [
    Variant::Solo,
    Variant::Teams,
    Variant::Vierschach,
    Variant::FourKingdoms,
    Variant::ServerFfa,
    Variant::ServerFfa2019,
    Variant::ServerTeams,
];

fn rules(host: &mut Host, variant: Variant, house: &[(&str, &str)]) -> RulesView {
    let screen = ConnectionId(1);
    let house = house.iter().map(|(name, value)| HouseRule {
        name: (*name).to_owned(),
        value: (*value).to_owned(),
    });
    let house = house.collect();
    let id = host.ask(screen, ClientMessage::DescribeRules { variant, house });
    match host.take().1 {
        ServerMessage::Rules { request, rules } if request == id => rules,
        other => panic!("no rules: {other:?}"),
    }
}

fn value<'a>(rules: &'a RulesView, name: &str) -> &'a str {
    let mut fields = rules.fields.iter();
    let field = fields.find(|field| field.name == name);
    &field.expect("a known rule").value
}

#[test]
fn every_preset_is_described_as_it_is() {
    let mut host = Host::new();
    host.connect(1);
    for variant in VARIANTS {
        let rules = rules(&mut host, variant, &[]);
        assert!(rules.conflict.is_empty());
        assert!(rules.fields.iter().all(|field| field.value == field.preset));
        assert_eq!(rules.board.0.split(' ').count(), 64);
        assert_eq!(rules.has_points, !rules.teams);
        for field in &rules.fields {
            if let RuleChoices::OneOf { values } = &field.choices {
                assert!(values.contains(&field.value), "{variant:?} {}", field.name);
            }
        }
    }
}

#[test]
fn house_rules_are_shown_beside_the_presets() {
    let mut host = Host::new();
    host.connect(1);
    let house = [
        ("move_limit", "200"),
        ("points.draw", "5"),
        ("seating", "north, west, south, east"),
    ];
    let plain = rules(&mut host, Variant::Solo, &[]);
    let view = rules(&mut host, Variant::Solo, &house);
    assert!(view.conflict.is_empty());
    for (name, expected) in house {
        assert_eq!(value(&view, name), expected);
    }
    assert_eq!(view.sides[0], Side::North);
    assert_ne!(view.board, plain.board);
    let changed = view.fields.iter().filter(|f| f.value != f.preset);
    assert_eq!(changed.count(), house.len());
}

#[test]
fn rules_that_make_no_game_are_described_and_named() {
    let mut host = Host::new();
    host.connect(1);
    let view = rules(&mut host, Variant::Solo, &[("teams", "true")]);
    assert_eq!(view.conflict, ["mate", "teams"]);
    assert_eq!(value(&view, "teams"), "true");
    let view = rules(
        &mut host,
        Variant::Vierschach,
        &[
            ("king_capture_in_check", "true"),
            ("seating", "west, south, north, east"),
        ],
    );
    assert_eq!(view.conflict, ["king_capture_in_check", "king_capture"]);
    assert_eq!(view.sides[0], Side::West, "what can be drawn is drawn");
    let house = [("setup", "upside-down")];
    assert_eq!(rules(&mut host, Variant::Solo, &house).conflict, ["setup"]);
    // What no rule is called, whatever it is called.
    let deep = vec!["a"; 5_000].join(".");
    for name in ["gravity", "", "points", ".", "points.draw.x", &deep] {
        let view = rules(&mut host, Variant::Teams, &[(name, "1,2")]);
        assert_eq!(view.conflict.len(), 1, "{name:.20}");
    }
}

#[test]
fn a_game_shows_its_house_rules_with_their_choices() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = new_game([PERSON; 4]);
    game.house = vec![HouseRule {
        name: "move_limit".to_owned(),
        value: "200".to_owned(),
    }];
    let view = host.create(screen, game);
    let mut fields = view.rules.iter();
    let limit = fields.find(|field| field.name == "move_limit").unwrap();
    assert_eq!(
        (limit.value.as_str(), limit.preset.as_str()),
        ("200", "null")
    );
    assert!(matches!(limit.choices, RuleChoices::OneOf { .. }));
}

fn preview(view: &GameView, mv: &str) -> ClientMessage {
    let value = json!({
        "type": "preview",
        "game": view.id,
        "ply": view.now.ply,
        "hash": view.now.hash,
        "move": mv,
    });
    serde_json::from_value(value).unwrap()
}

/// Plays until Red can put a bishop in front of a pawn.
fn before_a_blunder(host: &mut Host, screen: ConnectionId) -> GameView {
    let mut view = host.create(screen, new_game([PERSON; 4]));
    for mv in ["e2e3", "b10c10", "e13e12", "m10l10"] {
        host.ask(screen, Host::play(&view, mv));
        host.sent.clear();
        view = host.opened(screen, &view.id);
    }
    view
}

#[test]
fn a_preview_tells_what_a_move_would_leave_open_and_plays_nothing() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = before_a_blunder(&mut host, screen);
    let disk = host.disk.clone();
    let id = host.ask(screen, preview(&view, "f1c4"));
    let ServerMessage::Previewed { request, dangers } = host.take().1 else {
        panic!("no preview");
    };
    assert_eq!(request, id);
    assert_eq!(dangers.len(), 1);
    assert_eq!(dangers[0].square.0, "c4");
    assert_eq!(dangers[0].by[0].color, Color::Blue);
    assert!(dangers[0].for_nothing);
    host.ask(screen, preview(&view, "f1e2"));
    assert!(matches!(
        host.take().1,
        ServerMessage::Previewed { dangers, .. } if dangers.is_empty()
    ));
    host.ask(screen, preview(&view, "f1a1"));
    assert_eq!(host.refusal().1, ErrorCode::IllegalMove);

    let mut stale = view.clone();
    stale.now.ply = 3;
    host.ask(screen, preview(&stale, "f1c4"));
    assert_eq!(host.refusal().1, ErrorCode::Stale);
    assert!(matches!(
        host.take().1,
        ServerMessage::Snapshot { game, .. } if *game == view
    ));
    assert_eq!(host.disk, disk);
    host.quiet();
}

#[test]
fn dangers_are_told_with_each_state() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = before_a_blunder(&mut host, screen);
    host.ask(screen, Host::play(&view, "f1c4"));
    let ServerMessage::Happened { now, .. } = host.take().1 else {
        panic!("nothing happened");
    };
    // Everybody here is told theirs.
    let dangers = now.dangers.iter();
    let reds = dangers.filter(|danger| danger.piece.color == Color::Red);
    let squares: Vec<_> = reds.map(|danger| danger.square.0.as_str()).collect();
    assert_eq!(squares, ["c4"]);
    assert!(now.dangers.len() > 1);
}

#[test]
fn premoves_are_told_for_people_alone() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([CPU, PERSON, CPU, CPU]));
    let ask = |color| ClientMessage::AskPremoves {
        game: view.id.clone(),
        color,
    };
    let id = host.ask(screen, ask(Color::Blue));
    let ServerMessage::Premoves {
        request,
        color,
        ply,
        moves,
        ..
    } = host.take().1
    else {
        panic!("no premoves");
    };
    assert_eq!((request, color, ply), (id, Color::Blue, 0));
    assert!(moves.iter().any(|premove| premove.mv.0 == "b7c7"));
    host.ask(screen, ask(Color::Red));
    assert_eq!(host.refusal().1, ErrorCode::BadRequest);
    let other = host.connect(2);
    host.ask(other, ask(Color::Blue));
    assert_eq!(host.refusal().1, ErrorCode::BadRequest);
}

fn analyse(view: &GameView, number: u32, lines: u8) -> ClientMessage {
    ClientMessage::Analyse {
        game: view.id.clone(),
        number,
        lines,
    }
}

fn found(task: &AnalysisTask, moves: &[&str], done: bool) -> Input {
    Input::Analysed {
        token: task.token,
        depth: 2,
        nodes: 1234,
        lines: vec![FoundLine {
            evaluation: Evaluation::Points { value: 25 },
            moves: moves.iter().map(|mv| mv.parse().unwrap()).collect(),
        }],
        done,
    }
}

fn analysis(host: &mut Host) -> (u32, u32, Vec<AnalysisLine>, bool) {
    match host.take().1 {
        ServerMessage::Analysis {
            request,
            number,
            lines,
            done,
            ..
        } => (request, number, lines, done),
        other => panic!("no analysis: {other:?}"),
    }
}

#[test]
fn an_analysis_is_told_step_by_step_until_it_is_done() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = before_a_blunder(&mut host, screen);
    let id = host.ask(screen, analyse(&view, 1, 3));
    let task = host.studied.pop().unwrap();
    assert_eq!((task.lines, task.state.ply()), (3, 1), "after one event");
    // The second move can't be played: the line ends before it.
    host.input(found(&task, &["b7c7", "b7c7"], false));
    let (request, number, lines, done) = analysis(&mut host);
    assert_eq!((request, number, done), (id, 1, false));
    let [step] = &lines[0].steps[..] else {
        panic!("{lines:?}");
    };
    assert_eq!((step.color, step.mv.mv.0.as_str()), (Color::Blue, "b7c7"));
    assert_eq!(step.changes.len(), 2);
    host.input(found(&task, &["b7c7", "k13k12"], true));
    let (_, _, lines, done) = analysis(&mut host);
    assert!(done);
    assert_eq!(lines[0].steps.len(), 2);
    // What comes after the end belongs to nobody.
    host.input(found(&task, &["b7c7"], false));
    host.quiet();
    assert!(host.cancelled.is_empty());
}

#[test]
fn a_screen_has_one_analysis_and_none_of_a_game_it_has_left() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = before_a_blunder(&mut host, screen);
    host.ask(screen, analyse(&view, 0, 1));
    let first = host.studied.pop().unwrap();
    host.ask(screen, analyse(&view, 4, 1));
    assert_eq!(host.cancelled, [first.token]);
    let second = host.studied.pop().unwrap();
    host.ask(screen, ClientMessage::StopAnalysis {});
    assert_eq!(host.cancelled, [first.token, second.token]);
    host.input(found(&second, &["f1c4"], true));
    host.quiet();

    host.ask(screen, analyse(&view, 4, 1));
    let third = host.studied.pop().unwrap();
    host.create(screen, new_game([PERSON; 4]));
    assert_eq!(host.cancelled.last(), Some(&third.token));
    host.ask(screen, analyse(&view, 4, 1));
    assert_eq!(host.refusal().1, ErrorCode::BadRequest, "not shown");

    host.opened(screen, &view.id);
    host.ask(screen, analyse(&view, 4, 1));
    let fourth = host.studied.pop().unwrap();
    host.input(Input::Disconnected(screen));
    assert_eq!(host.cancelled.last(), Some(&fourth.token));
}

#[test]
fn analyses_that_can_not_be_had_are_refused() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = before_a_blunder(&mut host, screen);
    for (number, lines) in [(0, 0), (0, 6), (5, 1), (u32::MAX, 1)] {
        host.ask(screen, analyse(&view, number, lines));
        assert_eq!(host.refusal().1, ErrorCode::BadRequest);
    }
    let id = host.ask(screen, analyse(&view, 0, 1));
    let token = host.studied.pop().unwrap().token;
    let code = ErrorCode::TooFast;
    host.input(Input::AnalysisFailed { token, code });
    assert_eq!(host.refusal(), (Some(id), code));

    // Two screens of a device at a time.
    for number in [2, 3] {
        let other = host.connect(number);
        host.opened(other, &view.id);
        host.ask(other, analyse(&view, 0, 1));
    }
    host.quiet();
    host.ask(screen, analyse(&view, 0, 1));
    assert_eq!(host.refusal().1, ErrorCode::TooFast);
    assert_eq!(host.studied.len(), 2);
}

#[test]
fn where_nobody_chooses_a_move_the_analysis_is_done_at_once() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = new_game([PERSON; 4]);
    game.variant = Variant::Teams;
    let view = host.create(screen, game);
    host.ask(screen, host.resign(&view.id, Color::Red, 0));
    host.sent.clear();
    host.ask(screen, analyse(&view, 1, 3));
    assert!(matches!(analysis(&mut host), (_, 1, lines, true) if lines.is_empty()));
    host.ask(screen, analyse(&view, 0, 3));
    assert_eq!(host.studied.len(), 1, "before it, somebody did");
}

#[test]
fn nothing_is_analysed_for_a_screen_that_is_out_of_sight() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = before_a_blunder(&mut host, screen);
    host.ask(screen, analyse(&view, 0, 3));
    let task = host.studied[0].clone();
    host.input(found(&task, &["d2d4"], false));
    let (request, _, lines, done) = analysis(&mut host);
    assert!(!done && lines.len() == 1);
    host.ask(screen, ClientMessage::Away { away: true });
    assert_eq!(host.cancelled, [task.token]);
    // What was found is all of it.
    assert_eq!(analysis(&mut host), (request, 0, lines, true));
    host.input(found(&task, &["d2d4"], true));
    host.ask(screen, ClientMessage::Away { away: false });
    host.quiet();
}
