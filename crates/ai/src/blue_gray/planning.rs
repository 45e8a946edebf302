//! Planning: a plan is improved formation by formation and then unit by unit. Each change is
//! evaluated by the expected gain of the attacks, the resulting position, and what the enemy could
//! do to it.

use std::sync::{Mutex, PoisonError};

use blue_gray::{Battle, State, UnitId};
use hexmap::Hex;
use tabletop::BySide;

use super::aims::Goal;
use super::judgement::Judgement;
use super::marching::Country;
use super::muster::{Able, Plan, at_combat, quota_left};
use super::ranges::Ranges;
use super::standing::Purpose;
use crate::budget::Stopwatch;
use crate::chance::Chance;
use crate::interrupt::interrupted;
use crate::threads::{self, in_order};

/// The search for better moves stops after this many plans in a row without an improvement.
const IDLE: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Hold,
    /// Go where no enemy, or as few as possible, can come next to it.
    Withdraw,
    /// Take the best cover in reach, not next to the enemy.
    Delay,
    /// Mass against the enemy in that hex.
    Mass(Hex),
    /// March to the place that brings points, or to the exit, with that number.
    Go(usize),
    Leave,
}

pub(super) struct Planning<'a> {
    judgement: Judgement<'a>,
    state: &'a State,
    able: Vec<Able>,
    country: Country,
    quota: usize,
    /// Where both sides could go, cached from plan to plan by each thread.
    ranges: Vec<Mutex<BySide<Ranges>>>,
    /// Roads that the enemy needs at the end and that are still free.
    enemy_ways: Vec<Vec<Hex>>,
    pub plan: Plan,
    pub value: f64,
}

/// Empty caches near this position, one for each thread.
fn ranges(battle: &Battle, state: &State) -> Vec<Mutex<BySide<Ranges>>> {
    (0..threads::count()).map(|_| Mutex::new(Ranges::of_both(battle, state))).collect()
}

