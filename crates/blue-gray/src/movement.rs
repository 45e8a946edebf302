//! 5 Movement.

use hexmap::{Direction, Hex, Reach, Step};
use tabletop::{Case, Inquiry, Refusal, Side, case};

use crate::battle::Battle;
use crate::state::{Place, State};
use crate::tables::Tables;
use crate::unit::{Start, UnitId};

thread_local! {
    /// The working memory of searches: kept, because a search is short and its memory is not.
    static REACH: std::cell::Cell<Reach> = std::cell::Cell::default();
}

/// Searches with kept memory. A search within a search gets memory of its own.
fn with_reach<T>(search: impl FnOnce(&mut Reach) -> T) -> T {
    let mut reach = REACH.take();
    let result = search(&mut reach);
    REACH.set(reach);
    result
}

/// A move that was found legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct March {
    /// The hexes entered, in order.
    pub path: Vec<Hex>,
    /// Points spent.
    pub cost: u8,
    /// It came on from off the map.
    pub entered: bool,
}

/// A hex in reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// The hex.
    pub hex: Hex,
    /// Points to get there.
    pub cost: u8,
    /// A cheapest path.
    pub path: Vec<Hex>,
    /// It would have to stop there: an enemy zone (5.13).
    pub stop: bool,
}

/// What a search found, from one start.
struct Found<'a> {
    reach: &'a Reach,
    /// The entry hex of a reinforcement, with what it cost: a hex reached like the others.
    entry: Option<(Hex, u8)>,
}

impl Found<'_> {
    /// The hexes in reach, in the order of [`Found::ends`].
    fn hexes(&self) -> Vec<Hex> {
        let mut hexes = Vec::with_capacity(self.reach.hexes().len() + 1);
        hexes.extend(self.entry.map(|(hex, _)| hex));
        hexes.extend_from_slice(self.reach.hexes());
        hexes
    }

    /// The hexes in reach with their costs.
    fn ends(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        self.entry
            .into_iter()
            .chain(self.reach.hexes().iter().filter_map(|&h| Some((h, self.reach.cost(h)?))))
    }

    /// The hexes entered on the way to one of them.
    fn path(&self, start: Hex, to: Hex) -> Vec<Hex> {
        let mut path = self.reach.path(start, to);
        if self.entry.is_some() {
            path.insert(0, start);
        }
        path
    }
}

/// What keeps a unit out of a hex.
enum Barrier {
    /// An enemy unit.
    Enemy(UnitId),
    /// A friend, and one of the two lets nothing pass.
    Solid(UnitId, Case),
    /// An enemy zone that may not be entered.
    Zone(Case, &'static str),
}

/// One unit on the march.
struct Mover<'a> {
    battle: &'a Battle,
    state: &'a State,
    unit: UnitId,
    side: Side,
    roads_only: bool,
    allowance: u8,
    /// How many enemies exert a zone on each hex.
    zones: &'a [u8],
    /// Enemy zones may not be entered: at night (10.2), or by a unit without effectiveness (11.2).
    barred_zones: Option<(Case, &'static str)>,
}

impl<'a> Mover<'a> {
    fn new(battle: &'a Battle, state: &'a State, unit: UnitId) -> Mover<'a> {
        let of = battle.unit(unit);
        let barred_zones = if battle.scenario.is_night(state.turn) {
            Some((case!("10.2"), "at night no unit may enter an enemy zone of control"))
        } else if state.marks(unit).ineffective {
            Some((
                case!("11.2"),
                "a unit without attack effectiveness may not enter an enemy zone of control",
            ))
        } else {
            None
        };
        let (side, roads_only) = (of.side, of.traits.roads_only.is_some());
        Mover {
            battle,
            state,
            unit,
            side,
            roads_only,
            allowance: of.movement,
            zones: state.zone_counts(side.other()),
            barred_zones,
        }
    }

    fn in_zone(&self, hex: Hex) -> bool {
        self.zones[hex.index()] > 0
    }

