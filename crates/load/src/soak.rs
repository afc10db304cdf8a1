//! Faults: processes die at random moments while everybody plays on, and the disk is full.

use std::fs::{self, File};
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{sleep, timeout};
use vierschach_protocol::ErrorCode;

use crate::client::{PATIENCE, Told};
use crate::process::Keeping;
use crate::table::{Party, address};
use crate::{Figures, LoadError, RelayProcess, Report, Setup, Store};

/// Rooms that are opened at a time.
const OPENING: usize = 16;

/// The pause between two attempts to come back, as a page might make at first.
const TRY_EVERY: Duration = Duration::from_millis(100);

/// What is told in no time is asked for again.
const TELL_WITHIN: Duration = Duration::from_secs(5);

/// Everybody is back within this time of the port's accepting.
const BACK_WITHIN: Duration = Duration::from_secs(3);

/// Bytes of a disk that is soon full.
const SMALL_DISK: &str = "size=6m";

/// Instead of the time of the next move, in a room whose game is over.
const NEVER: u64 = u64::MAX;

/// What is to be broken.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Rooms with four players each.
    pub rooms: usize,
    /// Deaths.
    pub kills: u32,
    /// Another seed kills at other moments.
    pub seed: u64,
    /// The pause between two moves of a room.
    pub every: Duration,
    /// The longest life of a process after everybody is back.
    pub life: Duration,
    /// Whether to try a full disk, where this program may mount one.
    pub full_disk: bool,
}

/// What all rooms share while things die.
struct Watch {
    relays: Vec<SocketAddr>,
    began: Instant,
    over: AtomicBool,
    /// When each client last came into its room, in microseconds after the beginning.
    entered: Vec<AtomicU64>,
    /// At which relay each client is.
    at: Vec<AtomicUsize>,
    /// When a move was last told in each room.
    moved: Vec<AtomicU64>,
    moves: AtomicU64,
    not_saved: AtomicU64,
    resyncs: AtomicU64,
}

