//! Whatever happens to a room, it is what its log says; two processes that share it agree.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use std::collections::BTreeSet;

use common::room::{COLORS, Guest, RoomHost, join, options};
use proptest::prelude::*;
use serde_json::Value;
use vierschach_protocol::{
    ClientMessage, Color, Entrance, GameId, MemberId, Move, Phrase, RoomAct, RoomOptions, RoomView,
    ServerMessage, Table,
};
use vierschach_session::{ConnectionId, Input, RoomInput};

/// What the devices of the four screens are called, and where they are: two share one, of which the
/// host's is none, and one has no name.
const DEVICES: [Option<&str>; 4] = [Some("home"), Some("eve"), Some("eve"), None];
const SHARED: Option<&str> = Some("eve");
const ADDRESSES: [&str; 4] = ["here", "there", "here", "there"];

/// Something that happens to a room with four screens; `at` one of its processes.
#[derive(Clone, Debug)]
enum Happens {
    Comes(u64, bool, usize),
    Returns(u64, u64, usize),
    Goes(u64),
    Acts(u64, RoomAct),
    /// Who hosts sends somebody out.
    Kicks(usize),
    Plays(u64, usize),
    TakesBack(u64),
    Resigns(u64),
    Cpu(usize),
    /// The process can't write.
    Full(bool, usize),
    /// The process hears nothing of what others write.
    Deaf(bool, usize),
    /// The next append of the process takes a while.
    Slow(usize),
    /// It comes to its end; the answer may be lost.
    Finishes(bool, usize),
    Passes(u64),
    Restarts(usize),
    Says(u64, String),
}

fn happens() -> impl Strategy<Value = Happens> {
    let who = || 0_u64..4;
    let at = || 0_usize..2;
    let color = || prop::sample::select(COLORS.to_vec());
    let member = || (1_u32..6).prop_map(MemberId);
    let act = prop_oneof![
        4 => color().prop_map(|color| RoomAct::Sit { color, name: None }),
        1 => color().prop_map(|color| RoomAct::Sit { color, name: Some("Zoe".to_owned()) }),
        1 => color().prop_map(|color| RoomAct::Stand { color }),
        4 => any::<bool>().prop_map(|ready| RoomAct::Ready { ready }),
        1 => Just(RoomAct::Rename { name: "Zed".to_owned() }),
        1 => (color(), prop::option::of(1_u8..6))
            .prop_map(|(color, level)| RoomAct::SetSeat { color, level }),
        1 => (color(), color()).prop_map(|(one, other)| RoomAct::SwapSeats { one, other }),
        1 => any::<bool>().prop_map(|locked| RoomAct::Lock { locked }),
        1 => member().prop_map(|member| RoomAct::Kick { member }),
        1 => member().prop_map(|member| RoomAct::MakeHost { member }),
        6 => Just(RoomAct::Start { level: 1 }),
        1 => Just(RoomAct::Rematch {}),
        1 => Just(RoomAct::Leave {}),
        2 => any::<bool>().prop_map(|agree| RoomAct::AnswerTakeBack { agree }),
        1 => Just(RoomAct::Say { phrase: Phrase::Thanks }),
    ];
    prop_oneof![
        5 => (who(), any::<bool>(), at())
            .prop_map(|(who, watch, at)| Happens::Comes(who, watch, at)),
        2 => (who(), who(), at())
            .prop_map(|(who, whose, at)| Happens::Returns(who, whose, at)),
        2 => who().prop_map(Happens::Goes),
        8 => (who(), act).prop_map(|(who, act)| Happens::Acts(who, act)),
        1 => (0_usize..8).prop_map(Happens::Kicks),
        8 => (who(), 0_usize..40).prop_map(|(who, which)| Happens::Plays(who, which)),
        2 => who().prop_map(Happens::TakesBack),
        1 => who().prop_map(Happens::Resigns),
        6 => at().prop_map(Happens::Cpu),
        1 => (any::<bool>(), at()).prop_map(|(full, at)| Happens::Full(full, at)),
        1 => (any::<bool>(), at()).prop_map(|(deaf, at)| Happens::Deaf(deaf, at)),
        2 => at().prop_map(Happens::Slow),
        2 => (any::<bool>(), at()).prop_map(|(lost, at)| Happens::Finishes(lost, at)),
        2 => (1_u64..90_000).prop_map(Happens::Passes),
        1 => at().prop_map(Happens::Restarts),
        1 => (who(), "\\PC{0,60}").prop_map(|(who, text)| Happens::Says(who, text)),
    ]
}

