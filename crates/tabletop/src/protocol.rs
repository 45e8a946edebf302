//! How a game is told: the other half of the contract of a rules crate.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{
    AttackTold, ClockTurn, Failure, Modifier, Modifiers, PlaceTold, Rules, Seat, Side, Situation, Standing,
    ToldView, UnitTold, VictoryTold,
};

/// How a game's orders, events, positions and questions are written, and what of them a seat is
/// told. What is answered has types of its own, so that it can be described (`docs/schemas`).
pub trait Protocol: Rules {
    type View<'a>: Serialize + JsonSchema
    where
        Self: 'a;
    /// What a side may do.
    type Options<'a>: Serialize + JsonSchema
    where
        Self: 'a;
    /// Where, at what cost.
    type Targets<'a>: Serialize + JsonSchema
    where
        Self: 'a;
    /// What a legal order would do.
    type Preview<'a>: Serialize + JsonSchema
    where
        Self: 'a;
    /// An event as a seat is told it.
    type Told<'a>: Serialize + JsonSchema
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

    /// Whether the reasons that `by` gives for its orders are kept from a seat in this position. A
    /// reason may tell whatever its giver knows, so in a game with hidden facts it is the giver's
    /// own until the game is over.
    fn keeps_reasons(&self, _state: &Self::State, _by: Side, _seat: Seat) -> bool {
        false
    }

    /// Whether an order, given in this position, tells others nothing but that it was given, and
    /// may have been thought over because of something hidden: how long it took must not tell
    /// either.
    fn tells_nothing(&self, _state: &Self::State, _order: &Self::Order) -> bool {
        false
    }

    /// Whether another side's order is kept from a seat, which then learns of it by what it is told
    /// of its events.
    fn keeps(&self, _order: &Self::Order, _by: Side, _seat: Seat) -> bool {
        false
    }

    /// What made the results of these events what they are, which happened one after another from that
    /// position. A viewer that sees an event sees all of its modifiers: they must depend on nothing hidden
    /// from any viewer.
    fn modifiers(&self, _before: &Self::State, _events: &[Self::Event]) -> Modifiers {
        Modifiers::default()
    }

    /// An event as a seat is told it, with its sentence and what made its result what it is; `None`
    /// if that seat is not told of it.
    fn redact<'a>(
        &'a self,
        event: &'a Self::Event,
        modifiers: &'a [Modifier],
        seat: Seat,
    ) -> Option<Self::Told<'a>>;

    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat, situation: &'a Situation) -> Self::View<'a>;

    /// The view of a seat, as JSON bytes appended to `out`.
    fn write_view(&self, state: &Self::State, seat: Seat, situation: &Situation, out: &mut Vec<u8>) {
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(out, &self.view(state, seat, situation));
    }

    /// What has changed in the view of a seat since it was told last, as a JSON patch (RFC 6902)
    /// appended to `out`; the first makes all of it of an empty object. Patched, the view told last
    /// is the view of now.
    fn write_patch(
        &self,
        state: &Self::State,
        seat: Seat,
        situation: &Situation,
        told: &mut ToldView,
        out: &mut Vec<u8>,
    ) {
        let mut patch = told.patch(out);
        patch.members(&self.view(state, seat, situation), &[]);
        patch.end();
    }

    /// What the side may do now.
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

    /// What a legal order would do, dice aside.
    fn preview<'a>(&'a self, state: &'a Self::State, side: Side, order: &'a Self::Order)
    -> Self::Preview<'a>;

    /// Whose time it is, for clocks.
    fn clock_turn(&self, state: &Self::State) -> ClockTurn;

    /// Turn, turns and phase, for lists of games.
    fn standing(&self, state: &Self::State) -> Standing;

    /// The points as they stand, with what they are for.
    fn victory(&self, state: &Self::State) -> VictoryTold;

    /// The named places that sides take from each other, always the same in the same order.
    fn places_told(&self, _state: &Self::State) -> Vec<PlaceTold> {
        Vec::new()
    }

    /// The attack that an event tells of, where attacks are made at odds.
    fn attack_told(&self, _event: &Self::Event) -> Option<AttackTold> {
        None
    }

    /// The units, as far as a seat sees them.
    fn units_told(&self, state: &Self::State, seat: Seat) -> Vec<UnitTold>;
}
