//! Short versions of `cargo xtask bench relay`, `soak relay` and `attack relay`.
//!
//! They hold the relay to what it promises about every move and every client; figures of speed are
//! for the long ones, on a machine that does nothing else.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a panic is how tests fail")]

use std::time::Duration;

use vierschach_load::{Report, Setup, Store, attack, bench, soak};

fn setup(store: Store) -> Setup {
    Setup {
        program: env!("CARGO_BIN_EXE_vierschach-relay").into(),
        core: None,
        store,
    }
}

/// What must hold does, however slow the machine is.
fn assert_holds(report: &Report) {
    assert!(report.breaches.is_empty(), "{:#?}", report.breaches);
}

#[tokio::test]
async fn every_move_reaches_everybody_in_order() {
    let plan = bench::Plan {
        rooms: 20,
        play: Duration::from_secs(3),
        every: Duration::from_millis(200),
        ramp: false,
        passing: 0,
    };
    let report = bench::bench(&setup(Store::Sqlite), &plan).await.unwrap();
    assert_holds(&report);
}

fn short_soak(kills: u32) -> soak::Plan {
    soak::Plan {
        rooms: 8,
        kills,
        seed: 1,
        every: Duration::from_millis(50),
        life: Duration::from_millis(500),
        full_disk: true,
    }
}

#[tokio::test]
async fn a_relay_that_dies_loses_no_move() {
    let plan = short_soak(4);
    let report = soak::soak(&setup(Store::Sqlite), &plan).await.unwrap();
    assert_holds(&report);
}

#[cfg(feature = "nats")]
#[tokio::test]
async fn of_two_relays_and_their_store_any_may_die() {
    let plan = short_soak(6);
    let report = soak::soak(&setup(Store::Nats), &plan).await.unwrap();
    assert_holds(&report);
}

#[tokio::test]
async fn bad_clients_are_refused_and_nobody_else_is_disturbed() {
    let plan = attack::Plan {
        each: Duration::from_secs(1),
        guessing: Duration::from_secs(3),
    };
    let report = attack::attack(&setup(Store::Sqlite), &plan).await.unwrap();
    assert_holds(&report);
}
