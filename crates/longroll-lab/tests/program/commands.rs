//! How `longroll` and `longroll-lab` find each other.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::{TempDir, tempdir};

const LAB: &str = env!("CARGO_BIN_EXE_longroll-lab");

const COMMANDS: [&str; 6] = ["simulate", "lab", "league", "tune", "tournament", "work"];

fn run(program: impl AsRef<Path>, arguments: &[&str]) -> Output {
    Command::new(program.as_ref()).args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with `longroll` alone in it.
fn alone() -> TempDir {
    // On the same disk, so that it need not be copied.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    std::fs::hard_link(crate::LONGROLL, folder.path().join("longroll")).expect("it is linked");
    folder
}

#[test]
fn help_lists_the_commands_of_both_programs() {
    let listed = text(&run(crate::LONGROLL, &["help"]).stdout);
    let own = text(&run(LAB, &["help"]).stdout);
    let line = |told: &str, command: &str| {
        let mut lines = told.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines
            .find(|line| line.starts_with(&format!("{command} ")))
            .unwrap_or_else(|| panic!("{command}: {told}"))
    };
    for command in COMMANDS {
        // Each list breaks its lines by its own longest command.
        let (here, there) = (line(&listed, command), line(&own, command));
        assert!(here.starts_with(&there) || there.starts_with(&here), "{here} or {there}");
        for arguments in [["help", command], [command, "--help"]] {
            let (here, there) = (run(crate::LONGROLL, &arguments), run(LAB, &arguments));
            assert!(here.status.success() && text(&here.stdout).contains("Usage: longroll-lab "), "{here:?}");
            // A worker is called by its process, unless it is given a name.
            let fixed = |output: &Output| text(&output.stdout).replace(char::is_numeric, "");
            assert_eq!(fixed(&here), fixed(&there));
        }
    }
    for command in ["serve", "bot", "admin", "pack"] {
        line(&listed, command);
    }
}

#[test]
fn exit_codes_are_passed_on() {
    for (arguments, code) in [
        (&["simulate", "training", "--games", "1"][..], 0),
        (&["tournament", "/nowhere/at/all.toml"], 1),
        (&["simulate", "--games", "many"], 2),
    ] {
        assert_eq!(run(crate::LONGROLL, arguments).status.code(), Some(code), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn without_the_laboratory_it_is_said_how_to_get_it() {
    let folder = alone();
    let empty = tempdir().expect("a folder");
    for command in COMMANDS {
        for arguments in [&[command, "training", "--games", "4"][..], &["help", command]] {
            let mut longroll = Command::new(folder.path().join("longroll"));
            let output = longroll.args(arguments).env("PATH", empty.path()).output().expect("it runs");
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            let told = text(&output.stderr);
            assert!(output.stdout.is_empty() && told.lines().count() == 1, "{output:?}");
            assert!(told.contains(&format!("'{command}' is a command of longroll-lab")), "{told}");
            assert!(told.contains("cargo build --release --locked -p longroll-lab"), "{told}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_laboratory_may_be_on_the_path() {
    let folder = alone();
    let path = Path::new(LAB).parent().expect("a folder");
    let mut longroll = Command::new(folder.path().join("longroll"));
    let output = longroll.args(["simulate", "--help"]).env("PATH", path).output().expect("it runs");
    assert_eq!(output, run(LAB, &["simulate", "--help"]));
}

#[cfg(unix)]
#[test]
fn a_laboratory_of_another_version_is_not_run() {
    use std::os::unix::fs::PermissionsExt;

    let folder = alone();
    let other = folder.path().join("longroll-lab");
    std::fs::write(&other, "#!/bin/sh\necho longroll-lab 9.0.0\n").expect("it is written");
    std::fs::set_permissions(&other, PermissionsExt::from_mode(0o755)).expect("it may be started");
    let output = run(folder.path().join("longroll"), &["simulate", "training"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = text(&output.stderr);
    let wanted = concat!("longroll-lab ", env!("CARGO_PKG_VERSION"), " was expected");
    assert!(told.contains(wanted) && told.contains("longroll-lab 9.0.0"), "{told}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

#[test]
fn a_pack_is_read_over_the_data() {
    let folder = tempdir().expect("a folder");
    let pack = folder.path().join("lee");
    let at = pack.to_str().expect("a plain path");
    let laid =
        run(crate::LONGROLL, &["new-battle", "Hooker & Lee", "-o", at, "--columns", "20", "--rows", "15"]);
    assert!(laid.status.success(), "{}", text(&laid.stderr));
    let simulate = ["simulate", "hooker-lee", "--games", "4", "--check", "--union", "recruit"];
    let played = run(crate::LONGROLL, &[&simulate[..], &["--pack", at]].concat());
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert!(text(&played.stdout).starts_with("hooker-lee: 4 games"), "{}", text(&played.stdout));
    assert!(text(&run(crate::LONGROLL, &simulate).stderr).contains("'hooker-lee'"));
    std::fs::write(pack.join("pack.toml"), "titel = \"Hooker & Lee\"\n").expect("it is written");
    let faulty = run(crate::LONGROLL, &[&simulate[..], &["--pack", at]].concat());
    assert_eq!(faulty.status.code(), Some(1));
    assert!(text(&faulty.stderr).contains("pack.toml:1: ") && faulty.stdout.is_empty(), "{faulty:?}");
}
