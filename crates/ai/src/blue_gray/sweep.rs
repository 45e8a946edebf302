//! Where a side could go and attack in its next player-turn.

use blue_gray::{Battle, State, UnitId};
use hexmap::{Hex, HexSet, Reach};
use tabletop::Side;

use super::ranges::Ranges;

/// Where the units of a side could go in their next movement phase, and what they could attack from
/// there.
#[derive(Debug)]
pub(super) struct Sweep {
    /// The hexes that some of its units could reach.
    pub reached: HexSet,
    /// By hex: the strengths that could attack it, strongest first.
    pub against: Vec<Vec<u16>>,
    /// By hex: the directions of the neighbours from which it could be attacked, as bits.
    pub from: Vec<u8>,
    /// By hex: the strength of units that are next to it and cannot leave.
    pub bound: Vec<u16>,
}

impl Sweep {
    /// Sweeps the reach of a side's units in a position in which it is not that side's turn; `kept`
    /// are its cached ranges.
    pub(super) fn of(battle: &Battle, state: &State, side: Side, mut kept: Option<&mut Ranges>) -> Sweep {
        let field = &battle.scenario.field;
        let grid = &field.map.grid;
        let count = grid.len();
        let enemy = side.other();
        let mut sweep = Sweep {
            reached: HexSet::new(count),
            against: vec![Vec::new(); count],
            from: vec![0; count],
            bound: vec![0; count],
        };
        let theirs: Vec<Hex> = battle.on_map(state, enemy).map(|(_, hex)| hex).collect();
        let zoneless: Vec<UnitId> = (battle.on_map(state, enemy).map(|(u, _)| u))
            .filter(|&u| battle.unit(u).traits.no_zone.is_some())
            .collect();
        let changes = kept.as_ref().map(|ranges| ranges.changes(battle, state)).unwrap_or_default();
        let mut reach = Reach::new();
        let mut noted: Vec<Option<UnitId>> = vec![None; count];
        for (unit, hex) in battle.on_map(state, side) {
            let of = battle.unit(unit);
            if !battle.can_attack(state, unit) {
                continue;
            }
            let near = u32::from(of.movement) + 1;
            if !theirs.iter().any(|&t| grid.distance(hex, t) <= near) {
                continue;
            }
            let bound = state.in_zone(enemy, hex);
            let mut strike = |from: Hex, sweep: &mut Sweep| {
                if field.is_ferry(from) || state.holder(from) == Some(enemy) {
                    return;
                }
                sweep.reached.insert(from);
                // Most hexes are not next to an enemy.
                if !state.in_zone(enemy, from)
                    && !zoneless.iter().any(|&u| state.hex(u).is_some_and(|h| grid.adjacent(h, from)))
                {
                    return;
                }
                for (direction, to) in grid.neighbours(from) {
                    if !field.zone_reaches(from, direction) || state.holder(to) != Some(enemy) {
                        continue;
                    }
                    sweep.from[to.index()] |= 1 << direction.opposite().index();
                    if noted[to.index()] != Some(unit) {
                        noted[to.index()] = Some(unit);
                        sweep.against[to.index()].push(u16::from(of.strength));
                        if bound {
                            sweep.bound[to.index()] += u16::from(of.strength);
                        }
                    }
                }
            };
            strike(hex, &mut sweep);
            if bound || of.traits.immobile.is_some() {
                continue;
            }
            let hexes = match &mut kept {
                Some(ranges) => ranges.hexes(battle, state, (unit, hex), &changes, &mut reach),
                None => {
                    battle.search(state, unit, hex, &mut reach);
                    reach.hexes()
                }
            };
            for &to in hexes {
                strike(to, &mut sweep);
            }
        }
        for strengths in &mut sweep.against {
            strengths.sort_unstable_by(|a, b| b.cmp(a));
        }
        sweep
    }

    /// The hexes from which a hex could be attacked.
    pub(super) fn sides(&self, battle: &Battle, hex: Hex) -> Vec<Hex> {
        let sides = battle.map().grid.neighbours(hex);
        sides.filter(|(d, _)| self.from[hex.index()] & (1 << d.index()) != 0).map(|(_, h)| h).collect()
    }

    /// The most strength that could attack a hex at once.
    pub(super) fn strength(&self, battle: &Battle, hex: Hex) -> u16 {
        let room = self.from[hex.index()].count_ones() as usize * battle.scenario.tables.stacking;
        self.against[hex.index()].iter().take(room).sum()
    }
}
