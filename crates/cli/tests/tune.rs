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
    let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).count();
    assert_eq!(lines(&kept), 6);
    assert_eq!(lines(&std::fs::read_to_string(&file).expect("games")), 6);
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

#[test]
fn patience_is_a_part() {
    let output = tune(
        &games("none.jsonl"),
        &["--rules", "solo", "--patience", "1.5"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("from 0 to 1"));
}
