//! Games and positions as texts and drafts, and everything as one file.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use std::collections::BTreeMap;

use common::{CPU, Host, PERSON, new_game};
use vierschach_engine::{Game, Kind, Move, Preset, Rules, pgn4};
use vierschach_protocol::{
    Board, ClientMessage, Color, Draft, DraftProblem, ErrorCode, GameId, GameView,
    MAX_IMPORT_BYTES, MAX_REQUEST_BYTES, ServerMessage, Settings, TextFormat, Theme, Variant,
};
use vierschach_session::{ConnectionId, Input};

const SCREEN: ConnectionId = ConnectionId(1);

fn refused(host: &mut Host) -> (ErrorCode, BTreeMap<String, String>) {
    match host.take().1 {
        ServerMessage::Refused { code, params, .. } => (code, params),
        other => panic!("not refused: {other:?}"),
    }
}

fn export(host: &mut Host, game: &GameId, number: u32, format: TextFormat) -> (String, String) {
    let game = game.clone();
    let message = ClientMessage::ExportGame {
        game,
        number,
        format,
    };
    host.ask(SCREEN, message);
    match host.take().1 {
        ServerMessage::Exported { name, text, .. } => (name, text),
        other => panic!("not exported: {other:?}"),
    }
}

fn import(host: &mut Host, text: &str) -> GameView {
    let text = text.to_owned();
    host.ask(SCREEN, ClientMessage::ImportGame { text });
    let ServerMessage::Snapshot { game, .. } = host.take().1 else {
        panic!("not imported");
    };
    assert!(matches!(host.take().1, ServerMessage::Games { .. }));
    *game
}

/// A game of people with some moves, a resignation and a takeback.
fn play(host: &mut Host, variant: Variant) -> GameView {
    let mut game = new_game([PERSON; 4]);
    game.variant = variant;
    game.seats[0].name = Some("Großmutter".to_owned());
    let mut view = host.create(SCREEN, game);
    for turn in 0..9 {
        let legal = &view.now.legal;
        let mv = legal[turn % legal.len()].mv.0.clone();
        host.ask(SCREEN, Host::play(&view, &mv));
        host.sent.clear();
        view = host.opened(SCREEN, &view.id);
    }
    let take_back = ClientMessage::TakeBack {
        game: view.id.clone(),
        color: view.now.can.take_back[0],
        ply: view.now.ply,
        hash: view.now.hash.clone(),
    };
    host.ask(SCREEN, take_back);
    host.ask(SCREEN, host.resign(&view.id, Color::Green, 8));
    host.sent.clear();
    host.opened(SCREEN, &view.id)
}

#[test]
fn an_exported_game_comes_back() {
    let mut host = Host::new();
    host.time = 1_796_040_000_000;
    host.connect(1);
    for variant in [Variant::Solo, Variant::FourKingdoms, Variant::Teams] {
        let view = play(&mut host, variant);
        let (name, text) = export(&mut host, &view.id, 0, TextFormat::Pgn4);
        assert!(name.starts_with("vierschach-2026-11-30-"), "{name}");
        assert!(text.contains("[Date \"2026.11.30\"]"), "{text}");
        let again = import(&mut host, &text);
        assert_ne!(again.id, view.id);
        assert_eq!(again.variant, variant);
        assert_eq!(again.rules, view.rules);
        assert_eq!(again.board, view.board);
        assert_eq!(again.now.hash, view.now.hash);
        assert_eq!(again.now.result, view.now.result);
        assert_eq!(again.seats[0].name.as_deref(), Some("Großmutter"));
        assert_eq!(again.yours.len(), 4);
        // It is kept as it is shown.
        let mut later = Host::with(host.disk.clone());
        later.connect(1);
        let kept = later.opened(SCREEN, &again.id);
        assert_eq!((kept.board, kept.events), (again.board, again.events));
    }
}

#[test]
fn a_position_is_exported_from_games_open_and_closed() {
    let mut host = Host::new();
    host.connect(1);
    let view = play(&mut host, Variant::Solo);
    let (name, fen4) = export(&mut host, &view.id, 2, TextFormat::Fen4);
    assert!(name.ends_with("-solo-2.fen4"), "{name}");
    let position = import(&mut host, &fen4);
    assert_eq!(position.now.turn, Some(Color::Yellow));
    assert_eq!(position.first, Color::Yellow);
    // The first game is closed now.
    assert_eq!(export(&mut host, &view.id, 2, TextFormat::Fen4).1, fen4);
    for number in [1_000, u32::MAX] {
        let message = ClientMessage::ExportGame {
            game: view.id.clone(),
            number,
            format: TextFormat::Fen4,
        };
        host.ask(SCREEN, message);
        assert_eq!(refused(&mut host).0, ErrorCode::BadRequest);
    }
}

