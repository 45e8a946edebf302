//! What an event does to the position. Nothing else changes one.

use std::sync::Arc;

use hexmap::Hex;
use tabletop::Side;

use crate::battle::Battle;
use crate::chit::ChitKind;
use crate::event::{Clearing, Event};
use crate::scenario::CommonEvent;
use crate::sequence::procedure::Change;
use crate::stacks::Stacks;
use crate::state::{ChitPlace, Place, SpecialState, State};
use crate::unit::{Arm, UnitId};

impl Battle {
    pub(crate) fn apply_event(&self, state: &mut State, event: &Event) {
        use Event::*;
        match event {
            Stack { change } => match change {
                Change::Push(procedure) => state.stack.push((**procedure).clone()),
                Change::Set(procedure) => {
                    if let Some(top) = state.stack.last_mut() {
                        *top = (**procedure).clone();
                    }
                }
                Change::At(index, procedure) => {
                    if let Some(there) = state.stack.get_mut(*index) {
                        *there = (**procedure).clone();
                    }
                }
                Change::Pop => {
                    state.stack.pop();
                }
            },
            TurnBegan { turn } => state.turn = *turn,
            PhaseBegan { phase } => state.phase = *phase,
            KeysChosen { chits, .. } => {
                for chit in chits {
                    let chit = &mut state.chits[chit.index()];
                    chit.place = ChitPlace::Cup;
                    chit.key = true;
                }
            }
            ChitsIncluded { side, chits, .. } => {
                for chit in chits {
                    state.chits[chit.index()].place = ChitPlace::Cup;
                }
                for (chit, there) in self.scenario.chits.iter().zip(&mut state.chits) {
                    let of_side = chit.side == Some(*side) && matches!(chit.kind, ChitKind::Event(_));
                    if of_side && there.place == ChitPlace::Aside {
                        there.place = ChitPlace::Excluded;
                    }
                }
            }
            CupFilled { chits } => {
                for chit in chits {
                    state.chits[chit.index()].place = ChitPlace::Cup;
                }
            }
            ChitDrawn { chit, negated, .. } => {
                let kind = &self.scenario.chits[chit.index()].kind;
                let there = &mut state.chits[chit.index()];
                there.place = ChitPlace::Drawn;
                there.shown = *negated || !matches!(kind, ChitKind::Event(_));
                if *negated {
                    state.fortunes = false;
                }
                if let (ChitKind::Event(_), Some(side)) = (kind, self.scenario.chits[chit.index()].side)
                    && state.first_event[side].is_none()
                {
                    state.first_event[side] = Some(false);
                }
            }
            FortunesDrawn {} => state.fortunes = true,
            ChitHeld { chit } => state.chits[chit.index()].place = ChitPlace::Held,
            ChitPlayed { chit, .. } => {
                let chit = &mut state.chits[chit.index()];
                chit.place = ChitPlace::Discarded;
                chit.shown = true;
            }
            CommonUsed { chit } => {
                if let Some(side) = self.scenario.chits[chit.index()].side {
                    state.first_event[side] = Some(true);
                }
                let chit = &mut state.chits[chit.index()];
                chit.place = ChitPlace::Discarded;
                chit.shown = true;
            }
            ChitDiscarded { chit, .. } => state.chits[chit.index()].place = ChitPlace::Discarded,
            ChitReturned { chit } => state.chits[chit.index()].place = ChitPlace::Cup,
            ChaosCame { units, .. } => {
                for unit in units {
                    state.units[unit.index()].chaos = true;
                }
            }
            GeneralThrown { side, chit, hit, .. } => {
                if let (Some(chit), Some(hit)) = (chit, hit) {
                    state.chits[chit.index()].casualty = *hit;
                    // 20.5g: once he is back his attack can come in the following turn.
                    let plans = matches!(self.scenario.common[*side],
                        Some(CommonEvent::SurpriseAttack { chit: c, .. }) if c == *chit);
                    if plans && !hit && state.earned[*side].is_some() {
                        state.earned[*side] = Some(state.turn);
                    }
                }
            }
            RareCame { rare } => state.rare.push(*rare),
            RareUsed { rare, units, .. } => {
                if let Some(at) = state.rare.iter().position(|r| r == rare) {
                    state.rare.remove(at);
                }
                if *rare == crate::state::Rare::Deception {
                    state.deceived.extend(units);
                }
            }
            Activated { brigade, grant, .. } => {
                use crate::sequence::procedure::Grant;
                if !matches!(grant, Grant::Commander) {
                    state.used[brigade.index()] = true;
                }
                if let Some(special) = &mut state.special {
                    special.left.retain(|b| b != brigade);
                }
            }
            SpecialBegan { side, chit, brigades, surprise } => {
                state.surprised |= surprise;
                // 20.5f: with the announcement the markers are turned.
                for brigade in brigades.iter().filter(|_| *surprise) {
                    state.used[brigade.index()] = true;
                }
                state.special = Some(SpecialState {
                    side: *side,
                    chit: *chit,
                    left: brigades.clone(),
                    surprise: *surprise,
                });
            }
            SpecialEnded {} => state.special = None,
            EarningThrown { side, earned, .. } => {
                if *earned {
                    state.earned[*side] = Some(state.turn);
                }
            }
            Released { .. } => state.released = true,
            Thawed { units, .. } => {
                state.thawed = true;
                for unit in units {
                    state.units[unit.index()].frozen = false;
                }
            }
            BatteriesDone { units } => {
                for unit in units {
                    state.units[unit.index()].acted = true;
                }
            }
            Arrived { unit, hex, .. } | Returned { unit, hex } => {
                self.put(state, *unit, *hex);
            }
            Moved { unit, to, .. } => {
                self.put(state, *unit, *to);
                state.units[unit.index()].disturbed = true;
            }
            Withdrew { unit, to, .. } | Advanced { unit, to, .. } | Displaced { unit, to, .. } => {
                self.put(state, *unit, *to);
            }
            Retreated { unit, to, .. } => {
                self.put(state, *unit, *to);
                let artillery = state.phase == crate::state::Phase::Artillery;
                let unit = &mut state.units[unit.index()];
                unit.disturbed = true;
                // Its retreat is what a battery does in this phase (9.5d).
                unit.acted |= artillery;
            }
            RetreatOrdered { unit, .. } => state.units[unit.index()].disturbed = true,
            MoveEnded { units } => {
                for unit in units {
                    state.units[unit.index()].moved = true;
                }
            }
            Mounted { unit, mounted } => state.units[unit.index()].mounted = *mounted,
            SkirmishLeft { unit } => state.units[unit.index()].skirmish = false,
            Charged { unit } => state.units[unit.index()].charged = true,
            Exited { unit, counts, .. } | RetreatedOff { unit, counts, .. } => {
                if *counts {
                    let quarters = self.printed(state, *unit).strength.0 / 64;
                    state.exited[self.unit(*unit).side] += quarters;
                }
                self.take_off(state, *unit, Place::Exited);
            }
            HaveFired { units } => {
                for unit in units {
                    let unit = &mut state.units[unit.index()];
                    unit.fired = true;
                    unit.disturbed = true;
                }
            }
            Depleted { unit, .. } => {
                let unit = &mut state.units[unit.index()];
                unit.worn = true;
                unit.disturbed = true;
            }
            MoraleHit { unit, hits, .. } => state.units[unit.index()].hits = *hits,
            Broken { unit, track, .. } => {
                self.take_off(state, *unit, Place::Broken(*track));
                let unit = &mut state.units[unit.index()];
                unit.worn = true;
                unit.was_broken = true;
            }
            Eliminated { unit, .. } => self.take_off(state, *unit, Place::Eliminated),
            Recovered { unit, hits, .. } => {
                let unit = &mut state.units[unit.index()];
                unit.hits = *hits;
                unit.rallied = true;
            }
            RebuildThrown { unit, .. } => state.units[unit.index()].rallied = true,
            Rebuilt { unit } => state.units[unit.index()].worn = false,
            Ammo { unit, low, for_good, .. } => {
                let unit = &mut state.units[unit.index()];
                unit.low_ammo = *low;
                unit.resupplied |= for_good;
            }
            Taken { watch, side } => state.holders[usize::from(*watch)] = *side,
            Scored { side, points, .. } => state.points[*side] += points,
            TrackMoved { units } => {
                for unit in units {
                    let unit = &mut state.units[unit.index()];
                    if let Place::Broken(track @ 1..) = unit.place {
                        unit.place = Place::Broken(track - 1);
                    }
                }
            }
            TurnEnded { .. } => {
                for unit in &mut state.units {
                    unit.chaos = false;
                }
                for (chit, there) in self.scenario.chits.iter().zip(&mut state.chits) {
                    there.place = ChitPlace::Aside;
                    there.key = false;
                    there.shown = !matches!(chit.kind, ChitKind::Event(_));
                }
                state.used.fill(false);
                state.rare.clear();
                state.deceived.clear();
                state.fortunes = false;
                state.first_event = Default::default();
                for side in Side::BOTH {
                    state.instructions[side].pass_artillery = false;
                }
            }
            StepCleared { step } => {
                for unit in &mut state.units {
                    match step {
                        Clearing::Activation => {
                            unit.fired = false;
                            unit.moved = false;
                            unit.rallied = false;
                            unit.charged = false;
                        }
                        Clearing::Artillery => {
                            unit.acted = false;
                            unit.disturbed = false;
                            unit.fired = false;
                            unit.moved = false;
                            unit.rallied = false;
                        }
                    }
                }
            }
            CloseDeclared { targets, .. } => {
                let before = &*state;
                let there = |&hex: &Hex| before.stack(hex).iter().map(move |&unit| (unit, hex));
                state.attacked = targets.iter().flat_map(there).collect();
            }
            Instructed { side, instructions } => state.instructions[*side] = instructions.clone(),
            AskingChosen { side, when } => state.asking[*side] = *when,
            GameEnded { .. } => {
                state.phase = crate::state::Phase::Over;
                state.stack.clear();
            }
            FogThrown { .. }
            | ConfusionThrown { .. }
            | CommandThrown { .. }
            | Ordered { .. }
            | ActivationEnded { .. }
            | BatteriesChosen { .. }
            | Passed { .. }
            | FireDeclared { .. }
            | CombatThrown { .. }
            | Voided { .. }
            | TestThrown { .. }
            | BreakThrown { .. }
            | Panicked { .. }
            | MeleeBegan { .. }
            | AssaultFrom { .. } => {}
        }
    }

