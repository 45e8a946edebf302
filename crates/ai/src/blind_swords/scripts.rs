//! Scripts: ways of handling a brigade for one activation. A script is the same evaluation with
//! other weights.

use super::weights::BlindSwordsWeights;

/// A way of handling a brigade.
#[derive(Debug, Clone)]
pub(super) struct Script {
    /// What it is for, in the words of a reason.
    pub purpose: &'static str,
    /// The weights used for the brigade meanwhile.
    pub weights: BlindSwordsWeights,
}

/// The scripts, the plain one first.
pub(super) fn scripts(plain: &BlindSwordsWeights) -> Vec<Script> {
    let with = |purpose, change: &dyn Fn(&mut BlindSwordsWeights)| {
        let mut weights = plain.clone();
        change(&mut weights);
        Script { purpose, weights }
    };
    vec![
        with("as the ground suggests", &|_| {}),
        with("to come to grips", &|w| {
            w.exposure *= 0.3;
            w.contact = 0.3;
            w.assault *= 1.5;
            w.boldness = -0.3;
        }),
        with("to take what counts", &|w| {
            w.pull *= 4.0;
            w.drive *= 4.0;
            w.stand *= 3.0;
            w.exposure *= 0.5;
        }),
        with("to keep out of harm", &|w| {
            w.exposure *= 2.5;
            w.contact = -0.1;
            w.prospect *= 0.5;
            w.boldness = 2.0;
            w.leave += 0.15;
        }),
        with("to hold its ground", &|w| w.stir = 100.0),
    ]
}
