//! A scripted host of a room: a log in memory that several processes may share and that can be told
//! to fail, CPUs that wait to be answered.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use vierschach_protocol::{
    ClientMessage, Color, Entrance, ErrorCode, GameView, HouseRule, Known, MemberId, Move, Now,
    Request, RoomAct, RoomCode, RoomOptions, RoomView, ServerMessage, Table, VERSION, Variant,
};
use vierschach_session::{
    ConnectionId, CpuTask, Input, Outcome, Room, RoomConfig, RoomEffect, RoomHeader, RoomInput,
    Ticket, Token,
};

pub(crate) const CODE: &str = "BCDFGH";

/// A room's log, which several processes may have.
#[derive(Clone, Debug)]
pub(crate) struct SharedLog {
    pub(crate) header: String,
    pub(crate) entries: Rc<RefCell<Vec<String>>>,
}

/// One process's host.
pub(crate) struct RoomHost {
    pub(crate) room: Room,
    pub(crate) log: SharedLog,
    /// The disk refuses to write.
    pub(crate) full: bool,
    pub(crate) time: u64,
    pub(crate) sent: VecDeque<(ConnectionId, ServerMessage)>,
    pub(crate) asked: Vec<CpuTask>,
    pub(crate) cancelled: Vec<Token>,
    pub(crate) closed: Vec<ConnectionId>,
    pub(crate) wake_at: Option<u64>,
    /// Appends are left under way.
    pub(crate) slow: bool,
    pub(crate) under_way: Option<(Ticket, u32, String)>,
    /// The room as each screen saw it last.
    seen: BTreeMap<ConnectionId, RoomView>,
    /// Screens that are there.
    open: BTreeSet<ConnectionId>,
    next_id: u32,
}

/// Somebody at a screen.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) screen: ConnectionId,
    pub(crate) token: String,
    pub(crate) id: MemberId,
}

pub(crate) fn options() -> RoomOptions {
    RoomOptions {
        variant: Variant::Solo,
        house: Vec::new(),
        table: Table::default(),
        first: Color::Red,
        date: None,
    }
}

pub(crate) fn config(process: u64) -> RoomConfig {
    RoomConfig {
        levels: vec![1, 2, 3, 4],
        process,
        entropy: [u8::try_from(process).unwrap_or(9); 32],
    }
}

impl SharedLog {
    pub(crate) fn new(options: RoomOptions, now: u64) -> SharedLog {
        let code = RoomCode(CODE.to_owned());
        let (header, _) = RoomHeader::new(code, "5ecret".to_owned(), options, 1, now).unwrap();
        SharedLog {
            header: header.to_text(),
            entries: Rc::default(),
        }
    }
}

impl RoomHost {
    pub(crate) fn new(options: RoomOptions) -> RoomHost {
        RoomHost::with(SharedLog::new(options, 1_000), 1, 1_000)
    }

    /// A process that loads the room from its log.
    pub(crate) fn with(log: SharedLog, process: u64, time: u64) -> RoomHost {
        let room = Room::load(config(process), &log.header, &log.entries.borrow()).unwrap();
        RoomHost {
            room,
            log,
            full: false,
            time,
            sent: VecDeque::new(),
            asked: Vec::new(),
            cancelled: Vec::new(),
            closed: Vec::new(),
            wake_at: None,
            slow: false,
            under_way: None,
            seen: BTreeMap::new(),
            open: BTreeSet::new(),
            next_id: 1,
        }
    }

