//! Rally (17).

use std::borrow::Cow;

use hexmap::Hex;
use tabletop::{Case, Refusal, Side, case, spelled};

use crate::battle::Battle;
use crate::data::tables::Act;
use crate::event::Event;
use crate::order::{Order, Rally};
use crate::protocol::question::Question;
use crate::sequence::ask::{Ask, Candidate, Judged, Judging, OpenQuestion, accept, tries};
use crate::sequence::execution::Execution;
use crate::sequence::procedure::{Activation, Displace, FireKind, Return};
use crate::state::{Place, State};
use crate::unit::{BrigadeId, UnitId};

impl Battle {
    /// Whether a hex is far enough from every enemy to rally there (17.1, K88).
    fn is_quiet(&self, state: &State, side: Side, hex: Hex) -> bool {
        let mut enemies = state.stacks.occupied().filter(|&there| self.enemy_in(state, side, there));
        enemies.all(|enemy| self.distance(hex, enemy) >= *self.scenario.tables.rally_distance)
    }

    /// Whether a unit is far enough from every enemy to rally.
    pub(crate) fn far_from_enemies(&self, state: &State, unit: UnitId) -> bool {
        state.hex(unit).is_none_or(|hex| self.is_quiet(state, self.unit(unit).side, hex))
    }

    fn may_rally(
        &self,
        judging: &mut Judging,
        side: Side,
        a: &Activation,
        unit: UnitId,
        rally: Rally,
    ) -> Result<(), Refusal> {
        let printed = self.unit(unit);
        let there = *judging.state.unit(unit);
        let name = || printed.name.clone();
        let row = a.order.map(|o| *self.scenario.tables.order(o));
        let ask = &mut judging.rule_check;
        let state = judging.state;
        ask.check(case!("17.1"), "it is a unit of the active side", printed.side == side, || {
            format!("{} is the enemy's", name())
        })?;
        if self.is_gun(unit) {
            let near = state.hex(unit).is_some_and(|hex| self.brigade_near(state, a.brigade, hex));
            ask.check(
                case!("17.1"),
                "a battery is with or next to a unit of the active brigade",
                near,
                || format!("{} is neither with nor next to a unit of the active brigade", name()),
            )?;
            ask.check(
                case!("17.1"),
                "a battery only recovers in the Rally Step",
                rally == Rally::Recover,
                || "batteries are rebuilt in the Artillery Phase only".to_owned(),
            )?;
        } else {
            ask.check(
                case!("17.1"),
                "it belongs to the active brigade",
                printed.brigade == Some(a.brigade),
                || format!("{} does not belong to {}", name(), self.brigade(a.brigade).name),
            )?;
        }
        let act = if rally == Rally::Recover { Act::Recover } else { Act::Rebuild };
        let allowed = row.is_some_and(|row| row.allows(act));
        let rallying = if rally == Rally::Recover { case!("17.2a") } else { case!("17.2b") };
        ask.check(rallying, "the brigade's order allows it", allowed, || {
            let order = a.order.map_or("no order", |o| o.word());
            format!("under {order} units may not {}", act.words())
        })?;
        ask.check(case!("K89"), "it has not rallied in this step", !there.rallied, || {
            format!("{} has rallied in this step", name())
        })?;
        self.may_benefit(judging, unit, rally)
    }

    /// What every rally requires of the unit itself: a quiet place, and something to rally from.
    pub(crate) fn may_benefit(
        &self,
        judging: &mut Judging,
        unit: UnitId,
        rally: Rally,
    ) -> Result<(), Refusal> {
        let printed = self.unit(unit);
        let there = *judging.state.unit(unit);
        let name = || printed.name.clone();
        let state = judging.state;
        let ask = &mut judging.rule_check;
        let distance = || spelled(*self.scenario.tables.rally_distance);
        let here = matches!(there.place, Place::On(_) | Place::Broken(0));
        ask.check(case!("17.1"), "it is on the map or in the Available Box", here, || {
            format!("{} is neither on the map nor in the Available Box", name())
        })?;
        ask.check(
            case!("17.1"),
            Quiet(*self.scenario.tables.rally_distance),
            self.far_from_enemies(state, unit),
            || format!("an enemy is less than {} hexes from {}", distance(), name()),
        )?;
        self.may_gain(judging, unit, rally)
    }

