//! Whose task is next: devices take turns, and each has one task under way at a time.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Tasks that wait, by the device `K` that wants them done.
#[derive(Debug)]
pub(crate) struct Turns<K, T> {
    devices: HashMap<K, Device<T>>,
    /// Devices that have a task waiting and none under way, the next one first.
    order: VecDeque<K>,
    waiting: usize,
    max_each: usize,
    max_all: usize,
}

#[derive(Debug)]
struct Device<T> {
    waiting: VecDeque<T>,
    is_busy: bool,
}

impl<K: Clone + Eq + Hash, T> Turns<K, T> {
    /// So many tasks may wait of each device, and of all of them.
    pub(crate) fn new(max_each: usize, max_all: usize) -> Self {
        Self {
            devices: HashMap::new(),
            order: VecDeque::new(),
            waiting: 0,
            max_each,
            max_all,
        }
    }

    /// Lets a task wait for its turn; `false`: too many do.
    pub(crate) fn put(&mut self, who: &K, task: T) -> bool {
        let of_device = self.devices.get(who).map_or(0, |of| of.waiting.len());
        if self.waiting >= self.max_all || of_device >= self.max_each {
            return false;
        }
        let device = self.devices.entry(who.clone()).or_insert_with(|| Device {
            waiting: VecDeque::new(),
            is_busy: false,
        });
        if device.waiting.is_empty() && !device.is_busy {
            self.order.push_back(who.clone());
        }
        device.waiting.push_back(task);
        self.waiting += 1;
        true
    }

    /// The next task and whose it is: that device has no other turn before [`Turns::done`].
    pub(crate) fn next(&mut self) -> Option<(K, T)> {
        let who = self.order.pop_front()?;
        let device = self.devices.get_mut(&who)?;
        let task = device.waiting.pop_front()?;
        device.is_busy = true;
        self.waiting -= 1;
        Some((who, task))
    }

    /// A device's task has ended: it may have another turn, after the others.
    pub(crate) fn done(&mut self, who: &K) {
        let Some(device) = self.devices.get_mut(who) else {
            return;
        };
        device.is_busy = false;
        if device.waiting.is_empty() {
            self.devices.remove(who);
        } else {
            self.order.push_back(who.clone());
        }
    }

    /// How many tasks wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Keeps only the waiting tasks that somebody still wants.
    pub(crate) fn retain(&mut self, wanted: impl Fn(&T) -> bool) {
        self.devices.retain(|_, device| {
            device.waiting.retain(&wanted);
            device.is_busy || !device.waiting.is_empty()
        });
        let devices = &self.devices;
        self.order.retain(|who| devices.contains_key(who));
        self.waiting = devices.values().map(|device| device.waiting.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_take_turns_however_many_tasks_each_has() {
        let mut turns = Turns::new(8, 100);
        for task in 1..=3 {
            assert!(turns.put(&"anna", task));
        }
        assert!(turns.put(&"ben", 4));
        assert_eq!(turns.next(), Some(("anna", 1)));
        // While hers is under way, she has no other turn.
        assert_eq!(turns.next(), Some(("ben", 4)));
        assert_eq!(turns.next(), None);
        assert!(turns.put(&"ben", 5));
        assert_eq!(turns.next(), None);
        turns.done(&"ben");
        turns.done(&"anna");
        assert_eq!(turns.next(), Some(("ben", 5)));
        assert_eq!(turns.next(), Some(("anna", 2)));
        turns.done(&"anna");
        assert_eq!(turns.next(), Some(("anna", 3)));
        turns.done(&"anna");
        turns.done(&"ben");
        assert!(turns.devices.is_empty() && turns.waiting == 0);
    }

    #[test]
    fn no_more_tasks_wait_than_may() {
        let mut turns = Turns::new(2, 3);
        assert!(turns.put(&"anna", 1) && turns.put(&"anna", 2));
        assert!(!turns.put(&"anna", 3));
        assert!(turns.put(&"ben", 4));
        assert!(!turns.put(&"carl", 5));
        assert_eq!(turns.next(), Some(("anna", 1)));
        assert!(turns.put(&"anna", 3));
    }

    #[test]
    fn what_nobody_wants_any_more_makes_room() {
        let mut turns = Turns::new(2, 2);
        assert!(turns.put(&"anna", 1) && turns.put(&"ben", 2));
        turns.retain(|task| *task != 1);
        assert!(turns.put(&"carl", 3));
        assert_eq!(turns.next(), Some(("ben", 2)));
        turns.retain(|_| false);
        assert_eq!(turns.next(), None);
        // What is under way goes on, and its device still has one at a time.
        assert!(turns.put(&"ben", 4));
        assert_eq!(turns.next(), None);
        turns.done(&"ben");
        assert_eq!(turns.next(), Some(("ben", 4)));
    }
}
