//! One suite for both stores.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

use std::path::Path;
use std::sync::Arc;

use vierschach_protocol::GameId;
use vierschach_relay::{Log, MemoryLog, Owner, Room, RoomLog, SqliteLog, StoreError};

fn owner(name: &str) -> Owner {
    Owner::of_secret(name)
}

fn id(name: &str) -> GameId {
    GameId(name.to_owned())
}

fn room(name: &str) -> Room {
    Room {
        id: id(name),
        header: format!("header of {name}"),
        snapshot: "0".to_owned(),
    }
}

/// What every store must do.
async fn suite(log: &dyn RoomLog) {
    let (anna, ben) = (owner("anna"), owner("ben"));
    assert_eq!(log.list(&anna).await, Ok(vec![]));
    log.create(&anna, room("a")).await.unwrap();
    log.create(&anna, room("b")).await.unwrap();
    log.create(&ben, room("a")).await.unwrap();
    assert_eq!(log.create(&anna, room("a")).await, Err(StoreError::Exists));

    // Appending is numbered: what was meant for another place changes nothing.
    let append = |who: &Owner, room: &str, last, text: &str| {
        log.append(who, &id(room), last, text.to_owned(), format!("{text}!"))
    };
    append(&anna, "a", 0, "one").await.unwrap();
    append(&anna, "a", 1, "two").await.unwrap();
    for (expected, last) in [(0, 2), (1, 2), (3, 2), (u32::MAX, 2)] {
        let found = append(&anna, "a", expected, "other").await;
        assert_eq!(found, Err(StoreError::Conflict { expected, last }));
    }
    let found = append(&anna, "c", 0, "one").await;
    assert_eq!(found, Err(StoreError::NoSuchRoom));
    append(&ben, "a", 0, "ben's").await.unwrap();

    // A snapshot by itself leaves the log as it is.
    let checkpoint =
        |who: &Owner, room: &str, text: &str| log.checkpoint(who, &id(room), text.to_owned());
    checkpoint(&anna, "a", "two, later").await.unwrap();
    let found = checkpoint(&ben, "b", "none").await;
    assert_eq!(found, Err(StoreError::NoSuchRoom));

    let read = log.read(&anna, &id("a")).await.unwrap();
    let entries = ["one", "two"].map(str::to_owned).to_vec();
    let header = "header of a".to_owned();
    assert_eq!(read, Log { header, entries });
    let read = log.read(&anna, &id("b")).await.unwrap();
    assert_eq!(read.entries, Vec::<String>::new());
    let missing = log.read(&ben, &id("b")).await;
    assert_eq!(missing, Err(StoreError::NoSuchRoom));

    let mut rooms = log.list(&anna).await.unwrap();
    rooms.sort_by(|one, other| one.id.cmp(&other.id));
    let snapshot = "two, later".to_owned();
    let a = Room {
        snapshot,
        ..room("a")
    };
    assert_eq!(rooms, [a, room("b")]);

    log.delete(&anna, &id("a")).await.unwrap();
    let again = log.delete(&anna, &id("a")).await;
    assert_eq!(again, Err(StoreError::NoSuchRoom));
    assert_eq!(log.list(&anna).await, Ok(vec![room("b")]));
    assert_eq!(log.read(&ben, &id("a")).await.unwrap().entries, ["ben's"]);
    // A new room of an old name starts empty.
    log.create(&anna, room("a")).await.unwrap();
    assert!(log.read(&anna, &id("a")).await.unwrap().entries.is_empty());

    // A room that has a past already.
    let past = ["one", "two"].map(str::to_owned).to_vec();
    log.restore(&anna, room("r"), past.clone()).await.unwrap();
    let again = log.restore(&anna, room("r"), Vec::new()).await;
    assert_eq!(again, Err(StoreError::Exists));
    assert_eq!(log.read(&anna, &id("r")).await.unwrap().entries, past);
    append(&anna, "r", 2, "three").await.unwrap();
    assert_eq!(log.read(&anna, &id("r")).await.unwrap().entries.len(), 3);
    log.delete(&anna, &id("r")).await.unwrap();

    assert_eq!(log.settings(&anna).await, Ok(None));
    log.save_settings(&anna, "s1".to_owned()).await.unwrap();
    log.save_settings(&anna, "s2".to_owned()).await.unwrap();
    assert_eq!(log.settings(&anna).await, Ok(Some("s2".to_owned())));
    assert_eq!(log.settings(&ben).await, Ok(None));
}