/// A room's processes, with the tokens that were given out, by screen.
struct Play {
    hosts: Vec<RoomHost>,
    deaf: Vec<bool>,
    /// At which process each screen is.
    screens: [Option<(usize, ConnectionId)>; 4],
    tokens: Vec<Option<String>>,
    /// The members who came from the shared device, and whether one of them ever hosted.
    shared: BTreeSet<MemberId>,
    shared_hosts: bool,
    /// The next number of a connection or a process.
    next: u64,
}

impl Play {
    fn new(processes: usize) -> Play {
        let options = RoomOptions {
            table: Table {
                move_seconds: Some(30),
                ..Table::default()
            },
            ..options()
        };
        let mut host = RoomHost::new(options);
        let screen = host.come_from(1, DEVICES[0], Some(ADDRESSES[0]));
        let anna = host.create_on(screen, "Anna");
        let (log, time) = (host.log.clone(), host.time);
        let others = (2..).map(|process| RoomHost::with(log.clone(), process, time));
        let hosts = std::iter::once(host).chain(others);
        Play {
            hosts: hosts.take(processes).collect(),
            deaf: vec![false; processes],
            screens: [Some((0, anna.screen)), None, None, None],
            tokens: vec![Some(anna.token), None, None, None],
            shared: BTreeSet::new(),
            shared_hosts: false,
            next: 100_000,
        }
    }

    fn go(&mut self, who: u64) {
        if let Some((at, old)) = self.screens[usize::try_from(who).unwrap()].take() {
            self.hosts[at].go(old);
        }
    }

    fn line(&mut self, who: u64, at: usize) -> ConnectionId {
        self.go(who);
        self.next += 1;
        let who = usize::try_from(who).unwrap();
        let (device, address) = (DEVICES[who], Some(ADDRESSES[who]));
        let screen = self.hosts[at].come_from(self.next, device, address);
        self.screens[who] = Some((at, screen));
        screen
    }

    fn guest(&self, who: u64) -> Option<(usize, Guest)> {
        let (at, screen) = self.screens[usize::try_from(who).unwrap()]?;
        let id = MemberId(0);
        let token = String::new();
        Some((at, Guest { screen, token, id }))
    }

