//! The small sheets of the reference's diagrams.

use render::{MapOptions, layout, map_svg};
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
    /// It lies and is numbered as maps with levels are, and may have what follows.
    #[serde(default)]
    relief: bool,
    #[serde(default)]
    levels: Vec<String>,
    #[serde(default)]
    slope: Vec<String>,
    #[serde(default)]
    steep: Vec<String>,
    #[serde(default)]
    wall: Vec<Table>,
}

/// Replaces a diagram's ground by its drawing and layout.
///
/// # Errors
/// What is wrong with it, in one sentence.
pub(crate) fn draw(diagram: &Table) -> Result<Value, String> {
    const GROUND: [&str; 13] = [
        "map", "roads", "trails", "creek", "bridge", "ford", "works", "ferry", "relief", "levels", "slope",
        "steep", "wall",
    ];
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
        let (layout, numbering, first_column, first_row) = match self.relief {
            true => ("pointy-odd-west", "row-column-from-east", 0, 10),
            false => ("flat-even-lower", "column-row", 1, 1),
        };
        for (field, value) in [("layout", layout), ("numbering", numbering)] {
            grid.insert(field.to_owned(), text(value));
        }
        for (field, value) in [
            ("columns", columns),
            ("rows", self.map.len()),
            ("first_column", first_column),
            ("first_row", first_row),
        ] {
            let value = i64::try_from(value).map_err(|_| "the map is too large")?;
            grid.insert(field.to_owned(), Toml::Integer(value));
        }
        let mut letters = one("rows", &self.map.join("\n"));
        letters.insert("legend".to_owned(), Toml::Table(Table::new()));
        let mut levels = one("rows", &self.levels.join("\n"));
        levels.insert("legend".to_owned(), Toml::Table(Table::new()));
        let mut sheet = Table::from_iter([
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
            ("slope".to_owned(), border(&self.slope)),
            ("steep".to_owned(), border(&self.steep)),
            ("wall".to_owned(), list(self.wall.clone())),
        ]);
        if !self.levels.is_empty() {
            sheet.insert("levels".to_owned(), Toml::Table(levels));
        }
        toml::to_string(&sheet).map_err(|error| error.to_string())
    }
}
