//! In how many games computers may think at a time: all others stay out of the queue, and out of memory if nobody
//! watches, until they are called. A game is admitted while a computer is asked, for as many decisions as that takes.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{Kind, Party, Queue};
use crate::limits::{Client, Holder, Shares};

/// The most games that are admitted for quick turns, and for all others.
const MOST: usize = 512;

/// The games of one kind of turn.
#[derive(Debug, Default)]
pub(super) struct Admitted {
    within: Shares<u64, IpAddr>,
    outside: Outside,
    /// The games in `outside`: whose they are, and their numbers.
    names: HashMap<String, (Holder<IpAddr>, u64)>,
    next: u64,
}

/// Games of a network that are not admitted yet, by the networks inside it, the one called longest ago first; of an
/// address by number. However many there are, few are looked at.
#[derive(Debug, Default)]
struct Outside {
    networks: VecDeque<(IpAddr, Outside)>,
    games: BTreeMap<u64, (String, Client)>,
}

/// A game in which computers may think as long as this is kept.
#[derive(Debug)]
pub(in crate::games) struct Admission {
    queue: Arc<Queue>,
    /// Which of the kinds of turns it is.
    of: usize,
    number: u64,
    game: String,
}

/// A game that is admitted now, and the client that waits for it.
#[derive(Debug)]
pub(in crate::games) struct Called {
    pub(in crate::games) admission: Admission,
    pub(in crate::games) client: Client,
}

/// The channel on which admitted games are announced.
#[derive(Debug)]
pub(super) struct Calls {
    called: UnboundedSender<Called>,
    heard: Mutex<Option<UnboundedReceiver<Called>>>,
}

impl Default for Calls {
    fn default() -> Calls {
        let (called, heard) = unbounded_channel();
        Calls { called, heard: Mutex::new(Some(heard)) }
    }
}

impl Admission {
    /// The game.
    pub(in crate::games) fn game(&self) -> &str {
        &self.game
    }

    /// Whether it is one for turns of that kind.
    pub(in crate::games) fn is_for(&self, kind: Kind) -> bool {
        self.of == of(kind)
    }
}

fn of(kind: Kind) -> usize {
    usize::from(kind != Kind::Quick)
}

impl Queue {
    /// Admits a game in which a computer is asked, or keeps it outside until it is called; its place is given then.
    /// What comes from no network is the operator's own, and always admitted.
    pub(in crate::games) fn admit(
        self: &Arc<Queue>,
        kind: Kind,
        game: &str,
        party: Option<Party>,
    ) -> Result<Admission, usize> {
        let of = of(kind);
        let mut state = self.state();
        let waiting = state.waiting.len();
        let all = &mut state.admitted[of];
        let holder = party.and_then(Party::holder);
        if let (Some(Party::Client(client)), Some(holder)) = (party, &holder)
            && !all.within.has_room(MOST, Some(holder))
        {
            if !all.names.contains_key(game) {
                all.next += 1;
                all.names.insert(game.to_owned(), (*holder, all.next));
                all.outside.enter(holder, all.next, (game.to_owned(), client));
            }
            return Err(waiting + all.names.len());
        }
        all.forget(game);
        let number = all.enter(holder);
        Ok(Admission { queue: Arc::clone(self), of, number, game: game.to_owned() })
    }

    /// Nobody plays that game any more: it is not called.
    pub(in crate::games) fn forget(&self, game: &str) {
        for all in &mut self.state().admitted {
            all.forget(game);
        }
    }

