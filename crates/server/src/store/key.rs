//! The key under which the secrets of the dice are encrypted, in a file of its own.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::{BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use tabletop::hex_string;

/// What the line with the key begins with.
const WORD: &str = "longroll-key-1";

/// What a secret that is encrypted begins with.
const LOCKED: &str = "x1:";

/// How long a nonce is.
const NONCE: usize = 24;

/// What keeps this use of a key apart from all others.
const DOMAIN: &str = "longroll secret 1\0";

/// The same for what is handed out.
const SEALED: &str = "longroll sealed 1\0";

/// A key and the file it comes from. It is never shown.
pub struct Key {
    bytes: [u8; 32],
    file: PathBuf,
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({}, {})", self.file.display(), self.fingerprint())
    }
}

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file is there and cannot be read.
    #[error("the key file {file} cannot be read: {source}")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It holds something else.
    #[error(
        "the key file {file} holds no key: one line with '{WORD}' and 64 hexadecimal digits was expected, beside lines \
         that begin with '#'"
    )]
    NoKey {
        /// The file.
        file: PathBuf,
    },
    /// It is not there and cannot be made.
    #[error("the key file {file} cannot be made: {source}")]
    Unmade {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Key {
    /// The key in that file; `None` if there is no such file.
    ///
    /// # Errors
    /// [`KeyError`] if it cannot be read or holds no key.
    pub fn read(file: &Path) -> Result<Option<Key>, KeyError> {
        let text = match std::fs::read(file) {
            Ok(bytes) => String::from_utf8(bytes).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(KeyError::Unreadable { file: file.to_owned(), source }),
        };
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let bytes = match lines.as_slice() {
            [line] => line.strip_prefix(WORD).map(str::trim).and_then(from_hex),
            _ => None,
        };
        let bytes = bytes.ok_or_else(|| KeyError::NoKey { file: file.to_owned() })?;
        warn_of_readers(file);
        Ok(Some(Key { bytes, file: file.to_owned() }))
    }

    /// Makes a key and keeps it in that file, which only its owner may read. If somebody else has
    /// made it meanwhile, that key is the one.
    ///
    /// # Errors
    /// [`KeyError`] if it cannot be made.
    pub fn make(file: &Path) -> Result<Key, KeyError> {
        let unmade = |source| KeyError::Unmade { file: file.to_owned(), source };
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|e| unmade(io::Error::other(e)))?;
        let text = format!(
            "# The key to the secrets of the dice in Longroll's games. Whoever has it and the games can foretell dice.\n\
             # Keep a copy apart from the games' backups: without it they can only be watched.\n\
             {WORD} {}\n",
            hex_string(&bytes)
        );
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(unmade)?;
        }
        match publish(file, text.as_bytes()) {
            Ok(()) => Ok(Key { bytes, file: file.to_owned() }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Key::read(file)?.ok_or_else(|| unmade(error))
            }
            Err(error) => Err(unmade(error)),
        }
    }

    /// The file it comes from.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What it is known by; it tells nothing of the key.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(b"longroll key 1\0");
        hash.update(self.bytes);
        hex_string(&hash.finalize()[..16])
    }

    /// A secret of the server's for another purpose. Nothing of the key can be told from it.
    pub(super) fn derived(&self, purpose: &str) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"longroll derived key 1\0");
        hash.update(purpose);
        hash.update(b"\0");
        hash.update(self.bytes);
        hash.finalize().into()
    }

    /// What shows that a text is this server's own. It is hashed twice, so that nobody can go on from one text to a
    /// longer one.
    pub(super) fn mac(&self, purpose: &str, text: &str) -> String {
        let key = self.derived(purpose);
        let inner = Sha256::new().chain_update(key).chain_update(text).finalize();
        hex_string(&Sha256::new().chain_update(key).chain_update(inner).finalize())
    }

    /// Whether what is kept as a secret is encrypted.
    pub(super) fn locks(kept: &str) -> bool {
        kept.starts_with(LOCKED)
    }

    /// The secret of that game, encrypted.
    ///
    /// # Errors
    /// Why it cannot be: there is no randomness to be had.
    pub(super) fn lock(&self, game: &str, secret: &str) -> Result<String, String> {
        let kept = self.encrypt(&format!("{DOMAIN}{game}"), secret)?;
        Ok(format!("{LOCKED}{}", BASE64_STANDARD_NO_PAD.encode(kept)))
    }

    /// The secret of that game; `None` if this is not the key, or not what it encrypted for that
    /// game.
    pub(super) fn unlock(&self, game: &str, kept: &str) -> Option<String> {
        let kept = BASE64_STANDARD_NO_PAD.decode(kept.strip_prefix(LOCKED)?).ok()?;
        self.decrypt(&format!("{DOMAIN}{game}"), &kept)
    }

    /// A text that is handed out and comes back, fit for an address.
    ///
    /// # Errors
    /// As [`Key::lock`].
    pub(super) fn seal(&self, purpose: &str, text: &str) -> Result<String, String> {
        Ok(BASE64_URL_SAFE_NO_PAD.encode(self.encrypt(&format!("{SEALED}{purpose}"), text)?))
    }

    /// The text that was sealed for this purpose; `None` if none was.
    pub(super) fn unseal(&self, purpose: &str, sealed: &str) -> Option<String> {
        self.decrypt(&format!("{SEALED}{purpose}"), &BASE64_URL_SAFE_NO_PAD.decode(sealed).ok()?)
    }

    fn encrypt(&self, bound: &str, text: &str) -> Result<Vec<u8>, String> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|e| e.to_string())?;
        let payload = Payload { msg: text.as_bytes(), aad: bound.as_bytes() };
        let text = self.cipher().encrypt(&XNonce::from(nonce), payload).map_err(|e| e.to_string())?;
        Ok(nonce.into_iter().chain(text).collect())
    }

    fn decrypt(&self, bound: &str, kept: &[u8]) -> Option<String> {
        let (nonce, text) = kept.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: text, aad: bound.as_bytes() };
        let secret = self.cipher().decrypt(&XNonce::from(*nonce), payload).ok()?;
        String::from_utf8(secret).ok()
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.bytes.into())
    }
}

