//! Tournaments of a club as laws: whoever plays, however it goes, and whoever leaves.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tabletop::{BySide, Side};
use tournament::club::{
    Contest, Draw, Entrant, Event, GameResult, Kind, MatchGame, NotDrawn, Place, Round, TieBreak,
};

fn event(kind: Kind, rounds: usize, ratings: &[Option<f64>]) -> Event {
    let entrant = |(at, rating): (usize, &Option<f64>)| Entrant {
        name: format!("player {}", at + 1),
        rating: *rating,
        enters: 1,
        withdrew: None,
    };
    let entrants = ratings.iter().enumerate().map(entrant).collect();
    Event { kind, rounds, lots: "lots".to_owned(), entrants, played: Vec::new() }
}

/// Seeded from the first to the last.
fn seeded(kind: Kind, rounds: usize, players: usize) -> Event {
    let ratings: Vec<Option<f64>> = (0..players).map(|at| Some(2000.0 - at as f64)).collect();
    event(kind, rounds, &ratings)
}

fn contest(first: usize, second: usize, results: &[GameResult]) -> Contest {
    let sides = [[first, second], [second, first]];
    let game = |(at, result): (usize, &GameResult)| MatchGame {
        players: BySide { union: sides[at % 2][0], confederate: sides[at % 2][1] },
        result: Some(*result),
    };
    Contest { players: [first, second], games: results.iter().enumerate().map(game).collect(), through: None }
}

const WON: GameResult = GameResult::Won(Side::Union);
const LOST: GameResult = GameResult::Won(Side::Confederate);
const DRAWN: GameResult = GameResult::Drawn;

/// A source of results, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Plays a round that was drawn, with any results.
fn play(event: &mut Event, draw: &Draw, games: usize, chance: &mut Chance) {
    let played = draw.matches.iter().map(|drawn| {
        let [first, second] = drawn.players;
        let result = |at: usize, chance: &mut Chance| match drawn.forfeits {
            Some(player) if (player == first) == at.is_multiple_of(2) => GameResult::Forfeited(Side::Union),
            Some(_) => GameResult::Forfeited(Side::Confederate),
            None => {
                [WON, WON, LOST, LOST, DRAWN, GameResult::Forfeited(Side::Union)][chance.below(6) as usize]
            }
        };
        let results: Vec<GameResult> = (0..games).map(|at| result(at, chance)).collect();
        let mut contest = contest(first, second, &results);
        contest.through = Some(drawn.players[chance.below(2) as usize]);
        contest
    });
    let contests = played.collect();
    event.played.push(Round { contests, byes: draw.byes.clone() });
}

fn names<'a>(event: &'a Event, players: impl IntoIterator<Item = &'a usize>) -> Vec<&'a str> {
    players.into_iter().map(|player| event.entrants[*player].name.as_str()).collect()
}

/// How many of these at least must meet somebody again or have a second bye, by trying everything.
fn least_repeated(event: &Event, players: &[usize]) -> usize {
    let met = |a: usize, b: usize| {
        event
            .played
            .iter()
            .any(|round| round.contest_of(a).is_some_and(|contest| contest.players.contains(&b)))
    };
    let had_bye = |a: usize| event.played.iter().any(|round| round.byes.contains(&a));
    let size = 1usize << players.len();
    let mut least = vec![usize::MAX; size];
    least[0] = 0;
    for set in 1..size {
        let first = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        if set.count_ones() % 2 == 1 {
            // The bye is given to one, the others are paired.
            for (at, player) in players.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1) {
                let cost = least[set & !(1 << at)].saturating_add(usize::from(had_bye(*player)));
                least[set] = least[set].min(cost);
            }
            continue;
        }
        for at in (first + 1..players.len()).filter(|at| rest >> at & 1 == 1) {
            let cost = usize::from(met(players[first], players[at]));
            least[set] = least[set].min(least[rest & !(1 << at)].saturating_add(cost));
        }
    }
    least[size - 1]
}

#[test]
fn the_first_round_of_a_swiss_is_folded() {
    let draw = seeded(Kind::Swiss, 3, 7).draw().expect("a round");
    let pairs: Vec<[usize; 2]> = draw.matches.iter().map(|drawn| drawn.players).collect();
    // The lowest seed has the bye; who has the Union first goes to and fro.
    assert_eq!((pairs, draw.byes), (vec![[0, 3], [4, 1], [2, 5]], vec![6]));
}

