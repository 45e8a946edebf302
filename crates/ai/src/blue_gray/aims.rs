//! Aims: what each move of a plan is for, by what the plan was weighed by: the attacks that it
//! makes possible, the ground and the exits that bring points, and where the enemy could come.

use blue_gray::{Phase, State, UnitId};
use hexmap::Hex;
use tabletop::{Side, counted};

use super::declarations::Attack;
use super::judgement::Judgement;
use super::marching::Country;
use super::muster::{Plan, at_combat};
use super::survey::Tenure;

/// The most hexes named as barring a road.
const BARS: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// It joins an attack, by its index.
    Attack(usize),
    /// It takes ground that brings points.
    Take(Hex),
    /// It holds ground that brings points.
    Hold(Hex),
    Leave,
    /// It bars a road that the enemy's exits need.
    Bar,
    /// It goes where fewer of the enemy can come next to it.
    FallBack,
    /// It goes nearer to something that brings points.
    March(Goal),
    Enter,
    /// It goes where the ground multiplies its defence.
    Cover,
    /// It goes nearer to the enemy.
    Close,
    /// The plan was worth more with it there.
    Shift,
}

/// A place that can bring points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    Ground(Hex),
    /// A hex where units can exit.
    WayOut(Hex),
    /// A hex by which the enemy can leave the map.
    TheirWayOut(Hex),
}

impl Goal {
    pub(super) fn hex(self) -> Hex {
        let (Goal::Ground(hex) | Goal::WayOut(hex) | Goal::TheirWayOut(hex)) = self;
        hex
    }
}

/// A unit that moves: from where, unless it comes on, and to where, unless it leaves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved {
    pub unit: UnitId,
    pub from: Option<Hex>,
    pub to: Option<Hex>,
}

pub(super) struct Aims<'a> {
    judgement: Judgement<'a>,
    start: &'a State,
    /// The position after them, in the combat phase unless it is night.
    pub ahead: State,
    /// The attacks that are worth making then.
    pub attacks: Vec<Attack>,
    country: Country,
    /// Roads that the enemy's exits need.
    ways: Vec<Vec<Hex>>,
}

