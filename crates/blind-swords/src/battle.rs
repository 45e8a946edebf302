//! A battle being played: a scenario and its options. The rules are methods on it, chapter by
//! chapter.

use std::collections::HashMap;
use std::sync::Arc;

use hexmap::{Hex, Map};
use tabletop::{BySide, Case, Side, listed};

use crate::chit::{Chit, ChitId};
use crate::order::Asking;
use crate::scenario::Scenario;
use crate::sequence::opening::Opening;
use crate::sequence::procedure::Turn;
use crate::stacks::Stacks;
use crate::state::{ChitPlace, ChitState, Condition, Place, State};
use crate::unit::{Brigade, BrigadeId, Face, Faces, Unit, UnitId};

/// What the players chose (K107).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Chew's battery has an allowance of its own (9.0).
    pub chew: bool,
    /// The second Fog of War table (10.5b).
    pub rare_events: bool,
    /// A unit that has been broken is never rebuilt to its fresh side (17.2).
    pub broken_stay_worn: bool,
    /// A step of an activation in which nothing can be done ends by itself: no rule, but fewer
    /// questions.
    pub brisk: bool,
    /// When each side is asked at first whether it plays a chit (K43).
    pub asking: BySide<Asking>,
}

/// A scenario with the options of one game.
#[derive(Debug, Clone)]
pub struct Battle {
    pub scenario: Arc<Scenario>,
    pub options: Options,
    /// The turn it begins with: 1, or a sandbox's.
    pub opening: u8,
    /// What it begins with, and what has come about before.
    pub(crate) begins: Opening,
    /// Its record is of the first form: questions that were put then are put again, so that what
    /// was answered fits.
    pub(crate) first_form: bool,
    /// From ids and printed numbers to the marks of their indices.
    pub(crate) marks: Arc<HashMap<String, String>>,
}

impl Battle {
    /// A scenario as it is printed.
    pub fn new(scenario: Arc<Scenario>, options: Options) -> Battle {
        let marks = scenario.marks();
        Battle {
            scenario,
            options,
            opening: 1,
            begins: Opening::default(),
            first_form: false,
            marks: Arc::new(marks),
        }
    }

    /// The position at the start of the set-up, before the first step is taken.
    pub(crate) fn set_up(&self) -> State {
        let scenario = &self.scenario;
        let mut stacks = Stacks::new(scenario.map.grid.len());
        let units = scenario
            .starts
            .iter()
            .enumerate()
            .map(|(i, start)| {
                let unit = &scenario.units[i];
                let here = start.turn == 0;
                if here {
                    self.put_on_stack(&mut stacks, UnitId(i as u8), start.hex);
                }
                let id = UnitId(i as u8);
                Condition {
                    place: if here { Place::On(start.hex) } else { Place::Due },
                    worn: start.worn || unit.faces.fresh.is_none(),
                    hits: start.hits,
                    mounted: start.mounted,
                    skirmish: start.skirmish,
                    low_ammo: false,
                    resupplied: false,
                    frozen: !self.begins.thawed
                        && scenario.frozen.as_ref().is_some_and(|f| f.units.contains(&id)),
                    chaos: false,
                    was_broken: false,
                    fired: false,
                    moved: false,
                    rallied: false,
                    charged: false,
                    acted: false,
                    disturbed: false,
                }
            })
            .collect();
        let aside = ChitState { place: ChitPlace::Aside, key: false, casualty: false, shown: false };
        State {
            turn: self.opening,
            phase: crate::state::Phase::CommandDecision,
            units,
            stacks: Arc::new(stacks),
            chits: vec![aside; scenario.chits.len()],
            used: vec![false; scenario.brigades.len()],
            holders: self
                .begins
                .holders
                .clone()
                .unwrap_or_else(|| scenario.victory.control_hexes.iter().map(|w| w.holder).collect()),
            stack: vec![Turn {}.into()],
            fortunes: false,
            first_event: Default::default(),
            earned: Default::default(),
            surprised: false,
            special: None,
            released: self.begins.released || scenario.release.is_some_and(|r| r.at_once),
            thawed: self.begins.thawed,
            rare: Vec::new(),
            deceived: Vec::new(),
            attacked: Vec::new(),
            points: scenario.victory.start,
            exited: Default::default(),
            instructions: Default::default(),
            asking: self.options.asking,
        }
    }

