//! The survey of the board and what a move will attack, against the plain question who attacks a
//! square, in random games.

use vierschach_engine::{Color, Game, Kind, Piece, Preset, Rules, Square, Surveyor};

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

    fn attack(&mut self, kind: Kind, target: Square, friend: bool) {
        self.attacks.push((kind, target, friend));
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
fn what_a_move_will_attack_is_known_before() {
    let (mut checks, mut none) = (0, 0);
    for seed in 0..6 {
        play(Preset::Teams, 100 + seed, |game| {
            let (rules, position) = (game.rules(), game.position());
            let mover = game.turn().expect("a game in play");
            for mv in &game.legal_moves() {
                let pawn = position
                    .piece_at(mv.from)
                    .is_some_and(|man| man.kind == Kind::Pawn);
                let aslant = mv.from.file() != mv.to.file() && mv.from.rank() != mv.to.rank();
                if pawn && aslant && position.piece_at(mv.to).is_none() {
                    continue; // en passant empties a third square
                }
                let after = position.make(rules, *mv);
                for enemy in Color::ALL
                    .into_iter()
                    .filter(|color| rules.enemies(mover, *color))
                {
                    let Some(king) = position.king(enemy).filter(|king| *king != mv.to) else {
                        continue;
                    };
                    let mut attackers = after.attackers(rules, king, mover);
                    let attacks = attackers.any(|from| from == mv.to);
                    assert_eq!(
                        position.attacks_after(rules, *mv, king),
                        attacks,
                        "{mv}: {}",
                        game.to_fen4()
                    );
                    *(if attacks { &mut checks } else { &mut none }) += 1;
                }
            }
        });
    }
    assert!(checks > 50 && none > 5_000, "{checks} {none}");
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
