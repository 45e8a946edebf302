//! What a game tells of itself, and how it takes orders.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tabletop::{
    Act, BySide, Failure, Game, GameSystem, Standing, Verdict, Viewer, chain, commitment, hex_string,
};

use crate::table::*;
use crate::toy::{Heap, Order, Toys};

#[test]
fn a_game_tells_where_it_stands() {
    let mut table = begun();
    assert_eq!((table.scenario(), table.version(), table.asked()), ("heap", 0, Some(Union)));
    assert_eq!(table.hash(), chain::header_hash(&table.header().value()));
    by_turns(&mut *table, &[take(3), take(2)]);
    assert_eq!((table.version(), table.asked()), (2, Some(Union)));
    let phase = "taking".to_owned();
    assert_eq!(table.standing(), Standing { turn: 5, turns: 10, phase, phasing: Some(Union) });
    assert_eq!(table.header().scenario, "heap");
    let lines = table.entries(0);
    assert_eq!(table.entries(1), lines[1..]);
    assert_eq!(table.entries(9), Vec::<Value>::new());
    assert_eq!(table.hash(), chain::entry_hash(lines[1]["prev"].as_str().unwrap(), &lines[1]));
    let game = table.as_any().downcast_ref::<Game<Heap>>().unwrap();
    assert_eq!(game.asked(), Some(Union));
    assert!(Toys.sources("heap").is_none(), "its scenarios come from no files");
}

#[test]
fn seats_are_noted_before_the_first_entry_and_hashed_with_the_header() {
    let mut table = begun();
    let (people, bots) = (BySide::from_fn(|_| "person".to_owned()), BySide::from_fn(|_| "bot:x".to_owned()));
    let before = table.hash();
    table.seat(people.clone());
    assert_eq!(table.header().seats, Some(people.clone()));
    assert_ne!(table.hash(), before);
    assert_eq!(table.hash(), chain::header_hash(&table.header().value()));
    by_turns(&mut *table, &[take(1)]);
    let after = table.hash();
    table.seat(bots);
    assert_eq!((table.header().seats.clone(), table.hash()), (Some(people.clone()), after));
    let mut old = with_header(|header| header.longroll = 1, None);
    old.seat(people);
    assert_eq!(old.header().seats, None, "form 1 does not tell them");
}

#[test]
fn a_view_is_of_the_seat_that_asks_and_of_the_version_it_names() {
    let mut table = with_dice(&[2, 3]);
    by_turns(&mut *table, &[whisper("left")]);
    by_turns(&mut *table, &[throw(), take(1)]);
    let own = view(&*table, Some(Union));
    assert_eq!(
        (&own["words"], &own["heap"], &own["game"]),
        (&json!(["left"]), &json!(7), &json!("the game"))
    );
    assert_eq!((&own["version"], &own["thrown"], &own["practice"]), (&json!(3), &json!(1), &json!(true)));
    assert_eq!(view(&*table, Some(Confederate))["words"], json!([]));
    assert_eq!(view(&*table, Some(Confederate))["undo"], json!(true));
    assert_eq!((&own["undo"], &view(&*table, None)["undo"]), (&json!(false), &json!(false)));
    for version in [3, 99] {
        assert_eq!(table.view("the game", Viewer::Side(Union), Some(version)), own.to_string());
        let theirs = table.view("the game", Viewer::Side(Confederate), Some(version));
        assert_eq!(theirs, view(&*table, Some(Confederate)).to_string(), "version {version}");
    }
    let past: Value = serde_json::from_str(&table.view("", Viewer::Side(Union), Some(1))).unwrap();
    assert_eq!((&past["heap"], &past["version"], &past["thrown"]), (&json!(10), &json!(1), &json!(0)));
    assert_eq!(past["words"], json!(["left"]));
    table.act(Confederate, Act::Undo).unwrap();
    assert_eq!(view(&*table, Some(Confederate))["redo"], json!(true));
    assert_eq!(view(&*table, Some(Union))["redo"], json!(false));
    let past: Value = serde_json::from_str(&table.view("", Viewer::Side(Union), Some(3))).unwrap();
    assert_eq!((&past["heap"], &past["redo"]), (&json!(7), &json!(false)));
}

#[test]
fn the_server_s_seed_is_shown_once_the_game_is_over() {
    let table = over();
    let shown = view(&*table, None);
    assert_eq!(shown["revealed"], json!(hex_string(&SECRET)));
    assert_eq!(
        (&shown["version"], &shown["asked"], &shown["undo"]),
        (&json!(3), &Value::Null, &json!(false))
    );
    let last: Value = serde_json::from_str(&table.view("", Viewer::Watcher, Some(2))).unwrap();
    assert_eq!((&last["revealed"], &last["heap"]), (&Value::Null, &json!(0)));
    let reveals: Vec<Value> = table.entries(0).iter().map(|line| line["reveal"].clone()).collect();
    assert_eq!(reveals, [Value::Null, Value::Null, json!(hex_string(&SECRET))]);
    assert_eq!((table.version(), table.asked()), (3, None));
}

