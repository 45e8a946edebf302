//! Close Combat: who may attack, and declaring it (14.1, 14.2).

use hexmap::Hex;
use tabletop::{Case, Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::{DeclaredCloseCombat, Order};
use crate::points::Strength;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Activation, CloseCombat, CloseCombatStage, CloseCombats, FireKind};
use crate::state::State;
use crate::unit::{BrigadeId, UnitId};

/// Limit on the ways tried to commit units that need help: all of them, unless four or more units without strength
/// have charged. A sandbox position may have dozens of those.
const TRIED: usize = 500;

/// A unit with the hexes it could attack.
struct Able {
    unit: UnitId,
    targets: Vec<Hex>,
    strength: Strength,
    charged: bool,
}

type Committed = Vec<(UnitId, Hex)>;

/// The search for who helps whom: units too weak to attack alone, each against a hex that one who is strong enough
/// attacks too.
struct Helped<'a> {
    weak: &'a [Able],
    strong: &'a [Able],
    /// The least strength needed for an attack.
    least: Strength,
    /// The way by which most of the weak take part, with those who help them.
    best: Committed,
    tried: usize,
}

impl Helped<'_> {
    /// Commits the next of the weak, after those who are committed or left out already.
    fn go_on(&mut self, chosen: &mut Vec<Option<Hex>>) {
        let charged = self.weak.iter().filter(|able| able.charged);
        let best = charged.filter(|able| self.best.iter().any(|(unit, _)| *unit == able.unit)).count();
        let left_out = self.weak.iter().zip(&*chosen).filter(|(able, hex)| able.charged && hex.is_none());
        let most = self.weak.iter().filter(|able| able.charged).count() - left_out.count();
        self.tried += 1;
        if most <= best || self.tried > TRIED {
            return;
        }
        let Some(next) = self.weak.get(chosen.len()) else {
            if let Some(committed) = self.with_help(chosen) {
                self.best = committed;
            }
            return;
        };
        for target in next.targets.iter().copied().map(Some).chain([None]) {
            chosen.push(target);
            // Who brings nothing takes no need of help away.
            if next.strength > Strength::NONE || self.with_help(chosen).is_some() {
                self.go_on(chosen);
            }
            chosen.pop();
        }
    }

    /// Commits the weak units against the hexes chosen for them. A hex against which they are too weak together gets a
    /// strong unit that helps at no other hex; `None` if there are too few of those.
    fn with_help(&self, chosen: &[Option<Hex>]) -> Option<Committed> {
        let mut committed: Committed =
            self.weak.iter().zip(chosen).filter_map(|(able, target)| Some((able.unit, (*target)?))).collect();
        let together = |hex: Hex| -> Strength {
            self.weak
                .iter()
                .zip(chosen)
                .filter(|(_, of)| **of == Some(hex))
                .map(|(able, _)| able.strength)
                .sum()
        };
        let mut needed: Vec<Hex> = committed.iter().map(|(_, target)| *target).collect();
        needed.sort_unstable();
        needed.dedup();
        needed.retain(|&hex| together(hex) < self.least);
        // By strong unit: the hex that it helps against.
        let mut helps = vec![None; self.strong.len()];
        for &target in &needed {
            if !self.finds_help(target, &mut helps, &mut vec![false; self.strong.len()]) {
                return None;
            }
        }
        committed
            .extend(self.strong.iter().zip(helps).filter_map(|(able, target)| Some((able.unit, target?))));
        Some(committed)
    }

    /// Finds a strong unit to help against that hex: one that helps elsewhere may come if another replaces it there.
    fn finds_help(&self, target: Hex, helps: &mut [Option<Hex>], asked: &mut [bool]) -> bool {
        (0..self.strong.len()).any(|i| {
            if !self.strong[i].targets.contains(&target) || std::mem::replace(&mut asked[i], true) {
                return false;
            }
            let is_free = helps[i].is_none_or(|other| self.finds_help(other, helps, asked));
            if is_free {
                helps[i] = Some(target);
            }
            is_free
        })
    }
}

