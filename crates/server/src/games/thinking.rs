//! The thinking queue: who thinks next, where all thinking of a server (turns, advice, lessons, reviews)
//! shares a few processors.
//!
//! Turns come before advice, advice before lessons, those before reviews; turns that take milliseconds come
//! first. A turn keeps its place from one decision to the next for some seconds while others wait, and for less while
//! many networks do: else each of its decisions would wait anew behind all of theirs. Turns that take all the time
//! they are given, and those of games between computers, are as urgent as advice, and leave a place to the others.
//! Among what is as urgent it goes round by network, within a network by address and by game, so that neither asking
//! more often nor from more addresses of a network gets ahead of others. What takes long does with what it has found
//! when something of another network waits.
//! What nobody waits for any more leaves the queue by dropping its [`Ticket`].

mod admission;
mod caps;
mod kept_place;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::Instant;

pub(super) use admission::{Admission, Called};
pub(super) use kept_place::KeptPlace;

use crate::limits::{Client, Holder};
use crate::store::{AHEAD, ROUNDS};
use crate::thought::GIVES_WAY;
use admission::{Admitted, Calls};
use protocol::RpcError;
use protocol::answer::Thinking;

/// How often whoever waits for an answer that takes thought hears of it.
pub(super) const BEAT: Duration = Duration::from_secs(5);

/// Where more wait than that, nearly all places change with each decision: they are told once in `CROWD_TOLD`.
const CROWD: usize = 100;

/// How often places in a crowd are told.
const CROWD_TOLD: Duration = Duration::from_secs(1);

/// Nothing is called off sooner, however many networks wait.
const SHORTEST: Duration = Duration::from_secs(1);

/// What is thought over, in the order of [`Kind::urgency`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// A computer's turn that takes milliseconds, in a game in which a person plays.
    Quick,
    /// Another computer's turn in such a game.
    Turn,
    /// The turn of one that takes all the time it is given.
    Long,
    /// A computer's turn in a game between computers that somebody watches.
    Shown,
    /// Advice.
    Advice,
    /// A lesson about a turn that has ended.
    Lesson,
    /// A review of a game that is over.
    Review,
    /// Whatever waits at other servers of the database.
    Lent,
}

impl Kind {
    pub(super) fn told(self) -> Thinking {
        match self {
            Kind::Quick | Kind::Turn | Kind::Long | Kind::Shown => Thinking::Turn,
            Kind::Advice => Thinking::Advice,
            Kind::Lesson => Thinking::Lesson,
            Kind::Review | Kind::Lent => Thinking::Review,
        }
    }

    fn urgency(self) -> i64 {
        match self {
            Kind::Quick => 50,
            Kind::Turn => 40,
            Kind::Long | Kind::Shown | Kind::Advice => 20,
            Kind::Lesson => 15,
            Kind::Review | Kind::Lent => 10,
        }
    }

    /// How many of this kind one game, and one client, may have in the queue, with those being
    /// thought over. A computer's turn there is only one of in any game.
    fn most(self) -> Option<(usize, usize)> {
        match self {
            Kind::Quick | Kind::Turn | Kind::Long | Kind::Shown | Kind::Lent => None,
            Kind::Advice | Kind::Lesson => Some((2, 2)),
            Kind::Review => Some((4, 2)),
        }
    }

    /// What it is called in metrics.
    fn word(self) -> &'static str {
        match self {
            Kind::Quick => "quick-turn",
            Kind::Turn => "turn",
            Kind::Long => "long-turn",
            Kind::Shown => "shown-turn",
            Kind::Advice => "advice",
            Kind::Lesson => "lesson",
            Kind::Review => "review",
            Kind::Lent => "lent",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::Quick | Kind::Turn | Kind::Long | Kind::Shown => "turns",
            Kind::Advice => "requests for advice",
            Kind::Lesson => "requests for a lesson",
            Kind::Review => "requests for a review",
            Kind::Lent => "thoughts of others",
        }
    }
}

/// Who is served: an address, or for the machine's own programs each connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Party {
    Client(Client),
    Connection(u64),
}

