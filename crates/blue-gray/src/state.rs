//! The position: everything that changes in a game.

use hexmap::{Hex, HexSet};
use tabletop::{BySide, Case, Side};

use crate::battle::Battle;
use crate::order::Ask;
use crate::phase::Phase;
use crate::standing_orders::instructions::Instructions;
use crate::tables::{Column, CombatResult};
use crate::terrain::Field;
use crate::unit::{Start, Unit, UnitId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    On(Hex),
    Due,
    Exited,
    Eliminated,
}

/// Marks of what happened to a unit, in this phase and before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    /// It was moved in this movement phase (5.17).
    pub moved: bool,
    /// It attacked in this combat phase (7.14).
    pub attacked: bool,
    /// It was attacked in this combat phase (7.14).
    pub defended: bool,
    /// It retreated in this combat phase (7.74).
    pub retreated: bool,
    /// It advanced in this combat phase (7.75).
    pub advanced: bool,
    /// It was displaced in this combat phase (7.82).
    pub displaced: bool,
    /// It has lost its attack effectiveness (11.1).
    pub ineffective: bool,
    /// It was in contact when the movement phase ended: it owes an attack, or is owed one (7.11,
    /// 7.12).
    pub duty: bool,
    /// It began the combat phase ineffective in an enemy zone (11.31).
    pub must_leave: bool,
}

impl Marks {
    /// Whether it has had its combat, or otherwise may have none any more in this phase.
    pub fn spent(self) -> bool {
        self.attacked || self.defended || self.advanced
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub side: Side,
    pub ask: Ask,
    pub units: Vec<UnitId>,
    pub hexes: Vec<Hex>,
    /// Strength points still to be paid.
    pub need: Option<u16>,
    pub case: Case,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combat {
    /// Adjacent attackers, with the hexes they attacked from.
    pub attackers: Vec<(UnitId, Hex)>,
    pub bombarding: Vec<UnitId>,
    pub hexes: Vec<Hex>,
    /// The defenders that count (7.74).
    pub defenders: Vec<UnitId>,
    /// The column the attacker chose, as an upper bound (7.9).
    pub chosen: Option<Column>,
    /// The column of the odds as declared, or as thrown on.
    pub column: Column,
    /// Units that were asked about a retreat before combat.
    pub asked: Vec<UnitId>,
    pub thrown: Option<(u8, CombatResult)>,
    /// Batteries that were asked about Ar.
    pub batteries_asked: bool,
    /// The advance was decided, or no unit could advance.
    pub advance_settled: bool,
    /// Set once no defender is left.
    pub voided: bool,
    /// Printed strength eliminated by an exchange, to be paid for.
    pub price: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Number of the game-turn, counted from 1.
    pub turn: u8,
    pub phasing: Side,
    pub phase: Phase,
    /// Open questions; the last is topmost.
    pub questions: Vec<Question>,
    /// The combat whose results are being carried out.
    pub combat: Option<Combat>,
    /// Units that still have to retreat, for the reason on hand.
    pub retreating: Vec<UnitId>,
    /// The holder of each watched hex.
    pub holders: Vec<Side>,
    /// Which watched hexes were taken for points (once a game).
    pub taken: Vec<bool>,
    /// Points scored during play for taking hexes.
    pub scored: BySide<i32>,
    /// How many units came on by each hex in this phase.
    pub entered: Vec<(Hex, u8)>,
    /// How many units were moved against the quota in this phase.
    pub moved: u8,
    /// Hexes from which an attack was made in this phase (7.22).
    pub attacked_from: HexSet,
    /// Hexes from which batteries bombarded that do not bind the others there (r9.14).
    pub bombarded_from: HexSet,
    /// The player-turn is ending: ineffective units leave enemy zones (11.31).
    pub closing: bool,
    /// The level of victory, once the game is over.
    pub outcome: Option<(i32, i32)>,
    /// Each side's standing orders, hidden from the other side.
    pub instructions: BySide<Instructions<UnitId, Hex>>,
    /// The conditional order of each side that answered last in this combat, with its answer: its follow-up
    /// orders are tried first. Hidden like the orders.
    pub followed: BySide<Vec<u16>>,
    places: Vec<Place>,
    marks: Vec<Marks>,
    hexes: Vec<HexState>,
    /// How many hexes hold more units than may end a phase there (5.32).
    crowds: u8,
}

/// The units in one hex, and near it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct HexState {
    stack: Stack,
    /// The same as the stack tells, for who looks at very many hexes.
    presence: Presence,
    /// How many units of each side exert a zone of control on it.
    zones: [u8; 2],
}

/// The units in one hex. Four is the most that can meet in passing: two that moved in on two that
/// have not moved yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Stack {
    units: [u8; 4],
    count: u8,
}

