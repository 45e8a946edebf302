//! The commander of a side of a variant.

use std::collections::BTreeMap;
use std::fmt::Formatter;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A commander as an experiment specifies it: `"general"`, or `{ level = "general", trials = 2000,
/// weights = { threat = 0.9 } }`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommanderSpec {
    /// Its level; the experiment's if absent.
    pub level: Option<String>,
    /// The trials it may spend on a player-turn; the experiment's if absent.
    pub trials: Option<u32>,
    /// The weights in which it differs from the program's commanders of its level.
    pub weights: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    level: Option<String>,
    trials: Option<u32>,
    #[serde(default)]
    weights: BTreeMap<String, f64>,
}

impl<'de> Deserialize<'de> for CommanderSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CommanderSpec, D::Error> {
        struct WordOrTable;

        impl<'de> Visitor<'de> for WordOrTable {
            type Value = CommanderSpec;

            fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
                f.write_str("a level, or a table with `level`, `trials` and `weights`")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<CommanderSpec, E> {
                Ok(CommanderSpec { level: Some(word.to_owned()), ..CommanderSpec::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CommanderSpec, A::Error> {
                let Table { level, trials, weights } = Table::deserialize(MapAccessDeserializer::new(map))?;
                Ok(CommanderSpec { level, trials, weights })
            }
        }

        deserializer.deserialize_any(WordOrTable)
    }
}

impl CommanderSpec {
    /// How it differs from the default, in words; empty if it does not.
    pub(crate) fn particulars(&self) -> String {
        let trials = self.trials.map(|trials| format!("{trials} positions"));
        let weights = self.weights.iter().map(|(name, value)| format!("{name} {value}"));
        let all: Vec<String> = trials.into_iter().chain(weights).collect();
        if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
    }
}
