//! Time for each move: it runs while somebody looks, and nobody gains or loses any.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::{CPU, Host, PERSON, new_game};
use proptest::prelude::*;
use vierschach_protocol::{
    Action, ClientMessage, Clock, Color, ErrorCode, Event, GameView, NewGame, Now, Player,
    ServerMessage, Settings, Variant,
};
use vierschach_session::{Answer, ConnectionId, Effect, Input, Job};

const LIMIT: u32 = 30_000;

fn timed(players: [Player; 4]) -> NewGame {
    let mut game = new_game(players);
    game.table.move_seconds = Some(30);
    game
}

fn happened(host: &mut Host) -> (Event, Now) {
    match host.take().1 {
        ServerMessage::Happened { event, now, .. } => (event, *now),
        other => panic!("nothing happened: {other:?}"),
    }
}

fn clock_told(host: &mut Host) -> Clock {
    match host.take().1 {
        ServerMessage::Clock { clock, .. } => clock,
        other => panic!("no clock: {other:?}"),
    }
}

fn away(host: &mut Host, screen: ConnectionId, away: bool) {
    host.ask(screen, ClientMessage::Away { away });
}

/// What a screen that opens the game anew sees.
fn clock(host: &mut Host, screen: ConnectionId, view: &GameView) -> Clock {
    host.sent.clear();
    host.opened(screen, &view.id).now.clock.unwrap()
}

#[test]
fn each_move_has_its_time() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, timed([PERSON, PERSON, CPU, CPU]));
    let full = Clock {
        limit: LIMIT,
        left: LIMIT,
        running: true,
    };
    assert_eq!(view.now.clock, Some(full));
    host.pass(12_000);
    let left = clock(&mut host, screen, &view).left;
    assert!((17_990..=18_000).contains(&left), "{left}");
    // A move that the rules forbid gives no time.
    host.ask(screen, Host::play(&view, "d2d5"));
    host.refusal();
    host.pass(8_000);
    host.ask(screen, Host::play(&view, "d2d4"));
    let (_, now) = happened(&mut host);
    assert_eq!(now.clock, Some(full), "Blue's time begins");
    // Somebody else's resignation gives none either.
    host.pass(5_000);
    host.ask(screen, host.resign(&view.id, Color::Red, 1));
    let left = happened(&mut host).1.clock.unwrap().left;
    assert!((24_980..=25_000).contains(&left), "{left}");
    let mv = host.opened(screen, &view.id).now;
    let blue = GameView { now: mv, ..view };
    host.ask(screen, Host::play(&blue, "b5c5"));
    assert_eq!(happened(&mut host).1.clock, None, "a CPU has none");
    assert_eq!(host.wake_at, None);
}

#[test]
fn without_a_clock_nothing_ticks() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, new_game([PERSON; 4]));
    assert_eq!((view.now.clock, host.wake_at), (None, None));
    for seconds in [0, 3_601] {
        let mut game = timed([PERSON; 4]);
        game.table.move_seconds = Some(seconds);
        host.ask(screen, ClientMessage::CreateGame(game));
        assert_eq!(host.refusal().1, ErrorCode::BadRequest);
    }
}

#[test]
fn the_host_moves_for_who_ran_out_of_time() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, timed([PERSON; 4]));
    host.pass(29_980);
    assert!(host.asked.is_empty());
    host.pass(30);
    let stopped = Clock {
        limit: LIMIT,
        left: 0,
        running: false,
    };
    assert_eq!(clock_told(&mut host), stopped);
    let task = &host.asked[0];
    assert_eq!((task.level, task.color.index()), (2, 0));
    assert_eq!(host.wake_at, None);
    // It is too late for the player.
    host.ask(screen, Host::play(&view, "d2d4"));
    assert_eq!(host.refusal().1, ErrorCode::NotYourTurn);
    host.cpu_plays();
    let (event, now) = happened(&mut host);
    assert!(matches!(
        event.action,
        Action::Move {
            for_player: true,
            ..
        }
    ));
    assert_eq!((event.color, now.turn), (Color::Red, Some(Color::Blue)));
    assert_eq!(now.clock.unwrap().left, LIMIT);
    assert_eq!(
        now.can.take_back,
        [Color::Red],
        "as if they had moved themselves"
    );
    // The log says the same after a restart.
    let live = host.opened(screen, &view.id);
    let mut host = Host::with(host.disk);
    let screen = host.connect(1);
    assert_eq!(host.opened(screen, &view.id).events, live.events);
}

