//! Passwords: argon2id, away from the threads that answer everybody, and only a few at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

use super::{Denied, Why};
use crate::aside::run_aside;

/// The least number of characters.
const SHORTEST: usize = 10;

/// The most bytes: more is nobody's password, and takes time to read.
const LONGEST: usize = 256;

/// With fewer characters that differ it is guessed at once.
const FEWEST: usize = 5;

/// What many people have, a line each in lower case; lines that begin with `#` say where it is from.
const COMMON: &str = include_str!("../../../../data/accounts/common-passwords.txt");

/// How much work a password is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Memory, in KiB.
    pub memory: u32,
    /// Passes over it.
    pub passes: u32,
}

impl Default for Cost {
    /// What OWASP recommends at least, of 2024.
    fn default() -> Cost {
        Cost { memory: 19 * 1024, passes: 2 }
    }
}

/// The one place where passwords are hashed.
pub(super) struct Passwords {
    argon2: Argon2<'static>,
    /// One permit a password that is being hashed.
    places: Arc<Semaphore>,
    most_waiting: usize,
    waiting: AtomicUsize,
    /// The hash of a password nobody has: where there is no account, it is compared.
    nobody: String,
    hashed: AtomicU64,
}

/// Somebody who waits, until this is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Passwords {
    /// So much work each, so many at a time, so many who wait.
    pub(super) fn new(cost: Cost, places: usize, most_waiting: usize) -> Result<Passwords, Denied> {
        let params = Params::new(cost.memory, cost.passes, 1, None).map_err(failed)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let nobody = hash(&argon2, &salt()?)?;
        Ok(Passwords {
            argon2,
            places: Arc::new(Semaphore::new(places)),
            most_waiting,
            waiting: AtomicUsize::new(0),
            nobody,
            hashed: AtomicU64::new(0),
        })
    }

    /// How many were hashed so far.
    pub(super) fn hashed(&self) -> u64 {
        self.hashed.load(Ordering::Relaxed)
    }

    /// What is kept of a password.
    pub(super) async fn hash(&self, password: &str) -> Result<String, Denied> {
        let argon2 = self.argon2.clone();
        let password = normal(password);
        self.run(move || hash(&argon2, password.as_bytes())).await?
    }

    /// Whether a password is the one of which that was kept. Where nothing was, it is not, and the
    /// work is the same.
    pub(super) async fn fits(&self, password: &str, kept: Option<&str>) -> Result<bool, Denied> {
        let argon2 = self.argon2.clone();
        let password = normal(password);
        let (there, kept) = (kept.is_some(), kept.unwrap_or(&self.nobody).to_owned());
        let fits = move || {
            let kept = PasswordHash::new(&kept).map_err(failed)?;
            Ok::<_, Denied>(argon2.verify_password(password.as_bytes(), &kept).is_ok())
        };
        Ok(self.run(fits).await?? && there)
    }

    /// Does it where it keeps nobody waiting, once there is a place.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Denied> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            drop(Waiting(&self.waiting));
            return Err(Denied::new(
                Why::Busy,
                "Many people are signing in right now; try again in a few seconds.",
            ));
        }
        let waiting = Waiting(&self.waiting);
        let place = Arc::clone(&self.places).acquire_owned().await.map_err(failed)?;
        drop(waiting);
        self.hashed.fetch_add(1, Ordering::Relaxed);
        let worked = run_aside(move || {
            let done = work();
            // Whoever asked may have gone; the place is taken until it is done.
            drop(place);
            done
        });
        worked.await.map_err(failed)
    }
}

/// The same on every keyboard.
fn normal(password: &str) -> String {
    password.nfc().collect()
}

fn salt() -> Result<[u8; 16], Denied> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(failed)?;
    Ok(salt)
}

fn hash(argon2: &Argon2<'_>, password: &[u8]) -> Result<String, Denied> {
    let hash = argon2.hash_password_with_salt(password, &salt()?).map_err(failed)?;
    Ok(hash.to_string())
}

fn failed(error: impl std::fmt::Display) -> Denied {
    tracing::error!(%error, "a password could not be hashed");
    Denied::ours()
}

/// Whether a new password will do; `name` is the account's.
pub(super) fn check_new(password: &str, name: &str) -> Result<(), Denied> {
    let wrong = |sentence: &str| Err(Denied::new(Why::Malformed, sentence));
    check_length(password)?;
    let lower = password.to_lowercase();
    if lower.chars().count() < SHORTEST {
        return wrong("A password must have at least 10 characters.");
    }
    if lower.chars().collect::<std::collections::BTreeSet<_>>().len() < FEWEST {
        return wrong("A password must have at least 5 different characters.");
    }
    if COMMON.lines().any(|common| common == lower) {
        return wrong("This password is too common: choose another.");
    }
    if lower.contains(&name.to_lowercase()) && lower.chars().count() < name.chars().count() + SHORTEST {
        return wrong("A password must have at least 10 characters besides the name.");
    }
    Ok(())
}

/// Whether it is short enough to be looked at.
pub(super) fn check_length(password: &str) -> Result<(), Denied> {
    if password.len() > LONGEST {
        return Err(Denied::new(Why::Malformed, "A password may have at most 256 bytes."));
    }
    Ok(())
}
