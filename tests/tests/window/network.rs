//! A network between a browser and a relay that can be cut.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A way to a relay.
pub(crate) struct Network {
    address: SocketAddr,
    up: watch::Sender<bool>,
}

impl Network {
    /// A way to the relay at `to`, which is open.
    pub(crate) async fn to(to: SocketAddr) -> Self {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listener = TcpListener::bind(any).await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let (up, state) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut state = state.clone();
                if !*state.borrow() {
                    continue;
                }
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(to).await else {
                        return;
                    };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = state.wait_for(|up| !up) => {}
                    }
                });
            }
        });
        Self { address, up }
    }

    /// The page at its near end.
    pub(crate) fn page(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Nothing goes through any more, and what was open is broken off.
    pub(crate) fn cut(&self) {
        self.up.send_replace(false);
    }

    /// The way is open again.
    pub(crate) fn mend(&self) {
        self.up.send_replace(true);
    }
}
