//! What a legal order would do, as `game.preview` tells it. It asks the very functions that carry the order out.

use hexmap::Hex;
use serde_json::{Value, json};
use tabletop::{RuleCheck, Side, every_way};

use crate::Event;
use crate::battle::Battle;
use crate::combat::Attack;
use crate::describe::meaning;
use crate::execution::Execution;
use crate::order::Order;
use crate::state::{Ask, State};
use crate::tables::{CombatResult, Tables};
use crate::unit::UnitId;

impl Battle {
    /// The preview of an order that was found legal.
    pub(crate) fn preview_value(&self, state: &State, side: Side, order: &Order<UnitId, Hex>) -> Value {
        let quiet = &mut RuleCheck::quiet();
        match order {
            Order::Move { unit, to, path } => {
                match self.march(state, side, *unit, *to, path.as_deref(), quiet) {
                    Ok(march) => self.march_value(state, *unit, &march.path, march.cost),
                    Err(_) => json!({}),
                }
            }
            Order::Attack { attackers, defenders, column } => {
                match self.declare(state, side, attackers, defenders, column.as_deref(), quiet) {
                    Ok(attack) => self.attack_value(state, &attack),
                    Err(_) => json!({}),
                }
            }
            Order::RetreatBeforeCombat {} => {
                let withdraws = state
                    .question()
                    .and_then(|q| q.units.first())
                    .and_then(|&u| self.unit(u).traits.withdraws);
                match withdraws {
                    Some((upto, case)) => json!({ "chances": [
                        { "result": "retreat", "sixths": upto, "text": "retreats before combat", "case": case },
                        { "result": "stand", "sixths": 6 - upto.min(6), "text": "stays and fights", "case": case },
                    ] }),
                    None => json!({}),
                }
            }
            _ => {
                let mut dice = tabletop::LoadedDice::default();
                let events = self.resolve(state, side, order, &mut dice, quiet).unwrap_or_default();
                json!({ "events": events.iter().map(|e| self.event_told(e)).collect::<Vec<_>>() })
            }
        }
    }

    fn march_value(&self, state: &State, unit: UnitId, path: &[Hex], cost: u8) -> Value {
        let mut at = state.hex(unit);
        let mut steps = Vec::new();
        for &hex in path {
            let (points, case, text) = match at {
                None => (self.entry_cost(state, hex), self.scenario.reinforcements.case, "comes on"),
                Some(from) => {
                    let direction = self.map().grid.direction(from, hex);
                    let points = direction.and_then(|d| self.scenario.field.cost(from, d)).unwrap_or(0);
                    let side = direction.map(|d| self.map().side(from, d)).unwrap_or_default();
                    let (case, text) = if side.road {
                        ("5.22", "by road")
                    } else if side.trail {
                        ("5.23", "by trail")
                    } else if side.creek {
                        ("5.25", "over the creek")
                    } else {
                        ("5.21", Tables::ground_name(self.map().ground(hex)))
                    };
                    (points, tabletop::Case::new(case), text)
                }
            };
            steps.push(json!({ "hex": self.number(hex), "cost": points, "case": case, "text": text }));
            at = Some(hex);
        }
        let stop = path.last().is_some_and(|&h| self.in_enemy_zone(state, self.unit(unit).side, h));
        let numbers: Vec<&str> = path.iter().map(|&h| self.number(h)).collect();
        json!({ "path": numbers, "cost": cost, "steps": steps, "stop": stop })
    }

