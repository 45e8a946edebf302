//! A data file as a document, and a document as a data file again.
//!
//! Over the protocol a file is edited as JSON, without its comments and layout. The edited document is merged
//! into the original file, so that comments, order and layout stay wherever nothing was changed.

use hexmap::{Faults, read_toml};
use serde_json::{Map as Object, Value as Json};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value};

/// The greatest length of newly written lines, where they can be broken.
const WIDTH: usize = 100;

/// A data file as JSON.
///
/// # Errors
/// Where it does not parse.
pub fn document(file: &str, text: &str) -> Result<Json, Faults> {
    let table: toml::Table = read_toml(file, text)?;
    serde_json::to_value(table).map_err(|e| {
        let mut faults = Faults::default();
        faults.push(file, 1, e.to_string());
        faults
    })
}

/// A document as a data file, laid over the text it came from.
///
/// # Errors
/// What no data file can hold, in one sentence.
pub(super) fn merged(original: &str, document: &Object<String, Json>) -> Result<String, String> {
    // The original was read before: if it is no TOML after all, everything is written anew.
    let mut file: DocumentMut = original.parse().unwrap_or_default();
    merge_table(file.as_table_mut(), document, 0)?;
    Ok(file.to_string())
}

/// A document as a data file of its own. Its keys come in the order in which `model`, another file
/// of its kind, has them.
///
/// # Errors
/// As [`merged`].
pub(super) fn fresh(model: &str, document: &Object<String, Json>) -> Result<String, String> {
    let model: DocumentMut = model.parse().unwrap_or_default();
    let mut file = DocumentMut::new();
    *file.as_table_mut() = fresh_table(document, Some(model.as_table()), 0)?;
    Ok(file.to_string())
}

/// Whether a value of the file says the same as one of the document. A `null` is as good as
/// nothing, and 1 as 1.0.
fn same(item: &Item, json: &Json) -> bool {
    match (item, json) {
        (Item::ArrayOfTables(tables), Json::Array(list)) => {
            tables.len() == list.len() && tables.iter().zip(list).all(|(t, j)| same_table(t, j))
        }
        (Item::Table(table), json) => same_table(table, json),
        (Item::Value(value), json) => same_value(value, json),
        _ => false,
    }
}

fn same_table(table: &dyn TableLike, json: &Json) -> bool {
    json.as_object().is_some_and(|object| same_object(table, object))
}

fn same_object(table: &dyn TableLike, object: &Object<String, Json>) -> bool {
    table.iter().count() == object.values().filter(|v| !v.is_null()).count()
        && table.iter().all(|(key, item)| object.get(key).is_some_and(|json| same(item, json)))
}

fn same_value(value: &Value, json: &Json) -> bool {
    match (value, json) {
        (Value::String(a), Json::String(b)) => a.value() == b,
        (Value::Boolean(a), Json::Bool(b)) => a.value() == b,
        (Value::Integer(a), b) => b.as_i64() == Some(*a.value()) || b.as_f64() == Some(*a.value() as f64),
        (Value::Float(a), b) => b.as_f64() == Some(*a.value()),
        (Value::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b))
        }
        (Value::InlineTable(a), b) => same_table(a, b),
        _ => false,
    }
}

/// `depth`: 0 for the file itself, 1 for a table of it, 2 for a table in a list.
fn merge_table(table: &mut dyn TableLike, object: &Object<String, Json>, depth: usize) -> Result<(), String> {
    let gone: Vec<String> = table
        .iter()
        .map(|(key, _)| key.to_owned())
        .filter(|key| object.get(key).is_none_or(Json::is_null))
        .collect();
    for key in gone {
        table.remove(&key);
    }
    for (key, json) in object.iter().filter(|(_, json)| !json.is_null()) {
        // A header's key is written differently from a value's.
        let turns = |item: &mut Item| match item {
            Item::Table(_) => !json.is_object(),
            Item::ArrayOfTables(_) => json.as_array().and_then(|list| tables_of(list)).is_none(),
            item => {
                depth < 2 && json.as_array().and_then(|list| tables_of(list)).is_some() && !same(item, json)
            }
        };
        if table.get_mut(key).is_some_and(turns) {
            table.remove(key);
        }
        match table.get_mut(key) {
            Some(item) => merge(item, json, depth)?,
            None => drop(table.insert(key, fresh_item(json, None, depth)?)),
        }
    }
    Ok(())
}

