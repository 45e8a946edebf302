//! What a commander is given: not the position, but positions that its seat cannot tell from it.

use tabletop::{Dice, Rules, Side};

/// The position as one seat knows it. A commander can only draw samples of it, so it cannot learn
/// what its seat may not know.
#[derive(Debug)]
pub struct InformationSet<'a, R: Rules> {
    rules: &'a R,
    state: &'a R::State,
    side: Side,
}

// Implemented by hand: the derived `Clone` would require `R: Clone`.
impl<R: Rules> Clone for InformationSet<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for InformationSet<'_, R> {}

impl<'a, R: Rules> InformationSet<'a, R> {
    pub fn new(rules: &'a R, state: &'a R::State, side: Side) -> InformationSet<'a, R> {
        InformationSet { rules, state, side }
    }

    pub fn rules(&self) -> &'a R {
        self.rules
    }

    /// The side whose knowledge it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// A position that fits what the seat knows; the hidden facts are drawn with the commander's
    /// own dice.
    pub fn sample(&self, dice: &mut dyn Dice) -> R::State {
        self.rules.determinize(self.state, self.side, dice)
    }
}
