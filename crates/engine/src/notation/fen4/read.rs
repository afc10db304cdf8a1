//! From text to fields.

use super::extras::Extras;
use super::{Fields, MAX_LENGTH, bad, board, excerpt, refused};
use crate::{Color, Draft, Error, Game, Rules, Setup};

impl Game {
    /// A game from a FEN4, or from a setup's name of the public servers (`4PCo`). The player to
    /// move is the game's first player and moves count from 0 (docs/RULES.md section 8).
    ///
    /// Reads the canonical form and the dialects of docs/RULES.md section 11; extras that mean
    /// nothing here are kept for [`Game::to_fen4`].
    ///
    /// # Errors
    /// [`Error::BadFen4`] names the field and what is wrong with it.
    ///
    /// ```
    /// use vierschach_engine::{Game, Preset, Rules};
    /// let rules = Rules::preset(Preset::Solo);
    /// let game = Game::from_fen4(rules, "4PC").unwrap();
    /// let again = Game::from_fen4(rules, &game.to_fen4()).unwrap();
    /// assert_eq!(again.hash(), game.hash());
    /// assert!(Game::from_fen4(rules, "R-0,0,0,0").is_err());
    /// ```
    pub fn from_fen4(rules: Rules, fen4: &str) -> Result<Game, Error> {
        Game::read_fen4(rules, fen4, false)
    }

    /// [`Game::from_fen4`] that also takes a position in which the player to move attacks a king
    /// that can't be captured. Set up, such a position is a mistake; in play it arises where a
    /// partner without a king leaves the last king of the team in check (docs/RULES.md section 3).
    ///
    /// # Errors
    /// [`Error::BadFen4`] names the field and what is wrong with it.
    pub fn from_fen4_in_play(rules: Rules, fen4: &str) -> Result<Game, Error> {
        Game::read_fen4(rules, fen4, true)
    }

    fn read_fen4(rules: Rules, fen4: &str, in_play: bool) -> Result<Game, Error> {
        if fen4.len() > MAX_LENGTH {
            return bad(
                "length",
                format!("{} bytes, at most {MAX_LENGTH} are read", fen4.len()),
            );
        }
        let text = fen4.trim();
        if let Some(setup) = Setup::from_server_code(text) {
            return Ok(Game::new(Rules { setup, ..rules }, Color::Red));
        }
        let Fields { draft, carried } = Fields::read(text)?;
        let checked = draft.checked(rules, in_play);
        let mut game = checked.map_err(|mut problems| refused(problems.remove(0)))?;
        game.carried = carried;
        Ok(game)
    }
}

impl Fields {
    fn read(text: &str) -> Result<Fields, Error> {
        let mut parts = text.splitn(7, '-');
        let mut next = |field| {
            parts
                .next()
                .map(str::trim)
                .map_or_else(|| bad(field, "missing"), Ok)
        };
        let turn = next("turn")?;
        let turn = match Color::ALL
            .into_iter()
            .find(|c| c.letter().to_string() == turn)
        {
            Some(color) => color,
            None => return bad("turn", format!("{:?} is none of R, B, Y, G", excerpt(turn))),
        };
        let dead = next("dead")?;
        let kingside = next("castling-kingside")?;
        let queenside = next("castling-queenside")?;
        let points = next("points")?;
        let clock = next("halfmove")?;
        let rest = next("board")?;
        let dead = flags("dead", dead)?;
        let kingside = flags("castling-kingside", kingside)?;
        let queenside = flags("castling-queenside", queenside)?;
        let points = four("points", points, |item| item.parse().ok())?;
        let clock = match clock.parse() {
            Ok(clock) => clock,
            _ => {
                return bad(
                    "halfmove",
                    format!("{:?} is no count of plies", excerpt(clock)),
                );
            }
        };
        let (extras, board) = Extras::read(rest)?;
        let mut pieces = board::read(board)?;
        extras.mark_promoted(&mut pieces)?;
        Ok(Fields {
            draft: Draft {
                pieces,
                turn,
                out: dead,
                resigned: extras.resigned,
                points,
                castling: std::array::from_fn(|n| [kingside[n], queenside[n]]),
                en_passant: extras.en_passant,
                clock,
            },
            carried: extras.others,
        })
    }
}

fn flags(field: &'static str, text: &str) -> Result<[bool; 4], Error> {
    four(field, text, |item| match item {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    })
}

/// Four values separated by commas, in turn order.
fn four<T: Copy>(
    field: &'static str,
    text: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<[T; 4], Error> {
    let mut values = Vec::with_capacity(4);
    for item in text.split(',').map(str::trim).take(5) {
        match read(item) {
            Some(value) => values.push(value),
            None => {
                return bad(
                    field,
                    format!("{:?} is no value of this list", excerpt(item)),
                );
            }
        }
    }
    match <[T; 4]>::try_from(values) {
        Ok(values) => Ok(values),
        Err(values) => bad(field, format!("{} values instead of 4", values.len())),
    }
}
