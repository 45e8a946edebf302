//! The line protocol, by scripts.

use std::sync::Arc;

use catalog::Library;
use protocol::Line;
use serde_json::Value;

use crate::toy::Toys;

/// Compares with the snapshot of that test.
macro_rules! snapshot {
    ($told:expr) => {
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!($told) })
    };
}

/// The answers to these messages, each line as it was sent.
fn converse(messages: &[&str]) -> Vec<String> {
    let library = Library::new().with_system(Arc::new(Toys));
    let mut out = Vec::new();
    let input = messages.join("\n");
    Line::new(Arc::new(library)).run(input.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

/// Requests by method and parameters, numbered from 1, each with its answer, as a readable script.
fn script(requests: &[(&str, &str)]) -> String {
    let messages: Vec<String> = (1..)
        .zip(requests)
        .map(|(id, (method, params))| {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
        })
        .collect();
    let answers = converse(&messages.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(answers.len(), requests.len(), "one answer each");
    let mut told = String::new();
    for (id, ((method, params), answer)) in (1..).zip(requests.iter().zip(answers)) {
        let mut answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["jsonrpc"], "2.0");
        assert_eq!(answer["id"], id);
        let said = if answer["error"].is_null() { answer["result"].take() } else { answer["error"].take() };
        told += &format!("> {method} {params}\n{said}\n");
    }
    told
}

#[test]
fn a_game_from_beginning_to_end() {
    snapshot!(script(&[
        ("initialize", "{}"),
        ("game.new", r#"{"scenario":"heap","seed":"a","dice":[2]}"#),
        ("game.options", r#"{"game":"1","side":"union"}"#),
        ("game.options", r#"{"game":"1","side":"confederate"}"#),
        ("game.targets", r#"{"game":"1","side":"union","verb":"take","subject":null}"#),
        ("game.preview", r#"{"game":"1","side":"union","order":{"take":{"count":3}}}"#),
        ("game.preview", r#"{"game":"1","side":"union","order":{"take":{"count":11}}}"#),
        ("game.explain", r#"{"game":"1","side":"union","order":{"take":{"count":11}}}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"take":{"count":3}},"version":0}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"take":{"count":3}}}"#),
        ("game.order", r#"{"game":"1","side":"confederate","order":{"take":{"count":3}},"version":0}"#),
        ("game.undo", r#"{"game":"1","side":"confederate"}"#),
        ("game.undo", r#"{"game":"1","side":"union"}"#),
        ("game.redo", r#"{"game":"1","side":"union"}"#),
        ("game.order", r#"{"game":"1","side":"confederate","order":{"throw":{}},"version":3}"#),
        ("game.undo", r#"{"game":"1","side":"confederate"}"#),
        ("game.view", r#"{"game":"1","seat":"confederate","version":1}"#),
        ("game.view", r#"{"game":"1","version":5}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"take":{"count":5}}}"#),
        ("game.order", r#"{"game":"1","side":"confederate","order":{"take":{"count":1}}}"#),
        ("game.log", r#"{"game":"1","since":3}"#),
    ]));
}

#[test]
fn what_is_said_in_secret_stays_with_its_side() {
    snapshot!(script(&[
        ("game.new", r#"{"scenario":"heap","seed":"a"}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"whisper":{"word":"flank"}}}"#),
        ("game.log", r#"{"game":"1","seat":"union"}"#),
        ("game.log", r#"{"game":"1","seat":"confederate"}"#),
        ("game.log", r#"{"game":"1"}"#),
        ("game.view", r#"{"game":"1","seat":"union"}"#),
        ("game.view", r#"{"game":"1","seat":"confederate"}"#),
    ]));
}

#[test]
fn a_position_is_set_up_by_hand() {
    snapshot!(script(&[
        ("game.position", r#"{"scenario":"heap","units":[{},{},{}],"side":"union","seed":"a","dice":[6]}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"take":{"count":4}}}"#),
        ("game.position", r#"{"scenario":"heap","units":[],"side":"north"}"#),
        ("game.position", r#"{"scenario":"heap"}"#),
    ]));
}

#[test]
fn everything_malformed_is_refused_and_names_its_field() {
    snapshot!(script(&[
        ("game.destroy", "{}"),
        ("game.watch", r#"{"game":"1"}"#),
        ("game.new", "{}"),
        ("game.new", r#"{"scenario":"nowhere"}"#),
        ("game.new", r#"{"scenario":"heap","options":{"fast":true}}"#),
        ("game.new", r#"{"scenario":"heap","dice":[7]}"#),
        ("game.new", r#"{"scenario":"heap","dice":[-1]}"#),
        ("game.new", r#"{"scenario":"heap","mode":"two"}"#),
        ("game.new", r#"{"scenario":"heap","sceanrio":"heap"}"#),
        ("game.view", r#"{"game":"1"}"#),
        ("game.new", r#"{"scenario":"heap","seed":"a"}"#),
        ("game.view", r#"{"game":1}"#),
        ("game.view", r#"{"game":"1","seat":"north"}"#),
        ("game.view", r#"{"game":"1","side":"union"}"#),
        ("game.view", r#"{"game":"1","token":"x"}"#),
        ("game.view", r#"{"game":"1","version":1}"#),
        ("game.view", r#"{"game":"1","version":-1}"#),
        ("game.order", r#"{"game":"1","order":{"take":{"count":1}}}"#),
        ("game.order", r#"{"game":"1","side":"union"}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"give":{}}}"#),
        ("game.order", r#"{"game":"1","side":"union","order":[]}"#),
        ("game.targets", r#"{"game":"1","side":"union","verb":"give"}"#),
        ("game.load", r#"{"record":""}"#),
        ("game.load", r#"{"record":"{}"}"#),
        ("game.load", r#"{"record":7}"#),
        ("initialize", r#"{"client":"me"}"#),
    ]));
}

#[test]
fn a_message_that_is_no_request_is_told_so_and_the_line_goes_on() {
    let answers = converse(&[
        "{",
        "",
        "[]",
        "17",
        r#"{"jsonrpc":"1.0","id":1,"method":"initialize"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":[]}"#,
        r#"{"jsonrpc":"2.0","method":"game.destroy"}"#,
        r#"{"jsonrpc":"2.0","id":"last","method":"initialize"}"#,
    ]);
    snapshot!(answers.join("\n"));
}

#[test]
fn an_overlong_message_is_refused_and_the_line_goes_on() {
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"game.load","params":{{"record":"{}"}}}}"#,
        "x".repeat(protocol::LONGEST_MESSAGE)
    );
    let answers = converse(&[&long, r#"{"jsonrpc":"2.0","id":2,"method":"initialize"}"#]);
    assert_eq!(answers.len(), 2);
    assert!(answers[0].contains("-32600") && answers[0].contains("at most 4194304 bytes"), "{}", answers[0]);
    assert!(answers[1].contains(r#""id":2,"result""#), "{}", answers[1]);
}

#[test]
fn a_panic_in_the_rules_leaves_the_game_as_it_was() {
    snapshot!(script(&[
        ("game.new", r#"{"scenario":"heap","seed":"a"}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"take":{"count":1}}}"#),
        ("game.order", r#"{"game":"1","side":"confederate","order":{"explode":{}}}"#),
        ("game.order", r#"{"game":"1","side":"confederate","order":{"throw":{}},"version":1}"#),
    ]));
}

#[test]
fn a_saved_game_goes_on_where_it_was_with_the_same_dice() {
    let begin = |n: u32| {
        let mut messages = vec![
            r#"{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"scenario":"mountain","seed":"b"}}"#
                .to_owned(),
        ];
        for i in 0..n {
            let side = ["union", "confederate"][i as usize % 2];
            messages.push(format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"game.order","params":{{"game":"1","side":"{side}","order":{{"throw":{{}}}}}}}}"#
            ));
        }
        messages.push(r#"{"jsonrpc":"2.0","id":1,"method":"game.save","params":{"game":"1"}}"#.to_owned());
        messages
    };
    let record = |messages: &[String]| -> String {
        let answers = converse(&messages.iter().map(String::as_str).collect::<Vec<_>>());
        let last: Value = serde_json::from_str(answers.last().unwrap()).unwrap();
        last["result"]["record"].as_str().unwrap().to_owned()
    };
    let whole = record(&begin(6));
    let half = record(&begin(4));
    let mut on = vec![
        serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "game.load", "params": {"record": half}})
            .to_string(),
    ];
    on.extend_from_slice(&begin(6)[5..]);
    assert_eq!(record(&on), whole);
}

#[test]
fn a_record_that_was_tampered_with_is_refused() {
    let save = [
        r#"{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"scenario":"heap","seed":"b","dice":[2]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"game.order","params":{"game":"1","side":"union","order":{"throw":{}}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"game.save","params":{"game":"1"}}"#,
    ];
    let answer: Value = serde_json::from_str(&converse(&save)[2]).unwrap();
    let record = answer["result"]["record"].as_str().unwrap();
    let load = |record: &str| {
        let message = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "game.load", "params": {"record": record}});
        converse(&[&message.to_string()]).remove(0)
    };
    assert!(load(record).contains(r#""version":1"#));
    snapshot!(load(&record.replace(r#""count":2"#, r#""count":3"#)));
    snapshot!(load(&record.replace(r#""version":1"#, r#""version":2"#)));
    snapshot!(load(&record.replace(r#""longroll":2"#, r#""longroll":3"#)));
    // A secret other than the one whose hash was published.
    let digit = record.find(r#""secret":""#).unwrap() + r#""secret":""#.len();
    let other = if record.as_bytes()[digit] == b'0' { "1" } else { "0" };
    let mut false_secret = record.to_owned();
    false_secret.replace_range(digit..=digit, other);
    snapshot!(load(&false_secret));
    // Loaded dice make it a practice game.
    let forged = load(&record.replace(r#""practice":true,"#, ""));
    assert!(forged.contains("record, line 1: practice: true was expected"), "{forged}");
    // Records of form 1 have no hashes; loaded dice make them practice games, whatever the header
    // says.
    let header = record.lines().next().unwrap().replace(r#""longroll":2"#, r#""longroll":1"#);
    assert!(load(&header.replace(r#""practice":true,"#, "")).contains(r#""practice":true"#));
}
