//! What one network address may take of the relay: sockets at a time, and new devices and rooms an
//! hour.
//!
//! Behind a proxy all clients share the proxy's address, so all limits are the operator's to set.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time over which new devices and rooms are counted.
const HOUR: Duration = Duration::from_secs(3600);

/// The most addresses for which that is counted. Beyond that counting begins anew: memory has
/// to stay bounded, and a crowd must not lock others out.
const MAX_COUNTED: usize = 16 * 1024;

/// Counts what addresses take.
#[derive(Debug)]
pub(crate) struct Peers {
    max_sockets: usize,
    devices_per_hour: u32,
    rooms_per_hour: u32,
    counts: Mutex<Counts>,
}

#[derive(Debug)]
struct Counts {
    /// Open sockets of each address that has any; as many as there are sockets at the most.
    sockets: HashMap<IpAddr, usize>,
    devices: Hourly,
    rooms: Hourly,
}

/// What each address had of something since `since`.
#[derive(Debug)]
struct Hourly {
    had: HashMap<IpAddr, u32>,
    since: Instant,
}

impl Hourly {
    fn new() -> Hourly {
        Hourly {
            had: HashMap::new(),
            since: Instant::now(),
        }
    }

    /// Whether the address may have one more of so many.
    fn may_have(&mut self, address: IpAddr, limit: u32, now: Instant) -> bool {
        let is_full = self.had.len() >= MAX_COUNTED && !self.had.contains_key(&address);
        if is_full || now.saturating_duration_since(self.since) >= HOUR {
            self.had.clear();
            self.since = now;
        }
        let had = self.had.entry(address).or_default();
        let may = *had < limit;
        *had += u32::from(may);
        may
    }
}

/// An address's leave to keep one socket open, until it is dropped.
#[derive(Debug)]
pub(crate) struct Leave {
    peers: Arc<Peers>,
    address: IpAddr,
}

impl Peers {
    /// So many sockets at a time, new devices and new rooms an hour for each address.
    pub(crate) fn new(max_sockets: usize, devices_per_hour: u32, rooms_per_hour: u32) -> Self {
        let counts = Counts {
            sockets: HashMap::new(),
            devices: Hourly::new(),
            rooms: Hourly::new(),
        };
        Self {
            max_sockets,
            devices_per_hour,
            rooms_per_hour,
            counts: Mutex::new(counts),
        }
    }

    /// Leave for one more socket; `None`: the address has as many as it may.
    pub(crate) fn open_socket(self: &Arc<Self>, address: IpAddr) -> Option<Leave> {
        let address = network(address);
        let mut counts = self.counts();
        let open = counts.sockets.get(&address).copied().unwrap_or(0);
        if open >= self.max_sockets {
            return None;
        }
        counts.sockets.insert(address, open + 1);
        let peers = Arc::clone(self);
        Some(Leave { peers, address })
    }

    /// Whether the address may have one more new device.
    pub(crate) fn new_device(&self, address: IpAddr, now: Instant) -> bool {
        let limit = self.devices_per_hour;
        let mut counts = self.counts();
        counts.devices.may_have(network(address), limit, now)
    }

    /// Whether the address may make one more room.
    pub(crate) fn new_room(&self, address: IpAddr, now: Instant) -> bool {
        let limit = self.rooms_per_hour;
        let mut counts = self.counts();
        counts.rooms.may_have(network(address), limit, now)
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Numbers alone: no panic can leave them half changed.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        let mut counts = self.peers.counts();
        if let Some(open) = counts.sockets.get_mut(&self.address) {
            *open -= 1;
            if *open == 0 {
                counts.sockets.remove(&self.address);
            }
        }
    }
}

/// What counts as one address: of IPv6 the first 64 bits, since a home has all below them.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let bits = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32) -> IpAddr {
        IpAddr::from(number.to_be_bytes())
    }

    #[test]
    fn sockets_count_while_they_are_open() {
        let peers = Arc::new(Peers::new(2, 0, 0));
        let first = peers.open_socket(address(1)).unwrap();
        let second = peers.open_socket(address(1)).unwrap();
        assert!(peers.open_socket(address(1)).is_none());
        assert!(peers.open_socket(address(2)).is_some());
        drop(first);
        assert!(peers.open_socket(address(1)).is_some());
        drop(second);
        assert!(peers.counts().sockets.is_empty());
    }

    #[test]
    fn new_devices_count_for_an_hour() {
        let peers = Peers::new(0, 2, 0);
        let start = Instant::now();
        let ask = |of, after| peers.new_device(address(of), start + after);
        let minute = HOUR / 60;
        assert!(ask(1, minute) && ask(1, minute) && !ask(1, minute));
        assert!(ask(2, minute));
        assert!(ask(1, HOUR + minute));
    }

    #[test]
    fn a_crowd_takes_no_more_memory_than_it_may() {
        let peers = Peers::new(0, 1, 0);
        let now = Instant::now();
        for number in 0..=u32::try_from(2 * MAX_COUNTED).unwrap() {
            assert!(peers.new_device(address(number), now));
            assert!(peers.counts().devices.had.len() <= MAX_COUNTED);
        }
    }

    #[test]
    fn a_home_is_one_address() {
        let v6 = |text: &str| network(text.parse().unwrap());
        assert_eq!(v6("2001:db8:1:2::1"), v6("2001:db8:1:2:ffff::7"));
        assert_ne!(v6("2001:db8:1:2::1"), v6("2001:db8:1:3::1"));
        assert_eq!(v6("::ffff:10.0.0.1"), v6("10.0.0.1"));
        assert_ne!(v6("10.0.0.1"), v6("10.0.0.2"));
    }
}
