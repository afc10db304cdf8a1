//! What several tests share.
#![allow(dead_code)] // no test uses all of it

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use vierschach_cpu::{Analysis, Choice, Level, Limits, Outlook, Resources, analyse, choose_within};
use vierschach_engine::{Color, Game, Kind, Move, MoveList, Piece, Position, Rules};

/// A choice within some nodes, at the level's own depth and style, never stopped.
pub(crate) fn pick(game: &Game, level: Level, nodes: u64, seed: u64) -> Option<Choice> {
    let limits = Limits {
        nodes: Some(nodes),
        ..level.limits()
    };
    let stop = AtomicBool::new(false);
    choose_within(
        game,
        level,
        limits,
        Resources::default(),
        seed,
        &stop,
        &|| Duration::ZERO,
        &mut |_| (),
    )
}

/// The best move as a search of so many nodes sees it that overlooks and misjudges nothing.
pub(crate) fn best(game: &Game, nodes: u64) -> Move {
    let analysis = Analysis {
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        lines: 1,
        resources: Resources::default(),
        outlook: Outlook::default(),
    };
    let stop = AtomicBool::new(false);
    analyse(game, &analysis, &stop, &|| Duration::ZERO, &mut |_| ()).expect("somebody is to move")
}

/// A pseudo-random number for each step of a test, by SplitMix64.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `sides`.
    pub(crate) fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % sides as u64) as usize
    }

    /// One of the moves.
    pub(crate) fn lot(&mut self, moves: &MoveList) -> Move {
        moves[self.throw(moves.len())]
    }
}

/// Plays the next move: by lot for an army without a player, else by `choice`.
pub(crate) fn step(game: &mut Game, dice: &mut Dice, choice: impl FnOnce(&Game) -> Move) {
    let mv = if game.chance_moves() {
        dice.lot(&game.legal_moves())
    } else {
        choice(game)
    };
    game.play(mv).expect("a chosen move is legal");
}

const WORTH: [i32; 6] = [1, 3, 5, 5, 9, 0];

/// Whether, on the board as it stands, some opponent of `me` can legally take a queen of `me`
/// with a lesser piece, or with any piece on a square that none of `me`'s side could take back on.
/// A second opinion on what the CPU itself takes care of, by plain legal moves.
pub(crate) fn queen_hangs(rules: &Rules, after: &Position, me: Color) -> bool {
    let mut position = *after;
    for _ in 0..3 {
        let Some(turn) = position.turn().filter(|turn| *turn != me) else {
            break;
        };
        if rules.enemies(me, turn) && position.status()[turn.index()].plays() {
            let mut moves = MoveList::new();
            position.legal_moves(rules, &mut moves);
            for mv in &moves {
                let queen = |p: &Piece| p.color == me && p.kind == Kind::Queen && !p.grey;
                if position.piece_at(mv.to).filter(queen).is_none() {
                    continue;
                }
                let taker = position
                    .piece_at(mv.from)
                    .expect("a move starts from a piece");
                if !matches!(taker.kind, Kind::Queen | Kind::King) {
                    return true;
                }
                let taken = position.make(rules, *mv);
                let back =
                    |c: &Color| !rules.enemies(me, *c) && taken.is_attacked(rules, mv.to, *c);
                if !Color::ALL.iter().any(back) {
                    return true;
                }
            }
        }
        position = position.pass(rules);
    }
    false
}

/// What a move takes, in pawns.
pub(crate) fn taken(position: &Position, mv: Move) -> i32 {
    let living = position.piece_at(mv.to).filter(|piece| !piece.grey);
    living.map_or(0, |piece| WORTH[piece.kind.index()])
}
