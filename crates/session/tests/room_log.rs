//! A room is its log: several processes may write it, and any sequence of inputs replays.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::room::{COLORS, Guest, RoomHost, join, options, refusal};
use proptest::prelude::*;
use vierschach_protocol::{
    ClientMessage, Color, Entrance, ErrorCode, GameId, Move, Phrase, RoomAct, RoomOptions,
    ServerMessage, Table,
};
use vierschach_session::{ConnectionId, Input, LogError, Room, RoomInput};

/// Anna plays Red at one process, Ben Blue at another.
fn two() -> (RoomHost, RoomHost, Guest, Guest) {
    let mut one = RoomHost::new(options());
    let anna = one.create("Anna");
    let mut other = RoomHost::with(one.log.clone(), 2, one.time);
    let ben = other.join("Ben");
    one.hear();
    other.act(
        &ben,
        RoomAct::Sit {
            color: Color::Blue,
            name: None,
        },
    );
    other.act(&ben, RoomAct::Ready { ready: true });
    one.hear();
    assert!(one.view(&anna).can_start && one.view(&anna).members[1].here);
    one.act(&anna, RoomAct::Start { level: 1 });
    other.hear();
    (one, other, anna, ben)
}

#[test]
fn two_processes_serve_the_same_room() {
    let (mut one, mut other, anna, ben) = two();
    one.plays(&anna);
    other.forget();
    other.hear();
    let messages = other.messages(ben.screen);
    assert!(
        matches!(messages.as_slice(), [ServerMessage::Happened { .. }]),
        "{messages:?}"
    );
    other.plays(&ben);
    // Who wrote last asks its CPU; others only when nothing comes of it.
    one.hear();
    assert_eq!((one.asked.len(), other.asked.len()), (0, 1));
    one.pass(2_900);
    assert!(one.asked.is_empty());
    one.pass(200);
    assert_eq!(one.asked.len(), 1);
    other.cpu_plays();
    one.hear();
    assert_eq!(one.cancelled.len(), 1);
    one.hear();
    one.check_replay();
    other.check_replay();
}

#[test]
fn who_comes_second_judges_anew() {
    let (mut one, mut other, anna, ben) = two();
    one.plays(&anna);
    other.hear();
    // Ben's move is on its way while Anna resigns: it is played, after that.
    let now = other.game(&ben).now;
    let red = one.game(&anna);
    other.slow = true;
    other.play(&ben, &now, &now.legal[0].mv);
    let resign = ClientMessage::Resign {
        game: red.id.clone(),
        color: Color::Red,
        ply: red.now.ply,
        hash: red.now.hash,
    };
    one.ask(anna.screen, resign);
    other.forget();
    // That it hears of it before its own append ends changes nothing.
    other.hear();
    other.finish();
    let messages = other.messages(ben.screen);
    let numbers: Vec<_> = messages
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Happened { event, .. } => Some(event.number),
            _ => None,
        })
        .collect();
    // A resignation changes the position's key, so that the move was meant for another.
    match refusal(&messages) {
        Some(ErrorCode::Stale) => assert_eq!(numbers, [2]),
        None => assert_eq!(numbers, [2, 3]),
        code => panic!("{code:?}"),
    }
    one.hear();
    one.check_replay();
    other.check_replay();
}

#[test]
fn what_was_written_though_it_seemed_to_fail_counts() {
    let (mut one, _, anna, ben) = two();
    one.slow = true;
    let now = one.game(&anna).now;
    one.play(&anna, &now, &now.legal[0].mv);
    one.loses_answer();
    let messages = one.messages(anna.screen);
    assert_eq!(refusal(&messages), Some(ErrorCode::NotSaved));
    assert_eq!(one.game(&anna).now.ply, 1);
    // Likewise somebody who came back, and was told that it failed.
    one.slow = true;
    let screen = one.come(7_000, None);
    one.return_on(screen, &ben, None);
    one.loses_answer();
    assert_eq!(refusal(&one.messages(screen)), Some(ErrorCode::NotSaved));
    assert!(one.view(&anna).members[1].here);
    one.pass(3_000);
    assert!(!one.view(&anna).members[1].here, "nobody has that line");
    one.check_replay();
}

#[test]
fn a_cpu_that_comes_second_is_dropped() {
    let (mut one, mut other, anna, ben) = two();
    one.plays(&anna);
    other.hear();
    other.plays(&ben);
    one.hear();
    one.pass(3_100);
    other.slow = true;
    other.cpu_plays();
    one.cpu_plays();
    other.finish();
    assert_eq!(other.game(&ben).number, 3);
    one.check_replay();
    other.check_replay();
}

#[test]
fn a_screen_at_another_process_takes_over() {
    let (mut one, mut other, anna, _) = two();
    one.forget();
    let screen = other.come(4_000, None);
    other.return_on(screen, &anna, None);
    one.hear();
    assert_eq!(one.messages(anna.screen), [ServerMessage::Replaced]);
    assert_eq!(one.closed, [anna.screen]);
    // That the old line ends changes nothing.
    one.go(anna.screen);
    one.pass(5_000);
    other.hear();
    let ben_sees = other.game(&Guest {
        screen,
        ..anna.clone()
    });
    assert_eq!(ben_sees.now.legal.len(), 20);
    one.check_replay();
}

