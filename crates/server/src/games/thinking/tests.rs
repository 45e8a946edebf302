use super::*;

pub(super) const KEEPS: Duration = Duration::from_secs(5);

pub(super) fn queue_of(places: usize) -> Arc<Queue> {
    Queue::new(places, KEEPS)
}

pub(super) fn at(address: &str) -> Option<Party> {
    Some(Party::Client(Client::at(address.parse().unwrap())))
}

/// One of several people of a network.
pub(super) fn somebody(n: u8) -> Option<Party> {
    at(&format!("192.0.2.{n}"))
}

/// Somebody in a network of their own.
fn somewhere(n: u8) -> Option<Party> {
    at(&format!("198.51.{n}.1"))
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
    let queue = queue_of(1);
    let now = vec![("now", queue.enter(Kind::Turn, "z", None).unwrap())];
    let waiting = vec![
        ("lesson", queue.enter(Kind::Lesson, "a", somebody(1)).unwrap()),
        ("review", queue.enter(Kind::Review, "a", somebody(1)).unwrap()),
        ("advice", queue.enter(Kind::Advice, "b", somebody(2)).unwrap()),
        ("shown", queue.enter(Kind::Shown, "c", None).unwrap()),
        ("turn", queue.enter(Kind::Turn, "d", None).unwrap()),
    ];
    let places: Vec<usize> = waiting.iter().map(|(_, ticket)| ticket.place()).collect();
    assert_eq!(places, [4, 5, 2, 3, 1]);
    assert_eq!(drain(now, waiting), ["turn", "advice", "shown", "lesson", "review"]);
}

#[test]
fn advice_comes_in_turn_with_the_marshals_of_a_network() {
    let queue = queue_of(1);
    let now = vec![("now", queue.enter(Kind::Long, "z", at("2001:db8:0:ff00::")).unwrap())];
    let mut waiting: Vec<_> = ["a", "b", "c", "d", "e"]
        .into_iter()
        .zip([Kind::Long, Kind::Shown].into_iter().cycle())
        .zip(1..)
        .map(|((game, kind), n)| (game, queue.enter(kind, game, at(&format!("2001:db8:0:{n}00::"))).unwrap()))
        .collect();
    // Of two that think side by side the first of these is told first.
    waiting.insert(0, ("advice", queue.enter(Kind::Advice, "m", at("192.0.2.1")).unwrap()));
    waiting.insert(1, ("marshal", queue.enter(Kind::Long, "n", at("198.51.100.1")).unwrap()));
    assert_eq!(drain(now, waiting), ["advice", "marshal", "a", "b", "c", "d", "e"]);
}

#[test]
fn nobody_who_plays_waits_for_games_that_are_only_looked_at() {
    let queue = queue_of(2);
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
    let queue = queue_of(1);
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
    let queue = queue_of(1);
    let now = vec![("now", queue.enter(Kind::Turn, "z", None).unwrap())];
    let games = ["a", "b", "c", "d"];
    let mut waiting: Vec<_> =
        games.iter().map(|&game| (game, queue.enter(Kind::Turn, game, somebody(1)).unwrap())).collect();
    waiting.push(("modest", queue.enter(Kind::Turn, "m", somebody(2)).unwrap()));
    assert_eq!(drain(now, waiting), ["a", "modest", "b", "c", "d"]);
}

