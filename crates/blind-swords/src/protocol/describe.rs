//! Events in sentences, and who is told of them (4.4, 8.1, 10.3a, K40, K44).

use std::borrow::Cow;

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Serialize;
use tabletop::{LogEvent, Seat, Side, agree, counted, listed};

use crate::battle::Battle;
use crate::chit::{ChitId, ChitKind};
use crate::data::tables::{Depletion, Skedaddle, Test};
use crate::event::{Event, FogResult};
use crate::order::Asking;
use crate::protocol::codec::Named;
use crate::sequence::procedure::Grant;
use crate::state::{Phase, Rare};
use crate::unit::{BrigadeId, UnitId};

/// An event as a seat is told it: with its case, the case's rulebook and a sentence.
pub type EventView<'a> = LogEvent<Named<'a, RedactedEvent<'a>>>;

/// An event, as much of it as a seat may know.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RedactedEvent<'a> {
    /// The viewer may see the whole event.
    Whole {
        #[serde(flatten)]
        event: Cow<'a, Event>,
        /// Whose secret it is, which this seat alone is told in full: at a screen that both look
        /// at, a page must be able to keep it back.
        #[serde(skip_serializing_if = "Option::is_none")]
        secret: Option<Side>,
    },
    /// The viewer may see only a part.
    Hidden(HiddenEvent),
}

/// What is told of an event to those who may not know all of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum HiddenEvent {
    /// The other side has chosen its Key Chits.
    KeysChosen { chits: usize, side: Side },
    /// Event chits went into the cup at random.
    ChitsIncluded {
        chits: usize,
        /// None: the dice would tell which.
        faces: [u8; 0],
        side: Side,
    },
    /// An Event chit of the other side was drawn.
    ChitDrawn {
        /// Always null: the chit stays secret.
        chit: (),
        /// None: the dice would tell which.
        faces: [u8; 0],
        /// It is not: a chit that is negated is shown.
        negated: bool,
        side: Side,
    },
    /// The other side holds a chit.
    ChitHeld {
        /// Always null: the chit stays secret.
        chit: (),
        side: Side,
    },
    /// An Event chit of the other side is done for this turn.
    ChitDiscarded {
        /// Always null: the chit stays secret.
        chit: (),
    },
}

fn more_chits(count: usize, side: Side) -> String {
    format!("{} went into the cup.", counted(count, &format!("more {side} Event chit")))
}

impl Battle {
    /// An event as a seat is told it; `None` if it is not told of it at all.
    pub(crate) fn event_view<'a>(&'a self, event: Cow<'a, Event>, seat: Seat) -> Option<EventView<'a>> {
        use Event::*;
        let secret = |side: Side| seat != Some(side);
        let owner = |chit: &ChitId| self.chit(*chit).side;
        let event_of =
            |chit: &ChitId| owner(chit).filter(|_| matches!(self.chit(*chit).kind, ChitKind::Event(_)));
        let mut text = None;
        let mut own = None;
        let hidden = match &*event {
            Stack { .. } => return None,
            Instructed { side, .. } if secret(*side) => return None,
            KeysChosen { side, chits } if secret(*side) => {
                text = Some(format!("The {side} side has chosen its Key Chits."));
                Some(HiddenEvent::KeysChosen { chits: chits.len(), side: *side })
            }
            KeysChosen { side, .. } => {
                own = Some(*side);
                None
            }
            ChitsIncluded { side, chits, .. } => {
                text = Some(more_chits(chits.len(), *side));
                Some(HiddenEvent::ChitsIncluded { chits: chits.len(), faces: [], side: *side })
            }
            ChitDrawn { chit, negated: false, .. } => match event_of(chit) {
                Some(side) if secret(side) => {
                    text = Some(format!("A {side} Event chit is drawn."));
                    // The dice would tell which of the chits in the cup it was.
                    Some(HiddenEvent::ChitDrawn { chit: (), faces: [], negated: false, side })
                }
                side => {
                    own = side;
                    None
                }
            },
            ChitHeld { chit } => match owner(chit) {
                Some(side) if secret(side) => {
                    text = Some(format!("The {side} side holds a chit."));
                    Some(HiddenEvent::ChitHeld { chit: (), side })
                }
                _ => {
                    own = event_of(chit);
                    None
                }
            },
            ChitDiscarded { chit, .. } if event_of(chit).is_some_and(secret) => {
                Some(HiddenEvent::ChitDiscarded { chit: () })
            }
            _ => None,
        };
        let silent = matches!(
            &*event,
            StepCleared { .. }
                | HaveFired { .. }
                | MoveEnded { .. }
                | ActivationEnded { .. }
                | BatteriesDone { .. }
        );
        if hidden.is_none() && !silent {
            text = Some(self.sentence(&event));
        }
        let case = event.case();
        let redacted = match hidden {
            Some(hidden) => RedactedEvent::Hidden(hidden),
            None => RedactedEvent::Whole { event, secret: own },
        };
        let system = self.system_of(case).to_owned();
        Some(LogEvent {
            event: self.named_in(redacted),
            case,
            modifiers: Vec::new(),
            printed: None,
            system,
            text,
        })
    }