    /// Something happens, and whoever is not deaf hears what was written.
    fn do_it(&mut self, what: Happens) {
        match what {
            Happens::Comes(who, watch, at) => {
                let at = at % self.hosts.len();
                let screen = self.line(who, at);
                self.hosts[at].enter(screen, join("Guest", watch));
                let messages = self.hosts[at].messages(screen).into_iter();
                let mut tokens = messages.filter_map(|message| match message {
                    ServerMessage::RoomEntered { token, .. } => Some(token),
                    _ => None,
                });
                if let Some(token) = tokens.next() {
                    self.tokens[usize::try_from(who).unwrap()] = Some(token);
                }
            }
            Happens::Returns(who, whose, at) => {
                let at = at % self.hosts.len();
                let token = self.tokens[usize::try_from(whose).unwrap()].clone();
                let screen = self.line(who, at);
                let entrance = Entrance::Return {
                    code: vierschach_protocol::RoomCode(common::room::CODE.to_owned()),
                    token: token.unwrap_or_default(),
                    since: None,
                };
                self.hosts[at].enter(screen, entrance);
            }
            Happens::Goes(who) => self.go(who),
            Happens::Acts(who, act) => {
                if let Some((at, guest)) = self.guest(who) {
                    self.hosts[at].act(&guest, act);
                }
            }
            Happens::Kicks(which) => {
                let guests = (0..4).filter_map(|who| self.guest(who));
                let mut kicks = guests.filter_map(|(at, guest)| {
                    let view = self.hosts[at].seen(&guest)?;
                    let whom = view.members.get(which)?.id;
                    (view.host == view.you).then_some((at, guest, whom))
                });
                let first = kicks.next();
                if let Some((at, guest, member)) = first {
                    self.hosts[at].act(&guest, RoomAct::Kick { member });
                }
            }
            Happens::Plays(who, which) => self.play(who, |now| {
                let legal = &now.now.legal;
                let mv = legal
                    .get(which % legal.len().max(1))
                    .map(|mv| mv.mv.clone());
                ClientMessage::Play {
                    game: now.id.clone(),
                    ply: now.now.ply,
                    hash: now.now.hash.clone(),
                    mv: mv.unwrap_or(Move("a1a2".to_owned())),
                }
            }),
            Happens::TakesBack(who) => self.play(who, |view| ClientMessage::TakeBack {
                game: view.id.clone(),
                color: view
                    .now
                    .can
                    .take_back
                    .first()
                    .copied()
                    .unwrap_or(Color::Red),
                ply: view.now.ply,
                hash: view.now.hash.clone(),
            }),
            Happens::Resigns(who) => self.play(who, |view| ClientMessage::Resign {
                game: view.id.clone(),
                color: view.yours.first().copied().unwrap_or(Color::Red),
                ply: view.now.ply,
                hash: view.now.hash.clone(),
            }),
            Happens::Cpu(at) => {
                let at = at % self.hosts.len();
                if !self.hosts[at].asked.is_empty() {
                    self.hosts[at].cpu_plays();
                }
            }
            Happens::Full(full, at) => {
                let at = at % self.hosts.len();
                self.hosts[at].full = full;
            }
            Happens::Deaf(deaf, at) => {
                let at = at % self.hosts.len();
                self.deaf[at] = deaf;
            }
            Happens::Slow(at) => {
                let at = at % self.hosts.len();
                self.hosts[at].slow = true;
            }
            Happens::Finishes(lost, at) => {
                let at = at % self.hosts.len();
                self.finish(at, lost);
            }
            Happens::Passes(time) => self.pass(time),
            Happens::Restarts(at) => {
                let at = at % self.hosts.len();
                let old = &self.hosts[at];
                let (log, time, full) = (old.log.clone(), old.time, old.full);
                self.next += 1;
                self.hosts[at] = RoomHost::with(log, self.next, time);
                self.hosts[at].full = full;
                for screen in &mut self.screens {
                    screen.take_if(|(of, _)| *of == at);
                }
            }
            Happens::Says(who, text) => {
                if let Some((at, Guest { screen, .. })) = self.guest(who) {
                    let connection = screen;
                    let received = Input::Received { connection, text };
                    self.hosts[at].input(RoomInput::Common(received));
                }
            }
        }
        self.hear();
        // Whoever comes while an append is under way is told later, or not at all.
        let came = self.deeds("entered").into_iter();
        let came = came.filter(|newcomer| newcomer["device"].as_str() == SHARED);
        self.shared = came.map(|newcomer| member(&newcomer["member"])).collect();
        let mut views = self.hosts.iter().flat_map(RoomHost::views);
        self.shared_hosts |= views.any(|view| self.shared.contains(&view.host));
    }

    /// How many members of the shared device a member sees.
    fn shared_in(&self, view: &RoomView) -> usize {
        let members = view.members.iter();
        members.filter(|one| self.shared.contains(&one.id)).count()
    }

    /// Whether one of them was sent out by somebody who was not.
    fn shared_is_out(&self) -> bool {
        let kicked = self.deeds("kicked");
        let mut kicked = kicked.iter().map(member);
        !self.shared_hosts && kicked.any(|member| self.shared.contains(&member))
    }