    /// There is something to rally from.
    pub(crate) fn may_gain(&self, judging: &mut Judging, unit: UnitId, rally: Rally) -> Result<(), Refusal> {
        let printed = self.unit(unit);
        let there = *judging.state.unit(unit);
        let name = || printed.name.clone();
        let state = judging.state;
        let ask = &mut judging.rule_check;
        match rally {
            Rally::Recover => ask.check(case!("17.2a"), "it has Morale Hits", there.hits > 0, || {
                format!("{} has no Morale Hit to recover from", name())
            }),
            Rally::Rebuild => {
                let has_side = printed.faces.fresh.is_some() && !printed.fragile;
                ask.check(
                    case!("17.2b"),
                    "it has a fresh side to be rebuilt to",
                    has_side || there.place == Place::Broken(0),
                    || format!("{} is Fragile: it has no fresh side", name()),
                )?;
                ask.check(case!("17.2b"), "it is Battleworn", there.worn, || {
                    format!("{} is on its fresh side", name())
                })?;
                let barred =
                    self.options.broken_stay_worn && there.was_broken && there.place != Place::Broken(0);
                ask.check(case!("17.2"), "it was never broken, where that bars it", !barred, || {
                    format!("{} has been broken and stays Battleworn (Rebuild Option)", name())
                })?;
                let room = there.place != Place::Broken(0)
                    || self.open_hexes_near(state, unit, &|_| true).next().is_some();
                ask.check(case!("17.2b"), "there is a hex to come back to", room, || {
                    format!("no hex is open to {}", name())
                })
            }
        }
    }

    /// Whether a unit of the brigade is in the hex or next to it.
    fn brigade_near(&self, state: &State, brigade: BrigadeId, hex: Hex) -> bool {
        self.brigade(brigade)
            .units
            .iter()
            .filter_map(|&u| state.hex(u))
            .any(|there| self.distance(there, hex) <= 1)
    }

    /// Takes up to that many Morale Hits off a unit (17.2a).
    pub(crate) fn recover(&self, execution: &mut Execution, unit: UnitId, hits: u8, case: Case) {
        let left = execution.state.unit(unit).hits.saturating_sub(hits);
        execution.apply(Event::Recovered { unit, hits: left, case });
    }

    /// One Rebuild attempt (17.2b).
    pub(crate) fn rebuild(&self, execution: &mut Execution, unit: UnitId, case: Case) {
        let cohesion = self.cohesion(&execution.state, unit);
        let die = execution.throw();
        let made = die <= cohesion;
        execution.apply(Event::RebuildThrown { unit, die, cohesion, made, case });
        if !made {
            return;
        }
        let side = self.unit(unit).side;
        if execution.state.hex(unit).is_none() {
            let hexes = self.returns(&execution.state, unit);
            if let [only] = hexes[..] {
                return execution.apply(Event::Returned { unit, hex: only });
            }
            return execution.push(Return { side, unit, hexes });
        }
        execution.apply(Event::Rebuilt { unit });
        let Some(hex) = execution.state.hex(unit) else { return };
        if execution.state.stack(hex).len() > 1
            && self.crowd(&execution.state, hex) > *self.scenario.tables.stacking.limit
        {
            let hexes = self.asides(&execution.state, unit, hex);
            self.displace(execution, side, unit, hex, hexes);
        }
    }

    /// A unit moves aside into one of these hexes; its owner is asked which.
    pub(crate) fn displace(
        &self,
        execution: &mut Execution,
        side: Side,
        unit: UnitId,
        from: Hex,
        hexes: Vec<Hex>,
    ) {
        match hexes[..] {
            [] => {}
            [to] => self.move_aside(execution, unit, from, to),
            _ => execution.push(Displace { side, unit, hexes }),
        }
    }

    /// A unit moves aside, and drives off the Skirmishers beside its new hex (K39, 16.2).
    fn move_aside(&self, execution: &mut Execution, unit: UnitId, from: Hex, to: Hex) {
        execution.apply(Event::Displaced { unit, from, to });
        self.drive_off_skirmishers(execution, unit);
    }

