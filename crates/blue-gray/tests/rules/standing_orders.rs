//! Standing orders: what a side has told the program to answer for it (docs/protocol.md, "Standing
//! orders"). The question is not put then, and the answer is an order like any other.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use crate::check::*;
use serde_json::{Value, json};
use tabletop::{Act, AnyGame, Failure, Protocol, Viewer};

/// A side gives its standing orders, which takes no number.
#[track_caller]
pub(crate) fn told(table: &mut Table, side: Side, instructions: Value) {
    let before = table.game.version();
    let order = json!({"instruct": {"instructions": instructions}});
    AnyGame::order(&mut table.game, side, &order, None).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(table.game.version(), before, "it takes no number");
}

/// The Union's combat phase on the proving ground.
pub(crate) fn ground(units: &[&str], dice: &[u8]) -> Table {
    on("proving-ground").units(units).combat(Union).dice(dice).set()
}

/// r in 0505 is thrown back by a; it may go to 0405, 0506 and 0605.
fn thrown_back(instructions: Value, others: &[&str]) -> (Table, Vec<Value>) {
    let mut units = vec!["a union infantry 18 0504", "r confederate infantry 1 0505"];
    units.extend(others);
    let mut table = ground(&units, &[4]);
    told(&mut table, Confederate, instructions);
    let events = table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    (table, events)
}

/// Where r goes by these instructions.
fn retreats_to(instructions: Value, others: &[&str]) -> String {
    let (table, events) = thrown_back(instructions, others);
    let answered = event(&events, "standing-order");
    assert_eq!((&answered["side"], &answered["case"]), (&json!("confederate"), &json!("7.71")));
    assert_eq!(event(&events, "retreated")["case"], "7.71");
    assert_eq!(table.asked(), "union advance", "nobody was asked about the retreat");
    table.at("r")
}

// 7.7

#[test]
fn case_7_7_without_a_standing_order_the_owner_is_asked() {
    for nothing in [json!({}), json!({"retreat": "ask", "exchange": "least", "advance": "never"})] {
        let (table, events) = thrown_back(nothing, &[]);
        assert!(!kinds(&events).contains(&"standing-order"));
        assert_eq!(table.asked(), "confederate retreat");
    }
    // Nor does what the other side has told the program answer for this one.
    let mut table = ground(&["a union infantry 18 0504", "r confederate infantry 1 0505"], &[4]);
    told(&mut table, Union, json!({"retreat": "from-enemy"}));
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(table.asked(), "confederate retreat");
}

#[test]
fn case_7_7_toward_the_nearest_friend() {
    let rule = || json!({"retreat": "nearest-friend"});
    assert_eq!(retreats_to(rule(), &["c confederate infantry 1 0305"]), "0405");
    assert_eq!(retreats_to(rule(), &["c confederate infantry 1 0508"]), "0506");
    assert_eq!(retreats_to(rule(), &["c confederate infantry 1 0705"]), "0605");
    // The nearest of several; an enemy is no friend.
    let two = ["c confederate infantry 1 0705", "d confederate infantry 1 0308"];
    assert_eq!(retreats_to(rule(), &two), "0605");
    let enemy = ["c confederate infantry 1 0508", "b union infantry 1 0208"];
    assert_eq!(retreats_to(rule(), &enemy), "0506");
}