impl Battle {
    /// All cases of declaring these Close Combats in a brigade's step, and no others.
    fn may_declare(
        &self,
        judging: &mut Judging,
        side: Side,
        brigade: BrigadeId,
        assaults: &[DeclaredCloseCombat],
    ) -> Result<(), Refusal> {
        let own = &self.brigade(brigade).units;
        self.check_assaults(judging, side, own, assaults)?;
        let state = judging.state;
        let charged = |u: &&UnitId| state.unit(**u).charged && state.hex(**u).is_some();
        let closes = |u: &UnitId| assaults.iter().any(|x| x.units.contains(u));
        let closing = own.iter().filter(|u| charged(u) && closes(u)).count();
        // Units too weak to attack alone may need the help of the same other: then as many close as
        // can.
        let could_more = std::cell::LazyCell::new(|| {
            let most = self.most_chargers(state, side, own);
            closing < most.iter().flat_map(|x| &x.units).filter(charged).count()
        });
        for &unit in own.iter().filter(charged) {
            let free = closes(&unit) || !self.could_close(state, side, unit, own) || !*could_more;
            judging.rule_check.check(case!("13.10"), "a unit that charged must close", free, || {
                format!("{} has made a Charge Move and must attack", self.unit(unit).name)
            })?;
        }
        Ok(())
    }

    /// Close Combats in which as many of those who have charged take part as can together (13.10,
    /// K72).
    fn most_chargers(&self, state: &State, side: Side, own: &[UnitId]) -> Vec<DeclaredCloseCombat> {
        let least = self.least_strength();
        let (mut weak, strong): (Vec<Able>, Vec<Able>) = own
            .iter()
            .map(|&unit| Able {
                unit,
                targets: self.closable(state, side, unit).collect(),
                strength: self.strength(state, unit),
                charged: state.unit(unit).charged,
            })
            .filter(|able| !able.targets.is_empty())
            .filter(|able| able.charged || able.strength > Strength::NONE)
            .partition(|able| able.strength < least);
        // Those last who bring nothing: what helps them is known by then.
        weak.sort_by_key(|able| std::cmp::Reverse(able.strength));
        let mut search = Helped { weak: &weak, strong: &strong, least, best: Vec::new(), tried: 0 };
        search.go_on(&mut Vec::new());
        let mut committed = search.best;
        // A charged unit that is strong enough alone and not needed as help closes as well.
        for Able { unit, targets, charged, .. } in strong {
            if charged && !committed.iter().any(|(other, _)| *other == unit) {
                committed.push((unit, targets[0]));
            }
        }
        let mut assaults: Vec<DeclaredCloseCombat> = Vec::new();
        for (unit, target) in committed {
            match assaults.iter_mut().find(|x| x.target == target) {
                Some(assault) => assault.units.push(unit),
                None => assaults.push(DeclaredCloseCombat { units: vec![unit], target }),
            }
        }
        assaults
    }

    /// All cases of declaring these Close Combats by units of these.
    pub(crate) fn check_assaults(
        &self,
        judging: &mut Judging,
        side: Side,
        own: &[UnitId],
        assaults: &[DeclaredCloseCombat],
    ) -> Result<(), Refusal> {
        for (i, assault) in assaults.iter().enumerate() {
            let target = assault.target;
            let number = self.number(target);
            let state = judging.state;
            let ask = &mut judging.rule_check;
            ask.check(case!("14.2"), "enemies stand in the hex", self.enemy_in(state, side, target), || {
                format!("no enemy stands in {number}")
            })?;
            ask.check(
                case!("14.2"),
                "each hex is attacked once in a step",
                assaults[..i].iter().all(|x| x.target != target),
                || format!("{number} is named twice: all its attackers attack together"),
            )?;
            ask.check(case!("14.2"), "at least one unit attacks", !assault.units.is_empty(), || {
                format!("no unit attacks {number}")
            })?;
            for (j, &unit) in assault.units.iter().enumerate() {
                let again = assault.units[..j].contains(&unit)
                    || assaults[..i].iter().any(|x| x.units.contains(&unit));
                judging.rule_check.check(case!("K73"), "a unit attacks once in a step", !again, || {
                    format!("{} cannot attack twice", self.unit(unit).name)
                })?;
                // Batteries, which have no brigade, are refused for what they are (14.1).
                judging.rule_check.check(
                    case!("14.2"),
                    "it is a unit of the active brigade",
                    own.contains(&unit) || self.is_gun(unit),
                    || format!("{} is not of the brigade that attacks", self.unit(unit).name),
                )?;
                self.may_close(judging, side, unit, target)?;
            }
            let strength: Strength = assault.units.iter().map(|&u| self.strength(judging.state, u)).sum();
            let least = self.least_strength();
            judging.rule_check.check(
                case!("K72"),
                "it has strength to attack with",
                strength >= least,
                || format!("the attack on {number} has less than half a strength point"),
            )?;
        }
        Ok(())
    }

