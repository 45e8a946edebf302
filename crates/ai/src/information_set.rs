//! What a commander is given: not the position, but positions that its seat cannot tell from it.

use tabletop::{Dice, Rules, Side};

/// The position as one seat knows it. A commander can only draw samples of it, so it cannot know what its seat may not.
#[derive(Debug)]
pub struct InformationSet<'a, R: Rules> {
    rules: &'a R,
    state: &'a R::State,
    side: Side,
}

// By hand: a derived one would ask it of `R`.
impl<R: Rules> Clone for InformationSet<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for InformationSet<'_, R> {}

impl<'a, R: Rules> InformationSet<'a, R> {
    /// What `side` knows of `state`.
    pub fn new(rules: &'a R, state: &'a R::State, side: Side) -> InformationSet<'a, R> {
        InformationSet { rules, state, side }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &'a R {
        self.rules
    }

    /// Whose knowledge it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// A position that fits what the seat knows; what it may not know is drawn by the commander's own dice.
    pub fn sample(&self, dice: &mut dyn Dice) -> R::State {
        self.rules.determinize(self.state, self.side, dice)
    }
}
