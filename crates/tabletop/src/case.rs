//! A case of a rulebook.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of a case as printed: `7.72`, `12.1a`, `K7`. At most eight characters, kept in place
/// so that events stay small and free to copy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Case([u8; 8]);

impl Case {
    /// The case with this number.
    ///
    /// # Panics
    /// If the number is longer than eight bytes; for numbers from data use [`Case::parse`].
    pub const fn new(number: &str) -> Case {
        match Case::pack(number.as_bytes()) {
            Some(case) => case,
            None => panic!("a case number has one to eight characters"),
        }
    }

    /// The case with this number, if it can be one: one to eight letters, digits, points and
    /// dashes.
    pub fn parse(number: &str) -> Option<Case> {
        let sound = number.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-');
        if sound { Case::pack(number.as_bytes()) } else { None }
    }

    const fn pack(bytes: &[u8]) -> Option<Case> {
        if bytes.is_empty() || bytes.len() > 8 {
            return None;
        }
        let mut packed = [0; 8];
        let mut i = 0;
        while i < bytes.len() {
            packed[i] = bytes[i];
            i += 1;
        }
        Some(Case(packed))
    }

    pub fn number(&self) -> &str {
        let end = self.0.iter().position(|&b| b == 0).unwrap_or(8);
        std::str::from_utf8(&self.0[..end]).unwrap_or("")
    }

    /// The chapter: the digits before the first point. 0 if it does not begin with digits.
    pub fn chapter(&self) -> u32 {
        self.number().split(|c: char| !c.is_ascii_digit()).next().and_then(|d| d.parse().ok()).unwrap_or(0)
    }
}

/// The case with that number, worked out by the compiler: `case!("7.72")`. A number too long does
/// not compile.
#[macro_export]
macro_rules! case {
    ($number:literal) => {
        const { $crate::Case::new($number) }
    };
}

/// A case as the folder of an edition prints it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct PrintedCase {
    pub case: Case,
    /// The folder, by rulebook and edition.
    pub system: Arc<str>,
    /// This is another edition's number: that of the one played is not held.
    #[serde(rename = "not-held", skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub not_held: bool,
}

/// The number that an edition prints for a case of its rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EditionCase {
    /// The scenario that has that edition's name.
    pub edition: String,
    #[serde(flatten)]
    pub printed: PrintedCase,
}

impl fmt::Display for PrintedCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.not_held {
            true => write!(f, "{} {}", self.system, self.case),
            false => self.case.fmt(f),
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}

impl Serialize for Case {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.number())
    }
}

impl<'de> Deserialize<'de> for Case {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Case, D::Error> {
        let number = Cow::<str>::deserialize(deserializer)?;
        Case::parse(&number).ok_or_else(|| {
            serde::de::Error::custom(format!("'{number}' is not a case; a number such as 7.72 was expected"))
        })
    }
}

schemars::written_out!(Case, { "type": "string", "pattern": "^[0-9A-Za-z.-]{1,8}$" });
