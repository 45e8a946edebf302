//! Thousands of mutated files and messages, fed to the code that reads them: `tests/mutate --help`.
//! Child processes do the work, so that one that dies or hangs is a fault like any other and the
//! rest continues.

#[path = "../tests/mutation/attack/mod.rs"]
mod attack;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use attack::files::{Shelf, Taken};
use attack::messages::{self, Tally};
use attack::served;
use attack::watch::{Limits, Watch};
use clap::{Parser, ValueEnum};
use serde_json::{Value, json};

/// A child that reports nothing for this long is hanging.
const HANGS: Duration = Duration::from_secs(120);

/// Messages per session.
const SESSION: u64 = 500;

/// Feed mutated files and messages to the code that reads them.
#[derive(Parser)]
struct Arguments {
    /// How many mutated files
    #[arg(long, default_value_t = 5_000)]
    files: u64,
    /// How many mutated messages, one in ten of them to games of a server
    #[arg(long, default_value_t = 250_000)]
    messages: u64,
    /// The same seed gives the same files and messages
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The longest that one input may take, in seconds of processor time
    #[arg(long, default_value_t = 1.0)]
    slowest: f64,
    /// The most memory that one input may take, in MiB
    #[arg(long, default_value_t = 256)]
    memory: u64,
    /// Only this part, from number FROM up to number TO (of sessions, if the part is messages)
    #[arg(long, num_args = 3, value_names = ["PART", "FROM", "TO"])]
    part: Option<Vec<String>>,
}

/// What is mutated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Files,
    Messages,
    Served,
}

/// A range of them for one child.
#[derive(Debug, Clone, Copy)]
struct Part {
    kind: Kind,
    from: u64,
    to: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match &arguments.part {
        Some(part) => inside(&arguments, part),
        None => outside(&arguments),
    }
}

/// Reports to the parent of this child.
fn tell(what: &Value) {
    let mut out = std::io::stdout().lock();
    // If nobody is listening any more the report is not needed.
    let _ = writeln!(out, "{what}").and_then(|()| out.flush());
}

/// The child: does its part, and reports each input before it is fed.
fn inside(arguments: &Arguments, part: &[String]) -> ExitCode {
    let (Some(kind), Some(from), Some(to)) = (
        part.first().and_then(|kind| Kind::from_str(kind, true).ok()),
        part.get(1).and_then(|from| from.parse::<u64>().ok()),
        part.get(2).and_then(|to| to.parse::<u64>().ok()),
    ) else {
        eprintln!("--part: files, messages or served, and two numbers were expected");
        return ExitCode::from(2);
    };
    let library = match systems::library() {
        Ok(library) => Arc::new(library),
        Err(faults) => {
            eprintln!("{faults}");
            return ExitCode::from(2);
        }
    };
    let limits =
        Limits { time: Duration::from_secs_f64(arguments.slowest), memory: Some(arguments.memory * 1024) };
    let mut watch = Watch::new(limits);
    let mut tally = Tally::default();
    let (mut sound, mut refused) = (0_u64, 0_u64);
    let seed = arguments.seed;
    let shelf = (kind == Kind::Files).then(|| Shelf::new(&library, seed));
    for n in from..to {
        tell(&json!({ "at": n }));
        let mut heard = |message: u64| {
            if message.is_multiple_of(50) {
                tell(&json!({ "at": n, "message": message }));
            }
        };
        let done = match (&shelf, kind) {
            (Some(shelf), _) => shelf.attack(seed, n, &mut watch).map(|taken| match taken {
                Taken::Sound => sound += 1,
                Taken::Refused => refused += 1,
            }),
            (None, Kind::Served) => {
                served::attack(&library, seed, n, SESSION, &mut watch, &mut tally, &mut heard)
            }
            (None, _) => messages::attack(&library, seed, n, SESSION, &mut watch, &mut tally, &mut heard),
        };
        if let Err(what) = done {
            tell(&json!({ "fault": what }));
        }
    }
    tell(&json!({
        "end": {
            "sound": sound, "refused files": refused, "messages": tally.messages, "results": tally.answered,
            "carried out": tally.carried_out, "refused by the rules": tally.refused,
            "other errors": tally.errors, "not answered": tally.silent,
        },
        "slowest": [watch.met.slowest.0.as_secs_f64(), watch.met.slowest.1],
        "largest": [watch.met.largest.0 / 1024, watch.met.largest.1],
    }));
    ExitCode::SUCCESS
}

