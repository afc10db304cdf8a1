//! The rules as a list of names and values, and edits to them by name.

use serde_json::{Map, Value};

use super::{Choices, Preset, Rules};
use crate::Error;

/// One rule with its value beside another set of rules' value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Dotted name as in the serialized form, `promotion.rank`.
    pub name: String,
    /// The value, words without quotes: `end-of-file`, `8`, `null`.
    pub value: String,
    /// The value of the rules compared with; `null` if they lack the field.
    pub base: String,
    /// What it may be changed to.
    pub choices: Choices,
}

impl Field {
    /// Whether the value is not the base's.
    pub fn differs(&self) -> bool {
        self.value != self.base
    }
}

impl Rules {
    /// Every field beside `base`'s value, in the order of the struct: a page of differences
    /// keeps those that [differ](Field::differs).
    ///
    /// ```
    /// use vierschach_engine::{Preset, Rules};
    /// let teams = Rules::preset(Preset::Teams);
    /// let fields = teams.fields(&Rules::preset(Preset::Solo));
    /// let rank = fields.iter().find(|field| field.name == "promotion.rank").unwrap();
    /// assert_eq!((rank.value.as_str(), rank.base.as_str()), ("11", "8"));
    /// ```
    pub fn fields(&self, base: &Rules) -> Vec<Field> {
        let base = to_json(base);
        let mut leaves = Vec::new();
        flatten("", &to_json(self), &mut leaves);
        let field = |(name, value): (String, Value)| {
            let value = text(&value);
            Field {
                base: text(at(&base, &name)),
                choices: Choices::of(self, &name, &value),
                name,
                value,
            }
        };
        leaves.into_iter().map(field).collect()
    }

    /// The preset from which the fewest fields differ; the first of several in the order of
    /// [`Preset::ALL`].
    pub fn nearest_preset(&self) -> Preset {
        let differing = |preset: &Preset| {
            let fields = self.fields(&Rules::preset(*preset));
            fields.iter().filter(|field| field.differs()).count()
        };
        let presets = Preset::ALL.into_iter();
        presets.min_by_key(differing).unwrap_or(Preset::Solo)
    }

    /// These rules with some fields replaced. `edits` is an object of fields, by the names of the
    /// serialized form or by dotted ones: `{"setup": "modern", "points": {"draw": 5}}`,
    /// `{"points.draw": 5}`. Inner objects replace only what they name. Values may also be the texts
    /// that [`Rules::fields`] gives: `"5"`, `"true"`, `"null"`, `"south, west, north, east"`.
    ///
    /// ```
    /// use vierschach_engine::{Error, Preset, Rules};
    /// let solo = Rules::preset(Preset::Solo);
    /// let house = solo.with_edits(&serde_json::json!({"move_limit": "200"})).unwrap();
    /// assert_eq!(house.move_limit, Some(200));
    /// match solo.with_edits(&serde_json::json!({"teams": "true"})) {
    ///     Err(Error::BadRules { field, with, .. }) => {
    ///         assert_eq!((field, with), ("mate", Some("teams")));
    ///     }
    ///     other => panic!("{other:?}"),
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::BadRules`] for unknown fields, unreadable values and bad combinations.
    pub fn with_edits(&self, edits: &Value) -> Result<Rules, Error> {
        if !edits.is_object() {
            return Err(bad("set", "not an object of fields"));
        }
        let mut leaves = Vec::new();
        flatten("", edits, &mut leaves);
        // Each dot is a level of an object: none of ours has more, and no stack bears any number.
        if leaves
            .iter()
            .any(|(name, _)| name.split('.').count() > MAX_LEVELS)
        {
            return Err(bad("set", "a name that no rule has"));
        }
        let mut base = to_json(self);
        if self.points.is_none() && leaves.iter().any(|(name, _)| name.starts_with("points.")) {
            base["points"] = to_json(&Rules::preset(Preset::Solo))["points"].take();
        }
        let mut json = base.clone();
        for (name, value) in &leaves {
            set(&mut json, name, value);
        }
        // Unvalidated, so that a bad combination is told from an unreadable value.
        let rules = Rules::deserialize(json).map_err(|_| unreadable(&base, &leaves))?;
        rules.validate()?;
        Ok(rules)
    }
}

/// More levels than the name of any rule has.
const MAX_LEVELS: usize = 4;

/// Which of several edits can't be read.
fn unreadable(base: &Value, edits: &[(String, Value)]) -> Error {
    for (name, value) in edits {
        let mut json = base.clone();
        set(&mut json, name, value);
        if let Err(error) = Rules::deserialize(json) {
            return bad(known_name(name), error);
        }
    }
    bad("set", "unreadable")
}

/// The static name of a field; `set` for what is none.
fn known_name(name: &str) -> &'static str {
    let mut known = NAMES.iter().filter(|known| **known == name);
    known.next().unwrap_or(&"set")
}

/// The fields whose values may be unreadable by themselves.
const NAMES: [&str; 35] = [
    "setup",
    "seating",
    "teams",
    "promotion",
    "promotion.rank",
    "promotion.kinds",
    "en_passant",
    "mate",
    "king_capture",
    "king_capture_in_check",
    "stalemate",
    "move_limit",
    "points",
    "points.pawn",
    "points.knight",
    "points.bishop",
    "points.rook",
    "points.queen",
    "points.promoted",
    "points.king",
    "points.checkmate",
    "points.stalemate",
    "points.walker_stalemate",
    "points.two_checks",
    "points.two_checks_queen",
    "points.three_checks",
    "points.three_checks_queen",
    "points.draw",
    "points.living_king",
    "points.lead",
    "lead",
    "resignation",
    "time_out",
    "material",
    "tie",
];

fn bad(field: &'static str, problem: impl ToString) -> Error {
    Error::BadRules {
        field,
        with: None,
        problem: problem.to_string(),
    }
}

/// Rules hold numbers, words and nothing that JSON lacks, so this always succeeds.
fn to_json(rules: &Rules) -> Value {
    serde_json::to_value(rules).unwrap_or_default()
}

/// The fields of an object with their dotted names, inner objects taken apart.
fn flatten(prefix: &str, value: &Value, leaves: &mut Vec<(String, Value)>) {
    let Value::Object(map) = value else {
        leaves.push((prefix.to_owned(), value.clone()));
        return;
    };
    for (name, value) in map {
        let name = if prefix.is_empty() {
            name.clone()
        } else {
            format!("{prefix}.{name}")
        };
        flatten(&name, value, leaves);
    }
}

/// The value of a dotted name; `null` where there is none.
fn at<'a>(object: &'a Value, name: &str) -> &'a Value {
    name.split('.').fold(object, |value, name| &value[name])
}

/// Gives a dotted name a value, in place of whatever stands there.
fn set(object: &mut Value, name: &str, value: &Value) {
    let mut slot = object;
    for name in name.split('.') {
        if !slot.is_object() {
            *slot = Value::Object(Map::new());
        }
        slot = &mut slot[name];
    }
    *slot = match value {
        Value::String(text) => from_text(text),
        other => other.clone(),
    };
}

/// What a text of [`text`] stands for.
fn from_text(text: &str) -> Value {
    if text.contains(',') {
        return text.split(',').map(|item| from_text(item.trim())).collect();
    }
    // Numbers, `true`, `false` and `null`; every other value is a word.
    let scalar = serde_json::from_str(text).ok();
    let scalar = scalar.filter(|value: &Value| !value.is_object() && !value.is_array());
    scalar.unwrap_or_else(|| Value::String(text.to_owned()))
}

fn text(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