    /// Puts a unit into a hex, from wherever it was.
    fn put(&self, state: &mut State, unit: UnitId, hex: Hex) {
        if let Place::On(from) = state.units[unit.index()].place {
            self.take_from_stack(Arc::make_mut(&mut state.stacks), unit, from);
        }
        state.units[unit.index()].place = Place::On(hex);
        self.put_on_stack(Arc::make_mut(&mut state.stacks), unit, hex);
    }

    /// Puts a unit on the stack in a hex. It stands in no other.
    pub(crate) fn put_on_stack(&self, stacks: &mut Stacks, unit: UnitId, hex: Hex) {
        stacks.put(unit, hex);
        self.note_holder(stacks, hex);
    }

    fn take_from_stack(&self, stacks: &mut Stacks, unit: UnitId, hex: Hex) {
        stacks.take(unit, hex);
        self.note_holder(stacks, hex);
    }

    /// A side holds the hexes its units stand in.
    fn note_holder(&self, stacks: &mut Stacks, hex: Hex) {
        let holder = stacks.of(hex).first().map(|&unit| self.unit(unit).side);
        stacks.hold(&self.map().grid, hex, holder);
    }

    /// Takes a unit off the map; markers come off (15.7, 15.9).
    fn take_off(&self, state: &mut State, unit: UnitId, place: Place) {
        if let Place::On(from) = state.units[unit.index()].place {
            self.take_from_stack(Arc::make_mut(&mut state.stacks), unit, from);
        }
        let mounted = self.unit(unit).arm == Arm::Cavalry && state.units[unit.index()].mounted;
        let there = &mut state.units[unit.index()];
        there.place = place;
        there.hits = 0;
        there.skirmish = false;
        there.low_ammo = false;
        there.frozen = false;
        there.mounted = mounted;
    }
}