#[test]
fn case_7_7_equal_hexes_are_told_apart_by_the_enemy_and_then_by_their_numbers() {
    // No friend is left, and all three hexes are two from a: the lowest number.
    let (friend, enemy) = (|| json!({"retreat": "nearest-friend"}), || json!({"retreat": "from-enemy"}));
    assert_eq!(retreats_to(friend(), &[]), "0405");
    assert_eq!(retreats_to(enemy(), &[]), "0405");
    // Another enemy in the west is two hexes from 0405, three from 0506 and four from 0605.
    let west = ["b union infantry 1 0205"];
    assert_eq!(retreats_to(enemy(), &west), "0605");
    assert_eq!(retreats_to(friend(), &west), "0605");
    // In the east it is the other way round; with b in the south only 0506 is near to it.
    assert_eq!(retreats_to(enemy(), &["b union infantry 1 0805"]), "0405");
    assert_eq!(retreats_to(enemy(), &["b union infantry 1 0508"]), "0405");
    // Where as many enemies are near, the nearer to a friend.
    assert_eq!(retreats_to(enemy(), &["c confederate infantry 1 0508"]), "0506");
    // Whoever must retreat too is no friend to run to: s in 0505 goes as r does.
    let rule = json!({"retreat": "nearest-friend"});
    let (table, _) = thrown_back(rule, &["s confederate infantry 2 0505", "c confederate infantry 1 0305"]);
    assert_eq!((table.at("r"), table.at("s")), ("0405".into(), "0405".into()));
}

#[test]
fn case_7_7_toward_a_hex_and_by_unit() {
    for (toward, to) in [("0205", "0405"), ("0509", "0506"), ("1005", "0605")] {
        assert_eq!(retreats_to(json!({"retreat": {"toward": toward}}), &[]), to);
    }
    // What is said of one unit counts for it, whatever is said of all.
    let one = |rule: Value| json!({"retreat": {"toward": "0205"}, "retreats": [{"unit": "r", "rule": rule}]});
    assert_eq!(retreats_to(one(json!({"toward": "1005"})), &[]), "0605");
    let (table, _) = thrown_back(one(json!("ask")), &[]);
    assert_eq!(table.asked(), "confederate retreat");
    // Of two that must retreat together one is to be asked about: then both are the side's to say.
    let (table, _) = thrown_back(one(json!("ask")), &["s confederate infantry 2 0505"]);
    assert_eq!(table.view()["question"]["units"], json!(["r", "s"]));
    let mut table = table;
    let events = table.retreats(Confederate, "r", "0605");
    assert_eq!(event(&events, "standing-order")["case"], "7.71", "and s goes by its order");
    assert_eq!((table.at("r"), table.at("s")), ("0605".into(), "0405".into()));
}

#[test]
fn case_7_7_the_attackers_own_retreat_is_answered_too() {
    let mut table = ground(
        &["a union infantry 1 0504", "b union infantry 9 0501", "x confederate infantry 9 0505"],
        &[1],
    );
    told(&mut table, Union, json!({"retreat": "nearest-friend"}));
    told(&mut table, Confederate, json!({"advance": "never"}));
    let events = table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(table.at("a"), "0503");
    let by: Vec<_> = events.iter().filter(|e| e["event"] == "standing-order").collect();
    assert_eq!((&by[0]["side"], &by[0]["case"]), (&json!("union"), &json!("7.71")));
    assert_eq!((&by[1]["side"], &by[1]["case"]), (&json!("confederate"), &json!("7.75")));
    assert_eq!(by[0]["text"], "A standing order of the Union side answers.");
    assert_eq!(table.asked(), "union combat", "the whole combat in one order");
}

/// r in 0105 has 0106 to go to and nothing else; from there units go on to 0107 and 0206.
fn cornered(instructions: Value, others: &[&str]) -> Table {
    let mut units = vec!["a union infantry 18 0204", "r confederate infantry 3 0105"];
    units.extend(others);
    let mut table = ground(&units, &[4]);
    told(&mut table, Confederate, instructions);
    table.attacks(Union, &["a"], &["0105"]);
    table
}

#[test]
fn case_7_81_one_unit_makes_room_the_weakest_and_by_the_same_rule() {
    let full = ["c confederate infantry 2 0106", "d confederate infantry 1 0106"];
    for (toward, room) in [("0109", "0107"), ("0606", "0206")] {
        let table = cornered(json!({"retreat": {"toward": toward}}), &full);
        let there = (table.at("r"), table.at("c"), table.at("d"));
        assert_eq!(there, ("0106".into(), "0106".into(), room.into()), "{toward}");
    }
}

