//! The rulings on 7.11, 7.12 and 7.23 over generated positions: attacks that together meet every duty
//! may be declared in any order, no duty lapses without a result, and whatever is thrown the phase
//! can be ended. The duties are worked out here a second time, from the position alone.
#![allow(clippy::unwrap_used, reason = "a test may panic, wherever in the test it is")]

use std::collections::BTreeMap;

use crate::check::*;
use blue_gray::{Arm, Attack, Battle, CombatResult, Event, Order, State, UnitId};
use hexmap::Hex;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tabletop::{LoadedDice, Protocol, RuleCheck, Rules};

/// The most attacks of a set.
const MOST: usize = 5;

/// An attack to be declared.
#[derive(Debug, Clone)]
struct Plan {
    attackers: Vec<UnitId>,
    against: Vec<Hex>,
}

/// Choices, one after another, out of a seed.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// Some of a list, each with an even chance.
    fn some<T: Copy>(&mut self, all: &[T]) -> Vec<T> {
        all.iter().copied().filter(|_| self.below(2) == 0).collect()
    }
}

/// What both sides owe and can do at the start of the combat phase.
struct Field<'a> {
    battle: &'a Battle,
    state: &'a State,
    /// The units that can attack, by hex.
    able: BTreeMap<Hex, Vec<UnitId>>,
    enemies: Vec<Hex>,
    owing: Vec<UnitId>,
    owed: Vec<Hex>,
}

impl<'a> Field<'a> {
    fn of(battle: &'a Battle, state: &'a State) -> Field<'a> {
        let side = state.phasing;
        let mut able: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
        for (unit, hex) in battle.on_map(state, side) {
            if !state.marks(unit).ineffective && battle.unit(unit).traits.never_attacks.is_none() {
                able.entry(hex).or_default().push(unit);
            }
        }
        let mut enemies: Vec<Hex> = battle.on_map(state, side.other()).map(|(_, hex)| hex).collect();
        enemies.sort_unstable();
        enemies.dedup();
        let mut field = Field { battle, state, able, enemies, owing: Vec::new(), owed: Vec::new() };
        for (&hex, units) in &field.able {
            let touched: Vec<Hex> = field.enemies.iter().copied().filter(|&e| field.zones(hex, e)).collect();
            if !touched.is_empty() {
                field.owing.extend(units);
                field.owed.extend(touched);
            }
        }
        field.owed.sort_unstable();
        field.owed.dedup();
        field
    }

    fn touch(&self, a: Hex, b: Hex) -> bool {
        self.battle.scenario.field.in_contact(a, b)
    }

    /// Whether a hex is in the zone of control of the enemies in another.
    fn zones(&self, hex: Hex, enemy: Hex) -> bool {
        let exerts = |unit| self.battle.unit(unit).traits.no_zone.is_none();
        self.touch(hex, enemy) && self.state.stack(enemy).any(exerts)
    }

    /// The batteries in a hex that may bombard.
    fn guns(&self, hex: Hex) -> Vec<UnitId> {
        let free = !self.enemies.iter().any(|&enemy| self.zones(hex, enemy));
        let guns = self.able[&hex].iter().copied().filter(|&u| self.battle.unit(u).arm == Arm::Artillery);
        if free { guns.collect() } else { Vec::new() }
    }

    /// Some attack of the hexes that are left on the enemies that are left.
    fn attack(&self, from: &mut Vec<Hex>, against: &mut Vec<Hex>, choices: &mut Choices) -> Option<Plan> {
        let first = from[choices.below(from.len())];
        let near: Vec<Hex> = against.iter().copied().filter(|&e| self.touch(first, e)).collect();
        let seen = |hex: Hex, enemies: &[Hex]| -> Vec<Hex> {
            enemies.iter().copied().filter(|&e| self.battle.open_aim(hex, e).is_some()).collect()
        };
        let guns = self.guns(first);
        let (mut attackers, hit, mut used) = if near.is_empty() || !guns.is_empty() && choices.below(2) == 0 {
            let seen = seen(first, against);
            if guns.is_empty() || seen.is_empty() {
                return None;
            }
            (guns, vec![seen[choices.below(seen.len())]], vec![first])
        } else {
            let mut hit = choices.some(&near);
            if hit.is_empty() {
                hit.push(near[choices.below(near.len())]);
            }
            let others: Vec<Hex> = from.iter().copied().filter(|&h| h != first).collect();
            let beside = others.into_iter().filter(|&h| hit.iter().all(|&e| self.touch(h, e)));
            let mut used = choices.some(&beside.collect::<Vec<_>>());
            used.push(first);
            (used.iter().flat_map(|hex| self.able[hex].clone()).collect(), hit, used)
        };
        // Batteries in support.
        for &hex in from.iter() {
            let supports = !used.contains(&hex) && !hit.iter().any(|&e| self.touch(hex, e));
            if supports && !seen(hex, &hit).is_empty() && choices.below(3) == 0 {
                let guns = self.guns(hex);
                if !guns.is_empty() {
                    attackers.extend(guns);
                    used.push(hex);
                }
            }
        }
        from.retain(|hex| !used.contains(hex));
        against.retain(|hex| !hit.contains(hex));
        Some(Plan { attackers, against: hit })
    }

    /// A set of at most five attacks that meets every duty, if these choices lead to one.
    fn attacks(&self, choices: &mut Choices) -> Option<Vec<Plan>> {
        let (mut from, mut against) = (self.able.keys().copied().collect::<Vec<_>>(), self.enemies.clone());
        let mut plans: Vec<Plan> = Vec::new();
        for _ in 0..3 * MOST {
            if plans.len() < MOST && !from.is_empty() && !against.is_empty() {
                plans.extend(self.attack(&mut from, &mut against, choices));
            }
        }
        let attacks = |unit: &UnitId| plans.iter().any(|plan| plan.attackers.contains(unit));
        let attacked = |hex: &Hex| plans.iter().any(|plan| plan.against.contains(hex));
        let met = self.owing.iter().all(attacks) && self.owed.iter().all(attacked);
        (met && !plans.is_empty()).then_some(plans)
    }

    /// Declares the attacks of a set in every order, as if no result changed anything: the position
    /// does not depend on the order of those that were declared.
    fn in_every_order(&self, plans: &[Plan]) -> Result<(), TestCaseError> {
        let side = self.state.phasing;
        let mut states = vec![(Vec::new(), self.state.clone())];
        while let Some((done, state)) = states.pop() {
            let plan_of = |&i: &usize| &plans[i];
            let attacks = |unit: &UnitId| done.iter().map(plan_of).any(|plan| plan.attackers.contains(unit));
            let attacked = |hex: &Hex| done.iter().map(plan_of).any(|plan| plan.against.contains(hex));
            let met = self.owing.iter().all(attacks) && self.owed.iter().all(attacked);
            let end = self.battle.nothing_owed(&state, &mut RuleCheck::quiet());
            prop_assert_eq!(end.is_ok(), met, "{:?} after {:?}", end, self.told(plans, &done));
            for next in (0..plans.len()).filter(|next| !done.contains(next)) {
                let Plan { attackers, against } = &plans[next];
                let quiet = &mut RuleCheck::quiet();
                let attack = self.battle.declare(&state, side, attackers, against, None, quiet);
                prop_assert!(
                    attack.is_ok(),
                    "{:?} {:?} after {:?}",
                    attack,
                    self.told(plans, &[next]),
                    self.told(plans, &done)
                );
                if done.last().is_none_or(|&last| last < next) {
                    let mut after = state.clone();
                    without_result(self.battle, &mut after, &attack.unwrap());
                    states.push(([&done[..], &[next]].concat(), after));
                }
            }
        }
        Ok(())
    }

    fn told(&self, plans: &[Plan], some: &[usize]) -> Vec<(Vec<&str>, Vec<&str>)> {
        let units = |plan: &Plan| plan.attackers.iter().map(|&u| self.battle.unit(u).id.as_str()).collect();
        let hexes = |plan: &Plan| plan.against.iter().map(|&h| self.battle.number(h)).collect();
        some.iter().map(|&i| (units(&plans[i]), hexes(&plans[i]))).collect()
    }
}

