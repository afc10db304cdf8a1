//! Whatever is fed to the readers of text, they answer with a value or an error: no panic, no
//! hang, no memory beyond a small multiple of what they accept.
//!
//! Each test mutates valid input besides throwing arbitrary text: that gets past the first check.
//! `PROPTEST_CASES=100000 cargo test -p vierschach-tests --test robustness` runs for longer.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;
use vierschach_cli::{trace, uci};
use vierschach_engine::notation::import;
use vierschach_engine::pgn4::{self, Action, Pgn4, Start};
use vierschach_engine::{Color, Game, Preset, Rules, Setup};
use vierschach_protocol::{ClientMessage, GameId, Request, ServerMessage};
use vierschach_session::{
    Answer, ConnectionId, Desk, DeskConfig, Effect, Input, Job, Stored, StoredGame,
};

/// One change to a text.
#[derive(Clone, Debug)]
enum Edit {
    Insert(Index, char),
    Replace(Index, char),
    Delete(Index, u8),
    /// Copies a stretch from one place to another.
    Copy(Index, u8, Index),
    Truncate(Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    // Mostly letters that mean something to one of the readers.
    let letter = prop_oneof![
        8 => prop::sample::select("RBYGrbygdPNBRQKDxX0123456789-,/.+#=()[]{}'\":; \n".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ];
    prop_oneof![
        (any::<Index>(), letter.clone()).prop_map(|(at, letter)| Edit::Insert(at, letter)),
        (any::<Index>(), letter).prop_map(|(at, letter)| Edit::Replace(at, letter)),
        (any::<Index>(), 1u8..10).prop_map(|(at, length)| Edit::Delete(at, length)),
        (any::<Index>(), any::<u8>(), any::<Index>())
            .prop_map(|(from, length, to)| Edit::Copy(from, length, to)),
        any::<Index>().prop_map(Edit::Truncate),
    ]
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec(edit(), 1..6)
}

fn mutated(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        let length = letters.len();
        if length == 0 {
            break;
        }
        match edit {
            Edit::Insert(at, letter) => letters.insert(at.index(length + 1), *letter),
            Edit::Replace(at, letter) => letters[at.index(length)] = *letter,
            Edit::Delete(at, count) => {
                let at = at.index(length);
                letters.drain(at..(at + usize::from(*count)).min(length));
            }
            Edit::Copy(from, count, to) => {
                let from = from.index(length);
                let copied = letters[from..(from + usize::from(*count)).min(length)].to_vec();
                let to = to.index(length + 1);
                letters.splice(to..to, copied);
            }
            Edit::Truncate(at) => letters.truncate(at.index(length)),
        }
    }
    letters.into_iter().collect()
}

fn rules() -> impl Strategy<Value = Rules> {
    let preset = prop::sample::select(&Preset::ALL[..]);
    let setup = prop::sample::select(&Setup::ALL[..]);
    (preset, setup).prop_map(|(preset, setup)| Rules {
        setup,
        ..Rules::preset(preset)
    })
}

/// Plays moves chosen by numbers; now and then the player to move resigns.
fn play(game: &mut Game, choices: &[u16]) -> Vec<Action> {
    let mut actions = Vec::new();
    for choice in choices {
        let Some(turn) = game.turn() else { break };
        let moves = game.legal_moves();
        let plays = game.status()[turn.index()].plays();
        let action = if choice % 97 == 0 && plays {
            Action::Resign(turn)
        } else {
            assert!(!moves.is_empty(), "no move in {}", game.to_fen4());
            Action::Move(moves[usize::from(*choice) % moves.len()])
        };
        action.play(game).expect("a legal action");
        actions.push(action);
    }
    actions
}

/// Reads a FEN4; what is accepted must be playable and written as something that is read again.
fn judge_fen4(rules: Rules, fen4: &str, choices: &[u16]) {
    judge_import(fen4);
    let Ok(mut game) = Game::from_fen4(rules, fen4) else {
        return;
    };
    let written = game.to_fen4();
    if game.turn().is_some() {
        let again = Game::from_fen4(rules, &written)
            .unwrap_or_else(|error| panic!("{fen4}\nis written as\n{written}\n{error}"));
        assert_eq!(again.to_fen4(), written, "{fen4}");
        assert_eq!(again.hash(), game.hash(), "{fen4}");
    }
    play(&mut game, choices);
}

/// Imports a text; what is accepted is exported as something that is imported again.
fn judge_import(text: &str) {
    let Ok(read) = import(text) else { return };
    let start = match &read.start {
        Some(fen4) => Start::Fen4(fen4.clone()),
        None => Start::Setup(read.first),
    };
    let written = pgn4::write(&read.names, &read.carried, &read.rules, &start, &read.acts);
    let written = written.unwrap_or_else(|error| panic!("{text}\n{error}"));
    let again = import(&written)
        .unwrap_or_else(|error| panic!("{text}\nis written as\n{written}\n{error}"));
    assert_eq!(
        (again.rules, again.start),
        (read.rules, read.start),
        "{text}"
    );
    assert_eq!(again.acts, read.acts, "{text}\nis written as\n{written}");
}

/// Reads games; those that are accepted are written, read and played.
fn judge_pgn4(text: &str) {
    judge_import(text);
    for game in pgn4::games(text).flatten() {
        if let Ok(written) = game.to_text() {
            let again: Pgn4 = written
                .parse()
                .unwrap_or_else(|error| panic!("{text}\n{written}\n{error}"));
            assert_eq!(again.to_text().expect("as before"), written);
            assert_eq!(
                again.replay().is_ok(),
                game.replay().is_ok(),
                "{text}\n{written}"
            );
        }
    }
}

/// Some real games, short ones first.
fn real_games() -> &'static [String] {
    static GAMES: OnceLock<Vec<String>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let all = concat!(
            include_str!("../data/games/ffa-2026.pgn4"),
            "\n",
            include_str!("../data/games/ffa-2019.pgn4")
        );
        let games = pgn4::games(all).map(|game| game.expect("good").to_text().expect("short"));
        let mut games: Vec<String> = games.collect();
        games.sort_by_key(String::len);
        games.truncate(60);
        games
    })
}

