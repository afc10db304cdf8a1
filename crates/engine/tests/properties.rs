//! Properties that hold in every position of random games, under all presets.

mod common;

use common::{boards, playout, slow};
use proptest::prelude::*;
use vierschach_engine::{Color, Game, MoveList, Square, Status};

fn sorted(list: &MoveList) -> Vec<vierschach_engine::Move> {
    let mut moves = list.to_vec();
    moves.sort();
    moves
}

fn board(game: &Game) -> Vec<Option<vierschach_engine::Piece>> {
    Square::all()
        .map(|square| game.position().piece_at(square))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    /// Incremental keys equal full ones; making a move changes nothing but the new position;
    /// the fast generator equals the slow one; captures are a selection of the legal moves;
    /// counting equals listing.
    #[test]
    fn positions_keep_their_promises(
        rules in boards::rules(),
        first in 0usize..4,
        choices in prop::collection::vec(any::<u32>(), 1..260),
    ) {
        playout::play(rules, Color::from_index(first), &choices, |game, just_walks| {
            let position = game.position();
            assert_eq!(position.hash(), position.full_hash());
            let moves = game.legal_moves();
            assert_eq!(position.count_moves(&rules), moves.len() as u64);
            if !just_walks {
                assert_eq!(sorted(&moves), slow::legal_moves(&rules, position), "{}", game.to_fen4());
            }
            let mut captures = MoveList::new();
            position.captures(&rules, &mut captures);
            let takes = |mv: &vierschach_engine::Move| {
                let before = *position;
                let mut after = game.clone();
                let report = after.play(*mv).expect("a legal move");
                assert_eq!(before.full_hash(), position.full_hash());
                assert_eq!(after.hash(), after.position().full_hash());
                !report.captured.is_empty() || mv.promotion.is_some()
            };
            if game.ply() % 8 == 0 {
                let mut wanted: Vec<_> = moves.iter().copied().filter(takes).collect();
                wanted.sort();
                assert_eq!(sorted(&captures), wanted, "{}", game.to_fen4());
            }
        });
    }

    /// The same on boards full of anything, with all moves made.
    #[test]
    fn any_board_is_played_right(
        rules in boards::rules(),
        seed in prop::collection::vec(any::<u32>(), 4..120),
        dead in 0usize..8,
    ) {
        let text = boards::board(rules, &seed, dead);
        let game = Game::from_fen4_in_play(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let moves = game.legal_moves();
        assert_eq!(sorted(&moves), slow::legal_moves(&rules, game.position()), "{text}");
        assert_eq!(game.position().count_moves(&rules), moves.len() as u64);
        for mv in &moves {
            let after = game.position().make(&rules, *mv);
            assert_eq!(after.hash(), after.full_hash());
            assert!(after.result().is_some() || after.count_moves(&rules) > 0);
        }
    }

    /// A FEN4 reads back to the same position and is written the same again.
    #[test]
    fn fen4_reads_back(
        rules in boards::rules(),
        first in 0usize..4,
        choices in prop::collection::vec(any::<u32>(), 1..200),
    ) {
        playout::play(rules, Color::from_index(first), &choices, |game, just_walks| {
            if game.result().is_some() || just_walks {
                return;
            }
            let text = game.to_fen4();
            let again = Game::from_fen4_in_play(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(again.to_fen4(), text);
            assert_eq!(sorted(&again.legal_moves()), sorted(&game.legal_moves()));
            assert_eq!((again.turn(), again.points(), again.clock()), (game.turn(), game.points(), game.clock()));
            if rules.points.is_some() {
                assert_eq!(again.hash(), game.hash());
                assert_eq!(board(&again), board(game));
            }
        });
    }

    /// A report's changes turn the board before into the board after, its awards the points.
    #[test]
    fn reports_tell_everything(
        rules in boards::rules(),
        choices in prop::collection::vec(any::<u32>(), 1..200),
    ) {
        let mut before: Option<Game> = None;
        let mut check = |game: &Game| {
            if let Some(earlier) = &before
                && let Some(turn) = earlier.turn()
                && !game.history().is_empty()
            {
                for mv in earlier.legal_moves().iter().take(3) {
                    let mut after = earlier.clone();
                    let report = after.play(*mv).expect("a legal move");
                    assert_eq!(report.mover, Some(turn));
                    let mut squares = board(earlier);
                    for change in &report.changes {
                        let at = Square::all().position(|s| s == change.square).expect("a square");
                        assert_eq!(squares[at], change.before);
                        squares[at] = change.after;
                    }
                    assert_eq!(squares, board(&after));
                    let mut points: [i32; 4] = std::array::from_fn(|n| earlier.points()[n] + earlier.tally()[n]);
                    for award in &report.awards {
                        points[award.color.index()] += award.points;
                    }
                    let now: [i32; 4] = std::array::from_fn(|n| after.points()[n] + after.tally()[n]);
                    assert_eq!(points, now);
                    assert_eq!(report.result, after.result().copied());
                }
            }
            before = Some(game.clone());
        };
        playout::play(rules, Color::Red, &choices, |game, _| check(game));
    }
}

/// Positions stay small, or copying them would cost more than generating their moves.
#[test]
fn positions_are_small() {
    assert!(size_of::<vierschach_engine::Position>() <= 1024);
}

/// A game that is over offers nothing and takes nothing.
#[test]
fn nothing_after_the_end() {
    use vierschach_engine::{Error, Preset, Rules};
    let mut game = Game::new(Rules::preset(Preset::Teams), Color::Red);
    let report = game.resign(Color::Blue).expect("everybody plays");
    assert_eq!(report.statuses, [(Color::Blue, Status::Resigned)]);
    assert_eq!(
        report.result.map(|result| result.places),
        Some([1, 3, 1, 3])
    );
    assert!(game.legal_moves().is_empty());
    assert_eq!(game.resign(Color::Red), Err(Error::GameOver));
    assert_eq!(
        game.play("d2d4".parse().expect("a move")),
        Err(Error::GameOver)
    );
}
