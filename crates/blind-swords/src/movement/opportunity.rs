//! Opportunity Fire: at a unit about to leave a hex next to its enemies (13.7, K63).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::{Order, Part, StandingOrder, StandingOrders};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{FireKind, Opportunity};
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// The enemies of a unit who stand next to a hex.
    pub(crate) fn onlookers(&self, state: &State, mover: UnitId, hex: Hex) -> Vec<UnitId> {
        let side = self.unit(mover).side;
        self.enemies_around(state, side, hex).flat_map(|near| state.stack(near)).copied().collect()
    }

    /// Whether enemies next to the hex could fire at a unit that leaves it.
    pub(super) fn may_be_fired_on(&self, state: &State, mover: UnitId, hex: Hex) -> bool {
        let enemies = self.onlookers(state, mover, hex);
        let side = self.unit(mover).side.other();
        !enemies.is_empty() && self.can_fire(state, side, &FireKind::Opportunity(mover), &enemies)
    }

    /// Offers Opportunity Fire at a unit about to leave a hex; says whether there is any.
    pub(crate) fn offer_opportunity_fire(&self, execution: &mut Execution, mover: UnitId, hex: Hex) -> bool {
        let may = self.may_be_fired_on(&execution.state, mover, hex);
        if may {
            execution.push(Opportunity { side: self.unit(mover).side.other(), mover, hex });
        }
        may
    }
}

impl Ask for Opportunity {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "opportunity"
    }

    fn case(&self, _: &State) -> Case {
        case!("13.7")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("Opportunity Fire at {} as it leaves?", battle.unit(self.mover).name)
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (vec![self.mover], vec![self.hex])
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Opportunity(self.mover, self.hex)
    }

    fn standing_order(&self, _: &Battle, _: &State, told: &StandingOrders) -> StandingOrder {
        told.opportunity_fire
    }

    /// Everything that can fire at once, then each fire by itself, then none.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let (side, kind) = (self.side, FireKind::Opportunity(self.mover));
        let enemies = battle.onlookers(state, self.mover, self.hex);
        let mut single = battle.possible_shots(state, side, &kind, &enemies);
        let full = battle.fullest_fire(state, side, &kind, &enemies);
        // The strongest single fires first: whole hexes before their units.
        single.sort_by_key(|shot| std::cmp::Reverse(shot.units.len()));
        let together = (full.len() > 1).then_some(Candidate::Try(Order::Fire { shots: full }));
        let single = single.into_iter().map(|shot| Candidate::Legal(Order::Fire { shots: vec![shot] }));
        together.into_iter().chain(single).chain([Candidate::Try(Order::Pass {})]).collect()
    }

    /// All the fire of the other side, announced at once, or none.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.side;
        match order {
            Order::Pass {} => accept(move |execution| {
                execution.pop();
                execution.apply(Event::Passed { side, case: case!("13.7") });
            }),
            Order::Fire { shots } => {
                let kind = FireKind::Opportunity(self.mover);
                battle.check_shots(judging, side, &kind, shots)?;
                accept(move |execution| {
                    execution.pop();
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
        Some(FireKind::Opportunity(self.mover))
    }
}