    /// What keeps the mover out of a hex: units there, its own nature, or a zone it may not enter (5.12, 5.31, 10.2).
    fn barrier(&self, hex: Hex) -> Option<Barrier> {
        let battle = self.battle;
        for other in self.state.stack(hex) {
            if battle.unit(other).side != self.side {
                return Some(Barrier::Enemy(other));
            }
            let solid = battle.unit(other).traits.lets_nothing_through;
            if let Some(case) = solid.or(battle.unit(self.unit).traits.lets_nothing_through) {
                return Some(Barrier::Solid(other, case));
            }
        }
        let (case, text) = self.barred_zones?;
        self.in_zone(hex).then_some(Barrier::Zone(case, text))
    }

    /// The refusal of a barrier, in words.
    fn admits(&self, hex: Hex) -> Result<(), Refusal> {
        let (battle, number) = (self.battle, self.battle.number(hex));
        match self.barrier(hex) {
            None => Ok(()),
            Some(Barrier::Enemy(other)) => {
                Err(Refusal::new(case!("5.12"), format!("{} holds {number}", battle.unit(other).called())))
            }
            Some(Barrier::Solid(other, case)) => Err(Refusal::new(
                case,
                format!("{} is in {number} and neither lets the other pass", battle.unit(other).called()),
            )),
            Some(Barrier::Zone(case, text)) => {
                Err(Refusal::new(case, format!("{text}, and {number} is in one")))
            }
        }
    }

    /// One step, as the search and the walk both take it.
    #[inline]
    fn step(&self, from: Hex, direction: Direction, to: Hex, spent: u8) -> Option<(u8, Step)> {
        let field = &self.battle.scenario.field;
        let cost = field.cost(from, direction)?;
        if self.roads_only && !field.has_way(from, direction) {
            return None;
        }
        let in_zone = self.in_zone(to);
        // Most hexes are empty, and the search looks at very many.
        let free = self.state.count(to) == 0 && !(in_zone && self.barred_zones.is_some());
        if !free && self.barrier(to).is_some() {
            return None;
        }
        if field.is_ferry(to) && !self.can_leave_ferry(from, to, spent.saturating_add(cost)) {
            return None;
        }
        Some((cost, if in_zone { Step::Stop } else { Step::Through }))
    }

    /// 5.24: enough points must remain to enter the hex beyond in the same phase.
    fn can_leave_ferry(&self, from: Hex, ferry: Hex, spent: u8) -> bool {
        let field = &self.battle.scenario.field;
        field.map.grid.neighbours(ferry).any(|(d, bank)| {
            bank != from
                && field.cost(ferry, d).is_some_and(|c| spent.saturating_add(c) <= self.allowance)
                && self.barrier(bank).is_none()
        })
    }

    /// Why a single step cannot be taken.
    fn why_not(&self, from: Hex, direction: Direction, to: Hex, spent: u8) -> Refusal {
        let (battle, field) = (self.battle, &self.battle.scenario.field);
        let (a, b) = (battle.number(from), battle.number(to));
        let side = field.map.side(from, direction);
        if let Err(refusal) = self.admits(to) {
            return refusal;
        }
        let Some(cost) = field.cost(from, direction) else {
            return if side.is_plain_creek() {
                Refusal::new(
                    case!("5.25"),
                    format!("the creek between {a} and {b} has neither bridge nor ford"),
                )
            } else if field.is_river(to) {
                Refusal::new(case!("5.24"), format!("{b} is a river hex"))
            } else {
                Refusal::new(case!("5.24"), format!("no ferry arrow leads from {a} to {b}"))
            };
        };
        if let Some(case) = battle.unit(self.unit).traits.roads_only
            && !field.has_way(from, direction)
        {
            return Refusal::new(case, format!("no road or trail joins {a} and {b}"));
        }
        if field.is_ferry(to) && !self.can_leave_ferry(from, to, spent.saturating_add(cost)) {
            // The far bank itself may be what is closed.
            let closed = (field.map.grid.neighbours(to))
                .filter(|&(d, bank)| bank != from && field.cost(to, d).is_some())
                .find_map(|(_, bank)| self.admits(bank).err());
            let why = match closed {
                Some(bank) => format!("the ferry hex {b} leads nowhere: {}", bank.message),
                None => format!(
                    "after the ferry hex {b} not enough movement points would remain for the hex beyond"
                ),
            };
            return Refusal::new(case!("5.24"), why);
        }
        let needed = spent.saturating_add(cost);
        Refusal::new(
            case!("5.15"),
            format!("it would take {needed} movement points and the unit has {}", self.allowance),
        )
    }
}

