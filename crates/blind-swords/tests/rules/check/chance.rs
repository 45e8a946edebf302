//! Chance that is the same in every run, and orders drawn by it.

use blind_swords::Order;
use tabletop::Dice;

/// Numbers that look random and are the same in every run; dice as well.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % count
    }

    pub fn any<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Any of these, of a verb first: a brigade has hundreds of moves and one way to end its step.
    pub fn order(&mut self, offers: &[Order]) -> Order {
        let mut verbs: Vec<&str> = offers.iter().map(Order::verb).collect();
        verbs.dedup();
        let verb = *self.any(&verbs);
        let of: Vec<&Order> = offers.iter().filter(|o| o.verb() == verb).collect();
        (*self.any(&of)).clone()
    }
}

impl Dice for Chance {
    fn throw(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }
}
