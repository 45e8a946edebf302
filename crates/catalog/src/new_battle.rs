//! The pack with which a battle of one's own begins: a blank sheet, four units and a scenario that
//! can be played at once, with comments that say what goes where (`data/new-battle`).

use hexmap::{Grid, Layout, Numbering};
use tabletop::text;

use crate::embedded;
use crate::pack::Files;

/// Where the models of its files are, laid out as in the pack.
const MODELS: &str = "new-battle/";

/// The fewest columns and rows: room for both sides.
const FEWEST: u8 = 4;

/// The most columns and rows: a number has two digits for each.
const MOST: u8 = 99;

/// The files of a pack for a battle of that title, on a sheet of that many columns and rows.
///
/// # Errors
/// What is wrong with the title or the size, in one sentence.
pub fn new_battle(title: &str, columns: u8, rows: u8) -> Result<Files, String> {
    let title = text::TITLE.read("title", title)?;
    let id = id_of(title)?;
    for (what, count) in [("columns", columns), ("rows", rows)] {
        if !(FEWEST..=MOST).contains(&count) {
            return Err(format!("{count} {what}: {FEWEST} to {MOST} were expected"));
        }
    }
    let grid = Grid::new(Layout::FlatEvenLower, Numbering::ColumnRow, columns, rows, 1, 1);
    let number = |column: u8, row: u8| grid.at(column, row).map(|hex| grid.number(hex)).unwrap_or_default();
    // Union in the east, Confederates in the west, as both games of the family have it.
    let middle = rows / 2;
    let letter = |column, row| if grid.at(column, row).is_some() { '.' } else { '-' };
    let line = |row| (0..columns).map(|column| letter(column, row)).chain(['\n']).collect::<String>();
    let blank: String = (0..rows).map(line).collect();
    let replaced = [
        ("GROUND", blank.clone()),
        ("CERTAINTY", blank),
        ("CENTRE", number(columns / 2, middle).to_owned()),
        ("UNION-1", number(columns - 1, middle).to_owned()),
        ("UNION-2", number(columns - 1, middle - 1).to_owned()),
        ("CONFEDERATE-1", number(0, middle).to_owned()),
        ("CONFEDERATE-2", number(0, middle - 1).to_owned()),
        ("columns = 2", format!("columns = {columns}")),
        ("rows = 2", format!("rows = {rows}")),
        ("\"ID\"", format!("\"{id}\"")),
        ("{ ID =", format!("{{ {id} =")),
        ("/ID/", format!("/{id}/")),
        // Replaced last, so that the title's own text stays.
        ("TITLE", quoted(title)),
    ];
    let models = embedded::data_paths().filter(|path| path.starts_with(MODELS));
    models
        .map(|model| {
            let text = embedded::data(&model).ok_or_else(|| format!("{model}: this is not text"))?;
            let path = model[MODELS.len()..].replace("/ID/", &format!("/{id}/"));
            Ok((path, replaced.iter().fold(text, |text, (from, to)| text.replace(from, to))))
        })
        .collect()
}

/// The id that a title gives: its letters and digits in lower case, with `-` between words.
fn id_of(title: &str) -> Result<String, String> {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    if id.is_empty() || id.len() > 40 {
        return Err(format!(
            "'{}': a title has letters or digits, at most 40 of them",
            title.escape_default()
        ));
    }
    Ok(id)
}

/// A title within the quotes of a data file.
fn quoted(title: &str) -> String {
    title.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_a_battle_is_named() {
        assert!(new_battle("", 10, 10).is_err());
        assert!(new_battle("!?", 10, 10).is_err());
        assert!(new_battle("two\nlines", 10, 10).is_err());
        assert_eq!(new_battle("A", 3, 10), Err("3 columns: 4 to 99 were expected".to_owned()));
        assert_eq!(new_battle("A", 10, 100), Err("100 rows: 4 to 99 were expected".to_owned()));
    }

    #[test]
    fn a_title_may_be_a_word_of_the_models() {
        let files = new_battle("GROUND and CENTRE", 10, 10).expect("it is a battle");
        assert!(files["pack.toml"].contains("title = \"GROUND and CENTRE\""), "{}", files["pack.toml"]);
    }

    #[test]
    fn nothing_of_the_models_is_left() {
        let files = new_battle("Hooker & \"Fighting Joe\"", 25, 28).expect("it is a battle");
        let paths: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(
            paths[..2],
            ["blue-gray/hooker-fighting-joe/battle.toml", "blue-gray/hooker-fighting-joe/map.toml"]
        );
        for (path, text) in &files {
            for left in ["TITLE", "GROUND", "CENTRE", "UNION", "CONFEDERATE", "\"ID\""] {
                assert!(!text.contains(left), "{path}: {left}");
            }
        }
    }
}
