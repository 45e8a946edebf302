//! The tutorials are sound: the rules accept every order of them, and say what they say they say.

use catalog::{Library, Start};
use serde_json::{Value, json};
use tabletop::{AnyGame, ServerSeed, Side, Viewer};

/// Where the first is.
const FILE: &str = "tutorial/training.toml";
/// What it and the second are played on.
const FIRST: &str = "training";
const SECOND: &str = "kernstown-training";

fn library() -> Library {
    systems::library().unwrap_or_else(|faults| panic!("{faults}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The tutorial of that scenario.
fn tutorial<'a>(library: &'a Library, scenario: &str) -> &'a Value {
    library.tutorials().iter().find(|one| one["scenario"] == scenario).expect("there is one")
}

/// Plays it as the page does, every order through the rules; `look` is shown the game and the step
/// before each.
fn play(
    library: &Library,
    scenario: &str,
    mut look: impl FnMut(&dyn AnyGame, &Value),
) -> Vec<Box<dyn AnyGame>> {
    let tutorial = tutorial(library, scenario);
    let mut games: Vec<Box<dyn AnyGame>> = Vec::new();
    for step in list(&tutorial["steps"]) {
        if let Some(begin) = step.get("begin") {
            let dice: Vec<u8> =
                list(&begin["dice"]).iter().filter_map(|die| u8::try_from(die.as_u64()?).ok()).collect();
            let start = Start {
                scenario: tutorial["scenario"].as_str().expect("an id"),
                options: tutorial["options"].as_object().cloned().unwrap_or_default(),
                position: begin.get("position").cloned(),
                dice: &dice,
            };
            games.push(library.begin(&start, ServerSeed::default()).expect("it begins"));
        }
        for task in list(&step["tasks"]) {
            let game = games.last_mut().expect("the first step begins a game");
            look(&**game, step);
            let side = Side::BOTH.into_iter().find(|side| task["side"] == side.word()).expect("a side");
            let done = game.order(side, &task["order"], None);
            done.unwrap_or_else(|e| panic!("{}: {}: {e}", step["title"], task["order"]));
        }
    }
    games
}

#[test]
fn it_is_sound_and_has_ten_steps() {
    let library = library();
    let tutorial = tutorial(&library, FIRST);
    assert_eq!(tutorial["steps"].as_array().map(Vec::len), Some(10));
    assert_eq!(tutorial["steps"][9]["tasks"][0]["order"], json!({ "end-combat": {} }));
    assert_eq!(tutorial["side"], "union");
}

#[test]
fn the_rules_accept_every_order_and_the_dice_fall_as_told() {
    let library = library();
    let games = play(&library, FIRST, |_, _| {});
    let told: Vec<String> = games
        .iter()
        .flat_map(|table| table.entries(0))
        .flat_map(|entry| entry["events"].as_array().cloned().unwrap_or_default())
        .filter(|event| event["event"] == "die-thrown")
        .map(|event| format!("{} {} {}", event["column"], event["die"], event["result"]))
        .collect();
    assert_eq!(told, [r#""1-1" 5 "Ar""#, r#""3-1" 3 "Dr""#, r#""1-1" 1 "Dr""#]);
    let last = games.last().expect("there are games");
    assert_eq!(last.asked(), None, "the last step ends its game");
    let end = last.entries(0).into_iter().flat_map(|e| e["events"].as_array().cloned().unwrap_or_default());
    let end = end.last().expect("something happened");
    assert_eq!(
        (&end["union"], &end["confederate"], &end["level"]),
        (&json!(8), &json!(0), &json!("marginal"))
    );
}

#[test]
fn what_it_says_of_illegal_orders_is_so() {
    let library = library();
    let mut said = Vec::new();
    play(&library, FIRST, |table, step| {
        // "Try it if you like": over the bridge at night; and 1/1 stays in its zone.
        if step["title"] == "Night" && said.len() < 2 {
            for (unit, to) in [("u-3-2", "0604"), ("u-1-1", "0604")] {
                let preview = table.preview(Side::Union, &json!({ "move": { "unit": unit, "to": to } }));
                said.push(preview.expect("it is well formed")["refusal"]["case"].clone());
            }
        }
        // 0603 and 0605 in zones, the creek before 0504: one hex is left.
        if step["title"] == "Retreat" && table.asked() == Some(Side::Union) {
            let open = table.targets(Side::Union, "retreat", &json!("u-1-2")).expect("it is asked");
            assert_eq!(open["targets"].as_array().map(Vec::len), Some(1), "{open}");
        }
    });
    assert_eq!(said, ["10.2", "5.13"]);
}

/// The sentences of what happened in a game, as the pupil is told them.
fn told(game: &dyn AnyGame) -> Vec<String> {
    let entries = game.log(Viewer::Side(Side::Union), 0).into_iter().map(|entry| json!(entry));
    let events = entries.flat_map(|entry| list(&entry["events"]).to_vec());
    events.filter_map(|event| Some(event["text"].as_str()?.to_owned())).collect()
}

#[test]
fn the_second_has_ten_steps_and_its_dice_fall_as_told() {
    let library = library();
    assert_eq!(tutorial(&library, SECOND)["steps"].as_array().map(Vec::len), Some(10));
    let games = play(&library, SECOND, |_, _| {});
    let [first, rally, fire] = &*games else { panic!("{} games", games.len()) };
    let all = told(&**first);
    for said in [
        "Take Aim is held.",
        "Tyler's command roll: 2 against 3, passed.",
        "33 VA is Battleworn.",
        "33 VA is Shaken.",
        "7 OH-a moves to 1305.",
        "33 VA breaks: Broken Box 3.",
        "29 OH-a advances to 1205.",
    ] {
        assert!(all.iter().any(|sentence| sentence == said), "{said} is missing from {all:#?}");
    }
    assert!(told(&**rally).contains(&"7 OH-a is Fresh again.".to_owned()));
    assert!(told(&**fire).contains(&"29 OH-a and 7 OH-a fire at 1304.".to_owned()));
}

#[test]
fn every_fault_has_its_line() {
    let text = r#"title = "t"
about = "a"
scenario = "training"
side = "union"

[[step]]
title = "one"
case = "5.99"
text = "See [6.1] and [6.99]."
after = ""
begin = { dice = [7] }

[[step.task]]
side = "union"
order = { end-movement = {} }
look = ["9999"]
"#;
    let data = |path: &str| match path {
        FILE => Some(text.to_owned()),
        _ => catalog::embedded::data(path),
    };
    let faults = Library::read(systems::registry(), &data).err().expect("it is full of them");
    let faults = faults.to_string();
    for fault in [
        ":8: there is no case 5.99",
        ":6: there is no case 6.99",
        ":6: its game cannot begin: dice: a die has no face 7",
        ":13: a task of the pupil's says what to do and why",
        ":13: there is no hex 9999",
    ] {
        assert!(faults.contains(fault), "{fault} is missing from:\n{faults}");
    }
    assert!(!faults.contains("case 6.1 "));
    let without = |path: &str| (path != FILE).then(|| catalog::embedded::data(path)).flatten();
    let library = Library::read(systems::registry(), &without).expect("a folder may lack it");
    assert_eq!(library.tutorials().len(), 1, "the other is there all the same");
}
