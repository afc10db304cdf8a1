//! From which address a client comes, also behind a proxy.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{HeaderMap, HeaderName};
use axum::http::request::Parts;
use ipnet::IpNet;

use crate::state::Shared;

/// Where a proxy says for whom it asks.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A client's address. It is for limits alone: it is neither kept nor logged.
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<Arc<Shared>> for ClientAddress {
    type Rejection = <ConnectInfo<SocketAddr> as FromRequestParts<Arc<Shared>>>::Rejection;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Self, Self::Rejection> {
        let ConnectInfo(peer) =
            ConnectInfo::<SocketAddr>::from_request_parts(parts, shared).await?;
        let address = client(peer.ip(), &parts.headers, &shared.trusted_proxies);
        Ok(ClientAddress(address))
    }
}

/// The address of whoever asked the first proxy that is not trusted, or that asked directly.
///
/// Each proxy appends from whom it got the request, so the header is read from its end: what stands
/// before the first address that is not trusted is the client's own claim.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
    let mut address = peer.to_canonical();
    let values = headers.get_all(FORWARDED_FOR).iter();
    let values: Vec<_> = values.map(|value| value.to_str().ok()).collect();
    let hops = values
        .iter()
        .rev()
        .flat_map(|value| value.unwrap_or_default().rsplit(','));
    for hop in hops {
        if !is_trusted(&address) {
            break;
        }
        match hop.trim().parse::<IpAddr>() {
            Ok(before) => address = before.to_canonical(),
            // A proxy that does not know, or writes something else: it is the last that is known.
            Err(_) => break,
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn seen(peer: &str, forwarded: &[&'static str]) -> String {
        let trusted = ["127.0.0.1/32", "10.0.0.0/8"].map(|net| net.parse().unwrap());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, HeaderValue::from_static(value));
        }
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_trusted_proxy_says_for_whom_it_asks() {
        assert_eq!(seen("127.0.0.1", &["203.0.113.7"]), "203.0.113.7");
        assert_eq!(seen("::ffff:127.0.0.1", &["2001:db8::7"]), "2001:db8::7");
        // Two proxies of ours, one after the other.
        assert_eq!(seen("127.0.0.1", &["203.0.113.7, 10.1.2.3"]), "203.0.113.7");
        assert_eq!(
            seen("127.0.0.1", &["203.0.113.7", "10.1.2.3"]),
            "203.0.113.7"
        );
    }

    #[test]
    fn a_client_s_own_claims_count_for_nothing() {
        assert_eq!(seen("203.0.113.7", &["198.51.100.1"]), "203.0.113.7");
        let claims = ["198.51.100.1, 203.0.113.7"];
        assert_eq!(seen("127.0.0.1", &claims), "203.0.113.7");
        let claims = ["198.51.100.1", "203.0.113.7"];
        assert_eq!(seen("127.0.0.1", &claims), "203.0.113.7");
    }

    #[test]
    fn what_is_no_address_is_none() {
        assert_eq!(seen("127.0.0.1", &[]), "127.0.0.1");
        for nonsense in ["", "unknown", "203.0.113.7, _hidden", "203.0.113.7:80"] {
            assert_eq!(seen("127.0.0.1", &[nonsense]), "127.0.0.1", "{nonsense}");
        }
    }
}
