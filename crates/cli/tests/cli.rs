//! The program from outside: output, exit codes, closed pipes, an engine's dialogue.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Start position of the public servers, with blanks as some of their tools write it.
const MODERN: &str = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0- 3,yR,yN,yB,yK,yQ,yB,yN,yR,3/ \
    3,yP,yP,yP,yP,yP,yP,yP,yP,3/ 14/ bR,bP,10,gP,gR/ bN,bP,10,gP,gN/ bB,bP,10,gP,gB/ \
    bQ,bP,10,gP,gK/ bK,bP,10,gP,gQ/ bB,bP,10,gP,gB/ bN,bP,10,gP,gN/ bR,bP,10,gP,gR/ 14/ \
    3,rP,rP,rP,rP,rP,rP,rP,rP,3/ 3,rR,rN,rB,rQ,rK,rB,rN,rR,3";

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_vierschach"))
}

fn run(args: &[&str], input: &str) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).expect("written");
    drop(stdin);
    child.wait_with_output().expect("an end")
}

fn text(args: &[&str], input: &str, code: i32) -> String {
    let output = run(args, input);
    let text = String::from_utf8(output.stdout).expect("text");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{args:?}\n{text}\n{errors}"
    );
    text
}

fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a temporary file");
    path
}

#[test]
fn perft_counts() {
    assert_eq!(
        text(
            &["perft", "--rules", "teams", "--setup", "modern", "3"],
            "",
            0
        ),
        "7800\n"
    );
    assert_eq!(
        text(&["perft", "--fen4", MODERN, "--rules", "teams", "3"], "", 0),
        "7800\n"
    );
    assert_eq!(text(&["perft", "0"], "", 0), "1\n");
    let divided = text(&["perft", "--divide", "2"], "", 0);
    let counts: Vec<u64> = divided
        .lines()
        .filter_map(|line| line.split_once(": ")?.1.parse().ok())
        .collect();
    assert_eq!(counts.len(), 20);
    assert_eq!(
        divided.lines().last(),
        Some(counts.iter().sum::<u64>().to_string().as_str())
    );
}

