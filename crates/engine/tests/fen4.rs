//! FEN4: dialects, extras, and every class of position that is refused
//! (docs/RULES.md section 11).

use proptest::prelude::*;
use vierschach_engine::{Color, Error, Game, Preset, Rules, Setup, Status};

const SOLO: Rules = Rules::preset(Preset::Solo);
const TEAMS: Rules = Rules::preset(Preset::Teams);
const VIERSCHACH: Rules = Rules::preset(Preset::Vierschach);

/// Four kings and nothing else to get in the way.
const KINGS: &str = "14/7,yK,6/14/14/14/14/1,bK,12/12,gK,1/14/14/14/14/6,rK,3,rP,3/14";

fn header(rest: &str) -> String {
    format!("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-{rest}")
}

fn refuse(rules: Rules, fen4: &str, at: &str, says: &str) {
    match Game::from_fen4(rules, fen4) {
        Err(Error::BadFen4 { field, problem }) => {
            assert_eq!(field, at, "{fen4}: {problem}");
            assert!(problem.contains(says), "{fen4}: {problem}");
        }
        Err(other) => panic!("{fen4}: {other}"),
        Ok(_) => panic!("{fen4}: not refused"),
    }
}

/// Replaces a rank, counted from the bottom, of [`KINGS`].
fn with_rank(rank: usize, squares: &str) -> String {
    let mut ranks: Vec<&str> = KINGS.split('/').collect();
    ranks[14 - rank] = squares;
    ranks.join("/")
}

#[test]
fn starts_are_written_canonically() {
    let text = Game::new(
        Rules {
            setup: Setup::Modern,
            ..SOLO
        },
        Color::Red,
    )
    .to_fen4();
    let wanted = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\
        3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/\
        bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/\
        bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3";
    assert_eq!(text, wanted);
}

#[test]
fn setups_go_by_the_servers_names() {
    for (name, setup) in [
        ("4PCo", Setup::Classic),
        ("4PC", Setup::Modern),
        ("4PCb", Setup::By),
        ("4PCn", Setup::Byg),
        ("4PCrg", Setup::Rg),
    ] {
        let game = Game::from_fen4(SOLO, name).expect(name);
        assert_eq!(game.rules().setup, setup);
        assert_eq!(
            game.to_fen4(),
            Game::new(Rules { setup, ..SOLO }, Color::Red).to_fen4()
        );
    }
}

#[test]
fn promoted_pieces_stay_promoted() {
    let rank = with_rank(6, "4,rR,rN,rQ,rD,bB,5");
    let text = |promoted: &str| {
        format!("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{{'promoted':({promoted})}}-{rank}")
    };
    let game = Game::from_fen4(SOLO, &text("'e6:f6','i6','',''")).expect("a position");
    let promoted = |at: &str| {
        let square = at.parse().expect("a square");
        game.position().piece_at(square).map(|piece| piece.promoted)
    };
    let of = ["e6", "f6", "g6", "h6", "i6"].map(promoted);
    assert_eq!(of, [true, true, false, true, true].map(Some));
    let written = game.to_fen4();
    assert!(
        written.contains("'promoted':('e6:f6','i6','','')"),
        "{written}"
    );
    assert_eq!(
        Game::from_fen4(SOLO, &written).map(|game| game.hash()),
        Ok(game.hash())
    );
    for wrong in [
        "'','e6','',''",
        "'e7','','',''",
        "'h1','','',''",
        "'e6 f6','','',''",
    ] {
        refuse(SOLO, &text(wrong), "extras", "promoted: ");
    }
}