    pub(super) fn sentence(&self, event: &Event) -> String {
        use Event::*;
        let unit = |u: &UnitId| self.unit(*u).name.clone();
        let units = |all: &[UnitId]| self.called(all);
        let hex = |h: &Hex| self.number(*h).to_owned();
        let chit = |c: &ChitId| self.chit(*c).name.clone();
        let brigade = |b: &BrigadeId| self.brigade(*b).name.clone();
        match event {
            Stack { .. }
            | StepCleared { .. }
            | HaveFired { .. }
            | MoveEnded { .. }
            | BatteriesDone { .. } => String::new(),
            TurnBegan { turn } => format!("Game-turn {turn}, {}.", self.time(*turn)),
            PhaseBegan { phase } => format!("{}.", phase_name(*phase)),
            KeysChosen { side, chits } => {
                format!("The {side} Key Chits: {}.", listed(chits.iter().map(chit)))
            }
            ChitsIncluded { side, chits, .. } => more_chits(chits.len(), *side),
            CupFilled { chits } => format!("Into the cup go {}.", listed(chits.iter().map(chit))),
            ChitDrawn { chit: c, negated: true, .. } => format!("{} is drawn, and negated.", chit(c)),
            ChitDrawn { chit: c, .. } => format!("{} is drawn.", chit(c)),
            FortunesDrawn {} => "The next chit will be negated.".to_owned(),
            ChitHeld { chit: c } => format!("{} is held.", chit(c)),
            ChitPlayed { chit: c, unit: u, brigade: b, hex: h } => {
                let on = match (u, b, h) {
                    (Some(u), ..) => format!(" on {}", unit(u)),
                    (_, Some(b), _) => format!(" on {}", brigade(b)),
                    (_, _, Some(h)) => format!(" on {}", hex(h)),
                    _ => String::new(),
                };
                format!("{} is played{on}.", chit(c))
            }
            CommonUsed { chit: c } => format!("{} is used as a Common Event.", chit(c)),
            ChitDiscarded { chit: c, .. } => format!("{} is discarded.", chit(c)),
            ChitReturned { chit: c } => format!("{} goes back into the cup.", chit(c)),
            FogThrown { faces, result } => {
                let what = match result {
                    FogResult::Chaos(side) => format!("Battlefield Chaos on the {side} side"),
                    FogResult::Wayward(side) => format!("a Wayward {side} Move"),
                    FogResult::General(side) => format!("a {side} general may be hit"),
                    FogResult::Nothing => "no effect".to_owned(),
                    FogResult::Rare(die) => format!("rare event {die}"),
                };
                format!("Fog of War: {} rolled, {what}.", dice(faces))
            }
            ChaosCame { hex: h, units: all } => format!("Battlefield Chaos in {}: {}.", hex(h), units(all)),
            GeneralThrown { faces, chit: c, hit, .. } => match (c, hit) {
                (Some(c), Some(true)) => format!("{} rolled: {} is a casualty.", dice(faces), chit(c)),
                (Some(c), Some(false)) => format!("{} rolled: {} returns to command.", dice(faces), chit(c)),
                (Some(c), None) => format!("{} rolled: nothing happens to {}.", dice(faces), chit(c)),
                (None, _) => format!("{} rolled: no general is hit.", dice(faces)),
            },
            RareCame { rare } => format!("{} may be used this turn.", rare_name(*rare)),
            RareUsed { rare, units: all, columns } => match (all.as_slice(), columns) {
                ([], n) => format!("{}: {n:+} columns.", rare_name(*rare)),
                (all, _) => format!("{}: {}.", rare_name(*rare), units(all)),
            },
            ConfusionThrown { die, order: Some(order) } => {
                format!("Command Confusion: {die} rolled, the order becomes {}.", order.word())
            }
            ConfusionThrown { die, order: None } => {
                format!("Command Confusion: {die} rolled, nothing changes.")
            }
            CommandThrown { chit: c, die, rating, made } => {
                let result = if *made { "passed" } else { "failed" };
                format!("{}'s command roll: {die} against {rating}, {result}.", chit(c))
            }
            Activated { brigade: b, grant, .. } => {
                let what = match grant {
                    Grant::Full => "is activated",
                    Grant::Limited => "has a Limited Activation: it may only fire",
                    Grant::Spent => "counts as activated and does nothing",
                    Grant::Commander => "is activated by the commander",
                    Grant::Special => "attacks",
                };
                format!("{} {what}.", brigade(b))
            }
            Ordered { brigade: b, order, .. } => format!("{} is ordered to {}.", brigade(b), order.word()),
            ActivationEnded { brigade: b } => format!("{} is done.", brigade(b)),
            SpecialBegan { surprise, brigades, .. } => {
                let what = if *surprise { "The Surprise Attack" } else { "The opening attack" };
                format!("{what} begins: {}.", listed(brigades.iter().map(brigade)))
            }
            SpecialEnded {} => "The attack is over.".to_owned(),
            EarningThrown { side, die, earned } => {
                let what = if *earned { "it is earned" } else { "it is not earned" };
                format!("The {side} Common Event: {die} rolled, {what}.")
            }
            Released { .. } => "The command held back is released.".to_owned(),
            Thawed { units: all, .. } => format!("{} may now move.", units(all)),
            BatteriesChosen { side, hex: h } => format!("The {side} batteries in {} act.", hex(h)),
            Passed { side, .. } => format!("The {side} side passes."),
            Arrived { unit: u, hex: h, .. } => format!("{} comes on in {}.", unit(u), hex(h)),
            Moved { unit: u, to, .. } => format!("{} moves to {}.", unit(u), hex(to)),
            Mounted { unit: u, mounted: true } => format!("{} mounts.", unit(u)),
            Mounted { unit: u, .. } => format!("{} dismounts.", unit(u)),
            SkirmishLeft { unit: u } => format!("{} leaves Skirmish Order.", unit(u)),
            Exited { unit: u, hex: h, .. } => format!("{} leaves the map from {}.", unit(u), hex(h)),
            Withdrew { unit: u, to, .. } => format!("{} withdraws to {}.", unit(u), hex(to)),
            Charged { unit: u } => format!("{} charges.", unit(u)),
            FireDeclared { units: all, target, canister, flanking, .. } => {
                let how = if *canister { " with canister" } else { "" };
                let flank = if *flanking { ", Flanking Fire" } else { "" };
                let verb = agree(all.len(), "fires", "fire");
                format!("{} {verb} at {}{how}{flank}.", units(all), hex(target))
            }
            CombatThrown { close, column, faces, lead, cohesion, test } => {
                let what = match test {
                    Test::None if *close => "a Close Fight",
                    Test::None => "no test",
                    Test::Routine => "a Routine test",
                    Test::Tough => "a Tough test",
                    Test::Severe => "a Severe test",
                };
                format!(
                    "Roll of {}{} on column {column}: {what} for {} (CR {cohesion}).",
                    faces[0],
                    faces[1],
                    unit(lead)
                )
            }
            Voided { close: false, .. } => "The fire has no effect.".to_owned(),
            Voided { .. } => "The Close Combat is cancelled.".to_owned(),
            TestThrown { test, faces, lead, depletion, skedaddle, text, .. } => {
                let name = match test {
                    Test::None => "Close Fight",
                    Test::Routine => "Routine test",
                    Test::Tough => "Tough test",
                    Test::Severe => "Severe test",
                };
                format!(
                    "{name} of {}: Depletion {}, {}; Skedaddle {}, {}.",
                    unit(lead),
                    faces[0],
                    read(&text.0, &[depletion_reading(*depletion)]),
                    faces[1],
                    read(&text.1, &skedaddle_reading(*skedaddle)),
                )
            }
            Depleted { unit: u, .. } => format!("{} is Battleworn.", unit(u)),
            MoraleHit { unit: u, hits: 1, .. } => format!("{} is Shaken.", unit(u)),
            MoraleHit { unit: u, .. } => format!("{} is Disrupted.", unit(u)),
            BreakThrown { unit: u, die, cohesion } => {
                let result =
                    if self.broken_box(*die, *cohesion).is_some() { "it breaks" } else { "it holds" };
                format!("Break Test of {}: {die} against CR {cohesion}, {result}.", unit(u))
            }
            Broken { unit: u, track, .. } => format!("{} breaks: Broken Box {track}.", unit(u)),
            Eliminated { unit: u, .. } => format!("{} is eliminated.", unit(u)),
            RetreatOrdered { unit: u, hexes, .. } => {
                format!("{} must retreat {}.", unit(u), counted(hexes, "hex"))
            }
            Retreated { unit: u, to, .. } => format!("{} retreats to {}.", unit(u), hex(to)),
            RetreatedOff { unit: u, .. } => format!("{} retreats off the map.", unit(u)),
            Panicked { unit: u } => format!("{} panics.", unit(u)),
            CloseDeclared { targets, units: all, .. } => {
                format!("{} will close with {}.", units(all), self.numbers(targets))
            }
            MeleeBegan { target, units: all } => {
                format!("{} {} with {}.", units(all), agree(all.len(), "closes", "close"), hex(target))
            }
            AssaultFrom { hex: h } => format!("{} is the Assaulting Hex.", hex(h)),
            Advanced { unit: u, to, .. } => format!("{} advances to {}.", unit(u), hex(to)),
            Taken { watch, side } => {
                let name =
                    self.scenario.victory.control_hexes.get(usize::from(*watch)).map_or("", |w| &w.name);
                format!("The {side} side takes {name}.")
            }
            Recovered { unit: u, hits: 0, .. } => format!("{} recovers.", unit(u)),
            Recovered { unit: u, .. } => format!("{} recovers: it is Shaken now.", unit(u)),
            RebuildThrown { unit: u, die, cohesion, made, .. } => {
                let result = if *made { "it is rebuilt" } else { "it fails" };
                format!("Rebuilding {}: {die} against CR {cohesion}, {result}.", unit(u))
            }
            Rebuilt { unit: u } => format!("{} is Fresh again.", unit(u)),
            Returned { unit: u, hex: h } => format!("{} returns in {}.", unit(u), hex(h)),
            Displaced { unit: u, to, .. } => format!("{} moves aside to {}.", unit(u), hex(to)),
            Ammo { unit: u, low: true, .. } => format!("{} is low on ammunition.", unit(u)),
            Ammo { unit: u, .. } => format!("{} has ammunition again.", unit(u)),
            Scored { side, points, hex: h, .. } => {
                let where_from = h.as_ref().map_or(String::new(), |h| format!(" for {}", hex(h)));
                format!("{}{where_from} to the {side} side.", counted(points, "point"))
            }
            TrackMoved { units: all } => {
                format!("{} {} down the Broken Track.", units(all), agree(all.len(), "moves", "move"))
            }
            TurnEnded { turn } => format!("Game-turn {turn} is over."),
            Instructed { side, .. } => format!("The {side} side has given standing orders."),
            AskingChosen { side, when: Asking::EveryMoment } => {
                format!("The {side} side is asked whenever one of its chits could be played.")
            }
            AskingChosen { side, when: Asking::WhenPlayable } => {
                format!("The {side} side is asked only when it can play a chit.")
            }
            GameEnded { union, confederate, level, .. } => {
                format!("The game is over: Union {union}, Confederate {confederate}. {level}.")
            }
        }
    }

