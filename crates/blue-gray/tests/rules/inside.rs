//! What has no door to the outside: the numbers of editions, what a battle leaves to the next, and what is remembered
//! of roads.

use std::path::Path;

use blue_gray::inside::{Editions, left, share};
use blue_gray::{Event, Library, Place, State};
use hexmap::Hex;
use tabletop::{Rules, Side, case};

use crate::check::on;

const TWO_FOLDERS: &str = r#"
    source = "made up"
    [[edition]]
    scenario = "second"
    numbers = [
      { folder = "second", cases = { "17.11" = "18.11" } },
      { folder = "first", chapters = [14] },
      { folder = "old" },
    ]"#;

#[test]
fn the_first_list_that_has_a_case_counts() {
    let editions = Editions::read("editions.toml", TWO_FOLDERS).unwrap();
    let printed = |case| {
        let printed = editions.of("second").printed(case).unwrap();
        printed.to_string()
    };
    assert_eq!(printed(case!("17.11")), "18.11");
    assert_eq!(printed(case!("14.3")), "first 14.3", "its own number is not held");
    assert_eq!(printed(case!("17.12")), "old 17.12");
    assert_eq!(editions.of("another").printed(case!("17.11")), None);
}

#[test]
fn a_number_that_is_none_is_a_fault_with_its_line() {
    let wrong = TWO_FOLDERS.replace("18.11", "18 11");
    let faults = Editions::read("editions.toml", &wrong).unwrap_err().to_string();
    assert!(faults.contains("editions.toml:6") && faults.contains("'18 11' is not a case"), "{faults}");
}

#[test]
fn what_is_left_of_a_strength() {
    for (printed, lost, whole, back, expected) in [
        (5, 0, 4, 0, 5),
        (5, 4, 4, 0, 0),
        (5, 4, 4, 50, 3),
        (4, 4, 4, 50, 2),
        (5, 4, 4, 100, 5),
        (6, 5, 10, 50, 5),
        (6, 5, 10, 0, 3),
        (1, 3, 3, 25, 0),
        (5, 0, 0, 0, 5),
    ] {
        assert_eq!(left(printed, lost, whole, back), expected, "{printed} {lost}/{whole} {back}");
    }
}

#[test]
fn a_share_is_two_numbers() {
    assert_eq!(share("1/2"), Some((1, 2)));
    for nonsense in ["", "1", "1/0", "-1/2", "a/b", "1/2/3"] {
        assert_eq!(share(nonsense), None, "{nonsense}");
    }
}

fn shipped() -> Library {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let read = |file: &str| std::fs::read_to_string(data.join(file)).ok();
    Library::load(&read).expect("the shipped data is sound")
}

/// What was found for another position or another battle is not taken for what is asked.
#[test]
fn what_is_open_is_found_again_when_the_enemy_stands_elsewhere() {
    let library = shipped();
    let battle = |scenario: &str| {
        library.battle(scenario, &serde_json::Map::new(), None).expect("the scenario is shipped")
    };
    for battle in [battle("chickamauga-1975"), battle("chickamauga-2006")] {
        let mut state = State::start(&battle);
        // One enemy alone: else the roads are barred wherever it stands.
        let line = battle.scenario.victory.line.as_ref().expect("exits need a road");
        let enemies = battle.roster(line.side.other());
        let enemy = enemies[0];
        for &unit in enemies {
            state.take(&battle, unit, Place::Eliminated);
        }
        let mut answers = Vec::new();
        for hex in battle.map().grid.hexes().filter(|&hex| battle.map().has_road(hex)) {
            if state.count(hex) > 0 {
                continue;
            }
            state.put(&battle, enemy, hex);
            let told = (battle.line_is_free(&state), battle.isolated(&state));
            // Another thread has found nothing before.
            let anew = std::thread::scope(|scope| {
                scope
                    .spawn(|| (battle.line_is_free(&state), battle.isolated(&state)))
                    .join()
                    .expect("the same question")
            });
            assert_eq!(told, anew);
            answers.push(told);
        }
        answers.dedup();
        assert!(answers.len() > 1, "the answer changes with where the enemy stands");
    }
}