#[test]
fn a_bad_text_is_told_by_line_column_and_sign_and_harms_nothing() {
    let mut host = Host::new();
    host.connect(1);
    let disk = host.disk.clone();
    let text = "1. d2-d4 .. b7-c7\n2. k13-k12 .. ?".to_owned();
    host.ask(SCREEN, ClientMessage::ImportGame { text });
    let (code, params) = refused(&mut host);
    assert_eq!(code, ErrorCode::BadImport);
    assert_eq!(params["line"], "2");
    assert_eq!(params["column"], "15");
    assert_eq!(params["found"], "?");
    for text in ["", " ", "hello", "R-", "{", "\u{0}"] {
        let text = text.to_owned();
        host.ask(SCREEN, ClientMessage::ImportGame { text });
        assert_eq!(refused(&mut host).0, ErrorCode::BadImport);
    }
    assert_eq!(host.disk, disk);
}

fn raw(host: &mut Host, text: String) -> ErrorCode {
    let connection = SCREEN;
    host.input(Input::Received { connection, text });
    refused(host).0
}

#[test]
fn only_what_brings_a_text_may_be_long() {
    let mut host = Host::new();
    host.connect(1);
    let import = |length: usize| {
        let text = "x".repeat(length);
        format!(r#"{{"id":9,"message":{{"type":"import-game","text":"{text}"}}}}"#)
    };
    assert_eq!(raw(&mut host, import(200_000)), ErrorCode::BadImport);
    assert_eq!(raw(&mut host, import(MAX_IMPORT_BYTES)), ErrorCode::TooLong);
    let padding = " ".repeat(MAX_REQUEST_BYTES);
    let list = format!(r#"{{"id":9,"message":{{"type":"list-games"}}{padding}}}"#);
    assert_eq!(raw(&mut host, list), ErrorCode::TooLong);
}

fn ask_draft(host: &mut Host, view: &GameView, number: u32) -> Draft {
    let game = view.id.clone();
    host.ask(SCREEN, ClientMessage::AskDraft { game, number });
    match host.take().1 {
        ServerMessage::Draft { draft, .. } => draft,
        other => panic!("no draft: {other:?}"),
    }
}

fn check(host: &mut Host, draft: &Draft) -> (Option<String>, Vec<DraftProblem>) {
    let message = ClientMessage::CheckDraft {
        variant: Variant::Solo,
        house: Vec::new(),
        draft: draft.clone(),
    };
    host.ask(SCREEN, message);
    match host.take().1 {
        ServerMessage::DraftChecked { fen4, problems, .. } => (fen4, problems),
        other => panic!("not checked: {other:?}"),
    }
}

#[test]
fn a_draft_is_taken_from_a_game_checked_and_played() {
    let mut host = Host::new();
    host.connect(1);
    let view = play(&mut host, Variant::Solo);
    let draft = ask_draft(&mut host, &view, 1);
    assert_eq!(draft.turn, Color::Blue);
    let (fen4, problems) = check(&mut host, &draft);
    assert!(problems.is_empty());
    let rules = Rules::preset(Preset::Solo);
    Game::from_fen4(rules, &fen4.unwrap()).unwrap();

    let mut game = new_game([PERSON; 4]);
    game.start = Some(draft.clone());
    let started = host.create(SCREEN, game.clone());
    assert_eq!(started.now.turn, Some(Color::Blue));
    assert_eq!(ask_draft(&mut host, &started, 0), draft);

    let without = |sign: &str| {
        let pieces: Vec<_> = draft.board.0.split(' ').collect();
        let left = pieces.into_iter().filter(|piece| !piece.starts_with(sign));
        Board(left.collect::<Vec<_>>().join(" "))
    };
    let board = without("rK");
    let bad = Draft {
        board,
        ..draft.clone()
    };
    let expected = DraftProblem::NoKing { color: Color::Red };
    assert_eq!(check(&mut host, &bad), (None, vec![expected]));
    game.start = Some(bad);
    host.ask(SCREEN, ClientMessage::CreateGame(game));
    assert_eq!(refused(&mut host).0, ErrorCode::BadDraft);
    for text in ["rK", "rKh1 rQh1", "rKa1", "xx", "rKh1+-+"] {
        let board = Board(text.to_owned());
        let bad = Draft {
            board,
            ..draft.clone()
        };
        assert!(!check(&mut host, &bad).1.is_empty(), "{text}");
    }
}

/// All parts of the archive: the game, and its line if it can be read.
fn parts(host: &mut Host) -> Vec<(Option<GameId>, Option<String>)> {
    let mut found = Vec::new();
    loop {
        let after = found
            .last()
            .and_then(|(game, _): &(Option<GameId>, _)| game.clone());
        host.ask(SCREEN, ClientMessage::ExportAll { after });
        let (_, message) = host.take();
        let ServerMessage::Archive {
            part,
            parts,
            game,
            line,
            ..
        } = message
        else {
            panic!("no archive: {message:?}");
        };
        // What was not asked for is not sent.
        host.quiet();
        found.push((game.clone(), line));
        assert_eq!(part as usize, found.len());
        assert_eq!(part == parts, game.is_none());
        if game.is_none() {
            return found;
        }
    }
}

fn archive(host: &mut Host) -> Vec<String> {
    let parts = parts(host).into_iter();
    parts.map(|(_, line)| line.expect("a line")).collect()
}

/// Whether the line was new; the refusal's code if it was refused.
fn bring(host: &mut Host, line: &str) -> Result<bool, ErrorCode> {
    let line = line.to_owned();
    host.ask(SCREEN, ClientMessage::ImportArchive { line });
    let mut found = None;
    for (_, message) in host.sent.drain(..) {
        match message {
            ServerMessage::ArchiveRead { added, .. } => found = Some(Ok(added)),
            ServerMessage::Refused { code, .. } => found = Some(Err(code)),
            ServerMessage::Games { .. } | ServerMessage::Settings { .. } => {}
            other => panic!("no answer: {other:?}"),
        }
    }
    found.expect("an answer")
}

/// A device with games in play, finished and deleted, and with settings.
fn full_device() -> Host {
    let mut host = Host::new();
    host.connect(1);
    for variant in [Variant::Solo, Variant::Teams, Variant::ServerFfa] {
        play(&mut host, variant);
    }
    host.create(SCREEN, new_game([CPU, PERSON, CPU, CPU]));
    let game = play(&mut host, Variant::Solo).id;
    host.ask(SCREEN, ClientMessage::DeleteGame { game });
    let settings = Settings {
        theme: Theme::Contrast,
        name: Some("Ada".to_owned()),
        ..Settings::default()
    };
    host.ask(SCREEN, ClientMessage::SaveSettings { settings });
    host.sent.clear();
    host
}

fn games(host: &mut Host) -> Vec<vierschach_protocol::GameSummary> {
    host.ask(SCREEN, ClientMessage::ListGames {});
    match host.take().1 {
        ServerMessage::Games { games } => games,
        other => panic!("no list: {other:?}"),
    }
}

#[test]
fn everything_comes_back_on_an_empty_device() {
    let mut old = full_device();
    let lines = archive(&mut old);
    assert_eq!(lines.len(), 6);
    let mut new = Host::new();
    new.time = old.time;
    new.connect(1);
    for line in &lines {
        assert_eq!(bring(&mut new, line), Ok(true), "{line:.80}");
    }
    let list = games(&mut old);
    assert_eq!(games(&mut new), list);
    assert_eq!(list.iter().filter(|game| game.deleted.is_some()).count(), 1);
    assert_eq!(new.disk.settings, old.disk.settings);
    for game in list.iter().filter(|game| game.deleted.is_none()) {
        let (there, here) = (old.opened(SCREEN, &game.id), new.opened(SCREEN, &game.id));
        assert_eq!(there, here);
        assert_eq!(old.disk.games[&game.id], new.disk.games[&game.id]);
    }
    // Brought once more, nothing is new and nothing changes.
    let disk = new.disk.clone();
    for line in &lines {
        assert_eq!(bring(&mut new, line), Ok(false));
    }
    assert_eq!(new.disk, disk);
}

#[test]
fn a_damaged_line_is_refused_and_harms_nothing() {
    let mut old = full_device();
    let lines = archive(&mut old);
    let game = lines.iter().find(|line| line.contains("entries")).unwrap();
    let mut new = Host::new();
    new.connect(1);
    let empty = new.disk.clone();
    for line in ["", "{}", "[]", "7", r#"{"format":1}"#, r#"{"format":999}"#] {
        assert_eq!(bring(&mut new, line), Err(ErrorCode::BadArchive), "{line}");
    }
    for length in [1, game.len() / 2, game.len() - 1] {
        let cut = &game[..length];
        assert_eq!(bring(&mut new, cut), Err(ErrorCode::BadArchive));
    }
    let id = game.split("\"id\":\"").nth(1).unwrap()[..32].to_owned();
    for bad in ["../../../../../../../../../../passwd", "a", "NUL"] {
        let line = game.replace(&id, bad);
        assert_eq!(bring(&mut new, &line), Err(ErrorCode::BadArchive));
    }
    // Another move than the one that was played leads to another position.
    let at = game.find("\"hash\":\"").unwrap() + 8;
    let line = format!("{}0000000000000000{}", &game[..at], &game[at + 16..]);
    assert_eq!(bring(&mut new, &line), Err(ErrorCode::BadArchive));
    let line = game.replacen("Großmutter", "a\u{202e}b", 1);
    assert_eq!(bring(&mut new, &line), Err(ErrorCode::BadArchive));
    assert_eq!(new.disk, empty);
    // A disk that is full is no damage.
    new.full = true;
    assert_eq!(bring(&mut new, game), Err(ErrorCode::NotSaved));
    new.full = false;
    assert_eq!(bring(&mut new, game), Ok(true));
}

/// A game that wanders about: nobody captures, and pawns step now and then, so that nothing ends it.
fn long_game(acts: u32) -> String {
    let rules = Rules::preset(Preset::FourKingdoms);
    let first = vierschach_engine::Color::Red;
    let mut game = Game::new(rules, first);
    let mut moves = Vec::new();
    for ply in 0..acts {
        let is_pawn = |mv: &Move| {
            let piece = game.position().piece_at(mv.from);
            piece.is_some_and(|piece| piece.kind == Kind::Pawn)
        };
        let (mut pawns, mut others): (Vec<_>, Vec<_>) =
            game.legal_moves().iter().copied().partition(is_pawn);
        let some = ply.wrapping_mul(2_654_435_761) as usize >> 8;
        let some = some % others.len().max(1);
        others.rotate_left(some);
        pawns.sort_by_key(|mv| (mv.promotion, mv.from, mv.to));
        let quiet = match ply % 160 {
            0..4 => [pawns, others].concat(),
            _ => [others, pawns].concat(),
        };
        let quiet = quiet.into_iter();
        let mut quiet = quiet.filter_map(|mv| {
            let mut next = game.clone();
            let report = next.play(mv).ok()?;
            let is_quiet = report.captured.is_empty() && report.checks.is_empty();
            (is_quiet && next.result().is_none()).then_some((mv, next))
        });
        let (mv, next) = quiet.next().expect("a quiet move");
        moves.push(pgn4::Action::Move(mv));
        game = next;
    }
    let start = pgn4::Start::Setup(first);
    pgn4::write(&[const { None }; 4], &[], &rules, &start, &moves).unwrap()
}

#[test]
fn the_longest_game_that_can_be_brought_in_comes_back_from_an_archive() {
    let mut host = Host::new();
    host.time = 1_796_040_000_000;
    host.connect(1);
    let view = import(&mut host, &long_game(4_000));
    assert_eq!(view.number, 4_000);
    let lines = archive(&mut host);
    let line = lines.iter().find(|line| line.contains("entries")).unwrap();
    assert!(line.len() > MAX_IMPORT_BYTES, "{}", line.len());
    let mut new = Host::new();
    new.time = host.time;
    new.connect(1);
    assert_eq!(bring(&mut new, line), Ok(true));
    assert_eq!(new.disk.games[&view.id].entries.len(), 4_000);
    assert_eq!(new.opened(SCREEN, &view.id).now.hash, view.now.hash);
    // One act more is too many.
    let text = long_game(4_001);
    host.ask(SCREEN, ClientMessage::ImportGame { text });
    assert_eq!(refused(&mut host).0, ErrorCode::BadImport);
}

#[test]
fn a_game_that_can_t_be_read_is_told_and_the_others_come() {
    let mut host = full_device();
    let broken = games(&mut host)[2].id.clone();
    host.unreadable.push(broken.clone());
    let parts = parts(&mut host);
    assert_eq!(parts.len(), 6);
    for (game, line) in parts {
        assert_eq!(line.is_none(), game.as_ref() == Some(&broken), "{game:?}");
    }
}

#[test]
fn a_game_deleted_meanwhile_does_not_end_an_archive() {
    let mut host = full_device();
    let game = parts(&mut host)[1].0.clone().unwrap();
    let delete = ClientMessage::DeleteGame { game: game.clone() };
    host.ask(SCREEN, delete);
    let purge = ClientMessage::PurgeGame { game: game.clone() };
    host.ask(SCREEN, purge);
    host.sent.clear();
    let after = Some(game);
    host.ask(SCREEN, ClientMessage::ExportAll { after });
    assert!(matches!(
        host.take().1,
        ServerMessage::Archive {
            part: 2,
            parts: 5,
            line: Some(_),
            ..
        }
    ));
}

#[test]
fn what_no_device_can_have_written_is_refused() {
    let mut old = full_device();
    let lines = archive(&mut old);
    let is_binned = |line: &&String| line.contains("entries") && !line.contains("\"deleted\":null");
    let game = lines.iter().find(is_binned).unwrap();
    let mut new = Host::new();
    new.time = old.time;
    new.connect(1);
    let day = 24 * 60 * 60 * 1000;
    let far = new.time + day + 60_000;
    let mut value: serde_json::Value = serde_json::from_str(game).unwrap();
    let good = value.clone();
    let cpu = serde_json::json!({"type": "cpu", "level": 99});
    let wrongs = [
        ("/header/table/moveSeconds", 0.into()),
        ("/header/table/moveSeconds", 3_601.into()),
        ("/header/seats/1/player", cpu.clone()),
        ("/header/seats/1/name", "".into()),
        ("/header/created", far.into()),
        ("/header/created", u64::MAX.into()),
        ("/deleted", far.into()),
        ("/deleted", 1.into()),
        ("/entries/3/at", far.into()),
    ];
    for (place, wrong) in wrongs {
        *value.pointer_mut(place).expect(place) = wrong;
        let brought = bring(&mut new, &value.to_string());
        assert_eq!(brought, Err(ErrorCode::BadArchive), "{place}");
        value.clone_from(&good);
    }
    // Somebody sits down who is not to be had here.
    let entries = value["entries"].as_array_mut().unwrap();
    let mut entry = entries.last().unwrap().clone();
    entry["number"] = (entries.len() + 1).into();
    entry["act"] = serde_json::json!({"seat": ["blue", cpu]});
    entries.push(entry);
    let brought = bring(&mut new, &value.to_string());
    assert_eq!(brought, Err(ErrorCode::BadArchive));
    assert!(new.disk.games.is_empty());
    // The same, with one who is.
    let entries = value["entries"].as_array_mut().unwrap();
    entries.last_mut().unwrap()["act"]["seat"][1]["level"] = 1.into();
    assert_eq!(bring(&mut new, &value.to_string()), Ok(true));
    // Clocks may differ by a little; the bin goes by this one.
    let mut new = Host::new();
    new.time = old.time;
    new.connect(1);
    let mut ahead = good;
    ahead["deleted"] = (new.time + day / 2).into();
    assert_eq!(bring(&mut new, &ahead.to_string()), Ok(true));
    let deleted = games(&mut new)[0].deleted.unwrap();
    assert!(deleted <= new.time as f64);
}

#[test]
fn many_games_are_told_in_one_list() {
    let mut old = full_device();
    let lines = archive(&mut old);
    let mut new = Host::new();
    new.time = old.time;
    new.connect(1);
    for line in &lines {
        let line = line.clone();
        new.ask(SCREEN, ClientMessage::ImportArchive { line });
    }
    let is_list = |message: &ServerMessage| matches!(message, ServerMessage::Games { .. });
    assert!(!new.sent.iter().any(|(_, message)| is_list(message)));
    new.sent.clear();
    new.pass(2_000);
    let (_, ServerMessage::Games { games }) = new.take() else {
        panic!("no list");
    };
    assert_eq!(games.len(), 5);
    new.pass(60_000);
    new.quiet();
}
