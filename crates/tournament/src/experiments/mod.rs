//! The laboratory: named experiments that anyone can make again. An experiment is a small file: variants
//! of scenarios, who commands, how many games, from which seed. Played, it becomes a report: a page, and
//! the same for machines.

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