impl Party {
    /// The networks that what it asks for is counted for.
    pub(super) fn holder(self) -> Option<Holder<IpAddr>> {
        match self {
            Party::Client(client) => client.holder(),
            Party::Connection(_) => None,
        }
    }
}

/// Whose round something in the queue counts for, at one level.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Round {
    Network(IpAddr),
    Party(Party),
    Game(String),
    Nobody,
}

/// The /48, the /56, the client and the game that something counts for; of IPv4 the /24 stands for the first two.
/// What has no network is one of its own, and what nobody has asked for is one together.
type Rounds = [Round; 4];

/// Of so many networks, clients and games it is remembered when they were served last.
const REMEMBERED: usize = 256;

/// Something in the queue.
#[derive(Debug)]
struct Errand {
    number: u64,
    kind: Kind,
    game: String,
    party: Option<Party>,
    rounds: Rounds,
    entered: Instant,
    /// When its thinking began.
    let_in: Option<Instant>,
    /// When thinking over what can give way began.
    decides_since: Option<Instant>,
    /// 0: it is being thought over.
    place: watch::Sender<usize>,
}

fn rounds(game: &str, party: Option<Party>) -> Rounds {
    let game = || Round::Game(game.to_owned());
    match (party, party.and_then(Party::holder)) {
        (Some(party), Some([_, middle, wide])) => {
            [Round::Network(wide), Round::Network(middle), Round::Party(party), game()]
        }
        (Some(party), None) => [Round::Party(party), Round::Party(party), Round::Party(party), game()],
        // What nobody has asked for has one round together.
        (None, _) => [Round::Nobody, Round::Nobody, Round::Nobody, game()],
    }
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    waiting: Vec<Errand>,
    thinking: Vec<Errand>,
    /// Those that a worker, or another server, thinks over.
    elsewhere: Vec<Errand>,
    /// When each network, client and game was last served with something as urgent: the number of the serving.
    served: [HashMap<(i64, Round), u64>; 4],
    servings: u64,
    /// How many were let in ahead of less urgent ones, one after another.
    ahead: u32,
    /// How many took the place more while something waited that has none.
    beside: u32,
    /// When places were told last.
    told: Option<Instant>,
    /// The games in which computers may think: of quick turns, and of others.
    admitted: [Admitted; 2],
}

/// The queue.
#[derive(Debug)]
pub(super) struct Queue {
    /// How many may think at once.
    places: usize,
    /// For so long a turn keeps its place from one decision to the next while others wait.
    keeps: Duration,
    state: Mutex<State>,
    /// Told when something enters it, or is let in.
    entered: Notify,
    /// Told when a place is free and nobody here waits for it.
    free: Arc<Notify>,
    /// Where games are called whose computers may think now.
    calls: Calls,
}

/// A place in the queue; dropping it leaves the queue, or ends the thinking.
#[derive(Debug)]
pub(super) struct Ticket {
    queue: Arc<Queue>,
    number: u64,
    place: watch::Receiver<usize>,
}

impl Queue {
    /// A queue for so many processors; without one everything waits for workers. So long a turn keeps its place from
    /// one decision to the next while others wait.
    pub(super) fn new(places: usize, keeps: Duration) -> Arc<Queue> {
        Arc::new(Queue {
            places,
            keeps,
            state: Mutex::default(),
            entered: Notify::new(),
            free: Arc::default(),
            calls: Calls::default(),
        })
    }

    /// Whether anything is thought over here.
    pub(super) fn thinks(&self) -> bool {
        self.places > 0
    }

    /// Whether something of this kind would be let in at once.
    pub(super) fn has_room(&self, kind: Kind) -> bool {
        let state = self.state();
        state.waiting.is_empty() && state.is_room(kind, None, self.places, None)
    }

    /// A place for what waits elsewhere, if one is free and nobody here waits.
    pub(super) fn lend(self: &Arc<Queue>) -> Option<Ticket> {
        let mut state = self.state();
        if !state.waiting.is_empty() || state.taken(None) >= self.places {
            return None;
        }
        let (number, place) = state.errand(Kind::Lent, "", None);
        state.deal(self.places);
        drop(state);
        Some(Ticket { queue: Arc::clone(self), number, place })
    }

