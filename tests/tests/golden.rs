//! Golden data: perft counts and traces worked out by an independent implementation
//! (tests/data/golden/README.md). Nothing here may be edited to fit.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Map, Value};
use vierschach_cli::trace;
use vierschach_engine::{Color, Game};

/// One line of perft.jsonl.
#[derive(Deserialize)]
struct Perft {
    id: String,
    rules: String,
    set: Map<String, Value>,
    fen4: Option<String>,
    depth: u32,
    nodes: u64,
}

fn read(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("data/golden")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails with every difference at once.
fn report(faults: &[String], lines: usize, least: usize) {
    assert!(lines >= least, "only {lines} lines of golden data");
    assert!(
        faults.is_empty(),
        "{} of {lines} lines:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn perft_counts() {
    let text = read("perft.jsonl");
    let mut faults = Vec::new();
    for line in text.lines() {
        let case: Perft = serde_json::from_str(line).expect("a perft case");
        let rules = trace::rules(&case.rules, &case.set).expect("known rules");
        let game = match &case.fen4 {
            Some(fen4) => Game::from_fen4(rules, fen4),
            None => Ok(Game::new(rules, Color::Red)),
        };
        match game {
            Ok(game) => {
                let (bulk, single) = (game.perft(case.depth, true), game.perft(case.depth, false));
                if (bulk, single) != (case.nodes, case.nodes) {
                    let Perft { id, nodes, .. } = case;
                    faults.push(format!(
                        "{id}: {bulk} in bulk, {single} one by one, not {nodes}"
                    ));
                }
            }
            Err(error) => faults.push(format!("{}: {error}", case.id)),
        }
    }
    report(&faults, text.lines().count(), 260);
}

#[test]
fn traces() {
    let (inputs, expected) = (read("traces.jsonl"), read("traces.expected.jsonl"));
    let mut faults = Vec::new();
    for (input, expected) in inputs.lines().zip(expected.lines()) {
        let answer: Value = serde_json::from_str(&trace::run_line(input)).expect("an answer");
        let expected: Value = serde_json::from_str(expected).expect("an expectation");
        if let Some(fault) = difference(&answer, &expected) {
            faults.push(format!("{}: {fault}", expected["id"]));
        }
    }
    assert_eq!(inputs.lines().count(), expected.lines().count());
    report(&faults, inputs.lines().count(), 355);
}

/// The first difference, field by field. Of errors only the place is compared.
fn difference(answer: &Value, expected: &Value) -> Option<String> {
    if expected.get("error").is_some() || answer.get("error").is_some() {
        let same = answer.get("at") == expected.get("at") && answer["id"] == expected["id"];
        return (!same).then(|| format!("{answer} instead of {expected}"));
    }
    let (states, wanted) = (answer["states"].as_array()?, expected["states"].as_array()?);
    for (at, (state, wanted)) in states.iter().zip(wanted).enumerate() {
        let fields = wanted.as_object().into_iter().flatten();
        for (field, value) in fields {
            if state.get(field) != Some(value) {
                let got = &state[field];
                return Some(format!(
                    "state {at}: {field} is {got}, not {value}\n    {state}\n    {wanted}"
                ));
            }
        }
    }
    (answer != expected).then(|| format!("{} instead of {}", answer["result"], expected["result"]))
}