    /// The clock time of a turn.
    pub(super) fn time(&self, turn: u8) -> &str {
        self.scenario.times.get(usize::from(turn).saturating_sub(1)).map_or("", String::as_str)
    }
}

fn dice(faces: &[u8]) -> String {
    listed(faces.iter().map(u8::to_string))
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::CommandDecision => "Command Decision Phase",
        Phase::Artillery => "Artillery Phase",
        Phase::ChitDraw => "Chit Draw Phase",
        Phase::Activation => "Brigade Activation Phase",
        Phase::EndTurn => "End Turn Phase",
        Phase::Over => "The game is over",
    }
}

/// A cell of a test's table with what it says: "M R1 (a Morale Hit, a retreat of 1 hex)".
fn read(cell: &str, readings: &[String]) -> String {
    let said: Vec<&str> = readings.iter().map(String::as_str).filter(|said| !said.is_empty()).collect();
    if said.is_empty() { "no effect".to_owned() } else { format!("{cell} ({})", said.join(", ")) }
}

/// What a Depletion die brings (15.1a, 15.2a).
fn depletion_reading(depletion: Depletion) -> String {
    match depletion {
        Depletion::None => "",
        Depletion::Lead => "depleted",
        Depletion::Two => "it and the next unit depleted",
        Depletion::All => "all in the hex depleted",
        Depletion::Attacker => "the attacker depleted",
        Depletion::Both => "both sides depleted",
    }
    .to_owned()
}

