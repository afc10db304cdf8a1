//! One player at one socket.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use vierschach_protocol::{
    ClientMessage, Color, Entrance, ErrorCode, GameId, Known, Move, Request, RoomAct, RoomView,
    VERSION,
};

use crate::LoadError;

/// Nothing takes so long unless it is broken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Thousands of sockets share the memory.
const BUFFER: usize = 4 * 1024;

/// A raw socket, for those who send what no player would.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Opens a socket to a route of the relay. `from`: the address that the proxy would name.
pub(crate) async fn open_socket(
    relay: SocketAddr,
    route: &str,
    from: Ipv4Addr,
) -> Result<Socket, LoadError> {
    let stream = TcpStream::connect(relay).await?;
    stream.set_nodelay(true)?;
    let mut request = format!("ws://{relay}{route}").into_client_request()?;
    let from = HeaderValue::try_from(from.to_string())
        .map_err(|error| LoadError::Wrong(error.to_string()))?;
    request.headers_mut().insert("x-forwarded-for", from);
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER)
        .write_buffer_size(0);
    let opened = timeout(
        PATIENCE,
        client_async_with_config(request, stream, Some(config)),
    );
    let (socket, _) = opened.await.map_err(|_| LoadError::Late("a handshake"))??;
    Ok(socket)
}

/// How things stand, as far as a player without eyes needs it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Now {
    pub(crate) ply: u32,
    pub(crate) hash: String,
    pub(crate) turn: Option<Color>,
    pub(crate) legal: Vec<Choice>,
}

/// A legal move.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Choice {
    #[serde(rename = "move")]
    pub(crate) mv: Move,
    captures: Vec<IgnoredAny>,
    gives_check: Vec<IgnoredAny>,
}

impl Choice {
    /// Takes nothing and checks nobody: games of such moves are long.
    pub(crate) fn is_quiet(&self) -> bool {
        self.captures.is_empty() && self.gives_check.is_empty()
    }
}

/// An event of a game's log.
#[derive(Clone, Debug, Deserialize)]
struct Event {
    number: u32,
    action: Action,
}

#[derive(Clone, Debug, Deserialize)]
struct Action {
    #[serde(rename = "move")]
    mv: Option<Move>,
}

#[derive(Debug, Deserialize)]
struct Game {
    id: GameId,
    number: u32,
    yours: Vec<Color>,
    events: Vec<Event>,
    now: Now,
}

/// What a message is, before the rest of it is read.
#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(rename = "type", borrow)]
    kind: &'a str,
}

#[derive(Deserialize)]
struct Entered {
    token: String,
    secret: String,
    room: Box<RoomView>,
}

#[derive(Deserialize)]
struct Changed {
    room: Box<RoomView>,
}

#[derive(Deserialize)]
struct Snapshot {
    game: Game,
}

#[derive(Deserialize)]
struct Happened {
    game: GameId,
    event: Event,
    now: Now,
}

#[derive(Deserialize)]
struct Refusal {
    code: ErrorCode,
}

/// What a player has just been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// Came into the room.
    Entered,
    /// The room changed.
    Room,
    /// A whole game.
    Snapshot,
    /// The next event, of this number.
    Happened(u32),
    /// A request had no effect.
    Refused(ErrorCode),
    /// Another screen took over.
    Replaced,
    /// Anything else.
    Other,
}

/// A player, and all that a page would know.
pub(crate) struct Client {
    socket: Socket,
    next_id: u32,
    /// What brings it back, once it has been in the room.
    pub(crate) token: String,
    /// What a link would carry.
    pub(crate) secret: String,
    pub(crate) room: Option<Box<RoomView>>,
    pub(crate) game: Option<GameId>,
    /// The number of the last event.
    pub(crate) number: u32,
    pub(crate) yours: Vec<Color>,
    pub(crate) now: Option<Now>,
    /// The moves by number that were told to it.
    pub(crate) moves: BTreeMap<u32, Move>,
    /// Events that came twice, too late or not at all.
    pub(crate) disorder: u32,
}

impl Client {
    /// Opens a socket to the relay's rooms.
    pub(crate) async fn connect(relay: SocketAddr, from: Ipv4Addr) -> Result<Client, LoadError> {
        Ok(Client {
            socket: open_socket(relay, "/room", from).await?,
            next_id: 1,
            token: String::new(),
            secret: String::new(),
            room: None,
            game: None,
            number: 0,
            yours: Vec::new(),
            now: None,
            moves: BTreeMap::new(),
            disorder: 0,
        })
    }

    /// Comes back on a new socket, from where it was.
    pub(crate) async fn reconnect(
        &mut self,
        relay: SocketAddr,
        from: Ipv4Addr,
    ) -> Result<(), LoadError> {
        self.socket = open_socket(relay, "/room", from).await?;
        let Some(room) = &self.room else {
            return Err(LoadError::Wrong("was in no room".to_owned()));
        };
        let number = self.number;
        let entrance = Entrance::Return {
            code: room.code.clone(),
            token: self.token.clone(),
            since: self.game.clone().map(|game| Known { game, number }),
        };
        self.enter(entrance).await
    }

