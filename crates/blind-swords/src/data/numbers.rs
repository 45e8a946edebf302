//! The numbers that the text of the rules states and that stand on no chart. Read from
//! `data/kernstown/numbers.toml`.

use crate::data::cell::Cell;
use crate::data::shift::CloseShift;
use crate::points::Strength;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    pub source: String,
    /// The odds that each shift asks for (14.3d): those in the attackers' favour from the best on,
    /// then those in the defenders' from the best on.
    pub odds: [(CloseShift, Cell<Ratio>); 6],
    /// Hexes of woods on the way that block a line of sight (12.1a).
    pub woods_block: Cell<u8>,
    /// The part of a whole, in quarters, that a shift for a kind of unit asks for (12.3, 14.3d).
    pub share: Cell<u8>,
    /// Whole hexsides between the lines of two fires that flank their target (12.4).
    pub hexsides_apart: Cell<u8>,
    /// Flanking Hexes of a Flanking Attack (14.3d) …
    pub flanking_hexes: Cell<u8>,
    /// … or how far one of them is from the Assaulting Hex.
    pub flanking_distance: Cell<u32>,
    /// So many times the other side's strength spares a side the depletion of both (15.2a).
    pub overwhelming: Cell<u8>,
    /// How far every enemy who is still there has gone for a long advance (15.8).
    pub driven_off: Cell<u32>,
    pub long_advance: Cell<u8>,
    /// How near an enemy engages a battery (9.5b).
    pub battery_engaged: Cell<u8>,
    /// How near a mover comes to cavalry that may withdraw from it (13.8).
    pub cavalry_withdrawal: Cell<u32>,
    /// How near another unit of its brigade is to one that rallies by a chit (10.4a).
    pub rally_chit: Cell<u32>,
    /// What Quick March and Fatigue multiply allowances by, in quarters (10.4a).
    pub quick_march: Cell<u16>,
    pub fatigue: Cell<u16>,
    /// What Confident adds to the CR (10.4a).
    pub confident: Cell<u8>,
    /// The optional second table of the Fog of War (10.5b), by its die.
    pub rare: [Cell<RareEvent>; 6],
}

/// Odds: parts of the attackers' strength to parts of the defenders'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    pub attackers: i32,
    pub defenders: i32,
}

impl Ratio {
    pub fn favours_attackers(self) -> bool {
        self.attackers > self.defenders
    }

    /// The strengths stand to each other at least like this, in favour of whom it favours.
    fn is_reached(self, attack: Strength, defence: Strength) -> bool {
        if self.favours_attackers() {
            attack.0 * self.defenders >= defence.0 * self.attackers
        } else {
            defence.0 * self.attackers >= attack.0 * self.defenders
        }
    }

    /// It asks more of whom it favours than another, which favours the same.
    pub(super) fn is_steeper(self, other: Ratio) -> bool {
        let (one, two) = (self.attackers * other.defenders, other.attackers * self.defenders);
        if self.favours_attackers() { one > two } else { one < two }
    }
}

/// A result of the optional second table of the Fog of War (10.5b, K50).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RareEvent {
    /// The Confederate shifts a Union attack.
    FoolishAttack,
    /// The Confederate stops a Union unit.
    Deception,
    /// In 1862: two Union units fire on each other.
    FriendlyFire,
    /// In 1862: a Confederate brigade counts as activated.
    ConflictingOrders,
    UnionBonus,
    ConfederateBonus,
}

impl Numbers {
    /// The shift that the odds bring (14.3d), by the strength of all attackers and the defenders'.
    pub(crate) fn odds_shift(&self, attack: Strength, defence: Strength) -> Option<CloseShift> {
        self.odds.iter().find(|(_, ratio)| ratio.is_reached(attack, defence)).map(|&(shift, _)| shift)
    }

    /// Whether a part, of strength or of units, is enough for a shift for its kind of unit. Of
    /// nothing there is no part (K32).
    pub(crate) fn is_share(&self, part: i32, whole: i32) -> bool {
        part > 0 && part * 4 >= whole * i32::from(*self.share)
    }

    /// A side so strong that it is spared when both are to be depleted (15.2a, K72, K77).
    pub(crate) fn overwhelms(&self, stronger: Strength, weaker: Strength) -> bool {
        stronger.0 >= i32::from(*self.overwhelming) * weaker.0
    }

    /// What a die of the optional second table brings (10.5b).
    pub(crate) fn rare_event(&self, die: u8) -> RareEvent {
        *self.rare[usize::from(die.clamp(1, 6) - 1)]
    }
}

/// A pace, in halves of the usual, after a chit that multiplies it (10.4a).
pub(crate) fn paced(pace: u8, quarters: u16) -> u8 {
    u8::try_from(u16::from(pace) * quarters / 4).unwrap_or(u8::MAX)
}
