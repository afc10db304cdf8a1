//! One player's entry in a round: a move as it is printed, or the letter that fills the slot.

use std::fmt;
use std::str::FromStr;

use crate::{Error, Kind, Square};

/// Why a player left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaving {
    /// `R`, which also stands for a claim by the leader (docs/RULES.md section 12).
    Resigned,
    /// `T`.
    TimedOut,
}

impl Leaving {
    const fn letter(self) -> char {
        match self {
            Leaving::Resigned => 'R',
            Leaving::TimedOut => 'T',
        }
    }

    const fn from_byte(byte: u8) -> Option<Leaving> {
        match byte {
            b'R' => Some(Leaving::Resigned),
            b'T' => Some(Leaving::TimedOut),
            _ => None,
        }
    }
}

/// The two ways to castle (docs/RULES.md section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// With the nearer rook, `O-O`.
    Kingside,
    /// With the farther rook, `O-O-O`.
    Queenside,
}

/// What a pawn is printed to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Promoted {
    /// The new kind.
    pub kind: Kind,
    /// Printed as `=D`: a queen whose capture scores as that of a promoted piece.
    pub by_points: bool,
}

/// A move without its signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// From one square to another, `Qg1xQn8`, `h7-h8=D`.
    Plain {
        /// What moves.
        kind: Kind,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What is taken: an `x` without a letter takes a pawn.
        captured: Option<Kind>,
        /// What the pawn becomes.
        promoted: Option<Promoted>,
    },
    /// `O-O` or `O-O-O`.
    Castle(Wing),
}

/// A move with its signs, `Qa11xRa9+#`, `Kj13-i14R`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// The move.
    pub step: Step,
    /// Number of `+`: opponents given check.
    pub checks: u8,
    /// Number of `#`: opponents mated, or whose king is taken.
    pub mates: u8,
    /// The first move of an army whose player has just left carries the reason.
    pub leaving: Option<Leaving>,
}

/// What fills one player's slot of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A move.
    Move(MoveText),
    /// `R` or `T`, with a `#` where the player leaves into mate.
    Left {
        /// Why.
        leaving: Leaving,
        /// Whether a `#` follows.
        mated: bool,
    },
    /// `S`: stalemated.
    Stalemated,
    /// A lone `#`: mated when the turn came.
    Mated,
}

/// Most signs of one sort on one move: there are three opponents.
const MAX_SIGNS: u8 = 3;

/// Reads from the front of a text.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn take(&mut self, wanted: u8) -> bool {
        let found = self.0.first() == Some(&wanted);
        if found {
            self.0 = &self.0[1..];
        }
        found
    }

    fn take_with<T>(&mut self, read: impl Fn(u8) -> Option<T>) -> Option<T> {
        let value = read(*self.0.first()?)?;
        self.0 = &self.0[1..];
        Some(value)
    }

    fn kind(&mut self) -> Option<Kind> {
        self.take_with(|byte| match byte {
            // A promoted queen is printed as any other, but may be read by her own letter.
            b'D' => Some(Kind::Queen),
            b'A'..=b'Z' => Kind::from_letter(char::from(byte)),
            _ => None,
        })
    }

    fn square(&mut self) -> Option<Square> {
        let digits = self
            .0
            .iter()
            .skip(1)
            .take(2)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (text, rest) = self.0.split_at_checked(1 + digits)?;
        let square = std::str::from_utf8(text).ok()?.parse().ok()?;
        self.0 = rest;
        Some(square)
    }

    fn step(&mut self) -> Option<Step> {
        if let Some(rest) = self.0.strip_prefix(b"O-O-O") {
            self.0 = rest;
            return Some(Step::Castle(Wing::Queenside));
        }
        if let Some(rest) = self.0.strip_prefix(b"O-O") {
            self.0 = rest;
            return Some(Step::Castle(Wing::Kingside));
        }
        let kind = self.kind().unwrap_or(Kind::Pawn);
        let from = self.square()?;
        let captured = if self.take(b'x') {
            Some(self.kind().unwrap_or(Kind::Pawn))
        } else if self.take(b'-') {
            None
        } else {
            return None;
        };
        let to = self.square()?;
        let promoted = if self.take(b'=') {
            let by_points = self.0.first() == Some(&b'D');
            let kind = self
                .kind()
                .filter(|kind| !matches!(kind, Kind::Pawn | Kind::King))?;
            Some(Promoted { kind, by_points })
        } else {
            None
        };
        Some(Step::Plain {
            kind,
            from,
            to,
            captured,
            promoted,
        })
    }

    fn move_text(&mut self) -> Option<MoveText> {
        let mut text = MoveText {
            step: self.step()?,
            checks: 0,
            mates: 0,
            leaving: None,
        };
        while !self.0.is_empty() {
            if self.take(b'+') {
                text.checks += 1;
            } else if self.take(b'#') {
                text.mates += 1;
            } else if text.leaving.is_none() {
                text.leaving = Some(self.take_with(Leaving::from_byte)?);
            } else {
                return None;
            }
            if text.checks > MAX_SIGNS || text.mates > MAX_SIGNS {
                return None;
            }
        }
        Some(text)
    }
}

