//! `longroll play`: computers, programs and people in one game.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::tempdir;

/// Plays with these arguments; `typed` is a person's input.
fn play(arguments: &[&str], typed: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = program.stdin.take().expect("it listens");
    let typed = typed.to_owned();
    // It need not read everything: the game may be over before.
    let typist = std::thread::spawn(move || drop(input.write_all(typed.as_bytes())));
    let output = program.wait_with_output().expect("it ends");
    typist.join().expect("no panic");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks by the hash that was printed that a game's record is sound and the game finished.
fn verified(file: &Path, told: &str) {
    let path = file.to_str().expect("a plain path");
    let hash = told.lines().rev().find_map(|line| line.strip_prefix("The hash of its record is "));
    let hash = hash.expect("it is told").trim_end_matches('.');
    let audit = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["verify", path, "--hash", hash])
        .output()
        .expect("it runs");
    assert!(audit.status.success(), "{}{}", text(&audit.stdout), text(&audit.stderr));
    assert!(text(&audit.stdout).contains("each as the seeds determine"), "{}", text(&audit.stdout));
}

/// A game on the training battle against this program, which must end like any other.
fn against(program: &str, more: &[&str]) -> Output {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().expect("a plain path");
    let seat = format!("exec:{program}");
    let arguments = [
        "training",
        "--union",
        &seat,
        "--confederate",
        "random",
        "--seed",
        "a",
        "--stand-in",
        "random",
        "--record",
        path,
    ];
    let output = play(&[&arguments[..], more].concat(), "");
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains("The game is over: "), "{}", text(&output.stdout));
    verified(&file, &text(&output.stdout));
    output
}

/// The messages about forfeited decisions.
fn forfeits(output: &Output) -> Vec<String> {
    let told = text(&output.stderr);
    told.lines().filter(|line| line.contains("forfeits decision")).map(str::to_owned).collect()
}

#[test]
fn two_computers_play_the_same_game_from_the_same_seed() {
    let arguments = ["training", "--union", "random", "--confederate", "random", "--seed", "a"];
    let first = play(&arguments, "");
    assert!(first.status.success(), "{}", text(&first.stderr));
    let told = text(&first.stdout);
    assert!(told.contains("(7.0)") && told.contains("The game is over: "), "{told}");
    assert_eq!(told, text(&play(&arguments, "").stdout));
    assert_ne!(told, text(&play(&[&arguments[..6], &["b"]].concat(), "").stdout));
}

#[test]
fn a_record_is_written_over_only_where_that_is_asked_for() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().expect("a plain path");
    let game = ["training", "--union", "random", "--confederate", "random", "--seed", "a", "--record", path];
    assert!(play(&game, "").status.success());
    let record = std::fs::read(&file).expect("it is there");
    assert!(!record.is_empty());

    let other = [&game[..6], &["b"], &game[7..]].concat();
    let refused = play(&other, "");
    assert_eq!(refused.status.code(), Some(1));
    let said = text(&refused.stderr);
    assert!(said.contains(path) && said.contains("--overwrite"), "{said}");
    assert!(refused.stdout.is_empty(), "it is said before the game begins");
    assert_eq!(std::fs::read(&file).expect("it is there"), record);

    let written = play(&[&other[..], &["--overwrite"]].concat(), "");
    assert!(written.status.success(), "{}", text(&written.stderr));
    assert_ne!(std::fs::read(&file).expect("it is there"), record);
    verified(&file, &text(&written.stdout));

    // So is that it cannot be written at all.
    let nowhere = folder.path().join("nowhere").join("game.jsonl");
    let refused = play(&[&game[..8], &[nowhere.to_str().expect("a plain path")]].concat(), "");
    assert!(!refused.status.success() && refused.stdout.is_empty(), "{}", text(&refused.stdout));
}

