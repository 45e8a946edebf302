//! The contract of a computer commander.

use tabletop::{Protocol, Rules};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::exploiter::Exploiter;
use crate::information_set::InformationSet;
use crate::intents::{Intents, Planned};
use crate::lesson::Tutor;
use crate::level::Level;

/// A computer commander of one side. It may remember what it planned, but a new commander with the
/// same seed must be able to take over in the middle of a turn.
pub trait Commander<R: Rules>: Send {
    /// The next order of the side that is asked; `None` if its side is not asked. The order is
    /// legal in every position that the side cannot tell from the real one.
    fn decide(&mut self, known: InformationSet<'_, R>, budget: Budget) -> Option<Decision<R::Order>>;

    /// The intents of its own plan: its orders by purpose, in the words of what it weighed. `planned` are all
    /// its orders, one after another. A commander that weighs nothing states nothing.
    fn intents(&mut self, known: InformationSet<'_, R>, planned: &[Planned<R>]) -> Intents {
        let _ = (known, planned);
        Intents::default()
    }
}

pub trait Commanded: Protocol + Sized {
    /// A commander of that level; `seed` is the seed of its random choices.
    fn commander(&self, level: Level, seed: u64) -> Box<dyn Commander<Self>>;

    /// An opponent with that one idea; `None` where the idea makes no sense.
    fn exploiter(&self, idea: Exploiter, seed: u64) -> Option<Box<dyn Commander<Self>>> {
        let _ = (idea, seed);
        None
    }

    /// The tutor that reviews each turn under these rules; `None` if there is none.
    fn tutor(&self) -> Option<Box<dyn Tutor<Self>>> {
        None
    }
}
