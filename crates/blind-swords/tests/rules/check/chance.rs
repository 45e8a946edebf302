//! Orders drawn by chance.

use blind_swords::Order;
use testing::Chance;

/// Any of these, of a verb first: a brigade has hundreds of moves and one way to end its step.
pub fn any_order(chance: &mut Chance, offers: &[Order]) -> Order {
    let mut verbs: Vec<&str> = offers.iter().map(Order::verb).collect();
    verbs.dedup();
    let verb = *chance.any(&verbs);
    let of: Vec<&Order> = offers.iter().filter(|o| o.verb() == verb).collect();
    (*chance.any(&of)).clone()
}
