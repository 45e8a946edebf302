//! Who is at the other end: the address of the connection, or behind trusted proxies the one they
//! tell.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

use crate::limits::Client;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Networks, as an operator names them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

impl Networks {
    /// These networks.
    pub fn new(networks: impl IntoIterator<Item = IpNet>) -> Networks {
        Networks(networks.into_iter().collect())
    }

    /// Reads one: `10.0.0.0/8`, or a single address.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(text: &str) -> Result<IpNet, String> {
        let text = text.trim();
        IpNet::from_str(text).or_else(|_| IpAddr::from_str(text).map(IpNet::from)).map_err(|_| {
            format!("'{text}' is no network: an address was expected, or one with the bits that count, as in 10.0.0.0/8")
        })
    }

    /// Whether this address is in one of them.
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Whether a proxy that was not named forwards this request. A proxy on this machine has the machine's
/// address, but its callers are not the machine's own programs.
pub(super) fn by_unnamed_proxy(peer: IpAddr, headers: &HeaderMap, proxies: &Networks) -> bool {
    !proxies.contain(peer)
        && [X_FORWARDED_FOR, header::FORWARDED].iter().any(|name| headers.contains_key(name))
}

/// Whether a proxy at that address can be the operator's own: anybody on the internet can send the header
/// of a proxy.
pub(super) fn is_near(peer: IpAddr) -> bool {
    match peer.to_canonical() {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

/// Whom a request counts for. Only who is connected by a trusted proxy can say that it comes from
/// elsewhere, and of what proxies say only the hops up to the first that is not trusted count.
pub(super) fn client(peer: IpAddr, headers: &HeaderMap, proxies: &Networks) -> Client {
    if by_unnamed_proxy(peer, headers, proxies) {
        return Client::behind_proxy(peer);
    }
    if !proxies.contain(peer) {
        return Client::at(peer);
    }
    let told = |hops: Vec<Option<IpAddr>>| {
        let mut last = peer;
        for hop in hops.into_iter().rev() {
            let Some(address) = hop else { break };
            last = address;
            if !proxies.contain(address) {
                break;
            }
        }
        last
    };
    let of = |name: HeaderName| headers.contains_key(&name).then(|| headers.get_all(name));
    let x_forwarded = of(X_FORWARDED_FOR).map(|values| {
        let parts = values.iter().flat_map(|value| value.to_str().unwrap_or("?").split(','));
        told(parts.map(address).collect())
    });
    let forwarded = of(header::FORWARDED).map(|values| {
        let parts = values.iter().flat_map(|value| elements(value.to_str().unwrap_or("?")));
        told(parts.map(forwarded_for).collect())
    });
    let address = match (x_forwarded, forwarded) {
        (Some(one), None) | (None, Some(one)) => one,
        (Some(one), Some(other)) if one == other => one,
        // One of them was made up by the caller and only passed on: nobody can say which.
        (Some(_), Some(_)) | (None, None) => peer,
    };
    Client::behind_proxy(address)
}

/// An address, with a port or without.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    if let Some(inside) = text.strip_prefix('[') {
        return inside.split_once(']')?.0.parse().ok();
    }
    text.split_once(':')?.0.parse().ok()
}

/// The elements of a `Forwarded` header (RFC 7239): apart by commas that are not quoted.
fn elements(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    })
}

/// The `for` of one element.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let node = element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then(|| value.trim().trim_matches('"'))
    })?;
    address(node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn at(text: &str) -> Client {
        Client::behind_proxy(text.parse().unwrap())
    }

    fn told(peer: &str, headers: &[(&'static str, &'static str)]) -> Client {
        let proxies = ["10.0.0.0/8", "127.0.0.1", "fd00::/8"].map(|text| Networks::read(text).unwrap());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        client(peer.parse().unwrap(), &map, &Networks::new(proxies))
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let x = "x-forwarded-for";
        assert_eq!(told("198.51.100.1", &[(x, "192.0.2.1")]), Client::at([198, 51, 100, 1].into()));
        assert_eq!(told("10.0.0.1", &[(x, "192.0.2.1")]), at("192.0.2.1"));
        // From the right, past trusted hops only: what the caller said itself stands further left.
        assert_eq!(told("10.0.0.1", &[(x, "1.2.3.4, 192.0.2.1, 10.2.3.4")]), at("192.0.2.1"));
        assert_eq!(told("10.0.0.1", &[(x, "1.2.3.4"), (x, "192.0.2.1")]), at("192.0.2.1"));
        assert_eq!(told("::ffff:10.0.0.1", &[(x, "[2001:db8::1]:4711")]), at("2001:db8::1"));
        assert_eq!(told("fd00::1", &[(x, "192.0.2.1:80")]), at("192.0.2.1"));
        assert_eq!(told("10.0.0.1", &[(x, "10.1.1.1, 10.2.2.2")]), at("10.1.1.1"), "all of them are trusted");
        assert_eq!(told("10.0.0.1", &[(x, "192.0.2.1, unknown")]), at("10.0.0.1"), "unreadable");
        assert_eq!(told("10.0.0.1", &[]), at("10.0.0.1"));
        // A proxy on this machine does not bring its callers past the limits.
        assert!(!told("127.0.0.1", &[]).is_exempt() && !told("127.0.0.1", &[(x, "127.0.0.1")]).is_exempt());
        assert!(told("::1", &[]).is_exempt(), "::1 is not named, and forwards nothing");
        for forwarded in [(x, "192.0.2.1"), (x, ""), ("forwarded", "for=192.0.2.1")] {
            let client = told("::1", &[forwarded]);
            assert!(!client.is_exempt() && client.network() == Client::at("::1".parse().unwrap()).network());
        }
    }

    #[test]
    fn the_standard_header_is_read_too() {
        let f = "forwarded";
        let one = r#"for=1.2.3.4, for="[2001:db8::1]:4711";proto=https;by="a,b";host=x, For=10.1.1.1"#;
        assert_eq!(told("10.0.0.1", &[(f, one)]), at("2001:db8::1"));
        assert_eq!(told("10.0.0.1", &[(f, "for=_hidden")]), at("10.0.0.1"));
        let x = "x-forwarded-for";
        assert_eq!(told("10.0.0.1", &[(f, "for=192.0.2.1"), (x, "192.0.2.1")]), at("192.0.2.1"));
        assert_eq!(
            told("10.0.0.1", &[(f, "for=192.0.2.7"), (x, "192.0.2.1")]),
            at("10.0.0.1"),
            "they differ"
        );
    }
}
