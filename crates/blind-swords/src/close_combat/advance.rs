//! Advance after Close Combat (15.8).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::{Order, StandingOrder, StandingOrders};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::Advance;
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Offers an advance, if anybody can make one.
    pub(super) fn offer_to_advance(&self, execution: &mut Execution, mut advance: Advance) {
        let able = |&u: &UnitId| !self.advances(&execution.state, &advance, u).is_empty();
        advance.units = advance.units.iter().copied().filter(able).collect();
        if !advance.units.is_empty() {
            execution.push(advance);
        }
    }

    /// A unit advances along that way. Where Skirmishers stand next to a hex of it, it goes on once
    /// they have made way; in the end the others may follow (16.2, K64, K67).
    fn advance_along(&self, execution: &mut Execution, left: Advance, unit: UnitId, path: &[Hex]) {
        let (Some((&to, on)), Some(from)) = (path.split_first(), execution.state.hex(unit)) else {
            return self.offer_to_advance(execution, left);
        };
        execution.apply(Event::Advanced { unit, from, to });
        match on.first() {
            None => self.offer_to_advance(execution, left),
            Some(_) if self.skirmishers_near(&execution.state, unit).is_empty() => {
                return self.advance_along(execution, left, unit, on);
            }
            Some(&next) => execution.push(Advance { onward: Some((unit, next)), ..left }),
        }
        self.drive_off_skirmishers(execution, unit);
    }

    /// A unit on its advance enters the second hex.
    pub(crate) fn step_advance(&self, execution: &mut Execution, mut advance: Advance) {
        execution.pop();
        if let Some((unit, to)) = advance.onward.take() {
            self.advance_along(execution, advance, unit, &[to]);
        }
    }

    /// The ways a unit can advance: into the hex that was left, and on to one next to it where two
    /// are allowed, be it the one it came from. Skirmishers alone in that one have left it by then
    /// (16.2, K67).
    fn advances(&self, state: &State, advance: &Advance, unit: UnitId) -> Vec<Vec<Hex>> {
        let side = advance.side;
        let Some(from) = state.hex(unit) else { return Vec::new() };
        if self.enemy_in(state, side, advance.hex) || self.distance(from, advance.hex) != 1 {
            return Vec::new();
        }
        let mut ways = Vec::new();
        if self.may_stand(state, unit, advance.hex, false) {
            ways.push(vec![advance.hex]);
        }
        if advance.reach > 1 {
            let open = |to: Hex| {
                if self.enemy_in(state, side, to) {
                    self.only_skirmishers(state, to)
                } else {
                    to == from || self.may_stand(state, unit, to, false)
                }
            };
            ways.extend(self.around(advance.hex).filter(|&to| open(to)).map(|to| vec![advance.hex, to]));
        }
        ways
    }
}

impl Ask for Advance {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "advance"
    }

    fn case(&self, _: &State) -> Case {
        case!("15.8")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("units may advance into {}", battle.number(self.hex))
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (self.units.clone(), vec![self.hex])
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Advance(self.hex)
    }

    /// Who advances, and how far, is for its owner to say each time.
    fn standing_order(&self, _: &Battle, _: &State, told: &StandingOrders) -> StandingOrder {
        if told.advance == StandingOrder::Never { StandingOrder::Never } else { StandingOrder::Ask }
    }

    /// Every way every unit can advance, and none.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let advances = self.units.iter().flat_map(|&unit| {
            battle.advances(state, self, unit).into_iter().map(move |path| Order::Advance { unit, path })
        });
        tries(advances.chain([Order::Pass {}]))
    }

    /// One unit advances, or a pass ends the advance.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.side;
        let (unit, path) = match order {
            Order::Pass {} => {
                return accept(move |execution| {
                    execution.pop();
                    execution.apply(Event::Passed { side, case: case!("15.8") });
                });
            }
            Order::Advance { unit, path } => (*unit, path),
            _ => return Err(battle.not_asked(judging, order)),
        };
        judging.rule_check.check(
            case!("15.8"),
            "the unit fought for the hex and may still advance",
            self.units.contains(&unit),
            || format!("{} may not advance", battle.unit(unit).name),
        )?;
        judging.rule_check.check(
            case!("15.8"),
            "it enters the hex that was left first",
            path.first() == Some(&self.hex),
            || format!("an advance enters {} first", battle.number(self.hex)),
        )?;
        let reach = usize::from(self.reach);
        judging.rule_check.check(
            case!("K79"),
            "it goes no farther than the result allows",
            path.len() <= reach,
            || format!("after this result a unit advances at most {}", tabletop::counted(reach, "hex")),
        )?;
        let open = battle.advances(judging.state, self, unit).contains(path);
        judging.rule_check.check(case!("15.8"), "the hex is free of enemies and has room", open, || {
            format!("{} cannot end its advance in {}", battle.unit(unit).name, battle.numbers(path))
        })?;
        accept(move |execution| {
            let mut left = self.clone();
            left.units.retain(|&u| u != unit);
            execution.pop();
            battle.advance_along(execution, left, unit, path);
        })
    }
}
