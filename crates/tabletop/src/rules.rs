//! What a game is to its players: the contract of a rules crate. [`Protocol`] describes it to clients.
//!
//! [`Protocol`]: crate::Protocol

use crate::{Case, Dice, PrintedCase, Refusal, RuleCheck, Score, Side};

/// A change of what a game's rules allow, or of what results from an order: with it begins another
/// version of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleChange {
    /// The version that begins with it.
    pub version: u32,
    pub case: Case,
    /// The change in judgement, in a sentence.
    pub what: &'static str,
}

/// The rules of one game being played: its scenario, its units, its options. Pure: a state and an
/// order (and dice) give events; a state and an event give a state.
pub trait Rules: Send + Sync + 'static {
    /// Everything about a position that changes.
    type State: Clone + PartialEq + std::fmt::Debug + Send + Sync;
    type Order: Clone + PartialEq + std::fmt::Debug + Send + Sync;
    type Event: Clone + PartialEq + std::fmt::Debug + Send + Sync;

    /// Every change by which a record of before may hold what is not legal now, or came out
    /// otherwise: the oldest first, numbered from 1. A change that is made adds one to the end.
    const CHANGES: &'static [RuleChange] = &[];

    /// The version of the rules: how often they have changed. A header says which version its game
    /// was begun under; the oldest is 0.
    const VERSION: u32 = Self::CHANGES.len() as u32;

    fn start(&self) -> Self::State;

    /// The side to act now; `None` once the game is over.
    fn asked(&self, state: &Self::State) -> Option<Side>;

    /// Whether the order is legal, and what then happens. Dice are thrown only after every case has
    /// passed.
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

    /// Judges an order and makes of the position what it leads to: the same as to judge it and to
    /// apply its events, for those who look ahead.
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

    /// The result of an order that takes no number in the record; `None` for all others. Such a secret order
    /// may be given at any time by either side, replaces the one that its side gave before, and changes
    /// nothing but its side's standing orders: its events may be applied earlier, later or twice. The other
    /// side does not learn that it was given.
    fn stand(
        &self,
        _state: &Self::State,
        _side: Side,
        _order: &Self::Order,
    ) -> Option<Result<Vec<Self::Event>, Refusal>> {
        None
    }

    /// Whether these rules know orders that [`Rules::stand`]. Where they do, the record of an unfinished game
    /// is hidden from the other side whether or not such orders were given: otherwise a refusal would reveal
    /// them.
    fn has_standing_orders(&self) -> bool {
        false
    }

    fn apply(&self, state: &mut Self::State, event: &Self::Event);

    /// Whether a die-free order may be taken back in this state (which it led from).
    fn may_undo(&self, before: &Self::State, order: &Self::Order) -> bool;

    /// The rulebook that a case is of.
    fn system_of(&self, case: Case) -> &str;

    /// The number that the edition in play prints for a case cited by another edition's number or by a
    /// rulebook of several editions.
    fn printed(&self, case: Case) -> Option<PrintedCase> {
        let _ = case;
        None
    }

    /// A position that this side cannot tell from `state`: what it knows is kept, what it may not
    /// know is drawn anew by `dice`. It depends on nothing but what the side's view shows and on
    /// the dice, so a commander that is given only such positions cannot cheat.
    fn determinize(&self, state: &Self::State, side: Side, dice: &mut dyn Dice) -> Self::State;

    /// How the game stands, as if it ended now.
    fn score(&self, state: &Self::State) -> Score;

    /// The SHA-256 of the data files it is played on.
    fn data(&self) -> &str;

    /// The faces that were thrown in these events, in order.
    fn faces(&self, events: &[Self::Event]) -> Vec<u8>;

    /// The faults of a state that no play should ever reach; for tests and `--check`.
    fn faults(&self, state: &Self::State) -> Vec<String>;
}
