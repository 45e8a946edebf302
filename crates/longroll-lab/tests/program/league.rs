//! `longroll league`: players of every kind meet in pairs of games.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::tempdir;

fn run(arguments: &[&str]) -> Output {
    Command::new(crate::LONGROLL).args(arguments).output().expect("it runs")
}

fn league(arguments: &[&str]) -> Output {
    run(&[&["league"], arguments].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The games of a file of results, without what depends on the machine, by seed and who played whom.
pub(crate) fn games(file: &Path) -> BTreeMap<(u64, String), Value> {
    let lines = std::fs::read_to_string(file).expect("it is there");
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
    let games = lines.filter(|line| line["player"].is_null()).map(|mut game| {
        let fields = game.as_object_mut().expect("an object");
        fields.remove("thought");
        fields.remove("longest");
        let names = ["union", "confederate"].map(|side| fields[side].as_str().expect("a name"));
        ((fields["seed"].as_u64().expect("a seed"), names.join(" ")), game)
    });
    games.collect()
}

/// The line of a table that begins so.
pub(crate) fn line<'a>(told: &'a str, name: &str) -> &'a str {
    let mut lines = told.lines().filter(|line| line.trim_start().starts_with(name));
    lines.next().unwrap_or_else(|| panic!("'{name}' in {told}"))
}

#[test]
fn another_build_of_the_same_commander_draws_every_pair() {
    let folder = tempdir().expect("a folder");
    let program = crate::LONGROLL;
    for (scenario, level, more) in
        [("training", "general", &["--trials", "40"][..]), ("kernstown-1-stone-wall", "veteran", &[])]
    {
        let file = folder.path().join(format!("{scenario}.jsonl"));
        let (new, old) = (format!("new={level}"), format!("old={level}@{program}"));
        let path = file.to_str().expect("a plain path");
        let arguments =
            ["--scenario", scenario, "--player", &new, "--player", &old, "--games", "4", "--seed", "7"];
        let output = league(&[&arguments[..], &["--results", path, "--jobs", "2"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let told = text(&output.stdout);
        let pairs: Vec<&str> = line(&told, "pairs").split_whitespace().collect();
        assert_eq!(pairs[1..4], ["0", "2", "0"], "{told}");
        // Whoever is the Union, the game is the same; and it is the game of that seed elsewhere.
        let games = games(&file);
        assert_eq!(games.len(), 4);
        for seed in [7, 8] {
            let [mut one, mut other] =
                ["new old", "old new"].map(|names| games[&(seed, names.to_owned())].clone());
            for game in [&mut one, &mut other] {
                game["union"] = json!("");
                game["confederate"] = json!("");
            }
            assert_eq!(one, other, "{scenario}");
        }
        let simulated = run(&[
            &["simulate", scenario, "--union", level, "--confederate", level, "--games", "2"],
            &["--seed", "7", "--csv"][..],
            more,
        ]
        .concat());
        for row in text(&simulated.stdout).lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let game = &games[&(fields[1].parse().expect("a seed"), "new old".to_owned())];
            let ours = [&game["points"]["union"], &game["points"]["confederate"], &game["turns"]];
            assert_eq!(ours.map(Value::to_string), [fields[6], fields[7], fields[8]], "{row}: {game}");
            assert_eq!(game["orders"].to_string(), fields[9], "{row}: {game}");
        }
    }
}

#[test]
fn play_plays_the_game_of_a_number() {
    let both = ["--union", "veteran", "--confederate", "recruit"];
    let played = run(&[&["play", "training", "--seed", "3"], &both[..]].concat());
    let simulated =
        run(&[&["simulate", "training", "--seed", "3", "--games", "1", "--json"], &both[..]].concat());
    let simulated: Value = serde_json::from_slice(&simulated.stdout).expect("it is JSON");
    let level = simulated["results"].as_object().and_then(|results| results.keys().next());
    let level = level.and_then(|level| level.split_whitespace().last()).expect("one game");
    let points = ["union", "confederate"].map(|side| simulated["points"][side].as_f64().expect("points"));
    let told = text(&played.stdout);
    let end = line(&told, "The game is over");
    let score = format!("Union {}, Confederate {}.", points[0], points[1]);
    assert!(end.contains(level) && end.ends_with(&score), "{end}: {simulated}");
}

#[test]
fn a_player_that_fails_is_told_with_its_seed_and_has_no_result() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("results.jsonl");
    let path = file.to_str().expect("a plain path");
    let meet = |player: &str| {
        let arguments = ["--scenario", "training", "--player", "recruit", "--player", player];
        league(&[&arguments[..], &["--games", "6", "--seed", "5", "--results", path]].concat())
    };
    for (player, why) in [
        ("broken=exec:false", "it ended (exit status: 1)"),
        ("gone=exec:/no/such/program", "No such file"),
        ("shy=exec:cat", "there is no method 'bot.start'"),
    ] {
        let output = meet(player);
        assert!(!output.status.success(), "{}", text(&output.stdout));
        let told = text(&output.stdout) + &text(&output.stderr);
        assert!(told.contains(why), "{player}: {told}");
        if player != "gone=exec:/no/such/program" {
            let fault = line(&told, "fault");
            assert!(
                fault.contains("training, seed 5, order ") && fault.contains(" as Confederate: "),
                "{fault}"
            );
        }
        assert!(games(&file).is_empty());
    }
}

#[test]
fn a_league_goes_on_with_what_its_file_holds_and_rates_its_players() {
    let folder = tempdir().expect("a folder");
    let results = folder.path().join("results.jsonl");
    let path = results.to_str().expect("a plain path");
    let file = folder.path().join("league.toml");
    let write = |games: u32, more: &str| {
        let league = format!(
            "scenarios = [\"training\"]\ngames = {games}\n{more}[[player]]\nis = \"recruit\"\n\
             [[player]]\nis = \"random\"\n[[player]]\nname = \"second\"\nis = \"random\"\n"
        );
        std::fs::write(&file, league).expect("it is written");
        let output = league_of(&file, path);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let told = write(10, "");
    assert_eq!(games(&results).len(), 3 * 10 / 2 * 2);
    assert!(told.lines().any(|line| line.contains("recruit") && line.ends_with("90.0 %")), "{told}");
    let before = std::fs::read_to_string(&results).expect("it is there");
    // The same again plays nothing; more games are played after those that are there.
    assert_eq!(write(10, ""), told);
    assert_eq!(std::fs::read_to_string(&results).expect("it is there"), before);
    write(14, "gauntlet = \"second\"\n");
    let after = std::fs::read_to_string(&results).expect("it is there");
    assert!(after.starts_with(&before));
    assert_eq!(after.lines().count() - before.lines().count(), 2 * 4);
    // A test that is decided ends a meeting early.
    let told = write(2000, "gauntlet = \"recruit\"\ntest = { elo = [0, 100] }\n");
    assert!(told.contains("test: recruit is stronger by 100 Elo points rather than by 0"), "{told}");
    assert!(games(&results).len() < 200, "{}", games(&results).len());
    // A name stands for one player for good.
    let other = "scenarios = [\"training\"]\ngames = 2\n[[player]]\nname = \"second\"\nis = \"recruit\"\n\
                 [[player]]\nis = \"random\"\n";
    std::fs::write(&file, other).expect("it is written");
    let output = league_of(&file, path);
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("'second' was "), "{}", text(&output.stderr));
}

fn league_of(file: &Path, results: &str) -> Output {
    league(&[file.to_str().expect("a plain path"), "--results", results])
}
