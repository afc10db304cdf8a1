//! The options that choose rules and a position.

use clap::Args;
use vierschach_engine::{Color, Game, Preset, Rules, Setup};

use crate::{Error, arguments};

/// Which rules.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// A preset: solo, teams, vierschach, four-kingdoms, server-ffa, server-ffa-2019, server-teams
    #[arg(long, value_name = "R", default_value = "solo", value_parser = arguments::preset)]
    pub(crate) rules: Preset,
    /// Where kings and queens start: classic, modern, by, byg, rg, lutze
    #[arg(long, value_name = "S", value_parser = arguments::setup)]
    pub(crate) setup: Option<Setup>,
    /// House rules as a JSON object, '{"move_limit": 200}'
    #[arg(long, value_name = "JSON")]
    pub(crate) set: Option<String>,
}

impl RulesArgs {
    pub(crate) fn rules(&self) -> Result<Rules, Error> {
        let mut rules = Rules::preset(self.rules);
        if let Some(set) = &self.set {
            let set = serde_json::from_str(set).map_err(|error| Error::Set(error.to_string()))?;
            rules = rules.with_edits(&set)?;
        }
        if let Some(setup) = self.setup {
            rules.setup = setup;
        }
        Ok(rules)
    }
}

/// Which rules and position.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// A position instead of the rules' start, set up or reached in play
    #[arg(long, value_name = "F")]
    fen4: Option<String>,
    /// Who moves first from the rules' start: R, B, Y or G
    #[arg(long, value_name = "C", default_value = "R", conflicts_with = "fen4")]
    first: Color,
}

impl GameArgs {
    pub(crate) fn game(&self) -> Result<Game, Error> {
        let rules = self.rules.rules()?;
        Ok(match &self.fen4 {
            Some(fen4) => Game::from_fen4_in_play(rules, fen4)?,
            None => Game::new(rules, self.first),
        })
    }
}
