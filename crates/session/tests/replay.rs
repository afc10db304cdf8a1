//! A game is a function of its log: whatever is played, by all rules.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

use std::cmp::Reverse;
use std::collections::BTreeMap;

use proptest::prelude::*;
use vierschach_engine::{Color, Preset, Rules};
use vierschach_protocol::{Action, GameId, LegalMove, Player, Variant};
use vierschach_session::{
    Act, Deed, Entry, FORMAT, Header, LogError, LogSeat, Next, Seen, Session, Snapshot,
};

const VARIANTS: [(Variant, Preset); 7] = [
    (Variant::Solo, Preset::Solo),
    (Variant::Teams, Preset::Teams),
    (Variant::Vierschach, Preset::Vierschach),
    (Variant::FourKingdoms, Preset::FourKingdoms),
    (Variant::ServerFfa, Preset::ServerFfa),
    (Variant::ServerFfa2019, Preset::ServerFfa2019),
    (Variant::ServerTeams, Preset::ServerTeams),
];

fn header(variant: usize, first: usize, seed: u64) -> Header {
    let (variant, preset) = VARIANTS[variant];
    let seat = |player| LogSeat { name: None, player };
    Header {
        format: FORMAT,
        engine: "0".to_owned(),
        variant,
        rules: Rules::preset(preset),
        table: vierschach_protocol::Table::default(),
        start: None,
        first: Color::ALL[first],
        seats: [
            seat(Player::Person { me: false }),
            seat(Player::Cpu { level: 1 }),
            seat(Player::Person { me: false }),
            seat(Player::Cpu { level: 3 }),
        ],
        seed,
        created: 1_000,
    }
}

/// Something that may be done now: mostly a move, now and then a resignation, a claim, a takeback
/// or another player on a seat. Moves by chance are the session's.
fn act(session: &Session, choice: u32) -> Option<Act> {
    let game = session.game();
    if game.result().is_some() {
        return None;
    }
    if let Next::Chance(mv) = session.next() {
        return Some(Act::Move(mv));
    }
    let color = Color::ALL[choice as usize % 4];
    let rare = choice / 4 % 64;
    if rare == 0 && game.status()[color.index()].plays() {
        return Some(Act::Resign(color));
    }
    if rare == 1 && session.consider(Act::Claim(color), 0).is_ok() {
        return Some(Act::Claim(color));
    }
    if rare == 3 && !session.events().is_empty() {
        let back = 1 + choice as usize / 256 % session.events().len().min(70);
        let kept = session.events().len() - back;
        let to = session.events()[..kept]
            .last()
            .map_or(0, |event| event.number);
        return Some(Act::TakeBack { to });
    }
    if rare == 4 {
        let level = 1 + (choice / 256 % 3) as u8;
        let cpu = Player::Cpu { level };
        let person = Player::Person { me: false };
        return Some(Act::Seat(
            color,
            if (choice / 1024).is_multiple_of(2) {
                cpu
            } else {
                person
            },
        ));
    }
    if rare == 5 {
        let moves = game.legal_moves();
        return moves.first().copied().map(Act::HostMove);
    }
    let moves = game.legal_moves();
    // Captures are preferred, or random games would be long and peaceful.
    let captures = moves
        .iter()
        .filter(|mv| game.position().piece_at(mv.to).is_some());
    let captures: Vec<_> = captures.copied().collect();
    let moves = if captures.is_empty() || choice.is_multiple_of(3) {
        moves.to_vec()
    } else {
        captures
    };
    let index = (choice >> 8) as usize % moves.len().max(1);
    moves.get(index).copied().map(Act::Move)
}

fn play(header: Header, choices: &[u32]) -> Session {
    let mut session = Session::start(header).unwrap();
    for (at, choice) in choices.iter().enumerate() {
        let Some(act) = act(&session, *choice) else {
            break;
        };
        let step = session
            .consider(act, 2_000 + at as u64)
            .unwrap_or_else(|refusal| panic!("{refusal}: {act:?} in {}", session.game().to_fen4()));
        let snapshot = session.snapshot_after(&step);
        session.commit(step);
        assert_eq!(session.snapshot(), snapshot);
    }
    session
}