/// `game.load` names the problem of a record in the same words as the commands that read one.
#[test]
fn a_record_with_other_line_endings_is_refused_alike_by_file_and_by_message() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().expect("a plain path");
    let game = ["training", "--union", "random", "--confederate", "random", "--seed", "a", "--record", path];
    assert!(play(&game, "").status.success());
    let record = std::fs::read_to_string(&file).expect("it is there");
    for (changed, what) in [
        (record.replace('\n', "\r\n"), "CR LF"),
        (format!("\u{feff}{record}"), "byte order mark"),
        (format!("\u{feff}{}", record.replace('\n', "\r\n")), "byte order mark"),
    ] {
        std::fs::write(&file, &changed).expect("it is written");
        for command in ["verify", "replay", "campaign"] {
            let output = Command::new(crate::LONGROLL).args([command, path]).output().expect("it runs");
            let said = text(&output.stdout) + &text(&output.stderr);
            assert!(!output.status.success() && said.contains(what), "{command}: {said}");
        }
        let load = serde_json::json!({
            "jsonrpc": "2.0", "id": 1, "method": "game.load", "params": { "record": changed },
        });
        let mut program = Command::new(crate::LONGROLL)
            .arg("protocol")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = program.stdin.take().expect("it listens");
        writeln!(input, "{load}").expect("it takes it");
        drop(input);
        let answer = text(&program.wait_with_output().expect("it ends").stdout);
        assert!(answer.contains("\"error\"") && answer.contains(what), "{answer}");
    }
    let wide: Vec<u8> = format!("\u{feff}{record}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(&file, wide).expect("it is written");
    for command in ["verify", "replay"] {
        let output = Command::new(crate::LONGROLL).args([command, path]).output().expect("it runs");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!output.status.success() && said.contains("UTF-16"), "{command}: {said}");
    }
}

#[test]
fn the_example_bot_plays_whole_games_of_both_systems() {
    let output = against(env!("CARGO_BIN_EXE_first-option"), &[]);
    assert!(
        text(&output.stdout).contains("Union: It was the first that was legal."),
        "{}",
        text(&output.stdout)
    );
    let said = forfeits(&output);
    assert!(said.iter().all(|line| line.contains("nothing that I can think of is legal")), "{said:?}");
    let seat = format!("exec:{}", env!("CARGO_BIN_EXE_first-option"));
    let arguments = [
        "kernstown-1-stone-wall",
        "--union",
        &seat,
        "--confederate",
        "random",
        "--seed",
        "a",
        "--stand-in",
        "random",
    ];
    let output = play(&arguments, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("The game is over: "));
}

/// The orders of a recorded game with their reasons, who gave them, and the dice they took.
fn orders(file: &Path) -> Vec<[Value; 4]> {
    let record = std::fs::read_to_string(file).expect("it is there");
    let entries = record.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
    entries.map(|entry| ["side", "order", "reason", "dice"].map(|field| entry[field].clone())).collect()
}

#[test]
fn a_commander_plays_as_an_outside_program_as_it_does_at_the_table() {
    let folder = tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_longroll");
    let whole = [
        ("training", "general", "veteran", &["--trials", "40"][..]),
        ("kernstown-1-stone-wall", "recruit", "recruit", &[]),
    ];
    for (scenario, union, confederate, more) in whole {
        let mut played = Vec::new();
        for outside in [false, true] {
            let file = folder.path().join(format!("{scenario}-{outside}.jsonl"));
            let seat = |level: &str| match outside {
                false => level.to_owned(),
                true => format!("exec:{program} bot {level} {}", more.join(" ")),
            };
            let (union, confederate) = (seat(union), seat(confederate));
            let path = file.to_str().expect("a plain path");
            let arguments = [scenario, "--seed", "a", "--union", &union, "--confederate", &confederate];
            let ours = ["--record", path, "--trust-programs", "--bot-clock", "300"];
            let output = play(&[&arguments[..], &ours, more].concat(), "");
            assert!(output.status.success(), "{}", text(&output.stderr));
            assert_eq!(text(&output.stderr), "", "it forfeits nothing");
            verified(&file, &text(&output.stdout));
            played.push(orders(&file));
        }
        assert!(played[0].len() > 20, "{}", played[0].len());
        assert_eq!(played[0], played[1], "{scenario}");
    }
}

