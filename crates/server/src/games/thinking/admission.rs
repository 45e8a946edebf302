//! In how many games computers may think at a time: all others stay out of the queue, and out of memory if nobody
//! watches, until they are called. A game is admitted while a computer is asked, for as many decisions as that takes.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{Kind, Party, Queue};
use crate::limits::{Holder, Shares};

/// In so many games computers may take turns of milliseconds, and in as many others.
const MOST: usize = 512;

/// The games of one kind of turn.
#[derive(Debug, Default)]
pub(super) struct Admitted {
    within: Shares<String, IpAddr>,
    /// Those that are not admitted yet, by address, each with its number.
    outside: HashMap<Holder<IpAddr>, VecDeque<(u64, String, Party)>>,
    /// What they are called.
    names: HashSet<String>,
    next: u64,
}

/// A game in which computers may think as long as this is kept.
#[derive(Debug)]
pub(in crate::games) struct Admission {
    queue: Arc<Queue>,
    /// Which of the kinds of turns it is.
    of: usize,
    game: String,
}

/// A game that is admitted now, and whoever waits for it.
#[derive(Debug)]
pub(in crate::games) struct Called {
    pub(in crate::games) admission: Admission,
    pub(in crate::games) party: Party,
}

/// The way of those that are called.
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
        let of = usize::from(kind != Kind::Quick);
        let mut state = self.state();
        let waiting = state.waiting.len();
        let all = &mut state.admitted[of];
        let holder = party.and_then(Party::holder);
        if let (Some(party), Some(holder)) = (party, &holder)
            && !all.within.has_room(MOST, Some(holder))
        {
            if all.names.insert(game.to_owned()) {
                all.outside.entry(*holder).or_default().push_back((all.next, game.to_owned(), party));
                all.next += 1;
            }
            return Err(waiting + all.names.len());
        }
        all.within.enter(game.to_owned(), holder);
        Ok(Admission { queue: Arc::clone(self), of, game: game.to_owned() })
    }

    /// Those that are called from now on; nothing for whoever asks again.
    pub(in crate::games) fn calls(&self) -> Option<UnboundedReceiver<Called>> {
        self.calls.heard.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Admitted {
    /// Admits one of those outside, if there is room: of the address that has fewest games within, the first.
    fn call(&mut self) -> Option<(String, Party)> {
        let Admitted { within, outside, names, .. } = self;
        let roomy = outside.iter().filter(|(holder, _)| within.has_room(MOST, Some(holder)));
        let numbered =
            roomy.filter_map(|(holder, games)| Some((within.held(holder), games.front()?.0, *holder)));
        let (.., holder) = numbered.min_by_key(|(held, number, _)| (*held, *number))?;
        let games = outside.get_mut(&holder)?;
        let (_, game, party) = games.pop_front()?;
        if games.is_empty() {
            outside.remove(&holder);
        }
        names.remove(&game);
        within.enter(game.clone(), Some(holder));
        Some((game, party))
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let called = {
            let mut state = self.queue.state();
            let all = &mut state.admitted[self.of];
            all.within.leave(&self.game);
            // Once the server closes nobody hears it.
            if self.queue.calls.called.is_closed() { None } else { all.call() }
        };
        if let Some((game, party)) = called {
            let admission = Admission { queue: Arc::clone(&self.queue), of: self.of, game };
            // What nobody hears is dropped, and with it the admission.
            let _ = self.queue.calls.called.send(Called { admission, party });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::queue_of;
    use super::*;
    use crate::limits::Client;

    fn at(address: &str) -> Option<Party> {
        Some(Party::Client(Client::at(address.parse().unwrap())))
    }

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
        // The neighbour, who has none within, comes first, once its /24 has no more than its part.
        let mut called = Vec::new();
        while called.len() < 2 {
            drop(first.pop().expect("somebody is called"));
            called.extend(std::iter::from_fn(|| calls.try_recv().ok()));
        }
        let names: Vec<&str> = called.iter().map(|called| called.admission.game()).collect();
        assert_eq!(names, ["192.0.2.2 0", "192.0.2.2 1"]);
        assert_eq!(called[0].party, at("192.0.2.2").unwrap());
        drop((first, called, other));
        let mut rest: Vec<String> = std::iter::from_fn(|| calls.try_recv().ok())
            .map(|called| called.admission.game().to_owned())
            .collect();
        rest.sort();
        assert_eq!(rest, ["192.0.2.1 256", "198.51.100.1 32"]);
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