    /// The least strength that can be brought to bear: that of the first column (12.3, K72).
    fn least_strength(&self) -> Strength {
        self.scenario.tables.combat.columns.first().map_or(Strength::CADRE, |first| *first.least)
    }

    /// Whether a unit may attack that hex (14.1, 14.2).
    fn may_close(&self, judging: &mut Judging, side: Side, unit: UnitId, target: Hex) -> Result<(), Refusal> {
        self.may_initiate(judging.state, side, unit, judging.rule_check)?;
        let next = judging.state.hex(unit).is_some_and(|hex| self.distance(hex, target) == 1);
        judging.rule_check.check(case!("14.2"), "it stands next to the hex", next, || {
            format!("{} is not next to {}", self.unit(unit).name, self.number(target))
        })?;
        let screen = self.only_skirmishers(judging.state, target);
        judging.rule_check.check(case!("16.4"), "more than Skirmishers stands there", !screen, || {
            format!(
                "only Skirmishers stand in {}, and they never engage in Close Combat",
                self.number(target)
            )
        })
    }

    /// Whether a unit may initiate Close Combat with anybody (14.1).
    pub(crate) fn may_initiate(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        ask: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let printed = self.unit(unit);
        let there = *state.unit(unit);
        let name = || printed.name.clone();
        ask.check(case!("14.1"), "it is not a battery", !self.is_gun(unit), || {
            format!("{} is a battery and never initiates Close Combat", name())
        })?;
        ask.check(case!("14.1"), "it is not in Skirmish Order", !there.skirmish, || {
            format!("{} is in Skirmish Order and never initiates Close Combat", name())
        })?;
        let sharpshooters = printed.sharpshooter && side == Side::Confederate;
        ask.check(case!("14.1"), "it is no Confederate Sharpshooter unit", !sharpshooters, || {
            format!("{} is a Sharpshooter unit and never initiates Close Combat", name())
        })?;
        ask.check(case!("10.5b"), "it is not in Battlefield Chaos", !there.chaos, || {
            format!("{} is in Battlefield Chaos", name())
        })?;
        ask.check(case!("10.5b"), "it has not been deceived", !state.deceived.contains(&unit), || {
            format!("{} is stopped by Deception this turn", name())
        })?;
        ask.check(case!("K94"), "it is not frozen", !there.frozen, || format!("{} is frozen", name()))
    }

    /// Whether there is a hex that a unit could attack with strength enough, its brigade helping
    /// (K72).
    fn could_close(&self, state: &State, side: Side, unit: UnitId, own: &[UnitId]) -> bool {
        self.closable(state, side, unit).any(|target| {
            let able = |&u: &UnitId| self.closable(state, side, u).any(|h| h == target);
            let strength: Strength = own.iter().copied().filter(able).map(|u| self.strength(state, u)).sum();
            strength >= self.least_strength()
        })
    }

    /// The hexes a unit could attack.
    fn closable<'a>(&'a self, state: &'a State, side: Side, unit: UnitId) -> impl Iterator<Item = Hex> + 'a {
        let near = state.hex(unit).into_iter().flat_map(move |hex| self.enemies_around(state, side, hex));
        near.filter(move |&target| self.allows(state, |judging| self.may_close(judging, side, unit, target)))
    }

