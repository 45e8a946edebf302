//! The brigades as a view tells them, and the one that acts (5.0, 7.0, 10.7, 11).

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{Case, Reason, Side};

use crate::battle::Battle;
use crate::chit::BrigadeOrder;
use crate::command::barred::Barred;
use crate::data::tables::Act;
use crate::order::DeclaredCloseCombat;
use crate::protocol::codec::Named;
use crate::sequence::procedure::{Activation, Grant, Procedure, Step};
use crate::state::State;

/// A brigade (5.0).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BrigadeView<'a> {
    /// Whether it was already activated this turn.
    pub activated: bool,
    /// What it cannot do now or this turn, whatever its order; absent if there is nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<BarredView<'a>>,
    /// Its division; null where there are none.
    pub division: Option<&'a str>,
    /// Stable across versions of the program.
    pub id: &'a str,
    pub name: &'a str,
    pub side: Side,
}

/// Something that is barred, and why.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BarredView<'a> {
    pub act: Act,
    #[serde(flatten)]
    pub reason: Reason,
    /// Only to these of its units; absent where it is barred to the whole brigade.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<&'a str>,
}

/// An order of a brigade (11).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderView<'a> {
    pub barred: Vec<BarredView<'a>>,
    pub case: Case,
    pub order: BrigadeOrder,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ActivationView<'a> {
    /// Close Combats declared and not yet resolved.
    pub assaults: Named<'a, &'a [DeclaredCloseCombat]>,
    /// Added to the CR of its units.
    pub bonus: u8,
    pub brigade: &'a str,
    pub grant: Grant,
    /// The units in the midst of their move.
    pub moving: Option<MovingView<'a>>,
    pub name: &'a str,
    /// Its order, once it has one.
    pub order: Option<BrigadeOrder>,
    /// Factor applied to its movement allowances.
    pub pace: f64,
    pub side: Side,
    pub step: Step,
}

/// Units in the midst of their move.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MovingView<'a> {
    /// It is a Charge Move (13.10).
    pub charge: bool,
    /// The movement points that they have left.
    pub left: f64,
    pub units: Vec<&'a str>,
}

impl Battle {
    pub(super) fn brigades_view(&self, state: &State) -> Vec<BrigadeView<'_>> {
        self.brigade_ids()
            .map(|id| {
                let brigade = self.brigade(id);
                BrigadeView {
                    activated: state.used[id.index()],
                    barred: self.barred(state, id).into_iter().map(|one| self.barred_view(one)).collect(),
                    division: brigade.division.as_deref(),
                    id: &brigade.id,
                    name: &brigade.name,
                    side: brigade.side,
                }
            })
            .collect()
    }

    /// What each order lets no brigade do.
    pub(super) fn orders_view(&self) -> Vec<OrderView<'_>> {
        let rows = BrigadeOrder::ALL.map(|order| self.scenario.tables.order(order));
        let told = rows.map(|row| OrderView {
            barred: self.barred_by(row).into_iter().map(|one| self.barred_view(one)).collect(),
            case: row.case,
            order: row.order,
        });
        told.into()
    }

    fn barred_view(&self, barred: Barred) -> BarredView<'_> {
        let Barred { act, units, why } = barred;
        let system = self.system_of(why.case).to_owned();
        let reason = Reason { case: why.case, printed: None, system, text: why.message };
        BarredView { act, reason, units: self.names(&units) }
    }

    pub(crate) fn activation_of<'a>(&self, state: &'a State) -> Option<&'a Activation> {
        state.stack.iter().rev().find_map(|f| match f {
            Procedure::Activation(a) => Some(a),
            _ => None,
        })
    }

    pub(super) fn activation_view<'a>(&'a self, state: &'a State) -> Option<ActivationView<'a>> {
        let a = self.activation_of(state)?;
        Some(ActivationView {
            assaults: self.named_in(&a.assaults),
            bonus: a.bonus,
            brigade: &self.brigade(a.brigade).id,
            grant: a.grant,
            moving: a.moving.as_ref().map(|moving| MovingView {
                charge: moving.charge,
                left: f64::from(moving.allowance.saturating_sub(moving.spent)) / 2.0,
                units: self.names(&moving.units),
            }),
            name: &self.brigade(a.brigade).name,
            order: a.order,
            pace: f64::from(a.pace) / 2.0,
            side: a.side,
            step: a.step,
        })
    }
}
