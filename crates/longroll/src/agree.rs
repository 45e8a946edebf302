//! `longroll pack agree`: what readers of one printed sheet agree on.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;

use catalog::agreement::{Agreement, Counted, READERS, ReadFact, Reader, Readings, agree, agreed_files};
use catalog::pack::{ABOUT, About, Files, Pack, about_text};

use crate::outcome::{Outcome, Stop};
use crate::pack::write;

/// Show how many readers agree on each fact read from the sheet
///
/// What three readers read alike is agreed on, unless three others read another value. Readers are told
/// apart by the author of their pack; a pack named twice counts once, and so does an author; what a
/// pack took over from another of these counts for that one alone.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The packs to compare: folders or zips
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// Write what is agreed on as a pack: a folder, or a zip if its name ends in .zip; it must not
    /// exist
    #[arg(long, short, value_name = "DIR|ZIP")]
    output: Option<PathBuf>,
    /// The title of the pack it writes
    #[arg(long, default_value = "What readers agree on", requires = "output")]
    title: String,
    /// Print the facts on which readers differ alone
    #[arg(long)]
    disputed: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    if let Some(output) = arguments.output.as_ref().filter(|output| output.exists()) {
        return Err(Stop::because(format!("{}: this exists already", output.display())));
    }
    let mut packs = Vec::new();
    for path in &arguments.packs {
        let pack = Pack::at(systems::registry(), path).map_err(Stop::because)?;
        let name = pack.about().author.clone().unwrap_or_else(|| path.display().to_string());
        let read = Readings::of(&pack.mark().id, &pack.about().from, pack.files()).map_err(Stop::because)?;
        packs.push((name, read, pack));
    }
    let readers: Vec<Reader<'_>> =
        packs.iter().map(|(name, readings, _)| Reader { name, readings }).collect();
    let agreement = agree(&readers);
    let mut out = io::stdout().lock();
    for (share, (path, reader)) in agreement.shares.iter().zip(arguments.packs.iter().zip(&readers)) {
        let read: usize = share.read.values().sum();
        let copied = match share.copied {
            0 => String::new(),
            copied => format!(", {copied} taken over from others and not counted"),
        };
        let note = match &share.counted {
            Counted::Once => String::new(),
            Counted::Alike(other) => format!("; its data files are those of {other}, to the letter"),
            Counted::Same(other) => format!("; it is the pack of {other} once more, and not counted"),
            Counted::Again => "; there is one by this name before it, and the two count as one reader".into(),
        };
        writeln!(out, "{}: {}: {read} read from the sheet{copied}{note}", path.display(), reader.name)?;
    }
    list(&mut out, &agreement, arguments.disputed)?;
    let files: Vec<&str> = agreement.facts.keys().map(|(file, _)| file.as_str()).collect();
    let counts = agreement.counts(files);
    writeln!(
        out,
        "{} read, {} agreed on by {READERS} or more, {} disputed",
        counts.read, counts.agreed, counts.disputed
    )?;
    let Some(output) = &arguments.output else { return Ok(()) };
    if counts.agreed == 0 {
        writeln!(out, "nothing is agreed on; nothing is written")?;
        return Ok(());
    }
    let of: HashMap<String, Files> =
        packs.iter().map(|(_, read, pack)| (read.pack.clone(), pack.files().clone())).collect();
    let (mut files, taken) = agreed_files(&agreement, &readers, &of).map_err(Stop::because)?;
    let about = About {
        title: arguments.title.clone(),
        author: None,
        about: Some(agreement.words(taken)),
        from: packs.iter().flat_map(|(_, _, pack)| pack.lineage()).collect(),
    };
    files.insert(ABOUT.to_owned(), about_text("", &about).map_err(Stop::because)?);
    let pack = Pack::read(systems::registry(), files).map_err(Stop::because)?;
    write(output, pack.files())?;
    let facts = tabletop::counted(taken, "fact");
    writeln!(out, "{}: {facts}", output.display())?;
    Ok(())
}

fn list(out: &mut impl Write, agreement: &Agreement, disputed: bool) -> io::Result<()> {
    let mut before = "";
    for ((file, place), told) in &agreement.facts {
        if disputed && !told.is_disputed() {
            continue;
        }
        if file != before {
            writeln!(out, "{file}")?;
            before = file;
        }
        writeln!(out, "  {place}: {}", values(told))?;
    }
    Ok(())
}

/// The values read: `clear (Ann, Ben, Cal: agreed), orchard (Dan)`.
fn values(told: &ReadFact) -> String {
    let agreed = told.agreed();
    let value = |value: &catalog::agreement::Value| {
        let agreed = if agreed == Some(value) { ": agreed" } else { "" };
        format!("{} ({}{agreed})", value.value, value.readers.join(", "))
    };
    told.values.iter().map(value).collect::<Vec<_>>().join(", ")
}
