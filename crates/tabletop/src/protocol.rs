//! How a game is described to clients: the other half of the contract of a rules crate.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{
    AttackInfo, ClockTurn, Failure, Modifier, Modifiers, PlaceInfo, Rules, Seat, Side, Situation, Standing,
    UnitInfo, VictoryInfo,
};

/// How a game's orders, events, positions and questions are written, and what of them a seat sees. Answers
/// have their own types, so that schemas describe them (`docs/schemas`).
pub trait Protocol: Rules {
    type View<'a>: Serialize + JsonSchema
    where
        Self: 'a;
    /// A side's legal orders.
    type Options<'a>: Serialize + JsonSchema
    where
        Self: 'a;
    /// Where, at what cost.
    type Targets<'a>: Serialize + JsonSchema
    where
        Self: 'a;
    /// The effects of a legal order.
    type Preview<'a>: Serialize + JsonSchema
    where
        Self: 'a;
    /// An event as a seat sees it.
    type EventView<'a>: Serialize + JsonSchema
    where
        Self: 'a;

    /// Reads an order as the protocol writes it.
    ///
    /// # Errors
    /// What is malformed, and what was expected.
    fn read_order(&self, order: &Value) -> Result<Self::Order, String>;

    /// An order as the protocol writes it.
    fn order_value(&self, order: &Self::Order) -> Value;

    /// Reads an event as records write it.
    ///
    /// # Errors
    /// What is malformed.
    fn read_event(&self, event: &Value) -> Result<Self::Event, String>;

    /// An event as records write it.
    fn event_value(&self, event: &Self::Event) -> Value;

    /// Whether the reasons that `by` gives for its orders are hidden from a seat in this position. A reason
    /// may reveal anything its giver knows, so in a game with hidden facts it stays secret until the game is
    /// over.
    fn keeps_reasons(&self, _state: &Self::State, _by: Side, _seat: Seat) -> bool {
        false
    }

    /// Whether an order, given in this position, tells others nothing but that it was given, and
    /// may have been thought over because of something hidden: how long it took must not tell
    /// either.
    fn tells_nothing(&self, _state: &Self::State, _order: &Self::Order) -> bool {
        false
    }

    /// Whether another side's order is hidden from a seat, which then learns of it only by its events.
    fn keeps(&self, _order: &Self::Order, _by: Side, _seat: Seat) -> bool {
        false
    }

    /// The modifiers of the results of these events, which happened one after another from that position. A
    /// viewer that sees an event sees all of its modifiers: they must depend on nothing hidden from any
    /// viewer.
    fn modifiers(&self, _before: &Self::State, _events: &[Self::Event]) -> Modifiers {
        Modifiers::default()
    }

    /// An event as a seat sees it, with its sentence and the modifiers of its result; `None` if it is hidden
    /// from that seat.
    fn redact<'a>(
        &'a self,
        event: &'a Self::Event,
        modifiers: &'a [Modifier],
        seat: Seat,
    ) -> Option<Self::EventView<'a>>;

    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat, situation: &'a Situation) -> Self::View<'a>;

    /// The view of a seat, as JSON bytes appended to `out`.
    fn write_view(&self, state: &Self::State, seat: Seat, situation: &Situation, out: &mut Vec<u8>) {
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(out, &self.view(state, seat, situation));
    }

    fn options<'a>(&'a self, state: &'a Self::State, side: Side) -> Self::Options<'a>;

    /// Where, at what cost: see the protocol.
    ///
    /// # Errors
    /// Malformed subjects.
    fn targets<'a>(
        &'a self,
        state: &'a Self::State,
        side: Side,
        verb: &'a str,
        subject: &Value,
    ) -> Result<Self::Targets<'a>, Failure>;

    /// The effects of a legal order, dice aside.
    fn preview<'a>(&'a self, state: &'a Self::State, side: Side, order: &'a Self::Order)
    -> Self::Preview<'a>;

    fn clock_turn(&self, state: &Self::State) -> ClockTurn;

    /// Turn, turns and phase, for lists of games.
    fn standing(&self, state: &Self::State) -> Standing;

    /// The points as they stand, with what they are for.
    fn victory(&self, state: &Self::State) -> VictoryInfo;

    /// The named places that sides take from each other, always the same in the same order.
    fn place_infos(&self, _state: &Self::State) -> Vec<PlaceInfo> {
        Vec::new()
    }

    /// The attack that an event tells of, where attacks are made at odds.
    fn attack_info(&self, _event: &Self::Event) -> Option<AttackInfo> {
        None
    }

    /// The units, as far as a seat sees them.
    fn unit_infos(&self, state: &Self::State, seat: Seat) -> Vec<UnitInfo>;
}
