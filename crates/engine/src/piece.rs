//! Kinds of pieces, and a piece as it stands on a square.

use serde::{Deserialize, Serialize};

use crate::Color;

/// The six kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Kind {
    /// All kinds, from the pawn to the king.
    pub const ALL: [Kind; 6] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];

    /// Place in [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English capital letter: `P N B R Q K`.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The kind with an English letter, in either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Whose it is, or was.
    pub color: Color,
    /// Whether it came from a pawn (docs/RULES.md section 2).
    pub promoted: bool,
    /// Whether its owner was eliminated: it only blocks (docs/RULES.md section 5).
    pub grey: bool,
}

impl Piece {
    /// A living, unpromoted piece.
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece {
            kind,
            color,
            promoted: false,
            grey: false,
        }
    }
}

/// A square's content in one byte: kind in bits 0–2, colour in bits 3–4, grey in bit 5,
/// promoted in bit 6. Kind 7 means that no piece stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(u8);

impl Code {
    /// No piece.
    pub(crate) const EMPTY: Code = Code(7);
    const GREY: u8 = 1 << 5;
    const PROMOTED: u8 = 1 << 6;

    pub(crate) const fn new(piece: Piece) -> Code {
        Code(
            piece.kind as u8
                | (piece.color as u8) << 3
                | if piece.grey { Code::GREY } else { 0 }
                | if piece.promoted { Code::PROMOTED } else { 0 },
        )
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 7
    }

    #[inline]
    pub(crate) const fn kind_index(self) -> usize {
        (self.0 & 7) as usize
    }

    #[inline]
    pub(crate) const fn color(self) -> Color {
        Color::from_index((self.0 >> 3) as usize)
    }

    #[inline]
    pub(crate) const fn is_grey(self) -> bool {
        self.0 & Code::GREY != 0
    }

    #[inline]
    pub(crate) const fn is_promoted(self) -> bool {
        self.0 & Code::PROMOTED != 0
    }

    #[inline]
    pub(crate) const fn is_king(self) -> bool {
        self.0 & 7 == Kind::King as u8
    }

    #[inline]
    pub(crate) const fn is_pawn(self) -> bool {
        self.0 & 7 == Kind::Pawn as u8
    }

    /// The same piece, its owner eliminated.
    pub(crate) const fn greyed(self) -> Code {
        Code(self.0 | Code::GREY)
    }

    /// What a pawn turns into.
    #[inline]
    pub(crate) const fn promoted_to(self, kind: Kind) -> Code {
        Code(self.0 & !7 | kind as u8 | Code::PROMOTED)
    }

    pub(crate) fn piece(self) -> Option<Piece> {
        let kind = *Kind::ALL.get(self.kind_index())?;
        Some(Piece {
            kind,
            color: self.color(),
            promoted: self.is_promoted(),
            grey: self.is_grey(),
        })
    }
}
