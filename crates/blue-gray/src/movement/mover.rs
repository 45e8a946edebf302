//! One unit on the march: what keeps it out of a hex, and what a step costs it (5.1, 5.2).

use hexmap::{Direction, Hex, Reach, Step};
use tabletop::{Case, Refusal, Side, case};

use crate::battle::Battle;
use crate::revision::StrategicMovement;
use crate::state::{Presence, State};
use crate::unit::UnitId;

/// Why a unit cannot enter a hex.
pub(super) enum Barrier {
    Enemy(UnitId),
    /// A friend, and one of the two lets nothing pass.
    Solid(UnitId, Case),
    /// An enemy zone that may not be entered.
    Zone(Case, &'static str),
}

pub(super) struct Mover<'a> {
    battle: &'a Battle,
    pub state: &'a State,
    pub unit: UnitId,
    side: Side,
    /// It keeps to roads and trails.
    ways_only: bool,
    /// It is on a strategic march, and keeps so far from every enemy (r6.44).
    keeps_off: Option<&'a StrategicMovement>,
    pub allowance: u8,
    /// Enemy zones may not be entered: at night (10.2), or by a unit without effectiveness (11.2).
    barred_zones: Option<(Case, &'static str)>,
}

impl<'a> Mover<'a> {
    pub(super) fn new(battle: &'a Battle, state: &'a State, unit: UnitId) -> Mover<'a> {
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
        let (side, ways_only) = (of.side, of.traits.roads_only.is_some());
        Mover { battle, state, unit, side, ways_only, keeps_off: None, allowance: of.movement, barred_zones }
    }

    /// The same unit on a strategic march, with that many more points.
    pub(super) fn marching(self, rule: &'a StrategicMovement, addition: u8) -> Mover<'a> {
        let allowance = self.allowance.saturating_add(addition);
        Mover { ways_only: true, keeps_off: Some(rule), allowance, ..self }
    }

    /// The same unit, if it need not keep away from the enemy.
    pub(super) fn heedless(self) -> Mover<'a> {
        Mover { keeps_off: None, ..self }
    }

    /// Whether it is on a strategic march.
    pub(super) fn is_strategic(&self) -> bool {
        self.keeps_off.is_some()
    }

    /// The enemy that a strategic march may not come so near to as in that hex (r6.44).
    fn shunned(&self, hex: Hex) -> Option<(UnitId, Hex)> {
        self.battle.too_near(self.keeps_off?, self.state, self.side, hex)
    }

    /// The same unit with that many points.
    pub(super) fn with_allowance(&self, allowance: u8) -> Mover<'a> {
        Mover { allowance, ..*self }
    }

    #[inline]
    pub(super) fn in_zone(&self, hex: Hex) -> bool {
        self.state.in_zone(self.side.other(), hex)
    }

    /// The barrier between the mover and a hex: units there, its own type, or a zone it may not enter (5.12,
    /// 5.31, 10.2).
    pub(super) fn barrier(&self, hex: Hex) -> Option<Barrier> {
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
    pub(super) fn admits(&self, hex: Hex) -> Result<(), Refusal> {
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

    /// The cost of one step and whether the mover stops there; `None` where it cannot be taken.
    pub(super) fn step(&self, from: Hex, direction: Direction, to: Hex, spent: u8) -> Option<(u8, Step)> {
        let field = &self.battle.scenario.field;
        let cost = field.cost(from, direction)?;
        let off_the_ways = self.ways_only && !field.has_way(from, direction);
        if off_the_ways || self.shunned(to).is_some() || self.barrier(to).is_some() {
            return None;
        }
        if field.is_ferry(to) && !self.can_leave_ferry(from, to, spent.saturating_add(cost)) {
            return None;
        }
        Some((cost, if self.in_zone(to) { Step::Stop } else { Step::Through }))
    }

    /// Searches the mover's paths from a hex with that many points spent. The same steps as [`Mover::step`]
    /// gives, by what was worked out before of ground and units: a search looks at very many hexes.
    pub(super) fn search(&self, reach: &mut Reach, start: Hex, spent: u8) {
        let field = &self.battle.scenario.field;
        let solid = self.battle.unit(self.unit).traits.lets_nothing_through.is_some();
        let closed = Presence::of(self.side.other()).and(Presence::SOLID);
        let closed = if solid { closed.and(Presence::of(self.side)) } else { closed };
        let barred = self.barred_zones.is_some();
        reach.search_by(field.passages(self.ways_only), start, spent, self.allowance, |from, to, total| {
            let (in_zone, presence) = (self.in_zone(to), self.state.presence(to));
            if presence.has(closed.and(Presence::FERRY)) || in_zone && barred {
                let leaves = || presence.has(Presence::FERRY) && self.can_leave_ferry(from, to, total);
                if presence.has(closed) || in_zone && barred || !leaves() {
                    return None;
                }
            }
            if self.shunned(to).is_some() {
                return None;
            }
            Some(if in_zone { Step::Stop } else { Step::Through })
        });
    }

    /// 5.24: enough points must remain to enter the hex beyond in the same phase.
    fn can_leave_ferry(&self, from: Hex, ferry: Hex, spent: u8) -> bool {
        let field = &self.battle.scenario.field;
        field.map.grid.neighbours(ferry).any(|(d, bank)| {
            bank != from
                && field.cost(ferry, d).is_some_and(|c| spent.saturating_add(c) <= self.allowance)
                && self.barrier(bank).is_none()
                && (!self.is_strategic() || field.has_way(ferry, d) && self.shunned(bank).is_none())
        })
    }

    /// Why a single step cannot be taken.
    pub(super) fn why_not(&self, from: Hex, direction: Direction, to: Hex, spent: u8) -> Refusal {
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
        if self.is_strategic() && !field.has_way(from, direction) {
            let text = format!("strategic movement follows roads and trails, and none joins {a} and {b}");
            return Refusal::new(case!("r6.45"), text);
        }
        if let (Some(rule), Some((enemy, at))) = (self.keeps_off, self.shunned(to)) {
            let text = format!(
                "strategic movement keeps {} hexes from every enemy, and {b} is {} from {} in {}",
                rule.distance,
                field.map.grid.distance(to, at),
                battle.unit(enemy).called(),
                battle.number(at)
            );
            return Refusal::new(case!("r6.44"), text);
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
        let text = format!("it would take {needed} movement points and the unit has {}", self.allowance);
        self.too_few(from, direction, needed, text)
    }

    /// The refusal of a step for which the mover has too few points: where it could pay for the hex
    /// but not for the hexside too, the reason is that both add up (5.26).
    pub(super) fn too_few(&self, from: Hex, direction: Direction, needed: u8, text: String) -> Refusal {
        let added = self.battle.scenario.tables.hexside_cost(self.battle.map().side(from, direction));
        if needed.saturating_sub(added) > self.allowance {
            return Refusal::new(case!("5.15"), text);
        }
        Refusal::new(case!("5.26"), format!("{text}; the costs of a hex and its hexside add up"))
    }
}
