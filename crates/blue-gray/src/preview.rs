//! What a legal order would do, as `game.preview` tells it. It asks the very functions that carry
//! the order out.

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{BySide, Case, Citation, RuleCheck, Side, capital, case, every_way};

use crate::Event;
use crate::battle::Battle;
use crate::combat::{Attack, Multiple, Target};
use crate::describe::{EventView, meaning};
use crate::execution::Execution;
use crate::movement::March;
use crate::order::{Ask, Order, Push};
use crate::standing_orders::{Instructions, PlannedRetreat};
use crate::state::State;
use crate::tables::{Column, CombatResult, Tables};
use crate::unit::UnitId;

/// What a legal order would do.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Preview<'a> {
    /// Of a move: the way and what it costs.
    Move(MovePreview<'a>),
    /// Of an attack: its odds and the spread of its outcomes.
    Attack(Box<AttackPreview<'a>>),
    /// Of a throw to retreat before combat.
    Throw {
        /// Every possible result with its chance.
        chances: Vec<ThrowChance>,
    },
    /// Of other orders, where no die is needed.
    Events {
        /// Events that the order would cause.
        events: Vec<EventView<'a>>,
    },
    /// Of standing orders: where each unit of the side would retreat now.
    Retreats {
        /// Planned retreats of units on the map.
        retreats: Vec<RetreatPlanned<'a>>,
    },
    /// Nothing can be told in advance.
    Nothing {},
}

/// Where a unit would retreat now by standing orders, if it alone had to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RetreatPlanned<'a> {
    /// The case; of a unit that would be lost, that of its loss.
    pub case: Case,
    /// Who would make room; absent if nobody has to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub displaced: Option<Push<&'a str, &'a str>>,
    pub from: &'a str,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// The same content in one sentence.
    pub text: String,
    /// Where it would go; null if its side would be asked, or if it has no way out.
    pub to: Option<&'a str>,
    pub unit: &'a str,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MovePreview<'a> {
    /// Movement points spent by the unit.
    pub cost: u8,
    /// The hexes entered in order, start excluded.
    pub path: Vec<&'a str>,
    /// The same with what each costs.
    pub steps: Vec<StepView<'a>>,
    /// It ends in an enemy zone of control.
    pub stop: bool,
    /// It is strategic movement (r6.4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strategic: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StepView<'a> {
    /// The case that sets the cost.
    pub case: Case,
    pub cost: u8,
    pub hex: &'a str,
    /// What the movement points pay for.
    pub text: &'a str,
}

/// One outcome of a throw to retreat before combat.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ThrowChance {
    pub case: Case,
    pub result: ThrowResult,
    /// On how many faces of the die.
    pub sixths: u8,
    /// The same result in plain words.
    pub text: &'static str,
}

/// What a throw to retreat before combat brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThrowResult {
    Retreat,
    Stand,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct AttackPreview<'a> {
    /// The attack's strength, never multiplied (7.4).
    pub attack: u16,
    pub attackers: Vec<AttackerView<'a>>,
    /// The column that the odds give.
    pub best_column: &'a str,
    /// The cases that `odds` and `columns` are about.
    pub cases: AttackCases<'a>,
    /// The results that can come, each with its chance.
    pub chances: Vec<ResultChance>,
    /// The column that is thrown on: that of the odds, or a lower one that was chosen (7.9).
    pub column: &'a str,
    /// The columns that can be chosen, best first (7.9).
    pub columns: Vec<ColumnView<'a>>,
    /// The defence, each hex by its best multiple.
    pub defence: u16,
    /// The hexes that are being attacked.
    pub defenders: Vec<DefenderView<'a>>,
    /// The column that the least additional strength reaches, and what is missing for it; null at the best odds.
    pub next_column: Option<NextColumn<'a>>,
    /// Odds as printed, for example `3-1`.
    pub odds: String,
    /// The result of each face of the die.
    pub results: Vec<FaceResult>,
    /// Lines of sight of the bombarding batteries.
    pub sight: Vec<BombardmentLine<'a>>,
}

/// A better column, and what is missing for it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NextColumn<'a> {
    pub column: &'a str,
    /// The strength points that the attack lacks.
    pub missing: u16,
}

/// The cases that fields of an attack's preview are about, each under its field's name.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct AttackCases<'a> {
    /// The choice of a lower column.
    pub columns: Citation<'a>,
    pub odds: Citation<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AttackMode {
    Adjacent,
    /// From afar (8.1).
    Bombardment,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AttackerView<'a> {
    /// The case that allows a bombardment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<Case>,
    pub mode: AttackMode,
    /// Hexes to the target, for a bombardment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<u32>,
    /// Strength points that the unit contributes.
    pub strength: u8,
    pub unit: &'a str,
    /// What takes some of its strength; absent if nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weakened: Option<Weakened>,
}

