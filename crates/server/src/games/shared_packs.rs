//! The packs that people share on a server, who read what of a sheet, and what enough agree on.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use catalog::Library;
use catalog::agreement::{Agreement, Counted, READERS, Reader, Readings, Share, agree, agreed_files, folded};
use catalog::pack::{self, About, Files, Pack, about_text};
use hexmap::Faults;
use protocol::answer::answer;
use protocol::packs::{at_fault, fact_told, kept};
use protocol::sharing::{
    AgreedPack, FactRead, ReadKind, ReadScenario, ReadersOf, ReadersTold, ShareMade, SharePack, SharedPack,
    SharedPacks, SharedScenario, ValueRead, WithdrawPack,
};
use protocol::{Answer, RpcError, SharingCall};
use tabletop::{ScenarioInfo, text};

use super::failure::broken;
use super::shared::Shared;
use crate::limits::{Client, SHARED_PACKS, WorkTurn};
use crate::secrets::{fresh_secret, token_hash};
use crate::store::{KeptShare, NewShare, Places};

/// How many facts of one pack may be said to be read from the sheet. The largest of our maps has a
/// fifth of it, with all that lies on its hexsides.
const MOST_READ: usize = 20_000;

/// A share takes a place for as many bytes as that, or a part of them, that its facts take in memory: those of all
/// shares are at hand. A map of 64 by 64 hexes, each of them read, takes two places.
const PLACE: usize = 1 << 20;

/// How long whoever finds the folder full should wait: somebody has to withdraw something.
const FULL: std::time::Duration = std::time::Duration::from_secs(24 * 3600);

/// A pack that is shared, as far as it was read.
struct Known {
    readings: Readings,
    /// The scenarios of which it holds files, with all files of each.
    scenarios: Vec<(ScenarioInfo, BTreeSet<String>)>,
}

/// What was read of a pack, or why it could not be.
type Read = Arc<Result<Known, String>>;

/// What was read of the packs that are shared, or why one could not be, by their ids.
#[derive(Default)]
pub(super) struct ReadingsCache {
    known: Mutex<HashMap<String, Read>>,
    /// Whoever comes first reads them for all.
    reading: tokio::sync::Mutex<()>,
}

impl ReadingsCache {
    fn known(&self) -> MutexGuard<'_, HashMap<String, Read>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The shares of a server with what was read of each.
struct Folder {
    shares: Vec<KeptShare>,
    /// Of each share.
    known: Vec<Read>,
}

impl Folder {
    /// Those that can be read.
    fn sound(&self) -> impl Iterator<Item = (&KeptShare, &Known)> {
        self.shares
            .iter()
            .zip(&self.known)
            .filter_map(|(share, known)| Some((share, (**known).as_ref().ok()?)))
    }

    /// How many places each share takes.
    fn places(&self) -> HashMap<String, usize> {
        let of = |(share, known): (&KeptShare, &Read)| (share.id.clone(), places(known));
        self.shares.iter().zip(&self.known).map(of).collect()
    }

    fn readers(&self) -> Vec<Reader<'_>> {
        self.sound().map(|(share, known)| Reader { name: &share.author, readings: &known.readings }).collect()
    }

    /// The files of a scenario, the program's own or one that a pack brings, and its title.
    fn files_of(&self, library: &Library, scenario: &str) -> Option<(String, BTreeSet<String>)> {
        if let (Some(info), Some(sources)) = (library.scenario(scenario), library.sources(scenario)) {
            return Some((info.title.clone(), sources.paths().cloned().collect()));
        }
        let mut brought = self.sound().flat_map(|(_, known)| &known.scenarios);
        brought.find(|(info, _)| info.id == scenario).map(|(info, files)| (info.title.clone(), files.clone()))
    }
}