fn merge(item: &mut Item, json: &Json, depth: usize) -> Result<(), String> {
    if same(item, json) {
        return Ok(());
    }
    match (&mut *item, json) {
        (Item::ArrayOfTables(tables), Json::Array(list)) if tables_of(list).is_some() => {
            *tables = merge_list(tables, &tables_of(list).unwrap_or_default())?;
        }
        (Item::Table(table), Json::Object(object)) => merge_table(table, object, depth + 1)?,
        (Item::Value(Value::InlineTable(table)), Json::Object(object)) => merge_table(table, object, 2)?,
        (Item::Value(value), json) => {
            let decor = value.decor().clone();
            *item = fresh_item(json, None, depth)?;
            if let Item::Value(value) = item {
                *value.decor_mut() = decor;
            }
        }
        (_, json) => *item = fresh_item(json, None, depth)?,
    }
    Ok(())
}

/// The objects of a list that can be written as a list of tables.
fn tables_of(list: &[Json]) -> Option<Vec<&Object<String, Json>>> {
    if list.is_empty() { None } else { list.iter().map(Json::as_object).collect() }
}

/// A list of tables laid over another.
fn merge_list(old: &ArrayOfTables, new: &[&Object<String, Json>]) -> Result<ArrayOfTables, String> {
    let old: Vec<&Table> = old.iter().collect();
    let of = pairs(&old, new);
    let moved = of.iter().flatten().zip(of.iter().flatten().skip(1)).any(|(a, b)| a > b);
    let start = old.iter().filter_map(|table| table.position()).min();
    let mut merged = ArrayOfTables::new();
    for (object, from) in new.iter().zip(of) {
        let mut table = match from {
            Some(i) => {
                let mut table = old[i].clone();
                merge_table(&mut table, object, 2)?;
                table
            }
            None => fresh_table(object, old.first().copied(), 2)?,
        };
        // Tables are written by their place in the file they came from; at the same place they keep
        // this order.
        if moved {
            table.set_position(start);
        }
        merged.push(table);
    }
    Ok(merged)
}

/// For each new table the old one it came from: matched by equality, then by name, then in the order that is
/// left.
fn pairs(old: &[&Table], new: &[&Object<String, Json>]) -> Vec<Option<usize>> {
    let same = |table: &Table, object: &Object<String, Json>| same_object(table, object);
    let unchanged = |(table, object): &(&&Table, &&Object<String, Json>)| same(table, object);
    let first = old.iter().zip(new).take_while(unchanged).count();
    let last = old[first..].iter().rev().zip(new[first..].iter().rev()).take_while(unchanged).count();
    let mut of: Vec<Option<usize>> = (0..first).map(Some).collect();
    of.resize(new.len() - last, None);
    let mut left: Vec<usize> = (first..old.len() - last).collect();
    let mut pair = |test: &dyn Fn(&Table, &Object<String, Json>) -> bool| {
        for (from, object) in of.iter_mut().zip(new).filter(|(from, _)| from.is_none()) {
            if let Some(found) = left.iter().position(|&i| test(old[i], object)) {
                *from = Some(left.remove(found));
            }
        }
    };
    pair(&same);
    for key in ["id", "unit", "name", "hex"] {
        pair(&|table, object| {
            table.get(key).zip(object.get(key)).is_some_and(|(item, json)| self::same(item, json))
        });
    }
    if of.iter().filter(|from| from.is_none()).count() == left.len() {
        of.iter_mut().filter(|from| from.is_none()).zip(left).for_each(|(from, i)| *from = Some(i));
    }
    of.extend((old.len() - last..old.len()).map(Some));
    of
}

