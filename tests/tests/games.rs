//! Real games replay to the end: each move legal, each `+` and `#` as printed, points as in the
//! `Result` tag (docs/RULES.md section 12).

use std::path::Path;

use vierschach_engine::notation::import;
use vierschach_engine::pgn4::{self, Action, Entry, Pgn4};
use vierschach_engine::{AwardReason, Color, EndReason, Error, Preset, Rules};

fn read(name: &str) -> Vec<Pgn4> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data/games")
        .join(name);
    let text = std::fs::read_to_string(path).expect("test data");
    pgn4::games(&text)
        .collect::<Result<_, _>>()
        .expect("readable games")
}

fn all() -> Vec<Pgn4> {
    let mut games = read("ffa-2019.pgn4");
    games.extend(read("ffa-2026.pgn4"));
    games
}

#[test]
fn every_game_replays() {
    let games = all();
    assert_eq!(games.len(), 193);
    let faults: Vec<String> = games
        .iter()
        .filter_map(|game| game.replay().err().map(|error| error.to_string()))
        .collect();
    assert!(
        faults.is_empty(),
        "{} games at fault:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn tags_name_the_rules() {
    for game in read("ffa-2019.pgn4") {
        assert_eq!(game.rules(), Ok(Rules::preset(Preset::ServerFfa2019)));
    }
    for game in read("ffa-2026.pgn4") {
        let rules = game.rules().expect("known rules");
        let today = Rules {
            setup: rules.setup,
            ..Rules::preset(Preset::ServerFfa)
        };
        assert_eq!(rules, today);
        assert!(game.tag("Result").is_some());
    }
}

/// What `(Yellow +20)` in a `Termination` tag gives to whom.
fn bonus(termination: &str) -> Option<(Color, i32)> {
    let (_, inside) = termination.split_once('(')?;
    let (color, points) = inside.strip_suffix(')')?.split_once(" +")?;
    Some((color.parse().ok()?, points.parse().ok()?))
}

#[test]
fn the_end_gives_what_the_tag_says() {
    let mut with_bonus = 0;
    for game in read("ffa-2026.pgn4") {
        let replay = game.replay().expect("a good game");
        let number = game.number().unwrap_or_default().to_owned();
        let reason = replay.game.result().map(|result| result.reason);
        let termination = game.tag("Termination").unwrap_or_default();
        let last = &replay.steps.last().expect("some moves").report;
        let given = last
            .awards
            .iter()
            .filter(|award| award.reason == AwardReason::LivingKings);
        let given: i32 = given.map(|award| award.points).sum();
        if let Some((color, points)) = bonus(termination) {
            with_bonus += 1;
            assert_eq!(given, points, "game {number}: {termination}");
            assert!(
                last.awards.iter().all(|award| award.color == color),
                "game {number}"
            );
            assert!(
                matches!(reason, Some(EndReason::LastPlayer | EndReason::Claim)),
                "game {number}"
            );
        } else {
            let expected = match termination {
                "Game over. (3-fold repetition)" => EndReason::Repetition,
                "Insufficient material" => EndReason::BareKings,
                "Checkmate" => EndReason::LastPlayer,
                other => panic!("game {number}: {other}"),
            };
            assert_eq!(reason, Some(expected), "game {number}");
        }
    }
    assert_eq!(with_bonus, 15);
}

#[test]
fn what_is_read_is_written_as_it_was() {
    for name in ["ffa-2019.pgn4", "ffa-2026.pgn4"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("data/games")
            .join(name);
        let text = std::fs::read_to_string(path).expect("test data");
        let written: Vec<String> = read(name)
            .iter()
            .map(|game| game.to_text().expect("short"))
            .collect();
        assert_eq!(written.join("\n").trim_end(), text.trim_end(), "{name}");
    }
}

#[test]
fn games_recorded_anew_play_alike() {
    for game in all() {
        let replay = game.replay().expect("a good game");
        let rules = *replay.game.rules();
        let actions: Vec<Action> = replay.steps.iter().map(|step| step.action).collect();
        let start = pgn4::Start::Setup(Color::Red);
        let recorded = Pgn4::record(game.tags.clone(), &rules, &start, &actions).expect("legal");
        let again = recorded.replay().expect("recorded just now");
        let repeated: Vec<Action> = again.steps.iter().map(|step| step.action).collect();
        assert_eq!(repeated, actions);
        assert_eq!(again.game.points(), replay.game.points());
        assert_eq!(again.game.to_fen4(), replay.game.to_fen4());
    }
}

/// Pasted by somebody, a game is what its replay was; taken away and pasted again, it is the same.
#[test]
fn every_game_is_imported_and_exported() {
    for game in all() {
        let replay = game.replay().expect("a good game");
        let acts: Vec<Action> = replay.steps.iter().map(|step| step.action).collect();
        let read = import(&game.to_text().expect("short")).expect("a good game");
        assert_eq!((&read.acts, read.start.as_ref()), (&acts, None));
        assert_eq!(
            (read.rules, &read.doubts),
            (*replay.game.rules(), &Vec::new())
        );
        let start = pgn4::Start::Setup(read.first);
        let text = pgn4::write(&read.names, &read.carried, &read.rules, &start, &read.acts);
        assert_eq!(import(&text.expect("legal")), Ok(read));
    }
}

/// A replay that accepts everything would pass the tests above.
#[test]
fn spoilt_games_are_found_out() {
    let spoilt = [
        (
            "1. h2-h3",
            "1. h2-h5",
            "round 1: red h2-h5: h2h5 is not a legal move",
        ),
        ("1. h2-h3", "1. Nh2-h3", "on h2 stands a pawn, not a knight"),
        ("1. h2-h3", "1. b4-d4", "the piece on b4 is blue"),
        ("1. h2-h3", "1. h5-h6", "h5 is empty"),
        (
            "l10xm9+",
            "l10xm9",
            "round 5: yellow l10xm9: 0 printed, but the move checks 1",
        ),
        (
            "Qg1-j4 ..",
            "Qg1-j4+ ..",
            "round 2: red Qg1-j4+: 1 printed, but the move checks 0",
        ),
        ("Qa11xRa9+#", "Qa11xRa9+", "0 printed, but the move mates 1"),
        (
            "k11xl10",
            "k11xQl10",
            "the move takes a pawn, but a queen is printed",
        ),
        ("30. O-O-O", "30. O-O", "no such castling"),
        ("55. R", "55. S", "nobody is out that way"),
        ("55. R", "55. R .. R", "the game is over"),
        (
            "Red: 72",
            "Red: 73",
            "the result tag says [73, 14, 61, 33], the game [72, 14, 61, 33]",
        ),
        (
            "PromoteTo=D",
            "Play4Mate",
            "unknown rule variant \"Play4Mate\"",
        ),
    ];
    let games = read("ffa-2026.pgn4");
    let text = games[0].to_text().expect("short");
    for (right, wrong, fault) in spoilt {
        assert!(text.contains(right), "{right}");
        let game: Pgn4 = text.replacen(right, wrong, 1).parse().expect("readable");
        let error: Error = game.replay().expect_err("spoilt");
        assert!(error.to_string().contains(fault), "{wrong}: {error}");
        assert!(
            error.to_string().starts_with("PGN4: game 100527014: "),
            "{error}"
        );
    }
}

#[test]
fn the_games_hold_what_they_are_to_test() {
    let entries: Vec<Entry> = all()
        .iter()
        .flat_map(|game| game.line.slots.iter().map(|slot| slot.entry))
        .collect();
    let walking = entries
        .iter()
        .filter(|entry| matches!(entry, Entry::Move(text) if text.leaving.is_some()));
    let stalemates = entries.iter().filter(|entry| **entry == Entry::Stalemated);
    assert_eq!((walking.count(), stalemates.count()), (9, 2));
}
