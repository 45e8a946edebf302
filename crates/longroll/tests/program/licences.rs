//! Every crate that Longroll is made of, or tested with, is under a licence that `deny.toml` allows.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Whether an expression of licences (SPDX: `OR`, `AND`, `WITH`, parentheses; of older crates also
/// `/`) can be met with these.
fn allowed(expression: &str, list: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (met, rest) = any(&words, list);
    assert!(rest.is_empty(), "this cannot be read: {expression}");
    met
}

/// Alternatives, of which one is enough.
fn any<'a>(words: &'a [&'a str], list: &BTreeSet<String>) -> (bool, &'a [&'a str]) {
    let (mut met, mut rest) = all(words, list);
    while let Some((&"OR", more)) = rest.split_first() {
        let (other, left) = all(more, list);
        (met, rest) = (met | other, left);
    }
    (met, rest)
}

/// What has to be met together.
fn all<'a>(words: &'a [&'a str], list: &BTreeSet<String>) -> (bool, &'a [&'a str]) {
    let (mut met, mut rest) = one(words, list);
    while let Some((&"AND", more)) = rest.split_first() {
        let (other, left) = one(more, list);
        (met, rest) = (met & other, left);
    }
    (met, rest)
}

/// One licence, perhaps with an exception, or something in parentheses.
fn one<'a>(words: &'a [&'a str], list: &BTreeSet<String>) -> (bool, &'a [&'a str]) {
    match words {
        ["(", inside @ ..] => {
            let (met, rest) = any(inside, list);
            (met, rest.strip_prefix(&[")"]).expect("a closing parenthesis"))
        }
        [name, "WITH", exception, rest @ ..] => (list.contains(&format!("{name} WITH {exception}")), rest),
        [name, rest @ ..] => (list.contains(*name), rest),
        [] => (false, words),
    }
}

fn list(value: &toml::Value) -> BTreeSet<String> {
    let names = value.as_array().expect("a list");
    names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

#[test]
fn expressions_of_licences_are_read_as_they_are_meant() {
    let list = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
    for good in [
        "MIT",
        "GPL-3.0-only OR MIT",
        "MIT/GPL-2.0",
        "(MIT OR Apache-2.0) AND Zlib",
        "Apache-2.0 WITH LLVM-exception OR GPL-2.0-only",
    ] {
        assert!(allowed(good, &list), "{good}");
    }
    for bad in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0", "(MIT OR Zlib) AND GPL-3.0-only", ""] {
        assert!(!allowed(bad, &list), "{bad}");
    }
}

#[test]
fn every_crate_has_a_licence_that_is_allowed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rules = std::fs::read_to_string(root.join("deny.toml")).expect("it is there");
    let rules: toml::Table = rules.parse().expect("it is sound");
    let usual = list(&rules["licenses"]["allow"]);
    let exceptions = rules["licenses"]["exceptions"].as_array().expect("a list");
    let told = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--all-features", "--locked", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).expect("it is JSON");
    let crates = told["packages"].as_array().expect("crates");
    assert!(crates.len() > 100, "{}", crates.len());
    for package in crates {
        let name = package["name"].as_str().expect("a name");
        let mut list_of_it = usual.clone();
        let own = exceptions.iter().filter(|exception| exception["crate"].as_str() == Some(name));
        list_of_it.extend(own.flat_map(|exception| list(&exception["allow"])));
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(allowed(licence, &list_of_it), "{name} is under '{licence}', which deny.toml does not allow");
    }
    for exception in exceptions {
        let name = exception["crate"].as_str().expect("a name");
        assert!(crates.iter().any(|package| package["name"] == name), "{name} is not used any more");
    }
}