/// Of many writers who all want to be next, one is, each time.
async fn race(log: Arc<dyn RoomLog>) {
    log.create(&owner("race"), room("r")).await.unwrap();
    let writers = (0..8).map(|writer| {
        let log = Arc::clone(&log);
        tokio::spawn(async move {
            let mut won = 0_u32;
            for last in 0..25 {
                let text = format!("{writer}");
                let (owner, room) = (owner("race"), id("r"));
                let appended = log.append(&owner, &room, last, text, String::new());
                won += u32::from(appended.await.is_ok());
            }
            won
        })
    });
    let mut won = 0;
    for writer in writers.collect::<Vec<_>>() {
        won += writer.await.unwrap();
    }
    let entries = log.read(&owner("race"), &id("r")).await.unwrap().entries;
    assert_eq!(entries.len() as u32, won);
    assert!(won >= 1);
}

fn sqlite(folder: &Path) -> SqliteLog {
    SqliteLog::open(&folder.join("new folder/games.sqlite")).unwrap()
}

#[tokio::test]
async fn memory_passes_the_suite() {
    suite(&MemoryLog::new()).await;
    race(Arc::new(MemoryLog::new())).await;
}

#[tokio::test]
async fn sqlite_passes_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    suite(&sqlite(folder.path())).await;
    race(Arc::new(sqlite(folder.path()))).await;
}

#[tokio::test]
async fn sqlite_keeps_what_it_was_given() {
    let folder = tempfile::tempdir().unwrap();
    let log = sqlite(folder.path());
    log.create(&owner("anna"), room("a")).await.unwrap();
    log.append(
        &owner("anna"),
        &id("a"),
        0,
        "one".to_owned(),
        "1".to_owned(),
    )
    .await
    .unwrap();
    // A second program on the same file sees it at once, the first one still being there.
    let other = sqlite(folder.path());
    let read = other.read(&owner("anna"), &id("a")).await.unwrap();
    assert_eq!(read.entries, ["one"]);
    let stale = other.append(&owner("anna"), &id("a"), 0, "x".to_owned(), "x".to_owned());
    assert!(matches!(
        stale.await,
        Err(StoreError::Conflict { last: 1, .. })
    ));
    drop((log, other));
    let read = sqlite(folder.path()).read(&owner("anna"), &id("a")).await;
    assert_eq!(read.unwrap().entries, ["one"]);
}

#[tokio::test]
async fn sqlite_refuses_files_that_are_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.sqlite");
    std::fs::write(
        &text,
        "no database at all, but long enough to be looked at\n".repeat(20),
    )
    .unwrap();
    let found = SqliteLog::open(&text);
    assert!(matches!(found, Err(StoreError::Failed(_))), "{found:?}");
    let before = std::fs::read_to_string(&text).unwrap();
    assert!(before.starts_with("no database"));

    let newer = folder.path().join("newer.sqlite");
    let connection = rusqlite::Connection::open(&newer).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let found = SqliteLog::open(&newer);
    assert!(
        matches!(found, Err(StoreError::Newer { found: 99, .. })),
        "{found:?}"
    );
}

#[tokio::test]
async fn one_relay_at_a_time_has_a_sqlite_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new folder/games.sqlite");
    let first = SqliteLog::open_alone(&path).unwrap();
    let second = SqliteLog::open_alone(&path);
    assert!(
        matches!(second, Err(StoreError::InUse { .. })),
        "{second:?}"
    );
    drop(first);
    SqliteLog::open_alone(&path).unwrap();
}
