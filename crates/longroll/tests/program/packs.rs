//! Data packs at the terminal.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::game::{data, request};
use crate::served::{Client, Served};

const MAP: &str = "blue-gray/training/map.toml";

fn longroll(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    program.stdin.take().expect("it listens").write_all(input.as_bytes()).expect("it hears");
    program.wait_with_output().expect("it ends")
}

#[track_caller]
fn sound(arguments: &[&str]) -> String {
    let output = longroll(arguments, "");
    assert!(output.status.success(), "{arguments:?}: {}{}", out(&output), told(&output));
    out(&output)
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A pack as a folder and as a zip: the training battle with woods in 0303.
struct Woods {
    folder: TempDir,
}

impl Woods {
    fn new() -> Woods {
        let folder = tempdir().expect("a folder");
        let map = std::fs::read_to_string(data().join(MAP)).expect("it is there");
        let woods = map.replace("f..f.....rh.", "f.ff.....rh.");
        assert_ne!(woods, map);
        let pack = folder.path().join("woods");
        std::fs::create_dir_all(pack.join("blue-gray/training")).expect("a folder");
        std::fs::write(pack.join(MAP), woods).expect("it is written");
        std::fs::write(pack.join("pack.toml"), "title = \"More woods\"\nauthor = \"Somebody\"\n")
            .expect("it is written");
        let files =
            catalog::pack::Pack::at(systems::registry(), &pack).unwrap_or_else(|faults| panic!("{faults}"));
        let zip = catalog::pack::write_zip(files.files()).expect("it is written");
        std::fs::write(folder.path().join("woods.zip"), zip).expect("it is written");
        Woods { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn every_command_reads_a_pack_over_the_data() {
    let woods = Woods::new();
    for name in ["woods", "woods.zip"] {
        let pack = woods.path(name);
        let pack = text(&pack);
        assert!(sound(&["check", pack]).contains("the pack 'More woods' for training"));
        assert_eq!(sound(&["check", "--pack", pack]), sound(&["check", pack]));
        let listed = sound(&["scenarios", "--pack", pack]);
        assert_eq!(listed.matches("from the data pack 'More woods'").count(), 1, "{listed}");
        let json: Value =
            serde_json::from_str(&sound(&["scenarios", "--json", "--pack", pack])).expect("it is JSON");
        let packs: Vec<&Value> =
            json.as_array().expect("a list").iter().map(|s| &s["pack"]["title"]).collect();
        assert_eq!(packs.iter().filter(|title| **title == "More woods").count(), 1);

        let own = sound(&["map", "training"]);
        let drawn = sound(&["map", "training", "--pack", pack]);
        assert_ne!(drawn, own);
        assert_eq!(sound(&["map", "chickamauga", "--pack", pack]), sound(&["map", "chickamauga"]));
        let played = |more: &[&str]| {
            let seats = ["--union", "random", "--confederate", "random", "--seed", "1"];
            let told = sound(&[&["play", "training"][..], &seats, more].concat());
            // The record names the pack.
            told.lines().filter(|line| !line.contains(" hash ")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_ne!(played(&["--pack", pack]), played(&[]), "the woods are in somebody's way");
    }
}

#[test]
fn a_record_that_was_begun_on_a_pack_wants_it_again() {
    let woods = Woods::new();
    let (pack, file) = (woods.path("woods"), woods.path("game.jsonl"));
    let messages = [
        request(1, "game.new", &json!({ "scenario": "training", "seed": "a" })),
        request(
            2,
            "game.order",
            &json!({ "game": "1", "side": "union",
            "order": { "move": { "unit": "u-2-1", "to": "0303" } } }),
        ),
        request(3, "game.save", &json!({ "game": "1" })),
    ];
    let output = longroll(&["protocol", "--pack", text(&pack)], &messages.join("\n"));
    let answers: Vec<Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let record = answers[2]["result"]["record"].as_str().expect("a record");
    std::fs::write(&file, record).expect("it is written");

    // A verdict is the answer of 'verify', so it goes to standard output.
    let all = |output: &Output| out(output) + &told(output);
    for (command, code) in [("verify", 4), ("replay", 1)] {
        let without = longroll(&[command, text(&file)], "");
        assert_eq!(without.status.code(), Some(code));
        assert!(all(&without).contains("begun on the data pack 'More woods'"), "{}", all(&without));
        let with = all(&longroll(&[command, text(&file), "--pack", text(&pack)], ""));
        assert!(!with.contains("other data files") && !with.contains("begun on the data pack"), "{with}");
    }
    // The pack has been corrected further: it is another one now.
    std::fs::write(pack.join("pack.toml"), "title = \"Still more woods\"\n").expect("it is written");
    let other = longroll(&["verify", text(&file), "--pack", text(&pack)], "");
    assert!(all(&other).contains("begun on the data pack 'More woods'"), "{}", all(&other));
}

#[test]
fn a_pack_at_fault_is_named_at_file_and_line() {
    let woods = Woods::new();
    let pack = woods.path("woods");
    let map = pack.join(MAP);
    let before = std::fs::read_to_string(&map).expect("it is there");
    let line = before.lines().position(|line| line.starts_with("hexes = \"0701 0702")).expect("a road") + 1;
    std::fs::write(&map, before.replace("hexes = \"0701 0702", "hexes = \"0701 0802"))
        .expect("it is written");
    std::fs::write(pack.join("blue-gray/maps.toml"), "").expect("it is written");
    let says = format!("{}:{line}: ", map.display());
    for arguments in [["check", text(&pack)].to_vec(), ["check", "--pack", text(&pack)].to_vec()] {
        let faulty = longroll(&arguments, "");
        assert_eq!(faulty.status.code(), Some(1));
        assert!(out(&faulty).contains(&says), "{}", out(&faulty));
    }
    for command in [
        ["scenarios"].to_vec(),
        ["map", "training"].to_vec(),
        ["play", "training"].to_vec(),
        ["protocol"].to_vec(),
    ] {
        let faulty = longroll(&[&command[..], &["--pack", text(&pack)]].concat(), "");
        assert_eq!(faulty.status.code(), Some(1), "{command:?}");
        assert!(told(&faulty).contains(&says) && out(&faulty).is_empty(), "{}", told(&faulty));
    }
    std::fs::write(&map, before).expect("it is written");
    let stray = longroll(&["check", text(&pack)], "");
    assert!(out(&stray).contains("maps.toml:1: nothing reads this file"), "{}", out(&stray));
    for (name, says) in [("nowhere", "No such file"), ("woods/pack.toml", "not a readable zip")] {
        let path = woods.path(name);
        let refused = longroll(&["scenarios", "--pack", text(&path)], "");
        assert_eq!(refused.status.code(), Some(1));
        assert!(told(&refused).contains(says) && told(&refused).contains(text(&path)), "{}", told(&refused));
    }
    assert_eq!(longroll(&["check"], "").status.code(), Some(2));
}

#[tokio::test]
async fn a_server_offers_the_pack_it_is_started_with() {
    let woods = Woods::new();
    let folder = tempdir().expect("a folder");
    let pack = woods.path("woods.zip");
    let served = Served::start_with(folder.path(), &["--pack", text(&pack)]);
    let mut client = Client::connect(&served).await;
    let began = client.ask("game.new", &json!({ "scenario": "training" })).await;
    let game = began["game"].clone();
    assert_eq!(began["view"]["pack"]["title"], "More woods");
    served.kill();
    let served = Served::start(folder.path());
    let mut client = Client::connect(&served).await;
    assert_eq!(client.ask("game.view", &json!({ "game": game })).await["pack"]["title"], "More woods");
}

/// Two readings of one sheet are told apart, and what one read better goes over to the other.
#[test]
fn packs_are_compared_and_merged_fact_by_fact() {
    const UNITS: &str = "kernstown/units-1862.toml";
    let folder = tempdir().expect("a folder");
    let text = std::fs::read_to_string(data().join(UNITS)).expect("it is there");
    let pack = |name: &str, text: &str| {
        let pack = folder.path().join(name);
        std::fs::create_dir_all(pack.join("kernstown")).expect("a folder");
        std::fs::write(pack.join(UNITS), text).expect("it is written");
        std::fs::write(pack.join("pack.toml"), format!("title = \"{name}\"\n")).expect("it is written");
        pack.to_str().expect("it is text").to_owned()
    };
    let labels = r#"labels = { strength = "reconstructed", cohesion = "reconstructed""#;
    let read = text.replacen("fresh = \"6-4\"", "fresh = \"7-4\"", 1).replacen(
        labels,
        r#"labels = { strength = "printed", cohesion = "printed""#,
        1,
    );
    assert_ne!(read, text);
    let (drawn, read) = (pack("drawn", &text), pack("read", &read));

    let told = sound(&["check", &drawn, "--against", &read]);
    let difference =
        "  unit u62-7oh-a, fresh: 6-4 (reconstructed) here, 7-4 (printed) there\n1 fact differs\n";
    assert!(told.ends_with(&format!("{UNITS}\n{difference}")), "{told}");
    assert!(sound(&["check", &drawn, "--against", "own"]).ends_with("0 facts differ\n"));

    let zip = folder.path().join("merged.zip").display().to_string();
    let told = sound(&["pack", "merge", &drawn, &read, "--output", &zip, "--title", "Both"]);
    assert!(told.starts_with(&format!("taken: {UNITS}: unit u62-7oh-a, fresh\n")), "{told}");
    assert!(told.ends_with("merged.zip: 1 taken, 0 left\n"), "{told}");
    let told = sound(&["check", &zip, "--against", &read]);
    assert!(told.contains("the pack 'Both'") && told.ends_with("0 facts differ\n"), "{told}");
    // The other way round nothing is better.
    let none = folder.path().join("none").display().to_string();
    let told = sound(&["pack", "merge", &read, &drawn, "--output", &none]);
    assert!(told.ends_with("nothing was taken, 1 left; nothing is written\n"), "{told}");
    assert!(!Path::new(&none).exists());

    // Nothing is overwritten, a pack needs a title, and what is no pack is named.
    let refused = |arguments: &[&str]| {
        let output = longroll(arguments, "");
        assert!(!output.status.success(), "{arguments:?}");
        self::told(&output)
    };
    assert!(refused(&["pack", "merge", &drawn, &read, "-o", &zip]).contains("exists already"));
    assert!(refused(&["pack", "merge", "own", &read, "-o", &none]).contains("--title"));
    assert!(refused(&["pack", "merge", &drawn, &none, "-o", &none]).contains("No such file"));
    assert!(refused(&["pack", "sources", &none]).contains("No such file"));
}

#[test]
fn what_is_still_reconstructed_is_counted_and_listed() {
    let told = sound(&["pack", "sources"]);
    assert!(told.contains("kernstown/map.toml\n"), "{told}");
    let line = |start: &str| told.lines().find(|line| line.starts_with(start)).expect(start).to_owned();
    assert!(line("in all: ").contains(" reconstructed"), "{told}");
    let listed = sound(&["pack", "sources", "--file", "kernstown/charts", "--list"]);
    assert!(listed.contains("\n    combat, row 11-13, cells 8-9: -/-/0\n"), "{listed}");
    // The rulebook gives this cell.
    assert!(!listed.contains("row 51-53, cells 3:"), "{listed}");
}

/// What is laid out for a new battle is sound, played, drawn and printed before anything is filled
/// in.
#[test]
fn a_new_battle_can_be_played_at_once() {
    let folder = tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let pack = at("lee");
    let told = sound(&["new-battle", "Hooker & Lee", "-o", &pack, "--columns", "20", "--rows", "15"]);
    assert!(told.contains("the battle 'hooker-lee'"), "{told}");
    assert!(sound(&["check", &pack]).contains("the pack 'Hooker & Lee' for hooker-lee"));
    let seats = ["--union", "recruit", "--confederate", "random", "--seed", "1"];
    let told = sound(&[&["play", "hooker-lee", "--pack", &pack][..], &seats].concat());
    assert!(told.contains("The game is over: "), "{told}");
    sound(&["map", "hooker-lee", "--pack", &pack, "-o", &at("map.svg")]);
    assert!(sound(&["pack", "sources", &pack]).contains("ground: 290 reconstructed"));

    let refused = |arguments: &[&str]| {
        let output = longroll(arguments, "");
        assert!(!output.status.success(), "{arguments:?}");
        self::told(&output)
    };
    assert!(refused(&["new-battle", "Hooker & Lee", "-o", &pack]).contains("exists already"));
    for taken in ["Chickamauga", "Chickamauga 1975", "Training"] {
        assert!(
            refused(&["new-battle", taken, "-o", &at("no")]).contains("already: give yours another title")
        );
    }
    assert!(refused(&["new-battle", "...", "-o", &at("no")]).contains("a title has letters"));
    assert!(refused(&["new-battle", "A", "--rows", "2", "-o", &at("no")]).contains("2 rows: 4 to 99"));
    assert!(
        refused(&["new-battle", "A", "--rows", "99", "--columns", "99", "-o", &at("no")]).contains("4096")
    );
    assert!(!folder.path().join("no").exists());
}
