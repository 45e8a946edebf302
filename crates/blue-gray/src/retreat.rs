//! 7.7 and 7.8: retreat and displacement.

use std::cell::Cell;
use std::rc::Rc;

use hexmap::{Direction, Hex};
use tabletop::{Case, Refusal, RuleCheck, case};

use crate::battle::Battle;
use crate::order::Push;
use crate::state::State;
use crate::unit::{UnitId, UnitSet};

/// The ways out of a retreat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ways {
    /// Hexes that still have room for it.
    pub open: Vec<Hex>,
    /// If none has: full hexes, each with the units that could make room there and where each could
    /// go.
    pub pushed: Vec<(Hex, Vec<Link>)>,
}

/// One displacement that could be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub unit: UnitId,
    pub to: Hex,
    /// That hex is full in turn: the chain goes on.
    pub on: bool,
}

impl Ways {
    /// Whether there is no way out.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty() && self.pushed.is_empty()
    }

    /// Every hex the unit could go to.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.open.iter().copied().chain(self.pushed.iter().map(|(hex, _)| *hex))
    }
}

/// The most hexes that are searched for the ends of one unit's chains: more than the densest crowd of
/// ordinary units has, with 60 displacements to begin with and 63 full hexes for each. A made-up position may
/// be full of units that stack with nothing, with more chains than can be counted. Beyond this limit a chain
/// counts as having no end.
const LOOKED_AT: u32 = 4_000;

/// The extra price of a search behind a unit that stacks with nothing: such a search remembers nothing, and
/// the next follows the same way again.
const APART: u32 = 20;

/// A chain of displacements as far as it has come.
#[derive(Debug, Clone)]
struct Chain {
    /// How many hexes may still be looked at, for this chain and all that go on from it.
    left: Rc<Cell<u32>>,
    /// Units that may not be displaced by it.
    fixed: UnitSet,
    /// The hexes it has left or passed through, that of the retreating unit first. No unit of the chain
    /// returns to them, since a displaced unit moves back and its place is taken (7.81); so no unit moves
    /// twice in a chain.
    through: Vec<Hex>,
}

impl Battle {
    /// Every way out for a unit that must retreat (7.71-7.73); with displacement only if no hex has
    /// room (7.81). None for a unit that cannot move: it is eliminated.
    pub fn ways(&self, state: &State, unit: UnitId) -> Ways {
        let Some(from) = state.hex(unit) else { return Ways::default() };
        if self.unit(unit).traits.immobile.is_some() {
            return Ways::default();
        }
        let open = self.open_hexes(state, unit, from, &[]);
        if !open.is_empty() {
            return Ways { open, pushed: Vec::new() };
        }
        let chain = self.fixed(state, unit);
        let mut pushed = Vec::new();
        if self.unit(unit).traits.never_displaced.is_none() {
            let mut tried = Vec::new();
            for hex in self.full_hexes(state, unit, from, &[]) {
                let mut now_tried = tried.clone();
                let links = self.links(state, unit, hex, &chain, &mut now_tried);
                // What leads nowhere without this hex may lead somewhere through it, if it does itself.
                if links.is_empty() && !self.is_alone(unit) && !state.stack(hex).any(|u| self.is_alone(u)) {
                    tried = now_tried;
                }
                if !links.is_empty() {
                    pushed.push((hex, links));
                }
            }
        }
        Ways { open, pushed }
    }

    /// The chain that begins with the retreat of this unit. Not displaced by it are the unit itself
    /// and those that must still retreat (a ruling); and those displaced before in this phase,
    /// unless that is the only way (7.82).
    fn fixed(&self, state: &State, unit: UnitId) -> Chain {
        let through: Vec<Hex> = state.hex(unit).into_iter().collect();
        let begin = |fixed| Chain { left: Rc::new(Cell::new(LOOKED_AT)), fixed, through: through.clone() };
        let mut fixed: UnitSet = state.retreating.iter().copied().collect();
        fixed.insert(unit);
        let mut sparing = fixed;
        let mut displaced = false;
        for (other, _) in self.on_map(state, self.unit(unit).side) {
            displaced |= state.marks(other).displaced && sparing.insert(other);
        }
        let Some(from) = state.hex(unit).filter(|_| displaced) else { return begin(fixed) };
        let mut spare = begin(sparing);
        let mut tried = Vec::new();
        let spared = self
            .full_hexes(state, unit, from, &[])
            .into_iter()
            .any(|hex| self.comes_to_an_end(state, unit, hex, &mut spare, &mut tried, false));
        begin(if spared { sparing } else { fixed })
    }