/// Thirty-two bytes from their hexadecimal form.
fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}

/// Writes a file that only its owner may read, whole or not at all, and never over another.
fn publish(file: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".part-{}", std::process::id()));
    let part = PathBuf::from(name);
    let written = (|| {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut out = options.open(&part)?;
        out.write_all(content)?;
        out.sync_all()?;
        place(&part, file)
    })();
    // What is in its place has two names now, what failed is of no use.
    let _ = std::fs::remove_file(&part);
    written
}

/// Gives a finished file its name, unless there is a file of that name.
pub(super) fn place(part: &Path, file: &Path) -> io::Result<()> {
    match std::fs::hard_link(part, file) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // Not every disk knows second names.
        Err(_) if std::fs::exists(file)? => return Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => std::fs::rename(part, file)?,
    }
    #[cfg(unix)]
    if let Some(folder) = file.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Says so, if others than its owner may read a key.
fn warn_of_readers(file: &Path) {
    #[cfg(unix)]
    if let Ok(about) = std::fs::metadata(file) {
        use std::os::unix::fs::PermissionsExt;
        if about.permissions().mode() & 0o077 != 0 {
            tracing::warn!(file = %file.display(), "others than its owner may read or write this key file");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_by_its_key_for_its_game_alone() {
        let key = |n| Key { bytes: [n; 32], file: PathBuf::new() };
        let kept = key(1).lock("game", "the secret").unwrap();
        assert!(Key::locks(&kept) && !kept.contains("secret"));
        assert_eq!(key(1).unlock("game", &kept).as_deref(), Some("the secret"));
        assert_eq!(key(1).unlock("other", &kept), None);
        assert_eq!(key(2).unlock("game", &kept), None);
        assert_ne!(key(1).lock("game", "the secret").unwrap(), kept, "no nonce serves twice");
        assert_ne!(key(1).fingerprint(), key(2).fingerprint());
        assert!(!format!("{:?}", key(7)).contains("0707"), "a key is never shown");
        for cut in 0..kept.len() {
            assert_eq!(key(1).unlock("game", &kept[..cut]), None);
        }
    }
}
