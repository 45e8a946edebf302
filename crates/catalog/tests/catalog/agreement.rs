//! What readers of one sheet agree on.

use std::collections::HashMap;

use catalog::agreement::{Agreement, Counted, Reader, Readings, agree, agreed_files};
use catalog::embedded;
use catalog::facts::{Basis, facts};
use catalog::pack::{Files, identity};

const MAP: &str = "kernstown/map.toml";
const CHARTS: &str = "kernstown/charts.toml";

/// A pack of somebody who read hex 1031 so, from facts of those packs.
fn pack(title: &str, ground: char, from: &[&str]) -> (String, Files) {
    let own = embedded::data(MAP).expect("it is part of the program");
    let facts = facts(MAP, &own).expect("it is sound");
    assert_eq!(facts["ground 1031"].value, "light woods");
    let mut lines: Vec<String> = own.lines().map(str::to_owned).collect();
    let mut rows = 0;
    for part in ["[ground]", "[certainty]"] {
        let start = lines.iter().position(|line| line == part).expect("it is there");
        let first =
            lines[start..].iter().position(|line| line.starts_with("rows")).expect("rows") + start + 1;
        // Row 10 is the first, and columns are numbered from the east.
        let (column, row) = (41 - 31, 0);
        let letter = if part == "[ground]" { ground } else { 'p' };
        lines[first + row].replace_range(column..=column, letter.encode_utf8(&mut [0; 4]));
        rows += 1;
    }
    assert_eq!(rows, 2);
    let from: Vec<String> = from.iter().map(|id| format!("\"{id}\"")).collect();
    let about = format!("title = \"{title}\"\nfrom = [{}]\n", from.join(", "));
    let files: Files =
        [(MAP.to_owned(), lines.join("\n") + "\n"), ("pack.toml".to_owned(), about)].into_iter().collect();
    (identity(&files), files)
}

fn readings((id, files): &(String, Files), from: &[&str]) -> Readings {
    let from: Vec<String> = from.iter().map(|&id| id.to_owned()).collect();
    Readings::of(id, &from, files).unwrap_or_else(|faults| panic!("{faults}"))
}

fn agreement(readers: &[(&str, &Readings)]) -> Agreement {
    let readers: Vec<Reader<'_>> =
        readers.iter().map(|&(name, readings)| Reader { name, readings }).collect();
    agree(&readers)
}

/// Each value of hex 1031, and who read it.
fn told(agreement: &Agreement) -> Vec<(&str, Vec<&str>)> {
    let Some(told) = agreement.facts.get(&(MAP.to_owned(), "ground 1031".to_owned())) else {
        return Vec::new();
    };
    told.values.iter().map(|v| (&*v.value, v.readers.iter().map(String::as_str).collect())).collect()
}

#[test]
fn three_who_read_alike_make_a_fact() {
    let packs = ["A", "B", "C"].map(|title| pack(title, '.', &[]));
    let read: Vec<Readings> = packs.iter().map(|pack| readings(pack, &[])).collect();
    let two = agreement(&[("Ann", &read[0]), ("Ben", &read[1])]);
    assert_eq!(told(&two), [("clear", vec!["Ann", "Ben"])]);
    assert_eq!(two.counts([MAP]).agreed, 0);
    let readers = [("Ann", &read[0]), ("Ben", &read[1]), ("Cal", &read[2])];
    let three = agreement(&readers);
    let counts = three.counts([MAP]);
    // The letter speaks of the ground and the level.
    assert_eq!((counts.read, counts.agreed, counts.disputed), (2, 2, 0));
    assert_eq!(three.counts([CHARTS]).read, 0);
    assert_eq!(three.shares[0].read.values().sum::<usize>(), 2);

    let of: HashMap<String, Files> = packs.iter().cloned().collect();
    let readers = readers.map(|(name, readings)| Reader { name, readings });
    let (files, taken) = agreed_files(&three, &readers, &of).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(taken, 2);
    let now = facts(MAP, &files[MAP]).expect("it is sound");
    assert_eq!((&*now["ground 1031"].value, now["ground 1031"].basis), ("clear", Some(Basis::Printed)));
    assert_eq!(files[MAP], packs[0].1[MAP]);
}

