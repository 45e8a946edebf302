//! Orders in short words: `move u-1-1 0705`, `attack u-1-1,u-2-1 0705`, `end-combat`.

use serde_json::{Map, Value, json};

/// The meaning of the words after a verb.
#[derive(Debug, PartialEq)]
pub(super) enum Spoken {
    Order(Value),
    /// The subject of a verb; its targets are still to be listed.
    Subject(Value),
}

/// Reads an order, or the beginning of one. `bare` is whether the verb is offered without a
/// subject. Orders of only one system are chosen from a list or typed as
/// JSON.
pub(super) fn read(verb: &str, words: &[&str], bare: bool) -> Result<Spoken, String> {
    let order = |fields: Value| {
        let order = Map::from_iter([(verb.to_owned(), fields)]);
        Ok(Spoken::Order(Value::Object(order)))
    };
    match (verb, words) {
        ("lose", [units]) => order(json!({ "units": list(units) })),
        (_, []) if bare => order(json!({})),
        (_, []) => Ok(Spoken::Subject(Value::Null)),
        ("attack", [attackers]) => {
            Ok(Spoken::Subject(json!({ "attackers": list(attackers), "defenders": [] })))
        }
        ("attack", [attackers, defenders]) => {
            order(json!({ "attackers": list(attackers), "defenders": list(defenders) }))
        }
        ("attack", [attackers, defenders, column]) => {
            order(json!({ "attackers": list(attackers), "defenders": list(defenders), "column": column }))
        }
        (_, [subject]) => Ok(Spoken::Subject(json!(subject))),
        (_, [unit, to]) => order(json!({ "unit": unit, "to": to })),
        _ => Err(format!(
            "too many words for '{verb}'; 'help' tells the forms, and any order can be typed as JSON"
        )),
    }
}

/// The parts of a list joined by commas.
fn list(text: &str) -> Vec<&str> {
    text.split(',').filter(|part| !part.is_empty()).collect()
}

/// The order for a target of that verb and subject, if it is complete.
pub(super) fn of_target(verb: &str, subject: &Value, target: &Value) -> Option<Value> {
    if target["order"].is_object() {
        return Some(target["order"].clone());
    }
    let mut fields = Map::new();
    match verb {
        "attack" => {
            fields.insert("attackers".to_owned(), subject.get("attackers")?.clone());
            fields.insert("defenders".to_owned(), json!([target.get("hex")?]));
        }
        "lose" => {
            fields.insert("units".to_owned(), target.get("units")?.clone());
        }
        "exit" => {
            fields.insert("unit".to_owned(), subject.clone());
            fields.insert("path".to_owned(), target.get("path")?.clone());
        }
        _ => {
            fields.insert("unit".to_owned(), subject.clone());
            fields.insert("to".to_owned(), target.get("hex")?.clone());
            // Where units must make room, the person decides which and where to.
            if target["displace"].as_array().is_some_and(|displaced| !displaced.is_empty()) {
                return None;
            }
        }
    }
    Some(Value::Object(Map::from_iter([(verb.to_owned(), Value::Object(fields))])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_are_whole_orders_or_subjects() {
        let order = |verb, words: &[&str], bare| match read(verb, words, bare) {
            Ok(Spoken::Order(order)) => order.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(order("end-combat", &[], true), r#"{"end-combat":{}}"#);
        assert_eq!(order("move", &["u-1", "0705"], false), r#"{"move":{"to":"0705","unit":"u-1"}}"#);
        let attack = order("attack", &["a,b", "0705", "2-1"], false);
        assert_eq!(attack, r#"{"attack":{"attackers":["a","b"],"column":"2-1","defenders":["0705"]}}"#);
        assert_eq!(order("lose", &["a,b"], false), r#"{"lose":{"units":["a","b"]}}"#);
        assert_eq!(read("move", &["u-1"], false), Ok(Spoken::Subject(json!("u-1"))));
        assert_eq!(read("keys", &[], false), Ok(Spoken::Subject(Value::Null)));
        assert!(read("move", &["u-1", "0705", "0706"], false).is_err());
    }

    #[test]
    fn a_target_that_needs_nothing_more_is_an_order() {
        let retreat = |target| of_target("retreat", &json!("u-1"), &target);
        let open = retreat(json!({ "hex": "0705", "displace": [] }));
        assert_eq!(open, Some(json!({ "retreat": { "unit": "u-1", "to": "0705" } })));
        assert_eq!(retreat(json!({ "hex": "0705", "displace": [{ "unit": "u-2", "hex": "0706" }] })), None);
        let ready = json!({ "order": { "keys": { "chits": ["u-rally"] } } });
        assert_eq!(of_target("keys", &Value::Null, &ready), Some(ready["order"].clone()));
    }
}
