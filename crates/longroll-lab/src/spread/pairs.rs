//! enough of them have been played.

use std::collections::BTreeMap;

use serde_json::json;
use server::store::{JobState, JobStatus, NewJob};
use tournament::Finished;

use super::venue::{Spread, URGENCY, Watch, set_aside};
use crate::league::{PAIRS, Pairs, Sendable};

/// Receives the games of a pair; returns whether they are enough.
type OnPair<'a> = &'a mut dyn FnMut(&[Finished]) -> bool;

impl Spread {
    /// Lets the workers play the pairs of these seeds, and returns their games in the order of the
    /// seeds. `told` hears of every pair when it is over, in the order in which jobs end, and of a
    /// fault. It answers whether it is enough; what is not finished then is withdrawn, as after a
    /// fault.
    ///
    /// # Errors
    /// Why they could not be played.
    pub(crate) fn play_pairs(
        &self,
        sendable: &Sendable,
        seeds: &[u64],
        told: OnPair<'_>,
    ) -> Result<Vec<Finished>, String> {
        let Some(runtime) = &self.runtime else { return Err("there are no threads".to_owned()) };
        runtime.block_on(async {
            let stop =
                longroll::service::stop().map_err(|error| format!("signals cannot be heard: {error}"))?;
            tokio::select! {
                played = self.pairs(sendable, seeds, told) => played,
                () = stop => Err("called off; the same command goes on where this one was".to_owned()),
            }
        })
    }

    async fn pairs(
        &self,
        sendable: &Sendable,
        seeds: &[u64],
        told: OnPair<'_>,
    ) -> Result<Vec<Finished>, String> {
        let batch = format!("pairs-{}", &sendable.identity()[..16]);
        let asked: Vec<(NewJob, Pairs)> = seeds
            .chunks(sendable.size())
            .map(|seeds| (sendable.pairs(seeds), seeds))
            .map(|(pairs, seeds)| (job(&batch, &pairs, seeds), pairs))
            .collect();
        let mut news = self.store.job_news();
        self.begin(&batch).await;
        let before = self.bar.position();
        let mut watch = Watch::new();
        let mut played: BTreeMap<usize, Vec<Finished>> = BTreeMap::new();
        while played.len() < asked.len() {
            let known = self.ask(async || self.store.batch(&batch).await).await;
            let known: BTreeMap<&str, &JobStatus> =
                known.iter().map(|status| (status.key.as_str(), status)).collect();
            let state = |key: &str| known.get(key).map(|status| status.state);
            // A job whose result another run removed is entered anew unless its games were already read.
            let left = || (0..asked.len()).filter(|at| !played.contains_key(at));
            let missing: Vec<NewJob> =
                left().map(|at| &asked[at].0).filter(|job| state(&job.key).is_none()).cloned().collect();
            if !missing.is_empty() {
                self.enter(&missing).await;
                continue;
            }
            let ended: Vec<usize> =
                left().filter(|&at| state(&asked[at].0.key) == Some(JobState::Done)).collect();
            let mut enough = false;
            if !ended.is_empty() {
                let mut results = self.ask(async || self.store.results(&batch).await).await;
                for at in ended {
                    let (job, pairs) = &asked[at];
                    let Some(result) = results.remove(&job.key) else { continue };
                    let games = pairs.games(result).map_err(|what| format!("{}: {what}", job.key))?;
                    for pair in games.chunks(2) {
                        enough |= told(pair) || pair.iter().any(Result::is_err);
                    }
                    played.insert(at, games);
                }
            }
            let at_hand = (asked.iter().enumerate()).filter(|(at, _)| !played.contains_key(at));
            let at_hand: u64 = at_hand.map(|(_, (job, _))| progress(known.get(job.key.as_str()))).sum();
            let over: usize = played.values().map(Vec::len).sum();
            self.bar.set_position(before + over as u64 + at_hand);
            if enough {
                self.withdraw(&asked, &played, &known).await;
                break;
            }
            for told in watch.look(&known) {
                self.say(&told);
            }
            if known.values().any(|job| matches!(job.state, JobState::Waiting | JobState::Taken)) {
                self.wait(&mut news, PAIRS, &batch).await;
            } else {
                set_aside(asked.iter().map(|(job, _)| job.key.as_str()), &known)?;
            }
        }
        Ok(played.into_values().flatten().collect())
    }

    /// Withdraws the jobs no longer needed.
    async fn withdraw(
        &self,
        asked: &[(NewJob, Pairs)],
        played: &BTreeMap<usize, Vec<Finished>>,
        known: &BTreeMap<&str, &JobStatus>,
    ) {
        for (at, (job, _)) in asked.iter().enumerate() {
            if !played.contains_key(&at) && known.contains_key(job.key.as_str()) {
                self.ask(async || self.store.withdraw_job(&job.key).await).await;
            }
        }
    }
}

/// The job of these pairs. Its name hangs on its seeds alone, so that a league that asks for more
/// games finds those that were played.
fn job(batch: &str, pairs: &Pairs, seeds: &[u64]) -> NewJob {
    let (first, last) =
        (seeds.first().copied().unwrap_or_default(), seeds.last().copied().unwrap_or_default());
    NewJob {
        kind: PAIRS.to_owned(),
        key: format!("{batch}: {}, seeds {first} to {last}", pairs.title()),
        batch: batch.to_owned(),
        urgency: URGENCY,
        work: json!(pairs),
        preferred: None,
    }
}

/// How many games of a job that is being done are over.
fn progress(status: Option<&&JobStatus>) -> u64 {
    let taken = status.filter(|status| status.state == JobState::Taken);
    taken.and_then(|status| status.progress.as_ref()?.as_u64()).unwrap_or(0)
}
