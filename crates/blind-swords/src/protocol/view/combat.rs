//! The fire or Close Combat under way as a view tells it (12, 14).

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::Side;

use crate::battle::Battle;
use crate::sequence::procedure::Procedure;
use crate::state::State;
use crate::unit::UnitId;

/// The fire or Close Combat under way.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CombatView<'a> {
    Fire(FireView<'a>),
    Close(CloseView<'a>),
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FireView<'a> {
    /// It is part of Flanking Fire (12.4).
    pub flanking: bool,
    #[schemars(extend("const" = "fire"))]
    pub kind: &'static str,
    /// The Lead Unit of the target, once it is known.
    pub lead: Option<&'a str>,
    pub side: Side,
    pub target: &'a str,
    pub units: Vec<&'a str>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CloseView<'a> {
    /// The Assaulting Hex, once it is known (14.3c).
    pub assaulting: Option<&'a str>,
    #[schemars(extend("const" = "close"))]
    pub kind: &'static str,
    /// The defending Lead Unit, once it is known.
    pub lead: Option<&'a str>,
    pub side: Side,
    pub target: &'a str,
    pub units: Vec<&'a str>,
}

impl Battle {
    /// The fire or Close Combat under way.
    pub(super) fn combat_view(&self, state: &State) -> Option<CombatView<'_>> {
        let lead = |lead: Option<UnitId>| lead.map(|unit| self.unit(unit).id.as_str());
        state.stack.iter().rev().find_map(|procedure| match procedure {
            Procedure::Fire(fire) => Some(CombatView::Fire(FireView {
                flanking: fire.flanking,
                kind: "fire",
                lead: lead(fire.lead),
                side: fire.side,
                target: self.number(fire.shot.target),
                units: self.names(&fire.shot.units),
            })),
            Procedure::CloseCombat(combat) => Some(CombatView::Close(CloseView {
                assaulting: combat.assaulting.map(|hex| self.number(hex)),
                kind: "close",
                lead: lead(combat.lead),
                side: combat.side,
                target: self.number(combat.target),
                units: self.names(&combat.units),
            })),
            _ => None,
        })
    }
}
