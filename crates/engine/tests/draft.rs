//! Positions that people set up: what becomes a game, and what is said of the rest.

#[path = "common/boards.rs"]
mod boards;
#[path = "common/playout.rs"]
mod playout;

use proptest::prelude::*;
use vierschach_engine::{
    Color, Draft, DraftError, EndReason, Game, Kind, Piece, Preset, Rules, Square,
};

const SOLO: Rules = Rules::preset(Preset::Solo);
const TEAMS: Rules = Rules::preset(Preset::Teams);
const VIERSCHACH: Rules = Rules::preset(Preset::Vierschach);

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn start(rules: Rules) -> Draft {
    Draft::from_game(&Game::new(rules, Color::Red))
}

/// A draft with some squares changed; `None` empties one.
fn with(rules: Rules, changes: &[(&str, Option<Piece>)]) -> Draft {
    let mut draft = start(rules);
    for (at, piece) in changes {
        match piece {
            Some(piece) => draft.pieces.insert(square(at), *piece),
            None => draft.pieces.remove(&square(at)),
        };
    }
    draft
}

const fn piece(color: Color, kind: Kind) -> Option<Piece> {
    Some(Piece::new(color, kind))
}

#[test]
fn every_start_comes_back() {
    for preset in Preset::ALL {
        let rules = Rules::preset(preset);
        for first in Color::ALL {
            let game = Game::new(rules, first);
            let again = Draft::from_game(&game).game(rules).expect("a start");
            assert_eq!(again.hash(), game.hash());
            assert_eq!((again.first(), again.ply()), (first, 0));
        }
    }
}

#[test]
fn everything_that_is_wrong_is_told() {
    let red = Color::Red;
    let grey = Piece {
        grey: true,
        ..Piece::new(Color::Blue, Kind::Rook)
    };
    for (rules, changes, problems) in [
        (SOLO, vec![("h1", None)], vec![DraftError::NoKing(red)]),
        (TEAMS, vec![("h1", None)], vec![DraftError::NoKing(red)]),
        (VIERSCHACH, vec![("g1", None)], vec![]),
        (
            VIERSCHACH,
            vec![("g1", None), ("a7", None)],
            vec![DraftError::TeamKingless(red)],
        ),
        (
            SOLO,
            vec![("e5", piece(red, Kind::King)), ("a8", None)],
            vec![
                DraftError::SeveralKings(red),
                DraftError::NoKing(Color::Blue),
            ],
        ),
        (
            SOLO,
            vec![
                ("e8", piece(red, Kind::Pawn)),
                ("e9", piece(red, Kind::Pawn)),
            ],
            vec![
                DraftError::Pawn(square("e8")),
                DraftError::Pawn(square("e9")),
            ],
        ),
        (
            SOLO,
            vec![("e5", Some(grey))],
            vec![DraftError::Grey {
                color: Color::Blue,
                square: square("e5"),
            }],
        ),
        // Red's queen looks at the last king of the others; nobody may take it.
        (
            VIERSCHACH,
            vec![
                ("n7", None),
                ("g13", None),
                ("h1", None),
                ("g12", piece(red, Kind::Queen)),
            ],
            vec![DraftError::LastKingAttacked(Color::Blue)],
        ),
    ] {
        let draft = with(rules, &changes);
        assert_eq!(draft.problems(&rules), problems, "{changes:?}");
        assert_eq!(draft.game(rules).err(), problems.first().copied());
    }
}

#[test]
fn who_is_to_move_must_be_in() {
    let mut draft = start(SOLO);
    draft.out[0] = true;
    assert_eq!(draft.problems(&SOLO), [DraftError::TurnIsOut(Color::Red)]);
    draft.turn = Color::Blue;
    let game = draft.game(SOLO).expect("three players");
    // Who is out has grey pieces and no rights.
    let on_h1 = game.position().piece_at(square("h1")).expect("a king");
    assert!(on_h1.grey);
    assert_eq!(game.position().castling(&SOLO, Color::Red), (false, false));
    draft.out = [true, false, true, false];
    assert_eq!(draft.problems(&TEAMS), [DraftError::TeamOut(Color::Red)]);
}

#[test]
fn a_game_that_would_be_over_does_not_begin() {
    let mut draft = start(SOLO);
    draft.out = [false, true, true, true];
    assert_eq!(
        draft.problems(&SOLO),
        [DraftError::Over(EndReason::LastPlayer)]
    );
    draft.out = [false, true, false, true];
    draft.points = [21, 0, 0, 0];
    assert_eq!(draft.problems(&SOLO), [DraftError::Over(EndReason::Lead)]);
    draft.points = [20, 0, 0, 0];
    assert_eq!(draft.problems(&SOLO), []);
    let mut bare = start(SOLO);
    bare.pieces.retain(|_, piece| piece.kind == Kind::King);
    assert_eq!(
        bare.problems(&SOLO),
        [DraftError::Over(EndReason::BareKings)]
    );
}

