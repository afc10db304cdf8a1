//! Load: many rooms in which moves are played at a steady pace.

use std::time::Duration;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep};

use crate::process::Keeping;
use crate::table::{Party, address};
use crate::{Figures, LoadError, RelayProcess, Report, Setup};

/// Rooms that are opened at a time.
const OPENING: usize = 16;

/// A relay has forgotten a room that nobody is in after so long.
const UNLOADED_AFTER: Duration = Duration::from_secs(45);

/// What must hold.
const P99: Duration = Duration::from_millis(60);
const UNLOADED_ROOM: u64 = 8 * 1000;
const QUIET_ROOM: u64 = 200 * 1000;

/// How long each step of a ramp takes.
const STEP: Duration = Duration::from_secs(20);

/// Pauses between a room's moves on the ramp, in milliseconds.
const RAMP: [u64; 6] = [1500, 1000, 700, 500, 350, 250];

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Rooms with four sockets each.
    pub rooms: usize,
    /// How long moves are played.
    pub play: Duration,
    /// The pause between two moves of a room.
    pub every: Duration,
    /// Whether to go on at a growing pace until it breaks.
    pub ramp: bool,
    /// Rooms that come and go for the measurement of rooms that nobody is in; 0: none.
    pub passing: usize,
}

/// What a time of playing has shown.
#[derive(Default)]
struct Run {
    delivered: Figures,
    moves: u64,
    over: u64,
    broken: Vec<String>,
    parties: Vec<Party>,
}

/// Fills a relay's rooms, and measures.
///
/// # Errors
/// When the processes can't be started or the rooms can't be opened.
pub async fn bench(setup: &Setup, plan: &Plan) -> Result<Report, LoadError> {
    let mut report = Report::default();
    let store = Keeping::new(setup.store)?;
    let relay = RelayProcess::start(setup, &store.url())?;
    let cores = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    report.say(format!("load of the machine before: {}", cores.trim()));

    // What the first rooms cost once for all is not theirs.
    drop(open(&relay, 0..OPENING).await?);
    let empty = relay.resident()?;
    let start = Instant::now();
    let parties = open(&relay, OPENING..OPENING + plan.rooms).await?;
    let full = relay.resident()?;
    let took = start.elapsed().as_secs_f64();
    report.say(format!("{} rooms opened in {took:.1} s", plan.rooms));
    let each = full.saturating_sub(empty) / plan.rooms.max(1) as u64;
    report.must(
        each <= QUIET_ROOM,
        format!("a room with four quiet sockets takes {each} bytes (at most {QUIET_ROOM})"),
    );

    let busy = relay.busy()?;
    let start = Instant::now();
    let mut run = play(parties, plan.every, plan.play).await;
    let share = (relay.busy()? - busy).as_secs_f64() / start.elapsed().as_secs_f64();
    let pace = run.moves as f64 / start.elapsed().as_secs_f64();
    report.say(format!(
        "{} moves in {:.0} s ({pace:.0}/s); the relay used {:.0} % of a core; {} games ended",
        run.moves,
        start.elapsed().as_secs_f64(),
        share * 100.0,
        run.over
    ));
    report.say(format!("from send to the other three: {}", run.delivered));
    let p99 = run.delivered.share(0.99);
    report.must_be_quick(
        p99 <= P99,
        format!("p99 is {:.1} ms (at most 60)", p99.as_secs_f64() * 1e3),
    );
    let disorder = settle(&mut run).await;
    for line in run.broken.iter().take(5) {
        report.say(format!("broken: {line}"));
    }
    report.must(
        run.broken.is_empty() && disorder == 0,
        format!(
            "{disorder} messages lost or out of order, {} rooms broken",
            run.broken.len()
        ),
    );
    report.say(format!("resident after it: {} MB", relay.resident()? >> 20));
    if plan.ramp {
        run.parties = ramp(&relay, run.parties, &mut report).await?;
    }
    drop(run);
    if plan.passing > 0 {
        sleep(UNLOADED_AFTER).await;
        let before = relay.resident()?;
        let first = OPENING + plan.rooms;
        drop(open(&relay, first..first + plan.passing).await?);
        sleep(UNLOADED_AFTER).await;
        let each = relay.resident()?.saturating_sub(before) / plan.passing as u64;
        report.must(
            each <= UNLOADED_ROOM,
            format!("a room that nobody is in takes {each} bytes (at most {UNLOADED_ROOM})"),
        );
    }
    Ok(report)
}

