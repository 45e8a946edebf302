//! The commands, as used at a terminal.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::tempdir;

use crate::game::{Game, data};
use crate::served::Served;

fn longroll(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_longroll")).args(arguments).output().expect("it runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn scenarios_lists_what_can_be_played() {
    let output = longroll(&["scenarios"]);
    assert!(output.status.success());
    for id in ["chickamauga-1975", "chickamauga-2006"] {
        assert!(out(&output).lines().any(|line| line == id), "{}", out(&output));
    }
    let json: serde_json::Value =
        serde_json::from_slice(&longroll(&["scenarios", "--json"]).stdout).expect("it is JSON");
    assert_eq!(json[0]["id"], "chickamauga-1975");
}

#[test]
fn replay_tells_the_game() {
    let folder = tempdir().expect("a folder");
    let game = Game::of("training", 5);
    let file = folder.path().join("game.jsonl");
    std::fs::write(&file, game.text()).expect("it is written");

    let whole = longroll(&["replay", path(&file)]);
    assert!(whole.status.success(), "{}", told(&whole));
    let part = longroll(&["replay", path(&file), "--at", "3"]);
    assert!(out(&whole).starts_with(&out(&part)) && out(&part).len() < out(&whole).len());
    assert!(out(&part).lines().all(|line| line.trim_start().starts_with(['1', '2', '3'])), "{}", out(&part));
    let view = longroll(&["replay", path(&file), "--view", "--at", "0"]);
    let view: serde_json::Value = serde_json::from_slice(&view.stdout).expect("it is JSON");
    assert_eq!((&view["version"], &view["turn"]), (&serde_json::json!(0), &serde_json::json!(1)));
    let beyond = longroll(&["replay", path(&file), "--at", "100000"]);
    assert_eq!(beyond.status.code(), Some(1));
    assert!(told(&beyond).contains("there is no entry 100000"), "{}", told(&beyond));
}

#[test]
fn map_draws_a_scenario_s_sheet() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("map.svg");
    assert!(longroll(&["map", "chickamauga-1975", "-o", path(&file)]).status.success());
    let drawn = std::fs::read(&file).expect("it is there");
    assert!(drawn.starts_with(b"<svg"));
    assert_eq!(longroll(&["map", "chickamauga"]).stdout, drawn);
    let unknown = longroll(&["map", "atlantis"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(told(&unknown).contains("'atlantis'"));
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).expect("it is copied");
        }
    }
}

/// A whole system must not disappear silently because one byte of its index is broken.
#[test]
fn check_names_a_file_that_is_no_text() {
    let folder = tempdir().expect("a folder");
    copy(&data(), folder.path());
    for file in ["kernstown/index.toml", "kernstown/map.toml", "reference/kernstown.toml"] {
        let path = folder.path().join(file);
        let sound = std::fs::read(&path).expect("it is there");
        let mut broken = sound.clone();
        broken.splice(0..0, *b"#\n\xff");
        std::fs::write(&path, broken).expect("it is written");
        let checked = longroll(&["check", folder.path().to_str().expect("a plain path")]);
        assert_eq!(checked.status.code(), Some(1), "{file}");
        let told = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(told.contains(&format!("{file}:2: this is no UTF-8 text")), "{told}");
        assert!(!told.contains("there is no such file"), "{told}");
        std::fs::write(&path, sound).expect("it is written");
    }
}

#[test]
fn check_names_every_fault_with_file_and_line() {
    let sound = longroll(&["check", path(&data())]);
    assert!(sound.status.success(), "{}", out(&sound));

    let folder = tempdir().expect("a folder");
    copy(&data(), folder.path());
    let map = folder.path().join("blue-gray/chickamauga/map.toml");
    let text = std::fs::read_to_string(&map).expect("it is there");
    let line = text.lines().position(|line| line.starts_with("hexes = \"0211 0111")).expect("a road") + 1;
    std::fs::write(&map, text.replace("hexes = \"0211 0111", "hexes = \"0211 0999")).expect("it is written");
    let reference = folder.path().join("reference/blue-gray.toml");
    let text = std::fs::read_to_string(&reference).expect("it is there");
    std::fs::write(&reference, text.replace("\"combat-results\"", "\"combat-result\""))
        .expect("it is written");
    let faulty = longroll(&["check", path(folder.path())]);
    assert_eq!(faulty.status.code(), Some(1));
    assert!(out(&faulty).contains(&format!("blue-gray/chickamauga/map.toml:{line}: ")), "{}", out(&faulty));
    assert!(out(&faulty).contains("reference/blue-gray.toml:"), "{}", out(&faulty));
    assert_eq!(longroll(&["check", "/nowhere/at/all"]).status.code(), Some(1));
}