    /// Where a unit of the Available Box may come back: quiet hexes near its brigade; where none is
    /// open, near its division; where none is, near any friend (17.2b, K90).
    fn returns(&self, state: &State, unit: UnitId) -> Vec<Hex> {
        let brigade = self.unit(unit).brigade;
        let division = |brigade: Option<BrigadeId>| brigade.and_then(|b| self.brigade(b).division.as_ref());
        let near: [&dyn Fn(UnitId) -> bool; 3] = [
            &|u| self.unit(u).brigade == brigade,
            &|u| division(brigade).is_some() && division(self.unit(u).brigade) == division(brigade),
            &|_| true,
        ];
        let open = near.into_iter().map(|near| self.open_hexes_near(state, unit, near).collect());
        open.into_iter().find(|hexes: &Vec<Hex>| !hexes.is_empty()).unwrap_or_default()
    }

    /// The quiet hexes open to a unit near those of its friends, found one after another.
    fn open_hexes_near<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
        near: &dyn Fn(UnitId) -> bool,
    ) -> impl Iterator<Item = Hex> + use<'a> {
        let side = self.unit(unit).side;
        let friends = self.on_map(state, side).filter(|&(u, _)| u != unit && near(u));
        let friends: Vec<Hex> = friends.map(|(_, hex)| hex).collect();
        self.map().grid.hexes().filter(move |&hex| {
            self.in_play(hex)
                && friends
                    .iter()
                    .any(|&friend| self.distance(friend, hex) <= *self.scenario.tables.return_distance)
                && !self.enemy_in(state, side, hex)
                && self.is_quiet(state, side, hex)
                && self.may_stand(state, unit, hex, false)
        })
    }

    /// Where a rebuilt unit moves aside to: an adjacent hex farther from the nearest enemy, or else
    /// the nearest hex it may stand in (K39).
    fn asides(&self, state: &State, unit: UnitId, hex: Hex) -> Vec<Hex> {
        let side = self.unit(unit).side;
        let nearest = |from: Hex| {
            self.on_map(state, side.other())
                .map(|(_, enemy)| self.distance(from, enemy))
                .min()
                .unwrap_or(u32::MAX)
        };
        let open = |to: &Hex| !self.enemy_in(state, side, *to) && self.may_stand(state, unit, *to, false);
        let now = nearest(hex);
        let farther: Vec<Hex> =
            self.around(hex).filter(|to| open(to) && (nearest(*to) > now || now == u32::MAX)).collect();
        if !farther.is_empty() {
            return farther;
        }
        self.nearest(hex, |to| to != hex && open(&to))
    }

    /// Where a unit is placed that has these hexes to choose from.
    fn placed(
        &self,
        judging: &mut Judging,
        asked: UnitId,
        hexes: &[Hex],
        order: &Order,
        case: Case,
    ) -> Result<Hex, Refusal> {
        let Order::Place { unit, hex } = order else { return Err(self.not_asked(judging, order)) };
        judging.rule_check.check(case, "it is this unit that is placed", *unit == asked, || {
            format!("{} is placed now", self.unit(asked).name)
        })?;
        judging.rule_check.check(case, "it is one of the hexes open to it", hexes.contains(hex), || {
            format!("{} may not be placed in {}", self.unit(asked).name, self.number(*hex))
        })?;
        Ok(*hex)
    }
}

/// How far from every enemy it must be: put into words only where they are read.
struct Quiet(u32);

impl From<Quiet> for Cow<'static, str> {
    fn from(quiet: Quiet) -> Self {
        format!("it is {} hexes from every enemy", spelled(quiet.0)).into()
    }
}

/// 17: a brigade's Rally Step.
pub(crate) struct RallyStep<'a>(pub &'a Activation);

impl RallyStep<'_> {
    /// Who of those that might rally has something to rally from, and how.
    fn rallies(&self, battle: &Battle, state: &State) -> impl Iterator<Item = Order> {
        let brigade = Some(self.0.brigade);
        let units = battle.ids().filter(move |&u| battle.is_gun(u) || battle.unit(u).brigade == brigade);
        units.flat_map(move |unit| {
            let there = state.unit(unit);
            let recover = (there.hits > 0).then_some(Rally::Recover);
            let rebuild = there.worn.then_some(Rally::Rebuild);
            recover.into_iter().chain(rebuild).map(move |rally| Order::Rally { unit, rally })
        })
    }
}

