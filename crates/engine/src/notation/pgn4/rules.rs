//! Which rules and which start a game's tags name.

use serde_json::{Map, Value};

use super::{Pgn4, Reason, Start};
use crate::{Color, Error, Game, Preset, PromotionKinds, PromotionRank, Resignation, Rules, Setup};

/// Words of `RuleVariants` that say who may see or do what, not how the pieces move.
const WITHOUT_EFFECT: [&str; 3] = ["Anonymous", "SemiAnonymous", "Castling"];

/// The tags with a meaning here.
pub(super) const MEANING: [&str; 10] = [
    "Variant",
    "RuleVariants",
    "StartFen4",
    "Rules",
    "Red",
    "Blue",
    "Yellow",
    "Green",
    "Result",
    "Termination",
];

impl Pgn4 {
    /// The rules the game is played by.
    ///
    /// A `Rules` tag, which [`Pgn4::record`] writes, names them in full. Else `Variant` and
    /// `RuleVariants` tell a public server's preset: files without `RuleVariants` are of the time
    /// before `DeadKingWalking`, so free for all is that of 2019 (docs/RULES.md section 12).
    ///
    /// # Errors
    /// [`Reason::UnknownVariant`], [`Reason::UnknownRule`] or [`Reason::Refused`].
    pub fn rules(&self) -> Result<Rules, Reason> {
        let mut rules = match self.tag("Rules") {
            Some(text) => from_tag(text).map_err(Reason::Refused)?,
            None => self.server_rules()?,
        };
        match self.tag("StartFen4") {
            Some(code) => {
                if let Some(setup) = Setup::from_server_code(code) {
                    rules.setup = setup;
                }
            }
            None if self.tag("Rules").is_none() && self.tag("RuleVariants").is_none() => {
                rules.setup = Setup::Classic;
            }
            None => {}
        }
        rules.validate().map_err(Reason::Refused)?;
        Ok(rules)
    }

    fn server_rules(&self) -> Result<Rules, Reason> {
        let words = self.tag("RuleVariants");
        let has =
            |word: &str| words.is_some_and(|words| words.split_whitespace().any(|w| w == word));
        let mut rules = match (self.tag("Variant").unwrap_or("FFA"), words) {
            ("FFA" | "Solo", None) => Rules::preset(Preset::ServerFfa2019),
            ("FFA" | "Solo", Some(_)) => Rules::preset(Preset::ServerFfa),
            ("Teams", _) => Rules::preset(Preset::ServerTeams),
            (other, _) => return Err(Reason::UnknownVariant(shortened(other))),
        };
        let Some(words) = words else { return Ok(rules) };
        rules.en_passant = has("EnPassant");
        if !rules.teams {
            if !has("DeadKingWalking") {
                rules.resignation = Resignation::Stands;
            }
            // Without `=D` a new queen is worth what the old one is.
            promote_to(&mut rules, "Q");
        }
        for word in words.split_whitespace() {
            match word.split_once('=') {
                Some(("PromoteTo", kinds))
                    if kinds.bytes().all(|kind| b"QRBND".contains(&kind)) =>
                {
                    promote_to(&mut rules, kinds);
                }
                Some(("Prom", rank)) if rank.parse::<u8>().is_ok() => {
                    let rank = rank.parse().unwrap_or_default();
                    rules.promotion.rank = PromotionRank::Rank(rank);
                }
                None if matches!(word, "EnPassant" | "DeadKingWalking") => {}
                None if WITHOUT_EFFECT.contains(&word) => {}
                _ => return Err(Reason::UnknownRule(shortened(word))),
            }
        }
        Ok(rules)
    }

