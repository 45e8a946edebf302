//! Why nothing is open: every empty answer of `game.targets` says so, under the case that stands in
//! the way.
//!
//! The reason is found by trying: an order such as was asked about is judged like any other, and
//! its refusal is told. So the reason can never be another than the one the order itself would
//! meet.

use hexmap::Hex;
use serde_json::Value;
use tabletop::{Case, Reason, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::chit::{BrigadeOrder, ChitId};
use crate::order::{DeclaredCloseCombat, Order, Rally, Shot};
use crate::sequence::ask::Judging;
use crate::sequence::procedure::Procedure;
use crate::state::{Place, State};
use crate::unit::{BrigadeId, UnitId};
use tabletop::capital;

/// What an order is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    All,
    Unit(UnitId),
    Units(Vec<UnitId>),
    Hex(Hex),
    Brigade(BrigadeId),
    Chit(ChitId),
    Order(BrigadeOrder),
}

impl Battle {
    /// What a subject means.
    ///
    /// # Errors
    /// What is no subject, and what was expected.
    pub(super) fn read_subject(&self, subject: &Value) -> Result<Subject, String> {
        let unit = |id: &str| self.named(id).ok_or_else(|| format!("subject: there is no unit '{id}'"));
        match subject {
            Value::Null => Ok(Subject::All),
            Value::Array(ids) => {
                let named = |(i, id): (usize, &Value)| match id.as_str() {
                    Some(id) => unit(id),
                    None => Err(format!("subject[{i}]: the id of a unit was expected")),
                };
                Ok(Subject::Units(ids.iter().enumerate().map(named).collect::<Result<_, _>>()?))
            }
            Value::String(id) => {
                let brigade = self.brigade_ids().find(|&b| self.brigade(b).id == *id).map(Subject::Brigade);
                let chit = || self.chit_ids().find(|&c| self.chit(c).id == *id).map(Subject::Chit);
                let order = || serde_json::from_value(subject.clone()).ok().map(Subject::Order);
                let hex = || self.map().grid.parse(id).map(Subject::Hex);
                let thing = brigade.or_else(chit).or_else(order).or_else(hex);
                thing.map_or_else(|| unit(id).map(Subject::Unit), Ok).map_err(|_| {
                    format!(
                        "subject: '{id}' is not a unit, brigade, chit, hex or order of a brigade of this game"
                    )
                })
            }
            _ => Err("subject: an id, a list of units, or null was expected".to_owned()),
        }
    }

    /// Why no order of that verb is open to that side for that subject.
    pub(super) fn why_none(&self, state: &State, side: Side, verb: &str, subject: &Subject) -> Reason {
        let (case, text) = self.hindrance(state, side, verb, subject);
        let end = if text.ends_with(['.', '?']) { "" } else { "." };
        Reason { case, printed: None, system: self.system_of(case).to_owned(), text: capital(&text) + end }
    }

    fn hindrance(&self, state: &State, side: Side, verb: &str, subject: &Subject) -> (Case, String) {
        let Some(question) = state.question() else { return (case!("7.0"), "the game is over".to_owned()) };
        let (case, asked) = (question.case(state), question.side());
        if asked != side {
            return (case, format!("the {asked} side is asked now, not the {side} side"));
        }
        let asked = question.words(self, state);
        for order in self.tries(state, verb, subject) {
            if let Err(refusal) = self.verdict(state, &order) {
                return (refusal.case, refusal.message);
            }
        }
        match subject {
            // An order of which every example is legal, or that nothing can be tried for.
            Subject::All => (case, format!("nothing can be given '{verb}' now: {asked}")),
            _ => (case, format!("'{verb}' cannot be given for that now: {asked}")),
        }
    }

    /// Orders of a verb about a subject, the likeliest first: one that is refused says what stands
    /// in the way.
    fn tries(&self, state: &State, verb: &str, subject: &Subject) -> Vec<Order> {
        match subject {
            Subject::Unit(unit) => self.tries_of_units(state, verb, &[*unit]),
            Subject::Units(units) if verb == "move" => self.tries_of_units(state, verb, units),
            Subject::Hex(hex) => match verb {
                "batteries" => vec![Order::Batteries { hex: *hex }],
                "chaos" => vec![Order::Chaos { hex: *hex }],
                "assaulting" => vec![Order::Assaulting { hex: *hex }],
                "resolve" => vec![Order::Resolve { target: *hex }],
                _ => self.example(verb).into_iter().collect(),
            },
            Subject::Brigade(brigade) => match verb {
                "activate" => vec![Order::Activate { brigade: *brigade }],
                "rare" => vec![Order::Rare { units: Vec::new(), brigade: Some(*brigade), columns: None }],
                _ => self.example(verb).into_iter().collect(),
            },
            Subject::Chit(chit) if verb == "play" => {
                vec![Order::Play { chit: *chit, unit: None, brigade: None, shot: None, rally: None }]
            }
            Subject::Order(order) if verb == "order" => vec![Order::Order { order: *order }],
            // Whether it is the time for such an order at all: of any example only that is told.
            Subject::All | Subject::Units(_) | Subject::Chit(_) | Subject::Order(_) => {
                self.example(verb).filter(|order| self.is_untimely(state, order)).into_iter().collect()
            }
        }
    }

