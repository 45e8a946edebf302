//! How much memory the data packs take that games are played from: each network has its part of it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use catalog::pack::Pack;
use protocol::RpcError;

use super::game_task::LEAVES;
use crate::limits::Client;

/// How much the packs of all games in memory that one network asks for may take, in bytes. Above half of it games
/// leave memory as soon as nothing is asked of them.
const MOST: usize = 128 << 20;

/// The same of all networks together; beyond it one takes an eighth of what it may else. A first pack is never
/// refused.
const OF_ALL: usize = 4 * MOST;

/// What it is called where it is told.
const PACKS_IN_PLAY: &str = "packs-in-play";

/// The packs that games in memory are played from, by whoever asked for the games: how much each takes, and in how
/// many games.
type InUse = HashMap<Option<IpAddr>, HashMap<String, (usize, usize)>>;

/// Counts them.
#[derive(Debug, Default)]
pub(super) struct PacksInUse(Arc<Mutex<InUse>>);

/// The pack of a game in memory, counted as long as this is kept.
#[derive(Debug)]
pub(super) struct PackInUse {
    all: Arc<Mutex<InUse>>,
    network: Option<IpAddr>,
    pack: String,
}

impl PacksInUse {
    /// One more game is played from that pack, for that client.
    ///
    /// # Errors
    /// [`RpcError::LIMIT`] if other packs of its network take too much.
    pub(super) fn enter(&self, client: Option<Client>, pack: &Pack) -> Result<PackInUse, RpcError> {
        self.enter_so(client.and_then(Client::widest), (&pack.mark().id, pack.memory()))
    }

    fn enter_so(&self, network: Option<IpAddr>, (pack, bytes): (&str, usize)) -> Result<PackInUse, RpcError> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let most = if of_all(&all) + bytes > OF_ALL { MOST / 8 } else { MOST };
        let packs = all.entry(network).or_default();
        let is_full = !packs.contains_key(pack) && !packs.is_empty() && taken(packs) + bytes > most;
        // What the server itself asks for (notices, results) and this machine's own programs are not refused.
        if network.is_some() && is_full {
            let mib = most >> 20;
            let message = format!(
                "the data packs of the games that your network has open take as much memory as they may \
                 ({mib} MiB): wait until one of the others has rested for a minute"
            );
            return Err(RpcError::limit(PACKS_IN_PLAY, mib, message, LEAVES));
        }
        packs.entry(pack.to_owned()).or_insert((bytes, 0)).1 += 1;
        Ok(PackInUse { all: Arc::clone(&self.0), network, pack: pack.to_owned() })
    }
}

impl PackInUse {
    /// Whether the game has to leave memory as soon as it can.
    pub(super) fn is_crowded(&self) -> bool {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let is_much = |packs| taken(packs) > MOST / 2 || of_all(&all) > OF_ALL / 2;
        all.get(&self.network).is_some_and(|packs| packs.len() > 1 && is_much(packs))
    }
}

impl Drop for PackInUse {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(packs) = all.get_mut(&self.network) else { return };
        if let Some((_, games)) = packs.get_mut(&self.pack) {
            *games -= 1;
            if *games == 0 {
                packs.remove(&self.pack);
            }
        }
        if packs.is_empty() {
            all.remove(&self.network);
        }
    }
}

fn taken(packs: &HashMap<String, (usize, usize)>) -> usize {
    packs.values().map(|(bytes, _)| bytes).sum()
}

fn of_all(all: &InUse) -> usize {
    all.values().map(taken).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packs_of_a_network_take_their_part_however_many_games_are_on_each() {
        let packs = PacksInUse::default();
        let (one, two) = (Some([192, 0, 2, 0].into()), Some([198, 51, 100, 0].into()));
        let enter = |network, pack: &str| packs.enter_so(network, (pack, MOST / 4));
        let first = enter(one, "a").expect("there is room");
        let _again = enter(one, "a").expect("the same pack takes no more");
        let second = enter(one, "b").expect("there is room");
        assert!(!first.is_crowded(), "half of it");
        let (third, fourth) = (enter(one, "c").expect("room"), enter(one, "d").expect("room"));
        assert!(first.is_crowded() && fourth.is_crowded());
        let refused = enter(one, "e").expect_err("no room");
        assert_eq!((refused.code, refused.reached()), (RpcError::LIMIT, Some(PACKS_IN_PLAY)));
        assert!(enter(one, "d").is_ok() && enter(two, "e").is_ok());
        let own = ["a", "b", "c", "d", "e"].map(|pack| enter(None, pack));
        assert!(own.iter().all(Result::is_ok), "the server itself is refused none");
        drop((second, third, first));
        assert!(!fourth.is_crowded() && enter(one, "a").is_ok(), "of the first pack there is a game left");
        assert!(packs.enter_so(two, ("large", 2 * MOST)).is_ok(), "one is never too many");
    }

    #[test]
    fn once_all_packs_take_much_each_network_takes_little() {
        let packs = PacksInUse::default();
        let network = |number: u8| Some([203, 0, number, 0].into());
        let enter = |number: u8, pack: &str| packs.enter_so(network(number), (pack, MOST / 16));
        let many = |number: u8, most: usize| {
            (0..most).map_while(|pack| enter(number, &format!("{number} {pack}")).ok()).collect::<Vec<_>>()
        };
        let mut games: Vec<_> = (1..=4).map(|number| many(number, 14)).collect();
        assert!(games.iter().all(|of| of.len() == 14));
        let few = many(5, 2);
        assert!(few[0].is_crowded(), "all take more than half of what they may");
        games.push(many(6, 14));
        assert_eq!(games[4].len(), 6, "what is left");
        assert_eq!(many(7, 14).len(), 2);
        drop(games);
        assert!(!few[0].is_crowded() && many(7, 14).len() == 14);
    }

    #[test]
    fn nothing_is_kept_of_games_that_have_left_memory() {
        let packs = PacksInUse::default();
        let games = ["a", "a", "b"].map(|pack| packs.enter_so(None, (pack, 1)).expect("room"));
        assert!(!games[0].is_crowded());
        drop(games);
        assert!(packs.0.lock().expect("no panic").is_empty());
    }
}
