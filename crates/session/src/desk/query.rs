//! Questions that change nothing: what the rules are, what a move would leave open, what may be
//! entered in advance.

use vierschach_engine::{Color, Error, Game, Rules};
use vierschach_protocol::{
    self as protocol, GameId, HouseRule, Move, RulesView, ServerMessage, Variant,
};

use super::{Asker, Desk};
use crate::house::house_rules;
use crate::{Refusal, Seen, wire};

/// The rules that say how the board looks at the start.
const BOARD_RULES: [&str; 2] = ["setup", "seating"];

impl Desk {
    /// Says what a preset's rules are with what a table changes in them.
    pub(super) fn describe_rules(&mut self, asker: Asker, variant: Variant, house: &[HouseRule]) {
        let message = ServerMessage::Rules {
            request: asker.1,
            rules: rules_view(variant, house),
        };
        self.send(asker.0, message);
    }

    /// Says what the mover might lose after a move that is not confirmed yet.
    pub(super) fn preview(
        &mut self,
        now: u64,
        asker: Asker,
        game: &GameId,
        (ply, hash): (u32, &str),
        mv: &Move,
    ) {
        let dangers = self
            .shown(asker.0, game)
            .and_then(|session| session.preview(mv, Seen { ply, hash }, now));
        match dangers {
            Ok(dangers) => {
                let request = asker.1;
                self.send(asker.0, ServerMessage::Previewed { request, dangers });
            }
            Err(refusal) => self.refuse_act(asker, game, refusal),
        }
    }

    /// Says what a person may enter in advance.
    pub(super) fn premoves(&mut self, asker: Asker, game: GameId, color: protocol::Color) {
        let found = self
            .shown(asker.0, &game)
            .and_then(|session| session.premoves(color));
        match found {
            Ok((ply, moves)) => {
                let message = ServerMessage::Premoves {
                    request: asker.1,
                    game,
                    color,
                    ply,
                    moves,
                };
                self.send(asker.0, message);
            }
            Err(Refusal(code)) => self.refuse(asker, Some(game), code),
        }
    }
}

/// The rules for a screen that edits them. Those that contradict each other are shown as the table
/// wants them, beside the board of those that don't.
fn rules_view(variant: Variant, house: &[HouseRule]) -> RulesView {
    let preset = wire::preset(variant);
    let (rules, conflict) = match house_rules(variant, house) {
        Ok(rules) => (rules, Vec::new()),
        Err(error) => (drawable(variant, house), at_fault(&error)),
    };
    let mut fields = wire::rule_fields(&rules, preset);
    let mut unknown = Vec::new();
    if !conflict.is_empty() {
        for HouseRule { name, value } in house {
            match fields.iter_mut().find(|field| field.name == *name) {
                Some(field) => field.value.clone_from(value),
                None => unknown.push(name.clone()),
            }
        }
    }
    let known = |name: &String| fields.iter().any(|field| field.name == *name);
    let conflict = if conflict.iter().any(known) {
        conflict
    } else {
        // The engine has no name for what it does not know.
        unknown
    };
    let game = Game::new(rules, Color::Red);
    RulesView {
        variant,
        fields,
        board: wire::board_text(wire::board(game.position())),
        sides: Color::ALL.map(|color| wire::side(rules.side(color))),
        teams: rules.teams,
        has_points: rules.points.is_some(),
        conflict,
    }
}

/// The preset with as many of a table's changes to the board as make a game.
fn drawable(variant: Variant, house: &[HouseRule]) -> Rules {
    let mut good: Vec<HouseRule> = Vec::new();
    let mut rules = Rules::preset(wire::preset(variant));
    let of_board = |rule: &&HouseRule| BOARD_RULES.contains(&rule.name.as_str());
    for rule in house.iter().filter(of_board) {
        good.push(rule.clone());
        match house_rules(variant, &good) {
            Ok(found) => rules = found,
            Err(_) => drop(good.pop()),
        }
    }
    rules
}

/// The names of the rules that an error is about.
fn at_fault(error: &Error) -> Vec<String> {
    match error {
        Error::BadRules { field, with, .. } => [Some(*field), *with]
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}
