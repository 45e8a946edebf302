//! Secrets: the server's share of dice, game names and tokens.

use protocol::RpcError;
use protocol::seeds::random;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tabletop::hex_string;

/// A name or token nobody can guess: 128 random bits in hexadecimal.
///
/// # Errors
/// A fault of ours if the operating system gives no random bytes.
pub(crate) fn fresh_secret() -> Result<String, RpcError> {
    Ok(hex_string(&random::<16>()?))
}

/// A fair coin that nobody can foretell.
///
/// # Errors
/// A fault of ours if the operating system gives no random bytes.
#[cfg(feature = "club")]
pub(crate) fn fresh_coin() -> Result<bool, RpcError> {
    Ok(random::<1>()?[0] & 1 == 1)
}

/// What is kept of a token.
pub(crate) fn token_hash(token: &str) -> String {
    hex_string(&Sha256::digest(token.as_bytes()))
}

/// The secret of the news feed of the seat of which this is kept. It cannot be told from it which
/// token the seat has.
pub(crate) fn feed_secret(kept: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(b"longroll feed 1\0");
    hash.update(kept.as_bytes());
    let mut secret = hex_string(&<[u8; 32]>::from(hash.finalize()));
    secret.truncate(32);
    secret
}

/// The hash of the token of a seat: what a game is asked with. Games hear of no token itself.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SeatHash(String);

impl SeatHash {
    /// That of a token.
    pub(crate) fn of(token: &str) -> SeatHash {
        SeatHash(token_hash(token))
    }

    /// One that was kept.
    #[cfg(feature = "club")]
    pub(crate) fn kept(hash: String) -> SeatHash {
        SeatHash(hash)
    }

    /// Whether it is this one, in a time that does not tell how much of it is.
    pub(crate) fn is(&self, kept: &str) -> bool {
        same_hash(kept, &self.0)
    }

    /// As the database has it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether two hashes are the same, in a time that does not tell how much of them is.
pub(crate) fn same_hash(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// As much of a game's name as a log may tell: enough to find it, too little to watch it.
pub(crate) fn for_logs(game: &str) -> &str {
    game.get(..8).unwrap_or(game)
}
