//! Bad clients: they send what no player would, and more of it, while others play.

mod clients;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until};
use vierschach_protocol::{Entrance, ErrorCode, RoomAct, RoomCode};

use crate::client::Client;
use crate::process::Keeping;
use crate::table::{Party, address};
use crate::{Figures, LoadError, RelayProcess, Report, Setup};
use clients::{Guess, Target, attacker, guesser_at};

/// Parties that only play: their latency tells whether they are disturbed.
const WATCHED: usize = 4;

/// The pause between two moves of a watched room.
const EVERY: Duration = Duration::from_millis(250);

/// Bad clients at a time.
const CROWD: usize = 64;

/// Watched rooms may wait so long for a move, at the 99th of a hundred.
const P99: Duration = Duration::from_millis(100);

/// So much may the relay's memory grow under all attacks together.
const GROWTH: u64 = 128 << 20;

/// Where bad clients come from: addresses that no party has.
const OUTSIDE: usize = 1 << 20;

/// Guesses a minute.
const GUESSES: u32 = 10_000;

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How long each attack lasts.
    pub each: Duration,
    /// How long codes are guessed.
    pub guessing: Duration,
}

/// What happened to the attackers, counted.
#[derive(Default)]
struct Tally {
    sent: AtomicU64,
    /// Refusals by their reasons.
    refused: Mutex<BTreeMap<String, u64>>,
    closed: AtomicU64,
    let_in: AtomicU64,
}

impl Tally {
    fn count(&self, number: &AtomicU64) {
        number.fetch_add(1, Ordering::Relaxed);
    }

    fn refuse(&self, code: ErrorCode) {
        *self.refusals().entry(name_of(code)).or_default() += 1;
    }

    /// How often it was refused for this reason.
    fn refused(&self, code: ErrorCode) -> u64 {
        let refused = self.refusals().get(&name_of(code)).copied();
        refused.unwrap_or_default()
    }

    /// How often it was refused for any other reason than these.
    fn refused_otherwise(&self, codes: &[ErrorCode]) -> u64 {
        let all: u64 = self.refusals().values().sum();
        all - codes.iter().map(|code| self.refused(*code)).sum::<u64>()
    }

    fn refusals(&self) -> MutexGuard<'_, BTreeMap<String, u64>> {
        lock(&self.refused)
    }
}

/// A code as the protocol writes it.
fn name_of(code: ErrorCode) -> String {
    let name = serde_json::to_string(&code).unwrap_or_default();
    name.trim_matches('"').to_owned()
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let of = |number: &AtomicU64| number.load(Ordering::Relaxed);
        write!(f, "{} sent, refused:", of(&self.sent))?;
        for (code, times) in self.refusals().iter() {
            write!(f, " {times} {code},")?;
        }
        let (closed, let_in) = (of(&self.closed), of(&self.let_in));
        write!(f, " {closed} closed, {let_in} let in")
    }
}

/// The attacks, in their order.
#[derive(Clone, Copy, Debug)]
enum Attack {
    Oversized,
    Garbage,
    SlowReaders,
    Floods,
    FloodsInside,
    Replays,
    WrongTokens,
}

const ATTACKS: [(Attack, &str); 7] = [
    (Attack::Oversized, "oversized frames"),
    (Attack::Garbage, "garbage"),
    (Attack::SlowReaders, "slow readers"),
    (Attack::Floods, "floods"),
    (
        Attack::FloodsInside,
        "floods by members of the watched rooms",
    ),
    (Attack::Replays, "replayed and reordered messages"),
    (Attack::WrongTokens, "wrong tokens"),
];

