//! The JSON of every message, byte for byte, as files that any client can be tested with.
//!
//! A difference means that older peers read something else: `VERSION` has to move with it. With
//! `UPDATE_FIXTURES=1` in the environment the files are written anew.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

#[path = "common/bytes.rs"]
mod bytes;
#[path = "common/rooms.rs"]
mod rooms;
#[path = "common/samples.rs"]
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde::Serialize;
use vierschach_protocol::*;

use bytes::{check, folder, tag};
use samples::*;

fn requests() -> Vec<ClientMessage> {
    vec![
        ClientMessage::Hello { protocol: VERSION },
        ClientMessage::CreateGame(new_game()),
        ClientMessage::OpenGame {
            game: game(),
            since: Some(40),
        },
        ClientMessage::LeaveGame { game: game() },
        ClientMessage::Play {
            game: game(),
            ply: 40,
            hash: hash(),
            mv: Move("d2d4".to_owned()),
        },
        ClientMessage::Resign {
            game: game(),
            color: Color::Red,
            ply: 40,
            hash: hash(),
        },
        ClientMessage::Claim {
            game: game(),
            color: Color::Red,
            ply: 40,
            hash: hash(),
        },
        ClientMessage::TakeBack {
            game: game(),
            color: Color::Red,
            ply: 40,
            hash: hash(),
        },
        ClientMessage::SetPlayer {
            game: game(),
            color: Color::Red,
            player: Player::Cpu { level: 4 },
        },
        ClientMessage::Away { away: true },
        ClientMessage::PlayAgain { game: game() },
        ClientMessage::DescribeRules {
            variant: Variant::Teams,
            house: house(),
        },
        ClientMessage::Preview {
            game: game(),
            ply: 40,
            hash: hash(),
            mv: Move("d2d4".to_owned()),
        },
        ClientMessage::AskPremoves {
            game: game(),
            color: Color::Red,
        },
        ClientMessage::Analyse {
            game: game(),
            number: 40,
            lines: 3,
        },
        ClientMessage::StopAnalysis {},
        ClientMessage::CheckDraft {
            variant: Variant::Solo,
            house: house(),
            draft: draft(),
        },
        ClientMessage::AskDraft {
            game: game(),
            number: 40,
        },
        ClientMessage::ExportGame {
            game: game(),
            number: 40,
            format: TextFormat::Pgn4,
        },
        ClientMessage::ImportGame {
            text: "[Variant \"FFA\"]".to_owned(),
        },
        ClientMessage::ExportAll {
            after: Some(game()),
        },
        ClientMessage::ImportArchive {
            line: "{}".to_owned(),
        },
        ClientMessage::DeleteGame { game: game() },
        ClientMessage::RestoreGame { game: game() },
        ClientMessage::PurgeGame { game: game() },
        ClientMessage::ListGames {},
        ClientMessage::Ping {},
        ClientMessage::SaveSettings {
            settings: settings(),
        },
        ClientMessage::EnterRoom {
            protocol: VERSION,
            entrance: Entrance::Join {
                code: room_code(),
                secret: Some("c2VjcmV0".to_owned()),
                name: "Änne".to_owned(),
                watch: false,
            },
        },
        ClientMessage::Room {
            act: RoomAct::Ready { ready: true },
        },
    ]
}