#[test]
fn players_of_equal_points_meet_and_the_odd_one_floats_down() {
    let mut event = seeded(Kind::Swiss, 3, 6);
    let first = [contest(0, 3, &[WON]), contest(4, 1, &[LOST]), contest(2, 5, &[WON])];
    event.played.push(Round { contests: first.into(), byes: Vec::new() });
    let draw = event.draw().expect("a round");
    let pairs: BTreeSet<BTreeSet<usize>> =
        draw.matches.iter().map(|drawn| drawn.players.into_iter().collect()).collect();
    // 0 and 1 of three winners; 2 floats to the first of those below whom it has not met.
    assert_eq!(pairs, [[0, 1], [2, 3], [4, 5]].map(BTreeSet::from).into());
    // Everyone who had the Union first has it second now, where the opponent had not.
    assert_eq!(draw.matches[0].players, [1, 0]);
}

/// Choosing the best for each from the top, and no more, leaves two who have met.
#[test]
fn a_pairing_is_found_where_choosing_from_the_top_fails() {
    let (mut cornered, mut tried) = (0, 0);
    for seed in 0..300 {
        let mut chance = Chance(seed);
        let players = 4 + 2 * (seed as usize % 4);
        let mut event = seeded(Kind::Swiss, players - 1, players);
        for _ in 0..players - 1 {
            let mut left = event.seeds();
            left.sort_by_key(|player| std::cmp::Reverse(event.halves(*player)));
            let all = left.clone();
            let met = |a: usize, b: usize| {
                event.played.iter().any(|round| round.contest_of(a).is_some_and(|c| c.players.contains(&b)))
            };
            let mut stuck = false;
            while let Some(first) = left.first().copied() {
                left.remove(0);
                match left.iter().position(|other| !met(first, *other)) {
                    Some(at) => drop(left.remove(at)),
                    None => stuck = true,
                }
            }
            let draw = event.draw().expect("a round");
            let least = least_repeated(&event, &all);
            assert_eq!(draw.repeated, least, "seed {seed}");
            tried += 1;
            cornered += usize::from(stuck && least == 0);
            play(&mut event, &draw, 1, &mut chance);
        }
    }
    assert!(cornered > 50, "{cornered} of {tried} rounds were cases of it");
}

fn worked(results: [&[Contest]; 3], byes: [&[usize]; 3], players: usize) -> Event {
    let mut event = seeded(Kind::Swiss, 3, players);
    for (contests, byes) in results.into_iter().zip(byes) {
        if !contests.is_empty() {
            event.played.push(Round { contests: contests.to_vec(), byes: byes.to_vec() });
        }
    }
    event
}

/// Points A 1½, B 2, C 1½, D 1. A met C, B, D: Buchholz 1½ + 2 + 1 = 4½, as for C, who met A, D, B;
/// without the highest and the lowest 1½. Sonneborn-Berger: A beat C and drew with B, 1½ + 1 = 2½;
/// C beat D and drew with B, 1 + 1 = 2. A beat C.
#[test]
fn a_swiss_worked_by_hand() {
    let [a, b, c, d] = [0, 1, 2, 3];
    let event = worked(
        [
            &[contest(a, c, &[WON]), contest(b, d, &[WON])],
            &[contest(a, b, &[DRAWN]), contest(c, d, &[WON])],
            &[contest(a, d, &[LOST]), contest(b, c, &[DRAWN])],
        ],
        [&[], &[], &[]],
        4,
    );
    let standings = event.standings(&TieBreak::ALL);
    let told: Vec<(usize, u32, Vec<Option<u32>>)> =
        standings.into_iter().map(|place| (place.player, place.halves, place.tie_breaks)).collect();
    // In quarters: Buchholz, median, Sonneborn-Berger, direct encounter, games won.
    let quarters = |values: [f64; 3], direct: Option<u32>, won: u32| {
        let told = values.map(|value| Some((value * 4.0) as u32));
        told.into_iter().chain([direct, Some(4 * won)]).collect::<Vec<_>>()
    };
    assert_eq!(
        told,
        [
            (b, 4, quarters([4.0, 1.5, 2.5], None, 1)),
            (a, 3, quarters([4.5, 1.5, 2.5], None, 1)),
            (c, 3, quarters([4.5, 1.5, 2.0], None, 1)),
            (d, 2, quarters([5.0, 1.5, 1.5], None, 1)),
        ]
    );
    let direct = event.standings(&[TieBreak::DirectEncounter]);
    let told: Vec<(usize, Option<u32>)> = direct.iter().map(|p| (p.player, p.tie_breaks[0])).collect();
    assert_eq!(told, [(b, None), (a, Some(4)), (c, Some(0)), (d, None)]);
}

