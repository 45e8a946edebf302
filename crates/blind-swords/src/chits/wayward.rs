//! Wayward Moves: the enemy leads a unit astray (10.5b, K48).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::event::Event;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept};
use crate::sequence::procedure::{March, MarchKind, MarchStage, Wayward};
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// Where a unit can be led astray: any adjacent hex without its enemies where there is room for
    /// it. What it costs, frost, slopes and enemies next to it do not matter, nor the halves of
    /// regiments (6.1d, K48).
    fn wayward_ways(&self, state: &State, unit: UnitId) -> Vec<Hex> {
        let Some(hex) = state.hex(unit) else { return Vec::new() };
        let side = self.unit(unit).side;
        self.around(hex)
            .filter(|&to| !self.enemy_in(state, side, to) && self.may_stand(state, unit, to, true))
            .collect()
    }

    /// Whether that side has an enemy unit that it could lead astray (K47).
    pub(super) fn can_lead_astray(&self, state: &State, side: Side) -> bool {
        self.on_map(state, side.other()).any(|(unit, _)| !self.wayward_ways(state, unit).is_empty())
    }
}

impl Ask for Wayward {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "wayward"
    }

    fn case(&self, _: &State) -> Case {
        case!("10.5b")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "move one enemy unit astray by one hex".to_owned()
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Wayward
    }

    /// Every unit of the enemy's, to every hex.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        let moves = battle.on_map(state, self.side.other()).flat_map(|(unit, _)| {
            let ways = battle.wayward_ways(state, unit).into_iter();
            ways.map(move |to| Candidate::Legal(Order::Wayward { unit, to }))
        });
        moves.chain([Candidate::Try(Order::Pass {})]).collect()
    }

    /// The side chooses the enemy unit and the hex, or leaves it.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let side = self.side;
        match *order {
            Order::Pass {} => accept(move |execution| {
                execution.pop();
                execution.apply(Event::Passed { side, case: case!("10.5b") });
            }),
            Order::Wayward { unit, to } => {
                let (of, name) = (battle.unit(unit).side, &battle.unit(unit).name);
                let at = judging.state.hex(unit);
                let open = battle.wayward_ways(judging.state, unit).contains(&to);
                judging.rule_check.check(
                    case!("10.5b"),
                    "it is an enemy unit on the map",
                    of != side && at.is_some(),
                    || format!("{name} is not an enemy unit on the map"),
                )?;
                judging.rule_check.check(
                    case!("K48"),
                    "it goes to an adjacent hex in play, without its enemies and with room for it",
                    open,
                    || format!("{name} cannot be led to {}", battle.number(to)),
                )?;
                accept(move |execution| {
                    execution.pop();
                    let Some(at) = at else { return };
                    execution.push(March {
                        side: of,
                        units: vec![unit],
                        at,
                        path: vec![(to, 0)],
                        exit: false,
                        kind: MarchKind::Wayward,
                        stage: MarchStage::Leaving,
                        withdrawn: Vec::new(),
                        stirred: false,
                    });
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }
}
