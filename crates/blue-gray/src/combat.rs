//! 7.1-7.6 and 7.9: declaring an attack, and what its odds are.

use hexmap::{Crossing, Hex, HexSet};
use tabletop::{Case, Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::state::State;
use crate::tables::{Column, Tables};
use crate::terrain::Aim;
use crate::unit::{Arm, UnitId, UnitSet};

/// An attack that was found legal, with its odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attack {
    /// Attackers next to every hex attacked: they suffer the result.
    pub adjacent: Vec<(UnitId, Hex)>,
    /// Bombarding batteries, with what each aims at.
    pub bombarding: Vec<(UnitId, Hex, Aim)>,
    pub targets: Vec<Target>,
    /// The attack's strength, never multiplied (7.4).
    pub attack: u16,
    /// The defence's, each hex by its best multiple.
    pub defence: u16,
    pub column: Column,
    /// The lower column the attacker chose (7.9).
    pub chosen: Option<Column>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub hex: Hex,
    /// The units there, and whether their strength counts (7.74).
    pub units: Vec<(UnitId, bool)>,
    pub strength: u16,
    pub multiples: Vec<Multiple>,
    /// The best of them (they never add up, 7.4); 1 if none applies.
    pub best: u8,
}

/// A multiplier of the defending strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Multiple {
    pub by: u8,
    pub case: Case,
    /// In words, what gives the multiple.
    pub text: &'static str,
}

impl Target {
    pub fn total(&self) -> u16 {
        self.strength * u16::from(self.best)
    }
}

impl Attack {
    /// The column to be thrown on.
    pub fn final_column(&self) -> Column {
        self.chosen.map_or(self.column, |c| c.min(self.column))
    }
}

impl Battle {
    /// Judges a declaration: which units attack which hexes, on which column.
    ///
    /// # Errors
    /// The first case that forbids it.
    pub fn declare(
        &self,
        state: &State,
        side: Side,
        attackers: &[UnitId],
        hexes: &[Hex],
        column: Option<&str>,
        rule_check: &mut RuleCheck,
    ) -> Result<Attack, Refusal> {
        let named = !attackers.is_empty() && !hexes.is_empty();
        rule_check.check(case!("7.0"), "the attack has attackers and a hex to attack", named, || {
            "an attack needs at least one attacking unit and one hex to attack".to_owned()
        })?;
        let (mut units_named, mut hexes_named) = (UnitSet::default(), HexSet::new(0));
        let once = attackers.iter().all(|&unit| units_named.insert(unit))
            && hexes.iter().all(|&hex| hexes_named.insert(hex));
        rule_check.check(case!("7.3"), "no unit and no hex is named twice", once, || {
            "a unit or a hex is named twice; strength is never divided".to_owned()
        })?;
        for &unit in attackers {
            self.may_attack(state, side, unit, rule_check)?;
        }
        for &hex in hexes {
            self.may_be_attacked(state, side, hex, rule_check)?;
        }
        let (adjacent, bombarding) = self.ranks(state, attackers, hexes, rule_check)?;
        if adjacent.is_empty() {
            rule_check.check(
                case!("8.13"),
                "artillery alone bombards one hex only",
                hexes.len() == 1,
                || format!("artillery alone bombards one hex; {} were named", hexes.len()),
            )?;
        }
        self.whole_stacks(state, attackers, rule_check)?;
        self.leaves_nobody_out(state, attackers, hexes, rule_check)?;
        let mut attack = self.reckon(state, adjacent, bombarding, hexes);
        self.odds_suffice(&attack, rule_check)?;
        if let Some(name) = column {
            attack.chosen = Some(self.lower_column(&attack, name, rule_check)?);
        }
        Ok(attack)
    }

