//! An owner reads the printed sheets: what is asked, and what the answers make of the files.

use std::collections::{BTreeMap, BTreeSet};

use catalog::facts;
use catalog::pack::{Files, Pack, document, drafted, text};
use catalog::sheets::{Answer, Plan, Sheet, Step, Steps, effects, steps, write};
use catalog::{Library, embedded};
use hexmap::{Fault, Faults};
use serde_json::Value;

use crate::RpcError;
use crate::packs::at_fault;
use crate::steps::{AskSteps, FormTold, KindTold, ReadSheet, SheetRead, StepTold, StepsTold, WordTold};

/// The sheets of a scenario, and the plan by which they are read.
struct Reading {
    plan: Plan,
    /// Which file is what to the scenario: its path by its role.
    paths: Vec<(String, String)>,
    files: Files,
}

impl Reading {
    /// The reading of a scenario, with documents over its files.
    fn of(
        library: &Library,
        base: Option<&Pack>,
        scenario: &str,
        documents: &BTreeMap<String, Value>,
    ) -> Result<Reading, RpcError> {
        let base = base.or(library.offering(scenario).map(|pack| &**pack));
        let known = base.map_or(library, |pack| pack.library());
        let unknown = || RpcError::malformed(format!("scenario: there are no files of '{scenario}'"));
        let sources = known.sources(scenario).ok_or_else(unknown)?;
        let path = known.registered(scenario).and_then(catalog::System::sheets).ok_or_else(|| {
            RpcError::malformed(format!("scenario: nothing says how the sheets of '{scenario}' are read"))
        })?;
        let plan = embedded::data(path).ok_or_else(|| RpcError::ours(format!("{path} cannot be found")))?;
        let plan = Plan::read(path, &plan).map_err(|faults| at_fault(&faults))?;
        let (files, faults) = drafted(library.registry(), base, documents);
        if !faults.is_empty() {
            return Err(at_fault(&faults));
        }
        let own = [("map", sources.map), ("units", sources.units), ("scenario", sources.scenario)];
        let own = own.into_iter().map(|(role, path)| (role.to_owned(), path));
        let shared = sources.shared.into_iter().map(|(role, path)| (role.to_owned(), path));
        Ok(Reading { plan, paths: own.chain(shared).collect(), files })
    }

    fn sheet(&self, role: &str, path: &str) -> Result<Sheet, Faults> {
        let text = text(&self.files, path).unwrap_or_default();
        let own = embedded::data(path).map(|text| facts::facts(path, &text)).transpose()?.unwrap_or_default();
        let document = document(path, &text)?;
        let grid = match document.get("grid") {
            Some(_) => Some(hexmap::read_map(path, &text)?.grid),
            None => None,
        };
        let facts = facts::facts(path, &text)?;
        Ok(Sheet { role: role.to_owned(), path: path.to_owned(), document, facts, own, grid })
    }

    fn sheets(&self) -> Result<Vec<Sheet>, RpcError> {
        let sheets = self.paths.iter().map(|(role, path)| self.sheet(role, path));
        sheets.collect::<Result<_, _>>().map_err(|faults| at_fault(&faults))
    }
}

/// `pack.steps`: what is in doubt, in the order in which an owner is asked.
///
/// # Errors
/// If there is no such scenario, and faults that keep its files from being read.
pub(crate) fn ask(library: &Library, base: Option<&Pack>, asked: &AskSteps) -> Result<StepsTold, RpcError> {
    let reading = Reading::of(library, base, &asked.scenario, &asked.files)?;
    let Steps { steps, words } = steps(&reading.plan, &reading.sheets()?);
    let there: BTreeSet<&str> = steps.iter().map(|step| step.kind.as_str()).collect();
    let mut kinds: Vec<KindTold> = reading
        .plan
        .kind
        .iter()
        .filter(|kind| there.contains(kind.id.as_str()))
        .map(KindTold::from)
        .collect();
    // What the plan does not speak of.
    if let Some(rest) = there.iter().find(|id| kinds.iter().all(|kind| kind.id != **id)) {
        kinds.push(KindTold {
            id: (*rest).to_owned(),
            title: "Everything else".to_owned(),
            ask: "What does the sheet say of these?".to_owned(),
            form: FormTold::Fields,
        });
    }
    let used: BTreeSet<String> =
        steps.iter().flat_map(|step| &step.asked).filter_map(|one| one.words.clone()).collect();
    let words = words.into_iter().filter(|(name, _)| used.contains(name));
    let words = words.map(|(name, words)| (name, words.into_iter().map(WordTold::from).collect())).collect();
    Ok(StepsTold { kinds, steps: steps.into_iter().map(StepTold::from).collect(), words })
}

