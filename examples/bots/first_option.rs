//! The least that a bot has to do: it gives the first order that is legal.
//!
//! ```sh
//! cargo build --release --locked
//! target/release/longroll play training --union exec:target/release/first-option --confederate
//! veteran
//! ```
//!
//! A bot reads JSON-RPC 2.0 from its standard input, one message a line, and writes its answers to
//! its standard output. While it is asked for an order it may ask back: what could be ordered
//! (`game.targets`) and what an order would do (`game.preview`). docs/protocol.md has the rest.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut line = Line { asked: 0 };
    while let Some(message) = line.read()? {
        match message["method"].as_str() {
            Some("bot.start") => line.answer(&message, &json!({ "name": "first option" }))?,
            Some("bot.order") => {
                let order = first_legal(&mut line, &message["params"])?;
                match order {
                    Some(order) => {
                        let reason = "It was the first that was legal.";
                        line.answer(&message, &json!({ "order": order, "reason": reason }))?;
                    }
                    // Then the built-in commander decides.
                    None => line.refuse(&message, "nothing that I can think of is legal")?,
                }
            }
            // bot.forfeit and bot.end are told and want no answer.
            _ => {}
        }
    }
    Ok(())
}

/// The first order of all that is offered which the rules allow.
fn first_legal(line: &mut Line, asked: &Value) -> io::Result<Option<Value>> {
    let (game, side) = (&asked["game"], &asked["side"]);
    for option in asked["options"]["verbs"].as_array().into_iter().flatten() {
        let verb = option["verb"].as_str().unwrap_or_default();
        let subjects = option["subjects"].as_array().cloned().unwrap_or_default();
        let mut orders = Vec::new();
        for subject in if subjects.is_empty() { vec![Value::Null] } else { subjects } {
            // An attack is a draft: who attacks, and whom.
            let subject =
                if verb == "attack" { json!({ "attackers": [subject], "defenders": [] }) } else { subject };
            let params = json!({ "game": game, "side": side, "verb": verb, "subject": subject });
            let answer = line.ask("game.targets", &params)?;
            for target in answer["result"]["targets"].as_array().into_iter().flatten() {
                orders.push(order_of(verb, &subject, target));
            }
        }
        if orders.is_empty() {
            orders.push(json!({ verb: {} }));
        }
        for order in orders {
            let answer = line.ask("game.preview", &json!({ "game": game, "side": side, "order": order }))?;
            if answer["result"]["legal"] == true {
                return Ok(Some(order));
            }
        }
    }
    Ok(None)
}

/// The order for a target: ready in Kernstown, put together in Blue & Gray.
fn order_of(verb: &str, subject: &Value, target: &Value) -> Value {
    match verb {
        _ if target["order"].is_object() => target["order"].clone(),
        "attack" => {
            json!({ "attack": { "attackers": subject["attackers"], "defenders": [target["hex"]] } })
        }
        "lose" => json!({ "lose": { "units": target["units"] } }),
        "exit" => json!({ "exit": { "unit": subject } }),
        _ => json!({ verb: { "unit": subject, "to": target["hex"] } }),
    }
}

/// Messages from and to whoever started this bot.
struct Line {
    asked: u64,
}

impl Line {
    /// The next message; nothing once the game is over.
    fn read(&self) -> io::Result<Option<Value>> {
        let mut text = String::new();
        if io::stdin().lock().read_line(&mut text)? == 0 {
            return Ok(None);
        }
        Ok(Some(serde_json::from_str(&text)?))
    }

    fn write(&self, message: &Value) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{message}")?;
        out.flush()
    }

    fn answer(&self, to: &Value, result: &Value) -> io::Result<()> {
        self.write(&json!({ "jsonrpc": "2.0", "id": to["id"], "result": result }))
    }

    fn refuse(&self, to: &Value, why: &str) -> io::Result<()> {
        self.write(&json!({ "jsonrpc": "2.0", "id": to["id"], "error": { "code": 1, "message": why } }))
    }

    /// Asks something of the game, and waits for the answer.
    fn ask(&mut self, method: &str, params: &Value) -> io::Result<Value> {
        self.asked += 1;
        let id = format!("first-option {}", self.asked);
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        // Nothing else is asked of a bot until it has answered.
        match self.read()? {
            Some(answer) => Ok(answer),
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}