/// The attack with a result that nobody carries out.
fn without_result(battle: &Battle, state: &mut State, attack: &Attack) {
    let column = battle.scenario.tables.column_name(attack.final_column()).to_owned();
    for event in [
        Event::AttackDeclared {
            attackers: attack.adjacent.iter().map(|&(u, _)| u).collect(),
            bombarding: attack.bombarding.iter().map(|&(u, ..)| u).collect(),
            defenders: attack.targets.iter().map(|target| target.hex).collect(),
            attack: attack.attack,
            defence: attack.defence,
            column: column.clone(),
            lowered: false,
        },
        Event::DieThrown { die: 1, column, result: CombatResult::De },
        Event::CombatEnded {},
    ] {
        battle.apply(state, &event);
    }
}

/// The attacks that could be declared now: of one hex on some of the enemies next to it, of several
/// hexes on one, of the batteries of a hex on one enemy that they see.
fn possible(battle: &Battle, state: &State) -> Vec<Order<UnitId, Hex>> {
    let field = Field::of(battle, state);
    let subsets = |of: &[Hex]| -> Vec<Vec<Hex>> {
        let set = |set: u32| {
            of.iter().enumerate().filter(move |(i, _)| set & (1 << i) != 0).map(|(_, &h)| h).collect()
        };
        (1_u32..1 << of.len()).map(set).collect()
    };
    let mut attacks: Vec<(Vec<UnitId>, Vec<Hex>)> = Vec::new();
    for &hex in field.able.keys() {
        let near: Vec<Hex> = field.enemies.iter().copied().filter(|&e| field.touch(hex, e)).collect();
        attacks.extend(subsets(&near).into_iter().map(|against| (field.able[&hex].clone(), against)));
        let guns = field.guns(hex);
        for &enemy in field.enemies.iter().filter(|_| !guns.is_empty()) {
            attacks.push((guns.clone(), vec![enemy]));
        }
    }
    for &enemy in &field.enemies {
        let near: Vec<Hex> = field.able.keys().copied().filter(|&h| field.touch(h, enemy)).collect();
        for from in subsets(&near).into_iter().filter(|from| from.len() > 1) {
            attacks.push((from.iter().flat_map(|hex| field.able[hex].clone()).collect(), vec![enemy]));
        }
    }
    attacks.retain(|(attackers, against)| {
        battle.declare(state, state.phasing, attackers, against, None, &mut RuleCheck::quiet()).is_ok()
    });
    let order = |(attackers, defenders)| Order::Attack { attackers, defenders, column: None };
    attacks.into_iter().map(order).collect()
}

