//! Legal moves the slow and obvious way: every pseudo-legal move is made on a plain 14 × 14
//! board and refused if the own king then stands in check. Shares nothing with the engine's
//! generator but the public types.

use vierschach_engine::{
    Color, Kind, KingCapture, Move, Piece, Position, PromotionRank, Rules, Side, Square,
};

type Grid = [[Option<Piece>; 14]; 14];
type Place = (i32, i32);

const STRAIGHT: [Place; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const SLANTED: [Place; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [Place; 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

struct Slow<'a> {
    rules: &'a Rules,
    position: &'a Position,
    me: Color,
}

/// The legal moves of the player to move, sorted.
pub(crate) fn legal_moves(rules: &Rules, position: &Position) -> Vec<Move> {
    let Some(me) = position.turn() else {
        return Vec::new();
    };
    let slow = Slow {
        rules,
        position,
        me,
    };
    let mut grid: Grid = [[None; 14]; 14];
    for square in Square::all() {
        grid[square.file() as usize][square.rank() as usize] = position.piece_at(square);
    }
    let mut moves = Vec::new();
    for square in Square::all() {
        let at = (square.file() as i32, square.rank() as i32);
        match get(&grid, at) {
            Some(piece) if piece.color == me && !piece.grey => {
                slow.piece(&grid, at, piece, &mut moves)
            }
            _ => {}
        }
    }
    moves.sort();
    moves
}

fn square((file, rank): Place) -> Option<Square> {
    Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
}

fn get(grid: &Grid, at: Place) -> Option<Piece> {
    square(at).and_then(|_| grid[at.0 as usize][at.1 as usize])
}

fn set(grid: &mut Grid, at: Place, piece: Option<Piece>) {
    grid[at.0 as usize][at.1 as usize] = piece;
}

fn add(a: Place, b: Place) -> Place {
    (a.0 + b.0, a.1 + b.1)
}

fn forward(side: Side) -> Place {
    match side {
        Side::South => (0, 1),
        Side::West => (1, 0),
        Side::North => (0, -1),
        Side::East => (-1, 0),
    }
}

impl Slow<'_> {
    fn enemy(&self, piece: Piece) -> bool {
        !piece.grey && self.rules.enemies(self.me, piece.color) && !self.stands_aside(piece)
    }

    /// A king that a player who is out left behind gives no check.
    fn stands_aside(&self, piece: Piece) -> bool {
        piece.kind == Kind::King && !self.position.status()[piece.color.index()].moves()
    }

    fn may_take(&self, piece: Piece) -> bool {
        piece.grey || (self.rules.enemies(self.me, piece.color) && !self.untouchable(piece))
    }

    /// The last king of a team where only the first may fall.
    fn untouchable(&self, piece: Piece) -> bool {
        piece.kind == Kind::King
            && self.rules.king_capture == KingCapture::FirstOfTeam
            && self.position.king(piece.color.partner()).is_none()
    }

    fn attacked(&self, grid: &Grid, at: Place) -> bool {
        let stands = |from: Place, kinds: &[Kind]| {
            get(grid, from).is_some_and(|piece| self.enemy(piece) && kinds.contains(&piece.kind))
        };
        let slides = |step: Place, kinds: &[Kind]| {
            let mut from = add(at, step);
            while square(from).is_some() && get(grid, from).is_none() {
                from = add(from, step);
            }
            stands(from, kinds)
        };
        let pawn = SLANTED.iter().any(|step| {
            let from = add(at, *step);
            stands(from, &[Kind::Pawn])
                && get(grid, from).is_some_and(|pawn| {
                    let ahead = forward(self.rules.side(pawn.color));
                    // Going back from `at` along the step must not go forward.
                    (ahead.0 != 0 && ahead.0 == -step.0) || (ahead.1 != 0 && ahead.1 == -step.1)
                })
        });
        pawn || LEAPS
            .iter()
            .any(|step| stands(add(at, *step), &[Kind::Knight]))
            || STRAIGHT
                .iter()
                .chain(&SLANTED)
                .any(|step| stands(add(at, *step), &[Kind::King]))
            || STRAIGHT
                .iter()
                .any(|step| slides(*step, &[Kind::Rook, Kind::Queen]))
            || SLANTED
                .iter()
                .any(|step| slides(*step, &[Kind::Bishop, Kind::Queen]))
    }

    fn king(&self, grid: &Grid) -> Option<Place> {
        Square::all()
            .map(|square| (square.file() as i32, square.rank() as i32))
            .find(|at| {
                get(grid, *at)
                    .is_some_and(|p| p.kind == Kind::King && p.color == self.me && !p.grey)
            })
    }

    fn piece(&self, grid: &Grid, at: Place, piece: Piece, moves: &mut Vec<Move>) {
        let (steps, far): (Vec<Place>, bool) = match piece.kind {
            Kind::Pawn => return self.pawn(grid, at, moves),
            Kind::Knight => (LEAPS.to_vec(), false),
            Kind::Bishop => (SLANTED.to_vec(), true),
            Kind::Rook => (STRAIGHT.to_vec(), true),
            Kind::Queen => ([STRAIGHT, SLANTED].concat(), true),
            Kind::King => ([STRAIGHT, SLANTED].concat(), false),
        };
        for step in steps {
            let mut to = add(at, step);
            while square(to).is_some() {
                let there = get(grid, to);
                if there.is_none_or(|there| self.may_take(there)) {
                    self.consider(grid, at, to, None, moves);
                }
                if there.is_some() || !far {
                    break;
                }
                to = add(to, step);
            }
        }
        if piece.kind == Kind::King {
            self.castle(grid, at, moves);
        }
    }

    fn pawn(&self, grid: &Grid, at: Place, moves: &mut Vec<Move>) {
        let side = self.rules.side(self.me);
        let ahead = forward(side);
        let one = add(at, ahead);
        let two = add(one, ahead);
        if square(one).is_some() && get(grid, one).is_none() {
            self.consider(grid, at, one, None, moves);
            let home = square(at).is_some_and(|from| from.rank_for(side) == 1);
            if home && square(two).is_some() && get(grid, two).is_none() {
                self.consider(grid, at, two, None, moves);
            }
        }
        for turn in [1, -1] {
            let to = add(one, (ahead.1 * turn, ahead.0 * turn));
            if square(to).is_none() {
                continue;
            }
            let passer = Color::ALL.into_iter().find_map(|color| {
                let (passed, pawn) = self.position.en_passant(color)?;
                let fits = self.rules.enemies(self.me, color) && Some(passed) == square(to);
                fits.then_some((pawn.file() as i32, pawn.rank() as i32))
            });
            match get(grid, to) {
                Some(there) if !self.may_take(there) => {}
                None if passer.is_none() => {}
                _ => self.consider(grid, at, to, passer, moves),
            }
        }
    }

    /// Adds a pseudo-legal move, in all its promotions, if it is legal.
    fn consider(
        &self,
        grid: &Grid,
        from: Place,
        to: Place,
        passer: Option<Place>,
        moves: &mut Vec<Move>,
    ) {
        let mut after = *grid;
        let piece = get(grid, from);
        set(&mut after, from, None);
        if let Some(passer) = passer {
            set(&mut after, passer, None);
        }
        set(&mut after, to, piece);
        let royal = self.rules.king_capture != KingCapture::FirstOfTeam
            || self.position.king(self.me.partner()).is_none();
        let takes_king = get(grid, to).is_some_and(|p| p.kind == Kind::King && self.enemy(p));
        let exempt = self.rules.king_capture_in_check && takes_king;
        let exposed = self
            .king(&after)
            .is_some_and(|king| self.attacked(&after, king));
        if exposed && royal && !exempt {
            return;
        }
        let (Some(from), Some(to), Some(piece)) = (square(from), square(to), piece) else {
            return;
        };
        let side = self.rules.side(self.me);
        let promotes = piece.kind == Kind::Pawn
            && match self.rules.promotion.rank {
                PromotionRank::Rank(rank) => to.rank_for(side) == rank - 1,
                PromotionRank::End(_) => {
                    let ahead = forward(side);
                    square((to.file() as i32 + ahead.0, to.rank() as i32 + ahead.1)).is_none()
                }
            };
        if promotes {
            let kinds = self.rules.promotion.kinds.kinds();
            moves.extend(kinds.iter().map(|kind| Move {
                from,
                to,
                promotion: Some(*kind),
            }));
        } else {
            moves.push(Move::new(from, to));
        }
    }

    fn castle(&self, grid: &Grid, at: Place, moves: &mut Vec<Move>) {
        let (kingside, queenside) = self.position.castling(self.rules, self.me);
        let ahead = forward(self.rules.side(self.me));
        for turn in [1, -1] {
            let step = (ahead.1.abs() * turn, ahead.0.abs() * turn);
            let mut rook = add(at, step);
            let mut between = 0;
            while get(grid, rook).is_none() && square(rook).is_some() {
                rook = add(rook, step);
                between += 1;
            }
            let corner = square(add(rook, step)).is_none();
            let is_rook = corner && get(grid, rook) == Some(Piece::new(self.me, Kind::Rook));
            let allowed = (between == 2 && kingside) || (between == 3 && queenside);
            let (crossed, reached) = (add(at, step), add(add(at, step), step));
            let mut gone = *grid;
            set(&mut gone, at, None);
            let safe = !self.attacked(grid, at)
                && !self.attacked(&gone, crossed)
                && !self.attacked(&gone, reached);
            if let (true, true, true, Some(from), Some(to)) =
                (is_rook, allowed, safe, square(at), square(reached))
            {
                moves.push(Move::new(from, to));
            }
        }
    }
}