/// A round without a game counts as one against somebody with the player's own points. Points: A 2,
/// D 1½, E 1, C 1, B ½. Buchholz of E: 1 + 2 = 3, of C 1 + 1 = 2, of D 1½ + ½ = 2. Sonneborn-Berger
/// of D: 1½ + a half of ½ = 1¾.
#[test]
fn byes_and_forfeits_worked_by_hand() {
    let [a, b, c, d, e] = [0, 1, 2, 3, 4];
    let forfeit = contest(c, d, &[GameResult::Forfeited(Side::Union)]);
    let event = worked(
        [&[contest(a, b, &[WON]), forfeit], &[contest(a, e, &[WON]), contest(d, b, &[DRAWN])], &[]],
        [&[e], &[c], &[]],
        5,
    );
    let standings = event.standings(&[TieBreak::Buchholz, TieBreak::SonnebornBerger]);
    let told: Vec<(usize, u32, Option<u32>, Option<u32>)> =
        standings.iter().map(|p| (p.player, p.halves, p.tie_breaks[0], p.tie_breaks[1])).collect();
    assert_eq!(
        told,
        [
            (a, 4, Some(6), Some(6)),
            (d, 3, Some(8), Some(7)),
            (e, 2, Some(12), Some(4)),
            (c, 2, Some(8), Some(4)),
            (b, 1, Some(14), Some(3)),
        ]
    );
    // C and E had their bye, D a point without playing: of the rest B is the lowest.
    assert_eq!(event.draw().expect("a round").byes, [b]);
}

/// Both games of a match count as one result.
#[test]
fn a_match_of_two_games_is_one_result() {
    for (results, halves) in [
        ([WON, LOST], [2, 0]),
        ([WON, WON], [1, 1]),
        ([DRAWN, WON], [0, 2]),
        ([GameResult::Forfeited(Side::Union), GameResult::BothForfeited], [0, 2]),
        ([GameResult::BothForfeited; 2], [0, 0]),
    ] {
        assert_eq!(contest(0, 1, &results).halves(), halves, "{results:?}");
    }
}

#[test]
fn the_best_seeds_of_a_knock_out_have_the_byes_and_meet_last() {
    let mut event = seeded(Kind::KnockOut, 0, 6);
    let draw = event.draw().expect("a round");
    assert_eq!(draw.byes, [0, 1]);
    let pairs = |draw: &Draw| -> Vec<BTreeSet<usize>> {
        draw.matches.iter().map(|drawn| drawn.players.into_iter().collect()).collect()
    };
    assert_eq!(pairs(&draw), [[3, 4], [2, 5]].map(BTreeSet::from));
    event
        .played
        .push(Round { contests: vec![contest(3, 4, &[LOST]), contest(2, 5, &[WON])], byes: draw.byes });
    assert_eq!(pairs(&event.draw().expect("a round")), [[0, 4], [1, 2]].map(BTreeSet::from));
    // An even match waits for somebody to be named, and whoever withdraws forfeits.
    event.played.push(Round { contests: vec![contest(0, 4, &[DRAWN]), contest(1, 2, &[WON])], byes: vec![] });
    assert_eq!(event.draw(), Err(NotDrawn::Undecided(2, [0, 4])));
    event.played[1].contests[0].through = Some(4);
    event.entrants[4].withdrew = Some(2);
    let last = event.draw().expect("a round");
    assert_eq!((pairs(&last), last.matches[0].forfeits), (vec![BTreeSet::from([1, 4])], Some(4)));
    let [first, second] = last.matches[0].players;
    let forfeit = GameResult::Forfeited(if first == 4 { Side::Union } else { Side::Confederate });
    event.played.push(Round { contests: vec![contest(first, second, &[forfeit])], byes: vec![] });
    assert_eq!(event.draw(), Err(NotDrawn::Over));
    let standings = event.standings(&[]);
    let order: Vec<usize> = standings.iter().map(|place: &Place| place.player).collect();
    assert_eq!(order, [1, 4, 0, 2, 3, 5]);
}