    pub(crate) fn input(&mut self, input: RoomInput) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            self.time += 1;
            for effect in self.room.handle(self.time, input) {
                match effect {
                    RoomEffect::Send { to, message } => {
                        assert!(!to.is_empty());
                        for to in to {
                            if let ServerMessage::Room { room, .. }
                            | ServerMessage::RoomEntered { room, .. } = &*message
                            {
                                self.seen.insert(to, (**room).clone());
                            }
                            self.sent.push_back((to, (*message).clone()));
                        }
                    }
                    RoomEffect::Close(connection) => {
                        self.open.remove(&connection);
                        self.closed.push(connection);
                    }
                    RoomEffect::Append {
                        ticket,
                        number,
                        entry,
                        snapshot,
                    } => {
                        assert!(self.under_way.is_none(), "one append at a time");
                        assert!(vierschach_session::RoomSnapshot::from_text(&snapshot).is_ok());
                        if self.slow {
                            self.under_way = Some((ticket, number, entry));
                        } else {
                            inputs.push_back(self.append(ticket, number, entry));
                        }
                    }
                    RoomEffect::ReadAfter(number) => inputs.push_back(self.others(number)),
                    RoomEffect::AskCpu(task) => self.asked.push(*task),
                    RoomEffect::CancelCpu(token) => self.cancelled.push(token),
                    RoomEffect::WakeAt(at) => self.wake_at = at,
                    RoomEffect::Astray(error) => panic!("astray: {error}"),
                }
            }
        }
    }

    fn append(&mut self, ticket: Ticket, number: u32, entry: String) -> RoomInput {
        let mut entries = self.log.entries.borrow_mut();
        let last = entries.len();
        let outcome = if self.full {
            Outcome::Failed
        } else if number as usize == last + 1 {
            entries.push(entry);
            Outcome::Written
        } else {
            Outcome::Overtaken(entries[number as usize - 1..].to_vec())
        };
        RoomInput::Kept { ticket, outcome }
    }

    /// Lets the append that is under way come to its end.
    pub(crate) fn finish(&mut self) {
        self.slow = false;
        let (ticket, number, entry) = self.under_way.take().expect("an append is under way");
        let kept = self.append(ticket, number, entry);
        self.input(kept);
    }

    /// The append that is under way is done, but its answer says that it failed.
    pub(crate) fn loses_answer(&mut self) {
        self.slow = false;
        let (ticket, number, entry) = self.under_way.take().expect("an append is under way");
        self.append(ticket, number, entry);
        let outcome = Outcome::Failed;
        self.input(RoomInput::Kept { ticket, outcome });
    }

    /// What a store tells of entries after this number.
    pub(crate) fn others(&self, number: u32) -> RoomInput {
        let entries = self.log.entries.borrow();
        RoomInput::Others {
            first: number + 1,
            entries: entries[number as usize..].to_vec(),
        }
    }

    /// Hears of what others wrote.
    pub(crate) fn hear(&mut self) {
        let others = self.others(self.room.number());
        self.input(others);
    }

    /// Lets time go by, with a tick whenever the room asked for one.
    pub(crate) fn pass(&mut self, milliseconds: u64) {
        let until = self.time + milliseconds;
        let mut ticks = 0;
        while let Some(at) = self.wake_at.filter(|at| *at <= until) {
            ticks += 1;
            assert!(ticks <= 10 + milliseconds / 200, "a room that never sleeps");
            self.wake_at = None;
            self.time = self.time.max(at.saturating_sub(1));
            self.input(RoomInput::Common(Input::Tick));
        }
        self.time = self.time.max(until);
    }

    pub(crate) fn come(&mut self, number: u64, device: Option<&str>) -> ConnectionId {
        self.come_from(number, device, None)
    }

    pub(crate) fn come_from(
        &mut self,
        number: u64,
        device: Option<&str>,
        address: Option<&str>,
    ) -> ConnectionId {
        let connection = ConnectionId(number);
        self.open.insert(connection);
        self.input(RoomInput::Came {
            connection,
            device: device.map(str::to_owned),
            address: address.map(str::to_owned),
        });
        connection
    }

    pub(crate) fn go(&mut self, connection: ConnectionId) {
        self.open.remove(&connection);
        self.input(RoomInput::Common(Input::Disconnected(connection)));
    }

    pub(crate) fn ask(&mut self, connection: ConnectionId, message: ClientMessage) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        let text = serde_json::to_string(&Request { id, message }).unwrap();
        self.input(RoomInput::Common(Input::Received { connection, text }));
        id
    }

    pub(crate) fn act(&mut self, guest: &Guest, act: RoomAct) {
        self.ask(guest.screen, ClientMessage::Room { act });
    }

    pub(crate) fn enter(&mut self, screen: ConnectionId, entrance: Entrance) {
        let protocol = VERSION;
        self.ask(screen, ClientMessage::EnterRoom { protocol, entrance });
    }

    fn entered(&mut self, screen: ConnectionId) -> Guest {
        let messages = self.messages(screen);
        let mut entered = messages.into_iter().filter_map(|message| match message {
            ServerMessage::RoomEntered { token, room, .. } => Some((token, room.you)),
            ServerMessage::Refused { code, .. } => panic!("refused: {code:?}"),
            _ => None,
        });
        let (token, id) = entered.next().expect("an entrance");
        Guest { screen, token, id }
    }

    pub(crate) fn create(&mut self, name: &str) -> Guest {
        let screen = self.come(self.time, None);
        self.create_on(screen, name)
    }

    pub(crate) fn create_on(&mut self, screen: ConnectionId, name: &str) -> Guest {
        let options = options();
        let name = name.to_owned();
        self.enter(screen, Entrance::Create { name, options });
        self.entered(screen)
    }

    pub(crate) fn join(&mut self, name: &str) -> Guest {
        let screen = self.come(self.time, Some(name));
        self.join_on(screen, name)
    }

    pub(crate) fn join_on(&mut self, screen: ConnectionId, name: &str) -> Guest {
        self.enter(screen, join(name, false));
        self.entered(screen)
    }

    pub(crate) fn come_back(&mut self, guest: &Guest, since: Option<Known>) -> Guest {
        let screen = self.come(self.time, None);
        self.return_on(screen, guest, since);
        let (token, id) = (guest.token.clone(), guest.id);
        Guest { screen, token, id }
    }

    pub(crate) fn return_on(&mut self, screen: ConnectionId, guest: &Guest, since: Option<Known>) {
        let code = RoomCode(CODE.to_owned());
        let token = guest.token.clone();
        self.enter(screen, Entrance::Return { code, token, since });
    }

    /// Everybody sits down, is ready, and the first one starts.
    pub(crate) fn start(&mut self, guests: &[&Guest]) {
        for (guest, color) in guests.iter().zip(COLORS).skip(1) {
            self.act(guest, RoomAct::Sit { color, name: None });
            self.act(guest, RoomAct::Ready { ready: true });
        }
        self.act(guests[0], RoomAct::Start { level: 1 });
    }

    /// All messages that a screen got and nobody took yet.
    pub(crate) fn messages(&mut self, screen: ConnectionId) -> Vec<ServerMessage> {
        let sent = self.sent.drain(..);
        let (of_screen, others): (VecDeque<_>, _) = sent.partition(|(to, _)| *to == screen);
        self.sent = others;
        of_screen.into_iter().map(|(_, message)| message).collect()
    }

    pub(crate) fn forget(&mut self) {
        self.sent.clear();
    }

    /// The last refusal that a screen got.
    pub(crate) fn refusal(&mut self, guest: &Guest) -> Option<ErrorCode> {
        refusal(&self.messages(guest.screen))
    }

    /// The room as the screen saw it last.
    pub(crate) fn view(&self, guest: &Guest) -> RoomView {
        self.seen[&guest.screen].clone()
    }

    /// The room as the screen saw it last, if it ever did.
    pub(crate) fn seen(&self, guest: &Guest) -> Option<&RoomView> {
        self.seen.get(&guest.screen)
    }

    /// The room as those see it whose screens are open here.
    pub(crate) fn views(&self) -> impl Iterator<Item = &RoomView> {
        let open = |screen: &ConnectionId| self.open.contains(screen);
        let seen = self.seen.iter().filter(move |(screen, _)| open(screen));
        seen.map(|(_, view)| view)
    }

    /// The members whose screens are open here.
    pub(crate) fn members(&self) -> impl Iterator<Item = MemberId> {
        self.views().map(|view| view.you)
    }

    /// The whole game, asked for.
    pub(crate) fn game(&mut self, guest: &Guest) -> GameView {
        let game = self.game_id();
        self.forget();
        self.ask(guest.screen, ClientMessage::OpenGame { game, since: None });
        let messages = self.messages(guest.screen).into_iter();
        let mut games = messages.filter_map(|message| match message {
            ServerMessage::Snapshot { game, .. } => Some(*game),
            _ => None,
        });
        games.next_back().expect("a game")
    }

    /// The id of the game that was started last.
    pub(crate) fn current_game(&self) -> String {
        self.game_id().0
    }

    fn game_id(&self) -> vierschach_protocol::GameId {
        let started = self.log.entries.borrow();
        let games = started
            .iter()
            .filter(|text| text.contains("\"started\""))
            .count();
        vierschach_protocol::GameId(format!("{CODE}-{games}"))
    }

    pub(crate) fn play(&mut self, guest: &Guest, now: &Now, mv: &Move) {
        let game = self.game_id();
        let message = ClientMessage::Play {
            game,
            ply: now.ply,
            hash: now.hash.clone(),
            mv: mv.clone(),
        };
        self.ask(guest.screen, message);
    }

    /// The guest, whose turn it is, plays the first legal move; how things stand for them after it.
    pub(crate) fn plays(&mut self, guest: &Guest) {
        let now = self.game(guest).now;
        self.play(guest, &now, &now.legal[0].mv);
    }

    /// Lets the CPU that was asked last play its first legal move.
    pub(crate) fn cpu_plays(&mut self) {
        let task = self.asked.pop().expect("a CPU was asked");
        let mv = task.state.legal_moves()[0];
        let token = task.token;
        self.input(RoomInput::Common(Input::Chosen { token, mv }));
    }

    /// The room is what its log says.
    pub(crate) fn check_replay(&self) {
        let entries = self.log.entries.borrow();
        let replayed = Room::load(config(1), &self.log.header, &entries).unwrap();
        assert_eq!(replayed.fingerprint(), self.room.fingerprint());
    }
}

