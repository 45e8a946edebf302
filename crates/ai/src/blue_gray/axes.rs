//! Axes: the bodies in which an army stands, and what each of them is about.

use blue_gray::{Battle, State, UnitId};
use hexmap::Hex;
use tabletop::{Side, capital, listed};

use super::aims::{Aim, Aims, Moved};
use super::judgement::Judgement;

/// From each unit of a body to the next it is no farther than this, in hexes.
const APART: u32 = 3;

/// The most parts of an army that are described (those that attack, the strongest, and those of at least one
/// strength point in this many).
const TOLD: usize = 4;
const PART: u32 = 10;

/// The bodies of a side on the map, the strongest first: in each the units and where they stand.
pub fn axes(battle: &Battle, state: &State, side: Side) -> Vec<(u32, Vec<(UnitId, Hex)>)> {
    let grid = &battle.map().grid;
    let mut left: Vec<(UnitId, Hex)> = battle.on_map(state, side).collect();
    let mut axes = Vec::new();
    while let Some(first) = left.pop() {
        let mut body = vec![first];
        let mut at = 0;
        while let Some(&(_, hex)) = body.get(at) {
            let (near, far) = left.into_iter().partition(|&(_, of)| grid.distance(of, hex) <= APART);
            left = far;
            body.extend::<Vec<_>>(near);
            at += 1;
        }
        axes.push((strength(battle, body.iter().map(|(unit, _)| *unit)), body));
    }
    axes.sort_by_key(|(strength, body)| (std::cmp::Reverse(*strength), body[0].0));
    axes
}

/// Those parts of an army of that strength that are told of, in their order: each with whether it comes after the
/// attacks, and its strength.
fn told(mut parts: Vec<(bool, u32, String)>, army: u32) -> Vec<(bool, u32, String)> {
    let most = parts.iter().map(|(_, strength, _)| *strength).max().unwrap_or(0);
    parts.retain(|&(later, strength, _)| !later || strength == most || strength * PART >= army);
    parts.sort_by_key(|&(later, strength, _)| (later, std::cmp::Reverse(strength)));
    parts.truncate(TOLD);
    parts
}

fn strength(battle: &Battle, units: impl Iterator<Item = UnitId>) -> u32 {
    units.map(|unit| u32::from(battle.unit(unit).strength)).sum()
}

/// Units of one body with one aim.
struct Part {
    strength: u32,
    what: What,
    hexes: Vec<Hex>,
}

/// The action of a body of units.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Attack,
    Move(Aim),
    Stay,
}

