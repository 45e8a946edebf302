//! `longroll pack`: what data rest on, and the facts of one pack taken into another.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use catalog::facts::{Basis, Fact, Facts, Take, merge};
use catalog::pack::{self, ABOUT, About, Files, Pack, about_text, write_zip};
use serde_json::{Value, json};

use crate::agree;
use crate::outcome::{Outcome, Stop};
use crate::reading::{OWN, Reading};

/// Say what the facts of the sheets rest on, and take facts of one pack into another
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Sources(Sources),
    Merge(Merge),
    Agree(agree::Arguments),
}

/// Print how many facts of each file rest on what
#[derive(clap::Args)]
struct Sources {
    /// A data pack or folder; the program's own data if none is named
    #[arg(default_value = OWN)]
    path: PathBuf,
    /// Only files whose path begins with this
    #[arg(long, value_name = "PATH", default_value = "")]
    file: String,
    /// Also print every reconstructed fact
    #[arg(long)]
    list: bool,
}

/// Take facts of another pack into a pack, and write the result as a new one
///
/// Taken is what rests on something better there: what an owner read from the sheet in place of what
/// was estimated. Whatever is left is told.
#[derive(clap::Args)]
struct Merge {
    /// The pack into which facts are taken; `own` for the program's data
    into: PathBuf,
    /// The pack from which they are taken
    from: PathBuf,
    /// Where to write the result: a folder, or a zip if its name ends in .zip; it must not exist
    #[arg(long, short, value_name = "DIR|ZIP")]
    output: PathBuf,
    /// Take these facts alone: those whose place, as `check --against` prints it, begins so (may be
    /// repeated)
    #[arg(long, value_name = "PLACE")]
    only: Vec<String>,
    /// Take every fact that differs, whatever its source
    #[arg(long)]
    all: bool,
    /// The title of the result, if not that of the pack
    #[arg(long)]
    title: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Sources(arguments) => sources(arguments),
        Command::Merge(arguments) => merged(arguments),
        Command::Agree(arguments) => agree::run(arguments),
    }
}

/// The data files of maps, counters, charts and scenarios.
fn paths(reading: &Reading) -> Result<BTreeSet<String>, Stop> {
    let library = systems::library().map_err(Stop::because)?;
    let sources = library.scenarios().filter_map(|scenario| library.sources(&scenario.id));
    let own: BTreeSet<String> =
        sources.flat_map(|files| files.paths().cloned().collect::<Vec<_>>()).collect();
    Ok(own.into_iter().chain(reading.paths().cloned()).collect())
}

fn sources(arguments: &Sources) -> Outcome {
    let reading = Reading::at(&arguments.path)?;
    let mut out = io::stdout().lock();
    let mut total = Count::default();
    for path in paths(&reading)?.into_iter().filter(|path| path.starts_with(&arguments.file)) {
        let facts = reading.facts(&path).map_err(Stop::because)?;
        let mut kinds: BTreeMap<&str, Count> = BTreeMap::new();
        for fact in facts.values().filter(|fact| !fact.is_table()) {
            kinds.entry(&fact.kind).or_default().add(fact);
            total.add(fact);
        }
        // A file that says of none on what it rests says it of the whole.
        if kinds.values().all(|count| count.by_basis.is_empty()) {
            continue;
        }
        writeln!(out, "{path}")?;
        for (kind, count) in &kinds {
            writeln!(out, "  {kind}: {count}")?;
        }
        if arguments.list {
            list(&mut out, &facts)?;
        }
    }
    writeln!(out, "in all: {total}")?;
    Ok(())
}

fn list(out: &mut impl Write, facts: &Facts) -> io::Result<()> {
    for (place, fact) in facts {
        if fact.basis == Some(Basis::Reconstructed) && !fact.is_table() {
            writeln!(out, "    {place}: {}", fact.value)?;
        }
    }
    Ok(())
}

/// How many facts rest on what.
#[derive(Default)]
struct Count {
    by_basis: BTreeMap<Basis, usize>,
    unsaid: usize,
}

impl Count {
    fn add(&mut self, fact: &Fact) {
        match fact.basis {
            Some(basis) => *self.by_basis.entry(basis).or_default() += 1,
            None => self.unsaid += 1,
        }
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let said = Basis::ALL.iter().rev().filter_map(|basis| {
            let count = self.by_basis.get(basis)?;
            Some(format!("{count} {basis}"))
        });
        let unsaid = (self.unsaid > 0).then(|| format!("{} by the file's own words", self.unsaid));
        f.write_str(&said.chain(unsaid).collect::<Vec<_>>().join(", "))
    }
}

