//! One thought on several processors: it comes to the same on any number of them.

use std::path::Path;

use ai::{Budget, Chance, Commanded, InformationSet, Interrupt, Level, RunOptions, Threads};
use serde_json::Map;
use tabletop::{BySide, Side};

fn read(file: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file)).ok()
}

fn blue_gray(scenario: &str) -> blue_gray::Battle {
    let library = blue_gray::Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
    library.battle(scenario, &Map::new(), None).unwrap_or_else(|why| panic!("{why}"))
}

fn blind_swords(scenario: &str) -> blind_swords::Battle {
    let library = blind_swords::Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
    library.battle(scenario, &Map::new(), None).unwrap_or_else(|why| panic!("{why}"))
}

/// The first orders of a game between generals, with their reasons.
fn orders<R: Commanded>(rules: &R, threads: usize, budget: Budget, most: usize) -> Vec<(String, String)> {
    let mut generals = BySide::from_fn(|side| rules.commander(Level::General, ai::seed_of(5, side)));
    let mut given: Vec<(String, String)> = Vec::new();
    let mut play = || {
        ai::contest(rules, 5, Chance::new(5).bytes(), RunOptions::default(), |rules, state| {
            let side = rules.asked(state)?;
            let known = InformationSet::new(rules, state, side);
            let decision = generals[side].decide(known, budget).filter(|_| given.len() < most)?;
            given.push((rules.order_value(&decision.order).to_string(), decision.reason));
            Some(decision.order)
        })
    };
    // It ends in an error where only the beginning is played.
    let _ = Threads::new(threads).over(&mut play);
    given
}

fn same_orders<R: Commanded>(rules: &R, budget: Budget, most: usize) {
    let alone = orders(rules, 1, budget, most);
    assert!(alone.len() == most || alone.len() > 50, "{}", alone.len());
    for threads in [2, 3] {
        let together = orders(rules, threads, budget, most);
        let differs = alone.iter().zip(&together).position(|(a, b)| a != b);
        let at = differs.map(|at| (at, &alone[at], &together[at]));
        assert_eq!(at, None, "{threads} threads");
        assert_eq!(alone.len(), together.len(), "{threads} threads");
    }
}

#[test]
fn a_general_of_blue_and_gray_orders_the_same_on_any_number_of_threads() {
    same_orders(&blue_gray("training"), Budget::Trials(2000), usize::MAX);
    same_orders(&blue_gray("chickamauga-1975"), Budget::Trials(3000), 150);
    // Few trials, which run out in the middle of what is begun together.
    for trials in [0, 1, 37, 260] {
        same_orders(&blue_gray("chattanooga-1975"), Budget::Trials(trials), 40);
    }
}

#[test]
fn a_general_of_blind_swords_orders_the_same_on_any_number_of_threads() {
    same_orders(&blind_swords("kernstown-1-stone-wall"), Budget::Own, usize::MAX);
    same_orders(&blind_swords("kernstown-4-breckinridge"), Budget::Own, 60);
    for trials in [0, 1, 50, 333] {
        same_orders(&blind_swords("kernstown-1-stone-wall"), Budget::Trials(trials), 60);
    }
}

/// A thought of an hour is called off at any moment, and leaves no thread behind.
fn is_called_off<R: Commanded>(rules: &R, side: Side) {
    let hour = Budget::Time(std::time::Duration::from_secs(3600));
    let state = rules.start();
    for threads in 1..=3 {
        let interrupt = Interrupt::new();
        let mut general = rules.commander(Level::General, 1);
        let thought = std::thread::scope(|scope| {
            scope.spawn(|| interrupt.raise());
            let known = InformationSet::new(rules, &state, side);
            interrupt.over(|| Threads::new(threads).over(|| general.decide(known, hour)))
        });
        assert!(thought.is_some(), "the best it has found so far");
        assert!(interrupt.is_raised());
    }
}

#[test]
fn a_thought_on_several_threads_is_called_off() {
    let battle = blue_gray("chickamauga-1975");
    let first = tabletop::Rules::asked(&battle, &tabletop::Rules::start(&battle)).unwrap();
    is_called_off(&battle, first);
    let battle = blind_swords("kernstown-1-stone-wall");
    let first = tabletop::Rules::asked(&battle, &tabletop::Rules::start(&battle)).unwrap();
    is_called_off(&battle, first);
}
