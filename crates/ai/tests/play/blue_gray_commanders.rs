//! The commanders of Blue & Gray: they are fair, are never refused, and play better than chance.
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use std::path::Path;
use std::sync::OnceLock;

use ai::{
    BlueGrayWeights, Budget, Chance, Commanded, InformationSet, Level, RunOptions, Seat, commander_with,
    contest, duel,
};
use blue_gray::{Battle, Library};
use serde_json::{Map, Value, json};
use tabletop::{BySide, Protocol, Rules, Side};

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|faults| panic!("{faults}"))
    })
}

fn battle(scenario: &str, effectiveness: bool) -> Battle {
    let mut options = Map::new();
    options.insert("attack-effectiveness".to_owned(), Value::Bool(effectiveness));
    library().battle(scenario, &options, None).unwrap()
}

fn seats(union: (Level, Budget), confederate: (Level, Budget)) -> BySide<Seat> {
    let seat = |(level, budget)| Seat { level, budget };
    BySide { union: seat(union), confederate: seat(confederate) }
}

/// The orders of a whole game, or of its first part.
fn orders(battle: &Battle, level: Level, seed: u64, dice: u8, most: usize) -> Vec<Value> {
    let mut commanders = BySide::from_fn(|side| battle.commander(level, seed + side as u64));
    let mut orders = Vec::new();
    // The contest is ended by giving no more orders: that is not a fault here.
    let _ = contest(battle, seed, [dice; 32], RunOptions::default(), |battle: &Battle, state| {
        let side = battle.asked(state)?;
        let decision =
            commanders[side].decide(InformationSet::new(battle, state, side), Budget::Trials(40))?;
        orders.push(battle.order_value(&decision.order));
        (orders.len() < most).then_some(decision.order)
    });
    orders
}

#[test]
fn no_order_is_refused_whatever_the_scenario_and_its_options() {
    for (seed, (scenario, effectiveness)) in [
        ("chickamauga-1975", false),
        ("chickamauga-2006", true),
        ("chattanooga-1975", true),
        ("chattanooga-2006", false),
        ("training", true),
        ("training", false),
    ]
    .into_iter()
    .enumerate()
    {
        let battle = battle(scenario, effectiveness);
        let random = (Level::Random, Budget::Own);
        let (recruit, veteran) = ((Level::Recruit, Budget::Own), (Level::Veteran, Budget::Trials(12)));
        let general = (Level::General, Budget::Trials(60));
        for (a, b) in [(recruit, random), (random, recruit), (veteran, recruit), (general, veteran)] {
            duel(&battle, seed as u64, seats(a, b), RunOptions { views: false, check: true })
                .unwrap_or_else(|e| panic!("{scenario}: {e}"));
        }
    }
}

#[test]
fn a_recruit_beats_the_random_commander() {
    let (mut won, mut played) = (0, 0);
    for (scenario, games) in [("training", 6), ("chickamauga-2006", 2), ("chattanooga-1975", 2)] {
        let battle = battle(scenario, false);
        for seed in 0..games {
            for side in Side::BOTH {
                let level = |s| if s == side { Level::Recruit } else { Level::Random };
                let seats = BySide::from_fn(|s| Seat { level: level(s), budget: Budget::Own });
                let score = duel(&battle, 1000 + seed, seats, RunOptions::default()).unwrap().score;
                won += usize::from(score.points[side] > score.points[side.other()]);
                played += 1;
            }
        }
    }
    // In a small battle one game may be lost to the dice.
    assert!(won + 1 >= played, "{won} of {played} games won");
}

#[test]
fn until_the_first_die_the_games_dice_change_nothing() {
    for (scenario, level) in [
        ("chickamauga-1975", Level::Recruit),
        ("chattanooga-2006", Level::Veteran),
        ("training", Level::General),
    ] {
        let battle = battle(scenario, false);
        // The first movement phase of the Union throws no dice.
        let ends = |orders: &[Value]| orders.iter().position(|o| o.get("end-movement").is_some());
        let (a, b) = (orders(&battle, level, 7, 1, 120), orders(&battle, level, 7, 2, 120));
        let (ends_a, ends_b) = (ends(&a).unwrap(), ends(&b).unwrap());
        assert_eq!(a[..=ends_a], b[..=ends_b], "{level}");
    }
}

#[test]
fn the_same_game_is_played_again_from_its_seed() {
    let battle = battle("training", true);
    for level in [Level::Recruit, Level::Veteran, Level::General, Level::Marshal] {
        let all = || orders(&battle, level, 3, 9, 10_000);
        assert_eq!(all(), all(), "{level}");
    }
}

#[test]
fn a_commander_put_in_anothers_place_gives_the_same_answer() {
    let battle = battle("chattanooga-1975", false);
    let mut chance = Chance::new(5);
    let mut commander = battle.commander(Level::Recruit, 11);
    let mut count = 0;
    let dice = chance.bytes();
    let _ = contest(&battle, 5, dice, RunOptions::default(), |battle: &Battle, state| {
        let side = battle.asked(state)?;
        let known = InformationSet::new(battle, state, side);
        count += 1;
        let order = commander.decide(known, Budget::Own)?.order;
        if state.phase == blue_gray::Phase::Combat {
            let again = battle.commander(Level::Recruit, 11).decide(known, Budget::Own)?.order;
            assert_eq!(order, again, "in the combat phase of game-turn {}", state.turn);
        }
        (count < 200).then_some(order)
    });
    assert!(count > 100, "only {count} orders were given");
}

