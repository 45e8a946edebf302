//! The schemas in docs/schemas.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use server::protocol::{METHODS, schemas};

#[test]
fn the_written_schemas_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let mut written = BTreeMap::new();
    for file in std::fs::read_dir(&folder).expect("docs/schemas is there") {
        let file = file.unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        written.insert(file.file_name().to_string_lossy().into_owned(), text);
    }
    let current = schemas();
    let names = |schemas: &BTreeMap<String, String>| schemas.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&written), names(&current), "`cargo run schemas` writes them anew");
    for (name, schema) in &current {
        assert_eq!(&written[name], schema, "{name}: `cargo run schemas` writes it anew");
    }
}

#[test]
fn every_method_has_one() {
    let schemas = schemas();
    for (method, line) in METHODS {
        let schema: Value = serde_json::from_str(&schemas[&format!("{method}.json")]).unwrap();
        let params = &schema["properties"]["params"];
        assert_eq!(params["additionalProperties"], false, "{method} refuses what it does not know");
        assert!(schema["properties"]["result"].is_object(), "{method}");
        // Only the server knows tokens, only the line sides and seats.
        let fields = params["properties"].as_object();
        let has = |name: &str| fields.is_some_and(|fields| fields.contains_key(name));
        if !line {
            assert!(!has("side") && !has("seat"), "{method}");
        }
    }
}
