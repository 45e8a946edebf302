//! `longroll tournament FILE`

mod report;
mod write;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hexmap::Faults;
use longroll::data::Data;
use longroll::outcome::{Outcome, Stop};
use tournament::club::{Advantages, BLANK, ClubFile};

use report::Report;

/// The largest record that is read, in bytes; a long game has a thirtieth of it.
const LARGEST_RECORD: u64 = 64 << 20;

/// Run a tournament of a club from a file: who plays whom, standings, ratings
///
/// FILE says who takes part and what came of each game; '--new' writes one to begin with, with
/// comments. The command checks it, every fault at its line (then it gives 1), and tells the
/// standings, the ratings and who meets in the next round, with their sides. Records that the file
/// names are audited as by 'longroll verify'. docs/club.md tells more.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file of the tournament: TOML
    file: PathBuf,
    /// Write a file to begin with; it must not exist
    #[arg(long, conflicts_with_all = ["next", "json"])]
    new: bool,
    /// Add the next round to the file, for its results to be filled in
    #[arg(long)]
    next: bool,
    /// Write the results as JSON, not text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let path = &arguments.file;
    let name = path.display().to_string();
    let mut out = io::stdout().lock();
    if arguments.new {
        write::new(path, BLANK)?;
        writeln!(out, "{name}: a tournament, to be filled in. From here:")?;
        writeln!(out, "  longroll tournament {name}           # standings, and who meets next")?;
        writeln!(out, "  longroll tournament {name} --next    # adds the next round to the file")?;
        return Ok(());
    }
    let library = arguments.data.library()?;
    let text = std::fs::read_to_string(path).map_err(|error| Stop::because(format!("{name}: {error}")))?;
    let read = ClubFile::read(&name, &text, &library).and_then(|file| {
        let records = file.verify(&name, &text, &library, &mut |record| open(path, record))?;
        Ok((file, records))
    });
    let (file, records) = match read {
        Ok(read) => read,
        Err(faults) => return tell(&faults, arguments.json, &mut out),
    };
    let advantages = Advantages::shipped().map_err(Stop::because)?;
    let report = Report::of(&file, &library, &advantages, &records);
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &report.value()).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        report.tell(&mut out)?;
    }
    out.flush()?;
    if arguments.next {
        let draw =
            report.draw.as_ref().map_err(|not| Stop::because(format!("{name}: {}", file.event.why(not))))?;
        let longer = file.with_round(&text, draw);
        // What cannot be read again is not written.
        ClubFile::read(&name, &longer, &library)
            .map_err(|faults| Stop::because(format!("the round cannot be added: {faults}")))?;
        write::replace(path, &text, &longer)?;
        if !arguments.json {
            writeln!(out, "\n{name}: round {} is added at its end", draw.number)?;
        }
    }
    Ok(())
}

/// The bytes of a record, which is named from the folder of the tournament's file.
fn open(file: &Path, record: &str) -> io::Result<Vec<u8>> {
    let path = file.parent().unwrap_or(Path::new("")).join(record);
    let about = std::fs::metadata(&path)?;
    if !about.is_file() {
        return Err(io::Error::other("this is not a file"));
    }
    if about.len() > LARGEST_RECORD {
        return Err(io::Error::other("it is larger than any record"));
    }
    std::fs::read(path)
}

fn tell(faults: &Faults, json: bool, out: &mut impl Write) -> Outcome {
    if json {
        let told: Vec<serde_json::Value> = faults
            .0
            .iter()
            .map(|fault| serde_json::json!({ "file": fault.file, "line": fault.line, "what": fault.what }))
            .collect();
        serde_json::to_writer_pretty(&mut *out, &serde_json::json!({ "faults": told }))
            .map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{faults}")?;
    }
    out.flush()?;
    Err(Stop::Faulty)
}