/// Who is in a hex, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Presence(u8);

impl Presence {
    /// A unit that lets nothing through.
    pub(crate) const SOLID: Presence = Presence(4);
    /// A unit with a zone of control.
    pub(crate) const EXERTS: Presence = Presence(8);

    pub(crate) fn of(side: Side) -> Presence {
        match side {
            Side::Union => Presence(1),
            Side::Confederate => Presence(2),
        }
    }

    /// The hex is a ferry: a unit that enters must be able to leave.
    pub(crate) const FERRY: Presence = Presence(16);

    pub(crate) fn ground(field: &Field, hex: Hex) -> Presence {
        if field.is_ferry(hex) { Presence::FERRY } else { Presence::default() }
    }

    pub(crate) fn unit(unit: &Unit) -> Presence {
        let solid = if unit.traits.lets_nothing_through.is_some() { Presence::SOLID } else { Presence(0) };
        let exerts = if unit.traits.no_zone.is_none() { Presence::EXERTS } else { Presence(0) };
        Presence::of(unit.side).and(solid).and(exerts)
    }

    pub(crate) fn and(self, other: Presence) -> Presence {
        Presence(self.0 | other.0)
    }

    fn of_ground(self) -> Presence {
        Presence(self.0 & Presence::FERRY.0)
    }

    /// Whether there is anything of the other.
    #[inline]
    pub(crate) fn has(self, other: Presence) -> bool {
        self.0 & other.0 != 0
    }

    /// The side whose units they are.
    #[inline]
    pub(crate) fn side(self) -> Option<Side> {
        match self.0 & 3 {
            0 => None,
            1 => Some(Side::Union),
            _ => Some(Side::Confederate),
        }
    }
}

impl HexState {
    /// The state of a hex with no unit in or next to it.
    fn empty(field: &Field, hex: Hex) -> HexState {
        HexState { presence: Presence::ground(field, hex), ..HexState::default() }
    }
}

impl State {
    /// The position at the start of a battle.
    pub fn start(battle: &Battle) -> State {
        let count = battle.scenario.field.map.grid.len();
        let mut state = State {
            turn: battle.opening.turn,
            phasing: battle.opening.side,
            phase: Phase::Movement,
            questions: Vec::new(),
            combat: None,
            retreating: Vec::new(),
            holders: battle.scenario.control_hexes.iter().map(|w| w.holder).collect(),
            taken: vec![false; battle.scenario.control_hexes.len()],
            scored: BySide::default(),
            entered: Vec::new(),
            moved: 0,
            attacked_from: HexSet::new(count),
            bombarded_from: HexSet::new(count),
            closing: false,
            outcome: None,
            instructions: BySide::default(),
            followed: BySide::default(),
            places: vec![Place::Due; battle.units.len()],
            marks: vec![Marks::default(); battle.units.len()],
            hexes: battle
                .map()
                .grid
                .hexes()
                .map(|hex| HexState::empty(&battle.scenario.field, hex))
                .collect(),
            crowds: 0,
        };
        for id in battle.ids() {
            let unit = battle.unit(id);
            state.marks[id.index()].ineffective = unit.ineffective;
            if let Start::At(hex) = unit.start {
                state.put(battle, id, hex);
            }
        }
        for (watch, holder) in battle.scenario.control_hexes.iter().zip(0..) {
            if let Some(unit) = state.stack(watch.hex).next() {
                state.holders[holder] = battle.unit(unit).side;
            }
        }
        for prize in battle.scenario.victory.taken.iter().filter(|_| battle.takes_standing) {
            let before = battle.scenario.control_hexes[prize.watch].holder;
            if state.holders[prize.watch] == prize.side && before != prize.side {
                state.taken[prize.watch] = true;
                state.scored[prize.side] += prize.points;
            }
        }
        state
    }