    /// Told when [`Queue::lend`] may have a place.
    pub(super) fn free(&self) -> Arc<Notify> {
        Arc::clone(&self.free)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets in as many as there is room for.
    fn deal(&self, mut state: MutexGuard<'_, State>) {
        state.deal(self.places);
        let free = state.waiting.is_empty() && state.taken(None) < self.places;
        drop(state);
        // Another may be in the way now.
        self.entered.notify_waiters();
        if free {
            self.free.notify_one();
        }
    }

    /// How urgent that is for workers. They go round by network as the queue does: behind the first of every other
    /// network, if its own has one in the queue, and so on.
    pub(super) fn urgency(&self, kind: Kind, party: Option<Party>) -> i64 {
        let own = party.and_then(Party::holder).map(|[.., wide]| Round::Network(wide));
        let state = self.state();
        let all = state.waiting.iter().chain(&state.thinking).chain(&state.elsewhere);
        let before = all
            .filter(|errand| {
                errand.kind.urgency() == kind.urgency() && Some(&errand.rounds[0]) == own.as_ref()
            })
            .count();
        kind.urgency() * ROUNDS - i64::try_from(before).unwrap_or(ROUNDS).min(ROUNDS - 1)
    }

    /// How many of each kind wait, how many are thought over here, and how many elsewhere.
    pub(super) fn lengths(&self) -> Vec<(&'static str, usize, usize, usize)> {
        let state = self.state();
        let of = |errands: &[Errand], kind| errands.iter().filter(|errand| errand.kind == kind).count();
        let kinds = [
            Kind::Quick,
            Kind::Turn,
            Kind::Long,
            Kind::Shown,
            Kind::Advice,
            Kind::Lesson,
            Kind::Review,
            Kind::Lent,
        ];
        let told = |kind: Kind| {
            (kind.word(), of(&state.waiting, kind), of(&state.thinking, kind), of(&state.elsewhere, kind))
        };
        kinds.map(told).to_vec()
    }

    /// Everything in it, what is thought over first.
    #[cfg(unix)]
    pub(super) fn errands(&self) -> Vec<crate::admin::Errand> {
        let state = self.state();
        let told = |errand: &Errand, elsewhere: bool| crate::admin::Errand {
            kind: errand.kind.word(),
            game: errand.game.clone(),
            place: if elsewhere { 0 } else { *errand.place.borrow() },
            elsewhere,
            seconds: errand.entered.elapsed().as_secs(),
            address: match errand.party {
                Some(Party::Client(client)) => Some(client.network()),
                Some(Party::Connection(_)) | None => None,
            },
        };
        let here = state.thinking.iter().chain(&state.waiting).map(|errand| told(errand, false));
        let mut errands: Vec<_> =
            here.chain(state.elsewhere.iter().map(|errand| told(errand, true))).collect();
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
        let (number, place) = state.errand(kind, game, party);
        state.deal(self.places);
        drop(state);
        self.entered.notify_waiters();
        Ok(Ticket { queue: Arc::clone(self), number, place })
    }
}

impl State {
    /// One more that waits: its number, and where its place is told.
    fn errand(&mut self, kind: Kind, game: &str, party: Option<Party>) -> (u64, watch::Receiver<usize>) {
        let number = self.next;
        self.next += 1;
        let (place, told) = watch::channel(self.waiting.len() + 1);
        let (rounds, game, entered) = (rounds(game, party), game.to_owned(), Instant::now());
        self.waiting.push(Errand {
            number,
            kind,
            game,
            party,
            rounds,
            entered,
            let_in: None,
            decides_since: None,
            place,
        });
        (number, told)
    }

    /// What is thought over, but for that.
    fn thinking_but(&self, but: Option<u64>) -> impl Iterator<Item = &Errand> {
        self.thinking.iter().filter(move |errand| Some(errand.number) != but)
    }

    /// How many quick turns are thought over.
    fn quick(&self, but: Option<u64>) -> usize {
        self.thinking_but(but).filter(|errand| errand.kind == Kind::Quick).count()
    }