    /// r9.18: whether the odds allow artillery to bombard alone.
    pub(crate) fn odds_suffice(&self, attack: &Attack, rule_check: &mut RuleCheck) -> Result<(), Refusal> {
        let Some(rule) = self.bombardment_odds().filter(|_| attack.adjacent.is_empty()) else {
            return Ok(());
        };
        if let Some(case) = rule.lifted {
            return rule_check.check(
                case,
                "artillery bombards at any odds in this battle",
                true,
                String::new,
            );
        }
        let (attack, defence) = (attack.attack, attack.defence);
        let enough = rule.allow(attack, defence);
        rule_check.check(case!("r9.18"), "the odds are good enough to bombard", enough, || {
            format!("artillery may not bombard below {}, and {attack} to {defence} is worse", rule.name())
        })
    }

    /// r9.18: whether some attack could bombard a hex: one with an attacker next to it, or one by all guns
    /// that have it in range and in sight.
    pub(crate) fn may_be_bombarded(&self, state: &State, side: Side, hex: Hex) -> bool {
        let Some(rule) = self.bombardment_odds().filter(|rule| rule.lifted.is_none()) else { return true };
        let quiet = &mut RuleCheck::without_messages();
        let able =
            self.on_map(state, side).filter(|&(unit, _)| self.may_attack(state, side, unit, quiet).is_ok());
        let able: Vec<(UnitId, Hex)> = able.collect();
        let field = &self.scenario.field;
        let guns = able.iter().filter_map(|&(unit, at)| {
            let fires = self.may_bombard(state, unit, &mut RuleCheck::without_messages()).is_ok();
            Some((unit, at, self.open_aim(at, hex).filter(|_| fires)?))
        });
        able.iter().any(|&(_, at)| field.in_contact(at, hex)) || {
            let all = self.reckon(state, Vec::new(), guns.collect(), &[hex]);
            rule.allow(all.attack, all.defence)
        }
    }

    /// Whether a unit may take part in any attack now.
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_attack(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        let marks = state.marks(unit);
        rule_check.check(
            case!("7.0"),
            "the attackers are units of the phasing side on the map",
            of.side == side && state.hex(unit).is_some(),
            || format!("{} is not a {side} unit on the map", of.called()),
        )?;
        if let Some(case) = of.traits.never_attacks {
            rule_check.check(case, "the unit is a combat unit", false, || {
                format!("{} may never attack", of.called())
            })?;
        }
        rule_check.check(case!("7.14"), "no unit attacks twice in a phase", !marks.attacked, || {
            format!("{} has attacked in this phase", of.called())
        })?;
        rule_check.check(case!("7.75"), "a unit that advanced does not attack", !marks.advanced, || {
            format!("{} advanced in this phase and may not attack", of.called())
        })?;
        rule_check.check(
            case!("11.2"),
            "the unit has its attack effectiveness",
            !marks.ineffective,
            || format!("{} has lost its attack effectiveness and may not attack", of.called()),
        )?;
        // Guns outside enemy zones only bombard, and those of one hex the same target, or each its
        // own (r9.14).
        let bombards = of.arm == Arm::Artillery
            && !state.hex(unit).is_some_and(|hex| self.in_enemy_zone(state, side, hex));
        let bombarded = state.hex(unit).is_some_and(|hex| state.bombarded_from.contains(hex));
        let used =
            state.hex(unit).is_some_and(|hex| state.attacked_from.contains(hex)) || bombarded && !bombards;
        if bombarded && bombards {
            let text = "batteries of one hex may bombard different hexes";
            rule_check.check(case!("r9.14"), text, true, String::new)?;
        }
        let case = if bombards { case!("8.14") } else { case!("7.22") };
        rule_check.check(case, "no other unit has attacked from its hex", !used, || {
            format!("an attack was made from the hex of {}; all units of a hex attack together", of.called())
        })
    }