/// A table in the order of its model; what the model does not know comes last.
fn fresh_table(object: &Object<String, Json>, model: Option<&Table>, depth: usize) -> Result<Table, String> {
    let order: Vec<&str> = model.into_iter().flat_map(|m| m.iter().map(|(key, _)| key)).collect();
    let mut fields: Vec<(&String, &Json)> = object.iter().filter(|(_, json)| !json.is_null()).collect();
    fields.sort_by_key(|(key, _)| order.iter().position(|known| known == key).unwrap_or(order.len()));
    let mut table = Table::new();
    for (key, json) in fields {
        table.insert(key, fresh_item(json, model.and_then(|m| m.get(key)), depth)?);
    }
    Ok(table)
}

fn fresh_item(json: &Json, model: Option<&Item>, depth: usize) -> Result<Item, String> {
    Ok(match json {
        Json::Object(object) if depth == 0 => {
            Item::Table(fresh_table(object, model.and_then(Item::as_table), 1)?)
        }
        Json::Array(list) if depth < 2 && tables_of(list).is_some() => {
            let model = model.and_then(Item::as_array_of_tables).and_then(|tables| tables.get(0));
            let mut tables = ArrayOfTables::new();
            for object in tables_of(list).unwrap_or_default() {
                tables.push(fresh_table(object, model, 2)?);
            }
            Item::ArrayOfTables(tables)
        }
        other => Item::Value(fresh_value(other)?),
    })
}

fn fresh_value(json: &Json) -> Result<Value, String> {
    Ok(match json {
        Json::Null => return Err("null stands in a list".to_owned()),
        Json::Bool(value) => Value::from(*value),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Value::from(whole),
            (None, Some(number)) => Value::from(number),
            (None, None) => return Err(format!("the number {number} is too large")),
        },
        Json::String(text) => Value::from(broken_up(text)),
        Json::Array(list) => {
            let values = list.iter().map(fresh_value).collect::<Result<Vec<_>, _>>()?;
            let long = values.iter().map(|value| value.to_string().len() + 2).sum::<usize>() > WIDTH;
            let mut array = Array::new();
            for mut value in values {
                if long {
                    value.decor_mut().set_prefix("\n  ");
                }
                array.push_formatted(value);
            }
            if long {
                array.set_trailing_comma(true);
                array.set_trailing("\n");
            } else {
                array.fmt();
            }
            Value::Array(array)
        }
        Json::Object(object) => {
            let mut table = InlineTable::new();
            for (key, json) in object.iter().filter(|(_, json)| !json.is_null()) {
                table.insert(key, fresh_value(json)?);
            }
            Value::InlineTable(table)
        }
    })
}

