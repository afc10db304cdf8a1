//! The store on one machine: a SQLite file, which one thread writes and another reads.

mod threads;

use std::fs::{self, File, TryLockError};
use std::future::ready;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use tokio::sync::mpsc;
use vierschach_protocol::GameId;

use super::watch::Watches;
use super::{Log, Owner, Reply, Room, RoomLog, StoreError, Tip, Watch, now};
use threads::{READS, Task, WRITES, ask, spawn};

/// The store's format, as the file's `user_version`.
const FORMAT: i64 = 2;

/// How often, and after what wait each time, a store that is in use is asked for again.
const LOCK_TRIES: u32 = 20;
const LOCK_WAIT: Duration = Duration::from_millis(100);

/// How long another program may have the file to itself.
const BUSY: Duration = Duration::from_secs(5);

const SCHEMA: &str = "
    CREATE TABLE room (
        id INTEGER PRIMARY KEY,
        owner TEXT NOT NULL,
        name TEXT NOT NULL,
        header TEXT NOT NULL,
        snapshot TEXT NOT NULL,
        last INTEGER NOT NULL DEFAULT 0,
        changed INTEGER NOT NULL,
        UNIQUE (owner, name)
    ) STRICT;
    CREATE INDEX room_changed ON room (owner, changed);
    CREATE TABLE entry (
        room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (room, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE settings (
        owner TEXT PRIMARY KEY,
        text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
";

/// What takes a file of format 1, which knew no times, to format 2: its rooms changed just now.
const FROM_1: &str = "
    ALTER TABLE room ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    UPDATE room SET changed = CAST(unixepoch('subsec') * 1000 AS INTEGER);
    CREATE INDEX room_changed ON room (owner, changed);
";

/// Logs in a SQLite file.
///
/// Calls that come while the disk is busy share the next commit. Their callers are answered after
/// it, so nobody hears of what a loss of power could take back. Logs are read by a thread of their
/// own: no move waits until a long one is read.
#[derive(Debug)]
pub struct SqliteLog {
    writes: mpsc::Sender<Task>,
    reads: mpsc::Sender<Task>,
    watches: Arc<Watches>,
}

fn make_folder(path: &Path) -> Result<(), StoreError> {
    match path.parent().filter(|folder| *folder != Path::new("")) {
        Some(folder) => fs::create_dir_all(folder).map_err(|error| failed(folder, &error)),
        None => Ok(()),
    }
}

/// Locks a file beside the store until it is dropped; the system lets go of it with the process.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&name)
        .map_err(|error| failed(&name, &error))?;
    // A relay that is just ending still has it for a moment.
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_WAIT),
            Err(TryLockError::Error(error)) => return Err(failed(&name, &error)),
        }
    }
    let path = path.display().to_string();
    Err(StoreError::InUse { path })
}

fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}

impl SqliteLog {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// [`StoreError::Failed`] when it can't be opened or is no such file,
    /// [`StoreError::Newer`].
    pub fn open(path: &Path) -> Result<SqliteLog, StoreError> {
        make_folder(path)?;
        SqliteLog::start(path, None)
    }

    /// Opens the file, or makes it, and keeps other relays from opening it in this way: a desk does
    /// not go on from what another relay wrote, so it would refuse every move after that.
    ///
    /// # Errors
    /// Those of [`SqliteLog::open`], and [`StoreError::InUse`].
    pub fn open_alone(path: &Path) -> Result<SqliteLog, StoreError> {
        make_folder(path)?;
        SqliteLog::start(path, Some(lock(path)?))
    }

    /// The lock, if there is one, lives as long as the thread that writes.
    fn start(path: &Path, lock: Option<File>) -> Result<SqliteLog, StoreError> {
        let lock = lock.map(Arc::new);
        let writer = Connection::open(path)?;
        prepare(&writer)?;
        let reader = Connection::open(path)?;
        reader.busy_timeout(BUSY)?;
        reader.pragma_update(None, "query_only", true)?;
        Ok(SqliteLog {
            writes: spawn("store", writer, WRITES, lock.clone())?,
            reads: spawn("store-reads", reader, READS, lock)?,
            watches: Arc::default(),
        })
    }

