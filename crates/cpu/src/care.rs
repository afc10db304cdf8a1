//! What no player of some experience gets wrong: a mate is given, a queen is not left to be
//! taken for nothing. Both are judged at the root by a look at the board, so that neither a
//! small budget nor a misjudgement gets in the way.

use vierschach_engine::{Color, Kind, Move, MoveList, Piece, Position, Rules, Square};

use crate::eval::values::{POWER, exchange_value};
use crate::exchange;
use crate::score::Score;

/// What a mate, a king's capture or the game's end in one's favour is worth beyond its points: rivals may
/// give it next. More than two scores can differ by.
const MATE_IN_HAND: Score = 12_000;

/// What a queen is worth.
pub(crate) const QUEEN: Score = POWER[Kind::Queen as usize];

/// What a queen that can be had for nothing is worth beyond what she is.
const FREE_QUEEN: Score = QUEEN / 2;

/// The same for who may overlook replies: what they see in another move may not be there.
const FREE_QUEEN_IN_DOUBT: Score = 2 * QUEEN;

/// What a queen left to be taken for nothing costs: more than what a shallow search may dream of.
const QUEEN_FOR_NOTHING: Score = 2 * QUEEN;

/// What speaks for a root move and against it, whatever the search thinks of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Care {
    /// What is added to its score.
    pub(crate) bias: Score,
    /// Whether it mates or takes a queen for nothing: no misjudgement may hide that.
    pub(crate) prize: bool,
}

/// Looks at `mv`, which leads from `before` to `after`. `doubts`: whether the search may overlook replies.
pub(crate) fn look_at(
    rules: &Rules,
    before: &Position,
    mv: Move,
    after: &Position,
    me: Color,
    doubts: bool,
) -> Care {
    let scored = after.points()[me.index()] - before.points()[me.index()];
    let mate = rules.points.map_or(Score::MAX, |points| points.checkmate);
    let alive = after.status()[me.index()].plays();
    let taken = before.piece_at(mv.to).filter(|piece| !piece.grey);
    // House rules may make a mate worth less than a pawn: points alone tell no mate.
    let fell = |color: &Color| {
        let status = [before, after].map(|position| position.status()[color.index()]);
        rules.enemies(me, *color) && status[0] != status[1] && !status[1].plays()
    };
    let king = before
        .piece_at(mv.to)
        .is_some_and(|piece| piece.kind == Kind::King);
    let in_hand = match after.result().map(|result| result.places) {
        // Where points count, the end with nobody beside oneself at the top is as good.
        Some(places) => {
            let first = places.iter().filter(|place| **place == 1).count();
            rules.points.is_some() && places[me.index()] == 1 && first == 1
        }
        None => alive && scored >= mate && (king || Color::ALL.iter().any(fell)),
    };
    let mut bias = if in_hand { MATE_IN_HAND } else { 0 };

    // Of an army that no player has any more nothing is to be gained but the points.
    let taken = taken.filter(|piece| before.status()[piece.color.index()].plays());
    let won = taken
        .map_or(0, |piece| POWER[piece.kind.index()])
        .max(100 * scored);
    let queen = taken.filter(|piece| piece.kind == Kind::Queen);
    let free = queen.is_some_and(|queen| {
        let full = exchange_value(rules.points.as_ref(), queen);
        exchange::gain(rules, before, mv) >= full
    });
    if free {
        bias += if doubts {
            FREE_QUEEN_IN_DOUBT
        } else {
            FREE_QUEEN
        };
    }
    if won < QUEEN && hangs_queen(rules, after, me) {
        bias -= QUEEN_FOR_NOTHING;
    }
    Care {
        bias,
        prize: in_hand || free,
    }
}

/// Whether an opponent who moves before `me` does can take a queen of `me` for nothing: with a
/// lesser piece, or with any when nobody can take back. Each of them is asked on the board as it
/// stands, as though those before had waited.
pub(crate) fn hangs_queen(rules: &Rules, after: &Position, me: Color) -> bool {
    let mut position = *after;
    // No more than the three others: a player without a move, where such are passed over, never
    // gets the turn again while the others wait.
    for _ in 0..3 {
        let Some(turn) = position.turn().filter(|turn| *turn != me) else {
            break;
        };
        if rules.enemies(me, turn) && position.status()[turn.index()].plays() {
            let mut list = MoveList::new();
            position.captures(rules, &mut list);
            if list
                .iter()
                .any(|mv| takes_queen_for_nothing(rules, &position, *mv, me))
            {
                return true;
            }
        }
        position = position.pass(rules);
    }
    false
}

fn takes_queen_for_nothing(rules: &Rules, position: &Position, mv: Move, me: Color) -> bool {
    let queen = |piece: &Piece| piece.color == me && piece.kind == Kind::Queen && !piece.grey;
    if position.piece_at(mv.to).filter(queen).is_none() {
        return false;
    }
    let lesser = position
        .piece_at(mv.from)
        .is_some_and(|piece| POWER[piece.kind.index()] < QUEEN && piece.kind != Kind::King);
    lesser || !guarded(rules, &position.make(rules, mv), mv.to, me)
}

/// Whether `me` or a partner attacks the square.
fn guarded(rules: &Rules, position: &Position, square: Square, me: Color) -> bool {
    let mut ours = Color::ALL
        .into_iter()
        .filter(|color| !rules.enemies(me, *color));
    ours.any(|color| position.is_attacked(rules, square, color))
}

#[cfg(test)]
mod tests {
    use vierschach_engine::{Game, Preset};

    use super::*;

    /// Red can take green's queen or yellow's pawn, and nobody takes back.
    const GIFTS: &str = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/14/3,yP,10/14/14/14/bK,8,gQ,4/14/14/14/\
                         5,rB,7,gK/3,rR,10/14/6,rK,7";

    fn care(game: &Game, mv: &str) -> Care {
        let mv = mv.parse().expect("a move");
        assert!(game.is_legal(mv), "{mv}");
        let (rules, before) = (game.rules(), game.position());
        look_at(rules, before, mv, &before.make(rules, mv), Color::Red, true)
    }

    #[test]
    fn a_pawn_is_no_mate_however_little_a_mate_brings() {
        for checkmate in [0, 1, 3] {
            let mut rules = Rules::preset(Preset::Solo);
            rules.points.as_mut().expect("points").checkmate = checkmate;
            let game = Game::from_fen4(rules, GIFTS).expect("a position");
            let pawn = care(&game, "d3d12");
            assert!(!pawn.prize && pawn.bias == 0, "{pawn:?}");
        }
    }

    #[test]
    fn a_queen_is_a_prize_while_somebody_plays_her() {
        let rules = Rules::preset(Preset::FourKingdoms);
        let mut game = Game::from_fen4(rules, GIFTS).expect("a position");
        assert!(care(&game, "f4j8").prize);
        game.resign(Color::Green).expect("green plays");
        assert!(!care(&game, "f4j8").prize);
    }
}
