//! In which order an owner is asked for what stands on the printed sheets, and how.

use std::collections::BTreeMap;

use hexmap::{Faults, read_toml};
use serde::Deserialize;

use crate::facts::Basis;

/// The plan of a system: a data file of its own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Lists of words by the names that fields refer to.
    #[serde(default)]
    pub words: BTreeMap<String, Vec<WordToml>>,
    /// The kinds asked for, in that order.
    pub kind: Vec<Kind>,
}

/// A word that may be the answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum WordToml {
    Value(String),
    /// With a key of its own, and what it stands for.
    Keyed {
        #[serde(default)]
        key: Option<String>,
        value: String,
        #[serde(default)]
        text: Option<String>,
    },
}

/// How the answers of a step are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A chart made of single cells.
    Cells,
    /// Letters along the rows of a map.
    Letters,
    /// The fields of a table, such as the numbers of a counter.
    Fields,
    /// Hexsides that something lies on, by the rows of their first hexes.
    Sides,
}

/// A kind of thing to be read.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Its name in the wire protocol.
    pub id: String,
    /// The title, in the plural: "Counters".
    pub title: String,
    /// Which of the files of a scenario: `map`, `units`, `scenario`, `charts`.
    pub file: String,
    /// Prefixes of the places it covers.
    #[serde(default)]
    pub places: Vec<String>,
    /// How the answers are laid out.
    pub form: Form,
    /// The question, worded as a sentence.
    pub ask: String,
    /// The number of leading parts of a place that name a step.
    #[serde(default = "one")]
    pub parts: usize,
    /// The name of a step: fields of its table are in braces.
    #[serde(default)]
    pub step: Option<String>,
    /// Under which heading a step stands, in the same way.
    #[serde(default)]
    pub under: Option<String>,
    /// The fields that are asked for, as they are printed; all if there are none.
    #[serde(default)]
    pub field: Vec<Field>,
    /// The best basis that is still in doubt.
    #[serde(default)]
    pub upto: Upto,
    /// Whether what has no label is in doubt too.
    #[serde(default)]
    pub unlabelled: bool,
    /// The words of all its answers; without them those that occur in a step.
    #[serde(default)]
    pub words: Option<String>,
    /// Only the hexes that these parts of files name: `scenario.victory`.
    #[serde(default)]
    pub hexes_of: Vec<String>,
}

/// The best basis that is in doubt. What is drawn from the real ground is, unless a kind says
/// otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Upto(pub Basis);

impl Default for Upto {
    fn default() -> Upto {
        Upto(Basis::Historic)
    }
}

impl<'de> Deserialize<'de> for Upto {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Upto, D::Error> {
        let word = String::deserialize(from)?;
        let basis = Basis::ALL.into_iter().find(|basis| basis.to_string() == word);
        basis.map(Upto).ok_or_else(|| serde::de::Error::custom(format!("'{word}' is no basis")))
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    pub key: String,
    pub label: String,
    /// The words that may be its value.
    #[serde(default)]
    pub words: Option<String>,
    /// Several values in one, each with its own words.
    #[serde(default)]
    pub part: Vec<Part>,
    #[serde(default)]
    pub join: String,
    /// Whether it is asked for where the file has none.
    #[serde(default)]
    pub absent: bool,
}

/// One of several values in a field.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub label: String,
    /// The words that may be its value.
    pub words: String,
}

const fn one() -> usize {
    1
}

impl Plan {
    /// Reads a plan; `file` is its name in faults.
    ///
    /// # Errors
    /// Where it does not parse, and words that it lacks.
    pub fn read(file: &str, text: &str) -> Result<Plan, Faults> {
        let plan: Plan = read_toml(file, text)?;
        let mut faults = Faults::default();
        for kind in &plan.kind {
            let fields = kind.field.iter();
            let of_fields =
                fields.flat_map(|field| field.words.iter().chain(field.part.iter().map(|part| &part.words)));
            for name in of_fields.chain(&kind.words).filter(|name| !plan.words.contains_key(*name)) {
                faults.push(file, 1, format!("kind {}: there are no words '{name}'", kind.id));
            }
        }
        faults.into_result(plan)
    }
}
