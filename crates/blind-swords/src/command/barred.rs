//! What a brigade cannot do, and why not: asked of the same rules that judge it (10.7, 11, 12 to 17).

use tabletop::{Refusal, RuleCheck, case};

use crate::battle::Battle;
use crate::chit::ChitKind;
use crate::data::tables::{Act, OrderRow};
use crate::order::{Order, Rally};
use crate::sequence::ask::Judging;
use crate::sequence::procedure::{Activation, Grant, Procedure};
use crate::state::{ChitPlace, Phase, State};
use crate::unit::{BrigadeId, UnitId};

/// Something that a brigade cannot do.
pub(crate) struct Barred {
    pub act: Act,
    /// Only to these of its units; to the whole brigade where there are none.
    pub units: Vec<UnitId>,
    /// The case, and why in a sentence.
    pub why: Refusal,
}

impl Barred {
    fn whole(act: Act, why: Refusal) -> Barred {
        Barred { act, units: Vec::new(), why }
    }
}

impl Battle {
    /// What an order bars, by the chart (11).
    pub(crate) fn barred_by(&self, row: &OrderRow) -> Vec<Barred> {
        let case = self.scenario.tables.order(row.order).case;
        let barred = Act::ORDERED.into_iter().filter(|&act| !row.allows(act));
        let text = |act: Act| format!("under {} units may not {}", row.order.word(), act.words());
        barred.map(|act| Barred::whole(act, Refusal::new(case, text(act)))).collect()
    }

    /// Why the order of the brigade that is asked bars what was ordered, in whichever step (11).
    pub(crate) fn barred_by_its_order(&self, state: &State, order: &Order) -> Option<Refusal> {
        let Some(Procedure::Activation(Activation { order: Some(given), .. })) = state.top() else {
            return None;
        };
        let act = match order {
            Order::Fire { .. } => Act::Fire,
            Order::Move { .. } | Order::Mount { .. } | Order::LeaveSkirmish { .. } => Act::Move,
            Order::Close { .. } => Act::Close,
            Order::Rally { rally: Rally::Recover, .. } => Act::Recover,
            Order::Rally { rally: Rally::Rebuild, .. } => Act::Rebuild,
            _ => return None,
        };
        let barred = self.barred_by(self.scenario.tables.order(*given));
        barred.into_iter().find(|barred| barred.act == act).map(|barred| barred.why)
    }

    /// What a brigade, or some of its units on the map, cannot do now or this turn, whatever its
    /// order.
    pub(crate) fn barred(&self, state: &State, brigade: BrigadeId) -> Vec<Barred> {
        let active = state.activation().filter(|active| active.brigade == brigade);
        let mut all = Vec::new();
        if active.is_none() {
            let gone = self.may_be_activated(state, brigade, &mut RuleCheck::quiet()).err();
            let out = gone.or_else(|| self.chit_is_out(state, brigade));
            all.extend(out.map(|why| Barred::whole(Act::Activate, why)));
        }
        if !self.is_in_game(state, brigade) {
            return all;
        }
        if active.is_some_and(|active| active.grant == Grant::Limited) {
            let text = "a Limited Activation is a Fire Combat Step and nothing else";
            all.push(Barred::whole(Act::Order, Refusal::new(case!("10.7"), text)));
        }
        self.barred_units(state, brigade, &mut all);
        all
    }

    /// What no unit of a brigade on the map can do, or some of them cannot.
    fn barred_units(&self, state: &State, brigade: BrigadeId, all: &mut Vec<Barred>) {
        let units = &self.brigade(brigade).units;
        let side = self.brigade(brigade).side;
        let here: Vec<UnitId> = units.iter().copied().filter(|&unit| state.hex(unit).is_some()).collect();
        let quiet = RuleCheck::quiet;
        let fires = |unit: UnitId| self.may_fire(state, unit, false, &mut quiet()).err();
        let moves = |unit: UnitId| self.require_able(state, &mut quiet(), &[unit]).err();
        let closes = |unit: UnitId| self.may_initiate(state, side, unit, &mut quiet()).err();
        all.extend(barred_to(Act::Fire, &here, fires));
        all.extend(barred_to(Act::Move, &here, moves));
        all.extend(barred_to(Act::Close, &here, closes));
        for (act, rally) in [(Act::Recover, Rally::Recover), (Act::Rebuild, Rally::Rebuild)] {
            let benefits = |unit: UnitId| {
                let judging = &mut Judging { state, rule_check: &mut quiet() };
                self.may_benefit(judging, unit, rally).err()
            };
            // Of units that are not hurt it goes without saying.
            let hurt = units.iter().copied().filter(|&unit| match rally {
                Rally::Recover => state.unit(unit).hits > 0,
                Rally::Rebuild => state.unit(unit).worn,
            });
            all.extend(barred_to(act, &hurt.collect::<Vec<_>>(), benefits));
        }
    }

    /// Why the chit that activates a brigade is not to come any more this turn: it stays out of the
    /// cup, or is done (10.7, K41, K102). A brigade of an attack under way waits for no chit.
    fn chit_is_out(&self, state: &State, brigade: BrigadeId) -> Option<Refusal> {
        let attacks = state.special.as_ref().is_some_and(|special| special.left.contains(&brigade));
        if attacks || state.phase == Phase::CommandDecision || state.phase == Phase::Over {
            return None;
        }
        let commands = |chit: &ChitKind| match chit {
            ChitKind::Command { brigades, .. } => brigades.contains(&brigade),
            _ => false,
        };
        let chit = self.chit_ids().find(|&chit| commands(&self.chit(chit).kind))?;
        let name = &self.chit(chit).name;
        match state.chit(chit).place {
            ChitPlace::Aside | ChitPlace::Excluded => {
                let opens = state.turn == 1 && self.scenario.opening_attack.is_some_and(|a| a.chit == chit);
                let case = if opens { case!("K102") } else { case!("K41") };
                Some(Refusal::new(case, format!("the chit of {name} is not in the cup this turn")))
            }
            ChitPlace::Discarded => {
                Some(Refusal::new(case!("10.7"), format!("the chit of {name} is done for this turn")))
            }
            ChitPlace::Cup | ChitPlace::Drawn | ChitPlace::Held => None,
        }
    }
}

/// An act as it is barred to some of these units, each case by itself; to all of them, as to the
/// brigade.
fn barred_to(act: Act, units: &[UnitId], why: impl Fn(UnitId) -> Option<Refusal>) -> Vec<Barred> {
    let refused: Vec<(UnitId, Refusal)> =
        units.iter().filter_map(|&unit| why(unit).map(|refusal| (unit, refusal))).collect();
    let whole = refused.len() == units.len();
    let mut all: Vec<Barred> = Vec::new();
    for (unit, refusal) in refused {
        match all.iter_mut().find(|known| known.why.case == refusal.case) {
            Some(known) => {
                known.why.message = format!("{}; {}", known.why.message, refusal.message);
                known.units.push(unit);
            }
            None => all.push(Barred { act, units: vec![unit], why: refusal }),
        }
    }
    if whole {
        all.iter_mut().for_each(|one| one.units.clear());
    }
    all
}
