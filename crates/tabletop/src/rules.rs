//! The contract of a rules crate.

use serde_json::Value;

use crate::{
    BySide, Case, Dice, Failure, PackMark, Refusal, RuleCheck, Score, Seat, ShareState, Side, Throw,
};

/// What a view tells besides the position: where in its record the game is.
#[derive(Debug, Clone, Default)]
pub struct Situation {
    /// The game's name, if it has one.
    pub game: String,
    /// The data pack it is played on.
    pub pack: Option<PackMark>,
    /// How many entries the record has.
    pub version: u32,
    /// The hash of the server's seed.
    pub commitment: String,
    /// How many dice have been thrown.
    pub thrown: u32,
    /// Dice were loaded, or the position set up by hand.
    pub practice: bool,
    /// The server's seed, once the game is over.
    pub revealed: Option<String>,
    /// How both sides' shares of the dice stand, where any are expected or were given.
    pub shares: Option<BySide<ShareState>>,
    /// Whose players the dice wait for.
    pub waiting: Vec<Side>,
    /// How the throws stand, in a match with shares for each.
    pub throw: Option<Throw>,
    /// Whether this seat may undo its last order.
    pub undo: bool,
    /// Whether this seat may redo what it undid.
    pub redo: bool,
}

/// The rules of one game being played: its scenario, its units, its options. Pure: a state and an order
/// (and dice) give events; a state and an event give a state.
pub trait Rules: Send + Sync + 'static {
    /// Everything about a position that changes.
    type State: Clone + PartialEq + std::fmt::Debug + Send + Sync;
    /// What a side may ask for.
    type Order: Clone + PartialEq + std::fmt::Debug + Send + Sync;
    /// What happened.
    type Event: Clone + PartialEq + std::fmt::Debug + Send + Sync;

    /// The position at the start.
    fn start(&self) -> Self::State;

    /// Who is asked now; nobody once the game is over.
    fn asked(&self, state: &Self::State) -> Option<Side>;

    /// Whether the order is legal, and what then happens. Dice are thrown only after every case has passed.
    ///
    /// # Errors
    /// The first case that fails. Nothing has changed and no die was thrown.
    fn judge(
        &self,
        state: &Self::State,
        side: Side,
        order: &Self::Order,
        dice: &mut dyn Dice,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Self::Event>, Refusal>;

    /// Judges an order and makes of the position what it leads to: the same as to judge it and to apply its events, for
    /// those who look ahead.
    ///
    /// # Errors
    /// The first case that fails. Nothing has changed and no die was thrown.
    fn execute(
        &self,
        state: &mut Self::State,
        side: Side,
        order: &Self::Order,
        dice: &mut dyn Dice,
        rule_check: &mut RuleCheck,
    ) -> Result<Vec<Self::Event>, Refusal> {
        let events = self.judge(state, side, order, dice, rule_check)?;
        for event in &events {
            self.apply(state, event);
        }
        Ok(events)
    }

    /// What comes of an order that takes no number in the record; `None` of all others. Such an order, a secret word to the
    /// program, may be given at any time by either side, takes the place of the one that its side gave before, and changes
    /// nothing but what that side has told in advance: its events may be applied earlier, later or twice. Nobody else
    /// notices that it was given.
    fn stand(
        &self,
        _state: &Self::State,
        _side: Side,
        _order: &Self::Order,
    ) -> Option<Result<Vec<Self::Event>, Refusal>> {
        None
    }

    /// Carries out one event.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);

    /// Whether a die-free order may be taken back in this state (which it led from).
    fn may_undo(&self, before: &Self::State, order: &Self::Order) -> bool;

    /// The rulebook that a case is of.
    fn system_of(&self, case: Case) -> &str;

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

    /// Whether the reasons that `by` gives for its orders are kept from a seat in this position. A reason may tell whatever
    /// its giver knows, so in a game with hidden facts it is the giver's own until the game is over.
    fn keeps_reasons(&self, _state: &Self::State, _by: Side, _seat: Seat) -> bool {
        false
    }

    /// Whether an order, given in this position, tells others nothing but that it was given, and may have been thought over
    /// because of something hidden: how long it took must not tell either.
    fn tells_nothing(&self, _state: &Self::State, _order: &Self::Order) -> bool {
        false
    }

    /// Whether another side's order is kept from a seat, which then learns of it by what it is told of its events.
    fn keeps(&self, _order: &Self::Order, _by: Side, _seat: Seat) -> bool {
        false
    }

    /// An event as a seat is told it, with its sentence; `None` if that seat is not told of it.
    fn redact(&self, event: &Self::Event, seat: Seat) -> Option<Value>;

    /// The view of a seat, as JSON bytes appended to `out`.
    fn write_view(&self, state: &Self::State, seat: Seat, situation: &Situation, out: &mut Vec<u8>);

    /// What the side may do now.
    fn options(&self, state: &Self::State, side: Side) -> Value;

    /// Where, at what cost: see the protocol.
    ///
    /// # Errors
    /// Malformed subjects.
    fn targets(&self, state: &Self::State, side: Side, verb: &str, subject: &Value)
    -> Result<Value, Failure>;

    /// What a legal order would do, dice aside.
    fn preview(&self, state: &Self::State, side: Side, order: &Self::Order) -> Value;

    /// A position that this side cannot tell from `state`: what it knows is kept, what it may not know is drawn anew by
    /// `dice`. It depends on nothing but what the side's view shows and on the dice, so a commander that is given only
    /// such positions cannot cheat.
    fn determinize(&self, state: &Self::State, side: Side, dice: &mut dyn Dice) -> Self::State;

    /// How the game stands, as if it ended now.
    fn score(&self, state: &Self::State) -> Score;

    /// Turn, turns and phase, for lists of games.
    fn standing(&self, state: &Self::State) -> Value;

    /// The SHA-256 of the data files it is played on.
    fn data(&self) -> &str;

    /// The faces that were thrown in these events, in order.
    fn faces(&self, events: &[Self::Event]) -> Vec<u8>;

    /// What is wrong with a state that no play should ever reach; for tests and `--check`.
    fn faults(&self, state: &Self::State) -> Vec<String>;
}