    /// How many places are taken: one quick turn has a place of its own.
    fn taken(&self, but: Option<u64>) -> usize {
        self.thinking_but(but).count() - self.quick(but).min(1)
    }

    /// Whether one of this kind and network is let in though so many places are taken; as if that one had ended.
    fn is_room(&self, kind: Kind, network: Option<&Round>, places: usize, but: Option<u64>) -> bool {
        let taken = self.taken(but);
        let mut slow = self.thinking_but(but).filter(|errand| errand.kind != Kind::Quick);
        match kind {
            _ if taken < places => true,
            _ if places == 0 => false,
            Kind::Quick => self.quick(but) == 0,
            // One place more is for a person's game while others hold all there are: nobody who plays
            // waits for a game that is only looked at, or for advice.
            Kind::Turn => taken == places && slow.all(|errand| errand.kind != Kind::Turn),
            // The same for what is as urgent as advice while others hold all there are with what takes long, and for
            // advice beside the long turns of its own network.
            Kind::Advice | Kind::Long => {
                let passes = |errand: &Errand| match errand.kind {
                    Kind::Quick | Kind::Turn => false,
                    Kind::Long | Kind::Shown | Kind::Lent if kind == Kind::Advice => true,
                    _ => network.is_some_and(|network| errand.rounds[0] != *network),
                };
                taken == places && self.quick(but) < 2 && slow.all(passes)
            }
            _ => false,
        }
    }

    /// What waits of other networks that is about as urgent as this, or more so.
    fn behind<'a>(&'a self, own: &'a Errand) -> impl Iterator<Item = &'a Errand> {
        let is_turn = |kind| matches!(kind, Kind::Quick | Kind::Turn);
        self.waiting.iter().filter(move |other| {
            let is_as_urgent = match is_turn(own.kind) {
                true => is_turn(other.kind),
                // A quick turn waits for milliseconds.
                false => other.kind != Kind::Quick && other.kind.urgency() >= own.kind.urgency(),
            };
            is_as_urgent && other.rounds[0] != own.rounds[0]
        })
    }

    /// How long something may be thought over before it gives way. What can do with less has less while many networks
    /// wait: one round of all of them takes about as long as one alone could have.
    fn time_for(&self, own: &Errand, places: usize) -> Duration {
        let most = match own.kind {
            Kind::Long | Kind::Shown | Kind::Advice => GIVES_WAY / 2,
            Kind::Quick | Kind::Turn => GIVES_WAY,
            // With less they would have found nothing.
            Kind::Lesson | Kind::Review | Kind::Lent => return GIVES_WAY,
        };
        let networks: HashSet<&Round> = self.behind(own).map(|other| &other.rounds[0]).collect();
        let share = most * places as u32 / networks.len().max(1) as u32;
        share.clamp(SHORTEST, most)
    }

    /// Whether what has had its time keeps something waiting that would be let in if it ended; and nothing that does so
    /// has been thought over for longer.
    fn is_in_the_way(&self, number: u64, places: usize) -> bool {
        let keeps_waiting = |own: &&Errand| {
            let is_room =
                |other: &Errand| self.is_room(other.kind, Some(&other.rounds[0]), places, Some(own.number));
            self.behind(own).any(is_room)
        };
        let has_had_its_time = |own: &&Errand| {
            own.decides_since.is_some_and(|began| began.elapsed() >= self.time_for(own, places))
        };
        let overdue = self.thinking.iter().filter(has_had_its_time);
        let first = overdue.filter(keeps_waiting).min_by_key(|errand| errand.let_in);
        first.is_some_and(|errand| errand.number == number)
    }

    /// The order in which those waiting come, as things stand, by their index.
    fn order(&self) -> Vec<usize> {
        let urgencies: BTreeSet<_> =
            self.waiting.iter().map(|errand| Reverse(errand.kind.urgency())).collect();
        urgencies.into_iter().flat_map(|Reverse(urgency)| self.order_of(urgency)).collect()
    }