#[test]
fn readers_who_differ_are_told_and_as_many_on_both_sides_agree_on_nothing() {
    let letters = ['.', '.', '.', 'o', 'o', 'o'];
    let packs: Vec<_> =
        letters.iter().enumerate().map(|(n, letter)| pack(&n.to_string(), *letter, &[])).collect();
    let read: Vec<Readings> = packs.iter().map(|pack| readings(pack, &[])).collect();
    let names = ["Ann", "Ben", "Cal", "Dan", "Eve", "Fay"];
    let readers: Vec<(&str, &Readings)> = names.into_iter().zip(&read).collect();
    let against_one = agreement(&readers[..4]);
    let counts = against_one.counts([MAP]);
    assert_eq!((counts.agreed, counts.disputed), (2, 1), "the level is read alike by all");
    assert_eq!(told(&against_one)[0], ("clear", vec!["Ann", "Ben", "Cal"]));
    assert_eq!(told(&against_one)[1].1, ["Dan"]);
    let even = agreement(&readers).counts([MAP]);
    assert_eq!((even.agreed, even.disputed), (1, 1));
}

#[test]
fn nobody_counts_twice_unawares() {
    let first = pack("A", '.', &[]);
    let read = readings(&first, &[]);
    // The same pack under three names.
    let thrice = agreement(&[("Ann", &read), ("Ben", &read), ("Cal", &read)]);
    assert_eq!(told(&thrice), [("clear", vec!["Ann"])]);
    assert_eq!(thrice.shares[2].counted, Counted::Same("Ann".to_owned()));
    // One name, however it is written; the first pack counts where the two differ.
    let other = readings(&pack("B", 'o', &[]), &[]);
    let twice = agreement(&[("Ann  Lee", &read), (" ann lee", &other)]);
    assert_eq!(told(&twice), [("clear", vec!["Ann  Lee"])]);
    assert_eq!(twice.shares[1].counted, Counted::Again);
    // The same data files by another title: counted, and told.
    let alike = readings(&pack("C", '.', &[]), &[]);
    let both = agreement(&[("Ann", &read), ("Ben", &alike)]);
    assert_eq!(told(&both)[0].1, ["Ann", "Ben"]);
    assert_eq!(both.shares[1].counted, Counted::Alike("Ann".to_owned()));
    // What was taken over from a pack counts for its reader.
    let copied = readings(&pack("D", '.', &[&first.0]), &[&first.0]);
    let of_two = agreement(&[("Dan", &copied), ("Ann", &read)]);
    assert_eq!(told(&of_two), [("clear", vec!["Ann"])]);
    assert_eq!(of_two.shares[0].copied, 2);
    // If that pack is not among them, it counts for whoever has it.
    assert_eq!(told(&agreement(&[("Dan", &copied)])), [("clear", vec!["Dan"])]);
    // What one read otherwise than the pack one began with is one's own.
    let own = readings(&pack("E", 'o', &[&first.0]), &[&first.0]);
    assert_eq!(told(&agreement(&[("Ann", &read), ("Eve", &own)])).len(), 2);
}

#[test]
fn what_is_not_marked_as_read_counts_for_nobody() {
    let own = embedded::data(MAP).expect("it is part of the program");
    let files: Files = [(MAP.to_owned(), own.replacen(" 1025/1026 ", " ", 1))].into_iter().collect();
    assert!(readings(&("x".to_owned(), files), &[]).facts.is_empty());
    let broken: Files = [(MAP.to_owned(), "x = ".to_owned())].into_iter().collect();
    let faults = Readings::of("x", &[], &broken).expect_err("it does not parse");
    assert!(faults.to_string().starts_with("kernstown/map.toml:1:"), "{faults}");
}
