//! Any rules, and any board to play by them.

use prop::sample::Index;
use proptest::prelude::*;
use serde_json::Value;
use vierschach_engine::{Choices, Color, Field, Kind, Preset, PromotionRank, Rules, Square};

/// Rules to play by: a preset with up to eight house rules of those it offers, and sometimes a
/// move limit.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    let limits = prop_oneof![4 => Just(None), 1 => (1u16..200).prop_map(Some)];
    let edits = prop::collection::vec((any::<Index>(), any::<Index>()), 0..9);
    let presets = prop::sample::select(&Preset::ALL[..]);
    (presets, limits, edits).prop_map(|(preset, move_limit, edits)| {
        let rules = Rules {
            move_limit,
            ..Rules::preset(preset)
        };
        edits.iter().fold(rules, |rules, (field, value)| {
            let fields = rules.fields(&rules);
            house_rule(&rules, field.get(&fields), value).unwrap_or(rules)
        })
    })
}

/// The rules with another value of a field, unless it comes with the preset or contradicts others.
fn house_rule(rules: &Rules, field: &Field, value: &Index) -> Option<Rules> {
    let value = match &field.choices {
        Choices::Fixed => return None,
        Choices::OneOf(values) => value.get(values).clone(),
        Choices::Number { min, max } => value.get(&[*min, min + 1, min + 30, *max]).to_string(),
    };
    let edits = Value::from_iter([(field.name.as_str(), value)]);
    rules.with_edits(&edits).ok()
}

/// A board full of anything, as FEN4: kings for everybody, pawns where pawns may be, grey pieces
/// of the dead. Positions that no game reaches, but that must be played correctly.
pub(crate) fn board(rules: Rules, seed: &[u32], dead: usize) -> String {
    let color = |at: u32| Color::from_index(at as usize);
    let squares: Vec<Square> = Square::all().collect();
    let last = match rules.promotion.rank {
        PromotionRank::Rank(rank) => rank.min(7) - 1,
        PromotionRank::End(_) => 6,
    };
    let mut board = [None; 256];
    for &number in seed {
        let square = squares[(number >> 16) as usize % squares.len()];
        let owner = color(number);
        let kind = Kind::ALL[(number >> 4) as usize % 5];
        let ends = square.rank_for(rules.side(owner)) >= last;
        let kind = if kind == Kind::Pawn && ends {
            Kind::Queen
        } else {
            kind
        };
        board[square.index()] = Some((owner, kind));
    }
    for n in 0..4 {
        let square = squares[(seed[n] as usize >> 3) % 40 * 4 + n];
        board[square.index()] = Some((color(n as u32), Kind::King));
    }
    let piece = |(owner, kind): (Color, Kind)| {
        let grey = if owner.index() == dead { "d" } else { "" };
        format!(
            "{grey}{}{}",
            owner.letter().to_ascii_lowercase(),
            kind.letter()
        )
    };
    let rank = |rank| {
        let squares = (0..14).map(|file| Square::new(file, rank).and_then(|s| board[s.index()]));
        squares
            .map(|s| s.map_or("1".to_owned(), piece))
            .collect::<Vec<_>>()
            .join(",")
    };
    let lives = (0..4)
        .map(|n| u8::from(n == dead).to_string())
        .collect::<Vec<_>>()
        .join(",");
    let turn = color(dead as u32 + 1).letter();
    let ranks: Vec<String> = (0..14).rev().map(rank).collect();
    format!(
        "{turn}-{lives}-0,0,0,0-0,0,0,0-0,0,0,0-0-{}",
        ranks.join("/")
    )
}
