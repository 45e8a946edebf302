//! When a chit is played (10.1, 10.3a, 10.4a, 18.1).

use crate::sequence::procedure::Trigger;

#[derive(Debug, Clone, Copy)]
pub(crate) enum When<'a> {
    Drawn,
    /// In the step before a chit is drawn.
    Held,
    /// At the end of the turn.
    End,
    /// When something has just been announced, or has failed.
    At(&'a Trigger),
}

impl When<'_> {
    /// In a step for held chits.
    pub(crate) fn held(end: bool) -> When<'static> {
        if end { When::End } else { When::Held }
    }
}
