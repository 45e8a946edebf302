//! How long looking takes on the whole map: `cargo bench -p blind-swords`.

use std::path::Path;

use blind_swords::{Battle, Library, State, View};
use hexmap::{Hex, sight_line};
use tabletop::Rules;

fn main() {
    divan::main();
}

/// The historical battle of 1862 at its start.
fn battle() -> (Battle, State) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
        .unwrap_or_else(|e| panic!("{e}"));
    let scenario =
        library.scenario("kernstown-2-historical").unwrap_or_else(|| panic!("there is no such scenario"));
    let battle = Battle::new(scenario, blind_swords::Options::default());
    let state = battle.start();
    (battle, state)
}

fn hex(battle: &Battle, number: &str) -> Hex {
    battle.map().grid.parse(number).unwrap_or_else(|| panic!("{number} is on the map"))
}

/// From Pritchard's Hill to hexes at 2, 10 and 20.
#[divan::bench(args = ["2425", "2332", "3436"])]
fn one_line_with_reasons(bencher: divan::Bencher, to: &str) {
    let (battle, state) = battle();
    let (from, to) = (hex(&battle, "2423"), hex(&battle, to));
    bencher.bench_local(|| battle.sight(&state, divan::black_box(from), divan::black_box(to)));
}

/// The same, followed anew each time, for comparison: what keeping lines saves.
#[divan::bench(args = ["2425", "2332", "3436"])]
fn one_line_followed_anew(bencher: divan::Bencher, to: &str) {
    let (battle, _) = battle();
    let (from, to) = (hex(&battle, "2423"), hex(&battle, to));
    bencher.bench_local(|| sight_line(&battle.map().grid, divan::black_box(from), divan::black_box(to)));
}

/// Everything that is seen from one hex.
#[divan::bench]
fn from_one_hex_to_all(bencher: divan::Bencher) {
    let (battle, state) = battle();
    let from = hex(&battle, "2423");
    bencher.bench_local(|| battle.map().grid.hexes().filter(|&to| battle.sees(&state, from, to)).count());
}

/// All pairs within the longest range, 20 hexes, with the units where they stand.
#[divan::bench(sample_count = 5)]
fn all_pairs_in_range(bencher: divan::Bencher) {
    let (battle, state) = battle();
    let grid = &battle.map().grid;
    bencher.bench_local(|| {
        let near = |a: Hex| grid.hexes().filter(move |&b| a < b && grid.distance(a, b) <= 20);
        grid.hexes().map(|a| near(a).filter(|&b| battle.sees(&state, a, b)).count()).sum::<usize>()
    });
}

/// All pairs of the map, over the ground alone.
#[divan::bench(sample_count = 5)]
fn all_pairs_of_the_map(bencher: divan::Bencher) {
    let (battle, _) = battle();
    let grid = &battle.map().grid;
    bencher.bench_local(|| {
        let seen = |a: Hex| {
            grid.hexes().filter(|&b| a < b && battle.sees_over_ground(a, b) != View::Blocked).count()
        };
        grid.hexes().map(seen).sum::<usize>()
    });
}