/// Attacks a relay in every way, and looks whether anybody else notices.
///
/// # Errors
/// When the processes can't be started or the watched rooms can't be opened.
pub async fn attack(setup: &Setup, plan: &Plan) -> Result<Report, LoadError> {
    let mut report = Report::default();
    let store = Keeping::new(setup.store)?;
    let relay = RelayProcess::start(setup, &store.url())?;
    let mut watched = Watched::start(relay.address()).await?;
    sleep(plan.each).await;
    let calm = watched.figures().await?;
    report.say(format!("undisturbed, watched rooms hear of moves: {calm}"));
    let before = relay.resident()?;

    for (attack, name) in ATTACKS {
        let tally = Arc::new(Tally::default());
        let until = Instant::now() + plan.each;
        let mut crowd = JoinSet::new();
        for number in 0..CROWD {
            let target = Target {
                relay: relay.address(),
                number,
                doors: Arc::clone(&watched.doors),
            };
            let attacker = attacker(attack, target, until, Arc::clone(&tally));
            crowd.spawn(attacker);
        }
        while crowd.join_next().await.is_some() {}
        let figures = watched.figures().await?;
        report.must_be_quick(
            figures.share(0.99) <= P99,
            format!(
                "under {name} ({tally}) watched rooms go on: {figures}; {} MB resident",
                relay.resident()? >> 20
            ),
        );
        let let_in = tally.let_in.load(Ordering::Relaxed);
        report.must(let_in == 0, format!("{let_in} of {name} had an effect"));
        // An attack that was refused for another reason than its own has not been tried.
        let expected: &[ErrorCode] = match attack {
            Attack::Oversized | Attack::Garbage | Attack::SlowReaders => continue,
            Attack::Floods | Attack::FloodsInside => &[ErrorCode::TooFast],
            Attack::Replays => &[ErrorCode::Stale, ErrorCode::NotYourTurn],
            Attack::WrongTokens => &[ErrorCode::BadToken, ErrorCode::TooManyGuesses],
        };
        let is_flood = matches!(attack, Attack::Floods | Attack::FloodsInside);
        let first = tally.refused(expected[0]);
        let others = tally.refused_otherwise(expected);
        report.must(
            first > 0 && (is_flood || others == 0),
            format!("{name} were refused as {first} {}", name_of(expected[0])),
        );
    }
    guessing(&mut report, &relay, plan, &mut watched).await?;
    let disorder = watched.stop().await?;
    report.must(
        disorder == 0,
        format!("{disorder} messages of watched rooms lost or out of order"),
    );
    let growth = relay.resident()?.saturating_sub(before);
    report.must(
        growth <= GROWTH,
        format!(
            "memory grew by {} MB (at most {})",
            growth >> 20,
            GROWTH >> 20
        ),
    );
    Ok(report)
}

/// The codes of rooms, with the secrets of their links.
type Doors = Arc<Mutex<Vec<(RoomCode, String)>>>;

/// Rooms that play on, whatever happens.
struct Watched {
    over: Arc<AtomicBool>,
    /// The way into each of them.
    doors: Doors,
    figures: tokio::sync::mpsc::UnboundedReceiver<Duration>,
    rooms: Vec<JoinHandle<Result<u32, LoadError>>>,
}

impl Watched {
    async fn start(relay: SocketAddr) -> Result<Watched, LoadError> {
        let over = Arc::new(AtomicBool::new(false));
        let (tell, figures) = tokio::sync::mpsc::unbounded_channel();
        let mut rooms = Vec::new();
        let doors = Doors::default();
        let door = |party: &Party| (party.code.clone(), party.clients[0].secret.clone());
        for number in 0..WATCHED {
            let mut party = Party::start(&[relay], number, address(number)).await?;
            let (over, tell) = (Arc::clone(&over), tell.clone());
            let doors = Arc::clone(&doors);
            lock(&doors).push(door(&party));
            rooms.push(tokio::spawn(async move {
                let mut disorder = 0;
                while !over.load(Ordering::Relaxed) {
                    sleep(EVERY).await;
                    let Some(played) = party.play().await? else {
                        // That game is over: the next one.
                        disorder += party.check().await?;
                        party = Party::start(&[relay], number, address(number)).await?;
                        lock(&doors)[number] = door(&party);
                        continue;
                    };
                    for took in played.delivered {
                        // Whoever reads them may have ended already.
                        let _ = tell.send(took);
                    }
                }
                Ok(disorder + party.check().await?)
            }));
        }
        Ok(Watched {
            over,
            doors,
            figures,
            rooms,
        })
    }