#[test]
fn case_7_82_a_chain_of_more_is_for_the_side_to_say() {
    let full = [
        "c confederate infantry 1 0106",
        "d confederate infantry 1 0106",
        "e confederate infantry 1 0107",
        "f confederate infantry 1 0107",
        "g confederate infantry 1 0206",
        "h confederate infantry 1 0206",
    ];
    assert_eq!(cornered(json!({"retreat": "nearest-friend"}), &full).asked(), "confederate retreat");
    assert_eq!(cornered(json!({"retreat": "nearest-friend"}), &full[..4]).asked(), "union advance");
}

#[test]
fn case_7_72_a_side_is_asked_where_its_units_would_be_lost() {
    // r and s go to the corner one after the other, and there is room for one of them.
    let corner = |instructions: Value, others: &[&str]| {
        let mut units = vec![
            "a union infantry 18 0202",
            "r confederate infantry 3 0102",
            "s confederate infantry 1 0102",
        ];
        units.extend(others);
        let mut table = ground(&units, &[4]);
        told(&mut table, Confederate, instructions);
        let events = table.attacks(Union, &["a"], &["0102"]);
        (table, events)
    };
    let rule = || json!({"retreat": "from-enemy"});
    let (table, events) = corner(rule(), &["c confederate infantry 1 0101"]);
    assert!(!kinds(&events).contains(&"standing-order"));
    assert_eq!(table.asked(), "confederate retreat", "which of the two is lost is its own to choose");
    let (table, events) = corner(rule(), &[]);
    assert_eq!(table.asked(), "union advance");
    assert_eq!((table.at("r"), table.at("s")), ("0101".into(), "0101".into()));
    assert!(eliminated(&events).is_empty());
}

// 7.6

#[test]
fn case_7_6_an_exchange_is_paid_with_the_least_that_will_do() {
    let pay = |units: &[&str], attackers: &[&str], instructions: Value| {
        let mut table = ground(units, &[6]);
        told(&mut table, Union, instructions);
        let events = table.attacks(Union, attackers, &["0505"]);
        let lost: Vec<String> = eliminated(&events).iter().map(|s| s[..1].to_owned()).collect();
        (table, lost)
    };
    let least = || json!({"exchange": "least"});
    let units = [
        "a union infantry 5 0506",
        "b union infantry 4 0506",
        "c union infantry 3 0604",
        "x confederate infantry 4 0505",
    ];
    let (table, lost) = pay(&units, &["a", "b", "c"], json!({}));
    assert_eq!((table.asked().as_str(), lost), ("union exchange", vec!["x".to_owned()]));
    let (table, lost) = pay(&units, &["a", "b", "c"], least());
    assert_eq!((table.asked().as_str(), lost), ("union advance", vec!["x".to_owned(), "b".to_owned()]));
    // Two small ones that come to less than one great one.
    let small = [
        "a union infantry 9 0506",
        "b union infantry 3 0604",
        "c union infantry 3 0404",
        "x confederate infantry 5 0505",
    ];
    assert_eq!(pay(&small, &["a", "b", "c"], least()).1, ["x", "b", "c"]);
    // Of equal strength, the infantry before the guns.
    let guns = [
        "a union artillery 4 0506",
        "b union infantry 4 0604",
        "c union infantry 4 0404",
        "x confederate infantry 4 0505",
    ];
    assert_eq!(pay(&guns, &["a", "b", "c"], least()).1, ["x", "b"]);
}

// 7.75