    /// Close Combats that these units could make: everybody together, then hex by hex, then each
    /// unit alone.
    pub(crate) fn assaults(&self, state: &State, side: Side, own: &[UnitId]) -> Vec<Order> {
        let mut by_hex: Vec<(Hex, Vec<UnitId>)> = Vec::new();
        for &unit in own {
            for target in self.closable(state, side, unit) {
                match by_hex.iter_mut().find(|(h, _)| *h == target) {
                    Some((_, units)) => units.push(unit),
                    None => by_hex.push((target, vec![unit])),
                }
            }
        }
        if by_hex.is_empty() {
            return Vec::new();
        }
        let mut orders = Vec::new();
        // Everybody once: each hex takes those who are left that can reach it. Who has charged must
        // close, and where the first hexes leave the last too little strength, it may be had by
        // beginning with another.
        for first in 0..by_hex.len() {
            let mut taken: Vec<UnitId> = Vec::new();
            let mut together = Vec::new();
            for (target, units) in by_hex.iter().cycle().skip(first).take(by_hex.len()) {
                let units: Vec<UnitId> = units.iter().copied().filter(|u| !taken.contains(u)).collect();
                let strength: Strength = units.iter().map(|&u| self.strength(state, u)).sum();
                // A unit too weak alone must not spoil it for the others; such a unit may help
                // against another hex.
                if strength >= self.least_strength() {
                    taken.extend(&units);
                    together.push(DeclaredCloseCombat { units, target: *target });
                }
            }
            let order = Order::Close { assaults: together };
            if by_hex.len() > 1 && !orders.contains(&order) {
                orders.push(order);
            }
        }
        for (target, units) in &by_hex {
            orders.push(Order::Close {
                assaults: vec![DeclaredCloseCombat { units: units.clone(), target: *target }],
            });
            if units.len() > 1 {
                for &unit in units {
                    orders.push(Order::Close {
                        assaults: vec![DeclaredCloseCombat { units: vec![unit], target: *target }],
                    });
                }
            }
        }
        orders
    }

    /// A Close Combat begins to be resolved, led by whom its owner has chosen. Attackers who no longer
    /// stand where they were declared take no part.
    pub(crate) fn begin_close_combat(
        &self,
        execution: &mut Execution,
        side: Side,
        assault: DeclaredCloseCombat,
        lead: Option<UnitId>,
    ) {
        let DeclaredCloseCombat { units, target } = assault;
        let state = &execution.state;
        let stations: &[(UnitId, Hex)] = state.activation().map_or(&[], |a| &a.stations);
        let stays = |u: &UnitId| {
            let station = stations.iter().find(|(s, _)| s == u).map(|(_, h)| *h).or(state.hex(*u));
            state.hex(*u).is_some() && state.hex(*u) == station
        };
        let units: Vec<UnitId> = units.into_iter().filter(stays).collect();
        if units.is_empty() || !self.enemy_in(state, side, target) {
            return execution.apply(Event::Voided { close: true, case: case!("K73") });
        }
        let from = self.origins(state, &units);
        // 14.3b, K75: mounted defenders may withdraw from attackers who are all on foot.
        let on_foot = units.iter().all(|&u| self.is_foot(state, u));
        let riders = state
            .stack(target)
            .iter()
            .copied()
            .filter(|&u| {
                on_foot && self.is_mounted(state, u) && !state.unit(u).chaos && !state.unit(u).frozen
            })
            .collect();
        let close_combat = CloseCombat::drafted(side, target, &units, from);
        let close_combat = CloseCombat { riders, lead, ..close_combat };
        let leads = self.leads_of_close_combat(&execution.state, &close_combat);
        // A Lead Unit that leaves no choice is found after the defenders have answered.
        let stage = match leads.len() {
            0 | 1 => CloseCombatStage::Riders,
            _ => CloseCombatStage::ChoosingLead(leads),
        };
        execution.push(CloseCombat { stage, ..close_combat });
        execution.apply(Event::MeleeBegan { target, units });
    }
}

/// The Close Combats that an order of the step declares: none, if it ends the step.
fn declared(order: &Order) -> Option<&[DeclaredCloseCombat]> {
    match order {
        Order::End {} => Some(&[]),
        Order::Close { assaults } => Some(assaults),
        _ => None,
    }
}

