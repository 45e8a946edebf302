//! The view of a seat. Blue & Gray hides nothing but the dice to come, so both seats see the same position.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Value, json};
use tabletop::{BySide, Case, PackMark, Seat, ShareState, Side, Situation, Throw};

use crate::battle::Battle;
use crate::phase::Phase;
use crate::state::{Place, State};
use crate::unit::UnitId;

/// The marks of a unit as JSON, for each of their combinations: views are made by the thousand.
static MARKS: LazyLock<[String; 32]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let names = ["moved", "attacked", "retreated", "advanced", "ineffective"];
        names
            .iter()
            .zip((0..5).rev())
            .map(|(name, bit)| format!(",\"{name}\":{}", number & (1 << bit) != 0))
            .collect()
    })
});

#[derive(Serialize)]
struct Head<'a> {
    game: &'a str,
    scenario: &'a str,
    system: &'a str,
    map: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pack: Option<&'a PackMark>,
    version: u32,
    seat: Seat,
    turn: u8,
    turns: u8,
    night: &'a [u8],
    #[serde(rename = "night-rules")]
    night_rules: &'a Value,
    phase: Phase,
    phasing: Side,
    options: Value,
    question: Option<Value>,
    combat: Option<Value>,
    owed: Value,
    control: Vec<Control<'a>>,
    quota: Option<Value>,
    victory: Victory<'a>,
    dice: DiceView<'a>,
    undo: bool,
    redo: bool,
}

#[derive(Serialize)]
struct Control<'a> {
    hex: &'a str,
    name: &'a str,
    side: Side,
    case: Case,
    system: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
}

#[derive(Serialize)]
struct Victory<'a> {
    union: i32,
    confederate: i32,
    level: &'a str,
    leader: Option<Side>,
    score: f32,
    lines: Vec<LineView<'a>>,
}

#[derive(Serialize)]
struct LineView<'a> {
    side: Side,
    points: i32,
    case: Case,
    system: &'a str,
    text: String,
}

#[derive(Serialize)]
struct DiceView<'a> {
    commitment: &'a str,
    thrown: u32,
    practice: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    revealed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shares: Option<BySide<ShareState>>,
    #[serde(skip_serializing_if = "<[Side]>::is_empty")]
    waiting: &'a [Side],
    #[serde(skip_serializing_if = "Option::is_none")]
    throw: Option<&'a Throw>,
}

impl Battle {
    /// The quota of the phase as it is spent, `{moved, limit, text, case, system, more?}`; `more` while a hex not yet held would
    /// raise it. None where no unit may move anyway, at night.
    pub(crate) fn quota_value(&self, state: &State) -> Option<Value> {
        let still = self.scenario.is_night(state.turn) && !self.scenario.night_rules[state.phasing].moves;
        if state.phase != Phase::Movement || still {
            return None;
        }
        let limit = self.quota_limit(state)?;
        let quota = self.scenario.quota.as_ref()?;
        let text = format!("{} of {limit} units moved", state.moved);
        let mut value = crate::notes::note(&self.scenario, quota.case, text, None);
        value["moved"] = json!(state.moved);
        value["limit"] = json!(limit);
        if let Some((watch, units, case)) = quota.more.filter(|_| limit == quota.limit) {
            let watch = &self.scenario.control_hexes[watch];
            let text = format!("{units} more with {}, {}", watch.name, self.number(watch.hex));
            value["more"] = crate::notes::note(&self.scenario, case, text, None);
            value["more"]["hex"] = json!(self.number(watch.hex));
        }
        Some(value)
    }