#[test]
fn case_7_75_nobody_advances_or_the_strongest_or_who_does_not_stay() {
    let units = [
        "a union infantry 9 0504",
        "b union infantry 5 0604",
        "c union infantry 9 0404",
        "x confederate infantry 1 0505",
    ];
    let advance = |instructions: Value| {
        let mut table = ground(&units, &[1]);
        told(&mut table, Union, instructions);
        table.attacks(Union, &["a", "b", "c"], &["0505"]);
        let there = ["a", "b", "c"].into_iter().find(|unit| table.at(unit) == "0505");
        (there.unwrap_or("nobody"), table.asked())
    };
    let over = || "union combat".to_owned();
    assert_eq!(advance(json!({})), ("nobody", "union advance".to_owned()));
    assert_eq!(advance(json!({"advance": "never"})), ("nobody", over()));
    // Between a and c the first of the order of battle.
    assert_eq!(advance(json!({"advance": "strongest"})), ("a", over()));
    assert_eq!(advance(json!({"advance": "strongest", "stay": ["0504"]})), ("c", over()));
    let all = json!({"advance": "strongest", "stay": ["0504", "0604", "0404"]});
    assert_eq!(advance(all), ("nobody", over()));
    // One of them may go: that is asked, unless an answer was told.
    assert_eq!(advance(json!({"stay": ["0504", "0604"]})), ("nobody", "union advance".to_owned()));
    assert_eq!(advance(json!({"stay": ["0504", "0604", "0404"]})), ("nobody", over()));
}

#[test]
fn case_7_76_into_which_of_two_hexes_is_for_the_side_to_say() {
    let units =
        ["a union infantry 12 0506", "x confederate infantry 1 0505", "y confederate infantry 1 0605"];
    let mut table = ground(&units, &[1]);
    told(&mut table, Union, json!({"advance": "strongest"}));
    table.attacks(Union, &["a"], &["0505", "0605"]);
    assert_eq!(table.asked(), "union advance");
}

#[test]
fn chattanooga_18_11_nobody_advances_out_of_works() {
    let fought = |hex: &str, enemy: &str, instructions: Value| {
        let (a, x) = (format!("a union infantry 9 {hex}"), format!("x confederate infantry 1 {enemy}"));
        let mut table = on("chattanooga-1975").units(&[&a, &x]).combat(Union).dice(&[1]).set();
        told(&mut table, Union, instructions);
        table.attacks(Union, &["a"], &[enemy]);
        assert_eq!(table.at("x"), "eliminated");
        (table.at("a"), table.asked())
    };
    let stay = || json!({"advance": "strongest", "stay-in-works": true});
    assert_eq!(fought("1513", "1613", stay()), ("1513".into(), "union combat".into()));
    assert_eq!(fought("1613", "1612", stay()), ("1612".into(), "union combat".into()), "in the open");
    let out = json!({"advance": "strongest"});
    assert_eq!(fought("1513", "1613", out), ("1613".into(), "union combat".into()));
}

// 8.16, and retreat before combat

#[test]
fn case_8_16_guns_stand() {
    let bombard = |instructions: Value| {
        let mut table = ground(&["g union artillery 1 0502", "x confederate infantry 15 0504"], &[1]);
        told(&mut table, Union, instructions);
        let events = table.attacks(Union, &["g"], &["0504"]);
        (table.asked(), kinds(&events).contains(&"stood"))
    };
    assert_eq!(bombard(json!({})), ("union withdraw-battery".to_owned(), false));
    assert_eq!(bombard(json!({"battery": "stand"})), ("union combat".to_owned(), true));
}

#[test]
fn chickamauga_20_0_wilder_tries_to_retreat_or_stands() {
    let attack = |instructions: Value, dice: &[u8]| {
        let units = ["u-wilder 1306", "x confederate infantry 8 1206"];
        let mut table = on("chickamauga-2006").units(&units).combat(Confederate).dice(dice).set();
        told(&mut table, Union, instructions);
        let events = table.attacks(Confederate, &["x"], &["1306"]);
        (table, events)
    };
    let (table, _) = attack(json!({}), &[]);
    assert_eq!(table.asked(), "union retreat-before-combat");
    let (table, events) = attack(json!({"before-combat": "try"}), &[2]);
    assert_eq!(event(&events, "standing-order")["case"], "20.0");
    assert_eq!(event(&events, "withdrawal-thrown")["die"], 2);
    assert_eq!(table.asked(), "union retreat", "where to is another question");
    let both = json!({"before-combat": "try", "retreat": {"toward": "2106"}});
    let (table, events) = attack(both, &[2]);
    assert!(kinds(&events).contains(&"attack-voided"));
    assert_eq!((table.at("u-wilder"), table.asked()), ("1405".into(), "confederate advance".into()));
    let (_, events) = attack(json!({"before-combat": "stand"}), &[6]);
    assert!(kinds(&events).contains(&"stood") && !kinds(&events).contains(&"withdrawal-thrown"));
}

