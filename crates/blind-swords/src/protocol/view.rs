//! The view of a seat: what lies on the table, and of what is hidden only its own (4.4, 8.1, 10.3a, K40, K43).

use serde_json::{Value, json};
use tabletop::{Seat, Side, Situation, capital};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::order::Asking;
use crate::sequence::procedure::{Activation, Drawn, Procedure};
use crate::state::{ChitPlace, Place, State};
use crate::unit::UnitId;

impl Battle {
    /// Writes the view of a seat as JSON.
    pub(crate) fn view(&self, state: &State, seat: Seat, situation: &Situation, out: &mut Vec<u8>) {
        let account = self.account(state);
        let mut value = json!({
            "game": situation.game,
            "scenario": self.scenario.info.id,
            "system": self.scenario.info.system,
            "map": self.scenario.info.map,
            "version": situation.version,
            "seat": seat,
            "turn": state.turn,
            "turns": self.scenario.times.len(),
            "time": self.time(state.turn),
            "times": self.scenario.times,
            "phase": state.phase,
            "phasing": state.asked(),
            "options": {
                "chew": self.options.chew,
                "rare-events": self.options.rare_events,
                "broken-stay-worn": self.options.broken_stay_worn,
                "brisk": self.options.brisk,
                "ask-union": self.options.asking.union == Asking::EveryMoment,
                "ask-confederate": self.options.asking.confederate == Asking::EveryMoment,
            },
            "question": self.question_value(state, seat),
            "activation": self.activation_value(state),
            "combat": self.combat_value(state),
            "cup": self.cup_value(state, seat),
            "brigades": self.brigades_value(state),
            "control": self.scenario.victory.control_hexes.iter().zip(&state.holders).map(|(w, side)| json!({
                "hex": self.number(w.hex), "name": w.name, "side": side, "case": "K97",
            })).collect::<Vec<_>>(),
            "victory": account,
            "rare": state.rare,
            "released": state.released,
            "asking": { "union": state.asking.union, "confederate": state.asking.confederate },
            "instructions": seat.map(|side| json!(state.instructions[side])),
            "dice": {
                "commitment": situation.commitment,
                "thrown": situation.thrown,
                "practice": situation.practice,
            },
            "undo": situation.undo,
            "redo": situation.redo,
            "units": self.ids().map(|u| self.unit_value(state, u)).collect::<Vec<_>>(),
        });
        if let Some(revealed) = &situation.revealed {
            value["dice"]["revealed"] = json!(revealed);
        }
        if let Some(shares) = &situation.shares {
            value["dice"]["shares"] = json!(shares);
        }
        if !situation.waiting.is_empty() {
            value["dice"]["waiting"] = json!(situation.waiting);
        }
        if let Some(throw) = &situation.throw {
            value["dice"]["throw"] = json!(throw);
        }
        if let Some(pack) = &situation.pack {
            value["pack"] = json!(pack);
        }
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *out, &value);
    }

    fn unit_value(&self, state: &State, unit: UnitId) -> Value {
        let printed = self.unit(unit);
        let there = state.unit(unit);
        let faces = self.faces(state, unit);
        let face = self.printed(state, unit);
        let (status, hex, track) = match there.place {
            Place::Due => ("due", None, None),
            Place::On(hex) => ("map", Some(self.number(hex)), None),
            Place::Broken(track) => ("broken", None, Some(track)),
            Place::Eliminated => ("eliminated", None, None),
            Place::Exited => ("exited", None, None),
        };
        let mut value = json!({
            "id": printed.id,
            "name": printed.name,
            "side": printed.side,
            "type": printed.arm,
            "weapon": faces.weapon,
            "strength": face.strength,
            "cohesion": face.cohesion,
            "status": status,
            "hex": hex,
            "worn": there.worn,
            "hits": there.hits,
        });
        if let Some(brigade) = printed.brigade {
            value["brigade"] = json!(self.brigade(brigade).id);
        }
        if let Some(track) = track {
            value["track"] = json!(track);
        }
        if hex.is_some() {
            value["now"] = json!({
                "strength": self.strength(state, unit),
                "cohesion": self.cohesion(state, unit),
                "supported": self.is_supported(state, unit),
            });
        }
        if there.place == Place::Due {
            let start = &self.scenario.starts[unit.index()];
            value["turn"] = json!(start.turn);
            value["entry"] = json!([self.number(start.hex)]);
        }
        let marks = [
            ("mounted", there.mounted),
            ("skirmish", there.skirmish),
            ("low-ammo", there.low_ammo),
            ("frozen", there.frozen),
            ("chaos", there.chaos),
            ("fired", there.fired),
            ("moved", there.moved),
            ("charged", there.charged),
            ("acted", there.acted),
            ("fragile", printed.fragile),
            ("sharpshooter", printed.sharpshooter),
        ];
        for (name, on) in marks {
            if on {
                value[name] = json!(true);
            }
        }
        value
    }

    /// The question that is open. A chit just drawn is named to its owner alone (K44).
    pub(crate) fn question_value(&self, state: &State, seat: Seat) -> Option<Value> {
        let procedure = state.top()?;
        let question = procedure.question()?;
        let (side, kind, case) = (question.side(), question.kind(), question.case(state));
        let mut text = question.words(self, state);
        if let Procedure::Drawn(Drawn { side, chit }) = procedure {
            if seat == Some(*side) {
                let mut value = json!({ "chit": chit });
                self.outward(&mut value);
                return Some(json!({
                    "side": side, "kind": kind, "case": case, "system": self.system_of(case),
                    "text": capital(&text) + ".", "units": [], "hexes": [], "chit": value["chit"],
                    "drawn": self.chit_told(state, *chit),
                }));
            }
            text = question.words_for_others(self, state);
        }
        let (units, hexes) = question.about();
        Some(json!({
            "side": side, "kind": kind, "case": case, "system": self.system_of(case),
            "text": if text.ends_with('?') { capital(&text) } else { capital(&text) + "." },
            "units": units.iter().map(|&u| &self.unit(u).id).collect::<Vec<_>>(),
            "hexes": hexes.iter().map(|&h| self.number(h)).collect::<Vec<_>>(),
        }))
    }

    fn activation_of<'a>(&self, state: &'a State) -> Option<&'a Activation> {
        state.stack.iter().rev().find_map(|f| match f {
            Procedure::Activation(a) => Some(a),
            _ => None,
        })
    }

    fn activation_value(&self, state: &State) -> Option<Value> {
        let a = self.activation_of(state)?;
        let mut value = json!({
            "side": a.side, "brigade": a.brigade, "name": self.brigade(a.brigade).name, "grant": a.grant,
            "step": a.step, "order": a.order, "pace": f64::from(a.pace) / 2.0, "bonus": a.bonus,
            "moving": a.moving.as_ref().map(|m| json!({
                "units": m.units, "left": f64::from(m.allowance.saturating_sub(m.spent)) / 2.0, "charge": m.charge,
            })),
            "assaults": a.assaults,
        });
        self.outward(&mut value);
        Some(value)
    }

    /// The fire or Close Combat under way.
    fn combat_value(&self, state: &State) -> Option<Value> {
        let mut value = state.stack.iter().rev().find_map(|f| match f {
            Procedure::Fire(f) => Some(json!({
                "kind": "fire", "side": f.side, "units": f.shot.units, "target": f.shot.target, "flanking": f.flanking,
                "lead": f.lead,
            })),
            Procedure::CloseCombat(m) => Some(json!({
                "kind": "close", "side": m.side, "units": m.units, "target": m.target, "assaulting": m.assaulting,
                "lead": m.lead,
            })),
            _ => None,
        })?;
        self.outward(&mut value);
        Some(value)
    }

    /// The cup: how many Event chits of each side, which command chits, what is held and discarded. A seat sees its own
    /// Key Chits, its own hand, and of the other's only how many (K40, K43).
    fn cup_value(&self, state: &State, seat: Seat) -> Value {
        let is_event = |c: ChitId| matches!(self.chit(c).kind, ChitKind::Event(_));
        let of = |side: Side, place: ChitPlace| {
            self.chit_ids().filter(move |&c| {
                is_event(c) && self.chit(c).side == Some(side) && state.chit(c).place == place
            })
        };
        let told = |c: ChitId| self.chit_told(state, c);
        let side_value = |side: Side| {
            let own = seat == Some(side);
            let held = |chits: Vec<ChitId>| -> Value {
                json!({ "count": chits.len(),
                        "chits": if own { json!(chits.into_iter().map(told).collect::<Vec<_>>()) } else { Value::Null } })
            };
            let keys =
                self.chit_ids().filter(|&c| self.chit(c).side == Some(side) && state.chit(c).key).collect();
            let may_choose = if own { of(side, ChitPlace::Aside).map(told).collect() } else { Vec::new() };
            json!({
                "events": of(side, ChitPlace::Cup).count(),
                "keys": held(keys),
                "held": held(self.chit_ids().filter(|&c| {
                    self.chit(c).side == Some(side) && state.chit(c).place == ChitPlace::Held
                }).collect()),
                "aside": may_choose,
                "discarded": self.chit_ids().filter(|&c| {
                    self.chit(c).side == Some(side)
                        && state.chit(c).place == ChitPlace::Discarded
                        && (own || !is_event(c) || state.chit(c).shown)
                }).map(told).collect::<Vec<_>>(),
            })
        };
        json!({
            "union": side_value(Side::Union),
            "confederate": side_value(Side::Confederate),
            "others": self.chit_ids()
                .filter(|&c| !is_event(c) && state.chit(c).place == ChitPlace::Cup)
                .map(told).collect::<Vec<_>>(),
            "fortunes": state.fortunes,
        })
    }

    /// A chit as those are told who may see it.
    fn chit_told(&self, state: &State, chit: ChitId) -> Value {
        let printed = self.chit(chit);
        let mut value = json!({ "id": printed.id, "name": printed.name, "side": printed.side });
        match &printed.kind {
            ChitKind::Event(event) => {
                value["text"] = json!(event.text);
                value["case"] = json!(event.case);
            }
            ChitKind::Command { rating, casualty, released, .. } => {
                let hit = state.chit(chit).casualty;
                let now =
                    if hit { *casualty } else { released.filter(|_| state.released).unwrap_or(*rating) };
                value["rating"] = json!(now);
                value["casualty"] = json!(hit);
            }
            ChitKind::Commander { .. } => value["casualty"] = json!(state.chit(chit).casualty),
            ChitKind::FortunesOfWar | ChitKind::FogOfWar => {}
        }
        value
    }

    fn brigades_value(&self, state: &State) -> Vec<Value> {
        self.brigade_ids()
            .map(|id| {
                let brigade = self.brigade(id);
                json!({ "id": brigade.id, "name": brigade.name, "side": brigade.side, "division": brigade.division,
                        "activated": state.used[id.index()] })
            })
            .collect()
    }

    /// What no play should ever lead to.
    pub(crate) fn invariants(&self, state: &State) -> Vec<String> {
        let mut faults = Vec::new();
        let mut on_map = 0;
        let calm = matches!(state.top(), Some(Procedure::Keys { .. } | Procedure::Held { .. }));
        for hex in self.map().grid.hexes() {
            let stack = state.stack(hex);
            if stack.is_empty() {
                continue;
            }
            on_map += stack.len();
            let number = self.number(hex);
            if stack.iter().any(|&u| self.unit(u).side != self.unit(stack[0]).side) {
                faults.push(format!("both sides stand in {number}"));
            }
            if !self.in_play(hex) {
                faults.push(format!("a unit stands outside the area in {number}"));
            }
            for &unit in stack {
                if state.hex(unit) != Some(hex) {
                    faults.push(format!("{} is in {number} and is not", self.unit(unit).id));
                }
            }
        }
        let placed = self.ids().filter(|&u| state.hex(u).is_some()).count();
        if placed != on_map {
            faults.push(format!("{placed} units are on the map, {on_map} in its hexes"));
        }
        for unit in self.ids() {
            let there = state.unit(unit);
            let name = &self.unit(unit).id;
            if there.hits > 2 {
                faults.push(format!("{name} has {} Morale Hits", there.hits));
            }
            if matches!(there.place, Place::Broken(_)) && (self.unit(unit).fragile || self.is_gun(unit)) {
                faults.push(format!("{name} is on the Broken Track and should be eliminated"));
            }
            if !there.worn && self.unit(unit).faces.fresh.is_none() {
                faults.push(format!("{name} shows a fresh side it does not have"));
            }
        }
        for side in Side::BOTH {
            let drawn = self
                .chit_ids()
                .filter(|&c| self.chit(c).side == Some(side) && state.chit(c).place == ChitPlace::Drawn);
            if calm && drawn.count() > 0 {
                faults.push(format!("a {side} chit lies drawn and nobody decides about it"));
            }
        }
        if state.stack.is_empty() != (state.phase == crate::state::Phase::Over) {
            faults.push("the stack is empty in the midst of the game".to_owned());
        }
        if !state.stack.is_empty() && state.asked().is_none() {
            faults.push("nobody is asked".to_owned());
        }
        faults
    }
}
