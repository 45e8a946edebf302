//! The reason for an order, in a sentence made from what was computed: its purpose, its chances,
//! the risks.

use blind_swords::{
    BrigadeOrder, ChitId, ChitKind, DeclaredCloseCombat, Effect, Odds, Order, Question, Rally, Shot, UnitId,
};
use hexmap::Hex;
use tabletop::{Side, agree, capital, counted};

use super::field::Field;

impl Field<'_> {
    /// The reason for an order; empty where it is obvious.
    pub(super) fn reason(&self, order: &Order, purpose: &str) -> String {
        let (Some(side), Some(question)) = (self.state.asked(), self.battle.question(self.state)) else {
            return String::new();
        };
        match order {
            Order::Fire { shots } => self.why_fire(shots),
            Order::Close { assaults } => {
                assaults.iter().map(|assault| self.why_close(side, assault)).collect::<Vec<_>>().join(" ")
            }
            Order::Move { units, to: Some(to), charge, .. } => {
                self.why_move(side, units, *to, *charge, purpose)
            }
            Order::Move { units, exit: true, .. } => self.why_exit(units),
            Order::Order { order } => match question {
                Question::Orders(brigade) => {
                    let plight = self.plight(brigade);
                    let why = if purpose.is_empty() { String::new() } else { format!(", {purpose}") };
                    let what = match order {
                        BrigadeOrder::Attack => "Attack",
                        BrigadeOrder::Defend => "Defend",
                        BrigadeOrder::Maneuver => "Maneuver",
                        BrigadeOrder::Regroup => "Regroup",
                    };
                    format!(
                        "Order {} to {what}{why}: nearby the enemy has {:.0} SP to our {:.0}, the nearest {} away.",
                        self.battle.brigade(brigade).name,
                        plight.enemies,
                        plight.friends,
                        hexes(plight.nearest),
                    )
                }
                _ => String::new(),
            },
            Order::Activate { brigade } => {
                let plight = self.plight(*brigade);
                format!(
                    "{} can do the most now: {:.0} SP, with the nearest enemy {} away.",
                    self.battle.brigade(*brigade).name,
                    plight.strength,
                    hexes(plight.nearest),
                )
            }
            Order::Keys { chits } => {
                let names: Vec<&str> =
                    chits.iter().map(|&chit| self.battle.chit(chit).name.as_str()).collect();
                format!("Put {} into the cup: the most help this turn.", names.join(" and "))
            }
            Order::Play { chit, unit, shot, .. } => {
                let on = unit.map_or(String::new(), |unit| format!(" on {}", self.battle.unit(unit).name));
                let what = match shot {
                    None => self.why_chit(*chit),
                    Some(shot) if matches!(self.effect(*chit), Some(Effect::RebelYell { .. })) => {
                        let units = shot.units.clone();
                        self.why_close(side, &DeclaredCloseCombat { units, target: shot.target })
                    }
                    Some(shot) => self.why_fire(std::slice::from_ref(shot)),
                };
                format!("Play {}{on}: {what}", self.battle.chit(*chit).name)
            }
            Order::Mount { unit } => {
                let rides = self.piece(*unit).is_some_and(|p| p.mounted);
                let what = if rides { "dismounts to fight" } else { "mounts to move faster" };
                let hex = self.state.hex(*unit);
                let nearest = hex.map_or(99, |hex| self.nearest(side, hex));
                format!("{} {what}, {} from the nearest enemy.", self.battle.unit(*unit).name, hexes(nearest))
            }
            Order::Hold {} => match question {
                Question::Drawn(chit) | Question::Commander(chit) => {
                    format!("Hold {}: it should be worth more later.", self.battle.chit(chit).name)
                }
                _ => String::new(),
            },
            Order::Chaos { hex } => {
                let units = self.state.stack(*hex);
                let strength: f64 = units.iter().filter_map(|&u| self.piece(u)).map(|p| p.strength).sum();
                let enemy = units.first().map_or(side.other(), |&u| self.battle.unit(u).side);
                format!(
                    "Keep {} in {} out of the fight: {strength:.1} SP, {} from us.",
                    self.battle.called(units),
                    self.battle.number(*hex),
                    hexes(self.nearest(enemy, *hex)),
                )
            }
            Order::Wayward { unit, to } => {
                let enemy = self.battle.unit(*unit).side;
                let before = self.state.hex(*unit).map_or(99, |hex| self.nearest(enemy, hex));
                format!(
                    "Send {} to {}, where it helps the enemy least: {} from us instead of {}.",
                    self.battle.unit(*unit).name,
                    self.battle.number(*to),
                    hexes(self.nearest(enemy, *to)),
                    hexes(before),
                )
            }
            Order::Place { unit, hex } => {
                let goals = self.ground.goals.iter();
                let near = goals.min_by_key(|goal| goal.way[hex.index()]).and_then(|goal| {
                    let control_hexes = &self.battle.scenario.victory.control_hexes;
                    control_hexes.iter().find(|watch| watch.hex == goal.hex)
                });
                let what = near.map_or(String::new(), |watch| format!(", near {}", watch.name));
                format!(
                    "{} comes on in {}{what}, {} from the nearest enemy.",
                    self.battle.unit(*unit).name,
                    self.battle.number(*hex),
                    hexes(self.nearest(side, *hex)),
                )
            }
            Order::Rally { unit, rally } => {
                let name = &self.battle.unit(*unit).name;
                match rally {
                    Rally::Recover => format!("{name} recovers from its Morale Hits."),
                    Rally::Rebuild => format!("Rebuild {name} to its fresh side."),
                }
            }
            Order::Advance { unit, path } => match path.last() {
                Some(&end) => {
                    self.why_move(side, &[*unit], end, false, purpose).replacen(" goes ", " advances ", 1)
                }
                None => String::new(),
            },
            Order::Retreat { unit, path } => match path.last() {
                Some(&end) => format!(
                    "{} retreats to {}, {} from the nearest enemy. {}",
                    self.battle.unit(*unit).name,
                    self.battle.number(end),
                    hexes(self.nearest(side, end)),
                    self.feared(side, &[*unit], end)
                ),
                None => String::new(),
            },
            Order::Assaulting { hex } => {
                let units: Vec<UnitId> = self.state.stack(*hex).to_vec();
                let strength: f64 = units.iter().filter_map(|&u| self.piece(u)).map(|p| p.strength).sum();
                format!(
                    "Assault from {}, with the most strength: {strength:.1} SP.",
                    self.battle.number(*hex)
                )
            }
            Order::Withdraw { unit, to } => {
                format!(
                    "{} withdraws rather than fight. {}",
                    self.battle.unit(*unit).name,
                    self.feared(side, &[*unit], *to)
                )
            }
            _ => String::new(),
        }
    }

    /// What a chit changes: the chance of a test in the combat declared, or else what it says of itself.
    fn why_chit(&self, chit: ChitId) -> String {
        let ChitKind::Event(event) = &self.battle.chit(chit).kind else { return "it acts now.".to_owned() };
        match self.tests_with(chit) {
            Some(tests) => {
                let [with, without] = tests.map(|tests| percent(1.0 - tests[0]));
                format!("{with} to force a test instead of {without}.")
            }
            None => {
                let first = event.text.split_inclusive(". ").next().unwrap_or_default().trim_end();
                let (letter, rest) = first.split_at(first.chars().next().map_or(0, char::len_utf8));
                format!("{}{rest}", letter.to_lowercase())
            }
        }
    }

    fn why_fire(&self, shots: &[Shot]) -> String {
        let flanked = self.battle.flanked_by(self.state, shots);
        let told: Vec<String> = shots
            .iter()
            .filter_map(|shot| {
                let odds = self.battle.fire_odds(self.state, shot, flanked.contains(&shot.target))?;
                let prospect = self.battle.fire_prospect(self.state, &odds);
                let flank = if flanked.contains(&shot.target) { ", from two sides" } else { "" };
                Some(format!(
                    "{} {} with {:.1} SP at {} in {}{flank}: {} to force a test, {} to drive it back, {} to break it.",
                    capital(&self.battle.called(&shot.units)),
                    agree(shot.units.len(), "fires", "fire"),
                    odds.strength.0.number(),
                    self.battle.unit(odds.lead).name,
                    self.battle.number(shot.target),
                    percent(1.0 - odds.tests[0]),
                    percent(prospect.retreats),
                    percent(prospect.gone),
                ))
            })
            .collect();
        told.join(" ")
    }

    fn why_close(&self, side: Side, assault: &DeclaredCloseCombat) -> String {
        let all = self.battle.close_odds_of(self.state, side, assault);
        let Some(odds): Option<&Odds> = all.iter().max_by_key(|odds| odds.column) else {
            return String::new();
        };
        let prospect = self.battle.close_prospect(self.state, odds);
        let price = self.battle.close_price(odds);
        let fire = self.defence(side, assault, odds.strength.1.number());
        let prize = if self.prize(side, assault.target) > 0.0 { ", a hex that counts" } else { "" };
        format!(
            "Close with {:.1} SP against {:.1} in {}{prize}: {} to drive {} out, {} to break it; expect {fire:.1} SP of Defensive Fire, \
             and {} to lose a step.",
            odds.strength.0.number(),
            odds.strength.1.number(),
            self.battle.number(assault.target),
            percent(prospect.retreats),
            self.battle.unit(odds.lead).name,
            percent(prospect.gone),
            percent(price[0]),
        )
    }

    fn why_move(&self, side: Side, units: &[UnitId], to: Hex, charge: bool, purpose: &str) -> String {
        let what = self.aim(side, units, to, charge, purpose);
        let feared = self.feared(side, units, to);
        format!(
            "{} {} {what}, {} from the nearest enemy. {feared}",
            self.battle.called(units),
            agree(units.len(), "goes", "go"),
            hexes(self.nearest(side, to))
        )
    }

    /// Why units go to a hex.
    pub(super) fn aim(&self, side: Side, units: &[UnitId], to: Hex, charge: bool, purpose: &str) -> String {
        let from = units.first().and_then(|&u| self.state.hex(u));
        let watch =
            |hex: Hex| self.battle.scenario.victory.control_hexes.iter().find(|watch| watch.hex == hex);
        if let Some(watch) = watch(to) {
            let held = self.battle.holds(self.state, side, to);
            let what = if held { "to hold" } else { "to take" };
            return format!("{what} {} ({})", watch.name, self.battle.number(to));
        }
        if charge {
            return "to charge".to_owned();
        }
        let fallback = || if purpose.is_empty() { "to a better position" } else { purpose }.to_owned();
        if self.nearest(side, to) == 1 {
            return "to face the enemy".to_owned();
        }
        if let (Some(way), Some(from), true) = (&self.ground.homes[side], from, self.weights.leave > 0.0) {
            return if way[to.index()] < way[from.index()] {
                "toward its own edge".to_owned()
            } else if self.fire_on(side.other(), to) < self.fire_on(side.other(), from) {
                "where less fire can reach it".to_owned()
            } else {
                fallback()
            };
        }
        let goal = from.and_then(|from| {
            let nearer = |i: &usize| {
                let way = &self.ground.goals[*i].way;
                way[to.index()] < way[from.index()]
            };
            (0..self.ground.goals.len()).filter(nearer).max_by(|&a, &b| {
                let pull = |i: usize| self.stakes[i] * self.wants(side, i, None);
                pull(a).total_cmp(&pull(b))
            })
        });
        match goal {
            Some(i) => {
                let hex = self.ground.goals[i].hex;
                let name = watch(hex).map_or("", |watch| watch.name.as_str());
                format!("toward {name} ({})", self.battle.number(hex))
            }
            None => fallback(),
        }
    }

    /// The harm that enemy fire could do to units in that hex.
    pub(super) fn feared(&self, side: Side, units: &[UnitId], hex: Hex) -> String {
        let fire = self.fire_on(side.other(), hex);
        let Some(piece) = units.first().and_then(|&u| self.piece(u)).filter(|_| fire >= 0.5) else {
            return "No enemy fire threatens it there.".to_owned();
        };
        let chance = 1.0 - self.tests_of(fire, piece, hex)[0];
        format!("Enemy fire of about {fire:.0} SP threatens it there: {} chance of a test.", percent(chance))
    }

    fn why_exit(&self, units: &[UnitId]) -> String {
        let strength: f64 = units.iter().filter_map(|&u| self.piece(u)).map(|p| p.strength).sum();
        format!(
            "{} {} the map with {strength:.1} SP: worth more saved than fighting on.",
            self.battle.called(units),
            agree(units.len(), "leaves", "leave")
        )
    }
}

pub(super) fn hexes(count: u32) -> String {
    counted(count, "hex")
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", chance.clamp(0.0, 1.0) * 100.0)
}
