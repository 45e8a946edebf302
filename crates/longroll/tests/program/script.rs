//! A small battle as a script of the protocol, for reading as well as running.

use std::sync::Arc;

use protocol::Line;
use serde_json::{Value, json};

use crate::game::request;

/// The parts of a view that the script is about.
fn brief(view: &Value) -> Value {
    let units: Vec<String> = view["units"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|unit| {
            let at = unit["hex"].as_str().or(unit["status"].as_str()).unwrap_or("?");
            format!("{} {at}", unit["id"].as_str().unwrap_or("?"))
        })
        .collect();
    json!({ "phase": view["phase"], "question": view["question"], "units": units.join(", ") })
}

/// Requests by method and parameters, each with its result.
fn script(requests: &[(&str, &str)]) -> String {
    let library = systems::library().expect("the data is sound");
    let mut line = Line::new(Arc::new(library));
    let mut told = String::new();
    for (id, (method, params)) in requests.iter().enumerate() {
        let read: Value = serde_json::from_str(params).expect("the script is JSON");
        let answer = line.hear(request(id, method, &read).as_bytes()).expect("it is answered");
        let mut answer: Value = serde_json::from_str(&answer).expect("it is JSON");
        let said = if answer["error"].is_null() { "result" } else { "error" };
        let mut said = answer[said].take();
        if !said["view"].is_null() {
            said["view"] = brief(&said["view"]);
        }
        // The hash covers that of the data, which changes with every correction of a map.
        if !said["hash"].is_null() {
            said["hash"] = json!("…");
        }
        told += &format!("> {method} {params}\n{said:#}\n\n");
    }
    told
}

#[test]
fn an_attack_from_the_march_to_the_advance() {
    let told = script(&[
        (
            "game.position",
            r#"{"scenario":"training","dice":[1,6],"units":[
                {"id":"a","side":"union","type":"infantry","strength":6,"hex":"0303"},
                {"id":"g","side":"union","type":"artillery","strength":3,"hex":"0502"},
                {"id":"x","side":"confederate","type":"infantry","strength":3,"hex":"0504"}]}"#,
        ),
        ("game.preview", r#"{"game":"1","side":"union","order":{"move":{"unit":"a","to":"0403"}}}"#),
        (
            "game.order",
            r#"{"game":"1","side":"union","order":{"move":{"unit":"a","to":"0503"}},"version":0}"#,
        ),
        ("game.order", r#"{"game":"1","side":"union","order":{"move":{"unit":"a","to":"0303"}}}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"move":{"unit":"b","to":"0303"}}}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"move":{"unit":"a","onto":"0303"}}}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"march":{"unit":"a","to":"0303"}}}"#),
        ("game.undo", r#"{"game":"1","side":"union"}"#),
        ("game.redo", r#"{"game":"1","side":"union"}"#),
        ("game.order", r#"{"game":"1","side":"confederate","order":{"end-movement":{}}}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"end-movement":{}}}"#),
        ("game.options", r#"{"game":"1","side":"union"}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"end-combat":{}}}"#),
        (
            "game.preview",
            r#"{"game":"1","side":"union","order":{"attack":{"attackers":["a","g"],"defenders":["0504"]}}}"#,
        ),
        (
            "game.explain",
            r#"{"game":"1","side":"union","order":{"attack":{"attackers":["a"],"defenders":["0504"],"column":"5-1"}}}"#,
        ),
        (
            "game.order",
            r#"{"game":"1","side":"union","order":{"attack":{"attackers":["a"],"defenders":["0504"],"column":"1-1"}}}"#,
        ),
        ("game.undo", r#"{"game":"1","side":"union"}"#),
        ("game.options", r#"{"game":"1","side":"confederate"}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"end-combat":{}}}"#),
        ("game.targets", r#"{"game":"1","side":"confederate","verb":"retreat","subject":"x"}"#),
        ("game.order", r#"{"game":"1","side":"confederate","order":{"retreat":{"unit":"x","to":"0503"}}}"#),
        ("game.order", r#"{"game":"1","side":"confederate","order":{"retreat":{"unit":"x","to":"0505"}}}"#),
        ("game.targets", r#"{"game":"1","side":"union","verb":"advance","subject":"a"}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"advance":{"unit":"a"}}}"#),
        ("game.order", r#"{"game":"1","side":"union","order":{"end-combat":{}}}"#),
        ("game.log", r#"{"game":"1","since":5}"#),
    ]);
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(told) });
}
