//! Tuning from outside: games are played once, and weights come out as they stand in the source.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BIN: &str = env!("CARGO_BIN_EXE_vierschach");

fn tune(file: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(BIN);
    command.args(["tune", "--nodes", "40", "--passes", "2"]);
    command.args(["--set", r#"{"move_limit": 40}"#]);
    command.arg(file).args(args).output().expect("the program")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn games(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// The mean square errors that each pass told of.
fn errors(output: &Output) -> Vec<f32> {
    let told = text(&output.stderr);
    let lines = told.lines().filter(|line| line.starts_with("pass "));
    let error = |line: &str| line.split_once("error ")?.1.split_once(',')?.0.parse().ok();
    lines.map(|line| error(line).expect(line)).collect()
}

#[test]
fn solo_games_give_weights_for_points() {
    let file = games("solo.jsonl");
    let output = tune(
        &file,
        &["--rules", "solo", "--games", "6", "--patience", "0.9"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let source = text(&output.stdout);
    for name in ["POINTS_WORTH", "POINTS", "RACE", "POINTS_PLACES"] {
        assert!(source.contains(&format!(" {name}: ")), "{source}");
    }
    let errors = errors(&output);
    assert_eq!(errors.len(), 3);
    assert!(errors[2] < errors[0], "{errors:?}");

    // The games are there already.
    let kept = std::fs::read_to_string(&file).expect("games");
    let again = tune(
        &file,
        &["--rules", "solo", "--games", "6", "--patience", "0.9"],
    );
    assert_eq!(text(&again.stdout), source);
    assert_eq!(kept.lines().count(), 1 + 6);
    assert_eq!(std::fs::read_to_string(&file).expect("games"), kept);
}

#[test]
fn team_games_give_weights_for_teams() {
    let file = games("teams.jsonl");
    let output = tune(
        &file,
        &["--rules", "teams", "--games", "32", "--every", "2"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let source = text(&output.stdout);
    for name in ["WORTH", "TEAMS", "DUEL", "PLACES"] {
        assert!(source.contains(&format!(" {name}: ")), "{source}");
    }
    let errors = errors(&output);
    assert!(errors[2] < errors[0], "{errors:?}");
}

/// A run that must be refused with a word about the file, and leave the file as it is.
fn refused(file: &Path, args: &[&str], words: &str) {
    let before = std::fs::read(file).expect("games");
    let output = tune(file, args);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let name = file.to_str().expect("a path of text");
    assert!(told.contains(name) && told.contains(words), "{told}");
    assert_eq!(std::fs::read(file).expect("games"), before, "{told}");
}

#[test]
fn games_of_other_conditions_are_not_mixed() {
    let file = games("conditions.jsonl");
    let solo = ["--rules", "solo", "--games", "1"];
    let output = tune(&file, &solo);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let teams = ["--rules", "teams", "--setup", "modern", "--games", "2"];
    refused(&file, &teams, "other rules (setup and");
    refused(&file, &[&solo[..], &["--seed", "7"]].concat(), "--seed 1");

    // Games of another seed are fitted to as well, those of other rules are not.
    let also = ["--also", file.to_str().expect("a path of text")];
    let other = games("conditions-also.jsonl");
    std::fs::write(&other, "").expect("written");
    refused_also(&other, &[&teams[..], &also].concat(), &file);
    let output = tune(&other, &[&solo[..], &also, &["--seed", "7"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// A run that must be refused for another file than the one it would add to.
fn refused_also(file: &Path, args: &[&str], fault: &Path) {
    let output = tune(file, args);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(fault.to_str().expect("text")), "{told}");
    assert_eq!(std::fs::read(file).expect("a file"), b"");
}

#[test]
fn games_of_another_build_are_used_with_a_word() {
    let file = games("rebuilt.jsonl");
    let more = ["--rules", "solo", "--games", "3"];
    let first = tune(&file, &["--rules", "solo", "--games", "2"]);
    assert!(!text(&first.stderr).contains("another build"));
    let second = tune(&file, &more);
    assert!(!text(&second.stderr).contains("another build"));
    let kept = std::fs::read_to_string(&file).expect("games");
    let (header, games) = kept.split_once('\n').expect("conditions, then games");
    let at = header.find(",\"build\"").expect("a fingerprint");
    let older = format!("{}}}}}\n{games}", &header[..at]);
    let rebuilt = kept.replacen("\"bytes\":", "\"bytes\":1", 1);
    for other in [older, rebuilt] {
        std::fs::write(&file, &other).expect("written");
        let again = tune(&file, &more);
        let told = text(&again.stderr);
        assert!(told.contains("another build of vierschach"), "{told}");
        assert_eq!(text(&again.stdout), text(&second.stdout), "{told}");
    }
}

#[test]
fn files_without_conditions_are_read_if_their_games_are_legal() {
    let file = games("older.jsonl");
    let solo = ["--rules", "solo", "--games", "2"];
    let output = tune(&file, &solo);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let kept = std::fs::read_to_string(&file).expect("games");
    let (_, older) = kept.split_once('\n').expect("conditions, then games");
    std::fs::write(&file, older).expect("written");
    refused(
        &file,
        &["--rules", "teams", "--setup", "modern", "--games", "2"],
        "game 1, line 1, is not of these rules",
    );
    let again = tune(&file, &solo);
    assert_eq!(text(&again.stdout), text(&output.stdout));
    assert_eq!(std::fs::read_to_string(&file).expect("games"), older);
}

#[test]
fn nothing_is_added_to_a_file_of_something_else() {
    let file = games("junk.jsonl");
    std::fs::write(&file, "hello\n").expect("written");
    refused(&file, &["--games", "1"], "line 1 is no game");
    std::fs::write(&file, "hello").expect("written");
    refused(&file, &["--games", "1"], "line 1 is no game");
    std::fs::write(&file, "{\"conditions\":\"level1 level2\"}\n").expect("written");
    refused(&file, &["--games", "1"], "no file of games to tune by");
}

#[test]
fn a_game_that_was_broken_off_is_played_again() {
    let file = games("broken.jsonl");
    let args = ["--games", "2"];
    let output = tune(&file, &args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let kept = std::fs::read_to_string(&file).expect("games");
    for length in [kept.len() - 40, 30] {
        std::fs::write(&file, &kept[..length]).expect("written");
        // The second time whatever was broken off stands in the middle.
        for _ in 0..2 {
            let again = tune(&file, &args);
            assert_eq!(text(&again.stdout), text(&output.stdout));
        }
        let after = std::fs::read_to_string(&file).expect("games");
        assert!(
            kept.lines()
                .all(|line| after.lines().any(|one| one == line))
        );
    }
}

#[test]
fn patience_is_a_part() {
    let output = tune(
        &games("none.jsonl"),
        &["--rules", "solo", "--patience", "1.5"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("from 0 to 1"));
}
