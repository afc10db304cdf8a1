//! Guessed codes: each address may try so many, and no more for a while.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter};

use crate::peers::network;

/// So many codes may be tried at once from one address, enough for a big party that types them
/// in; then one each so often.
const BURST: NonZeroU32 = NonZeroU32::new(30).expect("not zero");
const EVERY: Duration = Duration::from_secs(2);

/// All addresses together may try so many codes at once, and then so many a second: many machines
/// guess hardly faster than one.
const ALL_BURST: NonZeroU32 = NonZeroU32::new(300).expect("not zero");
const ALL_A_SECOND: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

/// So many entrances with a token or a link's secret an address may try at once, enough for a school
/// whose line comes back; then so many a second. They tell less than codes do.
const ENTRANCES: NonZeroU32 = NonZeroU32::new(128).expect("not zero");
const ENTRANCES_A_SECOND: NonZeroU32 = NonZeroU32::MIN;

/// Addresses that may try as many as ever are forgotten after so many tries of all.
const TIDY_EVERY: u32 = 1_024;

/// Counts the codes that addresses try.
pub(super) struct Guesses {
    codes: DefaultKeyedRateLimiter<IpAddr>,
    all: DefaultDirectRateLimiter,
    entrances: DefaultKeyedRateLimiter<IpAddr>,
    tries: AtomicU32,
}

impl Guesses {
    pub(super) fn new() -> Guesses {
        let codes = Quota::with_period(EVERY).expect("not zero");
        let all = Quota::per_second(ALL_A_SECOND).allow_burst(ALL_BURST);
        let entrances = Quota::per_second(ENTRANCES_A_SECOND).allow_burst(ENTRANCES);
        Guesses {
            codes: RateLimiter::keyed(codes.allow_burst(BURST)),
            all: RateLimiter::direct(all),
            entrances: RateLimiter::keyed(entrances),
            tries: AtomicU32::new(0),
        }
    }

    /// Counts a code that was tried without a secret, or a secret that was wrong.
    ///
    /// # Errors
    /// The seconds after which the next one may be, where there were too many.
    pub(super) fn count(&self, address: IpAddr) -> Result<(), u64> {
        self.tidy();
        let own = self.codes.check_key(&network(address));
        own.and_then(|()| self.all.check()).map_err(seconds)
    }

    /// Counts an entrance with a token or a link's secret, before anything is looked up for it.
    ///
    /// # Errors
    /// The seconds after which the next one may be, where there were too many.
    pub(super) fn count_entrance(&self, address: IpAddr) -> Result<(), u64> {
        self.tidy();
        self.entrances.check_key(&network(address)).map_err(seconds)
    }

    fn tidy(&self) {
        let tries = self.tries.fetch_add(1, Ordering::Relaxed);
        if tries.is_multiple_of(TIDY_EVERY) {
            self.codes.retain_recent();
            self.entrances.retain_recent();
        }
    }
}

fn seconds(early: NotUntil<<DefaultClock as Clock>::Instant>) -> u64 {
    let wait = early.wait_time_from(DefaultClock::default().now());
    wait.as_secs() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_party_may_mistype_and_a_guesser_has_to_wait() {
        let guesses = Guesses::new();
        let home: IpAddr = "192.0.2.1".parse().unwrap();
        let allowed = (0..100).filter(|_| guesses.count(home).is_ok()).count();
        assert!((30..=31).contains(&allowed), "{allowed}");
        assert!(matches!(guesses.count(home), Err(1..=3)));
        // Others are not held up.
        assert_eq!(guesses.count("192.0.2.2".parse().unwrap()), Ok(()));
    }

    #[test]
    fn many_addresses_guess_hardly_faster_than_one() {
        let guesses = Guesses::new();
        let addresses = (0..2_000_u32).map(|number| IpAddr::from(number.to_be_bytes()));
        let allowed = addresses.filter(|address| guesses.count(*address).is_ok());
        assert!((300..=330).contains(&allowed.count()));
    }

    #[test]
    fn entrances_are_counted_apart_from_codes() {
        let guesses = Guesses::new();
        let school: IpAddr = "192.0.2.1".parse().unwrap();
        while guesses.count(school).is_ok() {}
        let allowed = (0..300).filter(|_| guesses.count_entrance(school).is_ok());
        assert!((128..=130).contains(&allowed.count()));
    }
}
