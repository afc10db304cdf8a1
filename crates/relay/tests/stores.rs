//! One suite for all stores.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use vierschach_protocol::GameId;
use vierschach_relay::{Log, MemoryLog, Owner, Room, RoomLog, SqliteLog, StoreError, Tip, Watch};

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

    // How it began and how far it is, without what is between.
    let header = log.header(&anna, &id("a")).await;
    assert_eq!(header, Ok("header of a".to_owned()));
    let tip = |name: &str, last, snapshot: &str| Tip {
        id: id(name),
        last,
        snapshot: snapshot.to_owned(),
    };
    let found = log.tip(&anna, &id("a")).await;
    assert_eq!(found, Ok(tip("a", 2, "two, later")));
    assert_eq!(log.tip(&anna, &id("b")).await, Ok(tip("b", 0, "0")));
    let missing = log.header(&ben, &id("b")).await;
    assert_eq!(missing, Err(StoreError::NoSuchRoom));
    let missing = log.tip(&ben, &id("b")).await;
    assert_eq!(missing, Err(StoreError::NoSuchRoom));

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

    // What a second relay does not know yet.
    let read_after = |room: &str, number| log.read_after(&anna, &id(room), number);
    assert_eq!(read_after("a", 0).await.unwrap(), ["one", "two"]);
    assert_eq!(read_after("a", 1).await.unwrap(), ["two"]);
    for number in [2, 3, u32::MAX] {
        assert!(read_after("a", number).await.unwrap().is_empty());
    }
    assert_eq!(read_after("c", 0).await, Err(StoreError::NoSuchRoom));

    // Nothing is removed that has gone on, and nobody goes on with what was removed.
    let found = log.delete(&anna, &id("a"), Some(1)).await;
    let (expected, last) = (1, 2);
    assert_eq!(found, Err(StoreError::Conflict { expected, last }));
    assert_eq!(log.read(&anna, &id("a")).await.unwrap().entries.len(), 2);
    log.delete(&anna, &id("a"), Some(2)).await.unwrap();
    for last in [0, 2] {
        let found = append(&anna, "a", last, "late").await;
        assert_eq!(found, Err(StoreError::NoSuchRoom));
    }
    let missing = log.header(&anna, &id("a")).await;
    assert_eq!(missing, Err(StoreError::NoSuchRoom));
    let again = log.delete(&anna, &id("a"), None).await;
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
    log.delete(&anna, &id("r"), None).await.unwrap();

    assert_eq!(log.settings(&anna).await, Ok(None));
    log.save_settings(&anna, "s1".to_owned()).await.unwrap();
    log.save_settings(&anna, "s2".to_owned()).await.unwrap();
    assert_eq!(log.settings(&anna).await, Ok(Some("s2".to_owned())));
    assert_eq!(log.settings(&ben).await, Ok(None));
}

/// The next number that a watch tells; `None` at its end.
async fn told(watch: &mut Watch) -> Option<u32> {
    let told = tokio::time::timeout(Duration::from_secs(30), watch.next());
    told.await.expect("told in time")
}

