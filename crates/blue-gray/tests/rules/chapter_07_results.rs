//! 7.6 and 7.9: the odds, the table, and what its results do.

use std::path::Path;

use blue_gray::Library;
use hexmap::Hex;
use serde_json::{Map, Value, json};
use tabletop::{GameSystem, Viewer};

use crate::check::*;

/// On the proving ground.
fn ground() -> SetUp {
    on("proving-ground")
}

/// The Union's combat phase at this position, with these faces to come.
fn combat(units: &[&str], dice: &[u8]) -> Table {
    ground().units(units).combat(Union).dice(dice).set()
}

fn end() -> Value {
    json!({"end-combat": {}})
}

fn hold() -> Value {
    json!({"hold": {}})
}

/// x and y side by side in 0505 and 0605; 0506 and 0604 touch both, 0504 touches x alone.
const PAIR: [&str; 5] = [
    "a union infantry 6 0506",
    "b union infantry 6 0604",
    "c union infantry 6 0504",
    "x confederate infantry 2 0505",
    "y confederate infantry 2 0605",
];

// 7.6 The odds and the results.

#[test]
fn case_7_6_odds_are_rounded_down_in_the_defenders_favour() {
    for (attack, defence, column, odds) in [
        (13, 4, "3-1", "3-1"),
        (12, 4, "3-1", "3-1"),
        (11, 4, "2-1", "2-1"),
        (4, 13, "1-4", "1-4"),
        (4, 12, "1-3", "1-3"),
        (4, 11, "1-3", "1-3"),
        (4, 4, "1-1", "1-1"),
        (7, 4, "1-1", "1-1"),
        (8, 4, "2-1", "2-1"),
        (3, 4, "1-2", "1-2"),
        (1, 2, "1-2", "1-2"),
        (4, 9, "1-3", "1-3"),
        (1, 4, "1-4", "1-4"),
        (1, 5, "1-5", "1-5"),
        (23, 4, "5-1", "5-1"),
        (24, 4, "6-1", "6-1"),
        // Beyond the table's ends.
        (28, 4, "6-1", "7-1"),
        (99, 1, "6-1", "99-1"),
        (4, 21, "1-5", "1-6"),
        (1, 99, "1-5", "1-99"),
    ] {
        let units =
            [format!("a union infantry {attack} 0506"), format!("x confederate infantry {defence} 0505")];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = combat(&units, &[2]);
        let told = table.odds(Union, &["a"], &["0505"]);
        assert_eq!((&told["column"], &told["odds"]), (&json!(column), &json!(odds)), "{attack} to {defence}");
        let events = table.attacks(Union, &["a"], &["0505"]);
        assert_eq!(event(&events, "die-thrown")["column"], column, "{attack} to {defence}");
    }
}

#[test]
fn case_7_6_the_table_as_it_is_printed() {
    let columns = ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"];
    let strengths = [(1, 5), (1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)];
    let rows = [
        "Ar Ar Dr Dr Dr Dr De De De De",
        "Ar Ar Ar Dr Dr Dr Dr Dr De De",
        "Ar Ar Ar Ar Dr Dr Dr Dr Dr De",
        "Ae Ar Ar Ar Ar Dr Dr Dr Dr Dr",
        "Ae Ae Ar Ar Ar Ar Dr Ex Ex Dr",
        "Ae Ae Ae Ae Ar Ar Ex Ex Ex Ex",
    ];
    for (die, row) in (1..).zip(rows) {
        for ((result, column), (attack, defence)) in row.split(' ').zip(columns).zip(strengths) {
            let units =
                [format!("a union infantry {attack} 0506"), format!("x confederate infantry {defence} 0505")];
            let units: Vec<&str> = units.iter().map(String::as_str).collect();
            let mut table = combat(&units, &[die]);
            assert_eq!(
                table.odds(Union, &["a"], &["0505"])["results"][usize::from(die) - 1]["result"],
                result
            );
            let events = table.attacks(Union, &["a"], &["0505"]);
            let thrown = event(&events, "die-thrown");
            assert_eq!(
                (&thrown["column"], &thrown["die"], &thrown["result"]),
                (&json!(column), &json!(die), &json!(result)),
            );
        }
    }
}

