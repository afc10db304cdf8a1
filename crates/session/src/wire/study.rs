//! Rules, moves in advance and lines of an analysis for the wire.

use vierschach_engine as engine;
use vierschach_protocol as protocol;

use super::event::played;
use super::{change, color, kind, mv, piece, square};

/// Rules beside a preset's, each with what it may be changed to.
pub(crate) fn rule_fields(
    rules: &engine::Rules,
    preset: engine::Preset,
) -> Vec<protocol::RuleField> {
    let fields = rules.fields(&engine::Rules::preset(preset)).into_iter();
    fields
        .map(|field| {
            let engine::Field {
                name,
                value,
                base: preset,
                choices,
            } = field;
            protocol::RuleField {
                name,
                value,
                preset,
                choices: rule_choices(choices),
            }
        })
        .collect()
}

fn rule_choices(choices: engine::Choices) -> protocol::RuleChoices {
    match choices {
        engine::Choices::Fixed => protocol::RuleChoices::Fixed,
        engine::Choices::OneOf(values) => protocol::RuleChoices::OneOf { values },
        engine::Choices::Number { min, max } => protocol::RuleChoices::Number { min, max },
    }
}

/// A move that may be entered in advance.
pub(crate) fn premove(entered: engine::Move) -> protocol::Premove {
    protocol::Premove {
        mv: mv(entered),
        from: square(entered.from),
        to: square(entered.to),
        promotion: entered.promotion.map(kind),
    }
}

/// The steps of a line that starts in a position, as far as it can be played.
pub(crate) fn line_steps(
    start: &engine::Game,
    moves: impl IntoIterator<Item = engine::Move>,
) -> Vec<protocol::LineStep> {
    let mut game = start.clone();
    let step = |next: engine::Move| {
        let mover = game.turn()?;
        let moved = game.position().piece_at(next.from)?;
        let mut after = game.clone();
        let report = after.play(next).ok()?;
        let step = protocol::LineStep {
            color: color(mover),
            piece: piece(moved),
            mv: played(&game, next, &report)?,
            changes: report.changes.iter().copied().map(change).collect(),
        };
        game = after;
        Some(step)
    };
    moves.into_iter().map_while(step).collect()
}
