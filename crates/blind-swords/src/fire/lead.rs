//! The Lead Unit (12.2).

use hexmap::Hex;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::order::Order;
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, accept, tries};
use crate::sequence::procedure::{Activation, CloseCombat, Fire, FireKind, FireStage};
use crate::state::State;
use crate::unit::UnitId;

impl Battle {
    /// The Lead Unit of a hex: the largest printed SP of the sides showing. Several only where the
    /// tied units differ in something that can matter now or later, so that their owner is to choose
    /// (12.2, K33).
    pub(crate) fn leads(&self, state: &State, hex: Hex) -> Vec<UnitId> {
        let mut tied = self.largest(state, state.stack(hex));
        let traits = |u: UnitId| {
            let (printed, there) = (self.unit(u), state.unit(u));
            let condition = (there.worn, there.hits, there.skirmish, self.is_mounted(state, u));
            let kind = (printed.fragile, printed.arm, printed.brigade, printed.is_half());
            (self.cohesion(state, u), condition, kind)
        };
        if let Some(&first) = tied.first()
            && tied.iter().all(|&u| traits(u) == traits(first))
        {
            tied.truncate(1);
        }
        tied
    }

    /// The same of a hex under attack: whom its owner has chosen leads as long as it is one of the
    /// largest (K33).
    pub(crate) fn leads_of_close_combat(&self, state: &State, close_combat: &CloseCombat) -> Vec<UnitId> {
        let target = close_combat.target;
        let holds = |lead: &UnitId| self.largest(state, state.stack(target)).contains(lead);
        let chosen = close_combat.lead.filter(holds);
        chosen.map_or_else(|| self.leads(state, target), |lead| vec![lead])
    }
}

/// 12.2: the owner of tied units says which of them leads.
pub(crate) struct LeadChoice<'a> {
    pub owner: Side,
    pub hex: Hex,
    pub tied: &'a [UnitId],
    pub combat: Led<'a>,
}

/// What the Lead Unit is chosen for.
#[derive(Clone, Copy)]
pub(crate) enum Led<'a> {
    Fire(&'a Fire),
    /// A Close Combat that has been declared.
    Declared(&'a Activation),
    CloseCombat(&'a CloseCombat),
}

impl Ask for LeadChoice<'_> {
    fn side(&self) -> Side {
        self.owner
    }

    fn kind(&self) -> &'static str {
        "lead"
    }

    fn case(&self, _: &State) -> Case {
        case!("12.2")
    }

    fn words(&self, _: &Battle, _: &State) -> String {
        "choose the Lead Unit".to_owned()
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (self.tied.to_vec(), vec![self.hex])
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Choice
    }

    fn candidates(&self, _: &Battle, _: &State) -> Vec<Candidate> {
        tries(self.tied.iter().map(|&unit| Order::Lead { unit }))
    }

    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let Order::Lead { unit } = *order else { return Err(battle.not_asked(judging, order)) };
        judging.rule_check.check(
            case!("12.2"),
            "it is one of those with the largest printed strength",
            self.tied.contains(&unit),
            || format!("{} is not among {}, the largest", battle.unit(unit).name, battle.called(self.tied)),
        )?;
        accept(move |execution| match self.combat {
            Led::Fire(fire) => {
                execution.set(Fire { lead: Some(unit), stage: FireStage::Chits, ..fire.clone() });
            }
            Led::Declared(activation) => {
                let mut activation = activation.clone();
                activation.ties.remove(0);
                activation.leads.push((self.hex, unit));
                execution.set(activation);
            }
            Led::CloseCombat(close_combat) => execution.set(close_combat.led_by(unit)),
        })
    }

    fn fire_kind(&self) -> Option<FireKind> {
        match self.combat {
            Led::Fire(_) => None,
            Led::Declared(_) => Some(FireKind::Step),
            Led::CloseCombat(_) => Some(FireKind::Defensive(self.hex)),
        }
    }
}
