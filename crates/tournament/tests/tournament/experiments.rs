//! Experiments: the shipped ones can be run, and repeating one gives the same report.

use ai::Level;
use serde_json::Value;
use tournament::{
    Experiment, Report, Results, Systems, csv, html, json, prepare, run, shipped, shipped_text,
};

const SMALL: &str = r#"
title = "The training battle & a bridge"
question = "What is the crossroads worth?"
about = "First words.\n\nSecond words."
commander = "random"
games = 12
seed = 5

[[measure]]
title = "Strength lost attacking, for each attack"
count = "lost attacking"
per = "attacks"

[[variant]]
id = "printed"
title = "As it is"
scenario = "training"

[[variant]]
id = "poor"
title = "A poor crossroads"
scenario = "training"
against = "printed"
options = { attack-effectiveness = true }

[[variant.change]]
file = "blue-gray/training/battle.toml"
set = { "victory.held.0.points" = 1 }
"#;

fn systems() -> Systems {
    Systems { data: systems::registry(), read: catalog::embedded::data, matches: systems::each() }
}

fn made(text: &str) -> Results {
    let experiment = Experiment::read(text).expect("it is sound");
    run(prepare(&systems(), experiment).expect("it can be played"), 2, &|_, _| {}).expect("it is made")
}

fn report(results: &Results) -> Report<'_> {
    Report { results, version: "0", command: "longroll lab experiment.toml" }
}

#[test]
fn every_experiment_that_comes_with_the_program_can_be_made() {
    let names = shipped();
    assert_eq!(
        names,
        ["attack-effectiveness", "balance", "chattanooga-quota", "jacksons-awareness", "two-battles"]
    );
    for name in names {
        let text = shipped_text(&name).expect("it is there");
        let experiment = Experiment::read(&text).unwrap_or_else(|what| panic!("{name}: {what}"));
        assert!(experiment.games >= 200 && experiment.commander == Level::General.word(), "{name}");
        if let Err(what) = prepare(&systems(), experiment) {
            panic!("{name}: {what}");
        }
    }
}

#[test]
fn a_report_has_its_shape_and_is_the_same_every_time() {
    let results = made(SMALL);
    let value = json(&report(&results));
    let again = made(SMALL);
    assert_eq!(value, json(&report(&again)));
    assert_eq!(html(&report(&results), SMALL), html(&report(&again), SMALL));
    insta::assert_json_snapshot!(shape(&value));
    let csv = csv(&report(&results));
    let lines: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(lines.len(), 25);
    assert!(lines.iter().all(|fields| *fields == lines[0]), "{csv}");
}

/// The type of value at every key; of a list, the type of its first entry.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), shape(value))).collect(),
        Value::Array(values) => values.first().map(shape).into_iter().collect(),
        Value::Number(_) => "number".into(),
        Value::String(_) => "text".into(),
        Value::Bool(_) => "truth".into(),
        Value::Null => Value::Null,
    }
}

#[test]
fn a_change_of_the_data_is_played_and_told() {
    let results = made(SMALL);
    let value = json(&report(&results));
    let [printed, poor] = [&value["variants"][0], &value["variants"][1]];
    assert_ne!(printed["data"], poor["data"]);
    assert!(printed["pack"].is_null() && poor["pack"]["title"] == "A poor crossroads");
    let differences: Vec<&str> =
        poor["differences"].as_array().expect("a list").iter().filter_map(|d| d["title"].as_str()).collect();
    assert_eq!(
        differences,
        ["Union's share of wins", "Union's margin in points", "Strength lost attacking, for each attack"]
    );
    let page = html(&report(&results), SMALL);
    for text in [
        "The training battle &amp; a bridge",
        "A poor crossroads",
        "blue-gray/training/battle.toml",
        "<svg",
        "attack-effectiveness on",
    ] {
        assert!(page.contains(text), "{text}");
    }
    // The page needs nothing else.
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("<link"));
}