/// `pack.read`: answers written into the files, and what they change in play.
///
/// # Errors
/// Answers that cannot be taken, with what was expected, and the faults that they would make; then
/// none is taken.
pub(crate) fn read(library: &Library, base: Option<&Pack>, asked: &ReadSheet) -> Result<SheetRead, RpcError> {
    let mut reading = Reading::of(library, base, &asked.scenario, &asked.files)?;
    let sheets = reading.sheets()?;
    let before = steps(&reading.plan, &sheets);
    let charts = library.with_files(&reading.files);
    let mut refused = Faults::default();
    let mut changed = BTreeMap::new();
    let answered: BTreeSet<&str> = asked.answers.iter().map(|answer| answer.file.as_str()).collect();
    for file in answered {
        let Some(sheet) = sheets.iter().find(|sheet| sheet.path == file) else {
            refused.push(file, 1, "this is no file of that scenario");
            continue;
        };
        let of_file = before.steps.iter().filter(|step| step.file == file);
        let places = of_file.flat_map(|step: &Step| step.asked.iter().map(|one| one.place.clone())).collect();
        let answers = asked.answers.iter().filter(|answer| answer.file == file);
        let answers: Vec<Answer> = answers
            .map(|answer| Answer { place: answer.place.clone(), value: answer.value.clone() })
            .collect();
        let mut document = sheet.document.clone();
        match write(&mut document, &sheet.facts, &places, &answers) {
            Ok(()) => drop(changed.insert(file.to_owned(), document)),
            Err(all) => {
                for one in all {
                    let hex = sheet.facts.get(&one.place).and_then(|fact| fact.hexes.first().cloned());
                    let what = format!("{}: {}", one.place, one.what);
                    let place = Some(one.place);
                    refused.add(Fault { file: file.to_owned(), line: 1, place, hex, what });
                }
            }
        }
    }
    if !refused.is_empty() {
        return Err(at_fault(&refused));
    }
    let all: BTreeMap<String, Value> =
        asked.files.iter().chain(&changed).map(|(path, document)| (path.clone(), document.clone())).collect();
    let (files, faults) = drafted(library.registry(), base.or(offering(library, asked)), &all);
    if !faults.is_empty() {
        return Err(at_fault(&faults));
    }
    reading.files = files;
    let told = library.with_files(&reading.files);
    if let Err(faults) = &told {
        // What was at fault before does not stand in the way: the editor may have left it so.
        let known =
            |fault: &Fault| charts.as_ref().is_err_and(|old| old.0.iter().any(|one| alike(one, fault)));
        let new: Vec<Fault> = faults.0.iter().filter(|fault| !known(fault)).cloned().collect();
        if !new.is_empty() {
            return Err(at_fault(&Faults(new)));
        }
    }
    let sheets_now = reading.sheets()?;
    let facts: Vec<_> = sheets
        .iter()
        .zip(&sheets_now)
        .filter(|(_, now)| changed.contains_key(&now.path))
        .map(|(old, now)| (&old.facts, &now.facts, &now.document))
        .collect();
    let charts = charts.map(|library| library.charts()).unwrap_or_default();
    let charts_now = told.map(|library| library.charts()).unwrap_or_default();
    let says = effects(&charts, &charts_now, &facts);
    let answered = |step: &Step| {
        step.asked.iter().any(|one| {
            asked.answers.iter().any(|answer| answer.file == step.file && answer.place == one.place)
        })
    };
    let steps = steps(&reading.plan, &sheets_now).steps.into_iter().filter(answered);
    Ok(SheetRead { files: changed, steps: steps.map(StepTold::from).collect(), says })
}

fn offering<'a>(library: &'a Library, asked: &ReadSheet) -> Option<&'a Pack> {
    library.offering(&asked.scenario).map(|pack| &**pack)
}

/// Whether two faults are one, wherever its line has gone.
fn alike(one: &Fault, other: &Fault) -> bool {
    (&one.file, &one.place, &one.what) == (&other.file, &other.place, &other.what)
}