    /// An attack with its odds and the whole spread of its outcomes.
    pub(crate) fn attack_value(&self, state: &State, attack: &Attack) -> Value {
        let tables = &self.scenario.tables;
        let column = attack.final_column();
        let id = |u: UnitId| self.unit(u).id.as_str();
        let mut attackers: Vec<Value> = attack
            .adjacent
            .iter()
            .map(|&(u, _)| json!({ "unit": id(u), "strength": self.unit(u).strength, "mode": "adjacent" }))
            .collect();
        attackers.extend(attack.bombarding.iter().map(|&(u, _, aim)| {
            json!({ "unit": id(u), "strength": self.unit(u).strength, "mode": "bombardment", "range": aim.range, "case": aim.case })
        }));
        let defenders: Vec<Value> = attack
            .targets
            .iter()
            .map(|t| {
                let units: Vec<Value> = t
                    .units
                    .iter()
                    .map(|&(u, counts)| json!({ "unit": id(u), "strength": self.unit(u).strength, "counts": counts }))
                    .collect();
                let multiples: Vec<Value> =
                    t.multiples.iter().map(|m| json!({ "by": m.by, "case": m.case, "text": m.text })).collect();
                json!({
                    "hex": self.number(t.hex), "units": units, "strength": t.strength,
                    "multiples": multiples, "best": t.best, "total": t.total(),
                })
            })
            .collect();
        let ends = self.ends(state, attack);
        let faces: Vec<Value> =
            ends.iter().map(|end| json!({ "die": end.die, "result": end.result })).collect();
        use CombatResult::{Ae, Ar, De, Dr, Ex};
        let chances: Vec<Value> = [De, Dr, Ex, Ar, Ae]
            .into_iter()
            .filter_map(|result| {
                let of: Vec<&End> = ends.iter().filter(|end| end.result == result).collect();
                let text = self.outcome_text(attack, of.first()?);
                Some(json!({ "result": result, "sixths": of.len(), "text": text }))
            })
            .collect();
        let columns: Vec<Value> = tables
            .columns_down(attack.column)
            .map(|c| json!({ "column": tables.column_name(c), "results": tables.results(c) }))
            .collect();
        let sight: Vec<Value> = attack
            .bombarding
            .iter()
            .map(|&(u, at, aim)| {
                let passes: Vec<&str> = self
                    .scenario
                    .field
                    .sight(at, aim.hex)
                    .map(|s| s.passes.iter().map(|&h| self.number(h)).collect())
                    .unwrap_or_default();
                json!({ "unit": id(u), "from": self.number(at), "hex": self.number(aim.hex), "passes": passes, "crosses": aim.over_water })
            })
            .collect();
        json!({
            "attackers": attackers, "attack": attack.attack,
            "defenders": defenders, "defence": attack.defence,
            "odds": Tables::odds(attack.attack, attack.defence),
            "column": tables.column_name(column), "best-column": tables.column_name(attack.column),
            "columns": columns, "results": faces, "chances": chances, "sight": sight,
        })
    }

    /// The attack carried out once for each face of its die, up to the next question.
    fn ends(&self, state: &State, attack: &Attack) -> Vec<End> {
        let mut ends = Vec::new();
        every_way(
            |dice| {
                let mut execution = Execution::new(self, state, dice);
                execution.attack(attack);
                // An attack is reckoned as if nobody withdrew before it.
                while let Some(question) = execution.state.question()
                    && question.ask == Ask::RetreatBeforeCombat
                {
                    let (units, case) = (question.units.clone(), question.case);
                    execution.stand(units, case);
                }
                End::of(&execution.events)
            },
            |end, _| ends.extend(end),
        );
        ends
    }

    /// What a result would mean for the units of this attack.
    fn outcome_text(&self, attack: &Attack, end: &End) -> String {
        let attackers: Vec<UnitId> = attack.adjacent.iter().map(|&(u, _)| u).collect();
        let defenders: Vec<UnitId> =
            attack.targets.iter().flat_map(|t| t.units.iter().map(|&(u, _)| u)).collect();
        let strength =
            |units: &[UnitId]| units.iter().map(|&u| u32::from(self.unit(u).strength)).sum::<u32>();
        let bombards_alone = attackers.is_empty();
        let result = end.result;
        let text = match result {
            CombatResult::Ae | CombatResult::Ar if bombards_alone => {
                "no effect: bombarding artillery suffers nothing".to_owned()
            }
            CombatResult::Ae => format!("{}: {}", meaning(result), self.called(&attackers)),
            CombatResult::De => format!("{}: {}", meaning(result), self.called(&defenders)),
            CombatResult::Ex if bombards_alone => {
                format!("the defenders are eliminated: {}", self.called(&defenders))
            }
            CombatResult::Ex => {
                let price = strength(&defenders).min(strength(&attackers));
                format!("{} eliminated; the attackers lose at least {price}", self.called(&defenders))
            }
            CombatResult::Ar => format!("{}: {}", meaning(result), self.called(&attackers)),
            CombatResult::Dr => format!("{}: {}", meaning(result), self.called(&defenders)),
        };
        match (result, end.lost.as_slice()) {
            (CombatResult::Ar | CombatResult::Dr, [_, ..]) => {
                format!("{text}; eliminated, with no way to retreat: {}", self.called(&end.lost))
            }
            _ => text,
        }
    }
}

/// What a face of the die brings at once.
struct End {
    die: u8,
    result: CombatResult,
    /// Who is eliminated before anybody is asked anything.
    lost: Vec<UnitId>,
}

impl End {
    /// What these events brought; nothing where no die was thrown.
    fn of(events: &[Event<UnitId, Hex>]) -> Option<End> {
        let at = events.iter().position(|event| matches!(event, Event::DieThrown { .. }))?;
        let Event::DieThrown { die, result, .. } = events[at] else { return None };
        let lost = events[at..].iter().take_while(|event| !matches!(event, Event::CombatEnded {}));
        let lost = lost.filter_map(|event| match event {
            Event::Eliminated { unit, .. } => Some(*unit),
            _ => None,
        });
        Some(End { die, result, lost: lost.collect() })
    }
}
