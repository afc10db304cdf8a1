//! Positions that are being set up: anything on the board, checked before it becomes a game.

mod check;
mod fault;

use std::collections::BTreeMap;

pub use fault::DraftError;

use crate::{Color, Game, Piece, Rules, Square, Status};

/// A position that somebody sets up. Every value is allowed here; [`Draft::game`] is the door to a
/// game, for people's drafts and for FEN4 alike.
///
/// ```
/// use vierschach_engine::{Color, Draft, DraftError, Game, Preset, Rules};
/// let rules = Rules::preset(Preset::Solo);
/// let mut draft = Draft::from_game(&Game::new(rules, Color::Red));
/// assert_eq!(draft.game(rules).unwrap().hash(), Game::new(rules, Color::Red).hash());
/// draft.pieces.remove(&"h1".parse().unwrap());
/// assert_eq!(draft.game(rules).unwrap_err(), DraftError::NoKing(Color::Red));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What stands where.
    pub pieces: BTreeMap<Square, Piece>,
    /// Who is to move, and counts as the game's first player.
    pub turn: Color,
    /// Who is out, in turn order. [`Draft::game`] turns their pieces grey.
    pub out: [bool; 4],
    /// Whose army wanders, or whose king walks or stands, as the rules have it after a resignation.
    pub resigned: [bool; 4],
    /// Points in turn order, each within a million of 0.
    pub points: [i32; 4],
    /// The castling rights wished for, kingside and queenside, in turn order. [`Draft::game`] drops
    /// those for which king and rook don't stand.
    pub castling: [[bool; 2]; 4],
    /// By owner: the square a double step passed over and the pawn's, while it may be taken there.
    /// [`Draft::game`] drops what is no such step.
    pub en_passant: [Option<(Square, Square)>; 4],
    /// Plies since the last capture, pawn move or elimination, at most 10,000.
    pub clock: u16,
}

impl Draft {
    /// An empty board, everybody in.
    pub fn empty(turn: Color) -> Draft {
        Draft {
            pieces: BTreeMap::new(),
            turn,
            out: [false; 4],
            resigned: [false; 4],
            points: [0; 4],
            castling: [[false; 2]; 4],
            en_passant: [None; 4],
            clock: 0,
        }
    }

    /// A game's position. Tally, history, first player and move number are not part of it.
    pub fn from_game(game: &Game) -> Draft {
        let (rules, position) = (game.rules(), game.position());
        let out = Color::ALL.map(|color| is_out(game, color));
        let stands = |color: Color| match game.status()[color.index()] {
            Status::Wandering | Status::Walking => true,
            Status::Resigned => !out[color.index()] && !rules.teams,
            _ => false,
        };
        let on = |square| Some((square, position.piece_at(square)?));
        Draft {
            pieces: Square::all().filter_map(on).collect(),
            turn: position.next_to_move(),
            out,
            resigned: Color::ALL.map(stands),
            points: position.points(),
            castling: Color::ALL.map(|color| position.castling(rules, color).into()),
            en_passant: Color::ALL.map(|color| position.en_passant(color)),
            clock: position.clock(),
        }
    }

    /// The game that begins here.
    ///
    /// # Errors
    /// The first of [`Draft::problems`].
    pub fn game(&self, rules: Rules) -> Result<Game, DraftError> {
        self.begin(rules).map_err(|mut problems| problems.remove(0))
    }

    /// Everything that keeps a game from beginning here; nothing where [`Draft::game`] gives one.
    pub fn problems(&self, rules: &Rules) -> Vec<DraftError> {
        self.begin(*rules).err().unwrap_or_default()
    }

    fn begin(&self, rules: Rules) -> Result<Game, Vec<DraftError>> {
        let game = self.tidied(&rules).checked(rules, false)?;
        match game.result() {
            Some(result) => Err(vec![DraftError::Over(result.reason)]),
            None => Ok(game),
        }
    }

    /// Without what follows from the rest or is only wished for.
    fn tidied(&self, rules: &Rules) -> Draft {
        let mut tidy = self.clone();
        for piece in tidy.pieces.values_mut() {
            piece.grey |= self.out[piece.color.index()];
        }
        for color in Color::ALL {
            for kingside in [true, false] {
                if tidy.castling_corner(rules, color, kingside).is_err() {
                    tidy.castling[color.index()][usize::from(!kingside)] = false;
                }
            }
            let open = &mut tidy.en_passant[color.index()];
            open.take_if(|(passed, pawn)| {
                self.check_en_passant(rules, color, *passed, *pawn).is_err()
            });
        }
        tidy
    }
}

/// Whether a player is out and no king is left standing. Where a team lost, its pieces are still
/// living.
fn is_out(game: &Game, color: Color) -> bool {
    let status = game.status()[color.index()];
    let lost_with_team = game.rules().teams && status != Status::Out;
    !status.moves() && !lost_with_team && game.position().king(color).is_none()
}
