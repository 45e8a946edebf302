//! 8 Artillery: bombardment.

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, case};

use crate::battle::Battle;
use crate::state::State;
use crate::terrain::Aim;
use crate::unit::{Arm, UnitId};

impl Battle {
    /// Whether a unit may bombard at all in this phase.
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_bombard(
        &self,
        state: &State,
        unit: UnitId,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        rule_check.check(
            case!("8.11"),
            "only artillery attacks from a distance",
            of.arm == Arm::Artillery,
            || format!("{} is {} and attacks only hexes that it is next to", of.called(), of.arm.word()),
        )?;
        let zone = state.hex(unit).is_some_and(|hex| self.in_enemy_zone(state, of.side, hex));
        rule_check.check(case!("8.41"), "the battery is in no enemy zone of control", !zone, || {
            format!(
                "{} is in an enemy zone of control: it fights as infantry and may not bombard",
                of.called()
            )
        })?;
        rule_check.check(
            case!("7.82"),
            "the battery was not displaced before it fired",
            !state.marks(unit).displaced,
            || format!("{} was displaced before it had fired and may not fire in this phase", of.called()),
        )
    }

    /// How a battery in one hex bombards another, range and line of sight alone.
    ///
    /// # Errors
    /// 8.11 out of range, 8.31 to 8.33 without a line of sight, naming the hexes that block it.
    pub fn aim(&self, from: Hex, to: Hex) -> Result<Aim, Refusal> {
        if let Some(aim) = self.open_aim(from, to) {
            return Ok(aim);
        }
        let field = &self.scenario.field;
        if let Some(&hex) = [from, to].iter().find(|&&hex| field.shuns_combat(hex)) {
            return Err(Refusal::new(
                case!("9.0"),
                format!("no combat goes into or out of {}, over which pontoons lie", self.number(hex)),
            ));
        }
        let Some(sight) = field.sight(from, to) else {
            let range = field.map.grid.distance(from, to);
            let (nearest, farthest) = self.scenario.tables.bombardment;
            return Err(Refusal::new(
                case!("8.11"),
                format!(
                    "{} is {range} hexes from {}; artillery bombards at a range of {nearest} or {farthest}",
                    self.number(to),
                    self.number(from)
                ),
            ));
        };
        let case = if sight.is_blocked_along() { case!("8.32") } else { case!("8.31") };
        Err(Refusal::new(
            case,
            format!(
                "the line of sight from {} to {} is blocked by {}",
                self.number(from),
                self.number(to),
                self.numbers(&sight.blocked_by)
            ),
        ))
    }

    /// The same without the reasons for a refusal, which most callers do not need.
    pub fn open_aim(&self, from: Hex, to: Hex) -> Option<Aim> {
        self.scenario.field.open_aim(from, to)
    }

    /// The hexes that block the line of sight to a hex in bombardment range.
    pub fn blocked_by(&self, from: Hex, to: Hex) -> &[Hex] {
        self.scenario.field.sight(from, to).map_or(&[], |s| &s.blocked_by)
    }

    /// The enemy hexes a battery could bombard from its hex, its other duties aside.
    pub fn aims<'a>(&'a self, state: &'a State, unit: UnitId) -> impl Iterator<Item = Aim> + 'a {
        let from = state
            .hex(unit)
            .filter(|_| self.may_bombard(state, unit, &mut RuleCheck::without_messages()).is_ok());
        let enemy = self.unit(unit).side.other();
        let aims = from.map_or(&[][..], |from| self.scenario.field.aims(from));
        aims.iter().copied().filter(move |aim| state.holder(aim.hex) == Some(enemy))
    }

    /// The batteries that could still bombard an enemy hex in this phase, whatever else is attacked,
    /// one for each hex: those of one hex bombard together (8.14), or each alone (r9.14). None of
    /// those in `taking`, and none from the hexes `used`. The odds have to allow it (r9.18).
    pub(crate) fn batteries_against(
        &self,
        state: &State,
        target: Hex,
        taking: &[UnitId],
        used: &[Hex],
    ) -> Vec<UnitId> {
        let quiet = &mut RuleCheck::without_messages();
        let apart = self.options.separate_bombardments;
        let mut bombardments: Vec<Vec<(UnitId, Hex, Aim)>> = Vec::new();
        for (unit, at) in self.on_map(state, state.phasing) {
            if self.unit(unit).arm == Arm::Artillery
                && !taking.contains(&unit)
                && !used.contains(&at)
                && let Some(aim) = self.open_aim(at, target)
                && self.may_attack(state, state.phasing, unit, quiet).is_ok()
                && self.may_bombard(state, unit, quiet).is_ok()
            {
                match bombardments.iter_mut().find(|guns| !apart && guns[0].1 == at) {
                    Some(guns) => guns.push((unit, at, aim)),
                    None => bombardments.push(vec![(unit, at, aim)]),
                }
            }
        }
        let first = bombardments.into_iter().filter_map(|guns| {
            let (unit, ..) = guns[0];
            let attack = self.reckon(state, Vec::new(), guns, &[target]);
            self.odds_suffice(&attack, &mut RuleCheck::without_messages()).is_ok().then_some(unit)
        });
        first.collect()
    }

    /// Those of these enemy hexes that are left out when the batteries bombard as many of them as
    /// they can, each but one (8.13); none of those in `taking`, and none from the hexes `used`.
    pub(crate) fn beyond_batteries(
        &self,
        state: &State,
        targets: &[Hex],
        taking: &[UnitId],
        used: &[Hex],
    ) -> Vec<Hex> {
        let against: Vec<Vec<UnitId>> =
            targets.iter().map(|&target| self.batteries_against(state, target, taking, used)).collect();
        // The target of each battery. One that has a target takes another if a battery is found for
        // the first.
        let mut aimed: Vec<(UnitId, usize)> = Vec::new();
        let mut bombarded = |target| assign(target, &against, &mut aimed, &mut Vec::new());
        let left_out: Vec<usize> = (0..targets.len()).filter(|&target| !bombarded(target)).collect();
        left_out.into_iter().map(|target| targets[target]).collect()
    }
}

/// Finds a battery for one more target, if others change theirs; says whether there is one.
fn assign(
    target: usize,
    against: &[Vec<UnitId>],
    aimed: &mut Vec<(UnitId, usize)>,
    tried: &mut Vec<UnitId>,
) -> bool {
    for &battery in &against[target] {
        if tried.contains(&battery) {
            continue;
        }
        tried.push(battery);
        match aimed.iter().position(|&(other, _)| other == battery) {
            None => aimed.push((battery, target)),
            Some(at) => {
                if !assign(aimed[at].1, against, aimed, tried) {
                    continue;
                }
                // The list only grew meanwhile: this entry is where it was.
                aimed[at].1 = target;
            }
        }
        return true;
    }
    false
}
