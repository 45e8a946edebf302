//! Reasons: why an attack is made, in a sentence composed from what the search found.

use blue_gray::{Column, CombatResult, State, UnitId};
use hexmap::Hex;

use super::declarations::Attack;
use super::judgement::Judgement;

impl Judgement<'_> {
    /// The purpose of an attack, its odds, its risks, and the enemy reply that is feared most.
    pub(super) fn reason(&self, state: &State, attack: &Attack) -> String {
        let tables = &self.battle.scenario.tables;
        let mut text = self.case_for(state, attack);
        // What the enemy could do in return, before the result of this attack is known.
        let feared = self.dangers(state, state.phasing).into_iter().find(|d| d.cost > 0.0);
        if let Some(danger) = feared {
            let column = tables.column(danger.odds.0, danger.odds.1);
            text += &format!(
                "; the most dangerous reply is an attack on {} at {}",
                self.battle.number(danger.hex),
                tables.column_name(column)
            );
        }
        text + "."
    }

    /// An attack, its purpose, its odds and its risks; a sentence without its full stop.
    pub(super) fn case_for(&self, state: &State, attack: &Attack) -> String {
        let results = self.battle.scenario.tables.results(self.column_of(attack));
        format!(
            "Attack {} at {} with {} {}: {}",
            self.battle.numbers(&attack.against),
            self.odds_of(attack),
            self.names(&attack.attackers),
            self.purpose(state, attack),
            self.risk(state, attack, results),
        )
    }

    /// The odds of an attack: "3-1".
    pub(super) fn odds_of(&self, attack: &Attack) -> &str {
        self.battle.scenario.tables.column_name(self.column_of(attack))
    }

    fn column_of(&self, attack: &Attack) -> Column {
        self.battle.scenario.tables.column(attack.odds.0, attack.odds.1)
    }

    /// Units in a sentence, the strongest first; if there are many, only some.
    pub(super) fn names(&self, units: &[UnitId]) -> String {
        let mut units = units.to_vec();
        units.sort_by_key(|&u| std::cmp::Reverse(self.battle.unit(u).strength));
        match units.as_slice() {
            [a, b, c, rest @ ..] if rest.len() > 1 => {
                format!(
                    "{} and {} more",
                    self.battle.called(&[*a, *b, *c]).replace(" and ", ", "),
                    rest.len()
                )
            }
            all => self.battle.called(all),
        }
    }

    /// Another attack that was weighed: "an attack on 1216 at 2-1".
    pub(super) fn attack_in_short(&self, attack: &Attack) -> String {
        format!("an attack on {} at {}", self.battle.numbers(&attack.against), self.odds_of(attack))
    }

    /// The attackers that are next to what they attack; the others bombard.
    fn in_contact(&self, state: &State, attack: &Attack) -> Vec<UnitId> {
        let field = &self.battle.scenario.field;
        let touches = |unit: &UnitId| {
            state.hex(*unit).is_some_and(|from| attack.against.iter().any(|&h| field.in_contact(from, h)))
        };
        attack.attackers.iter().copied().filter(touches).collect()
    }

    fn purpose(&self, state: &State, attack: &Attack) -> String {
        let battle = self.battle;
        let defenders: Vec<UnitId> = attack.against.iter().flat_map(|&h| state.stack(h)).collect();
        let place = self.survey.places.iter().find(|p| {
            attack.against.contains(&p.hex)
                && !p.is_settled(state)
                && p.points.union + p.points.confederate > 0.0
                && p.holder(battle, state) != Some(state.phasing)
        });
        if attack.value < 0.0 && attack.owed {
            return "because it must be attacked and the other units are needed elsewhere".to_owned();
        }
        // A bombardment takes no ground: no attacker is next to it to advance.
        if self.in_contact(state, attack).is_empty() {
            let from = self.battle.numbers(&attack.against);
            return format!("to drive {} from {from} by bombardment", self.names(&defenders));
        }
        if let Some(place) = place {
            let watch = battle.scenario.control_hexes.iter().find(|w| w.hex == place.hex);
            return match watch {
                Some(watch) => format!("to take {}", watch.name),
                None => "to drive the enemy from the town".to_owned(),
            };
        }
        if self.survey.exits.iter().any(|(hex, ..)| attack.against.contains(hex)) {
            return "to open the exit".to_owned();
        }
        let cut_off: Vec<UnitId> =
            defenders.iter().copied().filter(|&u| battle.ways(state, u).is_empty()).collect();
        if !cut_off.is_empty() {
            return format!("to destroy {}, whose retreat is cut off", self.names(&cut_off));
        }
        match self.nearest_place(&attack.against) {
            Some(name) => format!("to drive {} back, on the way to {name}", self.names(&defenders)),
            None => format!("to drive {} back", self.names(&defenders)),
        }
    }

    /// The name of a watched place within a few hexes.
    fn nearest_place(&self, from: &[Hex]) -> Option<&str> {
        let grid = &self.battle.map().grid;
        let near = |hex: Hex| from.iter().map(|&f| grid.distance(f, hex)).min().unwrap_or(u32::MAX);
        let control_hexes = self.battle.scenario.control_hexes.iter().map(|w| (near(w.hex), w));
        control_hexes.filter(|(d, _)| *d <= 6).min_by_key(|(d, _)| *d).map(|(_, w)| w.name.as_str())
    }

    fn risk(&self, state: &State, attack: &Attack, results: &[CombatResult; 6]) -> String {
        let count = |wanted: CombatResult| results.iter().filter(|r| **r == wanted).count();
        let (lost, exchange, back) =
            (count(CombatResult::Ae), count(CombatResult::Ex), count(CombatResult::Ar));
        let mut risks = Vec::new();
        let mut won = 6 - lost - back;
        match self.in_contact(state, attack).as_slice() {
            // Guns that bombard alone suffer nothing (8.15): an exchange only destroys the defender.
            [] => {}
            touching => {
                won -= exchange;
                let all = format!("losing {}", self.names(touching));
                for (faces, what) in
                    [(lost, all.as_str()), (exchange, "an exchange"), (back, "being driven back")]
                {
                    if faces > 0 {
                        risks.push(format!("{} of {what}", chances(faces)));
                    }
                }
            }
        }
        let won = match won {
            0 => "it cannot drive the defenders off".to_owned(),
            won => format!("{} of driving off or destroying the defenders", chances(won)),
        };
        match risks.as_slice() {
            [] => format!("{won}, and no risk"),
            risks => format!("{won}, {}", risks.join(", ")),
        }
    }
}

/// Words a chance, as in "one chance in six".
pub(super) fn chances(count: usize) -> String {
    match count {
        1 => "one chance in six".to_owned(),
        _ => format!("{} chances in six", ["two", "three", "four", "five", "six"][count.min(6) - 2]),
    }
}
