//! What follows from an event at once: watched hexes change hands, what was held back is released,
//! what was frozen thaws (20.1f, 20.2h, 20.2i, K94, K95, K97).

pub(crate) mod score;
pub(crate) mod standing;

use hexmap::Hex;
use tabletop::{Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// What an event brings with it, after it has happened.
    pub(crate) fn consequences(&self, state: &State, event: &Event) -> Vec<Event> {
        let mut more = Vec::new();
        if let Some((unit, hex)) = entered(event) {
            let side = self.unit(unit).side;
            for (i, watch) in self.scenario.victory.control_hexes.iter().enumerate() {
                if watch.hex == hex && state.holders[i] != side {
                    more.push(Event::Taken { watch: i as u8, side });
                }
            }
        }
        let released = self.releases(state, event);
        if let Some(release) = self.scenario.release.filter(|_| released) {
            more.push(Event::Released { case: release.case });
        }
        if let Some(frozen) = &self.scenario.frozen
            && !state.thawed
            && (released || self.thaws(state, event, frozen.until))
        {
            let units: Vec<UnitId> = frozen.units.iter().copied().filter(|&u| state.unit(u).frozen).collect();
            more.push(Event::Thawed { units, case: case!("K94") });
        }
        more
    }

    /// K95: a unit of the brigade is fired on or attacked, or an enemy of it comes near the hex.
    fn releases(&self, state: &State, event: &Event) -> bool {
        let Some(release) = self.scenario.release.filter(|_| !state.released) else { return false };
        let brigade = self.brigade(release.brigade);
        let struck = struck(event).any(|hex| state.stack(hex).iter().any(|u| brigade.units.contains(u)));
        let near = entered(event).is_some_and(|(unit, hex)| {
            self.unit(unit).side != brigade.side && self.distance(hex, release.hex) <= release.distance
        });
        struck || near
    }

    /// K94: the turn has come, or one of the frozen units is fired on or attacked.
    fn thaws(&self, state: &State, event: &Event, until: u8) -> bool {
        matches!(event, Event::TurnBegan { turn } if *turn >= until)
            || struck(event).any(|hex| state.stack(hex).iter().any(|&u| state.unit(u).frozen))
    }

    /// Whether a side holds a hex that is watched (K97).
    pub fn holds(&self, state: &State, side: Side, hex: Hex) -> bool {
        let mut control_hexes = self.scenario.victory.control_hexes.iter().zip(&state.holders);
        control_hexes.any(|(watch, &holder)| watch.hex == hex && holder == side)
    }
}

/// The unit that has come into a hex by this event, and the hex.
fn entered(event: &Event) -> Option<(UnitId, Hex)> {
    match *event {
        Event::Arrived { unit, hex, .. } | Event::Returned { unit, hex } => Some((unit, hex)),
        Event::Moved { unit, to, .. }
        | Event::Withdrew { unit, to, .. }
        | Event::Retreated { unit, to, .. }
        | Event::Advanced { unit, to, .. }
        | Event::Displaced { unit, to, .. } => Some((unit, to)),
        _ => None,
    }
}

/// The hexes fired at or attacked by this event.
fn struck(event: &Event) -> impl Iterator<Item = Hex> {
    let hexes: Vec<Hex> = match event {
        Event::FireDeclared { target, .. } | Event::MeleeBegan { target, .. } => vec![*target],
        Event::CloseDeclared { targets, .. } => targets.clone(),
        _ => Vec::new(),
    };
    hexes.into_iter()
}