pub(crate) const COLORS: [Color; 4] = [Color::Red, Color::Blue, Color::Yellow, Color::Green];

pub(crate) fn join(name: &str, watch: bool) -> Entrance {
    Entrance::Join {
        code: RoomCode(CODE.to_owned()),
        secret: None,
        name: name.to_owned(),
        watch,
    }
}

pub(crate) fn refusal(messages: &[ServerMessage]) -> Option<ErrorCode> {
    let mut codes = messages.iter().rev().filter_map(|message| match message {
        ServerMessage::Refused { code, .. } => Some(*code),
        _ => None,
    });
    codes.next()
}

/// Anna and Ben play Red and Blue; CPUs play the others.
pub(crate) fn playing(options: RoomOptions) -> (RoomHost, Guest, Guest) {
    let mut host = RoomHost::new(options);
    let anna = host.create("Anna");
    let ben = host.join("Ben");
    host.start(&[&anna, &ben]);
    host.forget();
    (host, anna, ben)
}

/// A game that ends after so many moves.
pub(crate) fn short(moves: u16) -> RoomOptions {
    let house = vec![HouseRule {
        name: "move_limit".to_owned(),
        value: moves.to_string(),
    }];
    RoomOptions { house, ..options() }
}

pub(crate) fn take_back(host: &mut RoomHost, guest: &Guest, color: Color) {
    let view = host.game(guest);
    let message = ClientMessage::TakeBack {
        game: view.id,
        color,
        ply: view.now.ply,
        hash: view.now.hash,
    };
    host.ask(guest.screen, message);
}

/// Plays on until the game is over.
pub(crate) fn to_the_end(host: &mut RoomHost, guests: &[&Guest]) {
    for _ in 0..200 {
        let now = host.game(guests[0]).now;
        match now.turn {
            None => return,
            _ if !host.asked.is_empty() => host.cpu_plays(),
            Some(Color::Red) => host.plays(guests[0]),
            Some(_) => host.plays(guests[1]),
        }
    }
    panic!("no end");
}

pub(crate) fn sit(color: Color) -> RoomAct {
    RoomAct::Sit { color, name: None }
}
