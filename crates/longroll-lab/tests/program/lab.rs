//! `longroll lab`: a report that can be repeated.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::tempdir;

const EXPERIMENT: &str = r#"
title = "Training"
question = "Who wins the training battle?"
commander = "random"
games = 6

[[variant]]
id = "printed"
title = "As it is"
scenario = "training"
"#;

fn lab(arguments: &[&str]) -> Output {
    let program = crate::LONGROLL;
    Command::new(program).arg("lab").args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn the_experiments_of_the_program_are_listed() {
    let output = lab(&[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for name in ["attack-effectiveness", "balance", "chattanooga-quota", "jacksons-awareness"] {
        assert!(text(&output.stdout).lines().any(|line| line == name), "{}", text(&output.stdout));
    }
}

#[test]
fn a_report_is_made_again_from_the_file_beside_it() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("training.toml");
    std::fs::write(&file, EXPERIMENT).expect("it is written");
    let (first, again) = (folder.path().join("first"), folder.path().join("again"));
    let output = lab(&[path(&file), "-o", path(&first), "--jobs", "2"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("Who wins the training battle?\n  As it is: the Union wins "));
    let output = lab(&[path(&first.join("experiment.toml")), "-o", path(&again)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for name in ["results.csv", "experiment.toml"] {
        let read = |folder: &Path| std::fs::read(folder.join(name)).expect("it is there");
        assert_eq!(read(&first), read(&again), "{name}");
    }
    // Everything except the command line, which names the experiment's file.
    let read = |folder: &Path, name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).expect("it is there");
        text.lines().filter(|line| !line.contains("longroll lab ")).map(str::to_owned).collect::<Vec<_>>()
    };
    for name in ["results.json", "index.html"] {
        assert_eq!(read(&first, name), read(&again, name), "{name}");
    }
}

/// What is named in the command is what is played, and told in the command that repeats it.
#[test]
fn some_variants_are_played_and_as_deeply_as_is_wanted() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("training.toml");
    let another = |id: &str, more: &str| {
        format!("\n[[variant]]\nid = \"{id}\"\ntitle = \"{id}\"\nscenario = \"training\"\n{more}")
    };
    let text_of_it = EXPERIMENT.replace("games = 6", "games = 2\nclock = 1.5").replace("random", "veteran")
        + &another("compared", "against = \"printed\"\n")
        + &another("left-out", "");
    std::fs::write(&file, text_of_it).expect("it is written");
    let played = |arguments: &[&str], to: &str| {
        let to = folder.path().join(to);
        let output = lab(&[&[path(&file), "-o", path(&to)], arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let results = std::fs::read_to_string(to.join("results.json")).expect("it is there");
        serde_json::from_str::<serde_json::Value>(&results).expect("it is JSON")
    };
    let results = played(&["--trials", "3", "--variant", "compared"], "some");
    let ids: Vec<&str> = results["variants"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|variant| variant["id"].as_str())
        .collect();
    assert_eq!(ids, ["printed", "compared"], "what it is compared with is played as well");
    assert_eq!(results["trials"], 3);
    assert!(results["clock"].is_null(), "trials take the place of the clock");
    let command = results["command"].as_str().unwrap_or_default();
    assert!(command.ends_with(" --trials 3 --variant compared"), "{command}");
    let all = played(&["--trials", "3"], "all");
    for at in [0, 1] {
        assert_eq!(results["variants"][at], all["variants"][at], "the same games");
    }
}

#[test]
fn wrong_arguments_are_named() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("broken.toml");
    std::fs::write(&file, EXPERIMENT.replace("games = 6", "game = 6")).expect("it is written");
    for (arguments, says) in [
        (&["alchemy"][..], "'alchemy' is neither a file nor one of"),
        (&[path(&file)], "broken: "),
        (&["balance", "--games", "1"], "--games 1"),
        (&["balance", "--commander", "hero"], "--commander"),
        (&["balance", "--trials", "many"], "--trials"),
        (
            &["jacksons-awareness", "--variant", "unaware"],
            "--variant: there is no variant 'unaware'; there are ",
        ),
        (&["balance", "--games", "2", "-o", "/proc/nowhere"], "/proc/nowhere"),
    ] {
        let output = lab(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
    }
}