#[test]
fn lines_of_a_process_that_died_are_given_up_and_others_are_not() {
    let (mut one, mut other, anna, ben) = two();
    // Both live: each hears of the other in time.
    for _ in 0..10 {
        one.pass(6_000);
        other.time = one.time;
        other.pass(1_500);
        one.time = other.time;
        one.hear();
        other.hear();
    }
    assert!(one.view(&anna).members.iter().all(|one| one.here));
    drop(other);
    one.pass(21_000);
    let here: Vec<_> = one.view(&anna).members.iter().map(|one| one.here).collect();
    assert_eq!((here, ben.id.0), (vec![true, false], 2));
    one.check_replay();
}

#[test]
fn phrases_reach_the_screens_of_other_processes() {
    let mut one = RoomHost::new(options());
    let anna = one.create("Anna");
    let alone = one.room.number();
    one.act(
        &anna,
        RoomAct::Say {
            phrase: Phrase::Smile,
        },
    );
    assert_eq!(one.room.number(), alone, "nothing of it is kept");
    let mut other = RoomHost::with(one.log.clone(), 2, one.time);
    let ben = other.join("Ben");
    one.hear();
    other.forget();
    one.forget();
    one.act(
        &anna,
        RoomAct::Say {
            phrase: Phrase::Thanks,
        },
    );
    other.hear();
    let said = ServerMessage::Said {
        from: anna.id,
        phrase: Phrase::Thanks,
    };
    assert_eq!(other.messages(ben.screen), std::slice::from_ref(&said));
    assert_eq!(one.messages(anna.screen), [said]);
    one.check_replay();
}

#[test]
fn what_was_seen_elsewhere_counts_before_it_is_heard_of_here() {
    let mut one = RoomHost::new(options());
    let anna = one.create("Anna");
    let mut other = RoomHost::with(one.log.clone(), 2, one.time);
    let ben = other.join("Ben");
    one.hear();
    other.act(
        &ben,
        RoomAct::Sit {
            color: Color::Blue,
            name: None,
        },
    );
    other.act(&ben, RoomAct::Ready { ready: true });
    // Anna was told by telephone.
    one.act(&anna, RoomAct::Start { level: 1 });
    assert!(one.view(&anna).playing);
    one.check_replay();
}

#[test]
fn entries_that_are_missing_are_asked_for() {
    let (mut one, mut other, anna, _) = two();
    let known = other.room.number();
    one.plays(&anna);
    let last = one.room.number();
    assert!(last > known);
    let gap = RoomInput::Others {
        first: last + 3,
        entries: vec!["{}".to_owned()],
    };
    other.input(gap);
    assert_eq!(other.room.number(), last);
}

#[test]
fn logs_that_are_no_room_s_are_errors() {
    let (one, ..) = two();
    let entries = one.log.entries.borrow().clone();
    let load = |header: &str, entries: &[String]| {
        Room::load(common::room::config(3), header, entries).map(|_| ())
    };
    assert_eq!(load(&one.log.header, &entries), Ok(()));
    let unreadable = load("{}", &[]);
    assert!(matches!(unreadable, Err(LogError::Unreadable { .. })));
    let newer = one.log.header.replacen("\"format\":1", "\"format\":2", 1);
    let found = load(&newer, &entries);
    assert_eq!(found, Err(LogError::Newer { found: 2, known: 1 }));
    let gap = load(&one.log.header, &entries[1..]);
    assert_eq!(
        gap,
        Err(LogError::Gap {
            expected: 1,
            found: 2
        })
    );
    for number in 0..entries.len() {
        let mut cut = entries.clone();
        cut[number].truncate(20);
        assert!(load(&one.log.header, &cut).is_err());
    }
}

/// Something that happens to a room with four screens.
#[derive(Clone, Debug)]
enum Happens {
    Comes(u64, bool),
    Returns(u64, u64),
    Goes(u64),
    Acts(u64, RoomAct),
    Plays(u64, usize),
    TakesBack(u64),
    Resigns(u64),
    Cpu,
    Full(bool),
    Passes(u64),
    Restarts,
    Says(u64, String),
}

fn happens() -> impl Strategy<Value = Happens> {
    let who = || 0_u64..4;
    let color = || prop::sample::select(COLORS.to_vec());
    let member = || (1_u32..6).prop_map(vierschach_protocol::MemberId);
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
        3 => (who(), any::<bool>()).prop_map(|(who, watch)| Happens::Comes(who, watch)),
        2 => (who(), who()).prop_map(|(who, whose)| Happens::Returns(who, whose)),
        2 => who().prop_map(Happens::Goes),
        8 => (who(), act).prop_map(|(who, act)| Happens::Acts(who, act)),
        8 => (who(), 0_usize..40).prop_map(|(who, which)| Happens::Plays(who, which)),
        2 => who().prop_map(Happens::TakesBack),
        1 => who().prop_map(Happens::Resigns),
        6 => Just(Happens::Cpu),
        1 => any::<bool>().prop_map(Happens::Full),
        2 => (1_u64..90_000).prop_map(Happens::Passes),
        1 => Just(Happens::Restarts),
        1 => (who(), "\\PC{0,60}").prop_map(|(who, text)| Happens::Says(who, text)),
    ]
}

