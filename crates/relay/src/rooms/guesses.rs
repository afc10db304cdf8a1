//! Guessed codes: each address may try so many, and no more for a while.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::peers::network;

/// So many codes may be tried at once from one address, enough for a big party that types them
/// in; then one each so often.
const BURST: NonZeroU32 = NonZeroU32::new(30).expect("not zero");
const EVERY: Duration = Duration::from_secs(2);

/// Addresses that may try as many as ever are forgotten after so many tries of all.
const TIDY_EVERY: u32 = 1_024;

/// Counts the codes that addresses try.
pub(super) struct Guesses {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    tries: AtomicU32,
}

impl Guesses {
    pub(super) fn new() -> Guesses {
        let quota = Quota::with_period(EVERY).expect("not zero");
        Guesses {
            limiter: RateLimiter::keyed(quota.allow_burst(BURST)),
            tries: AtomicU32::new(0),
        }
    }

    /// Counts a try.
    ///
    /// # Errors
    /// The seconds after which the next one may be, where there were too many.
    pub(super) fn count(&self, address: IpAddr) -> Result<(), u64> {
        let tries = self.tries.fetch_add(1, Ordering::Relaxed);
        if tries.is_multiple_of(TIDY_EVERY) {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&network(address)).map_err(|early| {
            let wait = early.wait_time_from(DefaultClock::default().now());
            wait.as_secs() + 1
        })
    }
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
}
