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

/// The text with a capital letter first.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// A message that may quote what somebody wrote: what goes beyond a thousand characters is left out.
pub fn brief(mut message: String) -> String {
    /// How many characters are kept.
    const KEPT: usize = 1_000;
    if let Some((end, _)) = message.char_indices().nth(KEPT) {
        let more = message[end..].chars().count();
        message.truncate(end);
        message.push_str(&format!("… ({more} characters more)"));
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_message_is_cut_between_characters() {
        assert_eq!(brief("Æ".repeat(1_000)), "Æ".repeat(1_000));
        assert_eq!(brief("Æ".repeat(1_002)), "Æ".repeat(1_000) + "… (2 characters more)");
    }
}
