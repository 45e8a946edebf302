//! What a side may do now, and where: the answers to `game.options` and `game.targets`.

use hexmap::Hex;
use serde::Deserialize;
use serde_json::{Value, json};
use tabletop::{Case, Failure, Refusal, RuleCheck, Side, case};

use crate::artillery::Aim;
use crate::battle::Battle;
use crate::order::{Order, Push};
use crate::phase::Phase;
use crate::retreat::Link;
use crate::state::{Ask, State};
use crate::unit::UnitId;

/// An attack being put together.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftToml {
    #[serde(default)]
    attackers: Vec<String>,
    #[serde(default)]
    defenders: Vec<String>,
}

/// A retreat being put together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RetreatToml {
    unit: String,
    to: String,
    #[serde(default)]
    displace: Vec<Push<String, String>>,
}

impl Battle {
    /// The verbs open to a side, with the units each is about.
    pub fn verbs(&self, state: &State, side: Side) -> Vec<(&'static str, Case, Vec<UnitId>)> {
        if state.asked() != Some(side) {
            return Vec::new();
        }
        if let Some(q) = state.question() {
            let units = q.units.clone();
            return match q.ask {
                Ask::Retreat => vec![("retreat", q.case, units)],
                Ask::WithdrawBattery => {
                    vec![("withdraw-battery", q.case, units), ("stand", q.case, Vec::new())]
                }
                Ask::Exchange => vec![("lose", q.case, units)],
                Ask::Advance => vec![("advance", q.case, units), ("hold", q.case, Vec::new())],
                Ask::RetreatBeforeCombat => {
                    vec![("retreat-before-combat", q.case, units), ("stand", q.case, Vec::new())]
                }
            };
        }
        match state.phase {
            Phase::Movement => {
                let movable =
                    |u: &UnitId| self.may_move(state, side, *u, &mut RuleCheck::without_messages()).is_ok();
                let mine = self.ids().filter(|&u| self.unit(u).side == side);
                let mut moves = Vec::new();
                for unit in mine.filter(movable) {
                    let due = !matches!(state.place(unit), crate::state::Place::On(_));
                    if !due || self.can_enter(state, unit) {
                        moves.push(unit);
                    }
                }
                let exits: Vec<UnitId> = if self.scenario.exits.is_some() {
                    moves.iter().copied().filter(|&u| !self.departures(state, u).is_empty()).collect()
                } else {
                    Vec::new()
                };
                let mut verbs = vec![("move", case!("5.0"), moves)];
                if !exits.is_empty() {
                    let case = self.scenario.exits.as_ref().map_or(case!("5.0"), |e| e.case);
                    verbs.push(("exit", case, exits));
                }
                if self.crowded(state).is_empty() {
                    verbs.push(("end-movement", case!("4.1"), Vec::new()));
                }
                verbs
            }
            Phase::Combat => {
                let attackers = self.attackers(state, side);
                let mut verbs = Vec::new();
                if !attackers.is_empty() {
                    verbs.push(("attack", case!("7.0"), attackers));
                }
                if self.nothing_owed(state, &mut RuleCheck::without_messages()).is_ok() {
                    verbs.push(("end-combat", case!("4.1"), Vec::new()));
                }
                verbs
            }
            Phase::Over => Vec::new(),
        }
    }

    fn can_enter(&self, state: &State, unit: UnitId) -> bool {
        let crate::unit::Start::Due { entry, .. } = &self.unit(unit).start else { return false };
        entry.iter().any(|&hex| self.may_enter(state, unit, hex, &mut RuleCheck::without_messages()).is_ok())
    }

    /// The units that could take part in some attack, other duties aside.
    pub fn attackers(&self, state: &State, side: Side) -> Vec<UnitId> {
        self.on_map(state, side)
            .filter(|&(u, hex)| {
                self.may_attack(state, side, u, &mut RuleCheck::without_messages()).is_ok()
                    && (self.next_to(state, side, hex).next().is_some()
                        || self.aims(state, u).any(|aim| self.attackable(state, aim.hex)))
            })
            .map(|(u, _)| u)
            .collect()
    }

    /// The enemy hexes next to this one that can still be attacked from it.
    pub fn next_to<'a>(&'a self, state: &'a State, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + 'a {
        self.scenario.field.zone(hex).filter(move |&near| {
            state.holder(self, near) == Some(side.other()) && self.attackable(state, near)
        })
    }

    /// The answer to `game.options`.
    pub(crate) fn options_answer(&self, state: &State, side: Side) -> Value {
        let verbs: Vec<Value> = self
            .verbs(state, side)
            .into_iter()
            .map(|(verb, case, units)| {
                let subjects: Vec<&str> = units.iter().map(|&u| self.unit(u).id.as_str()).collect();
                json!({ "verb": verb, "case": case, "system": self.scenario.system_of(case), "subjects": subjects })
            })
            .collect();
        json!({ "question": self.question_value(state), "verbs": verbs, "owed": self.owed_value(state) })
    }