#[test]
fn a_network_of_many_addresses_is_served_as_often_as_one_address() {
    for many in ["2001:db8:0:NN::", "2001:db8:0:NN00::", "192.0.2.NN"] {
        let queue = queue_of(1);
        let now = vec![("now", queue.enter(Kind::Turn, "z", at(&many.replace("NN", "99"))).unwrap())];
        let games = ["a", "b", "c", "d"];
        let mut waiting: Vec<_> = (10..)
            .zip(games)
            .map(|(n, game)| {
                let party = at(&many.replace("NN", &n.to_string()));
                (game, queue.enter(Kind::Turn, game, party).unwrap())
            })
            .collect();
        waiting.push(("one", queue.enter(Kind::Turn, "m", at("198.51.100.1")).unwrap()));
        waiting.push(("two", queue.enter(Kind::Turn, "n", at("198.51.100.1")).unwrap()));
        assert_eq!(drain(now, waiting), ["one", "a", "two", "b", "c", "d"], "{many}");
    }
    // Within a /48 it goes round by /56, and within one by /64.
    let queue = queue_of(1);
    let now = vec![("now", queue.enter(Kind::Turn, "z", None).unwrap())];
    let mut waiting: Vec<_> =
        [("a", "2001:db8:0:100::"), ("b", "2001:db8:0:101::"), ("c", "2001:db8:0:102::")]
            .map(|(game, address)| (game, queue.enter(Kind::Turn, game, at(address)).unwrap()))
            .into();
    waiting.push(("d", queue.enter(Kind::Turn, "d", at("2001:db8:0:100::")).unwrap()));
    waiting.push(("e", queue.enter(Kind::Turn, "e", at("2001:db8:0:200::")).unwrap()));
    assert_eq!(drain(now, waiting), ["a", "e", "b", "c", "d"]);
}

#[test]
fn those_that_take_all_their_time_leave_a_place_to_others() {
    let queue = queue_of(1);
    let long = queue.enter(Kind::Long, "long", somebody(1)).unwrap();
    let longer = queue.enter(Kind::Long, "longer", somebody(1)).unwrap();
    let turn = queue.enter(Kind::Turn, "turn", somebody(2)).unwrap();
    let next = queue.enter(Kind::Turn, "next", somebody(3)).unwrap();
    assert_eq!((long.place(), turn.place()), (0, 0), "a general does not wait for a marshal");
    assert_eq!((next.place(), longer.place()), (1, 2));
    drop(turn);
    assert_eq!((next.place(), longer.place()), (0, 1));
    drop(next);
    assert_eq!(longer.place(), 1, "that place is never a marshal's");
    drop(long);
    assert_eq!(longer.place(), 0);
}

#[test]
fn advice_does_not_wait_until_a_marshal_has_thought() {
    let queue = queue_of(1);
    let long = queue.enter(Kind::Long, "long", somebody(1)).unwrap();
    let longer = queue.enter(Kind::Long, "longer", somebody(1)).unwrap();
    let advice = queue.enter(Kind::Advice, "advice", somebody(2)).unwrap();
    let next = queue.enter(Kind::Advice, "next", somebody(3)).unwrap();
    assert_eq!((long.place(), advice.place()), (0, 0));
    assert_eq!((next.place(), longer.place()), (1, 2), "one at a time");
    drop(advice);
    assert_eq!((next.place(), longer.place()), (0, 1));
    drop(long);
    assert_eq!(longer.place(), 1, "that place is never a marshal's");
    drop(next);
    assert_eq!(longer.place(), 0);
    // It waits for a general, who is about to be done.
    let turn = queue.enter(Kind::Turn, "turn", somebody(4)).unwrap();
    let advice = queue.enter(Kind::Advice, "advice", somebody(2)).unwrap();
    assert_eq!((turn.place(), advice.place()), (0, 1));
}

