//! Laws that hold at every question of a game, whoever plays it and however: tried over games
//! played at random.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::Table;
use crate::check::generated::{at_every_question, shown};
use blind_swords::{BrigadeOrder, Order, Part, Question, Rally, State, UnitId, VERBS};
use serde_json::{Value, json};
use tabletop::{LoadedDice, Protocol, RuleCheck, Rules, Side};
use testing::Chance;

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

/// Orders of every kind whose answers are all offered, where they are asked for: about each unit,
/// brigade and hex.
fn simple_orders(table: &Table) -> Vec<Order> {
    let battle = &table.battle;
    let mut orders = vec![Order::Hold {}, Order::Common {}, Order::Surprise {}, Order::End {}];
    orders.extend(BrigadeOrder::ALL.map(|order| Order::Order { order }));
    orders.extend(battle.brigade_ids().map(|brigade| Order::Activate { brigade }));
    for hex in battle.map().grid.hexes() {
        orders.extend([Order::Batteries { hex }, Order::Chaos { hex }, Order::Assaulting { hex }]);
        orders.push(Order::Resolve { target: hex });
    }
    for unit in battle.ids() {
        orders.extend([Order::Lead { unit }, Order::Choose { unit }]);
        orders.extend([Order::Mount { unit }, Order::LeaveSkirmish { unit }]);
        orders.extend([Rally::Recover, Rally::Rebuild].map(|rally| Order::Rally { unit, rally }));
        for to in table.state.hex(unit).into_iter().flat_map(|hex| battle.around(hex)) {
            orders.extend([Order::Withdraw { unit, to }, Order::Wayward { unit, to }]);
            orders.push(Order::Advance { unit, path: vec![to] });
            orders.push(Order::Retreat { unit, path: vec![to] });
        }
    }
    orders
}

/// Every move of a single unit to anywhere, with and without a charge.
fn moves_of(table: &Table, unit: UnitId) -> Vec<Order> {
    let order = |to, charge| Order::Move { units: vec![unit], to: Some(to), path: None, exit: false, charge };
    let hexes = table.battle.map().grid.hexes();
    hexes.flat_map(|hex| [order(hex, false), order(hex, true)]).collect()
}

#[test]
fn kernstown_7_0_what_is_offered_is_what_is_accepted() {
    let mut accepted = std::collections::BTreeSet::new();
    at_every_question(300, |table, chance, count| {
        let (battle, state) = (&table.battle, &table.state);
        let side = state.asked().unwrap();
        let offers = battle.offers(state);
        let judge = |order: &Order| {
            let check = &mut RuleCheck::without_messages();
            battle.judge(state, side, order, &mut LoadedDice::default(), check).is_ok()
        };
        let shown = |order: &Order| format!("{}: {}", shown(table), battle.order_value(order));
        // Nothing is offered without the judge's consent, not even what it has not been asked
        // about.
        for order in offers.iter().filter(|_| count.is_multiple_of(5)) {
            assert!(judge(order), "{}", shown(order));
        }
        // Nothing is accepted that is not offered, where all is offered. Units on their way
        // together are offered as one.
        let together = offers.iter().any(|o| matches!(o, Order::Move { units, .. } if units.len() > 1));
        let mut others = if count.is_multiple_of(4) { simple_orders(table) } else { Vec::new() };
        if count.is_multiple_of(20) && !together {
            let units: Vec<UnitId> = battle.ids().collect();
            others.extend(moves_of(table, units[chance.below(units.len())]));
            if let Some(Order::Move { units, .. }) = offers.first() {
                others.extend(moves_of(table, units[0]));
            }
        }
        for order in others {
            if together && matches!(order, Order::Mount { .. } | Order::LeaveSkirmish { .. }) {
                continue;
            }
            let legal = judge(&order);
            assert_eq!(offers.contains(&order), legal, "{}", shown(&order));
            if legal {
                accepted.insert(order.verb());
            }
        }
    });
    let verbs = ["activate", "advance", "batteries", "chaos", "end", "hold", "leave-skirmish", "mount"];
    for verb in verbs.iter().chain(&["move", "order", "retreat", "wayward", "withdraw"]) {
        assert!(accepted.contains(verb), "no {verb} came up: {accepted:?}");
    }
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
                    let answer = battle.targets(state, side, verb, &subject).map(|told| json!(told)).unwrap();
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
                    battle.targets(state, side, verb, &subject).map(|told| json!(told)).unwrap(),
                    battle.targets(&other, side, verb, &subject).map(|told| json!(told)).unwrap(),
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
        let options = json!(battle.options(state, side));
        let offers = battle.offers(state);
        let mut told = 0;
        for entry in options["verbs"].as_array().unwrap() {
            let verb = entry["verb"].as_str().unwrap();
            let all = battle.targets(state, side, verb, &Value::Null).map(|told| json!(told)).unwrap();
            let all = all["targets"].as_array().unwrap();
            told += all.len();
            for subject in entry["subjects"].as_array().unwrap() {
                let some = battle.targets(state, side, verb, subject).map(|told| json!(told)).unwrap();
                let some = some["targets"].as_array().unwrap();
                assert!(!some.is_empty(), "{}: {verb} {subject}", shown(table));
                assert!(some.iter().all(|target| all.contains(target)), "{}: {verb} {subject}", shown(table));
            }
            for _ in 0..4 {
                let id = &battle.scenario.units[chance.below(battle.scenario.units.len())].id;
                let quoted = json!(id).to_string();
                let with = all.iter().filter(|t| t["order"].to_string().contains(&quoted)).count();
                let some = battle.targets(state, side, verb, &json!(id)).map(|told| json!(told)).unwrap();
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
        let none = json!(battle.options(state, side.other()));
        assert_eq!(none["verbs"], json!([]));
    });
}

#[test]
fn kernstown_7_0_the_parts_of_what_may_be_ordered_are_all_of_it() {
    let mut answered = 0;
    at_every_question(300, |table, chance, count| {
        let (battle, state) = (&table.battle, &table.state);
        let parts = battle.parts(state);
        // All fires that answer a question are one part; a question of a step has one for each
        // group that can act.
        let question = battle.question(state);
        let answers =
            matches!(question, Some(Question::Opportunity(..) | Question::Defensive(_) | Question::FireBack));
        assert_eq!(parts.contains(&Part::Answer), answers, "{}", shown(table));
        if answers {
            assert_eq!(parts, [Part::Answer, Part::Order(Order::Pass {})], "{}", shown(table));
            answered += 1;
        }
        if !answers && !count.is_multiple_of(5) {
            return;
        }
        let mut together = Vec::new();
        for part in parts {
            let orders = battle.orders_in(state, &part);
            assert!(orders.iter().all(|order| order.verb() == part.verb()), "{}: {part:?}", shown(table));
            let drawn = battle.order_in(state, &part, |choices| chance.below(choices));
            assert_eq!(drawn.is_none(), orders.is_empty(), "{}: {part:?}", shown(table));
            assert!(drawn.is_none_or(|drawn| orders.contains(&drawn)), "{}: {part:?}", shown(table));
            together.extend(orders);
        }
        assert_eq!(together, battle.offers(state), "{}", shown(table));
    });
    assert!(answered > 0, "nobody was asked about a fire");
}