    /// The next links of a chain that has come to `hex` with `mover` wanting in: who could make
    /// room, and where to. Only links from which the chain can be brought to an end. `tried` as in
    /// [`Battle::comes_to_an_end`].
    fn links(
        &self,
        state: &State,
        mover: UnitId,
        hex: Hex,
        chain: &Chain,
        tried: &mut Vec<Hex>,
    ) -> Vec<Link> {
        let mut links = Vec::new();
        let mut chain = chain.clone();
        chain.through.push(hex);
        for unit in state.stack(hex) {
            if !self.makes_room(state, mover, hex, unit, chain.fixed, false) {
                continue;
            }
            let open = self.open_hexes(state, unit, hex, &chain.through);
            if !open.is_empty() {
                links.extend(open.into_iter().map(|to| Link { unit, to, on: false }));
                continue;
            }
            for to in self.full_hexes(state, unit, hex, &chain.through) {
                let mut now_tried = tried.clone();
                if self.comes_to_an_end(state, unit, to, &mut chain, &mut now_tried, false) {
                    links.push(Link { unit, to, on: true });
                } else if !self.is_alone(unit) {
                    *tried = now_tried;
                }
            }
        }
        links
    }

    /// Whether displacing `unit` from `hex` lets `mover` in, and whether it may be displaced at
    /// all; `yielding` leaves out of account that some units never are.
    fn makes_room(
        &self,
        state: &State,
        mover: UnitId,
        hex: Hex,
        unit: UnitId,
        fixed: UnitSet,
        yielding: bool,
    ) -> bool {
        let traits = self.unit(unit).traits;
        let stays = traits.immobile.is_some() || (traits.never_displaced.is_some() && !yielding);
        if fixed.contains(unit) || stays {
            return false;
        }
        let rest: Vec<UnitId> = state.stack(hex).filter(|&u| u != unit).collect();
        self.fits(mover, &rest)
    }

    /// Whether a chain that pushes into the full hex `hex` can be brought to an end. `tried` are the hexes
    /// from which it could not: the units that could move on from a full hex are the same whichever unit
    /// enters it.
    fn comes_to_an_end(
        &self,
        state: &State,
        mover: UnitId,
        hex: Hex,
        chain: &mut Chain,
        tried: &mut Vec<Hex>,
        yielding: bool,
    ) -> bool {
        let Some(left) = chain.left.get().checked_sub(1).filter(|_| !tried.contains(&hex)) else {
            return false;
        };
        chain.left.set(left);
        chain.through.push(hex);
        let mut ends = false;
        for unit in state.stack(hex) {
            if !self.makes_room(state, mover, hex, unit, chain.fixed, yielding) {
                continue;
            }
            if !tried.contains(&hex) {
                tried.push(hex);
            }
            ends = !self.open_hexes(state, unit, hex, &chain.through).is_empty();
            // A unit that stacks with nothing fills a hex that has room for others. A chain that fails behind
            // it may succeed by another path, so the search does not remember the failure. A hex with another
            // such unit has room for no unit.
            for to in self.full_hexes(state, unit, hex, &chain.through) {
                let lonely = self.is_alone(unit) && !state.stack(to).any(|u| self.is_alone(u));
                if lonely && !ends {
                    chain.left.set(chain.left.get().saturating_sub(APART));
                }
                let mut apart = if lonely { tried.clone() } else { Vec::new() };
                let tried = if lonely { &mut apart } else { &mut *tried };
                ends = ends || self.comes_to_an_end(state, unit, to, chain, tried, yielding);
            }
            if ends {
                break;
            }
        }
        chain.through.pop();
        ends
    }

    /// Whether a unit stacks with nothing (19.21 of Chickamauga).
    fn is_alone(&self, unit: UnitId) -> bool {
        self.unit(unit).traits.stacks_with_nothing.is_some()
    }

    /// Whether a unit may stack with those units (5.32, 19.21).
    pub(crate) fn fits(&self, unit: UnitId, with: &[UnitId]) -> bool {
        with.is_empty()
            || (with.len() < self.scenario.tables.stacking
                && !self.is_alone(unit)
                && !with.iter().any(|&u| self.is_alone(u)))
    }

