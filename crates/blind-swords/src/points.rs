//! Amounts with fractions, kept exactly until the end of a calculation (4.8).

use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// More points than all units of a battle have together.
const MOST: f64 = 10_000.0;

/// Strength points as they are brought to bear, in 256ths: a cadre is a half, and ranges and
/// circumstances halve and quarter it again (4.8, 12.1c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Strength(pub i32);

impl Strength {
    pub const NONE: Strength = Strength(0);
    /// A cadre: the least that can fight.
    pub const CADRE: Strength = Strength(128);

    pub const fn whole(points: i32) -> Strength {
        Strength(points * 256)
    }

    /// Less by whole points, never below nothing (4.1).
    #[must_use]
    pub fn less(self, points: u8) -> Strength {
        Strength((self.0 - i32::from(points) * 256).max(0))
    }

    /// The whole points, the fraction dropped (4.8).
    pub fn floor(self) -> i32 {
        self.0 / 256
    }

    /// From a data file: whole points or a half.
    pub fn from_number(points: f64) -> Option<Strength> {
        let halves = points * 2.0;
        (halves.fract() == 0.0 && (0.0..=200.0).contains(&halves)).then(|| Strength(halves as i32 * 128))
    }

    /// As a number for people and programs.
    pub fn number(self) -> f64 {
        f64::from(self.0) / 256.0
    }
}

schemars::written_out!(Strength, { "type": "number", "minimum": 0 });

impl Serialize for Strength {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number())
    }
}

impl<'de> Deserialize<'de> for Strength {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strength, D::Error> {
        let points = f64::deserialize(deserializer)?;
        if !(0.0..=MOST).contains(&points) {
            let what = format!("{points}: a strength is between 0 and {MOST}");
            return Err(serde::de::Error::custom(what));
        }
        // Every strength is a multiple of a 256th, which a double holds exactly.
        Ok(Strength((points * 256.0) as i32))
    }
}

impl std::fmt::Display for Strength {
    /// As the counters print it: `C` for a cadre, otherwise the number.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == Strength::CADRE { f.write_str("C") } else { write!(f, "{}", self.number()) }
    }
}

impl Add for Strength {
    type Output = Strength;
    fn add(self, other: Strength) -> Strength {
        Strength(self.0 + other.0)
    }
}

impl Sum for Strength {
    fn sum<I: Iterator<Item = Strength>>(strengths: I) -> Strength {
        strengths.fold(Strength::NONE, Add::add)
    }
}
