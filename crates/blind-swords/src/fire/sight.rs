//! Line of sight (12.1a): what lies between two hexes, by levels, cover and units.

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{Case, Side, case};

use crate::battle::Battle;
use crate::fire::lines::{passes, walk};
use crate::state::State;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// Nothing obstructs the line of sight.
    Clear,
    /// Fire is allowed but suffers column shifts.
    Obscured,
    /// Fire along this line is forbidden.
    Blocked,
}

/// What is in the way in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hindrance {
    /// Ground that is higher than both ends of the line.
    HigherGround,
    /// Ground as high as the higher of two unequal ends: the crest is nearer than the eye.
    Crest,
    /// Units between two ends of one level, on that level.
    UnitsOnLevel,
    /// A second Light Woods hex on the common level of both ends.
    SecondWoods,
    /// Units that the line passes over.
    Units,
    /// Light Woods on the common level of both ends.
    Woods,
    Orchard,
    /// The target itself stands in Light Woods.
    TargetInWoods,
    /// The target itself stands in an orchard.
    TargetInOrchard,
}

impl Hindrance {
    /// What it does to the line.
    pub fn view(self) -> View {
        match self {
            Hindrance::HigherGround | Hindrance::Crest | Hindrance::UnitsOnLevel | Hindrance::SecondWoods => {
                View::Blocked
            }
            _ => View::Obscured,
        }
    }

    pub fn case(self) -> Case {
        case!("12.1a")
    }

    /// For people, after "12.1a: 2422 has …".
    pub fn text(self) -> &'static str {
        match self {
            Hindrance::HigherGround => "ground higher than both",
            Hindrance::Crest => "ground as high as the higher of the two",
            Hindrance::UnitsOnLevel => "units on the level of both",
            Hindrance::SecondWoods => "a second hex of Light Woods on the level of both",
            Hindrance::Units => "units in the line of fire",
            Hindrance::Woods => "Light Woods on the level of both",
            Hindrance::Orchard => "an orchard on the level of both",
            Hindrance::TargetInWoods => "the target in Light Woods",
            Hindrance::TargetInOrchard => "the target in an orchard",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Obstacle {
    pub hex: Hex,
    pub what: Hindrance,
    pub view: View,
    pub case: Case,
    pub text: &'static str,
}

impl Obstacle {
    fn new(hex: Hex, what: Hindrance) -> Obstacle {
        Obstacle { hex, what, view: what.view(), case: what.case(), text: what.text() }
    }
}

/// How one hex sees another, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sight {
    pub view: View,
    /// All that is in the way, from the firer on.
    pub obstacles: Vec<Obstacle>,
    /// Every hex between in which units stand, whether they hinder or not (12.1b).
    pub occupied: Vec<Hex>,
}

impl Sight {
    /// The first thing that blocks it.
    pub fn blocked_by(&self) -> Option<&Obstacle> {
        self.obstacles.iter().find(|o| o.view == View::Blocked)
    }

