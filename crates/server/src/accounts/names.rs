//! Names of accounts: what may be one, and when two are too much alike.
//!
//! Any script will do, one at a time, since people write their names in theirs. That letters of two
//! scripts look alike is known to Unicode's tables (UTS 39), from which each name gets a shape, in which accents do not
//! count; two names of one shape are not both given out.
//!
//! All of this is asked of new names alone: an account is found by how its name is spelt.

use std::collections::HashSet;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};
use tabletop::text::{ACCOUNT_NAME, PROGRAM_NAMES};
use tabletop::{Side, hex_string};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

/// Words that would be taken for who runs the server, wherever they stand in a name.
const OFFICIAL: [&str; 13] = [
    "admin",
    "administrator",
    "computer",
    "longroll",
    "mod",
    "moderator",
    "official",
    "operator",
    "server",
    "staff",
    "support",
    "sysadmin",
    "sysop",
];

/// Names that would be taken for who runs the server, or has a part in a game. Reserved besides are
/// those that the program itself uses, of the computer's levels and of the sides: a General Lee may be called so.
const RESERVED: [&str; 14] = [
    "both",
    "bot",
    "confederacy",
    "deleted",
    "guest",
    "host",
    "opponent",
    "owner",
    "referee",
    "root",
    "somebody",
    "system",
    "umpire",
    "watcher",
];

/// A name that may be given out, if nobody has one like it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// In the normal form, as it is shown.
    pub(super) shown: String,
    /// The hashes of what no other name may be like: how it is spelt, and how it looks.
    pub(super) keys: [String; 2],
}

/// A name as somebody typed it.
///
/// # Errors
/// Why it is none, in a sentence.
pub(super) fn read(typed: &str) -> Result<Name, &'static str> {
    // Beyond this nothing is looked at: four bytes a character, and marks that are put together.
    if typed.len() > 8 * ACCOUNT_NAME.end() {
        return Err("A name may have at most 24 characters.");
    }
    let shown: String = typed.nfkc().collect();
    let shown = shown.trim_matches(' ');
    match shown.chars().count() {
        count if count < *ACCOUNT_NAME.start() => return Err("A name must have at least 2 characters."),
        count if count > *ACCOUNT_NAME.end() => return Err("A name may have at most 24 characters."),
        _ => {}
    }
    let letter =
        |c: char| (c.is_alphanumeric() || is_combining_mark(c)) && c.identifier_allowed() && c != APOSTROPHE;
    if !shown.chars().all(|c| letter(c) || SEPARATORS.contains(&c)) {
        return Err("A name may contain only letters, digits, spaces, hyphens, underscores and dots.");
    }
    if shown.contains("  ") {
        return Err("A name may not have two spaces in a row.");
    }
    if !shown.chars().any(char::is_alphabetic) || shown.chars().next().is_some_and(is_combining_mark) {
        return Err("A name must contain a letter.");
    }
    if !shown.is_single_script() {
        return Err("All letters of a name must be of one script, so that none can pass for another.");
    }
    if reserved(shown) {
        return Err("This name is reserved: it could be taken for the program or for whoever runs it.");
    }
    Ok(Name { shown: shown.to_owned(), keys: [spelling(shown), hash("shape", &shape(shown))] })
}

const SEPARATORS: [char; 4] = [' ', '-', '_', '.'];

/// A letter by Unicode's tables, which is easily overlooked at the end of a name.
const APOSTROPHE: char = '\u{2bc}';

/// The same turned round. It is a letter of Hawaiian, and does not count for how a name looks.
const OKINA: char = '\u{2bb}';

/// Without what stands between words, which is easily overlooked.
fn bare(name: &str) -> String {
    name.nfkc().filter(|c| !SEPARATORS.contains(c)).collect()
}

/// Whether it is an accent above, below or across a letter. The vowels, points and tones of other scripts are none:
/// without them their words would be all alike.
fn is_accent(c: char) -> bool {
    matches!(canonical_combining_class(c), 1 | 200..)
}

/// How a name looks: names of one shape are taken for each other. I, i, l and 1 are one here, since
/// one of each looks like one of the others in some type, and so are vv and w. Accents are overlooked.
fn shape(name: &str) -> String {
    let bare: String = bare(name).chars().filter(|c| *c != OKINA).collect();
    let looks: String = skeleton(&bare).collect();
    let lower: String = looks.to_lowercase();
    let looks = skeleton(&lower).filter(|c| !is_accent(*c)).map(|c| if c == 'i' { 'l' } else { c });
    looks.collect::<String>().replace("vv", "w")
}

/// The hash of how a name is spelt, by which its account is found. Any text has one.
pub(super) fn spelling(name: &str) -> String {
    hash("spelling", &bare(name).to_lowercase())
}

fn hash(what: &str, text: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("longroll name {what} 1\0{text}"));
    hex_string(&hash.finalize())
}

/// The shapes of words, and of many of each.
fn shapes<'a>(words: impl Iterator<Item = &'a str>) -> HashSet<String> {
    words.flat_map(|word| [shape(word), shape(&format!("{word}s"))]).collect()
}

