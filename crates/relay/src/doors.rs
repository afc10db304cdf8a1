//! The ways of sockets to the desks and rooms that are in use.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::{Semaphore, mpsc};
use vierschach_session::ConnectionId;

use crate::desk::Post;

/// Posts, and bytes of requests, that wait for a desk. A socket whose desk is that busy waits. The
/// longest request has room beside others.
const INBOX: usize = 128;
const INBOX_BYTES: usize = 2 << 20;

/// What the requests of a device may bring: bytes a second in the long run, and at once after a rest.
const BYTES_A_SECOND: NonZeroU32 = NonZeroU32::new(512 << 10).expect("not zero");
const BYTES_AT_ONCE: NonZeroU32 = NonZeroU32::new(4 << 20).expect("not zero");

/// The way of a device's sockets to its desk.
#[derive(Clone)]
pub(crate) struct Door {
    posts: mpsc::Sender<Post>,
    /// A permit for each byte of the requests that wait.
    room: Arc<Semaphore>,
    bytes: Arc<DefaultDirectRateLimiter>,
}

impl Door {
    fn new(posts: mpsc::Sender<Post>) -> Door {
        Door {
            posts,
            room: Arc::new(Semaphore::new(INBOX_BYTES)),
            bytes: byte_limiter(),
        }
    }

    /// The same way for a socket that has bytes of its own: a room's sockets are many people's, and
    /// none of them may use up what the others bring.
    pub(crate) fn with_own_bytes(self) -> Door {
        Door {
            bytes: byte_limiter(),
            ..self
        }
    }

    /// Whether the device may bring so many bytes now.
    pub(crate) fn may_bring(&self, bytes: usize) -> bool {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let bytes = NonZeroU32::MIN.saturating_add(bytes);
        self.bytes.check_n(bytes).is_ok_and(|fits| fits.is_ok())
    }

    /// Brings a request as soon as there is room for it; `false`: the desk is gone.
    pub(crate) async fn bring(&self, connection: ConnectionId, text: String) -> bool {
        let bytes = text.len().min(INBOX_BYTES);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let Ok(room) = Arc::clone(&self.room).acquire_many_owned(bytes).await else {
            return false;
        };
        let request = Post::Request {
            connection,
            text,
            room,
        };
        self.posts.send(request).await.is_ok()
    }

    /// Tells that a socket is gone, as soon as there is room: a desk must hear of it, or its CPUs
    /// would play on.
    pub(crate) async fn leave(&self, connection: ConnectionId) {
        // A desk that is gone need not know.
        let _ = self.posts.send(Post::Disconnect(connection)).await;
    }
}

fn byte_limiter() -> Arc<DefaultDirectRateLimiter> {
    let quota = Quota::per_second(BYTES_A_SECOND).allow_burst(BYTES_AT_ONCE);
    Arc::new(RateLimiter::direct(quota))
}

/// The doors of all that is in use of a kind, by the name `K`, each with something `T` to know of it.
pub(crate) struct Doors<K, T>(Mutex<HashMap<K, (Door, T)>>);

impl<K: Clone + Eq + Hash, T: Clone> Doors<K, T> {
    pub(crate) fn new() -> Doors<K, T> {
        Doors(Mutex::new(HashMap::new()))
    }

    /// Brings the first post of a socket through a door; what is behind it is set up if it is not in
    /// use. `None`: it is too busy.
    pub(crate) fn enter(
        &self,
        name: &K,
        post: Post,
        known: impl FnOnce() -> T,
        set_up: impl FnOnce(mpsc::Receiver<Post>),
    ) -> Option<(Door, T)> {
        let mut doors = self.doors();
        let in_use = doors.get(name).filter(|(door, _)| !door.posts.is_closed());
        let entered = match in_use {
            Some(door) => door.clone(),
            None => {
                let (inbox, posts) = mpsc::channel(INBOX);
                set_up(posts);
                let door = (Door::new(inbox), known());
                doors.insert(name.clone(), door.clone());
                door
            }
        };
        // Under the lock, so that who looks for posts before it retires sees this one.
        entered.0.posts.try_send(post).ok()?;
        Some(entered)
    }

    /// What is to be known of something that is in use.
    pub(crate) fn known(&self, name: &K) -> Option<T> {
        let doors = self.doors();
        let in_use = doors.get(name).filter(|(door, _)| !door.posts.is_closed());
        in_use.map(|(_, known)| known.clone())
    }

    /// How many are in use.
    pub(crate) fn len(&self) -> usize {
        self.doors().len()
    }

    /// Takes something out of use, unless a post has come. `true`: no more will come.
    pub(crate) fn retire(&self, name: &K, posts: &mut mpsc::Receiver<Post>) -> bool {
        let mut doors = self.doors();
        if !posts.is_empty() {
            return false;
        }
        posts.close();
        doors.remove(name);
        true
    }

    /// Takes something out of use that is of no use, and lets go of whoever waits for it.
    pub(crate) fn abandon(&self, name: &K, posts: &mut mpsc::Receiver<Post>) {
        let mut doors = self.doors();
        posts.close();
        doors.remove(name);
    }

    fn doors(&self) -> MutexGuard<'_, HashMap<K, (Door, T)>> {
        // A map of ways in: no panic can leave it half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_busy_desk_takes_no_more_bytes_than_it_has_room_for() {
        let (inbox, mut posts) = mpsc::channel(INBOX);
        let door = Door::new(inbox);
        let half = "x".repeat(INBOX_BYTES / 2);
        let connection = ConnectionId(1);
        for _ in 0..2 {
            assert!(door.bring(connection, half.clone()).await);
        }
        let third = tokio::spawn({
            let door = door.clone();
            async move { door.bring(connection, half).await }
        });
        tokio::task::yield_now().await;
        let first = posts.try_recv().unwrap();
        tokio::task::yield_now().await;
        // Room is free again when the desk is through with a request, not when it takes it.
        assert!(posts.try_recv().is_ok() && posts.try_recv().is_err());
        drop(first);
        assert!(third.await.unwrap());
        assert!(posts.try_recv().is_ok());
    }

    #[test]
    fn a_device_brings_so_many_bytes_at_once_whatever_sockets_it_has() {
        let (inbox, _posts) = mpsc::channel(INBOX);
        let door = Door::new(inbox);
        let part = BYTES_AT_ONCE.get() as usize / 4;
        let brought = (0..8).filter(|_| door.clone().may_bring(part - 1));
        assert_eq!(brought.count(), 4);
        // A room's sockets do not use up each other's.
        assert!(door.clone().with_own_bytes().may_bring(part - 1));
    }
}
