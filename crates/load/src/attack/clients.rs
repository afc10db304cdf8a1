//! The bad clients themselves.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use vierschach_protocol::{
    CODE_LENGTH, CODE_SYMBOLS, ClientMessage, Entrance, ErrorCode, Phrase, Request, RoomAct,
    RoomCode, VERSION,
};

use super::{Attack, Doors, OUTSIDE, Tally, lock, name_of};
use crate::LoadError;
use crate::client::{Client, Told, open_socket};
use crate::table::{Party, address, options};

/// The length that an oversized frame announces.
const OVERSIZED: u64 = 1 << 40;

/// However long it took until there was something to be sent again.
const MIN_REPLAYS: u32 = 5;

/// What a bad client has before it.
pub(super) struct Target {
    pub(super) relay: SocketAddr,
    /// The client's number.
    pub(super) number: usize,
    /// The ways into the watched rooms.
    pub(super) doors: Doors,
}

/// One bad client, who tries again and again until the time is over. Its failures are its own.
pub(super) async fn attacker(attack: Attack, target: Target, until: Instant, tally: Arc<Tally>) {
    let Target {
        relay,
        number,
        doors,
    } = target;
    let from = address(OUTSIDE + number);
    let mut chance = ChaCha8Rng::seed_from_u64(u64::try_from(number).unwrap_or(u64::MAX));
    while Instant::now() < until {
        let tried = match attack {
            Attack::Oversized => oversized(relay, from, &tally, until).boxed().await,
            Attack::Garbage => garbage(relay, from, &tally, &mut chance).boxed().await,
            Attack::SlowReaders => slow_reader(relay, number, &tally, until).boxed().await,
            Attack::Floods => flood(relay, from, &tally, until).boxed().await,
            Attack::FloodsInside => {
                let doors = lock(&doors).clone();
                let door = &doors[number % doors.len()];
                // What it uses up of its address is not for the attacks after it.
                let from = address(5 * OUTSIDE + number);
                flood_inside(relay, from, door, &tally, until).boxed().await
            }
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
            client.act(RoomAct::Ready { ready: true }).await?;
            tally.count(&tally.sent);
        }
        refusals(&mut client, tally).await?;
    }
    Ok(())
}

/// Somebody whom the link lets into a room where others play, and who then asks for whatever is work
/// for it.
async fn flood_inside(
    relay: SocketAddr,
    from: Ipv4Addr,
    (code, secret): &(RoomCode, String),
    tally: &Tally,
    until: Instant,
) -> Result<(), LoadError> {
    let mut client = Client::connect(relay, from).await?;
    let join = Entrance::Join {
        code: code.clone(),
        secret: Some(secret.clone()),
        name: "Flood".to_owned(),
        watch: false,
    };
    match client.enter(join).await {
        // Others like it have all the places.
        Err(LoadError::Refused(code)) => {
            tally.refuse(code);
            return Ok(());
        }
        entered => entered?,
    }
    while Instant::now() < until {
        for number in 0..50 {
            let message = match (number % 10, client.game.clone()) {
                (0, Some(game)) => ClientMessage::OpenGame { game, since: None },
                (1..5, _) => ClientMessage::Room {
                    act: RoomAct::Say {
                        phrase: Phrase::Smile,
                    },
                },
                _ => ClientMessage::Room {
                    act: RoomAct::Lock { locked: true },
                },
            };
            client.send(message).await?;
            tally.count(&tally.sent);
        }
        refusals(&mut client, tally).await?;
        if client.room.as_ref().is_some_and(|room| room.locked) {
            tally.count(&tally.let_in);
        }
    }
    Ok(())
}

/// Counts the refusals that a client has got by now.
async fn refusals(client: &mut Client, tally: &Tally) -> Result<(), LoadError> {
    while let Ok(told) = timeout(Duration::from_millis(1), client.told()).await {
        if let Told::Refused(code) = told? {
            tally.refuse(code);
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
    let mut tries = 0;
    while tries < MIN_REPLAYS || Instant::now() < until {
        tries += 1;
        let sender = chance.random_range(0..4);
        let text = texts[chance.random_range(0..texts.len())].clone();
        party.clients[sender].send_text(text).await?;
        tally.count(&tally.sent);
        let client = &mut party.clients[sender];
        let answered = timeout(Duration::from_secs(5), async {
            loop {
                match client.told().await? {
                    Told::Refused(code) => return Ok::<_, LoadError>(Some(code)),
                    Told::Happened(_) => return Ok(None),
                    _ => {}
                }
            }
        });
        match answered.await {
            Ok(Ok(Some(code))) => tally.refuse(code),
            Ok(Ok(None)) => tally.count(&tally.let_in),
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
            Err(LoadError::Refused(code)) => tally.refuse(code),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// What is guessed.
#[derive(Clone, Debug)]
pub(super) enum Guess {
    /// Codes.
    Codes,
    /// Links and tokens, for rooms that there are not, and for this one.
    Secrets(RoomCode),
}

/// Guesses at a pace, on a new socket whenever the last was closed.
pub(super) async fn guesser_at(
    relay: SocketAddr,
    from: Ipv4Addr,
    seed: u64,
    pause: Duration,
    until: Instant,
    what: Guess,
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
                let text = guess(id, &what, &mut chance)?;
                tally.count(&tally.sent);
                socket.send(Message::text(text)).await?;
                match socket.next().await {
                    Some(Ok(Message::Text(answer))) => {
                        let unseen = [ErrorCode::TooManyGuesses, ErrorCode::TooFast];
                        let is = |code: &ErrorCode| {
                            answer.contains(&format!("\"code\":\"{}\"", name_of(*code)))
                        };
                        match unseen.into_iter().find(is) {
                            Some(code) => tally.refuse(code),
                            // It was looked at, whether or not it was right.
                            None => tally.count(&tally.let_in),
                        }
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

fn guess(id: u32, what: &Guess, chance: &mut ChaCha8Rng) -> Result<String, LoadError> {
    let symbols: Vec<char> = CODE_SYMBOLS.chars().collect();
    let code = (0..CODE_LENGTH).map(|_| symbols[chance.random_range(0..symbols.len())]);
    let code = RoomCode(code.collect());
    let digits = format!("{:032x}", chance.random::<u128>());
    let join = |code, secret| Entrance::Join {
        code,
        secret,
        name: "Guess".to_owned(),
        watch: true,
    };
    let entrance = match what {
        Guess::Codes => join(code, None),
        Guess::Secrets(known) => {
            let code = if chance.random() { known.clone() } else { code };
            if chance.random() {
                join(code, Some(digits))
            } else {
                let (token, since) = (digits, None);
                Entrance::Return { code, token, since }
            }
        }
    };
    let protocol = VERSION;
    let message = ClientMessage::EnterRoom { protocol, entrance };
    Ok(serde_json::to_string(&Request { id, message })?)
}
