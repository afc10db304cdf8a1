//! Danger before one's turn, and moves entered in advance.

mod common;

use std::collections::BTreeMap;

use common::{boards, playout, slow};
use proptest::prelude::*;
use vierschach_engine::{Color, Danger, Game, Kind, Move, Position, Preset, Rules, Square};

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// A position of kings on their own back ranks and a few other pieces, `"e5:rQ"`.
fn game(preset: Preset, turn: char, kings: [&str; 4], pieces: &str) -> Game {
    let mut board: BTreeMap<(u8, u8), String> = BTreeMap::new();
    let kings = kings.iter().zip("rbyg".chars());
    let kings = kings.map(|(at, color)| (at.to_string(), format!("{color}K")));
    let others = pieces.split_whitespace().map(|piece| {
        let (at, piece) = piece.split_once(':').expect("a piece on a square");
        (at.to_owned(), piece.to_owned())
    });
    for (at, piece) in kings.chain(others) {
        let at = square(&at);
        board.insert((at.rank(), at.file()), piece);
    }
    let rank = |rank: u8| {
        let squares = (0..14).map(|file| board.get(&(rank, file)).map_or("1", String::as_str));
        squares.collect::<Vec<_>>().join(",")
    };
    let ranks: Vec<String> = (0..14).rev().map(rank).collect();
    let fen4 = format!(
        "{turn}-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{}",
        ranks.join("/")
    );
    Game::from_fen4(Rules::preset(preset), &fen4).unwrap_or_else(|error| panic!("{fen4}: {error}"))
}

const KINGS: [&str; 4] = ["h1", "a7", "g14", "n8"];

fn dangers(preset: Preset, turn: char, pieces: &str) -> Vec<String> {
    let game = game(preset, turn, KINGS, pieces);
    game.dangers(Color::Red).iter().map(told).collect()
}

/// `e5 by c7 g3, covered, for nothing`.
fn told(danger: &Danger) -> String {
    let by: Vec<String> = danger.by.iter().map(Square::to_string).collect();
    let covered = if danger.covered { ", covered" } else { "" };
    let for_nothing = if danger.for_nothing {
        ", for nothing"
    } else {
        ""
    };
    format!(
        "{} by {}{covered}{for_nothing}",
        danger.square,
        by.join(" ")
    )
}

#[test]
fn nothing_is_in_danger_at_the_start() {
    for preset in Preset::ALL {
        let game = Game::new(Rules::preset(preset), Color::Red);
        for color in Color::ALL {
            assert_eq!(game.dangers(color), [], "{preset} {color}");
        }
    }
}

#[test]
fn a_piece_that_nobody_covers_is_lost_for_nothing() {
    assert_eq!(
        dangers(Preset::Solo, 'B', "e5:rR c6:bN"),
        ["e5 by c6, for nothing"]
    );
    // Whoever moves after Red can't take before.
    assert_eq!(
        dangers(Preset::Solo, 'R', "e5:rR c6:bN"),
        ["e5 by c6, for nothing"]
    );
    assert_eq!(
        dangers(Preset::Solo, 'Y', "e5:rR c6:bN"),
        Vec::<String>::new()
    );
}

#[test]
fn exchanges_are_judged_by_what_the_pieces_are_worth() {
    // A knight for a rook: covered, and still a loss.
    assert_eq!(
        dangers(Preset::Solo, 'B', "e5:rR e2:rR c6:bN"),
        ["e5 by c6, covered, for nothing"]
    );
    // A rook for a knight: the other side would lose.
    assert_eq!(
        dangers(Preset::Solo, 'B', "e5:rN e2:rR e9:bR"),
        ["e5 by e9, covered"]
    );
    // The rook behind the rook takes back again: knight and rook for a rook.
    assert_eq!(
        dangers(Preset::Solo, 'B', "e5:rN e2:rR e9:bR e11:bR"),
        ["e5 by e9, covered, for nothing"]
    );
    // A third player's rook joins in against Red.
    assert_eq!(
        dangers(Preset::Solo, 'B', "e5:rN e2:rR e9:bR j5:yR"),
        ["e5 by j5 e9, covered, for nothing"]
    );
    // A promoted queen is worth what her capture scores.
    assert_eq!(
        dangers(Preset::Solo, 'B', "e5:rD e2:rR e9:bR"),
        ["e5 by e9, covered"]
    );
    assert_eq!(
        dangers(Preset::Teams, 'B', "e5:rQ e2:rR e9:bR"),
        ["e5 by e9, covered, for nothing"]
    );
}

