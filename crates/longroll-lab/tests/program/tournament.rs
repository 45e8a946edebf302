//! `longroll tournament`: a club's tournament, run from its file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ai::RandomCommander;
use blue_gray::Library;
use serde_json::{Map, Value};
use tabletop::{Act, AnyGame, BySide, Game, GameSystem, Header, Opening, Side};
use tempfile::{TempDir, tempdir};

use crate::game::data;

fn longroll(arguments: &[&str], folder: &Path) -> Output {
    Command::new(crate::LONGROLL).args(arguments).current_dir(folder).output().expect("it runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A tournament's file in a folder of its own.
struct Club {
    folder: TempDir,
    file: PathBuf,
}

impl Club {
    fn of(text: &str) -> Club {
        let folder = tempdir().expect("a folder");
        let file = folder.path().join("event.toml");
        fs::write(&file, text).expect("it is written");
        Club { folder, file }
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("it is there")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        longroll(&[&["tournament", "event.toml"], arguments].concat(), self.folder.path())
    }

    #[track_caller]
    fn sound(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{}{err}\n{}", out(&output), self.text());
        out(&output)
    }

    /// The faults, which give 1.
    #[track_caller]
    fn faults(&self) -> String {
        let output = self.run(&[]);
        assert_eq!(output.status.code(), Some(1), "{}", out(&output));
        assert!(output.stderr.is_empty());
        out(&output)
    }
}

/// A game of the training battle that was played to its end.
struct Recorded {
    result: &'static str,
    hash: String,
}

fn word(leader: Option<Side>) -> &'static str {
    leader.map_or("draw", Side::word)
}

/// Played by random orders from any seats, as a server keeps it.
fn recorded(file: &Path, seats: BySide<String>, seed: u8, practice: &[u8]) -> Recorded {
    let folder = data();
    let library =
        Library::load(&|path| fs::read_to_string(folder.join(path)).ok()).expect("the data is sound");
    let secret = [seed; 32];
    let begun = library.begin("training", &Map::new(), None, practice, secret).expect("it begins");
    let header = Header { seats: Some(seats), ..begun.header().clone() };
    let battle = library.battle("training", &Map::new(), None).expect("it is there");
    let opening = Opening { loaded: practice.to_vec(), ..Opening::new(secret) };
    let mut game = Game::new(battle, header, opening);
    let mut commander = RandomCommander::new(u64::from(seed));
    while let Some(order) = commander.order(game.rules(), game.state()) {
        let side = game.state().asked().expect("somebody is asked");
        game.order(side, order, None).expect("it is legal");
    }
    let text: String = game.record().iter().map(|line| format!("{line}\n")).collect();
    fs::write(file, text).expect("it is written");
    let leader = AnyGame::victory(&game).leader;
    Recorded { result: word(leader), hash: game.hash() }
}

/// Played by the program: `longroll play` between two commanders.
fn played(folder: &Path, name: &str, seed: u32) -> Recorded {
    let seed = seed.to_string();
    let output = longroll(
        &[
            "play",
            "training",
            "--union",
            "random",
            "--confederate",
            "random",
            "--seed",
            &seed,
            "--record",
            name,
        ],
        folder,
    );
    let told = out(&output);
    assert!(output.status.success(), "{told}");
    let end = told.lines().find(|line| line.starts_with("The game is over")).expect("it ends");
    let result = match (end.contains("the Union side ahead"), end.contains("the Confederate side ahead")) {
        (true, _) => "union",
        (_, true) => "confederate",
        _ => "draw",
    };
    let hash =
        told.lines().find_map(|line| line.strip_prefix("The hash of its record is ")).expect("it is told");
    Recorded { result, hash: hash.trim_end_matches('.').to_owned() }
}

const SIX: &str = r#"# Kept by hand.
title = "Six at Mill Creek"
kind = "swiss"
rounds = 3
scenarios = ["training"]
lots = "a text"

[[player]]
name = "Ada"   # the host
rating = { rating = 1620, deviation = 80 }

[[player]]
name = "Ben"
rating = 1540

[[player]]
name = "Cid"

[[player]]
name = "First lot"
commander = "random"

[[player]]
name = "Second lot"
commander = "random"

[[player]]
name = "Third lot"
commander = "random"
"#;

/// Plays what waits for a result and writes it into the file, with records and their hashes.
fn fill(club: &Club, games: &mut u8) {
    let mut lines = Vec::new();
    for line in club.text().lines() {
        let Some(open) = line.strip_suffix("result = \"\" },") else {
            lines.push(line.to_owned());
            continue;
        };
        *games += 1;
        let names: Vec<&str> = open.split('"').collect();
        let seat = |name: &str| if name.ends_with("lot") { "random" } else { "person" }.to_owned();
        let seats = BySide { union: seat(names[1]), confederate: seat(names[3]) };
        let file = format!("game-{games}.jsonl");
        let recorded = if seats.union == "random" && seats.confederate == "random" {
            played(club.folder.path(), &file, u32::from(*games))
        } else {
            recorded(&club.folder.path().join(&file), seats, *games, &[])
        };
        let Recorded { result, hash } = recorded;
        lines.push(format!("{open}result = \"{result}\", record = \"{file}\", hash = \"{hash}\" }},"));
    }
    fs::write(&club.file, lines.join("\n") + "\n").expect("it is written");
}

#[test]
fn six_play_a_swiss_of_matches_and_every_game_is_audited() {
    let club = Club::of(SIX);
    let mut games = 0;
    let mut before = SIX.to_owned();
    for round in 1..=3 {
        let told = club.sound(&["--next"]);
        assert!(told.ends_with(&format!("event.toml: round {round} is added at its end\n")), "{told}");
        assert!(club.text().starts_with(&before), "what was there is changed");
        // Nothing more is drawn before it is played.
        let open = club.text();
        let refused = club.run(&["--next"]);
        assert_eq!(refused.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(&format!("round {round} is not finished")));
        assert_eq!(club.text(), open);
        fill(&club, &mut games);
        before = club.text();
    }
    assert_eq!(games, 18);
    insta::assert_snapshot!("a_swiss_of_six", club.sound(&[]));
    let value: Value = serde_json::from_slice(&club.run(&["--json"]).stdout).expect("it is JSON");
    assert_eq!(value["records"].as_array().map(Vec::len), Some(18));
    assert!(value["records"].as_array().into_iter().flatten().all(|record| record["sound"] == true));
    assert_eq!((&value["rated_games"], &value["no_next"]), (&18.into(), &"the tournament is over".into()));
    let fields: Vec<&String> = value.as_object().into_iter().flat_map(Map::keys).collect();
    insta::assert_json_snapshot!("a_swiss_of_six_as_json", fields);
    let over = club.run(&["--next"]);
    assert_eq!((over.status.code(), club.text()), (Some(1), before));
    let left: Vec<String> = fs::read_dir(club.folder.path())
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains(".part"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

/// Ada and Ben played one game, `a.jsonl`.
fn one_game(practice: &[u8]) -> (Club, Recorded) {
    let club = Club::of(&SIX.replace("rounds = 3", "games = 1\nrounds = 3"));
    let people = BySide { union: "person".to_owned(), confederate: "person".to_owned() };
    let game = recorded(&club.folder.path().join("a.jsonl"), people, 1, practice);
    let round = format!(
        "\n[[round]]\nscenario = \"training\"\ngames = [\n  \
         {{ union = \"Ada\", confederate = \"Ben\", result = \"{}\", record = \"a.jsonl\" }},\n]\n",
        game.result
    );
    fs::write(&club.file, club.text() + &round).expect("it is written");
    (club, game)
}

#[test]
fn a_record_that_does_not_agree_is_a_fault_at_its_line() {
    let (club, game) = one_game(&[]);
    let told = club.sound(&[]);
    assert!(told.contains("Records: 1 agree; 0 of them are proved to be what was played."), "{told}");
    assert!(told.contains("  a.jsonl: not proved: "), "{told}");

    let sound = club.text();
    let line = sound.lines().position(|line| line.contains("a.jsonl")).expect("it is there") + 1;
    let record = fs::read_to_string(club.folder.path().join("a.jsonl")).expect("it is there");
    let write =
        |name: &str, text: &str| fs::write(club.folder.path().join(name), text).expect("it is written");
    write("short.jsonl", &record.split_inclusive('\n').take(6).collect::<String>());
    write("forged.jsonl", &record.replacen("\"side\":\"union\"", "\"side\":\"confederate\"", 1));
    let result = format!("result = \"{}\"", game.result);
    let (other, nothing) = (if game.result == "draw" { "union" } else { "draw" }, "0".repeat(64));
    for (from, to, what) in [
        (
            result.as_str(),
            format!("result = \"{other}\""),
            format!("a.jsonl: its result is '{}', and the file says '{other}'", game.result),
        ),
        (
            &result,
            "result = \"\"".to_owned(),
            format!("a.jsonl: its result is '{}', and the file says 'nothing'", game.result),
        ),
        ("\"a.jsonl\"", "\"short.jsonl\"".to_owned(), "short.jsonl: its game is not over".to_owned()),
        ("\"a.jsonl\"", "\"forged.jsonl\"".to_owned(), "forged.jsonl: it is broken at line 2: ".to_owned()),
        ("\"a.jsonl\"", "\"event.toml\"".to_owned(), "event.toml: it is broken at line 1: ".to_owned()),
        ("\"a.jsonl\"", "\".\"".to_owned(), ".: this is not a file".to_owned()),
        (
            "\"a.jsonl\"",
            format!("\"a.jsonl\", hash = \"{nothing}\""),
            "a.jsonl: it is broken at line ".to_owned(),
        ),
        (
            "scenario = \"training\"",
            "scenario = \"chickamauga-1975\"".to_owned(),
            "a.jsonl: it is of 'training', and 'chickamauga-1975' is played".to_owned(),
        ),
        (
            "confederate = \"Ben\"",
            "confederate = \"First lot\"".to_owned(),
            "a.jsonl: on its Confederate side sat 'person', which 'First lot' is not".to_owned(),
        ),
        (
            "# Kept by hand.",
            "options = { touch-move = true }".to_owned(),
            "a.jsonl: its option 'touch-move' is off, and on is expected".to_owned(),
        ),
    ] {
        fs::write(&club.file, sound.replacen(from, &to, 1)).expect("it is written");
        let faults = club.faults();
        let expected = format!("event.toml:{line}: record: {what}");
        assert!(faults.lines().any(|fault| fault.starts_with(&expected)), "{expected}\n{faults}");
    }
    let again = sound.replacen("\"Ben\", result", "\"Cid\", result", 1);
    let round = again.find("\n[[round]]").expect("it is there");
    fs::write(&club.file, format!("{sound}{}", &again[round..])).expect("it is written");
    let faults = club.faults();
    assert!(faults.contains("record: a.jsonl: it is the same game as a.jsonl"), "{faults}");
    fs::write(&club.file, sound.replacen("\"a.jsonl\"", "\"short.jsonl\"", 1)).expect("it is written");
    let value: Value = serde_json::from_slice(&club.run(&["--json"]).stdout).expect("it is JSON");
    assert_eq!(value["faults"][0]["line"], line);
}

#[test]
fn a_game_counts_as_its_players_ended_it_however_the_points_stand() {
    let club = Club::of(&SIX.replace("rounds = 3", "games = 1\nrounds = 3"));
    let folder = data();
    let library =
        Library::load(&|path| fs::read_to_string(folder.join(path)).ok()).expect("the data is sound");
    let mut table = library.begin("training", &Map::new(), None, &[], [9; 32]).expect("it begins");
    table.seat(BySide::from_fn(|_| "person".to_owned()));
    let leader = table.victory().leader;
    // Whoever does not lead has won.
    let winner = leader.map_or(Side::Union, Side::other);
    table.act(winner.other(), Act::Resign).expect("it goes on");
    let lines = std::iter::once(table.header().value()).chain(table.entries(0));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    fs::write(club.folder.path().join("a.jsonl"), text).expect("it is written");
    let round = |result: &str| {
        format!(
            "\n[[round]]\nscenario = \"training\"\ngames = [\n  {{ union = \"Ada\", confederate = \"Ben\", result = \
             \"{result}\", record = \"a.jsonl\" }},\n]\n"
        )
    };
    let begun = club.text();
    fs::write(&club.file, format!("{begun}{}", round(winner.word()))).expect("it is written");
    assert!(club.sound(&[]).contains("Records: 1 agree"));
    fs::write(&club.file, format!("{begun}{}", round(word(leader)))).expect("it is written");
    assert!(club.faults().contains(&format!("its result is '{}'", winner.word())));
}

#[test]
fn practice_is_not_rated() {
    let (club, _) = one_game(&[6, 6, 1]);
    let told = club.sound(&[]);
    let why = "  not rated: round 1, Ada and Ben: its dice or its position were set up for practice";
    assert!(told.lines().any(|line| line == why), "{told}");
    assert!(told.contains("Glicko-2 over one period; games rated: 0."), "{told}");
}

#[test]
fn a_file_to_begin_with_is_written_once() {
    let folder = tempdir().expect("a folder");
    let new = || longroll(&["tournament", "new.toml", "--new"], folder.path());
    assert!(new().status.success());
    let told = out(&longroll(&["tournament", "new.toml"], folder.path()));
    assert!(told.contains("Round 1, training:"), "{told}");
    let again = new();
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("this exists already"));
    let missing = longroll(&["tournament", "none.toml"], folder.path());
    assert_eq!(missing.status.code(), Some(1));
}
