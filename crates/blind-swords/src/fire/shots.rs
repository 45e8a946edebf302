//! Who may fire at what, alone and together (12.1, K28, K60 to K62).

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::fire::firepower::total;
use crate::fire::shifts::Aim;
use crate::fire::sight::Obstacle;
use crate::order::Shot;
use crate::points::Strength;
use crate::sequence::procedure::{FireKind, Procedure};
use crate::state::State;
use crate::unit::{UnitId, Weapon};

impl Battle {
    /// Judges fires announced together: who may fire now, then each fire by itself.
    ///
    /// # Errors
    /// The case that forbids it, in the order of chapter 12.
    pub(crate) fn judge_shots(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        shots: &[Shot],
        ask: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        ask.check(case!("12.0"), "something fires", !shots.is_empty(), || "no fire is announced".to_owned())?;
        let mut seen: Vec<UnitId> = Vec::new();
        for shot in shots {
            ask.check(case!("12.0"), "each fire has units", !shot.units.is_empty(), || {
                format!("no unit is named to fire at {}", self.number(shot.target))
            })?;
            for &unit in &shot.units {
                let name = || self.unit(unit).name.clone();
                ask.check(case!("12.1"), "no unit fires twice", !seen.contains(&unit), || {
                    format!("{} is listed twice; each unit fires once", name())
                })?;
                seen.push(unit);
                let own = self.unit(unit).side == side && state.hex(unit).is_some();
                ask.check(case!("12.1"), "the units are one's own and on the map", own, || {
                    format!("{} is not a unit of the {side} side on the map", name())
                })?;
                self.judge_firer(state, side, kind, unit, shot.target, ask)?;
            }
        }
        let flanked = self.flanked(state, shots);
        for shot in shots {
            self.judge_shot(state, side, kind, shot, flanked.contains(&shot.target), ask)?;
        }
        Ok(())
    }

    /// Whether a unit may fire at anybody; in defence or not.
    pub(crate) fn may_fire(
        &self,
        state: &State,
        unit: UnitId,
        defends: bool,
        ask: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let name = &self.unit(unit).name;
        ask.check(case!("10.5b"), "it is not stopped by Deception", !state.deceived.contains(&unit), || {
            format!("{name} is stopped by Deception this turn")
        })?;
        let chaos = state.unit(unit).chaos;
        ask.check(case!("K47"), "in Battlefield Chaos only Defensive Fire", !chaos || defends, || {
            format!("{name} is in Battlefield Chaos: it has Defensive Fire only")
        })
    }

    /// Whether a unit may fire at all in this kind of fire.
    fn judge_firer(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        unit: UnitId,
        target: Hex,
        ask: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let name = || self.unit(unit).name.clone();
        let there = state.unit(unit);
        let hex = state.hex(unit).unwrap_or(target);
        self.may_fire(state, unit, matches!(kind, FireKind::Defensive(_)), ask)?;
        match kind {
            FireKind::Step => {
                ask.check(case!("12.0"), "batteries do not fire in this step", !self.is_gun(unit), || {
                    format!("{} is a battery: it fires in the Artillery Phase", name())
                })?;
                let active = state.activation().is_some_and(|a| self.unit(unit).brigade == Some(a.brigade));
                ask.check(case!("12.0"), "only the active brigade fires", active, || {
                    format!("{} is not of the active brigade", name())
                })?;
                ask.check(case!("12.1"), "each unit fires once", !there.fired, || {
                    format!("{} has fired", name())
                })?;
            }
            FireKind::Battery => {
                let ready = state.stack.iter().rev().find_map(|f| match f {
                    Procedure::BatteryHex(batteries) => Some(batteries.ready.contains(&unit)),
                    _ => None,
                });
                ask.check(
                    case!("9.1"),
                    "it is a battery of this hex that has not acted",
                    ready == Some(true),
                    || format!("{} is not a battery of the chosen hex that has still to act", name()),
                )?;
            }
            FireKind::Opportunity(mover) => {
                let near = self.distance(hex, target) == 1 && state.hex(*mover) == Some(target);
                ask.check(
                    case!("13.7"),
                    "Opportunity Fire comes from next to the mover, at it",
                    near,
                    || {
                        format!(
                            "{} does not stand next to {} or aims elsewhere",
                            name(),
                            self.unit(*mover).name
                        )
                    },
                )?;
            }
            FireKind::Defensive(attacked) => self.judge_defender(state, unit, hex, target, *attacked, ask)?,
            FireKind::Firefight => {}
        }
        if self.is_gun(unit) {
            let case = if *kind == FireKind::Battery { case!("9.5c") } else { case!("12.1f") };
            ask.check(
                case,
                "a battery does not fire from Angled ground",
                !self.map().ground(hex).angled,
                || format!("{} stands in {}, which is Angled", name(), self.number(hex)),
            )?;
        }
        if *kind == FireKind::Battery
            && let Some(silent) = self.scenario.silent_batteries.filter(|s| s.side == side)
        {
            let seen = !self.is_unseen(state, side, target);
            ask.check(silent.case, "the target has been seen by the batteries", seen, || {
                format!("the batteries have not yet seen the units in {}", self.number(target))
            })?;
        }
        ask.check(case!("4.1"), "it has strength left", self.strength(state, unit) > Strength::NONE, || {
            format!("{} has no strength left to fire with", name())
        })
    }

