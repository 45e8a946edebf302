//! What the view says that a brigade cannot do, and why not: by its order (11), and whatever that is
//! (10.7, 14.1, 17.1, 20.2h).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

use crate::check::field::{field, rebel, union, with};
use crate::check::generated::{at_every_question, shown};
use crate::check::{Table, start};
use blind_swords::{Order, Question, Rally};
use serde_json::{Value, json};
use tabletop::Side::Union;

const TYLER: &str = "b62-tyler";
const BURKS: &str = "b62-burks";

/// What is barred to a brigade, each with its case.
fn barred(table: &Table, brigade: &str) -> Vec<(String, String)> {
    let view = table.view(None);
    let brigades = view["brigades"].as_array().unwrap();
    acts(&brigades.iter().find(|one| one["id"] == brigade).unwrap()["barred"])
}

/// What is barred to the whole brigade.
fn acts(barred: &Value) -> Vec<(String, String)> {
    let all = barred.as_array().into_iter().flatten();
    let whole = all.filter(|one| one["units"].is_null());
    whole
        .map(|one| {
            assert!(one["text"].as_str().is_some_and(|text| text.len() > 8), "{one}");
            (one["act"].as_str().unwrap().to_owned(), one["case"].as_str().unwrap().to_owned())
        })
        .collect()
}

fn pairs(of: &[(&str, &str)]) -> Vec<(String, String)> {
    of.iter().map(|&(act, case)| (act.to_owned(), case.to_owned())).collect()
}

#[test]
fn case_11_each_order_says_what_it_bars() {
    let view = start(1).view(None);
    let of = |order: &str| {
        let orders = view["orders"].as_array().unwrap();
        acts(&orders.iter().find(|one| one["order"] == order).unwrap()["barred"])
    };
    let only = |case: &str, acts: &[&str]| -> Vec<(String, String)> {
        acts.iter().map(|&act| (act.to_owned(), case.to_owned())).collect()
    };
    assert_eq!(of("attack"), only("11.2", &["recover", "rebuild"]));
    assert_eq!(of("defend"), only("11.3", &["close", "rebuild"]));
    assert_eq!(of("maneuver"), only("11.4", &["fire", "engage", "close", "recover", "rebuild"]));
    assert_eq!(of("regroup"), only("11.5", &["fire", "move", "engage", "close"]));
}

#[test]
fn case_10_7_a_brigade_that_was_activated_says_so() {
    let mut table = field(json!([
        union("u-1", TYLER, "3621", (3.0, 3), (1.0, 2)),
        rebel("c-1", BURKS, "3821", (3.0, 3), (1.0, 2))
    ]));
    table.apply(json!({ "event": "phase-began", "phase": "chit-draw" }));
    let waits = barred(&table, TYLER);
    table.apply(
        json!({ "event": "activated", "side": "union", "brigade": TYLER, "grant": "full", "chit": null }),
    );
    assert_eq!(barred(&table, TYLER)[0], ("activate".to_owned(), "10.7".to_owned()));
    assert!(!waits.contains(&("activate".to_owned(), "10.7".to_owned())), "{waits:?}");
    // A brigade that is not in the game has nothing to act with, and nothing else need be said.
    assert_eq!(barred(&table, "b62-kimball"), pairs(&[("activate", "K42")]));
}

#[test]
fn case_14_1_17_1_what_no_unit_of_a_brigade_can_do_is_barred_to_it() {
    let skirmisher =
        with(union("u-1", TYLER, "3621", (3.0, 3), (1.0, 2)), json!({ "skirmish": true, "hits": 1 }));
    let mut units = vec![skirmisher, rebel("c-1", BURKS, "3721", (3.0, 3), (1.0, 2))];
    let mut table = field(json!(units));
    table.fire_step(Union, TYLER);
    assert_eq!(barred(&table, TYLER), pairs(&[("close", "14.1"), ("recover", "17.1")]));
    assert_eq!(barred(&table, BURKS).iter().find(|(act, _)| act == "close"), None);
    // One that can is enough.
    units.push(union("u-2", TYLER, "3622", (3.0, 3), (1.0, 2)));
    let mut table = field(json!(units));
    table.fire_step(Union, TYLER);
    assert_eq!(barred(&table, TYLER), pairs(&[("recover", "17.1")]));
    let close = table.view(None)["brigades"].to_string();
    assert!(
        close.contains(r#""act":"close","case":"14.1""#) && close.contains(r#""units":["u-1"]"#),
        "{close}"
    );
}

#[test]
fn case_20_2h_a_frozen_brigade_says_who_stands_and_why() {
    let table = start(2);
    let view = table.view(None);
    let burks = view["brigades"].as_array().unwrap().iter().find(|one| one["id"] == BURKS).unwrap();
    let moves = burks["barred"].as_array().unwrap().iter().find(|one| one["act"] == "move").unwrap();
    assert_eq!(moves["units"], json!(["c62-42va"]));
    assert_eq!(moves["case"], "20.2h");
    assert_eq!(barred(&table, BURKS).iter().find(|(act, _)| act == "move"), None, "the others may");
}

#[test]
fn what_is_barred_is_never_offered() {
    let mut checked = 0;
    at_every_question(400, |table, _, _| {
        let battle = &table.battle;
        let offers = battle.offers(&table.state);
        let view = table.view(None);
        let brigades = view["brigades"].as_array().unwrap();
        let is_barred = |id: &str, act: &str| {
            let of = brigades.iter().find(|one| one["id"] == id).unwrap();
            acts(&of["barred"]).iter().any(|(barred, _)| barred == act)
        };
        let active = view["activation"]["brigade"].as_str().map(str::to_owned);
        let question = battle.question(&table.state);
        for order in &offers {
            let act = match (order, &question) {
                (Order::Fire { .. }, Some(Question::Fire(_))) => "fire",
                (Order::Move { .. }, Some(Question::Movement(..))) => "move",
                (Order::Close { .. }, Some(Question::Close(..))) => "close",
                (Order::Rally { rally: Rally::Recover, unit }, Some(Question::Rally(_)))
                    if !battle.is_gun(*unit) =>
                {
                    "recover"
                }
                (Order::Rally { rally: Rally::Rebuild, unit }, Some(Question::Rally(_)))
                    if !battle.is_gun(*unit) =>
                {
                    "rebuild"
                }
                (Order::Order { .. }, _) => "order",
                (Order::Activate { brigade }, Some(Question::Command { .. })) => {
                    assert!(!is_barred(&battle.brigade(*brigade).id, "activate"), "{}", shown(table));
                    continue;
                }
                _ => continue,
            };
            let active = active.as_deref().unwrap();
            assert!(!is_barred(active, act), "{act}: {}", shown(table));
            if let Some(order) = view["activation"]["order"].as_str() {
                let of = view["orders"].as_array().unwrap().iter().find(|one| one["order"] == order).unwrap();
                assert!(acts(&of["barred"]).iter().all(|(barred, _)| barred != act), "{}", shown(table));
            }
            checked += 1;
        }
    });
    assert!(checked > 300, "{checked}");
}
