//! The small sheets of the reference's diagrams.

use cartographer::{MapOptions, layout, map_svg};
use serde::Deserialize;
use serde_json::{Value, json};
use toml::{Table, Value as Toml};

/// The features of a diagram's ground; everything else about it the page draws.
#[derive(Deserialize)]
struct Ground {
    map: Vec<String>,
    #[serde(default)]
    roads: Vec<String>,
    #[serde(default)]
    trails: Vec<String>,
    #[serde(default)]
    creek: Vec<String>,
    #[serde(default)]
    bridge: Vec<String>,
    #[serde(default)]
    ford: Vec<String>,
    #[serde(default)]
    works: Vec<String>,
    #[serde(default)]
    ferry: Vec<Table>,
}

/// Replaces a diagram's ground by its drawing and layout.
///
/// # Errors
/// What is wrong with it, in one sentence.
pub(super) fn draw(diagram: &Table) -> Result<Value, String> {
    const GROUND: [&str; 8] = ["map", "roads", "trails", "creek", "bridge", "ford", "works", "ferry"];
    let ground: Ground = Toml::Table(diagram.clone()).try_into().map_err(|e| e.to_string())?;
    let sheet = ground.sheet()?;
    let map = hexmap::read_map("diagram", &sheet).map_err(|faults| faults.to_string())?;
    let options = MapOptions { numbers: true, certainty: false, legend: false };
    let mut drawn = serde_json::Map::new();
    for (field, value) in diagram.iter().filter(|(field, _)| !GROUND.contains(&field.as_str())) {
        drawn.insert(field.clone(), json!(value));
    }
    drawn.insert("svg".to_owned(), json!(map_svg(&map, &options)));
    drawn.insert("layout".to_owned(), json!(layout(&map)));
    Ok(Value::Object(drawn))
}

impl Ground {
    /// The same ground as a map file.
    fn sheet(&self) -> Result<String, String> {
        let columns = self.map.first().map_or(0, |row| row.chars().count());
        let text = |value: &str| Toml::String(value.to_owned());
        let list = |tables: Vec<Table>| Toml::Array(tables.into_iter().map(Toml::Table).collect());
        let one = |field: &str, value: &str| Table::from_iter([(field.to_owned(), text(value))]);
        let each = |field: &str, values: &[String]| list(values.iter().map(|v| one(field, v)).collect());
        let border = |values: &[String]| match values {
            [] => list(Vec::new()),
            some => list(vec![one("sides", &some.join(" "))]),
        };
        let mut grid = Table::new();
        for (field, value) in [("layout", "flat-even-lower"), ("numbering", "column-row")] {
            grid.insert(field.to_owned(), text(value));
        }
        for (field, value) in
            [("columns", columns), ("rows", self.map.len()), ("first_column", 1), ("first_row", 1)]
        {
            let value = i64::try_from(value).map_err(|_| "the map is too large")?;
            grid.insert(field.to_owned(), Toml::Integer(value));
        }
        let mut letters = one("rows", &self.map.join("\n"));
        letters.insert("legend".to_owned(), Toml::Table(Table::new()));
        let sheet = Table::from_iter([
            ("title".to_owned(), text("")),
            ("about".to_owned(), text("")),
            ("hex_metres".to_owned(), Toml::Integer(400)),
            ("grid".to_owned(), Toml::Table(grid)),
            ("ground".to_owned(), Toml::Table(letters)),
            ("road".to_owned(), each("hexes", &self.roads)),
            ("trail".to_owned(), each("hexes", &self.trails)),
            ("creek".to_owned(), border(&self.creek)),
            ("bridge".to_owned(), each("side", &self.bridge)),
            ("ford".to_owned(), each("side", &self.ford)),
            ("works".to_owned(), border(&self.works)),
            ("ferry".to_owned(), list(self.ferry.clone())),
        ]);
        toml::to_string(&sheet).map_err(|error| error.to_string())
    }
}