#[test]
fn who_reads_only_the_first_line_is_no_fault() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["map", "chickamauga"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Far less than the drawing; then the reader stops.
    let mut some = [0; 16];
    program.stdout.take().expect("it speaks").read_exact(&mut some).expect("it begins");
    let output = program.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(told(&output), "");
}

#[test]
fn a_damaged_database_stops_the_server_and_is_kept() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    std::fs::write(&file, "somebody's letter home").expect("it is written");
    let output = longroll(&["serve", "--port", "0", "--data-dir", path(folder.path())]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "");
    assert!(told(&output).contains("games.sqlite is damaged"), "{}", told(&output));
    for kept in ["games.sqlite", "games.sqlite.damaged-1"] {
        assert_eq!(std::fs::read(folder.path().join(kept)).expect("it is there"), b"somebody's letter home");
    }
}

#[test]
fn a_port_that_is_taken_is_said_in_one_line() {
    let (folder, another) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    let served = Served::start(folder.path());
    let port = served.address.rsplit(':').next().expect("a port");
    let output = longroll(&["--port", port, "--data-dir", path(another.path())]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        told(&output).contains("--port chooses another") && told(&output).lines().count() == 1,
        "{}",
        told(&output)
    );
}

#[test]
fn a_data_folder_has_one_server() {
    let folder = tempdir().expect("a folder");
    let data = path(folder.path());
    let served = Served::start(folder.path());
    let holder = format!("process {}", served.program.id());
    let same_port = served.address.rsplit(':').next().expect("a port");
    for port in ["0", same_port] {
        let output = longroll(&["serve", "--port", port, "--data-dir", data]);
        assert_eq!(output.status.code(), Some(1));
        let told = told(&output);
        assert!(told.contains(&holder) && told.contains(data) && told.lines().count() == 1, "{told}");
        assert!(!told.contains("--port"), "{told}");
    }
    // What copies all games leaves behind what is played meanwhile.
    let copy = tempdir().expect("a folder");
    let moved = longroll(&["move-database", data, path(copy.path())]);
    assert!(!moved.status.success() && told(&moved).contains(&holder), "{}", told(&moved));
    // A backup is made beside a server, and so is what `admin` does.
    let backup = copy.path().join("backup.sqlite");
    let output = longroll(&["backup", path(&backup), "--data-dir", data]);
    assert!(output.status.success(), "{}", told(&output));
    assert!(longroll(&["admin", "games", "--data-dir", data]).status.success());
    assert!(longroll(&["admin", "queue", "--data-dir", data]).status.success());

    // Whoever is killed leaves no lock behind, whatever its file says.
    let mut served = served;
    for _ in 0..2 {
        served.kill();
        served = Served::start(folder.path());
    }
    let output = longroll(&["serve", "--port", "0", "--data-dir", data]);
    assert!(told(&output).contains(&format!("process {}", served.program.id())), "{}", told(&output));
}

#[cfg(unix)]
#[test]
fn a_polite_request_to_end_is_followed() {
    let folder = tempdir().expect("a folder");
    let mut served = Served::start(folder.path());
    let asked =
        Command::new("kill").args(["-TERM", &served.program.id().to_string()]).status().expect("it is asked");
    assert!(asked.success());
    assert!(served.program.wait().expect("it ends").success());
    // Everything is merged into the one file.
    assert!(!folder.path().join("games.sqlite-wal").exists());
}

#[test]
fn metrics_are_shown_where_they_are_asked_for_and_nowhere_else() {
    use std::io::{BufRead, BufReader};

    let folder = tempdir().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["serve", "--port", "0", "--metrics", "127.0.0.1:0", "--data-dir", path(folder.path())])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(program.stdout.take().expect("it speaks")).lines();
    let mut line = || lines.next().expect("a line").expect("text");
    assert!(line().starts_with("Longroll is at http://127.0.0.1:"));
    let metrics = line();
    let address =
        metrics.strip_prefix("Metrics are at http://").and_then(|rest| rest.strip_suffix("/metrics"));
    let address = address.unwrap_or_else(|| panic!("{metrics}"));
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    let get = b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    std::io::Write::write_all(&mut stream, get).expect("it takes it");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    program.kill().expect("it is killed");
    program.wait().expect("it is gone");
    assert!(answer.contains("longroll_sockets 0\n"), "{answer}");

    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address").to_string();
    let refused = longroll(&["serve", "--port", "0", "--metrics", &taken, "--data-dir", path(folder.path())]);
    assert!(
        !refused.status.success() && told(&refused).contains("--metrics chooses another"),
        "{}",
        told(&refused)
    );
}