    /// What is printed on a unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.scenario.units[unit.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.scenario.units.len() as u8).map(UnitId)
    }

    pub fn named(&self, id: &str) -> Option<UnitId> {
        self.ids().find(|&u| self.unit(u).id == id)
    }

    pub fn brigade(&self, brigade: BrigadeId) -> &Brigade {
        &self.scenario.brigades[brigade.index()]
    }

    pub fn brigade_ids(&self) -> impl Iterator<Item = BrigadeId> + use<> {
        (0..self.scenario.brigades.len() as u8).map(BrigadeId)
    }

    pub fn chit(&self, chit: ChitId) -> &Chit {
        &self.scenario.chits[chit.index()]
    }

    pub fn chit_ids(&self) -> impl Iterator<Item = ChitId> + use<> {
        (0..self.scenario.chits.len() as u8).map(ChitId)
    }

    pub fn map(&self) -> &Map {
        &self.scenario.map
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: Hex) -> &str {
        self.scenario.map.grid.number(hex)
    }

    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u32 {
        self.scenario.map.grid.distance(a, b)
    }

    /// The neighbours of a hex that are in play (20.1a).
    pub fn around(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.scenario.map.grid.neighbours(hex).map(|(_, near)| near).filter(|&near| self.in_play(near))
    }

    /// Whether a hex is in play.
    pub fn in_play(&self, hex: Hex) -> bool {
        self.scenario.area.as_ref().is_none_or(|area| area.contains(hex))
    }

    /// Hex numbers listed for a sentence.
    pub fn numbers(&self, hexes: &[Hex]) -> String {
        listed(hexes.iter().map(|&h| self.number(h).to_owned()))
    }

    /// Unit names listed for a sentence.
    pub fn called(&self, units: &[UnitId]) -> String {
        listed(units.iter().map(|&u| self.unit(u).name.clone()))
    }

    /// The counter that a unit now shows: cavalry has another dismounted.
    pub fn faces(&self, state: &State, unit: UnitId) -> &Faces {
        let printed = self.unit(unit);
        match &printed.dismounted {
            Some(faces) if !state.unit(unit).mounted => faces,
            _ => &printed.faces,
        }
    }

    /// The face that a unit now shows.
    pub fn printed(&self, state: &State, unit: UnitId) -> Face {
        let faces = self.faces(state, unit);
        match faces.fresh {
            Some(fresh) if !state.unit(unit).worn => fresh,
            _ => faces.worn,
        }
    }

    /// The side that stands in a hex.
    pub fn holder(&self, state: &State, hex: Hex) -> Option<Side> {
        state.stack(hex).first().map(|&u| self.unit(u).side)
    }

    /// Whether enemies of that side stand in the hex.
    #[inline]
    pub fn enemy_in(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.stacks.held(side.other()).contains(hex)
    }

    /// The hexes next to that one in which enemies of that side stand.
    pub fn enemies_around<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        hex: Hex,
    ) -> impl Iterator<Item = Hex> + 'a {
        self.around(hex).filter(move |&near| self.enemy_in(state, side, near))
    }

    /// Of the hexes in play that are so, those nearest to a hex.
    pub(crate) fn nearest(&self, to: Hex, is_so: impl Fn(Hex) -> bool) -> Vec<Hex> {
        let hexes: Vec<Hex> = self.map().grid.hexes().filter(|&h| self.in_play(h) && is_so(h)).collect();
        let least = hexes.iter().map(|&hex| self.distance(hex, to)).min();
        hexes.into_iter().filter(|&hex| Some(self.distance(hex, to)) == least).collect()
    }

    /// The units of a side on the map with their hexes.
    pub fn on_map<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        self.ids().filter(move |&u| self.unit(u).side == side).filter_map(|u| state.hex(u).map(|h| (u, h)))
    }

    /// The rulebook a case is of: rulings are marked as such.
    pub(crate) fn system_of(&self, case: Case) -> &str {
        if case.number().starts_with('K') { "kernstown-rulings" } else { "kernstown" }
    }
}
