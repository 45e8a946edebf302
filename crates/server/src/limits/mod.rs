//! What a server allows, in all and by address, so that one caller cannot keep everybody else from
//! playing.

mod allowances;
mod long_messages;
mod rate;
mod refusals;
mod shares;
mod unsent;
mod work;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub(crate) use allowances::SHARED_PACKS;
pub use allowances::{Allowances, LimitTold, LimitsTold, Reached};
pub(crate) use allowances::{Costly, KeptTold};
pub(crate) use long_messages::{LONG, LongMessage, LongMessages};
pub(crate) use rate::Rate;
pub use refusals::{Refusals, Refused};
pub(crate) use shares::{Holder, Room, Shares, is_unreserved};
pub(crate) use unsent::{Unsent, Waiting};
#[cfg(feature = "club")]
pub(crate) use work::AskTurn;
pub(crate) use work::{Wanted, WorkQueue, WorkTurn};

/// What is allowed to one address. An IPv6 address stands for its whole /64, which is what one
/// household is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// So many; none at all is no limit.
    most: Option<NonZeroU32>,
    /// Whether it holds for this machine's own programs too.
    loopback: bool,
}

impl Limit {
    /// A limit nobody chose: it does not hold for this machine's own programs.
    pub const fn usual(most: u32) -> Limit {
        Limit { most: NonZeroU32::new(most), loopback: false }
    }

    /// A limit that the operator chose, for everybody; 0 is no limit.
    pub const fn set(most: u32) -> Limit {
        Limit { most: NonZeroU32::new(most), loopback: true }
    }

    /// How many are allowed; 0 is no limit.
    pub(crate) fn most(self) -> u32 {
        self.most.map_or(0, NonZeroU32::get)
    }

    /// How many this client may have; `None` if there is no limit for it.
    pub(crate) fn of(self, client: Client) -> Option<NonZeroU32> {
        self.most.filter(|_| self.loopback || !client.exempt)
    }
}

/// How long each stage of a connection may last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// From the first moment to the end of the first request's head.
    pub head: Duration,
    /// Between two requests, and for the next one's head.
    pub idle: Duration,
    /// For an answer: to be made and to be taken, to its end.
    pub answer: Duration,
    /// For some of what is sent to be taken.
    pub taking: Duration,
    /// For one message of a WebSocket to come whole.
    pub message: Duration,
    /// For what has come to be answered once the server stops, and then for the database to close.
    pub farewell: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience {
            head: seconds(15),
            idle: seconds(60),
            answer: seconds(120),
            taking: seconds(20),
            message: seconds(120),
            farewell: seconds(10),
        }
    }
}

