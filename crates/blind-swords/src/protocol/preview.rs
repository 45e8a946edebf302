//! The shapes of what `game.preview` answers of moves, fires and Close Combats. Units and hexes are
//! written by their names when they are told (see [`Named`](crate::protocol::codec::Named)).

use std::collections::BTreeMap;

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Serialize;
use tabletop::Case;

use crate::chit::ChitId;
use crate::fire::firepower::Factor;
use crate::fire::shifts::Applied;
use crate::fire::sight::Sight;
use crate::lookahead::fate::Fate;
use crate::points::Strength;
use crate::unit::UnitId;

/// What a move can meet, as if nobody reacted to it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MarchPreview {
    /// Cost of the march in movement points.
    pub cost: f64,
    /// Movement points that its units have left at the end.
    pub left: f64,
    /// Opportunity Fire that the enemy can announce, in the order of the way.
    pub opportunity: Vec<OpportunityPreview>,
    /// The hexes entered in order, start excluded.
    pub path: Vec<Hex>,
    /// The hexes where the enemy is asked something else, such as whether cavalry withdraws.
    pub reactions: Vec<Hex>,
    /// The support that each of its units has at the end.
    pub support: Vec<SupportPreview>,
    /// It can be taken back: the other side is asked nothing on the way.
    pub undo: bool,
}

/// The support of a unit (15.5a).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SupportPreview {
    /// Units from which it draws support.
    pub by: Vec<UnitId>,
    pub unit: UnitId,
}

/// Opportunity Fire at a unit that leaves a hex (13.7): all that can fire does, chits aside.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OpportunityPreview {
    /// The units that can fire at it.
    pub by: Vec<UnitId>,
    pub case: Case,
    /// The chance that the fire has an effect on the unit.
    pub effect: f64,
    /// The hex that the unit leaves.
    pub hex: Hex,
    /// The chance that the move ends there: the unit retreats, breaks or is eliminated.
    pub stops: f64,
    pub unit: UnitId,
}

/// What fires announced together would do, dice and chits aside.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FirePreview<'a> {
    pub fires: Vec<ShotPreview<'a>>,
    /// Why the rules forbid them; absent if they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<RefusedFire>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RefusedFire {
    pub case: Case,
    /// What is wrong, in a sentence.
    pub message: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ShotPreview<'a> {
    pub canister: bool,
    /// It is part of Flanking Fire (12.4).
    pub flanking: bool,
    /// The case of Flanking Fire, if it is part of one.
    #[serde(rename = "flanking-case", skip_serializing_if = "Option::is_none")]
    pub flanking_case: Option<Case>,
    /// The column after that of its strength, and what is missing for it; null past the last.
    #[serde(rename = "next-column")]
    pub next_column: Option<NextColumn<'a>>,
    /// From each hex, how it sees the target.
    pub sights: Vec<SightFrom>,
    /// The column of its strength; null if that is too little for any.
    pub start: Option<&'a str>,
    /// Strength brought to bear, all units together.
    pub strength: Strength,
    pub target: Hex,
    /// Each unit that may lead the target, and what can happen to it.
    pub targets: Vec<FireTarget<'a>>,
    /// Each unit that fires, and what it brings.
    pub units: Vec<FiringUnit>,
}

/// A better column, and what is missing for it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NextColumn<'a> {
    pub column: &'a str,
    /// The strength that the fire lacks.
    pub missing: Strength,
}

/// How a hex sees the target.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SightFrom {
    pub from: Hex,
    pub sight: Sight,
}

/// A unit's part of a fire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FiringUnit {
    pub band: &'static str,
    /// What it brings after all factors.
    pub brought: Strength,
    pub factors: Vec<Factor>,
    pub hex: Hex,
    /// The SP of the side that shows.
    pub printed: Strength,
    /// Strength points left after Morale Hits.
    pub strength: Strength,
    pub unit: UnitId,
}

