//! A friend in a room, over a real socket.

use std::net::SocketAddr;

use vierschach_protocol::{
    ClientMessage, Color, Entrance, ErrorCode, GameId, GameView, Known, MemberId, Move, Now,
    RoomAct, RoomCode, RoomOptions, RoomView, ServerMessage, Table, VERSION, Variant,
};

use super::{Client, handshake_at};

/// Somebody at a room's socket, with what they know.
pub(crate) struct Friend {
    pub(crate) client: Client,
    pub(crate) token: String,
    pub(crate) secret: String,
    pub(crate) room: RoomView,
    pub(crate) game: Option<GameView>,
}

/// Why somebody was not let in: the code and the numbers of its sentence.
pub(crate) type NotIn = (ErrorCode, std::collections::BTreeMap<String, String>);

pub(crate) fn options() -> RoomOptions {
    RoomOptions {
        variant: Variant::Solo,
        house: Vec::new(),
        table: Table::default(),
        first: Color::Red,
        date: None,
    }
}

pub(crate) async fn line(address: SocketAddr) -> Client {
    handshake_at(address, "room", &[]).await.unwrap().0
}

/// Tries to come in on a line that is open.
pub(crate) async fn enter(mut client: Client, entrance: Entrance) -> Result<Friend, NotIn> {
    ask_to_enter(&mut client, entrance).await;
    match client.receive().await {
        ServerMessage::RoomEntered {
            token,
            secret,
            room,
            ..
        } => Ok(Friend {
            client,
            token,
            secret,
            room: *room,
            game: None,
        }),
        ServerMessage::Refused { code, params, .. } => Err((code, params)),
        other => panic!("neither in nor out: {other:?}"),
    }
}

pub(crate) async fn ask_to_enter(client: &mut Client, entrance: Entrance) {
    let protocol = VERSION;
    let message = ClientMessage::EnterRoom { protocol, entrance };
    client.send(message).await;
}

pub(crate) fn by_code(code: &RoomCode, name: &str) -> Entrance {
    Entrance::Join {
        code: code.clone(),
        secret: None,
        name: name.to_owned(),
        watch: false,
    }
}

impl Friend {
    pub(crate) async fn create(address: SocketAddr, options: RoomOptions) -> Friend {
        let name = "Anna".to_owned();
        let create = Entrance::Create { name, options };
        enter(line(address).await, create).await.unwrap()
    }

    pub(crate) async fn join(address: SocketAddr, code: &RoomCode, name: &str) -> Friend {
        let join = by_code(code, name);
        enter(line(address).await, join).await.unwrap()
    }

    /// The way back, after the line was lost.
    pub(crate) fn way_back(&self) -> Entrance {
        let since = self.game.as_ref().map(|game| Known {
            game: game.id.clone(),
            number: game.number,
        });
        Entrance::Return {
            code: self.room.code.clone(),
            token: self.token.clone(),
            since,
        }
    }

    /// Comes back on a new line, as the page does: with what it knows of the game.
    pub(crate) async fn come_back(self, address: SocketAddr) -> Friend {
        let way_back = self.way_back();
        let game = self.game;
        drop(self.client);
        let friend = enter(line(address).await, way_back).await.unwrap();
        Friend { game, ..friend }
    }

    pub(crate) fn id(&self) -> MemberId {
        self.room.you
    }

    pub(crate) async fn act(&mut self, act: RoomAct) {
        self.client.send(ClientMessage::Room { act }).await;
    }

    /// Takes the next message; what it says of the room and the game is known then.
    pub(crate) async fn hear(&mut self) -> ServerMessage {
        let message = self.client.receive().await;
        match &message {
            ServerMessage::Room { room, .. } => self.room = (**room).clone(),
            ServerMessage::Snapshot { game, .. } => self.game = Some((**game).clone()),
            ServerMessage::Happened { event, now, .. } => {
                let game = self.game.as_mut().expect("a snapshot comes first");
                assert_eq!(event.number, game.number + 1, "no gap and nothing twice");
                game.number = event.number;
                game.now = (**now).clone();
            }
            _ => {}
        }
        message
    }

    /// Takes messages until the room looks like this.
    pub(crate) async fn until(&mut self, good: impl Fn(&RoomView) -> bool) {
        while !good(&self.room) {
            self.hear().await;
        }
    }

    /// Takes messages until the game stands like this.
    pub(crate) async fn until_game(&mut self, good: impl Fn(&GameView) -> bool) {
        while !self.game.as_ref().is_some_and(&good) {
            if let ServerMessage::Refused { code, .. } = self.hear().await {
                panic!("refused: {code:?}");
            }
        }
    }

    pub(crate) async fn refusal(&mut self) -> ErrorCode {
        loop {
            if let ServerMessage::Refused { code, .. } = self.hear().await {
                return code;
            }
        }
    }

    pub(crate) fn now(&self) -> &Now {
        &self.game.as_ref().expect("a game").now
    }

    pub(crate) fn game_id(&self) -> GameId {
        self.game.as_ref().expect("a game").id.clone()
    }

    pub(crate) async fn play(&mut self, now: &Now, mv: &Move) {
        let game = self.game_id();
        self.client.play(&game, now, mv).await;
    }

    /// Plays a move of those that are legal now, the same one each time it is asked.
    pub(crate) async fn play_some(&mut self) {
        let now = self.now().clone();
        let mv = &now.legal[now.ply as usize % now.legal.len()].mv;
        self.play(&now, mv).await;
    }

    pub(crate) async fn sit(&mut self, color: Color) {
        self.act(RoomAct::Sit { color, name: None }).await;
        self.act(RoomAct::Ready { ready: true }).await;
        let you = self.room.you;
        self.until(|room| room.members.iter().any(|one| one.id == you && one.ready))
            .await;
    }
}
