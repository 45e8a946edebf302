//! `longroll work`, and experiments over all workers: whoever plays the games, whoever is lost on
//! the way, the report is that of one machine.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use ai::{Budget, Level, RunOptions, Seat};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Map, Value, json};
use server::store::{JobState, JobStatus, KeyChoice, NewJob, Settings, Store};
use tabletop::BySide;
use tempfile::{TempDir, tempdir};
use tournament::{BattleData, Bout, Series};

const EXPERIMENT: &str = r#"
title = "Training"
question = "Who wins the training battle?"
commander = "recruit"
games = 50
seed = 3

[[variant]]
id = "printed"
title = "As it is"
scenario = "training"

[[variant]]
id = "bold"
title = "A bold Union"
scenario = "training"
union = { weights = { boldness = 1e6 } }
against = "printed"

[[variant]]
id = "shorter"
title = "Without a quota"
scenario = "chattanooga-1975"
[[variant.change]]
file = "blue-gray/chattanooga/1975.toml"
remove = ["quota"]
"#;

/// A database: a folder, or one on the server that `./test` starts.
pub(crate) struct Place {
    _folder: TempDir,
    pub(crate) argument: String,
    pub(crate) store: Store,
}

impl Place {
    pub(crate) async fn file() -> Place {
        let folder = tempdir().expect("a folder");
        let argument = path(folder.path()).to_owned();
        let store = opened(folder.path(), Settings::default()).await;
        Place { _folder: folder, argument, store }
    }

    #[cfg(feature = "club")]
    pub(crate) async fn server(name: &str) -> Place {
        let argument = crate::postgres::database(name);
        let folder = tempdir().expect("a folder");
        let server = Some(argument.parse().expect("an address"));
        let store = opened(folder.path(), Settings { server, ..Settings::default() }).await;
        Place { _folder: folder, argument, store }
    }

    /// A worker over it.
    fn worker(&self, name: &str) -> Worker {
        self.worker_with(name, &[])
    }

    /// The same with further arguments.
    pub(crate) fn worker_with(&self, name: &str, more: &[&str]) -> Worker {
        let mut command = Command::new(crate::LONGROLL);
        command.args(["work", "--name", name, "--places", "1", "--lease", "1"]).args(more);
        match self.argument.contains("://") {
            true => command.args(["--database", &self.argument]),
            false => command.args(["--data-dir", &self.argument]),
        };
        let mut process = command.stdout(Stdio::piped()).spawn().expect("it runs");
        let mut line = String::new();
        let out = process.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it says that it is there");
        assert!(line.starts_with(&format!("{name} works for ")), "{line}");
        Worker(process)
    }

    /// Waits until the jobs of an experiment are as they are to be. What other programs do to a file
    /// is not heard, so it is looked for.
    pub(crate) async fn until(&self, what: impl Fn(&[JobStatus]) -> bool) -> Vec<JobStatus> {
        let mut looks = tokio::time::interval(Duration::from_millis(10));
        let there = async {
            loop {
                looks.tick().await;
                let mut jobs = Vec::new();
                for state in [JobState::Waiting, JobState::Taken, JobState::Done, JobState::SetAside] {
                    jobs.extend(self.store.jobs_in(state).await.expect("it is read"));
                }
                if what(&jobs) {
                    return jobs;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(120), there).await.expect("it takes too long")
    }
}

async fn opened(folder: &Path, settings: Settings) -> Store {
    let settings = Settings { key: KeyChoice::Without, ..settings };
    Store::open_with(folder, settings).await.expect("it opens")
}

/// A process of ours, which does not outlive its test.
pub(crate) struct Worker(Child);

impl Worker {
    fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.0);
        kill_process(pid, signal).expect("it is there");
    }

