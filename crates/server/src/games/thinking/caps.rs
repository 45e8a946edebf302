//! How much advice, and how many lessons and reviews may wait in the thinking queue.

use protocol::RpcError;

use super::{BEAT, Kind, Party, State};
use crate::limits::Shares;

/// The most advices, lessons and reviews that wait, in all.
const LONGEST: usize = 256;

impl State {
    pub(super) fn may_enter(
        &self,
        kind: Kind,
        game: &str,
        party: Option<Party>,
        of_game: usize,
        of_party: usize,
    ) -> Result<(), RpcError> {
        let noun = kind.noun();
        let all = || {
            let all = self.waiting.iter().chain(&self.thinking).chain(&self.elsewhere);
            all.filter(|errand| errand.kind == kind)
        };
        let refused = |limit: &str, most: usize, what: String| Err(RpcError::limit(limit, most, what, BEAT));
        if all().filter(|errand| errand.game == game).count() >= of_game {
            return refused(
                "thinking-of-game",
                of_game,
                format!(
                    "{of_game} {noun} are being thought over for this game already: wait for one of them"
                ),
            );
        }
        if party.is_some() && all().filter(|errand| errand.party == party).count() >= of_party {
            return refused(
                "thinking-of-client",
                of_party,
                format!("{of_party} {noun} are being thought over for you already: wait for one of them"),
            );
        }
        let mut unhurried = Shares::default();
        for errand in self.waiting.iter().filter(|errand| errand.kind.most().is_some()) {
            unhurried.enter(errand.number, errand.party.and_then(Party::holder));
        }
        if !unhurried.has_room(LONGEST, party.and_then(Party::holder).as_ref()) {
            return refused(
                "thinking",
                LONGEST,
                format!(
                    "{LONGEST} others wait for advice and reviews already, or as many of your network as may: \
                     try again later"
                ),
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ticket;
    use super::super::tests::{queue_of, somebody};
    use super::*;
    use crate::limits::Client;

    #[test]
    fn nobody_has_more_than_a_few_in_the_queue() {
        let queue = queue_of(1);
        let of = |game: &str, party| queue.enter(Kind::Advice, game, party);
        let _held =
            [of("a", somebody(1)).unwrap(), of("a", somebody(2)).unwrap(), of("b", somebody(1)).unwrap()];
        let limit = |refused: Result<Ticket, RpcError>| refused.unwrap_err().data.unwrap()["limit"].clone();
        assert_eq!(limit(of("a", somebody(3))), "thinking-of-game");
        assert_eq!(limit(of("c", somebody(1))), "thinking-of-client");
        let review = queue.enter(Kind::Review, "a", somebody(1));
        assert!(review.is_ok(), "a review is another thing");
        let _many: Vec<_> = (0..LONGEST)
            .map_while(|n| {
                queue.enter(Kind::Advice, &format!("of {n}"), Some(Party::Connection(n as u64))).ok()
            })
            .collect();
        assert_eq!(limit(of("d", somebody(9))), "thinking");
        assert!(queue.enter(Kind::Turn, "e", somebody(1)).is_ok(), "turns are never refused");
    }

    #[test]
    fn one_network_leaves_room_for_the_questions_of_others() {
        let queue = queue_of(0);
        let ask = |address: &str, game: &str| {
            let client = Client::at(address.parse().unwrap());
            queue.enter(Kind::Advice, game, Some(Party::Client(client)))
        };
        let flood: Vec<_> = (0..2 * LONGEST)
            .filter_map(|n| ask(&format!("2001:db8:0:{n:x}::"), &format!("of {n}")).ok())
            .collect();
        assert_eq!(flood.len(), LONGEST / 2);
        let others = ["192.0.2.1", "192.0.2.2", "2001:db8:1::"];
        let asked: Vec<_> = others.iter().map(|address| ask(address, address).unwrap()).collect();
        assert!(ask("2001:db8::", "one more").is_err());
        drop((flood, asked));
    }
}
