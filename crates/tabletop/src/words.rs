//! Words put together to sentences.

/// "a", "a and b", "a, b and c".
pub fn listed(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A number as it is written out in a sentence: small ones in a word.
pub fn spelled(number: u32) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = usize::try_from(number).ok().and_then(|number| words.get(number));
    word.map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// "1 point", "2 points", "3 hexes".
pub fn counted(number: impl std::fmt::Display, one: &str) -> String {
    match number.to_string().as_str() {
        "1" => format!("1 {one}"),
        number if one.ends_with('x') => format!("{number} {one}es"),
        number => format!("{number} {one}s"),
    }
}

/// A verb that agrees with its number of subjects: `agree(2, "closes", "close")`.
pub fn agree<'a>(subjects: usize, one: &'a str, many: &'a str) -> &'a str {
    if subjects == 1 { one } else { many }
}

/// The text with a capital letter first.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
