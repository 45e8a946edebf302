//! Rules whose commanders judge by weights that a file can change.

use hexmap::Faults;

use crate::commander::Commander;
use crate::duel::Measured;
use crate::level::Level;

/// Rules whose commanders judge by weights.
pub trait Weighed: Measured {
    type Weights: Clone + Default + PartialEq + Send + Sync + 'static;

    /// A commander of that level that judges by these weights; `seed` is the seed of its random
    /// choices.
    fn weighed(&self, level: Level, seed: u64, weights: &Self::Weights) -> Box<dyn Commander<Self>>;

    /// Reads a weights file; `file` is its name in fault messages.
    ///
    /// # Errors
    /// Every fault, with its line.
    fn read_weights(file: &str, text: &str) -> Result<Self::Weights, Faults>;

    fn write_weights(weights: &Self::Weights) -> String;

    /// Every weight that a commander of that level judges by, with its name.
    fn list_weights(weights: &Self::Weights, level: Level) -> Vec<(&'static str, f64)>;

    /// Changes the weight of that name.
    fn set_weight(weights: &mut Self::Weights, name: &str, value: f64);

    /// The full name of the weight that a commander of that level judges by under this name; it may
    /// be one of the level's own, `recruit.NAME`.
    ///
    /// # Errors
    /// An unknown name, with the list of those that exist.
    fn weight_named(weights: &Self::Weights, level: Level, name: &str) -> Result<&'static str, String> {
        let names = Self::list_weights(weights, level).into_iter().map(|(full, _)| full);
        let plain = |full: &'static str| full.split_once('.').map_or(full, |(_, plain)| plain);
        names.clone().find(|full| *full == name || plain(full) == name).ok_or_else(|| {
            let known: Vec<&str> = names.map(plain).collect();
            format!("no weight is called '{name}'; there are {}", known.join(", "))
        })
    }
}

/// Implements `Weighed` for a system: its weights, and the function that makes a commander with
/// them.
macro_rules! weighed {
    ($battle:ty, $weights:ty, $commander:path) => {
        impl $crate::weighed::Weighed for $battle {
            type Weights = $weights;

            fn weighed(
                &self,
                level: $crate::level::Level,
                seed: u64,
                weights: &$weights,
            ) -> Box<dyn $crate::commander::Commander<Self>> {
                $commander(level, seed, weights.clone())
            }

            fn read_weights(file: &str, text: &str) -> Result<$weights, hexmap::Faults> {
                <$weights>::read(file, text)
            }

            fn write_weights(weights: &$weights) -> String {
                weights.write()
            }

            fn list_weights(weights: &$weights, level: $crate::level::Level) -> Vec<(&'static str, f64)> {
                weights.list(level)
            }

            fn set_weight(weights: &mut $weights, name: &str, value: f64) {
                weights.set(name, value);
            }
        }
    };
}
pub(crate) use weighed;
