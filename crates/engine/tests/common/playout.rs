//! Random games under any rules.

use vierschach_engine::{Color, Game, Rules, Status};

/// Plays random moves; now and then somebody resigns, runs out of time or claims.
/// `choices` are random numbers, one for each action. Calls `visit` with every state and with
/// whether a king has just begun to walk in its own turn.
pub(crate) fn play(
    rules: Rules,
    first: Color,
    choices: &[u32],
    mut visit: impl FnMut(&Game, bool),
) -> Game {
    let mut game = Game::new(rules, first);
    let mut just_walks = false;
    visit(&game, just_walks);
    for choice in choices {
        if game.result().is_some() {
            break;
        }
        let color = Color::from_index((choice >> 8) as usize);
        let outcome = match choice % 64 {
            0 if game.ply() > 20 => game.resign(color),
            1 => game.claim(color),
            2 if game.ply() > 30 => game.time_out(color),
            _ => {
                let moves = game.legal_moves();
                assert!(!moves.is_empty(), "a player to move without a move");
                // Captures are preferred every other time, or the board never empties.
                let taking: Vec<_> = moves
                    .iter()
                    .filter(|mv| game.position().piece_at(mv.to).is_some())
                    .collect();
                let from = (choice >> 10) as usize;
                let mv = match taking.len() {
                    count if count > 0 && choice % 2 == 0 => *taking[from % count],
                    _ => moves[from % moves.len()],
                };
                game.play(mv)
            }
        };
        let moved = choice % 64 > 2 && outcome.is_ok();
        let left = choice % 64 < 3 && outcome.is_ok() && game.turn() == Some(color);
        let walks = game.status()[color.index()] == Status::Walking;
        just_walks = !moved && (just_walks || left && walks);
        visit(&game, just_walks);
    }
    game
}
