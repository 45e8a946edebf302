//! The tutorials: each read from its data file, and checked against what it speaks of.

use std::collections::BTreeSet;

use hexmap::{Faults, Map, Spanned, read_toml};
use serde::{Deserialize, Serialize};
use serde_json::{Map as Object, Value, json};
use tabletop::{ServerSeed, Side};

use crate::library::{Library, Start};
use crate::system::{Read, Systems};

/// The file, as the page is sent it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Tutorial {
    title: String,
    about: String,
    scenario: Spanned<String>,
    side: Side,
    /// Options of its games that differ from their defaults.
    #[serde(default, skip_serializing_if = "Object::is_empty")]
    options: Object<String, Value>,
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

/// The tutorials as JSON, in the order of their systems; a folder may lack some or all.
///
/// # Errors
/// Every fault with its line: cases, hexes and games that there are not, a task of the pupil's that
/// says nothing.
pub(crate) fn read(registry: Systems, read: Read<'_>, library: &Library) -> Result<Vec<Value>, Faults> {
    let cases = cases(library.reference());
    let mut faults = Faults::default();
    let mut tutorials = Vec::new();
    for file in registry.iter().filter_map(|system| system.tutorial()) {
        let Some(text) = read(file) else { continue };
        let tutorial: Tutorial = match read_toml(file, &text) {
            Ok(tutorial) => tutorial,
            Err(error) => {
                faults.extend(error);
                continue;
            }
        };
        let mut check = Check { file, text: &text, faults, cases: &cases, standard: String::new() };
        check.tutorial(&tutorial, library);
        faults = check.faults;
        tutorials.push(json!(tutorial));
    }
    faults.into_result(tutorials)
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
    file: &'static str,
    text: &'a str,
    faults: Faults,
    cases: &'a BTreeSet<String>,
    /// The rules whose cases a step names by their number alone.
    standard: String,
}

impl Check<'_> {
    fn fault(&mut self, at: usize, what: impl Into<String>) {
        self.faults.push(self.file, hexmap::line_of(self.text, at), what);
    }

    fn tutorial(&mut self, tutorial: &Tutorial, library: &Library) {
        let id = tutorial.scenario.get_ref();
        let Some(scenario) = library.scenario(id) else {
            return self.fault(tutorial.scenario.span().start, format!("there is no scenario '{id}'"));
        };
        let Some(map) = library.maps().get(&scenario.map) else {
            return self.fault(tutorial.scenario.span().start, format!("there is no map '{}'", scenario.map));
        };
        self.standard.clone_from(&scenario.system);
        match tutorial.steps.first() {
            None => self.fault(0, "a tutorial has steps"),
            Some(first) if first.get_ref().begin.is_none() => {
                self.fault(first.span().start, "the first step begins a game");
            }
            Some(_) => {}
        }
        for step in &tutorial.steps {
            if let Some(begin) = &step.get_ref().begin {
                self.begin(step.span().start, tutorial, begin, library);
            }
            self.step(step, tutorial.side, map);
        }
    }

    /// A game that cannot begin is a fault of the step that begins it.
    fn begin(&mut self, at: usize, tutorial: &Tutorial, begin: &Begin, library: &Library) {
        let start = Start {
            scenario: tutorial.scenario.get_ref(),
            options: tutorial.options.clone(),
            position: begin.position.clone(),
            dice: &begin.dice,
        };
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
        let name = if case.contains('/') { case.to_owned() } else { format!("{}/{case}", self.standard) };
        if !self.cases.contains(&name) {
            self.fault(at, format!("there is no case {case} in the reference"));
        }
    }
}
