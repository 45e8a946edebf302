//! 6 Zones of control, and what they make a phasing side owe (7.11, 7.12).

use hexmap::Hex;
use tabletop::Side;

use crate::battle::Battle;
use crate::state::{Presence, State};
use crate::unit::{UnitId, UnitSet};

impl Battle {
    /// Whether any unit in the hex exerts a zone of control (6.1).
    pub fn exerts_zone(&self, state: &State, hex: Hex) -> bool {
        state.presence(hex).has(Presence::EXERTS)
    }

    /// Whether a unit of `side` in this hex would be in an enemy zone of control (EZOC).
    pub fn in_enemy_zone(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.in_zone(side.other(), hex)
    }

    /// Contact (the ruling on 7.11): the hexes of the enemy that are, with this one, each in the
    /// other's zone.
    pub fn contacts<'a>(&'a self, state: &'a State, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + 'a {
        let exerts = self.exerts_zone(state, hex);
        // Zones extend over a hexside in both directions or in neither: without an enemy zone here there is
        // no contact.
        let near = if exerts && state.in_zone(side.other(), hex) { Some(hex) } else { None };
        near.into_iter()
            .flat_map(|hex| self.scenario.field.zone(hex))
            .filter(move |&near| state.holder(near) == Some(side.other()) && self.exerts_zone(state, near))
    }

    /// The units of a side that are on the map.
    pub fn on_map<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        self.roster(side).iter().filter_map(|&u| Some((u, state.hex(u)?)))
    }

    /// Whether a unit can take part in attacks at all: not wagons (19.11), not without
    /// effectiveness (11.2).
    pub fn can_attack(&self, state: &State, unit: UnitId) -> bool {
        self.unit(unit).traits.never_attacks.is_none() && !state.marks(unit).ineffective
    }

    /// Whether a phasing unit still owes an attack (7.12): it is still in contact, and an enemy next
    /// to it can still be attacked. That may be one that is owed no attack because it has no zone
    /// (19.3 of Chickamauga).
    pub fn owes(&self, state: &State, unit: UnitId) -> bool {
        let marks = state.marks(unit);
        let side = state.phasing;
        marks.duty
            && !marks.spent()
            && self.unit(unit).side == side
            && state.hex(unit).is_some_and(|hex| {
                self.next_to(state, side, hex).next().is_some() && self.still_in_contact(state, side, hex)
            })
    }

    /// Whether an enemy hex is still owed an attack (7.11): a unit there is, and a phasing unit in
    /// contact still has its attack to make; or all of those have made theirs, and a battery can
    /// still bombard the hex.
    pub fn owed(&self, state: &State, hex: Hex) -> bool {
        let side = state.phasing.other();
        state.holder(hex) == Some(side)
            && self.attackable(state, hex)
            && self.has_duty(state, hex)
            && (self.contacts(state, side, hex).any(|p| self.has_duty(state, p))
                || self.still_in_contact(state, side, hex)
                    && !self.batteries_against(state, hex, &[], &[]).is_empty())
    }

    /// Whether a unit in the hex has its duty still before it.
    fn has_duty(&self, state: &State, hex: Hex) -> bool {
        state.stack(hex).any(|u| state.marks(u).duty && !state.marks(u).spent())
    }

    /// Whether the hex is in contact with units that were so when the movement phase ended: those
    /// that advanced count no more.
    fn still_in_contact(&self, state: &State, side: Side, hex: Hex) -> bool {
        let remains = |unit| state.marks(unit).duty && !state.marks(unit).advanced;
        self.contacts(state, side, hex).any(|near| state.stack(near).any(remains))
    }

    /// Whether units in the hex can still be attacked in this phase: one there has not been
    /// attacked (7.14), and none advanced into it (7.75).
    pub fn attackable(&self, state: &State, hex: Hex) -> bool {
        let mut fresh = false;
        for unit in state.stack(hex) {
            let marks = state.marks(unit);
            if marks.advanced {
                return false;
            }
            fresh |= !marks.spent();
        }
        fresh
    }

    /// The phasing units that still owe an attack.
    pub fn all_owing(&self, state: &State) -> Vec<UnitId> {
        self.roster(state.phasing).iter().copied().filter(|&u| self.owes(state, u)).collect()
    }

    /// The enemy hexes that are still owed one.
    pub fn all_owed(&self, state: &State) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self
            .on_map(state, state.phasing.other())
            // Of those in a hex that is owed an attack at least one has its duty still before it.
            .filter(|&(u, _)| state.marks(u).duty && !state.marks(u).spent())
            .map(|(_, hex)| hex)
            .filter(|&h| self.owed(state, h))
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// 7.11, 7.12: notes at the end of the movement phase who owes an attack and who is owed one.
    pub(crate) fn mark_duties(&self, state: &mut State) {
        let side = state.phasing;
        let owing: Vec<UnitId> = self
            .on_map(state, side)
            .filter(|&(u, hex)| self.can_attack(state, u) && self.contacts(state, side, hex).next().is_some())
            .map(|(u, _)| u)
            .collect();
        for &unit in &owing {
            state.marks_mut(unit).duty = true;
        }
        let owing: UnitSet = owing.into_iter().collect();
        let owed: Vec<UnitId> = self
            .on_map(state, side.other())
            .filter(|&(_, hex)| {
                self.contacts(state, side.other(), hex).any(|p| state.stack(p).any(|u| owing.contains(u)))
            })
            .map(|(u, _)| u)
            .collect();
        for unit in owed {
            state.marks_mut(unit).duty = true;
        }
        // 11.31: ineffective units that begin the combat phase in an enemy zone.
        let leaving: Vec<UnitId> = self
            .on_map(state, side)
            .filter(|&(u, hex)| state.marks(u).ineffective && self.in_enemy_zone(state, side, hex))
            .map(|(u, _)| u)
            .collect();
        for unit in leaving {
            state.marks_mut(unit).must_leave = true;
        }
    }
}