    /// Those that are called from now on; nothing for whoever asks again.
    pub(in crate::games) fn calls(&self) -> Option<UnboundedReceiver<Called>> {
        self.calls.heard.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Admitted {
    fn enter(&mut self, holder: Option<Holder<IpAddr>>) -> u64 {
        self.next += 1;
        self.within.enter(self.next, holder);
        self.next
    }

    /// Admits one of those outside, if there is room: of the network that has fewest games within, of the address in it
    /// that has fewest, the first.
    fn call(&mut self) -> Option<(u64, String, Client)> {
        let within = &self.within;
        let (game, client) =
            self.outside.call(3, &|level, network| within.held_if_room(MOST, level, network))?;
        let (holder, _) = self.names.remove(&game)?;
        Some((self.enter(Some(holder)), game, client))
    }

    /// A game is outside no more.
    fn forget(&mut self, game: &str) {
        if let Some((holder, number)) = self.names.remove(game) {
            self.outside.leave(&holder, number);
        }
    }
}

impl Outside {
    fn is_empty(&self) -> bool {
        self.networks.is_empty() && self.games.is_empty()
    }

    fn position(&self, network: IpAddr) -> Option<usize> {
        self.networks.iter().position(|(of, _)| *of == network)
    }

    /// Enters a game of these networks, the narrowest first.
    fn enter(&mut self, networks: &[IpAddr], number: u64, game: (String, Client)) {
        let [inner @ .., network] = networks else {
            self.games.insert(number, game);
            return;
        };
        let at = self.position(*network).unwrap_or_else(|| {
            self.networks.push_back((*network, Outside::default()));
            self.networks.len() - 1
        });
        self.networks[at].1.enter(inner, number, game);
    }

    fn leave(&mut self, networks: &[IpAddr], number: u64) {
        let [inner @ .., network] = networks else {
            self.games.remove(&number);
            return;
        };
        let Some(at) = self.position(*network) else { return };
        self.networks[at].1.leave(inner, number);
        if self.networks[at].1.is_empty() {
            self.networks.remove(at);
        }
    }

    /// Takes the first game of an address with room; so many levels of networks are inside this one. `held` tells how
    /// many games of a network are within, if there may be one more.
    fn call(
        &mut self,
        levels: usize,
        held: &impl Fn(usize, &IpAddr) -> Option<usize>,
    ) -> Option<(String, Client)> {
        let Some(level) = levels.checked_sub(1) else { return self.games.pop_first().map(|(_, game)| game) };
        let roomy = self.networks.iter().enumerate().filter_map(|(at, (of, _))| Some((held(level, of)?, at)));
        let mut in_turn: Vec<_> = roomy.collect();
        in_turn.sort_unstable();
        for (_, at) in in_turn {
            if let Some(called) = self.networks[at].1.call(level, held) {
                let (network, inside) = self.networks.remove(at)?;
                if !inside.is_empty() {
                    self.networks.push_back((network, inside));
                }
                return Some(called);
            }
        }
        None
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let called = {
            let mut state = self.queue.state();
            let all = &mut state.admitted[self.of];
            all.within.leave(&self.number);
            // Once the server closes nobody hears it.
            if self.queue.calls.called.is_closed() { None } else { all.call() }
        };
        if let Some((number, game, client)) = called {
            let admission = Admission { queue: Arc::clone(&self.queue), of: self.of, number, game };
            // What nobody hears is dropped, and with it the admission.
            let _ = self.queue.calls.called.send(Called { admission, client });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, queue_of};
    use super::*;

    #[test]
    fn of_each_network_so_many_games_are_admitted_and_the_others_called_in_turn() {
        let queue = queue_of(1);
        let mut calls = queue.calls().unwrap();
        let flood = |address: &str, kind| {
            let admit = |game| queue.admit(kind, &format!("{address} {game}"), at(address)).ok();
            (0..MOST).map_while(admit).collect::<Vec<_>>()
        };
        let mut first = flood("192.0.2.1", Kind::Turn);
        let second = flood("192.0.2.2", Kind::Long);
        let other = flood("198.51.100.1", Kind::Turn);
        assert_eq!((first.len(), second.len(), other.len()), (MOST / 2, 0, 32));
        // Quick turns are admitted beside them, and the operator's own always.
        assert!(queue.admit(Kind::Quick, "quick", at("192.0.2.2")).is_ok());
        assert!(queue.admit(Kind::Turn, "own", Some(Party::Connection(1))).is_ok());
        // Whoever asks again is outside once.
        assert_eq!(queue.admit(Kind::Turn, "192.0.2.2 0", at("192.0.2.2")).unwrap_err(), 3);
        assert_eq!(queue.admit(Kind::Turn, "192.0.2.2 1", at("192.0.2.2")).unwrap_err(), 4);
        assert!(calls.try_recv().is_err(), "there is no room yet");
        // The /24 with fewer comes first, once half of the places are free; then the neighbour, who has none within.
        let mut called = Vec::new();
        while called.len() < 2 {
            drop(first.pop().expect("somebody is called"));
            called.extend(std::iter::from_fn(|| calls.try_recv().ok()));
        }
        let names: Vec<&str> = called.iter().map(|called| called.admission.game()).collect();
        assert_eq!(names, ["198.51.100.1 32", "192.0.2.2 0"]);
        assert_eq!(Some(Party::Client(called[1].client)), at("192.0.2.2"));
        drop((first, called, other));
        let mut rest: Vec<String> = std::iter::from_fn(|| calls.try_recv().ok())
            .map(|called| called.admission.game().to_owned())
            .collect();
        rest.sort();
        assert_eq!(rest, ["192.0.2.1 256", "192.0.2.2 1"]);
    }

    #[test]
    fn a_game_that_is_no_more_or_was_admitted_in_another_way_is_not_called() {
        let queue = queue_of(1);
        let mut calls = queue.calls().unwrap();
        let admit = |game: &str| queue.admit(Kind::Turn, game, at("192.0.2.1"));
        let mut within: Vec<_> = (0..MOST / 2).map(|game| admit(&format!("{game}")).unwrap()).collect();
        for game in 0..10_000 {
            assert!(admit(&format!("gone {game}")).is_err());
            queue.forget(&format!("gone {game}"));
        }
        assert!(admit("other").is_err() && admit("last").is_err());
        let other = queue.admit(Kind::Turn, "other", None).unwrap();
        within.truncate(31);
        let called = calls.try_recv().unwrap();
        assert_eq!(called.admission.game(), "last");
        drop((other, called));
        assert!(calls.try_recv().is_err());
    }

    #[test]
    fn a_network_with_few_games_is_called_before_the_addresses_of_a_flood() {
        let queue = queue_of(1);
        let mut calls = queue.calls().unwrap();
        let admit = |game: &str| queue.admit(Kind::Turn, game, at(game.split(' ').next().unwrap())).ok();
        let flood = |n: usize| format!("2001:db8:{:x}:{:x}::", n % 6, n / 6);
        let mut within: Vec<_> = (0..20_000).filter_map(|n| admit(&flood(n))).collect();
        let mut others: Vec<_> = (0..64).map(|n| admit(&format!("192.0.{n}.1")).unwrap()).collect();
        assert_eq!(within.len() + others.len(), MOST);
        let late = ["198.51.100.1 a", "198.51.100.1 b", "198.51.100.1 c"];
        assert!(late.iter().all(|game| admit(game).is_none()));
        others.clear();
        let mut called = || {
            within.pop();
            let called = std::iter::from_fn(|| calls.try_recv().ok());
            called.map(|called| called.admission).collect::<Vec<_>>()
        };
        let (mut all, mut names) = (Vec::new(), Vec::new());
        for _ in 0..65 {
            let next = called();
            names.extend(next.iter().map(|admission| admission.game().to_owned()));
            all.extend(next);
        }
        assert_eq!(names[..3], late);
        assert!(names[3..].iter().all(|name| name.starts_with("2001:")), "{names:?}");
        // What nobody plays any more is not looked through.
        (0..20_000).for_each(|n| queue.forget(&flood(n)));
        assert!(called().is_empty());
    }

    #[test]
    fn nobody_is_called_once_nobody_hears() {
        let queue = queue_of(1);
        let within: Vec<_> = (0..MOST)
            .map_while(|game| queue.admit(Kind::Turn, &format!("{game}"), at("192.0.2.1")).ok())
            .collect();
        for game in 0..100_000 {
            assert!(queue.admit(Kind::Turn, &format!("outside {game}"), at("192.0.2.1")).is_err());
        }
        drop(queue.calls());
        drop(within);
    }
}