impl Shared {
    pub(super) async fn sharing_call(&self, call: SharingCall, client: Client) -> Answer {
        if self.limits.shared_packs == 0 {
            return Err(RpcError::new(
                RpcError::GONE,
                "packs are not shared on this server: it was started without --shared-packs",
            ));
        }
        match call {
            SharingCall::Share(asked) => self.share(asked, client).await,
            SharingCall::Withdraw(asked) => self.withdraw(&asked).await,
            SharingCall::List => {
                let turn = self.allowances.work().turn_to_work(client).await;
                let folder = self.folder().await?;
                let (library, most) = (Arc::clone(&self.library), self.limits.shared_packs);
                self.work(&turn, move |_| answer(&listed(&library, &folder, most))).await
            }
            SharingCall::Readers(asked) => {
                let turn = self.allowances.work().turn_to_work(client).await;
                let folder = self.folder().await?;
                let library = Arc::clone(&self.library);
                self.work(&turn, move |_| answer(&readers(&library, &folder, &asked)?)).await
            }
            SharingCall::Agreed(asked) => self.agreed(asked, client).await,
        }
    }

    /// The shares, with what was read of each. What is not at hand is read as the server's own work: whoever looks
    /// at the folder first after a start is not to pay for it.
    async fn folder(&self) -> Result<Folder, RpcError> {
        let _reading = self.readings.reading.lock().await;
        let shares = self.store.shared_packs().await.map_err(|e| broken(&e))?;
        let mut known = Vec::with_capacity(shares.len());
        for share in &shares {
            known.push(self.known(&WorkTurn::own(), &share.pack).await?);
        }
        *self.readings.known() =
            shares.iter().map(|share| share.pack.clone()).zip(known.iter().cloned()).collect();
        Ok(Folder { shares, known })
    }

    /// What was read of the pack of that id, which is kept.
    async fn known(&self, turn: &WorkTurn, id: &str) -> Result<Read, RpcError> {
        let at_hand = self.readings.known().get(id).cloned();
        if let Some(known) = at_hand {
            return Ok(known);
        }
        let pack = match self.pack(turn, id, None).await {
            Ok(pack) => pack,
            // A newer program may know less of what an older one kept; the others are told.
            Err(error) if matches!(error.code, RpcError::OURS | RpcError::NO_PACK) => {
                return Ok(Arc::new(Err(error.message)));
            }
            Err(error) => return Err(error),
        };
        self.work(turn, move |_| Ok(Arc::new(known(&pack).map_err(|faults| faults.to_string())))).await
    }

    async fn share(&self, asked: SharePack, client: Client) -> Answer {
        let author = text::PERSON.read_optional("author", &asked.author).map_err(RpcError::malformed)?;
        if author.is_empty() {
            return Err(RpcError::malformed("author: a name was expected, which need not be your own"));
        }
        let note = asked.note.as_deref().unwrap_or_default();
        let note = text::NOTE.read_optional("note", note).map_err(RpcError::malformed)?;
        let turn = self.allowances.work().turn_to_work(client).await;
        let pack = self.pack(&turn, &asked.pack, None).await?;
        let read = self.known(&turn, &asked.pack).await?;
        let folder = self.folder().await?;
        let mut before = folder.shares.iter().filter(|share| share.pack == asked.pack);
        if before.any(|share| folded(&share.author) == folded(author)) {
            return Err(RpcError::new(RpcError::GONE, "this pack is shared by this name already"));
        }
        match &*read {
            Err(what) => return Err(RpcError::new(RpcError::PACK_AT_FAULT, what.clone())),
            Ok(known) if known.readings.facts.len() > MOST_READ => {
                let read = known.readings.facts.len();
                return Err(RpcError::malformed(format!(
                    "pack: {read} facts are said to be read from the sheet, and no sheet has more than {MOST_READ}"
                )));
            }
            Ok(_) => {}
        }
        let (id, secret) = (fresh_secret()?, fresh_secret()?);
        let share = NewShare {
            id,
            author: author.to_owned(),
            note: (!note.is_empty()).then(|| note.to_owned()),
            hash: token_hash(&secret),
        };
        let (most, holder) = (self.limits.shared_packs, self.store.holder(client));
        let places = Places { most, of: folder.places(), own: places(&read) };
        let shared = self.store.share_pack(&pack, &share, (&places, holder.as_ref())).await;
        if !shared.map_err(|e| broken(&e))? {
            let message = format!(
                "this server has {most} places for shared packs; this one takes {} of them, and too many are \
                 taken, or your network has its part of them",
                places.own
            );
            return Err(RpcError::limit(SHARED_PACKS, most, message, FULL));
        }
        self.readings.known().insert(asked.pack, read);
        tracing::info!(share = share.id, pack = pack.mark().id, "a pack is shared");
        answer(&ShareMade { share: share.id, secret })
    }

