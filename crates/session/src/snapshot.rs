//! The last state of a game in a form that needs no rules to be read.
//!
//! It is kept beside the log with every entry. From it come the lines in the list of games, and
//! when a log no longer replays, the game can still be looked at.

use serde::{Deserialize, Serialize};
use vierschach_protocol::{
    Can, Check, Color, GameId, GameResult, GameSummary, GameView, Kind, Now, Piece, Placed, Seat,
    Square, Status, Table, Variant,
};

use crate::LogError;
use crate::log::{check_format, from_text, know_the_owner, to_text};

/// The last state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// [`FORMAT`](crate::FORMAT) of the program that wrote it.
    pub format: u32,
    /// The number of the last entry in it.
    pub number: u32,
    /// The preset that the rules came from.
    pub variant: Variant,
    /// Whether points decide.
    pub has_points: bool,
    /// The points from which a leader of the last two wins at once.
    pub lead: Option<i32>,
    /// Who moved first.
    pub first: Color,
    /// The seats in turn order.
    pub seats: Vec<Seat>,
    /// The board.
    pub board: Vec<BoardPiece>,
    /// Moves played.
    pub ply: u32,
    /// The round.
    pub round: u32,
    /// The position's key.
    pub hash: String,
    /// Whose turn it is.
    pub turn: Option<Color>,
    /// Points in turn order.
    pub points: [i32; 4],
    /// What wandering armies earned since they left.
    pub tally: [i32; 4],
    /// How it stands with each player.
    pub status: [Status; 4],
    /// Kings in check.
    pub checks: Vec<Check>,
    /// The end, if the game is over.
    pub result: Option<GameResult>,
    /// When the game was started, in milliseconds since 1970.
    pub created: u64,
    /// When it was last played, in milliseconds since 1970.
    pub updated: u64,
    /// When it was deleted, in milliseconds since 1970, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<u64>,
    /// Milliseconds that the player to move has thought already, where a clock was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<u32>,
}

/// A piece on its square as a short text: colour, kind, square, then `+` if it is a promoted
/// piece and `-` if its army is out (`"rQg1"`, `"bQh7+-"`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BoardPiece(pub Placed);

const COLORS: [(char, Color); 4] = [
    ('r', Color::Red),
    ('b', Color::Blue),
    ('y', Color::Yellow),
    ('g', Color::Green),
];
const KINDS: [(char, Kind); 6] = [
    ('P', Kind::Pawn),
    ('N', Kind::Knight),
    ('B', Kind::Bishop),
    ('R', Kind::Rook),
    ('Q', Kind::Queen),
    ('K', Kind::King),
];

impl From<BoardPiece> for String {
    fn from(BoardPiece(Placed { square, piece }): BoardPiece) -> String {
        let mut text = String::with_capacity(8);
        text.extend(COLORS.iter().find(|(_, c)| *c == piece.color).map(|p| p.0));
        text.extend(KINDS.iter().find(|(_, k)| *k == piece.kind).map(|p| p.0));
        text.push_str(&square.0);
        text.extend(piece.promoted.then_some('+'));
        text.extend(piece.grey.then_some('-'));
        text
    }
}

impl TryFrom<String> for BoardPiece {
    type Error = String;

    fn try_from(text: String) -> Result<BoardPiece, String> {
        let parse = || {
            let mut signs = text.chars();
            let color = signs.next()?;
            let kind = signs.next()?;
            let rest = signs.as_str();
            let (rest, grey) = rest.strip_suffix('-').map_or((rest, false), |r| (r, true));
            let (rest, promoted) = rest.strip_suffix('+').map_or((rest, false), |r| (r, true));
            let square: vierschach_engine::Square = rest.parse().ok()?;
            Some(BoardPiece(Placed {
                square: Square(square.to_string()),
                piece: Piece {
                    color: COLORS.iter().find(|(sign, _)| *sign == color)?.1,
                    kind: KINDS.iter().find(|(sign, _)| *sign == kind)?.1,
                    promoted,
                    grey,
                },
            }))
        };
        parse().ok_or_else(|| format!("{text:?} is no piece on a square"))
    }
}

impl Snapshot {
    /// The snapshot as a store keeps it.
    pub fn to_text(&self) -> String {
        to_text(self)
    }

    /// Reads what [`Snapshot::to_text`] wrote.
    ///
    /// # Errors
    /// [`LogError::Unreadable`], [`LogError::Newer`].
    pub fn from_text(text: &str) -> Result<Snapshot, LogError> {
        let format = check_format(text, "the snapshot", crate::FORMAT)?;
        let mut snapshot: Snapshot = from_text(text, "the snapshot")?;
        if format < 2 {
            let players = snapshot.seats.iter_mut();
            know_the_owner(players.map(|seat| &mut seat.player));
        }
        Ok(snapshot)
    }

    fn placed(&self) -> Vec<Placed> {
        self.board.iter().map(|piece| piece.0.clone()).collect()
    }

    /// The game's line in the list.
    pub fn summary(&self, id: &GameId, read_only: bool) -> GameSummary {
        GameSummary {
            id: id.clone(),
            variant: self.variant,
            has_points: self.has_points,
            first: self.first,
            yours: crate::session::people(&self.seats),
            seats: self.seats.clone(),
            board: crate::wire::board_text(self.placed()),
            turn: self.turn,
            round: self.round,
            points: self.points,
            result: self.result,
            created: self.created as f64,
            updated: self.updated as f64,
            read_only,
            deleted: self.deleted.map(|at| at as f64),
        }
    }

    /// The game as it can be looked at when its log no longer replays: the last board, and no
    /// events that led to it.
    pub fn view(&self, id: &GameId) -> GameView {
        GameView {
            id: id.clone(),
            number: 0,
            variant: self.variant,
            has_points: self.has_points,
            lead: self.lead,
            first: self.first,
            rules: Vec::new(),
            table: Table::default(),
            promoted_worth: None,
            yours: crate::session::people(&self.seats),
            seats: self.seats.clone(),
            start: self.placed(),
            board: self.placed(),
            events: Vec::new(),
            now: Now {
                ply: self.ply,
                round: self.round,
                hash: self.hash.clone(),
                turn: self.turn,
                points: self.points,
                tally: self.tally,
                status: self.status,
                checks: self.checks.clone(),
                legal: Vec::new(),
                clock: None,
                dangers: Vec::new(),
                can: Can::default(),
                result: self.result,
            },
            read_only: true,
            created: self.created as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FORMAT;

    #[test]
    fn pieces_are_short_texts() {
        for text in ["rQg1", "bPa11+", "yKh14-", "gNn4+-"] {
            let piece = BoardPiece::try_from(text.to_owned()).unwrap();
            assert_eq!(String::from(piece), text);
        }
        for text in [
            "", "r", "rQ", "rQa1", "xQg1", "rXg1", "rQg1-+", "rQg1++", "рQg1",
        ] {
            assert!(BoardPiece::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn texts_that_are_no_snapshots_are_errors() {
        let newer = format!(r#"{{"format":{},"else":1}}"#, FORMAT + 1);
        assert_eq!(
            Snapshot::from_text(&newer),
            Err(LogError::Newer {
                found: FORMAT + 1,
                known: FORMAT
            })
        );
        for text in ["", "{}", "[]", r#"{"format":1}"#, "\u{0}"] {
            let found = Snapshot::from_text(text);
            assert!(matches!(found, Err(LogError::Unreadable { .. })), "{text}");
        }
    }
}