impl Battle {
    /// Whether a unit may be moved at all in this phase.
    ///
    /// # Errors
    /// The case that keeps it.
    pub fn may_move(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        inquiry: &mut Inquiry,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        inquiry.require(case!("4.1"), "the unit belongs to the phasing side", of.side == side, || {
            format!("{} belongs to the {} side", of.called(), of.side)
        })?;
        inquiry.require(
            case!("5.0"),
            "the unit is in play",
            matches!(state.place(unit), Place::On(_) | Place::Due),
            || format!("{} is no longer in play", of.called()),
        )?;
        inquiry.require(
            case!("5.17"),
            "the unit has not been moved in this phase",
            !state.marks(unit).moved,
            || format!("{} has been moved in this phase", of.called()),
        )?;
        let night = self.scenario.is_night(state.turn);
        let rule = self.scenario.night_rules[side];
        if night {
            inquiry.require(rule.case, "the side may move at night", rule.moves, || {
                format!("no {side} unit moves at night")
            })?;
        }
        if let Some(case) = of.traits.immobile {
            inquiry.require(case, "the unit can be moved", false, || {
                format!("{} may not be moved", of.called())
            })?;
        }
        if let Some(hex) = state.hex(unit) {
            let free = !self.in_enemy_zone(state, side, hex);
            if night && rule.leaves_zones {
                inquiry.require(rule.case, "at night this side may leave enemy zones", true, String::new)?;
            } else {
                inquiry.require(
                    case!("5.13"),
                    "the unit is not in an enemy zone of control",
                    free,
                    || {
                        format!(
                            "{} is in an enemy zone of control in {} and cannot leave it by movement",
                            of.called(),
                            self.number(hex)
                        )
                    },
                )?;
            }
        }
        self.within_quota(state, side, unit, inquiry)
    }

    /// 17.1: the units moved against a quota.
    fn within_quota(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        inquiry: &mut Inquiry,
    ) -> Result<(), Refusal> {
        let Some(quota) = self.scenario.quota.as_ref().filter(|q| q.side == side) else { return Ok(()) };
        if let Some((until, case)) = self.unit(unit).traits.quota_exempt
            && state.turn < until
        {
            return inquiry.require(
                case,
                "the unit does not count against the movement quota yet",
                true,
                String::new,
            );
        }
        let limit = self.quota_limit(state).unwrap_or(u8::MAX);
        inquiry.require(quota.case, "the movement quota is not used up", state.moved < limit, || {
            format!("the {side} side has moved the {limit} units that it may move in this phase")
        })
    }

    /// The quota of the phasing side as it stands now (17.11, 17.14).
    pub fn quota_limit(&self, state: &State) -> Option<u8> {
        let quota = self.scenario.quota.as_ref().filter(|q| q.side == state.phasing)?;
        let more = quota.more.filter(|&(watch, ..)| state.holders.get(watch) == Some(&quota.side));
        Some(quota.limit + more.map_or(0, |(_, units, _)| units))
    }

    /// Whether moving this unit counts against a quota.
    pub(crate) fn counts_against_quota(&self, state: &State, unit: UnitId) -> bool {
        let of = self.unit(unit);
        self.scenario.quota.as_ref().is_some_and(|q| q.side == of.side)
            && of.traits.quota_exempt.is_none_or(|(until, _)| state.turn >= until)
    }

    /// Finds the hexes a unit can end its move in, each by a cheapest path. Empty if it may not move.
    pub fn destinations(&self, state: &State, unit: UnitId) -> Vec<Destination> {
        let mut found: Vec<Destination> = Vec::new();
        let crowd = state.is_crowded();
        self.explore(state, unit, |mover, start, reach| {
            for (hex, cost) in reach.ends() {
                if self.stays(state, unit, hex, crowd, &mut Inquiry::wordless()).is_err() {
                    continue;
                }
                let better =
                    Destination { hex, cost, path: reach.path(start, hex), stop: mover.in_zone(hex) };
                match found.iter_mut().find(|d| d.hex == hex) {
                    None => found.push(better),
                    Some(old) if old.cost > cost => *old = better,
                    Some(_) => {}
                }
            }
        });
        found
    }

