//! What is written down of a game reads back to the same game, for all rules.

use proptest::prelude::*;
use vierschach_engine::notation::{ImportError, Imported, import};
use vierschach_engine::pgn4::{self, Action, Pgn4, Reason, Start};
use vierschach_engine::{Color, EndReason, Game, Preset, Rules};

#[path = "common/boards.rs"]
mod boards;

/// Plays a game: each number chooses what happens next.
fn play(game: &mut Game, choices: &[u16]) -> Vec<Action> {
    let mut actions = Vec::new();
    for choice in choices {
        let color = Color::from_index(usize::from(*choice) & 3);
        let rest = choice >> 2;
        let action = match rest % 300 {
            0 => Action::Resign(color),
            1 => Action::TimeOut(color),
            2 => Action::Claim(color),
            3 => game.turn().map_or(Action::Resign(color), Action::Resign),
            _ => {
                let moves = game.legal_moves();
                // Captures often, so that games reach their end.
                let takes = |mv: &&_| {
                    let mv: &vierschach_engine::Move = mv;
                    game.position().piece_at(mv.to).is_some()
                };
                let captures: Vec<_> = moves.iter().filter(takes).copied().collect();
                let from = if rest % 3 == 0 && !captures.is_empty() {
                    &captures[..]
                } else {
                    &moves[..]
                };
                let Some(mv) = from.get(usize::from(*choice) % from.len().max(1)) else {
                    break;
                };
                Action::Move(*mv)
            }
        };
        if let Ok(report) = action.play(game) {
            // Where the host moves for a player without time, nothing has happened yet.
            if report.mv.is_some() || !report.statuses.is_empty() || report.result.is_some() {
                actions.push(action);
            }
        }
        if game.turn().is_none() {
            break;
        }
    }
    actions
}

fn assert_reads_back(rules: Rules, start: Start, choices: &[u16]) {
    let mut game = start.game(rules).expect("a start");
    let actions = play(&mut game, choices);
    let written = Pgn4::record(Vec::new(), &rules, &start, &actions).expect("played just now");
    let text = written.to_text().expect("short");
    let read: Pgn4 = text.parse().expect("readable");
    assert_eq!(read, written, "{text}");
    let replay = read
        .replay()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let replayed: Vec<_> = replay
        .steps
        .iter()
        .map(|step| step.action.to_string())
        .collect();
    let played: Vec<_> = actions.iter().map(Action::to_string).collect();
    assert_eq!(replayed.join(" "), played.join(" "), "{text}");
    assert_eq!(replay.game.rules(), game.rules());
    assert_eq!(replay.game.result(), game.result(), "{text}");
    assert_eq!(replay.game.status(), game.status(), "{text}");
    assert_eq!(replay.game.points(), game.points(), "{text}");
    assert_eq!(replay.game.tally(), game.tally(), "{text}");
    assert_eq!(replay.game.hash(), game.hash(), "{text}");
    assert_eq!(replay.game.history(), game.history(), "{text}");
    assert_imports(&rules, &start, &actions, &game);
}

/// What is written for people is imported as the same game.
fn assert_imports(rules: &Rules, start: &Start, acts: &[Action], game: &Game) {
    let names = [
        Some("Ann \"A\"".to_owned()),
        None,
        Some("Red: 1 - ?".to_owned()),
        None,
    ];
    let tags = [("Date", "2026-11-30"), ("Rules", "solo"), ("no tag", "")];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let text = pgn4::write(&names, &tags, rules, start, acts).expect("played just now");
    let read = import(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.rules, *rules);
    assert_eq!(read.preset, rules.nearest_preset());
    assert_eq!(read.names, names);
    assert_eq!(read.carried, [tags[0].clone()]);
    assert_eq!(read.acts, acts, "{text}");
    assert_eq!(read.doubts, [], "{text}");
    let again = replayed(&read);
    assert_eq!(again.hash(), game.hash(), "{text}");
    assert_eq!(again.points(), game.points(), "{text}");
    assert_eq!(again.history(), game.history(), "{text}");
    assert_eq!(again.first(), game.first(), "{text}");
    assert_eq!(again.result(), game.result(), "{text}");
}

fn replayed(read: &Imported) -> Game {
    let start = match &read.start {
        Some(fen4) => Start::Fen4(fen4.clone()),
        None => Start::Setup(read.first),
    };
    let mut game = start.game(read.rules).expect("a start");
    assert_eq!(game.first(), read.first);
    for act in &read.acts {
        act.play(&mut game).expect("a legal act");
    }
    game
}