/// What a server allows. The defaults are for a server that is open to the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Connections at once, in all.
    pub connections: usize,
    /// WebSockets at once, in all.
    pub sockets: usize,
    /// Connections at once.
    pub connections_of: Limit,
    /// WebSockets at once.
    pub sockets_of: Limit,
    /// Requests a second, over HTTP.
    pub requests_of: Limit,
    /// Messages a second, over WebSockets.
    pub messages_of: Limit,
    /// What is sent and fetched in a second, in KiB.
    pub kilobytes_of: Limit,
    /// Questions a second: messages that change nothing and have to be worked out, previews and
    /// views among them.
    pub questions_of: Limit,
    /// Games made in an hour.
    pub games_of: Limit,
    /// Data packs made or loaded in an hour.
    pub packs_of: Limit,
    /// Data packs checked, or opened for the editor, in a minute.
    pub checks_of: Limit,
    /// Packs that may be shared with everybody, in all; 0: none can be shared here.
    pub shared_packs: usize,
    /// Packs shared, or withdrawn, in an hour.
    pub shares_of: Limit,
    /// Requests for advice in an hour.
    pub advice_of: Limit,
    /// Reviews of moments and of games in an hour.
    pub reviews_of: Limit,
    /// Seconds of work in a minute: reading packs and records, drawing maps.
    pub work_of: Limit,
    /// How long checking a record that is brought may keep a processor busy: no other is checked meanwhile.
    pub record_time: Duration,
    /// MiB in an hour that the records of games, and what people say, grow by: of whole games that is a dozen of the
    /// longest (`record_bytes`).
    pub records_of: Limit,
    /// Games whose bots run at once, in all; others stop until they are asked again.
    pub bots: usize,
    /// Games without an order at once, in all.
    pub unstarted: usize,
    /// Games without an order at once.
    pub unstarted_of: Limit,
    /// Entries from which on a game is only played to its end: what can be repeated without end is refused. The
    /// longest games have a tenth of the default.
    pub entries: u32,
    /// The same of the length of its record, in bytes. Of one game between recruits in each of six scenarios, the longest
    /// had 2.6 MB.
    pub record_bytes: usize,
    /// How long a game without a single order is kept; `None`: for ever.
    pub unstarted_for: Option<Duration>,
    /// How long a game that is over is kept; `None`: for ever.
    pub finished_for: Option<Duration>,
    /// How long a game with an order is kept that does not go on; `None`: for ever.
    pub idle_for: Option<Duration>,
    /// How long each stage of a connection may last.
    pub patience: Patience,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 4096,
            sockets: 3072,
            connections_of: Limit::usual(128),
            sockets_of: Limit::usual(48),
            requests_of: Limit::usual(100),
            messages_of: Limit::usual(50),
            kilobytes_of: Limit::usual(4096),
            questions_of: Limit::usual(30),
            games_of: Limit::usual(120),
            packs_of: Limit::usual(120),
            checks_of: Limit::usual(60),
            shared_packs: 0,
            shares_of: Limit::usual(20),
            advice_of: Limit::usual(240),
            reviews_of: Limit::usual(240),
            work_of: Limit::usual(30),
            record_time: Duration::from_secs(10),
            records_of: Limit::usual(32),
            bots: 32,
            unstarted: 10_000,
            unstarted_of: Limit::usual(200),
            entries: 20_000,
            record_bytes: 8 << 20,
            unstarted_for: Some(Duration::from_secs(7 * 24 * 3600)),
            finished_for: None,
            idle_for: None,
            patience: Patience::default(),
        }
    }
}

/// Who is at the other end, as far as limits go: an address, or the network that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Client {
    network: IpAddr,
    /// Whether limits that nobody chose pass it by: a program of this very machine.
    exempt: bool,
}

impl Client {
    /// A caller with that address.
    pub fn at(address: IpAddr) -> Client {
        Client { network: network(address), exempt: address.to_canonical().is_loopback() }
    }

    /// The same, not passed by even if it is this machine: a proxy on it speaks for others.
    pub fn behind_proxy(address: IpAddr) -> Client {
        Client { exempt: false, ..Client::at(address) }
    }

    /// The address; of IPv6 the network that stands for it.
    pub fn network(self) -> IpAddr {
        self.network
    }

    /// The networks that what it holds is counted for, the narrowest first: of IPv6 the /64, the /56 and the
    /// /48, of IPv4 the address and the /24. What this machine's own programs hold is counted in all alone.
    pub(crate) fn holder(self) -> Option<Holder<IpAddr>> {
        let networks = match self.network {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                [d, d & 0xff00, 0].map(|d| Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                let network = Ipv4Addr::new(a, b, c, 0).into();
                [address.into(), network, network]
            }
        };
        (!self.exempt).then_some(networks)
    }

    /// What it is counted for where things may be done so often: its address and the networks around it.
    pub(crate) fn scopes(self) -> impl Iterator<Item = Scope> {
        let (middle, wide) = self.holder().map(|[_, middle, wide]| (middle, wide)).unzip();
        let middle = middle.filter(|network: &IpAddr| network.is_ipv6());
        [
            Some((self.network, 1)),
            middle.map(|network| (network, MIDDLE)),
            wide.map(|network| (network, WIDE)),
        ]
        .into_iter()
        .flatten()
        .map(move |(network, times)| Scope { network, exempt: self.exempt, times })
    }

    /// The widest network that it is counted for; `None` for this machine's own programs.
    pub(crate) fn widest(self) -> Option<IpAddr> {
        self.holder().map(|[_, _, widest]| widest)
    }

