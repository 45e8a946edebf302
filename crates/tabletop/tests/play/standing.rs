//! Orders that take no number: they wait for the next entry, and nobody else notices.

use serde_json::{Value, json};
use tabletop::{Act, AnyGame, Auditor, Failure, GameSystem, Header, Record, Viewer};

use crate::table::*;
use crate::toy::{Order, Toys};

/// A plan as records write it.
fn planned(side: &str, word: &str) -> Value {
    let events = json!([{ "event": "planned", "side": side, "word": word }]);
    json!({ "side": side, "order": plan(word), "events": events })
}

#[test]
fn a_plan_takes_no_number_and_waits_for_the_next_entry() {
    let mut table = begun();
    let hash = table.hash();
    table.order(Confederate, &plan("wait"), None).unwrap();
    table.order(Union, &plan("rush"), None).unwrap();
    table.order(Confederate, &plan("dig in"), None).unwrap();
    assert_eq!((table.version(), table.hash()), (0, hash));
    assert_eq!(table.pending(), [planned("union", "rush"), planned("confederate", "dig in")]);
    assert_eq!(json!(table.pending_info(Viewer::Side(Union))), json!([planned("union", "rush")]));
    assert_eq!(
        json!(table.pending_info(Viewer::Side(Confederate))),
        json!([planned("confederate", "dig in")])
    );
    assert_eq!(table.pending_info(Viewer::Watcher), []);
    assert_eq!(view(&*table, Some(Union))["plan"], json!("rush"));
    table.order(Union, &take(1), None).unwrap();
    assert_eq!(table.pending(), Vec::<Value>::new());
    let line = table.entries(0).pop().unwrap();
    assert_eq!(line["standing"], json!([planned("union", "rush"), planned("confederate", "dig in")]));
    assert!(line["salt"].is_string(), "it is hidden from somebody");
    assert_eq!(log(&*table, Some(Union), 0)[0]["standing"], json!([planned("union", "rush")]));
    assert_eq!(log(&*table, None, 0)[0].get("standing"), None);
    assert_eq!(table.verify().broken, None);
    let again = loaded(table.header(), &table.entries(0)).unwrap();
    assert_eq!(again.hash(), table.hash());
    assert_eq!(view(&*again, Some(Confederate))["plan"], json!("dig in"));
}

#[test]
fn which_orders_take_no_number_is_for_the_rules_to_say() {
    let mut table = begun();
    for (order, stands) in [(plan("x"), true), (take(1), false), (json!({ "jump": {} }), false)] {
        assert_eq!(table.takes_no_number(&order), stands, "{order}");
        assert_eq!(table.tells_nothing(&order), stands, "{order}");
    }
    assert_eq!(why(table.order(Union, &plan(""), None)), "A plan has words. (heap 3.1)");
    assert_eq!(table.pending(), Vec::<Value>::new());
    table = over();
    assert_eq!(table.order(Union, &plan("x"), None), Err(Failure::Gone("the game is over".to_owned())));
    // The index is that of the next entry.
    let mut game = typed(&[]);
    assert_eq!(game.order(Union, Order::Take(1), None), Ok(0));
    assert_eq!(game.order(Union, Order::Plan("x".to_owned()), None), Ok(1));
    assert_eq!(game.order(Confederate, Order::Take(1), None), Ok(1));
}

#[test]
fn reasons_of_a_side_with_a_plan_are_its_own_until_the_game_is_over() {
    let mut table = begun();
    table.act(Union, Act::Order { order: &take(1), version: None, reason: "a plan" }).unwrap();
    let reason = |table: &dyn AnyGame, seat| table.log(Viewer::from(seat), 0)[0].reason.clone();
    assert_eq!(reason(&*table, None), Some("a plan".to_owned()));
    assert!(!table.keeps_reasons(Union, Viewer::Watcher));
    table.order(Union, &plan("rush"), None).unwrap();
    assert!(
        table.keeps_reasons(Union, Viewer::Watcher) && table.keeps_reasons(Union, Viewer::Side(Confederate))
    );
    assert!(
        !table.keeps_reasons(Union, Viewer::Side(Union))
            && !table.keeps_reasons(Confederate, Viewer::Watcher)
    );
    assert_eq!((reason(&*table, None), reason(&*table, Some(Union))), (None, Some("a plan".to_owned())));
    table.order(Confederate, &take(9), None).unwrap();
    assert_eq!(reason(&*table, None), Some("a plan".to_owned()));
}

