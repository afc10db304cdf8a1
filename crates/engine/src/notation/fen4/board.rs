//! The board of a FEN4: 14 ranks from the top, corners as empty squares or as `x`.

use std::collections::BTreeMap;

use super::{bad, excerpt};
use crate::{Color, Error, Kind, Piece, Square};

/// What stands where.
type Pieces = BTreeMap<Square, Piece>;

/// Reads all ranks. Blanks, line breaks and commas between squares don't matter.
pub(super) fn read(text: &str) -> Result<Pieces, Error> {
    let mut board = Pieces::new();
    let ranks = text.split('/').count();
    if ranks != 14 {
        return bad("board", format!("{ranks} ranks instead of 14"));
    }
    for (rank, line) in (0..14).rev().zip(text.split('/')) {
        let squares: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        read_rank(&squares, rank, &mut board)?;
    }
    Ok(board)
}

fn read_rank(mut rest: &[char], rank: u8, board: &mut Pieces) -> Result<(), Error> {
    let mut file = 0u8;
    let bad_rank = |problem: String| bad("board", format!("rank {}: {problem}", rank + 1));
    while let Some(&first) = rest.first() {
        if file > 14 {
            break;
        }
        match first {
            ',' => rest = &rest[1..],
            'x' | 'X' => {
                if Square::new(file, rank).is_some() {
                    return bad_rank(format!("a wall on {}", name(file, rank)));
                }
                file += 1;
                rest = &rest[1..];
            }
            '0'..='9' => {
                let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
                let number: String = rest[..digits.min(3)].iter().collect();
                match number.parse::<u8>() {
                    Ok(count @ 1..=14) if digits <= 2 => file += count,
                    _ => return bad_rank(format!("a run of {number} empty squares")),
                }
                rest = &rest[digits..];
            }
            _ => {
                let (piece, length) = match read_piece(rest) {
                    Some(read) => read,
                    None => {
                        let unknown = excerpt(
                            &rest
                                .iter()
                                .take_while(|c| **c != ',')
                                .take(3)
                                .collect::<String>(),
                        );
                        return bad_rank(format!("{unknown:?} is no piece"));
                    }
                };
                match Square::new(file, rank) {
                    Some(square) => {
                        board.insert(square, piece);
                    }
                    None if file < 14 => {
                        return bad_rank(format!("a piece in the corner, on {}", name(file, rank)));
                    }
                    None => {}
                }
                file += 1;
                rest = &rest[length..];
            }
        }
    }
    if file == 14 && rest.is_empty() {
        Ok(())
    } else if file < 14 {
        bad_rank(format!("{file} squares instead of 14"))
    } else {
        bad_rank("more than 14 squares".to_owned())
    }
}

/// A piece and how many letters it takes: `rP`, `dbN`.
fn read_piece(letters: &[char]) -> Option<(Piece, usize)> {
    let grey = letters.first() == Some(&'d');
    let start = usize::from(grey);
    let color = letters.get(start)?;
    let color = Color::ALL
        .into_iter()
        .find(|c| c.letter().to_ascii_lowercase() == *color)?;
    let letter = *letters.get(start + 1)?;
    let promoted = letter == 'D';
    let kind = if promoted {
        Kind::Queen
    } else {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)?
    };
    Some((
        Piece {
            kind,
            color,
            promoted,
            grey,
        },
        start + 2,
    ))
}

fn name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}
