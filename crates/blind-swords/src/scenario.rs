//! A scenario: its map, units, chits, turns and special rules. Special rules are values here, each
//! with its case; the chapters read those values and never ask which scenario it is (20).

use std::collections::HashMap;
use std::sync::Arc;

use hexmap::{Hex, HexSet, Map};
use tabletop::{BySide, Case, Credit, ScenarioInfo, Side, Sources};

use crate::chit::{Chit, ChitId};
use crate::data::numbers::Numbers;
use crate::data::primer_file::Primer;
use crate::data::tables::Tables;
use crate::fire::sight_cache::SightCache;
use crate::movement::step_costs::StepCostCache;
use crate::unit::{Brigade, BrigadeId, Unit, UnitId};

/// A battle as it can be played.
#[derive(Debug, Clone)]
pub struct Scenario {
    pub info: ScenarioInfo,
    /// The case that sets it out: 20.1 to 21.6.
    pub case: Case,
    /// SHA-256 of the data files it was read from.
    pub data: String,
    /// Those of the files that are the scenario's own.
    pub sources: Sources,
    /// Where the facts of its order of battle, charts, chits and numbers come from.
    pub credits: Vec<Credit>,
    pub tables: Arc<Tables>,
    /// The numbers that stand on no chart.
    pub numbers: Arc<Numbers>,
    /// What a first game is told; no rule reads it.
    pub(crate) primer: Arc<Primer>,
    pub map: Arc<Map>,
    /// The hexes in play (20.1a); `None` where all are.
    pub area: Option<HexSet>,
    pub area_case: Case,
    pub units: Vec<Unit>,
    pub brigades: Vec<Brigade>,
    /// The chits that may come into the cup.
    pub chits: Vec<Chit>,
    /// Where each unit of the roster begins.
    pub starts: Vec<Start>,
    /// The clock times of the turns, the first turn first.
    pub times: Vec<String>,
    /// How many Key Chits each side chooses (8.1).
    pub keys: BySide<u8>,
    /// How many of the others join them at random (8.2).
    pub random: BySide<u8>,
    /// The Common Event side of chits is in use (10.4b), with what it can earn.
    pub common: BySide<Option<CommonEvent>>,
    /// Units that may not move until they thaw (K94).
    pub frozen: Option<Frozen>,
    /// A command chit that works at its lower rating until it is released (20.2i, K95).
    pub release: Option<Release>,
    /// Three activations before the first draw of the first turn (20.4e).
    pub opening_attack: Option<SpecialAttack>,
    /// Batteries of a side that may not move, nor fire at a division, in the first Artillery Phase
    /// (20.4f).
    pub silent_batteries: Option<SilentBatteries>,
    /// Where Union batteries are resupplied (13.13), with the case.
    pub resupply: Option<(Hex, Case)>,
    pub victory: Victory,
    /// What steps cost on the map, worked out on first use.
    pub(crate) step_costs: StepCostCache,
    /// Which hexes see which over the ground, worked out pair by pair on first use.
    pub(crate) sight: SightCache,
}

impl Scenario {
    /// From ids and printed numbers to the marks of their indices: `#u3`, `#b1`, `#c7`, `#h120`.
    pub(crate) fn marks(&self) -> HashMap<String, String> {
        let mut names = HashMap::new();
        for (i, unit) in self.units.iter().enumerate() {
            names.insert(unit.id.clone(), format!("#u{i}"));
        }
        for (i, brigade) in self.brigades.iter().enumerate() {
            names.insert(brigade.id.clone(), format!("#b{i}"));
        }
        for (i, chit) in self.chits.iter().enumerate() {
            names.insert(chit.id.clone(), format!("#c{i}"));
        }
        for hex in self.map.grid.hexes() {
            names.insert(self.map.grid.number(hex).to_owned(), format!("#h{}", hex.index()));
        }
        names
    }
}

/// Where a unit is when the game begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// Its hex; of a reinforcement, the hex it comes on by.
    pub hex: Hex,
    /// The turn it comes; 0 for a unit that is there from the start.
    pub turn: u8,
    pub hits: u8,
    pub skirmish: bool,
    pub mounted: bool,
    /// A sandbox's unit that begins worn. Fragile units always do.
    pub worn: bool,
}