fn game() -> impl Strategy<Value = Session> {
    let choices = prop::collection::vec(any::<u32>(), 0..400);
    (0..7_usize, 0..4_usize, any::<u64>(), choices)
        .prop_map(|(variant, first, seed, choices)| play(header(variant, first, seed), &choices))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, max_shrink_iters: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replay_of_the_log_is_the_live_state(live in game()) {
        let header = Header::from_text(&live.header().to_text()).unwrap();
        let entries = live.entries().iter();
        let entries = entries.map(|entry| {
            let read = Entry::from_text(&entry.to_text()).unwrap();
            assert_eq!(read, *entry);
            read
        });
        let replayed = Session::replay(header, entries).unwrap();
        let id = GameId("x".to_owned());
        prop_assert_eq!(replayed.view(&id), live.view(&id));
        prop_assert_eq!(replayed.snapshot(), live.snapshot());
        prop_assert_eq!(replayed.next(), live.next());
        prop_assert_eq!(replayed.game().hash(), live.game().hash());
    }

    #[test]
    fn events_carry_all_that_happened(live in game()) {
        let view = live.view(&GameId("x".to_owned()));
        let start: BTreeMap<_, _> = view.start.into_iter().map(|p| (p.square, p.piece)).collect();
        let end: BTreeMap<_, _> = view.board.into_iter().map(|p| (p.square, p.piece)).collect();

        // Square changes lead from the first board to the last one, and back.
        let mut board = start.clone();
        for change in view.events.iter().flat_map(|event| &event.changes) {
            let stood = match change.after {
                Some(piece) => board.insert(change.square.clone(), piece),
                None => board.remove(&change.square),
            };
            prop_assert_eq!(stood, change.before);
        }
        prop_assert_eq!(&board, &end);
        for change in view.events.iter().rev().flat_map(|event| event.changes.iter().rev()) {
            match change.before {
                Some(piece) => board.insert(change.square.clone(), piece),
                None => board.remove(&change.square),
            };
        }
        prop_assert_eq!(board, start);

        // Awards add up to the points and the tallies; statuses to the status.
        let mut sums = [0; 4];
        for award in view.events.iter().flat_map(|event| &event.awards) {
            sums[award.color as usize] += award.points;
        }
        let made = std::array::from_fn(|color| view.now.points[color] + view.now.tally[color]);
        prop_assert_eq!(sums, made);
        for change in view.events.iter().flat_map(|event| &event.statuses).rev().take(1) {
            prop_assert_eq!(view.now.status[change.color as usize], change.status);
        }
        prop_assert!(view.events.is_sorted_by(|one, other| one.number < other.number));
        let taken_back = live.entries().iter().any(|e| matches!(e.act, Act::TakeBack { .. }));
        prop_assert!(taken_back || view.events.len() == view.number as usize);
        let moves = view.events.iter().filter(|e| matches!(e.action, Action::Move { .. })).count();
        prop_assert_eq!(moves, view.now.ply as usize);
    }

    #[test]
    fn legal_moves_say_what_they_do(live in game(), choice in any::<prop::sample::Index>()) {
        let now = live.now();
        if let Next::Person(color) = live.next() {
            prop_assert_eq!(now.legal.len(), live.game().legal_moves().len());
            let told = choice.get(&now.legal);
            let step = live.consider(Act::Move(told.mv.0.parse().unwrap()), 0).unwrap();
            let mut after = live.clone();
            let event = after.commit(step).unwrap();
            let Action::Move { captured, castling, gives_check, promotion, from, to, .. } =
                &event.action
            else {
                panic!("a move is a move: {event:?}");
            };
            prop_assert_eq!(&told.captures, captured);
            prop_assert_eq!(&told.castling, castling);
            prop_assert_eq!(&told.gives_check, gives_check);
            prop_assert_eq!(&told.promotion, promotion);
            prop_assert_eq!((&told.from, &told.to), (from, to));
            let gained = event.points[color.index()] - now.points[color.index()];
            prop_assert_eq!(told.points, gained);
            let sought = |told: &LegalMove| Reverse((told.eliminates.len(), told.points));
            prop_assert!(now.legal.is_sorted_by_key(sought));
        } else {
            prop_assert!(now.legal.is_empty());
        }
    }

    #[test]
    fn missed_events_are_the_ones_that_happened(
        live in game(),
        known in any::<prop::sample::Index>(),
    ) {
        let known = known.index(live.entries().len() + 1);
        let back = |entry: &Entry| matches!(entry.act, Act::TakeBack { .. });
        let Some(missed) = live.events_since(known as u32) else {
            prop_assert!(live.entries()[known..].iter().any(back));
            return Ok(());
        };
        let events: Vec<_> = missed.iter().map(|(event, _)| event.clone()).collect();
        let last = live.events().len() - events.len();
        prop_assert_eq!(&events[..], &live.events()[last..]);
        prop_assert!(events.iter().all(|event| event.number > known as u32));
        if let Some((_, now)) = missed.last() {
            prop_assert_eq!(now, &live.now());
        }
        prop_assert_eq!(live.events_since(live.number() + 1), None);
    }

    #[test]
    fn what_was_taken_back_leaves_no_trace(live in game()) {
        // The line alone, played anew.
        let line = live.events().iter().map(|event| live.entries()[event.number as usize - 1].act);
        let mut anew = Session::start(live.header().clone()).unwrap();
        for act in line {
            let step = anew.consider(act, 0).unwrap();
            anew.commit(step);
        }
        let (one, other) = (live.snapshot(), anew.snapshot());
        prop_assert_eq!((one.hash, one.board, one.points, one.tally, one.status, one.round, one.ply),
            (other.hash, other.board, other.points, other.tally, other.status, other.round, other.ply));
        prop_assert_eq!(live.game().history(), anew.game().history());
        let mut now = live.now();
        now.can = anew.now().can;
        now.legal = anew.now().legal;
        now.dangers = anew.now().dangers;
        prop_assert_eq!(now, anew.now());
        // And each state along it.
        for event in live.events() {
            let hash = live.entries()[event.number as usize - 1].hash;
            prop_assert_eq!(live.at(event.number).unwrap().hash(), hash);
        }
        prop_assert_eq!(live.at(live.number()).unwrap().hash(), live.game().hash());
        prop_assert!(live.at(live.number() + 1).is_none());
    }

    #[test]
    fn what_people_can_do_is_possible(live in game()) {
        let now = live.now();
        let seen = Some(Seen { ply: now.ply, hash: &now.hash });
        for color in &now.can.resign {
            prop_assert!(live.consider_deed(Deed::Resign(*color), seen, 0).is_ok());
        }
        for color in &now.can.claim {
            prop_assert!(live.consider_deed(Deed::Claim(*color), seen, 0).is_ok());
        }
        for color in &now.can.take_back {
            let step = live.consider_deed(Deed::TakeBack(*color), seen, 0).unwrap();
            let mut after = live.clone();
            prop_assert!(after.commit(step).is_none());
            prop_assert_eq!(after.now().turn, Some(*color));
            prop_assert!(after.game().ply() < live.game().ply());
            prop_assert!(!after.game().chance_moves());
        }
        prop_assert!(now.result.is_none() || now.can == Default::default());
    }

    #[test]
    fn a_snapshot_survives_its_text(live in game()) {
        let snapshot = live.snapshot();
        prop_assert_eq!(Snapshot::from_text(&snapshot.to_text()).unwrap(), snapshot.clone());
        let id = GameId("x".to_owned());
        let (looked, played) = (snapshot.view(&id), live.view(&id));
        prop_assert_eq!(looked.board, played.board);
        prop_assert_eq!(looked.now.hash, played.now.hash);
        prop_assert_eq!(looked.seats, played.seats);
    }

    #[test]
    fn a_changed_log_is_noticed(live in game(), at in any::<prop::sample::Index>()) {
        prop_assume!(live.entries().len() > 1);
        let mut entries = live.entries().to_vec();
        let at = at.index(entries.len() - 1);
        let removed = entries.remove(at);
        let found = Session::replay(live.header().clone(), entries.clone()).unwrap_err();
        prop_assert_eq!(found, LogError::Gap { expected: removed.number, found: removed.number + 1 });
        entries.insert(at, Entry { hash: removed.hash ^ 1, ..removed.clone() });
        let found = Session::replay(live.header().clone(), entries).unwrap_err();
        prop_assert_eq!(found, LogError::OtherPosition { number: removed.number });
    }
}