    /// What the log says of all deeds of a kind.
    fn deeds(&self, kind: &str) -> Vec<Value> {
        let entries = self.hosts[0].log.entries.borrow();
        let deeds = entries.iter().filter_map(|text| {
            let entry: Value = serde_json::from_str(text).unwrap();
            entry["deed"].get(kind).cloned()
        });
        deeds.collect()
    }

    fn finish(&mut self, at: usize, lost: bool) {
        let host = &mut self.hosts[at];
        match (host.under_way.is_some(), lost) {
            (true, true) => host.loses_answer(),
            (true, false) => host.finish(),
            (false, _) => host.slow = false,
        }
    }

    /// Whoever is not deaf hears of what others wrote; all have the same time.
    fn hear(&mut self) {
        let last = self.hosts.iter().map(|host| host.time).max().unwrap_or(0);
        let written = self.hosts[0].log.entries.borrow().len();
        for (host, deaf) in self.hosts.iter_mut().zip(&self.deaf) {
            host.time = last;
            if !deaf && (host.room.number() as usize) < written {
                host.hear();
            }
        }
    }

    /// Time goes by everywhere.
    fn pass(&mut self, milliseconds: u64) {
        let until = self.hosts[0].time + milliseconds;
        while self.hosts[0].time < until {
            let part = (until - self.hosts[0].time).min(1_500);
            for at in 0..self.hosts.len() {
                self.hosts[at].pass(part);
                self.hear();
            }
        }
    }

    /// Asks for something in the game as the screen sees it, if it sees one.
    fn play(
        &mut self,
        who: u64,
        message: impl Fn(&vierschach_protocol::GameView) -> ClientMessage,
    ) {
        let Some((at, guest)) = self.guest(who) else {
            return;
        };
        let host = &mut self.hosts[at];
        host.forget();
        let game = GameId(host.current_game());
        host.ask(guest.screen, ClientMessage::OpenGame { game, since: None });
        let messages = host.messages(guest.screen).into_iter();
        let mut views = messages.filter_map(|message| match message {
            ServerMessage::Snapshot { game, .. } => Some(*game),
            _ => None,
        });
        if let Some(view) = views.next_back() {
            host.ask(guest.screen, message(&view));
        }
    }

    /// Everything that was wrong is over, and time goes by.
    fn heal(&mut self) {
        for at in 0..self.hosts.len() {
            self.finish(at, false);
            self.hosts[at].full = false;
            self.deaf[at] = false;
        }
        self.pass(30_000);
        // What was written last is heard too.
        self.hear();
    }
}

/// A member's number as the log has it.
fn member(number: &Value) -> MemberId {
    MemberId(u32::try_from(number.as_u64().unwrap()).unwrap())
}

/// All processes know the same, and it is what the log says.
fn check(play: &Play) {
    for host in &play.hosts {
        host.check_replay();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever happens: the room is what its log says, and nothing panics.
    #[test]
    fn a_room_is_its_log(all in prop::collection::vec(happens(), 1..120)) {
        let mut play = Play::new(1);
        for what in all {
            play.do_it(what);
            play.hosts[0].forget();
        }
        check(&play);
    }

    /// Two processes that share a room, each cut off now and then, agree in the end: on the room, and
    /// on who is in it; nobody of a device that was sent out is, nor more of one than may be.
    #[test]
    fn two_processes_agree_in_the_end(all in prop::collection::vec(happens(), 1..120)) {
        let mut play = Play::new(2);
        for what in all {
            play.do_it(what);
            play.hosts.iter_mut().for_each(RoomHost::forget);
        }
        play.heal();
        check(&play);
        // Who has an open screen somewhere is here, for everybody.
        for view in play.hosts.iter().flat_map(RoomHost::views) {
            let most = if play.shared_is_out() { 0 } else { 4 };
            prop_assert!(play.shared_in(view) <= most, "{view:?}");
        }
        for host in &play.hosts {
            for one in host.members() {
                for view in play.hosts.iter().flat_map(RoomHost::views) {
                    let seen = view.members.iter().find(|member| member.id == one);
                    prop_assert!(seen.is_none_or(|member| member.here), "{one:?} in {view:?}");
                }
            }
        }
    }
}