#[derive(Debug, Clone)]
struct Plan {
    ratings: Vec<Option<f64>>,
    enters: Vec<usize>,
    withdrew: Vec<Option<usize>>,
    games: usize,
    rounds: usize,
    seed: u64,
}

fn plans(most: usize) -> impl Strategy<Value = Plan> {
    (2..=most).prop_flat_map(|players| {
        let rating = prop::option::weighted(0.7, (0u32..6).prop_map(|step| 1400.0 + 50.0 * f64::from(step)));
        (
            prop::collection::vec(rating, players),
            prop::collection::vec(prop_oneof![8 => Just(1usize), 1 => 2..4usize], players),
            prop::collection::vec(prop::option::weighted(0.1, 0usize..5), players),
            1usize..=2,
            1usize..9,
            any::<u64>(),
        )
            .prop_map(|(ratings, enters, withdrew, games, rounds, seed)| Plan {
                ratings,
                enters,
                withdrew,
                games,
                rounds,
                seed,
            })
    })
}

fn begun(kind: Kind, plan: &Plan) -> Event {
    let mut event = event(kind, plan.rounds, &plan.ratings);
    for (at, entrant) in event.entrants.iter_mut().enumerate() {
        entrant.enters = if kind == Kind::Swiss { plan.enters[at] } else { 1 };
        entrant.withdrew = plan.withdrew[at];
    }
    event
}

/// The same with its players in another order.
fn turned(event: &Event, by: usize) -> (Event, impl Fn(usize) -> usize + use<>) {
    let count = event.entrants.len();
    let to = move |player: usize| (player * (if count.is_multiple_of(7) { 1 } else { 7 }) + by) % count;
    let mut turned = event.clone();
    for (at, entrant) in event.entrants.iter().enumerate() {
        turned.entrants[to(at)] = entrant.clone();
    }
    for round in &mut turned.played {
        round.byes.iter_mut().for_each(|player| *player = to(*player));
        for contest in &mut round.contests {
            contest.players = contest.players.map(to);
            contest.through = contest.through.map(to);
            for game in &mut contest.games {
                game.players = BySide::from_fn(|side| to(game.players[side]));
            }
        }
        round.contests.reverse();
    }
    (turned, to)
}