proptest! {
    #[test]
    fn fen4_of_arbitrary_text(rules in rules(), text in "\\PC{0,400}") {
        judge_fen4(rules, &text, &[]);
    }

    #[test]
    fn fen4_nearly_right(
        rules in rules(),
        before in prop::collection::vec(any::<u16>(), 0..200),
        edits in edits(),
        after in prop::collection::vec(any::<u16>(), 0..20),
    ) {
        let mut game = Game::new(rules, Color::Red);
        play(&mut game, &before);
        judge_fen4(rules, &mutated(&game.to_fen4(), &edits), &after);
    }

    #[test]
    fn pgn4_of_arbitrary_text(text in "\\PC{0,400}") {
        judge_pgn4(&text);
    }

    #[test]
    fn pgn4_of_arbitrary_signs(text in "[-RTS#+.(){}\\[\\]\"; \n1-9a-nxQK=D]{0,400}") {
        judge_pgn4(&text);
    }

    #[test]
    fn pgn4_nearly_right(game in any::<Index>(), edits in edits()) {
        let games = real_games();
        judge_pgn4(&mutated(&games[game.index(games.len())], &edits));
    }

    #[test]
    fn pgn4_of_our_own_nearly_right(
        rules in rules(),
        choices in prop::collection::vec(any::<u16>(), 0..150),
        edits in edits(),
    ) {
        let actions = play(&mut Game::new(rules, Color::Red), &choices);
        let start = Start::Setup(Color::Red);
        let game = Pgn4::record(Vec::new(), &rules, &start, &actions).expect("played just now");
        judge_pgn4(&mutated(&game.to_text().expect("short"), &edits));
    }

    #[test]
    fn trace_lines(
        text in "\\PC{0,200}",
        line in prop::sample::select(
            include_str!("../data/golden/traces.jsonl").lines().take(40).collect::<Vec<_>>()
        ),
        edits in edits(),
    ) {
        for line in [text, mutated(line, &edits)] {
            let answer: trace::Output =
                serde_json::from_str(&trace::run_line(&line)).expect("an answer in its own format");
            if let trace::Output::Played { states, .. } = answer {
                assert!(!states.is_empty());
            }
        }
    }

    #[test]
    fn engine_commands(text in "\\PC{0,200}", line in uci_line(), edits in edits()) {
        let _ = text.parse::<uci::Command>();
        let _ = mutated(line, &edits).parse::<uci::Command>();
    }

    #[test]
    fn protocol_messages(text in "\\PC{0,200}", edits in edits(), which in any::<Index>()) {
        let messages = messages();
        let near = mutated(&messages[which.index(messages.len())], &edits);
        for text in [&text, &near] {
            if let Ok(request) = serde_json::from_str::<Request>(text) {
                let written = serde_json::to_string(&request).expect("plain data");
                let again: Request = serde_json::from_str(&written).expect("written just now");
                assert_eq!(again, request);
            }
            let _ = serde_json::from_str::<ServerMessage>(text);
        }
    }

    #[test]
    fn a_desk_answers_anything(
        requests in prop::collection::vec((any::<Index>(), prop::option::of(edits())), 1..12),
        text in "\\PC{0,200}",
    ) {
        let messages = messages();
        let mut desk = new_desk(Stored::default());
        let screen = ConnectionId(1);
        desk.handle(0, Input::Connected(screen));
        let texts = requests.iter().map(|(which, edits)| {
            let message = &messages[which.index(messages.len())];
            edits.as_ref().map_or_else(|| message.clone(), |edits| mutated(message, edits))
        });
        // The store agrees with everything, so that games do begin; requests are about the first.
        let mut logs: BTreeMap<GameId, (String, Vec<String>)> = BTreeMap::new();
        for text in texts.chain([text]) {
            let text = match logs.keys().next() {
                Some(id) => text.replace(r#""game":"a""#, &format!(r#""game":"{}""#, id.0)),
                None => text,
            };
            let mut inputs = vec![Input::Received { connection: screen, text }];
            while let Some(input) = inputs.pop() {
                for effect in desk.handle(1, input) {
                    if let Effect::Store { ticket, job } = effect {
                        let answer = Some(keep(&mut logs, job));
                        inputs.push(Input::Stored { ticket, answer });
                    }
                }
            }
        }
    }

    #[test]
    fn a_desk_opens_any_store(settings in "\\PC{0,200}", header in "\\PC{0,200}", snapshot in "\\PC{0,200}") {
        let game = StoredGame { id: vierschach_protocol::GameId("a".to_owned()), header, snapshot };
        let stored = Stored { settings: Some(settings), games: vec![game], ..Stored::default() };
        let mut desk = new_desk(stored);
        desk.handle(0, Input::Connected(ConnectionId(1)));
    }
}

/// A store in memory.
fn keep(logs: &mut BTreeMap<GameId, (String, Vec<String>)>, job: Job) -> Answer {
    match job {
        Job::Create { game, header, .. } => drop(logs.insert(game, (header, Vec::new()))),
        Job::Restore {
            game,
            header,
            entries,
            ..
        } => drop(logs.insert(game, (header, entries))),
        Job::Append { game, entry, .. } => {
            if let Some((_, entries)) = logs.get_mut(&game) {
                entries.push(entry);
            }
        }
        Job::Load { game } => {
            let (header, entries) = logs.get(&game).cloned().unwrap_or_default();
            return Answer::Log { header, entries };
        }
        Job::Delete { game } => drop(logs.remove(&game)),
        Job::Checkpoint { .. } | Job::SaveSettings { .. } => {}
    }
    Answer::Done
}

fn uci_line() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "position startpos moves d2d4 b4d4",
        "position fen4 R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,3/14 moves h7h8q",
        "go depth 3 nodes 100 movetime 5 rtime 1 btime 2 ytime 3 gtime 4 rinc 1 ginc 9",
        "setoption name MultiPV value 3",
        "perft 3",
    ])
}

