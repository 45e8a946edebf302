//! Ranges: where the units of a side could go, cached for similar positions of the same game-turn.

use blue_gray::{Battle, State, UnitId};
use hexmap::{Hex, Reach};
use tabletop::{BySide, Side};

/// Where the units of a side could go from a position.
#[derive(Debug)]
pub(super) struct Ranges {
    side: Side,
    /// By hex: everything that the movement of that side depends on.
    ground: Vec<u8>,
    /// By [`UnitId`]: where it stood, and the hexes it could go to; filled on demand.
    reached: Vec<Option<(Hex, Vec<Hex>)>>,
}

impl Ranges {
    /// An empty cache, for positions similar to this one in the same game-turn.
    pub(super) fn near(battle: &Battle, state: &State, side: Side) -> Ranges {
        Ranges { side, ground: ground(battle, state, side), reached: vec![None; battle.ids().count()] }
    }

    pub(super) fn of_both(battle: &Battle, state: &State) -> BySide<Ranges> {
        BySide::from_fn(|side| Ranges::near(battle, state, side))
    }

    /// The hexes where movement may differ from the position the cache was made for.
    pub(super) fn changes(&self, battle: &Battle, state: &State) -> Vec<Hex> {
        let now = ground(battle, state, self.side);
        let hexes = battle.map().grid.hexes().zip(self.ground.iter().zip(&now));
        hexes.filter(|(_, (was, is))| was != is).map(|(hex, _)| hex).collect()
    }

    /// The hexes that a unit could go to from where it stands, in the order of a search. `changes`
    /// are the changes of this position.
    pub(super) fn hexes<'a>(
        &'a mut self,
        battle: &Battle,
        state: &State,
        (unit, hex): (UnitId, Hex),
        changes: &[Hex],
        reach: &'a mut Reach,
    ) -> &'a [Hex] {
        let grid = &battle.map().grid;
        // Entering a ferry depends on what lies beyond it (5.24): one hex farther than the unit can
        // go.
        let far = u32::from(battle.unit(unit).movement) + 1;
        // A unit that has lost its effectiveness may not go everywhere it could before (11.2).
        let other = state.marks(unit).ineffective;
        if other || changes.iter().any(|&changed| grid.distance(hex, changed) <= far) {
            battle.search(state, unit, hex, reach);
            return reach.hexes();
        }
        let kept = &mut self.reached[unit.index()];
        if kept.as_ref().is_none_or(|(from, _)| *from != hex) {
            battle.search(state, unit, hex, reach);
            *kept = Some((hex, reach.hexes().to_vec()));
        }
        kept.as_ref().map_or(&[], |(_, hexes)| hexes.as_slice())
    }
}

/// By hex: which side holds it, whether it is in an enemy zone of control, whether a unit there
/// lets nothing through.
fn ground(battle: &Battle, state: &State, side: Side) -> Vec<u8> {
    let enemy = side.other();
    let mut ground: Vec<u8> =
        battle.map().grid.hexes().map(|hex| u8::from(state.in_zone(enemy, hex))).collect();
    for unit in battle.ids() {
        if let Some(hex) = state.hex(unit) {
            let of = battle.unit(unit);
            let solid = if of.traits.lets_nothing_through.is_some() { 8 } else { 0 };
            ground[hex.index()] |= solid | if of.side == side { 2 } else { 4 };
        }
    }
    ground
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

    use std::path::Path;

    use blue_gray::Library;
    use serde_json::Map;
    use tabletop::{RuleCheck, Rules};

    use super::*;
    use crate::{Budget, Chance, Commanded, InformationSet, Level};

    /// However the position has changed since, the cached ranges are those of a new search.
    #[test]
    fn kept_ranges_are_those_of_a_new_search() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let library = Library::load(&|file| std::fs::read_to_string(data.join(file)).ok())
            .unwrap_or_else(|f| panic!("{f}"));
        let mut reach = Reach::new();
        let (mut kept_as_they_were, mut searched) = (0, 0);
        for id in ["training", "chickamauga-1975", "chattanooga-2006"] {
            let battle = library.battle(id, &Map::new(), None).unwrap();
            let mut state = battle.start();
            let mut ranges = Ranges::of_both(&battle, &state);
            let mut turn = state.turn;
            let mut commanders = BySide::from_fn(|side| battle.commander(Level::Recruit, side as u64));
            let mut dice = Chance::new(7);
            for step in 0..240 {
                let Some(side) = battle.asked(&state) else { break };
                let decision =
                    commanders[side].decide(InformationSet::new(&battle, &state, side), Budget::Own).unwrap();
                let events = battle
                    .judge(&state, side, &decision.order, &mut dice, &mut RuleCheck::without_messages())
                    .unwrap();
                events.iter().for_each(|event| battle.apply(&mut state, event));
                if step % 60 == 59 || state.turn != turn {
                    turn = state.turn;
                    ranges = Ranges::of_both(&battle, &state);
                }
                for side in Side::BOTH {
                    let changes = ranges[side].changes(&battle, &state);
                    for (unit, hex) in battle.on_map(&state, side) {
                        let kept = ranges[side].reached[unit.index()].is_some();
                        let hexes =
                            ranges[side].hexes(&battle, &state, (unit, hex), &changes, &mut reach).to_vec();
                        battle.search(&state, unit, hex, &mut reach);
                        assert_eq!(hexes, reach.hexes(), "{id}, order {step}: {}", battle.unit(unit).id);
                        if kept { kept_as_they_were += 1 } else { searched += 1 }
                    }
                }
            }
        }
        assert!(kept_as_they_were > 1000 && searched > 100, "{kept_as_they_were} {searched}");
    }
}
