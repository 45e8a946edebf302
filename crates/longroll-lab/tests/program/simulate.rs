//! `longroll simulate`: what it prints for people and for programs.

use std::process::{Command, Output};

use serde_json::Value;
use tempfile::tempdir;

use crate::game::data;

fn simulate(arguments: &[&str]) -> Output {
    let program = crate::LONGROLL;
    Command::new(program).arg("simulate").args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_person_is_told_who_won_with_intervals() {
    let output = simulate(&["training", "--games", "20", "--swap", "--seed", "3"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    // Durations depend on the machine.
    let told: String = text(&output.stdout)
        .lines()
        .filter(|line| !line.contains("thinks") && !line.contains(" second") && !line.contains(" orders in "))
        .map(|line| format!("{line}\n"))
        .collect();
    insta::assert_snapshot!(told);
}

#[test]
fn random_against_random_plays_the_games_it_always_played() {
    let output = simulate(&["training", "--games", "40", "--json"]);
    let value: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let library = blue_gray::Library::load(&|path| std::fs::read_to_string(data().join(path)).ok());
    let battle = library.expect("the data is sound").battle("training", &serde_json::Map::new(), None);
    let battle = battle.expect("it is there");
    let mut ends = std::collections::BTreeMap::<String, u64>::new();
    for seed in 1..=40 {
        let duel = ai::random_game(&battle, seed, ai::RunOptions::default()).expect("it ends");
        *ends.entry(duel.score.level).or_default() += 1;
    }
    assert_eq!(value["results"], serde_json::json!(ends));
}

#[test]
fn a_machine_is_told_the_same_as_json_and_each_game_as_csv() {
    let arguments = ["training", "--games", "8", "--swap", "--union", "veteran", "--jobs", "2"];
    let output = simulate(&[&arguments[..], &["--json"]].concat());
    let mut value: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(
        (&value["games"], &value["commanders"][0]["name"]),
        (&Value::from(8), &Value::from("veteran"))
    );
    let rate = value["commanders"][0]["rate"]["estimate"].as_f64().expect("a rate");
    let fields = value.as_object_mut().expect("an object");
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    insta::assert_json_snapshot!(names);

    let output = simulate(&[&arguments[..], &["--csv"]].concat());
    let csv = text(&output.stdout);
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 9);
    assert!(lines.iter().all(|line| line.len() == 13), "{csv}");
    // The columns of winner and commander agree with the rate.
    let won = |line: &&Vec<&str>| {
        let (winner, union) = (line[4], line[2]);
        winner == "union" && union == "veteran" || winner == "confederate" && union != "veteran"
    };
    let drawn = lines[1..].iter().filter(|line| line[4].is_empty()).count();
    assert_eq!(lines[1..].iter().filter(won).count() as f64 + drawn as f64 / 2.0, rate * 8.0, "{csv}");
}

#[test]
fn margins_are_drawn() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("margins.svg");
    let path = file.to_str().expect("a plain path");
    let arguments = ["training", "--games", "10", "--swap", "--union", "veteran", "--plot", path];
    assert!(simulate(&arguments).status.success());
    let svg = std::fs::read_to_string(&file).expect("it was written");
    assert!(svg.starts_with("<svg") && svg.contains("veteran as Confederate against random"), "{svg}");
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, says) in [
        (&["training", "--games", "3", "--swap"][..], "--games 3"),
        (&["training", "--union", "hero"], "--union"),
        (&["training", "--clock", "0"], "--clock"),
        (&["training", "--clock", "1", "--trials", "5"], "--trials"),
        (&["training", "--json", "--csv"], "--csv"),
        (&["atlantis"], "'atlantis'"),
        (&["training", "--option", "rain"], "'rain'"),
        (&["training", "--games", "1", "--plot", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
    ] {
        let output = simulate(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
    }
}