impl<'a> Planning<'a> {
    pub(super) fn begin(judgement: Judgement<'a>, state: &'a State, plan: Plan) -> Planning<'a> {
        let battle = judgement.battle;
        let mut country = Country::of(battle, state, state.phasing);
        for (unit, hex) in battle.on_map(state, state.phasing) {
            country.count(battle, unit, hex, true);
        }
        let able = judgement.muster(state, None);
        let quota = quota_left(battle, state);
        let enemy_ways = judgement.free_ways(state, state.phasing.other()).unwrap_or_default();
        let ranges = ranges(battle, state);
        let mut planning =
            Planning { judgement, state, able, country, quota, ranges, enemy_ways, plan, value: 0.0 };
        let plan = planning.repaired(planning.plan.clone());
        planning.value = planning.prospect(&plan);
        planning.adopt(plan);
        planning
    }

    fn adopt(&mut self, plan: Plan) {
        let ahead = at_combat(self.judgement.battle, self.state, &plan);
        self.ranges = ranges(self.judgement.battle, &ahead);
        self.plan = plan;
    }

    /// The evaluation of a plan: its attacks, the position, and what the enemy could do next.
    fn prospect(&self, plan: &Plan) -> f64 {
        let judgement = self.judgement;
        let ahead = at_combat(judgement.battle, self.state, plan);
        let mut kept = self
            .ranges
            .get(threads::number())
            .map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner));
        let outlook = judgement.outlook_with(&ahead, self.state.phasing, kept.as_deref_mut());
        drop(kept);
        let price = judgement.standing.price(judgement, self.state, plan);
        judgement.decided(&ahead, judgement.total(&ahead) + outlook) - price
    }

    /// The same plan without moves for which there is no room.
    fn repaired(&self, mut plan: Plan) -> Plan {
        while !self.is_sound(&plan) {
            if plan.moves.pop().is_none() {
                break;
            }
        }
        plan
    }

    /// Whether every unit finds room and the quota suffices.
    fn is_sound(&self, plan: &Plan) -> bool {
        let battle = self.judgement.battle;
        let rationed = plan.moves.iter().filter(|(u, _)| self.judgement.is_rationed(self.state, *u)).count();
        if rationed > self.quota {
            return false;
        }
        let mut at: Vec<(Hex, UnitId)> = battle
            .on_map(self.state, self.state.phasing)
            .filter_map(|(unit, hex)| Some((plan.of(unit).unwrap_or(Some(hex))?, unit)))
            .collect();
        at.sort_unstable();
        at.chunk_by(|a, b| a.0 == b.0).all(|stack| {
            let alone = |u: UnitId| battle.unit(u).traits.stacks_with_nothing.is_some();
            stack.len() <= battle.scenario.tables.stacking
                && !(stack.len() > 1 && stack.iter().any(|s| alone(s.1)))
        })
    }

    /// Tries a plan; adopts it if it is better.
    fn consider(&mut self, plan: Plan, watch: &mut Stopwatch) -> bool {
        if plan == self.plan || !self.is_sound(&plan) || !watch.spend() {
            return false;
        }
        let value = self.prospect(&plan);
        self.prefer(plan, value)
    }

    /// Adopts a plan with that evaluation if it is better.
    fn prefer(&mut self, plan: Plan, value: f64) -> bool {
        let better = value > self.value + 1e-6;
        if better {
            self.value = value;
            self.adopt(plan);
        }
        better
    }

    /// Tries that many plans, one after another, each derived from the plan adopted by then.
    fn consider_each(
        &mut self,
        most: usize,
        made: impl Fn(&Planning<'a>, usize) -> Plan,
        watch: &mut Stopwatch,
    ) {
        let mut at = 0;
        while at < most {
            let plans = (at..most.min(at + threads::ahead())).map(|i| made(self, i));
            let plans: Vec<Option<Plan>> = plans.map(|plan| self.another(plan)).collect();
            let sound: Vec<&Plan> = plans.iter().flatten().collect();
            let afforded = watch.affords(sound.len());
            let mut values = in_order(afforded, || watch.is_over(), |i| self.prospect(sound[i])).into_iter();
            for plan in plans {
                at += 1;
                let Some(plan) = plan else { continue };
                let Some(value) = values.next().filter(|_| watch.spend()) else { return };
                if self.prefer(plan, value) {
                    break;
                }
            }
        }
    }

    /// This plan, if it is sound and another than the one so far.
    fn another(&self, plan: Plan) -> Option<Plan> {
        (plan != self.plan && self.is_sound(&plan)).then_some(plan)
    }

    /// Groups of units that are near each other now, at most eight in a formation.
    fn formations(&self) -> Vec<Vec<usize>> {
        let grid = &self.judgement.battle.map().grid;
        let mut left: Vec<usize> = (0..self.able.len()).collect();
        // A unit that must go home marches alone.
        left.retain(|&i| !self.judgement.is_homebound(self.able[i].unit));
        left.sort_by_key(|&i| (self.country.near(self.able[i].from), self.able[i].from));
        let mut formations = Vec::new();
        while let Some(&first) = left.first() {
            let mut formation = vec![first];
            left.remove(0);
            while formation.len() < 8 {
                let near = left.iter().position(|&i| {
                    formation.iter().any(|&j| grid.distance(self.able[i].from, self.able[j].from) <= 2)
                });
                let Some(at) = near else { break };
                formation.push(left.remove(at));
            }
            formations.push(formation);
        }
        formations
    }

    /// The scripts to try for a formation.
    fn scripts(&self, formation: &[usize]) -> Vec<Script> {
        let battle = self.judgement.battle;
        let mut scripts = vec![Script::Hold, Script::Withdraw, Script::Delay];
        let heart = self.able[formation[0]].from;
        let grid = &battle.map().grid;
        let mut goals: Vec<(u32, Hex)> = battle
            .on_map(self.state, self.state.phasing.other())
            .map(|(_, hex)| (grid.distance(heart, hex), hex))
            .filter(|(distance, _)| *distance <= 8)
            .collect();
        goals.sort_unstable();
        goals.dedup();
        scripts.extend(goals.iter().take(4).map(|&(_, hex)| Script::Mass(hex)));
        let survey = self.judgement.survey;
        let marches = survey.marches(heart);
        let of_points = survey.places.len() + survey.exits.len();
        let mut places: Vec<(u8, usize)> = marches[..of_points]
            .iter()
            .enumerate()
            .map(|(i, &cost)| (cost, i))
            .filter(|(cost, _)| *cost < 40)
            .collect();
        places.sort_unstable();
        scripts.extend(places.iter().take(3).map(|&(_, i)| Script::Go(i)));
        // To open a road that exits need, or to bar it.
        if self.judgement.weights.opening > 0.0 {
            scripts.extend((of_points..marches.len()).map(Script::Go));
        }
        if formation.iter().any(|&i| self.able[i].exit) {
            scripts.push(Script::Leave);
        }
        scripts
    }

    /// The plan with a formation following a script.
    fn told(&self, formation: &[usize], script: Script) -> Plan {
        let mut plan = self.plan.clone();
        let enemy = self.state.phasing.other();
        for &i in formation {
            plan.send(self.able[i].unit, self.able[i].from, Some(self.able[i].from));
        }
        for &i in formation {
            let able = &self.able[i];
            let quiet = |hex: &&Hex| !self.state.in_zone(enemy, **hex) || **hex == able.from;
            let open = |hex: &&Hex| self.has_room(&plan, able, **hex);
            let hexes = || able.to.iter().filter(open);
            let cover = |hex: Hex| self.judgement.cover(hex);
            let to = match script {
                Script::Hold => continue,
                Script::Leave if able.exit => {
                    plan.send(able.unit, able.from, None);
                    continue;
                }
                Script::Leave => continue,
                Script::Withdraw => hexes()
                    .filter(quiet)
                    .min_by_key(|h| (self.country.access(**h), self.away(able.from, **h))),
                Script::Delay => hexes().filter(quiet).max_by_key(|h| {
                    (
                        cover(**h),
                        u32::MAX - u32::from(self.country.access(**h)),
                        u32::MAX - self.away(able.from, **h),
                    )
                }),
                Script::Mass(goal) => hexes()
                    .filter(|h| self.judgement.battle.scenario.field.in_contact(**h, goal))
                    .min_by_key(|h| self.judgement.contacts(self.state, **h)),
                Script::Go(place) => {
                    let survey = self.judgement.survey;
                    hexes().filter(quiet).min_by_key(|h| survey.marches(**h).get(place).copied())
                }
            };
            if let Some(&hex) = to {
                plan.send(able.unit, able.from, Some(hex));
            }
        }
        plan
    }

    fn away(&self, from: Hex, to: Hex) -> u32 {
        self.judgement.battle.map().grid.distance(from, to)
    }

    /// Whether the plan leaves room for a unit in a hex.
    fn has_room(&self, plan: &Plan, able: &Able, hex: Hex) -> bool {
        let battle = self.judgement.battle;
        let alone = |u: UnitId| battle.unit(u).traits.stacks_with_nothing.is_some();
        let mut there = 0;
        for (unit, at) in battle.on_map(self.state, self.state.phasing) {
            if unit != able.unit && plan.of(unit).unwrap_or(Some(at)) == Some(hex) {
                there += 1;
                if alone(unit) || alone(able.unit) {
                    return false;
                }
            }
        }
        there < battle.scenario.tables.stacking
    }

    /// Offers the standing plan: every unit continues with its purpose.
    pub(super) fn resume(&mut self, watch: &mut Stopwatch) {
        let mut plan = self.plan.clone();
        let field = &self.judgement.battle.scenario.field;
        let enemy = self.state.phasing.other();
        for (unit, purpose) in self.judgement.standing.purposes(self.judgement, self.state) {
            let Some(able) = self.able.iter().find(|able| able.unit == unit) else { continue };
            let open = |hex: &&Hex| self.has_room(&plan, able, **hex);
            let quiet = |hex: &&Hex| !self.state.in_zone(enemy, **hex) || **hex == able.from;
            let to = match purpose {
                Purpose::Garrison(_) => Some(able.from),
                Purpose::March(goal) if self.judgement.is_homebound(unit) || able.exit => {
                    let leaves = able.exit && matches!(goal, Goal::WayOut(_));
                    if leaves {
                        plan.send(unit, able.from, None);
                    }
                    None
                }
                Purpose::March(goal) => able
                    .to
                    .iter()
                    .filter(open)
                    .filter(quiet)
                    .min_by_key(|h| self.away(**h, goal.hex()))
                    .copied(),
                Purpose::Gather(hex) => {
                    able.to.iter().filter(open).find(|h| field.in_contact(**h, hex)).copied()
                }
            };
            if let Some(to) = to {
                plan.send(unit, able.from, Some(to));
            }
        }
        self.consider(plan, watch);
    }

    /// Tries the next march home of every unit that must leave the map.
    pub(super) fn homeward(&mut self, watch: &mut Stopwatch) {
        let stages = (0..self.able.len()).flat_map(|i| self.stages(i).into_iter().map(move |to| (i, to)));
        let stages: Vec<(usize, Option<Hex>)> = stages.collect();
        let made = |planning: &Planning<'a>, at: usize| {
            let (i, to) = stages[at];
            let mut plan = planning.plan.clone();
            plan.send(planning.able[i].unit, planning.able[i].from, to);
            plan
        };
        self.consider_each(stages.len(), made, watch);
    }

    /// Where a unit that must leave the map would end its next march home: off the map, or the
    /// hexes out of enemy zones that are nearest to an exit. Nothing for other units.
    fn stages(&self, i: usize) -> Vec<Option<Hex>> {
        let able = &self.able[i];
        if !self.judgement.is_homebound(able.unit) {
            return Vec::new();
        }
        if able.exit {
            return vec![None];
        }
        let enemy = self.state.phasing.other();
        let turns = self.judgement.turns_left(self.state, self.state.phasing);
        let mut stages: Vec<(f64, Hex)> = (able.to.iter())
            .filter(|&&hex| hex != able.from && !self.state.in_zone(enemy, hex))
            .map(|&hex| (self.judgement.homecoming(self.state, able.unit, hex, turns), hex))
            .collect();
        stages.sort_by(|a, b| b.0.total_cmp(&a.0));
        stages.into_iter().take(4).map(|(_, hex)| Some(hex)).collect()
    }

    /// Tries every script for every formation.
    pub(super) fn by_formation(&mut self, watch: &mut Stopwatch) {
        let formations = self.formations();
        let told: Vec<(&[usize], Script)> = formations
            .iter()
            .flat_map(|formation| self.scripts(formation).into_iter().map(|script| (&formation[..], script)))
            .collect();
        let made = |planning: &Planning<'a>, i: usize| planning.told(told[i].0, told[i].1);
        self.consider_each(told.len(), made, watch);
    }

    /// Changes the destination of one unit after another, as long as the budget lasts and something
    /// improves.
    pub(super) fn by_unit(&mut self, watch: &mut Stopwatch, chance: &mut Chance) {
        let choices = self.all_choices();
        let mut idle = 0;
        while idle < IDLE {
            // What is drawn after a plan that turns out to be better is drawn again from that one.
            let wanted = watch.affords(threads::ahead()).max(1);
            let mut drawn: Vec<(Option<Plan>, Chance)> = Vec::new();
            let mut dice = chance.clone();
            let mut sound = 0;
            while sound < wanted && idle + drawn.len() < IDLE {
                let Some(plan) = self.varied(&choices, &mut dice) else { return };
                let plan = self.another(plan);
                sound += usize::from(plan.is_some());
                drawn.push((plan, dice.clone()));
            }
            let plans: Vec<&Plan> = drawn.iter().filter_map(|(plan, _)| plan.as_ref()).collect();
            let afforded = watch.affords(plans.len());
            let mut values = in_order(afforded, || watch.is_over(), |i| self.prospect(plans[i])).into_iter();
            for (plan, after) in drawn {
                *chance = after;
                idle += 1;
                let Some(plan) = plan else { continue };
                let Some(value) = values.next().filter(|_| watch.spend()) else { return };
                if self.prefer(plan, value) {
                    idle = 0;
                    break;
                }
            }
        }
    }

    pub(super) fn all_choices(&self) -> Vec<Vec<Option<Hex>>> {
        (0..self.able.len()).map(|i| self.choices(i)).collect()
    }

    /// Sound plans next to this one, as many as are worth drawing at once, each with its evaluation
    /// and the source of chance after it was drawn. None if there are none, or no time.
    pub(super) fn neighbours(
        &self,
        choices: &[Vec<Option<Hex>>],
        watch: &Stopwatch,
        chance: &Chance,
    ) -> Vec<(Plan, f64, Chance)> {
        let mut dice = chance.clone();
        let mut neighbour = || {
            for _ in 0..40 {
                let plan = self.varied(choices, &mut dice)?;
                if let Some(plan) = self.another(plan) {
                    return Some((plan, dice.clone()));
                }
            }
            None
        };
        let wanted = watch.affords(threads::ahead());
        let drawn: Vec<(Plan, Chance)> = (0..wanted).map_while(|_| neighbour()).collect();
        let values = in_order(drawn.len(), || watch.is_over(), |i| self.prospect(&drawn[i].0));
        drawn.into_iter().zip(values).map(|((plan, after), value)| (plan, value, after)).collect()
    }

    /// For each unit where it is better sent than by this plan, as far as the evaluation tells: the
    /// best such place, and where another plan has it; with what the plan is then worth more.
    pub(super) fn each_elsewhere(&self, other: &Plan) -> Vec<(UnitId, Option<Hex>, f64)> {
        let each = |i: usize| {
            let Able { unit, from, .. } = self.able[i];
            let now = self.plan.of(unit).unwrap_or(Some(from));
            let there = other.of(unit).unwrap_or(Some(from));
            let mut choices = self.choices(i);
            choices.push(there);
            choices.sort_unstable();
            choices.dedup();
            let worth = |to: Option<Hex>| {
                let mut plan = self.plan.clone();
                plan.send(unit, from, to);
                Some((unit, to, self.prospect(&self.another(plan)?) - self.value))
            };
            let found: Vec<_> = choices.into_iter().filter(|to| *to != now).filter_map(worth).collect();
            let best = found.iter().copied().max_by(|a, b| a.2.total_cmp(&b.2));
            let of_other = found.into_iter().find(|(_, to, _)| *to == there);
            best.into_iter().chain(of_other.filter(|of| Some(of.1) != best.map(|best| best.1)))
        };
        in_order(self.able.len(), interrupted, |i| each(i).collect::<Vec<_>>())
            .into_iter()
            .flatten()
            .collect()
    }

    /// The plan with one unit, now and then two, sent elsewhere.
    fn varied(&self, choices: &[Vec<Option<Hex>>], chance: &mut Chance) -> Option<Plan> {
        // Units near the enemy matter most: they are drawn twice as often.
        let mut drawn: Vec<usize> = (0..self.able.len()).filter(|&i| choices[i].len() > 1).collect();
        let close: Vec<usize> =
            drawn.iter().copied().filter(|&i| self.country.near(self.able[i].from) <= 7).collect();
        drawn.extend(close);
        let &i = chance.pick(&drawn)?;
        let &to = chance.pick(&choices[i])?;
        let mut plan = self.plan.clone();
        let bound = |plan: &Plan, j: usize| plan.of(self.able[j].unit).unwrap_or(Some(self.able[j].from));
        plan.send(self.able[i].unit, self.able[i].from, to);
        let Some(hex) = to.filter(|_| chance.one_in(3)) else { return Some(plan) };
        // A unit that is to be there takes its place instead; or another unit comes along.
        if let Some(j) = (0..self.able.len()).find(|&j| j != i && bound(&plan, j) == Some(hex)) {
            let back = bound(&self.plan, i);
            if back.is_none_or(|hex| self.able[j].to.contains(&hex)) {
                plan.send(self.able[j].unit, self.able[j].from, back);
            }
        } else if let Some(&j) = chance.pick(&drawn).filter(|&&j| j != i)
            && let Some(&beside) = self.able[j].to.iter().find(|h| self.away(**h, hex) <= 1)
        {
            plan.send(self.able[j].unit, self.able[j].from, Some(beside));
        }
        Some(plan)
    }

    /// The hexes worth trying for a unit: the most comfortable ones, those next to the enemy, its
    /// own, and off the map.
    fn choices(&self, i: usize) -> Vec<Option<Hex>> {
        let able = &self.able[i];
        let enemy = self.state.phasing.other();
        let mut quiet: Vec<(f64, Hex)> = Vec::new();
        let mut hot: Vec<Hex> = Vec::new();
        for &hex in &able.to {
            if hex != able.from && self.state.in_zone(enemy, hex) {
                hot.push(hex);
            } else {
                quiet.push((self.judgement.interest(self.state, &self.country, able.unit, hex), hex));
            }
        }
        quiet.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut choices: Vec<Option<Hex>> = vec![Some(able.from)];
        choices.extend(quiet.iter().take(10).map(|&(_, hex)| Some(hex)));
        choices.extend(hot.into_iter().map(Some));
        choices.extend(self.bars(able).into_iter().map(Some));
        choices.extend(self.stages(i));
        if able.exit {
            choices.push(None);
        }
        choices
    }
}

