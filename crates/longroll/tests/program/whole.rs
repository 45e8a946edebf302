//! Whole battles over the line protocol, order by order.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tabletop::Side;

use crate::game::{Game, request};

/// The answers of `longroll protocol` to these lines.
fn converse(lines: &[String]) -> Vec<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .arg("protocol")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = program.stdin.take().expect("it listens");
    let text = lines.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = program.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it hears everything");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("it is text");
    text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

#[test]
fn a_battle_over_the_line_leaves_the_same_record() {
    for (scenario, seed) in [("training", 1), ("chickamauga-1975", 2)] {
        let game = Game::of(scenario, seed);
        let mut lines = vec![request(0, "game.load", &json!({ "record": game.beginning() }))];
        for (side, order) in &game.orders {
            let id = lines.len();
            lines.push(request(id, "game.order", &json!({ "game": "1", "side": side, "order": order })));
        }
        lines.push(request(lines.len(), "game.save", &json!({ "game": "1" })));
        let answers = converse(&lines);
        assert_eq!(answers.len(), lines.len());
        for answer in &answers {
            assert!(answer["error"].is_null(), "{scenario}: {answer}");
        }
        let over = &answers[answers.len() - 2]["result"]["view"];
        assert_eq!(over["phase"], "over", "{scenario}");
        assert_eq!(over["question"], Value::Null, "{scenario}");
        let saved = answers[answers.len() - 1]["result"]["record"].as_str().expect("a record");
        let entries = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert!(entries(saved) == entries(&game.text()), "{scenario}: the record differs");
    }
}

#[test]
fn everything_can_be_undone_until_a_die_is_thrown() {
    let game = Game::of("training", 3);
    // The first phase: moves, then its end.
    let moves: Vec<_> = game.orders.iter().take_while(|(_, order)| order["move"].is_object()).collect();
    assert!(!moves.is_empty(), "the commander moves something");
    let mut lines = vec![
        request(0, "game.load", &json!({ "record": game.beginning() })),
        request(1, "game.view", &json!({ "game": "1", "seat": "union" })),
    ];
    for (side, order) in &moves {
        lines.push(request(2, "game.order", &json!({ "game": "1", "side": side, "order": order })));
    }
    let side: Side = moves[0].0;
    for method in ["game.undo", "game.redo", "game.undo"] {
        for _ in &moves {
            lines.push(request(3, method, &json!({ "game": "1", "side": side })));
        }
    }
    lines.push(request(4, "game.undo", &json!({ "game": "1", "side": side })));
    lines.push(request(5, "game.view", &json!({ "game": "1", "seat": "union" })));
    let answers = converse(&lines);
    let count = answers.len();
    for answer in answers.iter().take(count - 2) {
        assert!(answer["error"].is_null(), "{answer}");
    }
    assert_eq!(answers[count - 2]["error"]["code"], 2);
    let position = |answer: &Value| (answer["result"]["units"].clone(), answer["result"]["question"].clone());
    assert_eq!(position(&answers[count - 1]), position(&answers[1]));
}
