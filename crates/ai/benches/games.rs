//! Whole games, targets and views: `cargo bench -p commander`.

use std::path::Path;

use ai::{RandomCommander, RunOptions, random_game};
use blue_gray::{Battle, Library};
use serde_json::{Map, json};
use tabletop::{AuditedDice, Protocol, RuleCheck, Rules, Side, Situation};

fn main() {
    divan::main();
}

fn battle(scenario: &str) -> Battle {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
        .expect("the shipped data is sound");
    library.battle(scenario, &Map::new(), None).expect("the scenario is shipped")
}

/// A position in the middle of a random game, after `orders` orders.
fn middle(battle: &Battle, orders: usize) -> <Battle as Rules>::State {
    let mut commander = RandomCommander::new(1);
    let mut dice = AuditedDice::new([1; 32], []);
    let mut state = battle.start();
    for _ in 0..orders {
        let Some(side) = battle.asked(&state) else { break };
        let Some(order) = commander.order(battle, &state) else { break };
        let events =
            battle.judge(&state, side, &order, &mut dice, &mut RuleCheck::quiet()).expect("a legal order");
        for event in &events {
            battle.apply(&mut state, event);
        }
    }
    state
}

#[divan::bench(args = ["chickamauga-1975", "chickamauga-2006", "chattanooga-1975"])]
fn random_game_to_the_end(bencher: divan::Bencher, scenario: &str) {
    let battle = battle(scenario);
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        random_game(&battle, seed, RunOptions::default())
    });
}

#[divan::bench(args = ["chickamauga-1975", "chattanooga-1975"])]
fn random_game_with_both_views(bencher: divan::Bencher, scenario: &str) {
    let battle = battle(scenario);
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        random_game(&battle, seed, RunOptions { views: true, check: false })
    });
}

#[divan::bench]
fn targets_of_every_unit_at_the_start(bencher: divan::Bencher) {
    let battle = battle("chickamauga-1975");
    let state = battle.start();
    let units: Vec<_> = battle.on_map(&state, Side::Union).map(|(u, _)| battle.unit(u).id.clone()).collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % units.len();
        battle.targets(&state, Side::Union, "move", &json!(units[next]))
    });
}

#[divan::bench(args = [0, 100, 300])]
fn view(bencher: divan::Bencher, orders: usize) {
    let battle = battle("chickamauga-1975");
    let state = middle(&battle, orders);
    let mut out = Vec::new();
    bencher.bench_local(|| {
        out.clear();
        battle.write_view(&state, Some(Side::Union), &Situation::default(), &mut out);
        out.len()
    });
}