    /// Asks to be let in, and waits until it is.
    pub(crate) async fn enter(&mut self, entrance: Entrance) -> Result<(), LoadError> {
        let protocol = VERSION;
        self.send(ClientMessage::EnterRoom { protocol, entrance })
            .await?;
        self.until("entering", |_, told| told == Told::Entered)
            .await
    }

    pub(crate) async fn send(&mut self, message: ClientMessage) -> Result<(), LoadError> {
        let id = self.next_id;
        self.next_id += 1;
        let text = serde_json::to_string(&Request { id, message })?;
        self.send_text(text).await
    }

    pub(crate) async fn send_text(&mut self, text: String) -> Result<(), LoadError> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    pub(crate) async fn act(&mut self, act: RoomAct) -> Result<(), LoadError> {
        self.send(ClientMessage::Room { act }).await
    }

    /// The text of a move in the position that it sees.
    pub(crate) fn play_text(&mut self, mv: &Move) -> Result<String, LoadError> {
        let (Some(game), Some(now)) = (&self.game, &self.now) else {
            return Err(LoadError::Wrong("no game to play in".to_owned()));
        };
        let message = ClientMessage::Play {
            game: game.clone(),
            ply: now.ply,
            hash: now.hash.clone(),
            mv: mv.clone(),
        };
        let id = self.next_id;
        self.next_id += 1;
        Ok(serde_json::to_string(&Request { id, message })?)
    }

    /// The colour that it is to move, if it is its turn.
    pub(crate) fn to_move(&self) -> Option<Color> {
        let turn = self.now.as_ref()?.turn?;
        self.yours.contains(&turn).then_some(turn)
    }

    /// Is told things until `wanted`; a refusal ends it.
    pub(crate) async fn until(
        &mut self,
        what: &'static str,
        mut wanted: impl FnMut(&Client, Told) -> bool,
    ) -> Result<(), LoadError> {
        let all = async {
            loop {
                match self.told().await? {
                    Told::Refused(code) => return Err(LoadError::Refused(code)),
                    told if wanted(self, told) => return Ok(()),
                    _ => {}
                }
            }
        };
        timeout(PATIENCE, all)
            .await
            .map_err(|_| LoadError::Late(what))?
    }

    /// The next thing that it is told.
    pub(crate) async fn told(&mut self) -> Result<Told, LoadError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return self.hear(text.as_str()),
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map(|frame| format!("{} {}", frame.code, frame.reason));
                    return Err(LoadError::Closed(reason.unwrap_or_default()));
                }
                // Pings are answered by the library when it is next written or read.
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(Error::ConnectionClosed.into()),
            }
        }
    }

    fn hear(&mut self, text: &str) -> Result<Told, LoadError> {
        let Kind { kind } = serde_json::from_str(text)?;
        Ok(match kind {
            "room-entered" => {
                let entered: Entered = serde_json::from_str(text)?;
                self.token = entered.token;
                self.secret = entered.secret;
                self.room = Some(entered.room);
                Told::Entered
            }
            "room" => {
                let Changed { room } = serde_json::from_str(text)?;
                self.room = Some(room);
                Told::Room
            }
            "snapshot" => {
                let Snapshot { game } = serde_json::from_str(text)?;
                self.see(game);
                Told::Snapshot
            }
            "happened" => {
                let Happened { game, event, now } = serde_json::from_str(text)?;
                let number = event.number;
                if Some(game) != self.game || number != self.number + 1 {
                    self.disorder += 1;
                }
                self.number = number;
                self.now = Some(now);
                if let Some(mv) = event.action.mv {
                    self.moves.insert(number, mv);
                }
                Told::Happened(number)
            }
            "refused" => {
                let Refusal { code } = serde_json::from_str(text)?;
                Told::Refused(code)
            }
            "replaced" => Told::Replaced,
            _ => Told::Other,
        })
    }

    fn see(&mut self, game: Game) {
        let moves = game.events.into_iter();
        let moves = moves.filter_map(|event| Some((event.number, event.action.mv?)));
        let moves: BTreeMap<u32, Move> = moves.collect();
        if self.game.as_ref() == Some(&game.id) {
            // What it was told once must stand in every later snapshot.
            let changed = |(number, mv): &(&u32, &Move)| moves.get(number) != Some(mv);
            let lost = self.moves.iter().filter(changed).count();
            self.disorder += u32::try_from(lost).unwrap_or(u32::MAX);
        }
        self.moves = moves;
        self.game = Some(game.id);
        self.number = game.number;
        self.yours = game.yours;
        self.now = Some(game.now);
    }
}
