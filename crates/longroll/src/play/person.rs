//! A person at the terminal: the question is shown, orders are typed.

use std::io::{self, BufRead, IsTerminal, Write};

use serde_json::{Value, json};
use tabletop::{Act, AnyGame, Explanation, Side};

use super::cited::{cited, cited_in};
use super::words::{Spoken, of_target, read};
use crate::outcome::Stop;

/// The result of a person's turn at the keyboard.
#[derive(PartialEq)]
pub(super) enum Wish {
    Done,
    Leave,
}

#[derive(Default)]
pub(super) struct Person {
    /// The orders listed last, which can be chosen by number.
    listed: Vec<Value>,
}

const HELP: &str = "  VERB                  gives an order that needs nothing more: end-movement, end-combat, hold, pass, end
  VERB UNIT             lists what the unit can do, numbered; a number gives that order
  VERB UNIT HEX         gives the order: move u-1-1 0705, retreat u-1-1 0604, advance u-1-1 0705
  attack UNITS HEXES [COLUMN]   lists are joined by commas: attack u-1-1,u-2-1 0705
  lose UNITS            pays an exchange
  {...}                 any order as JSON, as docs/protocol.md has them
  preview ORDER, why ORDER   what an order would do, and every case that is asked of it
  options, units, view  what may be done, where the units stand, everything as JSON
  undo, redo, help, quit";

impl Person {
    /// Prompts until the game has changed or the person leaves.
    pub(super) fn order(
        &mut self,
        table: &mut dyn AnyGame,
        side: Side,
        out: &mut impl Write,
    ) -> Result<Wish, Stop> {
        self.listed.clear();
        ask(table, side, out)?;
        let prompt = io::stdin().is_terminal();
        loop {
            if prompt {
                write!(out, "{side}> ")?;
                out.flush()?;
            }
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line);
            match read {
                Ok(0) => return Ok(Wish::Leave),
                Ok(_) => {}
                Err(error) => {
                    return Err(Stop::because(format!("standard input could not be read: {error}")));
                }
            }
            match self.hear(line.trim(), table, side, out) {
                Ok(Some(wish)) => return Ok(wish),
                Ok(None) => {}
                Err(Trouble::Told(why)) => writeln!(out, "      {why}")?,
                Err(Trouble::Output(error)) => return Err(error.into()),
            }
        }
    }

    fn hear(
        &mut self,
        line: &str,
        table: &mut dyn AnyGame,
        side: Side,
        out: &mut impl Write,
    ) -> Result<Option<Wish>, Trouble> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["help" | "?"] => writeln!(out, "{HELP}")?,
            ["quit"] => return Ok(Some(Wish::Leave)),
            ["options"] => ask(table, side, out)?,
            ["units"] => units(table, side, out)?,
            ["view"] => writeln!(out, "{}", table.view("", side.into(), None))?,
            ["undo"] => {
                table.act(side, Act::Undo).map_err(told)?;
                return Ok(Some(Wish::Done));
            }
            ["redo"] => {
                table.act(side, Act::Redo).map_err(told)?;
                return Ok(Some(Wish::Done));
            }
            ["preview", ..] => {
                let order = self.whole(line["preview".len()..].trim(), table, side)?;
                writeln!(out, "{:#}", table.preview(side, &order).map_err(told)?)?;
            }
            ["why", ..] => {
                let order = self.whole(line["why".len()..].trim(), table, side)?;
                explain(&table.explain(side, &order).map_err(told)?, out)?;
            }
            _ => match self.spoken(line, table, side)? {
                (_, Spoken::Order(order)) => {
                    table.order(side, &order, None).map_err(told)?;
                    return Ok(Some(Wish::Done));
                }
                (verb, Spoken::Subject(subject)) => self.list(table, side, &verb, &subject, out)?,
            },
        }
        Ok(None)
    }

    /// The order in these words; it must be complete.
    fn whole(&self, line: &str, table: &dyn AnyGame, side: Side) -> Result<Value, Trouble> {
        match self.spoken(line, table, side)? {
            (_, Spoken::Order(order)) => Ok(order),
            (verb, Spoken::Subject(_)) => Err(Trouble::Told(format!("'{verb}' needs more to be an order"))),
        }
    }

    /// The meaning of a line, with its verb.
    fn spoken(&self, line: &str, table: &dyn AnyGame, side: Side) -> Result<(String, Spoken), Trouble> {
        let no = |what: String| Err(Trouble::Told(what));
        if line.starts_with('{') {
            return match serde_json::from_str(line) {
                Ok(order) => Ok((String::new(), Spoken::Order(order))),
                Err(error) => no(format!("this is no JSON: {error}")),
            };
        }
        if let Ok(number) = line.parse::<usize>() {
            return match number.checked_sub(1).and_then(|index| self.listed.get(index)) {
                Some(order) => Ok((String::new(), Spoken::Order(order.clone()))),
                None => no(format!("there is no {number} in the list; VERB UNIT lists what can be ordered")),
            };
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((verb, rest)) = words.split_first() else { return no("an order was expected".to_owned()) };
        let options = table.options(side.into());
        let offered = options["verbs"].as_array().into_iter().flatten();
        let verbs: Vec<&str> = offered.clone().filter_map(|option| option["verb"].as_str()).collect();
        if !verbs.contains(verb) {
            return no(format!(
                "'{verb}' is not possible now; {} are, and 'help' tells more",
                verbs.join(", ")
            ));
        }
        // If the verb has no subject and nothing to choose from, it is a complete order.
        let bare = offered
            .filter(|option| option["verb"] == *verb)
            .all(|option| option["subjects"].as_array().is_none_or(Vec::is_empty))
            && rest.is_empty()
            && self.choices(table, side, verb, &Value::Null).is_none_or(|targets| targets.is_empty());
        match read(verb, rest, bare) {
            Ok(spoken) => Ok(((*verb).to_owned(), spoken)),
            Err(what) => no(what),
        }
    }

    fn choices(&self, table: &dyn AnyGame, side: Side, verb: &str, subject: &Value) -> Option<Vec<Value>> {
        let targets = table.targets(side, verb, subject).ok()?;
        targets["targets"].as_array().cloned()
    }

    /// Lists what a verb can be given for, to be chosen by number.
    fn list(
        &mut self,
        table: &dyn AnyGame,
        side: Side,
        verb: &str,
        subject: &Value,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        let answer = table.targets(side, verb, subject).map_err(told)?;
        self.listed.clear();
        let mut short = String::new();
        for target in answer["targets"].as_array().into_iter().flatten() {
            let order = of_target(verb, subject, target);
            let number =
                order.as_ref().map_or_else(|| "-".to_owned(), |_| (self.listed.len() + 1).to_string());
            self.listed.extend(order);
            match hex(target) {
                Some(hex) => {
                    short.push_str(&format!("  {number:>3} {hex:<16}"));
                    if short.chars().count() > 70 {
                        writeln!(out, "{}", short.trim_end())?;
                        short.clear();
                    }
                }
                None => writeln!(out, "  {number:>3} {target}")?,
            }
        }
        if !short.is_empty() {
            writeln!(out, "{}", short.trim_end())?;
        }
        if answer["targets"].as_array().is_none_or(Vec::is_empty) {
            writeln!(out, "      nothing can be done so")?;
        }
        Ok(())
    }
}

