//! What makes a level human: small misjudgements and oversights, thrown anew for every game, and a
//! taste for some kinds of moves.
//!
//! The first two are functions of the seed, the position and the move, never of the order of search, so
//! the same seed always gives the same choice.

use vierschach_engine::{Color, Kind, Move, Piece, Position, Rules};

use crate::score::Score;

/// How a level errs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The most that a root move is misjudged by, in hundredths of a point.
    pub(crate) wobble: Score,
    /// How many of a thousand distant replies are overlooked.
    pub(crate) oversight: u64,
    /// Whether captures of a queen are never overlooked.
    pub(crate) spares_queens: bool,
    /// What it likes.
    pub(crate) taste: Taste,
}

/// What a level likes: hundredths of a point that moves of a kind seem better than they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taste {
    /// Captures of living pieces.
    pub(crate) captures: Score,
    /// Moves after which an enemy is in check.
    pub(crate) checks: Score,
    /// Moves of pawns.
    pub(crate) pawns: Score,
}

impl Taste {
    /// Likes all moves alike.
    pub(crate) const NONE: Taste = Taste {
        captures: 0,
        checks: 0,
        pawns: 0,
    };

    /// Likes to take and to give check.
    pub(crate) const fn fights(captures: Score, checks: Score) -> Taste {
        Taste {
            captures,
            checks,
            ..Taste::NONE
        }
    }

    /// How much better than it is a move from `before` to `after` seems.
    fn of(&self, rules: &Rules, before: &Position, mv: Move, after: &Position) -> Score {
        let Some(mover) = before.turn() else { return 0 };
        let living = |piece: &Piece| !piece.grey;
        let mut liking = 0;
        if before.piece_at(mv.to).filter(living).is_some() {
            liking += self.captures;
        }
        let man = before.piece_at(mv.from);
        if man.is_some_and(|piece| piece.kind == Kind::Pawn) {
            liking += self.pawns;
        }
        let checked = |color: &Color| rules.enemies(mover, *color) && after.in_check(rules, *color);
        if self.checks != 0 && Color::ALL.iter().any(checked) {
            liking += self.checks;
        }
        liking
    }
}

/// A style with its dice thrown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mood {
    style: Style,
    seed: u64,
}

/// From how many squares away a move may be overlooked.
const DISTANT: u8 = 4;

impl Mood {
    /// The mood of one move of one game.
    pub(crate) fn new(style: Style, seed: u64, position: u64) -> Mood {
        Mood {
            style,
            seed: mix(seed ^ mix(position)),
        }
    }

    /// What a root move is misjudged by: by chance, evenly spread over ± the style's wobble, and by taste.
    pub(crate) fn misjudges(
        &self,
        rules: &Rules,
        before: &Position,
        mv: Move,
        after: &Position,
    ) -> Score {
        let span = 2 * self.style.wobble as u64 + 1;
        let wobble = (mix(self.seed ^ key(mv)) % span) as Score - self.style.wobble;
        wobble + self.style.taste.of(rules, before, mv, after)
    }

    /// Whether mates and queens that can be had for nothing are never misjudged.
    pub(crate) fn sees_prizes(&self) -> bool {
        self.style.spares_queens
    }

    /// Whether replies may be overlooked at all.
    pub(crate) fn is_fallible(&self) -> bool {
        self.style.oversight > 0
    }

    /// Whether this reply of somebody else is overlooked. What is near is always seen.
    #[inline]
    pub(crate) fn overlooks(&self, mv: Move, victim: Option<Kind>) -> bool {
        if self.style.oversight == 0 || distance(mv) < DISTANT {
            return false;
        }
        if self.style.spares_queens && matches!(victim, Some(Kind::Queen | Kind::King)) {
            return false;
        }
        mix(self.seed.rotate_left(32) ^ key(mv)) % 1000 < self.style.oversight
    }
}

fn distance(mv: Move) -> u8 {
    let files = mv.from.file().abs_diff(mv.to.file());
    files.max(mv.from.rank().abs_diff(mv.to.rank()))
}

fn key(mv: Move) -> u64 {
    let promotion = mv.promotion.map_or(0, |kind| kind as u64 + 1);
    (mv.from.index() as u64) << 16 | (mv.to.index() as u64) << 8 | promotion
}

/// The finaliser of SplitMix64: every bit of the result hangs on every bit of `x`.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
