//! Deleted games can be brought back for a week.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::{CPU, Disk, Host, PERSON, new_game};
use vierschach_protocol::{
    BIN_DAYS, ClientMessage, ErrorCode, GameId, GameSummary, ServerMessage, VERSION,
};
use vierschach_session::{ConnectionId, Input, MAX_GAMES, Snapshot};

const WEEK: u64 = BIN_DAYS as u64 * 24 * 60 * 60 * 1000;

fn delete(game: &GameId) -> ClientMessage {
    let game = game.clone();
    ClientMessage::DeleteGame { game }
}

fn restore(game: &GameId) -> ClientMessage {
    let game = game.clone();
    ClientMessage::RestoreGame { game }
}

fn purge(game: &GameId) -> ClientMessage {
    let game = game.clone();
    ClientMessage::PurgeGame { game }
}

fn games(host: &mut Host) -> Vec<GameSummary> {
    match host.take().1 {
        ServerMessage::Games { games } => games,
        other => panic!("no list: {other:?}"),
    }
}

/// The list that a host started at a time tells, and its disk.
fn started(disk: Disk, time: u64) -> (Vec<GameSummary>, Disk) {
    let mut host = Host::with(disk);
    host.time = time;
    let screen = ConnectionId(1);
    host.input(Input::Connected(screen));
    host.ask(screen, ClientMessage::Hello { protocol: VERSION });
    let ServerMessage::Welcome(welcome) = host.take().1 else {
        panic!("no welcome");
    };
    (welcome.games, host.disk)
}

#[test]
fn a_deleted_game_comes_back_as_it_was() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut view = host.create(screen, new_game([PERSON, CPU, CPU, CPU]));
    host.ask(screen, Host::play(&view, "d2d4"));
    host.cpu_plays();
    host.sent.clear();
    view = host.opened(screen, &view.id);
    let before = host.disk.clone();

    host.ask(screen, delete(&view.id));
    let deleted = games(&mut host)[0].deleted.unwrap();
    assert_eq!(deleted, host.time as f64 - 1.0);
    assert_eq!(host.cancelled.len(), 1, "nobody thinks about it any more");
    let open = |game: &GameId| ClientMessage::OpenGame {
        game: game.clone(),
        since: None,
    };
    for message in [open(&view.id), delete(&view.id), Host::play(&view, "d2d4")] {
        host.ask(screen, message);
        assert_eq!(host.refusal().1, ErrorCode::NoSuchGame);
    }
    let (listed, mut disk) = started(host.disk.clone(), host.time + 10);
    assert_eq!(listed[0].deleted, Some(deleted));
    assert_eq!(disk, host.disk);

    host.ask(screen, restore(&view.id));
    assert_eq!(games(&mut host)[0].deleted, None);
    assert_eq!(host.disk, before);
    assert_eq!(host.opened(screen, &view.id), view);
    host.ask(screen, restore(&view.id));
    assert_eq!(host.refusal().1, ErrorCode::NoSuchGame);

    // Nor does it come back by being looked at in another version's store.
    disk.games.get_mut(&view.id).unwrap().header = "garbage".to_owned();
    let (listed, _) = started(disk, 1_000);
    assert!(listed[0].deleted.is_some() && listed[0].read_only);
}

#[test]
fn what_can_t_be_written_stays_where_it_is() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON; 4]));
    host.full = true;
    host.ask(screen, delete(&view.id));
    assert_eq!(host.refusal().1, ErrorCode::NotSaved);
    host.full = false;
    host.ask(screen, Host::play(&view, "d2d4"));
    assert!(matches!(host.take().1, ServerMessage::Happened { .. }));
    host.ask(screen, delete(&view.id));
    games(&mut host);
    host.full = true;
    for message in [restore(&view.id), purge(&view.id)] {
        host.ask(screen, message);
        assert_eq!(host.refusal().1, ErrorCode::NotSaved);
    }
    host.ask(screen, ClientMessage::ListGames {});
    assert!(games(&mut host)[0].deleted.is_some());
}

#[test]
fn a_game_leaves_the_bin_for_good_by_hand_or_after_a_week() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let ids: Vec<_> = (0..3)
        .map(|_| host.create(screen, new_game([PERSON; 4])).id)
        .collect();
    host.ask(screen, purge(&ids[0]));
    assert_eq!(host.refusal().1, ErrorCode::NoSuchGame, "it is in no bin");
    let mut at = 0;
    for id in &ids[..2] {
        host.ask(screen, delete(id));
        at = host.time;
    }
    host.sent.clear();
    host.ask(screen, purge(&ids[0]));
    assert_eq!(games(&mut host).len(), 2);
    assert!(!host.disk.games.contains_key(&ids[0]));

    let (listed, disk) = started(host.disk.clone(), at + WEEK - 10);
    assert_eq!((listed.len(), disk.games.len()), (2, 2));
    // A clock that was set back deletes nothing.
    assert_eq!(started(host.disk.clone(), 5).0.len(), 2);
    let (listed, disk) = started(host.disk, at + WEEK);
    assert_eq!((listed.len(), disk.games.len()), (1, 1));
    assert_eq!(listed[0].id, ids[2]);
}

#[test]
fn the_bin_does_not_take_the_room_of_games() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON; 4]));
    let mut disk = host.disk;
    let kept = disk.games[&view.id].clone();
    let id = |kind: &str, number: usize| GameId(format!("{kind}{number}"));
    for number in 1..=MAX_GAMES {
        let mut binned = kept.clone();
        let mut snapshot = Snapshot::from_text(&binned.snapshot).unwrap();
        snapshot.deleted = Some(number as u64);
        binned.snapshot = snapshot.to_text();
        disk.games.insert(id("binned", number), binned);
        if number < MAX_GAMES {
            disk.games.insert(id("listed", number), kept.clone());
        }
    }
    let mut host = Host::with(disk);
    let screen = host.connect(1);
    host.ask(screen, restore(&id("binned", 1)));
    assert_eq!(host.refusal().1, ErrorCode::TooManyGames);
    // A full bin loses what has been in it longest.
    host.ask(screen, delete(&id("listed", 1)));
    assert_eq!(games(&mut host).len(), 2 * MAX_GAMES - 1);
    assert!(!host.disk.games.contains_key(&id("binned", 1)));
    host.ask(screen, restore(&id("binned", 2)));
    games(&mut host);
    host.ask(screen, restore(&id("binned", 3)));
    assert_eq!(host.refusal().1, ErrorCode::TooManyGames);
    host.ask(screen, ClientMessage::CreateGame(new_game([PERSON; 4])));
    assert_eq!(host.refusal().1, ErrorCode::TooManyGames);
}
