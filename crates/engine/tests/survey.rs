//! What searches ask of a position, against plainer questions, in random games.

use vierschach_engine::{
    Color, Game, Kind, Move, MoveList, Piece, Preset, Rules, Square, Surveyor,
};

/// Notes everything that is told.
#[derive(Default)]
struct Notes {
    pieces: Vec<(Square, Piece, u8)>,
    attacks: Vec<(Kind, Square, bool)>,
}

impl Surveyor for Notes {
    fn piece(&mut self, square: Square, piece: Piece, reach: u8) {
        self.pieces.push((square, piece, reach));
    }

    fn attack(&mut self, by: Piece, target: Square, friend: bool) {
        self.attacks.push((by.kind, target, friend));
    }
}

/// Plays moves by lot and hands on every position.
fn play(preset: Preset, seed: u64, mut look: impl FnMut(&Game)) {
    let mut game = Game::new(Rules::preset(preset), Color::Red);
    let mut lot = seed;
    for _ in 0..160 {
        if game.result().is_some() {
            break;
        }
        look(&game);
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moves = game.legal_moves();
        let mv = moves[(lot >> 33) as usize % moves.len()];
        game.play(mv).expect("a legal move");
    }
}

/// How many pieces of `by` attack a square.
fn count(game: &Game, square: Square, by: Color) -> usize {
    game.position().attackers(game.rules(), square, by).count()
}

#[test]
fn a_survey_tells_what_attacks_whom() {
    for (seed, preset) in Preset::ALL.into_iter().enumerate() {
        play(preset, seed as u64, |game| {
            let (rules, position) = (game.rules(), game.position());
            let mut notes = Notes::default();
            let pressure = position.survey(rules, &mut notes);
            let living: usize = Color::ALL
                .map(|color| position.pieces(color).count())
                .iter()
                .sum();
            assert_eq!(notes.pieces.len(), living);
            for (square, piece, reach) in &notes.pieces {
                assert_eq!(position.piece_at(*square), Some(*piece));
                let attacked = Square::all().filter(|target| {
                    let other = position.piece_at(*target).filter(|other| !other.grey);
                    let friend =
                        other.is_some_and(|other| !rules.enemies(piece.color, other.color));
                    let mut by = position.attackers(rules, *target, piece.color);
                    !friend && by.any(|from| from == *square)
                });
                assert_eq!(
                    attacked.count(),
                    usize::from(*reach),
                    "{square}: {}",
                    game.to_fen4()
                );
                for friend in [true, false] {
                    let by = Color::ALL.into_iter();
                    let by = by.filter(|by| friend != rules.enemies(piece.color, *by));
                    let attackers = by.flat_map(|by| position.attackers(rules, *square, by));
                    let kinds = attackers.filter_map(|from| Some(position.piece_at(from)?.kind));
                    let told = notes.attacks.iter();
                    let told = told.filter(|(_, target, to)| (target, *to) == (square, friend));
                    let mut told: Vec<Kind> = told.map(|(kind, ..)| *kind).collect();
                    let mut kinds: Vec<Kind> = kinds.collect();
                    told.sort_unstable();
                    kinds.sort_unstable();
                    assert_eq!(told, kinds, "{square}: {}", game.to_fen4());
                }
            }
            for color in Color::ALL {
                let Some(king) = position.king(color) else {
                    continue;
                };
                let beside = |square: &Square| {
                    let files = square.file().abs_diff(king.file());
                    files.max(square.rank().abs_diff(king.rank())) <= 1
                };
                for by in Color::ALL {
                    let zone = Square::all().filter(beside);
                    let attacks: usize = zone.map(|square| count(game, square, by)).sum();
                    assert_eq!(
                        usize::from(pressure.on(color, by)),
                        attacks,
                        "{}",
                        game.to_fen4()
                    );
                }
            }
        });
    }
}