    /// One of the destinations of a unit with the path to it, by the caller's own choice: `choose` is given how many
    /// hexes are in reach and names one by its number, again and again until the unit may stay there.
    pub fn any_destination(
        &self,
        state: &State,
        unit: UnitId,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<Vec<Hex>> {
        let mut starts = self.starts(state, unit, &mut Inquiry::wordless()).unwrap_or_default();
        if starts.len() > 1 {
            starts = vec![starts[choose(starts.len())]];
        }
        let crowd = state.is_crowded();
        let mut chosen = None;
        self.explore_from(state, unit, &starts, |_, start, reach| {
            let mut hexes = reach.hexes();
            while chosen.is_none() && !hexes.is_empty() {
                let hex = hexes.swap_remove(choose(hexes.len()));
                if self.stays(state, unit, hex, crowd, &mut Inquiry::wordless()).is_ok() {
                    chosen = Some(reach.path(start, hex));
                }
            }
        });
        chosen
    }

    /// Searches a unit's ways from everywhere its move can start. Nothing if it may not move.
    fn explore(&self, state: &State, unit: UnitId, each: impl FnMut(&Mover<'_>, Hex, &Found<'_>)) {
        if self.may_move(state, state.phasing, unit, &mut Inquiry::wordless()).is_ok() {
            let starts = self.starts(state, unit, &mut Inquiry::wordless()).unwrap_or_default();
            self.explore_from(state, unit, &starts, each);
        }
    }

    fn explore_from(
        &self,
        state: &State,
        unit: UnitId,
        starts: &[(Hex, u8)],
        mut each: impl FnMut(&Mover<'_>, Hex, &Found<'_>),
    ) {
        let mover = Mover::new(self, state, unit);
        with_reach(|reach| {
            for &(start, spent) in starts {
                let arriving = state.hex(unit) != Some(start);
                // A reinforcement that arrives in an enemy zone stops there.
                if arriving && mover.in_zone(start) {
                    reach.search(&self.map().grid, start, spent, spent, |_, _, _, _| None);
                } else {
                    reach.search(&self.map().grid, start, spent, mover.allowance, |f, d, t, s| {
                        mover.step(f, d, t, s)
                    });
                }
                each(&mover, start, &Found { reach, entry: arriving.then_some((start, spent)) });
            }
        });
    }

    /// Where a unit's move starts, with the points spent when it stands there: its hex, or the entry hexes open to it.
    fn starts(&self, state: &State, unit: UnitId, inquiry: &mut Inquiry) -> Result<Vec<(Hex, u8)>, Refusal> {
        if let Some(hex) = state.hex(unit) {
            return Ok(vec![(hex, 0)]);
        }
        let Start::Due { entry, .. } = &self.unit(unit).start else { return Ok(Vec::new()) };
        let mut refusal = None;
        let mut starts = Vec::new();
        for &hex in entry {
            match self.may_enter(state, unit, hex, inquiry) {
                Ok(cost) => starts.push((hex, cost)),
                Err(no) => refusal = refusal.or(Some(no)),
            }
        }
        match refusal {
            Some(no) if starts.is_empty() => Err(no),
            _ => Ok(starts),
        }
    }

    /// Whether a unit may end its move in a hex: not on a ferry (5.24), and by the limit of stacking (5.32).
    ///
    /// # Errors
    /// The case that forbids it.
    pub fn may_stay(
        &self,
        state: &State,
        unit: UnitId,
        hex: Hex,
        inquiry: &mut Inquiry,
    ) -> Result<(), Refusal> {
        self.stays(state, unit, hex, state.is_crowded(), inquiry)
    }

    fn stays(
        &self,
        state: &State,
        unit: UnitId,
        hex: Hex,
        crowd: bool,
        inquiry: &mut Inquiry,
    ) -> Result<(), Refusal> {
        let of = self.unit(unit);
        inquiry.require(
            case!("5.24"),
            "the move does not end on a ferry",
            !self.scenario.field.is_ferry(hex),
            || format!("no move ends in the ferry hex {}", self.number(hex)),
        )?;
        for other in state.stack(hex).filter(|&o| o != unit) {
            let alone = of.traits.stacks_with_nothing.or(self.unit(other).traits.stacks_with_nothing);
            if let Some(case) = alone {
                inquiry.require(case, "the two may stack", false, || {
                    format!("{} and {} may not stack", of.called(), self.unit(other).called())
                })?;
            }
        }
        let there = state.stack(hex).filter(|&o| o != unit).count();
        let crowded = crowd || there >= self.scenario.tables.stacking;
        inquiry.require(
            case!("5.32"),
            "at most two units are in a hex, or the others can still move on",
            !crowded || self.can_thin_out(state, unit, hex),
            || {
                if there >= self.scenario.tables.stacking {
                    format!(
                        "two units are in {} already, and not enough of them can still move on",
                        self.number(hex)
                    )
                } else {
                    "units stacked above the limit elsewhere could then no longer move on".to_owned()
                }
            },
        )
    }

    /// The hexes that hold more units than may end a phase there (5.32).
    pub fn crowded(&self, state: &State) -> Vec<Hex> {
        if !state.is_crowded() {
            return Vec::new();
        }
        let mut hexes: Vec<Hex> = self
            .on_map(state, state.phasing)
            .map(|(_, hex)| hex)
            .filter(|&h| state.count(h) > self.scenario.tables.stacking)
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// The ruling on 5.32: whether, with `unit` in `hex`, every hex above the limit could still be brought down to
    /// it by moves of units that have not moved yet, each to a room of its own.
    fn can_thin_out(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let limit = self.scenario.tables.stacking;
        let can_move_on = |state: &State, u: UnitId| {
            u != unit
                && !state.marks(u).moved
                && self.may_move(state, state.phasing, u, &mut Inquiry::wordless()).is_ok()
        };
        // Most often nobody there can move on at all.
        let there = state.stack(hex).filter(|&u| u != unit).count();
        if there >= limit && state.stack(hex).filter(|&u| can_move_on(state, u)).count() + limit <= there {
            return false;
        }
        let mut after = state.clone();
        after.put(self, unit, hex);
        after.marks_mut(unit).moved = true;
        after.moved += u8::from(self.counts_against_quota(state, unit));
        let crowds = self.crowded(&after);
        let all: usize = crowds.iter().map(|&crowd| after.count(crowd) - limit).sum();
        // The rooms that somebody could move on to, by the units that could.
        let mut surplus: Vec<(usize, Vec<Vec<Hex>>)> = Vec::new();
        for crowd in crowds {
            let too_many = after.count(crowd) - limit;
            let movers = after.stack(crowd).filter(|&u| can_move_on(&after, u));
            let rooms: Vec<Vec<Hex>> = movers.map(|mover| self.rooms(&after, mover, crowd, all)).collect();
            if rooms.iter().filter(|r| !r.is_empty()).count() < too_many {
                return false;
            }
            surplus.push((too_many, rooms));
        }
        let quota =
            self.quota_limit(&after).is_none_or(|limit| usize::from(after.moved) + all <= usize::from(limit));
        quota && place_all(&mut surplus, &mut |hex| limit - after.count(hex), &mut Vec::new())
    }

    /// The rooms that a unit could move on to from a crowded hex: all of them; or, of those next to it, `enough`, which is
    /// as many as there are units to be placed. Who has so many finds one free whatever the others take.
    fn rooms(&self, state: &State, unit: UnitId, from: Hex, enough: usize) -> Vec<Hex> {
        let open =
            |h: &Hex| state.count(*h) < self.scenario.tables.stacking && !self.scenario.field.is_ferry(*h);
        let mover = Mover::new(self, state, unit);
        let steps = self.map().grid.neighbours(from).filter(|&(direction, to)| {
            mover.step(from, direction, to, 0).is_some_and(|(cost, _)| cost <= mover.allowance)
        });
        let mut rooms: Vec<Hex> = steps.map(|(_, to)| to).filter(open).take(enough).collect();
        if rooms.len() < enough {
            self.explore(state, unit, |_, _, found| {
                rooms = found.hexes();
                rooms.retain(open);
            });
        }
        rooms
    }

    /// Searches a unit's ways from a hex within its allowance, whoever's turn it is, and whether or not it may end its
    /// move there.
    pub fn search(&self, state: &State, unit: UnitId, from: Hex, reach: &mut Reach) {
        let mover = Mover::new(self, state, unit);
        reach.search(&self.map().grid, from, 0, mover.allowance, |f, d, t, s| mover.step(f, d, t, s));
    }

    /// Judges a move.
    ///
    /// # Errors
    /// The first case that forbids it.
    pub fn march(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        to: Option<Hex>,
        path: Option<&[Hex]>,
        inquiry: &mut Inquiry,
    ) -> Result<March, Refusal> {
        self.may_move(state, side, unit, inquiry)?;
        let entered = state.hex(unit).is_none();
        let (path, cost) = match (to, path) {
            (None, Some(path)) => self.walk(state, unit, path, inquiry)?,
            (Some(to), None) => self.find(state, unit, to, inquiry)?,
            _ => {
                return Err(Refusal::new(
                    case!("5.16"),
                    "a move names either the hex it goes to or its path",
                ));
            }
        };
        let Some(&last) = path.last() else {
            return Err(Refusal::new(case!("5.16"), "the path is empty"));
        };
        self.may_stay(state, unit, last, inquiry)?;
        Ok(March { path, cost, entered })
    }

    /// A path that was given hex by hex.
    pub(crate) fn walk(
        &self,
        state: &State,
        unit: UnitId,
        path: &[Hex],
        inquiry: &mut Inquiry,
    ) -> Result<(Vec<Hex>, u8), Refusal> {
        let mover = Mover::new(self, state, unit);
        let (mut at, mut spent, rest) = match (state.hex(unit), path) {
            (Some(hex), _) => (hex, 0, path),
            (None, [entry, rest @ ..]) => (*entry, self.may_enter(state, unit, *entry, inquiry)?, rest),
            (None, []) => return Err(Refusal::new(case!("5.16"), "the path is empty")),
        };
        let arrived = state.hex(unit).is_none();
        for (i, &to) in rest.iter().enumerate() {
            let direction = self.map().grid.direction(at, to);
            inquiry.require(
                case!("5.16"),
                "each hex of the path touches the one before",
                direction.is_some(),
                || format!("{} and {} do not touch", self.number(at), self.number(to)),
            )?;
            let stopped = (i > 0 || arrived) && mover.in_zone(at);
            inquiry.require(
                case!("5.13"),
                "a unit that enters an enemy zone of control stops",
                !stopped,
                || format!("{} is in an enemy zone of control: the move ends there", self.number(at)),
            )?;
            let Some(direction) = direction else { continue };
            let step = mover
                .step(at, direction, to, spent)
                .filter(|(c, _)| spent.saturating_add(*c) <= mover.allowance);
            let why = || mover.why_not(at, direction, to, spent);
            let case = if step.is_some() { case!("5.21") } else { why().case };
            inquiry.require(case, "the step can be taken and paid for", step.is_some(), || why().message)?;
            spent += step.map_or(0, |(c, _)| c);
            at = to;
        }
        Ok((path.to_vec(), spent))
    }

    /// A cheapest path to a hex.
    fn find(
        &self,
        state: &State,
        unit: UnitId,
        to: Hex,
        inquiry: &mut Inquiry,
    ) -> Result<(Vec<Hex>, u8), Refusal> {
        let mover = Mover::new(self, state, unit);
        let grid = &self.map().grid;
        let mut reach = Reach::new();
        let mut best: Option<(Vec<Hex>, u8)> = None;
        let starts = self.starts(state, unit, inquiry)?;
        for &(start, spent) in &starts {
            let on_map = state.hex(unit) == Some(start);
            if on_map && start == to {
                let what = || format!("{} is in {} already", self.unit(unit).called(), self.number(to));
                inquiry.require(case!("5.16"), "the move leads somewhere else", false, what)?;
            }
            if !on_map && start == to {
                if best.as_ref().is_none_or(|(_, c)| spent < *c) {
                    best = Some((vec![start], spent));
                }
                continue;
            }
            if !on_map && mover.in_zone(start) {
                continue;
            }
            reach.search(grid, start, spent, mover.allowance, |f, d, t, s| mover.step(f, d, t, s));
            if let Some(cost) = reach.cost(to)
                && best.as_ref().is_none_or(|(_, c)| cost < *c)
            {
                let mut path = reach.path(start, to);
                if !on_map {
                    path.insert(0, start);
                }
                best = Some((path, cost));
            }
        }
        let why = || self.out_of_reach(&mover, &starts, to);
        let case = if best.is_some() { case!("5.21") } else { why().case };
        inquiry.require(case, "a path leads there that the unit can pay for", best.is_some(), || {
            why().message
        })?;
        best.ok_or_else(why)
    }

    /// Why no path leads to a hex: what would have to be otherwise for there to be one.
    fn out_of_reach(&self, mover: &Mover<'_>, starts: &[(Hex, u8)], to: Hex) -> Refusal {
        if let Err(refusal) = mover.admits(to) {
            return refusal;
        }
        let grid = &self.map().grid;
        let called = self.unit(mover.unit).called();
        let number = self.number(to);
        let mut reach = Reach::new();
        let far = Mover {
            allowance: 200,
            battle: self,
            state: mover.state,
            barred_zones: mover.barred_zones,
            ..*mover
        };
        for &(start, spent) in starts {
            reach.search(grid, start, spent, 200, |f, d, t, s| far.step(f, d, t, s));
            if let Some(cost) = reach.cost(to) {
                return Refusal::new(
                    case!("5.15"),
                    format!("{number} is {cost} movement points away and {called} has {}", mover.allowance),
                );
            }
        }
        for &(start, spent) in starts {
            reach.search(grid, start, spent, mover.allowance, |f, d, t, s| {
                mover.step(f, d, t, s).map(|(cost, _)| (cost, Step::Through))
            });
            if reach.cost(to).is_some() {
                return Refusal::new(
                    case!("5.13"),
                    format!(
                        "every way of {called} to {number} leads on from an enemy zone of control, where it must stop"
                    ),
                );
            }
        }
        if let Some(case) = self.unit(mover.unit).traits.roads_only {
            return Refusal::new(case, format!("no open road or trail leads {called} to {number}"));
        }
        let ground = self.map().ground(to);
        if self.scenario.field.is_river(to) {
            return Refusal::new(case!("5.24"), format!("{number} is a {} hex", Tables::ground_name(ground)));
        }
        Refusal::new(case!("5.0"), format!("no open way leads {called} to {number}"))
    }
}

/// Whether so many units of each crowd can be given rooms, no room taken beyond its size. `surplus` holds, for each
/// crowd, how many must go and the rooms open to each that can.
fn place_all(
    surplus: &mut [(usize, Vec<Vec<Hex>>)],
    size: &mut dyn FnMut(Hex) -> usize,
    taken: &mut Vec<Hex>,
) -> bool {
    let all: usize = surplus.iter().map(|(n, _)| n).sum();
    let Some(crowd) = surplus.iter().position(|(n, _)| *n > 0) else { return true };
    // Who has as many rooms as there are units to place can always be placed last.
    let easy = |rooms: &Vec<Hex>| rooms.len() >= all + taken.len();
    if surplus.iter().all(|(n, movers)| movers.iter().filter(|r| easy(r)).count() >= *n) {
        return true;
    }
    for mover in 0..surplus[crowd].1.len() {
        let rooms = std::mem::take(&mut surplus[crowd].1[mover]);
        surplus[crowd].0 -= 1;
        for &room in &rooms {
            if taken.iter().filter(|&&t| t == room).count() < size(room) {
                taken.push(room);
                if place_all(surplus, size, taken) {
                    return true;
                }
                taken.pop();
            }
        }
        surplus[crowd].0 += 1;
        surplus[crowd].1[mover] = rooms;
    }
    false
}
