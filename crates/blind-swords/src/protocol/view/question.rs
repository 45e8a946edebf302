//! The question that is open, as a view tells it (K44).

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{Case, Seat, Side, capital};

use crate::battle::Battle;
use crate::protocol::view::chits::ChitView;
use crate::sequence::procedure::Procedure;
use crate::state::State;

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct QuestionView<'a> {
    pub case: Case,
    /// The chit just drawn; absent but for its owner (K44).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chit: Option<&'a str>,
    /// The same with what it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<ChitView<'a>>,
    pub hexes: Vec<&'a str>,
    pub kind: &'a str,
    pub side: Side,
    /// The rulebook the case is of.
    pub system: &'a str,
    pub text: String,
    pub units: Vec<&'a str>,
}

impl Battle {
    /// The question that is open. A chit just drawn is named to its owner alone (K44).
    pub(in crate::protocol) fn question_view(&self, state: &State, seat: Seat) -> Option<QuestionView<'_>> {
        let procedure = state.top()?;
        let question = procedure.question()?;
        let (side, kind, case) = (question.side(), question.kind(), question.case(state));
        let asked = seat == Some(side);
        let text = if asked { question.words(self, state) } else { question.words_for_others(self, state) };
        let drawn = match procedure {
            Procedure::Drawn(drawn) if asked => Some(drawn.chit),
            _ => None,
        };
        // A moment to play a chit is about what has just been announced.
        let (units, hexes) = match &*state.stack {
            [.., Procedure::Fire(fire), Procedure::ReactionWindow(_)] => {
                (fire.shot.units.clone(), vec![fire.shot.target])
            }
            [.., Procedure::CloseCombat(close), Procedure::ReactionWindow(_)] => {
                (close.units.clone(), vec![close.target])
            }
            _ => question.about(),
        };
        Some(QuestionView {
            case,
            chit: drawn.map(|chit| self.chit(chit).id.as_str()),
            drawn: drawn.map(|chit| self.chit_view(state, chit)),
            hexes: hexes.iter().map(|&hex| self.number(hex)).collect(),
            kind,
            side,
            system: self.system_of(case),
            text: capital(&text) + if text.ends_with('?') { "" } else { "." },
            units: self.names(&units),
        })
    }
}