/// The same while many come and go, near the road and far from it, one or several at a time.
#[test]
fn what_is_open_is_the_same_whatever_was_asked_before() {
    let library = shipped();
    let battle =
        library.battle("chickamauga-1975", &serde_json::Map::new(), None).expect("the scenario is shipped");
    let mut state = State::start(&battle);
    let hexes: Vec<Hex> = battle.map().grid.hexes().collect();
    let mut answers = Vec::new();
    for step in 0..600_usize {
        for also in 0..=step % 3 {
            let side = if (step + also) % 2 == 0 { Side::Union } else { Side::Confederate };
            let units = battle.roster(side);
            let unit = units[(step * 31 + also) % units.len()];
            let hex = hexes[(step * 7919 + also * 104_729) % hexes.len()];
            match (state.count(hex), step % 11) {
                (_, 0) => state.take(&battle, unit, Place::Eliminated),
                (0, _) => state.put(&battle, unit, hex),
                _ => {}
            }
        }
        let told = (battle.line_is_free(&state), battle.isolated(&state));
        let anew = std::thread::scope(|scope| {
            let asked = scope.spawn(|| (battle.line_is_free(&state), battle.isolated(&state)));
            asked.join().expect("the same question")
        });
        assert_eq!(told, anew, "step {step}");
        answers.push(told);
    }
    answers.sort();
    answers.dedup();
    assert!(answers.len() > 40, "{} different answers", answers.len());
}

#[test]
fn chickamauga_21_31_the_hexes_that_bar_the_line_are_those_of_which_fewest_have_to_be_cleared() {
    let library = shipped();
    let battle =
        library.battle("chickamauga-1975", &serde_json::Map::new(), None).expect("the scenario is shipped");
    let hex = |number: &str| battle.map().grid.parse(number).expect("it is on the map");
    let enemies = battle.roster(Side::Union);
    let with = |at: &[&str]| {
        let mut state = State::start(&battle);
        enemies.iter().for_each(|&unit| state.take(&battle, unit, Place::Eliminated));
        enemies.iter().zip(at).for_each(|(&unit, at)| state.put(&battle, unit, hex(at)));
        state
    };
    let named = |at: &[&str]| -> Vec<String> {
        let state = with(at);
        assert_eq!(battle.line_bars(&state).is_empty(), battle.line_is_free(&state), "{at:?}");
        battle.line_bars(&state).iter().map(|&hex| battle.number(hex).to_string()).collect()
    };
    let ends = ["2503", "2512", "2517"];
    assert_eq!(named(&ends[..2]), [""; 0], "2517 is free");
    assert_eq!(named(&ends), ends);
    // Behind one of the ends stands another: by the other two it is shorter.
    assert_eq!(named(&["2503", "2512", "2517", "2403"]), ["2512", "2517"]);
    // Nearest to the exits each of two ways is barred, and the far ends are too: two have to be cleared.
    assert_eq!(named(&["0402", "0211", "2503", "2512", "2517"]), ["0211", "0402", "2503", "2512", "2517"]);
    // Wherever they stand: when those of one way are gone, the line is free.
    let hexes: Vec<Hex> = battle.map().grid.hexes().filter(|&hex| battle.map().has_road(hex)).collect();
    let (mut free, mut barred) = (0, 0);
    for step in 0..400_usize {
        let mut state = with(&[]);
        for (i, &unit) in enemies.iter().enumerate().take(4 + step % 30) {
            let at = hexes[(step * 7919 + i * 104_729) % hexes.len()];
            if state.count(at) == 0 {
                state.put(&battle, unit, at);
            }
        }
        let mut cleared = 0;
        let bars = battle.line_bars(&state);
        assert_eq!(bars.is_empty(), battle.line_is_free(&state), "step {step}");
        while let Some(&bar) = battle.line_bars(&state).first() {
            assert!(bars.contains(&bar), "step {step}: another way is no shorter");
            let unit = state.stack(bar).next().expect("somebody bars it");
            state.take(&battle, unit, Place::Eliminated);
            cleared += 1;
        }
        if cleared == 0 { free += 1 } else { barred += 1 }
    }
    assert!(free > 20 && barred > 20, "{free} free, {barred} barred");
}

#[test]
fn a_position_that_no_play_leads_to_is_told_with_what_is_wrong() {
    let units = [
        "a union infantry 5 0505",
        "b union infantry 4 0505",
        "c union infantry 3 0707",
        "x confederate infantry 5 0909",
    ];
    let table = on("proving-ground").units(&units).combat(Side::Union).set();
    let battle = table.game.rules();
    let after = |id: &str, number: &str| {
        let to = battle.map().grid.parse(number).unwrap();
        let (unit, mut state) = (battle.named(id).unwrap(), table.game.state().clone());
        let from = state.hex(unit).unwrap();
        battle.apply(&mut state, &Event::Displaced { unit, from, to });
        battle.faults(&state)
    };
    assert_eq!(after("c", "0706"), [""; 0]);
    assert_eq!(after("c", "0505"), ["3 units stand in 0505"]);
    assert_eq!(after("c", "0514"), ["a unit stands in the water of 0514"]);
    assert!(after("x", "0707").contains(&"both sides stand in 0707".to_owned()));
}
