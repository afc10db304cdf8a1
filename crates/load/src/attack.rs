//! Bad clients: they send what no player would, and more of it, while others play.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use vierschach_protocol::{
    CODE_LENGTH, CODE_SYMBOLS, ClientMessage, Entrance, ErrorCode, Request, RoomCode, VERSION,
};

use crate::client::{Client, Told, open_socket};
use crate::table::{Party, address, options};
use crate::{Figures, LoadError, NatsServer, RelayProcess, Report, Setup, Store};

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

/// The length that an oversized frame announces.
const OVERSIZED: u64 = 1 << 40;

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
    refused: AtomicU64,
    closed: AtomicU64,
    let_in: AtomicU64,
}

impl Tally {
    fn count(&self, number: &AtomicU64) {
        number.fetch_add(1, Ordering::Relaxed);
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let of = |number: &AtomicU64| number.load(Ordering::Relaxed);
        write!(
            f,
            "{} sent, {} refused, {} closed, {} let in",
            of(&self.sent),
            of(&self.refused),
            of(&self.closed),
            of(&self.let_in)
        )
    }
}

/// The attacks, in their order.
#[derive(Clone, Copy, Debug)]
enum Attack {
    Oversized,
    Garbage,
    SlowReaders,
    Floods,
    Replays,
    WrongTokens,
}

const ATTACKS: [(Attack, &str); 6] = [
    (Attack::Oversized, "oversized frames"),
    (Attack::Garbage, "garbage"),
    (Attack::SlowReaders, "slow readers"),
    (Attack::Floods, "floods"),
    (Attack::Replays, "replayed and reordered messages"),
    (Attack::WrongTokens, "wrong tokens"),
];