#[test]
fn dialects_mean_the_same() {
    let canonical = Game::new(SOLO, Color::Red).to_fen4();
    let rank = |line: &str| match line.split(',').next() {
        Some("3") => format!(
            "x,X,x{}",
            line.trim_start_matches('3')
                .trim_end_matches('3')
                .to_owned()
                + "x,x,x"
        ),
        Some("14") => line.to_owned(),
        _ => line.to_owned(),
    };
    let (head, board) = canonical.rsplit_once('-').expect("a board");
    let walls = format!(
        "{head}-{}",
        board.split('/').map(rank).collect::<Vec<_>>().join("/")
    );
    let blanks = canonical
        .replace('/', " /\n ")
        .replace(',', ", ")
        .replace('-', " - ");
    let no_commas: Vec<String> = board.split('/').map(|line| line.replace(',', "")).collect();
    let bare = format!("{head}-{}", no_commas.join("/"));
    for dialect in [&walls, &blanks, &bare, &format!("  {canonical}\n")] {
        let game =
            Game::from_fen4(SOLO, dialect).unwrap_or_else(|error| panic!("{dialect}: {error}"));
        assert_eq!(game.to_fen4(), canonical, "{dialect}");
    }
}

#[test]
fn extras_are_kept() {
    let text = header(&format!(
        "3-{{'enPassant':('','c7:d7','',''),'pawnsBaseRank':7,'tags':('a-b','{{'),'wb':true}}-{}",
        with_rank(7, "3,bP,8,gK,1")
    ));
    let game = Game::from_fen4(SOLO, &text).expect("a good FEN4");
    assert_eq!(game.to_fen4(), text);
    assert_eq!(
        game.position()
            .en_passant(Color::Blue)
            .map(|(passed, _)| passed.to_string()),
        Some("c7".into())
    );
}

#[test]
fn rights_that_lapse_are_dropped() {
    let own = header(&format!(
        "0-{{'enPassant':('i3:i4','','','')}}-{}",
        with_rank(4, "8,rP,5")
    ));
    let game = Game::from_fen4(SOLO, &own).expect("a good FEN4");
    assert_eq!(game.position().en_passant(Color::Red), None);
    let without = Rules::preset(Preset::FourKingdoms);
    let other = header(&format!(
        "0-{{'enPassant':('','','f12:f11','')}}-{}",
        with_rank(11, "5,yP,8")
    ));
    let game = Game::from_fen4(without, &other).expect("a good FEN4");
    assert_eq!(game.position().en_passant(Color::Yellow), None);
}

#[test]
fn resigned_armies() {
    let text = header(&format!(
        "0-{{'resigned':(false,true,false,false)}}-{KINGS}"
    ));
    for (preset, status) in [
        (Preset::FourKingdoms, Status::Wandering),
        (Preset::ServerFfa, Status::Walking),
        (Preset::ServerFfa2019, Status::Resigned),
    ] {
        let fits = if preset == Preset::FourKingdoms {
            text.replace("1,bK", "1,gK").replace("12,gK", "12,bK")
        } else {
            text.clone()
        };
        let game = Game::from_fen4(Rules::preset(preset), &fits).expect("a good FEN4");
        assert_eq!(game.status()[1], status);
        assert_eq!(game.to_fen4(), fits);
    }
    refuse(SOLO, &text, "extras", "resigned");
    refuse(
        SOLO,
        &header(&format!("0-{{'resigned':(no,true,false,false)}}-{KINGS}")),
        "extras",
        "resigned",
    );
}

