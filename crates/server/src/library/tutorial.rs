//! The tutorial: read from its data file, and checked against what it speaks of.

use std::collections::BTreeSet;

use hexmap::{Faults, Map};
use serde::{Deserialize, Serialize};
use serde_json::{Map as Object, Value, json};
use tabletop::{ServerSeed, Side};
use toml::Spanned;

use super::{Library, Start};

/// Where it is.
const FILE: &str = "tutorial/training.toml";

/// The rules whose cases a step names by their number alone.
const STANDARD: &str = "blue-gray-1975";

/// The file, as the page is sent it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Tutorial {
    title: String,
    about: String,
    scenario: Spanned<String>,
    side: Side,
    #[serde(rename(deserialize = "step", serialize = "steps"))]
    steps: Vec<Spanned<Step>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Step {
    title: String,
    case: Spanned<String>,
    text: String,
    after: String,
    #[serde(default)]
    any: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    begin: Option<Begin>,
    #[serde(rename(deserialize = "task", serialize = "tasks"))]
    tasks: Vec<Spanned<Task>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    #[serde(default)]
    dice: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Value>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Task {
    side: Side,
    order: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    say: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(default)]
    look: Vec<String>,
}

/// The tutorial as JSON; `None` if the folder has none.
///
/// # Errors
/// Every fault with its line: cases, hexes and games that there are not, a task of the pupil's that says nothing.
pub(super) fn read(
    read: &dyn Fn(&str) -> Option<String>,
    library: &Library,
) -> Result<Option<Value>, Faults> {
    let Some(text) = read(FILE) else { return Ok(None) };
    let tutorial: Tutorial = toml::from_str(&text).map_err(|e| Faults::from_toml(FILE, &text, &e))?;
    let mut check = Check { text: &text, faults: Faults::default(), cases: cases(library.reference()) };
    check.tutorial(&tutorial, library);
    check.faults.into_result(Some(json!(tutorial)))
}

/// Every case of the reference, as `system/number`.
fn cases(reference: &Value) -> BTreeSet<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut names = BTreeSet::new();
    for system in list(&reference["systems"]) {
        for case in list(&system["cases"]) {
            if let (Some(system), Some(number)) = (system["system"].as_str(), case["number"].as_str()) {
                names.insert(format!("{system}/{number}"));
            }
        }
    }
    names
}

/// The numbers in square brackets: links to cases.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(link, _)| link)
}

struct Check<'a> {
    text: &'a str,
    faults: Faults,
    cases: BTreeSet<String>,
}

impl Check<'_> {
    fn fault(&mut self, at: usize, what: impl Into<String>) {
        self.faults.push(FILE, hexmap::line_of(self.text, at), what);
    }

    fn tutorial(&mut self, tutorial: &Tutorial, library: &Library) {
        let id = tutorial.scenario.get_ref();
        let Some(scenario) = library.scenario(id) else {
            return self.fault(tutorial.scenario.span().start, format!("there is no scenario '{id}'"));
        };
        let Some(map) = library.maps().get(&scenario.map) else {
            return self.fault(tutorial.scenario.span().start, format!("there is no map '{}'", scenario.map));
        };
        match tutorial.steps.first() {
            None => self.fault(0, "a tutorial has steps"),
            Some(first) if first.get_ref().begin.is_none() => {
                self.fault(first.span().start, "the first step begins a game");
            }
            Some(_) => {}
        }
        for step in &tutorial.steps {
            if let Some(begin) = &step.get_ref().begin {
                self.begin(step.span().start, id, begin, library);
            }
            self.step(step, tutorial.side, map);
        }
    }

    /// A game that cannot begin is a fault of the step that begins it.
    fn begin(&mut self, at: usize, scenario: &str, begin: &Begin, library: &Library) {
        let start =
            Start { scenario, options: Object::new(), position: begin.position.clone(), dice: &begin.dice };
        // Any seed will do: nothing is thrown.
        if let Err(failure) = library.begin(&start, ServerSeed::default()) {
            self.fault(at, format!("its game cannot begin: {failure}"));
        }
    }

    fn step(&mut self, step: &Spanned<Step>, pupil: Side, map: &Map) {
        let at = step.span().start;
        let step = step.get_ref();
        self.case(step.case.span().start, step.case.get_ref());
        for link in links(&step.text).chain(links(&step.after)) {
            self.case(at, link);
        }
        if step.tasks.is_empty() {
            self.fault(at, "a step has tasks");
        }
        for task in &step.tasks {
            let at = task.span().start;
            let task = task.get_ref();
            if task.side == pupil && (task.say.is_none() || task.why.is_none()) {
                self.fault(at, "a task of the pupil's says what to do and why");
            }
            for link in task.why.as_deref().map(links).into_iter().flatten() {
                self.case(at, link);
            }
            for hex in task.look.iter().filter(|hex| map.grid.parse(hex).is_none()) {
                self.fault(at, format!("there is no hex {hex} to look at"));
            }
        }
    }

    fn case(&mut self, at: usize, case: &str) {
        let name = if case.contains('/') { case.to_owned() } else { format!("{STANDARD}/{case}") };
        if !self.cases.contains(&name) {
            self.fault(at, format!("there is no case {case} in the reference"));
        }
    }
}