#[test]
fn the_weights_that_come_with_the_program_can_be_read_and_written() {
    let weights = BlueGrayWeights::read("weights", BlueGrayWeights::FILE).unwrap();
    assert_eq!(weights.list(Level::Veteran).len(), BlueGrayWeights::NAMES.len());
    let mut other = weights.clone();
    assert!(other.set("power", 0.25) && !other.set("luck", 1.0));
    assert_eq!(other.get("power"), Some(0.25));
    let written = other.write();
    assert!(written.contains("# A strength point"), "the comments are kept");
    assert_eq!(BlueGrayWeights::read("weights", &written).unwrap(), other);
}

#[test]
fn every_fault_of_a_weights_file_is_named_at_its_line() {
    let text =
        BlueGrayWeights::FILE.replace("power = 0", "vigour = 0").replace("boldness = ", "boldness = true # ");
    let faults = BlueGrayWeights::read("mine.toml", &text).unwrap_err();
    let line = |word: &str| text.lines().position(|l| l.starts_with(word)).unwrap() + 1;
    let has = |line: usize, what: &str| faults.0.iter().any(|f| f.line == line && f.what.contains(what));
    assert!(has(line("vigour"), "'vigour' is not a weight"), "{faults}");
    assert!(has(line("boldness"), "'boldness' is to be a finite number"), "{faults}");
    assert!(has(line("[weights]"), "the weight 'power' is missing"), "{faults}");
    assert!(BlueGrayWeights::read("mine.toml", "source = 1").is_err());
}

/// The file without the tables of the lower levels.
fn plain_weights() -> &'static str {
    BlueGrayWeights::FILE.split("\n[recruit]").next().unwrap().split("\n[veteran]").next().unwrap()
}

#[test]
fn a_veteran_may_have_weights_of_his_own_too() {
    let plain = plain_weights();
    let file = format!("{plain}\n[veteran]\npush = 9.5\n\n[recruit]\npush = 7.5\n");
    let mut weights = BlueGrayWeights::read("mine.toml", &file).unwrap();
    let pushes = [Level::Recruit, Level::Veteran, Level::General].map(|level| weights.of(level).push);
    assert_eq!(pushes, [7.5, 9.5, BlueGrayWeights::read("mine.toml", plain).unwrap().push]);
    let names: Vec<_> = weights.list(Level::Veteran).into_iter().map(|(name, _)| name).collect();
    assert!(names.contains(&"veteran.push") && !names.contains(&"push") && !names.contains(&"recruit.push"));
    assert_eq!((weights.get("veteran.push"), weights.get("recruit.push")), (Some(9.5), Some(7.5)));
    assert!(weights.set("veteran.push", 2.5) && !weights.set("veteran.power", 1.0));
    assert_eq!((weights.of(Level::Veteran).push, weights.of(Level::Recruit).push), (2.5, 7.5));
    assert_eq!(BlueGrayWeights::read("mine.toml", &weights.write()).unwrap(), weights);
    let broken = file.replace("push = 9.5", "luck = 1");
    let faults = BlueGrayWeights::read("mine.toml", &broken).unwrap_err();
    let line = broken.lines().position(|l| l.starts_with("luck")).unwrap() + 1;
    assert!(faults.0.iter().any(|f| f.line == line && f.what.contains("'luck' is not a weight")), "{faults}");
}

#[test]
fn a_recruit_has_weights_of_his_own_where_the_file_says_so() {
    let plain = plain_weights();
    let careless = format!("{plain}\n[recruit]\npush = 9.5\n");
    let weights = BlueGrayWeights::read("mine.toml", &careless).unwrap();
    let usual = BlueGrayWeights::read("mine.toml", plain).unwrap();
    assert_eq!((weights.of(Level::Recruit).push, weights.of(Level::Veteran).push), (9.5, usual.push));
    assert_eq!(
        weights.of(Level::General),
        usual.of(Level::Recruit),
        "without a table of his own he has the weights"
    );
    // The list for a level names the weights that the level judges by.
    let names = |level| weights.list(level).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert!(names(Level::Recruit).contains(&"recruit.push") && !names(Level::Recruit).contains(&"push"));
    assert!(names(Level::General).contains(&"push"));
    let mut other = weights.clone();
    assert!(other.set("recruit.push", 2.5) && !other.set("recruit.power", 1.0));
    assert_eq!((other.get("recruit.push"), other.get("recruit.power")), (Some(2.5), None));
    for weights in [other, usual] {
        assert_eq!(BlueGrayWeights::read("mine.toml", &weights.write()).unwrap(), weights);
    }
    let broken = careless.replace("push = 9.5", "push = true\nluck = 1");
    let faults = BlueGrayWeights::read("mine.toml", &broken).unwrap_err().to_string();
    assert!(
        faults.contains("'push' is to be a finite number") && faults.contains("'luck' is not a weight"),
        "{faults}"
    );
}

