//! Roads that the exits of a side need at the end: how many ways are free.

use blue_gray::State;
use hexmap::{Hex, HexSet};
use tabletop::Side;

use super::judgement::Judgement;

impl Judgement<'_> {
    /// How likely it is that the exits of a side count in the end, by the ways of the line they need that are free of the
    /// enemy now and share no hex.
    pub fn line_chance(&self, state: &State, side: Side) -> f64 {
        let Some(line) = self.battle.scenario.victory.line.as_ref().filter(|l| l.side == side) else {
            return 1.0;
        };
        let mut closed = HexSet::new(self.battle.map().grid.len());
        for (_, hex) in self.battle.on_map(state, side.other()) {
            closed.insert(hex);
        }
        let mut ways = 0;
        while ways < 2 && self.take_way(&line.from, &line.to, &mut closed) {
            ways += 1;
        }
        let later = self.still_to_come(state);
        let open = |now: f64, hope: f64| now * (1.0 - later) + hope * later;
        match ways {
            0 => open(0.0, 0.6),
            1 => open(if self.is_last_word(state, side) { 1.0 } else { 0.55 }, 0.75),
            _ => open(1.0, 0.85),
        }
    }

    /// Whether nobody can change anything after this side's present player-turn.
    fn is_last_word(&self, state: &State, side: Side) -> bool {
        self.turns_left(state, side.other()) == 0 && state.phasing == side
    }

    /// Closes a shortest way by road from one of some hexes to one of others, if there is any.
    fn take_way(&self, from: &[Hex], to: &[Hex], closed: &mut HexSet) -> bool {
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
                while let Some(&(hex, before)) = queue.get(at) {
                    closed.insert(hex);
                    at = before;
                }
                return true;
            }
            for next in field.road_neighbours(hex) {
                if seen.insert(next) {
                    queue.push((next, i));
                }
            }
            i += 1;
        }
        false
    }
}