/// Where positions are generated: the scenario, and the hexes from that column and row on. The first
/// has the Train, the second a creek with a bridge and fords.
const GROUNDS: [(&str, u8, u8); 3] =
    [("chickamauga-1975", 11, 4), ("proving-ground", 11, 2), ("chickamauga-2006", 4, 8)];

/// Both sides in one tangle of all arms, with the Train among them where there is one, some without
/// attack effectiveness.
fn tangle() -> impl Strategy<Value = (usize, Vec<String>)> {
    let unit = || (0..4_u8, 1..=9_u8, 0..8_u8);
    let hex = prop_oneof![
        3 => Just(None),
        4 => (any::<bool>(), unit(), prop::option::of(unit())).prop_map(Some),
    ];
    let train = prop::option::weighted(0.8, 0..16_usize);
    (0..GROUNDS.len(), prop::collection::vec(hex, 16), train).prop_map(|(ground, hexes, train)| {
        let (scenario, column, row) = GROUNDS[ground];
        let train = train.filter(|_| scenario.starts_with("chickamauga"));
        let mut units = Vec::new();
        for (i, hex) in hexes.into_iter().enumerate() {
            let at = format!("{:02}{:02}", usize::from(column) + i % 4, usize::from(row) + i / 4);
            if train == Some(i) {
                units.push(format!("u-train {at}"));
                continue;
            }
            let Some((union, first, second)) = hex else { continue };
            let side = if union { "union" } else { "confederate" };
            for (j, (arm, strength, tired)) in [Some(first), second].into_iter().flatten().enumerate() {
                let arm = if arm == 0 { "artillery" } else { "infantry" };
                let tired = if tired == 0 { " ineffective" } else { "" };
                units.push(format!("{}{i}{j} {side} {arm} {strength} {at}{tired}", &side[..1]));
            }
        }
        // Guns behind the lines.
        for (i, at) in [(0, 5), (2, 5), (1, 4)].into_iter().enumerate() {
            units.push(format!("g{i} confederate artillery 6 {:02}{:02}", column + at.0, row + at.1));
        }
        (ground, units)
    })
}

fn set_up(ground: usize, units: &[String], dice: &[u8]) -> Table {
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    on(GROUNDS[ground].0).units(&units).option("attack-effectiveness").combat(Confederate).dice(dice).set()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn case_7_12_attacks_that_meet_every_duty_may_be_declared_in_any_order(
        (ground, units) in tangle(), seed: u64,
    ) {
        let table = set_up(ground, &units, &[]);
        let (battle, state) = (table.game.rules(), table.game.state());
        let field = Field::of(battle, state);
        let (owing, owed): (Vec<&str>, Vec<&str>) = (
            field.owing.iter().map(|&u| battle.unit(u).id.as_str()).collect(),
            field.owed.iter().map(|&h| battle.number(h)).collect(),
        );
        let mut sorted = owing.clone();
        sorted.sort_unstable();
        prop_assert_eq!(table.owed(), (
            sorted.into_iter().map(str::to_owned).collect(),
            owed.iter().map(|&h| h.to_owned()).collect(),
        ));
        let mut choices = Choices(seed);
        let sets = (0..60).filter_map(|_| field.attacks(&mut choices)).take(4);
        for plans in sets.collect::<Vec<_>>() {
            field.in_every_order(&plans)?;
        }
    }

    #[test]
    fn case_7_11_the_phase_can_be_ended_whatever_is_declared_and_thrown(
        (ground, units) in tangle(),
        dice in prop::collection::vec(1..=6_u8, 40),
        seed: u64,
    ) {
        let mut table = set_up(ground, &units, &dice);
        let mut choices = Choices(seed);
        while table.owed() != (Vec::new(), Vec::new()) {
            let (battle, state) = (table.game.rules(), table.game.state());
            let orders = possible(battle, state);
            prop_assert!(!orders.is_empty(), "{:?} is owed, and nothing is legal: {units:?}", table.owed());
            let order = battle.order_value(&orders[choices.below(orders.len())]);
            table.order(Confederate, order);
            table.settle();
        }
        let end = Order::EndCombat {};
        let (battle, state) = (table.game.rules(), table.game.state());
        prop_assert!(battle.judge(state, Confederate, &end, &mut LoadedDice::default(), &mut RuleCheck::quiet()).is_ok());
    }
}