/// Whether a name is one of the reserved, with or without an article, or has an official word in it.
fn reserved(name: &str) -> bool {
    static OFFICIAL_SHAPES: LazyLock<HashSet<String>> = LazyLock::new(|| shapes(OFFICIAL.into_iter()));
    static RESERVED_SHAPES: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let levels = ai::Level::ALL.map(ai::Level::word);
        let sides = [Side::Union, Side::Confederate].map(Side::word);
        shapes(RESERVED.into_iter().chain(PROGRAM_NAMES).chain(levels).chain(sides))
    });
    let words: Vec<&str> = name.split(SEPARATORS).filter(|word| !word.is_empty()).collect();
    let is_of = |shapes: &HashSet<String>, words: &[&str]| shapes.contains(&shape(&words.concat()));
    // A word may be spelt out: a.d.m.i.n.
    let has_official = (0..words.len())
        .flat_map(|from| (from..words.len()).map(move |to| from..=to))
        .any(|run| is_of(&OFFICIAL_SHAPES, &words[run]));
    let without_article =
        words.split_first().filter(|(first, _)| shape(first) == "the").map(|(_, rest)| rest);
    has_official
        || is_of(&RESERVED_SHAPES, &words)
        || without_article.is_some_and(|rest| is_of(&RESERVED_SHAPES, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_in_its_normal_form() {
        for (typed, shown) in [
            ("Ann", "Ann"),
            (" U. S. Grant ", "U. S. Grant"),
            ("Zo\u{65}\u{308}", "Zo\u{eb}"),
            ("\u{ff21}\u{ff4e}\u{ff4e}", "Ann"),
            ("\u{418}\u{432}\u{430}\u{43d}_62", "\u{418}\u{432}\u{430}\u{43d}_62"),
            ("\u{5f20}\u{4e09}", "\u{5f20}\u{4e09}"),
            ("a2", "a2"),
        ] {
            assert_eq!(read(typed).unwrap().shown, shown);
        }
    }

    #[test]
    fn what_is_no_name_is_refused_in_one_sentence() {
        for (typed, why) in [
            ("", "at least 2"),
            ("A", "at least 2"),
            ("abcdefghijklmnopqrstuvwxy", "at most 24"),
            (&"x".repeat(100_000), "at most 24"),
            ("Ann\n", "only letters"),
            ("Ann\u{0}", "only letters"),
            ("A\u{200b}nn", "only letters"),
            ("A\u{202e}nn", "only letters"),
            ("A\u{ad}nn", "only letters"),
            ("A\u{a0}\u{a0}nn", "two spaces in a row"),
            ("<b>Ann", "only letters"),
            ("Ann@home", "only letters"),
            ("Ann\u{2bc}", "only letters"),
            ("An\u{149}", "only letters"),
            ("\u{1f600}\u{1f600}", "only letters"),
            ("A  nn", "two spaces in a row"),
            ("12", "a letter"),
            ("- _", "a letter"),
            ("\u{410}nn", "one script"),
            ("Admin", "reserved"),
            ("a-d-m-i-n", "reserved"),
            ("\u{430}dm\u{456}n", "one script"),
            ("ADM1N", "reserved"),
            ("Union", "reserved"),
            ("Somebody who has left", "reserved"),
            ("nob0dy", "reserved"),
            ("confederate", "reserved"),
            ("General", "reserved"),
            ("Marsha1", "reserved"),
            ("Longroll Team", "reserved"),
            ("Long-roll team", "reserved"),
            ("Server Adm\u{ed}n", "reserved"),
            ("The a.d.m.i.n", "reserved"),
            ("Admins", "reserved"),
            ("Administrators", "reserved"),
            ("Sysop 7", "reserved"),
            ("Mod", "reserved"),
            ("rnods", "reserved"),
            ("the Server", "reserved"),
            ("veteran computer", "reserved"),
            ("The Union", "reserved"),
            ("Confederates", "reserved"),
            ("Watchers", "reserved"),
            ("Somebody", "reserved"),
        ] {
            let refused = read(typed).unwrap_err();
            assert!(refused.contains(why), "{typed:?}: {refused}");
            assert!(refused.ends_with('.') && refused.matches(". ").count() <= 1, "{refused}");
        }
        for sound in ["General Lee", "Union Jack", "Modern Art", "The Guest of Honor", "Computerist"] {
            assert!(read(sound).is_ok(), "{sound}");
        }
    }

    #[test]
    fn names_that_look_alike_are_not_two() {
        let alike = |a: &str, b: &str| {
            let (a, b) = (read(a).unwrap().keys, read(b).unwrap().keys);
            a[0] == b[0] || a[1] == b[1]
        };
        for (one, other) in [
            ("Ann Lee", "ann_lee"),
            ("Ann Lee", "AnnLee"),
            ("Ivan", "lvan"),
            ("ivan", "1van"),
            ("IVAN", "lvan"),
            ("Otto", "0tto"),
            ("Burnside", "Bumside"),
            ("PAHO", "\u{420}\u{410}\u{41d}\u{41e}"),
            ("cope", "\u{441}\u{43e}\u{440}\u{435}"),
            ("Zoe\u{308}", "zo\u{eb}"),
            ("Grant", "Gr\u{e4}nt"),
            ("Grant", "Grant\u{301}"),
            ("Wellington", "vvelli\u{146}gt\u{1ecd}n"),
            ("Wellington", "WELL\u{131}NGTON"),
            ("Oland", "\u{d8}land"),
            ("Kaahumanu", "Ka\u{2bb}ahumanu"),
            ("\u{418}\u{432}\u{430}\u{43d}", "\u{419}\u{432}\u{430}\u{43d}"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("Ann", "Anna"),
            ("Lee", "Leo"),
            ("Ann 1", "Ann 2"),
            // The vowels of Devanagari, and the voiced sounds of kana, are marks too.
            ("\u{930}\u{93e}\u{92e}", "\u{930}\u{92e}\u{93e}"),
            ("\u{304b}\u{306a}", "\u{304c}\u{306a}"),
        ] {
            assert!(!alike(one, other), "{one} {other}");
        }
        assert_eq!(spelling("ANN lee"), read("Ann Lee").unwrap().keys[0]);
        // An account from before a word was reserved is found as ever.
        assert_eq!(spelling("Longroll Team"), hash("spelling", "longrollteam"));
    }
}
