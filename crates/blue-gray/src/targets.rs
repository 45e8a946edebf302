//! What a side may do now, and where: the answers to `game.options` and `game.targets`.

use hexmap::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabletop::{Case, Failure, PreviewAnswer, PrintedCase, Refusal, RefusalInfo, RuleCheck, Side, case};

use crate::battle::Battle;
use crate::ending::Ending;
use crate::foreseeing::ForeseeAnswer;
use crate::looks::{SightAnswer, TableAnswer, ZonesAnswer};
use crate::order::{Ask, Order, Push};
use crate::phase::Phase;
use crate::preview::{AttackMode, AttackPreview};
use crate::reaching::ReachAnswer;
use crate::reasons::Found;
use crate::retreat::Link;
use crate::state::State;
use crate::terrain::Aim;
use crate::unit::UnitId;
use crate::view::{OwedView, QuestionView};

/// What a side may do now.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Offered<'a> {
    /// What ending the phase now would cost; absent where the side has no phase to end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending<'a>>,
    /// What is still owed in this combat phase.
    pub owed: OwedView<'a>,
    /// Who is asked what; null once the game is over.
    pub question: Option<QuestionView<'a>>,
    /// The verbs open to the side; none if the other side is asked.
    pub verbs: Vec<VerbView<'a>>,
}

/// A verb that may be ordered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct VerbView<'a> {
    pub case: Case,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The units that it can be ordered of; none of an order that is about no unit.
    pub subjects: Vec<&'a str>,
    /// The rulebook the case is of.
    pub system: &'a str,
    pub verb: &'static str,
}