    /// Whether one of these is in the way.
    pub fn has(&self, any: &[Hindrance]) -> bool {
        self.obstacles.iter().any(|o| any.contains(&o.what))
    }
}

/// What one hex in between does, with the levels of the lower and the higher end.
fn hindrance(level: u8, cover: Option<Hindrance>, units: bool, (low, high): (u8, u8)) -> Option<Hindrance> {
    if level > high {
        return Some(Hindrance::HigherGround);
    }
    if level == high && low != high {
        return Some(Hindrance::Crest);
    }
    // From here on the ground itself lets the line through.
    if level == high {
        if units { Some(Hindrance::UnitsOnLevel) } else { cover }
    } else {
        units.then_some(Hindrance::Units)
    }
}

impl Battle {
    /// Follows the line and names each hindrance as it comes. `occupied` says where units stand.
    fn hindrances(
        &self,
        from: Hex,
        to: Hex,
        occupied: impl Fn(Hex) -> bool,
        mut note: impl FnMut(Hex, Hindrance),
        mut pass: impl FnMut(Hex),
    ) {
        let map = self.map();
        let (a, b) = (map.ground(from).level, map.ground(to).level);
        let ends = (a.min(b), a.max(b));
        let blocking = u32::from(*self.scenario.numbers.woods_block);
        let mut woods = 0;
        let at = |hex: Hex| {
            let ground = map.ground(hex);
            let cover = match (ground.woods, ground.orchard) {
                (true, _) => Some(Hindrance::Woods),
                (_, true) => Some(Hindrance::Orchard),
                _ => None,
            };
            hindrance(ground.level, cover, occupied(hex), ends)
        };
        walk(&map.grid, from, to, |hex, other| {
            for hex in [Some(hex), other].into_iter().flatten().filter(|&h| occupied(h)) {
                pass(hex);
            }
            let (here, there) = (at(hex), other.and_then(|o| at(o).map(|what| (o, what))));
            // The two hexes of a hexside count as one, with the worse of their answers (K23).
            let blocks = |what: Hindrance| what.view() == View::Blocked;
            match (here, there) {
                (Some(what), _) if blocks(what) => note(hex, what),
                (_, Some((o, what))) if blocks(what) => note(o, what),
                (here, there) => {
                    let both = [here.map(|what| (hex, what)), there];
                    let in_woods = both.iter().flatten().any(|&(_, what)| what == Hindrance::Woods);
                    woods += u32::from(in_woods);
                    for (hex, what) in both.into_iter().flatten() {
                        let second = what == Hindrance::Woods && woods >= blocking;
                        note(hex, if second { Hindrance::SecondWoods } else { what });
                    }
                }
            }
        });
    }

    /// How one hex sees another in this position (12.1a, K22 to K27). The hexes of both ends never
    /// hinder, except that a target in cover is obscured, even next to the firer (K26).
    pub fn sight(&self, state: &State, from: Hex, to: Hex) -> Sight {
        let (mut obstacles, mut occupied) = (Vec::new(), Vec::new());
        self.hindrances(
            from,
            to,
            |hex| !state.stack(hex).is_empty(),
            |hex, what| obstacles.push(Obstacle::new(hex, what)),
            |hex| occupied.push(hex),
        );
        let target = self.map().ground(to);
        if target.woods {
            obstacles.push(Obstacle::new(to, Hindrance::TargetInWoods));
        } else if target.orchard {
            obstacles.push(Obstacle::new(to, Hindrance::TargetInOrchard));
        }
        let view = obstacles.iter().map(|o| o.view).max().unwrap_or(View::Clear);
        Sight { view, obstacles, occupied }
    }

    /// Whether fire from one hex to another is not blocked in this position: the verdict of
    /// [`Battle::sight`] alone. Units block only a line between two ends of one level, where they
    /// stand on that level; all else is the ground's doing.
    pub fn sees(&self, state: &State, from: Hex, to: Hex) -> bool {
        let map = self.map();
        let level = map.ground(from).level;
        let in_the_way = |hex: Hex| map.ground(hex).level == level && !state.stack(hex).is_empty();
        self.ground_lets_see(from, to)
            && (map.ground(to).level != level || !passes(&map.grid, from, to, in_the_way))
    }

    /// Whether the ground alone leaves the line between two hexes open:
    /// [`Battle::sees_over_ground`] is not blocked. It is worked out once for all games on the scenario.
    pub fn ground_lets_see(&self, from: Hex, to: Hex) -> bool {
        let follow = || self.sees_over_ground(from, to) != View::Blocked;
        self.scenario.sight.is_open(self.map().grid.len(), from, to, follow)
    }

    /// The view from one hex to another over the ground alone, without regard to units.
    pub fn sees_over_ground(&self, from: Hex, to: Hex) -> View {
        let mut view = View::Clear;
        self.hindrances(from, to, |_| false, |_, what| view = view.max(what.view()), |_| {});
        view
    }

    /// The hexes between in which friends of that side stand (12.1b, K28).
    pub(super) fn friends_between(&self, state: &State, side: Side, sight: &Sight) -> Vec<Hex> {
        sight.occupied.iter().copied().filter(|&hex| self.holder(state, hex) == Some(side)).collect()
    }
}