/// Four kings, a pawn of Red's, and what stands on rank 9.
fn kings(extras: &str, rank: &str) -> String {
    format!(
        "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{extras}14/7,yK,6/14/14/14/{rank}/1,bK,12/\
         12,gK,1/14/14/14/14/6,rK,3,rP,3/14"
    )
}

const START: &str = "1. d2-d4 .. b7-c7 .. k13-k12 .. m8-l8\n";

#[test]
fn positions_and_setups_are_imported() {
    let setup = import(" 4PCo \n").expect("a name");
    assert_eq!(
        (setup.rules, setup.start, setup.first),
        (Rules::preset(Preset::Solo), None, Color::Red)
    );
    for preset in Preset::ALL {
        let rules = Rules::preset(preset);
        let start = Game::new(rules, Color::Yellow).to_fen4();
        let read = import(&format!("\u{feff}{start}\n")).expect("a position");
        assert_eq!(replayed(&read).to_fen4(), start, "{preset}");
        assert_eq!(
            read.start.is_none(),
            rules.seating == read.rules.seating && rules.setup == read.rules.setup,
            "{preset}"
        );
    }
    // Pawns this far are of teams, wandering armies of another variant.
    assert_eq!(
        import(&kings("", "4,rP,9")).map(|read| read.preset),
        Ok(Preset::Teams)
    );
    let wanders = kings("{'resigned':(false,true,false,false)}-", "14");
    assert_eq!(
        import(&wanders).map(|read| read.preset),
        Ok(Preset::FourKingdoms)
    );
    match import("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-14") {
        Err(error @ ImportError::Fen4(_)) => assert_eq!(error.found(), Some("board")),
        other => panic!("{other:?}"),
    }
}

/// What a person reads of a fault: line, column, round and the sign that was not understood.
#[test]
fn faults_have_a_place() {
    for (text, place, round, found) in [
        ("", None, None, None),
        (" \n\t", None, None, None),
        (
            "1. d2-d4 .. b7-c7 .. k13-k12 .. m8-l8\n2. d4-d5 .. c7-d7 .. k12-k9",
            Some((2, 22)),
            Some(2),
            Some("k12-k9"),
        ),
        ("1. d2-d4 .. hello", Some((1, 13)), Some(1), Some("hello")),
        (
            "[Red \"A\"]\n\n1. d2-d4\n .. { so",
            Some((4, 5)),
            Some(1),
            None,
        ),
        (
            "[Red \"A\"]\n  [Variant \"Duck\"]\n1. d2-d4",
            Some((2, 3)),
            None,
            Some("Duck"),
        ),
        (
            "[RuleVariants \"EnPassant Play4Mate\"]",
            Some((1, 1)),
            None,
            Some("Play4Mate"),
        ),
        ("[StartFen4 \"R-0/0\"]\n1. d2-d4", Some((1, 1)), None, None),
        ("[Rules \"chess\"]\n1. d2-d4", Some((1, 1)), None, None),
        (
            "1. d2-d4 .. R .. R .. R .. d4-d5",
            Some((1, 28)),
            Some(1),
            Some("d4-d5"),
        ),
        ("1. e1-e2 { é } .. R", Some((1, 4)), Some(1), Some("e1-e2")),
    ] {
        let error = import(text).expect_err(text);
        assert_eq!(
            (error.place(), error.round(), error.found()),
            (place, round, found),
            "{text}: {error}"
        );
    }
    let two = format!("[A \"1\"]\n{START}\n[A \"2\"]\n{START}");
    match import(&two) {
        Err(ImportError::Pgn4(fault)) => assert_eq!(fault.reason, Reason::MoreGames),
        other => panic!("{other:?}"),
    }
}

/// Signs that no move depends on are doubted, not refused.
#[test]
fn signs_may_be_wrong() {
    let text = "[Result \"Red: 1 - Blue: 2 - Yellow: 3 - Green: 4\"]\n\n\
        1. e2-e4+ .. b7-c7# .. k13xPk12 .. m8-l8 .. S\n";
    let read = import(text).expect("good moves");
    let doubts: Vec<(Option<u32>, Option<u32>, &Reason)> = read
        .doubts
        .iter()
        .map(|fault| (fault.line, fault.column, &fault.reason))
        .collect();
    assert_eq!(read.acts.len(), 4);
    assert!(
        matches!(
            doubts[..],
            [
                (
                    Some(3),
                    Some(4),
                    Reason::WrongChecks {
                        printed: 1,
                        counted: 0
                    }
                ),
                (
                    Some(3),
                    Some(14),
                    Reason::WrongMates {
                        printed: 1,
                        counted: 0
                    }
                ),
                (Some(3), Some(24), Reason::WrongCapture { .. }),
                (Some(3), Some(45), Reason::NobodyOut),
                (Some(1), Some(1), Reason::WrongPoints { .. }),
            ]
        ),
        "{doubts:?}"
    );
    assert!(text.parse::<Pgn4>().expect("readable").replay().is_err());
}