#[test]
fn wrong_usage_has_a_code_of_its_own() {
    for args in [
        &["perft"][..],
        &["perft", "99"],
        &["perft", "--rules", "chess", "1"],
        &["perft", "--setup", "chess", "1"],
        &["perft", "--set", "{", "1"],
        &["pgn4", "check"],
        &["dance"],
    ] {
        text(args, "", 2);
    }
    for (args, words) in [
        (&["perft", "x"][..], "from 0 to 20"),
        (&["perft", "--rules", "chess", "1"], "four-kingdoms"),
        (&["rules", "chess"], "four-kingdoms"),
        (&["perft", "--setup", "chess", "1"], "modern"),
    ] {
        let told = run(args, "").stderr;
        let told = String::from_utf8_lossy(&told);
        assert!(told.contains(words), "{told}");
    }
    text(&["perft", "--set", r#"{"teams": true}"#, "1"], "", 1);
    text(&["pgn4", "check", "/no/such/file"], "", 3);
}

#[test]
fn every_command_has_help_with_an_example() {
    for args in [
        &["perft"][..],
        &["trace"],
        &["fen4", "check"],
        &["fen4", "format"],
        &["pgn4", "check"],
        &["pgn4", "replay"],
        &["pgn4", "format"],
        &["rules"],
        &["bench"],
        &["match"],
        &["uci"],
    ] {
        let help = text(&[args, &["--help"]].concat(), "", 0);
        assert!(help.contains("Example"), "{args:?}: {help}");
    }
}

#[test]
fn positions_are_checked_and_formatted() {
    let input = format!("{MODERN}\n\nR-nonsense\n");
    let checked = text(&["fen4", "check"], &input, 1);
    let lines: Vec<&str> = checked.lines().collect();
    assert_eq!(lines[0], "ok");
    assert!(lines[1].starts_with("FEN4: "), "{}", lines[1]);
    let formatted = text(&["fen4", "format", MODERN], "", 0);
    assert_eq!(formatted.trim_end(), MODERN.replace(' ', ""));
}

#[test]
fn a_position_reached_in_play_is_taken_where_games_go_on() {
    // Blue, to move, attacks the last king of its opponents: right in play, a mistake when set up.
    let board = "14/7,bQ,yK,5/14/14/14/14/1,bK,12/12,gK,1/14/14/14/14/10,rP,3/14";
    let fen4 = format!("B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{board}");
    let counted = text(
        &["perft", "--rules", "vierschach", "--fen4", &fen4, "1"],
        "",
        0,
    );
    assert!(
        counted
            .trim_end()
            .parse::<u64>()
            .is_ok_and(|nodes| nodes > 0),
        "{counted}"
    );
    let input = format!("setoption name Mode value vierschach\nposition fen4 {fen4}\nperft 1\n");
    let said = text(&["uci"], &input, 0);
    assert!(!said.contains("error"), "{said}");
    let checked = text(&["fen4", "check", "--rules", "vierschach"], &fen4, 1);
    assert!(checked.contains("last king"), "{checked}");
}

#[test]
fn games_are_judged() {
    let good =
        "[GameNr \"7\"]\n[Variant \"FFA\"]\n[StartFen4 \"4PCo\"]\n\n1. d2-d4 .. b7-c7 .. R\n";
    let bad =
        "[GameNr \"8\"]\n[Variant \"FFA\"]\n[StartFen4 \"4PCo\"]\n\n1. d2-d4 .. b7-c7\n2. d4-d6\n";
    let path = file("games.pgn4", format!("{good}\n{bad}\n{good}").as_bytes());
    let path = path.to_str().expect("a plain path");
    let judged = text(&["pgn4", "check", path], "", 1);
    assert_eq!(
        judged,
        format!(
            "{path}: PGN4: game 8: round 2: yellow d4-d6: the piece on d4 is red\n\
             {path}: 2 of 3 games are good\n"
        )
    );
    assert_eq!(text(&["pgn4", "format", "-"], good, 0), good);
    let replayed = text(&["pgn4", "replay", "-"], &format!("{good}\n{bad}"), 1);
    let lines: Vec<serde_json::Value> = replayed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines[0]["game"], "7");
    assert_eq!(lines[0]["moves"], 2);
    assert_eq!(lines[0]["status"][2], "resigned");
    assert!(
        lines[1]["error"]
            .as_str()
            .is_some_and(|error| error.contains("round 2"))
    );
    text(&["pgn4", "check", "-"], "", 1);
}

#[test]
fn a_huge_file_is_refused_unread() {
    let path = file("huge.pgn4", b"");
    let huge = std::fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("just made");
    huge.set_len(50 << 20).expect("a sparse file");
    let start = Instant::now();
    let output = run(&["pgn4", "check", path.to_str().expect("a plain path")], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("longer than"));
    assert!(start.elapsed() < Duration::from_secs(1));
    let binary = file("binary.pgn4", &[0xff, 0xfe, 0x00]);
    text(
        &["pgn4", "check", binary.to_str().expect("a plain path")],
        "",
        1,
    );
}

#[test]
fn rules_as_table_and_json() {
    let names = text(&["rules"], "", 0);
    assert_eq!(names.lines().count(), 7);
    for name in names.lines() {
        let table = text(&["rules", name], "", 0);
        assert!(table.contains("promotion.rank"), "{table}");
        let json: serde_json::Value =
            serde_json::from_str(&text(&["rules", name, "--json"], "", 0)).expect("JSON");
        assert!(json["promotion"]["rank"].is_number() || json["promotion"]["rank"].is_string());
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = program()
        .args(["perft", "--divide", "3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn traces_answer_line_by_line() {
    let input = "{\"id\":\"a\",\"rules\":\"solo\",\"actions\":[\"d2d4\"]}\nnonsense\n\n";
    let answers = text(&["trace"], input, 0);
    let answers: Vec<serde_json::Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["states"].as_array().map(Vec::len), Some(2));
    assert!(answers[1]["error"].is_string());
}

#[test]
fn the_bench_is_the_same_everywhere() {
    let (one, other) = (text(&["bench"], "", 0), text(&["bench"], "", 0));
    assert_eq!(one, other);
    assert!(one.lines().all(|line| !line.ends_with(": 0")), "{one}");
}

#[test]
fn the_engine_introduces_itself_and_plays() {
    let input = format!(
        "uci\nisready\nsetoption name Mode value teams\nsetoption name MultiPV value 2\n\
         position fen4 {MODERN} moves d2d4 b7c7\ngo depth 2\nisready\n"
    );
    let said = text(&["uci"], &input, 0);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("id name Vierschach"));
    let uciok = lines
        .iter()
        .position(|line| *line == "uciok")
        .expect("uciok");
    assert!(
        lines[2..uciok]
            .iter()
            .all(|line| line.starts_with("option name "))
    );
    assert_eq!(lines[uciok + 1], "readyok");
    let info: Vec<&&str> = lines
        .iter()
        .filter(|line| line.starts_with("info depth "))
        .collect();
    assert_eq!(info.len(), 4, "two depths, two lines each: {said}");
    let best = info
        .iter()
        .rev()
        .find(|line| line.contains(" multipv 1 "))
        .expect("a best line");
    let mv = best
        .split_once(" pv ")
        .expect("a line of moves")
        .1
        .split(' ')
        .next();
    let bestmove = lines.iter().find_map(|line| line.strip_prefix("bestmove "));
    assert_eq!(bestmove, mv, "{said}");
}

#[test]
fn what_the_engine_can_not_obey_it_says() {
    let input = "dance\nposition startpos moves d2d5\nposition fen4 x\nsetoption name Hash value 0\n\
                 go depth x\nperft 2\n";
    let said = text(&["uci"], input, 0);
    assert_eq!(said.matches("info string error: ").count(), 5, "{said}");
    assert_eq!(said.lines().last(), Some("nodes 399"));
}

#[test]
fn an_endless_search_ends_when_it_is_told_to() {
    let mut child = program()
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut until = |prefix: &str| loop {
        let line = lines.next().expect("more lines").expect("text");
        if line.starts_with(prefix) {
            break line;
        }
        assert!(!line.starts_with("bestmove"), "answered early: {line}");
    };
    writeln!(stdin, "go infinite").expect("written");
    until("info depth 2");
    writeln!(stdin, "isready").expect("written");
    until("readyok");
    let start = Instant::now();
    writeln!(stdin, "stop").expect("written");
    until("bestmove ");
    assert!(
        start.elapsed() < Duration::from_millis(500),
        "{:?}",
        start.elapsed()
    );
    // A second search is ended by the end of the input.
    writeln!(stdin, "go infinite").expect("written");
    drop(stdin);
    until("bestmove ");
    assert!(child.wait().expect("an end").success());
}

#[test]
fn a_finished_game_has_no_best_move() {
    // Three players out: the game is over before it begins.
    let over = "R-0,1,1,1-0,0,0,0-0,0,0,0-0,0,0,0-0-14/14/14/14/14/14/14/14/14/14/14/14/14/7,rK,6";
    let said = text(&["uci"], &format!("position fen4 {over}\ngo depth 3\n"), 0);
    assert_eq!(said, "bestmove (none)\n");
}