impl Judgement<'_> {
    /// The whole army's plan: what most of the strength of its bodies is about, attacks first, and who leaves the map.
    pub(super) fn summary(&self, aims: &Aims<'_>, start: &State, moved: &[(Aim, Moved)]) -> String {
        if moved.is_empty() && aims.attacks.is_empty() {
            return "Stay where you are: no move is worth making.".to_owned();
        }
        let bodies = axes(self.battle, &aims.ahead, start.phasing);
        let army: u32 = bodies.iter().map(|(strength, _)| strength).sum();
        let mut said: Vec<(bool, u32, String)> = Vec::new();
        for (_, body) in &bodies {
            for part in self.parts(aims, body, moved) {
                said.push((part.what != What::Attack, part.strength, self.about(aims, body, &part)));
            }
        }
        let gone = moved.iter().filter(|(aim, _)| *aim == Aim::Leave).map(|(_, moved)| moved.unit);
        let gone = strength(self.battle, gone);
        if gone > 0 {
            said.push((true, gone, "leave the map".to_owned()));
        }
        let said = told(said, army);
        let mut unit = " strength points";
        let said = said.into_iter().map(|(_, strength, what)| {
            let unit = if strength == 1 { " strength point" } else { std::mem::take(&mut unit) };
            format!("{what} with {strength}{unit}")
        });
        let night = self.battle.scenario.is_night(start.turn);
        let tail = if night { "; there is no combat at night" } else { "" };
        format!("{}{tail}.", capital(&listed(said)))
    }

    /// The units of a body by what they are about.
    fn parts(&self, aims: &Aims<'_>, body: &[(UnitId, Hex)], moved: &[(Aim, Moved)]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for &(unit, hex) in body {
            let aim = moved.iter().find(|(_, moved)| moved.unit == unit).map(|(aim, _)| *aim);
            let what = match aim {
                _ if aims.attacks.iter().any(|attack| attack.attackers.contains(&unit)) => What::Attack,
                Some(aim) => What::Move(aim),
                None => What::Stay,
            };
            let strength = u32::from(self.battle.unit(unit).strength);
            match parts.iter_mut().find(|part| part.what == what) {
                Some(part) => {
                    part.strength += strength;
                    part.hexes.push(hex);
                }
                None => parts.push(Part { strength, what, hexes: vec![hex] }),
            }
        }
        parts
    }

    fn about(&self, aims: &Aims<'_>, body: &[(UnitId, Hex)], Part { what, hexes, .. }: &Part) -> String {
        let near = |verb: &str| match self.landmark(hexes) {
            Some(place) => format!("{verb} near {place}"),
            None => format!("{verb} around {}", self.battle.number(hexes[hexes.len() / 2])),
        };
        match *what {
            What::Attack => {
                let of = |unit: &UnitId| body.iter().any(|(of, _)| of == unit);
                let attacks = aims.attacks.iter().filter(|attack| attack.attackers.iter().any(of));
                let attacked: Vec<Hex> = attacks.flat_map(|attack| attack.against.iter().copied()).collect();
                format!("attack {}", self.battle.numbers(&attacked))
            }
            What::Stay | What::Move(Aim::Attack(_) | Aim::Leave) => match self.held_in(aims, hexes) {
                Some(place) => format!("hold {place}"),
                None => near("stand"),
            },
            What::Move(Aim::Take(hex)) => format!("take {}", self.ground_name(hex)),
            What::Move(Aim::Hold(hex)) => format!("hold {}", self.ground_name(hex)),
            What::Move(Aim::Bar) => "block a road the enemy needs".to_owned(),
            What::Move(Aim::FallBack) => {
                let toward = self.landmark(hexes).map_or(String::new(), |place| format!(" toward {place}"));
                format!("fall back{toward}")
            }
            What::Move(Aim::March(goal)) => format!("march toward {}", self.goal_name(goal)),
            What::Move(Aim::Enter) => near("come on"),
            What::Move(Aim::Cover) => near("take cover"),
            What::Move(Aim::Close) => near("close up"),
            What::Move(Aim::Shift) => near("shift"),
        }
    }

    /// The ground in one of these hexes that brings most points.
    fn held_in(&self, aims: &Aims<'_>, hexes: &[Hex]) -> Option<String> {
        let places = self.survey.places.iter();
        let places = places.filter(|place| hexes.contains(&place.hex) && !place.is_settled(&aims.ahead));
        let points = |place: &super::survey::Place| place.points.union + place.points.confederate;
        let most = places.max_by(|a, b| points(a).total_cmp(&points(b)))?;
        Some(self.ground_name(most.hex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parts: &[(bool, u32)], army: u32) -> Vec<u32> {
        let parts = parts.iter().map(|&(later, strength)| (later, strength, String::new())).collect();
        told(parts, army).into_iter().map(|(_, strength, _)| strength).collect()
    }

    #[test]
    fn attacks_come_first_and_what_is_small_is_left_out() {
        assert_eq!(of(&[(true, 50), (true, 9), (false, 2), (true, 30), (false, 9)], 100), [9, 2, 50, 30]);
        assert_eq!(of(&[(false, 1), (false, 2), (false, 3), (false, 4), (false, 5)], 100), [5, 4, 3, 2]);
    }

    #[test]
    fn where_all_parts_are_small_the_strongest_is_told() {
        assert_eq!(of(&[(true, 8), (true, 9), (true, 3)], 100), [9]);
    }
}