    /// The same of those that are so urgent.
    fn order_of(&self, urgency: i64) -> Vec<usize> {
        let is_of_these = |i: &usize| self.waiting[*i].kind.urgency() == urgency;
        let waiting = (0..self.waiting.len()).filter(is_of_these).collect();
        // What a network, a client or a game has being thought over counts as rounds that it has had of what is as
        // urgent.
        let mut thinking: [HashMap<(i64, &Round), usize>; 4] = Default::default();
        for errand in &self.thinking {
            for (counts, round) in thinking.iter_mut().zip(&errand.rounds) {
                *counts.entry((errand.kind.urgency(), round)).or_default() += 1;
            }
        }
        self.nested(waiting, (urgency, 0), &thinking)
    }

    /// The first of those waiting that are such.
    fn first(&self, is_such: impl Fn(&Errand) -> bool) -> Option<usize> {
        let such = self.waiting.iter().filter(|errand| is_such(errand));
        let urgency = such.map(|errand| errand.kind.urgency()).max()?;
        self.order_of(urgency).into_iter().find(|&i| is_such(&self.waiting[i]))
    }

    /// These of those waiting, all as urgent, in rounds of that level: first one of each, then the second of each. In a
    /// round the one comes first that was served longest ago.
    fn nested(
        &self,
        mut waiting: Vec<usize>,
        (urgency, level): (i64, usize),
        thinking: &[HashMap<(i64, &Round), usize>; 4],
    ) -> Vec<usize> {
        if waiting.len() == 1 || level == thinking.len() {
            waiting.sort_unstable_by_key(|&i| self.waiting[i].number);
            return waiting;
        }
        let mut groups: HashMap<&Round, Vec<usize>> = HashMap::new();
        for i in waiting {
            groups.entry(&self.waiting[i].rounds[level]).or_default().push(i);
        }
        let mut keys = Vec::new();
        for (round, group) in groups {
            let before = thinking[level].get(&(urgency, round)).copied().unwrap_or(0);
            let served = self.served[level].get(&(urgency, round.clone())).copied().unwrap_or(0);
            for (rank, i) in (before..).zip(self.nested(group, (urgency, level + 1), thinking)) {
                keys.push((rank, served, self.waiting[i].number, i));
            }
        }
        keys.sort_unstable();
        keys.into_iter().map(|(.., i)| i).collect()
    }

    /// Which one is let in now, if one is.
    fn pick(&mut self, places: usize) -> Option<usize> {
        let is_passed_over =
            |errand: &Errand| errand.kind == Kind::Shown || errand.kind.urgency() < Kind::Advice.urgency();
        if self.taken(None) >= places {
            let is_room = |errand: &Errand| self.is_room(errand.kind, Some(&errand.rounds[0]), places, None);
            let next = self.first(is_room)?;
            // The place more would be passed on for ever, and what has none come up no more, unless it holds the others.
            if matches!(self.waiting[next].kind, Kind::Advice | Kind::Long)
                && self.waiting.iter().any(is_passed_over)
                && !self.thinking.iter().any(is_passed_over)
            {
                if self.beside >= AHEAD {
                    return None;
                }
                self.beside += 1;
            }
            return Some(next);
        }
        if std::mem::take(&mut self.beside) >= AHEAD {
            let passed_over = self.waiting.iter().enumerate().filter(|(_, errand)| is_passed_over(errand));
            if let Some((longest, _)) = passed_over.min_by_key(|(_, errand)| errand.number) {
                return Some(longest);
            }
        }
        let urgency = |errand: &Errand| errand.kind.urgency();
        let most = self.waiting.iter().map(urgency).max()?;
        // As urgent as the one that has waited longest of the less urgent.
        let behind = self.waiting.iter().filter(|errand| urgency(errand) < most);
        let behind = behind.min_by_key(|errand| errand.number).map(urgency);
        let is_time = behind.is_some() && self.ahead >= AHEAD;
        self.ahead = if behind.is_none() || is_time { 0 } else { self.ahead + 1 };
        let next = behind.filter(|_| is_time).unwrap_or(most);
        self.first(|errand| urgency(errand) == next)
    }

