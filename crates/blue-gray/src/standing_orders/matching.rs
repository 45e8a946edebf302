//! Which conditional order answers the question that is open, and what may be laid down at all.

use hexmap::Hex;
use tabletop::{Refusal, RuleCheck, Side};

use super::CASE;
use super::conditional::{ConditionalOrder, PlayerTurn, Reply, walk};
use crate::battle::Battle;
use crate::execution::Execution;
use crate::order::{Ask, Order};
use crate::phase::Phase;
use crate::state::{Question, State};
use crate::unit::UnitId;

type Laid = ConditionalOrder<UnitId, Hex>;

/// The most conditional orders and answers of a side together.
pub(crate) const MOST: usize = 200;
/// The longest chain of follow-up orders.
pub(crate) const DEEPEST: usize = 12;

/// The way to an answer: which conditional order, which of its answers, which of those that follow
/// on it, and so on.
pub(crate) type Way = Vec<u16>;

/// The conditional orders' answer to the open question.
pub(crate) enum Found {
    /// This answer, at the end of that way.
    Answer(Way, Order<UnitId, Hex>),
    /// That the side wants to be asked.
    Ask,
    Nothing,
}

impl Ask {
    /// The verbs of the orders that answer it.
    pub(crate) fn answered_by(self) -> &'static [&'static str] {
        match self {
            Ask::Retreat => &["retreat"],
            Ask::WithdrawBattery => &["withdraw-battery", "stand"],
            Ask::Exchange => &["lose"],
            Ask::Advance => &["advance", "hold"],
            Ask::RetreatBeforeCombat => &["retreat-before-combat", "stand"],
        }
    }
}

/// The lists in which an answer is looked for: what follows on the last answer of this combat, then
/// what stands beside it, and so on outward to those that follow on none. Each with the way to it.
fn lists<'a>(laid: &'a [Laid], followed: &[u16]) -> Vec<(Way, &'a [Laid])> {
    let mut found = vec![(Vec::new(), laid)];
    for step in followed.chunks_exact(2) {
        let Some((way, list)) = found.last() else { break };
        let answer = list.get(usize::from(step[0])).and_then(|one| one.answers.get(usize::from(step[1])));
        let Some(answer) = answer else { break };
        let way = way.iter().chain(step).copied().collect();
        found.push((way, answer.next.as_slice()));
    }
    found.reverse();
    found
}

impl PlayerTurn {
    pub(crate) fn of(state: &State) -> PlayerTurn {
        PlayerTurn { turn: state.turn, side: state.phasing }
    }
}

impl Battle {
    /// The answer of the conditional orders of the side asked.
    pub(crate) fn conditional_answer(&self, state: &State) -> Found {
        let Some(question) = state.question() else { return Found::Nothing };
        let laid = &state.instructions[question.side].conditional;
        for (way, list) in lists(laid, &state.followed[question.side]) {
            // What has answered before what follows on it does not answer again.
            let used = state.followed[question.side].get(way.len());
            for (at, order) in (0_u16..).zip(list) {
                if used == Some(&at) || !self.is_so(state, question, order) {
                    continue;
                }
                for (nth, answer) in (0_u16..).zip(&order.answers) {
                    let Some(give) = answer.give.order() else { return Found::Ask };
                    if self.answers_legally(state, question.side, &give) {
                        return Found::Answer(way.iter().copied().chain([at, nth]).collect(), give);
                    }
                }
            }
        }
        Found::Nothing
    }

    /// Whether the question is the one that this order is about, asked in its situation.
    fn is_so(&self, state: &State, question: &Question, order: &Laid) -> bool {
        let when = &order.when;
        let now = PlayerTurn::of(state);
        if order.ask != question.ask || order.during.is_some_and(|during| during != now) {
            return false;
        }
        let about = when.units.iter().all(|unit| question.units.contains(unit))
            && when.into.iter().all(|hex| question.hexes.contains(hex));
        let others = when.exactly
            && !(question.units.iter().all(|unit| when.units.contains(unit))
                && question.hexes.iter().all(|hex| when.into.contains(hex)));
        if !about || others {
            return false;
        }
        let of_combat = !when.hexes.is_empty()
            || !when.attackers.is_empty()
            || !when.from.is_empty()
            || !when.results.is_empty()
            || when.before_die
            || when.odds.is_some();
        let Some(combat) = &state.combat else { return !of_combat };
        let tables = &self.scenario.tables;
        let column = |name: &Option<String>| name.as_ref().and_then(|name| tables.column_named(name));
        let attacks = |unit: &UnitId| {
            combat.attackers.iter().any(|(u, _)| u == unit) || combat.bombarding.contains(unit)
        };
        when.hexes.iter().all(|hex| combat.hexes.contains(hex))
            && when.attackers.iter().all(attacks)
            && when.from.iter().all(|hex| combat.attackers.iter().any(|(_, from)| from == hex))
            && !(when.before_die && combat.thrown.is_some())
            && (when.results.is_empty() || combat.thrown.is_some_and(|(_, r)| when.results.contains(&r)))
            && when.odds.as_ref().is_none_or(|odds| {
                column(&odds.least).is_none_or(|least| combat.column >= least)
                    && column(&odds.most).is_none_or(|most| combat.column <= most)
            })
    }