/// 14.2: the Close Combats of a brigade's step are declared.
pub(crate) struct CloseStep<'a>(pub &'a Activation);

impl Ask for CloseStep<'_> {
    fn side(&self) -> Side {
        self.0.side
    }

    fn kind(&self) -> &'static str {
        "close"
    }

    fn case(&self, _: &State) -> Case {
        case!("14.2")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("{}: declare your Close Combats", battle.brigade(self.0.brigade).name)
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Close(self.0.brigade)
    }

    fn ends_itself(&self, battle: &Battle, execution: &Execution) -> Option<Order> {
        let only_end = || matches!(battle.offers(&execution.state)[..], [Order::End {}]);
        battle.ends_step(execution, self.0, true, only_end)
    }

    fn is_untouched(&self, battle: &Battle, state: &State) -> bool {
        battle.is_untouched(state, self.0)
    }

    /// None; each unit against each hex; and everybody against the hexes that most can reach.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let own = &battle.brigade(self.0.brigade).units;
        let mut orders = vec![Order::End {}];
        orders.extend(battle.assaults(state, self.0.side, own));
        let chargers = |assaults: &[DeclaredCloseCombat]| {
            assaults.iter().flat_map(|x| &x.units).filter(|&&u| state.unit(u).charged).count()
        };
        let offered = orders.iter().filter_map(declared).map(chargers).max().unwrap_or(0);
        if own.iter().filter(|&&u| state.unit(u).charged).count() > offered {
            // None of them may bring as many into the fight as must fight.
            let most = battle.most_chargers(state, self.0.side, own);
            if chargers(&most) > offered {
                orders.push(Order::Close { assaults: most });
            }
        }
        tries(orders)
    }

    /// The Close Combats of a step are declared, all at once, or there are none.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Some(assaults) = declared(order) else { return Err(battle.not_asked(judging, order)) };
        let activation = self.0;
        battle.may_declare(judging, activation.side, activation.brigade, assaults)?;
        if assaults.is_empty() {
            return accept(move |execution| battle.next_step(execution, activation.clone()));
        }
        accept(move |execution| {
            let units: Vec<UnitId> = assaults.iter().flat_map(|x| x.units.iter().copied()).collect();
            let targets: Vec<Hex> = assaults.iter().map(|x| x.target).collect();
            let stations = units.iter().filter_map(|&u| execution.state.hex(u).map(|h| (u, h))).collect();
            let leads = targets.iter().map(|&hex| (hex, battle.leads(&execution.state, hex)));
            let ties = leads.filter(|(_, tied)| tied.len() > 1).collect();
            execution.set(Activation {
                stations,
                closed: targets.clone(),
                ties,
                assaults: assaults.to_vec(),
                ..activation.clone()
            });
            execution.apply(Event::CloseDeclared { side: activation.side, targets, units });
        })
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Step)
    }
}

impl Ask for CloseCombats {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "melees"
    }

    fn case(&self, _: &State) -> Case {
        case!("14.3")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "choose the next Close Combat".to_owned()
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::CloseCombats
    }

    /// Every declared Close Combat that is left.
    fn candidates(&self, _: &Battle, state: &State) -> Vec<Candidate> {
        let left = state.activation().map_or(&[][..], |a| &a.assaults);
        tries(left.iter().map(|x| Order::Resolve { target: x.target }))
    }

    /// The active side names the Close Combat to be resolved next.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let (Order::Resolve { target }, Some(activation)) = (order, judging.state.activation()) else {
            return Err(battle.not_asked(judging, order));
        };
        let at = activation.assaults.iter().position(|x| x.target == *target);
        judging.rule_check.check(
            case!("14.3"),
            "a Close Combat against the hex was declared",
            at.is_some(),
            || format!("no Close Combat against {} is left to be resolved", battle.number(*target)),
        )?;
        let mut activation = activation.clone();
        accept(move |execution| {
            let Some(at) = at else { return };
            let assault = activation.assaults.remove(at);
            let lead = activation.chosen_lead(assault.target);
            execution.pop();
            execution.set(activation);
            battle.begin_close_combat(execution, self.side, assault, lead);
        })
    }
}
