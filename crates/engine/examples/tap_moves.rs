//! Moves of real games with everything that was legal instead of them, for the bench of the taps:
//! a finger that misses can only do harm where another legal move lies nearby.
//!
//! `cargo run --release -p vierschach-engine --example tap_moves -- 2000 tests/data/games/*.pgn4
//! > tests/data/taps/moves.txt`
//!
//! A line each: the mover's side, the move, and for every piece that could move its square followed
//! by the squares it could reach. The moves lie evenly over all games; those that chance plays are
//! left out.

use std::error::Error;
use std::fmt::Write as _;

use vierschach_engine::pgn4::{self, Action};
use vierschach_engine::{Game, Move, Side};

/// A line for a move in the position before it.
fn line(game: &Game, mv: Move) -> Result<String, std::fmt::Error> {
    let turn = game.turn().map_or(0, |color| color.index());
    let mut line = format!("{} {mv}", Side::ALL[turn]);
    let mut legal: Vec<Move> = game.legal_moves().iter().copied().collect();
    legal.sort_by_key(|mv| (mv.from.index(), mv.to.index()));
    legal.dedup_by_key(|mv| (mv.from, mv.to));
    let mut from = None;
    for mv in legal {
        if from.replace(mv.from) != Some(mv.from) {
            write!(line, " {}", mv.from)?;
        }
        write!(line, "{}", mv.to)?;
    }
    Ok(line)
}

fn lines(text: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for recorded in pgn4::games(text) {
        let recorded = recorded?;
        let mut game = recorded.start().map_err(|reason| reason.to_string())?;
        for step in recorded.replay()?.steps {
            if let Action::Move(mv) = step.action
                && !game.chance_moves()
            {
                lines.push(line(&game, Move::new(mv.from, mv.to))?);
            }
            step.action.play(&mut game)?;
        }
    }
    Ok(lines)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let wanted: usize = arguments.next().ok_or("how many moves?")?.parse()?;
    let mut all = Vec::new();
    for path in arguments {
        all.extend(lines(&std::fs::read_to_string(path)?)?);
    }
    if wanted > all.len() {
        return Err(format!("the games have only {} moves", all.len()).into());
    }
    for n in 0..wanted {
        println!("{}", all[n * all.len() / wanted]);
    }
    Ok(())
}
