//! Leagues over all workers: whoever plays the pairs, the games are those of one machine.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Map, Value, json};
use server::store::{JobState, JobStatus, NewJob};
use tempfile::tempdir;

use crate::league::{games, line};
use crate::workers::{Place, longroll, path, start, text};

/// The games of a league of the training battle by these further arguments, and what it told.
fn league(file: &Path, more: &[&str]) -> (String, BTreeMap<(u64, String), Value>) {
    let start = ["league", "--scenario", "training", "--results", path(file)];
    let output = longroll(&[&start[..], more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    (text(&output.stdout), games(file))
}

async fn every_pair_is_played_by_whoever_may(place: Place) {
    let folder = tempdir().expect("a folder");
    let program = crate::LONGROLL;
    let old = format!("old=recruit@{program}");
    let meet = |name: &str, more: &[&str]| {
        let players = ["--player", "veteran", "--player", &old, "--player", "sit"];
        let few = ["--games", "8", "--seed", "3", "--trials", "20"];
        league(&folder.path().join(name), &[&players[..], &few, more].concat())
    };
    let (_, alone) = meet("alone.jsonl", &[]);
    assert_eq!(alone.len(), 24);
    // One that was not offered the build leaves the pairs in which it plays to another.
    let strict = place.worker_with("strict", &[]);
    let offered = place.worker_with("offered", &["--build", program]);
    let (told, spread) = meet("spread.jsonl", &["--jobs", "0", "--database", &place.argument]);
    assert_eq!(spread, alone);
    assert!(told.contains("veteran against old") && told.contains("old against sit"), "{told}");
    place.until(<[JobStatus]>::is_empty).await;
    strict.end();
    offered.end();
    // This program's own worker is offered the builds that meet.
    let (_, own) = meet("own.jsonl", &["--jobs", "2", "--database", &place.argument]);
    assert_eq!(own, alone);
}

#[tokio::test]
async fn every_pair_is_played_by_whoever_may_over_a_file() {
    every_pair_is_played_by_whoever_may(Place::file().await).await;
}

#[cfg(feature = "club")]
#[tokio::test]
async fn every_pair_is_played_by_whoever_may_over_a_server() {
    every_pair_is_played_by_whoever_may(Place::server("spread_league").await).await;
}

#[tokio::test]
async fn what_a_decided_test_needs_no_more_is_withdrawn() {
    let folder = tempdir().expect("a folder");
    let place = Place::file().await;
    let players = ["--player", "veteran", "--player", "random", "--games", "400", "--test", "0,100"];
    let file = folder.path().join("results.jsonl");
    let (told, games) = league(&file, &[&players[..], &["--database", &place.argument]].concat());
    assert!(games.len() >= 4 && games.len() < 400, "{} games: {told}", games.len());
    assert!(told.contains("decided") || told.contains("stronger"), "{told}");
    place.until(<[JobStatus]>::is_empty).await;
}

#[tokio::test]
async fn a_league_that_was_killed_goes_on_with_what_was_played_meanwhile() {
    let folder = tempdir().expect("a folder");
    let place = Place::file().await;
    let file = folder.path().join("results.jsonl");
    let players = ["--player", "veteran", "--player", "recruit", "--games", "12"];
    let spread = ["--jobs", "0", "--database", &place.argument];
    let of_league = ["league", "--scenario", "training", "--results", path(&file)];
    let killed = start(&[&of_league[..], &players, &spread].concat());
    // Two pairs of veterans are a job.
    place.until(|jobs| jobs.len() == 3).await;
    drop(killed);
    // The worker comes when nobody waits any more.
    let worker = place.worker_with("worker", &[]);
    place.until(|jobs| jobs.iter().all(|job| job.state == JobState::Done)).await;
    worker.end();
    // Nobody would play anything now, and nothing has to be played.
    let (_, spread) = league(&file, &[&players[..], &spread].concat());
    let (_, alone) = league(&folder.path().join("alone.jsonl"), &players);
    assert_eq!(spread, alone);
    place.until(<[JobStatus]>::is_empty).await;
}

#[tokio::test]
async fn a_player_that_fails_at_a_worker_is_told_with_its_seed() {
    let folder = tempdir().expect("a folder");
    let place = Place::file().await;
    let program = folder.path().join("broken");
    std::fs::write(&program, "#!/bin/sh\nexit 3\n").expect("it is written");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("it may be started");
    let broken = format!("broken=recruit@{}", path(&program));
    let of_league = ["league", "--scenario", "training", "--player", "recruit", "--player", &broken];
    let more = ["--games", "6", "--seed", "5", "--database", &place.argument];
    let output = longroll(&[&of_league[..], &more].concat());
    assert!(!output.status.success());
    let told = text(&output.stdout);
    let fault = line(&told, "fault");
    assert!(fault.contains("training, seed 5, order ") && fault.contains("(exit status: 3)"), "{fault}");
}

#[tokio::test]
async fn a_player_that_only_this_machine_has_plays_here() {
    let folder = tempdir().expect("a folder");
    let place = Place::file().await;
    let weights = folder.path().join("weights.toml");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/commander/blue-gray.toml");
    std::fs::copy(own, &weights).expect("it is copied");
    let file = folder.path().join("league.toml");
    let players = format!(
        "scenarios = [\"training\"]\ngames = 4\n[[player]]\nis = \"recruit\"\n\
         [[player]]\nname = \"build\"\nis = \"recruit@{}\"\nweights = \"{}\"\n",
        crate::LONGROLL,
        path(&weights)
    );
    std::fs::write(&file, players).expect("it is written");
    let meet = |name: &str, more: &[&str]| {
        let results = folder.path().join(name);
        let output = longroll(&[&["league", path(&file), "--results", path(&results)][..], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (games(&results), text(&output.stderr))
    };
    let (spread, told) = meet("spread.jsonl", &["--database", &place.argument]);
    assert!(told.contains("recruit against build is played here"), "{told}");
    assert_eq!(spread, meet("alone.jsonl", &[]).0);
    assert_eq!(spread.len(), 4);
}

#[tokio::test]
async fn a_worker_starts_no_program_that_a_job_names() {
    let place = Place::file().await;
    let player = |who: Value| json!({ "name": "x", "who": who, "thought": "own" });
    let version = env!("CARGO_PKG_VERSION");
    let pairs = |program: &str, who: Value| {
        json!({
            "origin": { "program": program, "data": "0123" }, "scenario": "training", "options": Map::new(),
            "pack": null, "data": "0123", "players": { "union": player(who.clone()), "confederate": player(who) },
            "answer": { "secs": 5, "nanos": 0 }, "seeds": [1],
        })
    };
    let level = json!({ "level": ["recruit", null] });
    let jobs: Vec<(Value, &str)> = vec![
        (pairs(version, level.clone()), "the data of this worker are not those"),
        (pairs("9.0.0", level), "are asked for by longroll 9.0.0"),
        (json!({ "scenario": "training", "program": "/bin/sh" }), "does not understand the league"),
        (pairs(version, json!({ "program": "/bin/sh" })), "does not understand the league"),
    ];
    let job = |(number, (work, _)): (usize, &(Value, &str))| NewJob {
        kind: "pairs".to_owned(),
        key: number.to_string(),
        batch: number.to_string(),
        urgency: 0,
        work: work.clone(),
        preferred: None,
    };
    let entered: Vec<NewJob> = jobs.iter().enumerate().map(job).collect();
    place.store.enter_jobs(&entered).await.expect("they are entered");
    let worker = place.worker_with("worker", &[]);
    let refused = place.until(|found| found.len() == 4 && found.iter().all(|job| job.error.is_some())).await;
    worker.end();
    for (job, (_, says)) in refused.iter().zip(&jobs) {
        assert_eq!((job.state, job.tries), (JobState::Waiting, 0), "{job:?}");
        assert!(job.error.as_deref().is_some_and(|error| error.contains(says)), "{job:?}");
    }
}
