//! Which addresses notices are sent to: no address of the server's own network, unless whoever runs
//! it allows that. Otherwise anybody with an account could have the server ask what only it can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::LazyLock;
use std::time::Duration;

use ipnet::{Ipv4Net, Ipv6Net};

/// What is said of a name that leads nowhere and of one that leads into the server's own network: the same, so that
/// an account learns no name of that network.
const NOT_PUBLIC: &str = "Its name has no address of the internet.";

/// How long a name may take to be looked up.
const PATIENCE: Duration = Duration::from_secs(8);

/// What of IPv4 is no address of a stranger on the internet (RFC 6890 and those that add to it).
const SPECIAL_V4: [&str; 16] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
];

/// What of the addresses that IPv6 gives to strangers, `2000::/3`, leads elsewhere: tunnels that hold
/// an address of IPv4, and what is kept for documents and tests.
const SPECIAL_V6: [&str; 4] = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

static V4: LazyLock<Vec<Ipv4Net>> =
    LazyLock::new(|| SPECIAL_V4.iter().filter_map(|net| net.parse().ok()).collect());

static V6: LazyLock<Vec<Ipv6Net>> =
    LazyLock::new(|| SPECIAL_V6.iter().filter_map(|net| net.parse().ok()).collect());

/// Where translators put the addresses of IPv4 (RFC 6052).
const TRANSLATED: Ipv6Addr = Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0);

/// Whether an address is of a stranger on the internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => {
            let [.., high, low] = address.segments();
            let last = Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
            if address.to_ipv4_mapped().is_some() || address.segments()[..6] == TRANSLATED.segments()[..6] {
                return is_public_v4(last);
            }
            address.segments()[0] & 0xe000 == 0x2000 && !V6.iter().any(|net| net.contains(&address))
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !V4.iter().any(|net| net.contains(&address))
}

/// The addresses of a name, looked up once: the connection is made to the very one that was checked.
///
/// # Errors
/// In a sentence: the name has none, or one that is refused.
pub(super) async fn resolve(host: &str, port: u16, own_network: bool) -> Result<Vec<SocketAddr>, String> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let asked = tokio::time::timeout(PATIENCE, tokio::net::lookup_host((bare, port)));
    let found: Vec<SocketAddr> = match asked.await {
        Ok(Ok(found)) => found.collect(),
        Ok(Err(_)) | Err(_) => Vec::new(),
    };
    if found.is_empty() {
        return Err(NOT_PUBLIC.to_owned());
    }
    if !own_network && !found.iter().all(|address| is_public(address.ip())) {
        return Err(NOT_PUBLIC.to_owned());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_strangers_address_is_refused() {
        for text in SPECIAL_V4.iter().chain(&SPECIAL_V6) {
            assert!(text.parse::<ipnet::IpNet>().is_ok(), "{text}");
        }
        for refused in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.8.8.8",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.7",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12:3456:789a::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "ff0e::1",
        ] {
            assert!(!is_public(refused.parse().unwrap()), "{refused}");
        }
        for allowed in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.1",
            "100.63.255.255",
            "100.128.0.1",
            "126.255.255.255",
            "128.0.0.1",
            "172.15.255.255",
            "172.32.0.1",
            "192.167.255.255",
            "192.169.0.1",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "64:ff9b::1.1.1.1",
            "2606:4700::1111",
            "2a00:1450::1",
            "2001:4860::8888",
        ] {
            assert!(is_public(allowed.parse().unwrap()), "{allowed}");
        }
    }

    #[tokio::test]
    async fn a_name_is_as_good_as_the_addresses_that_it_has() {
        for own in ["localhost", "127.0.0.1", "[::1]", "::ffff:127.0.0.1"] {
            assert_eq!(resolve(own, 80, false).await.unwrap_err(), NOT_PUBLIC, "{own}");
        }
        assert!(resolve("localhost", 80, true).await.unwrap().iter().all(|at| at.ip().is_loopback()));
        assert_eq!(resolve("none.invalid", 80, true).await.unwrap_err(), NOT_PUBLIC);
    }
}
