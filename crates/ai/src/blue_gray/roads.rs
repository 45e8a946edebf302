//! Roads that the exits of a side need at the end of the game: how many ways are free.

use blue_gray::{Phase, State};
use hexmap::{Hex, HexSet};
use tabletop::Side;

use super::judgement::{Judgement, Presence};
use super::sweep::Sweep;

impl Judgement<'_> {
    /// The chance that the exits of a side count in the end, from the ways along the line they need
    /// that are free of the enemy and share no hex. `sweep` is where the side can come to attack
    /// units that bar a way. `None` if they need no line.
    pub(super) fn line_chance(
        &self,
        state: &State,
        side: Side,
        presence: &Presence,
        sweep: Option<&Sweep>,
    ) -> Option<f64> {
        let ways = self.free_ways(state, side)?.len();
        let still = self.turns_left(state, side.other());
        let closable = still > 0 || (state.phasing != side && state.phase == Phase::Movement);
        let weights = self.weights;
        let (now, hope) = match ways {
            0 => {
                let comes = 1.0 - weights.opening * (1.0 - self.end_chance(state, side, presence));
                (sweep.map_or(0.0, |sweep| self.forced(state, side, sweep)), weights.barred_hope * comes)
            }
            1 if closable => (weights.single_way, weights.single_hope),
            // Closing one of two ways is already worth something: another unit may close the last.
            1 => (weights.last_way, weights.single_hope),
            _ => (1.0, weights.free_hope),
        };
        let settled = self.weights.settled.powi(i32::from(still));
        Some(now * settled + hope * (1.0 - settled))
    }

    /// Whether a unit that leaves now may do so in vain: units can still leave later, and at most one way is
    /// free, which a single enemy unit can bar.
    pub(super) fn leaves_in_vain(&self, state: &State) -> bool {
        let side = state.phasing;
        let later = self.weights.opening > 0.0 && self.turns_left(state, side) > 0;
        later && self.free_ways(state, side).is_some_and(|ways| ways.len() < 2)
    }

    /// The ways along the line that the exits of a side need, free of the enemy and without a
    /// common hex: at most two, each the shortest that is left. `None` if the exits need no line.
    pub(super) fn free_ways(&self, state: &State, side: Side) -> Option<Vec<Vec<Hex>>> {
        let line = self.battle.scenario.victory.line.as_ref().filter(|l| l.side == side)?;
        let mut closed = self.battle.held_by(state, side.other());
        let mut ways = Vec::new();
        while ways.len() < 2
            && let Some(way) = self.take_way(&line.from, &line.to, &mut closed)
        {
            ways.push(way);
        }
        Some(ways)
    }

    /// The chance that a side opens a way that is barred everywhere, by driving off the enemy in
    /// one of its hexes, or in two.
    fn forced(&self, state: &State, side: Side, sweep: &Sweep) -> f64 {
        let Some(line) = &self.battle.scenario.victory.line else { return 0.0 };
        let held = self.battle.held_by(state, side.other());
        let mut weak: Vec<(f64, Hex)> = (self.battle.on_map(state, side.other()))
            .map(|(_, hex)| hex)
            .filter(|&hex| self.battle.map().has_road(hex))
            .map(|hex| (self.dislodged(state, hex, sweep), hex))
            .filter(|(chance, _)| *chance > 0.0)
            .collect();
        weak.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        weak.dedup();
        let opens = |without: &[Hex]| {
            let mut closed = held.clone();
            without.iter().for_each(|&hex| {
                closed.remove(hex);
            });
            self.take_way(&line.from, &line.to, &mut closed).is_some()
        };
        let all: Vec<Hex> = weak.iter().map(|w| w.1).collect();
        if weak.is_empty() || !opens(&all) {
            return 0.0;
        }
        let alone = weak.iter().find(|(_, hex)| opens(&[*hex])).map(|(chance, _)| *chance);
        alone.unwrap_or_else(|| weak[0].0 * weak.get(1).map_or(0.0, |w| w.0))
    }

    /// Finds a shortest way by road from one of the hexes `from` to one of `to`, and marks its
    /// hexes as closed. `None` if there is none.
    fn take_way(&self, from: &[Hex], to: &[Hex], closed: &mut HexSet) -> Option<Vec<Hex>> {
        let field = &self.battle.scenario.field;
        let mut seen = closed.clone();
        let mut queue: Vec<(Hex, usize)> = Vec::new();
        for &hex in from {
            if field.map.has_road(hex) && seen.insert(hex) {
                queue.push((hex, usize::MAX));
            }
        }
        let mut i = 0;
        while let Some(&(hex, _)) = queue.get(i) {
            if to.contains(&hex) {
                let mut at = i;
                let mut way = Vec::new();
                while let Some(&(hex, before)) = queue.get(at) {
                    closed.insert(hex);
                    way.push(hex);
                    at = before;
                }
                return Some(way);
            }
            for next in field.road_neighbours(hex) {
                if seen.insert(next) {
                    queue.push((next, i));
                }
            }
            i += 1;
        }
        None
    }
}