    /// Whether an order would answer the open question.
    fn answers_legally(&self, state: &State, side: Side, order: &Order<UnitId, Hex>) -> bool {
        let (mut dice, quiet) = (tabletop::LoadedDice::default(), &mut RuleCheck::without_messages());
        self.right_time(state, side, order.verb(), quiet).is_ok()
            && Execution::new(self, state, &mut dice).answer_events(side, order, quiet).is_ok()
    }

    /// The conditional orders that can still come to hold.
    pub(crate) fn still_to_come(&self, state: &State, laid: &[Laid]) -> Vec<Laid> {
        let order = |of: PlayerTurn| (of.turn, of.side != self.scenario.first);
        let now = PlayerTurn::of(state);
        let over = |one: &Laid| one.during.is_some_and(|during| order(during) < order(now));
        laid.iter().filter(|one| state.phase != Phase::Over && !over(one)).cloned().collect()
    }

    /// Judges conditional orders.
    ///
    /// # Errors
    /// 7.7: more of them than are kept, one that could never answer, or what names a stranger.
    pub(crate) fn may_be_laid(
        &self,
        side: Side,
        laid: &[Laid],
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let all = walk(laid);
        let count: usize = all.iter().map(|(_, one)| 1 + one.answers.len()).sum();
        rule_check.check(CASE, "conditional orders are few enough", count <= MOST, || {
            format!("these are {count} conditional orders and answers; {MOST} at most are kept")
        })?;
        let deepest = all.iter().map(|&(depth, _)| depth).max().unwrap_or(0);
        rule_check.check(CASE, "not too many follow one on another", deepest <= DEEPEST, || {
            format!("{deepest} conditional orders follow one on another; {DEEPEST} at most may")
        })?;
        for (depth, one) in all {
            let verbs = one.ask.answered_by();
            let asks = one.ask.word();
            rule_check.check(CASE, "a conditional order has an answer", !one.answers.is_empty(), || {
                format!("a conditional order about '{asks}' has no answer")
            })?;
            let free = depth == 1 || one.during.is_none();
            rule_check.check(CASE, "only the first of a tree names a player-turn", free, || {
                "a conditional order that follows on another names a player-turn of its own".to_owned()
            })?;
            let last = one.answers.len() - 1;
            for (nth, answer) in one.answers.iter().enumerate() {
                let order = answer.give.order();
                let verb = order.as_ref().map_or("ask", Order::verb);
                let fits = order.is_none() || verbs.contains(&verb);
                rule_check.check(CASE, "each answer answers its question", fits, || {
                    format!("'{verb}' does not answer '{asks}'; {} would", verbs.join(" or "))
                })?;
                let nothing_after = order.is_some() || (nth == last && answer.next.is_empty());
                rule_check.check(CASE, "nothing comes after being asked", nothing_after, || {
                    "'ask' must be the last answer, and nothing follows on it".to_owned()
                })?;
                self.names_ones_own(side, &answer.give, rule_check)?;
            }
            let stranger = one.when.units.iter().find(|&&unit| self.unit(unit).side != side);
            self.no_stranger(side, stranger, rule_check)?;
            let odds = one.when.odds.iter().flat_map(|odds| [&odds.least, &odds.most]).flatten();
            let tables = &self.scenario.tables;
            let unknown = odds.clone().find(|name| tables.column_named(name).is_none());
            rule_check.check(CASE, "odds are columns of the table", unknown.is_none(), || {
                let columns = tables.columns_down(tables.last_column()).rev();
                let names: Vec<&str> = columns.map(|column| tables.column_name(column)).collect();
                format!("'{}' is not a column; {} are", unknown.map_or("", String::as_str), names.join(", "))
            })?;
        }
        Ok(())
    }

    fn names_ones_own(
        &self,
        side: Side,
        reply: &Reply<UnitId, Hex>,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        let named: Vec<UnitId> = match reply {
            Reply::Retreat { unit, displace, .. } | Reply::WithdrawBattery { unit, displace, .. } => {
                std::iter::once(*unit).chain(displace.iter().map(|push| push.unit)).collect()
            }
            Reply::Lose { units } => units.clone(),
            Reply::Advance { unit, .. } => vec![*unit],
            Reply::Ask {} | Reply::RetreatBeforeCombat {} | Reply::Stand {} | Reply::Hold {} => Vec::new(),
        };
        self.no_stranger(side, named.iter().find(|&&unit| self.unit(unit).side != side), rule_check)
    }

    fn no_stranger(
        &self,
        side: Side,
        stranger: Option<&UnitId>,
        rule_check: &mut RuleCheck,
    ) -> Result<(), Refusal> {
        rule_check.check(CASE, "standing orders are for one's own units", stranger.is_none(), || {
            let unit = stranger.map_or(String::new(), |&unit| self.unit(unit).called());
            format!("{unit} is not a {side} unit")
        })
    }
}
