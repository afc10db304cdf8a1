//! The position as text, for people.

use std::fmt::Write as _;

use vierschach_engine::{Color, Game, Kind, Square};

/// Board, player to move, points, checks and FEN4. Grey pieces are `d…` without a colour.
pub(super) fn show(game: &Game) -> String {
    let mut text = String::new();
    for rank in (0..14).rev() {
        let _ = write!(text, "{:>2}", rank + 1);
        for file in 0..14 {
            let cell = match Square::new(file, rank) {
                None => "   ".to_owned(),
                Some(square) => cell(game, square),
            };
            text.push_str(&cell);
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in 'a'..='n' {
        let _ = write!(text, "  {file}");
    }
    let turn = game
        .turn()
        .map_or_else(|| "nobody".to_owned(), |color| color.to_string());
    let _ = write!(
        text,
        "\n\nto move: {turn}, {} legal moves",
        game.legal_moves().len()
    );
    let _ = write!(text, "\npoints: {:?}", game.points());
    let checks = game.checks();
    let checked: String = Color::ALL
        .iter()
        .filter(|color| checks[color.index()])
        .map(|color| color.letter())
        .collect();
    if !checked.is_empty() {
        let _ = write!(text, "\nin check: {checked}");
    }
    if let Some(result) = game.result() {
        let _ = write!(
            text,
            "\nover: {:?}, places {:?}",
            result.reason, result.places
        );
    }
    let _ = write!(
        text,
        "\nkey: {:016x}\nfen4: {}",
        game.hash(),
        game.to_fen4()
    );
    text
}

fn cell(game: &Game, square: Square) -> String {
    match game.position().piece_at(square) {
        None => "  .".to_owned(),
        Some(piece) => {
            let owner = if piece.grey {
                'd'
            } else {
                piece.color.letter().to_ascii_lowercase()
            };
            let promoted = piece.promoted && piece.kind == Kind::Queen;
            let kind = if promoted { 'D' } else { piece.kind.letter() };
            format!(" {owner}{kind}")
        }
    }
}
