//! The rules that games are played by at the moment: games of the same choices share them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Rules by the choices that they were made of, as long as a game is played by them.
pub struct RulesInPlay<R>(Mutex<HashMap<String, Weak<R>>>);

impl<R> RulesInPlay<R> {
    /// The rules of these choices; `make` makes them if no game is played by them.
    ///
    /// # Errors
    /// What `make` says.
    pub fn of<E>(&self, choices: String, make: impl FnOnce() -> Result<R, E>) -> Result<Arc<R>, E> {
        let mut rules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = rules.get(&choices).and_then(Weak::upgrade) {
            return Ok(rules);
        }
        let made = Arc::new(make()?);
        rules.retain(|_, rules| rules.strong_count() > 0);
        rules.insert(choices, Arc::downgrade(&made));
        Ok(made)
    }
}

impl<R> Default for RulesInPlay<R> {
    fn default() -> Self {
        RulesInPlay(Mutex::default())
    }
}

impl<R> fmt::Debug for RulesInPlay<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RulesInPlay")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_the_same_choices_share_their_rules_and_nothing_is_kept_for_none() {
        let shared = RulesInPlay::<u8>::default();
        let of = |choices: &str, made: u8| shared.of(choices.to_owned(), || Ok::<_, ()>(made));
        let (first, second) = (of("a", 1).expect("made"), of("a", 2).expect("there"));
        assert!(Arc::ptr_eq(&first, &second) && *first == 1);
        assert_eq!(*of("b", 3).expect("made"), 3);
        drop((first, second));
        assert_eq!(*of("a", 4).expect("made anew"), 4);
        assert!(shared.of("c".to_owned(), || Err(())).is_err());
        let _kept = of("d", 5).expect("made");
        assert_eq!(shared.0.lock().expect("sound").len(), 1, "those of no game are gone");
    }
}