impl Watch {
    fn new(relays: Vec<SocketAddr>, rooms: usize) -> Watch {
        let count = relays.len();
        Watch {
            relays,
            began: Instant::now(),
            over: AtomicBool::new(false),
            entered: (0..4 * rooms).map(|_| AtomicU64::new(0)).collect(),
            at: (0..4 * rooms)
                .map(|client| AtomicUsize::new(client % 4 % count))
                .collect(),
            moved: (0..rooms).map(|_| AtomicU64::new(0)).collect(),
            moves: AtomicU64::new(0),
            not_saved: AtomicU64::new(0),
            resyncs: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Waits until all of `times` are later than `since`; gives the last of them.
    async fn later(times: &[&AtomicU64], since: u64) -> Option<u64> {
        let all = async {
            loop {
                let times = times.iter().map(|time| time.load(Ordering::Relaxed));
                let (first, last) = times.fold((NEVER, 0), |(first, last), time| {
                    let latest = if time == NEVER { last } else { last.max(time) };
                    (first.min(time), latest)
                });
                if first > since {
                    return last;
                }
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(PATIENCE, all).await.ok()
    }
}

/// What dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victim {
    Relay(usize),
    Nats,
}

/// Kills and restarts, and looks whether anything was lost.
///
/// # Errors
/// When the processes can't be started or the rooms can't be opened.
pub async fn soak(setup: &Setup, plan: &Plan) -> Result<Report, LoadError> {
    let mut report = Report::default();
    deaths(setup, plan, &mut report).await?;
    if plan.full_disk && setup.store == Store::Sqlite {
        full_disk(setup, &mut report).await?;
    }
    Ok(report)
}

async fn deaths(setup: &Setup, plan: &Plan, report: &mut Report) -> Result<(), LoadError> {
    let mut store = Keeping::new(setup.store)?;
    let (url, count) = (store.url(), if store.nats.is_some() { 2 } else { 1 });
    let relays = (0..count).map(|_| RelayProcess::start(setup, &url));
    let mut relays: Vec<_> = relays.collect::<Result<_, _>>()?;
    let addresses: Vec<_> = relays.iter().map(RelayProcess::address).collect();
    let parties = open(&addresses, plan.rooms).await?;
    report.say(format!(
        "{} rooms with four players at {count} relay(s)",
        plan.rooms
    ));

    let watch = Arc::new(Watch::new(addresses, plan.rooms));
    let mut rooms = JoinSet::new();
    for (room, party) in parties.into_iter().enumerate() {
        rooms.spawn(play_on(party, room, Arc::clone(&watch), plan.every));
    }
    let mut chance = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut back = Figures::default();
    let mut late = 0;
    for _ in 0..plan.kills {
        let life = u64::try_from(plan.life.as_millis()).unwrap_or(u64::MAX);
        sleep(Duration::from_millis(chance.random_range(0..life.max(1)))).await;
        let victim = match &store.nats {
            Some(_) => match chance.random_range(0..3) {
                2 => Victim::Nats,
                relay => Victim::Relay(relay),
            },
            None => Victim::Relay(0),
        };
        let killed = watch.now();
        let hurt: Vec<&AtomicU64> = match victim {
            Victim::Relay(relay) => {
                let clients = watch.entered.iter().zip(&watch.at);
                let hurt = clients.filter(|(_, at)| at.load(Ordering::Relaxed) == relay);
                hurt.map(|(entered, _)| entered).collect()
            }
            Victim::Nats => watch.moved.iter().collect(),
        };
        // In a thread of its own: the players must not wait.
        match victim {
            Victim::Relay(relay) => {
                let mut process = relays.remove(relay);
                let (process, restarted) = spawn_blocking(move || {
                    let restarted = process.restart();
                    (process, restarted)
                })
                .await
                .map_err(|error| LoadError::Wrong(error.to_string()))?;
                relays.insert(relay, process);
                restarted?;
            }
            Victim::Nats => {
                let Some(mut process) = store.nats.take() else {
                    continue;
                };
                let (process, restarted) = spawn_blocking(move || {
                    let restarted = process.restart();
                    (process, restarted)
                })
                .await
                .map_err(|error| LoadError::Wrong(error.to_string()))?;
                store.nats = Some(process);
                restarted?;
            }
        }
        let accepts = watch.now();
        let since = match victim {
            Victim::Relay(_) => killed,
            Victim::Nats => accepts,
        };
        match Watch::later(&hurt, since).await {
            Some(last) => back.add(Duration::from_micros(last.saturating_sub(accepts))),
            None => late += 1,
        }
    }
    watch.over.store(true, Ordering::Relaxed);
    let mut lost = 0;
    let mut broken = Vec::new();
    while let Some(room) = rooms.join_next().await {
        match room {
            Ok(Ok(found)) => lost += found,
            Ok(Err(error)) => broken.push(error.to_string()),
            Err(error) => broken.push(error.to_string()),
        }
    }
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    report.say(format!(
        "{} deaths; {} moves told, {} refused as not saved, {} looks at the whole game",
        plan.kills,
        count(&watch.moves),
        count(&watch.not_saved),
        count(&watch.resyncs)
    ));
    report.say(format!("everybody back after the port accepts: {back}"));
    for line in broken.iter().take(5) {
        report.say(format!("broken: {line}"));
    }
    report.must(
        lost == 0 && broken.is_empty(),
        format!("{lost} told moves lost, {} rooms broken", broken.len()),
    );
    report.must(
        late == 0,
        format!("after {late} deaths somebody never came back"),
    );
    let longest = back.share(1.0);
    report.must_be_quick(
        longest <= BACK_WITHIN,
        format!(
            "everybody is back within 3 s each time (longest {:.2} s)",
            longest.as_secs_f64()
        ),
    );
    Ok(())
}

async fn open(relays: &[SocketAddr], rooms: usize) -> Result<Vec<Party>, LoadError> {
    let opened = stream::iter(0..rooms)
        .map(|number| async move { Party::start(relays, number, address(number)).await });
    opened.buffered(OPENING).try_collect().await
}

/// One room: moves, and coming back, until it is over; then a look at everything.
async fn play_on(
    mut party: Party,
    room: usize,
    watch: Arc<Watch>,
    every: Duration,
) -> Result<u32, LoadError> {
    let mut broken = [false; 4];
    while !watch.over.load(Ordering::Relaxed) {
        rest(&mut party, &mut broken, every).await;
        come_back(&mut party, &mut broken, room, &watch).await?;
        if broken.contains(&true) {
            continue;
        }
        match step(&mut party, &mut broken).await? {
            Step::Played => {
                watch.moves.fetch_add(1, Ordering::Relaxed);
                watch.moved[room].store(watch.now(), Ordering::Relaxed);
            }
            Step::NotSaved => {
                watch.not_saved.fetch_add(1, Ordering::Relaxed);
            }
            Step::Unclear => {
                watch.resyncs.fetch_add(1, Ordering::Relaxed);
            }
            // Nobody needs to wait for a move of this room.
            Step::Over => watch.moved[room].store(NEVER, Ordering::Relaxed),
        }
    }
    come_back(&mut party, &mut broken, room, &watch).await?;
    party.check().await
}

/// Listens for a while, and notices who loses the line.
async fn rest(party: &mut Party, broken: &mut [bool; 4], how_long: Duration) {
    let clients = party.clients.iter_mut().zip(broken.iter_mut());
    join_all(clients.map(async |(client, broken)| {
        let until = tokio::time::Instant::now() + how_long;
        while !*broken {
            match tokio::time::timeout_at(until, client.told()).await {
                Ok(Ok(_)) => {}
                Ok(Err(_)) => *broken = true,
                Err(_) => return,
            }
        }
    }))
    .await;
}

/// Brings everybody back whose line is broken, and all of them to the same event.
async fn come_back(
    party: &mut Party,
    broken: &mut [bool; 4],
    room: usize,
    watch: &Watch,
) -> Result<(), LoadError> {
    let from = party.from;
    let clients = party.clients.iter_mut().zip(broken.iter_mut()).enumerate();
    let returns = clients.map(async |(seat, (client, broken))| {
        let start = Instant::now();
        let mut attempt = seat;
        while *broken {
            let relay = attempt % watch.relays.len();
            attempt += 1;
            match client.reconnect(watch.relays[relay], from).await {
                Ok(()) => {
                    watch.at[4 * room + seat].store(relay, Ordering::Relaxed);
                    watch.entered[4 * room + seat].store(watch.now(), Ordering::Relaxed);
                    *broken = false;
                }
                Err(error) if start.elapsed() > PATIENCE => return Err(error),
                Err(_) => sleep(TRY_EVERY).await,
            }
        }
        Ok(())
    });
    for returned in join_all(returns).await {
        returned?;
    }
    let clients = &party.clients;
    let newest = clients.iter().map(|client| client.number).max();
    let newest = newest.unwrap_or_default();
    let clients = party.clients.iter_mut().zip(broken.iter_mut());
    join_all(clients.map(async |(client, broken)| {
        if client.number < newest {
            let caught_up = client.until("catching up", |client, _| client.number >= newest);
            *broken = !matches!(timeout(TELL_WITHIN, caught_up).await, Ok(Ok(())));
        }
    }))
    .await;
    Ok(())
}

/// What became of a move.
enum Step {
    Played,
    NotSaved,
    /// Somebody's line broke, or somebody saw another position.
    Unclear,
    Over,
}

async fn step(party: &mut Party, broken: &mut [bool; 4]) -> Result<Step, LoadError> {
    let Some((mover, mv)) = party.choose() else {
        return Ok(Step::Over);
    };
    let client = &mut party.clients[mover];
    let next = client.number + 1;
    let text = client.play_text(&mv)?;
    let told = async {
        client.send_text(text).await?;
        client
            .until("a move", |_, told| told == Told::Happened(next))
            .await
    };
    match timeout(TELL_WITHIN, told).await {
        Ok(Ok(())) => {}
        Ok(Err(LoadError::Refused(ErrorCode::NotSaved))) => return Ok(Step::NotSaved),
        // Somebody else was quicker, as a move that was refused and came after all; a snapshot
        // follows.
        Ok(Err(LoadError::Refused(ErrorCode::Stale | ErrorCode::NotYourTurn))) => {
            return Ok(Step::Unclear);
        }
        Ok(Err(error @ LoadError::Refused(_))) => return Err(error),
        Ok(Err(_)) | Err(_) => {
            broken[mover] = true;
            return Ok(Step::Unclear);
        }
    }
    let clients = party.clients.iter_mut().zip(broken.iter_mut());
    let others = clients.map(async |(client, broken)| {
        if client.number < next {
            let told = client.until("a move", |client, _| client.number >= next);
            *broken = !matches!(timeout(TELL_WITHIN, told).await, Ok(Ok(())));
        }
    });
    join_all(others).await;
    Ok(Step::Played)
}

/// A disk in memory, of few megabytes; unmounted when it is dropped.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// `None`: this program may not mount.
    fn mount() -> Result<Option<SmallDisk>, LoadError> {
        let folder = tempfile::tempdir()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", SMALL_DISK, "tmpfs"]);
        let mounted = mount.arg(folder.path()).output();
        let mounted = mounted.is_ok_and(|output| output.status.success());
        Ok(mounted.then(|| SmallDisk(folder)))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all the room that there is; removing the file gives it back.
    fn fill(&self) -> Result<(), LoadError> {
        let mut filler = File::create(self.path().join("filler"))?;
        let zeros = [0; 4096];
        while filler.write_all(&zeros).is_ok() {}
        Ok(())
    }

    fn free(&self) -> Result<(), LoadError> {
        Ok(fs::remove_file(self.path().join("filler"))?)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // A folder that stays is no harm to anybody.
        let _ = Command::new("umount").arg(self.path()).output();
    }
}

/// A full disk: moves are refused, nobody sees them, and with room again everything goes on.
async fn full_disk(setup: &Setup, report: &mut Report) -> Result<(), LoadError> {
    let Some(disk) = SmallDisk::mount()? else {
        report.say("no full disk was tried: mounting one needs root");
        return Ok(());
    };
    let store = format!("sqlite:{}", disk.path().join("games.sqlite").display());
    let mut relay = RelayProcess::start(setup, &store)?;
    let mut parties = open(&[relay.address()], 8).await?;
    disk.fill()?;
    let mut refused = 0;
    let mut kept = 0;
    for party in &mut parties {
        // What SQLite has room for already is still kept.
        for _ in 0..2000 {
            match step(party, &mut [false; 4]).await? {
                Step::Played => kept += 1,
                Step::NotSaved => {
                    refused += 1;
                    break;
                }
                Step::Unclear | Step::Over => break,
            }
        }
    }
    report.must(
        refused == parties.len(),
        format!(
            "on a full disk {refused} of {} rooms hear that a move was not saved \
             ({kept} moves found room before)",
            parties.len()
        ),
    );
    disk.free()?;
    let mut after = 0;
    for party in &mut parties {
        for _ in 0..4 {
            after += usize::from(matches!(step(party, &mut [false; 4]).await?, Step::Played));
        }
    }
    report.must(
        after == 4 * parties.len(),
        format!(
            "with room again {after} of {} moves are kept",
            4 * parties.len()
        ),
    );
    relay.restart()?;
    let watch = Watch::new(vec![relay.address()], parties.len());
    let mut lost = 0;
    for (room, party) in parties.iter_mut().enumerate() {
        come_back(party, &mut [true; 4], room, &watch).await?;
        lost += party.check().await?;
    }
    report.must(lost == 0, format!("{lost} told moves lost after a restart"));
    Ok(())
}
