//! The laboratory: named experiments that anyone can repeat. An experiment is a small file:
//! variants of scenarios, their commanders, the number of games, the first seed. Running it
//! produces a report: a page, and the same data for programs.

mod change;
mod experiment;
mod measure;
mod page;
mod post;
mod report;
mod run;
mod tables;

pub use change::Change;
pub use experiment::{Experiment, Measure, Variant};
pub use page::html;
pub use post::CommanderSpec;
pub use report::{Report, csv, json};
pub use run::{Heard, Played, Prepared, Results, prepare, run};

/// The experiments that come with the program, by name.
pub fn shipped() -> Vec<String> {
    let mut names: Vec<String> = catalog::embedded::data_paths()
        .filter_map(|path| path.strip_prefix("lab/")?.strip_suffix(".toml").map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// The text of an experiment that comes with the program.
pub fn shipped_text(name: &str) -> Option<String> {
    catalog::embedded::data(&format!("lab/{name}.toml"))
}