    /// Reads, beside what is written. It sees all that callers were told is written.
    fn read_by<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Reply<'_, T> {
        ask(&self.reads, work, |_| ())
    }

    fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Reply<'_, T> {
        ask(&self.writes, work, |_| ())
    }

    /// Does `then` when the work is on the disk, whether or not its caller still waits.
    fn run_then<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
        then: impl FnOnce(&T) + Send + 'static,
    ) -> Reply<'_, T> {
        ask(&self.writes, work, then)
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let change = match found {
        0 => SCHEMA,
        1 => FROM_1,
        FORMAT => return Ok(()),
        _ => {
            let known = FORMAT;
            return Err(StoreError::Newer { found, known });
        }
    };
    let sql = format!("BEGIN IMMEDIATE; {change} PRAGMA user_version = {FORMAT}; COMMIT;");
    Ok(connection.execute_batch(&sql)?)
}

/// A time as the file has it.
fn time(millis: u64) -> i64 {
    i64::try_from(millis).unwrap_or(i64::MAX)
}

/// A room's row and its last number.
fn find(connection: &Connection, owner: &str, name: &str) -> Result<(i64, u32), StoreError> {
    connection
        .prepare_cached("SELECT id, last FROM room WHERE owner = ?1 AND name = ?2")?
        .query_row(params![owner, name], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?
        .ok_or(StoreError::NoSuchRoom)
}

/// The header of a room's row.
fn header(connection: &Connection, row: i64) -> Result<String, StoreError> {
    Ok(connection
        .prepare_cached("SELECT header FROM room WHERE id = ?1")?
        .query_row([row], |row| row.get(0))?)
}

/// The name, the last number and the snapshot that a row has.
fn tip(row: &Row<'_>) -> rusqlite::Result<Tip> {
    Ok(Tip {
        id: GameId(row.get(0)?),
        last: row.get(1)?,
        snapshot: row.get(2)?,
    })
}

/// The entries of a room's row after a number.
fn entries_after(
    connection: &Connection,
    row: i64,
    number: u32,
) -> Result<Vec<String>, StoreError> {
    let mut entries = connection
        .prepare_cached("SELECT text FROM entry WHERE room = ?1 AND number > ?2 ORDER BY number")?;
    let entries = entries.query_map(params![row, number], |row| row.get(0))?;
    Ok(entries.collect::<Result<_, _>>()?)
}

impl RoomLog for SqliteLog {
    fn list(&self, owner: &Owner) -> Reply<'_, Vec<Room>> {
        let owner = owner.clone();
        self.read_by(move |connection| {
            let mut rooms = connection
                .prepare_cached("SELECT name, header, snapshot FROM room WHERE owner = ?1")?;
            let rooms = rooms.query_map([owner.as_str()], |row| {
                Ok(Room {
                    id: GameId(row.get(0)?),
                    header: row.get(1)?,
                    snapshot: row.get(2)?,
                })
            })?;
            Ok(rooms.collect::<Result<_, _>>()?)
        })
    }

    fn restore(&self, owner: &Owner, room: Room, entries: Vec<String>) -> Reply<'_, ()> {
        let owner = owner.clone();
        self.run(move |connection| {
            let Room {
                id,
                header,
                snapshot,
            } = room;
            let last = u32::try_from(entries.len())
                .map_err(|_| StoreError::Failed("a log too long".to_owned()))?;
            let inserted = connection
                .prepare_cached(
                    "INSERT INTO room (owner, name, header, snapshot, last, changed)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
                )?
                .execute(params![
                    owner.as_str(),
                    id.0,
                    header,
                    snapshot,
                    last,
                    time(now())
                ])?;
            if inserted == 0 {
                return Err(StoreError::Exists);
            }
            let row = connection.last_insert_rowid();
            let mut insert = connection
                .prepare_cached("INSERT INTO entry (room, number, text) VALUES (?1, ?2, ?3)")?;
            for (entry, number) in entries.iter().zip(1u32..) {
                insert.execute(params![row, number, entry])?;
            }
            Ok(())
        })
    }

    fn append(
        &self,
        owner: &Owner,
        room: &GameId,
        expected_last: u32,
        entry: String,
        snapshot: String,
    ) -> Reply<'_, ()> {
        let watches = Arc::clone(&self.watches);
        let key = (owner.clone(), room.clone());
        let (owner, room) = key.clone();
        let work = move |connection: &Connection| {
            let (row, last) = find(connection, owner.as_str(), &room.0)?;
            if last != expected_last {
                let expected = expected_last;
                return Err(StoreError::Conflict { expected, last });
            }
            let number = last + 1;
            connection
                .prepare_cached("INSERT INTO entry (room, number, text) VALUES (?1, ?2, ?3)")?
                .execute(params![row, number, entry])?;
            connection
                .prepare_cached(
                    "UPDATE room SET last = ?2, snapshot = ?3, changed = ?4 WHERE id = ?1",
                )?
                .execute(params![row, number, snapshot, time(now())])?;
            Ok(number)
        };
        let told = self.run_then(work, move |&number| watches.tell(&key.0, &key.1, number));
        Box::pin(async move { told.await.map(drop) })
    }

    fn checkpoint(&self, owner: &Owner, room: &GameId, snapshot: String) -> Reply<'_, ()> {
        let (owner, room) = (owner.clone(), room.clone());
        self.run(move |connection| {
            let (row, _) = find(connection, owner.as_str(), &room.0)?;
            connection
                .prepare_cached("UPDATE room SET snapshot = ?2 WHERE id = ?1")?
                .execute(params![row, snapshot])?;
            Ok(())
        })
    }

    fn header(&self, owner: &Owner, room: &GameId) -> Reply<'_, String> {
        let (owner, room) = (owner.clone(), room.clone());
        self.read_by(move |connection| {
            let (row, _) = find(connection, owner.as_str(), &room.0)?;
            header(connection, row)
        })
    }

    fn tip(&self, owner: &Owner, room: &GameId) -> Reply<'_, Tip> {
        let (owner, room) = (owner.clone(), room.clone());
        self.read_by(move |connection| {
            let sql = "SELECT name, last, snapshot FROM room WHERE owner = ?1 AND name = ?2";
            let tip = connection
                .prepare_cached(sql)?
                .query_row([owner.as_str(), &room.0], tip)
                .optional()?;
            tip.ok_or(StoreError::NoSuchRoom)
        })
    }

    fn read(&self, owner: &Owner, room: &GameId) -> Reply<'_, Log> {
        let (owner, room) = (owner.clone(), room.clone());
        self.read_by(move |connection| {
            let (row, _) = find(connection, owner.as_str(), &room.0)?;
            let header = header(connection, row)?;
            let entries = entries_after(connection, row, 0)?;
            Ok(Log { header, entries })
        })
    }

    fn read_after(&self, owner: &Owner, room: &GameId, number: u32) -> Reply<'_, Vec<String>> {
        let (owner, room) = (owner.clone(), room.clone());
        self.read_by(move |connection| {
            let (row, _) = find(connection, owner.as_str(), &room.0)?;
            entries_after(connection, row, number)
        })
    }

    fn watch(&self, owner: &Owner, room: &GameId) -> Reply<'_, Watch> {
        Box::pin(ready(Ok(self.watches.watch(owner, room))))
    }

    fn idle(&self, owner: &Owner, before: u64) -> Reply<'_, Vec<Tip>> {
        let owner = owner.clone();
        self.read_by(move |connection| {
            let sql = "SELECT name, last, snapshot FROM room WHERE owner = ?1 AND changed < ?2";
            let mut rooms = connection.prepare_cached(sql)?;
            let rooms = rooms.query_map(params![owner.as_str(), time(before)], tip)?;
            Ok(rooms.collect::<Result<_, _>>()?)
        })
    }

    fn delete(&self, owner: &Owner, room: &GameId, expected_last: Option<u32>) -> Reply<'_, ()> {
        let watches = Arc::clone(&self.watches);
        let key = (owner.clone(), room.clone());
        let (owner, room) = key.clone();
        let work = move |connection: &Connection| {
            let (row, last) = find(connection, owner.as_str(), &room.0)?;
            if let Some(expected) = expected_last.filter(|expected| *expected != last) {
                return Err(StoreError::Conflict { expected, last });
            }
            connection.execute("DELETE FROM room WHERE id = ?1", [row])?;
            Ok(())
        };
        self.run_then(work, move |()| watches.end(&key.0, &key.1))
    }

    fn settings(&self, owner: &Owner) -> Reply<'_, Option<String>> {
        let owner = owner.clone();
        self.run(move |connection| {
            Ok(connection
                .prepare_cached("SELECT text FROM settings WHERE owner = ?1")?
                .query_row([owner.as_str()], |row| row.get(0))
                .optional()?)
        })
    }

    fn save_settings(&self, owner: &Owner, settings: String) -> Reply<'_, ()> {
        let owner = owner.clone();
        self.run(move |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO settings (owner, text) VALUES (?1, ?2)
                     ON CONFLICT (owner) DO UPDATE SET text = excluded.text",
                )?
                .execute(params![owner.as_str(), settings])?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    /// Sets how many pages the file may have: a disk of that size.
    async fn make_room_for(log: &SqliteLog, pages: i64) {
        let work = move |connection: &Connection| {
            let set: i64 =
                connection
                    .pragma_update_and_check(None, "max_page_count", pages, |row| row.get(0))?;
            Ok(set)
        };
        log.run(work).await.unwrap();
    }

    #[tokio::test]
    async fn nobody_waits_to_write_while_somebody_reads() {
        let folder = tempfile::tempdir().unwrap();
        let log = SqliteLog::open(&folder.path().join("games.sqlite")).unwrap();
        let (owner, id) = (Owner::rooms(), GameId("R".to_owned()));
        let room = Room {
            id: id.clone(),
            header: String::new(),
            snapshot: String::new(),
        };
        log.create(&owner, room).await.unwrap();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let reads = log.read_by(move |connection| {
            let seen = find(connection, Owner::rooms().as_str(), "R");
            begin.send(()).unwrap();
            ended.recv_timeout(Duration::from_secs(30)).unwrap();
            seen
        });
        let writes = async {
            begun.await.unwrap();
            let appended = log.append(&owner, &id, 0, "one".to_owned(), String::new());
            appended.await.unwrap();
            end.send(()).unwrap();
        };
        let (seen, ()) = tokio::join!(reads, writes);
        assert_eq!(seen.unwrap().1, 0);
        assert_eq!(log.read(&owner, &id).await.unwrap().entries, ["one"]);
    }

    #[tokio::test]
    async fn a_full_disk_refuses_what_it_can_t_keep_and_spoils_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let log = SqliteLog::open(&path).unwrap();
        let owner = Owner::rooms();
        let names: Vec<_> = (0..32).map(|n| GameId(format!("R{n}"))).collect();
        for id in &names {
            let room = Room {
                id: id.clone(),
                header: String::new(),
                snapshot: String::new(),
            };
            log.create(&owner, room).await.unwrap();
        }
        make_room_for(&log, 60).await;
        // Rows of calls that share their commits, until nothing goes any more.
        let mut kept = vec![0; names.len()];
        for round in 0.. {
            let calls = names.iter().zip(&kept).map(|(id, &last)| {
                log.append(&owner, id, last, "x".repeat(500), round.to_string())
            });
            let answers = futures_util::future::join_all(calls).await;
            for (kept, answer) in kept.iter_mut().zip(&answers) {
                match answer {
                    Ok(()) => *kept += 1,
                    Err(error) => assert_eq!(error, &StoreError::Full),
                }
            }
            if answers.iter().all(Result::is_err) {
                break;
            }
        }
        assert!(kept.iter().sum::<u32>() > 32);
        for (id, &last) in names.iter().zip(&kept) {
            let read = log.read(&owner, id).await.unwrap();
            assert_eq!(read.entries.len(), last as usize);
        }
        // With room again it goes on, as if nothing had been.
        make_room_for(&log, 1000).await;
        for (id, &last) in names.iter().zip(&kept) {
            let appended = log.append(&owner, id, last, "more".to_owned(), String::new());
            appended.await.unwrap();
        }
        drop(log);
        let connection = Connection::open(&path).unwrap();
        let found: String = connection
            .pragma_query_value(None, "integrity_check", |row| row.get(0))
            .unwrap();
        assert_eq!(found, "ok");
    }
}
