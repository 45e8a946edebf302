//! Which names the server answers to. A page elsewhere can give a name of its own this machine's
//! address (DNS rebinding); its requests then bear that name, and are not served.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::uri::{Authority, Scheme};
use axum::http::{HeaderMap, StatusCode, Uri, Version, header};
use url::{Host, Url};

/// An address under which people reach the server: `https://games.example.org`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    host: String,
    /// As a browser tells it: scheme, host, and the port if it is not the scheme's own.
    origin: String,
}

impl PublicUrl {
    /// As a browser tells it, without a slash at its end.
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let wrong = |why: &str| format!("{why}: an address was expected as in https://games.example.org");
        let url = Url::parse(text).map_err(|error| wrong(&error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(wrong("it begins with neither http:// nor https://"));
        }
        let plain = url.username().is_empty() && url.password().is_none();
        if !plain || url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return Err(wrong("it has more than a name and a port"));
        }
        let Some(host) = url.host() else { return Err(wrong("it has no name")) };
        let host = match host {
            Host::Domain(name) => plain_name(name),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => format!("[{address}]"),
        };
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        Ok(PublicUrl { origin: format!("{}://{host}{port}", url.scheme()), host })
    }
}

/// The names the server answers to besides `localhost` and addresses.
#[derive(Debug, Clone, Default)]
pub struct Names {
    hosts: BTreeSet<String>,
    origins: BTreeSet<String>,
    /// Those of the hosts that people reach by https.
    secure: BTreeSet<String>,
}

/// Lower case, and without the dot that may stand at its end.
fn plain_name(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    name.strip_suffix('.').map_or(name.clone(), str::to_owned)
}

/// A host as it is compared, and its port.
fn read(authority: &str) -> Option<(String, Option<u16>)> {
    let authority: Authority = authority.parse().ok()?;
    // Nobody who asks by an address says who they are in it.
    if authority.as_str().contains('@') {
        return None;
    }
    let port = match authority.as_str().strip_prefix(authority.host())?.strip_prefix(':') {
        None | Some("") => None,
        Some(port) => Some(port.parse().ok()?),
    };
    Some((plain_name(authority.host()), port))
}

/// Whether a host is an address, not a name.
fn is_address(host: &str) -> bool {
    match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(inside) => inside.parse::<Ipv6Addr>().is_ok(),
        None => matches!(host.parse(), Ok(IpAddr::V4(_))),
    }
}

impl Names {
    /// These, besides what always is answered to.
    pub fn new(urls: impl IntoIterator<Item = PublicUrl>) -> Names {
        let mut names = Names::default();
        for url in urls {
            if url.origin.starts_with("https:") {
                names.secure.insert(url.host.clone());
            }
            names.hosts.insert(url.host);
            names.origins.insert(url.origin);
        }
        names
    }

    fn knows(&self, host: &str) -> bool {
        host == "localhost" || is_address(host) || self.hosts.contains(host)
    }

    /// The address of this server by the name that a request asks for.
    pub(super) fn here(&self, uri: &Uri, headers: &HeaderMap) -> String {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let host = uri.authority().map(Authority::as_str).or(host).unwrap_or("localhost");
        let scheme = if self.secure(uri, headers) { "https" } else { "http" };
        format!("{scheme}://{host}")
    }

    /// Whether a request asks by a name that people reach by https.
    pub(super) fn secure(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let asked = uri.authority().map(Authority::as_str).or(host).and_then(read);
        asked.is_some_and(|(host, _)| self.secure.contains(&host))
    }

