//! The sentences of the log and of questions.

use hexmap::Hex;

use tabletop::{LogEvent, agree, capital, counted};

use crate::battle::Battle;
use crate::event::Event::{self, *};
use crate::order::Ask;
use crate::phase::Phase;
use crate::state::State;
use crate::tables::{CombatResult, Tables};
use crate::unit::UnitId;

/// An event as it is sent: with its case, the case's rulebook and a sentence.
pub type EventView<'a> = LogEvent<Event<&'a str, &'a str>>;

impl Battle {
    /// An event as every viewer sees it.
    pub(crate) fn event_view(&self, event: &Event<UnitId, Hex>) -> EventView<'_> {
        let case = event.case();
        // What only moves the game along is no line of the log.
        let silent = matches!(event, Asked { .. } | Settled {} | CombatEnded {});
        LogEvent {
            event: self.printed_event(event),
            case,
            modifiers: Vec::new(),
            printed: self.scenario.printed(case),
            system: self.scenario.system_of(case).to_owned(),
            text: (!silent).then(|| self.sentence(event)),
        }
    }

    pub fn sentence(&self, event: &Event<UnitId, Hex>) -> String {
        let unit = |u: &UnitId| capital(&self.unit(*u).called());
        let at = |h: &Hex| self.number(*h);
        match event {
            PhaseBegan { turn, side, phase: Phase::Movement, night } => {
                let night = if *night { ", night" } else { "" };
                format!("Game-turn {turn}{night}: the {side} movement phase.")
            }
            PhaseBegan { turn, side, .. } => format!("Game-turn {turn}: the {side} combat phase."),
            Moved { unit: u, path, cost, entered, .. } => {
                let to = path.last().map_or("", at);
                let moves = if self.is_strategic(*u, *cost) { "marches" } else { "moves" };
                if *entered {
                    let by = path.first().map_or("", at);
                    format!("{} comes on by {by} and {moves} to {to} ({}).", unit(u), counted(*cost, "point"))
                } else {
                    format!("{} {moves} to {to} ({}).", unit(u), counted(*cost, "point"))
                }
            }
            Exited { unit: u, cost, .. } => {
                format!("{} leaves the map ({}).", unit(u), counted(*cost, "point"))
            }
            AttackDeclared { attackers, bombarding, defenders, attack, defence, column, lowered } => {
                let mut who = Vec::new();
                if !attackers.is_empty() {
                    who.push(self.called(attackers));
                }
                if !bombarding.is_empty() {
                    let verb = agree(bombarding.len(), "bombards", "bombard");
                    let of = if attackers.is_empty() { verb } else { "bombarding" };
                    who.push(format!("{} {of}", self.called(bombarding)));
                }
                let verb = match attackers.len() {
                    0 => "",
                    attackers => agree(attackers + bombarding.len(), " attacks", " attack"),
                };
                let odds = Tables::odds(*attack, *defence);
                let rolled = match (odds == *column, lowered) {
                    (_, true) => format!(", rolled on the {column} column by choice"),
                    (true, false) => String::new(),
                    (false, false) => format!(", rolled on the {column} column"),
                };
                let text = format!(
                    "{}{verb} {}: {attack} against {defence} is {odds}{rolled}.",
                    who.join(", with "),
                    self.numbers(defenders)
                );
                capital(&text)
            }
            WithdrawalThrown { unit: u, die, succeeded, .. } => {
                let what = if *succeeded { "it retreats before combat" } else { "it stays and fights" };
                format!("{} rolls {die} to retreat before combat: {what}.", unit(u))
            }
            AttackVoided {} => "No defender is left: the attack is over.".to_owned(),
            DieThrown { die, column, result } => {
                format!("Die {die} at {column}: {} ({}).", result.word(), meaning(*result))
            }
            Retreated { unit: u, from, to, .. } => {
                format!("{} retreats from {} to {}.", unit(u), at(from), at(to))
            }
            Displaced { unit: u, from, to } => {
                format!("{} is displaced from {} to {}.", unit(u), at(from), at(to))
            }
            Eliminated { unit: u, hex, .. } => {
                format!("{} ({}) is eliminated in {}.", unit(u), self.unit(*u).strength, at(hex))
            }
            Advanced { unit: u, to, .. } => format!("{} advances into {}.", unit(u), at(to)),
            Held { side } => format!("The {side} side does not advance."),
            Stood { units, .. } => {
                capital(&format!("{} {}.", self.called(units), agree(units.len(), "stands", "stand")))
            }
            Asked { side, ask, units, .. } => {
                let what = match ask {
                    Ask::Retreat => "must retreat",
                    Ask::WithdrawBattery => "may withdraw",
                    Ask::Exchange => "can pay the exchange",
                    Ask::Advance => "may advance",
                    Ask::RetreatBeforeCombat => "may try to retreat before combat",
                };
                format!("The {side} side is asked: {} {what}.", self.called(units))
            }
            StandingOrder { side, .. } => format!("A standing order of the {side} side answers."),
            Instructed { side, .. } => format!("The {side} side has given standing orders."),
            Settled {} => "The question is settled.".to_owned(),
            CombatEnded {} => "The combat is over.".to_owned(),
            CombatPhaseEnded {} => "No more attacks are made.".to_owned(),
            EffectivenessLost { unit: u } => format!("{} loses its attack effectiveness.", unit(u)),
            EffectivenessRecovered { units } => {
                capital(&format!("{} recovered attack effectiveness overnight.", self.called(units)))
            }
            ReinforcementsLost { units, .. } => {
                let count = agree(units.len(), "counts", "count");
                capital(&format!("{} did not arrive in time and {count} as eliminated.", self.called(units)))
            }
            Scored { side, points, hex, .. } => {
                format!("The {side} side scores {points} for taking {}.", at(hex))
            }
            GameEnded { union, confederate, level, .. } => {
                // A level may say no more than that it is a victory.
                let how = level.strip_suffix("victory").unwrap_or(level).trim_end();
                let how = if how.is_empty() { String::new() } else { format!("{how} ") };
                let who = self.winner(union - confederate);
                let who = who.map_or("a draw".to_owned(), |side| format!("a {how}{side} victory"));
                format!("The game is over: Union {union}, Confederate {confederate}: {who}.")
            }
        }
    }

    /// The open question, in a sentence.
    pub fn question_text(&self, state: &State) -> String {
        let Some(question) = state.question() else {
            return match state.phase {
                Phase::Movement => {
                    format!("the {} side moves its units, or ends its movement phase", state.phasing)
                }
                Phase::Combat => format!("the {} side attacks, or ends its combat phase", state.phasing),
                Phase::Over => "the game is over".to_owned(),
            };
        };
        let units = self.called(&question.units);
        let side = question.side;
        match question.ask {
            Ask::Retreat => {
                let verb = agree(question.units.len(), "retreats", "retreat");
                format!("the {side} side chooses where {units} {verb}")
            }
            Ask::WithdrawBattery => format!("the {side} side may withdraw {units}, or stand"),
            Ask::Exchange => {
                format!(
                    "the {side} side chooses {} to lose from {units}",
                    counted(question.need.unwrap_or_default(), "strength point")
                )
            }
            Ask::Advance => {
                let either = units.replace(" and ", " or ");
                let hexes = self.numbers(&question.hexes).replace(" and ", " or ");
                format!("the {side} side may advance {either} into {hexes}, or hold")
            }
            Ask::RetreatBeforeCombat => {
                format!("the {side} side may roll for {units} to retreat before combat, or stand")
            }
        }
    }
}

/// The meaning of a result, in a few words.
pub(crate) fn meaning(result: CombatResult) -> &'static str {
    match result {
        CombatResult::Ae => "the attackers are eliminated",
        CombatResult::De => "the defenders are eliminated",
        CombatResult::Ex => "exchange",
        CombatResult::Ar => "the attackers retreat",
        CombatResult::Dr => "the defenders retreat",
    }
}