#[test]
fn what_a_side_has_planned_outlasts_what_is_undone() {
    let mut table = begun();
    by_turns(&mut *table, &[take(1), take(2)]);
    table.order(Confederate, &plan("wait"), None).unwrap();
    let past: Value = serde_json::from_str(&table.view("", Viewer::Side(Confederate), Some(1))).unwrap();
    assert_eq!(past.get("plan"), None, "it was given later");
    table.act(Confederate, Act::Undo).unwrap();
    let shown = view(&*table, Some(Confederate));
    assert_eq!((&shown["plan"], &shown["heap"]), (&json!("wait"), &json!(9)));
    table.order(Union, &plan("rush"), None).unwrap();
    table.act(Union, Act::Undo).unwrap();
    assert_eq!(view(&*table, Some(Confederate))["plan"], json!("wait"));
    assert_eq!(view(&*table, Some(Union))["plan"], json!("rush"));
    let past: Value = serde_json::from_str(&table.view("", Viewer::Side(Confederate), Some(3))).unwrap();
    assert_eq!((&past["plan"], &past["heap"]), (&json!("wait"), &json!(9)));
    // One that waits still counts when the position is made anew.
    table.act(Union, Act::Redo).unwrap();
    table.order(Union, &plan("hide"), None).unwrap();
    assert_eq!(typed_plan(&*table), "hide");
    assert_eq!(table.verify().broken, None);
    table.act(Union, Act::Undo).unwrap();
    assert_eq!(view(&*table, Some(Union))["plan"], json!("hide"));
}

/// The plan of the Union in the position as it is made anew from the entries and from what waits.
fn typed_plan(table: &dyn AnyGame) -> String {
    let game = table.as_any().downcast_ref::<tabletop::Game<crate::toy::Heap>>().unwrap();
    let (now, again) = (game.state(), game.state_at(game.version()));
    assert_eq!(*now, again);
    view(table, Some(Union))["plan"].as_str().unwrap().to_owned()
}

#[test]
fn a_record_keeps_what_waits_in_a_last_line_without_a_number() {
    let mut game = typed(&[]);
    game.order(Union, Order::Take(1), None).unwrap();
    assert_eq!(game.record().len(), 2);
    game.order(Union, Order::Plan("rush".to_owned()), None).unwrap();
    let mut lines = game.record();
    assert_eq!(lines.remove(0), game.header().value());
    assert_eq!(lines[1..], [json!({ "standing": [planned("union", "rush")] })]);
    let header = &begun().header().clone();
    let again = loaded(header, &lines).unwrap();
    assert_eq!((again.version(), again.pending()), (1, AnyGame::pending(&game)));
    assert_eq!(view(&*again, Some(Union))["plan"], json!("rush"));
    let mut other = begun();
    other.wait(&again.pending()).unwrap();
    assert_eq!(other.pending(), again.pending());
    assert!(loaded(header, &[lines[1].clone(), lines[0].clone()]).is_err(), "it is the last line");
    for more in
        [json!({ "standing": [], "side": "union" }), json!({ "version": 2, "standing": [] }), json!({})]
    {
        assert!(loaded(header, &[lines[0].clone(), more]).is_err());
    }
}

#[test]
fn only_a_sound_order_without_a_number_is_taken_back_up() {
    let wrong = |says: &str, order: Value| {
        let mut table = begun();
        let refused = table.wait(&[order]);
        assert_eq!(refused, Err(Failure::Malformed(says.to_owned())));
    };
    let with = |field: &str, value: Value| {
        let mut order = planned("union", "rush");
        order[field] = value;
        order
    };
    wrong("an order of 'standing' is an object", json!("rush"));
    wrong("unknown field 'salt' in 'standing'", with("salt", json!(1)));
    wrong("'side' of 'standing' is neither \"union\" nor \"confederate\"", with("side", json!("csa")));
    wrong("'order' is missing in 'standing'", json!({ "side": "union", "events": [] }));
    wrong("'events' is missing in 'standing'", with("events", json!(1)));
    wrong("there is no such event", with("events", json!([1])));
    wrong("an order has one key", with("order", json!(1)));
    wrong("an order in 'standing' should have a number", with("order", take(1)));
    wrong("an order without a number is not legal: A plan has words. (3.1)", with("order", plan("")));
    wrong("what came of an order without a number does not follow from it", with("events", json!([])));
    assert_eq!(
        why(loaded(begun().header(), &[json!({ "standing": 1 })]).map(|_| ())),
        "record: 'standing' is a list"
    );
}

