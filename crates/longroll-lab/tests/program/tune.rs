//! `longroll tune`: it writes a weights file that the other commands accept.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::tempdir;

fn longroll(arguments: &[&str]) -> Output {
    Command::new(crate::LONGROLL).args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn weights_are_tuned_told_and_taken() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("weights.toml");
    let tune = ["tune", "training", "--level", "recruit", "--games", "4", "--rounds", "2", "--trial", "6"];
    let output = longroll(&[&tune[..], &["-o", path(&file), "--jobs", "2"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(told.contains("of 6 games against the old, draws half: "), "{told}");
    // The same seed gives the same file.
    let again = folder.path().join("again.toml");
    assert!(longroll(&[&tune[..], &["-o", path(&again)]].concat()).status.success());
    let read = |file: &Path| std::fs::read_to_string(file).expect("it is there");
    assert_eq!(read(&file), read(&again));

    let simulate =
        ["simulate", "training", "--union", "recruit", "--confederate", "recruit", "--games", "4", "--csv"];
    let with = |more: &[&str]| {
        let output = longroll(&[&simulate[..], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    // The columns before the thinking time.
    let games = |csv: String| -> Vec<String> {
        csv.lines().map(|line| line.split(',').take(10).collect::<Vec<_>>().join(",")).collect()
    };
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/commander/blue-gray.toml");
    assert_eq!(games(with(&["--weights", path(&own)])), games(with(&[])));
    let idle = folder.path().join("idle.toml");
    let zeros: String = read(&own)
        .lines()
        .map(|line| match line.split_once(" = ") {
            Some((name, value)) if value.parse::<f64>().is_ok() => format!("{name} = 0\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    std::fs::write(&idle, zeros).expect("it is written");
    assert_ne!(games(with(&["--union-weights", path(&idle)])), games(with(&[])));
    let play =
        ["play", "training", "--union", "recruit", "--confederate", "recruit", "--seed", "a", "--weights"];
    let output = longroll(&[&play[..], &[path(&file)]].concat());
    assert!(
        output.status.success() && text(&output.stdout).contains("The game is over: "),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn wrong_arguments_are_named() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("broken.toml");
    std::fs::write(&file, "source = \"nobody\"\n[weights]\npower = \"much\"\n").expect("it is written");
    let out = folder.path().join("out.toml");
    for (arguments, says) in [
        (&["tune", "-o", path(&out)][..], "<SCENARIOS>"),
        (&["tune", "training"], "--output"),
        (&["tune", "training", "--games", "3", "-o", path(&out)], "--games 3"),
        (&["tune", "training", "--step", "7", "-o", path(&out)], "--step 7"),
        (&["tune", "training", "--level", "random", "-o", path(&out)], "--level random"),
        (&["tune", "training", "--only", "courage", "-o", path(&out)], "'courage'"),
        (&["tune", "training", "kernstown-1-stone-wall", "-o", path(&out)], "different rules"),
        (&["tune", "training", "--weights", path(&file), "-o", path(&out)], "broken.toml:3"),
        (&["simulate", "training", "--union", "recruit", "--weights", path(&file)], "broken.toml:3"),
        (&["play", "training", "--union", "recruit", "--weights", path(&file)], "broken.toml:3"),
        (&["simulate", "training", "--weights", "/nowhere/at/all"], "/nowhere/at/all"),
    ] {
        let output = longroll(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn weights_are_tuned_against_a_player_of_a_league() {
    let folder = tempdir().expect("a folder");
    let tune = ["tune", "training", "--level", "recruit", "--games", "2", "--rounds", "2", "--trial", "2"];
    let written = |against: &[&str], name: &str| {
        let file = folder.path().join(name);
        let output = longroll(&[&tune[..], against, &["-o", path(&file)]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        std::fs::read_to_string(&file).expect("it is there")
    };
    let old = format!("old=random@{}", crate::LONGROLL);
    let random = written(&["--against", "random"], "random.toml");
    assert_eq!(random, written(&["--against", &old], "old.toml"), "another build is the same player");
    let output =
        longroll(&[&tune[..], &["--against", "exec:false", "-o", path(&folder.path().join("x"))]].concat());
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("exec:false as "), "{}", text(&output.stderr));
}