    pub(crate) fn read_unit(&self, id: &str) -> Result<UnitId, String> {
        self.named(id).ok_or_else(|| format!("'{id}' is no unit of this game"))
    }

    pub(crate) fn read_hex(&self, number: &str) -> Result<Hex, String> {
        self.map().grid.parse(number).ok_or_else(|| {
            format!("'{number}' is no hex of this map; a printed number such as \"0714\" was expected")
        })
    }

    fn subject(&self, subject: &Value) -> Result<UnitId, Failure> {
        let id = subject
            .as_str()
            .ok_or_else(|| Failure::Malformed("subject: a unit id was expected".to_owned()))?;
        self.read_unit(id).map_err(|e| Failure::Malformed(format!("subject: {e}")))
    }

    /// The answer to `game.targets`.
    pub(crate) fn targets_answer(
        &self,
        state: &State,
        side: Side,
        verb: &str,
        subject: &Value,
    ) -> Result<Value, Failure> {
        let open = self.right_time(state, side, verb, &mut RuleCheck::without_messages()).is_ok();
        let numbers = |hexes: &[Hex]| hexes.iter().map(|&h| self.number(h).to_owned()).collect::<Vec<_>>();
        match verb {
            "sight" => self.sight_answer(subject),
            "zones" => self.zones_answer(state, subject),
            "table" => self.table_answer(subject),
            "move" => {
                let unit = self.subject(subject)?;
                let mine = open && self.unit(unit).side == side;
                let found = if mine { self.destinations(state, unit) } else { Vec::new() };
                let targets: Vec<Value> = found
                    .iter()
                    .map(|d| json!({ "hex": self.number(d.hex), "cost": d.cost, "path": numbers(&d.path), "stop": d.stop }))
                    .collect();
                let enemy = self.unit(unit).side.other();
                let zones: Vec<Hex> = self.map().grid.hexes().filter(|&h| state.in_zone(enemy, h)).collect();
                let answer = json!({ "verb": verb, "targets": targets, "zones": numbers(&zones) });
                Ok(self.with_reason(answer, || self.why_no_move(state, side, unit)))
            }
            "exit" => {
                let unit = self.subject(subject)?;
                let mine = open && self.unit(unit).side == side;
                let found = if mine { self.departures(state, unit) } else { Vec::new() };
                let targets: Vec<Value> = found
                    .iter()
                    .map(|d| json!({ "hex": self.number(d.hex), "cost": d.cost, "path": numbers(&d.path) }))
                    .collect();
                let answer = json!({ "verb": verb, "targets": targets });
                Ok(self.with_reason(answer, || self.why_no_exit(state, side, unit)))
            }
            "retreat" | "withdraw-battery" | "retreat-before-combat" => {
                self.retreat_targets(state, side, open, verb, subject)
            }
            "attack" => self.attack_targets(state, side, open, subject),
            "advance" => {
                let unit = self.subject(subject)?;
                let moves = match &state.combat {
                    Some(combat) if open => self.advances(state, combat),
                    _ => Vec::new(),
                };
                let targets: Vec<Value> = moves
                    .iter()
                    .filter(|(u, _)| *u == unit)
                    .map(|&(_, h)| json!({ "hex": self.number(h) }))
                    .collect();
                let answer = json!({ "verb": verb, "targets": targets });
                Ok(self.with_reason(answer, || self.why_no_advance(state, side, unit)))
            }
            "lose" => {
                let ways = match &state.combat {
                    Some(combat) if open => self.payments(state, combat),
                    _ => Vec::new(),
                };
                let targets: Vec<Value> = ways
                    .iter()
                    .map(|units| json!({ "units": units.iter().map(|&u| self.unit(u).id.as_str()).collect::<Vec<_>>() }))
                    .collect();
                let answer = json!({ "verb": verb, "targets": targets });
                Ok(self.with_reason(answer, || self.why_no_payment(state, side)))
            }
            other => {
                let orders = [Order::EndMovement {}, Order::EndCombat {}, Order::Hold {}, Order::Stand {}];
                let order = orders.iter().find(|order| order.verb() == other).ok_or_else(|| {
                    Failure::Malformed(format!("verb: '{other}' is no verb of these rules"))
                })?;
                let answer = json!({ "verb": verb, "targets": [] });
                Ok(self.with_reason(answer, || self.why_no_target(state, side, verb, order)))
            }
        }
    }

    fn link_value(&self, link: &Link) -> Value {
        json!({ "unit": self.unit(link.unit).id, "hex": self.number(link.to), "on": link.on })
    }

