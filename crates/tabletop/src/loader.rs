//! Reads what an index names: the files of a system's library, each fault with its file and line.

use std::collections::BTreeMap;

use hexmap::{Faults, Map, Source, Spanned, read_toml, sketch_any};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map as Object, Value};

use crate::any_game::OptionBefore;
use crate::{Case, OptionInfo, Side};

/// Reads the files that an index names, and gathers what is wrong with them.
pub struct Loader<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    index: Source<'a>,
    pub faults: Faults,
}

/// A map as an index names it.
pub struct SketchedMap {
    pub name: String,
    /// The map. One with faults is good enough to look for those of its scenarios.
    pub map: Map,
    /// The file it was read from.
    pub file: String,
    pub text: String,
    /// Of a map of several sheets, their files, each with its text.
    pub sheets: Vec<(String, String)>,
}

/// Parses an index.
///
/// # Errors
/// That it is no index, or that of another system.
pub fn read_index<I: DeserializeOwned>(file: &str, text: &str, system: &str) -> Result<I, Faults> {
    #[derive(Deserialize)]
    struct Head {
        system: String,
    }
    let index = read_toml(file, text)?;
    let head: Head = read_toml(file, text)?;
    if head.system != system {
        let mut faults = Faults::default();
        faults.push(file, 1, format!("the system '{}'; \"{system}\" was expected", head.system));
        return Err(faults);
    }
    Ok(index)
}

impl<'a> Loader<'a> {
    /// One for the index in that file, whose text it is. `read` gives the text of a data file.
    pub fn new(read: &'a dyn Fn(&str) -> Option<String>, index: &'a str, text: &'a str) -> Loader<'a> {
        Loader { read, index: Source::new(index, text), faults: Faults::default() }
    }

    /// The text of the index itself.
    ///
    /// # Errors
    /// That there is none.
    pub fn index(read: &dyn Fn(&str) -> Option<String>, index: &str) -> Result<String, Faults> {
        read(index).ok_or_else(|| {
            let mut faults = Faults::default();
            faults.push(index, 1, "there is no such file");
            faults
        })
    }

    /// The text of a file, or the fault that it is not there.
    pub fn text(&mut self, file: &Spanned<String>) -> Option<String> {
        let text = (self.read)(file.get_ref());
        if text.is_none() {
            let what = format!("there is no file {}", file.get_ref());
            self.faults.add(self.index.fault(file.span().start, what));
        }
        text
    }

    /// Reads a file; returns its content and its text. `reading` takes the file's name and its text.
    pub fn read<T>(
        &mut self,
        file: &Spanned<String>,
        reading: impl FnOnce(&str, &str) -> Result<T, Faults>,
    ) -> Option<(T, String)> {
        let text = self.text(file)?;
        match reading(file.get_ref(), &text) {
            Ok(value) => Some((value, text)),
            Err(more) => {
                self.faults.extend(more);
                None
            }
        }
    }

    /// Reads a file that no index names and a folder may lack.
    pub fn optional<T: Default>(
        &mut self,
        file: &str,
        reading: impl FnOnce(&str, &str) -> Result<T, Faults>,
    ) -> T {
        let Some(text) = (self.read)(file) else { return T::default() };
        reading(file, &text).unwrap_or_else(|more| {
            self.faults.extend(more);
            T::default()
        })
    }

    /// The maps that can be read at all.
    pub fn maps(&mut self, files: &BTreeMap<String, Spanned<String>>) -> Vec<SketchedMap> {
        let mut maps = Vec::new();
        for (name, file) in files {
            let Some(text) = self.text(file) else { continue };
            let sketched = sketch_any(file.get_ref(), &text, self.read);
            self.faults.extend(sketched.faults);
            if let Some(map) = sketched.map {
                let (name, file, sheets) = (name.clone(), file.get_ref().clone(), sketched.sheets);
                maps.push(SketchedMap { name, map, file, text, sheets });
            }
        }
        maps
    }
}

/// An option as an index tells it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionToml {
    /// Name under which `options` lists it.
    pub id: Spanned<String>,
    title: String,
    text: String,
    case: Case,
    default: bool,
    hides: Option<Side>,
    before: Option<OptionBefore>,
    /// The scenarios that have it, where not all do.
    #[serde(default)]
    scenarios: Vec<String>,
}

impl Loader<'_> {
    /// The options of an index. `known` is whether the rules have one of that id.
    pub fn options(&mut self, options: Vec<OptionToml>, known: impl Fn(&str) -> bool) -> Vec<OptionInfo> {
        let mut infos = Vec::new();
        for OptionToml { id, title, text, case, default, hides, before, scenarios } in options {
            if !known(id.get_ref()) {
                let what = format!("the rules know no option '{}'", id.get_ref());
                self.faults.add(self.index.fault(id.span().start, what));
            }
            let case = Some(case.to_string());
            let id = id.into_inner();
            let (rulebook, printed) = (None, None);
            infos.push(OptionInfo {
                id,
                title,
                text,
                case,
                rulebook,
                printed,
                default,
                hides,
                scenarios,
                before,
            });
        }
        infos
    }
}

/// The options of a game begun under that version of the rules: those of the scenario as they were by
/// default, and as they were chosen. `with` gives options with the one of that id on or off, if the
/// rules know it.
///
/// # Errors
/// Unknown options, and values that are neither true nor false.
pub fn choose_options<O: Default>(
    offered: &[OptionInfo],
    chosen: &Object<String, Value>,
    rules: u32,
    with: impl Fn(&O, &str, bool) -> Option<O>,
) -> Result<O, String> {
    let mut options = O::default();
    for info in offered {
        options = with(&options, &info.id, info.default_at(rules)).unwrap_or(options);
    }
    for (id, value) in chosen {
        let on = value.as_bool().ok_or_else(|| format!("options.{id}: true or false was expected"))?;
        options = with(&options, id, on).ok_or_else(|| {
            let known: Vec<&str> = offered.iter().map(|o| o.id.as_str()).collect();
            format!("options: '{id}' is none of {}", known.join(", "))
        })?;
    }
    Ok(options)
}