/// What a side's first Event chit of a turn, used as a Common Event, can earn at the end of that
/// turn (20.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommonEvent {
    /// The Surprise Attack (20.5a-h), on a die up to this, by the division that this chit
    /// activates.
    SurpriseAttack {
        /// Earned on a die up to this.
        upto: u8,
        chit: ChitId,
        /// Added to the CR of all its units while it lasts (20.5e).
        bonus: u8,
    },
    /// The general becomes aware (20.5), on a die up to this.
    Aware {
        /// Earned on a die up to this.
        upto: u8,
        chit: ChitId,
    },
}

/// Units that stand frozen (20.2h).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frozen {
    pub units: Vec<UnitId>,
    /// They thaw at the start of this turn, if not before.
    pub until: u8,
    pub case: Case,
}

/// A command chit held back (20.2i).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release {
    pub chit: ChitId,
    /// Its brigade: an attack on it releases it.
    pub brigade: BrigadeId,
    /// An enemy within the distance of this hex releases it.
    pub hex: Hex,
    pub distance: u32,
    /// Released from the start (20.3d).
    pub at_once: bool,
    pub case: Case,
}

/// Activations that need no roll, with a bonus while they last (20.4e, 20.5d).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpecialAttack {
    /// The chit of the division that makes them; it stays out of the cup that turn.
    pub chit: ChitId,
    /// Added to the CR of all its units until the last of them is over.
    pub bonus: u8,
    pub case: Case,
}

/// 20.4f.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SilentBatteries {
    pub side: Side,
    /// They may not fire at units of the division of this chit.
    pub chit: ChitId,
    pub case: Case,
}

/// A hex whose last holder is kept track of (20.1f, 20.2j, 20.4i).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlHex {
    pub hex: Hex,
    pub name: String,
    /// Who holds it at the start.
    pub holder: Side,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Victory {
    pub control_hexes: Vec<ControlHex>,
    /// Points at the end of turns, by hex held.
    pub awards: Vec<Award>,
    /// Points once, at the end of one turn.
    pub bonuses: Vec<Bonus>,
    /// Points that each side begins with.
    pub start: BySide<i32>,
    /// What each side's casualties bring the **enemy**, in halves of a point for every fresh SP;
    /// `None` where they bring nothing (20.2m, 20.4i).
    pub casualties: BySide<Option<Casualties>>,
    /// What a side scores for its own units that left the map (K12).
    pub exits: BySide<Option<Exits>>,
    /// What the levels are read from.
    pub measure: Measure,
    /// From the worst to the best for the side that a high measure favours.
    pub levels: Vec<VictoryLevel>,
    pub case: Case,
}

/// Points for holding a hex at the end of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    pub hex: Hex,
    /// Points to the holder, by who holds it.
    pub points: BySide<i32>,
    /// From the end of this turn on.
    pub from: u8,
    /// Nothing while that side holds that other hex (20.2j).
    pub unless: Option<(Side, Hex)>,
    pub case: Case,
}

/// Points at the end of one turn (20.2k, 20.2l, 20.4i).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bonus {
    pub side: Side,
    /// At the end of this turn.
    pub turn: u8,
    pub hexes: Vec<Hex>,
    /// Points for holding one, two, three … of them; more than the list is long counts as its last.
    pub points: Vec<i32>,
    /// Nothing while that side holds that other hex.
    pub unless: Option<(Side, Hex)>,
    pub case: Case,
}

/// What a side's own losses bring the enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Casualties {
    /// Divides the total strength lost; the remainder is dropped.
    pub divisor: i32,
    pub case: Case,
}

/// What a side scores for strength that left by its own edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exits {
    /// Strength for one point, over the whole game (K99).
    pub strength: i32,
    /// Voluntary exits count from this turn on (K13).
    pub from: u8,
    /// A unit of this side that retreats off by its own edge has left rather than broken (20.4i).
    pub retreats_count: bool,
    pub case: Case,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// How many of the watched hexes the Union holds (20.1i).
    UnionHexes,
    /// The Confederate points less the Union's (20.2).
    ConfederateNet,
    /// The difference, in favour of the side with more points (20.4i).
    Difference,
}

#[derive(Debug, Clone, PartialEq)]
pub struct VictoryLevel {
    /// As players read it: "Minor CSA Victory".
    pub name: String,
    /// The highest measure that still is this level; the last has none.
    pub upto: Option<i32>,
    /// The winner; `None` in a draw, or where the measure is a difference and names the side.
    pub winner: Option<Side>,
    /// 0 to 1: how good it is for the winner.
    pub score: f32,
}
