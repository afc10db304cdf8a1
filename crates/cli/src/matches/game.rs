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

/// The stream that armies without a player move by; numbers of openings are streams of the match's seed.
const WANDER: u64 = 1;

/// Nodes of the search that judges an opening, and the most hundredths that its score may differ from the start's.
const LOOK: u64 = 2_000;
const MOST_AHEAD: i32 = 150;

/// So often an opening is drawn; a long one at random is hardly ever even.
const MOST_DRAWS: u32 = 200;

/// What a game begins with.
pub(crate) struct Opening {
    /// From the start.
    pub(crate) moves: Vec<Move>,
    /// What the games from here draw their chances from.
    pub(super) seed: u64,
}

/// Draws openings under one set of rules.
pub(crate) struct Openings<'a> {
    rules: &'a Rules,
    seed: u64,
    plies: u32,
    /// The score of the start: a short search flatters the player to move, there as after an opening.
    even: i32,
}

impl Openings<'_> {
    /// Openings of so many plies that depend on the seed.
    pub(crate) fn new(rules: &Rules, seed: u64, plies: u32) -> Openings<'_> {
        Openings {
            rules,
            seed,
            plies,
            even: look(&Game::new(*rules, Color::Red)).unwrap_or_default(),
        }
    }

    /// Legal moves drawn at random, without captures so that nobody begins with less. What a short
    /// search thinks decided is drawn again, some times.
    pub(crate) fn draw(&self, number: u64) -> Opening {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(number);
        let seed = chance.random();
        let mut moves = Vec::new();
        for _ in 0..MOST_DRAWS {
            moves.clear();
            let mut game = Game::new(*self.rules, Color::Red);
            for _ in 0..self.plies {
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
            if self.is_open(look(&game)) {
                break;
            }
        }
        Opening { moves, seed }
    }

    /// Whether a score of the player to move says that nobody is far ahead yet.
    fn is_open(&self, score: Option<i32>) -> bool {
        score.is_some_and(|score| score.abs_diff(self.even) <= MOST_AHEAD.unsigned_abs())
    }
}

/// What a short search thinks of a position for the player to move, in hundredths of a point; none where the
/// game is decided.
fn look(game: &Game) -> Option<i32> {
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
    let mut score = None;
    analyse(game, &analysis, &stop, &|| Duration::ZERO, &mut |line| {
        score = match line.evaluation {
            Evaluation::Points(points) => Some(points),
            Evaluation::Wins(_) | Evaluation::Loses(_) => None,
        };
    });
    score
}

/// Plays a game to its end; `players` are A and B.
pub(super) fn play(
    rules: &Rules,
    opening: &Opening,
    seating: Seating,
    players: [&mut Player; 2],
) -> Result<Played, Error> {
    let seed = opening.seed;
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(WANDER);
    let mut game = Game::new(*rules, Color::Red);
    let mut moves = opening.moves.clone();
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
    use std::collections::HashSet;
    use vierschach_engine::Preset;

    #[test]
    fn openings_depend_on_seed_and_number_alone() {
        let rules = Rules::preset(Preset::Teams);
        let draw = |seed, number| Openings::new(&rules, seed, 8).draw(number).moves;
        assert_eq!(draw(1, 5), draw(1, 5));
        assert_ne!(draw(1, 5), draw(1, 6));
        assert_ne!(draw(1, 5), draw(2, 5));
        assert_eq!(draw(1, 5).len(), 8);
    }

    #[test]
    fn no_two_seeds_share_openings() {
        let rules = Rules::preset(Preset::Teams);
        let (mut seen, mut told) = (HashSet::new(), HashSet::new());
        for seed in [0, 1, 2, 256, 257, 512, u64::MAX] {
            let openings = Openings::new(&rules, seed, 4);
            for number in [0, 1, 2, 3] {
                let opening = openings.draw(number);
                assert!(seen.insert(opening.seed), "seed {seed}, opening {number}");
                let moves: Vec<String> = opening.moves.iter().map(Move::to_string).collect();
                assert!(
                    told.insert(moves.join(" ")),
                    "seed {seed}, opening {number}"
                );
            }
        }
    }

    #[test]
    fn openings_are_as_even_as_the_start() {
        for preset in [Preset::Solo, Preset::Teams] {
            let rules = Rules::preset(preset);
            let mut openings = Openings::new(&rules, 1, 4);
            let start = look(&Game::new(rules, Color::Red)).expect("an open game");
            assert_eq!(openings.even, start);
            assert!(openings.is_open(Some(start)));
            for number in 0..4 {
                let mut game = Game::new(rules, Color::Red);
                for mv in openings.draw(number).moves {
                    game.play(mv).expect("a legal move");
                }
                assert!(openings.is_open(look(&game)));
            }
            openings.even = 120;
            for (score, open) in [(270, true), (271, false), (-30, true), (-31, false)] {
                assert_eq!(openings.is_open(Some(score)), open, "{score}");
            }
            assert!(!openings.is_open(None));
        }
    }
}
