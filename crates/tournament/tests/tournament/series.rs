//! Series of games: pairs, order and jobs.

use ai::{Budget, Duel, Level, RunOptions, Seat, duel};
use blue_gray::Library;
use serde_json::Map;
use tabletop::{BySide, Side};
use tournament::{Series, Tally, Tuning, tune};

fn battle() -> blue_gray::Battle {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library =
        Library::load(&|path| std::fs::read_to_string(data.join(path)).ok()).expect("the data is sound");
    library.battle("training", &Map::new(), None).expect("it is there")
}

fn series(games: u64, swap: bool, jobs: u16) -> Series {
    let seat = Seat { level: Level::Random, budget: Budget::Own };
    Series {
        seats: BySide { union: seat, confederate: seat },
        games,
        seed: 7,
        swap,
        jobs,
        run: RunOptions::default(),
    }
}

/// The part of a result that does not depend on the machine.
fn outcome(duel: &Duel) -> (BySide<i32>, String, u64) {
    (duel.score.points, duel.score.level.clone(), duel.orders)
}

#[test]
fn the_games_are_the_same_however_many_are_played_at_a_time() {
    let battle = battle();
    let outcomes = |jobs| -> Vec<_> {
        let games = series(8, true, jobs).play(&battle, &|_| {});
        games
            .into_iter()
            .map(|game| game.map(|game| (game.number, game.seed, game.swapped, outcome(&game.duel))))
            .collect()
    };
    let one = outcomes(1);
    assert_eq!(one, outcomes(3));
    let seeds: Vec<(u64, bool)> =
        one.iter().flatten().map(|(_, seed, swapped, _)| (*seed, *swapped)).collect();
    assert_eq!(seeds[..4], [(7, false), (7, true), (8, false), (8, true)]);
}

#[test]
fn commanders_who_are_alike_play_the_same_game_from_either_side() {
    // Choices come from seed and side alone, and so do the dice: both games of a pair are the same
    // game.
    let games = series(6, true, 2).play(&battle(), &|_| {});
    let tally = Tally::of(&games, true);
    let pairs = tally.pairs.expect("sides were swapped");
    assert_eq!((pairs.count.drawn, pairs.count.games()), (3, 3));
    assert_eq!(tally.commanders.union.margin.map(|margin| margin.estimate), Some(0.0));
}

#[test]
fn a_game_of_a_series_can_be_played_alone() {
    let battle = battle();
    let games = series(4, true, 1).play(&battle, &|_| {});
    let seat = Seat { level: Level::Random, budget: Budget::Own };
    let alone =
        duel(&battle, 8, BySide { union: seat, confederate: seat }, RunOptions::default()).expect("it ends");
    assert_eq!(games[2].as_ref().map(|game| outcome(&game.duel)), Ok(outcome(&alone)));
    // Counts exist for both sides, and for attacks only where some were made.
    assert!(Side::BOTH.iter().all(|side| alone.counts.of("attacks", *side) > 0.0));
}

#[test]
fn a_panic_is_the_fault_of_one_game() {
    let battle = battle();
    let seats = series(6, false, 2);
    let games = seats.play_by(
        &|seed, _, seats| {
            if seed == 9 { panic!("on purpose") } else { duel(&battle, seed, seats, RunOptions::default()) }
        },
        &|_| {},
    );
    let faults: Vec<usize> =
        games.iter().enumerate().filter(|(_, game)| game.is_err()).map(|(i, _)| i).collect();
    assert_eq!((games.len(), faults), (6, vec![2]));
}

#[test]
fn weights_follow_their_commander_to_the_other_side() {
    use ai::Weighed;
    type Battle = blue_gray::Battle;
    let battle = battle();
    let own = <Battle as Weighed>::Weights::default();
    // A commander to which nothing is worth anything.
    let mut idle = own.clone();
    for (name, _) in Battle::list_weights(&own, Level::Recruit) {
        Battle::set_weight(&mut idle, name, 0.0);
    }
    let recruit = Seat { level: Level::Recruit, budget: Budget::Own };
    let series = Series { seats: BySide { union: recruit, confederate: recruit }, ..series(20, true, 2) };
    let against = |union, confederate| {
        let games = series.play_weighed(&battle, &BySide { union, confederate }, &|_| {});
        Tally::of(&games, true)
    };
    let alike = against(own.clone(), own.clone());
    assert_eq!(alike.pairs.map(|pairs| pairs.count.drawn), Some(10));
    let better = against(own.clone(), idle.clone()).commanders.union.count;
    let worse = against(idle, own).commanders.union.count;
    assert!(better.won > better.lost && worse.won < worse.lost, "{better:?} {worse:?}");
}

#[test]
fn tuning_is_the_same_every_time_and_stays_near_where_it_began() {
    use ai::Weighed;
    type Battle = blue_gray::Battle;
    let battles = [battle()];
    let recruit = Seat { level: Level::Recruit, budget: Budget::Own };
    let series = Series { seats: BySide { union: recruit, confederate: recruit }, ..series(4, true, 2) };
    let own = <Battle as Weighed>::Weights::default();
    let tuned = || {
        let mut rounds = Vec::new();
        let tuning = Tuning { rounds: 3, ..Tuning::default() };
        let weights =
            tune(&battles.each_ref(), &series, &tuning, &own, &|_| {}, &mut |round| rounds.push(round));
        (weights.expect("no game is at fault"), rounds)
    };
    let (weights, rounds) = tuned();
    assert_eq!((weights.clone(), rounds.clone()), tuned());
    assert!(rounds.len() == 3 && rounds.iter().all(|round| round.pairs.games() == 2 && round.step <= 0.1));
    for ((name, new), (_, old)) in Battle::list_weights(&weights, Level::Recruit)
        .into_iter()
        .zip(Battle::list_weights(&own, Level::Recruit))
    {
        assert!((new - old).abs() <= old.abs() * 0.36, "{name}: {old} became {new}");
    }
    // What is written can be read again.
    let text = Battle::write_weights(&weights);
    assert_eq!(Battle::read_weights("weights", &text).ok(), Some(weights));
}

#[test]
fn only_the_weights_that_are_named_are_tuned() {
    use ai::Weighed;
    type Battle = blue_gray::Battle;
    let battles = [battle()];
    let recruit = Seat { level: Level::Recruit, budget: Budget::Own };
    let series = Series { seats: BySide { union: recruit, confederate: recruit }, ..series(20, true, 2) };
    let own = <Battle as Weighed>::Weights::default();
    let tuned = |only: &[&str]| {
        let only = only.iter().map(|&name| name.to_owned()).collect();
        let tuning = Tuning { rounds: 2, only, ..Tuning::default() };
        tune(&battles.each_ref(), &series, &tuning, &own, &|_| {}, &mut |_| {})
    };
    let weights = tuned(&["urge", "reach"]).expect("no game is at fault");
    let lists = [&weights, &own].map(|weights| Battle::list_weights(weights, Level::Recruit));
    let changed = |(name, new), (_, old)| (new != old).then_some(name);
    let names: Vec<&str> =
        lists[0].iter().zip(&lists[1]).filter_map(|(new, old)| changed(*new, *old)).collect();
    assert_eq!(names, ["recruit.reach", "urge"]);
    let no = tuned(&["courage"]).expect_err("there is no such weight");
    assert!(no.contains("'courage'") && no.contains("reach"), "{no}");
}