/// A battery that brings less than its strength.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Weakened {
    pub case: Case,
    pub printed: u8,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DefenderView<'a> {
    /// The best multiple; they never add up (7.4).
    pub best: u8,
    pub hex: &'a str,
    pub multiples: Vec<Multiple>,
    /// Strength points that count, before multiplication.
    pub strength: u16,
    /// Strength points after every multiple applies.
    pub total: u16,
    pub units: Vec<DefendingUnit<'a>>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DefendingUnit<'a> {
    /// Whether its strength counts (7.74).
    pub counts: bool,
    pub strength: u8,
    pub unit: &'a str,
}

/// A result that can come of an attack.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ResultChance {
    pub result: CombatResult,
    /// On how many faces of the die.
    pub sixths: usize,
    /// What it would mean for these units.
    pub text: String,
}

/// A column of the combat results table.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ColumnView<'a> {
    pub column: &'a str,
    /// The result of each face of the die.
    pub results: &'a [CombatResult; 6],
}

impl<'a> ColumnView<'a> {
    pub(crate) fn of(tables: &'a Tables, column: Column) -> ColumnView<'a> {
        ColumnView { column: tables.column_name(column), results: tables.results(column) }
    }
}

/// The result of one face of the die.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct FaceResult {
    /// Face of the die, 1 to 6.
    pub die: u8,
    pub result: CombatResult,
}

/// The line of sight of a bombardment.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BombardmentLine<'a> {
    /// Whether the line of sight crosses water.
    pub crosses: bool,
    /// The hex of the bombarding battery.
    pub from: &'a str,
    /// The hex the battery aims at.
    pub hex: &'a str,
    /// The hexes that the line passes.
    pub passes: Vec<&'a str>,
    pub unit: &'a str,
}