#[test]
fn fields_name_their_faults() {
    refuse(SOLO, "", "turn", "");
    refuse(SOLO, "R-0,0,0,0-0,0,0,0", "castling-queenside", "missing");
    let good = header(&format!("0-{KINGS}"));
    assert!(Game::from_fen4(SOLO, &good).is_ok());
    refuse(SOLO, &good.replacen('R', "P", 1), "turn", "\"P\"");
    refuse(
        SOLO,
        &good.replacen("0,0,0,0", "0,0,0", 1),
        "dead",
        "3 values",
    );
    refuse(
        SOLO,
        &good.replacen("0,0,0,0", "0,0,0,0,0", 1),
        "dead",
        "5 values",
    );
    refuse(
        SOLO,
        &good.replacen("-0,0,0,0-", "-0,2,0,0-", 1),
        "dead",
        "\"2\"",
    );
    refuse(
        SOLO,
        "R-0,0,0,0-0,0,0,0-0,0,0,0-0,x,0,0-0-14",
        "points",
        "\"x\"",
    );
    refuse(
        SOLO,
        "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-many-14",
        "halfmove",
        "many",
    );
    refuse(
        SOLO,
        &header("0-{'enPassant':('','','','')"),
        "extras",
        "brace",
    );
    refuse(
        SOLO,
        &header(&format!("0-{{'enPassant':('a9','','','')}}-{KINGS}")),
        "extras",
        "a9",
    );
    refuse(
        SOLO,
        &header(&format!("0-{{nonsense}}-{KINGS}")),
        "extras",
        "nonsense",
    );
    refuse(SOLO, &"R".repeat(50_000_000), "length", "50000000");
}

#[test]
fn boards_name_their_faults() {
    refuse(SOLO, &header(&format!("0-{KINGS}/14")), "board", "15 ranks");
    refuse(SOLO, &header("0-14/14"), "board", "2 ranks");
    for (squares, says) in [
        ("6,rK,3,rP,2", "rank 2: 13 squares"),
        ("6,rK,3,rP,4", "rank 2: more than 14"),
        ("6,rK,3,rZ,3", "\"rZ\""),
        ("6,rK,3,wP,3", "\"wP\""),
        ("6,rK,3,rP,0,3", "empty squares"),
        ("6,rK,99999999999999,3", "empty squares"),
        ("x,x,x,3,rK,x,2,rP,3", "a wall on h2"),
        ("rN,5,rK,3,rP,3", "corner, on a2"),
    ] {
        refuse(
            SOLO,
            &header(&format!("0-{}", with_rank(2, squares))),
            "board",
            says,
        );
    }
}

#[test]
fn kings_and_lives() {
    let no_king = header(&format!("0-{}", with_rank(2, "10,rP,3")));
    refuse(SOLO, &no_king, "board", "red is not dead and has no king");
    refuse(TEAMS, &no_king, "board", "no king");
    let game = Game::from_fen4(VIERSCHACH, &no_king).expect("a player without a king plays on");
    assert_eq!(game.status()[0], Status::Kingless);
    refuse(
        SOLO,
        &header(&format!("0-{}", with_rank(2, "6,rK,3,rK,3"))),
        "board",
        "red has several kings",
    );
    refuse(
        SOLO,
        &header(&format!("0-{}", with_rank(2, "6,rK,3,drP,3"))),
        "board",
        "grey piece of living red",
    );
    let dead = |colors: &str| format!("R-{colors}-0,0,0,0-0,0,0,0-0,0,0,0-0-{KINGS}");
    refuse(SOLO, &dead("0,1,0,0"), "board", "living piece of dead blue");
    refuse(
        SOLO,
        &dead("1,0,0,0").replace("rK", "drK").replace("rP", "drP"),
        "turn",
        "red is out",
    );
    let team = dead("0,1,0,1").replace("bK", "dbK").replace("gK", "dgK");
    refuse(TEAMS, &team, "dead", "neither blue nor green");
    let kingless = with_rank(2, "10,rP,3").replace("yK", "yN");
    refuse(
        VIERSCHACH,
        &header(&format!("0-{kingless}")),
        "board",
        "neither red nor yellow",
    );
}

