//! What `longroll admin` shows, as text for a terminal.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

/// Columns as wide as what is in them; numbers stand to the right.
fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let width = |i: usize| {
        let cells = rows.iter().map(|row| row[i].chars().count());
        cells.chain([heads[i].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let heads: Vec<String> = heads.iter().map(|&head| head.to_owned()).collect();
    let mut text = String::new();
    for row in std::iter::once(&heads).chain(rows) {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            let _ = match cell.starts_with(|c: char| c.is_ascii_digit()) && cell.chars().count() < 16 {
                true => write!(line, "{cell:>width$}  "),
                false => write!(line, "{cell:<width$}  "),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

pub(super) fn shares(shares: &Value) -> String {
    let rows: Vec<Vec<String>> = shares
        .as_array()
        .into_iter()
        .flatten()
        .map(|share| {
            let of = |name: &str| text(&share[name]);
            let id = of("id").chars().take(8).collect();
            vec![id, of("author"), of("title"), ago(&share["created"]), of("note")]
        })
        .collect();
    if rows.is_empty() {
        return "no packs are shared\n".to_owned();
    }
    table(&["share", "reader", "pack", "shared", "note"], &rows)
}

#[cfg(feature = "club")]
pub(super) fn tournaments(tournaments: &Value) -> String {
    let rows: Vec<Vec<String>> = tournaments
        .as_array()
        .into_iter()
        .flatten()
        .map(|tournament| {
            let of = |name: &str| text(&tournament[name]);
            let id = of("tournament").chars().take(8).collect();
            vec![id, of("stage"), of("entered"), ago(&tournament["made"]), of("by"), of("title")]
        })
        .collect();
    if rows.is_empty() {
        return "there is no tournament\n".to_owned();
    }
    table(&["tournament", "stage", "entered", "made", "by", "title"], &rows)
}

pub(super) fn reports(reports: &Value) -> String {
    let rows: Vec<Vec<String>> = reports
        .as_array()
        .into_iter()
        .flatten()
        .map(|report| {
            let of = |name: &str| text(&report[name]).replace('\n', " ");
            let short = |name: &str| of(name).chars().take(8).collect();
            vec![
                short("id"),
                short("game"),
                ago(&report["at"]),
                of("author"),
                of("text"),
                of("by"),
                of("why"),
            ]
        })
        .collect();
    if rows.is_empty() {
        return "nothing is reported\n".to_owned();
    }
    table(&["report", "game", "reported", "author", "said", "by", "why"], &rows)
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// How long ago, from seconds since 1970.
fn ago(then: &Value) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let seconds = now.saturating_sub(then.as_u64().unwrap_or(now));
    match seconds {
        0..120 => format!("{seconds} s ago"),
        120..7200 => format!("{} min ago", seconds / 60),
        7200..172_800 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

fn size(characters: &Value) -> String {
    format!("{} KiB", characters.as_u64().unwrap_or(0).div_ceil(1024))
}

fn stands(game: &Value) -> String {
    match game["over"].as_bool() {
        Some(true) => "over".to_owned(),
        _ => format!("turn {} of {}", game["turn"], game["turns"]),
    }
}

fn seats(game: &Value) -> String {
    match game["mode"].as_str() {
        Some("hot-seat") => "both at one screen".to_owned(),
        _ => format!("{} - {}", text(&game["union"]), text(&game["confederate"])),
    }
}

/// Whether it is in memory and whole, as far as is known.
fn state(game: &Value) -> String {
    let mut words = Vec::new();
    if game["open"] == true {
        words.push("open".to_owned());
    }
    if let Some(what) = game["damaged"].as_str() {
        words.push(format!("damaged: {what}"));
    }
    words.join(", ")
}

pub(super) fn games(games: &[Value]) -> String {
    let row = |game: &Value| {
        vec![
            text(&game["game"]),
            text(&game["scenario"]),
            text(&game["mode"]),
            seats(game),
            stands(game),
            text(&game["entries"]),
            size(&game["size"]),
            ago(&game["updated"]),
            state(game),
        ]
    };
    let rows: Vec<_> = games.iter().map(row).collect();
    let heads =
        ["game", "scenario", "mode", "Union - Confederacy", "stands at", "entries", "size", "changed", ""];
    let mut text = table(&heads, &rows);
    let damaged = games.iter().filter(|game| game["damaged"].is_string()).count();
    let checked = games.iter().any(|game| game.get("damaged").is_some());
    let count = match games.len() {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    };
    let _ = match checked {
        true => writeln!(text, "{count}, {damaged} of them damaged"),
        false => writeln!(text, "{count}"),
    };
    text
}

pub(super) fn game(game: &Value) -> String {
    let mut lines = vec![
        ("game", text(&game["game"])),
        ("called", text(&game["name"])),
        ("scenario", format!("{} ({})", text(&game["scenario"]), text(&game["title"]))),
        ("data pack", text(&game["pack"])),
        ("mode", text(&game["mode"])),
        ("Union - Confederacy", seats(game)),
        ("stands at", format!("{}, {}", stands(game), text(&game["phase"]))),
        ("entries", format!("{}, {}", game["entries"], size(&game["size"]))),
        ("moments reviewed", text(&game["reviewed"])),
        ("began", ago(&game["created"])),
        ("changed", ago(&game["updated"])),
    ];
    if let Some(open) = game["open"].as_bool() {
        lines.push(("in a server's memory", if open { "yes" } else { "no" }.to_owned()));
    }
    if let Some(fault) = game.get("damaged") {
        lines.push(("damaged", fault.as_str().unwrap_or("no").to_owned()));
    }
    let mut text = String::new();
    for (what, value) in lines {
        let _ = writeln!(text, "{what:<22}{value}");
    }
    text
}

/// The thinking queue of one server.
pub(super) fn queue(errands: &Value) -> String {
    let errands = errands.as_array().map(Vec::as_slice).unwrap_or_default();
    if errands.is_empty() {
        return "no AI jobs run or wait\n".to_owned();
    }
    let row = |errand: &Value| {
        let place = match errand["place"].as_u64() {
            Some(0) if errand["elsewhere"] == true => "at a worker".to_owned(),
            Some(0) => "thinking".to_owned(),
            _ => text(&errand["place"]),
        };
        let seconds = format!("{} s", errand["seconds"]);
        vec![place, text(&errand["kind"]), seconds, text(&errand["game"]), text(&errand["address"])]
    };
    table(&["place", "kind", "for", "game", "asked from"], &errands.iter().map(row).collect::<Vec<_>>())
}

/// The jobs that were set aside.
pub(super) fn set_aside(jobs: &Value) -> String {
    let row = |job: &Value| ["kind", "tries", "worker", "error", "key"].map(|name| text(&job[name])).to_vec();
    let rows: Vec<Vec<String>> =
        jobs.as_array().map(Vec::as_slice).unwrap_or_default().iter().map(row).collect();
    table(&["set aside", "tries", "worker", "error", "key"], &rows)
}

/// The limits of one server, and whom it refuses.
pub(super) fn limits(told: &Value) -> String {
    let rows = |name: &str, row: fn(&Value) -> Vec<String>| -> Vec<Vec<String>> {
        told[name].as_array().map(|rows| rows.iter().map(row).collect()).unwrap_or_default()
    };
    let limits = rows("limits", |limit| {
        vec![
            text(&limit["limit"]),
            limit["most"].as_u64().map_or("none".to_owned(), |most| most.to_string()),
            if limit["by_address"] == true { "each address" } else { "all" }.to_owned(),
            if limit["this_machine"] == true { "" } else { "not this machine" }.to_owned(),
        ]
    });
    let refused = rows("refused", |one| {
        vec![
            text(&one["address"]),
            text(&one["limit"]),
            text(&one["times"]),
            format!("{} s ago", one["seconds_ago"]),
        ]
    });
    let kept = rows("kept", |kept| {
        vec![
            text(&kept["games"]),
            kept["days"].as_u64().map_or("always".to_owned(), |days| format!("{days} days")),
            text(&kept["gone"]),
        ]
    });
    let mut text = table(&["limit", "most", "for", ""], &limits);
    text += "\n";
    text += &table(&["games", "kept", "gone"], &kept);
    text += "\n";
    text += &match refused.is_empty() {
        true => "no request was refused in the last quarter of an hour\n".to_owned(),
        false => table(&["refused", "limit", "times", "last"], &refused),
    };
    if let Some(proxy) = told["unnamed_proxy"].as_str() {
        text += &format!(
            "\nA proxy at {proxy} forwards requests, and everyone behind it counts as one address.\n\
             If it is yours, start the server with --trusted-proxies {proxy}\n"
        );
    }
    text
}