#[test]
fn a_pinned_guard_covers_nothing() {
    // The rook on h3 may not leave its king's file.
    assert_eq!(
        dangers(Preset::Solo, 'B', "e3:rN h3:rR h10:gR e9:bR"),
        ["e3 by e9, for nothing", "h3 by h10, for nothing"]
    );
}

#[test]
fn partners_cover_and_never_endanger() {
    assert_eq!(
        dangers(Preset::Teams, 'B', "e5:rN e11:yR c6:bN"),
        ["e5 by c6, covered"]
    );
    assert_eq!(
        dangers(Preset::Teams, 'Y', "e5:rN e11:yR"),
        Vec::<String>::new()
    );
    assert_eq!(
        dangers(Preset::Solo, 'Y', "e5:rN e11:yR"),
        ["e5 by e11, for nothing"]
    );
}

#[test]
fn a_king_in_check_may_be_gone_before_its_turn() {
    // Blue's bishop has left the line of Yellow's rook.
    assert_eq!(
        dangers(Preset::Solo, 'Y', "h10:yR f10:bB"),
        ["h1 by h10, for nothing"]
    );
    assert_eq!(
        dangers(Preset::Teams, 'G', "h10:gR"),
        ["h1 by h10, for nothing"]
    );
    // Where the last king of a team is royal nobody takes it; the first of a team may fall.
    assert_eq!(
        dangers(Preset::Vierschach, 'G', "h10:gR"),
        ["h1 by h10, for nothing"]
    );
}

#[test]
fn a_pawn_that_passed_a_square_may_be_taken_there() {
    let mut game = game(Preset::Solo, 'R', KINGS, "e2:rP d4:bP");
    game.play("e2e4".parse().expect("a move")).expect("legal");
    let told: Vec<String> = game.dangers(Color::Red).iter().map(told).collect();
    assert_eq!(told, ["e4 by d4, for nothing"]);
}

#[test]
fn who_no_longer_plays_has_no_dangers_and_no_moves() {
    let rules = Rules::preset(Preset::FourKingdoms);
    let mut game = Game::new(rules, Color::Red);
    game.resign(Color::Yellow).expect("plays");
    assert!(game.dangers(Color::Yellow).is_empty());
    assert!(game.premoves(Color::Yellow).is_empty());
    assert!(!game.premoves(Color::Blue).is_empty());
}