#[test]
fn pawns_past_their_promotion() {
    for (rules, rank, good) in [
        (SOLO, 7, true),
        (SOLO, 8, false),
        (SOLO, 9, false),
        (TEAMS, 10, true),
        (TEAMS, 11, false),
        (VIERSCHACH, 12, true),
        (VIERSCHACH, 14, false),
    ] {
        let mut ranks: Vec<&str> = KINGS.split('/').collect();
        ranks[14 - rank] = match rank {
            7 => "5,rP,6,gK,1",
            8 => "1,bK,3,rP,8",
            _ => "5,rP,8",
        };
        let text = header(&format!("0-{}", ranks.join("/")));
        if good {
            Game::from_fen4(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        } else {
            refuse(rules, &text, "board", "promotion square");
        }
    }
}

#[test]
fn castling_and_en_passant_need_their_pieces() {
    let start = Game::new(SOLO, Color::Red).to_fen4();
    refuse(
        SOLO,
        &start.replacen("3,rR", "4", 1),
        "castling-queenside",
        "red's rook",
    );
    refuse(
        SOLO,
        &start.replace("rB,rN,rR,3", "rB,rN,4"),
        "castling-kingside",
        "red's rook",
    );
    refuse(
        SOLO,
        &start.replace("rQ,rK,rB", "rQ,rB,rK"),
        "castling-kingside",
        "red's king",
    );
    let open = |entry: &str| {
        header(&format!(
            "0-{{'enPassant':('','{entry}','','')}}-{}",
            with_rank(7, "3,bP,8,gK,1")
        ))
    };
    refuse(SOLO, &open("c8:d8"), "extras", "no pawn of blue on d8");
    refuse(SOLO, &open("d7:e7"), "extras", "no double step");
    refuse(SOLO, &open("c7:d8"), "extras", "no double step");
}

#[test]
fn a_last_king_is_never_there_to_be_taken() {
    // Red has no king, so yellow's is royal; blue is to move and attacks it.
    let board = "14/7,bQ,yK,5/14/14/14/14/1,bK,12/12,gK,1/14/14/14/14/10,rP,3/14";
    let text = format!("B-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{board}");
    refuse(VIERSCHACH, &text, "board", "last king");
    assert!(Game::from_fen4_in_play(VIERSCHACH, &text).is_ok());
    // Where kings may be taken, blue may take it.
    let with_king = text.replace("10,rP,3", "6,rK,3,rP,3");
    let game = Game::from_fen4(TEAMS, &with_king).expect("a good FEN4");
    assert!(game.is_legal("h13i13".parse().expect("a move")));
}

proptest! {
    /// No text makes it panic, however close to a good one.
    #[test]
    fn nonsense_never_panics(
        cut in 0usize..400,
        put in "[-,/{}()':0-9rbygRBYGdxXPNBRQKD \\n]{0,12}",
        noise in ".{0,200}",
        preset in 0usize..7,
    ) {
        let rules = Rules::preset(Preset::ALL[preset]);
        let good = Game::new(rules, Color::Red).to_fen4();
        let cut = cut.min(good.len());
        let _ = Game::from_fen4(rules, &format!("{}{put}{}", &good[..cut], &good[cut..]));
        let _ = Game::from_fen4(rules, &format!("{}{put}", &good[..cut]));
        let _ = Game::from_fen4(rules, &noise);
        let _ = Game::from_fen4(rules, &header(&format!("0-{noise}")));
    }
}

/// Its last player has been given the points for the kings that walk: read again, it would get them
/// twice.
#[test]
fn a_position_that_is_over_is_not_imported() {
    let over = "G-0,0,0,0-0,0,0,0-0,0,0,0-4,5,0,76-0-{'resigned':(true,true,true,false)}-\
        3,8,3/3,8,3/3,8,3/14/14/14/14/bK,10,gR,1,gK/14/14/14/3,8,3/3,8,3/4,yK,4,rK,4";
    let read = |preset| Game::from_fen4(Rules::preset(preset), over);
    let over_by = Preset::ALL
        .into_iter()
        .filter_map(|preset| read(preset).ok());
    let over_by: Vec<_> = over_by.map(|game| game.result().is_some()).collect();
    assert!(
        !over_by.is_empty() && !over_by.contains(&false),
        "{over_by:?}"
    );
    assert!(vierschach_engine::notation::import(over).is_err());
}
