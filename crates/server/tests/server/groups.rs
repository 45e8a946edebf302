//! Appends that come at a time go to the disk together, and each is kept or refused by itself.

use std::sync::Arc;

use catalog::Start;
use futures_util::future::join_all;
use protocol::params::Commanders;
use serde_json::{Value, json};
use server::store::{NewGame, Seam, Settings, Standing, Store, StoreError};
use tabletop::{Header, chain};
use tempfile::TempDir;

use crate::faults::{Failing, KINDS, Trouble};
use crate::kept_in::Backend;
use crate::site::open_store;

/// How many games there are.
const GAMES: usize = 5;

/// A game, and what its entries are known to be.
pub struct Line {
    pub game: String,
    root: String,
    pub entries: Vec<Value>,
}

impl Line {
    async fn begin(store: &Store, number: usize, header: &Header) -> Line {
        let game = format!("game-{number}");
        let new = NewGame {
            id: game.clone(),
            header: header.clone(),
            secret: None,
            title: "A battle".to_owned(),
            name: String::new(),
            mode: "hot-seat",
            commanders: Commanders::default(),
            advice: false,
            seats: Vec::new(),
            entries: Vec::new(),
            standing: Standing::default(),
        };
        store.create(&new, None).await.unwrap();
        Line { game, root: chain::header_hash(&header.value()), entries: Vec::new() }
    }

    /// An entry that follows on so many more than there are.
    pub fn next(&self, more: &[Value]) -> Value {
        let before = self.entries.iter().chain(more);
        let head = before.fold(self.root.clone(), |head, entry| chain::entry_hash(&head, entry));
        json!({ "version": self.entries.len() + more.len() + 1, "prev": head, "order": { "hold": {} } })
    }

    pub fn version(&self) -> u32 {
        u32::try_from(self.entries.len()).unwrap()
    }

    /// Checks that there is what was kept and nothing that was refused, and goes on from there.
    async fn check(&mut self, store: &Store, given: &[Value], outcomes: &[&Result<(), StoreError>]) {
        let kept = store.load(&self.game).await.unwrap().unwrap();
        for (entry, outcome) in given.iter().zip(outcomes) {
            let there = kept.entries.contains(entry);
            match outcome {
                Ok(()) => assert!(there, "{}: {entry} was acknowledged and is lost", self.game),
                Err(StoreError::Uncertain { .. }) => {}
                Err(error) => assert!(!there, "{}: {entry} was refused and kept: {error}", self.game),
            }
        }
        assert!(kept.entries.len() <= self.entries.len() + given.len());
        self.entries = kept.entries;
    }
}

/// A store of so many games in a folder of its own, and what can make its calls fail.
pub async fn games(backend: Backend, count: usize) -> (TempDir, Arc<Failing>, Store, Vec<Line>) {
    let folder = backend.folder();
    let failing = Arc::new(Failing::default());
    let seam: Arc<dyn Seam> = Arc::clone(&failing) as _;
    let settings = Settings { seam: Some(seam), ..Settings::default() };
    let store = open_store(folder.path(), settings).await;
    let library = systems::library().unwrap();
    let begun = library.begin(&Start { scenario: "training", ..Start::default() }, [1; 32]).unwrap();
    let mut lines = Vec::new();
    for number in 0..count {
        lines.push(Line::begin(&store, number, begun.header()).await);
    }
    (folder, failing, store, lines)
}

pub async fn a_fault_in_a_group_refuses_nothing_that_was_kept_and_keeps_nothing_that_was_refused(
    backend: Backend,
) {
    let (_folder, failing, store, mut lines) = games(backend, GAMES).await;
    let (standing, mut uncertain) = (Standing::default(), 0);
    for (ways, (after, lasting)) in
        [(false, false), (true, false), (false, true), (true, true)].into_iter().enumerate()
    {
        for at in 0.. {
            // A group does not ask which kind it is: each comes at some call.
            let (code, _) = KINDS[(at + ways) % KINDS.len()];
            failing.set(Some(Trouble { code, after, at, lasting, only: None }));
            let entries: Vec<Value> = lines.iter().map(|line| line.next(&[])).collect();
            let second = lines[0].next(&entries[..1]);
            let mut stale = entries[1].clone();
            stale["prev"] = json!("of another record");
            let mut given: Vec<(&str, u32, &Value)> = lines
                .iter()
                .zip(&entries)
                .map(|(line, entry)| (&*line.game, line.version(), entry))
                .collect();
            given[1].2 = &stale;
            given.push((&lines[0].game, lines[0].version() + 1, &second));
            given.push(("game-of-nobody", 0, &second));
            let appends = given.iter().map(|(game, version, entry)| {
                store.append(game, *version, std::slice::from_ref(*entry), &standing)
            });
            let outcomes = join_all(appends).await;
            let struck = failing.struck();
            failing.set(None);
            for strange in [1, GAMES + 1] {
                assert!(outcomes[strange].is_err(), "it follows on nothing that is there");
            }
            uncertain += outcomes.iter().filter(|o| matches!(o, Err(StoreError::Uncertain { .. }))).count();
            for (number, line) in lines.iter_mut().enumerate() {
                let (given, told) = match number {
                    0 => (vec![entries[0].clone(), second.clone()], vec![&outcomes[0], &outcomes[GAMES]]),
                    1 => (vec![stale.clone()], vec![&outcomes[1]]),
                    _ => (vec![entries[number].clone()], vec![&outcomes[number]]),
                };
                line.check(&store, &given, &told).await;
            }
            if !struck {
                let refused: Vec<usize> =
                    (0..outcomes.len()).filter(|number| outcomes[*number].is_err()).collect();
                assert_eq!(refused, [1, GAMES + 1], "nobody else is refused without a fault");
                break;
            }
        }
    }
    assert!(uncertain > 0, "no end of a group ever failed");
    store.close().await;
}

pub async fn appends_that_wait_are_committed_together(backend: Backend) {
    let (_folder, failing, store, lines) = games(backend, 40).await;
    let standing = Standing { turn: 2, turns: 9, phase: "combat".to_owned(), asked: None };
    // Two entries at a time, as at the end of a game.
    let entries: Vec<Vec<Value>> = lines
        .iter()
        .map(|line| {
            let first = line.next(&[]);
            let second = line.next(std::slice::from_ref(&first));
            vec![first, second]
        })
        .collect();
    failing.set(None);
    let appends =
        lines.iter().zip(&entries).map(|(line, entries)| store.append(&line.game, 0, entries, &standing));
    for outcome in join_all(appends).await {
        outcome.unwrap();
    }
    let calls = match backend {
        // A connection, a transaction that is begun and written at once, and its end.
        Backend::File => 4,
        // A connection, and a transaction that is written and ended at once.
        #[cfg(feature = "club")]
        Backend::Postgres => 3,
    };
    assert_eq!(failing.calls(), calls);
    for (line, entries) in lines.iter().zip(&entries) {
        let kept = store.load(&line.game).await.unwrap().unwrap();
        assert_eq!(&kept.entries, entries);
        assert!(!kept.doubtful, "where it stands is kept as it was written");
    }
    store.close().await;
}