/// The results of all children.
#[derive(Default)]
struct Sum {
    counts: Vec<(String, u64)>,
    slowest: (f64, String),
    largest: (u64, String),
    faults: Vec<String>,
}

/// The parent: hands out the parts, listens, and adds up the results.
fn outside(arguments: &Arguments) -> ExitCode {
    let began = Instant::now();
    let mut parts = VecDeque::new();
    let mut give = |kind, count: u64, of: u64| {
        let mut from = 0;
        while from < count {
            parts.push_back(Part { kind, from, to: (from + of).min(count) });
            from += of;
        }
    };
    let sessions = arguments.messages.div_ceil(SESSION);
    give(Kind::Files, arguments.files, 250);
    give(Kind::Served, sessions / 10, 5);
    give(Kind::Messages, sessions - sessions / 10, 10);
    let (parts, sum) = (Mutex::new(parts), Mutex::new(Sum::default()));
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let part = parts.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                    let Some(part) = part else { return };
                    if let Some(rest) = listen(arguments, part, &sum) {
                        parts.lock().unwrap_or_else(PoisonError::into_inner).push_back(rest);
                    }
                }
            });
        }
    });
    let sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("seed {}, {:.0} s", arguments.seed, began.elapsed().as_secs_f64());
    for (what, count) in &sum.counts {
        println!("  {count:>8} {what}");
    }
    println!("  slowest: {:.3} s of the processor ({})", sum.slowest.0, sum.slowest.1);
    println!("  largest: {} MiB ({})", sum.largest.0, sum.largest.1);
    println!("  {} faults", sum.faults.len());
    if sum.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Listens to a child doing its part. If the child dies or hangs, returns what is left of the part.
fn listen(arguments: &Arguments, part: Part, sum: &Mutex<Sum>) -> Option<Part> {
    let fault = |what: String| {
        println!("FAULT {what}");
        sum.lock().unwrap_or_else(PoisonError::into_inner).faults.push(what);
    };
    let mut child = match start(arguments, part) {
        Ok(child) => child,
        Err(error) => {
            fault(format!("a child could not be started: {error}"));
            return None;
        }
    };
    let (told, lines) = channel::<Value>();
    let out = child.stdout.take();
    std::thread::spawn(move || {
        let lines = out.into_iter().flat_map(|out| BufReader::new(out).lines()).map_while(Result::ok);
        lines.filter_map(|line| serde_json::from_str(&line).ok()).try_for_each(|line| told.send(line))
    });
    let mut at = json!({ "at": part.from });
    loop {
        match lines.recv_timeout(HANGS) {
            Ok(line) if line["at"].is_u64() => at = line,
            Ok(line) if line["fault"].is_string() => {
                fault(line["fault"].as_str().unwrap_or_default().to_owned())
            }
            Ok(line) => {
                add(&line, sum);
                let _ = child.wait();
                return None;
            }
            Err(why) => {
                let hangs = why == RecvTimeoutError::Timeout;
                let _ = child.kill();
                let how = child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
                let what = if hangs { "hangs".to_owned() } else { format!("ends the program: {how}") };
                fault(format!("{:?} of seed {} {what} at {at}", part.kind, arguments.seed));
                let from = at["at"].as_u64().unwrap_or(part.from) + 1;
                return (from < part.to).then_some(Part { from, ..part });
            }
        }
    }
}

fn start(arguments: &Arguments, part: Part) -> std::io::Result<Child> {
    let kind = format!("{:?}", part.kind).to_lowercase();
    Command::new(std::env::current_exe()?)
        .args(["--seed", &arguments.seed.to_string(), "--slowest", &arguments.slowest.to_string()])
        .args(["--memory", &arguments.memory.to_string()])
        .args(["--part", &kind, &part.from.to_string(), &part.to.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
}

fn add(line: &Value, sum: &Mutex<Sum>) {
    let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
    for (what, count) in line["end"].as_object().into_iter().flatten() {
        let count = count.as_u64().unwrap_or(0);
        match sum.counts.iter_mut().find(|(known, _)| known == what) {
            Some((_, total)) => *total += count,
            None => sum.counts.push((what.clone(), count)),
        }
    }
    let name = |of: &Value| of[1].as_str().unwrap_or_default().to_owned();
    let slowest = line["slowest"][0].as_f64().unwrap_or(0.0);
    if slowest > sum.slowest.0 {
        sum.slowest = (slowest, name(&line["slowest"]));
    }
    let largest = line["largest"][0].as_u64().unwrap_or(0);
    if largest > sum.largest.0 {
        sum.largest = (largest, name(&line["largest"]));
    }
}