    /// Whether a unit may give Defensive Fire for a hex under attack (14.3a).
    fn judge_defender(
        &self,
        state: &State,
        unit: UnitId,
        hex: Hex,
        target: Hex,
        attacked: Hex,
        ask: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let name = || self.unit(unit).name.clone();
        let close_combat = state.close_combat().filter(|m| m.target == attacked);
        let attackers: &[UnitId] = close_combat.map_or(&[], |m| &m.units);
        let at_attackers = attackers.iter().any(|&a| state.hex(a) == Some(target));
        ask.check(case!("14.3a"), "Defensive Fire is aimed at the attackers", at_attackers, || {
            format!("no attacker of {} stands in {}", self.number(attacked), self.number(target))
        })?;
        let near = attackers.iter().filter_map(|&a| state.hex(a)).any(|from| self.distance(hex, from) == 1);
        ask.check(case!("14.3a"), "it stands next to an attacker", near, || {
            format!("{} stands next to no attacker of {}", name(), self.number(attacked))
        })?;
        ask.check(
            case!("14.3a"),
            "it stands next to the attacker it fires at (K110)",
            self.distance(hex, target) == 1,
            || format!("{} does not stand next to {} (K110)", name(), self.number(target)),
        )?;
        if hex == attacked {
            let riders = self.is_mounted(state, unit) && attackers.iter().any(|&a| self.is_mounted(state, a));
            return ask.check(case!("14.3"), "cavalry does not fire at charging cavalry", !riders, || {
                format!("{} is mounted and attacked by cavalry: it has no Defensive Fire", name())
            });
        }
        self.may_support(state, unit, attacked, ask)
    }

    /// Whether a unit may support a hex under attack by its fire: neither in Battlefield Chaos nor the
    /// target of another Close Combat of this step (10.5b, 14.3a).
    pub(crate) fn may_support(
        &self,
        state: &State,
        unit: UnitId,
        attacked: Hex,
        ask: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let name = &self.unit(unit).name;
        ask.check(
            case!("10.5b"),
            "a unit in Battlefield Chaos does not support",
            !state.unit(unit).chaos,
            || format!("{name} is in Battlefield Chaos: it defends its own hex only"),
        )?;
        let busy = state.activation().is_some_and(|a| a.closes_elsewhere(state, unit, attacked));
        ask.check(case!("14.3a"), "a unit that is itself a target does not support (K109)", !busy, || {
            format!("{name} is the target of another Close Combat of this step (K109)")
        })
    }

