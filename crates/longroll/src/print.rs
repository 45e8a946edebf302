//! `longroll print SCENARIO -o booklet.pdf`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use print::{Booklet, Page, Paper, Printing, Role, Scale};
use render::MapOptions;
use systems::KitAsked;

use crate::data::Data;
use crate::outcome::{Outcome, Stop};

/// Print and play: a battle's map to scale, its counters and its charts
///
/// The booklet has a title page (what the map is, where everything comes from, how to print it),
/// the charts, the map on as many sheets as it needs, and the counters, each front followed by its
/// mirrored back.
///
/// A PDF is one file with its fonts embedded. As SVG, every page is a separate, numbered file:
/// 'booklet.svg' gives booklet-01.svg, booklet-02.svg and so on; their lettering is text, in the
/// nearest font the machine has.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scenario; 'longroll scenarios' lists them
    scenario: String,
    /// Where to write it: a name that ends in .pdf or .svg
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Size of the paper to print on
    #[arg(long, value_enum, default_value = "a4")]
    paper: PaperName,
    /// Percent of the printed games' size: at 100, counters of half an inch on hexes 0.6 inch
    /// across
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u16).range(50..=200))]
    scale: u16,
    /// Without the numbers of the hexes
    #[arg(long)]
    no_numbers: bool,
    /// Show the evidence for each hex's ground
    #[arg(long)]
    certainty: bool,
    #[command(flatten)]
    data: Data,
}

/// Paper, by the names it is sold under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaperName {
    /// A4 paper, 210 by 297 mm
    A4,
    /// US Letter paper, 8.5 by 11 inches
    Letter,
    /// A3 paper, 297 by 420 mm
    A3,
    /// Tabloid paper, 11 by 17 inches
    Tabloid,
}

impl PaperName {
    fn paper(self) -> Paper {
        match self {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
            PaperName::A3 => Paper::A3,
            PaperName::Tabloid => Paper::Tabloid,
        }
    }
}

enum Form {
    Pdf,
    Svg,
}

/// The format for a file name.
fn form(file: &Path) -> Result<Form, Stop> {
    let ending = file.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_deref().and_then(|ending| ending.to_str()) {
        Some("pdf") => Ok(Form::Pdf),
        Some("svg") => Ok(Form::Svg),
        _ => Err(Stop::because(format!("{}: a name that ends in .pdf or .svg was expected", file.display()))),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let file = &arguments.output;
    let form = form(file)?;
    let library = arguments.data.library()?;
    let pack = library.offering(&arguments.scenario);
    let read = |path: &str| match pack {
        Some(pack) => pack.text(path),
        None => catalog::embedded::data(path),
    };
    let reference = catalog::Library::reference_of(systems::registry(), &read).map_err(Stop::because)?;
    let asked = KitAsked {
        scenario: &arguments.scenario,
        pack: pack.map(|pack| pack.about()),
        reference: &reference,
        read: &read,
    };
    let (map, kit) = systems::find_kit(&asked).map_err(Stop::because)?.ok_or_else(|| {
        let name = &arguments.scenario;
        Stop::because(format!("there is no scenario called '{name}'; 'longroll scenarios' lists them"))
    })?;
    let printing = Printing {
        paper: arguments.paper.paper(),
        scale: Scale::percent(arguments.scale),
        map: MapOptions { numbers: !arguments.no_numbers, certainty: arguments.certainty, legend: true },
    };
    let booklet = Booklet::new(&map, &kit, &printing);
    let mut out = io::stdout().lock();
    match form {
        Form::Pdf => {
            write(file, &booklet.pdf().map_err(Stop::because)?)?;
            writeln!(out, "{}: {} pages", file.display(), booklet.pages().len())?;
            for (number, page) in (1..).zip(booklet.pages()) {
                writeln!(out, "{number:>6}  {}", what(page))?;
            }
        }
        Form::Svg => {
            for (number, (page, svg)) in (1..).zip(booklet.pages().iter().zip(booklet.svgs())) {
                let file = numbered(file, number, booklet.pages().len());
                write(&file, svg.as_bytes())?;
                writeln!(out, "{}  {}", file.display(), what(page))?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

fn write(file: &Path, bytes: &[u8]) -> Outcome {
    fs::write(file, bytes).map_err(|error| Stop::because(format!("{}: {error}", file.display())))
}

/// `booklet.svg` as `booklet-07.svg`, with as many digits as the last page has, and at least two.
fn numbered(file: &Path, number: usize, last: usize) -> PathBuf {
    let figures = last.to_string().len().max(2);
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0figures$}."));
    name.push(file.extension().unwrap_or_default());
    file.with_file_name(name)
}

/// The contents of a page, in words.
fn what(page: &Page) -> String {
    match &page.role {
        Role::Title => "title".to_owned(),
        Role::Charts => "charts".to_owned(),
        Role::Map(label) => format!("map {label}"),
        Role::Fronts(sheet) => format!("counters {sheet}, front"),
        Role::Backs(sheet) => format!("counters {sheet}, back"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_numbered_so_that_they_sort() {
        assert_eq!(numbered(Path::new("out/b.svg"), 3, 14), Path::new("out/b-03.svg"));
        assert_eq!(numbered(Path::new("b.SVG"), 7, 120), Path::new("b-007.SVG"));
    }

    #[test]
    fn other_endings_are_refused() {
        for name in ["booklet", "booklet.png", "pdf", ".pdf", ""] {
            assert!(matches!(form(Path::new(name)), Err(Stop::Failed(_))), "{name}");
        }
        assert!(matches!(form(Path::new("a.PDF")), Ok(Form::Pdf)));
    }
}