/// A room with the tokens that were given out, by screen.
struct Play {
    host: RoomHost,
    screens: [Option<ConnectionId>; 4],
    tokens: Vec<Option<String>>,
    next: u64,
}

impl Play {
    fn new() -> Play {
        let options = RoomOptions {
            table: Table {
                move_seconds: Some(30),
                ..Table::default()
            },
            ..options()
        };
        let mut host = RoomHost::new(options);
        let anna = host.create("Anna");
        Play {
            host,
            screens: [Some(anna.screen), None, None, None],
            tokens: vec![Some(anna.token), None, None, None],
            next: 100_000,
        }
    }

    fn line(&mut self, who: u64) -> ConnectionId {
        let slot = usize::try_from(who).unwrap();
        if let Some(old) = self.screens[slot].take() {
            self.host.go(old);
        }
        self.next += 1;
        let screen = self.host.come(self.next, None);
        self.screens[slot] = Some(screen);
        screen
    }

    fn guest(&self, who: u64) -> Option<Guest> {
        let screen = self.screens[usize::try_from(who).unwrap()]?;
        let id = vierschach_protocol::MemberId(0);
        Some(Guest {
            screen,
            token: String::new(),
            id,
        })
    }

    fn do_it(&mut self, what: Happens) {
        match what {
            Happens::Comes(who, watch) => {
                let screen = self.line(who);
                self.host.enter(screen, join("Guest", watch));
                let messages = self.host.messages(screen).into_iter();
                let mut tokens = messages.filter_map(|message| match message {
                    ServerMessage::RoomEntered { token, .. } => Some(token),
                    _ => None,
                });
                if let Some(token) = tokens.next() {
                    self.tokens[usize::try_from(who).unwrap()] = Some(token);
                }
            }
            Happens::Returns(who, whose) => {
                let token = self.tokens[usize::try_from(whose).unwrap()].clone();
                let screen = self.line(who);
                let entrance = Entrance::Return {
                    code: vierschach_protocol::RoomCode(common::room::CODE.to_owned()),
                    token: token.unwrap_or_default(),
                    since: None,
                };
                self.host.enter(screen, entrance);
            }
            Happens::Goes(who) => {
                if let Some(old) = self.screens[usize::try_from(who).unwrap()].take() {
                    self.host.go(old);
                }
            }
            Happens::Acts(who, act) => {
                if let Some(guest) = self.guest(who) {
                    self.host.act(&guest, act);
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
            Happens::Cpu => {
                if !self.host.asked.is_empty() {
                    self.host.cpu_plays();
                }
            }
            Happens::Full(full) => self.host.full = full,
            Happens::Passes(time) => self.host.pass(time),
            Happens::Restarts => {
                let (log, time) = (self.host.log.clone(), self.host.time);
                let full = self.host.full;
                let process = self.next;
                self.host = RoomHost::with(log, process, time);
                self.host.full = full;
                self.screens = [None; 4];
            }
            Happens::Says(who, text) => {
                if let Some(connection) = self.screens[usize::try_from(who).unwrap()] {
                    let received = Input::Received { connection, text };
                    self.host.input(RoomInput::Common(received));
                }
            }
        }
    }

    /// Asks for something in the game as the screen sees it, if it sees one.
    fn play(
        &mut self,
        who: u64,
        message: impl Fn(&vierschach_protocol::GameView) -> ClientMessage,
    ) {
        let Some(guest) = self.guest(who) else {
            return;
        };
        self.host.forget();
        let game = GameId(self.host.current_game());
        self.host
            .ask(guest.screen, ClientMessage::OpenGame { game, since: None });
        let messages = self.host.messages(guest.screen).into_iter();
        let mut views = messages.filter_map(|message| match message {
            ServerMessage::Snapshot { game, .. } => Some(*game),
            _ => None,
        });
        if let Some(view) = views.next_back() {
            self.host.ask(guest.screen, message(&view));
        }
    }
}

#[test]
fn somebody_alive_who_was_thought_gone_is_here_again() {
    let (mut one, mut two, anna, ben) = two();
    // The first process is cut off for so long that its lines count as dead, and a CPU plays.
    two.pass(90_000);
    let view = two.view(&ben);
    assert!(!view.members[0].here && view.seats[0].stand_in);
    one.time = two.time;
    one.hear();
    two.hear();
    for view in [one.view(&anna), two.view(&ben)] {
        assert!(view.members[0].here);
    }
    two.cpu_plays();
    assert!(!two.view(&ben).seats[0].stand_in, "it is Anna's seat again");
    two.check_replay();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever happens: the room is what its log says, and nothing panics.
    #[test]
    fn a_room_is_its_log(all in prop::collection::vec(happens(), 1..120)) {
        let mut play = Play::new();
        for what in all {
            play.do_it(what);
            play.host.forget();
        }
        play.host.check_replay();
    }
}
