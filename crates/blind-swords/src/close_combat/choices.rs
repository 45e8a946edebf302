//! What is asked in a Close Combat: withdrawal, Defensive Fire, the Assaulting Hex (14.3a to 14.3c).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::{Order, Part, StandingOrder, StandingOrders};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::procedure::{CloseCombat, CloseCombatStage, FireKind};
use crate::state::State;
use crate::unit::UnitId;

impl CloseCombat {
    /// The Close Combat as it goes on, at that stage.
    fn at(&self, stage: CloseCombatStage) -> CloseCombat {
        CloseCombat { stage, ..self.clone() }
    }
}

/// 14.3b: a mounted defender may withdraw.
pub(crate) struct Rider<'a> {
    pub close_combat: &'a CloseCombat,
    pub unit: UnitId,
}

impl Ask for Rider<'_> {
    fn side(&self) -> Side {
        self.close_combat.side.other()
    }

    fn kind(&self) -> &'static str {
        "rider"
    }

    fn case(&self, _: &State) -> Case {
        case!("14.3b")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("may {} withdraw instead of fighting?", battle.unit(self.unit).name)
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (vec![self.unit], vec![self.close_combat.target])
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Rider(self.unit)
    }

    fn standing_order(&self, _: &Battle, _: &State, told: &StandingOrders) -> StandingOrder {
        told.withdrawal
    }

    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let refuges = battle.refuges(state, self.close_combat, self.unit).into_iter();
        tries(refuges.map(|to| Order::Withdraw { unit: self.unit, to }).chain([Order::Pass {}]))
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Rider { close_combat, unit: rider } = *self;
        match *order {
            Order::Pass {} => accept(|execution| execution.set(close_combat.at(CloseCombatStage::Riders))),
            Order::Withdraw { unit, to } => {
                judging.rule_check.check(
                    case!("14.3b"),
                    "it is this unit that may withdraw",
                    unit == rider,
                    || format!("{} may withdraw now", battle.unit(rider).name),
                )?;
                let open = battle.refuges(judging.state, close_combat, rider).contains(&to);
                judging.rule_check.check(
                    case!("14.3b"),
                    "the hex is one away from the attackers, and it may stand there",
                    open,
                    || format!("{} cannot withdraw to {}", battle.unit(rider).name, battle.number(to)),
                )?;
                accept(move |execution| {
                    execution.set(close_combat.at(CloseCombatStage::Riders));
                    let from = close_combat.target;
                    execution.apply(Event::Withdrew { unit: rider, from, to, case: case!("14.3b") });
                    battle.drive_off_skirmishers(execution, rider);
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Defensive(self.close_combat.target))
    }
}

/// 14.3a: the defender announces Defensive Fire.
pub(crate) struct DefensiveFire<'a>(pub &'a CloseCombat);

impl Ask for DefensiveFire<'_> {
    fn side(&self) -> Side {
        self.0.side.other()
    }

    fn kind(&self) -> &'static str {
        "defensive-fire"
    }

    fn case(&self, _: &State) -> Case {
        case!("14.3a")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("Defensive Fire for {}", battle.number(self.0.target))
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (self.0.units.clone(), vec![self.0.target])
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Defensive(self.0.target)
    }

    fn standing_order(&self, _: &Battle, _: &State, told: &StandingOrders) -> StandingOrder {
        told.defensive_fire
    }

    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let kind = FireKind::Defensive(self.0.target);
        let firers = battle.defensive_firers(state, self.0);
        let shots = battle.possible_shots(state, self.side(), &kind, &firers).into_iter();
        let fires = shots.map(|shot| Candidate::Legal(Order::Fire { shots: vec![shot] }));
        fires.chain([Candidate::Try(Order::Pass {})]).collect()
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let (close_combat, side) = (self.0, self.side());
        match order {
            Order::Pass {} => accept(move |execution| {
                execution.set(close_combat.at(CloseCombatStage::Assaulting));
                execution.apply(Event::Passed { side, case: case!("14.3a") });
            }),
            Order::Fire { shots } => {
                let kind = FireKind::Defensive(close_combat.target);
                battle.check_shots(judging, side, &kind, shots)?;
                accept(move |execution| {
                    execution.set(close_combat.at(CloseCombatStage::Assaulting));
                    battle.volley(execution, side, kind, shots.clone());
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn parts(&self, _: &Battle, _: &State) -> Option<Vec<Part>> {
        Some(vec![Part::Answer, Part::Order(Order::Pass {})])
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Defensive(self.0.target))
    }
}

/// 14.3c: the attacker names the Assaulting Hex.
pub(crate) struct AssaultingHex<'a> {
    pub close_combat: &'a CloseCombat,
    pub hexes: &'a [Hex],
}

impl Ask for AssaultingHex<'_> {
    fn side(&self) -> Side {
        self.close_combat.side
    }

    fn kind(&self) -> &'static str {
        "assaulting"
    }

    fn case(&self, _: &State) -> Case {
        case!("14.3c")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "name the Assaulting Hex".to_owned()
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (Vec::new(), self.hexes.to_vec())
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Assaulting(self.close_combat.target)
    }

    fn candidates(&self, _: &Battle, _: &State) -> Vec<Candidate> {
        tries(self.hexes.iter().map(|&hex| Order::Assaulting { hex }))
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::Assaulting { hex } = *order else { return Err(battle.not_asked(judging, order)) };
        judging.rule_check.check(
            case!("14.3c"),
            "a committed unit attacks from the hex",
            self.hexes.contains(&hex),
            || format!("no committed unit attacks from {}", battle.number(hex)),
        )?;
        accept(move |execution| {
            let close_combat = self.close_combat.at(CloseCombatStage::Lead);
            execution.set(CloseCombat { assaulting: Some(hex), ..close_combat });
            execution.apply(Event::AssaultFrom { hex });
        })
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Defensive(self.close_combat.target))
    }
}
