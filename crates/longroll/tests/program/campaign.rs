//! Going on from a finished Chickamauga to Chattanooga, on the command line and over the protocol.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use protocol::Line;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::game::Game;

fn longroll(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_longroll")).args(arguments).output().expect("it runs")
}

fn told(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// What the line answers, or its error.
fn ask(line: &mut Line, method: &str, params: Value) -> Result<Value, String> {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let answer = line.hear(message.to_string().as_bytes()).expect("it answers");
    let mut answer: Value = serde_json::from_str(&answer).expect("it is JSON");
    match answer["error"]["message"].as_str() {
        Some(message) => Err(message.to_owned()),
        None => Ok(answer["result"].take()),
    }
}

#[test]
fn chattanooga_22_0_a_finished_chickamauga_is_gone_on_from_at_the_terminal() {
    let folder = tempdir().expect("a folder");
    let (record, pack, second) =
        (folder.path().join("first.jsonl"), folder.path().join("after"), folder.path().join("second.jsonl"));
    std::fs::write(&record, Game::of("chickamauga-2006", 3).text()).expect("it is written");

    let seen = longroll(&["campaign", path(&record)]);
    assert!(seen.status.success(), "{}", told(&seen.stderr));
    assert!(
        told(&seen.stdout).contains("union-replaced = 50 of 0, 25, 50, 75, 100"),
        "{}",
        told(&seen.stdout)
    );
    let made = longroll(&["campaign", path(&record), "--choose", "raids=4", "-o", path(&pack)]);
    assert!(made.status.success(), "{}", told(&made.stderr));
    let again = longroll(&["campaign", path(&record), "-o", path(&pack)]);
    assert!(told(&again.stderr).contains("this exists already"), "{}", told(&again.stderr));
    for (arguments, said) in [
        (&["--choose", "raids=9"][..], "options.raids: 9 is none of 0, 1, 2, 3, 4"),
        (&["--choose", "mules=1"], "'mules' is none of"),
        (&["--choose", "raids"], "an option and a whole number were expected"),
        (&["--interlude", "winter"], "there is none called 'winter'"),
    ] {
        let refused = longroll(&[&["campaign", path(&record)][..], arguments].concat());
        assert!(
            !refused.status.success() && told(&refused.stderr).contains(said),
            "{}",
            told(&refused.stderr)
        );
    }

    // The second battle is played like any other, and nothing follows it.
    let sides = ["--union", "random", "--confederate", "random", "--seed", "1"];
    let play = ["play", "chattanooga-1975", "--pack", path(&pack), "--record", path(&second)];
    let played = longroll(&[&play[..], &sides].concat());
    assert!(played.status.success(), "{}", told(&played.stderr));
    let after = longroll(&["campaign", path(&second), "--pack", path(&pack)]);
    assert!(told(&after.stderr).contains("no battle follows chattanooga-1975"), "{}", told(&after.stderr));
}

#[test]
fn chattanooga_22_0_a_finished_chickamauga_is_gone_on_from_over_the_protocol() {
    let mut line = Line::new(Arc::new(systems::library().expect("the data is sound")));
    let game = Game::of("chickamauga-2006", 4);
    let welcome = ask(&mut line, "initialize", json!({})).expect("it greets");
    assert_eq!(welcome["interludes"][0]["to"], "chattanooga-1975");

    let options = json!({ "raids": 3, "train": 0, "confederate-replaced": 0 });
    let asked = json!({ "record": game.text(), "options": options });
    let next = ask(&mut line, "pack.after", asked).expect("it follows");
    assert_eq!((&next["scenario"], &next["options"]["raids"]), (&json!("chattanooga-1975"), &json!(3)));
    let params = json!({ "scenario": next["scenario"], "pack": next["pack"] });
    let begun = ask(&mut line, "game.new", params).expect("it begins");
    let (view, units) = (&begun["view"], next["units"].as_array().expect("a list"));
    assert_eq!((&view["quota"]["limit"], &view["pack"]["id"]), (&json!(8), &next["pack"]));
    assert!(!units.is_empty(), "somebody was lost");
    for unit in units {
        let here = view["units"].as_array().expect("a list").iter().find(|one| one["id"] == unit["unit"]);
        match unit["strength"].as_u64() {
            Some(0) => assert!(here.is_none(), "{unit}"),
            _ => assert_eq!(here.map(|here| &here["strength"]), Some(&unit["strength"]), "{unit}"),
        }
    }

    // The same choices are the same pack.
    let asked = json!({ "record": game.text(), "options": options, "interlude": "chickamauga-chattanooga" });
    assert_eq!(ask(&mut line, "pack.after", asked).expect("it follows")["pack"], next["pack"]);
    for (asked, said) in [
        (json!({ "record": game.beginning() }), "not over"),
        (json!({ "record": Game::of("training", 4).text() }), "no battle follows training"),
        (json!({ "record": game.text(), "base": next["pack"] }), "the game was played on no pack"),
        (json!({ "record": game.text(), "interlude": "winter" }), "there is none called 'winter'"),
        (json!({ "record": game.text().replacen("\"Dr\"", "\"De\"", 1) }), "record, line"),
        (json!({ "record": "" }), "record"),
    ] {
        let refused = ask(&mut line, "pack.after", asked.clone()).expect_err("it is refused");
        assert!(refused.contains(said), "{said}: {refused}");
    }
}
