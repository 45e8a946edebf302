//! Blue & Gray.

mod kit;

use ai::{By, Opponents};
use blue_gray::{Battle, Event, INDEX, Library, Order, SandboxUnit};
use catalog::{Loaded, PositionField, Read, Shape};
use hexmap::{Faults, Map};
use print::Kit;
use tabletop::PackMark;

use crate::{KitAsked, library};

pub(crate) struct BlueGray;

impl catalog::System for BlueGray {
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
        &[
            "reference/blue-gray.toml",
            "reference/chickamauga.toml",
            "reference/chattanooga.toml",
            "reference/two-battles.toml",
            "reference/training.toml",
        ]
    }

    fn sheets(&self) -> Option<&'static str> {
        Some("blue-gray/sheets.toml")
    }

    fn tutorial(&self) -> Option<&'static str> {
        Some("tutorial/training.toml")
    }

    fn shapes(&self) -> Vec<Shape> {
        let mut shapes = vec![
            Shape::of::<Order<String, String>>("blue-gray.order", "An order of Blue & Gray"),
            Shape::of::<Event<String, String>>(
                "blue-gray.event",
                "An event of Blue & Gray as records keep it",
            ),
            Shape::of::<SandboxUnit>("blue-gray.unit", "A unit of a sandbox of Blue & Gray"),
        ];
        shapes.extend(Shape::answers::<Battle>("blue-gray", "Blue & Gray"));
        shapes
    }

    fn position(&self) -> Vec<PositionField> {
        let field = |name, text| PositionField { name, text, schema: None };
        vec![
            field("phase", "Blue & Gray: `movement` or, by day, `combat`."),
            field("side", "Blue & Gray: the phasing side."),
        ]
    }

    fn models(&self) -> &'static [&'static str] {
        &[
            "blue-gray/training/map.toml",
            "blue-gray/training/units.toml",
            "blue-gray/chickamauga/1975.toml",
            "blue-gray/index.toml",
        ]
    }
}

/// The map of a scenario, and what is printed beside it; `None` if the scenario is not of this system.
pub(crate) fn find_kit(asked: &KitAsked<'_>) -> Result<Option<(Map, Kit)>, Faults> {
    let Some(scenario) = Library::load(asked.read)?.scenario(asked.scenario) else { return Ok(None) };
    Ok(Some((scenario.field.map.clone(), kit::kit(&scenario, asked))))
}