#[test]
fn a_commander_judges_by_the_weights_he_is_given() {
    let battle = battle("chattanooga-2006", false);
    let state = battle.start();
    let plan = |weights: BlueGrayWeights| {
        let mut commander = commander_with(Level::Recruit, 1, weights);
        let mut state = state.clone();
        let mut orders = Vec::new();
        for _ in 0..11 {
            let Some(decision) =
                commander.decide(InformationSet::new(&battle, &state, Side::Union), Budget::Own)
            else {
                break;
            };
            orders.push(battle.order_value(&decision.order));
            let mut dice = tabletop::LoadedDice::default();
            let mut rule_check = tabletop::RuleCheck::quiet();
            for event in
                battle.judge(&state, Side::Union, &decision.order, &mut dice, &mut rule_check).unwrap()
            {
                battle.apply(&mut state, &event);
            }
        }
        json!(orders)
    };
    let usual = BlueGrayWeights::default();
    let mut homesick = usual.clone();
    homesick.place = 0.0;
    homesick.contact = -1.0;
    assert_ne!(plan(usual), plan(homesick));
}

/// A battle of 2006 with all options that only it has.
fn revised(scenario: &str, position: Option<&Value>) -> Battle {
    let ids = ["strategic-movement", "separate-bombardments", "bombardment-odds", "long-range"];
    let options: Map<String, Value> = ids.map(|id| (id.to_owned(), Value::Bool(true))).into_iter().collect();
    library().battle(scenario, &options, position).unwrap()
}

/// By the rules of 2006 too no order of theirs is refused, and they march strategically: with
/// reinforcements, and with units behind the lines.
#[test]
fn revision_6_41_commanders_march_strategically_and_no_order_of_theirs_is_refused() {
    for (level, most) in [(Level::Recruit, 400), (Level::Veteran, 60), (Level::General, 60)] {
        for scenario in ["chickamauga-2006", "chattanooga-2006"] {
            let battle = revised(scenario, None);
            let mut state = battle.start();
            let mut commanders = BySide::from_fn(|side| battle.commander(level, side as u64));
            let mut dice = Chance::new(5);
            let (mut from_the_map, mut coming_on) = (0, 0);
            for _ in 0..most {
                let Some(side) = battle.asked(&state) else { break };
                let known = InformationSet::new(&battle, &state, side);
                let order = commanders[side].decide(known, Budget::Trials(20)).unwrap().order;
                let events = battle
                    .judge(&state, side, &order, &mut dice, &mut tabletop::RuleCheck::quiet())
                    .unwrap_or_else(|no| panic!("{level:?} {scenario}: {no}"));
                for event in &events {
                    if let blue_gray::Event::Moved { unit, cost, entered, .. } = event
                        && *cost > battle.unit(*unit).movement
                    {
                        if *entered { coming_on += 1 } else { from_the_map += 1 }
                    }
                    battle.apply(&mut state, event);
                }
            }
            assert!(from_the_map > 0, "{level:?} {scenario}");
            let some = level == Level::Recruit && scenario.starts_with("chickamauga");
            assert!(!some || coming_on > 0, "{coming_on}");
        }
    }
}

/// r9.14: the guns of a hex are given two targets where that is better.
#[test]
fn revision_9_14_commanders_give_the_guns_of_a_hex_two_targets() {
    let position = json!({ "phase": "combat", "side": "union", "units": [
        { "id": "g", "side": "union", "type": "artillery", "strength": 6, "hex": "2201" },
        { "id": "h", "side": "union", "type": "artillery", "strength": 6, "hex": "2201" },
        { "id": "x", "side": "confederate", "type": "infantry", "strength": 1, "hex": "2001" },
        { "id": "y", "side": "confederate", "type": "infantry", "strength": 1, "hex": "2401" },
    ]});
    for level in [Level::Recruit, Level::General] {
        let battle = revised("chickamauga-2006", Some(&position));
        let mut state = battle.start();
        let mut commander = battle.commander(level, 1);
        let mut dice = Chance::new(2);
        let mut attacks = Vec::new();
        while state.phase == blue_gray::Phase::Combat && state.phasing == Side::Union {
            let side = battle.asked(&state).unwrap();
            let known = InformationSet::new(&battle, &state, side);
            let order = match side {
                Side::Union => commander.decide(known, Budget::Trials(20)).unwrap().order,
                Side::Confederate => ai::RandomCommander::new(3).order(&battle, &state).unwrap(),
            };
            if let blue_gray::Order::Attack { attackers, defenders, .. } = &order {
                attacks.push((attackers.len(), defenders.len()));
            }
            let events =
                battle.judge(&state, side, &order, &mut dice, &mut tabletop::RuleCheck::quiet()).unwrap();
            events.iter().for_each(|event| battle.apply(&mut state, event));
        }
        assert_eq!(attacks, [(1, 1), (1, 1)], "{level:?}");
    }
}
