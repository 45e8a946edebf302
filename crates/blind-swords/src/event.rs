//! Events: what happened. A state is what applying events yields.

use hexmap::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::{Case, Side, case};

use crate::chit::{BrigadeOrder, ChitId};
use crate::data::tables::{Depletion, Fog, Skedaddle, Test};
use crate::order::{Asking, StandingOrders};
use crate::sequence::procedure::{Change, Grant};
use crate::state::{Phase, Rare};
use crate::unit::{BrigadeId, UnitId};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The stack of procedures changed. Nobody is told: views show the question that is open.
    Stack {
        #[schemars(with = "serde_json::Value")]
        change: Change,
    },
    /// A turn began (7.0).
    TurnBegan { turn: u8 },
    /// A phase began (7.0).
    PhaseBegan { phase: Phase },

    // 8, 10: chits.
    /// A side has chosen its Key Chits. Which ones, only it is told.
    KeysChosen { side: Side, chits: Vec<ChitId> },
    /// These joined them at random, and the rest is out of play (8.2). Nobody is told which.
    ChitsIncluded { side: Side, chits: Vec<ChitId>, faces: Vec<u8> },
    /// Command and Wild chits went into the cup (8.3).
    CupFilled { chits: Vec<ChitId> },
    /// A chit was drawn. Of an Event chit only its owner is told which, unless it is negated.
    ChitDrawn { chit: ChitId, faces: Vec<u8>, negated: bool },
    /// Fortunes of War waits for the next chit (10.5a).
    FortunesDrawn {},
    /// The owner keeps the chit. The other side is not told which.
    ChitHeld { chit: ChitId },
    /// A chit was played, on a unit, brigade or hex.
    ChitPlayed {
        chit: ChitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        brigade: Option<BrigadeId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<Hex>,
    },
    /// A chit was used as its Common Event (10.4b).
    CommonUsed { chit: ChitId },
    /// A chit is done for this turn; `case` says why.
    ChitDiscarded { chit: ChitId, case: Case },
    /// A command chit went back into the cup (10.7).
    ChitReturned { chit: ChitId },
    /// The Fog of War die (10.5b).
    FogThrown { faces: Vec<u8>, result: FogResult },
    /// A hex came into Battlefield Chaos.
    ChaosCame { hex: Hex, units: Vec<UnitId> },
    /// The dice for a general (10.5b). `chit`: who is named; `hit`: he is a casualty now, or was
    /// and returns.
    GeneralThrown { side: Side, faces: Vec<u8>, chit: Option<ChitId>, hit: Option<bool> },
    /// A rare event waits to be used this turn, or was used (optional table).
    RareCame { rare: Rare },
    /// A rare event was put to use.
    RareUsed { rare: Rare, units: Vec<UnitId>, columns: i8 },
    /// The die for the orders of a Command Confusion chit.
    ConfusionThrown { die: u8, order: Option<BrigadeOrder> },

    // 10.6, 10.7, 11: command.
    /// A command roll (10.7) or a CIC's (10.6).
    CommandThrown { chit: ChitId, die: u8, rating: u8, made: bool },
    /// A brigade is activated; `Spent` marks it without letting it act.
    Activated { side: Side, brigade: BrigadeId, grant: Grant, chit: Option<ChitId> },
    /// A brigade has received its activation order.
    Ordered { brigade: BrigadeId, order: BrigadeOrder, case: Case },
    /// A brigade's activation came to its end.
    ActivationEnded { brigade: BrigadeId },
    /// A special attack begins (20.4e, 20.5d).
    SpecialBegan { side: Side, chit: ChitId, brigades: Vec<BrigadeId>, surprise: bool },
    /// The special attack came to its end.
    SpecialEnded {},
    /// The die at the end of a turn for what a Common Event can earn (20.5).
    EarningThrown { side: Side, die: u8, earned: bool },
    /// The command chit that was held back is released (20.2i).
    Released { case: Case },
    /// Frozen units thaw (20.2h).
    Thawed { units: Vec<UnitId>, case: Case },

    // 9, 13, 16: movement.
    /// A side acts with the batteries of a hex.
    BatteriesChosen { side: Side, hex: Hex },
    /// Batteries are done for this phase.
    BatteriesDone { units: Vec<UnitId> },
    /// A side passed and did nothing here.
    Passed { side: Side, case: Case },
    /// A unit came on (13.11, K92).
    Arrived { unit: UnitId, hex: Hex, case: Case },
    /// A unit entered a hex; `cost` in half points.
    Moved { unit: UnitId, from: Hex, to: Hex, cost: u8, case: Case },
    /// The units that were moving are done.
    MoveEnded { units: Vec<UnitId> },
    /// A cavalry unit mounted up or dismounted.
    Mounted { unit: UnitId, mounted: bool },
    /// A unit gave up its Skirmish Order.
    SkirmishLeft { unit: UnitId },
    /// A unit left the map of its own will (13.12).
    Exited { unit: UnitId, hex: Hex, counts: bool, case: Case },
    /// A unit withdrew (13.8, 14.3b, 16.2).
    Withdrew { unit: UnitId, from: Hex, to: Hex, case: Case },
    /// A unit declares a Charge Move (13.10).
    Charged { unit: UnitId },

    // 12, 14, 15: combat.
    /// A side declared a fire at a hex.
    FireDeclared { side: Side, units: Vec<UnitId>, target: Hex, canister: bool, flanking: bool, case: Case },
    /// The units of the declared fire have fired.
    HaveFired { units: Vec<UnitId> },
    /// The dice of a fire or Close Combat on the Combat Results Table.
    CombatThrown { close: bool, column: String, faces: [u8; 2], lead: UnitId, cohesion: u8, test: Test },
    /// A fire came to nothing before its dice (K61), or a Close Combat was cancelled (K73).
    Voided { close: bool, case: Case },
    /// The dice of a Cohesion Test (15.0).
    TestThrown {
        close: bool,
        test: Test,
        faces: [u8; 2],
        lead: UnitId,
        depletion: Depletion,
        skedaddle: Skedaddle,
        text: (String, String),
    },
    /// A unit was flipped to its worn side.
    Depleted { unit: UnitId, case: Case },
    /// A unit took a Morale Hit: how many it has now.
    MoraleHit { unit: UnitId, hits: u8, case: Case },
    /// A Break Test (15.7): the die and the modified CR.
    BreakThrown { unit: UnitId, die: u8, cohesion: u8 },
    /// A unit went to a box of the Broken Track.
    Broken { unit: UnitId, from: Hex, track: u8, case: Case },
    /// A unit is out of the game.
    Eliminated { unit: UnitId, from: Hex, case: Case },
    /// A unit must retreat this many hexes.
    RetreatOrdered { unit: UnitId, hexes: u8, case: Case },
    /// A unit retreated by one hex.
    Retreated { unit: UnitId, from: Hex, to: Hex, case: Case },
    /// A unit retreated off the map and has left (20.4i).
    RetreatedOff { unit: UnitId, from: Hex, counts: bool, case: Case },
    /// A unit panics (15.1b).
    Panicked { unit: UnitId },
    /// Close Combats were declared (14.2).
    CloseDeclared { side: Side, targets: Vec<Hex>, units: Vec<UnitId> },
    /// A Close Combat begins to be resolved.
    MeleeBegan { target: Hex, units: Vec<UnitId> },
    /// The Assaulting Hex (14.3c).
    AssaultFrom { hex: Hex },
    /// A unit advanced by one hex (15.8).
    Advanced { unit: UnitId, from: Hex, to: Hex },
    /// A watched hex changed hands (K97).
    Taken { watch: u8, side: Side },

    // 17: rally.
    /// A unit lost Morale Hits (17.2a): how many it has left.
    Recovered { unit: UnitId, hits: u8, case: Case },
    /// A Rebuild attempt: the die and the CR (17.2b).
    RebuildThrown { unit: UnitId, die: u8, cohesion: u8, made: bool, case: Case },
    /// A unit was flipped to its fresh side.
    Rebuilt { unit: UnitId },
    /// A unit came back from the Broken Track.
    Returned { unit: UnitId, hex: Hex },
    /// A rebuilt unit moved aside (K39).
    Displaced { unit: UnitId, from: Hex, to: Hex },
    /// A Low Ammo marker was put on or taken off. `for_good`: it cannot be marked again (13.13).
    Ammo { unit: UnitId, low: bool, for_good: bool, case: Case },

    // 18: the end of a turn.
    /// A side scored points under this case.
    Scored { side: Side, points: i32, case: Case, hex: Option<Hex> },
    /// The Broken Track moved on (18.4).
    TrackMoved { units: Vec<UnitId> },
    /// Event chits were gathered, what lasts a turn ended.
    TurnEnded { turn: u8 },
    /// The marks of a step or phase were cleared.
    StepCleared { step: Clearing },
    /// A side told the program what to answer for it. The other side is not told.
    Instructed { side: Side, instructions: StandingOrders },
    /// A side chose when it is asked whether it plays a chit (K43).
    AskingChosen { side: Side, when: Asking },
    /// The game is over, with this result.
    GameEnded { union: i32, confederate: i32, level: String, case: Case },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Clearing {
    /// Fired, moved, rallied, charged: at the start of an activation and of a Reserve Move.
    Activation,
    /// Acted and disturbed batteries: at the start of the Artillery Phase.
    Artillery,
}