impl Battle {
    /// The preview of an order that was found legal.
    pub(crate) fn previewed(&self, state: &State, side: Side, order: &Order<UnitId, Hex>) -> Preview<'_> {
        let quiet = &mut RuleCheck::quiet();
        match order {
            Order::Move { unit, to, path } => {
                match self.march(state, side, *unit, *to, path.as_deref(), quiet) {
                    Ok(march) => Preview::Move(self.move_preview(state, *unit, &march)),
                    Err(_) => Preview::Nothing {},
                }
            }
            Order::Attack { attackers, defenders, column } => {
                match self.declare(state, side, attackers, defenders, column.as_deref(), quiet) {
                    Ok(attack) => Preview::Attack(Box::new(self.attack_preview(state, &attack))),
                    Err(_) => Preview::Nothing {},
                }
            }
            Order::Instruct { instructions } => {
                Preview::Retreats { retreats: self.retreats_planned(state, side, instructions) }
            }
            Order::RetreatBeforeCombat {} => {
                let withdraws = state
                    .question()
                    .and_then(|q| q.units.first())
                    .and_then(|&u| self.unit(u).traits.withdraws);
                let Some((upto, case)) = withdraws else { return Preview::Nothing {} };
                let chance = |result, sixths, text| ThrowChance { case, result, sixths, text };
                Preview::Throw {
                    chances: vec![
                        chance(ThrowResult::Retreat, upto, "retreats before combat"),
                        chance(ThrowResult::Stand, 6 - upto.min(6), "stays and fights"),
                    ],
                }
            }
            _ => {
                // The other side's standing orders must not show.
                let state = &self.as_known_to(state, side);
                let mut dice = tabletop::LoadedDice::default();
                let events = self.resolve(state, side, order, &mut dice, quiet).unwrap_or_default();
                Preview::Events { events: events.iter().map(|e| self.event_view(e)).collect() }
            }
        }
    }

    fn retreats_planned(
        &self,
        state: &State,
        side: Side,
        instructions: &Instructions<UnitId, Hex>,
    ) -> Vec<RetreatPlanned<'_>> {
        let told = |(unit, from, plan): (UnitId, Hex, Option<PlannedRetreat>)| {
            let called = capital(&self.unit(unit).called());
            let lost = self.ways(state, unit).is_empty();
            let text = match plan {
                _ if lost => format!("{called} has no way out and would be eliminated."),
                None => format!("You are asked where {} retreats.", self.unit(unit).called()),
                Some(PlannedRetreat { to, displaced: None }) => {
                    format!("{called} retreats to {}.", self.number(to))
                }
                Some(PlannedRetreat { to, displaced: Some(push) }) => format!(
                    "{called} retreats to {}; {} makes room, to {}.",
                    self.number(to),
                    self.unit(push.unit).called(),
                    self.number(push.to)
                ),
            };
            let case = if lost { self.case_of_loss(state, unit) } else { case!("7.71") };
            let displaced = plan.and_then(|plan| plan.displaced);
            RetreatPlanned {
                case,
                displaced: displaced
                    .map(|push| Push { unit: self.unit(push.unit).id.as_str(), to: self.number(push.to) }),
                from: self.number(from),
                system: self.scenario.system_of(case),
                text,
                to: plan.map(|plan| self.number(plan.to)),
                unit: &self.unit(unit).id,
            }
        };
        self.planned_retreats(state, side, instructions).into_iter().map(told).collect()
    }

    fn move_preview(&self, state: &State, unit: UnitId, march: &March) -> MovePreview<'_> {
        let March { path, cost, strategic, .. } = march;
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
            steps.push(StepView { case, cost: points, hex: self.number(hex), text });
            at = Some(hex);
        }
        let stop = path.last().is_some_and(|&h| self.in_enemy_zone(state, self.unit(unit).side, h));
        MovePreview { cost: *cost, path: self.hex_numbers(path), steps, stop, strategic: *strategic }
    }

    /// An attack with its odds and the whole spread of its outcomes.
    pub(crate) fn attack_preview(&self, state: &State, attack: &Attack) -> AttackPreview<'_> {
        let tables = &self.scenario.tables;
        let column = attack.final_column();
        let ends = self.ends(state, attack);
        let adjacent = attack.adjacent.iter().map(|&(u, _)| (u, AttackMode::Adjacent, None));
        let bombarding = attack.bombarding.iter().map(|&(u, _, aim)| (u, AttackMode::Bombardment, Some(aim)));
        let attackers = adjacent.chain(bombarding).map(|(unit, mode, aim)| {
            let printed = self.unit(unit).strength;
            let weakened = aim.and_then(|aim| self.weakened(unit, aim.range));
            AttackerView {
                case: aim.map(|aim| aim.case),
                mode,
                range: aim.map(|aim| aim.range),
                strength: weakened.and_then(|left| u8::try_from(left).ok()).unwrap_or(printed),
                unit: &self.unit(unit).id,
                weakened: weakened.map(|_| Weakened { case: case!("r9.19"), printed }),
            }
        });
        use CombatResult::{Ae, Ar, De, Dr, Ex};
        let chances = [De, Dr, Ex, Ar, Ae].into_iter().filter_map(|result| {
            let of: Vec<&End> = ends.iter().filter(|end| end.result == result).collect();
            let text = self.outcome_text(attack, of.first()?);
            Some(ResultChance { result, sixths: of.len(), text })
        });
        let sight = attack.bombarding.iter().map(|&(u, at, aim)| {
            let sight = self.scenario.field.sight(at, aim.hex);
            BombardmentLine {
                crosses: aim.over_water,
                from: self.number(at),
                hex: self.number(aim.hex),
                passes: sight.map_or(Vec::new(), |sight| self.hex_numbers(&sight.passes)),
                unit: &self.unit(u).id,
            }
        });
        let cited = |case| Citation { case, system: self.scenario.system_of(case) };
        AttackPreview {
            attack: attack.attack,
            attackers: attackers.collect(),
            best_column: tables.column_name(attack.column),
            cases: AttackCases { columns: cited(case!("7.9")), odds: cited(case!("7.6")) },
            chances: chances.collect(),
            column: tables.column_name(column),
            columns: tables.columns_down(attack.column).map(|c| ColumnView::of(tables, c)).collect(),
            defence: attack.defence,
            defenders: attack.targets.iter().map(|target| self.defender_view(target)).collect(),
            next_column: tables.next_column(attack.attack, attack.defence).map(|(next, least)| NextColumn {
                column: tables.column_name(next),
                missing: least.saturating_sub(attack.attack),
            }),
            odds: Tables::odds(attack.attack, attack.defence),
            results: ends.iter().map(|end| FaceResult { die: end.die, result: end.result }).collect(),
            sight: sight.collect(),
        }
    }

    fn defender_view(&self, target: &Target) -> DefenderView<'_> {
        let unit = |&(unit, counts): &(UnitId, bool)| {
            let unit = self.unit(unit);
            DefendingUnit { counts, strength: unit.strength, unit: &unit.id }
        };
        DefenderView {
            best: target.best,
            hex: self.number(target.hex),
            multiples: target.multiples.clone(),
            strength: target.strength,
            total: target.total(),
            units: target.units.iter().map(unit).collect(),
        }
    }

    /// The attack carried out once for each face of its die, up to the next question.
    fn ends(&self, state: &State, attack: &Attack) -> Vec<End> {
        // Both sides are treated as if asked everything: their standing orders must not show.
        let mut asking = state.clone();
        asking.instructions = BySide::default();
        let mut ends = Vec::new();
        every_way(
            |dice| {
                let mut execution = Execution::new(self, &asking, dice);
                execution.attack(attack);
                // The preview assumes that no unit retreats before combat.
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

    /// The effect of a result on the units of this attack.
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

/// The immediate result of a face of the die.
struct End {
    die: u8,
    result: CombatResult,
    /// Units eliminated before the next question.
    lost: Vec<UnitId>,
}

impl End {
    /// The result of these events; `None` where no die was thrown.
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