enum Trouble {
    Told(String),
    Output(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

fn told(what: impl std::fmt::Display) -> Trouble {
    Trouble::Told(what.to_string())
}

/// A target that is only a hex, in short form: with its cost, and whether the unit must stop there or
/// only strategic movement leads there.
fn hex(target: &Value) -> Option<String> {
    let hex = target["hex"].as_str()?;
    let plain = |name: &str| target[name].is_null() || target[name].as_array().is_some_and(Vec::is_empty);
    if !plain("order") || !plain("displace") || !plain("units") {
        return None;
    }
    let cost = target["cost"].as_u64().map_or_else(String::new, |cost| format!(" ({cost})"));
    let stop = if target["stop"] == json!(true) { " stop" } else { "" };
    let march = if target["strategic"] == json!(true) { " march" } else { "" };
    Some(format!("{hex}{cost}{stop}{march}"))
}

/// Prints the question and what may be done.
fn ask(table: &dyn AnyGame, side: Side, out: &mut impl Write) -> io::Result<()> {
    let options = table.options(side.into());
    let question = &options["question"];
    let text = question["text"].as_str().unwrap_or_default();
    writeln!(out, "{side}: {text} ({})", cited_in(question).unwrap_or_default())?;
    for option in options["verbs"].as_array().into_iter().flatten() {
        let subjects: Vec<String> = option["subjects"].as_array().into_iter().flatten().map(plain).collect();
        let verb = option["verb"].as_str().unwrap_or_default();
        let case = cited_in(option).unwrap_or_default();
        let line = format!("  {verb} ({case}) {}", subjects.join(" "));
        writeln!(out, "{}", line.trim_end())?;
    }
    for owed in options["owed"]["cases"].as_array().into_iter().flatten() {
        let (text, case) = (owed["text"].as_str().unwrap_or_default(), cited_in(owed).unwrap_or_default());
        writeln!(out, "  owed: {text} ({case})")?;
    }
    Ok(())
}

/// A value, without quotes if it is a string.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Prints where the units are, one per line.
fn units(table: &dyn AnyGame, side: Side, out: &mut impl Write) -> io::Result<()> {
    for unit in table.units(side.into()) {
        let side = unit.side.word();
        writeln!(
            out,
            "  {:<18} {side:<12} {:<10} {:>4}  {:<10} {}",
            unit.id, unit.kind, unit.strength, unit.place, unit.name
        )?;
    }
    Ok(())
}

/// Prints the cases that were checked for an order.
fn explain(explanation: &Explanation, out: &mut impl Write) -> io::Result<()> {
    for asked in &explanation.asked {
        let mark = if asked.passed { "yes" } else { "NO" };
        writeln!(out, "  {mark:>4}  {} ({})", asked.text, cited(asked.case, asked.printed.as_ref()))?;
    }
    if let Some(refusal) = &explanation.refusal {
        writeln!(out, "      {}", refusal.message)?;
    }
    Ok(())
}
