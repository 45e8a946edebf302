//! A scenario being read: what has been found so far, and things looked up in it by name.

use std::sync::Arc;

use hexmap::Map;
use hexmap::Spanned;

use crate::chit::{Chit, ChitId, ChitKind};
use crate::data::reader::Reader;
use crate::unit::{Brigade, BrigadeId, Unit, UnitId};

pub(crate) struct Draft<'a> {
    pub r: Reader<'a>,
    pub map: Arc<Map>,
    pub times: Vec<String>,
    pub units: Vec<Unit>,
    pub brigades: Vec<Brigade>,
    pub chits: Vec<Chit>,
}

impl Draft<'_> {
    /// The game-turn of a clock time.
    pub(super) fn turn(&mut self, time: &Spanned<String>) -> u8 {
        match self.times.iter().position(|t| t == time.get_ref()) {
            Some(at) => at as u8 + 1,
            None => {
                let what = format!("'{}' is none of the times of this scenario", time.get_ref());
                self.r.fault_of(time, what);
                1
            }
        }
    }

    pub(super) fn unit(&mut self, id: &Spanned<String>) -> Option<UnitId> {
        let found = self.units.iter().position(|u| u.id == *id.get_ref());
        self.known(id, found, "unit").map(|i| UnitId(i as u8))
    }

    pub(super) fn brigade(&mut self, id: &Spanned<String>) -> Option<BrigadeId> {
        let found = self.brigades.iter().position(|b| b.id == *id.get_ref());
        self.known(id, found, "brigade").map(|i| BrigadeId(i as u8))
    }

    pub(super) fn chit(&mut self, id: &Spanned<String>) -> Option<ChitId> {
        let found = self.chits.iter().position(|c| c.id == *id.get_ref());
        self.known(id, found, "chit").map(|i| ChitId(i as u8))
    }

    pub(super) fn division_chit(&mut self, id: &Spanned<String>) -> Option<ChitId> {
        let chit = self.chit(id)?;
        if !matches!(self.chits[chit.index()].kind, ChitKind::Command { .. }) {
            self.r.fault_of(id, "a command chit was expected");
            return None;
        }
        Some(chit)
    }

    fn known(&mut self, id: &Spanned<String>, found: Option<usize>, kind: &str) -> Option<usize> {
        if found.is_none() {
            self.r.fault_of(id, format!("there is no {kind} '{}' in this scenario", id.get_ref()));
        }
        found
    }
}