#[test]
fn squares_that_give_check_are_known_before() {
    let (mut checks, mut none) = (0, 0);
    for seed in 0..6 {
        play(Preset::Teams, 100 + seed, |game| {
            let (rules, position) = (game.rules(), game.position());
            let mover = game.turn().expect("a game in play");
            let squares = position.check_squares(rules);
            let enemies = || {
                let all = Color::ALL.into_iter();
                all.filter(|color| rules.enemies(mover, *color))
            };
            let mut told = MoveList::new();
            position.quiet_checks(rules, &mut told);
            let mut told: Vec<Move> = told.iter().copied().collect();
            let mut quiet: Vec<Move> = game
                .legal_moves()
                .iter()
                .copied()
                .filter(|mv| position.piece_at(mv.to).is_none() && mv.promotion.is_none())
                .filter(|mv| {
                    let man = position.piece_at(mv.from);
                    man.is_some_and(|man| {
                        let straight =
                            mv.from.file() == mv.to.file() || mv.from.rank() == mv.to.rank();
                        (man.kind != Kind::Pawn || straight) && squares.has(man.kind, mv.to)
                    })
                })
                .collect();
            told.sort_unstable();
            quiet.sort_unstable();
            assert_eq!(told, quiet, "{}", game.to_fen4());
            for mv in &game.legal_moves() {
                let man = position
                    .piece_at(mv.from)
                    .expect("a move starts from a piece");
                let aslant = mv.from.file() != mv.to.file() && mv.from.rank() != mv.to.rank();
                let en_passant =
                    man.kind == Kind::Pawn && aslant && position.piece_at(mv.to).is_none();
                let kings = || enemies().filter_map(|enemy| position.king(enemy));
                let attacked = kings().any(|king| {
                    position
                        .attackers(rules, king, mover)
                        .any(|from| from == mv.from)
                });
                let takes_king = kings().any(|king| king == mv.to);
                if en_passant || man.kind == Kind::King || attacked || takes_king {
                    continue;
                }
                let after = position.make(rules, *mv);
                let gives = kings().any(|king| {
                    after
                        .attackers(rules, king, mover)
                        .any(|from| from == mv.to)
                });
                let kind = mv.promotion.unwrap_or(man.kind);
                assert_eq!(squares.has(kind, mv.to), gives, "{mv}: {}", game.to_fen4());
                *(if gives { &mut checks } else { &mut none }) += 1;
            }
        });
    }
    assert!(checks > 50 && none > 5_000, "{checks} {none}");
}

#[test]
fn a_move_is_legal_when_it_is_listed() {
    for (seed, preset) in Preset::ALL.into_iter().enumerate() {
        let mut last: Vec<vierschach_engine::Move> = Vec::new();
        play(preset, 200 + seed as u64, |game| {
            let (rules, position) = (game.rules(), game.position());
            let moves = game.legal_moves();
            // Those of the position before are legal for the most part no longer.
            for mv in moves.iter().chain(&last) {
                assert_eq!(position.is_legal(rules, *mv), moves.contains(mv), "{mv}");
            }
            last = moves.to_vec();
        });
    }
}

#[test]
fn pieces_are_counted() {
    for (seed, preset) in Preset::ALL.into_iter().enumerate() {
        play(preset, 300 + seed as u64, |game| {
            let position = game.position();
            for color in Color::ALL {
                for kind in Kind::ALL {
                    let pieces = position.pieces(color);
                    let counted = pieces.filter(|(_, piece)| piece.kind == kind).count();
                    assert_eq!(usize::from(position.count(color, kind)), counted);
                }
            }
        });
    }
}

/// What a capture gains in the end, with pawns of 1, knights of 3, bishops and rooks of 5, queens of 9.
#[test]
fn exchanges_end_where_they_no_longer_pay() {
    const WORTH: [i32; 6] = [1, 3, 5, 5, 9, 100];
    for (name, mv, gain, fen4) in [
        (
            "a guarded pawn",
            "g7l7",
            1 - 9,
            "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/6,yP,yP,6/14/14/14/14/bK,bP,10,gP,gK/6,rQ,4,gP,2/14/14/14/14/5,rP,rP,rP,6/6,rK,7",
        ),
        (
            "a pawn that nobody guards",
            "g7l7",
            1,
            "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-7,yK,6/6,yP,yP,6/14/14/14/14/bK,bP,11,gK/6,rQ,4,gP,2/14/14/14/14/5,rP,rP,rP,6/6,rK,7",
        ),
        (
            "a rook guarded by a rook, with a rook behind the own one",
            "h6h9",
            5,
            "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-4,yK,9/14/7,bR,6/14/14/7,bR,6/14/bK,12,gK/7,rR,6/7,rR,6/14/14/14/6,rK,7",
        ),
        (
            "a knight by a rook, guarded by a pawn",
            "h6h9",
            3 - 5,
            "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-4,yK,9/14/14/14/14/7,bN,6/6,bP,7/bK,12,gK/7,rR,6/14/14/14/14/6,rK,7",
        ),
    ] {
        let game = Game::from_fen4(Rules::preset(Preset::Teams), fen4).expect(name);
        let mv = mv.parse().expect("a move");
        assert!(game.is_legal(mv), "{name}");
        let worth = |piece: Piece| WORTH[piece.kind.index()];
        let found = game.position().exchange_gain(game.rules(), mv, worth);
        assert_eq!(found, gain, "{name}");
    }
}

#[test]
fn a_check_to_be_escaped_is_known_without_a_look() {
    let mut checks = 0;
    for seed in 0..12 {
        play(Preset::Teams, seed, |game| {
            let mover = game.turn().expect("a game in play");
            let checked = game.position().in_check(game.rules(), mover);
            assert_eq!(game.position().must_escape(), checked);
            checks += usize::from(checked);
        });
    }
    assert!(checks > 0);
}
