//! From a game to its canonical FEN4.

use std::fmt::Write;

use super::Extras;
use crate::{Color, Game, Kind, Piece, Square, Status};

impl Game {
    /// The position as canonical FEN4: corners as empty squares, extras only where there are any.
    /// Tally, history, first player and move number are not part of it.
    pub fn to_fen4(&self) -> String {
        let position = self.position();
        let status = position.status();
        let list = |of: &dyn Fn(Color) -> String| Color::ALL.map(of).join(",");
        let flag = |flag: bool| u8::from(flag).to_string();
        let castling = |color| position.castling(self.rules(), color);
        let mut text = format!(
            "{}-{}-{}-{}-{}-{}-",
            position.next_to_move().letter(),
            list(&|color| flag(self.is_dead(color))),
            list(&|color| flag(castling(color).0)),
            list(&|color| flag(castling(color).1)),
            list(&|color| position.points()[color.index()].to_string()),
            position.clock(),
        );
        let extras = Extras {
            en_passant: Color::ALL.map(|color| position.en_passant(color)),
            resigned: Color::ALL.map(|color| match status[color.index()] {
                Status::Wandering | Status::Walking => true,
                Status::Resigned => !self.is_dead(color) && !self.rules().teams,
                _ => false,
            }),
            promoted: Color::ALL.map(|color| self.promoted_men(color)),
            others: self.extras.others.clone(),
        };
        if let Some(extras) = extras.write() {
            // Writing to a string can't fail.
            let _ = write!(text, "{extras}-");
        }
        let ranks: Vec<String> = (0..14).rev().map(|rank| self.rank(rank)).collect();
        text + &ranks.join("/")
    }

    /// Whether FEN4 calls a player dead: out, and no king left standing. Where a team lost,
    /// its pieces are still living.
    fn is_dead(&self, color: Color) -> bool {
        let status = self.status()[color.index()];
        let lost_with_team = self.rules().teams && status != Status::Out;
        !status.moves() && !lost_with_team && self.position().king(color).is_none()
    }

    /// Promoted pieces that have no letter of their own, living and grey, where it counts that they
    /// are.
    fn promoted_men(&self, color: Color) -> Vec<Square> {
        let counts = self.rules().points.is_some();
        let is_one = |square: &Square| {
            self.position().piece_at(*square).is_some_and(|piece| {
                piece.promoted && piece.color == color && piece.kind != Kind::Queen
            })
        };
        Square::all()
            .filter(|square| counts && is_one(square))
            .collect()
    }

    fn rank(&self, rank: u8) -> String {
        let marks_promoted = self.rules().points.is_some();
        let mut squares = Vec::new();
        let mut empty = 0;
        for file in 0..14 {
            let piece = Square::new(file, rank).and_then(|square| self.position().piece_at(square));
            let Some(piece) = piece else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                squares.push(empty.to_string());
                empty = 0;
            }
            squares.push(letters(piece, marks_promoted));
        }
        if empty > 0 {
            squares.push(empty.to_string());
        }
        squares.join(",")
    }
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