    /// Whether a retreat or displacement may go over that hexside into that hex, room aside (7.72).
    fn admits_retreat(&self, state: &State, unit: UnitId, from: Hex, direction: Direction, to: Hex) -> bool {
        let of = self.unit(unit);
        let field = &self.scenario.field;
        field.cost(from, direction).is_some()
            && field.can_be_retreated_to(to)
            && (of.traits.roads_only.is_none() || field.has_way(from, direction))
            && state.holder(to) != Some(of.side.other())
            && !self.in_enemy_zone(state, of.side, to)
    }

    /// The hexes with room that a unit may retreat to (7.71, 7.73), but for those of a chain.
    fn open_hexes(&self, state: &State, unit: UnitId, from: Hex, through: &[Hex]) -> Vec<Hex> {
        self.retreat_hexes(state, unit, from, through, true)
    }

    /// The hexes outside the chain that it can enter only if another unit makes room (7.81).
    fn full_hexes(&self, state: &State, unit: UnitId, from: Hex, through: &[Hex]) -> Vec<Hex> {
        self.retreat_hexes(state, unit, from, through, false)
    }

    fn retreat_hexes(&self, state: &State, unit: UnitId, from: Hex, through: &[Hex], room: bool) -> Vec<Hex> {
        self.map()
            .grid
            .neighbours(from)
            .filter(|&(direction, to)| {
                let there: Vec<UnitId> = state.stack(to).collect();
                !through.contains(&to)
                    && self.fits(unit, &there) == room
                    && self.admits_retreat(state, unit, from, direction, to)
            })
            .map(|(_, to)| to)
            .collect()
    }

    /// Under which case a unit without a way out is eliminated.
    pub(crate) fn case_of_loss(&self, state: &State, unit: UnitId) -> Case {
        let of = self.unit(unit);
        if let Some(case) = of.traits.immobile {
            return case;
        }
        let Some(from) = state.hex(unit) else { return case!("7.72") };
        let field = &self.scenario.field;
        let near = || field.map.grid.neighbours(from);
        // 19.13 of Chattanooga: forced into a ferry hex.
        if near().any(|(d, to)| field.is_ferry(to) && field.cost(from, d).is_some()) {
            return case!("19.13");
        }
        let full = self.full_hexes(state, unit, from, &[]);
        // 19.24 of Chickamauga: it would have to displace, and does not.
        if let Some(case) = of.traits.never_displaced.filter(|_| !full.is_empty()) {
            return case;
        }
        if let Some(case) = of.traits.roads_only
            && near().any(|(d, to)| {
                !field.has_way(from, d)
                    && field.cost(from, d).is_some()
                    && state.count(to) == 0
                    && !self.in_enemy_zone(state, of.side, to)
            })
        {
            return case;
        }
        if full.is_empty() {
            return case!("7.72");
        }
        // The same: nothing was in the way but a unit that is never displaced.
        let mut chain = self.fixed(state, unit);
        let mut tried = Vec::new();
        let mut barred = || {
            let ends =
                full.iter().any(|&to| self.comes_to_an_end(state, unit, to, &mut chain, &mut tried, true));
            ends.then(|| self.on_map(state, of.side).find_map(|(u, _)| self.unit(u).traits.never_displaced))
                .flatten()
        };
        barred().unwrap_or(case!("7.82"))
    }

