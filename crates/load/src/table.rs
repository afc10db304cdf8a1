//! Four players in a room.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use vierschach_protocol::{
    ClientMessage, Color, Entrance, ErrorCode, Holder, Move, RoomAct, RoomCode, RoomOptions,
    RoomSeat, Table as Agreed, Variant,
};

use crate::LoadError;
use crate::client::{Client, Told};

const COLORS: [Color; 4] = [Color::Red, Color::Blue, Color::Yellow, Color::Green];

/// A room with four players, of one party behind one address.
pub(crate) struct Party {
    /// In the order of their seats.
    pub(crate) clients: Vec<Client>,
    pub(crate) code: RoomCode,
    /// From where they come.
    pub(crate) from: Ipv4Addr,
    chance: ChaCha8Rng,
}

/// A move that all have been told of.
pub(crate) struct Played {
    /// How long it took until each of the others was told.
    pub(crate) delivered: Vec<Duration>,
}

/// An address of its own for each party, out of 10.0.0.0/8.
pub(crate) fn address(number: usize) -> Ipv4Addr {
    let number = u32::try_from(number).unwrap_or(u32::MAX) & 0x00ff_ffff;
    Ipv4Addr::from_bits(0x0a00_0000 | number)
}

/// What is played.
pub(crate) fn options() -> RoomOptions {
    RoomOptions {
        variant: Variant::Solo,
        house: Vec::new(),
        table: Agreed::default(),
        first: Color::Red,
        date: None,
    }
}

impl Party {
    /// Makes a room, seats four in it and starts a game. The clients' relays are taken in turn.
    pub(crate) async fn start(
        relays: &[SocketAddr],
        number: usize,
        from: Ipv4Addr,
    ) -> Result<Party, LoadError> {
        let mut party = Party::gather(relays, number, from).await?;
        for client in &mut party.clients {
            client.act(RoomAct::Ready { ready: true }).await?;
        }
        let host = &mut party.clients[0];
        host.until("everybody's readiness", |host, _| {
            let sits = |seat: &RoomSeat| matches!(seat.holder, Holder::Member { .. });
            let room = host.room.as_ref();
            room.is_some_and(|room| room.can_start && room.seats.iter().all(sits))
        })
        .await?;
        host.act(RoomAct::Start { level: 1 }).await?;
        try_join_all(
            party
                .clients
                .iter_mut()
                .map(|client| client.until("a start", |_, told| told == Told::Snapshot)),
        )
        .await?;
        Ok(party)
    }

    /// Makes a room and seats four in it.
    pub(crate) async fn gather(
        relays: &[SocketAddr],
        number: usize,
        from: Ipv4Addr,
    ) -> Result<Party, LoadError> {
        let relay = |seat: usize| relays[seat % relays.len()];
        let mut host = Client::connect(relay(0), from).await?;
        let create = Entrance::Create {
            name: "Red".to_owned(),
            options: options(),
        };
        host.enter(create).await?;
        let Some(room) = &host.room else {
            return Err(LoadError::Wrong("entered no room".to_owned()));
        };
        let (code, secret) = (room.code.clone(), host.secret.clone());
        let mut clients = vec![host];
        for (seat, color) in COLORS.into_iter().enumerate().skip(1) {
            let mut guest = Client::connect(relay(seat), from).await?;
            let join = Entrance::Join {
                code: code.clone(),
                secret: Some(secret.clone()),
                name: format!("{color:?}"),
                watch: false,
            };
            guest.enter(join).await?;
            guest.act(RoomAct::Sit { color, name: None }).await?;
            clients.push(guest);
        }
        let seed = u64::try_from(number).unwrap_or(u64::MAX);
        Ok(Party {
            clients,
            code,
            from,
            chance: ChaCha8Rng::seed_from_u64(seed),
        })
    }

    /// A number below a limit, by this party's chance.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.chance.random_range(0..limit.max(1))
    }

    /// Who is to move, and a move; `None`: the game is over.
    pub(crate) fn choose(&mut self) -> Option<(usize, Move)> {
        let mut clients = self.clients.iter().enumerate();
        let (mover, client) = clients.find(|(_, client)| client.to_move().is_some())?;
        let legal = &client.now.as_ref()?.legal;
        let quiet: Vec<_> = legal.iter().filter(|choice| choice.is_quiet()).collect();
        let chosen = quiet.choose(&mut self.chance).copied();
        let chosen = chosen.or_else(|| legal.choose(&mut self.chance))?;
        Some((mover, chosen.mv.clone()))
    }

    /// Has whoever is to move play, and waits until all were told. `None`: the game is over.
    pub(crate) async fn play(&mut self) -> Result<Option<Played>, LoadError> {
        let Some((mover, mv)) = self.choose() else {
            return Ok(None);
        };
        let next = self.clients[mover].number + 1;
        let text = self.clients[mover].play_text(&mv)?;
        let sent = Instant::now();
        self.clients[mover].send_text(text).await?;
        let told = self.clients.iter_mut().map(async |client| {
            client
                .until(
                    "a move",
                    |_, told| matches!(told, Told::Happened(number) if number >= next),
                )
                .await?;
            Ok::<_, LoadError>(sent.elapsed())
        });
        let mut delivered = try_join_all(told).await?;
        delivered.remove(mover);
        Ok(Some(Played { delivered }))
    }

    /// Asks for the whole game anew and compares it with what everybody was told of it.
    pub(crate) async fn check(&mut self) -> Result<u32, LoadError> {
        for client in &mut self.clients {
            let Some(game) = client.game.clone() else {
                return Err(LoadError::Wrong("no game to look at".to_owned()));
            };
            client
                .send(ClientMessage::OpenGame { game, since: None })
                .await?;
            // A move that was sent before its forerunner was told is refused by then: it is old news.
            let mut told = Err(LoadError::Refused(ErrorCode::Stale));
            while let Err(LoadError::Refused(ErrorCode::Stale | ErrorCode::NotYourTurn)) = told {
                told = client
                    .until("a snapshot", |_, told| told == Told::Snapshot)
                    .await;
            }
            told?;
        }
        let hash = |client: &Client| client.now.as_ref().map(|now| now.hash.clone());
        let first = &self.clients[0];
        let differ = self
            .clients
            .iter()
            .filter(|client| (client.number, hash(client)) != (first.number, hash(first)));
        let differ = u32::try_from(differ.count()).unwrap_or(u32::MAX);
        let disorder = self.clients.iter().map(|client| client.disorder);
        Ok(disorder.sum::<u32>() + differ)
    }
}