#[test]
fn wandering_armies_draw_the_same_moves_again() {
    let play = |seed| {
        let mut session = Session::start(header(3, 0, seed)).unwrap();
        let resign = session.consider(Act::Resign(Color::Red), 0).unwrap();
        session.commit(resign);
        let mut drawn = Vec::new();
        for choice in 0..60 {
            let Some(act) = act(&session, 11 + choice * 4096) else {
                break;
            };
            if let (Next::Chance(mv), Act::Move(_)) = (session.next(), act) {
                drawn.push(mv.to_string());
            }
            let step = session.consider(act, 0).unwrap();
            session.commit(step);
        }
        drawn
    };
    let drawn = play(1);
    assert!(drawn.len() >= 10, "{drawn:?}");
    assert_eq!(drawn, play(1));
    assert_ne!(drawn, play(2));
}

#[test]
fn rounds_follow_the_first_player() {
    let mut session = Session::start(header(0, 1, 0)).unwrap();
    let mut rounds = vec![session.now().round];
    for choice in 0..9 {
        let act = act(&session, 9 + choice * 4096).unwrap();
        let step = session.consider(act, 0).unwrap();
        session.commit(step);
        rounds.push(session.now().round);
    }
    assert_eq!(rounds, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
}

#[test]
fn a_log_that_is_not_ours_is_an_error() {
    let good = header(0, 0, 0).to_text();
    assert!(Header::from_text(&good).is_ok());
    let newer = good.replace("\"format\":2", "\"format\":3");
    assert_eq!(
        Header::from_text(&newer),
        Err(LogError::Newer { found: 3, known: 2 })
    );
    for bad in [
        "",
        "null",
        "{}",
        &good[..good.len() / 2],
        &good.replace("solo", "duo"),
    ] {
        let found = Header::from_text(bad);
        assert!(matches!(found, Err(LogError::Unreadable { .. })), "{bad}");
    }
    let mut rules = header(0, 0, 0);
    rules.rules.seating = [rules.rules.seating[0]; 4];
    assert!(matches!(Session::start(rules), Err(LogError::BadRules(_))));
    for to in [0, 1, u32::MAX] {
        let back = Entry {
            number: 1,
            act: Act::TakeBack { to },
            hash: 0,
            at: 0,
        };
        let found = Session::replay(header(0, 0, 0), [back]);
        assert!(matches!(found, Err(LogError::Illegal { number: 1, .. })));
    }
    let mut start = header(0, 0, 0);
    start.start = Some("R-0,0,0,0-".to_owned());
    assert!(matches!(Session::start(start), Err(LogError::BadStart(_))));
    for bad in [
        "",
        "{}",
        r#"{"number":1,"act":{"move":"a1a2"},"hash":"0","at":0}"#,
    ] {
        assert!(Entry::from_text(bad).is_err(), "{bad}");
    }
}

/// Logs that version 0.1.0 wrote: a header, entries, the snapshot.
const FORMAT_1: [&str; 3] = [
    include_str!("data/format-1/solo.jsonl"),
    include_str!("data/format-1/four-kingdoms.jsonl"),
    include_str!("data/format-1/vierschach.jsonl"),
];

#[test]
fn logs_of_format_1_go_on() {
    for (log, me) in FORMAT_1.into_iter().zip([true, false, true]) {
        let texts: Vec<_> = log.lines().collect();
        let [header, entries @ .., snapshot] = &texts[..] else {
            panic!("a header and a snapshot");
        };
        let header = Header::from_text(header).unwrap();
        assert_eq!((header.format, &header.start), (1, &None));
        // The only person was the owner of the device; of several nobody knows.
        let players = || header.seats.iter().map(|seat| seat.player);
        let owner = players().filter(|player| *player == Player::Person { me: true });
        assert_eq!(owner.count(), usize::from(me));
        let count = entries.len();
        let entries = entries.iter().map(|text| Entry::from_text(text).unwrap());
        let session = Session::replay(header.clone(), entries).unwrap();
        assert_eq!(session.number() as usize, count);
        let kept = Snapshot::from_text(snapshot).unwrap();
        let format = FORMAT;
        assert_eq!(session.snapshot(), Snapshot { format, ..kept });
    }
}

/// Red's queen may take a rook, a pawn or a grey queen, give check, or do nothing of the kind.
const CHOICES: &str = "R-0,0,0,1-0,0,0,0-0,0,0,0-0,0,0,0-0-\
    14/8,yK,5/14/14/14/14/1,bK,4,bR,7/14/14/13,dgK/3,bP,2,rQ,2,dgQ,4/14/8,rK,1,rP,3/14";

#[test]
fn legal_moves_come_in_the_order_in_which_people_look_for_them() {
    // With points and without; where nobody has a partner, so that Green alone can be out.
    for index in [0, 2] {
        let start = Some(CHOICES.to_owned());
        let live = Session::start(Header {
            start,
            ..header(index, 0, 0)
        });
        let legal = live.unwrap().now().legal;
        let order: Vec<_> = legal.iter().map(|told| told.mv.0.as_str()).collect();
        assert_eq!(order[..3], ["g4g8", "g4d4", "g4j4"]);
        let check = |told: &&LegalMove| !told.gives_check.is_empty();
        let checks = legal[3..].iter().take_while(check).count();
        assert!(checks > 0 && !legal[3 + checks..].iter().any(|told| check(&told)));
        let kinds: Vec<_> = order[3 + checks..].iter().map(|mv| &mv[..2]).collect();
        let king = kinds.iter().position(|from| *from == "i2").unwrap();
        let pawn = kinds.iter().position(|from| *from == "k2").unwrap();
        assert!(kinds[..king].iter().all(|from| *from == "g4"), "{order:?}");
        assert_eq!(kinds[pawn..], ["k2", "k2"], "pawns last, by squares");
    }
}