impl FromStr for Entry {
    type Err = Error;

    fn from_str(text: &str) -> Result<Entry, Error> {
        let left = |leaving, mated| Some(Entry::Left { leaving, mated });
        let entry = match text {
            "R" => left(Leaving::Resigned, false),
            "T" => left(Leaving::TimedOut, false),
            "R#" => left(Leaving::Resigned, true),
            "T#" => left(Leaving::TimedOut, true),
            "S" => Some(Entry::Stalemated),
            "#" => Some(Entry::Mated),
            _ => Cursor(text.as_bytes()).move_text().map(Entry::Move),
        };
        entry.ok_or_else(|| Error::UnreadableMove(text.chars().take(32).collect()))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |f: &mut fmt::Formatter<'_>, kind: Kind| match kind {
            Kind::Pawn => Ok(()),
            _ => write!(f, "{}", kind.letter()),
        };
        match *self {
            Step::Castle(Wing::Kingside) => f.write_str("O-O"),
            Step::Castle(Wing::Queenside) => f.write_str("O-O-O"),
            Step::Plain {
                kind,
                from,
                to,
                captured,
                promoted,
            } => {
                letter(f, kind)?;
                write!(f, "{from}")?;
                match captured {
                    Some(kind) => {
                        f.write_str("x")?;
                        letter(f, kind)?;
                    }
                    None => f.write_str("-")?,
                }
                write!(f, "{to}")?;
                match promoted {
                    Some(Promoted {
                        by_points: true, ..
                    }) => f.write_str("=D"),
                    Some(Promoted { kind, .. }) => write!(f, "={}", kind.letter()),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.step.fmt(f)?;
        (0..self.checks).try_for_each(|_| f.write_str("+"))?;
        (0..self.mates).try_for_each(|_| f.write_str("#"))?;
        self.leaving
            .map_or(Ok(()), |leaving| write!(f, "{}", leaving.letter()))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Move(text) => text.fmt(f),
            Entry::Left { leaving, mated } => {
                write!(f, "{}{}", leaving.letter(), if *mated { "#" } else { "" })
            }
            Entry::Stalemated => f.write_str("S"),
            Entry::Mated => f.write_str("#"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_print_as_they_were_read() {
        for text in [
            "d2-d4",
            "Qg1xQn8",
            "h8xg7=D",
            "h8xQg7=D++#",
            "e7-e8=N",
            "Qa11xRa9+#",
            "O-O",
            "O-OT",
            "O-O-O",
            "O-O-OR",
            "Kj13-i14R",
            "Kb11xb10T",
            "R",
            "T",
            "R#",
            "T#",
            "S",
            "#",
            "n11-m11",
            "Rk14xk8+++##",
        ] {
            let entry: Entry = text
                .parse()
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(entry.to_string(), text);
        }
    }

    #[test]
    fn a_promoted_queen_may_be_read_by_her_letter() {
        let entry: Entry = "Da9xDa4".parse().expect("readable");
        assert_eq!(entry.to_string(), "Qa9xQa4");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "d2",
            "d2d4",
            "d2-",
            "d2-d15",
            "a1-a2",
            "Xd2-d4",
            "d2-d4=K",
            "d2-d4=P",
            "d2-d4=",
            "d2-d4++++",
            "d2-d4####",
            "d2-d4RT",
            "d2-d4RR",
            "d2-d4!",
            "O",
            "O-",
            "0-0",
            "RR",
            "S#",
            "##",
            "d2–d4",
            "é",
            "Kj13-i14R2",
            "d02-d4",
            "d2xx3",
        ] {
            assert!(text.parse::<Entry>().is_err(), "{text:?} was read");
        }
    }
}