    /// Whether a request asks by a name of this server. Where it names two (in its address and in
    /// its `Host`), both must be.
    ///
    /// # Errors
    /// The status, and a sentence that says how to allow the name.
    pub(super) fn check(
        &self,
        version: Version,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), (StatusCode, String)> {
        let unclear = |what: &str| Err((StatusCode::BAD_REQUEST, format!("{what}\n")));
        let hosts: Vec<_> = headers.get_all(header::HOST).iter().collect();
        if hosts.len() > 1 {
            return unclear("A request has one Host, not several.");
        }
        if uri.scheme().is_some_and(|scheme| *scheme != Scheme::HTTP && *scheme != Scheme::HTTPS) {
            return unclear("This is no address of http or https.");
        }
        let mut asked = Vec::new();
        if let Some(authority) = uri.authority() {
            asked.push(authority.as_str());
        }
        for host in hosts {
            let Ok(host) = host.to_str() else { return unclear("The Host is no name.") };
            asked.push(host);
        }
        // Browsers always say whom they ask; only tools that speak the oldest HTTP do not.
        if asked.is_empty() && version != Version::HTTP_10 {
            return unclear("The request does not say which Host it asks.");
        }
        for authority in asked {
            let Some((host, _)) = read(authority) else {
                return unclear("The Host is no name and no address.");
            };
            if !self.knows(&host) {
                let sentence = format!(
                    "This server does not answer to the name {host}. If it is meant to, start it with \
                     --public-url http://{host} (or https://, as people reach it).\n"
                );
                return Err((StatusCode::MISDIRECTED_REQUEST, sentence));
            }
        }
        Ok(())
    }

    /// Whether people reach this server by http too.
    #[cfg(feature = "club")]
    pub(super) fn any_plain(&self) -> bool {
        self.origins.iter().any(|origin| origin.starts_with("http:"))
    }

    /// Whether a request comes from a page at one of the addresses at which people reach this server.
    #[cfg(feature = "club")]
    pub(super) fn public_page(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let origin = origins.next().and_then(|origin| origin.to_str().ok());
        origin.is_some_and(|origin| self.origins.contains(origin)) && origins.next().is_none()
    }

    /// Whether a request comes from a page of this server, or from no page at all.
    pub(super) fn own_page(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else { return true };
        let Some((scheme, authority)) = origin.to_str().ok().and_then(|origin| origin.split_once("://"))
        else {
            return false;
        };
        let usual = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return false,
        };
        let Some((host, port)) = read(authority).filter(|_| origins.next().is_none()) else { return false };
        let shown = port.filter(|port| *port != usual).map(|port| format!(":{port}")).unwrap_or_default();
        if self.origins.contains(&format!("{scheme}://{host}{shown}")) {
            return true;
        }
        let host_header = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let asked = host_header.or_else(|| uri.authority().map(Authority::as_str)).and_then(read);
        asked.is_some_and(|(asked, at)| asked == host && at.unwrap_or(usual) == port.unwrap_or(usual))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn names() -> Names {
        Names::new(
            ["https://Games.Example.org", "http://münchen.example:8080/"].map(|url| url.parse().unwrap()),
        )
    }

    fn status(version: Version, uri: &str, hosts: &[&'static str]) -> u16 {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, HeaderValue::from_bytes(host.as_bytes()).unwrap());
        }
        match names().check(version, &uri.parse().unwrap(), &headers) {
            Ok(()) => 200,
            Err((status, sentence)) => {
                assert!(sentence.ends_with(".\n"), "{sentence}");
                assert_eq!(status == 421, sentence.contains("--public-url"), "{sentence}");
                status.as_u16()
            }
        }
    }

    #[test]
    fn it_answers_to_localhost_to_addresses_and_to_its_names() {
        let one = |host| status(Version::HTTP_11, "/", &[host]);
        for host in [
            "localhost",
            "LOCALHOST:1863",
            "localhost.",
            "127.0.0.1",
            "127.0.0.1.",
            "192.0.2.7:80",
            "[::1]",
            "[::1]:1863",
            "[2001:db8::1]",
            "0.0.0.0:9",
            "games.example.org",
            "GAMES.example.ORG.:443",
            "games.example.org:1",
            "xn--mnchen-3ya.example",
            "localhost:",
        ] {
            assert_eq!(one(host), 200, "{host}");
        }
        for host in [
            "evil.example",
            "games.example.org.evil.example",
            "example.org",
            "localhost.evil.example",
            "evil.localhost",
            "127.0.0.1.evil.example",
            "games.example.org..",
            "2130706433",
            "127.1",
            "0x7f.1",
            "::1x",
            "ocalhost",
        ] {
            let status = one(host);
            assert!(matches!(status, 421 | 400), "{host}: {status}");
        }
        for host in [
            "",
            "localhost@evil.example",
            "evil@localhost",
            "localhost:99999",
            "localhost:x",
            "[::1",
            "a b",
            "\u{e4}",
        ] {
            assert_eq!(one(host), 400, "{host}");
        }
        assert_eq!(one("[zz::1]"), 421);
    }

