//! Chance: named streams of one seeded generator, so that a game can be checked afterwards.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use vierschach_engine::{Game, Move};

/// What a draw is for. Each use has a ChaCha8 stream of its own, so that adding one never
/// changes the others.
#[derive(Clone, Copy, Debug)]
enum Stream {
    /// Moves of wandering armies and walking kings.
    Wander = 1,
    /// Seeds of the CPUs.
    Cpu = 2,
}

/// When a draw is made: what was drawn before (or not drawn, in a replay) has no influence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Moves played.
    pub(crate) ply: u32,
    /// How often moves were taken back before, so that the same draw does not come again.
    pub(crate) takebacks: u32,
}

/// The generator of one use at one moment: a position in the stream of its own.
fn at(seed: u64, stream: Stream, moment: Moment) -> ChaCha8Rng {
    let Moment { ply, takebacks } = moment;
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(stream as u64);
    // A ChaCha block has 16 words; four blocks are far more than one draw takes.
    let place = (u128::from(takebacks) << 32) | u128::from(ply);
    generator.set_word_pos(place * 64);
    generator
}

/// A legal move drawn uniformly at random (docs/RULES.md section 6); `None` when there is none.
pub(crate) fn wander(seed: u64, takebacks: u32, game: &Game) -> Option<Move> {
    let moves = game.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let ply = game.ply();
    let moment = Moment { ply, takebacks };
    let index = at(seed, Stream::Wander, moment).random_range(0..moves.len());
    moves.get(index).copied()
}

/// The seed for a CPU's choice.
pub(crate) fn cpu_seed(seed: u64, moment: Moment) -> u64 {
    at(seed, Stream::Cpu, moment).random()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpu_seed(seed: u64, ply: u32) -> u64 {
        let takebacks = 0;
        super::cpu_seed(seed, Moment { ply, takebacks })
    }

    #[test]
    fn draws_depend_on_seed_and_moment_alone() {
        let draws: Vec<u64> = (0..4).map(|ply| cpu_seed(7, ply)).collect();
        assert_eq!(
            draws,
            (0..4).map(|ply| cpu_seed(7, ply)).collect::<Vec<_>>()
        );
        assert_ne!(draws[0], draws[1]);
        assert_ne!(cpu_seed(7, 0), cpu_seed(8, 0));
        let again = |takebacks| super::cpu_seed(7, Moment { ply: 0, takebacks });
        assert_eq!(again(0), draws[0]);
        assert!(!draws.contains(&again(1)) && again(1) != again(2));
    }

    #[test]
    fn the_streams_stay_what_they_were() {
        // Logged games are checked against these numbers years later.
        assert_eq!(cpu_seed(1, 0), 16_166_618_085_559_792_950);
        assert_eq!(cpu_seed(1, 5), 952_064_443_454_240_243);
    }
}
