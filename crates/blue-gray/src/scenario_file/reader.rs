//! One data file being read: its faults, and the hexes, units and watched hexes that it names.

use std::sync::Arc;

use hexmap::{Faults, Hex, Source, Spanned};

use crate::scenario::ControlHex;
use crate::terrain::Field;
use crate::unit::Unit;

pub(super) struct Reader<'a> {
    pub source: Source<'a>,
    pub field: Arc<Field>,
    pub faults: Faults,
    /// Of a joined map, the sheet whose numbers the file has.
    pub sheet: Option<String>,
}

impl Reader<'_> {
    pub(super) fn fault(&mut self, at: usize, what: impl Into<String>) {
        self.faults.add(self.source.fault(at, what));
    }

    pub(super) fn fault_in(&mut self, hex: Hex, at: usize, what: impl Into<String>) {
        let fault = self.source.fault(at, what).at_hex(self.field.map.grid.number(hex));
        self.faults.add(fault);
    }

    pub(super) fn hex(&mut self, text: &Spanned<String>) -> Option<Hex> {
        let grid = &self.field.map.grid;
        let hex = match &self.sheet {
            Some(sheet) => grid.parse_on(sheet, text.get_ref()),
            None => grid.parse(text.get_ref()),
        };
        if hex.is_none() {
            self.fault(text.span().start, format!("'{}' is not a hex of the map", text.get_ref()));
        }
        hex
    }

    pub(super) fn hexes(&mut self, texts: &[Spanned<String>]) -> Vec<Hex> {
        texts.iter().filter_map(|t| self.hex(t)).collect()
    }

    pub(super) fn unit(&mut self, units: &[Unit], id: &Spanned<String>) -> Option<usize> {
        let found = units.iter().position(|u| u.id == *id.get_ref());
        if found.is_none() {
            self.fault(id.span().start, format!("'{}' is not a unit of the order of battle", id.get_ref()));
        }
        found
    }

    pub(super) fn watch(&mut self, control_hexes: &[ControlHex], hex: &Spanned<String>) -> Option<usize> {
        let at = self.hex(hex)?;
        let found = control_hexes.iter().position(|w| w.hex == at);
        if found.is_none() {
            let what = format!("{} is not among the watched hexes ([[watch]])", hex.get_ref());
            self.fault_in(at, hex.span().start, what);
        }
        found
    }
}
