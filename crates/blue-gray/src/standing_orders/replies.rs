//! Every answer to the open question that the rules would accept.

use hexmap::Hex;

use crate::battle::Battle;
use crate::order::{Ask, Order, Push};
use crate::state::State;
use crate::unit::UnitId;

/// The most answers listed for one question.
const MOST: usize = 120;

/// The most chains begun to find them: in an artificial crowd most may fail.
const MOST_LOOKED: usize = 2000;

impl Battle {
    /// The answers, and whether there are more than are listed.
    pub(crate) fn answers_to(&self, state: &State) -> (Vec<Order<UnitId, Hex>>, bool) {
        let Some(question) = state.question() else { return (Vec::new(), false) };
        let mut answers = match question.ask {
            Ask::Retreat => self.retreats_of(state, &question.units, |unit, to, displace| Order::Retreat {
                unit,
                to,
                displace,
            }),
            Ask::WithdrawBattery => {
                let take = |unit, to, displace| Order::WithdrawBattery { unit, to, displace };
                let mut answers = self.retreats_of(state, &question.units, take);
                answers.insert(0, Order::Stand {});
                answers
            }
            Ask::RetreatBeforeCombat => vec![Order::RetreatBeforeCombat {}, Order::Stand {}],
            Ask::Exchange => {
                let ways = state.combat.as_ref().map_or(Vec::new(), |combat| self.payments(state, combat));
                ways.into_iter().map(|units| Order::Lose { units }).collect()
            }
            Ask::Advance => {
                let ways = state.combat.as_ref().map_or(Vec::new(), |combat| self.advances(state, combat));
                let mut answers = vec![Order::Hold {}];
                answers.extend(ways.into_iter().map(|(unit, to)| Order::Advance { unit, to: Some(to) }));
                answers
            }
        };
        let more = answers.len() > MOST;
        answers.truncate(MOST);
        (answers, more)
    }

    fn retreats_of(
        &self,
        state: &State,
        units: &[UnitId],
        order: impl Fn(UnitId, Hex, Vec<Push<UnitId, Hex>>) -> Order<UnitId, Hex>,
    ) -> Vec<Order<UnitId, Hex>> {
        let (mut answers, mut looked) = (Vec::new(), 0);
        for &unit in units {
            let ways = self.ways(state, unit);
            answers.extend(ways.open.iter().map(|&to| order(unit, to, Vec::new())));
            for &(to, _) in &ways.pushed {
                // Chains as they are begun; one is enough to show that there are more than are listed.
                let mut begun = vec![Vec::new()];
                while let Some(chain) = begun.pop() {
                    looked += 1;
                    if answers.len() > MOST || looked > MOST_LOOKED {
                        break;
                    }
                    let links = self.next_links(state, unit, to, &chain).unwrap_or_default();
                    for link in links.into_iter().rev() {
                        let mut longer: Vec<Push<UnitId, Hex>> = chain.clone();
                        longer.push(Push { unit: link.unit, to: link.to });
                        if link.on {
                            begun.push(longer);
                        } else {
                            answers.push(order(unit, to, longer));
                        }
                    }
                }
            }
        }
        answers
    }
}