/// Everybody who looks at a room hears of what is written in it.
async fn watching(log: &dyn RoomLog, other: &dyn RoomLog) {
    let (watcher, room_id) = (owner("watcher"), id("w"));
    log.create(&watcher, room("w")).await.unwrap();
    log.create(&watcher, room("silent")).await.unwrap();
    let mut one = log.watch(&watcher, &room_id).await.unwrap();
    let mut two = other.watch(&watcher, &room_id).await.unwrap();
    let mut silent = other.watch(&watcher, &id("silent")).await.unwrap();
    for (last, by) in (0..200).zip([log, other].into_iter().cycle()) {
        let appended = by.append(&watcher, &room_id, last, format!("{last}"), String::new());
        appended.await.unwrap();
        for watch in [&mut one, &mut two] {
            assert_eq!(told(watch).await, Some(last + 1));
        }
        let newest = other.read_after(&watcher, &room_id, last).await.unwrap();
        assert_eq!(newest, [format!("{last}")]);
    }
    // Whoever does not read is told of the newest alone; refused entries are not told.
    for last in 200..300 {
        let appended = other.append(&watcher, &room_id, last, String::new(), String::new());
        appended.await.unwrap();
        let refused = other.append(&watcher, &room_id, last, String::new(), String::new());
        assert!(refused.await.is_err());
    }
    for watch in [&mut one, &mut two] {
        let mut newest = 0;
        while newest < 300 {
            let number = told(watch).await.unwrap();
            assert!((newest.max(201)..=300).contains(&number), "{number}");
            newest = number;
        }
    }
    log.delete(&watcher, &room_id, None).await.unwrap();
    assert_eq!((told(&mut one).await, told(&mut two).await), (None, None));
    // A watch of a removed room takes nothing from those of a new one of that name.
    log.create(&watcher, room("w")).await.unwrap();
    let mut three = other.watch(&watcher, &room_id).await.unwrap();
    drop((one, two));
    let appended = log.append(&watcher, &room_id, 0, String::new(), String::new());
    appended.await.unwrap();
    assert_eq!(told(&mut three).await, Some(1));
    let quiet = tokio::time::timeout(Duration::from_millis(20), silent.next());
    assert!(quiet.await.is_err());
    for room in ["w", "silent"] {
        log.delete(&watcher, &id(room), None).await.unwrap();
    }
}