    /// Writes the view of a seat as JSON.
    pub(crate) fn view(&self, state: &State, seat: Seat, situation: &Situation, out: &mut Vec<u8>) {
        let account = self.account(state);
        let net = account.points.union - account.points.confederate;
        let level = self.level(net);
        let leader = match net {
            _ if level.upto.is_some() && std::ptr::eq(level, &self.scenario.victory.levels[0]) => None,
            n if n > 0 => Some(Side::Union),
            _ => Some(Side::Confederate),
        };
        let head = Head {
            game: &situation.game,
            scenario: &self.scenario.info.id,
            system: &self.scenario.info.system,
            map: &self.scenario.info.map,
            pack: situation.pack.as_ref(),
            version: situation.version,
            seat,
            turn: state.turn,
            turns: self.scenario.turns,
            night: &self.scenario.night,
            night_rules: &self.notes.nights,
            phase: state.phase,
            phasing: state.phasing,
            options: self.options_value(),
            question: self.question_value(state),
            combat: self.combat_value(state),
            owed: self.owed_value(state),
            control: (self.scenario.control_hexes.iter().zip(&state.holders).zip(&self.notes.places))
                .map(|((w, &side), text)| Control {
                    hex: self.number(w.hex),
                    name: &w.name,
                    side,
                    case: w.case,
                    system: self.scenario.system_of(w.case),
                    text,
                })
                .collect(),
            quota: self.quota_value(state),
            victory: Victory {
                union: account.points.union,
                confederate: account.points.confederate,
                level: &level.name,
                leader,
                score: level.score,
                lines: account
                    .lines
                    .into_iter()
                    .map(|l| LineView {
                        side: l.side,
                        points: l.points,
                        case: l.case,
                        system: self.scenario.system_of(l.case),
                        text: l.text,
                    })
                    .collect(),
            },
            dice: DiceView {
                commitment: &situation.commitment,
                thrown: situation.thrown,
                practice: situation.practice,
                revealed: situation.revealed.as_deref(),
                shares: situation.shares,
                waiting: &situation.waiting,
                throw: situation.throw.as_ref(),
            },
            undo: situation.undo,
            redo: situation.redo,
        };
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *out, &head);
        out.pop();
        out.extend_from_slice(b",\"units\":[");
        for unit in self.ids() {
            if unit.index() > 0 {
                out.push(b',');
            }
            self.unit_view(state, unit, out);
        }
        out.extend_from_slice(b"]}");
    }

    fn unit_view(&self, state: &State, unit: UnitId, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.printed[unit.index()]);
        match state.place(unit) {
            Place::On(hex) => {
                out.extend_from_slice(b",\"status\":\"map\",\"hex\":\"");
                out.extend_from_slice(self.number(hex).as_bytes());
                out.push(b'"');
            }
            Place::Due => out.extend_from_slice(b",\"status\":\"due\",\"hex\":null"),
            Place::Exited => out.extend_from_slice(b",\"status\":\"exited\",\"hex\":null"),
            Place::Eliminated => out.extend_from_slice(b",\"status\":\"eliminated\",\"hex\":null"),
        }
        let marks = state.marks(unit);
        let set = [
            marks.moved,
            marks.attacked || marks.defended,
            marks.retreated,
            marks.advanced,
            marks.ineffective,
        ];
        let number = set.iter().fold(0, |number, &on| number * 2 + usize::from(on));
        out.extend_from_slice(MARKS[number].as_bytes());
        out.push(b'}');
    }

    fn options_value(&self) -> Value {
        json!({ "attack-effectiveness": self.options.attack_effectiveness, "touch-move": self.options.touch_move })
    }

    fn ids_value(&self, units: &[UnitId]) -> Vec<&str> {
        units.iter().map(|&u| self.unit(u).id.as_str()).collect()
    }

    fn hexes_value(&self, hexes: &[hexmap::Hex]) -> Vec<&str> {
        hexes.iter().map(|&h| self.number(h)).collect()
    }

    /// The question that is open, as views and options tell it.
    pub(crate) fn question_value(&self, state: &State) -> Option<Value> {
        let mut text = tabletop::capital(&self.question_text(state)) + ".";
        if let Some(q) = state.question() {
            let stuck = self.stuck_value(state);
            for no in stuck.iter().filter_map(|no| no["text"].as_str()) {
                text = text + " " + no;
            }
            let mut question = json!({
                "side": q.side, "kind": q.ask, "case": q.case, "system": self.scenario.system_of(q.case), "text": text,
                "units": self.ids_value(&q.units), "hexes": self.hexes_value(&q.hexes), "need": q.need,
            });
            if !stuck.is_empty() {
                question["stuck"] = Value::Array(stuck);
            }
            return Some(question);
        }
        let (kind, case) = match state.phase {
            Phase::Movement => ("movement", "5.0"),
            Phase::Combat => ("combat", "7.0"),
            Phase::Over => return None,
        };
        Some(json!({ "side": state.phasing, "kind": kind, "case": case, "system": self.scenario.info.system,
                     "text": text, "units": [], "hexes": [] }))
    }

    fn combat_value(&self, state: &State) -> Option<Value> {
        let combat = state.combat.as_ref()?;
        let attackers: Vec<UnitId> = combat.attackers.iter().map(|&(u, _)| u).collect();
        let mut value = json!({
            "attackers": self.ids_value(&attackers),
            "bombarding": self.ids_value(&combat.bombarding),
            "defenders": self.hexes_value(&combat.hexes),
            "column": self.scenario.tables.column_name(combat.column),
        });
        if let Some((die, result)) = combat.thrown {
            value["die"] = json!(die);
            value["result"] = json!(result);
        }
        Some(value)
    }

    /// What is still owed in this combat phase (7.11, 7.12, 11.31).
    pub(crate) fn owed_value(&self, state: &State) -> Value {
        if state.phase != Phase::Combat {
            return json!({ "attackers": [], "defenders": [], "cases": [] });
        }
        let owing = self.all_owing(state);
        let owed = self.all_owed(state);
        let mut cases = Vec::new();
        if !owing.is_empty() {
            let text = format!("{} must still attack.", tabletop::capital(&self.called(&owing)));
            cases.push(json!({ "case": "7.12", "text": text, "units": self.ids_value(&owing), "hexes": [] }));
        }
        if !owed.is_empty() {
            let text = format!("The enemy in {} must still be attacked.", self.numbers(&owed));
            cases
                .push(json!({ "case": "7.11", "text": text, "units": [], "hexes": self.hexes_value(&owed) }));
        }
        let leaving = self.must_leave(state);
        if !leaving.is_empty() {
            let text = format!(
                "{} must leave the enemy's zones by the end of the phase, if no combat frees it.",
                tabletop::capital(&self.called(&leaving))
            );
            cases.push(
                json!({ "case": "11.31", "text": text, "units": self.ids_value(&leaving), "hexes": [] }),
            );
        }
        json!({ "attackers": self.ids_value(&owing), "defenders": self.hexes_value(&owed), "cases": cases })
    }
}