/// A valid request of each kind.
fn messages() -> &'static [String] {
    static MESSAGES: OnceLock<Vec<String>> = OnceLock::new();
    MESSAGES.get_or_init(|| {
        let seat = r#"{"name":null,"player":{"type":"person"}}"#;
        let create = format!(
            r#"{{"type":"create-game","variant":"solo","first":"red","seats":[{seat},{seat},{seat},{seat}]}}"#
        );
        let draft = r#"{"board":"rKh1 bKa7 yKg14 gKn8 rQg1","turn":"red","out":[false,false,false,false],"points":[0,0,0,0],"castling":[[true,true],[true,true],[true,true],[true,true]]}"#;
        let check = format!(
            r#"{{"type":"check-draft","variant":"solo","house":[{{"name":"move_limit","value":"200"}}],"draft":{draft}}}"#
        );
        let header = r#"{"format":2,"engine":"0","variant":"solo","rules":{},"first":"red","seats":[],"seed":1,"created":1}"#;
        let game = format!(
            r#"{{"format":2,"id":"0123456789abcdef0123456789abcdef","header":{header},"entries":[{{"number":1,"act":{{"move":"d2d4"}},"hash":"0123456789abcdef","at":1}}],"deleted":null}}"#
        );
        let bring = |line: &str| {
            let line = serde_json::to_string(line).expect("a text");
            format!(r#"{{"type":"import-archive","line":{line}}}"#)
        };
        let (bring_game, bring_settings) = (
            bring(&game),
            bring(r#"{"format":2,"settings":{"theme":"dark","level":1}}"#),
        );
        let bodies = [
            r#"{"type":"hello","protocol":3}"#,
            &create,
            r#"{"type":"open-game","game":"a","since":3}"#,
            r#"{"type":"leave-game","game":"a"}"#,
            r#"{"type":"play","game":"a","ply":0,"hash":"0","move":"d2d4"}"#,
            r#"{"type":"resign","game":"a","color":"red","ply":0,"hash":"0"}"#,
            r#"{"type":"delete-game","game":"a"}"#,
            r#"{"type":"list-games"}"#,
            r#"{"type":"describe-rules","variant":"teams","house":[{"name":"points.draw","value":"5"},{"name":"setup","value":"modern"}]}"#,
            r#"{"type":"preview","game":"a","ply":0,"hash":"0","move":"d2d4"}"#,
            r#"{"type":"ask-premoves","game":"a","color":"blue"}"#,
            r#"{"type":"analyse","game":"a","number":0,"lines":3}"#,
            r#"{"type":"stop-analysis"}"#,
            r#"{"type":"ask-draft","game":"a","number":0}"#,
            r#"{"type":"export-game","game":"a","number":0,"format":"pgn4"}"#,
            r#"{"type":"import-game","text":"1. d2-d4 .. b7-c7\n2. k13-k12"}"#,
            r#"{"type":"export-all","after":null}"#,
            r#"{"type":"room","act":{"type":"ready","ready":true}}"#,
            &check,
            &bring_game,
            &bring_settings,
        ];
        bodies.iter().map(|body| format!(r#"{{"id":1,"message":{body}}}"#)).collect()
    })
}

#[test]
fn the_sample_messages_are_valid() {
    for text in messages() {
        let request: Result<Request, _> = serde_json::from_str(text);
        assert!(request.is_ok(), "{text}: {request:?}");
    }
    let hello: Request = serde_json::from_str(&messages()[0]).expect("valid");
    assert!(matches!(hello.message, ClientMessage::Hello { .. }));
}

fn new_desk(stored: Stored) -> Desk {
    let config = DeskConfig {
        version: "0".to_owned(),
        levels: vec![1],
        entropy: [7; 32],
    };
    Desk::new(config, stored)
}

/// 50 MB are refused before they are looked at.
#[test]
fn garbage_is_refused_quickly() {
    const SIZE: usize = 50 << 20;
    let within = |what: &str, run: &mut dyn FnMut() -> bool| {
        let start = Instant::now();
        assert!(run(), "{what} was accepted");
        let elapsed = start.elapsed();
        assert!(elapsed < Duration::from_secs(1), "{what} took {elapsed:?}");
    };
    for unit in [
        "x", "[", "(", "{", "R ", "d2-d4 ", "\n", "3,yR,", "/", "{\"id\":", "é",
    ] {
        let garbage = unit.repeat(SIZE / unit.len());
        let rules = Rules::preset(Preset::Solo);
        within("FEN4", &mut || Game::from_fen4(rules, &garbage).is_err());
        within("PGN4", &mut || {
            pgn4::games(&garbage).all(|game| game.is_err())
        });
        within("a trace", &mut || {
            trace::run_line(&garbage).contains("error")
        });
        let mut desk = new_desk(Stored::default());
        desk.handle(0, Input::Connected(ConnectionId(1)));
        let mut text = Some(garbage);
        within("a message", &mut || {
            let text = text.take().unwrap_or_default();
            let effects = desk.handle(
                0,
                Input::Received {
                    connection: ConnectionId(1),
                    text,
                },
            );
            effects.iter().any(|effect| {
                matches!(effect, Effect::Send { message, .. }
                if matches!(**message, ServerMessage::Refused { .. }))
            })
        });
    }
}

/// The longest texts that are read take little time too, however they are built.
#[test]
fn long_texts_take_little_time() {
    let size = pgn4::MAX_BYTES / 4;
    for unit in [
        "x",
        "[",
        "[a",
        "[a \"",
        "(",
        "R(",
        "{",
        "[a \"\"]\n{\n",
        "R ",
        "1.",
        "..",
        "\n",
        "\\",
    ] {
        let text = unit.repeat(size / unit.len());
        let start = Instant::now();
        let read = pgn4::games(&text).filter(Result::is_ok).count();
        let elapsed = start.elapsed();
        assert!(
            elapsed < Duration::from_secs(10),
            "{unit:?}: {read} games in {elapsed:?}"
        );
    }
}