    /// Whether a fire as such can be made: its units together, its target, range, sight, strength
    /// and column.
    pub(super) fn judge_shot(
        &self,
        state: &State,
        side: Side,
        kind: &FireKind,
        shot: &Shot,
        flanking: bool,
        ask: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let target = shot.target;
        let there = || self.number(target);
        ask.check(
            case!("12.1"),
            "enemies stand in the target hex",
            self.enemy_in(state, side, target),
            || format!("no enemy stands in {}", there()),
        )?;
        self.judge_group(state, kind, &shot.units, ask)?;
        for &unit in &shot.units {
            let name = || self.unit(unit).name.clone();
            if self.faces(state, unit).weapon == Weapon::CC {
                let may = self.band(state, kind, unit, target, false).is_some();
                ask.check(case!("K62"), "swords and pistols defend on foot only", may, || {
                    format!(
                        "{} is armed with swords and pistols: it fires only in defence and on foot",
                        name()
                    )
                })?;
            }
            let canister = shot.canister && self.is_gun(unit);
            let within = self.band(state, kind, unit, target, shot.canister).is_some();
            ask.check(case!("12.1c"), "the target is in range", within, || {
                let how = if canister { " with Canister" } else { "" };
                format!("{} is out of range of {}{how}", there(), name())
            })?;
            ask.check(
                case!("10.4a"),
                "no Canister at Low Ammo",
                !(canister && state.unit(unit).low_ammo),
                || format!("{} is at Low Ammo and has no Canister", name()),
            )?;
        }
        let guns = shot.units.iter().any(|&u| self.is_gun(u));
        let foot = shot.units.iter().any(|&u| !self.is_gun(u));
        ask.check(case!("12.1c"), "only batteries have Canister", !shot.canister || guns, || {
            "only batteries fire Canister".to_owned()
        })?;
        let mut sights = Vec::new();
        for from in self.origins(state, &shot.units) {
            ask.check(
                case!("12.1a"),
                "the line of sight is not blocked",
                self.sees(state, from, target),
                || {
                    let sight = self.sight(state, from, target);
                    let by = |b: &Obstacle| format!(" by {}: {}", self.number(b.hex), b.text);
                    let by = sight.blocked_by().map_or(String::new(), by);
                    format!("the line of sight from {} to {} is blocked{by}", self.number(from), there())
                },
            )?;
            let sight = self.sight(state, from, target);
            let friends = self.friends_between(state, side, &sight);
            sights.push(sight);
            ask.check(
                case!("12.1b"),
                "infantry and cavalry do not fire over friends",
                !foot || friends.is_empty(),
                || format!("friends in {} are in the line of fire to {}", self.numbers(&friends), there()),
            )?;
            ask.check(
                case!("12.1b"),
                "no Canister over friends",
                !shot.canister || friends.is_empty(),
                || format!("friends in {} are in the line of fire: no Canister", self.numbers(&friends)),
            )?;
            let close = friends.iter().find(|&&f| self.distance(f, target) == 1);
            ask.check(
                case!("12.1b"),
                "batteries do not fire over friends next to the target",
                close.is_none(),
                || format!("friends in {} stand next to {}", self.numbers(&friends), there()),
            )?;
        }
        let shares = self.shares(state, kind, shot);
        ask.check(
            case!("12.3"),
            "at least half a point of strength fires",
            total(&shares) >= Strength::CADRE,
            || format!("{} SP is too little to fire at {}", total(&shares), there()),
        )?;
        // Which of tied units leads is for the other side to say; a fire is refused only if it is
        // hopeless at any.
        let leads = match kind {
            FireKind::Opportunity(mover) => vec![*mover],
            _ => self.leads(state, target),
        };
        let hope = leads.iter().any(|&lead| {
            let aim =
                Aim { kind, shot, shares: &shares, sights: &sights, flanking, lead, chits: &[], rare: 0 };
            self.fire_column(kind, &shares, &self.fire_shifts(state, &aim)).is_some()
        });
        ask.check(case!("K61"), "its shifts leave it on the table", hope, || {
            format!("the column shifts push the fire at {} off the table", there())
        })
    }

    /// Whether units may add their strength (12.1e, K60).
    fn judge_group(
        &self,
        state: &State,
        kind: &FireKind,
        units: &[UnitId],
        ask: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        if units.len() < 2 {
            return Ok(());
        }
        let riders = units.iter().any(|&u| self.is_mounted(state, u));
        ask.check(case!("K60"), "mounted cavalry fires singly", !riders, || {
            "mounted cavalry does not add its fire to others'".to_owned()
        })?;
        let guns = units.iter().filter(|&&u| self.is_gun(u)).count();
        let mixed = guns > 0 && guns < units.len();
        let defends = matches!(kind, FireKind::Defensive(_));
        ask.check(case!("K60"), "infantry and batteries combine in defence only", !mixed || defends, || {
            "infantry and batteries add their fire together in Defensive Fire only".to_owned()
        })?;
        let hexes = self.origins(state, units);
        if let FireKind::Firefight = kind {
            ask.check(case!("10.4a"), "a Firefight is fought by one hex", hexes.len() == 1, || {
                "the units of a Firefight stand in one hex".to_owned()
            })?;
        }
        ask.check(case!("12.1e"), "batteries combine within one hex", guns == 0 || hexes.len() == 1, || {
            format!("batteries add their fire within one hex only, not from {}", self.numbers(&hexes))
        })?;
        let near = match hexes.as_slice() {
            [_] => true,
            [a, b] => self.distance(*a, *b) == 1,
            _ => false,
        };
        ask.check(case!("12.1e"), "infantry combines from one hex or two adjacent ones", near, || {
            format!("{} are not one hex or two adjacent ones", self.numbers(&hexes))
        })?;
        let brigade = units.first().and_then(|&u| self.unit(u).brigade);
        let one = hexes.len() == 1 || units.iter().all(|&u| self.unit(u).brigade == brigade);
        ask.check(case!("12.1e"), "two hexes that combine are of one brigade", one, || {
            "units of two hexes add their fire only if all are of one brigade".to_owned()
        })
    }
}