/// Where a verb can be directed, by the verb.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "verb", rename_all = "kebab-case")]
pub enum Targets<'a> {
    Move(MoveTargets<'a>),
    /// Hexes to leave the map by.
    Exit(Found<ExitTarget<'a>>),
    /// Ways of a retreat (7.7).
    Retreat(Found<RetreatTarget<'a>>),
    /// Ways of a battery that takes the retreat (8.16).
    WithdrawBattery(Found<RetreatTarget<'a>>),
    /// Ways of a retreat before combat.
    RetreatBeforeCombat(Found<RetreatTarget<'a>>),
    Attack(AttackTargets<'a>),
    /// Hexes to advance into (7.75).
    Advance(Found<AdvanceTarget<'a>>),
    /// Ways to pay an exchange (7.6).
    Lose(Found<PaymentTarget<'a>>),
    EndMovement(Found<NoTarget>),
    EndCombat(Found<NoTarget>),
    Hold(Found<NoTarget>),
    Stand(Found<NoTarget>),
    Sight(SightAnswer<'a>),
    Zones(ZonesAnswer<'a>),
    Reach(ReachAnswer<'a>),
    /// What an attack would ask of the side.
    Foresee(Box<ForeseeAnswer<'a>>),
    Table(TableAnswer<'a>),
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MoveTargets<'a> {
    #[serde(flatten)]
    pub found: Found<MoveTarget<'a>>,
    /// Hexes in enemy zones of control.
    pub zones: Vec<&'a str>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MoveTarget<'a> {
    /// Movement points spent by the unit.
    pub cost: u8,
    pub hex: &'a str,
    /// Points left there: none where the unit must stop.
    pub left: u8,
    /// The hexes entered in order, start excluded.
    pub path: Vec<&'a str>,
    /// The unit must stop there: it is in an enemy zone of control.
    pub stop: bool,
    /// It can be reached by strategic movement only (r6.4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strategic: bool,
    /// The move can be taken back.
    pub undo: bool,
}

/// A hex to leave the map by.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ExitTarget<'a> {
    /// Movement points spent by the unit.
    pub cost: u8,
    pub hex: &'a str,
    /// The hexes entered in order, start excluded.
    pub path: Vec<&'a str>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RetreatTarget<'a> {
    /// If the hex is full, who could make room there and where to: one of these must (7.81).
    pub displace: Vec<LinkView<'a>>,
    pub hex: &'a str,
}

/// A unit that could make room (7.81).
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LinkView<'a> {
    /// The hex that it could move to.
    pub hex: &'a str,
    /// That hex is full in turn: somebody there must make room too.
    pub on: bool,
    pub unit: &'a str,
}

/// What can join an attack that is being put together.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AttackTargets<'a> {
    /// Units that could join the attack.
    pub attackers: Vec<JoiningUnit<'a>>,
    /// Hexes in range without a line of sight.
    pub blocked: Vec<BlockedTarget<'a>>,
    /// What the attack comes to as it stands; null while it has no attackers or no defenders.
    pub draft: Option<Box<PreviewAnswer<AttackPreview<'a>>>>,
    /// Hexes that could be attacked as well.
    #[serde(flatten)]
    pub found: Found<AttackTarget<'a>>,
}

/// A hex that could join an attack.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AttackTarget<'a> {
    pub case: Case,
    pub hex: &'a str,
    pub mode: AttackMode,
    /// Distance of the hex, in hexes.
    pub range: u32,
    pub units: Vec<&'a str>,
}

/// A unit that could join an attack.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JoiningUnit<'a> {
    pub case: Case,
    pub mode: AttackMode,
    /// It stands with an attacker and owes an attack too.
    pub must: bool,
    pub unit: &'a str,
}

/// A hex in range of a battery that does not see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct BlockedTarget<'a> {
    /// The hexes that block the line.
    pub by: Vec<&'a str>,
    /// The case; null if it is blocked for no case of its own.
    pub case: Option<Case>,
    /// The hex of the bombarding battery.
    pub from: &'a str,
    pub hex: &'a str,
    /// What blocks it, in a sentence.
    pub text: Option<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AdvanceTarget<'a> {
    pub hex: &'a str,
}

/// A way to pay an exchange.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PaymentTarget<'a> {
    /// The units lost as the payment.
    pub units: Vec<&'a str>,
}

/// What there is to choose in an order without a choice.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub enum NoTarget {}

/// An attack that is being drafted.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftToml {
    #[serde(default)]
    attackers: Vec<String>,
    #[serde(default)]
    defenders: Vec<String>,
}

/// A retreat that is being drafted.
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
                // Most are near nobody, which is seen sooner.
                (self.next_to(state, side, hex).next().is_some()
                    || self.aims(state, u).any(|aim| {
                        self.attackable(state, aim.hex) && self.may_be_bombarded(state, side, aim.hex)
                    }))
                    && self.may_attack(state, side, u, &mut RuleCheck::without_messages()).is_ok()
            })
            .map(|(u, _)| u)
            .collect()
    }

    /// The enemy hexes next to this one that can still be attacked from it.
    pub fn next_to<'a>(&'a self, state: &'a State, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + 'a {
        self.scenario
            .field
            .zone(hex)
            .filter(move |&near| state.holder(near) == Some(side.other()) && self.attackable(state, near))
    }

    /// Answers the `game.options` request of a side.
    pub(crate) fn offered(&self, state: &State, side: Side) -> Offered<'_> {
        let verbs = self.verbs(state, side);
        let able = verbs.iter().find(|(verb, ..)| matches!(*verb, "move" | "attack"));
        let ending = self.ending(state, side, able.map_or(&[], |(.., units)| units));
        let verbs = verbs.into_iter().map(|(verb, case, units)| VerbView {
            case,
            printed: self.scenario.printed(case),
            subjects: self.names(&units),
            system: self.scenario.system_of(case),
            verb,
        });
        Offered {
            ending,
            owed: self.owed_view(state),
            question: self.question_view(state),
            verbs: verbs.collect(),
        }
    }

    pub(crate) fn read_unit(&self, id: &str) -> Result<UnitId, String> {
        self.named(id).ok_or_else(|| format!("'{id}' is not a unit of this game"))
    }

    pub(crate) fn read_hex(&self, number: &str) -> Result<Hex, String> {
        self.map().grid.parse(number).ok_or_else(|| {
            format!("'{number}' is not a hex of this map; a printed number such as \"0714\" was expected")
        })
    }

    fn subject(&self, subject: &Value) -> Result<UnitId, Failure> {
        let id = subject
            .as_str()
            .ok_or_else(|| Failure::Malformed("subject: a unit id was expected".to_owned()))?;
        self.read_unit(id).map_err(|e| Failure::Malformed(format!("subject: {e}")))
    }

    pub(crate) fn targets_answer(
        &self,
        state: &State,
        side: Side,
        verb: &str,
        subject: &Value,
    ) -> Result<Targets<'_>, Failure> {
        let open = self.right_time(state, side, verb, &mut RuleCheck::without_messages()).is_ok();
        let no_choice = |order| self.found(Vec::new(), || self.why_no_target(state, side, verb, &order));
        Ok(match verb {
            "sight" => Targets::Sight(self.sight_answer(subject)?),
            "zones" => Targets::Zones(self.zones_answer(state, subject)?),
            "reach" => Targets::Reach(self.reach_answer(state, subject)?),
            "foresee" => Targets::Foresee(Box::new(self.foresee_answer(state, side, subject)?)),
            "table" => Targets::Table(self.table_answer(subject)?),
            "move" => {
                let unit = self.subject(subject)?;
                let mine = open && self.unit(unit).side == side;
                let reach = if mine { self.destinations(state, unit) } else { Vec::new() };
                let points = |strategic| {
                    if strategic { self.most_points(state, unit) } else { self.unit(unit).movement }
                };
                let targets = reach.iter().map(|d| MoveTarget {
                    cost: d.cost,
                    hex: self.number(d.hex),
                    left: if d.stop { 0 } else { points(d.strategic).saturating_sub(d.cost) },
                    path: self.hex_numbers(&d.path),
                    stop: d.stop,
                    strategic: d.strategic,
                    undo: !self.is_touched(state),
                });
                let enemy = self.unit(unit).side.other();
                let zones: Vec<Hex> = self.map().grid.hexes().filter(|&h| state.in_zone(enemy, h)).collect();
                Targets::Move(MoveTargets {
                    found: self.found(targets.collect(), || self.why_no_move(state, side, unit)),
                    zones: self.hex_numbers(&zones),
                })
            }
            "exit" => {
                let unit = self.subject(subject)?;
                let mine = open && self.unit(unit).side == side;
                let ways = if mine { self.departures(state, unit) } else { Vec::new() };
                let targets = ways.iter().map(|d| ExitTarget {
                    cost: d.cost,
                    hex: self.number(d.hex),
                    path: self.hex_numbers(&d.path),
                });
                Targets::Exit(self.found(targets.collect(), || self.why_no_exit(state, side, unit)))
            }
            "retreat" => Targets::Retreat(self.retreat_targets(state, side, open, verb, subject)?),
            "withdraw-battery" => {
                Targets::WithdrawBattery(self.retreat_targets(state, side, open, verb, subject)?)
            }
            "retreat-before-combat" => {
                Targets::RetreatBeforeCombat(self.retreat_targets(state, side, open, verb, subject)?)
            }
            "attack" => Targets::Attack(self.attack_targets(state, side, open, subject)?),
            "advance" => {
                let unit = self.subject(subject)?;
                let moves = match &state.combat {
                    Some(combat) if open => self.advances(state, combat),
                    _ => Vec::new(),
                };
                let of_unit = moves.iter().filter(|(u, _)| *u == unit);
                let targets = of_unit.map(|&(_, hex)| AdvanceTarget { hex: self.number(hex) });
                Targets::Advance(self.found(targets.collect(), || self.why_no_advance(state, side, unit)))
            }
            "lose" => {
                let ways = match &state.combat {
                    Some(combat) if open => self.payments(state, combat),
                    _ => Vec::new(),
                };
                let targets = ways.iter().map(|units| PaymentTarget { units: self.names(units) });
                Targets::Lose(self.found(targets.collect(), || self.why_no_payment(state, side)))
            }
            "end-movement" => Targets::EndMovement(no_choice(Order::EndMovement {})),
            "end-combat" => Targets::EndCombat(no_choice(Order::EndCombat {})),
            "hold" => Targets::Hold(no_choice(Order::Hold {})),
            "stand" => Targets::Stand(no_choice(Order::Stand {})),
            other => return Err(Failure::Malformed(format!("verb: '{other}' is not a verb of these rules"))),
        })
    }

    fn link_view(&self, link: &Link) -> LinkView<'_> {
        LinkView { hex: self.number(link.to), on: link.on, unit: &self.unit(link.unit).id }
    }

    fn retreat_target(&self, hex: Hex, links: &[Link]) -> RetreatTarget<'_> {
        let displace = links.iter().map(|link| self.link_view(link)).collect();
        RetreatTarget { displace, hex: self.number(hex) }
    }

    fn retreat_targets(
        &self,
        state: &State,
        side: Side,
        open: bool,
        verb: &str,
        subject: &Value,
    ) -> Result<Found<RetreatTarget<'_>>, Failure> {
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
                targets.push(self.retreat_target(to, &links));
            }
            return Ok(self.found(targets, || self.why_no_retreat(state, side, verb, unit)));
        }
        // Before combat only one unit can be meant.
        let unit = match state.question().and_then(|q| q.units.first()) {
            Some(&unit) if subject.is_null() && verb == "retreat-before-combat" && open => unit,
            _ if subject.is_null() && verb == "retreat-before-combat" => {
                let order = Order::RetreatBeforeCombat {};
                return Ok(self.found(Vec::new(), || self.why_no_target(state, side, verb, &order)));
            }
            _ => self.subject(subject)?,
        };
        let ways = if asked_about(&unit) { self.ways(state, unit) } else { crate::retreat::Ways::default() };
        let open = ways.open.iter().map(|&hex| self.retreat_target(hex, &[]));
        let pushed = ways.pushed.iter().map(|(hex, links)| self.retreat_target(*hex, links));
        let targets = open.chain(pushed).collect();
        Ok(self.found(targets, || self.why_no_retreat(state, side, verb, unit)))
    }

    pub(crate) fn refused(&self, refusal: Refusal) -> Failure {
        let system = self.scenario.system_of(refusal.case).to_owned();
        let printed = self.scenario.printed(refusal.case);
        Failure::Refused { refusal, system, printed }
    }

    /// For an attack being put together: which hexes and which units could join it, what blocks
    /// which sight, and what the draft as it stands comes to.
    fn attack_targets(
        &self,
        state: &State,
        side: Side,
        open: bool,
        subject: &Value,
    ) -> Result<AttackTargets<'_>, Failure> {
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
            let found = self.found(Vec::new(), || self.why_no_attack(state, side, &attackers, &defenders));
            return Ok(AttackTargets { attackers: Vec::new(), blocked: Vec::new(), draft: None, found });
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
            // A hex joins if every adjacent attacker of the draft is next to it too, or somebody
            // bombards it alone.
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
                adjacent || !aims.is_empty() && self.may_be_bombarded(state, side, hex)
            } else {
                let aimed = !aims.is_empty() && defenders.is_empty();
                all_join && (adjacent || aimed && self.may_be_bombarded(state, side, hex))
            };
            if reachable {
                let nearest = aims.iter().min_by_key(|aim| aim.range).filter(|_| !adjacent);
                let (mode, range, case) = match nearest {
                    Some(aim) => (AttackMode::Bombardment, aim.range, aim.case),
                    None => (AttackMode::Adjacent, 1, case!("7.15")),
                };
                let units = state.stack(hex).map(|u| self.unit(u).id.as_str()).collect();
                targets.push(AttackTarget { case, hex: self.number(hex), mode, range, units });
            } else {
                for &(unit, at) in &drafted {
                    let by = self.blocked_by(at, hex);
                    if !by.is_empty() && self.may_bombard(state, unit, quiet).is_ok() {
                        let refusal = self.aim(at, hex).err();
                        blocked.push(BlockedTarget {
                            by: self.hex_numbers(by),
                            case: refusal.as_ref().map(|r| r.case),
                            from: self.number(at),
                            hex: self.number(hex),
                            text: refusal.map(|r| r.message),
                        });
                    }
                }
            }
        }
        let joining: Vec<JoiningUnit<'_>> = units
            .iter()
            .filter(|(u, _)| !attackers.contains(u))
            .filter_map(|&(u, at)| {
                let must = drafted.iter().any(|&(_, hex)| hex == at) && self.owes(state, u);
                let next = defenders.iter().all(|&d| self.scenario.field.in_contact(at, d));
                let (mode, case) =
                    if next && (!defenders.is_empty() || self.next_to(state, side, at).next().is_some()) {
                        (AttackMode::Adjacent, if must { case!("7.22") } else { case!("7.24") })
                    } else {
                        self.may_bombard(state, u, quiet).ok()?;
                        let aim = if defenders.is_empty() {
                            self.aims(state, u).find(|a| {
                                self.attackable(state, a.hex) && self.may_be_bombarded(state, side, a.hex)
                            })?
                        } else {
                            defenders.iter().find_map(|&d| self.open_aim(at, d))?
                        };
                        (AttackMode::Bombardment, aim.case)
                    };
                Some(JoiningUnit { case, mode, must, unit: &self.unit(u).id })
            })
            .collect();
        let drafts = !attackers.is_empty() && !defenders.is_empty();
        let draft = drafts.then(|| {
            Box::new(match self.declare(state, side, &attackers, &defenders, None, &mut RuleCheck::quiet()) {
                Ok(attack) => PreviewAnswer::legal(self.attack_preview(state, &attack)),
                Err(refusal) => PreviewAnswer::refused(RefusalInfo {
                    case: refusal.case,
                    printed: self.scenario.printed(refusal.case),
                    system: self.scenario.system_of(refusal.case).to_owned(),
                    message: refusal.message,
                }),
            })
        });
        let found = self.found(targets, || self.why_no_attack(state, side, &attackers, &defenders));
        Ok(AttackTargets { attackers: joining, blocked, draft, found })
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