#[test]
fn a_side_is_told_what_it_may_order_and_what_would_come_of_it() {
    let mut table = begun();
    by_turns(&mut *table, &[take(4)]);
    assert_eq!(table.options(Union.into()), json!({ "verbs": [], "undo": true, "redo": false }));
    let verbs = json!(["take", "throw", "whisper"]);
    assert_eq!(table.options(Confederate.into()), json!({ "verbs": verbs, "undo": false, "redo": false }));
    table.act(Union, Act::Undo).unwrap();
    assert_eq!(table.options(Union.into()), json!({ "verbs": verbs, "undo": false, "redo": true }));
    table.act(Union, Act::Redo).unwrap();
    let targets = json!({ "verb": "take", "targets": [1, 2, 3, 4, 5, 6] });
    assert_eq!(table.targets(Confederate, "take", &Value::Null), Ok(targets));
    assert!(table.targets(Confederate, "throw", &Value::Null).is_err());
    assert_eq!(table.preview(Confederate, &take(2)), Ok(json!({ "left": 4, "legal": true })));
    let refusal = json!({ "case": "2.1", "system": "heap", "message": "The heap holds 6." });
    assert_eq!(table.preview(Confederate, &take(7)), Ok(json!({ "legal": false, "refusal": refusal })));
    assert_eq!(
        table.preview(Confederate, &json!({})),
        Err(Failure::Malformed("an order has one key".to_owned()))
    );
    let asked = |case: &str, text: &str, passed: bool| {
        let system = "heap";
        json!({ "case": case, "system": system, "text": text, "passed": passed })
    };
    let turn = asked("1.1", "It is this side's turn.", true);
    let enough = |passed| asked("2.1", "The heap is large enough.", passed);
    assert_eq!(
        table.explain(Confederate, &take(6)).map(|told| json!(told)),
        Ok(json!({ "legal": true, "asked": [turn, enough(true)] }))
    );
    let explained = json!({ "legal": false, "asked": [turn, enough(false)], "refusal": refusal });
    assert_eq!(table.explain(Confederate, &take(7)).map(|told| json!(told)), Ok(explained));
    assert!(table.explain(Confederate, &json!({ "take": {} })).is_err());
    assert_eq!(table.version(), 3, "to ask changes nothing");
}

#[test]
fn what_the_rules_refuse_names_the_case_and_changes_nothing() {
    let mut table = begun();
    let before = (table.hash(), view(&*table, None));
    let refused = table.order(Confederate, &take(1), None).unwrap_err();
    let Failure::Refused { refusal, system, .. } = &refused else { panic!("{refused:?}") };
    assert_eq!((refusal.case.number(), &**system), ("1.1", "heap"));
    assert_eq!(refusal.to_string(), "It is the Union's turn. (1.1)");
    assert_eq!(refused.to_string(), "It is the Union's turn. (heap 1.1)");
    assert_eq!(why(table.order(Union, &json!({ "jump": {} }), None)), "there is no order 'jump'");
    assert_eq!(
        why(table.act(Union, Act::Order { order: &json!([]), version: None, reason: "x" })),
        "an order has one key"
    );
    assert_eq!((table.hash(), view(&*table, None)), before);
    let gone = Failure::Gone("the game is over".to_owned());
    assert_eq!(over().order(Union, &take(1), None), Err(gone));
}

#[test]
fn an_order_for_a_version_that_is_past_is_refused() {
    let mut table = begun();
    for version in [1, 99] {
        let stale = format!("the order was made for version {version}, the game is at 0");
        assert_eq!(why(table.order(Union, &take(1), Some(version))), stale);
    }
    table.order(Union, &take(1), Some(0)).unwrap();
    assert_eq!(
        why(table.order(Confederate, &take(1), Some(0))),
        "the order was made for version 0, the game is at 1"
    );
    // Shares of the dice change no position.
    table.act(Union, Act::Commit(&tabletop::share_hash("x"), &commitment(&SECRET))).unwrap();
    table.act(Union, Act::Seed("x")).unwrap();
    assert!(table.act(Confederate, Act::Order { order: &take(1), version: Some(0), reason: "" }).is_err());
    table.order(Confederate, &take(1), Some(1)).unwrap();
    assert_eq!(table.version(), 4);
}

