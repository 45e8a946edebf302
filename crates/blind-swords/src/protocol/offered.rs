//! The shapes of what `game.options`, `game.targets` and `game.preview` answer.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tabletop::{Case, Reason};

use crate::order::Order;
use crate::protocol::codec::Named;
use crate::protocol::describe::EventView;
use crate::protocol::looking::SightAnswer;
use crate::protocol::preview::{ClosePreview, FirePreview, MarchPreview};
use crate::protocol::reaching::ReachAnswer;
use crate::protocol::view::question::QuestionView;

/// What a side may do now.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Offered<'a> {
    /// What ending the step now would leave undone; absent where no step can be ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Nothing: in these rules nobody owes an attack.
    pub owed: NothingOwed,
    /// Who is asked what; null once the game is over.
    pub question: Option<QuestionView<'a>>,
    /// The verbs open to the side; none if the other side is asked.
    pub verbs: Vec<VerbView>,
}

/// What ending a step now would leave undone.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Ending {
    /// The number of units that can still act in this step.
    pub able: usize,
    /// The brigade has done nothing in its activation, and this is its last chance to do something.
    pub untouched: bool,
    /// The order that ends the step.
    pub verb: &'static str,
}

/// What every game says of what is owed, where nothing is.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
pub struct NothingOwed {
    pub attackers: [(); 0],
    pub cases: [(); 0],
    pub defenders: [(); 0],
}

/// A verb that may be ordered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct VerbView {
    pub case: Case,
    /// What it can be ordered of: units, brigades, chits, hexes or orders of a brigade; none of an
    /// order that is about nothing.
    #[schemars(with = "Vec<String>")]
    pub subjects: Vec<Value>,
    pub verb: &'static str,
}

/// Where a verb can be directed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Targets<'a> {
    Sight(SightAnswer<'a>),
    Reach(ReachAnswer<'a>),
    Orders(OrderTargets<'a>),
}

/// The orders of a verb that can be given.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderTargets<'a> {
    /// Why there are none; absent if there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    pub targets: Vec<OrderTarget<'a>>,
    pub verb: &'a str,
}

/// An order ready to be given.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderTarget<'a> {
    /// The case of this order, where it has one of its own beside that of the question: a brigade's
    /// order, Canister.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<Case>,
    /// Of a move of a brigade's units to a hex, the movement points that it costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The hex that it leads to or is directed at; absent if it is about none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<&'a str>,
    pub order: Named<'a, Order>,
    /// What an order of a brigade lets it do, in a sentence; absent of all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
}

/// What a legal order would do.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Preview<'a> {
    /// Of fires: their odds and what can come of them.
    Fire(Named<'a, FirePreview<'a>>),
    Close(Named<'a, ClosePreview<'a>>),
    /// Of orders without dice: the events up to the next question.
    Events {
        /// The events, as the side is told them.
        events: Vec<EventView<'a>>,
        /// What a move can meet on its whole way; absent of other orders.
        #[serde(skip_serializing_if = "Option::is_none")]
        march: Option<Named<'a, MarchPreview>>,
    },
    /// Nothing can be told in advance.
    Nothing {},
}
