//! Names at the edge: inside, units, brigades, chits and hexes are dense indices, written `#u3`,
//! `#b1`, `#c7`, `#h120`; records and messages have their ids and printed numbers instead. One walk
//! over the JSON puts the one for the other.

use schemars::JsonSchema;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::battle::Battle;

impl Battle {
    /// Puts ids and printed numbers in the place of indices.
    pub(crate) fn outward(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(name) = self.name_of(text) {
                    *text = name;
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|v| self.outward(v)),
            Value::Object(fields) => fields.values_mut().for_each(|v| self.outward(v)),
            _ => {}
        }
    }

    fn name_of(&self, mark: &str) -> Option<String> {
        let kind = mark.as_bytes().get(..2)?;
        let index: usize = mark.get(2..)?.parse().ok()?;
        let scenario = &self.scenario;
        match kind {
            b"#u" => scenario.units.get(index).map(|u| u.id.clone()),
            b"#b" => scenario.brigades.get(index).map(|b| b.id.clone()),
            b"#c" => scenario.chits.get(index).map(|c| c.id.clone()),
            b"#h" => scenario.map.grid.hexes().nth(index).map(|h| scenario.map.grid.number(h).to_owned()),
            _ => None,
        }
    }

    /// Puts indices in the place of ids and printed numbers. A text that looks like an index from
    /// outside is made unreadable: only names are accepted there.
    pub(crate) fn inward(&self, value: &mut Value) {
        match value {
            Value::String(text) => match self.marks.get(text.as_str()) {
                Some(mark) => text.clone_from(mark),
                None if text.starts_with('#') => text.insert(0, '?'),
                None => {}
            },
            Value::Array(values) => values.iter_mut().for_each(|v| self.inward(v)),
            Value::Object(fields) => fields.values_mut().for_each(|v| self.inward(v)),
            _ => {}
        }
    }
}

// A value with ids and printed numbers in the place of the indices in it. Both are strings, so its schema is that of
// the value; a doc comment would become a part of that.
#[derive(Debug, Clone, Copy, JsonSchema)]
#[schemars(transparent)]
pub struct Named<'a, T> {
    #[schemars(skip)]
    battle: &'a Battle,
    value: T,
}

impl Battle {
    /// The value as it is told, with names.
    pub(super) fn named_in<T>(&self, value: T) -> Named<'_, T> {
        Named { battle: self, value }
    }
}

impl<T: Serialize> Serialize for Named<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = serde_json::to_value(&self.value).map_err(S::Error::custom)?;
        self.battle.outward(&mut value);
        value.serialize(serializer)
    }
}