impl Ask for RallyStep<'_> {
    fn side(&self) -> Side {
        self.0.side
    }

    fn kind(&self) -> &'static str {
        "rally"
    }

    fn case(&self, _: &State) -> Case {
        case!("17.0")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("{}: Rally Step", battle.brigade(self.0.brigade).name)
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Rally(self.0.brigade)
    }

    /// The player ends a step in which a unit has rallied: the rally could still be taken back.
    fn ends_itself(&self, battle: &Battle, execution: &Execution) -> Option<Order> {
        let state = &execution.state;
        let untouched = !battle.ids().any(|u| state.unit(u).rallied);
        let only_end = || {
            let mut rallies = self.rallies(battle, state);
            !rallies.any(|rally| OpenQuestion::Whole(self).accepts(battle, state, &rally))
        };
        battle.ends_step(execution, self.0, untouched, only_end)
    }

    fn is_untouched(&self, battle: &Battle, state: &State) -> bool {
        battle.is_untouched(state, self.0)
    }

    /// Who may rally how, and the end of the step.
    fn candidates(&self, battle: &Battle, state: &State) -> Vec<Candidate> {
        tries(self.rallies(battle, state).chain([Order::End {}]))
    }

    /// A unit rallies, or the step ends.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let activation = self.0;
        match *order {
            Order::End {} => accept(move |execution| battle.next_step(execution, activation.clone())),
            Order::Rally { unit, rally } => {
                battle.may_rally(judging, activation.side, activation, unit, rally)?;
                let hits = activation.order.map_or(0, |o| battle.scenario.tables.order(o).recovers);
                accept(move |execution| match rally {
                    Rally::Recover => battle.recover(execution, unit, hits, case!("17.2a")),
                    Rally::Rebuild => battle.rebuild(execution, unit, case!("17.2b")),
                })
            }
            _ => Err(battle.not_asked(judging, order)),
        }
    }

    fn fire_kind(&self) -> Option<FireKind> {
        Some(FireKind::Step)
    }
}

impl Ask for Return {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "return"
    }

    fn case(&self, _: &State) -> Case {
        case!("17.2b")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("choose where {} returns", battle.unit(self.unit).name)
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (vec![self.unit], self.hexes.clone())
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Placing(self.unit)
    }

    fn candidates(&self, _: &Battle, _: &State) -> Vec<Candidate> {
        tries(self.hexes.iter().map(|&hex| Order::Place { unit: self.unit, hex }))
    }

    /// The owner places a unit that comes back.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let unit = self.unit;
        let hex = battle.placed(judging, unit, &self.hexes, order, case!("17.2b"))?;
        accept(move |execution| {
            execution.pop();
            execution.apply(Event::Returned { unit, hex });
        })
    }
}

impl Ask for Displace {
    fn side(&self) -> Side {
        self.side
    }

    fn kind(&self) -> &'static str {
        "displace"
    }

    fn case(&self, _: &State) -> Case {
        case!("K39")
    }

    fn words(&self, battle: &Battle, _: &State) -> String {
        format!("choose where {} moves aside", battle.unit(self.unit).name)
    }

    fn about(&self) -> (Vec<UnitId>, Vec<Hex>) {
        (vec![self.unit], self.hexes.clone())
    }

    fn topic(&self, _: &Battle, _: &State) -> Question {
        Question::Placing(self.unit)
    }

    fn candidates(&self, _: &Battle, _: &State) -> Vec<Candidate> {
        tries(self.hexes.iter().map(|&hex| Order::Place { unit: self.unit, hex }))
    }

    /// The owner moves a rebuilt unit aside.
    fn judge<'a>(&'a self, battle: &'a Battle, judging: &mut Judging, order: &'a Order) -> Judged<'a> {
        let unit = self.unit;
        let to = battle.placed(judging, unit, &self.hexes, order, case!("K39"))?;
        accept(move |execution| {
            execution.pop();
            if let Some(from) = execution.state.hex(unit) {
                battle.move_aside(execution, unit, from, to);
            }
        })
    }
}