/// An auditor of the games that begin like this.
fn auditor(header: &Header) -> Box<dyn Auditor> {
    Toys.load(header, &[], None).unwrap().auditor(Some(SECRET))
}

#[test]
fn the_audit_takes_such_orders_as_play_does() {
    let mut table = begun();
    let before = next(&*table, json!({ "side": "union", "order": take(1) }));
    table.order(Union, &plan("rush"), None).unwrap();
    let waiting = json!({ "standing": table.pending() });
    table.order(Union, &take(1), None).unwrap();
    let line = table.entries(0).pop().unwrap();
    let mut auditor = auditor(table.header());
    // To try changes nothing, and neither does what is refused.
    for _ in 0..2 {
        assert_eq!(auditor.try_entry(&waiting), Ok(before["prev"].as_str().unwrap().to_owned()));
        assert_eq!(auditor.try_entry(&line), Ok(table.hash()));
    }
    let with = |standing: Value| {
        let mut line = line.clone();
        line["standing"] = standing;
        line
    };
    let other = "what came of an order without a number does not follow from it";
    let (mut loose, mut numbered) = (planned("union", "rush"), planned("union", "rush"));
    loose["events"] = json!([]);
    numbered["order"] = take(1);
    let second = "a side has two orders without a number: the second takes the place of the first";
    for (says, standing) in [
        (other, json!([loose])),
        ("an order in 'standing' should have a number", json!([numbered])),
        (second, json!([planned("union", "x"), planned("union", "rush")])),
    ] {
        assert_eq!(auditor.entry(&with(standing.clone())), Err(says.to_owned()));
        assert_eq!(auditor.try_entry(&json!({ "standing": standing })), Err(says.to_owned()));
    }
    assert_eq!(auditor.entry(&with(json!(1))), Err("'standing' is a list".to_owned()));
    let mut spelled = planned("union", "rush");
    spelled["events"][0]["colour"] = json!("blue");
    for standing in [json!([]), json!([spelled])] {
        let otherwise = Err("it is not written as Longroll writes it".to_owned());
        assert_eq!(auditor.try_entry(&json!({ "standing": standing })), otherwise);
    }
    // The plans of a line that is refused for something else are forgotten too.
    let mut else_wrong = line.clone();
    else_wrong["events"] = json!([]);
    assert!(auditor.entry(&else_wrong).is_err());
    let mut without = begun();
    by_turns(&mut *without, &[take(1)]);
    assert_eq!(auditor.try_entry(&without.entries(0)[0]), Ok(without.hash()));
    assert_eq!(auditor.entry(&line), Ok(()));
    assert_eq!(auditor.audit(&[]).hash, table.hash());
}

#[test]
fn nothing_follows_on_a_line_that_waits() {
    let mut table = begun();
    table.order(Union, &plan("rush"), None).unwrap();
    let waiting = json!({ "standing": table.pending() });
    let audit = audited(table.header(), vec![waiting.clone()], &[table.hash()]);
    let note = "its last line is of orders that wait for a number: no hash covers them yet";
    assert_eq!((audit.broken, audit.notes), (None, vec![note.to_owned()]));
    table.order(Union, &take(1), None).unwrap();
    let more = audited(table.header(), vec![waiting.clone(), table.entries(0).remove(0)], &[]);
    let fault = more.broken.unwrap();
    assert_eq!((fault.line, &*fault.what), (3, "nothing follows on orders that wait for the next entry"));
    // Such an order is none with a number, nor one for a game that is over.
    let numbered = json!({
        "side": "confederate", "order": plan("x"), "events": planned("confederate", "x")["events"],
    });
    assert_eq!(fault_of(&*table, numbered.clone()), "such an order takes no number");
    let mut lines = over().entries(0);
    lines.push(json!({ "standing": [planned("union", "x")] }));
    let late = audited(over().header(), lines, &[]).broken.unwrap().what;
    assert_eq!(late, "an order without a number was given when the game was over");
    // Chains alone know nothing of rules, and hash no line that waits.
    let mut chain = tabletop::Chain::new(table.header());
    let hash = chain.audit(&[]).hash;
    assert_eq!(chain.try_entry(&waiting), Ok(hash.clone()));
    chain.entry(&waiting).unwrap();
    assert_eq!(chain.audit(&[]).hash, hash);
    assert!(chain.entry(&table.entries(0)[0]).is_err());
    let read = Record::of(table.header().clone(), [waiting]);
    assert_eq!(read.entries[0].0, 2);
}

fn fault_of(table: &dyn AnyGame, line: Value) -> String {
    fault(table, line).1
}
