//! The time for one move.

use vierschach_engine::Color;
use vierschach_protocol::Clock;

use crate::Session;

/// A running clock is looked at at least so often, in milliseconds.
const TICK: u64 = 1_000;

/// What a look may come too late by and still be charged in full, in milliseconds. Beyond that
/// the device slept.
const GRACE: u64 = 3_000;

/// How much a player has thought about a move.
///
/// It knows the time only from what it is told, and wants to be told at [`MoveClock::due`]. Time
/// in which the device slept is not charged, nor is time that went backwards.
#[derive(Clone, Debug)]
pub(crate) struct MoveClock {
    limit: u32,
    thought: u32,
    /// While it runs: when it was looked at last, and when it shall be looked at next.
    running: Option<Running>,
}

#[derive(Clone, Copy, Debug)]
struct Running {
    seen: u64,
    due: u64,
}

impl MoveClock {
    /// A clock that stands, of a player who has thought so long already; in milliseconds.
    pub(crate) fn new(limit: u32, thought: u32) -> MoveClock {
        MoveClock {
            limit,
            thought: thought.min(limit),
            running: None,
        }
    }

    /// Milliseconds charged so far.
    pub(crate) fn thought(&self) -> u32 {
        self.thought
    }

    /// Whether no time is left.
    pub(crate) fn is_out(&self) -> bool {
        self.thought >= self.limit
    }

    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Lets it run, if it does not yet and has time left.
    pub(crate) fn start(&mut self, now: u64) {
        if self.running.is_none() {
            self.run_from(now);
        }
    }

    /// Stops it; what has passed since it was looked at is not charged.
    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    /// Charges what has passed. A clock that runs out stops.
    pub(crate) fn charge(&mut self, now: u64) {
        let Some(Running { seen, due }) = self.running else {
            return;
        };
        let passed = now.min(due + GRACE).saturating_sub(seen);
        let passed = u32::try_from(passed).unwrap_or(u32::MAX);
        self.thought = self.thought.saturating_add(passed).min(self.limit);
        if self.is_out() {
            self.running = None;
        } else if now < seen || now >= due {
            self.run_from(now);
        } else {
            self.running = Some(Running { seen: now, due });
        }
    }

    /// When so much will have been charged, if it runs on.
    pub(crate) fn when(&self, thought: u32) -> Option<u64> {
        let Running { seen, .. } = self.running?;
        Some(seen + u64::from(thought.saturating_sub(self.thought)))
    }

    /// When it wants to be looked at.
    pub(crate) fn due(&self) -> Option<u64> {
        self.running.map(|running| running.due)
    }

    pub(crate) fn view(&self) -> Clock {
        Clock {
            limit: self.limit,
            left: self.limit - self.thought,
            running: self.is_running(),
        }
    }

    fn run_from(&mut self, now: u64) {
        let left = u64::from(self.limit - self.thought);
        self.running = (left > 0).then_some(Running {
            seen: now,
            due: now.saturating_add(left.min(TICK)),
        });
    }
}

/// One player's turn: the ply, and who is to move.
pub(crate) type Turn = (u32, Option<Color>);

/// The turn that a session is at.
pub(crate) fn turn_of(session: &Session) -> Turn {
    (session.game().ply(), session.game().turn())
}

/// The clock of the player to move.
#[derive(Clone, Debug)]
pub(crate) struct TurnClock {
    pub(crate) clock: MoveClock,
    /// The turn that it is for: another player, or another ply, starts anew.
    pub(crate) turn: Turn,
}

impl TurnClock {
    /// The clock of the session's turn, of which so many milliseconds have been thought already;
    /// `None` where the table has no clock, or the game is over.
    pub(crate) fn of(session: &Session, thought: Option<u32>) -> Option<TurnClock> {
        let seconds = session.header().table.move_seconds?;
        let turn = turn_of(session);
        turn.1.is_some().then(|| TurnClock {
            clock: MoveClock::new(u32::from(seconds) * 1_000, thought.unwrap_or_default()),
            turn,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn it_runs_out_on_time() {
        let mut clock = MoveClock::new(2_500, 0);
        clock.charge(50);
        assert_eq!((clock.thought(), clock.due()), (0, None), "it stands");
        clock.start(100);
        let mut looks = Vec::new();
        while let Some(due) = clock.due() {
            looks.push(due);
            clock.charge(due);
        }
        assert_eq!(looks, [1_100, 2_100, 2_600]);
        assert!(clock.is_out() && !clock.is_running());
        clock.start(9_000);
        assert!(!clock.is_running(), "nothing is left to run");
        assert_eq!(clock.view().left, 0);
    }

    #[test]
    fn sleep_and_clocks_that_are_set_back_cost_nothing() {
        let mut clock = MoveClock::new(30_000, 0);
        clock.start(10_000);
        clock.charge(10_400);
        // Asleep for an hour: the second until the look, and the grace.
        clock.charge(3_610_400);
        assert_eq!(clock.thought(), 4_000);
        clock.charge(3_610_900);
        assert_eq!(clock.thought(), 4_500);
        clock.charge(5_000);
        assert_eq!((clock.thought(), clock.due()), (4_500, Some(6_000)));
        clock.charge(5_250);
        assert_eq!(clock.thought(), 4_750);
    }

    proptest! {
        /// Whatever looks and stops there are in between: what is charged is the time that
        /// passed while it ran.
        #[test]
        fn nobody_gains_or_loses(steps in prop::collection::vec((0_u64..1_000, any::<bool>()), 1..60)) {
            let mut clock = MoveClock::new(60_000, 0);
            let (mut now, mut ran) = (1_000_000, 0_u64);
            clock.start(now);
            for (passed, toggle) in steps {
                let was_running = clock.is_running();
                now += passed;
                ran += if was_running { passed } else { 0 };
                clock.charge(now);
                if toggle && was_running {
                    clock.stop();
                } else if toggle {
                    clock.start(now);
                }
            }
            prop_assert_eq!(u64::from(clock.thought()), ran.min(60_000));
            prop_assert_eq!(clock.is_out(), ran >= 60_000);
        }
    }
}
