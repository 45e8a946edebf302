//! What has been answered or told and is not taken yet: how many bytes of it one network may hold, and all together.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Client;

/// What one network may hold, in bytes.
const OF_A_NETWORK: usize = 64 << 20;

/// What one may hold while all together hold more than `OF_ALL`.
const OF_ONE_OF_MANY: usize = 4 << 20;
const OF_ALL: usize = 2 * OF_A_NETWORK;

/// The bytes that wait, by network; what waits for this machine's own programs is not counted.
#[derive(Debug, Default)]
pub struct Unsent(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    by: HashMap<IpAddr, usize>,
    all: usize,
}

/// Bytes that wait until it is dropped.
#[derive(Debug)]
pub struct Waiting {
    of: Arc<Unsent>,
    network: Option<IpAddr>,
    bytes: usize,
}

impl Unsent {
    /// Counts so many more bytes for the client's network, unless it then holds too many. What a network that holds
    /// nothing is sent is always counted.
    pub fn hold(self: &Arc<Unsent>, client: Client, bytes: usize) -> Option<Waiting> {
        let mut waiting = self.hold_none(client);
        waiting.more(bytes).then_some(waiting)
    }

    /// Nothing yet, for that client's network.
    pub fn hold_none(self: &Arc<Unsent>, client: Client) -> Waiting {
        Waiting { of: Arc::clone(self), network: client.widest(), bytes: 0 }
    }

    /// How many bytes wait, in all.
    pub fn bytes(&self) -> usize {
        self.all().all
    }

    fn all(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// So many more wait; `false` if the network now holds too many.
    pub fn more(&mut self, bytes: usize) -> bool {
        let Some(network) = self.network else { return true };
        self.bytes += bytes;
        let mut all = self.of.all();
        all.all += bytes;
        let most = if all.all > OF_ALL { OF_ONE_OF_MANY } else { OF_A_NETWORK };
        let held = all.by.entry(network).or_default();
        *held += bytes;
        *held == bytes || *held <= most
    }

    /// So many fewer wait.
    pub fn fewer(&mut self, bytes: usize) {
        let Some(network) = self.network else { return };
        self.bytes -= bytes;
        let mut all = self.of.all();
        let Some(held) = all.by.get_mut(&network) else { return };
        *held -= bytes;
        if *held == 0 {
            all.by.remove(&network);
        }
        all.all -= bytes;
    }

    /// How many wait.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.fewer(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_holds_so_much_and_no_more() {
        let all = Arc::new(Unsent::default());
        let at = |address: &str| Client::at(address.parse().expect("an address"));
        let long = all.hold(at("192.0.2.1"), OF_A_NETWORK + 1).expect("it holds nothing yet");
        assert!(all.hold(at("192.0.2.2"), 1).is_none());
        drop(long);
        assert!(all.hold(at("192.0.2.2"), 1).is_some());
        let other = all.hold(at("198.51.100.1"), OF_A_NETWORK - 1).expect("another network");
        assert!(all.hold(at("198.51.100.2"), 1).is_some());
        assert!(all.hold(at("198.51.100.2"), 2).is_none());
        assert!(all.hold(at("127.0.0.1"), 2 * OF_A_NETWORK).is_some());
        drop(other);
        assert_eq!((all.bytes(), all.all().by.len()), (0, 0));
    }

    #[test]
    fn while_all_together_hold_much_a_network_holds_little_more() {
        let all = Arc::new(Unsent::default());
        let hold = |network: u8, bytes| all.hold(Client::at([192, 0, network, 1].into()), bytes);
        let two = [hold(1, OF_A_NETWORK).expect("one"), hold(2, OF_A_NETWORK).expect("another")];
        let third = hold(3, OF_ONE_OF_MANY - 1).expect("it holds nothing yet");
        assert!(hold(3, 1).is_some() && hold(3, 2).is_none() && hold(4, 2 * OF_ONE_OF_MANY).is_some());
        drop(two);
        assert!(hold(3, 2).is_some());
        drop(third);
        assert_eq!((all.bytes(), all.all().by.len()), (0, 0));
    }
}