fn answers() -> Vec<ServerMessage> {
    vec![
        ServerMessage::Welcome(Welcome {
            protocol: VERSION,
            version: "0.1.0".to_owned(),
            settings: settings(),
            games: vec![summary()],
            levels: vec![1, 2, 3],
            problems: vec![
                StoreProblem {
                    item: StoredItem::Game { game: game() },
                    problem: Problem::Damaged,
                    kept_as: Some("a.damaged".to_owned()),
                    moves_lost: Some(2),
                },
                StoreProblem {
                    item: StoredItem::Settings,
                    problem: Problem::Unreadable,
                    kept_as: None,
                    moves_lost: None,
                },
            ],
        }),
        ServerMessage::Games {
            games: vec![summary()],
        },
        ServerMessage::Snapshot {
            request: Some(7),
            game: Box::new(view()),
        },
        ServerMessage::Happened {
            game: game(),
            event: event(),
            now: Box::new(now()),
        },
        ServerMessage::Thinking {
            game: game(),
            color: Color::Green,
            fraction: 0.5,
            depth: 4,
            nodes: 75_000,
        },
        ServerMessage::Clock {
            game: game(),
            clock: clock(),
        },
        ServerMessage::Rules {
            request: 7,
            rules: RulesView {
                variant: Variant::Solo,
                fields: vec![field()],
                board: Board("rKh1".to_owned()),
                sides: [Side::South, Side::West, Side::North, Side::East],
                teams: false,
                has_points: true,
                conflict: vec!["lead".to_owned(), "points".to_owned()],
            },
        },
        ServerMessage::Previewed {
            request: 7,
            dangers: dangers(),
        },
        ServerMessage::Premoves {
            request: 7,
            game: game(),
            color: Color::Red,
            ply: 41,
            moves: vec![Premove {
                mv: Move("h7h8q".to_owned()),
                from: square("h7"),
                to: square("h8"),
                promotion: Some(Kind::Queen),
            }],
        },
        ServerMessage::Analysis {
            request: 7,
            game: game(),
            number: 40,
            depth: 6,
            nodes: 123_456.0,
            lines: vec![AnalysisLine {
                evaluation: Evaluation::Points { value: -35 },
                steps: vec![LineStep {
                    color: Color::Red,
                    piece: piece(Color::Red, Kind::King),
                    mv: castle(),
                    changes: event().changes,
                }],
            }],
            dangers: dangers(),
            done: false,
        },
        ServerMessage::DraftChecked {
            request: 7,
            fen4: None,
            problems: vec![
                DraftProblem::NoKing { color: Color::Blue },
                DraftProblem::Misplaced {
                    square: square("d1"),
                },
                DraftProblem::Over,
            ],
        },
        ServerMessage::Draft {
            request: 7,
            draft: draft(),
        },
        ServerMessage::Exported {
            request: 7,
            format: TextFormat::Fen4,
            name: "vierschach.fen4".to_owned(),
            text: "R-0,0,0,0".to_owned(),
        },
        ServerMessage::Archive {
            request: 7,
            part: 1,
            parts: 3,
            game: Some(game()),
            line: Some("{}".to_owned()),
        },
        ServerMessage::ArchiveRead {
            request: 7,
            added: true,
        },
        ServerMessage::Settings {
            settings: settings(),
        },
        ServerMessage::Refused {
            request: Some(7),
            game: Some(game()),
            code: ErrorCode::TooManyGames,
            params: BTreeMap::from([("limit".to_owned(), "200".to_owned())]),
        },
        ServerMessage::RoomEntered {
            request: 7,
            token: "dG9rZW4".to_owned(),
            secret: "c2VjcmV0".to_owned(),
            levels: vec![1, 2, 3],
            room: Box::new(room()),
        },
        ServerMessage::Room {
            room: Box::new(room()),
            news: vec![RoomNews::TakeBackOver {
                color: Color::Blue,
                end: AskEnd::Refused { by: MemberId(1) },
            }],
        },
        ServerMessage::Said {
            from: MemberId(2),
            phrase: Phrase::Attack { color: Color::Blue },
        },
        ServerMessage::Pointed {
            from: MemberId(2),
            square: square("e4"),
        },
        ServerMessage::Pong { request: 7 },
        ServerMessage::Replaced,
    ]
}

