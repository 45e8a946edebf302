//! 7.6 and 7.75: what a result does: exchange, advance, loss of effectiveness.

use hexmap::Hex;
use tabletop::{Case, Refusal, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::combat::Attack;
use crate::state::{Combat, State};
use crate::tables::CombatResult;
use crate::unit::UnitId;

impl Battle {
    /// A combat's strengths and odds as the position now is, no higher than the attacker chose (7.9).
    pub(crate) fn attack_now(&self, state: &State, combat: &Combat, hexes: &[Hex]) -> Attack {
        let bombarding = combat
            .bombarding
            .iter()
            .filter_map(|&u| {
                let at = state.hex(u)?;
                let aims = combat.hexes.iter().filter_map(|&h| self.open_aim(at, h));
                let aim = aims.min_by_key(|aim| aim.range)?;
                Some((u, at, aim))
            })
            .collect();
        let mut attack = self.reckon(state, combat.attackers.clone(), bombarding, hexes);
        attack.chosen = combat.chosen;
        attack
    }

    /// Every way to pay an exchange: sets of adjacent attackers whose printed strength reaches the
    /// price, none of which could be spared; all of them if together they fall short, or if the first sixteen do.
    pub fn payments(&self, state: &State, combat: &Combat) -> Vec<Vec<UnitId>> {
        let able: Vec<UnitId> =
            combat.attackers.iter().map(|&(u, _)| u).filter(|&u| state.hex(u).is_some()).collect();
        let strength = |u: UnitId| u16::from(self.unit(u).strength);
        let total: u16 = able.iter().map(|&u| strength(u)).sum();
        if able.is_empty() || combat.price == 0 {
            return Vec::new();
        }
        if total <= combat.price {
            return vec![able];
        }
        let mut ways = Vec::new();
        // Of two in a hex at most twelve can be next to one.
        for set in 1_u32..1 << able.len().min(16) {
            let units: Vec<UnitId> =
                able.iter().enumerate().filter(|(i, _)| set & (1 << i) != 0).map(|(_, &u)| u).collect();
            let sum: u16 = units.iter().map(|&u| strength(u)).sum();
            if sum >= combat.price && units.iter().all(|&u| sum - strength(u) < combat.price) {
                ways.push(units);
            }
        }
        if ways.is_empty() { vec![able] } else { ways }
    }

    /// Judges how an exchange is paid.
    ///
    /// # Errors
    /// 7.6: units that did not attack next to the enemy, too little, or more than needed.
    pub fn pay(
        &self,
        state: &State,
        combat: &Combat,
        units: &[UnitId],
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let case = case!("7.6");
        let took_part = |u: &UnitId| combat.attackers.iter().any(|(a, _)| a == u) && state.hex(*u).is_some();
        let stranger = units.iter().find(|u| !took_part(u));
        rule_check.check(case, "only attackers next to the enemy pay", stranger.is_none(), || {
            let unit = stranger.map_or(String::new(), |&u| self.unit(u).called());
            format!("{unit} did not attack next to the enemy and cannot pay")
        })?;
        let distinct = units.iter().collect::<std::collections::HashSet<_>>().len() == units.len();
        rule_check.check(case, "no unit is named twice", distinct, || "a unit is named twice".to_owned())?;
        let sum: u16 = units.iter().map(|&u| u16::from(self.unit(u).strength)).sum();
        let total: u16 = combat
            .attackers
            .iter()
            .filter(|(u, _)| state.hex(*u).is_some())
            .map(|&(u, _)| u16::from(self.unit(u).strength))
            .sum();
        rule_check.check(
            case,
            "the strength paid reaches the strength destroyed",
            sum >= combat.price.min(total),
            || format!("strength {sum} does not pay for {}", combat.price),
        )?;
        let spare = units.iter().find(|&&u| sum - u16::from(self.unit(u).strength) >= combat.price);
        rule_check.check(case, "no unit is paid that the sum does not need", spare.is_none(), || {
            let unit = spare.map_or(String::new(), |&u| self.unit(u).called());
            format!("{unit} is not needed to pay for {}", combat.price)
        })
    }

    /// The possible advances (7.75): victorious units that took part, into hexes the enemy left empty.
    pub fn advances(&self, state: &State, combat: &Combat) -> Vec<(UnitId, Hex)> {
        let attackers_won = combat.voided
            || matches!(combat.thrown, Some((_, CombatResult::De | CombatResult::Dr | CombatResult::Ex)));
        let (victors, vacated): (Vec<UnitId>, Vec<Hex>) = if attackers_won {
            (combat.attackers.iter().map(|&(u, _)| u).collect(), combat.hexes.clone())
        } else {
            (combat.defenders.clone(), combat.attackers.iter().map(|&(_, h)| h).collect())
        };
        let mut moves = Vec::new();
        for unit in victors {
            let of = self.unit(unit);
            let Some(at) = state.hex(unit) else { continue };
            if of.traits.never_advances.is_some()
                || of.traits.immobile.is_some()
                || state.marks(unit).retreated
            {
                continue;
            }
            for (direction, to) in self.map().grid.neighbours(at) {
                let vacant = vacated.contains(&to) && state.count(to) == 0;
                // An advance obeys terrain (a ruling), not zones; but the ineffective stay out of
                // zones (11.2).
                let open = self.scenario.field.cost(at, direction).is_some()
                    && (of.traits.roads_only.is_none() || self.scenario.field.has_way(at, direction))
                    && !(state.marks(unit).ineffective && self.in_enemy_zone(state, of.side, to));
                if vacant && open {
                    moves.push((unit, to));
                }
            }
        }
        moves
    }

    /// Judges an advance. Returns the hex.
    ///
    /// # Errors
    /// 7.75, or the exclusive case that keeps the unit where it is.
    pub fn advance(
        &self,
        state: &State,
        combat: &Combat,
        unit: UnitId,
        to: Option<Hex>,
        rule_check: &mut RuleCheck,
    ) -> Result<Hex, Refusal> {
        let moves = self.advances(state, combat);
        let mine: Vec<Hex> = moves.iter().filter(|(u, _)| *u == unit).map(|(_, h)| *h).collect();
        let traits = self.unit(unit).traits;
        let case =
            traits.never_advances.or(traits.immobile).filter(|_| mine.is_empty()).unwrap_or(case!("7.75"));
        rule_check.check(
            case,
            "the unit was victorious in this combat and is next to a vacated hex",
            !mine.is_empty(),
            || {
                format!(
                    "{} may not advance: it is not a victorious unit of this combat next to a vacated hex",
                    self.unit(unit).called()
                )
            },
        )?;
        match (to, mine.as_slice()) {
            (None, [only]) => Ok(*only),
            (None, _) => {
                let message = format!(
                    "{} could advance into {}; choose one",
                    self.unit(unit).called(),
                    self.numbers(&mine)
                );
                Err(Refusal::new(case!("7.76"), message))
            }
            (Some(to), _) => {
                rule_check.check(
                    case!("7.75"),
                    "the hex was vacated and can be entered",
                    mine.contains(&to),
                    || format!("{} was not vacated, or cannot be entered from there", self.number(to)),
                )?;
                Ok(to)
            }
        }
    }

    /// 11.1: attackers thrown back lose their effectiveness if they attacked from an enemy zone.
    pub(crate) fn losing_effectiveness(&self, state: &State, combat: &Combat) -> Vec<UnitId> {
        combat
            .attackers
            .iter()
            .filter(|&&(u, hex)| self.in_enemy_zone(state, self.unit(u).side, hex))
            .map(|&(u, _)| u)
            .collect()
    }

    /// 11.31: ineffective units that began the combat phase in an enemy zone and are in one still.
    pub(crate) fn must_leave(&self, state: &State) -> Vec<UnitId> {
        self.on_map(state, state.phasing)
            .filter(|&(u, hex)| {
                let marks = state.marks(u);
                marks.must_leave && marks.ineffective && self.in_enemy_zone(state, state.phasing, hex)
            })
            .map(|(u, _)| u)
            .collect()
    }

    /// 19.11: units that give way and are next to the enemy in their own side's combat phase.
    pub(crate) fn must_give_way(&self, state: &State) -> Vec<(UnitId, Case)> {
        let side: Side = state.phasing;
        self.on_map(state, side)
            .filter_map(|(u, hex)| {
                let case = self.unit(u).traits.gives_way?;
                self.in_enemy_zone(state, side, hex).then_some((u, case))
            })
            .collect()
    }
}
