//! The counters of a battle: its units, a marker for the game-turn, and one for each hex whose
//! holder counts.

use blue_gray::{Scenario, Unit};
use print::Counter;
use render::{Arm, CounterFace, Face, Force, MarkerFace};
use tabletop::Side;

/// The option that gives counters a printed back (11).
const EFFECTIVENESS: &str = "attack-effectiveness";

/// All counters, the Union's first, each side in its order of battle.
pub(super) fn counters(scenario: &Scenario) -> Vec<Counter> {
    let backs = scenario.info.options.iter().any(|option| option.id == EFFECTIVENESS);
    let mut counters = Vec::new();
    for side in Side::BOTH {
        counters.extend(scenario.units.iter().filter(|unit| unit.side == side).map(|unit| {
            let front = face(unit);
            // A unit that never attacks never loses effectiveness.
            let back = if backs && unit.traits.never_attacks.is_none() {
                Face::Unit(CounterFace { ineffective: true, ..front.clone() })
            } else {
                Face::Blank(Some(front.force))
            };
            Counter { id: unit.id.clone(), front: Face::Unit(front), back }
        }));
    }
    let marker = |force, words: &[&str]| {
        Face::Marker(MarkerFace { force, lines: words.iter().map(|&word| word.to_owned()).collect() })
    };
    counters.push(Counter {
        id: "game-turn".to_owned(),
        front: marker(None, &["GAME", "TURN"]),
        back: marker(None, &["GAME", "TURN"]),
    });
    for watch in &scenario.control_hexes {
        let number = scenario.field.number(watch.hex);
        let held = |by: Side| {
            let mut words = vec![number];
            words.extend(watch.name.split_whitespace());
            marker(Some(force(by)), &words)
        };
        counters.push(Counter {
            id: format!("held-{number}"),
            front: held(watch.holder),
            back: held(watch.holder.other()),
        });
    }
    counters
}

/// The face of a unit's counter: strength and movement allowance at the foot.
fn face(unit: &Unit) -> CounterFace {
    CounterFace {
        force: force(unit.side),
        arm: match unit.arm {
            blue_gray::Arm::Infantry => Arm::Infantry,
            blue_gray::Arm::Artillery => Arm::Artillery,
            blue_gray::Arm::Cavalry => Arm::Cavalry,
            blue_gray::Arm::Train => Arm::Train,
        },
        values: values(unit),
        designation: unit.name.clone(),
        ineffective: false,
    }
}

/// Formats strength and movement allowance as `5-6`.
pub(super) fn values(unit: &Unit) -> String {
    format!("{}-{}", unit.strength, unit.movement)
}

fn force(side: Side) -> Force {
    match side {
        Side::Union => Force::Union,
        Side::Confederate => Force::Confederate,
    }
}