    fn retreat_targets(
        &self,
        state: &State,
        side: Side,
        open: bool,
        verb: &str,
        subject: &Value,
    ) -> Result<Value, Failure> {
        let malformed = |e: String| Failure::Malformed(format!("subject: {e}"));
        let asked_about = |unit: &UnitId| open && state.question().is_some_and(|q| q.units.contains(unit));
        if subject.is_object() {
            let sheet: RetreatToml =
                serde_json::from_value(subject.clone()).map_err(|e| malformed(hexmap::misfit(e)))?;
            let unit = self.read_unit(&sheet.unit).map_err(malformed)?;
            let to = self.read_hex(&sheet.to).map_err(malformed)?;
            let begun: Vec<Push<UnitId, Hex>> = sheet
                .displace
                .iter()
                .map(|p| Ok(Push { unit: self.read_unit(&p.unit)?, to: self.read_hex(&p.to)? }))
                .collect::<Result<_, String>>()
                .map_err(malformed)?;
            let mut targets = Vec::new();
            if asked_about(&unit) {
                let ways = self.ways(state, unit);
                let full = ways.pushed.iter().any(|(hex, _)| *hex == to);
                // Where there is room nobody is displaced, and elsewhere nobody goes.
                if !full {
                    self.retreat(state, unit, to, &begun, &mut RuleCheck::quiet())
                        .map_err(|r| self.refused(r))?;
                }
                let links = if full {
                    self.next_links(state, unit, to, &begun).map_err(|r| self.refused(r))?
                } else {
                    Vec::new()
                };
                let displace: Vec<Value> = links.iter().map(|l| self.link_value(l)).collect();
                targets.push(json!({ "hex": sheet.to, "displace": displace }));
            }
            let answer = json!({ "verb": verb, "targets": targets });
            return Ok(self.with_reason(answer, || self.why_no_retreat(state, side, verb, unit)));
        }
        // Before combat only one unit can be meant.
        let unit = match state.question().and_then(|q| q.units.first()) {
            Some(&unit) if subject.is_null() && verb == "retreat-before-combat" && open => unit,
            _ if subject.is_null() && verb == "retreat-before-combat" => {
                let answer = json!({ "verb": verb, "targets": [] });
                let order = Order::RetreatBeforeCombat {};
                return Ok(self.with_reason(answer, || self.why_no_target(state, side, verb, &order)));
            }
            _ => self.subject(subject)?,
        };
        let ways = if asked_about(&unit) { self.ways(state, unit) } else { crate::retreat::Ways::default() };
        let mut targets: Vec<Value> =
            ways.open.iter().map(|&h| json!({ "hex": self.number(h), "displace": [] })).collect();
        for (hex, links) in &ways.pushed {
            let displace: Vec<Value> = links.iter().map(|l| self.link_value(l)).collect();
            targets.push(json!({ "hex": self.number(*hex), "displace": displace }));
        }
        let answer = json!({ "verb": verb, "targets": targets });
        Ok(self.with_reason(answer, || self.why_no_retreat(state, side, verb, unit)))
    }

    pub(crate) fn refused(&self, refusal: Refusal) -> Failure {
        let system = self.scenario.system_of(refusal.case).to_owned();
        Failure::Refused { refusal, system }
    }