/// Attacks a relay in every way, and looks whether anybody else notices.
///
/// # Errors
/// When the processes can't be started or the watched rooms can't be opened.
pub async fn attack(setup: &Setup, plan: &Plan) -> Result<Report, LoadError> {
    let mut report = Report::default();
    let folder = tempfile::tempdir()?;
    let nats = match setup.store {
        Store::Nats => Some(NatsServer::start()?),
        Store::Sqlite => None,
    };
    let store = match &nats {
        Some(nats) => nats.url(),
        None => format!("sqlite:{}", folder.path().join("games.sqlite").display()),
    };
    let relay = RelayProcess::start(setup, &store)?;
    let target = relay.address();
    let mut watched = Watched::start(target).await?;
    sleep(plan.each).await;
    let calm = watched.figures().await?;
    report.say(format!("undisturbed, watched rooms hear of moves: {calm}"));
    let before = relay.resident()?;

    for (attack, name) in ATTACKS {
        let tally = Arc::new(Tally::default());
        let until = Instant::now() + plan.each;
        let mut crowd = JoinSet::new();
        for number in 0..CROWD {
            let attacker = attacker(attack, target, number, until, Arc::clone(&tally));
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
        if matches!(attack, Attack::Replays | Attack::WrongTokens) {
            let let_in = tally.let_in.load(Ordering::Relaxed);
            report.must(let_in == 0, format!("{let_in} of {name} had an effect"));
        }
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

/// Rooms that play on, whatever happens.
struct Watched {
    over: Arc<AtomicBool>,
    figures: tokio::sync::mpsc::UnboundedReceiver<Duration>,
    rooms: Vec<JoinHandle<Result<u32, LoadError>>>,
}

impl Watched {
    async fn start(relay: SocketAddr) -> Result<Watched, LoadError> {
        let over = Arc::new(AtomicBool::new(false));
        let (tell, figures) = tokio::sync::mpsc::unbounded_channel();
        let mut rooms = Vec::new();
        for number in 0..WATCHED {
            let mut party = Party::start(&[relay], number, address(number)).await?;
            let (over, tell) = (Arc::clone(&over), tell.clone());
            rooms.push(tokio::spawn(async move {
                let mut disorder = 0;
                while !over.load(Ordering::Relaxed) {
                    sleep(EVERY).await;
                    let Some(played) = party.play().await? else {
                        // That game is over: the next one.
                        disorder += party.check().await?;
                        party = Party::start(&[relay], number, address(number)).await?;
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

/// One bad client, who tries again and again until the time is over. Its failures are its own.
async fn attacker(
    attack: Attack,
    relay: SocketAddr,
    number: usize,
    until: Instant,
    tally: Arc<Tally>,
) {
    let from = address(OUTSIDE + number);
    let mut chance = ChaCha8Rng::seed_from_u64(u64::try_from(number).unwrap_or(u64::MAX));
    while Instant::now() < until {
        let tried = match attack {
            Attack::Oversized => oversized(relay, from, &tally, until).boxed().await,
            Attack::Garbage => garbage(relay, from, &tally, &mut chance).boxed().await,
            Attack::SlowReaders => slow_reader(relay, number, &tally, until).boxed().await,
            Attack::Floods => flood(relay, from, &tally, until).boxed().await,
            Attack::Replays => {
                replays(relay, number, &tally, until, &mut chance)
                    .boxed()
                    .await
            }
            Attack::WrongTokens => {
                wrong_tokens(relay, from, &tally, until, &mut chance)
                    .boxed()
                    .await
            }
        };
        if tried.is_err() {
            tally.count(&tally.closed);
        }
        sleep(Duration::from_millis(5)).await;
    }
}

/// Frames far longer than any request.
async fn oversized(
    relay: SocketAddr,
    from: Ipv4Addr,
    tally: &Tally,
    until: Instant,
) -> Result<(), LoadError> {
    let mut socket = open_socket(relay, "/room", from).await?;
    // A text of so many bytes, masked by zeros: its head, and then as much of it as is taken.
    let head = [[0x81, 0xff].as_slice(), &OVERSIZED.to_be_bytes(), &[0; 4]].concat();
    let part = [b'x'; 16 * 1024];
    let stream = socket.get_mut();
    tally.count(&tally.sent);
    stream.write_all(&head).await?;
    while Instant::now() < until {
        stream.write_all(&part).await?;
    }
    Ok(())
}

/// Bytes that are no HTTP, frames that are no messages.
async fn garbage(
    relay: SocketAddr,
    from: Ipv4Addr,
    tally: &Tally,
    chance: &mut ChaCha8Rng,
) -> Result<(), LoadError> {
    let mut bytes = vec![0; 2000];
    chance.fill_bytes(&mut bytes);
    let mut stream = TcpStream::connect(relay).await?;
    // The relay may close before all is written.
    let _ = stream.write_all(&bytes).await;
    tally.count(&tally.sent);
    drop(stream);

    let mut socket = open_socket(relay, "/room", from).await?;
    let deep = "[".repeat(10_000);
    for text in [
        "",
        "{",
        "null",
        r#"{"id":1,"message":{"type":"cheat"}}"#,
        &deep,
    ] {
        socket.send(Message::text(text.to_owned())).await?;
        socket.send(Message::binary(bytes.clone())).await?;
        tally.count(&tally.sent);
    }
    // A frame with reserved bits, straight into the stream.
    socket.get_mut().write_all(&[0xf7, 0xff]).await?;
    let read = async { while let Some(Ok(_)) = socket.next().await {} };
    // Whether it closes at once is the relay's business.
    let _ = timeout(Duration::from_millis(500), read).await;
    Ok(())
}

/// A party of its own in which one asks for the whole game again and again and reads nothing.
async fn slow_reader(
    relay: SocketAddr,
    number: usize,
    tally: &Tally,
    until: Instant,
) -> Result<(), LoadError> {
    let from = address(OUTSIDE + number);
    let mut party = Party::start(&[relay], OUTSIDE + number, from).await?;
    let Some(game) = party.clients[1].game.clone() else {
        return Err(LoadError::Wrong("no game".to_owned()));
    };
    while Instant::now() < until {
        for _ in 0..10 {
            let game = game.clone();
            let ask = ClientMessage::OpenGame { game, since: None };
            let sent = party.clients[1].send(ask);
            timeout(Duration::from_secs(1), sent)
                .await
                .map_err(|_| LoadError::Late("sending"))??;
            tally.count(&tally.sent);
        }
        sleep(Duration::from_millis(500)).await;
    }
    Ok(())
}

/// Well-formed requests, as many as the line takes.
async fn flood(
    relay: SocketAddr,
    from: Ipv4Addr,
    tally: &Tally,
    until: Instant,
) -> Result<(), LoadError> {
    let mut client = Client::connect(relay, from).await?;
    let create = Entrance::Create {
        name: "Flood".to_owned(),
        options: options(),
    };
    client.enter(create).await?;
    while Instant::now() < until {
        for _ in 0..50 {
            let ready = vierschach_protocol::RoomAct::Ready { ready: true };
            client.act(ready).await?;
            tally.count(&tally.sent);
        }
        while let Ok(told) = timeout(Duration::from_millis(1), client.told()).await {
            if matches!(told?, Told::Refused(_)) {
                tally.count(&tally.refused);
            }
        }
    }
    Ok(())
}

/// A player who sends old moves again, in another order, and others' moves.
async fn replays(
    relay: SocketAddr,
    number: usize,
    tally: &Tally,
    until: Instant,
    chance: &mut ChaCha8Rng,
) -> Result<(), LoadError> {
    let from = address(OUTSIDE + number);
    let mut party = Party::start(&[relay], OUTSIDE + number, from).await?;
    let mut texts = Vec::new();
    for _ in 0..8 {
        let Some((mover, mv)) = party.choose() else {
            return Ok(());
        };
        texts.push(party.clients[mover].play_text(&mv)?);
        party.play().await?;
        sleep(Duration::from_millis(20)).await;
    }
    // `play` has chosen anew: only texts that were not the move played differ, and all are old.
    let before = party.clients[0].number;
    while Instant::now() < until {
        let sender = chance.random_range(0..4);
        let text = texts[chance.random_range(0..texts.len())].clone();
        party.clients[sender].send_text(text).await?;
        tally.count(&tally.sent);
        let client = &mut party.clients[sender];
        let answered = timeout(Duration::from_secs(5), async {
            loop {
                match client.told().await? {
                    Told::Refused(_) => return Ok::<_, LoadError>(true),
                    Told::Happened(_) => return Ok(false),
                    _ => {}
                }
            }
        });
        match answered.await {
            Ok(Ok(true)) => tally.count(&tally.refused),
            Ok(Ok(false)) => tally.count(&tally.let_in),
            Ok(Err(error)) => return Err(error),
            Err(_) => return Err(LoadError::Late("a refusal")),
        }
        sleep(Duration::from_millis(100)).await;
    }
    if party.clients.iter().any(|client| client.number != before) {
        tally.count(&tally.let_in);
    }
    Ok(())
}

/// Tokens made up for a room that there is.
async fn wrong_tokens(
    relay: SocketAddr,
    from: Ipv4Addr,
    tally: &Tally,
    until: Instant,
    chance: &mut ChaCha8Rng,
) -> Result<(), LoadError> {
    let party = Party::gather(&[relay], 0, from).await?;
    while Instant::now() < until {
        let token = format!("{:032x}", chance.random::<u128>());
        let code = party.code.clone();
        let entrance = Entrance::Return {
            code,
            token,
            since: None,
        };
        let mut client = Client::connect(relay, from).await?;
        tally.count(&tally.sent);
        match client.enter(entrance).await {
            Ok(()) => tally.count(&tally.let_in),
            Err(_) => tally.count(&tally.refused),
        }
    }
    Ok(())
}

/// Codes guessed from one address, alone and beside sixteen who play behind the same one.
async fn guessing(
    report: &mut Report,
    relay: &RelayProcess,
    plan: &Plan,
    watched: &mut Watched,
) -> Result<(), LoadError> {
    let target = relay.address();
    for (number, name, parties) in [
        (0, "alone", 0),
        (1, "behind the address of a party of 16", 4),
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
                of(&tally.refused),
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

/// Guesses at a pace, on a new socket whenever the last was closed.
async fn guesser_at(
    relay: SocketAddr,
    from: Ipv4Addr,
    seed: u64,
    pause: Duration,
    until: Instant,
    tally: Arc<Tally>,
) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut next = Instant::now();
    while Instant::now() < until {
        let guessed = async {
            let mut socket = open_socket(relay, "/room", from).await?;
            for id in 1.. {
                sleep_until(next).await;
                next += pause;
                if Instant::now() >= until {
                    break;
                }
                let text = guess(id, &mut chance)?;
                tally.count(&tally.sent);
                socket.send(Message::text(text)).await?;
                match socket.next().await {
                    Some(Ok(Message::Text(answer))) => {
                        let code = |code: ErrorCode| -> Result<bool, LoadError> {
                            let code = serde_json::to_string(&code)?;
                            Ok(answer.contains(&format!("\"code\":{code}")))
                        };
                        // A code that was looked at, whether or not it was right.
                        let is_unseen =
                            code(ErrorCode::TooManyGuesses)? || code(ErrorCode::TooFast)?;
                        tally.count(if is_unseen {
                            &tally.refused
                        } else {
                            &tally.let_in
                        });
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => {
                        return Err(LoadError::Closed(String::new()));
                    }
                    Some(Ok(_)) => {}
                }
            }
            Ok::<_, LoadError>(())
        };
        if guessed.await.is_err() {
            tally.count(&tally.closed);
            // Refused connections, too, are tried at the pace.
            next = next.max(Instant::now()) + pause;
            sleep_until(next).await;
        }
    }
}

fn guess(id: u32, chance: &mut ChaCha8Rng) -> Result<String, LoadError> {
    let symbols: Vec<char> = CODE_SYMBOLS.chars().collect();
    let code = (0..CODE_LENGTH).map(|_| symbols[chance.random_range(0..symbols.len())]);
    let request = Request {
        id,
        message: ClientMessage::EnterRoom {
            protocol: VERSION,
            entrance: Entrance::Join {
                code: RoomCode(code.collect()),
                secret: None,
                name: "Guess".to_owned(),
                watch: true,
            },
        },
    };
    Ok(serde_json::to_string(&request)?)
}