impl<'a> Aims<'a> {
    /// The aims of moves that lead from one position to another.
    pub(super) fn new(judgement: Judgement<'a>, start: &'a State, ahead: State) -> Aims<'a> {
        let side = start.phasing;
        let attacks = if ahead.phase == Phase::Combat { judgement.attacks(&ahead) } else { Vec::new() };
        let country = Country::of(judgement.battle, start, side);
        let ways = judgement.free_ways(start, side.other()).unwrap_or_default();
        Aims { judgement, start, ahead, attacks, country, ways }
    }

    pub(super) fn of(&self, Moved { unit, from, to }: Moved) -> Aim {
        let Some(to) = to else { return Aim::Leave };
        if let Some(attack) = self.attacks.iter().position(|attack| attack.attackers.contains(&unit)) {
            return Aim::Attack(attack);
        }
        if let Some(aim) = self.on_ground(unit, to) {
            return aim;
        }
        let Some(from) = from else { return Aim::Enter };
        if self.ways.iter().any(|way| way.contains(&to)) {
            return Aim::Bar;
        }
        let (before, after) = (self.country.access(from), self.country.access(to));
        if before > 0 && after == 0 {
            return Aim::FallBack;
        }
        if let Some(goal) = self.goal(unit, from, to) {
            return Aim::March(goal);
        }
        if after < before {
            return Aim::FallBack;
        }
        let battle = self.judgement.battle;
        let cover = |hex: Hex| battle.scenario.tables.ground_multiple(battle.map().ground(hex)).max(1);
        if cover(to) > cover(from) {
            return Aim::Cover;
        }
        if self.country.near(to) < self.country.near(from) { Aim::Close } else { Aim::Shift }
    }

    /// Whether a unit that ends its move there takes or holds ground that brings points.
    fn on_ground(&self, unit: UnitId, to: Hex) -> Option<Aim> {
        let Judgement { battle, survey, .. } = self.judgement;
        let side = battle.unit(unit).side;
        let counts = survey.places.iter().filter(|place| !place.is_settled(self.start));
        let mut there = counts.filter(|place| match place.tenure {
            Tenure::Held(_) | Tenure::Taken(_) => place.hex == to,
            Tenure::Zones(of, arm) => {
                (of, arm) == (side, battle.unit(unit).arm)
                    && (place.hex == to || battle.scenario.field.in_contact(to, place.hex))
            }
        });
        let place = there.next()?;
        let held = place.holder(battle, self.start) == Some(side);
        Some(if held { Aim::Hold(place.hex) } else { Aim::Take(place.hex) })
    }

    /// The goal that a unit approaches: of those that bring points the one with the strongest pull.
    fn goal(&self, unit: UnitId, from: Hex, to: Hex) -> Option<Goal> {
        let Judgement { battle, survey, .. } = self.judgement;
        let of = battle.unit(unit);
        let turns = self.judgement.turns_left(self.start, of.side);
        let worn = |hex: Hex, goal: usize| survey.worn(of.movement, survey.marches(hex)[goal], turns);
        let strength = f64::from(of.strength);
        let grounds = survey.places.iter().map(|place| {
            let points = place.points[of.side] + place.points[of.side.other()];
            (if place.is_settled(self.start) { 0.0 } else { points }, Goal::Ground(place.hex))
        });
        let ways = survey.exits.iter().map(|&(hex, ..)| {
            let own = survey.passage[of.side] * strength + survey.stranded[unit.index()];
            if own > 0.0 {
                (own, Goal::WayOut(hex))
            } else {
                (survey.passage[of.side.other()] * strength, Goal::TheirWayOut(hex))
            }
        });
        let gains = grounds
            .chain(ways)
            .enumerate()
            .map(|(i, (points, goal))| (points * (worn(to, i) - worn(from, i)), goal));
        gains.filter(|(gain, _)| *gain > 0.0).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, goal)| goal)
    }

    /// The most enemy strength that could come next to one of these hexes.
    pub(super) fn reach(&self, hexes: impl Iterator<Item = Hex>) -> u16 {
        hexes.map(|hex| self.country.access(hex)).max().unwrap_or(0)
    }

    /// The distance from the nearest of these hexes to the nearest enemy.
    pub(super) fn nearest(&self, hexes: impl Iterator<Item = Hex>) -> u8 {
        hexes.map(|hex| self.country.near(hex)).min().unwrap_or(u8::MAX)
    }

    /// The enemies that could come next to a unit at its destination, and at its start.
    fn feared(&self, Moved { from, to, .. }: Moved) -> String {
        let access = |hex: Option<Hex>| hex.map_or(0, |hex| self.country.access(hex));
        compared(access(from), access(to))
    }

    /// The reason for one move, in a few words.
    pub(super) fn why(&self, moved: Moved) -> String {
        let judgement = self.judgement;
        let side = self.start.phasing;
        match self.of(moved) {
            Aim::Attack(i) => {
                let attack = &self.attacks[i];
                let against = judgement.battle.numbers(&attack.against);
                format!("To attack {against} at {}.", judgement.odds_of(attack))
            }
            Aim::Take(hex) => format!("To take {}.", judgement.ground_name(hex)),
            Aim::Hold(hex) => format!("To hold {}.", judgement.ground_name(hex)),
            Aim::Leave => judgement.leaving_counts(self.start, side, &[moved.unit]).map_or_else(
                || "To leave the map.".to_owned(),
                |counts| format!("To leave the map: {counts}."),
            ),
            Aim::Bar => "To block a road the enemy needs to leave the map.".to_owned(),
            Aim::FallBack => format!("To fall back: {}.", self.feared(moved)),
            Aim::March(goal) => {
                let counts = match goal {
                    Goal::WayOut(_) => judgement.leaving_counts(self.start, side, &[moved.unit]),
                    Goal::Ground(_) | Goal::TheirWayOut(_) => None,
                };
                let counts = counts.map_or(String::new(), |counts| format!("{counts}; "));
                format!("Toward {}: {counts}{}.", judgement.goal_name(goal), self.feared(moved))
            }
            Aim::Enter => "It comes on as a reinforcement.".to_owned(),
            Aim::Cover => {
                format!("To take cover, where the terrain multiplies its defence: {}.", self.feared(moved))
            }
            Aim::Close => format!("To move closer to the enemy: {}.", self.feared(moved)),
            Aim::Shift => format!("To shift position: {}.", self.feared(moved)),
        }
    }
}