/// What the Fog of War brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FogResult {
    /// Battlefield Chaos strikes units of that side.
    Chaos(Side),
    /// A Wayward Move of that side's.
    Wayward(Side),
    /// A general of that side may be hit.
    General(Side),
    Nothing,
    /// A rare event of the optional table, by its die.
    Rare(u8),
}

impl From<Fog> for FogResult {
    /// The result as far as the first die tells it.
    fn from(fog: Fog) -> FogResult {
        match fog {
            Fog::Chaos(side) => FogResult::Chaos(side),
            Fog::Wayward(side) => FogResult::Wayward(side),
            Fog::General { .. } => FogResult::General(Side::Union),
            Fog::Rare => FogResult::Nothing,
        }
    }
}

impl Event {
    pub fn case(&self) -> Case {
        use Event::*;
        match self {
            TurnBegan { .. } | PhaseBegan { .. } => case!("7.0"),
            KeysChosen { .. } => case!("8.1"),
            ChitsIncluded { .. } => case!("8.2"),
            CupFilled { .. } => case!("8.3"),
            ChitDrawn { negated: true, .. } | FortunesDrawn {} => case!("10.5a"),
            ChitDrawn { .. } => case!("10.3"),
            ChitHeld { .. } => case!("10.3a"),
            ChitPlayed { .. } => case!("10.4a"),
            CommonUsed { .. } => case!("10.4b"),
            ChitReturned { .. } => case!("10.7"),
            FogThrown { .. }
            | ChaosCame { .. }
            | GeneralThrown { .. }
            | RareCame { .. }
            | RareUsed { .. } => case!("10.5b"),
            ConfusionThrown { .. } => case!("10.9"),
            CommandThrown { .. } | Activated { .. } => case!("10.7"),
            ActivationEnded { .. } => case!("7.0"),
            SpecialBegan { surprise: false, .. } => case!("20.4"),
            SpecialBegan { .. } | SpecialEnded {} | EarningThrown { .. } => case!("20.5"),
            BatteriesChosen { .. } | BatteriesDone { .. } => case!("9.1"),
            MoveEnded { .. } => case!("13.1"),
            Mounted { .. } => case!("13.9"),
            SkirmishLeft { .. } => case!("16.1"),
            Charged { .. } => case!("13.10"),
            HaveFired { .. } => case!("12.1"),
            CombatThrown { close: false, .. } => case!("12.3"),
            CombatThrown { .. } => case!("14.3e"),
            TestThrown { close: false, .. } => case!("15.1"),
            TestThrown { .. } => case!("15.2"),
            BreakThrown { .. } => case!("15.7"),
            Panicked { .. } => case!("15.1b"),
            CloseDeclared { .. } => case!("14.2"),
            MeleeBegan { .. } => case!("14.3"),
            AssaultFrom { .. } => case!("14.3c"),
            Advanced { .. } => case!("15.8"),
            Taken { .. } => case!("K97"),
            Rebuilt { .. } | Returned { .. } => case!("17.2b"),
            Displaced { .. } => case!("K39"),
            TrackMoved { .. } => case!("18.4"),
            TurnEnded { .. } | StepCleared { .. } => case!("18.5"),
            AskingChosen { .. } => case!("K43"),
            Stack { .. } | Instructed { .. } => case!("7.0"),
            ChitDiscarded { case, .. }
            | Ordered { case, .. }
            | Released { case }
            | Thawed { case, .. }
            | Passed { case, .. }
            | Arrived { case, .. }
            | Moved { case, .. }
            | Exited { case, .. }
            | Withdrew { case, .. }
            | FireDeclared { case, .. }
            | Voided { case, .. }
            | Depleted { case, .. }
            | MoraleHit { case, .. }
            | Broken { case, .. }
            | Eliminated { case, .. }
            | RetreatOrdered { case, .. }
            | Retreated { case, .. }
            | RetreatedOff { case, .. }
            | Recovered { case, .. }
            | RebuildThrown { case, .. }
            | Ammo { case, .. }
            | Scored { case, .. }
            | GameEnded { case, .. } => *case,
        }
    }

    /// The faces thrown in it, in order.
    pub fn faces(&self) -> Vec<u8> {
        use Event::*;
        match self {
            ChitsIncluded { faces, .. }
            | ChitDrawn { faces, .. }
            | FogThrown { faces, .. }
            | GeneralThrown { faces, .. } => faces.clone(),
            CombatThrown { faces, .. } | TestThrown { faces, .. } => faces.to_vec(),
            ConfusionThrown { die, .. }
            | CommandThrown { die, .. }
            | EarningThrown { die, .. }
            | BreakThrown { die, .. }
            | RebuildThrown { die, .. } => vec![*die],
            _ => Vec::new(),
        }
    }
}