    /// Whether a hex may be attacked now.
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_be_attacked(
        &self,
        state: &State,
        side: Side,
        hex: Hex,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let number = self.number(hex);
        let holder = state.holder(hex);
        rule_check.check(
            case!("7.0"),
            "enemy units stand in the hexes attacked",
            holder == Some(side.other()),
            || format!("no enemy unit stands in {number}"),
        )?;
        let advanced = state.stack(hex).any(|u| state.marks(u).advanced);
        rule_check.check(case!("7.75"), "a unit that advanced is not attacked", !advanced, || {
            format!("a unit advanced into {number} in this phase and may not be attacked")
        })?;
        rule_check.check(
            case!("7.14"),
            "no unit is attacked twice in a phase",
            self.attackable(state, hex),
            || format!("the units in {number} have been attacked in this phase"),
        )
    }

    /// Sorts attackers into those next to every hex attacked and those that bombard (7.15, 7.25,
    /// 8.2).
    #[expect(clippy::type_complexity, reason = "the two ranks of one attack")]
    pub(crate) fn ranks(
        &self,
        state: &State,
        attackers: &[UnitId],
        hexes: &[Hex],
        rule_check: &mut RuleCheck,
    ) -> Result<(Vec<(UnitId, Hex)>, Vec<(UnitId, Hex, Aim)>), Refusal> {
        let field = &self.scenario.field;
        let mut adjacent = Vec::new();
        let mut bombarding = Vec::new();
        for &unit in attackers {
            let Some(at) = state.hex(unit) else { continue };
            let of = self.unit(unit);
            if hexes.iter().all(|&hex| field.in_contact(at, hex)) {
                rule_check.check(
                    case!("7.15"),
                    "the unit is next to every hex attacked",
                    true,
                    String::new,
                )?;
                adjacent.push((unit, at));
                continue;
            }
            if of.arm != Arm::Artillery {
                let far = hexes.iter().copied().find(|&hex| !field.in_contact(at, hex)).unwrap_or(at);
                let (case, what) = if field.shuns_combat(at) || field.shuns_combat(far) {
                    (case!("9.0"), "no combat goes into or out of a hex over which pontoons lie")
                } else if field.map.grid.adjacent(at, far) {
                    (case!("9.0"), "the creek between them has neither bridge nor ford")
                } else if hexes.len() > 1 && hexes.iter().any(|&hex| field.in_contact(at, hex)) {
                    (case!("7.25"), "in one combat every attacker is next to every hex attacked")
                } else {
                    (case!("7.15"), "it is not next to it")
                };
                rule_check.check(case, "the unit is next to every hex attacked", false, || {
                    format!(
                        "{} in {} cannot attack {}: {what}",
                        of.called(),
                        self.number(at),
                        self.number(far)
                    )
                })?;
            }
            self.may_bombard(state, unit, rule_check)?;
            let aims: Vec<_> = hexes.iter().map(|&hex| self.aim(at, hex)).collect();
            // Of several hexes in range and in sight one is enough (8.22): the nearest.
            let aim = aims.iter().filter_map(|a| a.as_ref().ok()).min_by_key(|aim| aim.range).copied();
            let no = aims.iter().find_map(|a| a.as_ref().err());
            let case = aim.map(|aim| aim.case).or(no.map(|no| no.case)).unwrap_or(case!("8.11"));
            rule_check.check(case, "a hex attacked is in range and in sight", aim.is_some(), || {
                aims.iter().find_map(|a| a.as_ref().err()).map_or(String::new(), |r| r.message.clone())
            })?;
            bombarding.extend(aim.map(|aim| (unit, at, aim)));
        }
        Ok((adjacent, bombarding))
    }

    /// 7.22: units of one hex that must attack do so in one combat.
    fn whole_stacks(
        &self,
        state: &State,
        attackers: &[UnitId],
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let taking: UnitSet = attackers.iter().copied().collect();
        let left_behind = attackers
            .iter()
            .filter_map(|&u| state.hex(u))
            .flat_map(|hex| state.stack(hex))
            .find(|&u| !taking.contains(u) && self.owes(state, u));
        rule_check.check(
            case!("7.22"),
            "all units of a hex that must attack do so together",
            left_behind.is_none(),
            || {
                let unit = left_behind.map_or(String::new(), |u| self.unit(u).called());
                format!("{unit} must attack too, and units of one hex attack in the same combat")
            },
        )
    }