impl Judgement<'_> {
    /// The reason for each move of a plan.
    pub(super) fn aims(&self, state: &State, plan: &Plan) -> Vec<(UnitId, String)> {
        let aims = Aims::new(*self, state, at_combat(self.battle, state, plan));
        let why =
            |&(unit, to): &(UnitId, Option<Hex>)| (unit, aims.why(Moved { unit, from: state.hex(unit), to }));
        plan.moves.iter().map(why).collect()
    }

    /// Ground in a sentence: by its name, if it has one, and its number.
    pub(super) fn ground_name(&self, hex: Hex) -> String {
        let battle = self.battle;
        let number = battle.number(hex);
        let watched = battle.scenario.control_hexes.iter().find(|watch| watch.hex == hex);
        let printed = battle.map().places.iter().find(|place| place.hex == hex && !place.name.is_empty());
        match (watched, printed) {
            (Some(watch), _) => format!("{} ({number})", watch.name),
            (None, Some(place)) => format!("{} ({number})", place.name),
            (None, None) if battle.map().ground(hex).town => format!("the town ({number})"),
            (None, None) => number.to_owned(),
        }
    }

    pub(super) fn goal_name(&self, goal: Goal) -> String {
        match goal {
            Goal::Ground(hex) => self.ground_name(hex),
            Goal::WayOut(hex) => format!("the exit at {}", self.ground_name(hex)),
            Goal::TheirWayOut(hex) => format!("the enemy's exit at {}", self.ground_name(hex)),
        }
    }

    /// The points that ground brings each side: "it is worth 5 points to us"; nothing if it brings no points.
    pub(super) fn ground_counts(&self, state: &State, hex: Hex) -> Option<String> {
        let scenario = &self.battle.scenario;
        let victory = &scenario.victory;
        let watched = |watch: usize| scenario.control_hexes[watch].hex == hex;
        let taken = |watch: usize| state.taken.get(watch).copied().unwrap_or(false);
        let of = |side: Side| -> i32 {
            let held = victory.held.iter().filter(|h| watched(h.watch) && h.side.is_none_or(|s| s == side));
            let first =
                victory.taken.iter().filter(|t| watched(t.watch) && t.side == side && !taken(t.watch));
            let town = victory.town.iter().filter(|t| t.side == side && self.battle.map().ground(hex).town);
            held.map(|h| h.points).sum::<i32>()
                + first.map(|t| t.points).sum::<i32>()
                + town.map(|t| t.points).sum::<i32>()
        };
        let (own, theirs) = (of(state.phasing), of(state.phasing.other()));
        match (own > 0, theirs > 0) {
            (true, true) => Some(format!("it is worth {} to us and {theirs} to the enemy", points(own))),
            (true, false) => Some(format!("it is worth {} to us", points(own))),
            (false, true) => Some(format!("it is worth {} to the enemy", points(theirs))),
            (false, false) => {
                let more = scenario.quota.as_ref().filter(|quota| quota.side == state.phasing)?.more?;
                watched(more.0).then(|| format!("{} more units may move while we hold it", more.1))
            }
        }
    }

    /// The points for leaving the map, with their condition: "each strength point that leaves is worth 1
    /// point".
    pub(super) fn leaving_counts(&self, state: &State, side: Side, units: &[UnitId]) -> Option<String> {
        let passage = self.survey.passage[side];
        let stranded: f64 = units.iter().map(|unit| self.survey.stranded[unit.index()]).sum();
        if stranded > 0.0 {
            return Some(format!("the enemy gets {} if it stays", points(stranded as i32)));
        }
        let counts = format!("each strength point that leaves is worth {}", points(passage as i32));
        (passage > 0.0).then(|| match self.exits_need(state, side) {
            Some(condition) => format!("{counts} {condition}"),
            None => counts,
        })
    }

    /// The condition at the end of the game for a side's exits to count, and whether it holds now; `None` if
    /// there is none.
    fn exits_need(&self, state: &State, side: Side) -> Option<String> {
        let line = self.battle.scenario.victory.line.as_ref().filter(|line| line.side == side)?;
        let bars = self.battle.line_bars(state);
        let now = match bars.as_slice() {
            [] => "open now".to_owned(),
            bars if bars.len() > BARS => {
                format!("blocked now at {} and elsewhere", self.battle.numbers(&bars[..BARS]))
            }
            bars => format!("blocked now at {}", self.battle.numbers(bars)),
        };
        let ends = self.battle.numbers(&line.to);
        Some(format!("if a road from the exits to one of {ends} is free at the end ({now})"))
    }

    /// The named place that these hexes are nearest to, if it is near all of them.
    pub(super) fn landmark(&self, hexes: &[Hex]) -> Option<String> {
        let battle = self.battle;
        let grid = &battle.map().grid;
        let named = battle.map().places.iter().filter(|place| !place.name.is_empty()).map(|place| place.hex);
        let watched = battle.scenario.control_hexes.iter().map(|watch| watch.hex);
        let far = |place: Hex| hexes.iter().map(|&hex| grid.distance(hex, place)).max().unwrap_or(u32::MAX);
        let near = watched.chain(named).map(|place| (far(place), place)).filter(|(far, _)| *far <= 4);
        near.min_by_key(|&(far, _)| far).map(|(_, place)| self.ground_name(place))
    }
}

/// Counts points, as in "1 point", "5 points".
fn points(count: i32) -> String {
    counted(count, "point")
}

/// How much enemy strength could come next to a unit where it goes, and where it was.
fn compared(before: u16, after: u16) -> String {
    let most = |points: u16, none: &str| match points {
        0 => none.to_owned(),
        points => format!("up to {points}"),
    };
    let there = format!("{} enemy strength points can move next to it", most(after, "no"));
    if before == after { there } else { format!("{there} there, {} where it was", most(before, "none")) }
}

#[cfg(test)]
mod tests {
    use super::compared;

    #[test]
    fn where_no_enemy_could_come_it_says_none() {
        let points = "enemy strength points can move next to it";
        assert_eq!(compared(0, 0), format!("no {points}"));
        assert_eq!(compared(0, 8), format!("up to 8 {points} there, none where it was"));
        assert_eq!(compared(5, 0), format!("no {points} there, up to 5 where it was"));
    }
}
