//! The threads that have a SQLite file open, and do what they are sent.

use std::fs::File;
use std::sync::Arc;
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::super::{Reply, StoreError};

/// Calls that wait for the thread; callers beyond them wait to get in.
const QUEUE: usize = 256;

/// How a thread's transactions begin, and how many calls share one, and so one flush to the disk.
#[derive(Clone, Copy)]
pub(super) struct Groups {
    begin: &'static str,
    most: usize,
}

pub(super) const WRITES: Groups = Groups {
    begin: "BEGIN IMMEDIATE",
    most: 64,
};
pub(super) const READS: Groups = Groups {
    begin: "BEGIN",
    most: 1,
};

/// Work inside a transaction. It gives back what took the whole transaction back, as a full disk
/// does, and what is called when the transaction has ended.
pub(super) type Task = Box<dyn FnOnce(&Connection) -> (Result<(), StoreError>, Finish) + Send>;
type Finish = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Has a thread do something, and `then` what follows when it is on the disk.
pub(super) fn ask<T: Send + 'static>(
    thread: &mpsc::Sender<Task>,
    work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    then: impl FnOnce(&T) + Send + 'static,
) -> Reply<'_, T> {
    let (answer, answered) = oneshot::channel();
    let task: Task = Box::new(move |connection| {
        let result = in_savepoint(connection, work);
        let lost = match &result {
            Err(error) if connection.is_autocommit() => Err(error.clone()),
            _ => Ok(()),
        };
        let finish = move |ended: Result<(), StoreError>| {
            let result = ended.and(result).inspect(then);
            // A caller who no longer waits has nothing to be told.
            let _ = answer.send(result);
        };
        (lost, Box::new(finish))
    });
    Box::pin(async move {
        let sent = thread.send(task).await;
        sent.map_err(|_| StoreError::Stopped)?;
        answered.await.map_err(|_| StoreError::Stopped)?
    })
}

/// Starts a thread that does what it is sent, and has the lock as long as it lives.
pub(super) fn spawn(
    name: &str,
    connection: Connection,
    groups: Groups,
    lock: Option<Arc<File>>,
) -> Result<mpsc::Sender<Task>, StoreError> {
    let (tasks, queue) = mpsc::channel(QUEUE);
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            serve(&connection, groups, queue);
            drop(lock);
        })
        .map_err(|error| StoreError::Failed(error.to_string()))?;
    Ok(tasks)
}

/// A thread: a group of calls a transaction, until nobody can send to it any more.
fn serve(connection: &Connection, groups: Groups, mut queue: mpsc::Receiver<Task>) {
    while let Some(first) = queue.blocking_recv() {
        let mut group = vec![first];
        while group.len() < groups.most
            && let Ok(task) = queue.try_recv()
        {
            group.push(task);
        }
        let mut ended = connection
            .execute_batch(groups.begin)
            .map_err(StoreError::from);
        let mut finishes = Vec::with_capacity(group.len());
        for task in group {
            let (lost, finish) = task(connection);
            ended = ended.and(lost);
            finishes.push(finish);
        }
        let ended = ended.and_then(|()| Ok(connection.execute_batch("COMMIT")?));
        if ended.is_err() && !connection.is_autocommit() {
            // The next group begins anew, whether or not this is possible.
            let _ = connection.execute_batch("ROLLBACK");
        }
        for finish in finishes {
            finish(ended.clone());
        }
    }
}

/// Runs one call so that its failure takes nothing of its neighbours' back.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    if connection.is_autocommit() {
        return Err(StoreError::Failed("no transaction".to_owned()));
    }
    connection.execute_batch("SAVEPOINT call")?;
    let result = work(connection);
    if connection.is_autocommit() {
        // The whole transaction is gone, and the savepoint with it.
        return result;
    }
    if result.is_err() {
        connection.execute_batch("ROLLBACK TO call")?;
    }
    connection.execute_batch("RELEASE call")?;
    result
}