#[cfg(test)]
mod tests {
    use tabletop::AnyGame;

    use super::*;
    use crate::embedded;

    fn library() -> Library {
        Library::embedded().unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// Plays it as the page does, every order through the rules; `look` is shown the table before each.
    fn play(library: &Library, mut look: impl FnMut(&dyn AnyGame, &Step, &Task)) -> Vec<Box<dyn AnyGame>> {
        let text = embedded::data(FILE).expect("it is part of the program");
        let tutorial: Tutorial = toml::from_str(&text).expect("it is sound");
        let mut games: Vec<Box<dyn AnyGame>> = Vec::new();
        for step in tutorial.steps.into_iter().map(Spanned::into_inner) {
            if let Some(begin) = &step.begin {
                let start = Start {
                    scenario: tutorial.scenario.get_ref(),
                    options: Object::new(),
                    position: begin.position.clone(),
                    dice: &begin.dice,
                };
                games.push(library.begin(&start, ServerSeed::default()).expect("it begins"));
            }
            for task in step.tasks.iter().map(Spanned::get_ref) {
                let table = games.last_mut().expect("the first step begins a game");
                look(&**table, &step, task);
                let done = table.order(task.side, &task.order, None);
                done.unwrap_or_else(|e| panic!("{}: {}: {e}", step.title, task.order));
            }
        }
        games
    }

    #[test]
    fn it_is_sound_and_has_ten_steps() {
        let library = library();
        let tutorial = library.tutorial().expect("there is one");
        assert_eq!(tutorial["steps"].as_array().map(Vec::len), Some(10));
        assert_eq!(tutorial["steps"][9]["tasks"][0]["order"], json!({ "end-combat": {} }));
        assert_eq!(tutorial["side"], "union");
    }

    #[test]
    fn the_rules_accept_every_order_and_the_dice_fall_as_told() {
        let library = library();
        let games = play(&library, |_, _, _| {});
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
        let end =
            last.entries(0).into_iter().flat_map(|e| e["events"].as_array().cloned().unwrap_or_default());
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
        play(&library, |table, step, _| {
            // "Try it if you like": over the bridge at night; and 1/1 stays in its zone.
            if step.title == "Night" && said.len() < 2 {
                for (unit, to) in [("u-3-2", "0604"), ("u-1-1", "0604")] {
                    let preview = table.preview(Side::Union, &json!({ "move": { "unit": unit, "to": to } }));
                    said.push(preview.expect("it is well formed")["refusal"]["case"].clone());
                }
            }
            // 0603 and 0605 in zones, the creek before 0504: one hex is left.
            if step.title == "Retreat" && table.asked() == Some(Side::Union) {
                let open = table.targets(Side::Union, "retreat", &json!("u-1-2")).expect("it is asked");
                assert_eq!(open["targets"].as_array().map(Vec::len), Some(1), "{open}");
            }
        });
        assert_eq!(said, ["10.2", "5.13"]);
    }

    #[test]
    fn every_fault_has_its_line() {
        let library = library();
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
        let faults =
            read(&|path| (path == FILE).then(|| text.to_owned()), &library).expect_err("it is full of them");
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
        assert!(read(&|_| None, &library).is_ok_and(|tutorial| tutorial.is_none()));
    }
}
