//! The charts: every number that the rulebook or its player aids print. Read from
//! `data/kernstown/charts.toml`.

use tabletop::{BySide, Side};

use crate::chit::BrigadeOrder;
use crate::data::cell::Cell;
use crate::data::shift::{CloseShift, FireShift, Shift};
use crate::points::Strength;
use crate::unit::{Arm, Weapon};

#[derive(Debug, Clone)]
pub struct Tables {
    pub source: String,
    pub combat: CombatTable,
    /// Fire Combat column shifts (12.3), by [`FireShift`].
    pub fire_shifts: [Shift; FireShift::ALL.len()],
    /// Close Combat column shifts (14.3d), by [`CloseShift`].
    pub close_shifts: [Shift; CloseShift::ALL.len()],
    /// Fire Combat Cohesion Tests (15.1).
    pub fire_tests: CohesionTable,
    /// Close Combat Cohesion Tests (15.2).
    pub close_tests: CohesionTable,
    /// Weapon ranges (12.1c).
    pub ranges: Vec<Cell<Range>>,
    /// Strength factors, in halves of a half (quarters): 4 is unchanged (12.1c, 12.1d).
    pub factors: Factors,
    /// Movement costs (13.3).
    pub costs: Costs,
    /// What each order allows (11).
    pub orders: [Cell<OrderRow>; 4],
    /// A battery's allowance in half points (9.0).
    pub battery_allowance: Cell<u8>,
    /// Stacking (6.1).
    pub stacking: Stacking,
    /// Panic (15.1b).
    pub panic: Panic,
    /// How far from every enemy a unit must be to rally (17.1).
    pub rally_distance: Cell<u32>,
    /// How near its own a unit of the Available Box must come back (17.2b).
    pub return_distance: Cell<u32>,
    /// Break Test: the box for a die over the CR by 1, 2, and 3 or more (15.7).
    pub broken_box: [Cell<u8>; 3],
    /// Morale hits: what one takes off SP and CR (15.6).
    pub morale: Morale,
    /// The Fog of War table (10.5b).
    pub fog: [Cell<Fog>; 6],
    /// The general who is named by the colored die, by side: chit ids (10.5b).
    pub generals: BySide<[Option<String>; 6]>,
    /// He is hit on a white die up to this; returns on a higher one.
    pub general_hit: Cell<u8>,
}

/// What a combat result asks of a unit with a given CR (12.3b).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// No box: nothing in Fire Combat, a Close Fight in Close Combat (14.0).
    None,
    /// The mildest test, printed in green.
    Routine,
    /// The middle test, printed in yellow.
    Tough,
    /// The hardest test, printed in red.
    Severe,
}

/// The Combat Results Table (12.3).
#[derive(Debug, Clone)]
pub struct CombatTable {
    /// As in the printed table, from left to right.
    pub columns: Vec<Column>,
    /// The rows: the lowest and highest roll (11 to 66), and for each column the test for every CR
    /// 0 to 6.
    pub rows: Vec<CombatRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    /// The least strength that begins on it.
    pub least: Cell<Strength>,
}

#[derive(Debug, Clone)]
pub struct CombatRow {
    /// The lowest and the highest roll, colored die first.
    pub from: u8,
    pub upto: u8,
    /// One entry per column, each with a test for every cohesion rating.
    pub cells: Vec<Cell<[Test; 7]>>,
}

impl CombatTable {
    /// The column a strength begins on; `None` below the least (12.3).
    pub fn column(&self, strength: Strength) -> Option<usize> {
        self.columns.iter().rposition(|column| strength >= *column.least)
    }

    /// The column after the one that a strength begins on; `None` past the last.
    pub fn next_column(&self, strength: Strength) -> Option<&Column> {
        self.columns.get(self.column(strength).map_or(0, |column| column + 1))
    }

    /// What a roll asks of a unit of that CR.
    pub fn test(&self, column: usize, colored: u8, white: u8, cohesion: u8) -> Test {
        let roll = colored * 10 + white;
        self.rows
            .iter()
            .find(|r| (r.from..=r.upto).contains(&roll))
            .and_then(|r| r.cells.get(column))
            .map_or(Test::None, |cell| cell[usize::from(cohesion.min(6))])
    }
}

/// What a Depletion die does (15.1a, 15.2a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Depletion {
    /// Printed `-`: no unit is depleted.
    None,
    /// Printed `D`: the Lead Unit is depleted.
    Lead,
    /// Printed `D2`: two units are depleted.
    Two,
    /// Printed `D all`: every unit is depleted.
    All,
    /// Printed `AD`: the attacker is depleted.
    Attacker,
    /// Printed `BD*`: both sides are depleted.
    Both,
}

