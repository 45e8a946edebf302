//! Maps told by what has changed: whoever asks for it has the same drawing after every edit as who
//! is told it whole, and is sent far less.

use std::sync::Arc;

use protocol::Line;
use protocol::schemas;
use serde_json::{Value, json};

use testing::shape::Shapes;

/// What an edit of one hex may come to, in bytes.
const BRUSH: usize = 24_000;
/// What an edit that leaves the map alone may come to.
const NO_MAP: usize = 400;

/// An editor that keeps the drawing of its map by what it is told.
struct Editor {
    line: Line,
    shapes: Shapes,
    path: String,
    files: Value,
    mark: Option<String>,
    svg: String,
    layout: Value,
}

impl Editor {
    fn open(scenario: &str) -> Editor {
        let mut line = Line::new(Arc::new(systems::library().unwrap()));
        let mut opened = ask(&mut line, "pack.open", json!({ "scenario": scenario }));
        let shapes = Shapes::new(&schemas(systems::registry()));
        let path = opened["map"].as_str().unwrap().to_owned();
        let files = opened["files"].take();
        let none = (None, String::new(), Value::Null);
        Editor { line, shapes, path, files, mark: none.0, svg: none.1, layout: none.2 }
    }

    /// Has the server look at the files: how many bytes its answer takes, and whether the map came
    /// whole.
    fn check(&mut self) -> (usize, bool) {
        let drawn: Value = self.mark.iter().map(|mark| (self.path.clone(), json!(mark))).collect();
        let drawn = if drawn.is_null() { json!({}) } else { drawn };
        let mut answer = ask(&mut self.line, "pack.check", json!({ "files": self.files, "drawn": drawn }));
        let bytes = answer.to_string().len();
        let mut outline = answer.clone();
        // A layout may be anything, and so may a value of a patch.
        if let Some(map) = outline["maps"].get_mut(&self.path) {
            let layout = &mut map["layout"];
            if layout.is_object() {
                *layout = Value::Null;
            }
            for step in layout.as_array_mut().into_iter().flatten() {
                step.as_object_mut().unwrap().entry("value").and_modify(|value| *value = Value::Null);
            }
        }
        let shape = &self.shapes.named("pack.check.json")["properties"]["result"];
        assert_eq!(self.shapes.misfit(shape, &outline), None);
        let Some(told) = answer["maps"].as_object_mut().unwrap().get_mut(&self.path) else {
            return (bytes, false);
        };
        self.mark = Some(told["mark"].as_str().unwrap().to_owned());
        let whole = told["from"].is_null();
        if whole {
            self.svg = told["svg"].as_str().unwrap().to_owned();
            self.layout = told["layout"].take();
        } else {
            assert_eq!(told["from"].as_str(), drawn[&self.path].as_str());
            self.svg = spliced(&self.svg, told["svg"].as_array().unwrap());
            let patch: json_patch::Patch = serde_json::from_value(told["layout"].take()).unwrap();
            json_patch::patch(&mut self.layout, &patch).unwrap();
        }
        (bytes, whole)
    }

    /// The drawing as who asks for no marks is told it, if the map can be read; and the bytes of that.
    fn whole(&mut self) -> (Option<(String, Value)>, usize) {
        let answer = ask(&mut self.line, "pack.check", json!({ "files": self.files }));
        let map = &answer["maps"][&self.path];
        assert_eq!(map.get("mark"), None, "who does not ask for marks is told none");
        let drawn = map["svg"].as_str().map(|svg| (svg.to_owned(), map["layout"].clone()));
        (drawn, answer.to_string().len())
    }

    fn map(&mut self) -> &mut Value {
        &mut self.files[&self.path]
    }
}

fn ask(line: &mut Line, method: &str, params: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let answer = line.hear(message.to_string().as_bytes()).unwrap();
    let mut answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer.get("error"), None, "{method}");
    answer["result"].take()
}

/// A text with pieces of it replaced, as the page does it.
fn spliced(text: &str, splices: &[Value]) -> String {
    let text: Vec<u16> = text.encode_utf16().collect();
    let number = |splice: &Value, name: &str| usize::try_from(splice[name].as_u64().unwrap()).unwrap();
    let (mut made, mut end) = (Vec::new(), 0);
    for splice in splices {
        let at = number(splice, "at");
        made.extend_from_slice(&text[end..at]);
        made.extend(splice["put"].as_str().unwrap().encode_utf16());
        end = at + number(splice, "drop");
    }
    made.extend_from_slice(&text[end..]);
    String::from_utf16(&made).unwrap()
}

/// Numbers without pattern, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// Writes a letter into a row of letters.
fn paint(rows: &mut Value, at: usize, letter: &str) {
    let mut text = rows.as_str().unwrap().to_owned();
    if !text[at..=at].starts_with(['\n', '-']) {
        text.replace_range(at..=at, letter);
    }
    *rows = json!(text);
}

