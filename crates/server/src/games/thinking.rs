//! The thinking queue: who thinks next, where all thinking of a server (turns, advice, reviews)
//! shares a few processors.
//!
//! Turns come before advice, advice before reviews, and turns for which a person waits before those
//! of games between computers. Within a kind it goes round by game and by whoever asked, so that
//! nobody is ahead of others by asking more often. What nobody waits for any more leaves the queue
//! by dropping its [`Ticket`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::limits::Client;
use crate::protocol::RpcError;
use crate::protocol::answer::Thinking;

/// How often whoever waits for an answer that takes thought hears of it.
pub(super) const BEAT: Duration = Duration::from_secs(5);

/// What is thought over, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// A computer's turn, in a game in which a person plays.
    Turn,
    /// A computer's turn in a game between computers that somebody watches.
    Shown,
    /// Advice.
    Advice,
    /// A review of a game that is over.
    Review,
}

impl Kind {
    pub(super) fn told(self) -> Thinking {
        match self {
            Kind::Turn | Kind::Shown => Thinking::Turn,
            Kind::Advice => Thinking::Advice,
            Kind::Review => Thinking::Review,
        }
    }

    /// How many of this kind one game, and one client, may have in the queue, with those being
    /// thought over. A computer's turn there is only one of in any game.
    fn most(self) -> Option<(usize, usize)> {
        match self {
            Kind::Turn | Kind::Shown => None,
            Kind::Advice => Some((2, 2)),
            Kind::Review => Some((4, 2)),
        }
    }

    /// What it is called in metrics.
    fn word(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Shown => "shown-turn",
            Kind::Advice => "advice",
            Kind::Review => "review",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::Turn | Kind::Shown => "turns",
            Kind::Advice => "requests for advice",
            Kind::Review => "requests for a review",
        }
    }
}

/// Who is served: an address, or for the machine's own programs each connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Party {
    Client(Client),
    Connection(u64),
}

/// After so many that were thought over ahead of less urgent ones, one of these is let in.
const AHEAD: u32 = 4;

/// So many advices and reviews wait at most, in all.
const LONGEST: usize = 256;

/// Of so many games and parties it is remembered when they were served last.
const REMEMBERED: usize = 256;

/// Something in the queue.
#[derive(Debug)]
struct Errand {
    number: u64,
    kind: Kind,
    game: String,
    party: Option<Party>,
    entered: Instant,
    /// 0: it is being thought over.
    place: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    waiting: Vec<Errand>,
    thinking: Vec<Errand>,
    /// When a game was served last, and whoever asked: the number of the serving.
    served: HashMap<String, u64>,
    served_party: HashMap<Party, u64>,
    servings: u64,
    /// How many were let in ahead of less urgent ones, one after another.
    ahead: u32,
}

/// The queue.
#[derive(Debug)]
pub(super) struct Queue {
    /// How many may think at once.
    places: usize,
    state: Mutex<State>,
}

/// A place in the queue; dropping it leaves the queue, or ends the thinking.
#[derive(Debug)]
pub(super) struct Ticket {
    queue: Arc<Queue>,
    number: u64,
    place: watch::Receiver<usize>,
}

