//! Text that people type: names, titles, messages, comments.
//!
//! Every entrance asks a [`TextRule`] before it keeps or shows anything. What was kept under older,
//! laxer rules stays readable: nothing here is asked when stored data is read.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization;

/// The name of a person, other than of an account, whose names are stricter still.
pub const PERSON: TextRule = TextRule { person: true, ..TextRule::line(80) };

/// The name of a thing: a game, a tournament, a pack, a study, a passkey, a bot.
pub const TITLE: TextRule = TextRule::line(80);

/// The player of a seat in a record's header. `longroll play` writes the command line of a program there.
pub const SEAT: TextRule = TextRule::line(1_000);

pub const NOTE: TextRule = TextRule::line(500);

/// A message, a note on a game, what is wrong with a message.
pub const MESSAGE: TextRule = TextRule::lines(1_000);

/// Limit of a pack's description text.
pub const ABOUT: TextRule = TextRule::lines(2_000);

pub const COMMENT: TextRule = TextRule::lines(4_000);

/// How many characters the name of an account has.
pub const ACCOUNT_NAME: RangeInclusive<usize> = 2..=24;

/// Replaces the name of a deleted account.
pub const LEFT: &str = "somebody who has left";

/// Words that the program uses in place of a person's name. In lower case.
pub const PROGRAM_NAMES: [&str; 12] = [
    "a person",
    "anonymous",
    "anybody",
    "computer",
    "everybody",
    "longroll",
    "nobody",
    "person",
    LEFT,
    "the computer",
    "the program",
    "you",
];

/// How the program ends the name of a computer among players: `general (computer)`.
const COMPUTER: &str = "(computer)";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextRule {
    longest: usize,
    lines: bool,
    person: bool,
}

impl TextRule {
    /// One line of at most `longest` characters.
    pub const fn line(longest: usize) -> TextRule {
        TextRule { longest, lines: false, person: false }
    }

    /// Any number of lines, together of at most `longest` characters.
    pub const fn lines(longest: usize) -> TextRule {
        TextRule { lines: true, ..TextRule::line(longest) }
    }

    /// The greatest number of characters allowed.
    pub const fn longest(self) -> usize {
        self.longest
    }

    /// A text that has to be there, without the space around it.
    ///
    /// # Errors
    /// What was expected of `field`, beginning with its name.
    pub fn read<'t>(self, field: &str, text: &'t str) -> Result<&'t str, String> {
        match self.read_optional(field, text)? {
            "" => Err(format!("{field}: text was expected, not nothing")),
            text => Ok(text),
        }
    }

    /// A text that may be left out, without the space around it.
    ///
    /// # Errors
    /// As [`TextRule::read`].
    pub fn read_optional<'t>(self, field: &str, text: &'t str) -> Result<&'t str, String> {
        let text = text.trim();
        let (longest, length) = (self.longest, text.chars().count());
        if length > longest {
            return Err(format!(
                "{field}: at most {longest} characters were expected, and these are {length}"
            ));
        }
        check_characters(field, text, self.lines)?;
        if self.person && is_program_name(text) {
            return Err(format!("{field}: '{text}' is a name that the program itself uses"));
        }
        Ok(text)
    }

    /// As much of a text as the rule allows, for what the program puts together from other texts.
    pub fn fit(self, text: &str) -> String {
        let begins: String = text.chars().take(self.longest).collect();
        let refused = refused(&begins, self.lines);
        let kept = begins.char_indices().filter(|(at, _)| refused.iter().all(|(gone, _)| gone != at));
        kept.map(|(_, c)| c).collect::<String>().trim().to_owned()
    }
}

/// Whether every character of a text can be shown, whatever its length; `lines` if it may have several
/// lines.
///
/// # Errors
/// The first character that cannot, after the name of the field.
pub fn check_characters(field: &str, text: &str, lines: bool) -> Result<(), String> {
    match first_refused(text, lines) {
        None => Ok(()),
        Some((_, '\n' | '\r' | '\t')) if !lines => Err(format!("{field}: one line was expected")),
        Some((_, c)) => Err(format!("{field}: the character U+{:04X} cannot be shown", u32::from(c))),
    }
}

