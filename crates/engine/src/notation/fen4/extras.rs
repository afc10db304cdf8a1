//! The part of a FEN4 in braces: `{'enPassant':('i3:i4','','',''),'resigned':(…),…}`.

use std::collections::BTreeMap;

use super::{bad, excerpt};
use crate::{Color, Error, Kind, Piece, Square};

/// En passant, resigned players, and everything else as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Extras {
    /// By owner: the square passed over and the pawn's.
    pub(super) en_passant: [Option<(Square, Square)>; 4],
    /// Whose army wanders, or whose king walks or stands.
    pub(super) resigned: [bool; 4],
    /// By owner: where pieces other than queens stand that came from pawns.
    pub(super) promoted: [Vec<Square>; 4],
    /// Names with their values, unread.
    pub(super) others: Vec<(String, String)>,
}

impl Extras {
    /// Reads the extras in front of a board, if there are any, and returns what follows.
    pub(super) fn read(text: &str) -> Result<(Extras, &str), Error> {
        let mut extras = Extras::default();
        let Some(inner) = text.trim_start().strip_prefix('{') else {
            return Ok((extras, text));
        };
        let Some(end) = top_level(inner, '}').next() else {
            return bad("extras", "no closing brace");
        };
        let Some(board) = inner[end + 1..].trim_start().strip_prefix('-') else {
            return bad("board", "missing after the extras");
        };
        let inner = &inner[..end];
        let mut from = 0;
        for to in top_level(inner, ',').chain([inner.len()]) {
            let entry = inner[from..to].trim();
            from = (to + 1).min(inner.len());
            if !entry.is_empty() {
                extras.entry(entry)?;
            }
        }
        Ok((extras, board))
    }

    fn entry(&mut self, entry: &str) -> Result<(), Error> {
        let Some(colon) = top_level(entry, ':').next() else {
            return bad(
                "extras",
                format!("{:?} is no name with a value", excerpt(entry)),
            );
        };
        let (name, value) = (unquote(&entry[..colon]), entry[colon + 1..].trim());
        match name {
            "enPassant" => {
                for (slot, item) in self.en_passant.iter_mut().zip(list(name, value)?) {
                    *slot = en_passant(&item)?;
                }
            }
            "resigned" => {
                for (slot, item) in self.resigned.iter_mut().zip(list(name, value)?) {
                    *slot = match item.as_str() {
                        "true" => true,
                        "false" | "" => false,
                        other => {
                            return bad("extras", format!("resigned: {:?}", excerpt(other)));
                        }
                    };
                }
            }
            "promoted" => {
                for (slot, item) in self.promoted.iter_mut().zip(list(name, value)?) {
                    *slot = squares(name, &item)?;
                }
            }
            _ => self.others.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Marks the promoted pieces that have no letter of their own.
    pub(super) fn mark_promoted(&self, pieces: &mut BTreeMap<Square, Piece>) -> Result<(), Error> {
        for (color, squares) in Color::ALL.into_iter().zip(&self.promoted) {
            for square in squares {
                let piece = pieces.get_mut(square).filter(|piece| {
                    piece.color == color && !matches!(piece.kind, Kind::Pawn | Kind::King)
                });
                match piece {
                    Some(piece) => piece.promoted = true,
                    None => {
                        return bad(
                            "extras",
                            format!("promoted: no such piece of {color} on {square}"),
                        );
                    }
                }
            }
        }
        Ok(())
    }

    /// The text in braces, or nothing if there is nothing to say.
    pub(super) fn write(&self) -> Option<String> {
        let mut entries = Vec::new();
        if self.en_passant.iter().any(Option::is_some) {
            let items = self.en_passant.map(|open| {
                open.map_or("''".to_owned(), |(passed, pawn)| {
                    format!("'{passed}:{pawn}'")
                })
            });
            entries.push(format!("'enPassant':({})", items.join(",")));
        }
        if self.resigned.contains(&true) {
            entries.push(format!(
                "'resigned':({})",
                self.resigned.map(|r| r.to_string()).join(",")
            ));
        }
        if self.promoted.iter().any(|squares| !squares.is_empty()) {
            let items = self.promoted.each_ref().map(|squares| {
                let names: Vec<String> = squares.iter().map(Square::to_string).collect();
                format!("'{}'", names.join(":"))
            });
            entries.push(format!("'promoted':({})", items.join(",")));
        }
        entries.extend(
            self.others
                .iter()
                .map(|(name, value)| format!("'{name}':{value}")),
        );
        (!entries.is_empty()).then(|| format!("{{{}}}", entries.join(",")))
    }
}

/// Four items in brackets.
fn list(name: &str, value: &str) -> Result<[String; 4], Error> {
    let inner = value
        .strip_prefix(['(', '['])
        .and_then(|inner| inner.strip_suffix([')', ']']))
        .map(|inner| {
            inner
                .split(',')
                .map(|item| unquote(item).to_owned())
                .take(5)
        });
    match inner.map(|items| <[String; 4]>::try_from(items.collect::<Vec<_>>())) {
        Some(Ok(items)) => Ok(items),
        _ => bad("extras", format!("{name}: not a list of 4")),
    }
}

fn en_passant(item: &str) -> Result<Option<(Square, Square)>, Error> {
    if item.is_empty() {
        return Ok(None);
    }
    let squares = item
        .split_once(':')
        .and_then(|(passed, pawn)| Some((passed.trim().parse().ok()?, pawn.trim().parse().ok()?)));
    match squares {
        Some(squares) => Ok(Some(squares)),
        None => bad(
            "extras",
            format!("enPassant: {:?} is not two squares", excerpt(item)),
        ),
    }
}

/// Squares separated by colons.
fn squares(name: &str, item: &str) -> Result<Vec<Square>, Error> {
    let names = item
        .split(':')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let squares = names.map(str::parse).collect::<Result<_, Error>>();
    squares.or_else(|_| {
        bad(
            "extras",
            format!("{name}: {:?} is no list of squares", excerpt(item)),
        )
    })
}

fn unquote(text: &str) -> &str {
    text.trim().trim_matches(['\'', '"']).trim()
}

/// Where a character stands outside quotes and brackets; a closing one counts as outside.
fn top_level(text: &str, wanted: char) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0usize;
    let mut quote = None;
    text.char_indices().filter_map(move |(at, c)| {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, _) if depth == 0 && c == wanted => return Some(at),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        None
    })
}
