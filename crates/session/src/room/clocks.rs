//! The clock of the player to move, and the grace of one who is gone.

use std::cmp::min;

use vierschach_engine::Color;
use vierschach_protocol::{Clock, Grace, MemberId, ServerMessage};

use super::Room;
use super::entry::Spent;
use super::state::GRACE;
use crate::clock::{MoveClock, Turn, TurnClock, turn_of};

/// Of the time for a move a quarter is written down when it is used, but no less and no more than
/// this, in milliseconds.
const LEAST_KEPT: u32 = 5_000;
const MOST_LOST: u32 = 300_000;

/// What is left of a member's grace.
#[derive(Clone, Debug)]
pub(super) struct GraceClock {
    member: MemberId,
    clock: MoveClock,
}

/// What the screens know of the clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ToldClocks {
    /// Whose turn's clock, whether it runs, and whether it is out.
    clock: Option<(Turn, bool, bool)>,
    /// Whose grace runs.
    grace: Option<MemberId>,
}

impl Room {
    /// Lets those clocks run that should in the present state, and no others: the clock of a member
    /// who is here, or the grace of one who is gone. Of one whose line here has just ended the grace
    /// runs at once, and without any the clock: who comes and goes thinks no longer than others.
    pub(super) fn wind(&mut self, now: u64) {
        let rests = self.rests();
        let game = self.state.playing();
        let session = game.map(|game| &game.session);
        let mover = game.and_then(|game| game.mover());
        let stood_in = |color: Color| game.is_some_and(|game| game.is_stood_in(color));
        let mover = mover.filter(|(color, _)| !stood_in(*color));
        let (Some(game), Some(session), Some((_, member))) = (game, session, mover) else {
            self.clock = None;
            self.grace = None;
            return;
        };
        let turn = turn_of(session);
        if self.clock.as_ref().is_none_or(|clock| clock.turn != turn) {
            self.clock = TurnClock::of(session, Some(game.thought));
        }
        let used = game.grace.get(&member).copied().unwrap_or(0);
        let went = self.has_left_us(member);
        let gone = self.state.is_gone(member) || went;
        let here = self.is_here(member);
        if self
            .grace
            .as_ref()
            .is_none_or(|grace| grace.member != member)
        {
            let clock = MoveClock::new(GRACE, used);
            self.grace = Some(GraceClock { member, clock });
        }
        if let Some(GraceClock { clock, .. }) = &mut self.grace {
            run(clock, gone && !rests, now);
        }
        let runs = here || (went && self.is_out_of_grace());
        if let Some(TurnClock { clock, .. }) = &mut self.clock {
            run(clock, runs && !rests, now);
        }
    }

    /// Whether a member's line here has ended, though the log does not say so yet.
    fn has_left_us(&self, member: MemberId) -> bool {
        let line = self.state.person(member).and_then(|person| person.line);
        let ours = line.is_some_and(|line| line.process == self.config.process);
        ours && self.vacated.contains_key(&member)
    }

    /// Whether a member's line is known to be open: one of this process, or of another that has
    /// written something lately.
    pub(super) fn is_here(&self, member: MemberId) -> bool {
        let line = self.state.person(member).and_then(|person| person.line);
        line.is_some_and(|line| {
            if line.process == self.config.process {
                self.screen_of(member).is_some()
            } else {
                self.others.contains_key(&line.process)
            }
        })
    }

    /// Charges what has passed.
    pub(super) fn charge(&mut self, now: u64) {
        if let Some(TurnClock { clock, .. }) = &mut self.clock {
            clock.charge(now);
        }
        if let Some(GraceClock { clock, .. }) = &mut self.grace {
            clock.charge(now);
        }
    }

    /// What the player to move has used, for the log.
    pub(super) fn spent(&self) -> Option<Spent> {
        let grace = self.grace.as_ref()?.clock.thought();
        let clock = self.clock.as_ref();
        let thought = clock.map_or(0, |clock| clock.clock.thought());
        Some(Spent { thought, grace }).filter(|_| thought > 0 || grace > 0)
    }

    /// When more than a quarter of a clock's time has run that the log does not know of: a process
    /// that crashes gives back no more than that.
    pub(super) fn spent_unknown(&self) -> Option<u64> {
        let game = self.state.playing()?;
        let grace = self
            .grace
            .as_ref()
            .and_then(|GraceClock { member, clock }| {
                let known = game.grace.get(member).copied().unwrap_or(0);
                clock.when(known.saturating_add(GRACE / 4))
            });
        let clock = self.clock.as_ref().and_then(|TurnClock { clock, .. }| {
            let quarter = (clock.view().limit / 4).clamp(LEAST_KEPT, MOST_LOST);
            clock.when(game.thought.saturating_add(quarter))
        });
        grace.into_iter().chain(clock).min()
    }

    /// When a clock wants to be looked at.
    pub(super) fn clocks_due(&self) -> Option<u64> {
        let clock = self.clock.as_ref().and_then(|clock| clock.clock.due());
        let grace = self.grace.as_ref().and_then(|grace| grace.clock.due());
        match (clock, grace) {
            (Some(one), Some(other)) => Some(min(one, other)),
            (one, other) => one.or(other),
        }
    }

    /// Whether the time of the player to move has run out.
    pub(super) fn is_out_of_time(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.clock.is_out())
    }

    /// Whether the grace of the member to move has run out.
    pub(super) fn is_out_of_grace(&self) -> bool {
        let grace = self.grace.as_ref();
        grace.is_some_and(|grace| grace.clock.is_out())
    }

    /// The clock as screens see it.
    pub(super) fn clock_view(&self) -> Option<Clock> {
        Some(self.clock.as_ref()?.clock.view())
    }

    /// A member's grace, while it runs or when it has run.
    pub(super) fn grace_view(&self, member: MemberId) -> Option<Grace> {
        let live = self.grace.as_ref().filter(|grace| grace.member == member);
        if let Some(GraceClock { clock, .. }) = live {
            let Clock { left, running, .. } = clock.view();
            return Some(Grace { left, running }).filter(|_| running || left < GRACE);
        }
        let used = *self.state.playing()?.grace.get(&member)?;
        let left = GRACE - used.min(GRACE);
        let running = false;
        Some(Grace { left, running }).filter(|_| used > 0)
    }

    /// Tells how the clocks stand, where one stopped or went on and nothing else told it.
    pub(super) fn tell_clocks(&mut self) {
        let now = self.clocks_now();
        if now == self.told {
            return;
        }
        let before = std::mem::replace(&mut self.told, now.clone());
        if before.grace != now.grace {
            self.send_room(&[], None);
        }
        let game = self.state.playing().map(|game| game.id.clone());
        let same_turn = matches!((before.clock, now.clock), (Some(one), Some(other)) if one.0 == other.0 && one != other);
        if same_turn && let (Some(game), Some(clock)) = (game, self.clock_view()) {
            self.send_to_all(ServerMessage::Clock { game, clock });
        }
    }

    /// The screens know how the clocks stand now.
    pub(super) fn clocks_are_told(&mut self) {
        self.told.clock = self.clocks_now().clock;
    }

    fn clocks_now(&self) -> ToldClocks {
        let clock = self.clock.as_ref();
        let grace = self.grace.as_ref();
        ToldClocks {
            clock: clock.map(|clock| (clock.turn, clock.clock.is_running(), clock.clock.is_out())),
            grace: grace
                .filter(|grace| grace.clock.is_running())
                .map(|grace| grace.member),
        }
    }
}

fn run(clock: &mut MoveClock, runs: bool, now: u64) {
    if runs {
        clock.start(now);
    } else {
        clock.stop();
    }
}