#[test]
fn keyboards_and_chats_are_forgiven() {
    let text = "```\n[Red “Ann”]\n1. j1–i3?\n```";
    assert!(import(text).is_err());
    let plain = import("[StartFen4 \"4PCo\"]\n1. Nj1-i3 .. b7-c7 .. k13-k12 .. m8-l8 2. j2-j3 .. c7-d7 .. k12-k11 .. l8-k8 \
        3. Bi1-j2 .. d7-e7 .. k11-k10 .. k8-j8 4. O-O").expect("a game");
    let smart = import("```\n[StartFen4 “4PCo”]\n1. Nj1–i3 .. b7—c7 .. k13−k12 .. m8‑l8 2. j2-j3 .. c7-d7 .. k12-k11 .. l8-k8 \
        3. Bi1-j2 .. d7-e7 .. k11-k10 .. k8-j8 4. 0-0\n```").expect("the same game");
    assert_eq!(smart, plain);
    assert_eq!(plain.acts.len(), 13);
}

#[test]
fn an_unprinted_queen_is_meant() {
    let start = kings("", "14").replace("12,gK,1", "4,rP,7,gK,1");
    let read = import(&format!(
        "[Rules \"solo\"]\n[StartFen4 \"{start}\"]\n1. e7-e8"
    ));
    let read = read.expect("a promotion");
    let acts: Vec<String> = read.acts.iter().map(Action::to_string).collect();
    assert_eq!(acts, ["e7e8q"]);
}

#[test]
fn claims_and_resignations_are_imported() {
    let rules = Rules::preset(Preset::ServerFfa);
    let acts = [
        Action::Move("d2d4".parse().expect("a move")),
        Action::Resign(Color::Green),
        Action::TimeOut(Color::Blue),
    ];
    let text = pgn4::write(
        &[const { None }; 4],
        &[],
        &rules,
        &Start::Setup(Color::Red),
        &acts,
    );
    let read = import(&text.expect("short")).expect("a game");
    assert_eq!(read.acts, acts);
    let game = replayed(&read);
    assert_ne!(
        game.result().map(|result| result.reason),
        Some(EndReason::Claim)
    );
    // Blue's king can't move yet.
    assert_eq!(game.turn(), Some(Color::Yellow));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn games_read_back(
        rules in boards::rules(),
        first in prop::sample::select(&Color::ALL[..]),
        choices in prop::collection::vec(any::<u16>(), 0..500),
    ) {
        assert_reads_back(rules, Start::Setup(first), &choices);
    }

    #[test]
    fn games_from_any_board_read_back(
        rules in boards::rules(),
        seed in prop::collection::vec(any::<u32>(), 4..80),
        dead in 0usize..8,
        choices in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let fen4 = boards::board(rules, &seed, dead);
        let game = Game::from_fen4_in_play(rules, &fen4).expect("a board");
        if game.turn().is_some() {
            assert_reads_back(rules, Start::Fen4(game.to_fen4()), &choices);
        }
    }

    /// Whatever is pasted is a game or an error with a place within the text.
    #[test]
    fn nothing_pasted_panics(
        text in "(\\[(Red|Rules|Variant|StartFen4) \"[^\"]{0,9}\"\\]\n){0,2}([1-3]\\. |\\.\\. |[(){}RTS#*;]|[a-n][0-9]{1,2}[-x–][a-n][0-9]|0-0|[+#=DQ ]|\\PC){0,40}",
    ) {
        if let Err(error) = import(&text)
            && let Some((line, column)) = error.place()
        {
            let lines: Vec<&str> = text.split('\n').collect();
            let line = lines.get(line as usize - 1).expect("a line of the text");
            prop_assert!(column as usize <= line.chars().count() + 1, "{}", error);
        }
    }

    #[test]
    fn games_from_a_position_read_back(
        rules in boards::rules(),
        before in prop::collection::vec(any::<u16>(), 0..300),
        choices in prop::collection::vec(any::<u16>(), 0..200),
    ) {
        let mut game = Game::new(rules, Color::Red);
        play(&mut game, &before);
        // A finished game is no position to start from.
        if game.turn().is_some() {
            assert_reads_back(rules, Start::Fen4(game.to_fen4()), &choices);
        }
    }
}