impl Queue {
    /// A queue for so many processors.
    pub(super) fn new(places: usize) -> Arc<Queue> {
        Arc::new(Queue { places: places.max(1), state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many of each kind wait, and how many are thought over.
    pub(super) fn lengths(&self) -> Vec<(&'static str, usize, usize)> {
        let state = self.state();
        let of = |errands: &[Errand], kind| errands.iter().filter(|errand| errand.kind == kind).count();
        [Kind::Turn, Kind::Shown, Kind::Advice, Kind::Review]
            .map(|kind| (kind.word(), of(&state.waiting, kind), of(&state.thinking, kind)))
            .to_vec()
    }

    /// Everything in it, what is thought over first.
    #[cfg(unix)]
    pub(super) fn errands(&self) -> Vec<crate::admin::Errand> {
        let state = self.state();
        let told = |errand: &Errand| crate::admin::Errand {
            kind: errand.kind.word(),
            game: errand.game.clone(),
            place: *errand.place.borrow(),
            seconds: errand.entered.elapsed().as_secs(),
            address: match errand.party {
                Some(Party::Client(client)) => Some(client.network()),
                Some(Party::Connection(_)) | None => None,
            },
        };
        let mut errands: Vec<_> = state.thinking.iter().chain(&state.waiting).map(told).collect();
        errands.sort_by_key(|errand| errand.place);
        errands
    }

    /// Enters something into the queue.
    ///
    /// # Errors
    /// [`RpcError::LIMIT`] for advice and reviews, if this game or whoever asks has enough of them
    /// there already.
    pub(super) fn enter(
        self: &Arc<Queue>,
        kind: Kind,
        game: &str,
        party: Option<Party>,
    ) -> Result<Ticket, RpcError> {
        let mut state = self.state();
        if let Some((of_game, of_party)) = kind.most() {
            state.may_enter(kind, game, party, of_game, of_party)?;
        }
        let number = state.next;
        state.next += 1;
        let (place, told) = watch::channel(usize::MAX);
        state.waiting.push(Errand {
            number,
            kind,
            game: game.to_owned(),
            party,
            entered: Instant::now(),
            place,
        });
        state.deal(self.places);
        drop(state);
        Ok(Ticket { queue: Arc::clone(self), number, place: told })
    }
}

impl State {
    fn may_enter(
        &self,
        kind: Kind,
        game: &str,
        party: Option<Party>,
        of_game: usize,
        of_party: usize,
    ) -> Result<(), RpcError> {
        let noun = kind.noun();
        let all = || self.waiting.iter().chain(&self.thinking).filter(|errand| errand.kind == kind);
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
        let unhurried = self.waiting.iter().filter(|errand| errand.kind.most().is_some()).count();
        if unhurried >= LONGEST {
            return refused(
                "thinking",
                LONGEST,
                format!("{LONGEST} others wait for advice and reviews already: try again later"),
            );
        }
        Ok(())
    }

    /// The order in which those waiting come, as things stand, by their index.
    fn order(&self) -> Vec<usize> {
        // What a game or a party has before this one counts against it.
        let mut of_game: HashMap<(Option<Kind>, &str), usize> = HashMap::new();
        let mut of_party: HashMap<(Option<Kind>, Party), usize> = HashMap::new();
        for errand in &self.thinking {
            *of_game.entry((None, &errand.game)).or_default() += 1;
            if let Some(party) = errand.party {
                *of_party.entry((None, party)).or_default() += 1;
            }
        }
        let mut keys = Vec::with_capacity(self.waiting.len());
        for (i, errand) in self.waiting.iter().enumerate() {
            let Errand { kind, game, party, number, .. } = errand;
            let before = of_game.entry((Some(*kind), game)).or_default();
            let mut rank = *before;
            *before += 1;
            rank += of_game.get(&(None, game.as_str())).copied().unwrap_or(0);
            if let Some(party) = *party {
                let before = of_party.entry((Some(*kind), party)).or_default();
                let own = *before;
                *before += 1;
                rank = rank.max(own + of_party.get(&(None, party)).copied().unwrap_or(0));
            }
            let last = party.and_then(|party| self.served_party.get(&party)).copied().unwrap_or(0);
            let served = (last, self.served.get(game).copied().unwrap_or(0));
            keys.push(((*kind, rank, served, *number), i));
        }
        keys.sort_unstable();
        keys.into_iter().map(|(_, i)| i).collect()
    }

    /// Which one is let in now, if one is.
    fn pick(&mut self, places: usize) -> Option<usize> {
        let order = self.order();
        let &first = order.first()?;
        let kind = self.waiting[first].kind;
        if self.thinking.len() >= places {
            // One place more is for a person's game while others hold all there are: nobody who
            // plays waits for a game that is only looked at, or for advice.
            let kept = self.thinking.len() == places && self.thinking.iter().all(|e| e.kind != Kind::Turn);
            return (kept && kind == Kind::Turn).then_some(first);
        }
        // Of the less urgent the one that has waited longest.
        let behind = order.into_iter().filter(|&i| self.waiting[i].kind > kind);
        match behind.min_by_key(|&i| self.waiting[i].number) {
            None => self.ahead = 0,
            Some(behind) if self.ahead >= AHEAD => {
                self.ahead = 0;
                return Some(behind);
            }
            Some(_) => self.ahead += 1,
        }
        Some(first)
    }

    /// Lets in as many as there is room for, and tells everybody else their place.
    fn deal(&mut self, places: usize) {
        while let Some(i) = self.pick(places) {
            let errand = self.waiting.remove(i);
            self.servings += 1;
            self.served.insert(errand.game.clone(), self.servings);
            if let Some(party) = errand.party {
                self.served_party.insert(party, self.servings);
            }
            if self.served.len().max(self.served_party.len()) > REMEMBERED {
                let before = self.servings.saturating_sub(REMEMBERED as u64 / 2);
                self.served.retain(|_, serving| *serving > before);
                self.served_party.retain(|_, serving| *serving > before);
            }
            errand.place.send_replace(0);
            self.thinking.push(errand);
        }
        for (place, i) in (1..).zip(self.order()) {
            self.waiting[i].place.send_if_modified(|told| std::mem::replace(told, place) != place);
        }
    }
}

impl Ticket {
    /// Its place now: 0 while it is being thought over.
    #[cfg(test)]
    pub(super) fn place(&self) -> usize {
        *self.place.borrow()
    }

    /// Waits until it may think. `told` hears of every place, and every `beat` of the same one
    /// again; who need not wait is told nothing.
    pub(super) async fn turn(&mut self, beat: Option<Duration>, mut told: impl FnMut(usize)) {
        if *self.place.borrow_and_update() == 0 {
            return;
        }
        loop {
            let place = *self.place.borrow_and_update();
            told(place);
            if place == 0 {
                return;
            }
            let changed = self.place.changed();
            let changed = match beat {
                Some(beat) => tokio::time::timeout(beat, changed).await,
                None => Ok(changed.await),
            };
            // The queue holds the other end as long as this one is in it.
            if matches!(changed, Ok(Err(_))) {
                return;
            }
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        let number = self.number;
        state.waiting.retain(|errand| errand.number != number);
        state.thinking.retain(|errand| errand.number != number);
        state.deal(self.queue.places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn somebody(n: u8) -> Option<Party> {
        Some(Party::Client(Client::at(IpAddr::V4(Ipv4Addr::new(192, 0, 2, n)))))
    }

    /// Lets everything in that waits, one after another, and says in which order; what thinks now
    /// ends first.
    fn drain(
        mut thinking: Vec<(&'static str, Ticket)>,
        mut waiting: Vec<(&'static str, Ticket)>,
    ) -> Vec<&'static str> {
        let mut order = Vec::new();
        while !waiting.is_empty() {
            thinking.remove(0);
            let next = waiting.iter().position(|(_, ticket)| ticket.place() == 0).expect("somebody is next");
            let (name, ticket) = waiting.remove(next);
            order.push(name);
            thinking.push((name, ticket));
        }
        order
    }

    #[test]
    fn turns_come_before_advice_and_advice_before_reviews() {
        let queue = Queue::new(1);
        let now = vec![("now", queue.enter(Kind::Turn, "z", None).unwrap())];
        let waiting = vec![
            ("review", queue.enter(Kind::Review, "a", somebody(1)).unwrap()),
            ("advice", queue.enter(Kind::Advice, "b", somebody(2)).unwrap()),
            ("shown", queue.enter(Kind::Shown, "c", None).unwrap()),
            ("turn", queue.enter(Kind::Turn, "d", None).unwrap()),
        ];
        let places: Vec<usize> = waiting.iter().map(|(_, ticket)| ticket.place()).collect();
        assert_eq!(places, [4, 3, 2, 1]);
        assert_eq!(drain(now, waiting), ["turn", "shown", "advice", "review"]);
    }

    #[test]
    fn nobody_who_plays_waits_for_games_that_are_only_looked_at() {
        let queue = Queue::new(2);
        let shown: Vec<Ticket> =
            ["a", "b", "c"].iter().map(|game| queue.enter(Kind::Shown, game, None).unwrap()).collect();
        let places: Vec<usize> = shown.iter().map(Ticket::place).collect();
        assert_eq!(places, [0, 0, 1]);
        let recruit = queue.enter(Kind::Turn, "d", None).unwrap();
        assert_eq!(recruit.place(), 0, "a place is kept for it");
        let other = queue.enter(Kind::Turn, "e", None).unwrap();
        assert_eq!((other.place(), shown[2].place()), (1, 2), "only one");
        drop(recruit);
        assert_eq!((other.place(), shown[2].place()), (0, 1));
        drop(shown);
        let next = queue.enter(Kind::Shown, "f", None).unwrap();
        assert_eq!(next.place(), 0, "all places are free again");
    }

    #[test]
    fn it_goes_round_by_game() {
        let queue = Queue::new(1);
        // One game asks again and again; another has to wait for one turn of it only.
        let mut order = Vec::new();
        let mut busy = queue.enter(Kind::Turn, "busy", None).unwrap();
        let mut others: Vec<(&str, Ticket)> =
            ["a", "b", "c"].map(|game| (game, queue.enter(Kind::Turn, game, None).unwrap())).into();
        for _ in 0..3 {
            drop(busy);
            let next = others.iter().position(|(_, ticket)| ticket.place() == 0).unwrap();
            let (game, ticket) = others.remove(next);
            order.push(game);
            busy = queue.enter(Kind::Turn, "busy", None).unwrap();
            assert_eq!(busy.place(), others.len() + 1, "who was served last comes last");
            drop(ticket);
        }
        assert_eq!(order, ["a", "b", "c"]);
    }

    #[test]
    fn who_asks_for_many_games_is_not_ahead_of_who_asks_for_one() {
        let queue = Queue::new(1);
        let now = vec![("now", queue.enter(Kind::Turn, "z", None).unwrap())];
        let games = ["a", "b", "c", "d"];
        let mut waiting: Vec<_> =
            games.iter().map(|&game| (game, queue.enter(Kind::Turn, game, somebody(1)).unwrap())).collect();
        waiting.push(("modest", queue.enter(Kind::Turn, "m", somebody(2)).unwrap()));
        assert_eq!(drain(now, waiting), ["a", "modest", "b", "c", "d"]);
    }

    #[test]
    fn what_is_less_urgent_comes_at_last() {
        let queue = Queue::new(1);
        let advice = {
            let _now = queue.enter(Kind::Turn, "z", None).unwrap();
            let mut turns: Vec<Ticket> =
                ["a", "b", "c", "d", "e"].map(|game| queue.enter(Kind::Turn, game, None).unwrap()).into();
            let advice = queue.enter(Kind::Advice, "y", somebody(1)).unwrap();
            drop(_now);
            // Turns without end: after four of them advice has its go.
            let mut turns_before = 0;
            while advice.place() != 0 {
                let thinking = turns.iter().position(|turn| turn.place() == 0).unwrap();
                turns_before += 1;
                turns.push(queue.enter(Kind::Turn, &format!("more {turns_before}"), None).unwrap());
                turns.remove(thinking);
                assert!(turns_before < 20, "advice starves");
            }
            assert_eq!(turns_before, AHEAD);
            advice
        };
        assert_eq!(advice.place(), 0);
    }

    #[test]
    fn sixty_that_nobody_waits_for_any_more_are_in_nobodys_way() {
        let queue = Queue::new(1);
        let now = queue.enter(Kind::Advice, "z", somebody(0)).unwrap();
        let abandoned: Vec<Ticket> =
            (1..=60).map(|n| queue.enter(Kind::Advice, &format!("{n}"), somebody(n)).unwrap()).collect();
        let mine = queue.enter(Kind::Advice, "mine", somebody(61)).unwrap();
        assert_eq!(mine.place(), 61);
        drop(abandoned);
        assert_eq!(mine.place(), 1);
        drop(now);
        assert_eq!(mine.place(), 0);
        assert!(queue.state().waiting.is_empty());
    }

    #[test]
    fn nobody_has_more_than_a_few_in_the_queue() {
        let queue = Queue::new(1);
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

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_hears_of_its_place() {
        let queue = Queue::new(1);
        let mut none = Vec::new();
        let mut first = queue.enter(Kind::Advice, "a", None).unwrap();
        first.turn(None, |place| none.push(place)).await;
        assert!(none.is_empty(), "who need not wait is told nothing");
        let second = queue.enter(Kind::Advice, "b", None).unwrap();
        let mut third = queue.enter(Kind::Advice, "c", None).unwrap();
        let (told, mut hears) = tokio::sync::mpsc::unbounded_channel();
        let beat = Some(Duration::from_secs(5));
        let waits =
            tokio::spawn(async move { third.turn(beat, |place| assert!(told.send(place).is_ok())).await });
        assert_eq!(hears.recv().await, Some(2));
        assert_eq!(hears.recv().await, Some(2), "again, so that nobody takes it for lost");
        drop(second);
        assert_eq!(hears.recv().await, Some(1));
        drop(first);
        assert_eq!(hears.recv().await, Some(0));
        waits.await.unwrap();
    }
}