#[test]
fn a_host_s_move_that_fails_leaves_the_turn_to_the_player() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, timed([PERSON, CPU, PERSON, PERSON]));
    host.pass(30_100);
    host.sent.clear();
    let token = host.asked.pop().unwrap().token;
    host.input(Input::CpuFailed(token));
    assert_eq!(host.refusal(), (None, ErrorCode::Internal));
    host.ask(screen, Host::play(&view, "d2d4"));
    let (event, _) = happened(&mut host);
    assert!(matches!(
        event.action,
        Action::Move {
            for_player: false,
            ..
        }
    ));
    // And the game goes on: the CPU that comes next is asked.
    assert_eq!(host.asked.len(), 1);
}

#[test]
fn where_the_rules_say_so_time_is_up_for_good() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let mut game = timed([PERSON; 4]);
    game.variant = Variant::FourKingdoms;
    host.create(screen, game);
    host.pass(30_100);
    assert_eq!(clock_told(&mut host).left, 0);
    let (event, _) = happened(&mut host);
    assert_eq!((event.action, event.color), (Action::TimeOut, Color::Red));
    // The army wanders from now on, at once.
    let (event, now) = happened(&mut host);
    assert_eq!((event.number, event.color), (2, Color::Red));
    assert_eq!(now.clock.unwrap().left, LIMIT, "Blue's");
    assert!(host.asked.is_empty());
}

#[test]
fn while_nobody_looks_everything_rests() {
    let mut host = Host::new();
    let (first, second) = (host.connect(1), host.connect(2));
    let view = host.create(first, timed([PERSON, CPU, PERSON, CPU]));
    host.opened(second, &view.id);
    host.pass(4_000);
    away(&mut host, first, true);
    host.quiet();
    host.pass(4_000);
    away(&mut host, second, true);
    for screen in [first, second] {
        let (to, message) = host.take();
        assert_eq!(to, screen);
        let ServerMessage::Clock { clock, .. } = message else {
            panic!("{message:?}");
        };
        assert!(!clock.running && (21_980..=22_000).contains(&clock.left));
    }
    assert_eq!(host.wake_at, None);
    host.pass(100_000);
    away(&mut host, first, false);
    let left = clock_told(&mut host).left;
    assert!(clock_told(&mut host).running && (21_980..=22_000).contains(&left));
    host.ask(first, Host::play(&view, "d2d4"));
    host.sent.clear();
    let blue = host.asked.pop().unwrap();
    away(&mut host, first, true);
    assert_eq!(host.cancelled, [blue.token], "nor does a CPU think");
    assert!(host.asked.is_empty());
    away(&mut host, second, false);
    assert_eq!(host.asked.len(), 1);
    host.quiet();
}

#[test]
fn a_seat_that_changes_hands_gains_no_time() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, timed([PERSON; 4]));
    let set = |player| ClientMessage::SetPlayer {
        game: view.id.clone(),
        color: Color::Red,
        player,
    };
    host.pass(10_000);
    host.ask(screen, set(CPU));
    assert_eq!(happened(&mut host).1.clock, None);
    assert_eq!(host.wake_at, None);
    host.pass(5_000);
    host.ask(screen, set(PERSON));
    let left = happened(&mut host).1.clock.unwrap().left;
    assert!((19_980..=20_000).contains(&left), "{left}");
    // And a kill right after it does not either.
    let mut host = Host::with(host.disk);
    let screen = host.connect(1);
    assert_eq!(clock(&mut host, screen, &view).left, left);
}

#[test]
fn a_takeback_gives_the_whole_time_for_the_move() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, timed([PERSON; 4]));
    host.pass(20_000);
    host.ask(screen, Host::play(&view, "d2d4"));
    host.pass(9_000);
    host.sent.clear();
    let (game, color) = (view.id.clone(), Color::Red);
    host.ask(
        screen,
        ClientMessage::TakeBack {
            game,
            color,
            ply: 1,
            hash: host.hash(&view.id),
        },
    );
    let (_, ServerMessage::Snapshot { game, .. }) = host.take() else {
        panic!("no snapshot");
    };
    assert_eq!(game.now.clock.unwrap().left, LIMIT);
}