fn pairs_by_name(event: &Event, draw: &Draw) -> BTreeSet<Vec<String>> {
    let named = |players: &[usize]| names(event, players).into_iter().map(str::to_owned).collect();
    draw.matches.iter().map(|drawn| named(&drawn.players)).chain([named(&draw.byes)]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_swiss_pairs_everyone_once_and_repeats_nothing_that_can_be_spared(plan in plans(40)) {
        let mut event = begun(Kind::Swiss, &plan);
        let mut chance = Chance(plan.seed);
        for number in 1..=plan.rounds {
            let playing: Vec<usize> =
                (0..event.entrants.len()).filter(|player| event.entrants[*player].plays_in(number)).collect();
            let Ok(draw) = event.draw() else {
                prop_assert_eq!(event.draw(), Err(NotDrawn::TooFew));
                prop_assert!(playing.len() < 2);
                return Ok(());
            };
            let mut paired: Vec<usize> = draw.matches.iter().flat_map(|drawn| drawn.players).collect();
            paired.extend(&draw.byes);
            paired.sort_unstable();
            prop_assert_eq!(&paired, &playing);
            prop_assert!(draw.byes.len() <= 1);
            let met = |[a, b]: [usize; 2]| {
                event.played.iter().any(|round| round.contest_of(a).is_some_and(|c| c.players.contains(&b)))
            };
            let twice = draw.matches.iter().filter(|drawn| met(drawn.players)).count();
            let byes = draw.byes.iter().filter(|player| event.played.iter().any(|r| r.byes.contains(player)));
            prop_assert_eq!(twice + byes.count(), draw.repeated);
            // As long as nobody has met half of the others there is always a pairing (Dirac).
            if number <= playing.len() / 2 {
                prop_assert_eq!(draw.repeated, 0);
            }
            if playing.len() <= 12 {
                prop_assert_eq!(draw.repeated, least_repeated(&event, &playing));
            }
            play(&mut event, &draw, plan.games, &mut chance);
        }
        let all = event.draw();
        prop_assert!(all == Err(NotDrawn::Over));
    }

    #[test]
    fn everyone_meets_everyone_in_a_round_robin(plan in plans(16)) {
        let mut event = begun(Kind::RoundRobin, &plan);
        let mut chance = Chance(plan.seed);
        let mut met = BTreeSet::new();
        while let Ok(draw) = event.draw() {
            for drawn in &draw.matches {
                let [a, b] = drawn.players;
                prop_assert!(met.insert([a.min(b), a.max(b)]));
                let gone = |player: usize| !event.entrants[player].plays_in(draw.number);
                prop_assert_eq!(drawn.forfeits.is_some(), gone(a) || gone(b));
                prop_assert!(!(gone(a) && gone(b)));
            }
            play(&mut event, &draw, plan.games, &mut chance);
        }
        let remains = |player: &usize| event.entrants[*player].withdrew.is_none();
        let stays: Vec<usize> = (0..plan.ratings.len()).filter(remains).collect();
        if stays.len() > 1 {
            prop_assert_eq!(event.draw(), Err(NotDrawn::Over));
            for (at, a) in stays.iter().enumerate() {
                prop_assert!(stays[..at].iter().all(|b| met.contains(&[*b.min(a), *b.max(a)])));
            }
        }
    }

    #[test]
    fn a_knock_out_leaves_one(plan in plans(40)) {
        let mut event = begun(Kind::KnockOut, &plan);
        if plan.seed % 2 == 1 {
            event.entrants.iter_mut().for_each(|entrant| entrant.withdrew = None);
        }
        let mut chance = Chance(plan.seed);
        while let Ok(draw) = event.draw() {
            prop_assert!(event.played.len() < event.all_rounds());
            play(&mut event, &draw, plan.games, &mut chance);
        }
        prop_assert_eq!(event.draw(), Err(NotDrawn::Over));
        if event.entrants.iter().all(|entrant| entrant.withdrew.is_none()) {
            prop_assert_eq!(event.played.len(), event.all_rounds());
            // Whoever stands first won every round.
            prop_assert_eq!(event.standings(&[])[0].halves as usize, 2 * event.all_rounds());
        }
    }

    #[test]
    fn nothing_hangs_on_the_order_of_the_players(
        plan in plans(20),
        kind in prop::sample::select(Kind::ALL.to_vec()),
        by in 0usize..20,
    ) {
        let mut event = begun(kind, &plan);
        let mut chance = Chance(plan.seed);
        loop {
            let (other, to) = turned(&event, by);
            let ours = event.standings(&TieBreak::ALL);
            let theirs = other.standings(&TieBreak::ALL);
            let there = |place: Place| Place { player: to(place.player), ..place };
            let ours: Vec<Place> = ours.into_iter().map(there).collect();
            prop_assert_eq!(&ours, &theirs);
            let all: BTreeSet<usize> = theirs.iter().map(|place| place.player).collect();
            prop_assert_eq!(all.len(), event.entrants.len());
            for two in theirs.windows(2) {
                prop_assert!((two[0].halves, &two[0].tie_breaks) >= (two[1].halves, &two[1].tie_breaks));
            }
            match (event.draw(), other.draw()) {
                (Ok(ours), Ok(theirs)) => {
                    prop_assert_eq!(pairs_by_name(&event, &ours), pairs_by_name(&other, &theirs));
                    play(&mut event, &ours, plan.games, &mut chance);
                }
                (ours, theirs) => {
                    prop_assert_eq!(ours, theirs);
                    break;
                }
            }
        }
    }
}
