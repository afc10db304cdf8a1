//! Logs of rooms that older programs wrote give the rooms that they gave then.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use std::cell::RefCell;
use std::rc::Rc;

use common::room::{Guest, RoomHost, SharedLog};
use vierschach_protocol::{Color, Holder, MemberId};

/// A room as it was written before the end of a wish to take back, and of spare seats, were entries of
/// their own: its header, its entries.
///
/// Anna asks to take back and leaves, Clara sits on the seat that the CPU has then, and Ben agrees.
/// Clara asks, and Ben, who alone is asked, leaves. One of two members of a browser was sent out. After
/// the rematch everybody leaves; Dora comes, hosts without a seat, since a CPU kept Red's, starts a game
/// of two others, and leaves.
const WISHES: &str = include_str!("data/room-format-1/wishes.jsonl");

/// The token that Ella got.
const ELLA: &str = "8272d62dcab45942ce5d5f47c7c89db1";

#[test]
fn a_room_of_before_wishes_ended_by_entries_goes_on() {
    let mut texts = WISHES.lines().map(str::to_owned);
    let log = SharedLog {
        header: texts.next().unwrap(),
        entries: Rc::new(RefCell::new(texts.collect())),
    };
    let mut host = RoomHost::with(log, 2, 1_000_000);
    assert_eq!(host.room.number(), 48);
    let ella = Guest {
        screen: vierschach_session::ConnectionId(0),
        token: ELLA.to_owned(),
        id: MemberId(7),
    };
    let ella = host.come_back(&ella, None);
    let view = host.view(&ella);
    let names: Vec<_> = view.members.iter().map(|member| &member.name).collect();
    assert_eq!(names, ["Ella", "Finn"]);
    let member = |number| Holder::Member {
        member: MemberId(number),
    };
    let cpu = |level| Holder::Cpu { level };
    let seats = view.seats.map(|seat| seat.holder);
    assert_eq!(seats, [cpu(4), member(7), member(8), cpu(1)]);
    let game = host.game(&ella);
    assert_eq!((game.id.0.as_str(), game.now.ply), ("BCDFGH-2", 5));
    assert_eq!(game.now.turn, Some(Color::Yellow));
    assert_eq!(game.now.hash, "bbe8284ef778d5ad");
    host.check_replay();
}