    /// Asks it to end.
    pub(crate) fn end(mut self) {
        self.signal(Signal::TERM);
        assert!(self.0.wait().expect("it ends").success());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn longroll(arguments: &[&str]) -> Output {
    Command::new(crate::LONGROLL).args(arguments).output().expect("it runs")
}

pub(crate) fn start(arguments: &[&str]) -> Worker {
    let mut command = Command::new(crate::LONGROLL);
    // What it says when it fails stands beside the test's own words.
    Worker(command.args(arguments).stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().expect("it runs"))
}

/// The experiment in a folder, with the report of this machine alone.
fn alone() -> (TempDir, String) {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("training.toml");
    std::fs::write(&file, EXPERIMENT).expect("it is written");
    let output = longroll(&["lab", path(&file), "-o", path(&folder.path().join("alone")), "--jobs", "2"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let file = path(&file).to_owned();
    (folder, file)
}

/// That the report in that folder is the one of this machine alone, byte for byte.
fn same_as_alone(folder: &TempDir, name: &str) {
    for file in ["index.html", "results.json", "results.csv", "experiment.toml"] {
        let read = |name: &str| std::fs::read(folder.path().join(name).join(file)).expect("it is there");
        assert!(read(name) == read("alone"), "{file} is another");
    }
}

/// One worker is killed with a shard in its hands, another does the rest.
async fn outlives_a_kill(place: &Place) {
    let (folder, file) = alone();
    let output = folder.path().join("spread");
    let lab = ["lab", &file, "-o", path(&output), "--jobs", "0", "--database", &place.argument];
    let first = place.worker("first");
    let mut command = start(&lab);
    // The command is not there all the time either.
    place.until(|jobs| jobs.len() == 9 && jobs.iter().any(|job| job.state == JobState::Done)).await;
    drop(command);
    command = start(&lab);
    let held = |job: &JobStatus| job.state == JobState::Taken && job.worker.as_deref() == Some("first");
    loop {
        place.until(|jobs| jobs.iter().any(held)).await;
        first.signal(Signal::STOP);
        // It may just have finished.
        if place.store.jobs_in(JobState::Taken).await.expect("it is read").iter().any(held) {
            break;
        }
        first.signal(Signal::CONT);
    }
    drop(first);
    let second = place.worker("second");
    assert!(command.0.wait().expect("it ends").success());
    second.end();
    same_as_alone(&folder, "spread");
    // Nothing is left of it.
    place.until(<[_]>::is_empty).await;
}

#[tokio::test]
async fn an_experiment_over_workers_one_of_whom_is_killed_has_the_same_report() {
    outlives_a_kill(&Place::file().await).await;
}

#[cfg(feature = "club")]
#[tokio::test]
async fn an_experiment_over_workers_of_postgres_one_of_whom_is_killed_has_the_same_report() {
    outlives_a_kill(&Place::server("experiment").await).await;
}

#[tokio::test]
async fn an_experiment_that_was_called_off_goes_on_where_it_was() {
    let place = Place::file().await;
    let (folder, file) = alone();
    let output = folder.path().join("spread");
    let lab = ["lab", &file, "-o", path(&output), "--database", &place.argument, "--jobs"];
    let mut command = start(&[&lab[..], &["1"]].concat());
    place.until(|jobs| jobs.iter().any(|job| job.state == JobState::Done)).await;
    command.signal(Signal::TERM);
    assert!(!command.0.wait().expect("it ends").success());
    let left = place.until(|jobs| jobs.iter().all(|job| job.state != JobState::Taken)).await;
    assert!(left.iter().all(|job| job.tries == u32::from(job.state == JobState::Done)), "{left:?}");
    // Workers go on without it.
    let worker = place.worker("worker");
    let done = place.until(|jobs| jobs.iter().all(|job| job.state == JobState::Done)).await;
    assert_eq!(done.len(), 9);
    worker.end();
    // Now nobody is there to play.
    let again = longroll(&[&lab[..], &["0"]].concat());
    assert!(again.status.success(), "{}", text(&again.stderr));
    same_as_alone(&folder, "spread");
}

#[tokio::test]
async fn games_and_weights_are_the_same_with_the_help_of_others() {
    let place = Place::file().await;
    let worker = place.worker("worker");
    let database = ["--database", &place.argument];
    let games = |more: &[&str]| {
        let output = longroll(
            &[&["simulate", "training", "--games", "90", "--swap", "--union", "recruit", "--csv"], more]
                .concat(),
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        let csv = text(&output.stdout);
        // The columns before the thinking time.
        csv.lines().map(|line| line.split(',').take(10).collect::<Vec<_>>().join(",")).collect::<Vec<_>>()
    };
    assert_eq!(games(&database), games(&[]));

    let weights = |name: &str, more: &[&str]| {
        let file = place._folder.path().join(name);
        let tune = ["tune", "training", "chattanooga-1975", "--level", "recruit", "--games", "6"];
        let rest = ["--rounds", "2", "--trial", "8", "-o", path(&file)];
        let output = longroll(&[&tune[..], &rest, more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let told = text(&output.stdout).replace(name, "");
        (std::fs::read_to_string(file).expect("it is there"), told)
    };
    assert_eq!(weights("spread.toml", &database), weights("alone.toml", &[]));
    worker.end();
    place.until(<[_]>::is_empty).await;
}

#[tokio::test]
async fn games_that_nobody_can_play_are_set_aside_and_named() {
    let place = Place::file().await;
    let weights = place._folder.path().join("weights.toml");
    std::fs::write(&weights, "nonsense = 1\n").expect("it is written");
    let arguments =
        ["simulate", "training", "--union", "recruit", "--confederate", "recruit", "--games", "20"];
    let output =
        longroll(&[&arguments[..], &["--database", &place.argument, "--weights", path(&weights)]].concat());
    assert!(!output.status.success());
    let told = text(&output.stderr);
    assert!(told.contains("could not be played, and were set aside: games-"), "{told}");
    assert!(told.contains("training 0, games 0 to 19 (") && told.contains("nonsense"), "{told}");
    let queue = longroll(&["admin", "queue", "--data-dir", &place.argument]);
    let told = text(&queue.stdout);
    assert!(told.contains("training 0, games 0 to 19") && told.contains("nonsense"), "{told}");
}

#[tokio::test]
async fn a_worker_leaves_an_experiment_of_another_program_alone() {
    let place = Place::file().await;
    let battle = BattleData {
        scenario: "training".to_owned(),
        options: Map::new(),
        pack: None,
        data: "of another program".to_owned(),
    };
    let seat = Seat { level: Level::Random, budget: Budget::Own };
    let series = Series {
        seats: BySide { union: seat, confederate: seat },
        games: 2,
        seed: 1,
        swap: false,
        jobs: 1,
        run: RunOptions::default(),
    };
    let bout = json!(Bout { battle, series, weights: BySide { union: None, confederate: None } });
    let version = env!("CARGO_PKG_VERSION");
    let shards = [
        (json!({ "program": version, "data": "0123", "bout": bout }), "data of this worker are not those"),
        (json!({ "program": "9.0.0", "data": "0123", "bout": bout }), "are asked for by longroll 9.0.0"),
        (json!({ "program": "9.0.0", "games": [1, 2] }), "does not understand the experiment"),
    ];
    let job = |number: usize, work: &Value| NewJob {
        kind: "games".to_owned(),
        key: number.to_string(),
        batch: number.to_string(),
        urgency: 0,
        work: work.clone(),
        preferred: None,
    };
    let jobs: Vec<NewJob> = shards.iter().enumerate().map(|(number, (work, _))| job(number, work)).collect();
    place.store.enter_jobs(&jobs).await.expect("they are entered");
    let worker = place.worker("worker");
    let refused = place.until(|jobs| jobs.len() == 3 && jobs.iter().all(|job| job.error.is_some())).await;
    worker.end();
    for (job, (_, says)) in refused.iter().zip(&shards) {
        assert_eq!((job.state, job.tries), (JobState::Waiting, 0), "{job:?}");
        assert!(job.error.as_deref().is_some_and(|error| error.contains(says)), "{job:?}");
    }
}

#[test]
fn a_worker_that_cannot_work_says_why() {
    let folder = tempdir().expect("a folder");
    for (arguments, says) in [
        (
            &["work", "--kinds", "chess"][..],
            "--kinds chess: the kinds are turn, advice, lesson, review, games, pairs",
        ),
        (&["work", "--places", "0"], "--places"),
        (&["simulate", "training", "--jobs", "0"], "--jobs 0: without --database"),
        (&["simulate", "training", "--database", "mysql://here/there"], "mysql:// is neither"),
    ] {
        let more: &[&str] = if arguments[0] == "work" { &["--data-dir", path(folder.path())] } else { &[] };
        let output = longroll(&[arguments, more].concat());
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(says), "{}", text(&output.stderr));
    }
}
