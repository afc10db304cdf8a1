//! One value of each type, for the messages whose bytes are kept.

use vierschach_protocol::*;

pub(crate) fn game() -> GameId {
    GameId("0123456789abcdef0123456789abcdef".to_owned())
}

pub(crate) fn square(name: &str) -> Square {
    Square(name.to_owned())
}

pub(crate) fn piece(color: Color, kind: Kind) -> Piece {
    Piece {
        color,
        kind,
        promoted: false,
        grey: false,
    }
}

pub(crate) fn placed(name: &str, piece: Piece) -> Placed {
    Placed {
        square: square(name),
        piece,
    }
}

pub(crate) fn hash() -> String {
    "00f3a1b2c3d4e5f6".to_owned()
}

pub(crate) fn settings() -> Settings {
    Settings {
        theme: Theme::Dark,
        language: Some(Language::Ru),
        level: 2,
        name: Some("Änne".to_owned()),
        last_game: Some(new_game()),
        ..Settings::default()
    }
}

pub(crate) fn draft() -> Draft {
    Draft {
        board: Board("rKh1 bKa7 yKg14 gKn8 rQg4+ bPb5-".to_owned()),
        turn: Color::Red,
        out: [false, true, false, false],
        points: [4, 0, 9, 0],
        castling: [[true, false], [false; 2], [false; 2], [true, true]],
    }
}

pub(crate) fn house() -> Vec<HouseRule> {
    vec![HouseRule {
        name: "promotion.rank".to_owned(),
        value: "11".to_owned(),
    }]
}

pub(crate) fn new_game() -> NewGame {
    let seat = |name: Option<&str>, player| NewSeat {
        name: name.map(str::to_owned),
        player,
    };
    NewGame {
        variant: Variant::ServerFfa2019,
        house: house(),
        table: Table {
            move_seconds: Some(30),
            ..Table::default()
        },
        start: Some(draft()),
        first: Color::Blue,
        seats: [
            seat(Some("Änne"), Player::Person { me: true }),
            seat(None, Player::Person { me: false }),
            seat(None, Player::Cpu { level: 2 }),
            seat(None, Player::Cpu { level: 3 }),
        ],
    }
}

pub(crate) fn field() -> RuleField {
    RuleField {
        name: "promotion.rank".to_owned(),
        value: "11".to_owned(),
        preset: "8".to_owned(),
        choices: RuleChoices::OneOf {
            values: vec!["8".to_owned(), "11".to_owned(), "end-of-file".to_owned()],
        },
    }
}

pub(crate) fn dangers() -> Vec<Danger> {
    vec![Danger {
        square: square("g1"),
        piece: piece(Color::Red, Kind::Queen),
        by: vec![Attacker {
            square: square("g8"),
            color: Color::Blue,
        }],
        covered: true,
        for_nothing: true,
    }]
}

pub(crate) fn castle() -> LegalMove {
    LegalMove {
        mv: Move("h1j1".to_owned()),
        from: square("h1"),
        to: square("j1"),
        promotion: None,
        captures: vec![],
        points: 0,
        gives_check: vec![],
        eliminates: vec![],
        castling: Some([square("k1"), square("i1")]),
    }
}

pub(crate) fn seats() -> Vec<Seat> {
    let seat = |color, side, player| Seat {
        color,
        side,
        name: (player == Player::Person { me: true }).then(|| "Änne".to_owned()),
        player,
        partner: None,
    };
    vec![
        seat(Color::Red, Side::South, Player::Person { me: true }),
        seat(Color::Blue, Side::West, Player::Cpu { level: 1 }),
        seat(Color::Yellow, Side::North, Player::Cpu { level: 2 }),
        seat(Color::Green, Side::East, Player::Cpu { level: 3 }),
    ]
}

/// Red's promotion that takes a rook and gives two checks.
pub(crate) fn event() -> Event {
    let pawn = piece(Color::Red, Kind::Pawn);
    let queen = Piece {
        promoted: true,
        ..piece(Color::Red, Kind::Queen)
    };
    let rook = piece(Color::Blue, Kind::Rook);
    let award = |points, reason, at: Option<&str>| Award {
        color: Color::Red,
        points,
        reason,
        square: at.map(square),
    };
    Event {
        number: 41,
        ply: 40,
        round: 11,
        color: Color::Red,
        action: Action::Move {
            mv: Move("h7g8q".to_owned()),
            from: square("h7"),
            to: square("g8"),
            piece: pawn,
            promotion: Some(Kind::Queen),
            captured: vec![placed("g8", rook)],
            castling: None,
            gives_check: vec![Color::Blue, Color::Green],
            for_player: false,
        },
        changes: vec![
            SquareChange {
                square: square("h7"),
                before: Some(pawn),
                after: None,
            },
            SquareChange {
                square: square("g8"),
                before: Some(rook),
                after: Some(queen),
            },
        ],
        awards: vec![
            award(
                5,
                AwardReason::Capture {
                    kind: Kind::Rook,
                    from: Color::Blue,
                    promoted: false,
                },
                Some("g8"),
            ),
            award(
                1,
                AwardReason::MultiCheck {
                    kings: 2,
                    queen: true,
                },
                None,
            ),
            award(20, AwardReason::Checkmate { of: Color::Green }, Some("n7")),
        ],
        statuses: vec![StatusChange {
            color: Color::Green,
            status: Status::Mated,
        }],
        points: [26, 0, 3, 0],
        result: None,
    }
}