    /// Whether no order of that verb is asked for now, whatever it says.
    fn is_untimely(&self, state: &State, order: &Order) -> bool {
        let mut judging = Judging { state, rule_check: &mut RuleCheck::quiet() };
        let plain = self.not_asked(&mut judging, order);
        self.verdict(state, order) == Err(plain)
    }

    fn tries_of_units(&self, state: &State, verb: &str, units: &[UnitId]) -> Vec<Order> {
        let Some(&unit) = units.first() else { return self.example(verb).into_iter().collect() };
        let here = state.hex(unit).unwrap_or(self.scenario.starts[unit.index()].hex);
        let near = || self.around(here);
        match verb {
            "fire" => {
                let kind = self.fire_kind_now(state);
                let mut targets = self.fire_targets(state, self.unit(unit).side, &kind);
                targets.sort_by_key(|&hex| self.distance(here, hex));
                // Without an enemy on the map the unit itself is asked about all the same.
                if targets.is_empty() {
                    targets.push(here);
                }
                let shot = |target| vec![Shot { units: vec![unit], target, canister: false }];
                targets.into_iter().map(|target| Order::Fire { shots: shot(target) }).collect()
            }
            "move" => near()
                .map(|to| Order::Move {
                    units: units.to_vec(),
                    to: Some(to),
                    path: None,
                    exit: false,
                    charge: false,
                })
                .collect(),
            "close" => {
                let side = self.unit(unit).side;
                let enemies = state.stacks.occupied().filter(|&hex| self.enemy_in(state, side, hex));
                let target = enemies.min_by_key(|&hex| self.distance(here, hex)).unwrap_or(here);
                vec![Order::Close { assaults: vec![DeclaredCloseCombat { units: vec![unit], target }] }]
            }
            "mount" => vec![Order::Mount { unit }],
            "leave-skirmish" => vec![Order::LeaveSkirmish { unit }],
            "rally" => {
                let there = state.unit(unit);
                let better = there.hits == 0 && (there.worn || matches!(there.place, Place::Broken(_)));
                let kinds =
                    if better { [Rally::Rebuild, Rally::Recover] } else { [Rally::Recover, Rally::Rebuild] };
                kinds.into_iter().map(|rally| Order::Rally { unit, rally }).collect()
            }
            "advance" => {
                let hex = match state.top() {
                    Some(Procedure::Advance(advance)) => advance.hex,
                    _ => here,
                };
                vec![Order::Advance { unit, path: vec![hex] }]
            }
            "withdraw" => near().map(|to| Order::Withdraw { unit, to }).collect(),
            "wayward" => near().map(|to| Order::Wayward { unit, to }).collect(),
            "retreat" => vec![Order::Retreat { unit, path: Vec::new() }],
            "place" => vec![Order::Place { unit, hex: here }],
            "lead" => vec![Order::Lead { unit }],
            "choose" => vec![Order::Choose { unit }],
            "rare" => vec![Order::Rare { units: vec![unit], brigade: None, columns: None }],
            _ => self.example(verb).into_iter().collect(),
        }
    }

    fn example(&self, verb: &str) -> Option<Order> {
        let unit = self.ids().next();
        let hex = self.map().grid.hexes().find(|&hex| self.in_play(hex));
        let chit = self.chit_ids().next();
        Some(match verb {
            "keys" => Order::Keys { chits: Vec::new() },
            "pass" => Order::Pass {},
            "end" => Order::End {},
            "hold" => Order::Hold {},
            "common" => Order::Common {},
            "surprise" => Order::Surprise {},
            "fire" => Order::Fire { shots: Vec::new() },
            "close" => Order::Close { assaults: Vec::new() },
            "move" => Order::Move { units: Vec::new(), to: None, path: None, exit: false, charge: false },
            "rare" => Order::Rare { units: Vec::new(), brigade: None, columns: None },
            "order" => Order::Order { order: BrigadeOrder::Regroup },
            "batteries" => Order::Batteries { hex: hex? },
            "chaos" => Order::Chaos { hex: hex? },
            "assaulting" => Order::Assaulting { hex: hex? },
            "resolve" => Order::Resolve { target: hex? },
            "activate" => Order::Activate { brigade: self.brigade_ids().next()? },
            "play" => Order::Play { chit: chit?, unit: None, brigade: None, shot: None, rally: None },
            "mount" => Order::Mount { unit: unit? },
            "leave-skirmish" => Order::LeaveSkirmish { unit: unit? },
            "lead" => Order::Lead { unit: unit? },
            "choose" => Order::Choose { unit: unit? },
            "rally" => Order::Rally { unit: unit?, rally: Rally::Recover },
            "place" => Order::Place { unit: unit?, hex: hex? },
            "withdraw" => Order::Withdraw { unit: unit?, to: hex? },
            "wayward" => Order::Wayward { unit: unit?, to: hex? },
            "retreat" => Order::Retreat { unit: unit?, path: Vec::new() },
            "advance" => Order::Advance { unit: unit?, path: Vec::new() },
            _ => return None,
        })
    }
}