    async fn withdraw(&self, asked: &WithdrawPack) -> Answer {
        let hash = token_hash(&asked.secret);
        if !self.store.withdraw_pack(&asked.share, &hash).await.map_err(|e| broken(&e))? {
            return Err(RpcError::not_yours("share: there is none that this secret opens"));
        }
        tracing::info!(share = asked.share, "a share is withdrawn");
        answer(&serde_json::json!({}))
    }

    async fn agreed(&self, asked: AgreedPack, client: Client) -> Answer {
        if let Some(title) = &asked.title {
            text::TITLE.read("title", title).map_err(RpcError::malformed)?;
        }
        let turn = self.allowances.work().turn_to_work(client).await;
        let folder = self.folder().await?;
        let (_, of) =
            folder.files_of(&self.library, &asked.scenario).ok_or_else(|| no_scenario(&asked.scenario))?;
        let mut packs = HashMap::new();
        for (share, known) in folder.sound() {
            if known.readings.facts.keys().any(|(file, _)| of.contains(file)) {
                let pack = self.pack(&turn, &share.pack, None).await?;
                let files = pack.files().iter().filter(|(file, _)| of.contains(*file));
                packs.insert(
                    share.pack.clone(),
                    files.map(|(file, text)| (file.clone(), text.clone())).collect(),
                );
            }
        }
        let library = Arc::clone(&self.library);
        let (pack, told) = self.work(&turn, move |_| agreed(&library, &folder, &packs, &asked)).await?;
        let holder = self.store.holder(client);
        self.store.keep_pack(&pack, holder.as_ref()).await.map_err(|e| broken(&e))?;
        self.packs.put(pack);
        Ok(told)
    }
}

/// How many places a pack takes in the folder.
fn places(read: &Read) -> usize {
    read.as_ref().as_ref().map_or(1, |known| known.readings.memory().div_ceil(PLACE).max(1))
}

/// What was read of a pack.
///
/// # Errors
/// The faults of a file of it.
fn known(pack: &Pack) -> Result<Known, Faults> {
    let readings = Readings::of(&pack.mark().id, &pack.about().from, pack.files())?;
    let scenarios = pack.scenarios().map(|info| {
        let sources = pack.library().sources(&info.id);
        let files = sources.map(|sources| sources.paths().cloned().collect()).unwrap_or_default();
        (info.clone(), files)
    });
    Ok(Known { readings, scenarios: scenarios.collect() })
}

fn listed(library: &Library, folder: &Folder, most: usize) -> SharedPacks {
    let readers = folder.readers();
    let agreement = agree(&readers);
    let mut told = agreement.shares.iter();
    let mut scenarios: BTreeMap<&str, (&ScenarioInfo, &BTreeSet<String>)> = BTreeMap::new();
    let shares = folder.shares.iter().zip(&folder.known).map(|(share, known)| match &**known {
        Err(trouble) => shared(share, &[], None, Some(trouble)),
        Ok(known) => {
            for (info, files) in &known.scenarios {
                scenarios.entry(&info.id).or_insert((info, files));
            }
            shared(share, &known.scenarios, told.next(), None)
        }
    });
    let shares = shares.collect();
    // In the order in which the program offers them; what only packs bring comes last.
    let known: Vec<&str> = library.scenarios().map(|info| info.id.as_str()).collect();
    let mut scenarios: Vec<_> = scenarios.into_values().collect();
    scenarios.sort_by_key(|(info, _)| known.iter().position(|id| *id == info.id).unwrap_or(known.len()));
    let scenarios = scenarios.into_iter().map(|(info, files)| of_scenario(&agreement, info, files)).collect();
    SharedPacks { needed: READERS, most, shares, scenarios }
}

fn of_scenario(agreement: &Agreement, info: &ScenarioInfo, files: &BTreeSet<String>) -> SharedScenario {
    let counts = agreement.counts(files.iter().map(String::as_str));
    let facts = agreement.facts.iter().filter(|((file, _), _)| files.contains(file));
    let names: BTreeSet<String> =
        facts.flat_map(|(_, told)| told.values.iter().flat_map(|v| &v.readers)).map(|n| folded(n)).collect();
    SharedScenario {
        scenario: info.id.clone(),
        title: info.title.clone(),
        edition: info.edition.clone(),
        readers: names.len(),
        read: counts.read,
        agreed: counts.agreed,
        disputed: counts.disputed,
    }
}

