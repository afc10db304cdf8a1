//! From a game to its canonical FEN4.

use std::fmt::Write;

use super::extras::Extras;
use crate::{Color, Draft, Game, Kind, Piece, Square};

impl Game {
    /// The position as canonical FEN4: corners as empty squares, extras only where there are any.
    /// Tally, history, first player and move number are not part of it.
    pub fn to_fen4(&self) -> String {
        let draft = Draft::from_game(self);
        // Where points don't decide, it doesn't count what came from a pawn.
        let marks_promoted = self.rules().points.is_some();
        let list = |of: &dyn Fn(usize) -> String| [0, 1, 2, 3].map(of).join(",");
        let flag = |flag: bool| u8::from(flag).to_string();
        let mut text = format!(
            "{}-{}-{}-{}-{}-{}-",
            draft.turn.letter(),
            list(&|color| flag(draft.out[color])),
            list(&|color| flag(draft.castling[color][0])),
            list(&|color| flag(draft.castling[color][1])),
            list(&|color| draft.points[color].to_string()),
            draft.clock,
        );
        let extras = Extras {
            en_passant: draft.en_passant,
            resigned: draft.resigned,
            promoted: if marks_promoted {
                Color::ALL.map(|color| promoted_men(&draft, color))
            } else {
                Default::default()
            },
            others: self.carried.clone(),
        };
        if let Some(extras) = extras.write() {
            // Writing to a string can't fail.
            let _ = write!(text, "{extras}-");
        }
        let ranks = (0..14)
            .rev()
            .map(|number| rank(&draft, number, marks_promoted));
        text + &ranks.collect::<Vec<_>>().join("/")
    }
}

/// Where promoted pieces stand that have no letter of their own, living and grey.
fn promoted_men(draft: &Draft, color: Color) -> Vec<Square> {
    let men = draft
        .pieces
        .iter()
        .filter(|(_, piece)| piece.promoted && piece.color == color && piece.kind != Kind::Queen);
    men.map(|(square, _)| *square).collect()
}

fn rank(draft: &Draft, rank: u8, marks_promoted: bool) -> String {
    let mut squares = Vec::new();
    let mut empty = 0;
    for file in 0..14 {
        let piece = Square::new(file, rank).and_then(|square| draft.pieces.get(&square));
        let Some(piece) = piece else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            squares.push(empty.to_string());
            empty = 0;
        }
        squares.push(letters(*piece, marks_promoted));
    }
    if empty > 0 {
        squares.push(empty.to_string());
    }
    squares.join(",")
}

/// A piece as FEN4 shows it.
fn letters(piece: Piece, marks_promoted: bool) -> String {
    let letter = match piece.kind {
        Kind::Queen if piece.promoted && marks_promoted => 'D',
        kind => kind.letter(),
    };
    let grey = if piece.grey { "d" } else { "" };
    format!(
        "{grey}{}{letter}",
        piece.color.letter().to_ascii_lowercase()
    )
}