fn merged(arguments: &Merge) -> Outcome {
    if arguments.output.exists() {
        return Err(Stop::because(format!("{}: this exists already", arguments.output.display())));
    }
    let sound = |path: &Path| -> Result<Option<Pack>, Stop> {
        if path.as_os_str() == OWN {
            return Ok(None);
        }
        Pack::at(systems::registry(), path).map(Some).map_err(Stop::because)
    };
    let (into, from) = (sound(&arguments.into)?, sound(&arguments.from)?);
    let mut files = into.as_ref().map(|pack| pack.files().clone()).unwrap_or_default();
    about(&mut files, arguments.title.as_deref(), from.as_ref())?;
    let others = Reading { files: from.map(|pack| pack.files().clone()).unwrap_or_default() };
    let take = Take { only: arguments.only.clone(), all: arguments.all, at: None };
    let here = Reading { files: files.clone() };
    let mut out = io::stdout().lock();
    let (mut taken, mut left) = (0, 0);
    let every: BTreeSet<&String> = here.paths().chain(others.paths()).collect();
    for path in every {
        let (ours, theirs) = (here.text(path), others.text(path));
        let read = |reading: &Reading, text: &str| -> Result<(Value, Facts), Stop> {
            let document = pack::document(path, text).map_err(Stop::because)?;
            Ok((document, reading.facts(path).map_err(Stop::because)?))
        };
        let (document, facts) = read(&here, &ours)?;
        let (other_document, other_facts) = read(&others, &theirs)?;
        let merged = merge((&document, &facts), (&other_document, &other_facts), &take);
        for (words, places) in [("taken", &merged.taken), ("left", &merged.left)] {
            for place in places {
                writeln!(out, "{words}: {path}: {place}")?;
            }
        }
        taken += merged.taken.len();
        left += merged.left.len();
        if !merged.taken.is_empty() {
            let text = pack::rewritten(&ours, &merged.document);
            files.insert(path.clone(), text.map_err(|what| Stop::because(format!("{path}: {what}")))?);
        }
    }
    if taken == 0 {
        writeln!(out, "nothing was taken, {left} left; nothing is written")?;
        return Ok(());
    }
    // What does not fit together is named, and nothing is written.
    let pack = Pack::read(systems::registry(), files).map_err(Stop::because)?;
    write(&arguments.output, pack.files())?;
    writeln!(out, "{}: {taken} taken, {left} left", arguments.output.display())?;
    Ok(())
}

/// The result's description: the title given, or the pack's, and which packs it has facts from.
fn about(files: &mut Files, title: Option<&str>, from: Option<&Pack>) -> Result<(), Stop> {
    let original = files.get(ABOUT).cloned().unwrap_or_default();
    let mut document = pack::document(ABOUT, &original).map_err(Stop::because)?;
    match title {
        Some(title) => document["title"] = json!(title),
        None if document.get("title").is_none() => {
            return Err(Stop::because("--title: the program's own data have none, and a pack needs one"));
        }
        None => {}
    }
    let mut about: About = serde_json::from_value(document).map_err(Stop::because)?;
    about.from.extend(from.into_iter().flat_map(Pack::lineage));
    files.insert(ABOUT.to_owned(), about_text(&original, &about).map_err(Stop::because)?);
    Ok(())
}

/// Writes a pack where nothing exists yet; an unfinished one is removed again.
pub(crate) fn write(output: &Path, files: &Files) -> Result<(), Stop> {
    let failed = |error: io::Error| Stop::because(format!("{}: {error}", output.display()));
    if output.extension().is_some_and(|extension| extension == "zip") {
        let zip = write_zip(files).map_err(Stop::because)?;
        return fs::write(output, zip).map_err(|error| {
            let _gone_or_never_there = fs::remove_file(output);
            failed(error)
        });
    }
    fs::create_dir(output).map_err(failed)?;
    let written = files.iter().try_for_each(|(path, text)| {
        let file = output.join(path);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(file, text)
    });
    written.map_err(|error| {
        let _gone_or_never_there = fs::remove_dir_all(output);
        failed(error)
    })
}
