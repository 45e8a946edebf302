//! Conditional orders: what a side answers in a situation that it has foreseen (docs/protocol.md,
//! "Conditional orders").
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use crate::standing_orders::{ground, told};
use serde_json::{Value, json};
use tabletop::{Act, AnyGame, Failure, Protocol, Viewer};

/// Instructions with these conditional orders; in general r goes toward 0205, which is to 0405.
fn laid(orders: Value) -> Value {
    json!({"retreats": [{"unit": "r", "rule": {"toward": "0205"}}], "conditional": orders})
}

/// A retreat as an answer.
fn back(unit: &str, to: &str) -> Value {
    json!({"retreat": {"unit": unit, "to": to}})
}

/// An answer that is followed by others.
fn give(answer: Value, then: Value) -> Value {
    json!({"give": answer, "next": then})
}

/// A conditional order about a retreat with these answers, the first that is legal.
fn retreat(when: Value, answers: &[Value]) -> Value {
    let answers: Vec<Value> = answers.iter().map(|answer| json!({"give": answer})).collect();
    json!({"ask": "retreat", "when": when, "answers": answers})
}

/// r in 0505 is thrown back by a and b at 4-1 or better; it may go to 0405, 0506 and 0605.
fn thrown_back(orders: Value, others: &[&str]) -> Table {
    let mut units = vec!["a union infantry 18 0504", "r confederate infantry 1 0505"];
    units.extend(others);
    let mut table = ground(&units, &[4]);
    told(&mut table, Confederate, laid(orders));
    let events = table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    table
}

// 7.7

#[test]
fn case_7_7_what_is_said_of_the_situation_goes_before_what_is_said_in_general() {
    let table = thrown_back(json!([]), &[]);
    assert_eq!(table.at("r"), "0405");
    let to = |hex: &str| json!([retreat(json!({"hexes": ["0505"], "results": ["Dr"]}), &[back("r", hex)])]);
    for hex in ["0605", "0506"] {
        let table = thrown_back(to(hex), &[]);
        assert_eq!((table.at("r"), table.asked()), (hex.to_owned(), "union advance".to_owned()));
    }
    // So does it that the side wants to be asked.
    let table = thrown_back(json!([retreat(json!({}), &[json!({"ask": {}})])]), &[]);
    assert_eq!((table.at("r"), table.asked()), ("0505".into(), "confederate retreat".into()));
    // The first that holds, of several.
    let both = json!([
        retreat(json!({"results": ["Ar"]}), &[back("r", "0405")]),
        retreat(json!({}), &[back("r", "0605")]),
        retreat(json!({}), &[back("r", "0506")]),
    ]);
    assert_eq!(thrown_back(both, &[]).at("r"), "0605");
}

#[test]
fn case_7_7_a_condition_that_does_not_hold_answers_nothing() {
    let holds = |when: Value| {
        let others = ["b union infantry 1 0101", "s confederate infantry 1 0909"];
        let table = thrown_back(json!([retreat(when.clone(), &[back("r", "0605")])]), &others);
        match table.at("r").as_str() {
            "0605" => true,
            "0405" => false,
            other => panic!("{when}: r went to {other}"),
        }
    };
    for when in [
        json!({}),
        json!({"units": ["r"]}),
        json!({"units": ["r"], "exactly": true}),
        json!({"hexes": ["0505"]}),
        json!({"attackers": ["a"], "from": ["0504"]}),
        json!({"results": ["Ar", "Dr"]}),
        json!({"odds": {"least": "1-1"}}),
        json!({"odds": {"least": "3-1", "most": "6-1"}}),
    ] {
        assert!(holds(when.clone()), "{when}");
    }
    for when in [
        json!({"units": ["r", "s"]}),
        json!({"exactly": true}),
        json!({"into": ["0505"]}),
        json!({"hexes": ["0505", "0909"]}),
        json!({"attackers": ["a", "b"]}),
        json!({"from": ["0101"]}),
        json!({"results": ["Ar", "De"]}),
        json!({"before-die": true}),
        json!({"odds": {"most": "2-1"}}),
    ] {
        assert!(!holds(when.clone()), "{when}");
    }
    // Another question is another question.
    let advance = json!({"ask": "advance", "answers": [{"give": {"hold": {}}}]});
    assert_eq!(thrown_back(json!([advance]), &[]).at("r"), "0405");
}