pub(crate) fn clock() -> Clock {
    Clock {
        limit: 30_000,
        left: 12_345,
        running: true,
    }
}

pub(crate) fn result() -> GameResult {
    GameResult {
        reason: EndReason::Lead,
        places: [1, 3, 2, 3],
    }
}

pub(crate) fn now() -> Now {
    Now {
        ply: 40,
        round: 11,
        hash: hash(),
        turn: Some(Color::Red),
        points: [26, 0, 3, 0],
        tally: [0, 0, 7, 0],
        status: [Status::In, Status::In, Status::Wandering, Status::Mated],
        checks: vec![Check {
            color: Color::Blue,
            king: square("a8"),
            from: vec![square("g8")],
        }],
        legal: vec![castle()],
        clock: Some(clock()),
        dangers: dangers(),
        can: Can {
            resign: vec![Color::Red],
            claim: vec![],
            take_back: vec![Color::Red],
        },
        result: None,
    }
}

pub(crate) fn summary() -> GameSummary {
    GameSummary {
        id: game(),
        variant: Variant::Solo,
        has_points: true,
        first: Color::Red,
        seats: seats(),
        yours: vec![Color::Red],
        board: Board("rKh1 bQb2+-".to_owned()),
        turn: None,
        round: 12,
        points: [26, 0, 3, 0],
        result: Some(result()),
        created: 1_700_000_000_000.0,
        updated: 1_700_000_123_456.0,
        read_only: false,
        deleted: Some(1_700_000_200_000.0),
    }
}

pub(crate) fn view() -> GameView {
    GameView {
        id: game(),
        number: 41,
        variant: Variant::Solo,
        has_points: true,
        lead: Some(21),
        first: Color::Red,
        rules: vec![field()],
        table: Table::default(),
        promoted_worth: Some(1),
        seats: seats(),
        yours: vec![Color::Red],
        start: vec![placed("h7", piece(Color::Red, Kind::Pawn))],
        board: vec![placed(
            "g8",
            Piece {
                promoted: true,
                ..piece(Color::Red, Kind::Queen)
            },
        )],
        events: vec![event()],
        now: now(),
        read_only: false,
        created: 1_700_000_000_000.0,
    }
}

pub(crate) fn room_code() -> RoomCode {
    RoomCode("BCDFGH".to_owned())
}

pub(crate) fn room() -> RoomView {
    let seat = |color, holder| RoomSeat {
        color,
        holder,
        name: None,
        stand_in: false,
        grace: None,
    };
    let host = MemberId(1);
    let member = MemberId(2);
    let names = [(host, "Änne", true), (member, "Иван", false)];
    let mut seats = [
        seat(Color::Red, Holder::Member { member: host }),
        seat(Color::Blue, Holder::Member { member }),
        seat(Color::Yellow, Holder::Cpu { level: 3 }),
        seat(Color::Green, Holder::Free),
    ];
    seats[1].stand_in = true;
    seats[1].grace = Some(Grace {
        left: 0,
        running: false,
    });
    RoomView {
        code: room_code(),
        you: host,
        host,
        members: names
            .map(|(id, name, here)| Member {
                id,
                name: name.to_owned(),
                here,
                ready: true,
            })
            .to_vec(),
        seats,
        options: RoomOptions {
            variant: Variant::Teams,
            house: house(),
            table: Table::default(),
            first: Color::Red,
            date: Some(1_700_000_000_000.0),
        },
        locked: true,
        watchers: 3,
        game: Some(GameId("BCDFGH-1".to_owned())),
        playing: true,
        games: 1,
        can_start: false,
        talk: Talk::Partners,
        asks: Some(TakeBackAsk {
            color: Color::Blue,
            moves: 4,
            waits_for: vec![host],
        }),
        free_level: Some(3),
        fairness: Some(Fairness {
            commitment: "00".repeat(32),
            seed: None,
        }),
        expires: 1_702_592_000_000.0,
    }
}
