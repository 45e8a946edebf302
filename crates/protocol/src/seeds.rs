//! The server's share of the dice.

use sha2::{Digest, Sha256};
use tabletop::ServerSeed;

use crate::RpcError;

/// So many random bytes from the operating system.
///
/// # Errors
/// A fault of ours if it gives none.
pub fn random<const N: usize>() -> Result<[u8; N], RpcError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the operating system gave no random bytes");
        RpcError::ours("there is no randomness to be had")
    })?;
    Ok(bytes)
}

/// A new server seed nobody can know.
///
/// # Errors
/// As [`random`].
pub fn fresh_seed() -> Result<ServerSeed, RpcError> {
    random()
}

/// The server seed that stands for a text: for games that are to be the same again.
pub fn seed_of(text: &str) -> ServerSeed {
    let mut hash = Sha256::new();
    hash.update(b"longroll seed 1\0");
    hash.update(text.as_bytes());
    hash.finalize().into()
}
