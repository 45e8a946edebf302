//! The commanders of Kernstown: they are never refused, and the better of them win.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod kernstown;

use commander::{BlindSwordsWeights, Budget, Level, Seat, Watch, duel};
use kernstown::{SCENARIOS, battle};
use tabletop::{BySide, Side};

fn seats(union: Level, confederate: Level, budget: Budget) -> BySide<Seat> {
    BySide { union: Seat { level: union, budget }, confederate: Seat { level: confederate, budget } }
}

#[test]
fn recruits_are_never_refused_in_any_scenario() {
    for scenario in SCENARIOS {
        for options in [false, true] {
            let seats = seats(Level::Recruit, Level::Recruit, Budget::Own);
            duel(&battle(scenario, options), 7, seats, Watch::default())
                .unwrap_or_else(|e| panic!("{scenario}: {e}"));
        }
    }
}

#[test]
fn a_recruit_beats_a_random_commander_from_either_side() {
    let battle = battle(SCENARIOS[0], false);
    for seed in 0..10 {
        for side in Side::BOTH {
            let seat = |own| if own == side { Level::Recruit } else { Level::Random };
            let seats = seats(seat(Side::Union), seat(Side::Confederate), Budget::Own);
            let end = duel(&battle, seed, seats, Watch::default()).unwrap();
            assert_eq!(end.score.winner, Some(side), "seed {seed}: {}", end.score.level);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let battle = battle(SCENARIOS[0], false);
    let play = || {
        let seats = seats(Level::Veteran, Level::General, Budget::Trials(60));
        let end = duel(&battle, 3, seats, Watch::default()).unwrap();
        (end.score, end.orders)
    };
    assert_eq!(play(), play());
}

#[test]
fn faults_of_a_weights_file_are_named() {
    let weights = BlindSwordsWeights::default();
    assert_eq!(BlindSwordsWeights::read("weights", BlindSwordsWeights::FILE).unwrap(), weights);
    assert_eq!(BlindSwordsWeights::read("weights", &weights.write()).unwrap(), weights);
    let broken = BlindSwordsWeights::FILE.replace("point =", "pint =");
    let faults = BlindSwordsWeights::read("weights", &broken).unwrap_err().to_string();
    assert!(faults.contains("'pint' is no weight") && faults.contains("'point' is missing"), "{faults}");
}
