//! Laws that hold at every question of a game, whoever plays it and however: tried over games played at random.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod check;

use blind_swords::{Order, Question, State, VERBS};
use check::chance::Chance;
use check::{Table, start};
use serde_json::{Value, json};
use tabletop::{LoadedDice, RuleCheck, Rules, Side};

/// Plays each scenario at random for so many orders, or to its end, and looks at each question.
fn at_every_question(orders: usize, mut look: impl FnMut(&Table, &mut Chance, usize)) {
    for number in 1..=6 {
        let mut table = start(number);
        table.battle.options.brisk = true;
        table.battle.options.rare_events = number % 2 == 0;
        let mut chance = Chance(977 * u64::from(number));
        for count in 0..orders {
            let Some(side) = table.state.asked() else { break };
            look(&table, &mut chance, count);
            let order = chance.order(&table.battle.offers(&table.state));
            let shown = table.battle.order_value(&order);
            table
                .battle
                .execute(&mut table.state, side, &order, &mut chance, &mut RuleCheck::without_messages())
                .unwrap_or_else(|refusal| panic!("scenario {number}, {shown} was offered: {refusal}"));
            let faults = table.battle.faults(&table.state);
            assert!(faults.is_empty(), "scenario {number}, after {shown}: {faults:?}");
        }
    }
}

/// What is asked, and enough of the position to find it again.
fn shown(table: &Table) -> String {
    let question = table.battle.question(&table.state);
    format!("{} turn {}: {question:?}", table.battle.scenario.info.id, table.state.turn)
}

/// Whether the step at hand was begun: it could still be taken back, and its end is asked for.
fn is_begun(table: &Table) -> bool {
    let state: &State = &table.state;
    match table.battle.question(state) {
        Some(Question::Rally(_)) => table.battle.ids().any(|u| state.unit(u).rallied),
        Some(Question::Movement(..)) => json!(state.top())["activation"]["moving"].is_object(),
        Some(Question::Reserve(_)) => json!(state.top())["reserve"]["moving"].is_object(),
        _ => false,
    }
}

#[test]
fn kernstown_7_0_nobody_is_asked_who_can_only_pass() {
    let mut asked = 0;
    at_every_question(500, |table, _, _| {
        // Whether such a question is put at all would tell what is held (K43).
        let tells = matches!(
            table.battle.question(&table.state),
            Some(Question::Held { .. } | Question::ReactionWindow(_) | Question::Drawn(_))
        );
        let offers = table.battle.offers(&table.state);
        assert!(!offers.is_empty(), "{}", shown(table));
        if let [Order::Pass {} | Order::End {}] = offers[..]
            && !tells
        {
            assert!(is_begun(table), "{} and can only be passed", shown(table));
            asked += 1;
        }
    });
    assert!(asked > 0, "a step that was begun is ended by hand");
}

#[test]
fn kernstown_7_0_what_is_offered_is_accepted_from_the_side_that_is_asked() {
    at_every_question(250, |table, chance, _| {
        let (battle, state) = (&table.battle, &table.state);
        let side = state.asked().unwrap();
        let offers = battle.offers(state);
        for _ in 0..3 {
            let order = &offers[chance.below(offers.len())];
            let judge = |side: Side| {
                battle.judge(state, side, order, &mut LoadedDice::default(), &mut RuleCheck::quiet())
            };
            assert!(judge(side).is_ok(), "{}: {}", shown(table), battle.order_value(order));
            assert!(judge(side.other()).is_err(), "{}: {}", shown(table), battle.order_value(order));
            assert_eq!(&battle.read_order(&battle.order_value(order)).unwrap(), order);
        }
    });
}

/// Something of every kind that an order may be about.
fn subjects(table: &Table, chance: &mut Chance) -> Vec<Value> {
    let scenario = &table.battle.scenario;
    let unit = |chance: &mut Chance| json!(scenario.units[chance.below(scenario.units.len())].id);
    let hexes: Vec<_> = scenario.map.grid.hexes().collect();
    vec![
        Value::Null,
        unit(chance),
        unit(chance),
        json!([unit(chance), unit(chance)]),
        json!(scenario.brigades[chance.below(scenario.brigades.len())].id),
        json!(scenario.chits[chance.below(scenario.chits.len())].id),
        json!(table.battle.number(hexes[chance.below(hexes.len())])),
        json!(["attack", "defend", "maneuver", "regroup"][chance.below(4)]),
    ]
}

