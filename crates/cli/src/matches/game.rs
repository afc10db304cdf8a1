//! One game of a match.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use vierschach_cpu::{Analysis, Evaluation, Limits, Outlook, Resources, analyse};
use vierschach_engine::{Color, EndReason, Game, Move, Rules};

use super::journal::Played;
use super::player::Player;
use super::schedule::Seating;
use crate::Error;

/// The stream that armies without a player move by; openings have the one before it.
const WANDER: u64 = 1;

/// Nodes of the search that judges an opening, and the most hundredths that somebody may be ahead.
const LOOK: u64 = 2_000;
const MOST_AHEAD: i32 = 150;

/// So often an opening is drawn; a long one at random is hardly ever even.
const MOST_DRAWS: u32 = 200;

/// The moves a game begins with.
pub(crate) struct Opening(pub(crate) Vec<Move>);

impl Opening {
    /// Legal moves drawn at random, without captures so that nobody begins with less. What a short
    /// search thinks decided is drawn again, some times.
    pub(crate) fn draw(rules: &Rules, seed: u64, number: u64, plies: u32) -> Opening {
        let mut chance = ChaCha8Rng::seed_from_u64(seed ^ number << 8);
        let mut moves = Vec::new();
        for _ in 0..MOST_DRAWS {
            moves.clear();
            let mut game = Game::new(*rules, Color::Red);
            for _ in 0..plies {
                let legal = game.legal_moves();
                let quiet: Vec<Move> = legal
                    .iter()
                    .copied()
                    .filter(|mv| game.position().piece_at(mv.to).is_none())
                    .collect();
                if quiet.is_empty() {
                    break;
                }
                let mv = quiet[chance.random_range(0..quiet.len())];
                if game.play(mv).is_err() {
                    break;
                }
                moves.push(mv);
            }
            if is_open(&game) {
                break;
            }
        }
        Opening(moves)
    }
}

/// Whether nobody is far ahead yet.
fn is_open(game: &Game) -> bool {
    let stop = AtomicBool::new(false);
    let analysis = Analysis {
        limits: Limits {
            nodes: Some(LOOK),
            ..Limits::default()
        },
        lines: 1,
        resources: Resources::default(),
        outlook: Outlook::default(),
    };
    let mut open = false;
    analyse(game, &analysis, &stop, &|| Duration::ZERO, &mut |line| {
        open = matches!(line.evaluation, Evaluation::Points(ahead) if ahead.abs() <= MOST_AHEAD);
    });
    open
}

/// Plays a game to its end; `players` are A and B.
pub(super) fn play(
    rules: &Rules,
    opening: &Opening,
    seating: Seating,
    players: [&mut Player; 2],
    seed: u64,
) -> Result<Played, Error> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(WANDER);
    let mut game = Game::new(*rules, Color::Red);
    let mut moves = opening.0.clone();
    for mv in &moves {
        game.play(*mv)?;
    }
    let [a, b] = players;
    a.begin()?;
    b.begin()?;
    while let Some(turn) = game.turn() {
        let mv = if game.chance_moves() {
            let legal = game.legal_moves();
            legal[chance.random_range(0..legal.len())]
        } else {
            let player = if seating.is_a(turn) { &mut *a } else { &mut *b };
            player.choose(&game, &moves, seed)?
        };
        game.play(mv)?;
        moves.push(mv);
    }
    let result = game.result();
    Ok(Played {
        places: result.map_or([1; 4], |result| result.places),
        moves: game.ply(),
        reason: result.map_or(String::new(), |result| words(result.reason).to_owned()),
    })
}

/// Why a game ended, in a few words.
const fn words(reason: EndReason) -> &'static str {
    match reason {
        EndReason::LastPlayer => "one player left",
        EndReason::Lead => "decisive lead",
        EndReason::Checkmate => "checkmate",
        EndReason::KingCaptured => "king captured",
        EndReason::Resignation => "resignation",
        EndReason::Stalemate => "stalemate",
        EndReason::Repetition => "repetition",
        EndReason::MoveCount => "no capture or pawn move for long",
        EndReason::BareKings => "bare kings",
        EndReason::MoveLimit => "move limit",
        EndReason::Claim => "win claimed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vierschach_engine::Preset;

    #[test]
    fn openings_depend_on_seed_and_number_alone() {
        let rules = Rules::preset(Preset::Teams);
        let draw = |seed, number| Opening::draw(&rules, seed, number, 8).0;
        assert_eq!(draw(1, 5), draw(1, 5));
        assert_ne!(draw(1, 5), draw(1, 6));
        assert_ne!(draw(1, 5), draw(2, 5));
        assert_eq!(draw(1, 5).len(), 8);
    }
}