    /// The ruling on 7.11, 7.12 and 7.23: after the declaration every unit still owing has an enemy
    /// left to attack, and every enemy hex still owed has a unit left to attack it, in contact or by
    /// bombardment. Then attacks can be found that meet every duty that is left.
    fn leaves_nobody_out(
        &self,
        state: &State,
        attackers: &[UnitId],
        hexes: &[Hex],
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let side = state.phasing;
        let taking: UnitSet = attackers.iter().copied().collect();
        let all_owing: Vec<(UnitId, Hex)> =
            self.on_map(state, side).filter(|&(u, _)| self.owes(state, u)).collect();
        let owing: Vec<(UnitId, Hex)> =
            all_owing.iter().copied().filter(|&(u, _)| !taking.contains(u)).collect();
        let stranded =
            owing.iter().find(|&&(_, hex)| !self.next_to(state, side, hex).any(|e| !hexes.contains(&e)));
        rule_check.check(
            case!("7.12"),
            "every unit that must attack keeps an enemy to attack",
            stranded.is_none(),
            || {
                stranded.map_or(String::new(), |&(u, hex)| {
                    format!(
                        "{} in {} must attack in this phase and would have no enemy left",
                        self.unit(u).called(),
                        self.number(hex)
                    )
                })
            },
        )?;
        // The enemy hexes that only batteries could attack, if `owing` are those in contact.
        let left_to_batteries = |owed: &[Hex], owing: &[(UnitId, Hex)]| -> Vec<Hex> {
            let alone = |e: Hex| {
                !self.contacts(state, side.other(), e).any(|p| owing.iter().any(|&(_, hex)| hex == p))
            };
            owed.iter().copied().filter(|&e| alone(e)).collect()
        };
        let owed = self.all_owed(state);
        let after: Vec<Hex> = owed.iter().copied().filter(|e| !hexes.contains(e)).collect();
        let from: Vec<Hex> = attackers.iter().filter_map(|&u| state.hex(u)).collect();
        // r9.14: a battery that bombards does not bind others in its hex.
        let apart = self.options.separate_bombardments;
        let binds = |from: &Hex| !apart || hexes.iter().any(|&to| self.scenario.field.in_contact(*from, to));
        let used: Vec<Hex> = from.iter().copied().filter(binds).collect();
        let missed = self.beyond_batteries(state, &left_to_batteries(&after, &owing), attackers, &used);
        // A battery that was displaced (7.82) can leave out more than one declaration could.
        let lapsed = missed.first().map_or(0, |_| {
            self.beyond_batteries(state, &left_to_batteries(&owed, &all_owing), &[], &[]).len()
        });
        let missed = missed.first().copied().filter(|_| missed.len() > lapsed);
        let ours = missed.is_some_and(|missed| {
            from.iter().any(|&hex| self.contacts(state, side, hex).any(|e| e == missed))
        });
        let case = if ours { case!("7.23") } else { case!("7.11") };
        rule_check.check(case, "every enemy in contact can still be attacked", missed.is_none(), || {
            missed.map_or(String::new(), |missed| {
                format!(
                    "{} must be attacked in this phase, and no unit would be left to attack it",
                    self.number(missed)
                )
            })
        })
    }