#[test]
fn every_request_has_its_bytes() {
    let mut tags = BTreeSet::new();
    for message in requests() {
        // A variant that is added does not compile until it has a line here and a message above.
        match message {
            ClientMessage::Hello { .. }
            | ClientMessage::CreateGame(_)
            | ClientMessage::OpenGame { .. }
            | ClientMessage::LeaveGame { .. }
            | ClientMessage::Play { .. }
            | ClientMessage::Resign { .. }
            | ClientMessage::Claim { .. }
            | ClientMessage::TakeBack { .. }
            | ClientMessage::SetPlayer { .. }
            | ClientMessage::Away { .. }
            | ClientMessage::PlayAgain { .. }
            | ClientMessage::DescribeRules { .. }
            | ClientMessage::Preview { .. }
            | ClientMessage::AskPremoves { .. }
            | ClientMessage::Analyse { .. }
            | ClientMessage::StopAnalysis {}
            | ClientMessage::CheckDraft { .. }
            | ClientMessage::AskDraft { .. }
            | ClientMessage::ExportGame { .. }
            | ClientMessage::ImportGame { .. }
            | ClientMessage::ExportAll { .. }
            | ClientMessage::ImportArchive { .. }
            | ClientMessage::DeleteGame { .. }
            | ClientMessage::RestoreGame { .. }
            | ClientMessage::PurgeGame { .. }
            | ClientMessage::ListGames {}
            | ClientMessage::Ping {}
            | ClientMessage::SaveSettings { .. }
            | ClientMessage::EnterRoom { .. }
            | ClientMessage::Room { .. } => {}
        }
        let tag = tag(&message);
        check(&format!("request-{tag}"), &Request { id: 7, message });
        tags.insert(tag);
    }
    assert_eq!(tags.len(), 30);
}

