//! No file outside a system's own folders names it: everybody else asks the registry.

use std::fs;
use std::path::{Path, PathBuf};

/// What the systems and their battles are called, as one word.
const NAMES: [&str; 5] = ["bluegray", "blindswords", "kernstown", "chickamauga", "chattanooga"];

/// The systems' own folders and the lists of them, below the root of the workspace.
const OWN: [&str; 8] = [
    "crates/ai/src/blind_swords",
    "crates/ai/src/blue_gray",
    // It says that these two folders are part of it, and what others use of them.
    "crates/ai/src/lib.rs",
    "crates/systems/src/blind_swords",
    "crates/systems/src/blue_gray",
    // The list.
    "crates/systems/src/lib.rs",
    "crates/blind-swords",
    "crates/blue-gray",
];

/// The page's own folder for its games, with their list.
const PAGES_OWN: &str = "web/js/games";

/// The names on a line, once whatever joins their words is left out.
fn named(line: &str) -> Option<&'static str> {
    let plain: String = line.chars().filter(char::is_ascii_alphabetic).collect();
    let plain = plain.to_ascii_lowercase();
    NAMES.into_iter().find(|name| plain.contains(name))
}

/// Every file of that kind below a folder, but for what is in `own`.
fn files(folder: &Path, ending: &str, own: &[PathBuf], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if own.contains(&entry) {
            continue;
        }
        if entry.is_dir() {
            files(&entry, ending, own, found);
        } else if entry.extension().is_some_and(|found| found == ending) {
            found.push(entry);
        }
    }
}

/// Where a file names a system. What tests take for an example, at the end of a file, does not
/// count.
fn naming(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("text");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let named = (1..).zip(code.lines()).filter_map(|(number, line)| Some((number, named(line)?)));
    named.map(|(number, name)| format!("{}:{number}: {name}", file.display())).collect()
}

#[test]
fn only_the_registry_names_a_system() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace");
    let mut own: Vec<PathBuf> = OWN.iter().map(|path| root.join(path)).collect();
    let missing: Vec<&PathBuf> = own.iter().filter(|path| !path.exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join("crates")).expect("a folder") {
        let source = entry.expect("a crate").path().join("src");
        if !own.iter().any(|own| source.starts_with(own)) {
            files(&source, "rs", &own, &mut found);
        }
    }
    assert!(found.len() > 100, "{} files were found", found.len());
    // The page's games have their folder once they are taken out of what it shows them with.
    let pages = root.join(PAGES_OWN);
    if pages.is_dir() {
        own.push(pages);
        files(&root.join("web/js"), "js", &own, &mut found);
    }
    let naming: Vec<String> = found.iter().flat_map(|file| naming(file)).collect();
    assert!(naming.is_empty(), "{}", naming.join("\n"));
}

#[test]
fn a_name_is_found_however_it_is_written() {
    for line in ["Blue & Gray", "blue_gray::Order", "\"blue-gray.order\"", "BlindSwords", "of Kernstown"] {
        assert!(named(line).is_some(), "{line}");
    }
    assert_eq!(named("a gray sky, blue hills, blind drums and swords"), None);
}