    /// Strengths, multiples and odds (7.3, 7.4, 7.6), of the units that are still there.
    pub fn reckon(
        &self,
        state: &State,
        adjacent: Vec<(UnitId, Hex)>,
        bombarding: Vec<(UnitId, Hex, Aim)>,
        hexes: &[Hex],
    ) -> Attack {
        let strength = |unit: UnitId| u16::from(self.unit(unit).strength);
        let attack = adjacent.iter().map(|&(u, _)| strength(u)).sum::<u16>()
            + bombarding.iter().map(|&(u, _, aim)| self.bombarding_strength(u, aim.range)).sum::<u16>();
        let from: Vec<Hex> = adjacent.iter().map(|&(_, hex)| hex).collect();
        let over_water = adjacent.is_empty() && bombarding.iter().all(|(_, _, aim)| aim.over_water);
        let targets: Vec<Target> = hexes
            .iter()
            .map(|&hex| {
                let units: Vec<(UnitId, bool)> =
                    state.stack(hex).map(|u| (u, !state.marks(u).spent())).collect();
                let multiples = self.multiples(hex, &from, over_water);
                Target {
                    hex,
                    strength: units.iter().filter(|(_, counts)| *counts).map(|&(u, _)| strength(u)).sum(),
                    units,
                    best: multiples.iter().map(|m| m.by).max().unwrap_or(1),
                    multiples,
                }
            })
            .collect();
        let defence = targets.iter().map(Target::total).sum();
        let column = self.scenario.tables.column(attack, defence);
        Attack { adjacent, bombarding, targets, attack, defence, column, chosen: None }
    }

    /// Every multiple of a defence in `hex`, attacked from these adjacent hexes (none: by
    /// bombardment alone).
    fn multiples(&self, hex: Hex, from: &[Hex], over_water: bool) -> Vec<Multiple> {
        let (map, tables): (_, &Tables) = (self.map(), &self.scenario.tables);
        let ground = map.ground(hex);
        let mut multiples = Vec::new();
        let mut add = |by: u8, case: &str, text: &'static str| {
            if by > 1 {
                multiples.push(Multiple { by, case: Case::new(case), text });
            }
        };
        add(tables.ground_multiple(ground), "9.0", Tables::ground_name(ground));
        if from.is_empty() {
            if over_water {
                add(tables.water_multiple(), "9.0", "bombarded over water alone");
            }
            return multiples;
        }
        // Only the adjacent attackers are asked whether they cross; bombarding guns spoil nothing
        // (9.0, erratum).
        let sides: Vec<_> = from.iter().filter_map(|&f| map.side_between(hex, f)).collect();
        let crossing = |c: Crossing| tables.crossing_multiple(c);
        if let Some(least) = sides.iter().map(|s| crossing(s.crossing)).min() {
            add(least, "9.0", "attacked only across bridges and fords");
        }
        if sides.iter().all(|s| s.works) {
            add(tables.works_multiple(), "9.0", "attacked only from the barbed side of works");
        }
        multiples
    }

    /// The best multiple of a defence in `hex`, attacked from these adjacent hexes (none: by
    /// bombardment alone): the same as [`Target::best`], without its reasons.
    pub fn multiple(&self, hex: Hex, from: &[Hex], over_water: bool) -> u8 {
        let (map, tables): (_, &Tables) = (self.map(), &self.scenario.tables);
        let ground = tables.ground_multiple(map.ground(hex)).max(1);
        if from.is_empty() {
            return if over_water { ground.max(tables.water_multiple()) } else { ground };
        }
        let sides = || from.iter().filter_map(|&f| map.side_between(hex, f));
        let crossing = sides().map(|s| tables.crossing_multiple(s.crossing)).min().unwrap_or(1);
        let works = if sides().all(|s| s.works) { tables.works_multiple() } else { 1 };
        ground.max(crossing).max(works)
    }

    /// 7.9: a lower column than the odds give.
    pub(crate) fn lower_column(
        &self,
        attack: &Attack,
        name: &str,
        rule_check: &mut RuleCheck,
    ) -> Result<Column, Refusal> {
        let tables = &self.scenario.tables;
        let column = tables.column_named(name);
        let lower = column.is_some_and(|c| c <= attack.column);
        rule_check.check(case!("7.9"), "the column is not higher than the odds", lower, || {
            format!("'{name}' is not a column at or below the odds of {}", tables.column_name(attack.column))
        })?;
        Ok(column.unwrap_or(attack.column))
    }
}
