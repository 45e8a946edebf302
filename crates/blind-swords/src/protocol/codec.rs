//! Names at the edge: inside, units, brigades, chits and hexes are dense indices, written `#u3`, `#b1`, `#c7`, `#h120`;
//! records and messages have their ids and printed numbers instead. One walk over the JSON puts the one for the other.

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

    /// Puts indices in the place of ids and printed numbers. A text that looks like an index from outside is made
    /// unreadable: only names are accepted there.
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