impl<'a> Planning<'a> {
    /// Hexes where a unit would bar a road that the enemy needs at the end: on each road, those
    /// that it reaches most cheaply.
    fn bars(&self, able: &Able) -> Vec<Hex> {
        let mut bars = Vec::new();
        for way in &self.enemy_ways {
            let mut on: Vec<Hex> = way.iter().copied().filter(|hex| able.to.contains(hex)).collect();
            on.sort_by_key(|&hex| self.country.access(hex));
            bars.extend(on.into_iter().take(2));
        }
        bars
    }
}

impl<'a> Judgement<'a> {
    /// A searched plan: it starts from the plan without search, and each change is judged by its
    /// evaluation.
    pub(super) fn deliberate(
        self,
        state: &'a State,
        watch: &mut Stopwatch,
        chance: &mut Chance,
    ) -> Planning<'a> {
        let mut planning = Planning::begin(self, state, self.plan(state));
        let stayed = planning.plan.moves.iter().filter(|(_, to)| to.is_some()).copied().collect();
        planning.consider(Plan { moves: stayed }, watch);
        planning.resume(watch);
        planning.homeward(watch);
        planning.by_formation(watch);
        planning.by_unit(watch, chance);
        planning
    }
}

impl Judgement<'_> {
    /// The multiple of the defence in a hex.
    fn cover(&self, hex: Hex) -> u8 {
        self.battle.scenario.tables.ground_multiple(self.battle.map().ground(hex)).max(1)
    }

    /// How many enemy hexes a unit in a hex would be in contact with.
    fn contacts(&self, state: &State, hex: Hex) -> usize {
        let enemy = state.phasing.other();
        self.battle.scenario.field.zone(hex).filter(|&n| state.holder(n) == Some(enemy)).count()
    }

    /// How much a hex is worth trying for a unit.
    fn interest(&self, state: &State, country: &Country, unit: UnitId, hex: Hex) -> f64 {
        let of = self.battle.unit(unit);
        let turns = self.turns_left(state, of.side);
        let pull: f64 = self
            .survey
            .places
            .iter()
            .zip(self.survey.marches(hex))
            .map(|(p, &cost)| {
                (p.points.union + p.points.confederate) * self.survey.worn(of.movement, cost, turns)
            })
            .sum();
        let out = self.way_worth(state, unit, hex);
        self.comfort(country, unit, hex) + self.weights.pull * (pull + out)
    }
}