/// Rooms in which nothing happens any more are found, and no others.
async fn expiry(log: &dyn RoomLog) {
    let (rooms, other) = (Owner::rooms(), owner("other"));
    for name in ["old", "used", "new"] {
        log.create(&rooms, room(name)).await.unwrap();
        log.create(&other, room(name)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
        if name == "old" {
            log.checkpoint(&rooms, &id("old"), "1".to_owned())
                .await
                .unwrap();
        }
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let before = u64::try_from(since.as_millis()).unwrap();
    tokio::time::sleep(Duration::from_millis(5)).await;
    for name in ["used", "new"] {
        let appended = log.append(&rooms, &id(name), 0, "x".to_owned(), "x".to_owned());
        appended.await.unwrap();
    }
    let idle = log.idle(&rooms, before).await.unwrap();
    let old = Tip {
        id: id("old"),
        last: 0,
        snapshot: "1".to_owned(),
    };
    assert_eq!(idle, [old]);
    log.delete(&rooms, &id("old"), None).await.unwrap();
    assert!(log.idle(&rooms, before).await.unwrap().is_empty());
    assert_eq!(log.list(&rooms).await.unwrap().len(), 2);
    assert_eq!(log.list(&other).await.unwrap().len(), 3);
    for owner in [&rooms, &other] {
        for room in log.idle(owner, u64::MAX / 2).await.unwrap() {
            log.delete(owner, &room.id, None).await.unwrap();
        }
        assert!(log.list(owner).await.unwrap().is_empty());
    }
}

/// Logs as long as the longest games, entries of any text.
async fn long_logs(log: &dyn RoomLog) {
    let who = owner("long");
    let entry = |number: u32| format!("{number} \u{1F451} \"\n\0 {}", "x".repeat(300));
    let past: Vec<_> = (1..=1000).map(entry).collect();
    log.restore(&who, room("l"), past.clone()).await.unwrap();
    for last in 1000..1500 {
        let appended = log.append(&who, &id("l"), last, entry(last + 1), "s".to_owned());
        appended.await.unwrap();
    }
    let read = log.read(&who, &id("l")).await.unwrap();
    let all: Vec<_> = (1..=1500).map(entry).collect();
    assert!(read.entries == all);
    for number in [0, 1, 999, 1000, 1001, 1499] {
        let newer = log.read_after(&who, &id("l"), number).await.unwrap();
        assert!(newer == all[number as usize..], "after {number}");
    }
    log.delete(&who, &id("l"), None).await.unwrap();
}

/// All of it, on an empty store that two relays use.
async fn everything(one: Arc<dyn RoomLog>, other: Arc<dyn RoomLog>) {
    suite(&*one).await;
    watching(&*one, &*other).await;
    expiry(&*one).await;
    removal(&*one, &*other).await;
    long_logs(&*other).await;
    race(one, other).await;
}

/// Of one who removes a room and one who goes on with it, one does.
async fn removal(one: &dyn RoomLog, other: &dyn RoomLog) {
    let (who, r) = (owner("removal"), id("r"));
    for round in 0..20 {
        one.create(&who, room("r")).await.unwrap();
        let removes = one.delete(&who, &r, Some(0));
        let appends = other.append(&who, &r, 0, "one".to_owned(), String::new());
        let (removed, appended) = if round % 2 == 0 {
            tokio::join!(removes, appends)
        } else {
            let (appended, removed) = tokio::join!(appends, removes);
            (removed, appended)
        };
        if removed.is_ok() {
            assert_eq!(appended, Err(StoreError::NoSuchRoom));
            assert_eq!(other.read(&who, &r).await, Err(StoreError::NoSuchRoom));
        } else {
            let (expected, last) = (0, 1);
            assert_eq!(removed, Err(StoreError::Conflict { expected, last }));
            appended.unwrap();
            assert_eq!(one.read(&who, &r).await.unwrap().entries, ["one"]);
            one.delete(&who, &r, Some(1)).await.unwrap();
        }
    }
}

/// Of many writers who all want to be next, one is, each time.
async fn race(one: Arc<dyn RoomLog>, other: Arc<dyn RoomLog>) {
    one.create(&owner("race"), room("r")).await.unwrap();
    let writers = (0..8).map(|writer| {
        let log = Arc::clone(if writer % 2 == 0 { &one } else { &other });
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
    let entries = one.read(&owner("race"), &id("r")).await.unwrap().entries;
    assert_eq!(entries.len() as u32, won);
    assert!(won >= 1);
}

fn sqlite(folder: &Path) -> SqliteLog {
    SqliteLog::open(&folder.join("new folder/games.sqlite")).unwrap()
}

#[tokio::test]
async fn memory_passes_the_suite() {
    let log = Arc::new(MemoryLog::new());
    everything(log.clone(), log).await;
}

#[tokio::test]
async fn sqlite_passes_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    let log = Arc::new(sqlite(folder.path()));
    everything(log.clone(), log).await;
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
async fn sqlite_reads_files_of_its_first_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let connection = rusqlite::Connection::open(&path).unwrap();
    let anna = owner("anna");
    let first = format!(
        "CREATE TABLE room (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL,
             header TEXT NOT NULL, snapshot TEXT NOT NULL, last INTEGER NOT NULL DEFAULT 0,
             UNIQUE (owner, name)) STRICT;
         CREATE TABLE entry (room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
             number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (room, number))
             STRICT, WITHOUT ROWID;
         CREATE TABLE settings (owner TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
         INSERT INTO room VALUES (1, '{}', 'a', 'header of a', 's', 1);
         INSERT INTO entry VALUES (1, 1, 'one');
         PRAGMA user_version = 1;",
        anna.as_str()
    );
    connection.execute_batch(&first).unwrap();
    drop(connection);
    for last in [1, 2] {
        let log = SqliteLog::open(&path).unwrap();
        let appended = log.append(&anna, &id("a"), last, "more".to_owned(), String::new());
        appended.await.unwrap();
        assert!(log.idle(&anna, 1 << 40).await.unwrap().is_empty());
    }
    let log = SqliteLog::open(&path).unwrap();
    let read = log.read(&anna, &id("a")).await.unwrap();
    assert_eq!(read.entries, ["one", "more", "more"]);
    log.delete(&anna, &id("a"), None).await.unwrap();
    suite(&log).await;
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

#[cfg(feature = "nats")]
#[tokio::test]
async fn nats_passes_the_suite() {
    let server = vierschach_load::NatsServer::start().unwrap();
    // Two relays on one server.
    let one = vierschach_relay::NatsLog::connect(&server.url()).await;
    let other = vierschach_relay::NatsLog::connect(&server.url()).await;
    everything(Arc::new(one.unwrap()), Arc::new(other.unwrap())).await;
}

#[cfg(feature = "nats")]
#[tokio::test]
async fn what_is_no_message_of_ours_removes_no_room() {
    use async_nats::jetstream;
    use sha2::Digest;
    use vierschach_relay::NatsLog;

    let server = vierschach_load::NatsServer::start().unwrap();
    let log = NatsLog::connect(&server.url()).await.unwrap();
    let client = async_nats::connect(server.url()).await.unwrap();
    let rooms = Owner::rooms();
    log.create(&rooms, room("a")).await.unwrap();
    log.create(&rooms, room("b")).await.unwrap();

    let context = jetstream::new(client);
    let shard = sha2::Sha256::digest("rooms.a")[0] % 32;
    let subject = format!("vierschach.log.{shard}.rooms.a");
    let foreign = context.publish(subject, "{\"name\":\"Anna\"}".into());
    let foreign = foreign.await.unwrap().await.unwrap();
    let log = NatsLog::connect(&server.url()).await.unwrap();
    let is_failure = |found: StoreError| {
        let StoreError::Failed(problem) = &found else {
            return false;
        };
        !problem.contains("Anna")
    };
    for _ in 0..2 {
        // It is passed over by those who look for rooms to remove, and nothing goes.
        let b = Tip {
            id: id("b"),
            last: 0,
            snapshot: "0".to_owned(),
        };
        assert_eq!(log.idle(&rooms, u64::MAX).await, Ok(vec![b]));
        assert!(is_failure(log.list(&rooms).await.unwrap_err()));
        assert!(is_failure(log.tip(&rooms, &id("a")).await.unwrap_err()));
        let deleted = log.delete(&rooms, &id("a"), None).await;
        assert!(is_failure(deleted.unwrap_err()));
    }
    let stream = context.get_stream(&foreign.stream).await.unwrap();
    let first = stream.get_raw_message(foreign.sequence - 1).await.unwrap();
    assert!(String::from_utf8_lossy(&first.payload).contains("header of a"));
}

#[cfg(feature = "nats")]
#[tokio::test]
async fn a_nats_server_that_was_away_is_found_again() {
    let mut server = vierschach_load::NatsServer::start().unwrap();
    let log = vierschach_relay::NatsLog::connect(&server.url())
        .await
        .unwrap();
    let other = vierschach_relay::NatsLog::connect(&server.url())
        .await
        .unwrap();
    let (anna, a) = (owner("anna"), id("a"));
    log.create(&anna, room("a")).await.unwrap();
    let append = |last: u32| log.append(&anna, &a, last, format!("{last}"), String::new());
    append(0).await.unwrap();
    let mut watch = log.watch(&anna, &a).await.unwrap();

    server.kill();
    // It may take a moment to notice; from then on calls fail at once, and change nothing.
    let start = Instant::now();
    let mut written = 1;
    while append(written).await.is_ok() {
        written += 1;
        assert!(start.elapsed() < Duration::from_secs(30));
    }
    let start = Instant::now();
    assert_eq!(append(written).await, Err(StoreError::Away));
    assert_eq!(log.read(&anna, &a).await, Err(StoreError::Away));
    assert_eq!(log.settings(&anna).await, Err(StoreError::Away));
    assert!(start.elapsed() < Duration::from_secs(5));

    server.restart().unwrap();
    let start = Instant::now();
    while log.settings(&anna).await.is_err() {
        assert!(start.elapsed() < Duration::from_secs(30));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let entries = log.read(&anna, &a).await.unwrap().entries;
    let last = u32::try_from(entries.len()).unwrap();
    append(last).await.unwrap();
    // A watch goes on, also over the other relay's entries.
    let start = Instant::now();
    while let Err(StoreError::Away) = other
        .append(&anna, &a, last + 1, "other's".to_owned(), String::new())
        .await
    {
        assert!(start.elapsed() < Duration::from_secs(30));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    while told(&mut watch).await.unwrap() < last + 2 {}
    assert_eq!(
        log.read_after(&anna, &a, last + 1).await.unwrap(),
        ["other's"]
    );
}

#[cfg(feature = "nats")]
#[tokio::test]
async fn without_a_nats_server_there_is_a_reason() {
    let found = vierschach_relay::NatsLog::connect("nats://127.0.0.1:1").await;
    assert!(matches!(found, Err(StoreError::Failed(_))), "{found:?}");
    let found = vierschach_relay::NatsLog::connect("no address").await;
    assert!(matches!(found, Err(StoreError::Failed(_))), "{found:?}");
}
