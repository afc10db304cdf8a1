//! What a player may lose before their next turn.

use super::{NOWHERE, Position};
use crate::bitboard::Bitboard;
use crate::piece::Code;
use crate::{Color, Kind, Move, MoveList, Piece, Points, Rules, Square};

/// A piece that somebody who moves before its owner can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// Where it stands.
    pub square: Square,
    /// The piece. A king is in danger where the rules let it be captured
    /// (docs/RULES.md section 3).
    pub piece: Piece,
    /// The squares of the pieces that can take it, of all players, in board order.
    pub by: Vec<Square>,
    /// Whether the owner or a partner could legally take back, whichever of them takes it, before
    /// the capturer moves again.
    pub covered: bool,
    /// Whether one of the captures wins material: nobody can take back, or the exchange that
    /// follows on the square loses more than it brings, each piece at its value in points
    /// (1, 3, 5, 5, 9 where points don't decide). A king is always lost for nothing.
    pub for_nothing: bool,
}

/// What pieces are worth where points don't decide.
const PLAIN_VALUES: [i32; 5] = [1, 3, 5, 5, 9];

/// More than all other pieces together: a king enters an exchange last.
const KING_VALUE: i32 = 1_000_000;

impl Position {
    /// What the players who move before `color` does can take from them, in board order.
    ///
    /// Each is asked on the board as it stands, as though those before had [passed](Position::pass);
    /// armies that move by chance are asked too, partners are not. For the player to move it is
    /// what would threaten if their move changed nothing. None for a player who no longer plays.
    pub fn dangers(&self, rules: &Rules, color: Color) -> Vec<Danger> {
        let mut dangers: Vec<Danger> = Vec::new();
        if self.result.is_some() || !self.status[color.index()].plays() {
            return dangers;
        }
        let start = if self.turn == color {
            self.pass(rules)
        } else {
            *self
        };
        for position in start.turns_before(rules, color) {
            let capturer = position.turn;
            if !rules.enemies(capturer, color) {
                continue;
            }
            let mut captures = MoveList::new();
            position.captures(rules, &mut captures);
            for mv in &captures {
                for victim in position.victims(color, *mv).into_iter().flatten() {
                    let loss = position.loss(rules, color, capturer, *mv, victim);
                    note(&mut dangers, loss);
                }
            }
        }
        for danger in &mut dangers {
            danger.by.sort_unstable();
        }
        dangers.sort_unstable_by_key(|danger| danger.square);
        dangers
    }

    /// The positions of the players who get the turn before `last` when everybody passes.
    fn turns_before(self, rules: &Rules, last: Color) -> impl Iterator<Item = Position> {
        let waits = move |position: &Position| position.turn().is_some_and(|turn| turn != last);
        let first = Some(self).filter(waits);
        let next = move |position: &Position| Some(position.pass(rules)).filter(waits);
        std::iter::successors(first, next).take(3)
    }

    /// The squares of the living pieces of `owner` that a capture takes: the one it lands on, and
    /// the pawn that it takes in passing.
    fn victims(&self, owner: Color, mv: Move) -> [Option<u8>; 2] {
        let (from, to) = (mv.from.index() as u8, mv.to.index() as u8);
        let (passed, pawn) = self.en_passant[owner.index()];
        let landed = self.colors[owner.index()].has(to).then_some(to);
        let takes_in_passing = passed == to
            && passed != NOWHERE
            && self.code(from).is_pawn()
            && mv.from.file() != mv.to.file()
            && mv.from.rank() != mv.to.rank();
        [landed, takes_in_passing.then_some(pawn)]
    }

    /// What one capture of a piece of `color` means.
    fn loss(&self, rules: &Rules, color: Color, capturer: Color, mv: Move, victim: u8) -> Danger {
        let code = self.code(victim);
        let after = self.make(rules, mv);
        let takers = after.takers_back(rules, color, capturer, mv.to);
        let covered = !takers.is_empty();
        let for_nothing = code.is_king()
            || !covered
            || after.exchange(rules, color, mv.to, worth(rules, code), takers) > 0;
        Danger {
            square: Square::raw(victim),
            piece: code.piece().unwrap_or(Piece::new(color, Kind::Pawn)),
            by: vec![mv.from],
            covered,
            for_nothing,
        }
    }

    /// The pieces of `color` and partner that can legally take on a square before `capturer` moves
    /// again.
    fn takers_back(&self, rules: &Rules, color: Color, capturer: Color, at: Square) -> Bitboard {
        let mut takers = Bitboard::EMPTY;
        if self
            .attackers_among(rules, at.index() as u8, self.allies_of(rules, color))
            .is_empty()
        {
            return takers;
        }
        for position in self.turns_before(rules, capturer) {
            if rules.enemies(position.turn, color) {
                continue;
            }
            let mut captures = MoveList::new();
            position.captures(rules, &mut captures);
            for mv in captures.iter().filter(|mv| mv.to == at) {
                takers = takers.with(mv.from.index() as u8);
            }
        }
        takers
    }

    /// The living pieces of `color` and of a partner.
    fn allies_of(&self, rules: &Rules, color: Color) -> Bitboard {
        let own = self.colors[color.index()];
        if rules.teams {
            own | self.colors[color.partner().index()]
        } else {
            own
        }
    }

    /// Static exchange on a square whose piece was just taken: what `color` loses when `first`,
    /// then anybody by turns, may take there, the cheapest piece first, and nobody has to.
    fn exchange(&self, rules: &Rules, color: Color, at: Square, lost: i32, first: Bitboard) -> i32 {
        let mut board = *self;
        let square = at.index() as u8;
        // The balance after each capture, for whoever made it.
        let mut balances = vec![lost];
        let mut standing = worth(rules, board.code(square));
        let mut takers = first;
        let mut ours = true;
        while let Some(taker) = board.cheapest(rules, takers) {
            let code = board.take(taker);
            let allies = board.allies_of(rules, color);
            let enemies = board.enemies_of(rules, color);
            takers = board.attackers_among(rules, square, if ours { enemies } else { allies });
            if code.is_king() && !takers.is_empty() {
                break; // the king would be taken
            }
            let before = balances[balances.len() - 1];
            balances.push(standing - before);
            standing = worth(rules, code);
            ours = !ours;
        }
        // Backwards: whoever would lose by a capture leaves it.
        balances
            .into_iter()
            .rev()
            .reduce(|later, earlier| -later.max(-earlier))
            .unwrap_or(lost)
    }

    fn cheapest(&self, rules: &Rules, among: Bitboard) -> Option<u8> {
        among
            .into_iter()
            .min_by_key(|square| worth(rules, self.code(*square)))
    }
}

/// What an exchange counts for a living piece.
pub(crate) fn worth(rules: &Rules, code: Code) -> i32 {
    if code.is_king() {
        return KING_VALUE;
    }
    match &rules.points {
        Some(points) => Points::capture(points, code),
        None => PLAIN_VALUES.get(code.kind_index()).copied().unwrap_or(0),
    }
}

/// Adds one capture to what is known of its victim.
fn note(dangers: &mut Vec<Danger>, loss: Danger) {
    match dangers.iter_mut().find(|known| known.square == loss.square) {
        Some(known) => {
            known.covered &= loss.covered;
            known.for_nothing |= loss.for_nothing;
            if !known.by.iter().any(|from| loss.by.contains(from)) {
                known.by.extend(loss.by);
            }
        }
        None => dangers.push(loss),
    }
}