#[test]
fn a_quick_turn_does_not_wait_for_long_ones() {
    let queue = queue_of(1);
    let long = queue.enter(Kind::Turn, "long", somebody(1)).unwrap();
    let other = queue.enter(Kind::Turn, "other", somebody(2)).unwrap();
    let quick = queue.enter(Kind::Quick, "quick", somebody(3)).unwrap();
    let next = queue.enter(Kind::Quick, "next", somebody(4)).unwrap();
    assert_eq!((long.place(), quick.place()), (0, 0), "one quick turn has a place of its own");
    assert_eq!((next.place(), other.place()), (1, 2));
    drop(quick);
    assert_eq!((next.place(), other.place()), (0, 1));
    drop(long);
    assert_eq!(other.place(), 0, "a quick turn takes no other's place");
    drop((next, other));
    // With ever more quick ones the others have their go all the same.
    let mut quick: Vec<Ticket> =
        ["a", "b"].map(|game| queue.enter(Kind::Quick, game, somebody(1)).unwrap()).into();
    let advice = queue.enter(Kind::Advice, "long", somebody(2)).unwrap();
    for n in 0..20 {
        if advice.place() == 0 {
            assert!(n > 0, "both places are taken at first");
            return;
        }
        quick.push(queue.enter(Kind::Quick, &n.to_string(), somebody(1)).unwrap());
        let thinking = quick.iter().position(|ticket| ticket.place() == 0).unwrap();
        quick.remove(thinking);
    }
    panic!("advice starves");
}