/// What a Skedaddle die brings, one after the other (15.1b, 15.2c).
fn skedaddle_reading(skedaddle: Skedaddle) -> Vec<String> {
    let Skedaddle { morale, break_test, retreat, all_retreat, panic, attacker_morale, attacker_retreat } =
        skedaddle;
    let hits = |n: u8, whose: &str| match n {
        0 => String::new(),
        1 => format!("a Morale Hit{whose}"),
        n => format!("{n} Morale Hits{whose}"),
    };
    let far = |n: u8, what: &str| match n {
        0 => String::new(),
        n => format!("{what} {}", counted(n, "hex")),
    };
    vec![
        hits(morale, ""),
        if break_test { "a Break Test".to_owned() } else { String::new() },
        far(retreat, "a retreat of"),
        far(all_retreat, "all defenders retreat"),
        match panic {
            0 => String::new(),
            n => format!("{} {}", counted(n, "unit"), agree(n.into(), "panics", "panic")),
        },
        hits(attacker_morale, " for the attacker"),
        far(attacker_retreat, "the attacker retreats"),
    ]
}

fn rare_name(rare: Rare) -> String {
    match rare {
        Rare::FoolishAttack => "Foolish Union attack".to_owned(),
        Rare::Deception => "Deception".to_owned(),
        Rare::Bonus(side) => format!("{side} tactical bonus"),
    }
}
