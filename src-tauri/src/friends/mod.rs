//! What the app has for friends in other places: the line to a room, a relay of its own for those in
//! the same Wi-Fi, and the links by which they come.
//!
//! The line is in Rust because a web view that the system suspends loses messages.

mod line;
mod links;
mod wifi;

pub(crate) use line::{LineEvent, RoomLine};
pub(crate) use links::Links;
pub(crate) use wifi::{Wifi, WifiHost};

use serde::Serialize;
use vierschach_protocol::ErrorCode;

/// Why something of the above does not work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FriendsError {
    /// Not the address of a relay: no `http:` or `https:` with a host.
    #[error("not the address of a relay")]
    Address,
    /// No relay is set, and the app was built without one.
    #[error("no relay is set")]
    NoRelay,
    /// Nothing waits at the other end of the line.
    #[error("no line is open")]
    NoLine,
    /// The line does not take any more.
    #[error("too many requests wait")]
    Full,
    /// The device's own relay could not start.
    #[error("the relay on this device: {0}")]
    Host(String),
    /// The device is in no network that friends could be in too.
    #[error("no local network")]
    NoNetwork,
}

impl FriendsError {
    /// What the page is told.
    pub(crate) fn code(&self) -> ErrorCode {
        match self {
            Self::Address | Self::NoRelay | Self::NoLine | Self::NoNetwork => ErrorCode::NoRelay,
            Self::Full => ErrorCode::TooFast,
            Self::Host(_) => ErrorCode::Internal,
        }
    }
}

/// A relay's address as the page shows it and puts it into links: scheme and host, without a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct RelayAddress(String);

impl RelayAddress {
    /// Reads what a person typed or a link carries; nothing: the address the app was built for
    /// (`VIERSCHACH_RELAY` at build time).
    ///
    /// # Errors
    /// [`FriendsError::Address`], [`FriendsError::NoRelay`].
    pub(crate) fn read(text: Option<&str>) -> Result<Self, FriendsError> {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        let text = text.or(option_env!("VIERSCHACH_RELAY"));
        let text = text.ok_or(FriendsError::NoRelay)?;
        let url = tauri::Url::parse(text).map_err(|_| FriendsError::Address)?;
        let known = matches!(url.scheme(), "http" | "https") && url.username().is_empty();
        if !known || url.host_str().is_none_or(str::is_empty) {
            return Err(FriendsError::Address);
        }
        Ok(Self(url.origin().ascii_serialization()))
    }

    /// The address of the socket for rooms.
    fn socket(&self) -> String {
        // `http` becomes `ws`, `https` becomes `wss`.
        format!("{}/room", self.0.replacen("http", "ws", 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_relays_are_told_from_others() {
        let read = |text| RelayAddress::read(Some(text)).ok();
        let plain = read(" http://192.168.1.7:7460/#room=BCDFGH.x ");
        assert_eq!(
            plain.as_ref().map(RelayAddress::socket).as_deref(),
            Some("ws://192.168.1.7:7460/room")
        );
        let safe = read("https://play.example/");
        assert_eq!(
            safe.as_ref().map(RelayAddress::socket).as_deref(),
            Some("wss://play.example/room")
        );
        for bad in [
            "play.example",
            "ftp://play.example",
            "javascript:alert(1)",
            "https://",
            "https://name:word@play.example",
            "file:///etc/passwd",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