    /// The game before its first entry.
    ///
    /// # Errors
    /// As [`Pgn4::rules`]; [`Reason::UnknownStart`], or [`Reason::Refused`] for a bad FEN4.
    pub fn start(&self) -> Result<Game, Reason> {
        let rules = self.rules()?;
        match self.tag("StartFen4") {
            Some(fen4) if Setup::from_server_code(fen4).is_none() => {
                if fen4.contains('/') {
                    Game::from_fen4_in_play(rules, fen4).map_err(Reason::Refused)
                } else {
                    Err(Reason::UnknownStart(shortened(fen4)))
                }
            }
            _ => Ok(Game::new(rules, Color::Red)),
        }
    }

    /// The tags that mean nothing to rules, players and result.
    pub(in crate::notation) fn carried(&self) -> Vec<(String, String)> {
        let tags = self.tags.iter();
        let others = tags.filter(|(name, _)| !MEANING.contains(&name.as_str()));
        others.cloned().collect()
    }

    /// Writes the tags that name rules and start, so that [`Pgn4::rules`] and [`Pgn4::start`]
    /// give them back.
    pub(super) fn set_rules(&mut self, rules: &Rules, start: &Start) {
        let words = server_words(rules);
        self.set_tag("Variant", if rules.teams { "Teams" } else { "FFA" });
        self.set_tag("RuleVariants", words.join(" "));
        self.set_tag("StartFen4", start_tag(rules, start));
        self.set_tag("Rules", to_tag(rules));
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(48).collect()
}

fn promote_to(rules: &mut Rules, kinds: &str) {
    let several = kinds.bytes().any(|kind| b"RBN".contains(&kind));
    rules.promotion.kinds = if several {
        PromotionKinds::Any
    } else {
        PromotionKinds::Queen
    };
    if let Some(points) = &mut rules.points {
        points.promoted = if kinds.contains('D') { 1 } else { points.queen };
    }
}

/// The rules in the words of the public servers, as near as those come.
fn server_words(rules: &Rules) -> Vec<String> {
    let mut words = Vec::new();
    if rules.resignation == Resignation::Walks {
        words.push("DeadKingWalking".to_owned());
    }
    if rules.en_passant {
        words.push("EnPassant".to_owned());
    }
    let usual = if rules.teams { 11 } else { 8 };
    match rules.promotion.rank {
        PromotionRank::Rank(rank) if rank != usual => words.push(format!("Prom={rank}")),
        _ => {}
    }
    if !rules.teams {
        let queen = if by_points(rules) { "D" } else { "Q" };
        let others = if rules.promotion.kinds == PromotionKinds::Any {
            "BNR"
        } else {
            ""
        };
        words.push(format!("PromoteTo={others}{queen}"));
    }
    words
}

/// Whether a new queen is written `=D`: where points count and hers are fewer.
pub(super) fn by_points(rules: &Rules) -> bool {
    rules
        .points
        .is_some_and(|points| points.promoted != points.queen)
}

fn start_tag(rules: &Rules, start: &Start) -> String {
    match start {
        Start::Fen4(fen4) => fen4.clone(),
        Start::Setup(first) => {
            let as_served = rules.seating == Rules::preset(Preset::ServerFfa).seating;
            let code = rules
                .setup
                .server_code()
                .filter(|_| as_served && *first == Color::Red);
            code.map_or_else(|| Game::new(*rules, *first).to_fen4(), str::to_owned)
        }
    }
}

fn json_map(rules: &Rules) -> Map<String, Value> {
    match serde_json::to_value(rules) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// The value of the `Rules` tag: a preset's name, or an object with the preset and the fields
/// that differ from it. Single quotes, as in the extras of a FEN4, keep the tag readable.
fn to_tag(rules: &Rules) -> String {
    let preset = rules.nearest_preset();
    let base = json_map(&Rules::preset(preset));
    let mut object = Map::from_iter([("preset".to_owned(), preset.name().into())]);
    object.extend(
        json_map(rules)
            .into_iter()
            .filter(|(name, value)| base.get(name) != Some(value)),
    );
    if object.len() == 1 {
        preset.name().to_owned()
    } else {
        Value::Object(object).to_string().replace('"', "'")
    }
}

fn from_tag(text: &str) -> Result<Rules, Error> {
    if !text.starts_with('{') {
        return Ok(Rules::preset(text.parse()?));
    }
    let bad = |problem: String| Error::BadRules {
        field: "set",
        with: None,
        problem,
    };
    let set: Value =
        serde_json::from_str(&text.replace('\'', "\"")).map_err(|error| bad(error.to_string()))?;
    let Value::Object(mut set) = set else {
        return Err(bad("not an object".to_owned()));
    };
    let Some(Value::String(preset)) = set.remove("preset") else {
        return Err(bad("without a preset".to_owned()));
    };
    Rules::preset(preset.parse()?).with_edits(&Value::Object(set))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tagged(tags: &[(&str, &str)]) -> Pgn4 {
        let tags = tags
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Pgn4 {
            tags: tags.collect(),
            ..Pgn4::default()
        }
    }

    #[test]
    fn rules_of_the_public_servers() {
        let today = [
            ("Variant", "FFA"),
            (
                "RuleVariants",
                "Anonymous DeadKingWalking EnPassant PromoteTo=D",
            ),
        ];
        assert_eq!(tagged(&today).rules(), Ok(Rules::preset(Preset::ServerFfa)));
        let old = [("Variant", "FFA"), ("StartFen4", "4PCo")];
        assert_eq!(
            tagged(&old).rules(),
            Ok(Rules::preset(Preset::ServerFfa2019))
        );
        assert_eq!(
            tagged(&[]).rules(),
            Ok(Rules::preset(Preset::ServerFfa2019))
        );
        let teams = [("Variant", "Teams"), ("RuleVariants", "EnPassant")];
        assert_eq!(
            tagged(&teams).rules(),
            Ok(Rules::preset(Preset::ServerTeams))
        );
        let set = [
            ("Variant", "Teams"),
            ("RuleVariants", "EnPassant Prom=8"),
            ("StartFen4", "4PCrg"),
        ];
        let rules = tagged(&set).rules().expect("known");
        assert_eq!(
            (rules.setup, rules.promotion.rank),
            (Setup::Rg, PromotionRank::Rank(8))
        );
        let whole = [("RuleVariants", "EnPassant PromoteTo=Q")];
        let rules = tagged(&whole).rules().expect("known");
        assert_eq!(rules.points.map(|points| points.promoted), Some(9));
        assert_eq!(rules.resignation, Resignation::Stands);
    }

    #[test]
    fn unknown_rules_are_named() {
        for (tags, reason) in [
            (
                [("Variant", "Duck"), ("A", "")],
                Reason::UnknownVariant("Duck".to_owned()),
            ),
            (
                [("Variant", "FFA"), ("RuleVariants", "Play4Mate")],
                Reason::UnknownRule("Play4Mate".to_owned()),
            ),
            (
                [("Variant", "FFA"), ("RuleVariants", "PromoteTo=X")],
                Reason::UnknownRule("PromoteTo=X".to_owned()),
            ),
        ] {
            assert_eq!(tagged(&tags).rules(), Err(reason));
        }
        for rules in [
            "chess",
            "{'preset':'solo','x':1}",
            "{'preset':'solo','teams':true}",
            "{",
            "{}",
            "[]",
        ] {
            assert!(
                matches!(tagged(&[("Rules", rules)]).rules(), Err(Reason::Refused(_))),
                "{rules}"
            );
        }
    }

    #[test]
    fn every_preset_and_house_rule_comes_back() {
        for preset in Preset::ALL {
            for setup in Setup::ALL {
                for move_limit in [None, Some(200)] {
                    let rules = Rules {
                        setup,
                        move_limit,
                        ..Rules::preset(preset)
                    };
                    let game = tagged(&[("Rules", &to_tag(&rules))]);
                    assert_eq!(game.rules(), Ok(rules));
                }
            }
        }
        assert_eq!(to_tag(&Rules::preset(Preset::Solo)), "solo");
    }
}
