//! A client for tests: it speaks the protocol over a real socket.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]
#![allow(dead_code, reason = "each test file uses its own part of it")]

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Response};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite};
use vierschach_protocol::{
    ClientMessage, Color, GameId, GameView, Move, NewGame, NewSeat, Now, Player, Request,
    ServerMessage, VERSION, Variant, Welcome,
};

pub(crate) mod log;
pub(crate) mod room;

/// Nothing in these tests takes this long unless it is broken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next_id: u32,
}

/// What the handshake gets back: the socket and the cookie that it sets, or the refusal.
pub(crate) async fn handshake(
    address: SocketAddr,
    headers: &[(&'static str, &str)],
) -> Result<(Client, Option<String>), tungstenite::Error> {
    handshake_at(address, "ws", headers).await
}

/// The same at another route.
pub(crate) async fn handshake_at(
    address: SocketAddr,
    route: &str,
    headers: &[(&'static str, &str)],
) -> Result<(Client, Option<String>), tungstenite::Error> {
    let mut request = format!("ws://{address}/{route}").into_client_request()?;
    for (name, value) in headers {
        let value = HeaderValue::from_str(value).unwrap();
        request.headers_mut().insert(*name, value);
    }
    let (socket, response) = connect_async(request).await?;
    let client = Client { socket, next_id: 1 };
    Ok((client, cookie(&response)))
}

fn cookie<B>(response: &Response<B>) -> Option<String> {
    let set = response.headers().get("set-cookie")?.to_str().ok()?;
    set.split(';').next().map(str::to_owned)
}

impl Client {
    /// A new device; its cookie brings the same device back.
    pub(crate) async fn new_device(address: SocketAddr) -> (Client, String) {
        let (client, cookie) = handshake(address, &[]).await.unwrap();
        (client, cookie.unwrap())
    }

    pub(crate) async fn device(address: SocketAddr, cookie: &str) -> Client {
        let (client, _) = handshake(address, &[("cookie", cookie)]).await.unwrap();
        client
    }

    pub(crate) async fn send(&mut self, message: ClientMessage) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        let request = Request { id, message };
        self.send_text(serde_json::to_string(&request).unwrap())
            .await;
        id
    }

    pub(crate) async fn send_text(&mut self, text: impl Into<String>) {
        self.send_frame(Message::text(text.into())).await;
    }

    pub(crate) async fn send_frame(&mut self, frame: Message) {
        self.socket.send(frame).await.unwrap();
    }

    /// The next frame that is no ping, or `None` at the end.
    pub(crate) async fn frame(&mut self) -> Option<Message> {
        loop {
            match timeout(PATIENCE, self.socket.next())
                .await
                .expect("an answer in time")
            {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(frame)) => return Some(frame),
                Some(Err(_)) | None => return None,
            }
        }
    }

    pub(crate) async fn receive(&mut self) -> ServerMessage {
        match self.frame().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).unwrap(),
            other => panic!("expected a message, got {other:?}"),
        }
    }

    /// The first message that `wanted` takes; others are passed over.
    pub(crate) async fn wait<T>(
        &mut self,
        mut wanted: impl FnMut(ServerMessage) -> Option<T>,
    ) -> T {
        loop {
            if let Some(found) = wanted(self.receive().await) {
                return found;
            }
        }
    }

    pub(crate) async fn hello(&mut self) -> Welcome {
        let protocol = VERSION;
        self.send(ClientMessage::Hello { protocol }).await;
        self.wait(|message| match message {
            ServerMessage::Welcome(welcome) => Some(welcome),
            _ => None,
        })
        .await
    }

    pub(crate) async fn snapshot(&mut self) -> GameView {
        self.wait(|message| match message {
            ServerMessage::Snapshot { game, .. } => Some(*game),
            _ => None,
        })
        .await
    }

    /// Starts a game in which Red is a person.
    pub(crate) async fn start(&mut self, others: Player) -> GameView {
        let message = ClientMessage::CreateGame(new_game(others));
        self.send(message).await;
        self.snapshot().await
    }

    pub(crate) async fn open(&mut self, game: &GameId) -> GameView {
        let game = game.clone();
        self.send(ClientMessage::OpenGame { game, since: None })
            .await;
        self.snapshot().await
    }

    pub(crate) async fn play(&mut self, game: &GameId, now: &Now, mv: &Move) {
        self.send(ClientMessage::Play {
            game: game.clone(),
            ply: now.ply,
            hash: now.hash.clone(),
            mv: mv.clone(),
        })
        .await;
    }

    /// How things stand after the next event.
    pub(crate) async fn happened(&mut self) -> Now {
        self.wait(|message| match message {
            ServerMessage::Happened { now, .. } => Some(*now),
            ServerMessage::Refused { code, .. } => panic!("refused: {code:?}"),
            _ => None,
        })
        .await
    }

    /// Plays the first legal move and waits until the others have answered.
    pub(crate) async fn play_round(&mut self, game: &GameId, now: Now) -> Now {
        let mv = now.legal[now.ply as usize % now.legal.len()].mv.clone();
        self.play(game, &now, &mv).await;
        loop {
            let now = self.happened().await;
            if now.turn == Some(Color::Red) || now.result.is_some() {
                return now;
            }
        }
    }
}

pub(crate) fn new_game(others: Player) -> NewGame {
    let seat = |player| NewSeat { name: None, player };
    NewGame {
        variant: Variant::Solo,
        house: Vec::new(),
        table: vierschach_protocol::Table::default(),
        start: None,
        first: Color::Red,
        seats: [
            seat(Player::Person { me: false }),
            seat(others),
            seat(others),
            seat(others),
        ],
    }
}
