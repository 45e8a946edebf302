//! Blind Swords: Kernstown.

mod kit;
mod numbers;

use ai::{By, Opponents};
use blind_swords::{Battle, Event, INDEX, Library, Order, SandboxActivation, SandboxUnit};
use catalog::{Loaded, PositionField, Read, Shape};
use hexmap::{Faults, Map};
use print::Kit;
use schemars::{Direction, schema_of};
use tabletop::PackMark;

use crate::{KitAsked, library};

pub(crate) struct BlindSwords;

impl catalog::System for BlindSwords {
    fn index(&self) -> &'static str {
        INDEX
    }

    fn load(&self, read: Read<'_>, pack: Option<&PackMark>) -> Result<Loaded, Faults> {
        library::load::<Library>(read, pack)
    }

    fn opponents(&self) -> &dyn Opponents {
        &By::<Battle>::NEW
    }

    fn reference(&self) -> &'static [&'static str] {
        &["reference/kernstown.toml", "reference/kernstown-rulings.toml"]
    }

    fn sheets(&self) -> Option<&'static str> {
        Some("kernstown/sheets.toml")
    }

    fn tutorial(&self) -> Option<&'static str> {
        Some("tutorial/brook-farm.toml")
    }

    fn shapes(&self) -> Vec<Shape> {
        let mut shapes = vec![
            Shape::of::<Order>("kernstown.order", "An order of Kernstown"),
            Shape::of::<Event>("kernstown.event", "An event of Kernstown as records keep it"),
            Shape::of::<SandboxUnit>("kernstown.unit", "A unit of a sandbox of Kernstown"),
        ];
        shapes.extend(Shape::answers::<Battle>("kernstown", "Kernstown"));
        shapes
    }

    fn position(&self) -> Vec<PositionField> {
        let field = |name, text, schema| PositionField { name, text, schema };
        vec![
            field(
                "phase",
                "Kernstown: `command-decision`, `artillery` or, with `activation`, `activation`.",
                None,
            ),
            field(
                "side",
                "Kernstown: the side that is asked first, which only the phase `artillery` leaves open.",
                None,
            ),
            field(
                "activation",
                "Kernstown: a brigade whose chit has just been drawn; the position begins with its activation.",
                Some(schema_of::<Option<SandboxActivation>>(Direction::Read)),
            ),
        ]
    }
}

/// The map of a scenario, and what is printed beside it; `None` if the scenario is not of this system.
pub(crate) fn find_kit(asked: &KitAsked<'_>) -> Result<Option<(Map, Kit)>, Faults> {
    let Some(scenario) = Library::load(asked.read)?.scenario(asked.scenario) else { return Ok(None) };
    Ok(Some(((*scenario.map).clone(), kit::kit(&scenario, asked))))
}