    #[test]
    fn every_way_to_name_a_host_counts() {
        let of = status;
        assert_eq!(of(Version::HTTP_11, "http://evil.example/", &["localhost"]), 421, "absolute form");
        assert_eq!(of(Version::HTTP_11, "http://localhost/", &["evil.example"]), 421);
        assert_eq!(of(Version::HTTP_11, "http://localhost/", &["localhost"]), 200);
        assert_eq!(of(Version::HTTP_2, "http://localhost:1863/", &[]), 200, ":authority");
        assert_eq!(of(Version::HTTP_2, "http://evil.example/", &[]), 421);
        assert_eq!(of(Version::HTTP_2, "http://localhost/", &["evil.example"]), 421);
        assert_eq!(of(Version::HTTP_11, "/", &[]), 400);
        assert_eq!(of(Version::HTTP_2, "/", &[]), 400);
        assert_eq!(of(Version::HTTP_10, "/", &[]), 200, "no browser speaks so");
        assert_eq!(of(Version::HTTP_10, "/", &["evil.example"]), 421);
        assert_eq!(of(Version::HTTP_11, "/", &["localhost", "localhost"]), 400);
        assert_eq!(of(Version::HTTP_11, "ftp://localhost/", &["localhost"]), 400);
        assert_eq!(of(Version::HTTP_11, "evil.example:443", &["localhost"]), 421, "CONNECT");
    }

    #[test]
    fn only_a_page_of_this_server_may_speak() {
        let from = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            names().own_page(&Uri::from_static("/ws"), &headers)
        };
        let local = "localhost:1863";
        assert!(from(local, None));
        assert!(from(local, Some("http://localhost:1863")));
        assert!(from("LocalHost.:1863", Some("http://localhost:1863")));
        assert!(from("localhost:80", Some("http://localhost")));
        assert!(from("[::1]:1863", Some("http://[::1]:1863")));
        assert!(from("games.example.org", Some("https://games.example.org")));
        // A proxy asks by another name, or by an address: the page's own origin is known all the
        // same.
        assert!(from("127.0.0.1:1863", Some("https://games.example.org")));
        assert!(from("127.0.0.1:1863", Some("http://xn--mnchen-3ya.example:8080")));
        for origin in [
            "http://localhost:1864",
            "http://localhost",
            "https://example.org",
            "null",
            "http://games.example.org:81",
            "http://localhost:1863@evil.example",
            "localhost:1863",
            "file://localhost:1863",
            "",
        ] {
            assert!(!from(local, Some(origin)), "{origin}");
        }
        assert!(!from("127.0.0.1:1863", Some("http://games.example.org")), "only as it was named");
    }

    #[test]
    fn only_names_that_were_given_with_https_are_secure() {
        let secure = |uri: &str, host: &'static str| {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            names().secure(&uri.parse().unwrap(), &headers)
        };
        assert!(secure("/", "games.example.org") && secure("/", "Games.Example.org.:443"));
        assert!(secure("https://games.example.org/", "games.example.org"));
        for host in ["localhost", "127.0.0.1:1863", "xn--mnchen-3ya.example:8080", "evil.example", ""] {
            assert!(!secure("/", host), "{host}");
        }
    }

    #[test]
    fn what_is_no_public_address_is_refused() {
        for url in [
            "games.example.org",
            "ftp://a.example",
            "https://",
            "https://a.example/longroll",
            "https://a@b.example",
            "x",
        ] {
            let error = PublicUrl::from_str(url).unwrap_err();
            assert!(error.contains("https://games.example.org"), "{url}: {error}");
        }
        assert_eq!("HTTPS://A.Example:443/".parse::<PublicUrl>().unwrap().origin, "https://a.example");
    }
}