#[test]
fn case_7_6_ae_all_attackers_are_eliminated() {
    // 2 to 10, a six.
    let units = ["a union infantry 1 0506", "b union infantry 1 0604", "x confederate infantry 10 0505"];
    let mut table = combat(&units, &[6]);
    let events = table.attacks(Union, &["a", "b"], &["0505"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ae");
    assert_eq!(
        (table.at("a"), table.at("b"), table.at("x")),
        ("eliminated".into(), "eliminated".into(), "0505".into())
    );
    // The defender won: he may come on into either hex.
    assert_eq!(table.asked(), "confederate advance");
    let mut hexes = table.view()["question"]["hexes"].as_array().unwrap().clone();
    hexes.sort_by_key(|h| h.as_str().unwrap().to_owned());
    assert_eq!(hexes, [json!("0506"), json!("0604")]);
    table.order(Confederate, json!({"advance": {"unit": "x", "to": "0604"}}));
    assert_eq!(table.at("x"), "0604");
    assert_eq!(table.asked(), "union combat");
}

#[test]
fn case_7_6_de_all_defenders_are_eliminated() {
    // 12 to 2, a two.
    let units = [
        "a union infantry 12 0506",
        "x confederate infantry 1 0505",
        "y confederate artillery 1 0505",
        "z confederate infantry 1 0503",
    ];
    let mut table = combat(&units, &[2]);
    let events = table.attacks(Union, &["a"], &["0505"]);
    let gone: Vec<&Value> =
        events.iter().filter(|e| e["event"] == "eliminated").map(|e| &e["unit"]).collect();
    assert_eq!(gone, [&json!("x"), &json!("y")]);
    assert!(
        events
            .iter()
            .filter(|e| e["event"] == "eliminated")
            .all(|e| e["case"] == "7.6" && e["hex"] == "0505")
    );
    assert_eq!((table.at("a"), table.at("z")), ("0506".into(), "0503".into()));
    assert_eq!(table.asked(), "union advance");
    table.order(Union, json!({"advance": {"unit": "a"}}));
    assert_eq!(table.at("a"), "0505");
}

#[test]
fn case_7_6_ar_all_attackers_retreat() {
    // 10 to 10, a six.
    let units = ["a union infantry 5 0506", "b union infantry 5 0604", "x confederate infantry 10 0505"];
    let mut table = combat(&units, &[6]);
    let events = table.attacks(Union, &["a", "b"], &["0505"]);
    assert_eq!(event(&events, "asked")["case"], "7.71");
    assert_eq!(table.asked(), "union retreat");
    table.retreats(Union, "b", "0704");
    assert_eq!(table.asked(), "union retreat");
    table.retreats(Union, "a", "0507");
    assert_eq!((table.at("a"), table.at("b"), table.at("x")), ("0507".into(), "0704".into(), "0505".into()));
    assert_eq!(table.asked(), "confederate advance");
    table.order(Confederate, hold());
    assert_eq!(table.asked(), "union combat");
}

#[test]
fn case_7_6_dr_all_defenders_retreat() {
    // 10 to 10, a one.
    let units =
        ["a union infantry 10 0506", "x confederate infantry 5 0505", "y confederate infantry 5 0505"];
    let mut table = combat(&units, &[1]);
    table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(table.asked(), "confederate retreat");
    table.retreats(Confederate, "x", "0504");
    assert_eq!(table.asked(), "confederate retreat", "the other one too");
    assert_eq!(table.view()["question"]["text"], "The Confederate side chooses where y retreats.");
    table.retreats(Confederate, "y", "0404");
    assert_eq!(table.asked(), "union advance");
    assert_eq!(table.view()["question"]["text"], "The Union side may advance a into 0505, or hold.");
    table.order(Union, json!({"advance": {"unit": "a"}}));
    assert_eq!((table.at("a"), table.at("x"), table.at("y")), ("0505".into(), "0504".into(), "0404".into()));
}

#[test]
fn case_7_6_results_are_carried_out_before_the_next_combat() {
    // Two fights, either may come first; 1-1, a one is Dr.
    let units = [
        "a union infantry 5 0506",
        "x confederate infantry 5 0505",
        "b union infantry 5 0906",
        "y confederate infantry 5 0905",
    ];
    for [(a, x, back, at), (b, y, away, then)] in [
        [("a", "0505", "0404", "x"), ("b", "0905", "0804", "y")],
        [("b", "0905", "0804", "y"), ("a", "0505", "0404", "x")],
    ] {
        let mut table = combat(&units, &[1, 1]);
        table.attacks(Union, &[a], &[x]);
        assert_eq!(table.asked(), "confederate retreat");
        assert_eq!(table.attack_case(Union, &[b], &[y]), "7.71");
        assert_eq!(table.case(Union, end()), "7.71");
        table.retreats(Confederate, at, back);
        // Not even the advance waits.
        assert_eq!(table.asked(), "union advance");
        assert_eq!(table.attack_case(Union, &[b], &[y]), "7.75");
        table.order(Union, hold());
        table.attacks(Union, &[b], &[y]);
        table.retreats(Confederate, then, away);
    }
}

#[test]
fn case_7_6_ex_with_one_attacker_there_is_nothing_to_choose() {
    // 6 to 2, a six.
    let mut table = combat(&["a union infantry 6 0506", "x confederate infantry 2 0505"], &[6]);
    let events = table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ex");
    assert_eq!((table.at("a"), table.at("x")), ("eliminated".into(), "eliminated".into()));
    assert_eq!(table.asked(), "union combat", "nobody is left to advance");
}

#[test]
fn case_7_6_ex_the_attacker_chooses_whom_he_gives_for_the_defenders() {
    // 12 to 4, a six; the price is four.
    let units = [
        "a union infantry 5 0506",
        "b union infantry 4 0506",
        "c union infantry 3 0604",
        "x confederate infantry 4 0505",
        "d union infantry 9 0704",
    ];
    let mut table = combat(&units, &[6]);
    table.attacks(Union, &["a", "b", "c"], &["0505"]);
    assert_eq!(table.at("x"), "eliminated");
    assert_eq!((table.asked().as_str(), table.question_case().as_str()), ("union exchange", "7.6"));
    assert_eq!(table.view()["question"]["need"], 4);
    let lose = |units: &[&str]| json!({"lose": {"units": units}});
    for (wrong, told) in [
        (vec![], "0"),
        (vec!["c"], "3"),
        (vec!["a", "c"], "c"),
        (vec!["a", "b"], "not needed"),
        (vec!["a", "b", "c"], "not needed"),
        (vec!["d"], "did not attack"),
        (vec!["x"], "did not attack"),
        (vec!["c", "c"], "twice"),
    ] {
        let (case, sentence) = table.refused(Union, lose(&wrong));
        assert_eq!(case, "7.6", "{wrong:?}");
        assert!(sentence.contains(told), "{wrong:?}: {sentence}");
    }
    assert_eq!(table.case(Confederate, lose(&["b"])), "7.6");
    let ways = table.targets(Union, "lose", Value::Null)["targets"].clone();
    assert_eq!(
        ways,
        json!([{"units": ["a"]}, {"units": ["b"]}]),
        "c alone is too little, and with another too much"
    );
    table.order(Union, lose(&["b"]));
    assert_eq!(
        (table.at("a"), table.at("b"), table.at("c")),
        ("0506".into(), "eliminated".into(), "0604".into())
    );
    // Who is left won, and may advance.
    assert_eq!(table.asked(), "union advance");
    assert_eq!(table.view()["question"]["units"], json!(["a", "c"]));
    table.order(Union, json!({"advance": {"unit": "c"}}));
    assert_eq!(table.at("c"), "0505");
}

#[test]
fn case_7_6_ex_two_small_units_may_go_for_one() {
    // 15 to 5, a six: 9, or 3 and 3 together, but not 9 and a 3.
    let units = [
        "a union infantry 9 0506",
        "b union infantry 3 0604",
        "c union infantry 3 0404",
        "x confederate infantry 5 0505",
    ];
    let mut table = combat(&units, &[6]);
    table.attacks(Union, &["a", "b", "c"], &["0505"]);
    let ways = table.targets(Union, "lose", Value::Null)["targets"].clone();
    assert_eq!(ways, json!([{"units": ["a"]}, {"units": ["b", "c"]}]));
    table.order(Union, json!({"lose": {"units": ["c", "b"]}}));
    assert_eq!(
        (table.at("a"), table.at("b"), table.at("c")),
        ("0506".into(), "eliminated".into(), "eliminated".into())
    );
}

#[test]
fn case_7_6_ex_where_only_one_set_will_do_nobody_is_asked() {
    // 12 to 4, a six: b and c together are too little, so a it is.
    let units = [
        "a union infantry 9 0506",
        "b union infantry 2 0604",
        "c union infantry 1 0604",
        "x confederate infantry 4 0505",
    ];
    let mut table = combat(&units, &[6]);
    let events = table.attacks(Union, &["a", "b", "c"], &["0505"]);
    assert!(!events.iter().any(|e| e["ask"] == "exchange"));
    assert_eq!(
        (table.at("a"), table.at("b"), table.at("c")),
        ("eliminated".into(), "0604".into(), "0604".into())
    );
    assert_eq!(table.asked(), "union advance");
}

#[test]
fn case_7_6_ex_is_paid_at_printed_strength_not_multiplied() {
    // 12 to 2 doubled, a six: the price is two, not four.
    let units = ["a union infantry 10 1408", "b union infantry 2 1407", "x confederate infantry 2 1508"];
    let mut table = combat(&units, &[6]);
    assert_eq!(table.odds(Union, &["a", "b"], &["1508"])["defence"], 4);
    let events = table.attacks(Union, &["a", "b"], &["1508"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ex");
    assert_eq!(table.view()["question"]["need"], 2);
    table.order(Union, json!({"lose": {"units": ["b"]}}));
    assert_eq!((table.at("a"), table.at("b")), ("1408".into(), "eliminated".into()));
}

#[test]
fn case_7_6_ex_when_all_together_fall_short_all_are_removed() {
    // 1 and 1 next to it, and 10 from afar, against 4: a six. The guns give nothing (8.23).
    let units = [
        "a union infantry 1 0506",
        "b union infantry 1 0604",
        "g union artillery 10 0503",
        "x confederate infantry 4 0505",
    ];
    let mut table = combat(&units, &[6]);
    let events = table.attacks(Union, &["a", "b", "g"], &["0505"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ex");
    assert_eq!(
        (table.at("a"), table.at("b"), table.at("g")),
        ("eliminated".into(), "eliminated".into(), "0503".into())
    );
    assert_eq!(table.at("x"), "eliminated");
    assert_eq!(table.asked(), "union combat");
}

#[test]
fn case_7_6_ex_for_two_hexes_is_paid_for_both() {
    let units = [PAIR[0], PAIR[1], PAIR[3], PAIR[4]];
    let mut table = combat(&units, &[6]);
    table.attacks(Union, &["a", "b"], &["0505", "0605"]);
    assert_eq!((table.at("x"), table.at("y")), ("eliminated".into(), "eliminated".into()));
    assert_eq!(table.view()["question"]["need"], 4);
    table.order(Union, json!({"lose": {"units": ["a"]}}));
    assert_eq!(table.view()["question"]["hexes"], json!(["0505", "0605"]), "b advances into either");
}

// 7.9 Voluntary reduction of odds.

#[test]
fn case_7_9_the_attacker_may_take_a_lower_column_before_the_throw() {
    // 25 to 5 is 5-1; he takes 3-1, where a six is Ex and a five is Dr, not Ex.
    let units = ["a union infantry 25 0506", "x confederate infantry 5 0505"];
    let order =
        |column: &str| json!({"attack": {"attackers": ["a"], "defenders": ["0505"], "column": column}});
    let mut table = combat(&units, &[5]);
    let preview = table.preview(Union, order("3-1"));
    assert_eq!((&preview["column"], &preview["best-column"]), (&json!("3-1"), &json!("5-1")));
    let columns: Vec<Value> =
        preview["columns"].as_array().unwrap().iter().map(|c| c["column"].clone()).collect();
    assert_eq!(columns, ["5-1", "4-1", "3-1", "2-1", "1-1", "1-2", "1-3", "1-4", "1-5"].map(|c| json!(c)));
    let events = table.order(Union, order("3-1"));
    let declared = event(&events, "attack-declared");
    assert_eq!(
        (&declared["column"], &declared["case"], &declared["lowered"]),
        (&json!("3-1"), &json!("7.9"), &json!(true))
    );
    assert_eq!(event(&events, "die-thrown")["result"], "Dr");
    // As low as he likes: 1-5, a five is Ae.
    let mut table = combat(&units, &[5]);
    let events = table.order(Union, order("1-5"));
    assert_eq!(event(&events, "die-thrown")["result"], "Ae");
    assert_eq!(table.at("a"), "eliminated");
    // Without the word, the odds as they are: 5-1, a five is Ex.
    let mut table = combat(&units, &[5]);
    let events = table.attacks(Union, &["a"], &["0505"]);
    assert_eq!(event(&events, "die-thrown")["result"], "Ex");
    assert_eq!(event(&events, "attack-declared")["case"], "7.6");
}

#[test]
fn case_7_6_what_is_missing_for_the_next_column_is_the_least_that_reaches_it() {
    let table = combat(&["a union infantry 1 0506", "x confederate infantry 1 0505"], &[]);
    let tables = &table.game.rules().scenario.tables;
    for (attack, defence) in (1..=60_u16).flat_map(|attack| (1..=60).map(move |defence| (attack, defence))) {
        let column = tables.column(attack, defence);
        // The odds are those of the column, if the table has them.
        let odds = blue_gray::Tables::odds(attack, defence);
        if let Some(named) = tables.column_named(&odds) {
            assert_eq!(named, column, "{attack} to {defence}");
        }
        match tables.next_column(attack, defence) {
            None => assert_eq!(column, tables.last_column(), "{attack} to {defence}"),
            Some((next, least)) => {
                assert!(next > column && next == tables.column(least, defence), "{attack} to {defence}");
                assert_eq!(tables.column(least - 1, defence), column, "{attack} to {defence}");
            }
        }
    }
}

#[test]
fn case_7_6_the_preview_tells_what_is_missing_for_the_next_column() {
    let order = json!({"attack": {"attackers": ["a"], "defenders": ["0505"]}});
    // Attack, defence, the next column, and how much more it takes.
    for (attack, defence, next) in [
        (13, 5, json!({"column": "3-1", "missing": 2})),
        (10, 5, json!({"column": "3-1", "missing": 5})),
        (4, 5, json!({"column": "1-1", "missing": 1})),
        // 2 to 5 is 1-3; two fifths are 1-2 with half a point more, which is a whole one.
        (2, 5, json!({"column": "1-2", "missing": 1})),
        (1, 20, json!({"column": "1-4", "missing": 4})),
        // One more passes over columns: 2 to 4 is 1-2.
        (1, 4, json!({"column": "1-2", "missing": 1})),
        (1, 6, json!({"column": "1-3", "missing": 1})),
        (1, 9, json!({"column": "1-3", "missing": 2})),
        (1, 2, json!({"column": "1-1", "missing": 1})),
        (30, 5, Value::Null),
    ] {
        let attacker = format!("a union infantry {attack} 0506");
        let defender = format!("x confederate infantry {defence} 0505");
        let table = combat(&[&attacker, &defender], &[]);
        let preview = table.preview(Union, order.clone());
        assert_eq!(preview["next-column"], next, "{attack} to {defence}");
        // With that many more the attack is in it, with one less it is not.
        if let Some(missing) = next["missing"].as_u64() {
            for (more, reached) in [(missing, true), (missing - 1, false)] {
                let attacker = format!("a union infantry {} 0506", attack + more);
                let table = combat(&[&attacker, &defender], &[]);
                let column = table.preview(Union, order.clone())["best-column"].clone();
                assert_eq!(column == next["column"], reached, "{attack} and {more} to {defence}");
            }
        }
    }
}

#[test]
fn case_7_9_never_a_higher_column_and_only_columns_of_the_table() {
    let units = ["a union infantry 10 0506", "x confederate infantry 5 0505"];
    let mut table = combat(&units, &[1]);
    for column in ["3-1", "6-1", "7-1", "2:1", ""] {
        let order = json!({"attack": {"attackers": ["a"], "defenders": ["0505"], "column": column}});
        let (case, sentence) = table.refused(Union, order);
        assert_eq!(case, "7.9", "{column}");
        assert!(sentence.contains("2-1"), "{sentence}");
    }
    // His own column is no reduction.
    let order = json!({"attack": {"attackers": ["a"], "defenders": ["0505"], "column": "2-1"}});
    let events = table.order(Union, order);
    assert_eq!(event(&events, "attack-declared")["case"], "7.6");
}

/// A data pack may let three stack: of more than sixteen attackers the sets that could pay are too many to look at, and
/// where the first sixteen fall short all pay.
#[test]
fn case_7_6_an_exchange_is_paid_however_many_attack() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let read = |file: &str| {
        let text = std::fs::read_to_string(data.join(file)).ok()?;
        Some(text.replace("\nstacking = 2", "\nstacking = 3"))
    };
    let library = Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
    let printed = library.battle("chickamauga-1975", &Map::new(), None).unwrap_or_else(|e| panic!("{e}"));
    let grid = &printed.map().grid;
    let is_open = |hex: &Hex| {
        let around = grid.neighbours(*hex);
        around.filter(|&(way, _)| printed.scenario.field.cost(*hex, way) == Some(1)).count() == 6
    };
    let middle = grid.hexes().find(is_open).expect("there is open ground");
    let unit = |id: String, side: &str, strength: u8, hex: Hex| json!({ "id": id, "side": side, "type": "infantry", "strength": strength, "movement": 6, "hex": printed.number(hex) });
    let around: Vec<Hex> = grid.neighbours(middle).map(|(_, hex)| hex).collect();
    let mut units: Vec<Value> = (0..3).map(|n| unit(format!("d{n}"), "confederate", 20, middle)).collect();
    units.extend((0..18).map(|n| unit(format!("a{n}"), "union", if n < 16 { 3 } else { 80 }, around[n / 3])));
    let attackers: Vec<String> = (0..18).map(|n| format!("a{n}")).collect();
    let attack = json!({ "attack": { "attackers": attackers, "defenders": [printed.number(middle)] } });
    let lost = |die: u8| {
        let position = json!({ "units": units, "phase": "combat", "side": "union" });
        let begun = library.begin("chickamauga-1975", &Map::new(), Some(&position), &[die], [7; 32]);
        let mut game = begun.unwrap_or_else(|e| panic!("{e}"));
        game.order(Union, &attack, None).unwrap();
        let events = game.log(Viewer::Side(Union), 0).into_iter().filter_map(|entry| entry.events).flatten();
        events.filter(|event| event["event"] == "eliminated" && event["case"] == "7.6").count()
    };
    let exchanges: Vec<usize> = (1..=6).map(lost).filter(|lost| *lost >= 18).collect();
    assert!(!exchanges.is_empty(), "the column has an exchange");
}