#[test]
fn a_program_that_is_not_trusted_is_not_sent_the_record() {
    let program = format!("{} bot random", env!("CARGO_BIN_EXE_longroll"));
    let said = forfeits(&against(&program, &[]));
    assert!(!said.is_empty());
    assert!(said.iter().all(|line| line.contains("sends it with --trust-programs")), "{said:?}");
}

#[test]
fn a_commander_as_a_program_says_what_it_expected() {
    let mut bot = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["bot", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut to = bot.stdin.take().expect("a pipe");
    for message in [
        r#"{"id":1,"method":"bot.order","params":{"version":0,"record":{"since":0,"entries":[],"standing":[]}}}"#,
        r#"{"id":2,"method":"bot.start","params":{"side":"blue"}}"#,
        r#"{"id":3,"method":"game.view"}"#,
        r#"{"method":"bot.end"}"#,
        r#"{"id":4}"#,
    ] {
        writeln!(to, "{message}").expect("it reads");
    }
    drop(to);
    let output = bot.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let said = text(&output.stdout);
    let said: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let says = [
        "bot.start was expected before bot.order",
        "params: unknown variant `blue`",
        "'game.view': bot.start or bot.order was expected",
        "a method was expected",
    ];
    assert_eq!(said.len(), says.len(), "{said:?}");
    for ((id, answer), says) in (1..).zip(&said).zip(says) {
        assert_eq!(answer["id"], id);
        let message = answer["error"]["message"].as_str().expect("an error");
        assert!(message.starts_with(says), "{message}");
    }
}

#[test]
fn reasons_in_a_game_with_hidden_facts_are_told_when_it_is_over() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().expect("a plain path");
    let arguments =
        ["kernstown-1-stone-wall", "--union", "recruit", "--confederate", "random", "--seed", "a"];
    let output = play(&[&arguments[..], &["--record", path]].concat(), "");
    let told = text(&output.stdout);
    assert!(output.status.success() && told.contains("The game is over: "), "{}", text(&output.stderr));
    let reasons = |told: &str| told.lines().filter(|line| line.trim_start().starts_with("Union: ")).count();
    let last = told.lines().position(|line| line.contains("The game is over: ")).unwrap_or_default();
    let during: Vec<&str> = told.lines().take(last.saturating_sub(40)).collect();
    assert_eq!(reasons(&during.join("\n")), 0, "{told}");
    let again =
        Command::new(env!("CARGO_BIN_EXE_longroll")).args(["replay", path]).output().expect("it runs");
    assert!(reasons(&text(&again.stdout)) > 20, "{}", text(&again.stdout));
}

#[cfg(unix)]
mod bots_that_misbehave {
    use super::*;

    /// A shell that answers every request with this result; `$id` is the request's id.
    fn answering(reply: &str) -> String {
        let id = r#"id=$(printf %s "$line" | sed 's/^{"jsonrpc":"2.0","id":\([0-9]*\),.*/\1/')"#;
        let script = format!(
            "while read -r line; do case $line in *bot.start*|*bot.order*) {id}; {reply};; esac; done"
        );
        format!("sh -c '{}'", script.replace('\'', r"'\''"))
    }

    #[test]
    fn one_that_is_not_there_forfeits() {
        let output = against("/nowhere/at/all", &[]);
        assert!(
            forfeits(&output)[0].contains("/nowhere/at/all could not be started"),
            "{:?}",
            forfeits(&output)
        );
    }

    #[test]
    fn one_that_crashes_is_started_again_a_few_times() {
        let output = against("sh -c 'exit 3'", &[]);
        let said = forfeits(&output);
        assert!(
            said[0].contains("it ended (exit status: 3)") || said[0].contains("it closed its output"),
            "{said:?}"
        );
        assert!(said[4..].iter().all(|line| line.contains("is not started again")), "{said:?}");
    }

