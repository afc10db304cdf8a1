//! A relay on this device, for friends in the same local network. Off until somebody asks for it.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use tauri::{AppHandle, Runtime};
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use vierschach_relay::{Config, Relay, SqliteLog, UiFiles};

use super::FriendsError;

/// The port that is tried when none was used before.
const PORT: u16 = 7460;

/// The file with the port of the last time: friends' pages, and this device's own way back, look for
/// the room where it was.
const PORT_FILE: &str = "port";

/// The most sockets: four players with a page each, who may load it again, and some who watch.
const MAX_SOCKETS: usize = 64;

/// Where friends find the relay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wifi {
    /// The addresses for friends, the likeliest first, as in `http://192.168.1.7:7460`.
    pub(crate) urls: Vec<String>,
    /// The address for this device's own line.
    pub(crate) own: String,
}

/// The relay on this device, while it is on.
#[derive(Debug, Default)]
pub(crate) struct WifiHost(Mutex<Option<(Relay, Wifi)>>);

impl WifiHost {
    /// Starts the relay, unless it runs; rooms are kept below `folder`, so that the game goes on
    /// when the app was killed.
    ///
    /// # Errors
    /// [`FriendsError::NoNetwork`], [`FriendsError::Host`].
    pub(crate) async fn start<R: Runtime>(
        &self,
        app: AppHandle<R>,
        folder: PathBuf,
    ) -> Result<Wifi, FriendsError> {
        self.start_at(app, folder, &local_addresses()).await
    }

    /// Starts it on a device that has these addresses.
    async fn start_at<R: Runtime>(
        &self,
        app: AppHandle<R>,
        folder: PathBuf,
        addresses: &[Ipv4Addr],
    ) -> Result<Wifi, FriendsError> {
        let mut host = self.0.lock().await;
        if let Some((_, wifi)) = &*host {
            return Ok(wifi.clone());
        }
        if addresses.is_empty() {
            return Err(FriendsError::NoNetwork);
        }
        let fault = |error: &dyn std::fmt::Display| FriendsError::Host(error.to_string());
        let port_file = folder.join(PORT_FILE);
        let opened = tauri::async_runtime::spawn_blocking(move || {
            std::fs::create_dir_all(&folder)?;
            let log = SqliteLog::open_alone(&folder.join("rooms.sqlite"))
                .map_err(|error| std::io::Error::other(error.to_string()))?;
            let last = std::fs::read_to_string(folder.join(PORT_FILE)).ok();
            std::io::Result::Ok((log, last.and_then(|text| text.parse().ok())))
        });
        let opened = opened.await.map_err(|error| fault(&error))?;
        let (log, last) = opened.map_err(|error| fault(&error))?;
        // The system takes any of them as one address after the other, and 0 for any free port.
        let ports = [last.unwrap_or(PORT), PORT, 0];
        let addresses_here = ports.map(|port| SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)));
        let listener = TcpListener::bind(&addresses_here[..]).await;
        let listener = listener.map_err(|error| fault(&error))?;
        let config = Config {
            max_sockets: MAX_SOCKETS,
            max_sockets_per_address: MAX_SOCKETS,
            ..Config::new(Arc::new(log), Arc::new(Page(app)))
        };
        let relay = Relay::start(listener, config).map_err(|error| fault(&error))?;
        let port = relay.address().port();
        if last != Some(port) {
            // Without it the port of the next time may be another one: the game goes on all the same.
            let _ = tokio::fs::write(&port_file, port.to_string()).await;
        }
        let urls = addresses.iter().map(|ip| format!("http://{ip}:{port}"));
        let wifi = Wifi {
            urls: urls.collect(),
            own: format!("http://127.0.0.1:{port}"),
        };
        *host = Some((relay, wifi.clone()));
        Ok(wifi)
    }

    /// Stops the relay, if it runs; friends' pages are told.
    pub(crate) async fn stop(&self) {
        if let Some((relay, _)) = self.0.lock().await.take() {
            relay.stop().await;
        }
    }
}

/// The page's files, as the app's own window has them.
struct Page<R: Runtime>(AppHandle<R>);

impl<R: Runtime> UiFiles for Page<R> {
    fn read(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        let asset = self.0.asset_resolver().get(path.to_owned())?;
        // The resolver gives the page itself for what it does not find.
        let is_page = path == "index.html";
        let fallback = !is_page && asset.mime_type() == "text/html";
        (!fallback).then_some(Cow::Owned(asset.bytes))
    }
}

/// The addresses of this device that friends in the same network can reach.
fn local_addresses() -> Vec<Ipv4Addr> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    let mut found: Vec<_> = found
        .into_iter()
        .filter(|interface| !interface.is_loopback() && !interface.is_link_local())
        .filter_map(|interface| match interface.ip() {
            IpAddr::V4(ip) => Some(ip),
            IpAddr::V6(_) => None,
        })
        .collect();
    // Homes have private addresses; others are mostly tunnels and telephone networks.
    found.sort_by_key(|ip| (!ip.is_private(), *ip));
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

    use tauri::async_runtime::block_on;
    use tauri::test::mock_app;

    use super::*;

    #[test]
    fn it_is_there_while_it_is_on_and_gone_after() {
        let app = mock_app();
        let folder = tempfile::tempdir().unwrap();
        let host = WifiHost::default();
        let start = |addresses: &[Ipv4Addr]| {
            let folder = folder.path().join("friends");
            block_on(host.start_at(app.handle().clone(), folder, addresses))
        };
        assert!(matches!(start(&[]), Err(FriendsError::NoNetwork)));
        let home = Ipv4Addr::new(192, 168, 1, 7);
        let wifi = start(&[home]).unwrap();
        assert!(wifi.urls[0].starts_with("http://192.168.1.7:"), "{wifi:?}");
        assert_eq!(start(&[home]).unwrap(), wifi);

        let own = wifi.own.strip_prefix("http://").unwrap();
        let mut socket = TcpStream::connect(own).unwrap();
        let request = format!("GET /health HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n");
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

        block_on(host.stop());
        assert!(TcpStream::connect(own).is_err());
        // Rooms were kept: it can be started again on the same folder, and is where it was.
        assert_eq!(start(&[home]).unwrap(), wifi);
        block_on(host.stop());
        let port_file = folder.path().join("friends").join(PORT_FILE);
        assert!(own.ends_with(&std::fs::read_to_string(&port_file).unwrap()));
        let wifi = (0..20).find_map(|_| {
            let free = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
            let port = free.local_addr().unwrap().port();
            drop(free);
            // Somebody else may take it right now: then another is tried.
            std::fs::write(&port_file, port.to_string()).unwrap();
            let wifi = start(&[home]).unwrap();
            block_on(host.stop());
            (wifi.own == format!("http://127.0.0.1:{port}")).then_some((wifi, port))
        });
        let (wifi, port) = wifi.expect("a port that was told is taken");

        // A file without sense is no obstacle, nor is a port that somebody else has.
        std::fs::write(&port_file, "\u{0}").unwrap();
        start(&[home]).unwrap();
        block_on(host.stop());
        let taken = std::net::TcpListener::bind((Ipv4Addr::UNSPECIFIED, port)).unwrap();
        std::fs::write(&port_file, port.to_string()).unwrap();
        assert_ne!(start(&[home]).unwrap(), wifi);
        drop(taken);
        block_on(host.stop());
    }
}