#[test]
fn every_server_message_has_its_bytes() {
    let mut tags = BTreeSet::new();
    for message in answers() {
        match message {
            ServerMessage::Welcome(_)
            | ServerMessage::Games { .. }
            | ServerMessage::Snapshot { .. }
            | ServerMessage::Happened { .. }
            | ServerMessage::Thinking { .. }
            | ServerMessage::Clock { .. }
            | ServerMessage::Rules { .. }
            | ServerMessage::Previewed { .. }
            | ServerMessage::Premoves { .. }
            | ServerMessage::Analysis { .. }
            | ServerMessage::DraftChecked { .. }
            | ServerMessage::Draft { .. }
            | ServerMessage::Exported { .. }
            | ServerMessage::Archive { .. }
            | ServerMessage::ArchiveRead { .. }
            | ServerMessage::Settings { .. }
            | ServerMessage::Refused { .. }
            | ServerMessage::RoomEntered { .. }
            | ServerMessage::Room { .. }
            | ServerMessage::Said { .. }
            | ServerMessage::Pointed { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Replaced => {}
        }
        let tag = tag(&message);
        check(&format!("server-{tag}"), &message);
        tags.insert(tag);
    }
    assert_eq!(tags.len(), 23);
}

#[test]
fn every_action_has_its_bytes() {
    let seat = Action::Seat {
        player: Player::Cpu { level: 2 },
    };
    for action in [Action::Resign, Action::TimeOut, Action::Claim, seat] {
        let name = format!("action-{}", tag(&action));
        let mut event = event();
        event.action = action;
        event.result = Some(result());
        check(&name, &event);
    }
}

#[test]
fn every_award_has_its_bytes() {
    let of = Color::Yellow;
    for reason in [
        AwardReason::Capture {
            kind: Kind::Queen,
            from: of,
            promoted: true,
        },
        AwardReason::KingCapture { from: of },
        AwardReason::Checkmate { of },
        AwardReason::Stalemate,
        AwardReason::OthersStalemate { of },
        AwardReason::MultiCheck {
            kings: 3,
            queen: false,
        },
        AwardReason::Draw,
        AwardReason::LastPlayer { of },
        AwardReason::Claim { of },
    ] {
        check(&format!("award-{}", tag(&reason)), &reason);
    }
}

/// Words that stand by themselves: each is its name in kebab case.
#[test]
fn words_are_spelled_as_agreed() {
    fn spell<T: Serialize>(words: &[T]) -> String {
        let spelled = words
            .iter()
            .map(|word| serde_json::to_string(word).unwrap());
        spelled.collect::<Vec<_>>().join(" ").replace('"', "")
    }
    assert_eq!(
        spell(&[
            Variant::Solo,
            Variant::Teams,
            Variant::Vierschach,
            Variant::FourKingdoms,
            Variant::ServerFfa,
            Variant::ServerFfa2019,
            Variant::ServerTeams,
        ]),
        "solo teams vierschach four-kingdoms server-ffa server-ffa-2019 server-teams"
    );
    assert_eq!(
        spell(&[
            ErrorCode::Malformed,
            ErrorCode::TooLong,
            ErrorCode::Version,
            ErrorCode::NoHello,
            ErrorCode::NoSuchGame,
            ErrorCode::NotYourTurn,
            ErrorCode::IllegalMove,
            ErrorCode::Stale,
            ErrorCode::GameOver,
            ErrorCode::ReadOnly,
            ErrorCode::BadName,
            ErrorCode::BadRequest,
            ErrorCode::TooManyGames,
            ErrorCode::TooFast,
            ErrorCode::NotSaved,
            ErrorCode::AlreadyOpen,
            ErrorCode::NoSuchRoom,
            ErrorCode::RoomDamaged,
            ErrorCode::RoomFull,
            ErrorCode::BrowserFull,
            ErrorCode::RoomUsedUp,
            ErrorCode::RoomLocked,
            ErrorCode::Kicked,
            ErrorCode::NotOpenYet,
            ErrorCode::TooManyGuesses,
            ErrorCode::BadToken,
            ErrorCode::NotHost,
            ErrorCode::SeatTaken,
            ErrorCode::TooManyRooms,
            ErrorCode::NoRelay,
            ErrorCode::Internal,
        ]),
        "malformed too-long version no-hello no-such-game not-your-turn illegal-move stale \
         game-over read-only bad-name bad-request too-many-games too-fast not-saved \
         already-open no-such-room room-damaged room-full browser-full room-used-up room-locked \
         kicked not-open-yet too-many-guesses bad-token not-host seat-taken too-many-rooms no-relay internal"
    );
    assert_eq!(
        spell(&[
            EndReason::LastPlayer,
            EndReason::Lead,
            EndReason::Checkmate,
            EndReason::KingCaptured,
            EndReason::Resignation,
            EndReason::Stalemate,
            EndReason::Repetition,
            EndReason::MoveCount,
            EndReason::BareKings,
            EndReason::MoveLimit,
            EndReason::Claim,
        ]),
        "last-player lead checkmate king-captured resignation stalemate repetition move-count \
         bare-kings move-limit claim"
    );
    assert_eq!(
        spell(&[
            Status::In,
            Status::Mated,
            Status::Captured,
            Status::Stalemated,
            Status::Resigned,
            Status::Wandering,
            Status::Walking,
            Status::Kingless,
            Status::Out,
        ]),
        "in mated captured stalemated resigned wandering walking kingless out"
    );
    assert_eq!(
        spell(&[
            Problem::Unreadable,
            Problem::Damaged,
            Problem::Newer,
            Problem::NoReplay,
        ]),
        "unreadable damaged newer no-replay"
    );
}

#[test]
fn requests_with_anything_wrong_are_no_requests() {
    let bad = fs::read_to_string(folder().join("malformed-requests.txt")).unwrap();
    let mut count = 0;
    for line in bad.lines().filter(|line| !line.starts_with('#')) {
        assert!(serde_json::from_str::<Request>(line).is_err(), "{line}");
        count += 1;
    }
    assert!(count >= 20, "{count} lines");
}

#[test]
fn settings_of_other_versions_are_read() {
    let older: Settings = serde_json::from_str(r#"{"theme":"dark"}"#).unwrap();
    assert_eq!(older.theme, Theme::Dark);
    assert_eq!(older.level, Settings::default().level);
    let newer = r#"{"theme":"dark","sounds":{"volume":3}}"#;
    assert_eq!(serde_json::from_str::<Settings>(newer).unwrap(), older);
    assert!(serde_json::from_str::<Settings>(r#"{"theme":"pink"}"#).is_err());
}