    /// Whether limits that nobody chose pass it by.
    pub fn is_exempt(self) -> bool {
        self.exempt
    }
}

/// How many times as much as one address a /56 may have together.
const MIDDLE: u32 = 4;

/// The same of a /48, and of a /24 of IPv4.
const WIDE: u32 = 16;

/// An address, or a network around it that may have so many times as much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Scope {
    network: IpAddr,
    exempt: bool,
    times: u32,
}

impl Scope {
    /// How much it may have, where one address may have so much.
    pub(crate) fn most(self, of_one: NonZeroU32) -> NonZeroU32 {
        of_one.saturating_mul(NonZeroU32::MIN.saturating_add(self.times - 1))
    }

    /// What it is called.
    fn name(self) -> &'static str {
        if self.times == 1 { "one address" } else { "one network" }
    }
}

/// The network that stands for an address.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

/// How many things of a kind are open, by whom.
#[derive(Debug, Default)]
pub(crate) struct Tally(Arc<Mutex<HashMap<Client, u32>>>);

/// One thing that is counted, until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted(Arc<Mutex<HashMap<Client, u32>>>, Client);

impl Tally {
    /// Counts one more, if this client may have one more.
    pub(crate) fn enter(&self, client: Client, limit: Limit) -> Option<Counted> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = counts.get(&client).copied().unwrap_or(0);
        if limit.of(client).is_some_and(|most| open >= most.get()) {
            return None;
        }
        counts.insert(client, open + 1);
        Some(Counted(Arc::clone(&self.0), client))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = counts.entry(self.1) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// A wait in words: "3 seconds".
pub(crate) fn wait(duration: Duration) -> String {
    match protocol::error::seconds(duration) {
        1 => "1 second".to_owned(),
        seconds if seconds < 120 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> Client {
        Client::at(address.parse().unwrap())
    }

    #[test]
    fn a_household_has_one_address() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
        assert!(client("127.0.0.1").is_exempt() && client("::1").is_exempt());
        assert!(client("::ffff:127.0.0.1").is_exempt() && !client("192.0.2.1").is_exempt());
    }

    #[test]
    fn an_address_is_counted_in_each_network_around_it_once() {
        let scopes = |address: &str| -> Vec<(String, u32)> {
            client(address).scopes().map(|scope| (scope.network.to_string(), scope.times)).collect()
        };
        let of = |all: &[(&str, u32)]| -> Vec<(String, u32)> {
            all.iter().map(|(network, times)| ((*network).to_owned(), *times)).collect()
        };
        assert_eq!(
            scopes("2001:db8:1:203::4"),
            of(&[("2001:db8:1:203::", 1), ("2001:db8:1:200::", 4), ("2001:db8:1::", 16)])
        );
        assert_eq!(scopes("2001:db8::1"), of(&[("2001:db8::", 1), ("2001:db8::", 4), ("2001:db8::", 16)]));
        assert_eq!(scopes("192.0.2.1"), of(&[("192.0.2.1", 1), ("192.0.2.0", 16)]));
        assert_eq!(scopes("127.0.0.1"), of(&[("127.0.0.1", 1)]));
    }

    #[test]
    fn what_is_open_is_counted_by_address_until_it_ends() {
        let tally = Tally::default();
        let (one, two) = (client("192.0.2.1"), client("192.0.2.2"));
        let limit = Limit::usual(2);
        let first = tally.enter(one, limit).unwrap();
        let _second = tally.enter(one, limit).unwrap();
        assert!(tally.enter(one, limit).is_none());
        let _other = tally.enter(two, limit).unwrap();
        drop(first);
        assert!(tally.enter(one, limit).is_some());
        // The machine itself only if the operator says so.
        let own = client("127.0.0.1");
        let many: Vec<_> = (0..5).map(|_| tally.enter(own, limit).unwrap()).collect();
        assert!(tally.enter(own, Limit::set(5)).is_none());
        assert!(tally.enter(own, Limit::set(0)).is_some(), "0 is no limit");
        drop(many);
        assert!(!tally.0.lock().unwrap().contains_key(&own), "nothing is kept of who has gone");
    }
}
