//! What the view tells of the exclusive rules, for the page to show.

use serde_json::{Value, json};
use tabletop::{AnyGame, Failure};

use crate::chattanooga::EDITIONS;
use crate::check::*;

fn unit(table: &Table, id: &str) -> Value {
    let view = table.view();
    let units = view["units"].as_array().unwrap();
    units.iter().find(|unit| unit["id"] == id).unwrap_or_else(|| panic!("no unit {id}")).clone()
}

fn place(table: &Table, hex: &str) -> Value {
    let view = table.view();
    let places = view["control"].as_array().unwrap();
    places.iter().find(|place| place["hex"] == hex).unwrap_or_else(|| panic!("{hex} is not watched")).clone()
}

/// What the folder of an edition prints for a case: that of 1975 one number, that of 2006 another.
fn quoted(edition: &str, first: &str, second: &str) -> Value {
    json!({ "case": if edition == "chattanooga-2006" { second } else { first }, "system": edition })
}

#[test]
fn chattanooga_17_11_and_others_are_cited_as_the_folder_that_is_played_prints_them() {
    for edition in EDITIONS {
        let units = ["a union infantry 5 1024", "u-xi-guns union artillery 4 1514", crate::chattanooga::FAR];
        let mut table = on(edition).units(&units).movement(Union).set();
        assert_eq!(table.view()["quota"]["printed"], quoted(edition, "17.11", "18.11"));
        let control = place(&table, "1025");
        assert_eq!(control["printed"], quoted(edition, "17.15", "18.15"));
        let order = json!({"move": {"unit": "u-xi-guns", "to": "1515"}});
        let explained = json!(AnyGame::explain(&table.game, Union, &order).unwrap());
        assert_eq!(explained["refusal"]["case"], "16.11");
        assert_eq!(explained["refusal"]["printed"], quoted(edition, "16.11", "19.11"));
        let asked = explained["asked"].as_array().unwrap();
        assert_eq!(asked.last().unwrap()["printed"], quoted(edition, "16.11", "19.11"));
        assert!(asked.iter().all(|one| one["printed"].is_null() == (one["system"] == "blue-gray-1975")));
        let refused = AnyGame::order(&mut table.game, Union, &order, None).unwrap_err();
        assert!(matches!(&refused, Failure::Refused { printed: Some(printed), .. }
            if json!(printed) == quoted(edition, "16.11", "19.11")));
    }
}

#[test]
fn chattanooga_20_11_and_20_12_are_21_11_and_21_12_in_2006() {
    for edition in EDITIONS {
        let table = on(edition).units(&["a union infantry 4 2416", "x confederate infantry 4 1514"]).set();
        assert_eq!(place(&table, "1514")["printed"], quoted(edition, "20.11", "21.11"));
        let view = table.view();
        for (case, second) in [("20.11", "21.11"), ("20.12", "21.12")] {
            let mut lines = view["victory"]["lines"].as_array().unwrap().iter();
            let line = lines.find(|line| line["case"] == case).unwrap_or_else(|| panic!("no line of {case}"));
            assert_eq!(line["printed"], quoted(edition, case, second));
        }
    }
}

#[test]
fn chattanooga_15_12_a_number_that_2006_does_not_show_is_told_as_that_of_1975() {
    let printed = |edition| {
        let notes = unit(&on(edition).set(), "u-1-2-xii")["notes"].clone();
        let mut notes = notes.as_array().unwrap().iter();
        notes.find(|note| note["case"] == "15.12").unwrap()["printed"].clone()
    };
    assert_eq!(printed("chattanooga-1975"), json!({ "case": "15.12", "system": "chattanooga-1975" }));
    let of_1975 = json!({ "case": "15.12", "system": "chattanooga-1975", "not-held": true });
    assert_eq!(printed("chattanooga-2006"), of_1975);
}

#[test]
fn chattanooga_the_quota_tells_where_seven_more_come_from() {
    for edition in EDITIONS {
        let quota = on(edition).set().view()["quota"].clone();
        assert_eq!((&quota["limit"], &quota["moved"]), (&json!(11), &json!(0)));
        assert_eq!((&quota["case"], &quota["system"]), (&json!("17.11"), &json!("chattanooga")));
        assert_eq!(quota["more"]["text"], "7 more with Lookout Mountain, 1025");
        assert_eq!((&quota["more"]["case"], &quota["more"]["hex"]), (&json!("17.14"), &json!("1025")));
        // Once the hex is held they are in the limit.
        let mut table =
            on(edition).units(&["a union infantry 5 1024", crate::chattanooga::FAR]).movement(Union).set();
        table.order(Union, json!({"move": {"unit": "a", "to": "1025"}}));
        let quota = table.view()["quota"].clone();
        assert_eq!((&quota["limit"], &quota["more"]), (&json!(18), &Value::Null));
    }
}

#[test]
fn chattanooga_each_side_is_told_its_night() {
    for edition in EDITIONS {
        let view = on(edition).set().view();
        let night = |side: usize| view["night-rules"][side].clone();
        assert_eq!(
            night(0),
            json!({
                "side": "union", "case": "17.2", "printed": quoted(edition, "17.2", "18.2"),
                "system": "chattanooga", "text": "no unit moves"
            })
        );
        assert_eq!(night(1)["text"], "units may leave enemy zones, but not enter them");
    }
}

#[test]
fn chattanooga_guns_without_horses_are_marked_and_reinforcements_warned() {
    for edition in EDITIONS {
        let table = on(edition).set();
        assert_eq!(unit(&table, "u-xi-guns")["fixed"], true);
        assert_eq!(unit(&table, "u-xi-guns")["notes"][0]["case"], "16.11");
        assert_eq!(unit(&table, "u-sherman-guns")["fixed"], Value::Null);
        let notes = unit(&table, "u-1-2-xii")["notes"].clone();
        let late = notes.as_array().unwrap().iter().find(|note| note["case"] == "15.12").expect("a warning");
        assert!(late["text"].as_str().unwrap().starts_with("lost if"), "{late}");
        assert_eq!(late["urgent"], true);
    }
}

#[test]
fn chattanooga_every_place_says_what_it_is_worth() {
    for edition in EDITIONS {
        let table = on(edition).set();
        let text = |hex: &str| place(&table, hex)["text"].clone();
        assert_eq!(text("1514"), "4 points to the Confederate side the first time it takes it");
        assert_eq!(text("2207"), "4 points to the Union side if it holds it at the end");
        assert_eq!(text("1025"), "the Union side may move 7 more units while it holds it");
        assert_eq!(place(&table, "1025")["system"], "chattanooga");
    }
}

#[test]
fn chattanooga_17_2_no_quota_is_told_of_where_nobody_may_move() {
    for edition in EDITIONS {
        let units = ["a union infantry 5 1024", crate::chattanooga::FAR];
        for (turn, told) in [(4, true), (5, false), (6, true)] {
            let view = on(edition).units(&units).turn(turn).movement(Union).set().view();
            assert_eq!(view["quota"].is_object(), told, "turn {turn}");
        }
    }
}