    /// What was measured since the last call.
    ///
    /// # Errors
    /// When a room has broken.
    async fn figures(&mut self) -> Result<Figures, LoadError> {
        // What was under way still counts.
        sleep(2 * EVERY).await;
        let mut figures = Figures::default();
        while let Ok(took) = self.figures.try_recv() {
            figures.add(took);
        }
        if let Some(room) = self.rooms.iter().position(JoinHandle::is_finished) {
            let ended = self.rooms.swap_remove(room).await;
            let disorder = ended.map_err(|error| LoadError::Wrong(error.to_string()))??;
            let ended = format!("a watched room has ended; {disorder} messages out of order");
            return Err(LoadError::Wrong(ended));
        }
        Ok(figures)
    }

    async fn stop(self) -> Result<u32, LoadError> {
        self.over.store(true, Ordering::Relaxed);
        let mut disorder = 0;
        for room in self.rooms {
            let ended = room.await;
            disorder += ended.map_err(|error| LoadError::Wrong(error.to_string()))??;
        }
        Ok(disorder)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    // Lists and maps: no panic can leave one half changed.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Codes guessed from one address, alone and beside sixteen who play behind the same one; then links'
/// secrets and tokens.
async fn guessing(
    report: &mut Report,
    relay: &RelayProcess,
    plan: &Plan,
    watched: &mut Watched,
) -> Result<(), LoadError> {
    let target = relay.address();
    // A room that nobody comes into: whoever finds it is told so.
    let mut locked = Party::gather(&[target], 0, address(3 * OUTSIDE)).await?;
    locked.clients[0]
        .act(RoomAct::Lock { locked: true })
        .await?;
    for (number, name, parties, guess) in [
        (0, "codes, alone", 0, Guess::Codes),
        (
            1,
            "codes, behind the address of a party of 16",
            4,
            Guess::Codes,
        ),
        (
            2,
            "links and tokens, alone",
            0,
            Guess::Secrets(locked.code.clone()),
        ),
    ] {
        let from = address(2 * OUTSIDE + number);
        let mut behind = Vec::new();
        for party in 0..parties {
            behind.push(Party::start(&[target], 100 + party, from).await?);
        }
        let tally = Arc::new(Tally::default());
        let until = Instant::now() + plan.guessing;
        let mut guessers = JoinSet::new();
        let sockets = 16;
        for guesser in 0..sockets {
            let tally = Arc::clone(&tally);
            let pause = Duration::from_secs(60) * sockets / GUESSES;
            guessers.spawn(guesser_at(
                target,
                from,
                u64::from(guesser),
                pause,
                until,
                guess.clone(),
                tally,
            ));
        }
        let mut figures = Figures::default();
        while Instant::now() < until {
            let next = Instant::now() + EVERY;
            for party in &mut behind {
                if let Some(played) = party.play().await? {
                    for took in played.delivered {
                        figures.add(took);
                    }
                }
            }
            sleep_until(next).await;
        }
        // One of the party loses the line, and somebody comes by the link.
        if let Some(party) = behind.first_mut() {
            let back = party.clients[1].reconnect(target, from).await;
            report.must(back.is_ok(), "one of the party comes back by the token");
            let mut guest = Client::connect(target, from).await?;
            let entered = guest
                .enter(Entrance::Join {
                    code: party.code.clone(),
                    secret: Some(party.clients[0].secret.clone()),
                    name: "Guest".to_owned(),
                    watch: true,
                })
                .await;
            report.must(entered.is_ok(), "a guest of the party comes in by the link");
        }
        while guessers.join_next().await.is_some() {}
        let of = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let looked_at = of(&tally.let_in);
        let minutes = plan.guessing.as_secs_f64() / 60.0;
        // A burst at first, and then one every two seconds.
        let most = 40.0 + 60.0 * minutes;
        report.must(
            (looked_at as f64) <= most,
            format!(
                "guessing {name}: {} tried, {looked_at} looked at (at most {most:.0}), {} refused \
                 unseen, {} sockets closed",
                of(&tally.sent),
                tally.refused(ErrorCode::TooManyGuesses),
                of(&tally.closed)
            ),
        );
        let others = watched.figures().await?;
        report.must_be_quick(
            others.share(0.99) <= P99 && figures.share(0.99) <= P99,
            format!("watched rooms go on: {others}"),
        );
        if parties > 0 {
            report.say(format!("the party behind the address plays on: {figures}"));
        }
    }
    Ok(())
}