#[test]
fn kernstown_7_0_an_empty_answer_says_why_under_a_case_and_tells_nothing_hidden() {
    let mut cases = std::collections::BTreeSet::new();
    at_every_question(400, |table, chance, count| {
        if !count.is_multiple_of(7) {
            return;
        }
        let (battle, state) = (&table.battle, &table.state);
        let other = battle.determinize(state, state.asked().unwrap(), chance);
        for subject in subjects(table, chance) {
            for verb in [0; 7].map(|_| VERBS[chance.below(VERBS.len())]) {
                for side in Side::BOTH {
                    let answer = battle.targets(state, side, verb, &subject).unwrap();
                    let empty = answer["targets"].as_array().unwrap().is_empty();
                    assert_eq!(empty, answer.get("reason").is_some(), "{}: {answer}", shown(table));
                    if !empty {
                        continue;
                    }
                    let reason = &answer["reason"];
                    let text = reason["text"].as_str().unwrap();
                    let place = format!("{}, {verb} {subject}: {answer}", shown(table));
                    let case = reason["case"].as_str().unwrap();
                    let system = if case.starts_with('K') { "kernstown-rulings" } else { "kernstown" };
                    assert_eq!(reason["system"], system, "{place}");
                    assert!(
                        text.len() > 10 && text.ends_with(['.', '?']) && !text.ends_with(".."),
                        "{place}"
                    );
                    assert!(text.starts_with(|c: char| !c.is_lowercase()), "{place}");
                    cases.insert(case.to_owned());
                }
                // What the side that is asked may not know makes no difference.
                let side = state.asked().unwrap();
                assert_eq!(
                    battle.targets(state, side, verb, &subject).unwrap(),
                    battle.targets(&other, side, verb, &subject).unwrap(),
                    "{}, {verb} {subject}",
                    shown(table)
                );
            }
        }
    });
    for case in ["8.1", "9.1", "10.3a", "10.7", "11.1", "12.0", "13.0", "13.1"] {
        assert!(cases.contains(case), "{case} was never a reason: {cases:?}");
    }
}

#[test]
fn kernstown_7_0_options_and_targets_tell_the_same() {
    at_every_question(160, |table, chance, count| {
        if !count.is_multiple_of(4) {
            return;
        }
        let (battle, state) = (&table.battle, &table.state);
        let side = state.asked().unwrap();
        let options = battle.options(state, side);
        let offers = battle.offers(state);
        let mut told = 0;
        for entry in options["verbs"].as_array().unwrap() {
            let verb = entry["verb"].as_str().unwrap();
            let all = battle.targets(state, side, verb, &Value::Null).unwrap();
            let all = all["targets"].as_array().unwrap();
            told += all.len();
            for subject in entry["subjects"].as_array().unwrap() {
                let some = battle.targets(state, side, verb, subject).unwrap();
                let some = some["targets"].as_array().unwrap();
                assert!(!some.is_empty(), "{}: {verb} {subject}", shown(table));
                assert!(some.iter().all(|target| all.contains(target)), "{}: {verb} {subject}", shown(table));
            }
            for _ in 0..4 {
                let id = &battle.scenario.units[chance.below(battle.scenario.units.len())].id;
                let quoted = json!(id).to_string();
                let with = all.iter().filter(|t| t["order"].to_string().contains(&quoted)).count();
                let some = battle.targets(state, side, verb, &json!(id)).unwrap();
                let names_one = !matches!(verb, "rare" | "play");
                if names_one {
                    assert_eq!(
                        some["targets"].as_array().unwrap().len(),
                        with,
                        "{}: {verb} {id}",
                        shown(table)
                    );
                }
            }
        }
        assert_eq!(told, offers.len(), "{}", shown(table));
        let none = battle.options(state, side.other());
        assert_eq!(none["verbs"], json!([]));
    });
}
