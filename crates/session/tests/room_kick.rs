//! Who is sent out, and how many places one device has.

#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

mod common;

use common::room::{Guest, RoomHost, join, options, refusal, sit};
use vierschach_protocol::{Color, ErrorCode, RoomAct};

/// Why nobody new comes in on a new screen; `None`: somebody did.
fn refused(
    host: &mut RoomHost,
    number: u64,
    device: Option<&str>,
    address: &str,
) -> Option<ErrorCode> {
    let screen = host.come_from(number, device, Some(address));
    host.enter(screen, join("Somebody", false));
    refusal(&host.messages(screen))
}

fn from(
    host: &mut RoomHost,
    number: u64,
    device: Option<&str>,
    address: &str,
    name: &str,
) -> Guest {
    let screen = host.come_from(number, device, Some(address));
    host.join_on(screen, name)
}

#[test]
fn all_members_of_a_device_are_sent_out_with_one() {
    let mut host = RoomHost::new(options());
    let screen = host.come_from(1, Some("home"), Some("here"));
    let anna = host.create_on(screen, "Anna");
    let olga = from(&mut host, 2, Some("home"), "here", "Olga");
    let eve = from(&mut host, 3, Some("eve"), "there", "Eve");
    let other = from(&mut host, 4, Some("eve"), "there", "Eva");
    let gone = from(&mut host, 5, Some("eve"), "there", "Evi");
    let ben = from(&mut host, 6, Some("ben"), "there", "Ben");
    host.go(gone.screen);
    host.act(&anna, RoomAct::Kick { member: eve.id });
    assert_eq!(host.closed, [eve.screen, other.screen]);
    let left = |host: &RoomHost| {
        let members = host.view(&anna).members.into_iter();
        members.map(|member| member.id).collect::<Vec<_>>()
    };
    assert_eq!(left(&host), [anna.id, olga.id, ben.id]);
    for guest in [&eve, &other, &gone] {
        let screen = host.come(50 + u64::from(guest.id.0), None);
        host.return_on(screen, guest, None);
        assert_eq!(refusal(&host.messages(screen)), Some(ErrorCode::Kicked));
    }
    // Who shares the host's device takes nobody along.
    host.act(&anna, RoomAct::Kick { member: olga.id });
    assert_eq!(left(&host), [anna.id, ben.id]);
    host.check_replay();
}

#[test]
fn nobody_new_comes_from_where_somebody_was_sent_out() {
    let mut host = RoomHost::new(options());
    let screen = host.come_from(1, Some("anna"), Some("here"));
    let anna = host.create_on(screen, "Anna");
    let eve = from(&mut host, 2, Some("eve"), "there", "Eve");
    host.act(&anna, RoomAct::Kick { member: eve.id });
    let kicked = Some(ErrorCode::Kicked);
    // Without the cookie, and with another one.
    assert_eq!(refused(&mut host, 3, None, "there"), kicked);
    assert_eq!(refused(&mut host, 4, Some("new"), "there"), kicked);
    assert_eq!(refused(&mut host, 5, Some("new"), "elsewhere"), None);
    // Where the host is, others are at home too.
    let ben = from(&mut host, 6, Some("ben"), "here", "Ben");
    host.act(&anna, RoomAct::Kick { member: ben.id });
    assert_eq!(refused(&mut host, 7, Some("ben"), "here"), kicked);
    assert_eq!(refused(&mut host, 8, Some("clara"), "here"), None);
    host.check_replay();
}

#[test]
fn those_at_home_stay_welcome_where_the_host_s_screen_is_elsewhere() {
    let mut one = RoomHost::new(options());
    let screen = one.come_from(1, Some("anna"), Some("home"));
    let anna = one.create_on(screen, "Anna");
    let mut other = RoomHost::with(one.log.clone(), 2, one.time);
    let eve = from(&mut other, 2, Some("eve"), "home", "Eve");
    let zoe = from(&mut other, 3, None, "there", "Zoe");
    one.hear();
    one.act(&anna, RoomAct::Kick { member: eve.id });
    one.act(&anna, RoomAct::Kick { member: zoe.id });
    other.hear();
    assert_eq!(other.closed, [eve.screen, zoe.screen]);
    let kicked = Some(ErrorCode::Kicked);
    assert_eq!(refused(&mut other, 4, Some("eve"), "home"), kicked);
    assert_eq!(refused(&mut other, 5, Some("ben"), "home"), None);
    assert_eq!(refused(&mut other, 6, Some("clara"), "there"), kicked);
    other.check_replay();
}

#[test]
fn nobody_fills_a_room_alone() {
    let mut host = RoomHost::new(options());
    let anna = host.create("Anna");
    let tabs: Vec<_> = (0..4)
        .map(|tab| from(&mut host, 10 + tab, Some("eve"), "there", "Eve"))
        .collect();
    let full = Some(ErrorCode::BrowserFull);
    assert_eq!(refused(&mut host, 20, Some("eve"), "there"), full);
    // A tab that is closed makes room for another one; who sits stays.
    host.act(&tabs[0], sit(Color::Blue));
    host.go(tabs[0].screen);
    host.go(tabs[1].screen);
    host.pass(2_500);
    assert_eq!(refused(&mut host, 21, Some("eve"), "there"), None);
    assert_eq!(refused(&mut host, 22, Some("eve"), "there"), full);
    let members = host.view(&anna).members;
    let is_in = |guest: &Guest| members.iter().any(|member| member.id == guest.id);
    assert!(is_in(&tabs[0]) && !is_in(&tabs[1]) && members.len() == 5);
    assert_eq!(refused(&mut host, 23, Some("ben"), "there"), None);
    host.check_replay();
}