/// The first character that cannot be shown, and the byte at which it stands.
pub fn first_refused(text: &str, lines: bool) -> Option<(usize, char)> {
    Characters::of(text, lines).next()
}

fn refused(text: &str, lines: bool) -> Vec<(usize, char)> {
    Characters::of(text, lines).collect()
}

/// Whether the program says this in place of a person's name.
fn is_program_name(name: &str) -> bool {
    let lower = name.nfkc().collect::<String>().to_lowercase();
    let words = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    words.ends_with(COMPUTER) || PROGRAM_NAMES.contains(&&*words)
}

/// The characters of a text that cannot be shown, each with its byte.
struct Characters<'t> {
    rest: std::str::CharIndices<'t>,
    before: Option<char>,
    lines: bool,
}

impl<'t> Characters<'t> {
    fn of(text: &'t str, lines: bool) -> Characters<'t> {
        Characters { rest: text.char_indices(), before: None, lines }
    }

    fn allows(&self, c: char) -> bool {
        let after = self.rest.clone().next().map(|(_, c)| c);
        let both = |is: fn(char) -> bool| self.before.is_some_and(is) && after.is_some_and(is);
        match c {
            '\n' | '\t' => self.lines,
            '\r' => self.lines && after == Some('\n'),
            // Arabic, Persian, and the scripts of India spell words with the two joiners, and one of
            // them holds together a family or a profession among emoji. Anywhere else they are unseen.
            '\u{200c}' => both(joins),
            '\u{200d}' => both(joins) || both(is_pictograph),
            // Text or picture: phones put one of these behind every older emoji, and into keycaps.
            '\u{fe0e}' | '\u{fe0f}' => self.before.is_some_and(|before| {
                is_pictograph(before)
                    || (after == Some('\u{20e3}') && matches!(before, '0'..='9' | '#' | '*'))
            }),
            c => !c.is_control() && !is_unseen(c),
        }
    }
}

impl Iterator for Characters<'_> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        while let Some((at, c)) = self.rest.next() {
            let allowed = self.allows(c);
            self.before = Some(c);
            if !allowed {
                return Some((at, c));
            }
        }
        None
    }
}

/// Unseen characters, and those that turn the direction of writing: `Default_Ignorable_Code_Point` of
/// Unicode 16 (DerivedCoreProperties.txt), and with it separators of lines, marks of interlinear
/// annotation, the blank of Braille, and what is no character at all.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    ) || u32::from(c) & 0xfffe == 0xfffe
}

/// Letters and marks of the scripts in which joiners change how a word is written: Arabic to Myanmar,
/// Tagalog to Vedic, those of India and Java in the blocks A800 to ABFF, Brahmi and its kin, Adlam.
fn joins(c: char) -> bool {
    matches!(
        c,
        '\u{600}'..='\u{109f}'
            | '\u{1700}'..='\u{1cff}'
            | '\u{a800}'..='\u{a95f}'
            | '\u{a980}'..='\u{aaff}'
            | '\u{abc0}'..='\u{abff}'
            | '\u{fb50}'..='\u{fdcf}'
            | '\u{fe70}'..='\u{fefc}'
            | '\u{10a00}'..='\u{11fff}'
            | '\u{1e900}'..='\u{1e95f}'
    ) && !is_unseen(c)
}