    /// For an attack being put together: which hexes and which units could join it, what blocks which sight, and
    /// what the draft as it stands comes to.
    fn attack_targets(
        &self,
        state: &State,
        side: Side,
        open: bool,
        subject: &Value,
    ) -> Result<Value, Failure> {
        let malformed = |e: String| Failure::Malformed(format!("subject: {e}"));
        let sheet: DraftToml = match subject {
            Value::String(id) => DraftToml { attackers: vec![id.clone()], defenders: Vec::new() },
            other => serde_json::from_value(other.clone()).map_err(|e| malformed(hexmap::misfit(e)))?,
        };
        let attackers: Vec<UnitId> =
            sheet.attackers.iter().map(|u| self.read_unit(u)).collect::<Result<_, _>>().map_err(malformed)?;
        let defenders: Vec<Hex> =
            sheet.defenders.iter().map(|h| self.read_hex(h)).collect::<Result<_, _>>().map_err(malformed)?;
        if !open {
            let answer =
                json!({ "verb": "attack", "targets": [], "attackers": [], "blocked": [], "draft": null });
            return Ok(self.with_reason(answer, || self.why_no_attack(state, side, &attackers, &defenders)));
        }
        let quiet = &mut RuleCheck::without_messages();
        let units: Vec<(UnitId, Hex)> = self
            .on_map(state, side)
            .filter(|&(u, _)| self.may_attack(state, side, u, quiet).is_ok())
            .collect();
        let drafted: Vec<(UnitId, Hex)> =
            attackers.iter().filter_map(|&u| Some((u, state.hex(u)?))).collect();

        let mut targets = Vec::new();
        let mut blocked = Vec::new();
        let mut hexes: Vec<Hex> = self.on_map(state, side.other()).map(|(_, h)| h).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for &hex in hexes.iter().filter(|&&h| !defenders.contains(&h)) {
            if self.may_be_attacked(state, side, hex, quiet).is_err() {
                continue;
            }
            // A hex joins if every adjacent attacker of the draft is next to it too, or somebody bombards it alone.
            let next: Vec<&(UnitId, Hex)> =
                drafted.iter().filter(|(_, at)| self.scenario.field.in_contact(*at, hex)).collect();
            let guns = if drafted.is_empty() { &units } else { &drafted };
            let aims: Vec<Aim> = guns
                .iter()
                .filter(|&&(u, _)| self.may_bombard(state, u, quiet).is_ok())
                .filter_map(|&(_, at)| self.open_aim(at, hex))
                .collect();
            let all_join = drafted.iter().all(|&(u, at)| {
                self.scenario.field.in_contact(at, hex)
                    || (self.may_bombard(state, u, quiet).is_ok()
                        && (self.open_aim(at, hex).is_some()
                            || defenders.iter().any(|&d| self.open_aim(at, d).is_some())))
            });
            let adjacent = !next.is_empty() || drafted.is_empty() && self.next_to_any(state, side, hex);
            let reachable = if drafted.is_empty() {
                adjacent || !aims.is_empty()
            } else {
                all_join && (adjacent || (!aims.is_empty() && defenders.is_empty()))
            };
            if reachable {
                let nearest = aims.iter().min_by_key(|aim| aim.range).filter(|_| !adjacent);
                let (mode, range, case) = match nearest {
                    Some(aim) => ("bombardment", aim.range, aim.case),
                    None => ("adjacent", 1, case!("7.15")),
                };
                let there: Vec<&str> = state.stack(hex).map(|u| self.unit(u).id.as_str()).collect();
                targets.push(json!({ "hex": self.number(hex), "units": there, "mode": mode, "range": range, "case": case }));
            } else {
                for &(unit, at) in &drafted {
                    let by = self.blocked_by(at, hex);
                    if !by.is_empty() && self.may_bombard(state, unit, quiet).is_ok() {
                        let refusal = self.aim(at, hex).err();
                        let numbers: Vec<&str> = by.iter().map(|&h| self.number(h)).collect();
                        blocked.push(json!({
                            "hex": self.number(hex), "from": self.number(at), "by": numbers,
                            "case": refusal.as_ref().map(|r| r.case), "text": refusal.map(|r| r.message),
                        }));
                    }
                }
            }
        }
        let joining: Vec<Value> = units
            .iter()
            .filter(|(u, _)| !attackers.contains(u))
            .filter_map(|&(u, at)| {
                let must = drafted.iter().any(|&(_, hex)| hex == at) && self.owes(state, u);
                let next = defenders.iter().all(|&d| self.scenario.field.in_contact(at, d));
                let (mode, case) =
                    if next && (!defenders.is_empty() || self.next_to(state, side, at).next().is_some()) {
                        ("adjacent", if must { case!("7.22") } else { case!("7.24") })
                    } else {
                        self.may_bombard(state, u, quiet).ok()?;
                        let aim = if defenders.is_empty() {
                            self.aims(state, u).find(|a| self.attackable(state, a.hex))?
                        } else {
                            defenders.iter().find_map(|&d| self.open_aim(at, d))?
                        };
                        ("bombardment", aim.case)
                    };
                Some(json!({ "unit": self.unit(u).id, "mode": mode, "must": must, "case": case }))
            })
            .collect();
        let draft = if attackers.is_empty() || defenders.is_empty() {
            Value::Null
        } else {
            match self.declare(state, side, &attackers, &defenders, None, &mut RuleCheck::quiet()) {
                Ok(attack) => {
                    let mut value = self.attack_value(state, &attack);
                    value["legal"] = json!(true);
                    value
                }
                Err(refusal) => json!({
                    "legal": false,
                    "refusal": { "case": refusal.case, "system": self.scenario.system_of(refusal.case), "message": refusal.message },
                }),
            }
        };
        let answer = json!({ "verb": "attack", "targets": targets, "attackers": joining, "blocked": blocked, "draft": draft });
        Ok(self.with_reason(answer, || self.why_no_attack(state, side, &attackers, &defenders)))
    }

    fn next_to_any(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.scenario.field.zone(hex).any(|near| {
            state.stack(near).any(|u| {
                self.unit(u).side == side
                    && self.may_attack(state, side, u, &mut RuleCheck::without_messages()).is_ok()
            })
        })
    }
}