    /// Judges a retreat: where the unit goes and who makes room. Returns the displacements, nearest
    /// first.
    ///
    /// # Errors
    /// The first case that forbids it.
    pub fn retreat(
        &self,
        state: &State,
        unit: UnitId,
        to: Hex,
        displace: &[Push<UnitId, Hex>],
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        let Some(from) = state.hex(unit) else {
            return Err(Refusal::new(case!("7.71"), format!("{} is not on the map", of.called())));
        };
        let (a, b) = (self.number(from), self.number(to));
        let direction = self.map().grid.direction(from, to);
        rule_check.check(case!("7.71"), "a retreat is one hex", direction.is_some(), || {
            format!("{b} is not next to {a}; a retreat is one hex")
        })?;
        let Some(direction) = direction else {
            return Err(Refusal::new(case!("7.71"), "a retreat is one hex"));
        };
        let field = &self.scenario.field;
        if let Some(case) = of.traits.roads_only {
            rule_check.check(
                case,
                "a road or trail joins the two hexes",
                field.has_way(from, direction),
                || format!("no road or trail joins {a} and {b}"),
            )?;
        }
        let passable = field.cost(from, direction).is_some() && field.can_be_retreated_to(to);
        rule_check.check(case!("7.72"), "neither hex nor hexside is prohibited", passable, || {
            format!("{b} or the hexside to it is prohibited")
        })?;
        let enemy = state.holder(to) == Some(of.side.other());
        rule_check.check(case!("7.72"), "no enemy stands there", !enemy, || {
            format!("an enemy unit stands in {b}")
        })?;
        let zone = self.in_enemy_zone(state, of.side, to);
        rule_check.check(case!("7.72"), "the hex is in no enemy zone of control", !zone, || {
            format!("{b} is in an enemy zone of control")
        })?;
        let ways = self.ways(state, unit);
        if ways.open.contains(&to) {
            return rule_check.check(
                case!("7.81"),
                "no unit is displaced where there is room",
                displace.is_empty(),
                || format!("there is room in {b}: no unit is displaced"),
            );
        }
        let alone = |u: UnitId| self.unit(u).traits.stacks_with_nothing;
        let full = alone(unit).or_else(|| state.stack(to).find_map(alone)).unwrap_or(case!("7.73"));
        rule_check.check(full, "no other hex has room", ways.open.is_empty(), || {
            format!("{b} is full, and {} has room", self.numbers(&ways.open))
        })?;
        if let Some(case) = of.traits.never_displaced {
            rule_check.check(case, "the unit may displace others", false, || {
                format!("{} displaces no unit", of.called())
            })?;
        }
        self.chain(state, unit, to, displace, rule_check)
    }

    /// 7.81, 7.82: a chain of displacements, nearest first, that must come to an end.
    fn chain(
        &self,
        state: &State,
        unit: UnitId,
        to: Hex,
        displace: &[Push<UnitId, Hex>],
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let mut chain = self.fixed(state, unit);
        let (mut mover, mut hex) = (unit, to);
        for (i, push) in displace.iter().enumerate() {
            let links = self.links(state, mover, hex, &chain, &mut Vec::new());
            let link = links.iter().find(|l| l.unit == push.unit && l.to == push.to);
            let traits = self.unit(push.unit).traits;
            let again = state.marks(push.unit).displaced;
            let usual = if again { case!("7.82") } else { case!("7.81") };
            rule_check.check(
                traits.never_displaced.or(traits.immobile).unwrap_or(usual),
                "each displaced unit can make room and has somewhere to go",
                link.is_some(),
                || {
                    let (called, at) = (self.unit(push.unit).called(), self.number(hex));
                    let to = self.number(push.to);
                    if chain.through.contains(&push.to) {
                        format!(
                            "{called} in {at} cannot be displaced to {to}, which this very chain has left"
                        )
                    } else {
                        format!("{called} in {at} cannot be displaced to {to}")
                    }
                },
            )?;
            let Some(link) = link else { continue };
            let last = i + 1 == displace.len();
            rule_check.check(
                case!("7.81"),
                "the chain ends where there is room, and not before",
                link.on != last,
                || {
                    if link.on {
                        format!(
                            "{} is full in turn: another unit must be displaced there",
                            self.number(link.to)
                        )
                    } else {
                        format!("there is room in {}: the chain ends there", self.number(link.to))
                    }
                },
            )?;
            chain.through.push(hex);
            (mover, hex) = (push.unit, push.to);
        }
        rule_check.check(case!("7.81"), "a unit is displaced from a full hex", !displace.is_empty(), || {
            format!("{} is full: a unit there must be displaced", self.number(to))
        })
    }

