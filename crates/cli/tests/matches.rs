//! Matches from outside: the same games every time, gone on with where they were broken off, and
//! against another program.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BIN: &str = env!("CARGO_BIN_EXE_vierschach");

fn play(args: &[&str]) -> Output {
    let mut command = Command::new(BIN);
    command.args(["match", "--moves", "16", "--opening", "4"]);
    command.args(args).output().expect("the program")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn journal(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_match_goes_on_where_it_was_broken_off() {
    let path = journal("match.jsonl");
    let name = path.to_str().expect("a path of text");
    let args = [
        "--a",
        "2",
        "--b",
        "1",
        "--seats",
        "1",
        "--games",
        "7",
        "--journal",
        name,
    ];
    let whole = play(&args);
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let games = text(&whole.stderr);
    assert_eq!(games.lines().count(), 8, "{games}");
    assert!(games.contains("8/8 A as G:"), "{games}");
    assert!(games.contains("move limit after 16 moves"), "{games}");
    let known = play(&args);
    let told = text(&known.stdout);
    assert!(text(&whole.stdout).contains("ms a move") && !told.contains("ms a move"));

    // The last three games are lost, the third but last in the middle of its line.
    let kept = std::fs::read_to_string(&path).expect("a journal");
    let lines: Vec<&str> = kept.lines().collect();
    assert_eq!(lines.len(), 9);
    let half = &lines[6][..20];
    std::fs::write(&path, format!("{}\n{half}", lines[..6].join("\n"))).expect("written");
    let rest = play(&args);
    assert_eq!(text(&rest.stderr), games);
    let first = |output: &Output| text(&output.stdout).lines().take(3).collect::<String>();
    assert_eq!(first(&rest), first(&whole));

    let other = play(&["--a", "3", "--b", "1", "--journal", name]);
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("another match"));

    // The same command with another program has nothing to add to these games.
    let kept = std::fs::read_to_string(&path).expect("a journal");
    let rebuilt = kept.replacen("\"bytes\":", "\"bytes\":1", 1);
    assert_ne!(rebuilt, kept);
    std::fs::write(&path, &rebuilt).expect("written");
    let other = play(&args);
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("played by another build of vierschach; name another"));
    assert_eq!(std::fs::read_to_string(&path).expect("a journal"), rebuilt);
}

#[test]
fn a_program_that_is_the_same_search_plays_the_same_games() {
    let program = format!("uci:{BIN}");
    let args = ["--rules", "teams", "--games", "2", "--nodes", "300"];
    for (a, b) in [("search", "search"), ("search", &program)] {
        let output = play(&[&args[..], &["--a", a, "--b", b]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        // Equal players on changed seats: whatever one wins the other wins.
        let told = text(&output.stdout);
        assert!(told.contains("score 0.500"), "{told}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_tells_the_sum_so_far() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let path = journal("interrupted.jsonl");
    let program = format!("uci:{BIN}");
    let mut child = Command::new(BIN)
        .args(["match", "--a", "1", "--b", &program, "--nodes", "50"])
        .args(["--rules", "teams", "--moves", "30", "--games", "100000"])
        .arg("--journal")
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut told = BufReader::new(child.stderr.take().expect("piped"));
    let mut first = String::new();
    told.read_line(&mut first).expect("text");
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill").success());
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("text");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130), "{rest}");
    assert!(rest.contains("the same command goes on"), "{rest}");

    // Every game that was told is in the sum and in the journal.
    let games = 1 + rest.lines().filter(|line| line.contains(" A as ")).count();
    let sum = text(&output.stdout);
    assert!(sum.starts_with(&format!("games {games}:")), "{sum}");
    let kept = std::fs::read_to_string(&path).expect("a journal");
    assert_eq!(kept.lines().count(), 1 + games);
}

#[test]
#[cfg(unix)]
fn a_program_that_is_no_engine_is_told() {
    // Programs that end at once, with and without a complaint, and one that never stops.
    for program in ["uci:true", "uci:cat", "uci:yes"] {
        let output = play(&["--a", "1", "--b", program, "--ms", "5"]);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{told}");
        assert!(told.contains("did not answer as an engine"), "{told}");
    }
}

#[test]
fn a_test_may_begin_below_zero() {
    let args = [
        "--a", "1", "--b", "1", "--rules", "teams", "--games", "1", "--sprt", "-5,5",
    ];
    let output = play(&args);
    let told = text(&output.stdout);
    assert!(told.contains("SPRT -5,5: open"), "{told}");
    assert!(text(&output.stderr).contains("2/2 A as BG:"));
}

#[test]
fn what_can_not_be_played_is_told() {
    let fails = |args: &[&str], code: i32, word: &str| {
        let output = play(args);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.contains(word), "{told}");
    };
    fails(&["--a", "search", "--b", "1"], 2, "--nodes");
    fails(&["--a", "9", "--b", "1"], 2, "level");
    for name in ["--nodes", "--ms", "--games", "--seats", "--hash"] {
        fails(&["--a", "1", "--b", "1", name, "0"], 2, "a whole number");
    }
    fails(&["--a", "1", "--b", "1", "--seats", "7"], 2, "from 1 to 3");
    fails(&["--a", "1", "--b", "1", "--sprt", "-5,x"], 2, "LOW,HIGH");
    fails(
        &["--a", "1", "--b", "1", "--sprt", "0,10"],
        2,
        "mean shares",
    );
    fails(
        &["--a", "1", "--b", "uci:/no/such", "--ms", "5"],
        3,
        "/no/such",
    );
    let house = [
        "--a",
        "1",
        "--b",
        "uci:x",
        "--ms",
        "5",
        "--set",
        r#"{"en_passant":false}"#,
    ];
    fails(&house, 3, "presets");
}
