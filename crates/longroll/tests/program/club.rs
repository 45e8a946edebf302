//! `longroll serve --club`: what it needs.

use std::process::{Command, Output};

fn serve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_longroll")).arg("serve").args(arguments).output().expect("it runs")
}

#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = serve(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_club_has_a_public_address() {
    let told = refused(&["--club"]);
    assert!(told.contains("--public-url"), "{told}");
    let told = refused(&["--accounts-per-hour", "3"]);
    assert!(told.contains("--club"), "{told}");
}

#[cfg(not(feature = "club"))]
#[test]
fn a_program_without_accounts_says_so() {
    let told = refused(&["--club", "--public-url", "https://games.example"]);
    assert!(told.contains("--features club"), "{told}");
}

#[cfg(feature = "club")]
#[tokio::test]
async fn a_server_says_that_accounts_are_there_if_it_was_told_to_have_them() {
    use serde_json::json;
    use tempfile::tempdir;

    use crate::served::{Client, Served};

    for (arguments, accounts) in
        [(&["--club", "--public-url", "https://games.example"][..], true), (&[], false)]
    {
        let folder = tempdir().expect("a folder");
        let served = Served::start_with(folder.path(), arguments);
        let mut client = Client::connect(&served).await;
        let welcome = client.ask("initialize", &json!({})).await;
        assert_eq!(welcome["accounts"] == true, accounts, "{welcome}");
        assert_eq!(welcome.get("accounts").is_some(), accounts);
    }
}

#[cfg(feature = "club")]
#[tokio::test]
async fn what_is_reported_is_listed_and_taken_away() {
    use serde_json::{Value, json};
    use tempfile::tempdir;

    use crate::served::{Client, Served};

    let folder = tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a plain path");
    let admin = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_longroll"))
            .arg("admin")
            .args(arguments)
            .output()
            .expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.success(), text(&output.stdout), text(&output.stderr))
    };
    let served = Served::start_with(folder.path(), &["--club", "--public-url", "https://games.example"]);
    let mut client = Client::connect(&served).await;
    let began = client.ask("game.new", &json!({ "scenario": "training", "mode": "two" })).await;
    let game = began["game"].as_str().expect("a name");
    assert_eq!(admin(&["reports", "--data-dir", data]).1, "nothing is reported\n");
    let of = |seat: &str| json!({ "game": game, "token": began["tokens"][seat], "room": "players" });
    let with = |mut of: Value, name: &str, value: Value| {
        of[name] = value;
        of
    };
    client.ask("talk.say", &with(of("union"), "text", json!("Something\nrude"))).await;
    client.ask("talk.report", &with(of("confederate"), "number", json!(1))).await;
    let (_, listed, _) = admin(&["reports", "--data-dir", data]);
    assert!(listed.starts_with("report ") && listed.contains("Something rude"), "{listed}");
    let told: Value =
        serde_json::from_str(&admin(&["reports", "--json", "--data-dir", data]).1).expect("JSON");
    let report = &told["reports"][0];
    assert_eq!(
        (&report["game"], &report["author"], &report["by"]),
        (&json!(game), &json!("union"), &json!("confederate"))
    );
    let id = report["id"].as_str().expect("a name");
    let (done, _, why) = admin(&["end-report", "nothing", "--data-dir", data]);
    assert!(!done && why.contains("no report of a name that begins with 'nothing'"), "{why}");
    let (done, said, _) = admin(&["end-report", &id[..8], "--data-dir", data]);
    assert!(done && said == format!("the report {id:.8} of game {game:.8} is gone\n"), "{said}");
    assert_eq!(admin(&["reports", "--data-dir", data]).1, "nothing is reported\n");
}
