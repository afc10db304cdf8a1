//! Trace input of any kind is answered, never a panic and never at length.

use proptest::prelude::*;
use serde_json::Value;
use vierschach_cli::trace;

const LINE: &str = r#"{"id":"one","rules":"server-ffa","set":{"setup":"modern","move_limit":200},"fen4":null,"first":"Y","actions":["d13d11","resign R","n8m8","claim Y"]}"#;

fn answer(line: &str) -> Value {
    serde_json::from_str(&trace::run_line(line)).expect("an answer in JSON")
}

#[test]
fn bad_actions_say_where() {
    let answer = answer(&LINE.replace("resign R", "resign R\",\"d2d4"));
    assert_eq!(
        (&answer["id"], &answer["at"]),
        (&Value::from("one"), &Value::from(2))
    );
    assert!(answer["error"].is_string());
}

#[test]
fn long_lines_are_refused_unread() {
    let long = LINE.replace("one", &"x".repeat(50_000_000));
    let answer = trace::run_line(&long);
    assert!(answer.len() < 1000 && answer.contains("error"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn broken_lines_are_answered(
        cut in 0..LINE.len(),
        end in 0..LINE.len(),
        put in "[\\[\\]{}:,\"a-z0-9 -]{0,12}",
    ) {
        let (cut, end) = (cut.min(end), cut.max(end));
        answer(&format!("{}{put}{}", &LINE[..cut], &LINE[end..]));
    }

    #[test]
    fn any_actions_are_answered(
        rules in "[a-z0-9-]{0,16}|solo|teams|vierschach|four-kingdoms|server-ffa|server-ffa-2019|server-teams",
        fen4 in prop::option::of(".{0,80}"),
        first in "[RBYGx]?",
        actions in prop::collection::vec("[a-n][0-9]{1,2}[a-n][0-9]{1,2}[qrbn]?|resign [RBYGx]|claim [RBYG]|.{0,8}", 0..12),
    ) {
        let line = serde_json::json!({"id": "any", "rules": rules, "set": {}, "fen4": fen4, "first": first, "actions": actions});
        let answer = answer(&line.to_string());
        let states = answer["states"].as_array().map_or(0, Vec::len);
        prop_assert!(answer["error"].is_string() || states == actions.len() + 1);
    }
}
