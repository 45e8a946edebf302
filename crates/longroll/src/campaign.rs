//! `longroll campaign RECORD`

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use catalog::After;
use tabletop::InterludeOption;

use crate::data::Data;
use crate::outcome::{Outcome, Stop};
use crate::pack::write;

/// Continue from a finished game to the battle that follows, with the surviving units
///
/// Without an output it only prints the result. The pack that it writes is that battle:
/// every command that names a scenario takes it with --pack.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The record of a finished game: JSON Lines, as `game.save` gives it
    record: PathBuf,
    /// An option for the time between the battles, such as raids=2; others keep their defaults
    /// (may be repeated)
    #[arg(long = "choose", value_name = "OPTION=VALUE", value_parser = choice)]
    chosen: Vec<(String, i32)>,
    /// Which interlude, where several could follow
    #[arg(long, value_name = "ID")]
    interlude: Option<String>,
    /// Where to write the pack: a folder, or a zip if its name ends in .zip; it must not exist
    #[arg(long, short, value_name = "DIR|ZIP")]
    output: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

fn choice(text: &str) -> Result<(String, i32), String> {
    let parsed = text.split_once('=').and_then(|(id, value)| Some((id.to_owned(), value.parse().ok()?)));
    parsed.ok_or_else(|| "an option and a whole number were expected, such as raids=2".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let library = arguments.data.library()?;
    let file = arguments.record.display().to_string();
    let text = std::fs::read(&arguments.record).map_err(|error| Stop::because(format!("{file}: {error}")))?;
    let (header, entries) = ::protocol::record::read_record(&text)
        .map_err(|error| Stop::because(format!("{file}: {}", error.message)))?;
    let game = library
        .admit(&header, &entries, header.seed())
        .map_err(|failure| Stop::because(format!("{file}: {failure}")))?;
    let base = header.pack.as_ref().and_then(|mark| library.pack(&mark.id));
    let known = base.map_or(&library, |pack| pack.library());
    let chosen: BTreeMap<String, i32> = arguments.chosen.iter().cloned().collect();
    let after = known
        .after(&*game, arguments.interlude.as_deref(), &chosen, base.map(|pack| &**pack))
        .map_err(|failure| Stop::because(failure.to_string()))?;
    let mut out = io::stdout().lock();
    tell(&after, &mut out)?;
    if let Some(output) = &arguments.output {
        if output.exists() {
            return Err(Stop::because(format!("{}: this exists already", output.display())));
        }
        write(output, after.pack.files())?;
        let (path, scenario) = (output.display(), &after.sequel.scenario);
        writeln!(out, "{path}: the battle that follows. From here:")?;
        writeln!(out, "  longroll play {scenario} --pack {path} --union general --confederate general")?;
        writeln!(out, "  longroll serve --pack {path}")?;
    }
    Ok(())
}

/// Prints what was chosen and what comes of it.
fn tell(after: &After, out: &mut impl Write) -> io::Result<()> {
    let After { interlude, sequel, .. } = after;
    writeln!(out, "{}. {}", interlude.title, interlude.about)?;
    for InterludeOption { id, title, text, values, unit, .. } in &interlude.options {
        let values: Vec<_> = values.iter().map(ToString::to_string).collect();
        let value = sequel.options.get(id).copied().unwrap_or_default();
        writeln!(out, "  {id} = {value} of {} ({unit}): {title}. {text}", values.join(", "))?;
    }
    for line in &sequel.lines {
        writeln!(out, "{line}")?;
    }
    for unit in &sequel.units {
        let left = match unit.strength {
            0 => format!("gone ({})", unit.printed),
            strength => format!("{strength} of {}", unit.printed),
        };
        writeln!(out, "  {}: {left}: {}", unit.name, unit.text)?;
    }
    Ok(())
}