    #[test]
    fn one_that_stalls_forfeits_when_its_clock_has_run_down() {
        // It reads everything and answers nothing.
        let output = against("sh -c 'cat >/dev/null'", &["--bot-clock", "0.05"]);
        let said = forfeits(&output);
        assert!(said[0].contains("it gave no answer within 0.05 s"), "{said:?}");
        // The game does not wait for it again and again.
        assert!(said.last().is_some_and(|line| line.contains("is not started again")), "{said:?}");
    }

    #[test]
    fn one_that_does_not_even_read_holds_up_nobody() {
        let output = against("tail -f /dev/null", &["--bot-clock", "0.05"]);
        assert!(forfeits(&output)[0].contains("no answer within"), "{:?}", forfeits(&output));
    }

    #[test]
    fn one_that_talks_nonsense_forfeits() {
        let output = against("yes nonsense", &[]);
        let said = forfeits(&output);
        assert!(said.iter().all(|line| line.contains("'nonsense' is no JSON")), "{said:?}");
    }

    #[test]
    fn one_whose_order_is_illegal_forfeits_with_the_case() {
        let bot = answering(r#"echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"end-combat\":{}}}""#);
        let output = against(&bot, &[]);
        let said = forfeits(&output);
        // In its first movement phase there is no combat phase to end; later the order may be
        // legal.
        assert!(
            said[0].contains(r#"{"end-combat":{}}: "#) && said[0].contains("(blue-gray-1975 4."),
            "{said:?}"
        );
    }

    #[test]
    fn one_that_answers_with_no_order_forfeits() {
        for (result, says) in [
            ("7", "'7' is no order"),
            (r#"{\"order\":{},\"why\":1}"#, "unknown field 'why'"),
            (r#"{\"fly\":{}}"#, "fly"),
        ] {
            let bot = answering(&format!(r#"echo "{{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{result}}}""#));
            let output = against(&bot, &[]);
            assert!(forfeits(&output)[0].contains(says), "{:?}", forfeits(&output));
        }
    }
}

#[test]
fn a_person_types_orders_and_is_told_what_is_wrong() {
    let typed = "help\nmove u-1-1\nmove u-1-1 0101\nmove nobody 0705\ndance\nend-movement now please\nunits\n\
                 why {\"move\":{\"unit\":\"u-1-1\",\"to\":\"0101\"}}\nmove u-cav\n1\nundo\nend-movement\nquit\n";
    let arguments = ["training", "--union", "person", "--confederate", "random", "--seed", "a"];
    let output = play(&arguments, typed);
    assert!(output.status.success(), "{}", text(&output.stderr));
    insta::assert_snapshot!(text(&output.stdout));
}

#[test]
fn a_person_s_game_that_is_broken_off_can_be_gone_on_with() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().expect("a plain path");
    let arguments = ["training", "--confederate", "random", "--seed", "a", "--record", path];
    let output = play(&arguments, "end-movement\n");
    assert!(
        text(&output.stdout).contains("The game was broken off. It stands: "),
        "{}",
        text(&output.stdout)
    );
    verified_as_far_as_it_goes(&file);
}

fn verified_as_far_as_it_goes(file: &Path) {
    let path = file.to_str().expect("a plain path");
    let audit =
        Command::new(env!("CARGO_BIN_EXE_longroll")).args(["verify", path]).output().expect("it runs");
    assert_eq!(audit.status.code(), Some(3), "{}", text(&audit.stdout));
    assert!(text(&audit.stdout).contains(": unfinished: "), "{}", text(&audit.stdout));
    assert!(std::fs::read_to_string(file).expect("it is there").contains("\"secret\""));
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, says) in [
        (&["training", "--union", "hero"][..], "--union"),
        (&["training", "--union", "exec:"], "--union: exec: a program was expected"),
        (&["training", "--confederate", "exec:'mybot"], "--confederate: exec:'mybot: a quote is not closed"),
        (&["atlantis"], "'atlantis'"),
        (&["training", "--option", "touch-move=perhaps"], "touch-move=perhaps"),
        (&["training", "--bot-clock", "0"], "--bot-clock"),
    ] {
        let output = play(arguments, "");
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
    }
}