/// A long chain of hexes or hexsides on several lines; everything else as it stands.
fn broken_up(text: &str) -> String {
    let chain = text.chars().all(|c| c.is_ascii_digit() || c == '/' || c == ' ');
    if !chain || text.len() <= WIDTH {
        return text.to_owned();
    }
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= WIDTH => {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(file: &str) -> String {
        crate::embedded::data(file).expect("it is part of the program")
    }

    fn object(json: &Json) -> &Object<String, Json> {
        json.as_object().expect("an object")
    }

    fn lines(text: &str) -> Vec<&str> {
        text.lines().collect()
    }

    #[test]
    fn every_file_comes_back_to_the_byte() {
        for file in crate::embedded::data_paths().filter(|path| path.ends_with(".toml")) {
            let text = text(&file);
            let document = document(&file, &text).expect("it is sound");
            assert_eq!(merged(&text, object(&document)).expect("it can be written"), text, "{file}");
            let written = fresh(&text, object(&document)).expect("it can be written");
            let again =
                super::document(&file, &written).unwrap_or_else(|faults| panic!("{faults}\n{written}"));
            // Long chains may be broken elsewhere.
            let plain = |json: &Json| -> Vec<String> {
                json.to_string().replace("\\n", " ").split_whitespace().map(str::to_owned).collect()
            };
            assert_eq!(plain(&again), plain(&document), "{file}");
        }
    }

    #[test]
    fn only_what_was_changed_is_written_anew() {
        let file = "blue-gray/training/map.toml";
        let before = text(file);
        let mut map = document(file, &before).expect("it is sound");
        let rows = map["ground"]["rows"].as_str().expect("rows").replacen("fff..f", "fft..f", 1);
        map["ground"]["rows"] = json!(rows);
        map["hex_metres"] = json!(500);
        map["road"]
            .as_array_mut()
            .expect("roads")
            .insert(1, json!({ "hexes": "0101 0201", "name": "Byway" }));
        map["trail"] = json!([]);
        map["place"][0]["name"] = json!("Four Corners");
        let after = merged(&before, object(&map)).expect("it can be written");
        let expected = before
            .replacen("fff..f", "fft..f", 1)
            .replace("hex_metres = 400 #", "hex_metres = 500 #")
            .replace(
                "[[road]]\nname = \"Ridge",
                "[[road]]\nname = \"Byway\"\nhexes = \"0101 0201\"\n\n[[road]]\nname = \"Ridge",
            )
            .replace("\"Crossroads\"", "\"Four Corners\"");
        let expected: Vec<&str> = lines(&expected);
        let trail = expected.iter().position(|line| *line == "[[trail]]").expect("it is there");
        let mut expected = expected;
        expected.drain(trail..trail + 4);
        expected.insert(7, "trail = []");
        let after = lines(&after);
        for (i, line) in expected.iter().enumerate() {
            assert_eq!(after.get(i), Some(line), "line {}", i + 1);
        }
        assert_eq!(after.len(), expected.len());
    }

    #[test]
    fn a_unit_that_goes_and_one_that_comes_leave_the_others_alone() {
        let file = "blue-gray/chattanooga/units.toml";
        let before = text(file);
        let mut units = document(file, &before).expect("it is sound");
        let list = units["unit"].as_array_mut().expect("units");
        list.remove(3);
        list[10]["strength"] = json!(9);
        list.push(json!({ "id": "u-new", "name": "New", "side": "union", "type": "infantry", "hex": "0101", "strength": 3 }));
        let after = merged(&before, object(&units)).expect("it can be written");
        let (before, after) = (lines(&before), lines(&after));
        // Seven lines and a blank one went, one was changed, seven and a blank came.
        let kept = after.iter().filter(|line| before.contains(line)).count();
        assert!(kept >= after.len() - 4, "{kept} of {}", after.len());
        let new = after.iter().position(|line| *line == "id = \"u-new\"").expect("it is there");
        assert_eq!(after[new - 1], "[[unit]]");
        assert_eq!(
            after[new + 1..].join("\n"),
            "side = \"union\"\nname = \"New\"\ntype = \"infantry\"\nstrength = 3\nhex = \"0101\""
        );
    }

    #[test]
    fn what_is_new_is_pleasant_to_read() {
        let chain = "0101 0201 ".repeat(20);
        let object = json!({
            "title": "T", "ground": { "rows": "ff\n..\n", "legend": { "f": "forest" } },
            "road": [{ "hexes": chain.trim() }], "none": null,
            "notes": ["a note that is long enough to stand on a line", "another note that is long enough for a line of its own"],
        });
        let written =
            fresh(&text("blue-gray/training/map.toml"), self::object(&object)).expect("it can be written");
        let expected = "title = \"T\"\nnotes = [\n  \"a note that is long enough to stand on a line\",\n  \
             \"another note that is long enough for a line of its own\",\n]\n\n[ground]\nlegend = { f = \"forest\" }\n\
             rows = \"\"\"\nff\n..\n\"\"\"\n\n[[road]]\nhexes = \"\"\"\n";
        assert_eq!(&written[..expected.len().min(written.len())], expected, "{written}");
        assert!(written.lines().all(|line| line.len() <= WIDTH + 3), "{written}");
    }

    #[test]
    fn what_no_file_can_hold_is_said() {
        assert!(merged("", object(&json!({ "a": [null] }))).is_err());
        assert!(merged("", object(&json!({ "a": u64::MAX }))).is_ok_and(|text| text.contains('.')));
        let reordered = json!({ "a": [{ "id": 2 }, { "id": 1 }] });
        let text = merged("[[a]]\nid = 1\n\n[[a]]\nid = 2\n", object(&reordered)).expect("it can be written");
        assert_eq!(document("f", &text).expect("it is sound"), reordered);
    }
}