/// One edit of a map, as a tool of the editor makes it.
fn edit(map: &mut Value, numbers: &mut Numbers) {
    let letters = |rows: &Value| rows.as_str().map_or(1, str::len);
    match numbers.below(8) {
        0..3 => {
            let at = numbers.below(letters(&map["ground"]["rows"]));
            let letter = [".", "f", "x"][numbers.below(3)];
            paint(&mut map["ground"]["rows"], at, letter);
        }
        3 if map["levels"].is_object() => {
            let at = numbers.below(letters(&map["levels"]["rows"]));
            let letter = ["1", "4", "9", "B"][numbers.below(4)];
            paint(&mut map["levels"]["rows"], at, letter);
        }
        4 | 3 => {
            let places = map["place"].as_array_mut().unwrap();
            let at = numbers.below(places.len());
            places[at]["name"] = json!(["Müller’s Mill", "Höhe 𝔸", "<Ford> & \"Bridge\""][numbers.below(3)]);
        }
        5 => {
            let key = ["road", "lane", "trail", "wall", "slope", "stream"][numbers.below(6)];
            if let Some(list) = map[key].as_array_mut().filter(|list| list.len() > 1) {
                let at = numbers.below(list.len());
                list.remove(at);
            }
        }
        6 => map["title"] = json!(format!("A map, {}", numbers.below(9))),
        _ => {
            let grown = map["grid"]["first_row"].as_u64().unwrap() == 1;
            map["grid"]["first_row"] = json!(if grown { 2 } else { 1 });
        }
    }
}

#[test]
fn what_has_changed_makes_the_same_drawing_after_any_edits() {
    for (scenario, seed) in [("training", 1), ("kernstown-1-stone-wall", 2)] {
        let mut editor = Editor::open(scenario);
        assert!(editor.check().1, "the first drawing comes whole");
        let mut numbers = Numbers(seed);
        let mut earlier = vec![editor.files.clone()];
        let mut patched = 0;
        for step in 0..8 {
            // Now and then a step back, to any state before; and several edits in one question.
            if numbers.below(5) == 0 {
                editor.files = earlier[numbers.below(earlier.len())].clone();
            }
            for _ in 0..=numbers.below(3) {
                edit(editor.map(), &mut numbers);
            }
            earlier.push(editor.files.clone());
            let before = (editor.svg.clone(), editor.layout.clone());
            let (_, whole) = editor.check();
            patched += usize::from(!whole);
            let expected = editor.whole().0.unwrap_or(before);
            assert!(editor.svg == expected.0, "{scenario}, step {step}: the drawings differ");
            assert_eq!(editor.layout, expected.1, "{scenario}, step {step}");
        }
        assert!(patched > 4, "{scenario}: {patched} of 8 were told by what had changed");
    }
}

#[test]
fn an_edit_is_told_in_a_small_part_of_the_sheet() {
    let mut editor = Editor::open("kernstown-4-breckinridge");
    editor.check();
    let all = editor.whole().1;

    let rows = editor.map()["ground"]["rows"].as_str().unwrap().to_owned();
    let at = rows.find("..........").unwrap() + 5;
    paint(&mut editor.map()["ground"]["rows"], at, "f");
    let (brush, whole) = editor.check();
    assert!(!whole && brush < BRUSH, "a hex is painted: {brush} of {all} bytes");

    editor.files["kernstown/charts.toml"]["costs"]["woods"]["points"][0] = json!(3);
    let (cell, whole) = editor.check();
    assert!(!whole && cell < NO_MAP, "a cell of a chart: {cell} of {all} bytes");
    let held = editor.svg.clone();

    // A map that cannot be read at all: the editor keeps what it has, and goes on from there.
    let grid = editor.map()["grid"].take();
    assert!(editor.check().0 < NO_MAP);
    editor.map()["grid"] = grid;
    let (again, whole) = editor.check();
    assert!(!whole && again < NO_MAP && editor.svg == held, "{again}");

    println!("whole {all}, a hex {brush}, a cell {cell}");
}

#[test]
fn a_server_that_does_not_know_the_drawing_tells_it_whole() {
    let mut editor = Editor::open("training");
    editor.mark = Some("0123".to_owned());
    assert!(editor.check().1);
    let first = editor.svg.clone();
    // Another server: it has never drawn this map, and need not, for nothing has changed.
    editor.line = Line::new(Arc::new(systems::library().unwrap()));
    assert!(!editor.check().1);
    assert_eq!(editor.svg, first);
    editor.map()["title"] = json!("Another");
    assert!(editor.check().1);
    assert_eq!(Some(editor.svg.clone()), editor.whole().0.map(|drawn| drawn.0));
}
