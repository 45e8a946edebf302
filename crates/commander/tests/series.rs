//! Series of games: pairs, order, jobs.

use blue_gray::Library;
use commander::{Budget, Duel, Level, Seat, Series, Tally, Watch, duel};
use serde_json::Map;
use tabletop::{BySide, Side};

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
        watch: Watch::default(),
    }
}

/// What of a game does not depend on the machine.
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
    // Their choices come from seed and side alone, and so do the dice: each pair is one game told twice.
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
        duel(&battle, 8, BySide { union: seat, confederate: seat }, Watch::default()).expect("it ends");
    assert_eq!(games[2].as_ref().map(|game| outcome(&game.duel)), Ok(outcome(&alone)));
    // What was counted is of both sides and of attacks only where some were made.
    assert!(Side::BOTH.iter().all(|side| alone.counts.of("attacks", *side) > 0.0));
}

#[test]
fn a_panic_is_the_fault_of_one_game() {
    let battle = battle();
    let seats = series(6, false, 2);
    let games = seats.play_by(
        &|seed, seats| {
            if seed == 9 { panic!("on purpose") } else { duel(&battle, seed, seats, Watch::default()) }
        },
        &|_| {},
    );
    let faults: Vec<usize> =
        games.iter().enumerate().filter(|(_, game)| game.is_err()).map(|(i, _)| i).collect();
    assert_eq!((games.len(), faults), (6, vec![2]));
}
