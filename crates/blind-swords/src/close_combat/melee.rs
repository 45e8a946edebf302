//! A Close Combat being resolved: withdrawal, Defensive Fire, the Assaulting Hex, the dice (14.3).

use hexmap::Hex;
use tabletop::{Refusal, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::Order;
use crate::sequence::course::Course;
use crate::sequence::frame::{Advance, FireKind, Frame, Melee, MeleeStage, Occasion};
use crate::sequence::stack::not_asked;
use crate::state::State;
use crate::unit::UnitId;

impl Melee {
    /// A Close Combat as it is drafted: nothing has come of it yet but who attacks from where, and it is to be thrown.
    pub(crate) fn drafted(side: Side, target: Hex, units: &[UnitId], from: Vec<Hex>) -> Melee {
        Melee {
            side,
            target,
            units: units.to_vec(),
            from,
            assaulting: None,
            lead: None,
            chits: Vec::new(),
            rare: 0,
            riders: Vec::new(),
            defenders: Vec::new(),
            withdrawn: false,
            stage: MeleeStage::Throw,
        }
    }

    /// The committed attackers who are still where they attack from.
    pub(crate) fn attackers(&self, state: &State) -> Vec<UnitId> {
        let stays = |u: &UnitId| state.hex(*u).is_some_and(|hex| self.from.contains(&hex));
        self.units.iter().copied().filter(stays).collect()
    }

    /// The hexes they are in.
    pub(crate) fn attacking_hexes(&self, state: &State) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self.attackers(state).iter().filter_map(|&u| state.hex(u)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }
}

impl Battle {
    /// Enemies who may give Defensive Fire: those in the hex, and those next to an attacker who are not attacked in
    /// another Close Combat of this step (14.3a).
    pub(crate) fn defensive_firers(&self, state: &State, melee: &Melee) -> Vec<UnitId> {
        let closed: &[Hex] = state
            .stack
            .iter()
            .rev()
            .find_map(|f| match f {
                Frame::Activation(a) => Some(a.closed.as_slice()),
                _ => None,
            })
            .unwrap_or_default();
        let mut hexes = vec![melee.target];
        for from in melee.attacking_hexes(state) {
            hexes.extend(self.enemies_around(state, melee.side, from).filter(|h| !closed.contains(h)));
        }
        hexes.sort_unstable();
        hexes.dedup();
        hexes.iter().flat_map(|&h| state.stack(h).iter().copied()).collect()
    }

    /// One step of a Close Combat.
    pub(crate) fn step_melee(&self, course: &mut Course, mut melee: Melee) {
        let defender = melee.side.other();
        match melee.stage {
            MeleeStage::Riders => {
                if melee.riders.is_empty() {
                    if course.state.stack(melee.target).is_empty() {
                        melee.withdrawn = true;
                        melee.stage = MeleeStage::Aftermath;
                    } else {
                        melee.stage = MeleeStage::Defence;
                    }
                } else {
                    let rider = melee.riders.remove(0);
                    if !self.refuges(&course.state, &melee, rider).is_empty() {
                        melee.stage = MeleeStage::Rider(rider);
                    }
                }
                course.set(Frame::Melee(melee));
            }
            MeleeStage::Defence => {
                let firers = self.defensive_firers(&course.state, &melee);
                let kind = FireKind::Defensive(melee.target);
                let can = self.can_fire(&course.state, defender, &kind, &firers);
                melee.stage = if can { MeleeStage::Announcing } else { MeleeStage::Assaulting };
                course.set(Frame::Melee(melee));
            }
            MeleeStage::Assaulting => {
                let hexes = melee.attacking_hexes(&course.state);
                match hexes[..] {
                    // K76: Defensive Fire has seen all attackers off; nobody advances.
                    [] => course.pop(),
                    _ if course.state.stack(melee.target).is_empty() => course.pop(),
                    [only] => {
                        melee.assaulting = Some(only);
                        melee.stage = MeleeStage::Lead;
                        course.set(Frame::Melee(melee));
                    }
                    _ => {
                        melee.stage = MeleeStage::Naming(hexes);
                        course.set(Frame::Melee(melee));
                    }
                }
            }
            MeleeStage::Lead => {
                let leads = self.leads(&course.state, melee.target);
                match leads[..] {
                    [] => return course.pop(),
                    [only] => {
                        melee.lead = Some(only);
                        melee.stage = MeleeStage::Chits;
                    }
                    _ => melee.stage = MeleeStage::ChoosingLead(leads),
                }
                course.set(Frame::Melee(melee));
            }
            MeleeStage::Chits => {
                melee.stage = MeleeStage::Throw;
                let side = melee.side;
                course.set(Frame::Melee(melee));
                self.open_moment(course, Occasion::CloseDeclared, side);
            }
            MeleeStage::Throw => self.throw_melee(course, melee),
            MeleeStage::Aftermath => self.end_melee(course, &melee),
            MeleeStage::Rider(_)
            | MeleeStage::Announcing
            | MeleeStage::Naming(_)
            | MeleeStage::ChoosingLead(_) => {}
        }
    }

    /// Where a mounted defender can withdraw to: a hex farther from every hex it is attacked from, where it may stand.
    fn refuges(&self, state: &State, melee: &Melee, rider: UnitId) -> Vec<Hex> {
        let Some(hex) = state.hex(rider) else { return Vec::new() };
        let side = melee.side.other();
        self.around(hex)
            .filter(|&to| {
                melee.from.iter().all(|&from| self.distance(from, to) > self.distance(from, hex))
                    && !self.enemy_in(state, side, to)
                    && self.may_stand(state, rider, to, false)
            })
            .collect()
    }

    /// The dice (14.3e), and the test that always follows (14.0).
    fn throw_melee(&self, course: &mut Course, mut melee: Melee) {
        let (Some(assaulting), Some(lead)) = (melee.assaulting, melee.lead) else { return course.pop() };
        let odds = self.close_odds(&course.state, &melee, assaulting, lead);
        let tables = self.scenario.tables.clone();
        let faces = [course.throw(), course.throw()];
        let cohesion = self.cohesion(&course.state, lead);
        let test = tables.combat.test(odds.column, faces[0], faces[1], cohesion);
        let column = tables.combat.columns[odds.column].0.clone();
        let causes = melee.attackers(&course.state);
        melee.stage = MeleeStage::Aftermath;
        melee.defenders = course.state.stack(melee.target).to_vec();
        let (side, target) = (melee.side, melee.target);
        course.set(Frame::Melee(melee));
        course.happen(Event::CombatThrown { close: true, column, faces, lead, cohesion, test });
        self.begin_test(course, true, test, side, causes, target, lead, Some(assaulting));
    }

    /// Who may advance, once everything the test brought has been carried out (15.8, K75, K79).
    fn end_melee(&self, course: &mut Course, melee: &Melee) {
        course.pop();
        let state = &course.state;
        let able = |units: &[UnitId]| -> Vec<UnitId> {
            units
                .iter()
                .copied()
                .filter(|&u| {
                    let there = state.unit(u);
                    state.hex(u).is_some()
                        && !self.is_gun(u)
                        && !there.skirmish
                        && !there.frozen
                        && !there.chaos
                })
                .collect()
        };
        let far = |units: &[UnitId], hex: Hex| {
            units.iter().all(|&u| state.hex(u).is_none_or(|now| self.distance(now, hex) >= 2))
        };
        let advance = if state.stack(melee.target).is_empty() {
            let reach = if !melee.withdrawn && far(&melee.defenders, melee.target) { 2 } else { 1 };
            Some(Advance { side: melee.side, hex: melee.target, units: able(&melee.attackers(state)), reach })
        } else {
            melee.assaulting.filter(|&hex| state.stack(hex).is_empty()).map(|hex| {
                let left: Vec<UnitId> = melee.units.clone();
                let stayed: Vec<UnitId> =
                    melee.defenders.iter().copied().filter(|&u| state.hex(u) == Some(melee.target)).collect();
                let gone: Vec<UnitId> = left
                    .into_iter()
                    .filter(|&u| state.hex(u).is_none_or(|now| !melee.from.contains(&now)))
                    .collect();
                let reach = if far(&gone, hex) { 2 } else { 1 };
                Advance { side: melee.side.other(), hex, units: able(&stayed), reach }
            })
        };
        if let Some(advance) = advance {
            self.offer_to_advance(course, advance);
        }
    }

    /// An order in a Close Combat.
    pub(crate) fn decide_melee(
        &self,
        course: &mut Course,
        side: Side,
        mut melee: Melee,
        order: &Order,
    ) -> Result<(), Refusal> {
        match (melee.stage.clone(), order) {
            (MeleeStage::Rider(_), Order::Pass {}) => {
                melee.stage = MeleeStage::Riders;
                course.set(Frame::Melee(melee));
            }
            (MeleeStage::Rider(rider), Order::Withdraw { unit, to }) => {
                course.rule_check.check(
                    case!("14.3b"),
                    "it is this unit that may withdraw",
                    *unit == rider,
                    || format!("{} may withdraw now", self.unit(rider).name),
                )?;
                let open = self.refuges(&course.state, &melee, rider).contains(to);
                course.rule_check.check(
                    case!("14.3b"),
                    "the hex is one away from the attackers, and it may stand there",
                    open,
                    || format!("{} cannot withdraw to {}", self.unit(rider).name, self.number(*to)),
                )?;
                melee.stage = MeleeStage::Riders;
                let from = melee.target;
                course.set(Frame::Melee(melee));
                course.happen(Event::Withdrew { unit: rider, from, to: *to, case: case!("14.3b") });
            }
            (MeleeStage::Announcing, Order::Pass {}) => {
                melee.stage = MeleeStage::Assaulting;
                course.set(Frame::Melee(melee));
                course.happen(Event::Passed { side, case: case!("14.3a") });
            }
            (MeleeStage::Announcing, Order::Fire { shots }) => {
                let kind = FireKind::Defensive(melee.target);
                self.check_shots(course, side, &kind, shots)?;
                melee.stage = MeleeStage::Assaulting;
                course.set(Frame::Melee(melee));
                self.volley(course, side, kind, shots.clone());
            }
            (MeleeStage::Naming(hexes), Order::Assaulting { hex }) => {
                course.rule_check.check(
                    case!("14.3c"),
                    "a committed unit attacks from the hex",
                    hexes.contains(hex),
                    || format!("nobody attacks from {}", self.number(*hex)),
                )?;
                melee.assaulting = Some(*hex);
                melee.stage = MeleeStage::Lead;
                course.set(Frame::Melee(melee));
                course.happen(Event::AssaultFrom { hex: *hex });
            }
            (MeleeStage::ChoosingLead(leads), Order::Lead { unit }) => {
                course.rule_check.check(
                    case!("12.2"),
                    "it is one of those with the largest printed strength",
                    leads.contains(unit),
                    || format!("{} is not among the largest", self.unit(*unit).name),
                )?;
                melee.lead = Some(*unit);
                melee.stage = MeleeStage::Chits;
                course.set(Frame::Melee(melee));
            }
            _ => return Err(not_asked(course, order)),
        }
        Ok(())
    }

    /// What is open at each stage of a Close Combat.
    pub(crate) fn offer_melee(&self, state: &State, melee: &Melee) -> Vec<Order> {
        match &melee.stage {
            MeleeStage::Rider(rider) => {
                let mut offers: Vec<Order> = self
                    .refuges(state, melee, *rider)
                    .into_iter()
                    .map(|to| Order::Withdraw { unit: *rider, to })
                    .collect();
                offers.push(Order::Pass {});
                offers
            }
            MeleeStage::Announcing => {
                let kind = FireKind::Defensive(melee.target);
                let firers = self.defensive_firers(state, melee);
                let mut offers: Vec<Order> = self
                    .possible_shots(state, melee.side.other(), &kind, &firers)
                    .into_iter()
                    .map(|shot| Order::Fire { shots: vec![shot] })
                    .collect();
                offers.push(Order::Pass {});
                offers
            }
            MeleeStage::Naming(hexes) => hexes.iter().map(|&hex| Order::Assaulting { hex }).collect(),
            MeleeStage::ChoosingLead(leads) => leads.iter().map(|&unit| Order::Lead { unit }).collect(),
            _ => Vec::new(),
        }
    }
}
