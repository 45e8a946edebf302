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
