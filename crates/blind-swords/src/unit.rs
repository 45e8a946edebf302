//! Units: what is printed on their counters (4.1, 5.0).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::Side;

use crate::data::label::Label;
use crate::points::Strength;

/// Makes a dense index that is written as `#x12` until the names of its battle take its place.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $mark:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u8);

        impl $name {
            /// The dense index, for tables with one entry each.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!(concat!($mark, "{}"), self.0))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                text.strip_prefix($mark).and_then(|n| n.parse().ok()).map($name).ok_or_else(|| {
                    serde::de::Error::custom(format!("there is no '{text}' in this battle"))
                })
            }
        }

        schemars::written_out!($name, { "type": "string" });
    };
}
pub(crate) use index;

index!(
    /// A unit of one battle's roster.
    UnitId, "#u"
);
index!(
    /// A brigade of one battle (5.0).
    BrigadeId, "#b"
);

/// The arm printed on the counter (4.1). Cavalry that has dismounted counts as infantry: ask the
/// position, not the counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// Regiments and battalions that fight on foot.
    Infantry,
    /// Regiments and battalions of horse, mounted or not.
    Cavalry,
    /// Batteries and sections. They belong to no brigade.
    Artillery,
}

impl Arm {
    /// Name of the arm used in views.
    pub fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        }
    }
}

/// The weapon printed on the counter (4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Weapon {
    /// Smoothbore muskets; in batteries, Napoleons and the like.
    S,
    /// Rifles; for a battery, rifled guns.
    R,
    /// Printed `C`: a unit with carbines.
    C,
    /// Printed `CC`: a unit with swords and pistols.
    CC,
    /// Printed `SS`: mixed rifles of sharpshooters.
    SS,
    /// Printed `Mx`: a battery of mixed guns.
    Mx,
}

impl std::fmt::Display for Weapon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Weapon::S => "S",
            Weapon::R => "R",
            Weapon::C => "C",
            Weapon::CC => "CC",
            Weapon::SS => "SS",
            Weapon::Mx => "Mx",
        })
    }
}

/// One face of a counter: strength points (SP) and Cohesion Rating (CR).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    pub strength: Strength,
    pub cohesion: u8,
}

/// Both faces of a counter with its weapon: every counter has one, cavalry that can dismount has
/// two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Faces {
    pub weapon: Weapon,
    /// The fresh face; a Fragile unit has none and begins worn.
    pub fresh: Option<Face>,
    pub worn: Face,
}

/// A unit as it is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// Stable across versions of the program.
    pub id: String,
    /// The name on the counter, not unique.
    pub name: String,
    pub side: Side,
    pub arm: Arm,
    /// Left out for batteries, which have none.
    pub brigade: Option<BrigadeId>,
    /// Its counter. Of cavalry, the mounted one.
    pub faces: Faces,
    /// The counter of the same unit dismounted (13.9).
    pub dismounted: Option<Faces>,
    /// Marked with crosshairs on the counter.
    pub sharpshooter: bool,
    /// It has a worn side only, and is eliminated where others are broken.
    pub fragile: bool,
    /// The regiment it is a part of, if that is split into two counters (6.1d).
    pub regiment: Option<String>,
    /// The other halves of the same regiment (6.1d).
    pub halves: Vec<UnitId>,
    /// A movement allowance of its own that an option gives it, in half points (9.0).
    pub optional_allowance: Option<u8>,
    /// What the values on its counter rest on, and more of that in words.
    pub labels: Labels,
    pub basis: String,
}

/// What the values on a counter rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// The SP of the fresh face; of a Fragile unit, of its only one.
    pub strength: Label,
    pub cohesion: Label,
    pub worn: Label,
    pub weapon: Label,
}

impl Unit {
    /// Belongs to a regiment that is split into two counters (6.1d).
    pub fn is_half(&self) -> bool {
        self.arm == Arm::Infantry && self.regiment.is_some()
    }
}

/// A brigade (5.0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brigade {
    /// Stable across versions of the program.
    pub id: String,
    /// Not unique: ids tell brigades apart.
    pub name: String,
    pub side: Side,
    /// The division it belongs to; in 1862, where there are none, nothing.
    pub division: Option<String>,
    /// Its infantry and cavalry, without batteries.
    pub units: Vec<UnitId>,
    /// Reserve Moves are barred to it, under that case (20.2i).
    pub no_reserve: Option<tabletop::Case>,
}