#[test]
fn a_device_that_slept_is_not_charged_for_it() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, timed([PERSON; 4]));
    host.pass(2_000);
    // No tick came for an hour, then the player moves.
    host.time += 3_600_000;
    let left = clock(&mut host, screen, &view).left;
    assert!((23_900..=26_000).contains(&left), "{left}");
    // The clock of the device is set back.
    host.time -= 1_800_000;
    host.input(Input::Tick);
    assert_eq!(clock(&mut host, screen, &view).left, left - 1);
    host.pass(1_000);
    assert!(clock(&mut host, screen, &view).left > left - 1_010);
}

#[test]
fn an_end_by_kill_after_time_ran_out_saves_nobody() {
    let mut host = Host::new();
    let screen = host.connect(1);
    let view = host.create(screen, timed([PERSON; 4]));
    host.pass(30_100);
    assert_eq!(host.asked.len(), 1);
    away(&mut host, screen, true);
    let mut host = Host::with(host.disk);
    let screen = host.connect(1);
    assert_eq!(clock(&mut host, screen, &view).left, 0);
    assert_eq!(host.asked.len(), 1, "the host moves at once");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Pauses, screens that come and go, kills: time runs while somebody looks, and a kill gives
    /// back no more than the ten seconds since the last note.
    #[test]
    fn nobody_gains_or_loses(steps in prop::collection::vec((0_u8..6, 0_u64..4_000), 1..40)) {
        let mut host = Host::new();
        let mut screen = host.connect(1);
        let mut game = timed([PERSON; 4]);
        game.table.move_seconds = Some(300);
        let view = host.create(screen, game);
        let (mut looks, mut shows, mut spent, mut kills) = (true, true, 0_u64, 0_u64);
        let mut inputs = 0;
        for (step, time) in steps {
            host.pass(time);
            spent += if looks && shows { time } else { 0 };
            inputs += 4 + time / 1_000;
            match step {
                0 => {
                    looks = !looks;
                    away(&mut host, screen, !looks);
                }
                1 => {
                    let game = view.id.clone();
                    host.ask(screen, ClientMessage::LeaveGame { game });
                    shows = false;
                }
                2 | 3 => {
                    host.open(screen, &view.id, None);
                    shows = true;
                }
                4 => {
                    let time = host.time;
                    host = Host::with(host.disk);
                    host.time = time + 500_000;
                    screen = host.connect(1);
                    host.open(screen, &view.id, None);
                    kills += u64::from(shows && looks);
                    (looks, shows) = (true, true);
                }
                _ => {}
            }
            host.sent.clear();
        }
        let clock = clock(&mut host, screen, &view);
        let charged = u64::from(clock.limit - clock.left);
        prop_assert!(charged <= spent + inputs, "{charged} of {spent}");
        prop_assert!(charged + inputs + kills * 11_000 >= spent, "{charged} of {spent}, {kills} kills");
    }
}

#[test]
fn requests_that_wait_keep_their_order_when_a_clock_is_to_be_saved() {
    let mut host = Host::new();
    let screen = host.connect(1);
    host.create(screen, timed([PERSON; 4]));
    host.pass(9_500);
    let save = |id, name: &str| {
        let name = Some(name.to_owned());
        let settings = Settings {
            name,
            ..Settings::default()
        };
        Host::received(screen, id, ClientMessage::SaveSettings { settings })
    };
    let mut jobs = host.raw(save(101, "Anna"));
    host.time += 1_000;
    for (id, name) in [(102, "Ben"), (103, "Carl")] {
        assert!(host.raw(save(id, name)).is_empty());
    }
    let mut kept = Vec::new();
    while let Some(Effect::Store { ticket, job }) = jobs.pop() {
        kept.push(match job {
            Job::SaveSettings { settings } => {
                let value: serde_json::Value = serde_json::from_str(&settings).unwrap();
                value["name"].as_str().unwrap().to_owned()
            }
            Job::Checkpoint { .. } => "the clock".to_owned(),
            other => panic!("{other:?}"),
        });
        let answer = Some(Answer::Done);
        jobs = host.raw(Input::Stored { ticket, answer });
    }
    assert_eq!(kept, ["Anna", "the clock", "Ben", "Carl"]);
}