#[test]
fn what_is_less_urgent_comes_at_last() {
    let queue = queue_of(1);
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
    let queue = queue_of(1);
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
fn what_a_worker_has_is_in_nobodys_way_and_counts_as_its_askers() {
    let queue = queue_of(1);
    let now = queue.enter(Kind::Turn, "z", None).unwrap();
    let mut gone = queue.enter(Kind::Advice, "a", somebody(1)).unwrap();
    let _more = queue.enter(Kind::Advice, "b", somebody(1)).unwrap();
    let other = queue.enter(Kind::Advice, "c", somebody(2)).unwrap();
    gone.leave();
    assert_eq!(other.place(), 2);
    assert!(queue.enter(Kind::Advice, "d", somebody(1)).is_err(), "it is still one of two");
    // Its worker is lost.
    gone.come_back();
    assert_eq!((gone.place(), other.place()), (1, 2));
    drop(now);
    assert_eq!(gone.place(), 0);
    // One that has come up is left to a worker: its place is free.
    gone.leave();
    assert_eq!(other.place(), 0);
}

#[test]
fn only_a_place_that_nobody_here_waits_for_is_lent() {
    let queue = queue_of(1);
    let lent = queue.lend().expect("nobody is there");
    assert!(queue.lend().is_none());
    let turn = queue.enter(Kind::Turn, "a", None).unwrap();
    assert_eq!(turn.place(), 0, "a place is kept for it");
    let next = queue.enter(Kind::Turn, "b", None).unwrap();
    drop((lent, turn));
    assert_eq!(next.place(), 0);
    assert!(queue.lend().is_none());
    drop(next);
    assert!(queue.lend().is_some());
}

#[test]
fn without_a_place_everything_waits() {
    let queue = queue_of(0);
    let turn = queue.enter(Kind::Turn, "a", None).unwrap();
    assert_eq!((turn.place(), queue.has_room(Kind::Turn)), (1, false));
    assert!(queue.lend().is_none());
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_takes_long_gives_way_to_one_of_another_network() {
    let queue = queue_of(1);
    let long = queue.enter(Kind::Turn, "a", somewhere(1)).unwrap();
    let mut gives_way = Box::pin(long.gives_way());
    let _own = queue.enter(Kind::Turn, "b", somewhere(1)).unwrap();
    let _advice = queue.enter(Kind::Advice, "c", somewhere(2)).unwrap();
    let alone = tokio::time::timeout(10 * GIVES_WAY, &mut gives_way).await;
    assert!(alone.is_err(), "neither its own network's turns nor advice hurry it");
    let other = queue.enter(Kind::Turn, "d", somewhere(2)).unwrap();
    gives_way.await;
    drop(long);
    assert_eq!(other.place(), 0);
    // It has ten seconds, or a part of them while more networks wait.
    let mut waits = Vec::new();
    for (networks, part) in [(3..=3, 2), (4..=5, 4)] {
        waits.extend(networks.map(|network| queue.enter(Kind::Turn, "e", somewhere(network)).unwrap()));
        let began = Instant::now();
        other.gives_way().await;
        assert_eq!(began.elapsed(), GIVES_WAY / part);
    }
    drop((other, waits));
    let queue = queue_of(1);
    let marshal = queue.enter(Kind::Long, "f", somewhere(1)).unwrap();
    let beside = queue.enter(Kind::Turn, "g", somewhere(2)).unwrap();
    let _own = queue.enter(Kind::Advice, "h", somewhere(1)).unwrap();
    let _lesson = queue.enter(Kind::Lesson, "i", somewhere(2)).unwrap();
    let alone = tokio::time::timeout(10 * GIVES_WAY, marshal.gives_way()).await;
    assert!(alone.is_err(), "neither its own network nor a lesson hurries it");
    let _advice = queue.enter(Kind::Advice, "j", somewhere(2)).unwrap();
    let in_vain = tokio::time::timeout(10 * GIVES_WAY, marshal.gives_way()).await;
    assert!(in_vain.is_err(), "the turn beside it would still keep the advice waiting");
    let mut gives_way = Box::pin(marshal.gives_way());
    let _next = queue.enter(Kind::Long, "k", somewhere(3)).unwrap();
    drop(beside);
    let began = Instant::now();
    gives_way.as_mut().await;
    assert_eq!(began.elapsed(), GIVES_WAY / 2);
}

/// Advice for somebody while so many others of each of so many networks ask again and again: how long it takes at most
/// to come up.
async fn waits_for_advice(places: usize, networks: u8, each: u8) -> Duration {
    let queue = queue_of(places);
    let mut others = tokio::task::JoinSet::new();
    for asker in 0..each {
        for network in 0..networks {
            let (queue, kind) = (Arc::clone(&queue), [Kind::Advice, Kind::Lesson][usize::from(asker % 2)]);
            others.spawn(async move {
                loop {
                    let of = at(&format!("198.51.{network}.{asker}"));
                    let mut ticket = queue.enter(kind, &format!("{network} {asker}"), of).unwrap();
                    ticket.turn(|_| ()).await;
                    ticket.gives_way().await;
                }
            });
        }
    }
    let mut longest = Duration::ZERO;
    for n in 0..50 {
        tokio::time::sleep(GIVES_WAY + n * Duration::from_millis(137)).await;
        let began = Instant::now();
        let mut own = queue.enter(Kind::Advice, "own", at("192.0.2.1")).unwrap();
        own.turn(|_| ()).await;
        longest = longest.max(began.elapsed());
    }
    longest
}

#[tokio::test(start_paused = true)]
async fn a_round_of_many_networks_takes_no_longer_than_one_of_few() {
    for places in [1, 2] {
        for (networks, each) in [(2, 1), (2, 9), (6, 1), (6, 9), (10, 1), (10, 9)] {
            let waits = waits_for_advice(places, networks, each).await;
            assert!(
                waits <= GIVES_WAY / 2,
                "{places} places, {networks} networks, {each} of each: {waits:?}"
            );
        }
    }
}

/// A computer's turn of twenty decisions, of which the first takes a second and the others take little, while one of
/// each of so many networks wants all the time there is for things of this kind: how long it takes.
async fn takes_for_a_turn(kind: Kind, networks: u8, others_want: Kind) -> Duration {
    let queue = queue_of(1);
    let mut others = tokio::task::JoinSet::new();
    for network in 0..networks {
        let queue = Arc::clone(&queue);
        others.spawn(async move {
            let (mut kept, of) = (KeptPlace::default(), somewhere(network));
            loop {
                let next = kept.go_on(others_want, of);
                let enter = || queue.enter(others_want, &format!("{network}"), of).unwrap();
                let mut ticket = next.unwrap_or_else(enter);
                ticket.turn(|_| ()).await;
                ticket.gives_way().await;
                kept = KeptPlace::of(Some(ticket));
            }
        });
    }
    tokio::time::sleep(GIVES_WAY).await;
    let (mut kept, began) = (KeptPlace::default(), Instant::now());
    for decision in 0..20 {
        let next = kept.go_on(kind, at("192.0.2.1"));
        let mut own = next.unwrap_or_else(|| queue.enter(kind, "own", at("192.0.2.1")).unwrap());
        own.turn(|_| ()).await;
        tokio::time::sleep(Duration::from_millis(if decision == 0 { 1000 } else { 20 })).await;
        kept = KeptPlace::of(Some(own));
    }
    began.elapsed()
}

#[tokio::test(start_paused = true)]
async fn a_whole_turn_waits_for_few_rounds_of_many_networks() {
    for (kind, others_want) in
        [(Kind::Long, Kind::Advice), (Kind::Long, Kind::Long), (Kind::Turn, Kind::Turn)]
    {
        let takes = takes_for_a_turn(kind, 6, others_want).await;
        assert!(takes <= 3 * GIVES_WAY, "{kind:?} among {others_want:?}: {takes:?}");
    }
}

#[test]
fn what_others_ask_for_takes_no_place_from_advice_and_long_turns() {
    for held in [Kind::Advice, Kind::Lesson, Kind::Review, Kind::Long] {
        for waits in [Kind::Advice, Kind::Long] {
            let queue = queue_of(1);
            let _held = queue.enter(held, "a", somewhere(1)).unwrap();
            assert_eq!(queue.enter(waits, "b", somewhere(2)).unwrap().place(), 0, "{held:?}, {waits:?}");
            let own = queue.enter(waits, "c", somewhere(1)).unwrap();
            let is_beside_its_marshal = (held, waits) == (Kind::Long, Kind::Advice);
            assert_eq!(own.place() == 0, is_beside_its_marshal, "{held:?}, {waits:?}");
        }
    }
    // One place more, and no other.
    let queue = queue_of(1);
    let _held = queue.enter(Kind::Review, "a", somewhere(1)).unwrap();
    let _beside = queue.enter(Kind::Advice, "b", somewhere(2)).unwrap();
    assert_eq!(queue.enter(Kind::Advice, "c", somewhere(3)).unwrap().place(), 1);
}

#[tokio::test(start_paused = true)]
async fn once_a_crowd_has_left_a_turn_has_its_time_again() {
    let queue = queue_of(2);
    let turns = [1, 2].map(|n| queue.enter(Kind::Turn, "a", somewhere(n)).unwrap());
    let crowd: Vec<Ticket> = (10..40).map(|n| queue.enter(Kind::Turn, "b", somewhere(n)).unwrap()).collect();
    let [mut first, mut second] = turns.each_ref().map(|turn| Box::pin(turn.gives_way()));
    tokio::time::timeout(2 * SHORTEST, &mut first).await.expect("many wait");
    assert!(tokio::time::timeout(2 * SHORTEST, &mut second).await.is_err(), "for them one gives way");
    drop(crowd);
    let [own, other] = turns;
    drop(own);
    let _next = [3, 4, 5].map(|n| queue.enter(Kind::Turn, "c", somewhere(n)).unwrap());
    assert!(tokio::time::timeout(SHORTEST, &mut second).await.is_err(), "few wait now");
    tokio::time::timeout(GIVES_WAY, &mut second).await.expect("its time ends as others' does");
    drop(other);
}

#[tokio::test(start_paused = true)]
async fn for_one_that_waits_only_one_gives_way() {
    let queue = queue_of(2);
    let first = queue.enter(Kind::Turn, "a", somewhere(1)).unwrap();
    tokio::time::sleep(GIVES_WAY).await;
    let second = queue.enter(Kind::Turn, "b", somewhere(2)).unwrap();
    let _waits = queue.enter(Kind::Turn, "c", somewhere(3)).unwrap();
    first.gives_way().await;
    let mut second_gives_way = Box::pin(second.gives_way());
    assert!(tokio::time::timeout(10 * GIVES_WAY, &mut second_gives_way).await.is_err());
    let _next = queue.enter(Kind::Turn, "d", somewhere(4)).unwrap();
    drop(first);
    second_gives_way.await;
}

#[test]
fn the_place_more_keeps_nothing_less_urgent_waiting_for_ever() {
    let queue = queue_of(1);
    let mut marshals: Vec<Ticket> =
        (0..2).map(|n| queue.enter(Kind::Long, "a", somewhere(n)).unwrap()).collect();
    let lesson = queue.enter(Kind::Lesson, "b", somewhere(9)).unwrap();
    let turns = (0..2 * AHEAD).take_while(|n| {
        marshals.push(queue.enter(Kind::Long, "a", somewhere((n % 2) as u8)).unwrap());
        marshals.remove(0);
        lesson.place() > 0
    });
    assert!(turns.count() <= AHEAD as usize + 1, "the lesson still waits");
}

#[test]
fn what_nobody_has_asked_for_is_one_round_together() {
    let queue = queue_of(1);
    let _now = queue.enter(Kind::Turn, "z", None).unwrap();
    let _three = ["a", "b", "c"].map(|game| queue.enter(Kind::Turn, game, None).unwrap());
    let asked = queue.enter(Kind::Turn, "d", somewhere(1)).unwrap();
    assert_eq!(asked.place(), 1);
}

#[test]
fn workers_go_round_by_network() {
    let queue = queue_of(1);
    let _three = ["a", "b", "c"].map(|game| queue.enter(Kind::Turn, game, somewhere(1)).unwrap());
    assert!(queue.urgency(Kind::Turn, somewhere(1)) < queue.urgency(Kind::Turn, somewhere(2)));
    let advice = |party| queue.urgency(Kind::Advice, party);
    assert_eq!(advice(somewhere(1)), advice(somewhere(2)), "advice waits for advice alone");
    assert_eq!(queue.urgency(Kind::Turn, None), queue.urgency(Kind::Turn, somewhere(2)));
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_hears_of_its_place() {
    let queue = queue_of(1);
    let mut none = Vec::new();
    let mut first = queue.enter(Kind::Advice, "a", None).unwrap();
    first.turn(|place| none.push(place)).await;
    assert!(none.is_empty(), "who need not wait is told nothing");
    let second = queue.enter(Kind::Advice, "b", None).unwrap();
    let mut third = queue.enter(Kind::Advice, "c", None).unwrap();
    let (told, mut hears) = tokio::sync::mpsc::unbounded_channel();
    let waits = tokio::spawn(async move { third.turn(|place| assert!(told.send(place).is_ok())).await });
    assert_eq!(hears.recv().await, Some(2));
    drop(second);
    assert_eq!(hears.recv().await, Some(1));
    drop(first);
    assert_eq!(hears.recv().await, Some(0));
    waits.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn in_a_crowd_places_are_told_now_and_then_and_turns_come_at_once() {
    let queue = queue_of(1);
    let enter = |n: usize| queue.enter(Kind::Turn, &n.to_string(), somewhere(n as u8)).unwrap();
    let mut crowd: Vec<Ticket> = (0..250).map(enter).collect();
    tokio::time::advance(CROWD_TOLD).await;
    drop(crowd.remove(0));
    let told = |crowd: &[Ticket]| crowd.iter().map(Ticket::place).collect::<Vec<_>>();
    assert!(told(&crowd).into_iter().eq(0..249));
    drop(crowd.remove(0));
    assert!(told(&crowd).into_iter().eq([0].into_iter().chain(2..249)), "{:?}", told(&crowd));
    tokio::time::advance(CROWD_TOLD).await;
    drop(crowd.remove(0));
    assert!(told(&crowd).into_iter().eq(0..247));
}