fn shared(
    share: &KeptShare,
    scenarios: &[(ScenarioInfo, BTreeSet<String>)],
    counted: Option<&Share>,
    trouble: Option<&String>,
) -> SharedPack {
    let none = BTreeMap::new();
    let read = counted.map_or(&none, |share| &share.read);
    let (word, of) = match counted.map(|share| &share.counted) {
        Some(Counted::Once) | None => ("once", None),
        Some(Counted::Alike(other)) => ("alike", Some(other.clone())),
        Some(Counted::Again) => ("again", None),
        Some(Counted::Same(other)) => ("same", Some(other.clone())),
    };
    let scenarios = scenarios.iter().map(|(info, files)| {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for ((_, kind), facts) in read.iter().filter(|((file, _), _)| files.contains(file)) {
            *kinds.entry(kind).or_default() += facts;
        }
        let read = kinds.into_iter().map(|(kind, facts)| ReadKind { kind: kind.to_owned(), facts });
        ReadScenario { scenario: info.id.clone(), read: read.collect() }
    });
    SharedPack {
        share: share.id.clone(),
        pack: share.pack.clone(),
        title: share.title.clone(),
        author: share.author.clone(),
        note: share.note.clone(),
        shared: share.created,
        scenarios: scenarios.collect(),
        copied: counted.map_or(0, |share| share.copied),
        counted: word,
        of,
        trouble: trouble.cloned(),
    }
}

/// That nobody shares anything of a scenario, and the program has none of that name.
fn no_scenario(scenario: &str) -> RpcError {
    RpcError::malformed(format!("scenario: there are no files of '{scenario}'"))
}

fn readers(library: &Library, folder: &Folder, asked: &ReadersOf) -> Result<ReadersTold, RpcError> {
    let (_, files) = folder.files_of(library, &asked.scenario).ok_or_else(|| no_scenario(&asked.scenario))?;
    let agreement = agree(&folder.readers());
    let facts = agreement.facts.iter().filter(|((file, _), _)| files.contains(file));
    let facts = facts.map(|((file, place), told)| {
        let agreed = told.agreed();
        let values = told.values.iter().map(|value| ValueRead {
            value: value.value.clone(),
            readers: value.readers.clone(),
            agreed: agreed == Some(value),
        });
        FactRead {
            file: file.clone(),
            place: place.clone(),
            kind: told.kind.clone(),
            hexes: told.hexes.clone(),
            own: told.own.as_ref().map(fact_told),
            values: values.collect(),
        }
    });
    Ok(ReadersTold { needed: READERS, facts: facts.collect() })
}

/// The pack of what enough readers agree on, and how that is answered.
fn agreed(
    library: &Library,
    folder: &Folder,
    packs: &HashMap<String, Files>,
    asked: &AgreedPack,
) -> Result<(Pack, Box<serde_json::value::RawValue>), RpcError> {
    let (battle, of) =
        folder.files_of(library, &asked.scenario).ok_or_else(|| no_scenario(&asked.scenario))?;
    let readers = folder.readers();
    let mut agreement = agree(&readers);
    agreement.facts.retain(|(file, _), _| of.contains(file));
    let (mut files, taken) = agreed_files(&agreement, &readers, packs).map_err(|faults| at_fault(&faults))?;
    if taken == 0 {
        return Err(RpcError::new(
            RpcError::GONE,
            format!("scenario: nothing of '{}' is agreed on by {READERS} readers yet", asked.scenario),
        ));
    }
    let about = About {
        title: asked.title.clone().unwrap_or_else(|| format!("{battle}, as readers agree")),
        author: None,
        about: Some(agreement.words(taken)),
        from: folder
            .sound()
            .flat_map(|(_, known)| known.readings.lineage())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .cloned()
            .collect(),
    };
    files.insert(pack::ABOUT.to_owned(), about_text("", &about).map_err(RpcError::ours)?);
    kept(library.registry(), &files).and_then(|(pack, kept)| Ok((pack, answer(&kept)?)))
}