/// What a Skedaddle die does (15.1b, 15.2c).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub struct Skedaddle {
    /// `M`, `2M`: Morale Hits of the Lead Unit.
    pub morale: u8,
    /// `B`: the Lead Unit takes a Break Test.
    pub break_test: bool,
    /// `R#`: hexes that the Lead Unit retreats.
    pub retreat: u8,
    /// `RA#`: hexes that all the defenders retreat.
    pub all_retreat: u8,
    /// `(P#)`: number of units that panic.
    pub panic: u8,
    /// `AM`: Morale Hits of the attacker's largest unit.
    pub attacker_morale: u8,
    /// `AR#`: the attacker's largest unit retreats.
    pub attacker_retreat: u8,
}

/// The Cohesion Tests of one kind of combat, by test (None is the Close Fight) and die.
#[derive(Debug, Clone)]
pub struct CohesionTable {
    /// By test, then die 1 to 6.
    pub depletion: [[Cell<Depletion>; 6]; 4],
    /// By test, then die 1 to 6.
    pub skedaddle: [[Cell<Skedaddle>; 6]; 4],
    /// As the chart prints both, for people.
    pub text: [[(String, String); 6]; 4],
}

/// The ranges of a weapon in hexes, first to last (12.1c).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    pub weapon: Weapon,
    /// Whether it is the row of batteries.
    pub artillery: bool,
    pub canister: Option<(u8, u8)>,
    pub effective: Option<(u8, u8)>,
    pub long: Option<(u8, u8)>,
    pub extreme: Option<(u8, u8)>,
    /// Why these, where the chart was not at hand.
    pub reason: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// Only batteries fire at this range.
    Canister,
    /// Units fire at their full strength.
    Effective,
    /// Units fire at half their strength.
    Long,
    /// Units fire at a quarter of their strength.
    Extreme,
}

/// What strength is multiplied by, in quarters (4 leaves it as it is): by band of range (Canister
/// 12.1c-iv, then 12.1c-i, 12.1c-ii and 12.1c-iii), for Opportunity Fire (12.1d, 13.7), supporting
/// fire (12.1d, 14.3a), Defensive Fire in Battlefield Chaos (10.5b) and Low Ammo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factors {
    pub canister: Cell<i32>,
    pub effective: Cell<i32>,
    pub long: Cell<i32>,
    pub extreme: Cell<i32>,
    pub opportunity: Cell<i32>,
    pub supporting: Cell<i32>,
    pub chaos: Cell<i32>,
    pub low_ammo: Cell<i32>,
}

/// Whom a movement cost is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// Infantry, and cavalry that has dismounted.
    Foot,
    Mounted,
    Guns,
}

/// One movement cost in **half points** for foot, mounted and guns.
pub(crate) type Cost = [Cell<u8>; 3];

/// Movement costs in half points (13.3), by [`Mover`]: of the ground, of what `wall`, `angled` and
/// slopes add to it, and along roads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Costs {
    pub clear: Cost,
    pub woods: Cost,
    pub orchard: Cost,
    pub wall: Cost,
    pub angled: Cost,
    pub slope_up: Cost,
    /// Added up a Steep Slope; guns instead spend their whole allowance (9.5a).
    pub steep_up: Cost,
    pub steep_down: Cost,
    pub lane: Cost,
    pub road: Cost,
    /// In March Column along a road or turnpike (13.5a).
    pub march: Cost,
    /// To leave Skirmish Order (16.1).
    pub leave_skirmish: Cell<u8>,
    /// What a unit in Skirmish Order pays less, and the least it pays (16.1).
    pub skirmish_less: Cell<u8>,
    /// The least a hex costs it.
    pub skirmish_least: Cell<u8>,
    /// To mount or dismount (13.9).
    pub mount: Cell<u8>,
    /// To leave the map (13.12).
    pub exit: Cell<u8>,
    /// What the Surprise Attack lets every unit move (20.5e).
    pub surprise: Cell<u8>,
}

/// Something that units do in a turn, where a brigade's order or state may bar it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// The brigade is activated (10.7).
    Activate,
    /// It is given an order (11.1).
    Order,
    /// Its units fire (12).
    Fire,
    /// They move (13).
    Move,
    /// They move next to an enemy (13.6).
    Engage,
    /// They close (14).
    Close,
    /// They lose Morale Hits (17.2a).
    Recover,
    /// They are rebuilt (17.2b).
    Rebuild,
}

impl Act {
    pub(crate) const ORDERED: [Act; 6] =
        [Act::Fire, Act::Move, Act::Engage, Act::Close, Act::Recover, Act::Rebuild];