/// The captures of `color`'s pieces by whoever moves before it, found by the slow generator.
fn slow_captures(
    rules: &Rules,
    position: &Position,
    color: Color,
) -> BTreeMap<Square, Vec<Square>> {
    let mut found: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
    let mut position = *position;
    if position.turn() == Some(color) {
        position = position.pass(rules);
    }
    for _ in 0..3 {
        let Some(turn) = position.turn().filter(|turn| *turn != color) else {
            break;
        };
        for mv in slow::legal_moves(rules, &position) {
            let mine = |square: &Square| {
                let piece = position.piece_at(*square);
                piece.is_some_and(|piece| piece.color == color && !piece.grey)
            };
            let pawn = position
                .piece_at(mv.from)
                .is_some_and(|piece| piece.kind == Kind::Pawn);
            let slanted = mv.from.file() != mv.to.file() && mv.from.rank() != mv.to.rank();
            let passed = position
                .en_passant(color)
                .filter(|(passed, _)| pawn && slanted && *passed == mv.to)
                .map(|(_, pawn)| pawn);
            for square in [Some(mv.to).filter(mine), passed].into_iter().flatten() {
                assert!(rules.enemies(turn, color));
                let by = found.entry(square).or_default();
                if !by.contains(&mv.from) {
                    by.push(mv.from);
                    by.sort();
                }
            }
        }
        position = position.pass(rules);
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Dangers are the captures that a slow generator finds; what nobody covers is lost for
    /// nothing, and so is every king.
    #[test]
    fn dangers_are_real(
        rules in boards::rules(),
        choices in prop::collection::vec(any::<u32>(), 1..220),
    ) {
        playout::play(rules, Color::Red, &choices, |game, just_walks| {
            if just_walks || game.turn().is_none() {
                return;
            }
            for color in Color::ALL.into_iter().filter(|c| game.status()[c.index()].plays()) {
                let dangers = game.dangers(color);
                let by = dangers.iter().map(|danger| (danger.square, danger.by.clone()));
                assert_eq!(
                    by.collect::<BTreeMap<_, _>>(),
                    slow_captures(&rules, game.position(), color),
                    "{color} {}", game.to_fen4()
                );
                for danger in &dangers {
                    assert_eq!(Some(danger.piece), game.position().piece_at(danger.square));
                    assert!(danger.for_nothing || danger.covered && danger.piece.kind != Kind::King);
                }
            }
        });
    }

    /// Nothing on any board makes it panic.
    #[test]
    fn any_board_has_dangers(
        rules in boards::rules(),
        seed in prop::collection::vec(any::<u32>(), 4..140),
        dead in 0usize..8,
    ) {
        let text = boards::board(rules, &seed, dead);
        let game = Game::from_fen4_in_play(rules, &text).expect("a board");
        for color in Color::ALL {
            for danger in game.dangers(color) {
                prop_assert_eq!(danger.piece.color, color);
            }
            game.premoves(color);
        }
    }

    /// A move of a piece that stood there when others were to move was among those that could be
    /// entered then, unless somebody else opened its line.
    #[test]
    fn premoves_hold_the_moves_to_come(
        rules in boards::rules(),
        choices in prop::collection::vec(any::<u32>(), 1..220),
    ) {
        let mut entered: Vec<(Color, Position, Vec<Move>)> = Vec::new();
        let (mut seen, mut compared) = (0, 0);
        playout::play(rules, Color::Red, &choices, |game, _| {
            let Some(turn) = game.turn() else { return };
            seen += 1;
            if game.status()[turn.index()].plays() {
                for (color, before, premoves) in entered.iter().filter(|entry| entry.0 == turn) {
                    for mv in &game.legal_moves() {
                        let piece = before.piece_at(mv.from);
                        let stood = piece == game.position().piece_at(mv.from);
                        if stood && way_is_clear(before, *mv) {
                            assert!(premoves.contains(mv), "{color} {mv} {}", game.to_fen4());
                            compared += 1;
                        }
                    }
                }
            }
            entered.retain(|entry| entry.0 != turn);
            for color in Color::ALL.into_iter().filter(|color| *color != turn) {
                entered.push((color, *game.position(), game.premoves(color)));
            }
        });
        // Some games end in their first rounds, by people who give up.
        prop_assert!(compared > 0 || seen < 16, "{seen} positions");
    }

    /// On one's own turn every legal move may be entered, too.
    #[test]
    fn premoves_hold_the_legal_moves(
        rules in boards::rules(),
        choices in prop::collection::vec(any::<u32>(), 1..220),
    ) {
        playout::play(rules, Color::Red, &choices, |game, _| {
            let Some(turn) = game.turn().filter(|turn| game.status()[turn.index()].plays()) else {
                return;
            };
            let premoves = game.premoves(turn);
            for mv in &game.legal_moves() {
                assert!(premoves.contains(mv), "{mv} {}", game.to_fen4());
            }
            let mut sorted = premoves.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), premoves.len());
        });
    }
}

/// Whether nothing stands strictly between the squares of a move.
fn way_is_clear(position: &Position, mv: Move) -> bool {
    let (files, ranks) = (
        i16::from(mv.to.file()) - i16::from(mv.from.file()),
        i16::from(mv.to.rank()) - i16::from(mv.from.rank()),
    );
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return true; // a knight
    }
    let steps = files.abs().max(ranks.abs());
    (1..steps).all(|step| {
        let file = i16::from(mv.from.file()) + step * files.signum();
        let rank = i16::from(mv.from.rank()) + step * ranks.signum();
        let between = Square::new(file as u8, rank as u8);
        between.is_none_or(|square| position.piece_at(square).is_none())
    })
}

#[test]
fn what_may_be_entered_in_advance() {
    let game = game(Preset::Teams, 'B', KINGS, "e2:rP f3:rN e10:rP d3:rR");
    let of = |from: &str| {
        let mut to: Vec<String> = game
            .premoves(Color::Red)
            .iter()
            .filter(|mv| mv.from == square(from))
            .map(|mv| mv.to_string()[from.len()..].to_owned())
            .collect();
        to.sort();
        to.join(" ")
    };
    // Ahead, ahead twice, and aslant onto an empty square and onto the own knight and rook.
    assert_eq!(of("e2"), "d3 e3 e4 f3");
    assert_eq!(
        of("e10"),
        "d11b d11n d11q d11r e11b e11n e11q e11r f11b f11n f11q f11r"
    );
    // As far as the first piece and onto it.
    assert_eq!(
        of("d3"),
        "d1 d10 d11 d12 d13 d14 d2 d4 d5 d6 d7 d8 d9 e3 f3"
    );
    // A king goes wherever it could, attacked or not.
    assert_eq!(of("h1"), "g1 g2 h2 i1 i2");
    let start = Game::new(Rules::preset(Preset::Solo), Color::Red);
    let castles = |to: &str| {
        start
            .premoves(Color::Red)
            .contains(&Move::new(square("h1"), square(to)))
    };
    assert!(castles("j1") && castles("f1") && !castles("k1"));
}
