//! Rooms of friends: making them, finding the way into them, and removing them when their time is
//! over.

mod damaged;
mod guesses;
mod sweep;
mod task;
mod way;

use std::net::IpAddr;
use std::sync::Arc;

use vierschach_protocol::{CODE_LENGTH, CODE_SYMBOLS, GameId, RoomCode};

use crate::doors::Doors;
use crate::store::Owner;

use guesses::Guesses;
use sweep::Due;
pub(crate) use sweep::sweep;
pub(crate) use way::serve;

/// The rooms of a relay.
pub(crate) struct Rooms {
    /// The rooms in use, with the secrets of their links.
    doors: Doors<RoomCode, Arc<str>>,
    guesses: Guesses,
    /// Rooms out of use, and when their time may be over.
    due: Due,
    /// This process's number among all that share the store.
    process: u64,
    /// The most rooms in use at a time.
    max: usize,
}

/// Somebody who comes into a room.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) address: IpAddr,
    /// What the device is called in the room that it comes into, if it has a cookie.
    pub(crate) device: Option<String>,
}

impl Rooms {
    /// Rooms of a process with this number, so many in use at a time.
    pub(crate) fn new(process: u64, max: usize) -> Rooms {
        Rooms {
            doors: Doors::new(),
            guesses: Guesses::new(),
            due: Due::default(),
            process,
            max,
        }
    }

    /// Counts a code or token that an address tried; gives the seconds to wait where there were too
    /// many.
    pub(crate) fn count_guess(&self, address: IpAddr) -> Result<(), u64> {
        self.guesses.count(address)
    }

    /// Counts an entrance that an address tried with a token or a link's secret; gives the seconds
    /// to wait where there were too many.
    pub(crate) fn count_entrance(&self, address: IpAddr) -> Result<(), u64> {
        self.guesses.count_entrance(address)
    }

    /// How many are in use.
    pub(crate) fn len(&self) -> usize {
        self.doors.len()
    }

    /// Whether one more can be in use.
    fn has_room(&self) -> bool {
        self.doors.len() < self.max
    }
}

/// A room's name in the store.
fn room_id(code: &RoomCode) -> GameId {
    GameId(code.0.clone())
}

/// Whether it can be a code at all.
fn is_code(code: &RoomCode) -> bool {
    code.0.len() == CODE_LENGTH && code.0.chars().all(|symbol| CODE_SYMBOLS.contains(symbol))
}

/// A code drawn at random: each is as likely as any other.
fn new_code() -> Result<RoomCode, getrandom::Error> {
    let symbols = CODE_SYMBOLS.as_bytes();
    let mut code = String::with_capacity(CODE_LENGTH);
    while code.len() < CODE_LENGTH {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        // Five bits that name no symbol are drawn again.
        let drawn = bytes
            .iter()
            .filter_map(|byte| symbols.get(usize::from(byte & 31)));
        let missing = CODE_LENGTH - code.len();
        code.extend(drawn.take(missing).map(|symbol| char::from(*symbol)));
    }
    Ok(RoomCode(code))
}

/// 128 random bits in hexadecimal digits.
fn new_secret() -> Result<String, getrandom::Error> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bits)))
}

/// What a device is called in a room: the same whenever it comes, and nothing that tells which
/// device it is, or that it is in another room too.
fn device_in(code: &RoomCode, device: &str) -> String {
    let name = Owner::of_secret(&format!("{} {device}", code.0));
    name.as_str().chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_of_their_symbols_and_differ() {
        let codes: HashSet<String> = (0..200).map(|_| new_code().unwrap().0).collect();
        assert!(codes.len() > 190);
        assert!(codes.iter().all(|code| is_code(&RoomCode(code.clone()))));
        let used: HashSet<char> = codes.iter().flat_map(|code| code.chars()).collect();
        assert_eq!(used.len(), CODE_SYMBOLS.len());
        for text in ["", "BCDFG", "BCDFGHJ", "BCDFGA", "bcdfgh", "BCDFG\u{416}"] {
            assert!(!is_code(&RoomCode(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_device_has_another_name_in_each_room() {
        let code = |text: &str| RoomCode(text.to_owned());
        let name = device_in(&code("BCDFGH"), "anna");
        assert_eq!(name, device_in(&code("BCDFGH"), "anna"));
        assert_ne!(name, device_in(&code("BCDFGJ"), "anna"));
        assert_ne!(name, device_in(&code("BCDFGH"), "ben"));
    }
}