#[test]
fn case_7_7_of_one_player_turn_alone_or_of_all() {
    let during = |turn: u8, side: &str| {
        let mut order = retreat(json!({}), &[back("r", "0605")]);
        order["during"] = json!({"turn": turn, "side": side});
        thrown_back(json!([order]), &[])
    };
    assert_eq!(during(1, "union").at("r"), "0605");
    for (turn, side) in [(1, "confederate"), (2, "union")] {
        assert_eq!(during(turn, side).at("r"), "0405", "{turn} {side}");
    }
    // What can no more come to hold is not kept.
    let mut table = on("proving-ground")
        .units(&["a union infantry 18 0504", "r confederate infantry 1 0909"])
        .turn(2)
        .movement(Confederate)
        .set();
    let first = table.view()["phasing"].clone();
    let of = |turn: u8, side: &str| json!({"ask": "advance", "during": {"turn": turn, "side": side}, "answers": [{"give": {"hold": {}}}]});
    let all = json!([of(1, "union"), of(2, "union"), of(2, "confederate"), of(3, "union")]);
    told(&mut table, Confederate, json!({ "conditional": all }));
    let own: Value = serde_json::from_str(&table.game.view("", Viewer::Side(Confederate), None)).unwrap();
    let kept: Vec<String> = own["instructions"]["conditional"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{} {}", one["during"]["turn"], one["during"]["side"].as_str().unwrap()))
        .collect();
    assert_eq!(first, "confederate");
    let union_first = table.game.rules().scenario.first == Union;
    let now: &[&str] =
        if union_first { &["2 confederate", "3 union"] } else { &["2 union", "2 confederate", "3 union"] };
    assert_eq!(kept, now);
}

// 7.72

#[test]
fn case_7_72_the_first_answer_that_is_legal_is_given() {
    let answers = |others: &[&str]| {
        thrown_back(json!([retreat(json!({}), &[back("r", "0605"), back("r", "0506")])]), others)
    };
    assert_eq!(answers(&[]).at("r"), "0605");
    // b's zone of control lies on 0605.
    assert_eq!(answers(&["b union infantry 1 0705"]).at("r"), "0506");
    // c's on 0506 too: none is left, and it is answered in general.
    let both = ["b union infantry 1 0705", "c union infantry 1 0507"];
    assert_eq!(answers(&both).at("r"), "0405");
    // Or the side is asked.
    let ask = json!([retreat(json!({}), &[back("r", "0605"), json!({"ask": {}})])]);
    assert_eq!(thrown_back(ask.clone(), &[]).at("r"), "0605");
    assert_eq!(thrown_back(ask, &both).asked(), "confederate retreat");
}

// A tree

#[test]
fn case_7_7_two_units_of_one_hex_go_different_ways() {
    let s = "s confederate infantry 2 0505";
    let tree = |next: Value| json!([{"ask": "retreat", "when": {"units": ["r", "s"]}, "answers": [give(back("r", "0605"), next)]}]);
    let table = thrown_back(tree(json!([retreat(json!({"units": ["s"]}), &[back("s", "0506")])])), &[s]);
    assert_eq!((table.at("r"), table.at("s")), ("0605".into(), "0506".into()));
    assert_eq!(table.asked(), "union advance");
    // Without what follows the second is still to be asked about.
    let mut table = thrown_back(tree(json!([])), &[s]);
    assert_eq!((table.at("r"), table.asked()), ("0605".into(), "confederate retreat".into()));
    table.retreats(Confederate, "s", "0405");
    // What follows is that of the answer that was given.
    let forked = json!([{"ask": "retreat", "when": {"units": ["r", "s"]}, "answers": [
        give(back("r", "0605"), json!([retreat(json!({}), &[back("s", "0506")])])),
        give(back("r", "0506"), json!([retreat(json!({}), &[back("s", "0405")])])),
    ]}]);
    let table = thrown_back(forked.clone(), &[s]);
    assert_eq!((table.at("r"), table.at("s")), ("0605".into(), "0506".into()));
    let table = thrown_back(forked, &[s, "b union infantry 1 0705"]);
    assert_eq!((table.at("r"), table.at("s")), ("0506".into(), "0405".into()));
}

#[test]
fn case_7_7_what_follows_on_nothing_answers_where_nothing_follows() {
    let s = "s confederate infantry 2 0505";
    let orders = json!([
        {"ask": "retreat", "when": {"units": ["r", "s"]}, "answers": [
            give(back("r", "0605"), json!([retreat(json!({"results": ["Ar"]}), &[back("s", "0605")])])),
        ]},
        retreat(json!({"units": ["s"]}), &[back("s", "0506")]),
    ]);
    let table = thrown_back(orders, &[s]);
    assert_eq!((table.at("r"), table.at("s")), ("0605".into(), "0506".into()));
}

#[test]
fn chickamauga_20_0_a_tree_of_three_levels() {
    // Wilder tries to retreat; where to, before combat or after it; what x in his hex does then.
    let attack = |orders: Value, dice: &[u8]| {
        let units = ["u-wilder 1306", "y confederate infantry 40 1206", "x union infantry 2 1306"];
        let mut table = on("chickamauga-2006").units(&units).combat(Confederate).dice(dice).set();
        told(&mut table, Union, json!({ "conditional": orders }));
        table.attacks(Confederate, &["y"], &["1306"]);
        table
    };
    let to = |table: &Table| {
        let question = &table.view()["question"];
        (table.asked(), question["units"].clone())
    };
    let asked = attack(json!([]), &[]);
    assert_eq!(asked.asked(), "union retreat-before-combat");
    let tries = |then: Value| json!([{"ask": "retreat-before-combat", "answers": [give(json!({"retreat-before-combat": {}}), then)]}]);
    let table = attack(tries(json!([])), &[2, 4]);
    assert_eq!(to(&table), ("union retreat".into(), json!(["u-wilder"])));
    let ways = table.hexes(Union, "retreat", "u-wilder");
    let (near, far) = (ways[0].clone(), ways[1].clone());
    let first = |x: &str| {
        let then = json!([retreat(json!({"results": ["Dr"]}), &[back("x", x)])]);
        json!({"ask": "retreat", "when": {"before-die": true}, "answers": [give(back("u-wilder", &near), then)]})
    };
    let stuck = retreat(json!({"results": ["Dr"], "units": ["u-wilder"]}), &[back("u-wilder", &far)]);
    let table = attack(tries(json!([first(&far), stuck.clone()])), &[2, 4]);
    assert_eq!((table.at("u-wilder"), table.at("x")), (near.clone(), far.clone()));
    assert_eq!(table.asked(), "confederate advance");
    // The throw fails, and the same hexes are come to by another way of the tree.
    let table = attack(tries(json!([first(&far), stuck])), &[6, 4]);
    assert_eq!((table.at("u-wilder"), table.at("x")), (far, "1306".into()));
    assert_eq!(to(&table), ("union retreat".into(), json!(["x"])));
}

// 7.81

#[test]
fn case_7_81_who_makes_room_and_where_to() {
    let cornered = |answers: &[Value]| {
        let units = [
            "a union infantry 18 0204",
            "r confederate infantry 3 0105",
            "c confederate infantry 2 0106",
            "d confederate infantry 1 0106",
        ];
        let mut table = ground(&units, &[4]);
        told(&mut table, Confederate, json!({"conditional": [retreat(json!({}), answers)]}));
        table.attacks(Union, &["a"], &["0105"]);
        table
    };
    let push = |unit: &str, to: &str| json!({"retreat": {"unit": "r", "to": "0106", "displace": [{"unit": unit, "to": to}]}});
    for (unit, to) in [("c", "0107"), ("d", "0206"), ("c", "0206")] {
        let table = cornered(&[push(unit, to)]);
        assert_eq!((table.at("r"), table.at(unit)), ("0106".into(), to.to_owned()));
        assert_eq!(table.asked(), "union advance");
    }
    // Nobody comes in without displacing one, nor by a way that there is not.
    assert_eq!(cornered(&[back("r", "0106")]).asked(), "confederate retreat");
    let table = cornered(&[back("r", "0106"), push("d", "0909"), push("d", "0107")]);
    assert_eq!((table.at("d"), table.at("c")), ("0107".into(), "0106".into()));
}

// 7.6

#[test]
fn case_7_6_who_pays_an_exchange() {
    let pay = |answers: Value| {
        let units = [
            "a union infantry 5 0506",
            "b union infantry 4 0506",
            "c union infantry 3 0604",
            "x confederate infantry 4 0505",
        ];
        let mut table = ground(&units, &[6]);
        let order = json!({"ask": "exchange", "when": {"results": ["Ex"]}, "answers": answers});
        told(&mut table, Union, json!({"exchange": "least", "conditional": [order]}));
        let events = table.attacks(Union, &["a", "b", "c"], &["0505"]);
        eliminated(&events).iter().map(|s| s[..1].to_owned()).collect::<Vec<_>>()
    };
    let lose = |units: &[&str]| json!({"give": {"lose": {"units": units}}});
    assert_eq!(pay(json!([lose(&["a"])])), ["x", "a"]);
    // c alone is too little, and with a more than is needed.
    assert_eq!(pay(json!([lose(&["c"]), lose(&["a", "c"]), lose(&["a"])])), ["x", "a"]);
    assert_eq!(pay(json!([lose(&["c"])])), ["x", "b"], "and in general the least");
}

// 7.75

#[test]
fn case_7_75_who_advances_after_the_enemy_was_thrown_back() {
    // a is thrown back out of 0504; r and s in 0505 could follow.
    let after = |orders: Value| {
        let units =
            ["a union infantry 1 0504", "r confederate infantry 9 0505", "s confederate infantry 8 0505"];
        let mut table = ground(&units, &[1]);
        told(&mut table, Confederate, json!({"advance": "strongest", "conditional": orders}));
        table.attacks(Union, &["a"], &["0505"]);
        if table.asked() == "union retreat" {
            table.retreats(Union, "a", "0503");
        }
        (table.at("r"), table.at("s"), table.asked())
    };
    let over = || "union combat".to_owned();
    let advance = |unit: &str, to: &str| json!({"give": {"advance": {"unit": unit, "to": to}}});
    let order = |when: Value, answers: Value| json!([{"ask": "advance", "when": when, "answers": answers}]);
    assert_eq!(after(json!([])), ("0504".into(), "0505".into(), over()));
    let s = order(json!({"into": ["0504"], "attackers": ["a"]}), json!([advance("s", "0504")]));
    assert_eq!(after(s), ("0505".into(), "0504".into(), over()));
    let hold = order(json!({"results": ["Ar", "Ae"]}), json!([{"give": {"hold": {}}}]));
    assert_eq!(after(hold), ("0505".into(), "0505".into(), over()));
    // No hex but the vacated one, and nobody but a victor of this combat.
    let other = order(json!({}), json!([advance("s", "0605"), {"give": {"hold": {}}}]));
    assert_eq!(after(other), ("0505".into(), "0505".into(), over()));
}

#[test]
fn chattanooga_18_11_an_advance_is_told_by_the_hex_that_is_attacked() {
    // x throws a back out of 1613, and leaves its works or not as was said of its hex.
    let attacked = |orders: Value| {
        let units = ["a union infantry 1 1613", "x confederate infantry 9 1612"];
        let mut table = on("chattanooga-1975").units(&units).combat(Union).dice(&[1]).set();
        told(&mut table, Confederate, json!({"advance": "strongest", "conditional": orders}));
        table.attacks(Union, &["a"], &["1612"]);
        if table.asked() == "union retreat" {
            let to = table.hexes(Union, "retreat", "a")[0].clone();
            table.retreats(Union, "a", &to);
        }
        table.at("x")
    };
    let hold = |hex: &str| json!([{"ask": "advance", "when": {"hexes": [hex]}, "answers": [{"give": {"hold": {}}}]}]);
    assert_eq!(attacked(hold("1612")), "1612");
    assert_eq!(attacked(hold("1512")), "1613");
    // Only into the hex that was vacated; then the next answer.
    let to = |hex: &str| json!({"give": {"advance": {"unit": "x", "to": hex}}});
    assert_eq!(attacked(json!([{"ask": "advance", "answers": [to("1513"), to("1613")]}])), "1613");
    assert_eq!(
        attacked(json!([{"ask": "advance", "answers": [to("1513"), {"give": {"hold": {}}}]}])),
        "1612"
    );
}

// 8.16

#[test]
fn case_8_16_a_battery_withdraws_where_it_was_told_to() {
    let bombard = |answers: Value| {
        let mut table = ground(&["g union artillery 1 0502", "x confederate infantry 15 0504"], &[1]);
        let order = json!({"ask": "withdraw-battery", "answers": answers});
        told(&mut table, Union, json!({"battery": "stand", "conditional": [order]}));
        table.attacks(Union, &["g"], &["0504"]);
        (table.at("g"), table.asked())
    };
    let go = json!({"give": {"withdraw-battery": {"unit": "g", "to": "0501"}}});
    assert_eq!(bombard(json!([go])), ("0501".into(), "union combat".into()));
    let nowhere = json!({"give": {"withdraw-battery": {"unit": "g", "to": "0909"}}});
    assert_eq!(bombard(json!([nowhere])), ("0502".into(), "union combat".into()));
}

// What can be laid down, and who is told of it.

#[test]
fn conditional_orders_that_could_answer_nothing_are_refused() {
    let mut table = ground(&["a union infantry 18 0504", "r confederate infantry 1 0505"], &[4]);
    let mut refused = |orders: Value| match AnyGame::order(
        &mut table.game,
        Confederate,
        &json!({"instruct": {"instructions": {"conditional": orders}}}),
        None,
    ) {
        Err(Failure::Refused { refusal, .. }) => format!("{}: {}", refusal.case, refusal.message),
        other => panic!("{other:?}"),
    };
    let hold = json!({"ask": "retreat", "answers": [{"give": {"hold": {}}}]});
    assert_eq!(refused(json!([hold])), "7.7: 'hold' does not answer 'retreat'; retreat would");
    let none = json!({"ask": "retreat", "answers": []});
    assert!(refused(json!([none])).contains("has no answer"));
    let early = retreat(json!({}), &[json!({"ask": {}}), back("r", "0605")]);
    assert!(refused(json!([early])).contains("'ask' must be the last answer"));
    assert!(refused(json!([retreat(json!({}), &[back("a", "0605")])])).contains("not a Confederate unit"));
    assert!(
        refused(json!([retreat(json!({"units": ["a"]}), &[back("r", "0605")])]))
            .contains("not a Confederate")
    );
    let odds = retreat(json!({"odds": {"least": "9-9"}}), &[back("r", "0605")]);
    assert!(refused(json!([odds])).contains("'9-9' is not a column; 1-"));
    let mut nested = retreat(json!({}), &[back("r", "0605")]);
    nested["during"] = json!({"turn": 1, "side": "union"});
    let outer = json!({"ask": "retreat", "answers": [give(back("r", "0605"), json!([nested]))]});
    assert!(refused(json!([outer])).contains("a player-turn of its own"));
    // So many, and not one more; so deep, and not deeper.
    let many = |count: usize| vec![retreat(json!({}), &[back("r", "0605")]); count];
    assert!(refused(json!(many(101))).contains("these are 202 conditional orders and answers; 200 at most"));
    let deep = |levels: usize| {
        (1..levels).fold(
            retreat(json!({}), &[back("r", "0605")]),
            |inner, _| json!({"ask": "retreat", "answers": [give(back("r", "0605"), json!([inner]))]}),
        )
    };
    assert!(refused(json!([deep(13)])).contains("13 conditional orders follow one on another; 12 at most"));
    told(&mut table, Confederate, json!({"conditional": many(100)}));
    told(&mut table, Confederate, json!({"conditional": [deep(12)]}));
    let malformed = |orders: Value| {
        let order = json!({"instruct": {"instructions": {"conditional": orders}}});
        table.game.rules().read_order(&order).unwrap_err()
    };
    assert!(malformed(json!([retreat(json!({}), &[back("r", "9999")])])).contains("9999"));
    assert!(
        malformed(json!([retreat(json!({"units": ["nobody"]}), &[back("r", "0605")])])).contains("nobody")
    );
    malformed(json!([{"ask": "retreat", "answers": [{"give": "flee"}]}]));
    malformed(json!([{"ask": "retreat", "when": {"weather": "rain"}, "answers": []}]));
}

#[test]
fn nobody_else_is_told_of_conditional_orders_before_they_answer_or_of_more_then() {
    let look = |table: &Table, viewer: Viewer| -> Value {
        serde_json::from_str(&table.game.view("", viewer, None)).unwrap()
    };
    let others = [Viewer::Side(Union), Viewer::Watcher];
    // At the one table r is told in general where to go, at the other for this very case.
    let play = |instructions: Value| {
        let mut table = ground(&["a union infantry 18 0504", "r confederate infantry 1 0505"], &[4]);
        let before = others.map(|viewer| look(&table, viewer));
        let odds = table.odds(Union, &["a"], &["0505"]);
        told(&mut table, Confederate, instructions);
        assert_eq!(before, others.map(|viewer| look(&table, viewer)));
        assert_eq!(odds, table.odds(Union, &["a"], &["0505"]));
        table.attacks(Union, &["a"], &["0505"]);
        table.order(Union, json!({"hold": {}}));
        let logs = others.map(|viewer| json!(table.game.log(viewer, 0)));
        (table, logs)
    };
    let (_, general) = play(json!({"retreat": {"toward": "1005"}}));
    let order = json!([retreat(json!({"attackers": ["a"]}), &[back("r", "0605")])]);
    let (table, conditional) = play(json!({ "conditional": order }));
    assert_eq!(table.at("r"), "0605");
    assert_eq!(general, conditional);
    let own = look(&table, Viewer::Side(Confederate));
    assert_eq!(own["instructions"]["conditional"], order);
    // Without any, the field is not there, as in records from before it was.
    let mut table = table;
    told(&mut table, Confederate, json!({}));
    assert_eq!(look(&table, Viewer::Side(Confederate))["instructions"].get("conditional"), None);
}

#[test]
fn a_record_with_conditional_orders_replays_to_the_same() {
    let s = "s confederate infantry 2 0505";
    let tree = json!([{"ask": "retreat", "answers": [
        give(back("r", "0605"), json!([retreat(json!({}), &[back("s", "0506")])])),
    ]}]);
    let mut table = thrown_back(tree, &[s]);
    table.order(Union, json!({"hold": {}}));
    let mut lines = AnyGame::entries(&table.game, 0);
    let load = |lines: &[Value]| tabletop::GameSystem::load(library(), table.game.header(), lines, None);
    let again = load(&lines).unwrap();
    assert_eq!(again.entries(0), lines);
    for viewer in [Viewer::Side(Union), Viewer::Side(Confederate), Viewer::Watcher] {
        assert_eq!(again.view("", viewer, None), table.game.view("", viewer, None));
    }
    assert_eq!(again.verify().broken, None);
    let given = &mut lines[0]["standing"][0];
    for laid in ["/order/instruct/instructions", "/events/0/instructions"] {
        let to = format!("{laid}/conditional/0/answers/0/next/0/answers/0/give/retreat/to");
        *given.pointer_mut(&to).unwrap() = json!("0405");
    }
    let mut audit = AnyGame::auditor(&table.game, None);
    assert!(audit.entry(&lines[0]).is_err(), "s would have gone elsewhere");
}

#[test]
fn what_follows_is_forgotten_with_the_orders_that_it_follows_in() {
    // r has gone by a tree, and s is asked about. Other orders come: what the tree said of s is gone.
    let s = "s confederate infantry 2 0505";
    let tree = json!([{"ask": "retreat", "when": {"units": ["r", "s"]}, "answers": [
        give(back("r", "0605"), json!([{"ask": "retreat", "answers": [{"give": {"ask": {}}}]}])),
    ]}]);
    let mut table = thrown_back(tree, &[s]);
    assert_eq!(table.asked(), "confederate retreat");
    told(&mut table, Confederate, json!({}));
    table.retreats(Confederate, "s", "0605");
    assert_eq!(table.asked(), "union advance");
    let union = table.game.act(Confederate, Act::Undo);
    assert!(union.is_ok(), "{union:?}");
    assert_eq!((table.at("s"), table.asked()), ("0505".into(), "confederate retreat".into()));
}

#[test]
fn an_order_that_conditional_orders_followed_is_taken_back_with_them_unless_they_are_the_others() {
    let play = |side: Side, orders: Value| {
        let units = ["a union infantry 1 0504", "b union infantry 1 0504", "x confederate infantry 9 0505"];
        let mut table = ground(&units, &[1]);
        told(&mut table, side, json!({ "conditional": orders }));
        table.attacks(Union, &["a", "b"], &["0505"]);
        let before = table.view();
        table.retreats(Union, "a", "0503");
        (table, before)
    };
    // b goes as a was followed; taken back and given again, it is all as it was.
    let tree = json!([{"ask": "retreat", "when": {"units": ["a"]}, "answers": [{"give": {"ask": {}}}]},
        retreat(json!({"units": ["b"], "exactly": true}), &[back("b", "0403")])]);
    let (mut table, before) = play(Union, tree);
    let after = table.view();
    assert_eq!((table.at("b"), table.asked()), ("0403".into(), "confederate advance".into()));
    table.game.act(Union, Act::Undo).unwrap();
    let again = table.view();
    assert_eq!((&again["units"], &again["question"]), (&before["units"], &before["question"]));
    table.retreats(Union, "a", "0503");
    assert_eq!(table.view()["units"], after["units"]);
    assert_eq!(AnyGame::verify(&table.game).broken, None);
    // The Confederates have decided: it stands.
    let hold = json!([{"ask": "advance", "answers": [{"give": {"hold": {}}}]},
        {"ask": "retreat", "answers": [{"give": {"ask": {}}}]}]);
    let (mut table, _) = play(Confederate, hold);
    table.retreats(Union, "b", "0503");
    assert_eq!(table.asked(), "union combat");
    assert!(table.game.act(Union, Act::Undo).is_err());
}