/// Opens rooms, each with a party of its own address, and starts their games.
async fn open(
    relay: &RelayProcess,
    numbers: std::ops::Range<usize>,
) -> Result<Vec<Party>, LoadError> {
    let relays = [relay.address()];
    let opened = stream::iter(numbers).map(|number| {
        let relays = &relays;
        async move { Party::start(relays, number, address(number)).await }
    });
    opened.buffer_unordered(OPENING).try_collect().await
}

/// Has all parties play at a pace, each at another moment.
async fn play(parties: Vec<Party>, every: Duration, how_long: Duration) -> Run {
    let until = Instant::now() + how_long;
    let mut rooms = JoinSet::new();
    for party in parties {
        rooms.spawn(play_in(party, every, until));
    }
    let mut run = Run::default();
    while let Some(room) = rooms.join_next().await {
        match room {
            Ok((delivered, moves, outcome)) => {
                run.delivered.merge(delivered);
                run.moves += moves;
                match outcome {
                    Ok((party, over)) => {
                        run.over += u64::from(over);
                        run.parties.push(party);
                    }
                    Err(error) => run.broken.push(error.to_string()),
                }
            }
            Err(error) => run.broken.push(error.to_string()),
        }
    }
    run
}

/// One room: a move at every tick, until the time or the game is over.
async fn play_in(
    mut party: Party,
    every: Duration,
    until: Instant,
) -> (Figures, u64, Result<(Party, bool), LoadError>) {
    let mut delivered = Figures::default();
    let mut moves = 0;
    let millis = u64::try_from(every.as_millis()).unwrap_or(u64::MAX);
    let first = Instant::now() + Duration::from_millis(party.below(millis));
    let mut ticks = interval_at(first, every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        if ticks.tick().await >= until {
            return (delivered, moves, Ok((party, false)));
        }
        match party.play().await {
            Ok(Some(played)) => {
                moves += 1;
                for took in played.delivered {
                    delivered.add(took);
                }
            }
            Ok(None) => return (delivered, moves, Ok((party, true))),
            Err(error) => return (delivered, moves, Err(error)),
        }
    }
}

/// Compares what everybody was told with the whole games.
async fn settle(run: &mut Run) -> u32 {
    let mut disorder = 0;
    for party in &mut run.parties {
        match party.check().await {
            Ok(found) => disorder += found,
            Err(error) => run.broken.push(error.to_string()),
        }
    }
    disorder
}

/// A growing pace, until the others wait too long.
async fn ramp(
    relay: &RelayProcess,
    mut parties: Vec<Party>,
    report: &mut Report,
) -> Result<Vec<Party>, LoadError> {
    for millis in RAMP {
        let busy = relay.busy()?;
        let start = Instant::now();
        let run = play(parties, Duration::from_millis(millis), STEP).await;
        let share = (relay.busy()? - busy).as_secs_f64() / start.elapsed().as_secs_f64();
        let pace = run.moves as f64 / start.elapsed().as_secs_f64();
        let p99 = run.delivered.share(0.99);
        report.say(format!(
            "at {pace:.0} moves/s: {}; {:.0} % of a core, {} rooms broken",
            run.delivered,
            share * 100.0,
            run.broken.len()
        ));
        let breaks = p99 > P99 || !run.broken.is_empty();
        parties = run.parties;
        if breaks {
            report.say(format!("it breaks at about {pace:.0} moves/s"));
            return Ok(parties);
        }
    }
    report.say("it has not broken at the highest pace tried");
    Ok(parties)
}
