//! A question is one value with its behaviour: who is asked, under which case, in what words, who
//! the candidates for an answer are, and how an answer is judged. Each chapter says so of the
//! questions its procedures ask.

use std::ops::Deref;

use hexmap::Hex;
use tabletop::{Case, Refusal, RuleCheck, Side};

use crate::battle::Battle;
use crate::chits::when::When;
use crate::movement::terms::MovementTerms;
use crate::order::{Order, Part, StandingOrder, StandingOrders};
use crate::protocol::question::Question;
use crate::sequence::execution::Execution;
use crate::sequence::procedure::FireKind;
use crate::state::State;
use crate::unit::UnitId;

/// A question that a procedure asks. The procedure itself is plain data; this is what it means.
pub(crate) trait Ask {
    fn side(&self) -> Side;

    /// What kind of question it is, as the protocol names it.
    fn kind(&self) -> &'static str;

    /// The case under which it is asked.
    fn case(&self, state: &State) -> Case;

    /// What is asked, in a few words, as the side that is asked is told.
    fn words(&self, battle: &Battle, state: &State) -> String;

    /// What everybody else is told: the same, unless it would show what is hidden.
    fn words_for_others(&self, battle: &Battle, state: &State) -> String {
        self.words(battle, state)
    }

    /// The units and hexes it is about.
    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (Vec::new(), Vec::new())
    }

    /// The same for opponents, who need not know the stack.
    fn topic(&self, battle: &Battle, state: &State) -> Question;

    /// What the side has told the program to answer.
    fn standing_order(&self, _: &Battle, _: &State, _: &StandingOrders) -> StandingOrder {
        StandingOrder::Ask
    }

    /// The order that ends it unasked, where nothing else can be ordered.
    fn ends_itself(&self, _: &Battle, _: &Execution) -> Option<Order> {
        None
    }

    /// Whether nothing has been done that this question and those before it asked for, and ending it
    /// is the last chance to do something. Only what both sides can see may count.
    fn is_untouched(&self, _: &Battle, _: &State) -> bool {
        false
    }

    /// Who may be the answer: all where they are few; where they are many, enough to do everything
    /// with. What is offered is those of them that are legal ([`OpenQuestion::offers`]), in this
    /// order.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate>;

    /// Judges an answer by all its cases. What is accepted comes back as what it does; nothing has
    /// changed yet.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a>;

    /// What may be answered, part by part; nothing, where each order is a part of its own.
    fn parts(&self, _: &Battle, _: &State) -> Option<Vec<Part>> {
        None
    }

    /// The kind of fire that is meant while it is asked: that it may be answered with, or that of
    /// the step it belongs to.
    fn fire_kind(&self) -> Option<FireKind> {
        None
    }

    /// The terms on which it lets a brigade move, if it does.
    fn movement_terms(&self, _: &Battle, _: &State) -> Option<MovementTerms> {
        None
    }

    /// The hex whose batteries it lets move, if it does.
    fn battery_hex(&self) -> Option<Hex> {
        None
    }

    /// When a chit would be played by which it is answered, if it can be.
    fn when(&self) -> Option<When<'_>> {
        None
    }
}

pub(crate) type Action<'a> = Box<dyn for<'e, 'b> FnOnce(&'e mut Execution<'b>) + 'a>;

pub(crate) type Judged<'a> = Result<Action<'a>, Refusal>;

/// An answer is accepted, and does this.
#[expect(clippy::unnecessary_wraps, reason = "it is one of the two ends of judging")]
pub(crate) fn accept<'a>(action: impl for<'e, 'b> FnOnce(&'e mut Execution<'b>) + 'a) -> Judged<'a> {
    Ok(Box::new(action))
}

/// What an answer is judged by: the position, which judging cannot change, and the cases asked so
/// far.
pub(crate) struct Judging<'a> {
    pub state: &'a State,
    pub rule_check: &'a mut RuleCheck,
}

/// An order with which a question might be answered.
pub(crate) enum Candidate {
    /// Whether it is legal, the judge says.
    Try(Order),
    /// It was found by the very code that judges it, and would only be judged a second time.
    Legal(Order),
}

/// Orders that the judge is to sift.
pub(crate) fn tries(orders: impl IntoIterator<Item = Order>) -> Vec<Candidate> {
    orders.into_iter().map(Candidate::Try).collect()
}

/// A question with what it is made of: a procedure, or the step of one that asks.
pub(crate) enum OpenQuestion<'a> {
    /// The procedure asks one thing only.
    Whole(&'a dyn Ask),
    Step(Box<dyn Ask + 'a>),
}

impl<'a> Deref for OpenQuestion<'a> {
    type Target = dyn Ask + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            OpenQuestion::Whole(question) => *question,
            OpenQuestion::Step(question) => question.as_ref(),
        }
    }
}

impl OpenQuestion<'_> {
    /// The candidates that the judge accepts: what is offered. Options, targets and opponents know
    /// no other.
    pub(crate) fn offers(&self, battle: &Battle, state: &State) -> Vec<Order> {
        let legal = |candidate| match candidate {
            Candidate::Try(order) => self.accepts(battle, state, &order).then_some(order),
            Candidate::Legal(order) => Some(order),
        };
        self.candidates(battle, state).into_iter().filter_map(legal).collect()
    }

    /// Whether the judge accepts an order.
    pub(crate) fn accepts(&self, battle: &Battle, state: &State, order: &Order) -> bool {
        battle.allows(state, |judging| self.judge(battle, judging, order).map(|_| ()))
    }
}

impl Battle {
    /// Whether something is allowed in this position, without composing the reason if not.
    pub(crate) fn allows(
        &self,
        state: &State,
        ask: impl FnOnce(&mut Judging) -> Result<(), Refusal>,
    ) -> bool {
        ask(&mut Judging { state, rule_check: &mut RuleCheck::without_messages() }).is_ok()
    }
}
