//! The rules as a list of names and values, and edits to them by name.

use serde_json::Value;

use super::Rules;
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
        let mut fields = Vec::new();
        flatten("", &to_json(self), &to_json(base), &mut fields);
        fields
    }

    /// These rules with some fields replaced. `edits` is an object of the serialized form's
    /// fields, `{"setup": "modern", "move_limit": 200}`; inner objects replace only what they name.
    ///
    /// # Errors
    /// [`Error::BadRules`] for unknown fields, unreadable values and bad combinations.
    pub fn with_edits(&self, edits: &Value) -> Result<Rules, Error> {
        let bad = |problem: String| Error::BadRules {
            field: "set",
            problem,
        };
        if !edits.is_object() {
            return Err(bad("not an object of fields".to_owned()));
        }
        let mut json = to_json(self);
        merge(&mut json, edits);
        // Unvalidated, so that a bad combination is told from an unreadable value.
        let rules = Rules::deserialize(json).map_err(|error| bad(error.to_string()))?;
        rules.validate()?;
        Ok(rules)
    }
}

/// Rules hold numbers, words and nothing that JSON lacks, so this always succeeds.
fn to_json(rules: &Rules) -> Value {
    serde_json::to_value(rules).unwrap_or_default()
}

fn merge(into: &mut Value, edits: &Value) {
    match (into, edits) {
        (Value::Object(into), Value::Object(edits)) => {
            for (name, value) in edits {
                merge(into.entry(name.as_str()).or_insert(Value::Null), value);
            }
        }
        (into, value) => *into = value.clone(),
    }
}

fn flatten(prefix: &str, value: &Value, base: &Value, fields: &mut Vec<Field>) {
    let Value::Object(map) = value else {
        fields.push(Field {
            name: prefix.to_owned(),
            value: text(value),
            base: text(base),
        });
        return;
    };
    for (name, value) in map {
        let name = if prefix.is_empty() {
            name.clone()
        } else {
            format!("{prefix}.{name}")
        };
        let inner = base.get(name.rsplit('.').next().unwrap_or_default());
        flatten(&name, value, inner.unwrap_or(&Value::Null), fields);
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