/// A unit that may lead the target of a fire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FireTarget<'a> {
    /// What can happen to it; absent where there is no column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<OutcomeChances>,
    /// What each chit that the asking side holds and could play on it would make of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chits: Vec<ChitOnFire<'a>>,
    /// Cohesion rating of the Lead Unit.
    pub cohesion: u8,
    /// The column that is thrown on; null if the fire comes to nothing.
    pub column: Option<&'a str>,
    pub lead: UnitId,
    pub shifts: Vec<Applied<'a>>,
    /// It has support (15.5).
    pub supported: bool,
    /// The chance of each test; absent where there is no column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestsView>,
}

/// What a chit would make of a fire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChitOnFire<'a> {
    /// What can happen to the unit then; absent where there is no column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<OutcomeChances>,
    pub chit: ChitId,
    /// The column that is thrown on then; null if the fire comes to nothing.
    pub column: Option<&'a str>,
    pub shift: Applied<'a>,
    /// The chance of each test then; absent where there is no column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestsView>,
}

/// The chances of the tests that a combat result can ask for.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct TestsView {
    /// None; in a Close Combat, a Close Fight.
    pub none: f64,
    /// Chance of a Routine test, 0 to 1.
    pub routine: f64,
    /// Chance of a Severe test, 0 to 1.
    pub severe: f64,
    /// Chance of a Tough test, 0 to 1.
    pub tough: f64,
}

/// The chances of what becomes of a Lead Unit, summed up by kind, and each outcome.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct OutcomeChances {
    /// It is broken, by the box of the Broken Track from the first on.
    pub broken: Vec<f64>,
    /// It becomes Battleworn and stays on the map.
    pub depleted: f64,
    /// Chance that the unit is eliminated.
    pub eliminated: f64,
    /// It takes Morale Hits and stays on the map.
    pub morale: f64,
    /// Chance that nothing happens to it.
    pub no_effect: f64,
    pub outcomes: Vec<OutcomeChance>,
    /// It retreats, by how many hexes.
    pub retreat: BTreeMap<u8, f64>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct OutcomeChance {
    pub chance: f64,
    pub fate: Fate,
    pub hits: u8,
    /// Whether its Battleworn side is up.
    pub worn: bool,
}

/// What Close Combats would do, declared or under way, without further Defensive Fire or chits.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ClosePreview<'a> {
    pub assaults: Vec<AssaultPreview<'a>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AssaultPreview<'a> {
    pub target: Hex,
    pub units: Vec<UnitId>,
    /// How it can come about: by the Assaulting Hex and the Lead Unit.
    pub ways: Vec<CloseWay<'a>>,
}

/// A Close Combat from one Assaulting Hex against one Lead Unit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CloseWay<'a> {
    /// The Assaulting Hex (14.3c).
    pub assaulting: Hex,
    /// The SP of the Assaulting Hex.
    pub attack: Strength,
    /// What can happen to the attacker's largest unit.
    pub attacker: AttackerChances,
    /// What can happen to the defending Lead Unit.
    pub chances: OutcomeChances,
    /// The CR of the Lead Unit.
    pub cohesion: u8,
    /// The column that is thrown on.
    pub column: Option<&'a str>,
    /// The SP in the hex attacked.
    pub defence: Strength,
    /// The Lead Unit among the defending units.
    pub lead: UnitId,
    pub shifts: Vec<Applied<'a>>,
    /// The column before any shift is applied.
    pub start: Option<&'a str>,
    /// It has support (15.5).
    pub supported: bool,
    pub tests: TestsView,
    /// Strength points of all attackers together.
    pub total: Strength,
}

/// What can happen to the attacker (15.2).
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct AttackerChances {
    /// A unit becomes Battleworn, or tests for it.
    pub depleted: f64,
    /// Chance that the attacker takes Morale Hits.
    pub morale: f64,
    /// Chance that the attacker must retreat.
    pub retreats: f64,
}
