//! Packs that readers of one sheet share: at the terminal, and on a server that was told to.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::game::data;
use crate::served::{Client, Served};

const UNITS: &str = "kernstown/units-1862.toml";
const FACT: &str = "unit u62-7oh-a, fresh";

fn longroll(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_longroll")).args(arguments).output().expect("it runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[track_caller]
fn sound(arguments: &[&str]) -> String {
    let output = longroll(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", told(&output));
    told(&output)
}

/// Packs of readers, in a folder.
struct Readers {
    folder: TempDir,
}

impl Readers {
    fn new() -> Readers {
        Readers { folder: tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// A pack of somebody who read a counter so.
    fn read(&self, name: &str, author: &str, fresh: &str) -> String {
        let text = std::fs::read_to_string(data().join(UNITS)).expect("it is there");
        let labels = r#"labels = { strength = "reconstructed", cohesion = "reconstructed""#;
        let read = text.replacen("fresh = \"6-4\"", &format!("fresh = \"{fresh}\""), 1).replacen(
            labels,
            r#"labels = { strength = "printed", cohesion = "printed""#,
            1,
        );
        assert_ne!(read, text);
        let pack = self.folder.path().join(name);
        std::fs::create_dir_all(pack.join("kernstown")).expect("a folder");
        std::fs::write(pack.join(UNITS), read).expect("it is written");
        let about = format!("title = \"{name}\"\nauthor = \"{author}\"\n");
        std::fs::write(pack.join("pack.toml"), about).expect("it is written");
        self.path(name)
    }
}

#[test]
fn what_three_owners_read_alike_becomes_a_pack() {
    let readers = Readers::new();
    let ann = readers.read("a", "Ann", "7-4");
    let ben = readers.read("b", "Ben", "7-4");
    let cal = readers.read("c", "Cal", "7-4");
    let dan = readers.read("d", "Dan", "5-4");
    let two = sound(&["pack", "agree", &ann, &ben, &dan]);
    assert!(two.contains(&format!("  {FACT}: 7-4 (Ann, Ben), 5-4 (Dan)\n")), "{two}");
    assert!(two.ends_with("1 read, 0 agreed on by 3 or more, 1 disputed\n"), "{two}");
    // Who names a pack, or a name, twice gains nothing.
    let again = readers.read("e", " ANN ", "7-4");
    let twice = sound(&["pack", "agree", &ann, &ann, &again, &ben]);
    assert!(
        twice.contains(": Ann: 0 read from the sheet; it is the pack of Ann once more, and not counted"),
        "{twice}"
    );
    assert!(twice.contains("there is one by this name before it"), "{twice}");
    assert!(twice.contains("its data files are those of Ann, to the letter"), "{twice}");
    assert!(twice.contains(&format!("  {FACT}: 7-4 (Ann, Ben)\n")), "{twice}");
    // What was merged from another counts for that one.
    let merged = readers.path("merged.zip");
    sound(&["pack", "merge", "own", &ann, "-o", &merged, "--title", "Copied"]);
    let copied = sound(&["pack", "agree", &merged, &ann]);
    assert!(copied.contains("1 taken over from others and not counted"), "{copied}");
    assert!(copied.contains(&format!("  {FACT}: 7-4 (Ann)\n")), "{copied}");

    let agreed = readers.path("agreed.zip");
    let three = sound(&["pack", "agree", &ann, &ben, &cal, &dan, "-o", &agreed, "--title", "Agreed"]);
    assert!(three.contains(&format!("  {FACT}: 7-4 (Ann, Ben, Cal: agreed), 5-4 (Dan)\n")), "{three}");
    assert!(three.ends_with("agreed.zip: 1 fact\n"), "{three}");
    assert!(sound(&["check", &agreed, "--against", &ann]).ends_with("0 facts differ\n"));
    let disputed = sound(&["pack", "agree", &ann, &ben, &cal, "--disputed"]);
    assert!(!disputed.contains(FACT) && disputed.contains("1 agreed on by 3 or more"), "{disputed}");

    let refused = |arguments: &[&str]| {
        let output = longroll(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        told(&output)
    };
    assert!(refused(&["pack", "agree", &ann, "-o", &agreed]).contains("exists already"));
    assert!(refused(&["pack", "agree", &readers.path("none")]).contains("No such file"));
    assert!(refused(&["pack", "agree"]).contains("<PACK>"));
    let none = readers.path("none.zip");
    assert!(
        sound(&["pack", "agree", &ann, "-o", &none]).ends_with("nothing is agreed on; nothing is written\n")
    );
    assert!(!Path::new(&none).exists());
    let about = Path::new(&dan).join("pack.toml");
    std::fs::write(about, "title = \"d\"\nfrom = [\"what\"]\n").expect("it is written");
    assert!(refused(&["pack", "agree", &dan]).contains("pack.toml:2: from: at most 200 ids of packs"));
}

#[tokio::test]
async fn what_is_shared_is_listed_removed_backed_up_and_moved() {
    let readers = Readers::new();
    let folder = tempdir().expect("a folder");
    let served = Served::start_with(folder.path(), &["--shared-packs", "--max-shared-packs", "3"]);
    let mut client = Client::connect(&served).await;
    for (name, author) in [("a", "Ann"), ("b", "Ben")] {
        let pack = readers.read(name, author, "7-4");
        let pack = catalog::pack::Pack::at(systems::registry(), Path::new(&pack))
            .unwrap_or_else(|faults| panic!("{faults}"));
        let zip = catalog::pack::write_zip(pack.files()).expect("it is written");
        let zip = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, zip);
        let loaded = client.ask("pack.load", &json!({ "zip": zip })).await;
        client.ask("pack.share", &json!({ "pack": loaded["pack"], "author": author, "note": "mine" })).await;
    }
    let data = folder.path().to_str().expect("a plain path");
    let listed = sound(&["admin", "shares", "--data-dir", data]);
    assert!(listed.starts_with("share ") && listed.contains("Ann") && listed.contains("mine"), "{listed}");
    let shares: Value =
        serde_json::from_str(&sound(&["admin", "shares", "--json", "--data-dir", data])).expect("it is JSON");
    assert!(shares["shares"][0].get("hash").is_none(), "no secret is shown: {shares}");
    let ann = shares["shares"][0]["id"].as_str().expect("a name");
    let none = longroll(&["admin", "unshare", "nothing", "--data-dir", data]);
    assert!(told(&none).contains("no share of a name that begins with 'nothing'"), "{}", told(&none));
    let removed = sound(&["admin", "unshare", &ann[..8], "--data-dir", data]);
    assert_eq!(removed, "a, by Ann, is shared no longer\n");
    let authors = |shared: &Value| -> Vec<String> {
        let shares = shared["shares"].as_array().expect("a list").iter();
        shares.map(|share| share["author"].as_str().expect("a name").to_owned()).collect()
    };
    let shared = client.ask("pack.shared", &json!({})).await;
    assert_eq!((authors(&shared), &shared["most"]), (vec!["Ben".to_owned()], &json!(3)));

    let copy = readers.path("copy.sqlite");
    sound(&["backup", &copy, "--data-dir", data]);
    let key = folder.path().join("longroll.key").display().to_string();
    let there = readers.path("restored");
    sound(&["restore", &copy, "--data-dir", &there, "--key-file", &key]);
    drop(served);
    let served = Served::start_with(Path::new(&there), &["--shared-packs", "--key-file", &key]);
    let shared = Client::connect(&served).await.ask("pack.shared", &json!({})).await;
    assert_eq!(authors(&shared), ["Ben"]);
    let of = shared["scenarios"].as_array().expect("a list").iter().map(|one| &one["read"]);
    assert!(of.clone().count() > 0 && of.clone().all(|read| *read == json!(1)), "{shared}");
}