    /// What units may not do, after "may not".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Act::Activate => "be activated",
            Act::Order => "be given an order",
            Act::Fire => "fire",
            Act::Move => "move",
            Act::Engage => "move next to an enemy",
            Act::Close => "close",
            Act::Recover => "recover",
            Act::Rebuild => "be rebuilt",
        }
    }
}

/// What an order allows (11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderRow {
    pub order: BrigadeOrder,
    /// Allowances on foot and mounted, in half points.
    pub infantry: u8,
    pub cavalry: u8,
    /// It may move next to enemies (13.6).
    pub engages: bool,
    pub fires: bool,
    pub closes: bool,
    /// March Column (13.5a).
    pub marches: bool,
    /// Morale Hits a Recovery takes off; 0 where units may not rally (17.2a).
    pub recovers: u8,
    /// Units may rebuild (17.2b).
    pub rebuilds: bool,
}

impl OrderRow {
    /// Whether units may do that under this order.
    pub(crate) fn allows(&self, act: Act) -> bool {
        match act {
            Act::Activate | Act::Order => true,
            Act::Fire => self.fires,
            Act::Move => self.infantry > 0 || self.cavalry > 0,
            Act::Engage => self.engages,
            Act::Close => self.closes,
            Act::Recover => self.recovers > 0,
            Act::Rebuild => self.rebuilds,
        }
    }
}

/// Stacking (6.1), in quarter points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stacking {
    pub limit: Cell<u16>,
    /// Quarter points that one gun counts.
    pub gun: Cell<u16>,
}

/// Panic (15.1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panic {
    /// Units with a modified CR up to this can panic.
    pub upto: Cell<u8>,
    pub morale: Cell<u8>,
    pub retreat: Cell<u8>,
}

/// What one Morale Hit takes off, and what want of support does (15.5, 15.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Morale {
    /// Off the SP for each hit.
    pub strength: Cell<u8>,
    /// Off the CR for each hit.
    pub cohesion: Cell<u8>,
    /// Off the CR of a unit without support.
    pub unsupported: Cell<u8>,
}

/// A result of the Fog of War table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fog {
    /// Battlefield Chaos strikes units of that side.
    Chaos(Side),
    /// A Wayward Move of that side's.
    Wayward(Side),
    /// A general may be hit: a second die says whose.
    General {
        /// The Union's on a die up to this.
        union_upto: Cell<u8>,
    },
    /// Nothing, or the optional second table.
    Rare,
}

impl Tables {
    pub fn order(&self, order: BrigadeOrder) -> &Cell<OrderRow> {
        // The rows are read in the order of `BrigadeOrder::ALL`.
        &self.orders[order as usize]
    }

    pub fn fire_shift(&self, shift: FireShift) -> &Shift {
        &self.fire_shifts[shift as usize]
    }

    pub fn close_shift(&self, shift: CloseShift) -> &Shift {
        &self.close_shifts[shift as usize]
    }

    /// The band a weapon fires in at that range (12.1c): Canister counts as Effective here, as it
    /// is elective.
    pub fn band(&self, weapon: Weapon, arm: Arm, range: u32) -> Option<Band> {
        let row =
            self.ranges.iter().find(|r| r.weapon == weapon && r.artillery == (arm == Arm::Artillery))?;
        let within = |band: Option<(u8, u8)>| {
            band.is_some_and(|(from, upto)| (u32::from(from)..=u32::from(upto)).contains(&range))
        };
        if within(row.effective) || within(row.canister) {
            Some(Band::Effective)
        } else if within(row.long) {
            Some(Band::Long)
        } else if within(row.extreme) {
            Some(Band::Extreme)
        } else {
            None
        }
    }

    /// The farthest range of any band of a weapon. Swords and pistols have none: where they may be
    /// used is not a matter of range (K62).
    pub fn furthest(&self, weapon: Weapon, arm: Arm) -> u32 {
        if weapon == Weapon::CC {
            return u32::MAX;
        }
        let of_weapon = |r: &&Cell<Range>| r.weapon == weapon && r.artillery == (arm == Arm::Artillery);
        let bands = self.ranges.iter().find(of_weapon).map(|r| [r.canister, r.effective, r.long, r.extreme]);
        bands.into_iter().flatten().flatten().map(|(_, upto)| u32::from(upto)).max().unwrap_or(0)
    }

    /// Whether a battery can use Canister at that range.
    pub fn canister(&self, weapon: Weapon, range: u32) -> bool {
        self.ranges.iter().any(|r| {
            r.artillery
                && r.weapon == weapon
                && r.canister.is_some_and(|(from, upto)| (u32::from(from)..=u32::from(upto)).contains(&range))
        })
    }
}
