//! What is written down of a game reads back to the same game, for all rules.

use proptest::prelude::*;
use vierschach_engine::pgn4::{Action, Pgn4, Start};
use vierschach_engine::{Color, Game, Preset, Rules, Setup};

/// Plays a game: each number chooses what happens next.
fn play(game: &mut Game, choices: &[u16]) -> Vec<Action> {
    let mut actions = Vec::new();
    for choice in choices {
        let color = Color::from_index(usize::from(*choice) & 3);
        let rest = choice >> 2;
        let action = match rest % 300 {
            0 => Action::Resign(color),
            1 => Action::TimeOut(color),
            2 => Action::Claim(color),
            3 => game.turn().map_or(Action::Resign(color), Action::Resign),
            _ => {
                let moves = game.legal_moves();
                // Captures often, so that games reach their end.
                let takes = |mv: &&_| {
                    let mv: &vierschach_engine::Move = mv;
                    game.position().piece_at(mv.to).is_some()
                };
                let captures: Vec<_> = moves.iter().filter(takes).copied().collect();
                let from = if rest % 3 == 0 && !captures.is_empty() {
                    &captures[..]
                } else {
                    &moves[..]
                };
                let Some(mv) = from.get(usize::from(*choice) % from.len().max(1)) else {
                    break;
                };
                Action::Move(*mv)
            }
        };
        if let Ok(report) = action.play(game) {
            // Where the host moves for a player without time, nothing has happened yet.
            if report.mv.is_some() || !report.statuses.is_empty() || report.result.is_some() {
                actions.push(action);
            }
        }
        if game.turn().is_none() {
            break;
        }
    }
    actions
}

fn rules() -> impl Strategy<Value = Rules> {
    let preset = prop::sample::select(&Preset::ALL[..]);
    let setup = prop::sample::select(&Setup::ALL[..]);
    (preset, setup, prop::option::of(20u16..300), any::<bool>()).prop_map(
        |(preset, setup, move_limit, en_passant)| Rules {
            setup,
            move_limit,
            en_passant,
            ..Rules::preset(preset)
        },
    )
}

fn assert_reads_back(rules: Rules, start: Start, choices: &[u16]) {
    let mut game = start.game(rules).expect("a start");
    let actions = play(&mut game, choices);
    let written = Pgn4::record(Vec::new(), &rules, &start, &actions).expect("played just now");
    let text = written.to_text().expect("short");
    let read: Pgn4 = text.parse().expect("readable");
    assert_eq!(read, written, "{text}");
    let replay = read
        .replay()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let replayed: Vec<_> = replay
        .steps
        .iter()
        .map(|step| step.action.to_string())
        .collect();
    let played: Vec<_> = actions.iter().map(Action::to_string).collect();
    assert_eq!(replayed.join(" "), played.join(" "), "{text}");
    assert_eq!(replay.game.rules(), game.rules());
    assert_eq!(replay.game.result(), game.result(), "{text}");
    assert_eq!(replay.game.status(), game.status(), "{text}");
    assert_eq!(replay.game.points(), game.points(), "{text}");
    assert_eq!(replay.game.tally(), game.tally(), "{text}");
    assert_eq!(replay.game.hash(), game.hash(), "{text}");
    assert_eq!(replay.game.history(), game.history(), "{text}");
}

proptest! {

    #[test]
    fn games_read_back(
        rules in rules(),
        first in prop::sample::select(&Color::ALL[..]),
        choices in prop::collection::vec(any::<u16>(), 0..500),
    ) {
        assert_reads_back(rules, Start::Setup(first), &choices);
    }

    #[test]
    fn games_from_a_position_read_back(
        rules in rules(),
        before in prop::collection::vec(any::<u16>(), 0..300),
        choices in prop::collection::vec(any::<u16>(), 0..200),
    ) {
        let mut game = Game::new(rules, Color::Red);
        play(&mut game, &before);
        // A finished game is no position to start from.
        if game.turn().is_some() {
            assert_reads_back(rules, Start::Fen4(game.to_fen4()), &choices);
        }
    }
}