#[test]
fn what_cannot_be_made_is_named() {
    for (from, to, says) in [
        ("games = 12", "games = 1", "games: at least 2"),
        ("id = \"poor\"", "id = \"printed\"", "variant 'printed': there are two"),
        ("against = \"printed\"", "against = \"poor\"", "variant 'poor': against"),
        ("commander = \"random\"", "commander = \"hero\"", "'hero'"),
        (
            "scenario = \"training\"\nagainst",
            "scenario = \"atlantis\"\nagainst",
            "variant 'poor': scenario: there is none called 'atlantis'",
        ),
        ("victory.held.0.points", "victory.held.9.points", "'victory.held.9.points' has no place"),
        ("battle.toml", "battles.toml", "there is no data file"),
        ("points\" = 1", "points\" = \"many\"", "blue-gray/training/battle.toml"),
        ("attack-effectiveness", "rain", "'rain'"),
        ("seed = 5", "sed = 5", "sed"),
        ("id = \"poor\"", "id = \"poor\"\nunion = 7", "a level, or a table"),
        ("id = \"poor\"", "id = \"poor\"\nunion = { lvl = \"recruit\" }", "lvl"),
        ("id = \"poor\"", "id = \"poor\"\nunion = { weights = { power = 1.0 } }", "random commander"),
        (
            "id = \"poor\"",
            "id = \"poor\"\nunion = { level = \"recruit\", weights = { courage = 1.0 } }",
            "variant 'poor': weights: no weight is called 'courage'; there are power",
        ),
        (
            "id = \"poor\"",
            "id = \"poor\"\nunion = { level = \"recruit\", weights = { power = inf } }",
            "'power' is to be a finite number",
        ),
    ] {
        let text = SMALL.replace(from, to);
        assert_ne!(text, SMALL, "{from}");
        let made = Experiment::read(&text).and_then(|experiment| prepare(&systems(), experiment));
        let Err(what) = made else { panic!("{to}: it can be made") };
        assert!(what.contains(says), "{to}: {what}");
    }
}

/// A commander with its own weights is another commander, and the report says so; a weight of the
/// level's own goes by its plain name.
#[test]
fn a_variant_may_give_a_commander_weights_and_trials_of_his_own() {
    let posts = |posts: &str| {
        let printed = format!("scenario = \"training\"\n{posts}\n");
        let text =
            SMALL.replacen("scenario = \"training\"\n", &printed, 1).replace("\"random\"", "\"recruit\"");
        let results = made(&text);
        let value = json(&report(&results));
        (value["variants"][0].clone(), html(&report(&results), &text))
    };
    let (plain, _) = posts("");
    let idle = "union = { weights = { power = 0.0, place = 0.0, boldness = 1e6, reach = 0.0 } }";
    let (changed, page) = posts(idle);
    assert_eq!(plain["posts"]["union"], serde_json::json!({ "trials": null, "weights": {} }));
    assert_eq!(changed["posts"]["union"]["weights"]["boldness"], 1e6);
    assert_eq!(changed["posts"]["confederate"], plain["posts"]["confederate"]);
    assert_ne!(changed["results"], plain["results"], "he attacks nobody");
    let attacks = |value: &Value| {
        value["results"]["counts"]["attacks"]["union"]["estimate"].as_f64().expect("a number")
    };
    assert!(attacks(&changed) < attacks(&plain), "{changed}");
    assert!(page.contains("recruit (boldness 1000000, place 0, power 0, reach 0) against recruit"), "{page}");
    let (veteran, page) = posts("union = { level = \"veteran\", trials = 4 }\nconfederate = \"recruit\"");
    assert_eq!((&veteran["union"], &veteran["confederate"]), (&"veteran".into(), &"recruit".into()));
    assert_eq!(veteran["posts"]["union"]["trials"], 4);
    assert!(page.contains("veteran (4 positions) against recruit"), "{page}");
}
