//! Booklets at the terminal.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::tempdir;

fn print(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_longroll"))
        .current_dir(folder)
        .arg("print")
        .args(arguments)
        .output()
        .expect("it runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_booklet_is_one_pdf_and_the_same_again() {
    let folder = tempdir().expect("a folder");
    let first = print(folder.path(), &["training", "-o", "a.pdf"]);
    assert!(first.status.success(), "{}", told(&first));
    insta::assert_snapshot!(out(&first), @r"
    a.pdf: 6 pages
         1  title
         2  charts
         3  map A1
         4  map A2
         5  counters 1, front
         6  counters 1, back
    ");
    assert!(print(folder.path(), &["training", "-o", "B.PDF"]).status.success());
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("it is there");
    assert!(read("a.pdf").starts_with(b"%PDF-"));
    assert!(read("a.pdf") == read("B.PDF"), "two booklets of one battle differ");
}

#[test]
fn as_svg_every_page_is_a_file() {
    let folder = tempdir().expect("a folder");
    let output = print(folder.path(), &["chattanooga-1975", "-o", "b.svg", "--paper", "a3", "--certainty"]);
    assert!(output.status.success(), "{}", told(&output));
    insta::assert_snapshot!(out(&output), @r"
    b-01.svg  title
    b-02.svg  charts
    b-03.svg  charts
    b-04.svg  map A1
    b-05.svg  map A2
    b-06.svg  counters 1, front
    b-07.svg  counters 1, back
    ");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is there");
    let title = read("b-01.svg");
    for words in [
        "width=\"297mm\" height=\"420mm\"",
        "Chattanooga",
        "This map is a reconstruction",
        "Sources",
        "page 1 of 7",
    ] {
        assert!(title.contains(words), "{words}");
    }
    let charts = read("b-02.svg");
    for words in [
        "Combat results (7.6)",
        "Terrain effects (9.0)",
        ">night<",
        "Victory points",
        "Reinforcements (15.11)",
    ] {
        assert!(charts.contains(words), "{words}");
    }
    // 77 units, a marker for the game-turn, seven control hexes.
    assert_eq!(read("b-06.svg").matches("data-front=").count(), 85);
    assert_eq!(read("b-07.svg").matches("data-back=").count(), 85);
    assert!(!folder.path().join("b.svg").exists());
}

#[test]
fn a_battle_of_kernstown_has_banded_counters_chits_and_its_charts() {
    let folder = tempdir().expect("a folder");
    let output = print(folder.path(), &["kernstown-1-stone-wall", "-o", "k.svg", "--paper", "a3"]);
    assert!(output.status.success(), "{}", told(&output));
    let pages: Vec<String> =
        out(&output).lines().map(|line| line.split_whitespace().next().expect("a file").to_owned()).collect();
    let all: String = pages
        .iter()
        .map(|name| std::fs::read_to_string(folder.path().join(name)).expect("it is there"))
        .collect();
    for words in [
        "The Stone Wall",
        "data-front=\"c62-27va\"",
        "data-back=\"c62-27va\"",
        "data-front=\"chit-",
        "data-front=\"held-1834\"",
        "Set-up: Union (20.1)",
        "Arrivals (13.11)",
        "Order of battle: ",
        "Charts: ",
        "Disrupted",
    ] {
        assert!(all.contains(words), "{words}");
    }
}

#[test]
fn what_cannot_be_printed_is_said() {
    let folder = tempdir().expect("a folder");
    for (arguments, says, code) in [
        (&["atlantis", "-o", "a.pdf"][..], "no scenario called 'atlantis'", 1),
        (&["training", "-o", "a.png"], "a.png: a name that ends in .pdf or .svg was expected", 1),
        (&["training", "-o", "nowhere/a.pdf"], "nowhere/a.pdf: ", 1),
        (&["training", "-o", "a.pdf", "--paper", "a5"], "[possible values: a4, letter, a3, tabloid]", 2),
        (&["training", "-o", "a.pdf", "--scale", "300"], "300 is not in 50..=200", 2),
        (&["training", "-o", "a.pdf", "--scale", "large"], "invalid digit", 2),
        (&["training"], "--output <FILE>", 2),
        (&["training", "-o", "a.pdf", "--pack", "nowhere"], "nowhere", 1),
    ] {
        let output = print(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(told(&output).contains(says) && out(&output).is_empty(), "{arguments:?}: {}", told(&output));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_pack_is_printed_as_it_corrects_the_map() {
    let folder = tempdir().expect("a folder");
    let data = crate::game::data();
    let map = std::fs::read_to_string(data.join("blue-gray/training/map.toml")).expect("it is there");
    let pack = folder.path().join("pack/blue-gray/training");
    std::fs::create_dir_all(&pack).expect("a folder");
    std::fs::write(pack.join("map.toml"), map.replace("name = \"Mill Bridge\"", "name = \"Long Bridge\""))
        .expect("it is written");
    std::fs::write(
        folder.path().join("pack/pack.toml"),
        "title = \"A longer bridge\"\nauthor = \"An owner\"\n",
    )
    .expect("it is written");
    let output = print(folder.path(), &["training", "-o", "c.svg", "--paper", "a3", "--pack", "pack"]);
    assert!(output.status.success(), "{}", told(&output));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is there");
    assert!(read("c-01.svg").contains("Printed from the data pack A longer bridge, by An owner."));
    assert!(read("c-03.svg").contains("Long Bridge"));
}
