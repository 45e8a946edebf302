//! The chits as a view tells them: the cup, and of what is hidden a seat's own (4.4, 8.1, 10.3a, K40,
//! K43).

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{Case, Seat, Side};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::state::{ChitPlace, State};

/// The chits, as far as this seat may know them (K40, K43).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CupView<'a> {
    pub confederate: HandView<'a>,
    /// The next chit drawn is negated (10.5a).
    pub fortunes: bool,
    /// The chits in the cup that are no Event chits.
    pub others: Vec<ChitView<'a>>,
    pub union: HandView<'a>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HandView<'a> {
    /// Event chits not in use now; none but for the seat's own.
    pub aside: Vec<ChitView<'a>>,
    /// The chits done for this turn, as far as they were shown.
    pub discarded: Vec<ChitView<'a>>,
    /// How many Event chits are in the cup.
    pub events: usize,
    pub held: HiddenChits<'a>,
    pub keys: HiddenChits<'a>,
}

/// Chits of which the other side knows only how many they are.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HiddenChits<'a> {
    /// Which; null but for the seat's own.
    pub chits: Option<Vec<ChitView<'a>>>,
    pub count: usize,
}

/// A chit, to those who may see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChitView<'a> {
    /// The case of an Event chit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<Case>,
    /// Of a general's chit, whether he is a casualty (10.5b).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub casualty: Option<bool>,
    /// Stable across versions of the program.
    pub id: &'a str,
    pub name: &'a str,
    /// Of a command chit, the die up to which it activates in full (10.7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u8>,
    /// Why it is a good Key Chit of a first game, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommended: Option<RecommendedView<'a>>,
    /// Whose it is; the Wild chits are nobody's.
    pub side: Option<Side>,
    /// What it does, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
}

/// A Key Chit recommended for a first game.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct RecommendedView<'a> {
    /// Its place among those recommended: 1 is the best.
    pub place: usize,
    pub why: &'a str,
}

impl Battle {
    /// The cup: how many Event chits of each side, which command chits, what is held and discarded.
    /// A seat sees its own Key Chits, its own hand, and of the other's only how many (K40, K43).
    pub(super) fn cup_view(&self, state: &State, seat: Seat) -> CupView<'_> {
        let is_event = |c: ChitId| matches!(self.chit(c).kind, ChitKind::Event(_));
        let told = |c: ChitId| self.chit_view(state, c);
        CupView {
            confederate: self.hand_view(state, seat, Side::Confederate),
            fortunes: state.fortunes,
            others: self
                .chit_ids()
                .filter(|&c| !is_event(c) && state.chit(c).place == ChitPlace::Cup)
                .map(told)
                .collect(),
            union: self.hand_view(state, seat, Side::Union),
        }
    }

    /// The chits of a side, as a seat sees them.
    pub(super) fn hand_view(&self, state: &State, seat: Seat, side: Side) -> HandView<'_> {
        let own = seat == Some(side);
        let is_event = |c: ChitId| matches!(self.chit(c).kind, ChitKind::Event(_));
        let told = |c: ChitId| self.chit_view(state, c);
        let all = || self.chit_ids().filter(|&c| self.chit(c).side == Some(side));
        let at = |place| all().filter(move |&c| state.chit(c).place == place);
        let hidden = |chits: Vec<ChitId>| HiddenChits {
            count: chits.len(),
            chits: own.then(|| chits.into_iter().map(told).collect()),
        };
        HandView {
            aside: at(ChitPlace::Aside).filter(|&c| own && is_event(c)).map(told).collect(),
            discarded: at(ChitPlace::Discarded)
                .filter(|&c| own || !is_event(c) || state.chit(c).shown)
                .map(told)
                .collect(),
            events: at(ChitPlace::Cup).filter(|&c| is_event(c)).count(),
            held: hidden(at(ChitPlace::Held).collect()),
            keys: hidden(all().filter(|&c| state.chit(c).key).collect()),
        }
    }

    /// A chit as those are told who may see it.
    pub(super) fn chit_view(&self, state: &State, chit: ChitId) -> ChitView<'_> {
        let printed = self.chit(chit);
        let there = state.chit(chit);
        let mut view = ChitView {
            case: None,
            casualty: None,
            id: &printed.id,
            name: &printed.name,
            rating: None,
            recommended: self
                .scenario
                .primer
                .key(&printed.id)
                .map(|(place, why)| RecommendedView { place, why }),
            side: printed.side,
            text: self.scenario.primer.chit(printed),
        };
        match &printed.kind {
            ChitKind::Event(event) => {
                view.text = Some(&event.text);
                view.case = Some(event.case);
            }
            ChitKind::Command { rating, casualty, released, .. } => {
                let whole = released.filter(|_| state.released).unwrap_or(*rating);
                view.rating = Some(if there.casualty { *casualty } else { whole });
                view.casualty = Some(there.casualty);
            }
            ChitKind::Commander { .. } => view.casualty = Some(there.casualty),
            ChitKind::FortunesOfWar | ChitKind::FogOfWar => {}
        }
        view
    }
}