// What can be told, and to whom.

#[test]
fn standing_orders_are_for_ones_own_units_and_name_nothing_twice() {
    let (mut table, _) = thrown_back(json!({}), &[]);
    let refused = |table: &mut Table, instructions: Value| match AnyGame::order(
        &mut table.game,
        Confederate,
        &json!({"instruct": {"instructions": instructions}}),
        None,
    ) {
        Err(Failure::Refused { refusal, .. }) => format!("{}: {}", refusal.case, refusal.message),
        other => panic!("{other:?}"),
    };
    let of = |units: &[&str]| {
        let retreats: Vec<_> = units.iter().map(|u| json!({"unit": u, "rule": "ask"})).collect();
        json!({"retreats": retreats})
    };
    let stranger = refused(&mut table, of(&["a"]));
    assert!(stranger.starts_with("7.7: ") && stranger.contains("not a Confederate unit"), "{stranger}");
    assert!(refused(&mut table, of(&["r", "r"])).contains("named twice"));
    assert!(refused(&mut table, json!({"stay": ["0505", "0505"]})).contains("0505 is named twice"));
    let malformed = |instructions: Value| {
        let order = json!({"instruct": {"instructions": instructions}});
        table.game.rules().read_order(&order).unwrap_err()
    };
    assert!(malformed(json!({"retreat": "home"})).contains("nearest-friend"));
    malformed(json!({"retreat": {"toward": "9999"}}));
    malformed(json!({"retreats": [{"unit": "nobody", "rule": "ask"}]}));
    malformed(json!({"flee": true}));
}

#[test]
fn nobody_else_is_told_of_standing_orders() {
    let look = |table: &Table, viewer: Viewer| -> Value {
        serde_json::from_str(&table.game.view("", viewer, None)).unwrap()
    };
    let mut table = ground(&["a union infantry 18 0504", "r confederate infantry 1 0505"], &[4]);
    let others = [Viewer::Side(Union), Viewer::Watcher];
    let before = others.map(|viewer| look(&table, viewer));
    let preview = table.odds(Union, &["a"], &["0505"]);
    told(&mut table, Confederate, json!({"retreat": {"toward": "0605"}, "advance": "never"}));
    // Nothing that they see is another: not the position, not what an attack promises.
    assert_eq!(before, others.map(|viewer| look(&table, viewer)));
    assert_eq!(before[0]["instructions"]["retreat"], "ask");
    assert_eq!(before[1]["instructions"], Value::Null);
    assert_eq!(preview, table.odds(Union, &["a"], &["0505"]));
    let own = look(&table, Viewer::Side(Confederate));
    assert_eq!(own["instructions"]["retreat"], json!({"toward": "0605"}));
    assert_eq!(own["instruction-cases"]["retreat"]["case"], "7.7");
    assert_eq!(table.game.pending_info(Some(Union)), []);
    table.attacks(Union, &["a"], &["0505"]);
    // In the record they stand with the next entry, and in the log for their own side alone.
    let line = AnyGame::entries(&table.game, 0).remove(0);
    assert_eq!(line["standing"][0]["order"]["instruct"]["instructions"]["advance"], "never");
    assert!(line["salt"].is_string());
    let log = |viewer| json!(table.game.log(viewer, 0)).to_string();
    assert!(log(Viewer::Side(Confederate)).contains("instruct"));
    for viewer in others {
        assert!(!log(viewer).contains("instruct"), "{}", log(viewer));
        assert!(log(viewer).contains("A standing order of the Confederate side answers."));
    }
    assert_eq!(AnyGame::verify(&table.game).broken, None);
}

