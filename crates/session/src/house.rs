//! What a table may change in a preset's rules, and agree on beside them.

use std::ops::RangeInclusive;

use vierschach_engine::{Error, Rules};
use vierschach_protocol::{HouseRule, Table, Variant};

use crate::wire;

/// Longer than the name of any rule.
const MAX_RULE_NAME: usize = 64;

/// How long a table may think about each move.
const MOVE_SECONDS: RangeInclusive<u16> = 1..=3600;

/// A preset's rules with what a table changes in them.
///
/// # Errors
/// [`Error::BadRules`].
pub(crate) fn house_rules(variant: Variant, house: &[HouseRule]) -> Result<Rules, Error> {
    // Each dot of a name is a level of an object: none of ours has so many.
    if house.iter().any(|rule| rule.name.len() > MAX_RULE_NAME) {
        return Err(Error::BadRules {
            field: "set",
            with: None,
            problem: "a name that no rule has".to_owned(),
        });
    }
    let edits = house
        .iter()
        .map(|HouseRule { name, value }| (name.clone(), value.clone().into()));
    Rules::preset(wire::preset(variant)).with_edits(&serde_json::Value::Object(edits.collect()))
}

/// Whether a table can be like this.
pub(crate) fn is_table(table: Table) -> bool {
    let seconds = table.move_seconds;
    seconds.is_none_or(|seconds| MOVE_SECONDS.contains(&seconds))
}