#[test]
fn a_reason_stands_in_the_record_only_if_one_is_given() {
    let mut table = begun();
    table.act(Union, Act::Order { order: &take(1), version: None, reason: "one is enough" }).unwrap();
    table.act(Confederate, Act::Order { order: &take(1), version: None, reason: "" }).unwrap();
    table.order(Union, &take(1), None).unwrap();
    let reasons: Vec<Value> = log(&*table, None, 0).iter().map(|line| line["reason"].clone()).collect();
    assert_eq!(reasons, [json!("one is enough"), Value::Null, Value::Null]);
    assert_eq!(table.entries(0)[1].get("reason"), None);
    assert_eq!(table.verify().broken, None);
}

#[test]
fn every_seat_is_told_of_the_entries_what_it_may_know() {
    let mut table = with_dice(&[2]);
    by_turns(&mut *table, &[whisper("left")]);
    by_turns(&mut *table, &[throw(), take(1)]);
    let names = |line: &Value| line.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let fields = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    let (own, others) = (log(&*table, Some(Union), 0), log(&*table, Some(Confederate), 0));
    assert_eq!(own[0]["order"], whisper("left"));
    assert_eq!(own[0]["events"], json!([{ "event": "whispered", "side": "union", "word": "left" }]));
    assert_eq!(others[0], json!({ "version": 1, "side": "union", "events": [] }));
    assert_eq!(log(&*table, None, 0), others, "a watcher is told as little");
    assert_eq!(names(&own[1]), fields(&["version", "side", "order", "dice", "events"]));
    assert_eq!((&own[1]["dice"], own[1]["events"].as_array().unwrap().len()), (&json!(1), 2));
    assert_eq!(log(&*table, Some(Union), 2), own[2..]);
    assert_eq!(log(&*table, Some(Union), 3), Vec::<Value>::new());
    // What is hidden from somebody has a salt in the record, and nothing else has.
    let salts: Vec<bool> = table.entries(0).iter().map(|line| line["salt"].is_string()).collect();
    assert_eq!(salts, [true, false, false]);
    assert_eq!(table.entries(0)[0]["salt"], json!(chain::salt(&SECRET, 1)));
}

#[test]
fn without_its_secret_a_game_goes_on_as_far_as_no_die_is_needed() {
    let mut table = with_header(|_| (), None);
    by_turns(&mut *table, &[take(1)]);
    assert_eq!(
        why(table.order(Confederate, &throw(), None)),
        "this order needs a die, and the secret of this record's dice is not known"
    );
    assert_eq!(
        why(table.order(Confederate, &whisper("x"), None)),
        "the record cannot hide this: there is neither its secret nor randomness"
    );
    table.salt_from([9; 32]);
    table.order(Confederate, &whisper("x"), None).unwrap();
    assert_eq!(table.entries(1)[0]["salt"], json!(chain::salt(&[9; 32], 2)));
    table.order(Confederate, &take(9), None).unwrap();
    assert_eq!((table.asked(), table.version()), (None, 3), "no seed is published: nobody knows it");
    let audit = table.verify();
    assert_eq!((audit.verdict(), audit.dice_audited), (Verdict::Unproved, false));
}

#[test]
fn a_game_audits_its_own_record() {
    let mut table = with_dice(&[2, 2]);
    by_turns(&mut *table, &[throw(), throw(), take(1)]);
    let audit = table.verify();
    assert_eq!((audit.verdict(), audit.orders, audit.dice), (Verdict::Unfinished, 3, 2));
    assert!(audit.dice_audited && audit.hash == table.hash());
}

#[test]
fn the_dice_of_an_order_fall_on_from_those_before_it() {
    let mut table = begun();
    let mut game = typed(&[]);
    let mut dice = tabletop::AuditedDice::new(SECRET, []);
    let mut left = 10;
    for side in [Union, Confederate] {
        // What is refused throws no die.
        assert!(table.order(side, &take(99), None).is_err());
        table.order(side, &throw(), None).unwrap();
        let at = game.order(side, Order::Throw, None).unwrap();
        let face = tabletop::Dice::throw(&mut dice);
        let line = table.entries(0).pop().unwrap();
        assert_eq!((&line["dice"], &line["events"][0]["die"]), (&json!(1), &json!(face)));
        assert_eq!(game.lines(at as u32).next(), Some(line), "the index is that of the new entry");
        left -= u32::from(face).min(left);
        assert_eq!(view(&*table, None)["heap"], json!(left));
    }
    assert_eq!(game.dice().unwrap().thrown(), 2);
    assert_eq!(view(&*table, None)["thrown"], json!(2));
}