#[test]
fn a_record_replays_to_the_same_and_a_changed_standing_order_is_found() {
    let (mut table, _) = thrown_back(json!({"retreat": {"toward": "0205"}}), &[]);
    table.order(Union, json!({"hold": {}}));
    let mut lines = AnyGame::entries(&table.game, 0);
    let load = |lines: &[Value]| tabletop::GameSystem::load(library(), table.game.header(), lines, None);
    let again = load(&lines).unwrap();
    assert_eq!(again.entries(0), lines);
    for viewer in [Viewer::Side(Union), Viewer::Side(Confederate), Viewer::Watcher] {
        assert_eq!(again.view("", viewer, None), table.game.view("", viewer, None));
    }
    assert_eq!(again.verify().broken, None);
    let changed = json!({"toward": "1005"});
    let given = &mut lines[0]["standing"][0];
    given["order"]["instruct"]["instructions"]["retreat"] = changed.clone();
    given["events"][0]["instructions"]["retreat"] = changed;
    let mut audit = AnyGame::auditor(&table.game, None);
    assert!(audit.entry(&lines[0]).is_err(), "r would have gone elsewhere");
}

#[test]
fn an_order_that_the_other_side_has_answered_is_not_taken_back() {
    let after = |instructions: Value| {
        let mut table = ground(&["a union infantry 1 0504", "x confederate infantry 9 0505"], &[1]);
        told(&mut table, Confederate, instructions);
        table.attacks(Union, &["a"], &["0505"]);
        table.retreats(Union, "a", "0503");
        (table.asked(), table.game.act(Union, Act::Undo).is_ok())
    };
    assert_eq!(after(json!({})), ("confederate advance".to_owned(), true));
    assert_eq!(after(json!({"advance": "never"})), ("union combat".to_owned(), false));
    // What has answered for oneself may be taken back with the order.
    let mut table = ground(
        &["a union infantry 1 0504", "b union infantry 1 0504", "x confederate infantry 9 0505"],
        &[1],
    );
    told(&mut table, Union, json!({"retreats": [{"unit": "b", "rule": "from-enemy"}]}));
    table.attacks(Union, &["a", "b"], &["0505"]);
    table.retreats(Union, "a", "0503");
    assert_eq!(table.asked(), "confederate advance");
    table.game.act(Union, Act::Undo).unwrap();
    assert_eq!((table.asked(), table.at("b")), ("union retreat".into(), "0504".into()));
}

#[test]
fn a_question_that_is_open_stays_the_sides_own() {
    let (mut table, _) = thrown_back(json!({}), &[]);
    told(&mut table, Confederate, json!({"retreat": "from-enemy"}));
    assert_eq!(table.asked(), "confederate retreat");
    table.retreats(Confederate, "r", "0405");
}

// The preview

#[test]
fn a_preview_tells_where_each_unit_would_retreat_now() {
    let units = [
        "a union infantry 18 0504",
        "r confederate infantry 1 0505",
        "s confederate infantry 1 0102",
        "b union infantry 1 0202",
    ];
    let table = ground(&units, &[4]);
    let shown = |instructions: Value| {
        let preview = table.preview(Confederate, json!({"instruct": {"instructions": instructions}}));
        let of = |unit: &str| {
            let all = preview["retreats"].as_array().unwrap().clone();
            all.into_iter().find(|one| one["unit"] == unit).unwrap()
        };
        (of("r"), of("s"))
    };
    let (r, s) = shown(json!({"retreat": {"toward": "0605"}, "retreats": [{"unit": "s", "rule": "ask"}]}));
    assert_eq!((&r["from"], &r["to"], &r["case"]), (&json!("0505"), &json!("0605"), &json!("7.71")));
    assert_eq!(r["text"], "R retreats to 0605.");
    assert_eq!(s["to"], Value::Null);
    assert!(s["text"].as_str().unwrap().starts_with("You are asked where"));
    // What is shown is what is done.
    assert_eq!(
        retreats_to(json!({"retreat": {"toward": "0605"}}), &["s confederate infantry 1 0102"]),
        "0605"
    );
}