#[test]
fn wishes_are_granted_where_king_and_rook_stand() {
    let draft = with(
        SOLO,
        &[
            ("k1", None),
            ("a8", None),
            ("c9", piece(Color::Blue, Kind::King)),
        ],
    );
    let game = draft.game(SOLO).expect("a position");
    let castling = Color::ALL.map(|color| game.position().castling(&SOLO, color));
    assert_eq!(
        castling,
        [(false, true), (false, false), (true, true), (true, true)]
    );
}

#[test]
fn counts_are_bounded() {
    let mut draft = start(SOLO);
    draft.points[2] = i32::MIN;
    draft.clock = u16::MAX;
    let told = [
        DraftError::Points(Color::Yellow),
        DraftError::Clock(u16::MAX),
    ];
    assert_eq!(draft.problems(&SOLO), told);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A position of a game, taken as a draft, begins the game that its FEN4 begins.
    #[test]
    fn positions_come_back(
        rules in boards::rules(),
        choices in prop::collection::vec(any::<u32>(), 1..220),
    ) {
        playout::play(rules, Color::Red, &choices, |game, just_walks| {
            if game.turn().is_none() || just_walks {
                return;
            }
            let draft = Draft::from_game(game);
            match draft.game(rules) {
                Ok(again) => {
                    assert_eq!(again.hash(), game.hash(), "{}", game.to_fen4());
                    assert_eq!(Draft::from_game(&again), draft);
                    assert_eq!(again.legal_moves().to_vec(), game.legal_moves().to_vec());
                }
                Err(DraftError::LastKingAttacked(_)) => {
                    assert!(Game::from_fen4(rules, &game.to_fen4()).is_err());
                }
                Err(other) => panic!("{other}: {}", game.to_fen4()),
            }
        });
    }

    /// So does a board full of anything, unless its game is over.
    #[test]
    fn any_board_comes_back(
        rules in boards::rules(),
        seed in prop::collection::vec(any::<u32>(), 4..120),
        dead in 0usize..8,
    ) {
        let text = boards::board(rules, &seed, dead);
        let game = Game::from_fen4_in_play(rules, &text).expect("a board");
        match Draft::from_game(&game).game(rules) {
            Ok(again) => prop_assert_eq!(again.hash(), game.hash()),
            Err(DraftError::LastKingAttacked(_)) => {}
            Err(DraftError::Over(reason)) => {
                prop_assert_eq!(game.result().map(|result| result.reason), Some(reason));
            }
            Err(other) => panic!("{other}: {text}"),
        }
    }

    /// Whatever is set up is refused with a reason or played.
    #[test]
    fn any_draft_is_judged(
        rules in boards::rules(),
        pieces in prop::collection::vec((0usize..160, 0usize..6, 0usize..4, any::<bool>(), 0u8..8), 0..60),
        kings in prop::collection::vec(0usize..160, 4),
        turn in 0usize..4,
        flags in any::<[u8; 4]>(),
        points in any::<[i16; 4]>(),
        choices in prop::collection::vec(any::<u16>(), 20),
    ) {
        let squares: Vec<Square> = Square::all().collect();
        let mut draft = Draft::empty(Color::from_index(turn));
        for (at, kind, color, promoted, grey) in pieces {
            let piece = Piece {
                kind: Kind::ALL[kind],
                color: Color::from_index(color),
                promoted,
                grey: grey == 0,
            };
            draft.pieces.insert(squares[at], piece);
        }
        // Kings beside those at random would be refused mostly.
        draft.pieces.retain(|_, piece| piece.kind != Kind::King || piece.promoted);
        for (at, color) in kings.iter().zip(Color::ALL) {
            draft.pieces.insert(squares[*at], Piece::new(color, Kind::King));
        }
        for color in 0..4 {
            draft.out[color] = flags[color] % 8 == 0;
            draft.resigned[color] = flags[color] % 16 == 1;
            draft.castling[color] = [flags[color] & 32 != 0, flags[color] & 64 != 0];
            draft.points[color] = i32::from(points[color]);
            let at = usize::from(flags[color]) % 160;
            draft.en_passant[color] = (flags[color] & 128 != 0).then(|| (squares[at], squares[at ^ 1]));
        }
        let problems = draft.problems(&rules);
        match draft.game(rules) {
            Ok(mut game) => {
                prop_assert!(problems.is_empty());
                for choice in choices {
                    let moves = game.legal_moves();
                    let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
                    game.play(*mv).expect("a legal move");
                    prop_assert_eq!(game.hash(), game.position().full_hash());
                }
            }
            Err(problem) => prop_assert_eq!(Some(&problem), problems.first()),
        }
    }
}
