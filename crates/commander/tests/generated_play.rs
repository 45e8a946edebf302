//! Laws under generated play: whatever legal orders are given, the rules hold together.

use std::path::Path;

use blue_gray::{Battle, Library};
use commander::RandomCommander;
use serde_json::{Map, Value, json};
use tabletop::{AuditedDice, Inquiry, Rules, Side};

fn library() -> Library {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn battle(library: &Library, scenario: &str, effectiveness: bool) -> Battle {
    let mut options = Map::new();
    options.insert("attack-effectiveness".to_owned(), Value::Bool(effectiveness));
    library.battle(scenario, &options, None).unwrap()
}

/// Plays one random game to its end, checking every position. Returns how many orders it took.
fn play(battle: &Battle, seed: u64) -> usize {
    let mut commander = RandomCommander::new(seed);
    let mut dice = AuditedDice::new([seed as u8; 32], []);
    dice.set_player_seed(Side::Union, seed.to_string());
    let mut state = battle.start();
    let mut orders = 0;
    while let Some(side) = battle.asked(&state) {
        let order = commander
            .order(battle, &state)
            .unwrap_or_else(|| panic!("seed {seed}: nobody knows what to do: {state:?}"));
        let events =
            battle.judge(&state, side, &order, &mut dice, &mut Inquiry::quiet()).unwrap_or_else(|r| {
                panic!("seed {seed}, order {orders}: {} was refused: {r}", battle.order_value(&order))
            });
        for event in &events {
            battle.apply(&mut state, event);
        }
        let faults = battle.faults(&state);
        assert!(
            faults.is_empty(),
            "seed {seed}, order {orders}, after {}: {faults:?}",
            battle.order_value(&order)
        );
        orders += 1;
        assert!(orders < 100_000, "seed {seed}: the game never ends");
    }
    orders
}

#[test]
fn random_games_never_break_or_stick() {
    let library = library();
    for scenario in
        ["chickamauga-1975", "chickamauga-2006", "chattanooga-1975", "chattanooga-2006", "training"]
    {
        for effectiveness in [false, true] {
            let battle = battle(&library, scenario, effectiveness);
            let mut total = 0;
            for seed in 0..40 {
                total += play(&battle, seed);
            }
            println!("{scenario} {effectiveness}: {total} orders in 40 games");
        }
    }
    let _ = json!(null);
}
