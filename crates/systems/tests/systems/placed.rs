//! Every fault of a data file stands at its place: the editor leads whoever made it there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use catalog::Systems;
use catalog::embedded::data;
use catalog::pack::{Pack, document, drafted, faults};
use hexmap::{Fault, Faults};
use serde_json::{Value, json};

/// A place of a document: the keys and positions that lead there.
type Way = Vec<String>;

/// Every place of a document, one of each kind: that of one unit is as good as that of another.
fn places(value: &Value) -> Vec<Way> {
    let (mut all, mut known) = (Vec::new(), BTreeSet::new());
    walk(value, &mut Vec::new(), &mut |way| {
        let kind: Vec<&str> =
            way.iter().map(|part| if part.parse::<usize>().is_ok() { "*" } else { part }).collect();
        if known.insert(kind.join(".")) {
            all.push(way.clone());
        }
    });
    all
}

fn walk(value: &Value, way: &mut Way, see: &mut impl FnMut(&Way)) {
    let mut step = |part: String, inner: &Value| {
        way.push(part);
        see(way);
        walk(inner, way, see);
        way.pop();
    };
    match value {
        Value::Object(object) => object.iter().for_each(|(key, inner)| step(key.clone(), inner)),
        Value::Array(list) => list.iter().enumerate().for_each(|(i, inner)| step(i.to_string(), inner)),
        _ => {}
    }
}

fn at<'a>(document: &'a mut Value, way: &[String]) -> &'a mut Value {
    way.iter().fold(document, |value, part| match value {
        Value::Array(list) => &mut list[part.parse::<usize>().expect("a position")],
        object => &mut object[part],
    })
}

/// What somebody may write there by mistake, one of these after another; `None` takes it away.
fn mistake(value: &Value, turn: usize) -> Option<Value> {
    let wrong = match value {
        Value::Number(_) => vec![Some(json!("?")), Some(json!(-999)), None],
        Value::String(_) => vec![Some(json!("? 9999/9998")), None, Some(json!(7))],
        Value::Bool(_) => vec![Some(json!("yes"))],
        // A list of entries that an editor does not let anybody empty.
        Value::Array(list) if list.iter().any(Value::is_object) => vec![Some(json!("?"))],
        Value::Array(_) => vec![Some(json!([])), Some(json!("?"))],
        _ => vec![None, Some(json!(7))],
    };
    wrong[turn % wrong.len()].clone()
}

/// What is found wrong with a scenario's files after this change of one of them.
fn found(documents: &BTreeMap<String, Value>, file: &str, way: &[String], put: Option<&Value>) -> Faults {
    let mut changed = documents[file].clone();
    let (last, outer) = way.split_last().expect("a place");
    match (at(&mut changed, outer), put) {
        (Value::Object(object), None) => drop(object.remove(last)),
        (Value::Array(list), None) => drop(list.remove(last.parse().expect("a position"))),
        (_, None) => unreachable!("only tables and lists hold anything"),
        (_, Some(put)) => *at(&mut changed, way) = put.clone(),
    }
    let registry = kernstown();
    let (files, mut found) = drafted(registry, None::<&Pack>, &BTreeMap::from([(file.to_owned(), changed)]));
    found.extend(faults(registry, &files));
    found
}

/// The system alone: the others would only be read again and again.
fn kernstown() -> Systems {
    static ALONE: OnceLock<Systems> = OnceLock::new();
    ALONE.get_or_init(|| {
        let own =
            systems::registry().iter().copied().filter(|system| system.index().starts_with("kernstown/"));
        Box::leak(own.collect::<Vec<_>>().into_boxed_slice())
    })
}

/// Whether two places are in the same entry: `event.6.columns` and `event.6.effect`.
fn meet(a: &str, b: &str) -> bool {
    let entry = |place: &str| {
        let parts: Vec<&str> = place.split('.').collect();
        let listed = parts.iter().position(|part| part.parse::<usize>().is_ok());
        parts[..listed.map_or(1, |at| at + 1).min(parts.len())].join(".")
    };
    let within = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let (a, b) = (entry(a), entry(b));
    within(&a, &b) || within(&b, &a)
}

/// Makes mistakes in these files of a scenario, at least one in each kind of place, and looks where
/// they are told.
fn look(scenario: &str, wanted: &[&str], least: usize) {
    let library = systems::library().unwrap_or_else(|faults| panic!("{faults}"));
    let sources = library.sources(scenario).expect("its files");
    let documents: BTreeMap<String, Value> = sources
        .paths()
        .map(|path| {
            let text = data(path).expect("it is part of the program");
            (path.clone(), document(path, &text).unwrap_or_else(|faults| panic!("{faults}")))
        })
        .collect();
    let (mut turn, mut at_fault, mut astray) = (0, 0, Vec::new());
    for (file, document) in documents.iter().filter(|(file, _)| wanted.iter().any(|one| file.contains(one))) {
        for way in places(document) {
            let place = way.join(".");
            let value = at(&mut document.clone(), &way).clone();
            turn += 1;
            let mistake = mistake(&value, turn);
            let found = found(&documents, file, &way, mistake.as_ref());
            at_fault += usize::from(!found.is_empty());
            let told = |fault: &Fault| fault.place.is_some() || fault.hex.is_some();
            // Who takes an entry away may leave others behind that name it, which is told there.
            let whole = mistake.is_none() || value.is_array() || place.ends_with("id");
            let here = found.0.iter().any(|fault| {
                whole || fault.file != *file || fault.place.as_ref().is_some_and(|at| meet(at, &place))
            });
            if !found.0.iter().all(told) || !found.is_empty() && !here {
                astray.push(format!("{file} {place} = {mistake:?}: {found}"));
            }
        }
    }
    println!("{scenario}: {turn} mistakes, {at_fault} at fault");
    assert!(at_fault >= least, "{at_fault} of {turn}");
    assert!(astray.is_empty(), "{} of {at_fault}:\n{}", astray.len(), astray.join("\n"));
}

#[test]
fn faults_of_the_map_and_of_counters_stand_at_their_places() {
    look("kernstown-4-breckinridge", &["map", "units"], 60);
}

#[test]
fn faults_of_charts_chits_and_numbers_stand_at_their_places() {
    look("kernstown-1-stone-wall", &["charts", "chits", "numbers"], 200);
}

#[test]
fn faults_of_scenarios_stand_at_their_places() {
    // The one has an area, the others all the rules of their own that a scenario can have.
    for scenario in ["kernstown-1-stone-wall", "kernstown-2-historical", "kernstown-5-historical-1864"] {
        look(scenario, &["scenario"], 40);
    }
}