    /// Lets in as many as there is room for, and tells everybody else their place.
    fn deal(&mut self, places: usize) {
        while let Some(i) = self.pick(places) {
            let mut errand = self.waiting.remove(i);
            errand.let_in = Some(Instant::now());
            self.servings += 1;
            for (served, round) in self.served.iter_mut().zip(&errand.rounds) {
                served.insert((errand.kind.urgency(), round.clone()), self.servings);
                if served.len() > REMEMBERED {
                    let before = self.servings.saturating_sub(REMEMBERED as u64 / 2);
                    served.retain(|_, serving| *serving > before);
                }
            }
            errand.place.send_replace(0);
            self.thinking.push(errand);
        }
        if self.waiting.len() > CROWD && self.told.is_some_and(|told| told.elapsed() < CROWD_TOLD) {
            return;
        }
        self.told = Some(Instant::now());
        for (place, i) in (1..).zip(self.order()) {
            self.waiting[i].place.send_if_modified(|told| std::mem::replace(told, place) != place);
        }
    }
}

impl Ticket {
    /// Its place now: 0 while it is being thought over.
    pub(super) fn place(&self) -> usize {
        *self.place.borrow()
    }

    /// Done when this, which is being thought over from now on, has to do with what has been found by then: it takes
    /// long, and something of another network waits.
    pub(super) fn gives_way(&self) -> impl Future<Output = ()> + Send + 'static {
        let (queue, number) = (Arc::clone(&self.queue), self.number);
        async move {
            let began = Instant::now();
            if let Some(own) = queue.state().thinking.iter_mut().find(|errand| errand.number == number) {
                own.decides_since = Some(began);
            }
            loop {
                let mut entered = std::pin::pin!(queue.entered.notified());
                entered.as_mut().enable();
                let ends = {
                    let state = queue.state();
                    if state.is_in_the_way(number, queue.places) {
                        return;
                    }
                    let own = state.thinking.iter().find(|errand| errand.number == number);
                    own.map(|own| began + state.time_for(own, queue.places))
                };
                // Who comes or goes meanwhile changes what it has.
                match ends.filter(|ends| *ends > Instant::now()) {
                    Some(ends) => drop(tokio::time::timeout_at(ends, entered).await),
                    None => entered.await,
                }
            }
        }
    }

    /// A worker has it, or another server: it waits here no more.
    pub(super) fn leave(&mut self) {
        let mut state = self.queue.state();
        let of_this = |errand: &Errand| errand.number == self.number;
        let waiting = state.waiting.iter().position(of_this).map(|at| state.waiting.remove(at));
        let errand =
            waiting.or_else(|| state.thinking.iter().position(of_this).map(|at| state.thinking.remove(at)));
        if let Some(errand) = errand {
            errand.place.send_replace(usize::MAX);
            state.elsewhere.push(errand);
            self.queue.deal(state);
        }
    }

    /// It waits here again.
    pub(super) fn come_back(&mut self) {
        let mut state = self.queue.state();
        if let Some(at) = state.elsewhere.iter().position(|errand| errand.number == self.number) {
            let errand = state.elsewhere.remove(at);
            // In its place by age, as if it had never left.
            let before = state.waiting.partition_point(|other| other.number < errand.number);
            state.waiting.insert(before, errand);
            self.queue.deal(state);
            self.queue.entered.notify_waiters();
        }
    }

    /// Waits until it may think. `told` hears of every place; who need not wait is told nothing.
    pub(super) async fn turn(&mut self, mut told: impl FnMut(usize)) {
        if *self.place.borrow_and_update() == 0 {
            return;
        }
        loop {
            let place = *self.place.borrow_and_update();
            if place != usize::MAX {
                told(place);
            }
            if place == 0 {
                return;
            }
            // The queue holds the other end as long as this one is in it.
            if self.place.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        let State { waiting, thinking, elsewhere, .. } = &mut *state;
        [waiting, thinking, elsewhere].into_iter().for_each(|errands| {
            errands.retain(|errand| errand.number != self.number);
        });
        self.queue.deal(state);
    }
}