    pub fn place(&self, unit: UnitId) -> Place {
        self.places[unit.index()]
    }

    /// The hex of a unit that is on the map.
    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        match self.places[unit.index()] {
            Place::On(hex) => Some(hex),
            _ => None,
        }
    }

    pub fn marks(&self, unit: UnitId) -> Marks {
        self.marks[unit.index()]
    }

    pub(crate) fn marks_mut(&mut self, unit: UnitId) -> &mut Marks {
        &mut self.marks[unit.index()]
    }

    pub(crate) fn all_marks_mut(&mut self) -> impl Iterator<Item = &mut Marks> {
        self.marks.iter_mut()
    }

    /// The units in a hex, in the order in which they came.
    #[inline]
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + use<> {
        let stack = self.hexes[hex.index()].stack;
        (0..usize::from(stack.count)).map(move |i| UnitId(stack.units[i]))
    }

    /// How many units are in a hex.
    #[inline]
    pub fn count(&self, hex: Hex) -> usize {
        usize::from(self.hexes[hex.index()].stack.count)
    }

    /// Whether any hex holds more units than may end a phase there (5.32).
    pub fn is_crowded(&self) -> bool {
        self.crowds > 0
    }

    /// The side whose units are in a hex.
    #[inline]
    pub fn holder(&self, hex: Hex) -> Option<Side> {
        self.presence(hex).side()
    }

    /// Who is in a hex, as bits.
    #[inline]
    pub(crate) fn presence(&self, hex: Hex) -> Presence {
        self.hexes[hex.index()].presence
    }

    /// Whether a hex is in a zone of control of that side (6.1).
    #[inline]
    pub fn in_zone(&self, side: Side, hex: Hex) -> bool {
        self.zone_count(side, hex) > 0
    }

    /// How many units exert a zone of that side on a hex.
    #[inline]
    pub fn zone_count(&self, side: Side, hex: Hex) -> u8 {
        self.hexes[hex.index()].zones[side as usize]
    }

    /// Puts a unit on the map.
    pub fn put(&mut self, battle: &Battle, unit: UnitId, hex: Hex) {
        self.take(battle, unit, Place::On(hex));
        let there = &mut self.hexes[hex.index()];
        let stack = &mut there.stack;
        debug_assert!(usize::from(stack.count) < stack.units.len(), "more units in a hex than can meet");
        if let Some(slot) = stack.units.get_mut(usize::from(stack.count)) {
            *slot = unit.0;
            stack.count += 1;
            self.crowds += u8::from(usize::from(stack.count) == battle.scenario.tables.stacking + 1);
        }
        let of = battle.unit(unit);
        there.presence = there.presence.and(Presence::unit(of));
        if of.traits.no_zone.is_none() {
            for near in battle.scenario.field.zone(hex) {
                self.hexes[near.index()].zones[of.side as usize] += 1;
            }
        }
    }

    /// Takes a unit off the map, or out of its hex, to another place.
    pub fn take(&mut self, battle: &Battle, unit: UnitId, to: Place) {
        if let Place::On(hex) = self.places[unit.index()] {
            let stack = &mut self.hexes[hex.index()].stack;
            let count = usize::from(stack.count);
            if let Some(at) = stack.units[..count].iter().position(|&u| u == unit.0) {
                stack.units.copy_within(at + 1..count, at);
                stack.count -= 1;
                self.crowds -= u8::from(count == battle.scenario.tables.stacking + 1);
                stack.units[count - 1] = 0;
            }
            let rest = self.stack(hex).map(|u| Presence::unit(battle.unit(u)));
            let ground = self.presence(hex).of_ground();
            self.hexes[hex.index()].presence = rest.fold(ground, Presence::and);
            let of = battle.unit(unit);
            if of.traits.no_zone.is_none() {
                for near in battle.scenario.field.zone(hex) {
                    self.hexes[near.index()].zones[of.side as usize] -= 1;
                }
            }
        }
        self.places[unit.index()] = to;
    }

    pub fn question(&self) -> Option<&Question> {
        self.questions.last()
    }

    /// The side to act: the topmost question's, else the phasing side.
    pub fn asked(&self) -> Option<Side> {
        match self.phase {
            Phase::Over => None,
            _ => Some(self.question().map_or(self.phasing, |q| q.side)),
        }
    }
}
