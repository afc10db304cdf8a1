//! Rules as screens show and edit them: names and values, never numbers typed by hand.

use serde::{Deserialize, Serialize};

use crate::{Board, Side, Variant};

/// One rule in force, beside what the preset says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleField {
    /// Its dotted name, `promotion.rank`; the screen has the words.
    pub name: String,
    /// Its value as text: `8`, `end-of-file`, `true`, `null`.
    pub value: String,
    /// The preset's value.
    pub preset: String,
    /// The values it may take.
    pub choices: RuleChoices,
}

/// Which values a rule may take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RuleChoices {
    /// This one only.
    Fixed,
    /// One of these.
    OneOf {
        /// The values as text.
        values: Vec<String>,
    },
    /// A whole number.
    Number {
        /// The least.
        min: i32,
        /// The greatest.
        max: i32,
    },
}

/// A rule that a table changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct HouseRule {
    /// The rule's dotted name.
    pub name: String,
    /// Its value as text.
    pub value: String,
}

/// A variant under a table's house rules, as a screen for a new game shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RulesView {
    /// The preset.
    pub variant: Variant,
    /// Every rule in force, in the order of docs/RULES.md.
    pub fields: Vec<RuleField>,
    /// The board at the start.
    pub board: Board,
    /// Where each colour sits, in the order Red, Blue, Yellow, Green.
    pub sides: [Side; 4],
    /// Whether Red and Yellow play against Blue and Green.
    pub teams: bool,
    /// Whether points decide.
    pub has_points: bool,
    /// Why these rules make no game: the names of the rules that contradict each other.
    pub conflict: Vec<String>,
}