    /// The links that could follow a chain begun in this way; for the page, which asks link by
    /// link.
    ///
    /// # Errors
    /// The case that forbids what was begun.
    pub fn next_links(
        &self,
        state: &State,
        unit: UnitId,
        to: Hex,
        begun: &[Push<UnitId, Hex>],
    ) -> Result<Vec<Link>, Refusal> {
        let mut chain = self.fixed(state, unit);
        let (mut mover, mut hex) = (unit, to);
        for push in begun {
            let links = self.links(state, mover, hex, &chain, &mut Vec::new());
            match links.iter().find(|l| l.unit == push.unit && l.to == push.to) {
                Some(link) if link.on => {}
                Some(_) => return Ok(Vec::new()),
                None => {
                    return Err(Refusal::new(
                        case!("7.81"),
                        format!(
                            "{} cannot be displaced to {}",
                            self.unit(push.unit).called(),
                            self.number(push.to)
                        ),
                    ));
                }
            }
            chain.through.push(hex);
            (mover, hex) = (push.unit, push.to);
        }
        Ok(self.links(state, mover, hex, &chain, &mut Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use std::path::Path;

    use proptest::prelude::*;
    use serde_json::{Map, Value, json};
    use tabletop::Rules;

    use super::*;
    use crate::Library;

    /// The displacements that may begin with `hex`, each searched anew.
    fn links_one_by_one(battle: &Battle, state: &State, mover: UnitId, hex: Hex) -> Vec<Link> {
        let mut chain = battle.fixed(state, mover);
        chain.through.push(hex);
        let mut links = Vec::new();
        for unit in state.stack(hex) {
            if !battle.makes_room(state, mover, hex, unit, chain.fixed, false) {
                continue;
            }
            let open = battle.open_hexes(state, unit, hex, &chain.through);
            let full = if open.is_empty() {
                battle.full_hexes(state, unit, hex, &chain.through)
            } else {
                Vec::new()
            };
            links.extend(open.into_iter().map(|to| Link { unit, to, on: false }));
            for to in full {
                chain.left = Rc::new(Cell::new(LOOKED_AT));
                if battle.comes_to_an_end(state, unit, to, &mut chain, &mut Vec::new(), false) {
                    links.push(Link { unit, to, on: true });
                }
            }
        }
        links
    }

    /// A crowd of the Union about the road at 1203 to 1209 of Chickamauga, the Train in it, and enemies around it.
    fn crowd(filled: &[u8]) -> Value {
        let hexes = (9..15).flat_map(|column| (2..8).map(move |row| format!("{column:02}{row:02}")));
        let is_border = |i: usize| matches!(i / 6, 0 | 5) || matches!(i % 6, 0 | 5);
        let unit = |id: String, side: &str, hex: &str| json!({ "id": id, "side": side, "type": "infantry", "strength": 1, "hex": hex });
        let mut units = vec![json!({ "id": "u-train", "hex": "1205" })];
        for (i, hex) in hexes.enumerate().filter(|(_, hex)| hex != "1205") {
            match filled[i] % 16 {
                0 => {}
                1..12 if is_border(i) => units.push(unit(format!("c{i}"), "confederate", &hex)),
                1 => units.push(unit(format!("c{i}"), "confederate", &hex)),
                2 => units.push(unit(format!("u{i}"), "union", &hex)),
                _ => units.extend((0..2).map(|k| unit(format!("u{i}-{k}"), "union", &hex))),
            }
        }
        json!({ "units": units, "phase": "combat", "side": "confederate" })
    }

    #[test]
    fn a_hex_that_led_nowhere_is_left_out_only_where_it_leads_nowhere() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok()).unwrap();
        proptest!(|(filled in prop::collection::vec(any::<u8>(), 36), displaced in any::<u64>())| {
            let battle = library.battle("chickamauga-1975", &Map::new(), Some(&crowd(&filled))).unwrap();
            let mut state = battle.start();
            let all: Vec<(UnitId, Hex)> = battle.on_map(&state, tabletop::Side::Union).collect();
            for (i, (unit, _)) in all.iter().enumerate() {
                state.marks_mut(*unit).displaced = displaced >> (i % 62) & 7 == 7;
            }
            for (unit, from) in all {
                let ways = battle.ways(&state, unit);
                if !ways.open.is_empty() {
                    continue;
                }
                let full = battle.full_hexes(&state, unit, from, &[]).into_iter();
                let each = full.map(|hex| (hex, links_one_by_one(&battle, &state, unit, hex)));
                let each: Vec<(Hex, Vec<Link>)> = each.filter(|(_, links)| !links.is_empty()).collect();
                prop_assert_eq!(ways.pushed, each, "{}", battle.unit(unit).called());
            }
        });
    }
}
