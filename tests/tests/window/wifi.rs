//! Playing in one Wi-Fi: the app is the server, and a browser of the same network comes in.

use std::path::Path;

use crate::driver::Window;
use crate::friends::{agree, play_to};

/// The notice that the app serves others, and where.
const SERVING: &str = r#"
    return document.querySelector('[data-testid="wifi-notice"]')?.innerText ?? null;
"#;

/// What stands in the way of a room.
const FAULT: &str = r#"
    return document.querySelector('[data-testid="room-fault"]')?.innerText ?? null;
"#;

/// The app serves a game, is killed in the middle, goes on, and serves no longer when its owner left.
pub(crate) async fn play_in_the_wifi(data: &Path) {
    let home = data.join("anna");
    let anna = Window::open(&home).await;
    anna.click(r#"[data-testid="home-friends"]"#).await;
    anna.write(r#"[data-testid="room-name"]"#, "Anna").await;
    assert_eq!(
        anna.ask(SERVING).await,
        serde_json::Value::Null,
        "off until asked for"
    );
    anna.click(r#"[data-testid="wifi-play"]"#).await;
    if !has_network() {
        // Nobody could come: the app says so, and makes no room.
        anna.until(FAULT, |fault| fault.is_string()).await;
        return;
    }
    let invite = anna.find(r#"[data-testid="room-invite"]"#).await;
    let link = invite.attr("data-link").await.expect("the page answers");
    let link = link.expect("a link");
    anna.until(SERVING, |notice| notice.is_string()).await;

    let boris = Window::browse(&data.join("boris"), &link).await;
    boris.come_in("Boris").await;
    anna.click(r#"[data-testid="room-start"]:enabled"#).await;
    let both = [&anna, &boris];
    agree(&both, 0).await;
    play_to(&both, 4).await;
    anna.kill();
    boris.find(r#"[data-testid="reconnect"]"#).await;

    let anna = Window::open(&home).await;
    anna.click(r#"[data-testid="kept-room"]"#).await;
    let both = [&anna, &boris];
    play_to(&both, 8).await;
    agree(&both, 8).await;

    anna.click(r#"[data-testid="game-menu"]"#).await;
    anna.click(r#"[data-testid="menu-room"]"#).await;
    anna.until(SERVING, |notice| notice.is_string()).await;
    anna.click(r#"[data-testid="room-leave"]"#).await;
    anna.click(r#"[data-testid="room-leave-yes"]"#).await;
    anna.find(r#"[data-testid="home-screen"]"#).await;
    anna.until(SERVING, |notice| notice.is_null()).await;
    boris.find(r#"[data-testid="reconnect"]"#).await;
}

/// Whether this machine is in a network in which others could be.
fn has_network() -> bool {
    let found = if_addrs::get_if_addrs().expect("the system tells its addresses");
    let outside = |one: &if_addrs::Interface| !one.is_loopback() && !one.is_link_local();
    found.iter().any(|one| outside(one) && one.ip().is_ipv4())
}