/// The blocks that hold the emoji (emoji-data.txt), and the mark that makes a sign one.
fn is_pictograph(c: char) -> bool {
    matches!(
        c,
        '\u{a9}'
            | '\u{ae}'
            | '\u{203c}'
            | '\u{2049}'
            | '\u{2122}'
            | '\u{2139}'
            | '\u{2190}'..='\u{21ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{24c2}'
            | '\u{25a0}'..='\u{27bf}'
            | '\u{2934}'..='\u{2935}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{3030}'
            | '\u{303d}'
            | '\u{3297}'
            | '\u{3299}'
            | '\u{fe0f}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_of_any_script_is_read_without_the_space_around_it() {
        for text in [
            "Robert's hotel & bar, \"No. 7\" <b>",
            "\u{5d0}\u{5d1}\u{5e8}\u{5d4}\u{5dd} \u{5dc}\u{5d9}\u{5e0}\u{5e7}\u{5d5}\u{5dc}\u{5df}",
            "\u{645}\u{62d}\u{645}\u{62f}",
            // Persian, with a joiner that keeps two letters apart.
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            // Devanagari and Sinhala, with one that joins.
            "\u{930}\u{94d}\u{200d}\u{92f}",
            "\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3}",
            // Letters with marks of their own.
            "Zoe\u{308} O\u{302}",
            "\u{1f469}\u{200d}\u{1f33e} \u{2764}\u{fe0f}\u{200d}\u{1f525} \u{1f44d}\u{1f3fd} 1\u{fe0f}\u{20e3}",
            "\u{1f1e9}\u{1f1ea}",
            "\u{8fbb}\u{3000}\u{5c71}",
        ] {
            let typed = format!(" \u{a0}{text}\n");
            assert_eq!(PERSON.read("name", &typed), Ok(text));
            assert_eq!(TITLE.fit(text), text);
        }
        assert_eq!(MESSAGE.read("text", "Well met.\r\n\tYour move.\n"), Ok("Well met.\r\n\tYour move."));
        assert_eq!(TITLE.read_optional("title", " \t"), Ok(""));
        assert_eq!(TITLE.read("title", " "), Err("title: text was expected, not nothing".to_owned()));
    }

    #[test]
    fn what_is_too_long_says_how_long_it_is() {
        assert_eq!(TITLE.read("name", &"\u{e9}".repeat(80)), Ok(&*"\u{e9}".repeat(80)));
        assert_eq!(
            TITLE.read("name", &"W".repeat(81)),
            Err("name: at most 80 characters were expected, and these are 81".to_owned())
        );
        assert_eq!(TITLE.fit(&"W".repeat(81)), "W".repeat(80));
    }

    #[test]
    fn control_direction_and_unseen_characters_are_named() {
        for c in [
            '\0',
            '\u{7}',
            '\u{1b}',
            '\u{7f}',
            '\u{85}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{180e}',
            '\u{200b}',
            '\u{200c}',
            '\u{200d}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{206f}',
            '\u{2800}',
            '\u{3164}',
            '\u{fe00}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff9}',
            '\u{ffff}',
            '\u{e0041}',
            '\u{e0100}',
        ] {
            let text = format!("A{c}nn");
            let said = Err(format!("name: the character U+{:04X} cannot be shown", u32::from(c)));
            assert_eq!(TITLE.read("name", &text).map(str::to_owned), said);
            assert_eq!(MESSAGE.read("name", &text).map(str::to_owned), said);
            assert_eq!(MESSAGE.fit(&text), "Ann");
        }
        for typed in ["a\nb", "a\tb", "a\r\nb"] {
            assert_eq!(TITLE.read("name", typed), Err("name: one line was expected".to_owned()));
        }
        assert!(MESSAGE.read("text", "a\rb").is_err());
        // A joiner needs what it joins on both sides.
        for typed in
            ["\u{645}\u{200c}", "\u{200d}\u{1f33e}", "\u{1f469}\u{200d}x", "\u{645}\u{200d}\u{1f33e}"]
        {
            assert!(TITLE.read("name", typed).is_err(), "{typed:?}");
        }
    }

    #[test]
    fn no_person_is_called_what_the_program_calls_others() {
        for name in
            [LEFT, &LEFT.to_uppercase().replace(' ', "  "), "\u{ff39}\u{ff4f}\u{ff55}", "General (computer)"]
        {
            let said = PERSON.read("author", name).unwrap_err();
            assert_eq!(said, format!("author: '{name}' is a name that the program itself uses"));
            assert_eq!(TITLE.read("title", name), Ok(name));
        }
        assert_eq!(PERSON.read("author", "Marshal"), Ok("Marshal"));
    }
}
